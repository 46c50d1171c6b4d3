#include "library.h"

#include <pthread.h>
#include <stdlib.h>

#include "function.h"
#include "loaded.h"
#include "queue/device_table.h"

struct library {
    struct gi_object object;
    struct gi_code *code;                /* referenced */
    pthread_mutex_t lock;                /* guards the rest */
    struct gi_loaded_set loaded;
    gi_handle *kernels;                  /* by the number of the kernel in the code; 0: not asked
                                            for yet */
    bool has_ended;                      /* it gives no more kernels */
};

struct kernel {
    struct gi_object object;
    struct library *library;             /* referenced */
    const char *name;                    /* the library's code has it */
};

/* ---- life ------------------------------------------------------------------------------------ */

static void finish_library(struct gi_object *object)
{
    struct library *library = (struct library *)object;

    gi_loaded_finish(&library->loaded);
    gi_code_unref(library->code);
    pthread_mutex_destroy(&library->lock);
    free(library->kernels);
    free(library);
}

static void finish_kernel(struct gi_object *object)
{
    struct kernel *kernel = (struct kernel *)object;

    gi_object_unref(&kernel->library->object);
    free(kernel);
}

gi_status gi_library_load(const void *image, size_t size_bytes, gi_handle *out_library)
{
    struct library *library = calloc(1, sizeof *library);
    gi_status status;

    if (library == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "library: no host memory");
    pthread_mutex_init(&library->lock, NULL);
    status = gi_code_read_whole(image, size_bytes, true, &library->code);
    if (status == GI_OK) {
        library->kernels = calloc((size_t)library->code->kernel_count + 1,
                                  sizeof(gi_handle));
        if (library->kernels == NULL)
            status = gi_fail(GI_OUT_OF_MEMORY, "library: no host memory");
    }
    if (status == GI_OK)
        status = gi_handle_create(&library->object, GI_OBJECT_LIBRARY, finish_library, out_library);
    if (status != GI_OK)
        finish_library(&library->object);
    return status;
}

/* The kernels hold references to the library, so their handles end first. */
static void end_kernels(struct library *library)
{
    pthread_mutex_lock(&library->lock);
    library->has_ended = true;
    pthread_mutex_unlock(&library->lock);
    for (uint32_t i = 0; i < library->code->kernel_count; i++) {
        gi_status status = GI_OK;

        if (library->kernels[i] != 0)
            status = gi_handle_retire(library->kernels[i], GI_OBJECT_KERNEL, NULL);
        (void)status;            /* no one else ends them */
    }
}

gi_status gi_library_unload(gi_handle handle)
{
    struct gi_object *object;
    gi_status status = gi_handle_retire(handle, GI_OBJECT_LIBRARY, &object);

    if (status != GI_OK)
        return status;
    end_kernels((struct library *)object);
    gi_object_unref(object);
    return GI_OK;
}

static gi_status acquire(gi_handle handle, struct library **out_library)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_LIBRARY, &object);

    if (status == GI_OK)
        *out_library = (struct library *)object;
    return status;
}

/* ---- kernels --------------------------------------------------------------------------------- */

static gi_status make_kernel(struct library *library, const struct gi_code_kernel *entry,
                             gi_handle *out_kernel)
{
    struct kernel *kernel = calloc(1, sizeof *kernel);
    gi_status status = GI_OK;

    if (kernel == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "library: no host memory for a kernel");
    gi_object_ref(&library->object);
    kernel->library = library;
    kernel->name = entry->name;
    status = gi_handle_create(&kernel->object, GI_OBJECT_KERNEL, finish_kernel, out_kernel);
    if (status != GI_OK)
        finish_kernel(&kernel->object);
    return status;
}

static gi_status kernel_of(struct library *library, const struct gi_code_kernel *entry,
                           gi_handle *out_kernel)
{
    gi_handle *kernel = &library->kernels[entry->number];
    gi_status status = GI_OK;

    pthread_mutex_lock(&library->lock);
    if (library->has_ended)
        status = gi_fail(GI_INVALID_HANDLE, "library: another thread unloads it");
    else if (*kernel == 0)
        status = make_kernel(library, entry, kernel);
    if (status == GI_OK)
        *out_kernel = *kernel;
    pthread_mutex_unlock(&library->lock);
    return status;
}

