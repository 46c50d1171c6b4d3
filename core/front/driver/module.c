/** Modules: device code that is loaded on the current device. */
#include "device_pointer.h"
#include "front.h"
#include "handles.h"
#include "every/jit.h"

#include "kernel/container/container.h"
#include "module/module.h"
#include "queue/device_table.h"

static gi_handle from_module(gpuModule_t module)
{
    return (gi_handle)(uintptr_t)module;
}

static gi_status load_here(const void *image, size_t size_bytes, gi_handle *out_module)
{
    struct gi_device *device;
    struct gi_code *code;
    gi_status status = gi_device_current(&device);

    if (status == GI_OK)
        status = gi_code_read_whole(image, size_bytes, true, &code);
    if (status != GI_OK)
        return status;
    status = gi_module_load(code, device, out_module);
    gi_code_unref(code);
    return status;
}

/* Sets the module that context points to. */
static gi_status load_module(void *context, const void *image, size_t size_bytes)
{
    gpuModule_t *module = context;
    gi_handle handle;
    gi_status status = load_here(image, size_bytes, &handle);

    if (status == GI_OK)
        *module = (gpuModule_t)(uintptr_t)handle;
    return status;
}

gpuError_t gpuModuleLoad(gpuModule_t *module, const char *path)
{
    const struct front_jit jit = { 0 };

    FRONT_NOT_NULL(module);
    FRONT_NOT_NULL(path);
    FRONT_TRY(front_begin());
    return front_error(front_jit_use_file(&jit, path, load_module, module));
}

gpuError_t gpuModuleLoadData(gpuModule_t *module, const void *image)
{
    FRONT_NOT_NULL(module);
    FRONT_NOT_NULL(image);
    FRONT_TRY(front_begin());
    return front_error(load_module(module, image, GI_CONTAINER_ENDLESS));
}

gpuError_t gpuModuleLoadDataEx(gpuModule_t *module, const void *image, unsigned int count,
                               gpuJitOption *options, void **values)
{
    struct front_jit jit;

    FRONT_NOT_NULL(module);
    FRONT_NOT_NULL(image);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_jit_read(__func__, count, options, values, &jit));
    return front_error(front_jit_tell(&jit, load_module(module, image, GI_CONTAINER_ENDLESS)));
}

gpuError_t gpuModuleUnload(gpuModule_t module)
{
    FRONT_TRY(front_begin_object());
    FRONT_UNSAFE();
    return front_error(gi_module_unload(from_module(module)));
}

gpuError_t gpuModuleGetFunction(gpuFunction_t *function, gpuModule_t module, const char *name)
{
    gi_handle handle;

    FRONT_NOT_NULL(function);
    FRONT_NOT_NULL(name);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_module_function(from_module(module), name, &handle));
    *function = front_to_function(handle);
    return gpuSuccess;
}

gpuError_t gpuModuleGetGlobal(gpuDeviceptr_t *pointer, size_t *size, gpuModule_t module,
                              const char *name)
{
    uint64_t address, size_bytes;

    FRONT_NOT_NULL(name);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_module_variable(from_module(module), name, &address, &size_bytes));
    if (pointer != NULL)
        *pointer = front_to_device(address);
    if (size != NULL)
        *size = (size_t)size_bytes;
    return gpuSuccess;
}
