#include "loader.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define GIVK_DEFAULT_LOADER "libvulkan.so.1"

static PFN_vkGetInstanceProcAddr givk_replaced_get;

void givk_loader_replace(PFN_vkGetInstanceProcAddr get)
{
    givk_replaced_get = get;
}

/** dlsym returns a data pointer. C has no cast from it to a function pointer, so copy the bytes. */
static PFN_vkGetInstanceProcAddr givk_root_symbol(void *library)
{
    PFN_vkGetInstanceProcAddr get = NULL;
    void *symbol = dlsym(library, "vkGetInstanceProcAddr");

    _Static_assert(sizeof(get) == sizeof(symbol), "function and data pointers differ in size");
    memcpy(&get, &symbol, sizeof(get));
    return get;
}

static gi_status givk_open_library(PFN_vkGetInstanceProcAddr *out_get)
{
    const char *name = secure_getenv("GPUINTEROP_VULKAN_LOADER");
    void *library;

    if (name == NULL || name[0] == '\0')
        name = GIVK_DEFAULT_LOADER;
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        return gi_fail(GI_NO_DRIVER, "vulkan: the loader cannot be opened: %s; install the Vulkan "
                       "loader (libvulkan1) or name it in GPUINTEROP_VULKAN_LOADER", dlerror());
    *out_get = givk_root_symbol(library);
    if (*out_get == NULL) {
        dlclose(library);
        return gi_fail(GI_NO_DRIVER, "vulkan: %s has no vkGetInstanceProcAddr, so it is not a "
                       "Vulkan loader", name);
    }
    return GI_OK;
}

#define GIVK_MUST(name) \
    out_calls->name = (PFN_vk##name)GIVK_GET("vk" #name); \
    if (out_calls->name == NULL) \
        return gi_fail(GIVK_MISSING, "vulkan: the driver has no vk" #name \
                       ", which every Vulkan 1.2 driver has");

#define GIVK_MAY(name) out_calls->name = (PFN_vk##name)GIVK_GET("vk" #name);

#define GIVK_MISSING GI_NO_DRIVER
#define GIVK_GET(name) get(NULL, name)

gi_status givk_loader_open(struct givk_global_calls *out_calls)
{
    PFN_vkGetInstanceProcAddr get = givk_replaced_get;

    memset(out_calls, 0, sizeof(*out_calls));
    if (get == NULL) {
        gi_status st = givk_open_library(&get);
        if (st != GI_OK)
            return st;
    }
    out_calls->GetInstanceProcAddr = get;
    GIVK_GLOBAL_CALLS(GIVK_MUST, GIVK_MAY)
    return GI_OK;
}

#undef GIVK_GET
#define GIVK_GET(name) global->GetInstanceProcAddr(instance, name)

gi_status givk_loader_fill_instance(const struct givk_global_calls *global, VkInstance instance,
                                    struct givk_instance_calls *out_calls)
{
    memset(out_calls, 0, sizeof(*out_calls));
    GIVK_INSTANCE_CALLS(GIVK_MUST, GIVK_MAY)
    return GI_OK;
}

#undef GIVK_GET
#undef GIVK_MISSING
#define GIVK_GET(name) instance_calls->GetDeviceProcAddr(device, name)
#define GIVK_MISSING GI_NOT_SUPPORTED

gi_status givk_loader_fill_device(const struct givk_instance_calls *instance_calls, VkDevice device,
                                  struct givk_device_calls *out_calls)
{
    memset(out_calls, 0, sizeof(*out_calls));
    GIVK_DEVICE_CALLS(GIVK_MUST, GIVK_MAY)
    return GI_OK;
}
