#include "front.h"
#include "front_driver_names.h"

gpuError_t gpuDrvGetErrorName(gpuError_t error, const char **name)
{
    FRONT_NOT_NULL(name);
    *name = front_error_is_known((int)error) ? front_error_name((int)error) : NULL;
    FRONT_REQUIRE(*name != NULL, "%s: no error has the number %d", __func__, (int)error);
    return gpuSuccess;
}

gpuError_t gpuDrvGetErrorString(gpuError_t error, const char **text)
{
    FRONT_NOT_NULL(text);
    *text = front_error_is_known((int)error) ? front_error_text((int)error) : NULL;
    FRONT_REQUIRE(*text != NULL, "%s: no error has the number %d", __func__, (int)error);
    return gpuSuccess;
}
