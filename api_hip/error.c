#include "front.h"

hipError_t hipExtGetLastError(void)
{
    return hipGetLastError();
}

hipError_t hipDrvGetErrorName(hipError_t error, const char **name)
{
    FRONT_NOT_NULL(name);
    *name = front_error_is_known((int)error) ? front_error_name((int)error) : NULL;
    FRONT_REQUIRE(*name != NULL, "%s: no error has the number %d", __func__, (int)error);
    return hipSuccess;
}

hipError_t hipDrvGetErrorString(hipError_t error, const char **text)
{
    FRONT_NOT_NULL(text);
    *text = front_error_is_known((int)error) ? front_error_text((int)error) : NULL;
    FRONT_REQUIRE(*text != NULL, "%s: no error has the number %d", __func__, (int)error);
    return hipSuccess;
}
