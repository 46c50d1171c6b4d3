/* The functions of gpuinterop.h that the cases call: the library's own where it has them. */
#include "suite_details.h"

#include <dlfcn.h>
#include <stddef.h>

#include "gpuinterop.h"

/* The library's functions have these names too, and stand behind the program's in the search. */
bool suite_has_sentences(void)
{
    return dlsym(RTLD_NEXT, "gpuinterop_last_error_detail") != NULL;
}

const char *gpuinterop_last_error_detail(void)
{
    const char *(*own)(void) = NULL;

    *(void **)&own = dlsym(RTLD_NEXT, "gpuinterop_last_error_detail");
    return own != NULL ? own() : "";
}

int gpuinterop_device_by_uuid(const uint8_t uuid[16])
{
    int (*own)(const uint8_t *) = NULL;

    *(void **)&own = dlsym(RTLD_NEXT, "gpuinterop_device_by_uuid");
    return own != NULL ? own(uuid) : -1;
}