gi_status gi_library_kernel(gi_handle handle, const char *name, gi_handle *out_kernel)
{
    const struct gi_code_kernel *entry;
    struct library *library;
    gi_status status = acquire(handle, &library);

    if (status != GI_OK)
        return status;
    entry = gi_code_find_kernel(library->code, name);
    if (entry != NULL)
        status = kernel_of(library, entry, out_kernel);
    else
        status = gi_fail(GI_NOT_FOUND, "library: it has no kernel %s", name);
    gi_object_unref(&library->object);
    return status;
}

gi_status gi_library_kernel_count(gi_handle handle, uint32_t *out_count)
{
    struct library *library;
    gi_status status = acquire(handle, &library);

    if (status != GI_OK)
        return status;
    *out_count = library->code->kernel_count;
    gi_object_unref(&library->object);
    return GI_OK;
}

gi_status gi_library_kernels(gi_handle handle, gi_handle *out_kernels, uint32_t room)
{
    struct library *library;
    gi_status status = acquire(handle, &library);

    if (status != GI_OK)
        return status;
    for (uint32_t i = 0; i < library->code->kernel_count && i < room && status == GI_OK; i++)
        status = kernel_of(library, &library->code->kernels[i], &out_kernels[i]);
    gi_object_unref(&library->object);
    return status;
}

/* ---- on a device ----------------------------------------------------------------------------- */

static gi_status load_on(struct library *library, struct gi_device *device, gi_handle *out_module)
{
    gi_status status = GI_OK;

    pthread_mutex_lock(&library->lock);
    *out_module = gi_loaded_on(&library->loaded, device);
    if (*out_module == 0)
        status = gi_loaded_add(&library->loaded, library->code, device, out_module);
    pthread_mutex_unlock(&library->lock);
    return status;
}

static gi_status find_variable(struct library *library, const char *name, bool only_managed,
                               uint64_t *out_pointer, uint64_t *out_size_bytes)
{
    struct gi_code_variable variable;
    struct gi_device *device;
    gi_handle module;
    gi_status status;

    if (!gi_code_find_variable(library->code, name, &variable) ||
        (only_managed && !variable.is_managed))
        return gi_fail(GI_NOT_FOUND, "library: it has no %svariable %s",
                       only_managed ? "managed " : "", name);
    status = gi_device_current(&device);
    if (status == GI_OK)
        status = load_on(library, device, &module);
    if (status == GI_OK)
        status = gi_module_variable(module, name, out_pointer, out_size_bytes);
    return status;
}

gi_status gi_library_variable(gi_handle handle, const char *name, bool only_managed,
                              uint64_t *out_pointer, uint64_t *out_size_bytes)
{
    struct library *library;
    gi_status status = acquire(handle, &library);

    if (status != GI_OK)
        return status;
    status = find_variable(library, name, only_managed, out_pointer, out_size_bytes);
    gi_object_unref(&library->object);
    return status;
}

gi_status gi_library_module(gi_handle handle, gi_handle *out_module)
{
    struct gi_device *device;
    struct library *library;
    gi_status status = acquire(handle, &library);

    if (status != GI_OK)
        return status;
    status = gi_device_current(&device);
    if (status == GI_OK)
        status = load_on(library, device, out_module);
    gi_object_unref(&library->object);
    return status;
}

gi_status gi_library_of_kernel(gi_handle handle, gi_handle *out_library, const char **out_name)
{
    struct gi_object *object;
    struct kernel *kernel;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_KERNEL, &object);

    if (status != GI_OK)
        return status;
    kernel = (struct kernel *)object;
    *out_library = gi_handle_of(&kernel->library->object);
    *out_name = kernel->name;
    gi_object_unref(object);
    return GI_OK;
}

gi_status gi_library_function(gi_handle handle, struct gi_device *device,
                              struct gi_function **out_function)
{
    struct gi_object *object;
    struct kernel *kernel;
    gi_handle module, function;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_KERNEL, &object);

    if (status != GI_OK)
        return status;
    kernel = (struct kernel *)object;
    status = load_on(kernel->library, device, &module);
    if (status == GI_OK)
        status = gi_module_function(module, kernel->name, &function);
    if (status == GI_OK)
        status = gi_function_acquire(function, out_function);
    gi_object_unref(object);
    return status;
}
