#include "driver.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* Version 11030 has all of them, in both libraries. Later ones create contexts in another way. */
enum { ASKED_VERSION = 11030 };

#define NAMING_VARIABLE "GPUINTEROP_VENDOR_CUDA"

#ifdef VENDOR_WITHOUT_DEEPBIND
#define OPEN_FLAGS (RTLD_NOW | RTLD_LOCAL)
#else
#define OPEN_FLAGS (RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND)
#endif

typedef CUresult (*find_t)(const char *, void **, int, cuuint64_t,
                           CUdriverProcAddressQueryResult *);

static bool fill(struct bench_driver *driver, find_t find)
{
    void *address;

#define FIND(name, result, arguments) \
    address = NULL; \
    if (find(#name, &address, ASKED_VERSION, 0, NULL) != CUDA_SUCCESS || address == NULL) \
        return false; \
    memcpy(&driver->call_##name, &address, sizeof(address));
    BENCH_DRIVER_CALLS(FIND)
    return true;
}

const struct bench_driver *bench_driver_ours(void)
{
    static struct bench_driver ours;
    static bool is_filled;
    enum cudaDriverEntryPointQueryResult result;
    void *address = NULL;
    find_t find;
    if (is_filled)
        return &ours;
    BENCH_CUDA(cudaGetDriverEntryPointByVersion("cuGetProcAddress", &address, 12000,
                                                cudaEnableDefault, &result));
    memcpy(&find, &address, sizeof(find));
    BENCH_REQUIRE(address && fill(&ours, find));
    BENCH_REQUIRE(ours.call_cuInit(0) == CUDA_SUCCESS);
    is_filled = true;
    return &ours;
}

/* The library's own question for functions; NULL for a library that is this project's. */
static find_t open_vendor(const char *path, bool is_named)
{
    void *library = dlopen(path, OPEN_FLAGS), *address;
    find_t find;
    if (!library)
        return NULL;
    if (!is_named && dlsym(library, "gpuinterop_last_error_detail"))
        return NULL;
    address = dlsym(library, "cuGetProcAddress_v2");
    memcpy(&find, &address, sizeof(find));
    return find;
}

const struct bench_driver *bench_driver_vendor(void)
{
    static struct bench_driver vendor;
    static bool was_tried, is_good;
    const char *named = getenv(NAMING_VARIABLE);
    bool is_named = named && named[0] != '\0';
    if (!was_tried) {
        find_t find = open_vendor(is_named ? named : "libcuda.so.1", is_named);
        is_good = find && fill(&vendor, find) && vendor.call_cuInit(0) == CUDA_SUCCESS;
    }
    was_tried = true;
    return is_good ? &vendor : NULL;
}

int bench_driver_device(const struct bench_driver *driver)
{
    int count = 0;
    if (driver->call_cuDeviceGetCount(&count) != CUDA_SUCCESS)
        return -1;
    for (int device = 0; device < count; device++) {
        CUuuid uuid;
        if (driver->call_cuDeviceGetUuid(&uuid, device) == CUDA_SUCCESS &&
            memcmp(uuid.bytes, bench_setting.properties.uuid.bytes, 16) == 0)
            return device;
    }
    return -1;
}
