#include "module.h"

#include <stdlib.h>
#include <string.h>

#include "ahead.h"
#include "base/current.h"
#include "base/in_driver.h"
#include "function.h"
#include "memory/own_memory.h"
#include "memory/recorded_epoch.h"
#include "ops/copy.h"
#include "queue/device_state.h"
#include "stream/scheduler.h"
#include "stream/stream.h"
#include "stream/stream_state.h"
#include "trace/span.h"

static struct gi_module *module_from(struct gi_object *object)
{
    return (struct gi_module *)object;
}

static void finish_module(struct gi_object *object)
{
    struct gi_module *module = module_from(object);

    if (module->variables != NULL) {
        (void)gi_allocation_take_away(module->variables, module->variables_address);
        gi_allocation_unref(module->variables);
    }
    gi_code_unref(module->code);
    pthread_mutex_destroy(&module->lock);
    free(module->functions);
    free(module);
}

/* ---- variables ------------------------------------------------------------------------------- */

static gi_status copy_in(struct gi_device *device, uint64_t pointer, const void *bytes,
                         uint64_t size_bytes)
{
    struct gi_stream *made;
    gi_handle stream;
    gi_status status = gi_stream_new(device, device->legacy, GI_STREAM_NON_BLOCKING, 0, &stream,
                                     &made), ended;

    if (status != GI_OK)
        return status;
    status = gi_copy_linear(pointer, (uint64_t)(uintptr_t)bytes, size_bytes,
                            GI_COPY_HOST_TO_DEVICE, gi_in_stream(stream));
    if (status == GI_OK)
        status = gi_stream_wait(made, gi_stream_newest(made));
    ended = gi_stream_destroy(stream);
    return status != GI_OK ? status : ended;
}

static gi_status fill_variables(struct gi_module *module)
{
    const struct gi_translate_variables *variables = &module->code->variables;
    uint8_t *image = malloc(variables->bytes);
    gi_status status;

    if (image == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "module: no host memory for %llu bytes of variables",
                       (unsigned long long)variables->bytes);
    status = gi_code_image(module->code, module->variables_address, image);
    if (status == GI_OK && module->variables->host_address != 0)
        status = gi_driver_copy((void *)(uintptr_t)module->variables->host_address, image,
                                variables->bytes);
    else if (status == GI_OK)
        status = copy_in(module->device, module->variables_address, image, variables->bytes);
    free(image);
    return status;
}

static gi_status make_variables(struct gi_module *module)
{
    uint64_t bytes = module->code->variables.bytes;
    bool is_managed = module->code->has_managed;
    struct gi_allocation *variables;
    gi_status status;

    if (bytes == 0)
        return GI_OK;
    if (is_managed && !module->device->base->info.managed_memory)
        return gi_fail(GI_NOT_SUPPORTED, "module: its variables are managed, and %s has no managed "
                       "memory", module->device->base->info.name);
    status = gi_allocation_new_variables(module->device, is_managed, bytes, &variables);
    if (status != GI_OK)
        return status;
    gi_allocation_ref(variables);        /* the map has one, which a reset may end at once */
    status = gi_allocation_publish(variables);
    if (status != GI_OK) {
        gi_allocation_unref(variables);
        gi_allocation_unref(variables);
        return status;
    }
    module->variables = variables;
    module->variables_address = variables->device_address;
    return fill_variables(module);
}

/* ---- life ------------------------------------------------------------------------------------ */

/* Returns NULL without memory. */
static struct gi_module *make_module(struct gi_code *code, struct gi_device *device)
{
    struct gi_module *module = calloc(1, sizeof *module);

    if (module != NULL)
        module->functions = calloc((size_t)code->kernel_count + 1, sizeof(gi_handle));
    if (module == NULL || module->functions == NULL) {
        free(module);
        return NULL;
    }
    gi_code_ref(code);
    module->code = code;
    module->device = device;
    atomic_init(&module->object.device, device);
    pthread_mutex_init(&module->lock, NULL);
    return module;
}

static gi_status load_code(struct gi_code *code, struct gi_device *device, gi_handle owner,
                           gi_handle *out_module)
{
    struct gi_module *module;
    gi_status status;

    if (!device->base->info.launches)
        return gi_fail(GI_NOT_SUPPORTED, "module: %s runs no kernels", device->base->info.name);
    module = make_module(code, device);
    if (module == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "module: no host memory");
    module->owner = owner;
    status = make_variables(module);
    if (status == GI_OK)
        status = gi_handle_create_owned(&module->object, GI_OBJECT_MODULE, owner, finish_module,
                                        out_module);
    if (status != GI_OK)
        finish_module(&module->object);
    else
        gi_ahead_begin(code, device);
    return status;
}

gi_status gi_module_load(struct gi_code *code, struct gi_device *device, gi_handle *out_module)
{
    gi_status status;

    GI_SPANNED(status, GI_TRACE_OTHER, "load of a module", 0,
               load_code(code, device, gi_current_context(), out_module));
    return status;
}

gi_status gi_module_load_shared(struct gi_code *code, struct gi_device *device,
                                gi_handle *out_module)
{
    return load_code(code, device, 0, out_module);
}

static void end_functions(struct gi_module *module)
{
    for (uint32_t i = 0; i < module->code->kernel_count; i++) {
        gi_status status = GI_OK;
        gi_handle function;

        pthread_mutex_lock(&module->lock);
        function = module->functions[i];
        module->functions[i] = 0;
        pthread_mutex_unlock(&module->lock);
        if (function != 0)
            status = gi_handle_retire(function, GI_OBJECT_FUNCTION, NULL);
        (void)status;            /* a reset may have ended it already */
    }
}

gi_status gi_module_unload(gi_handle handle)
{
    struct gi_object *object;
    gi_status status = gi_handle_retire(handle, GI_OBJECT_MODULE, &object);

    if (status != GI_OK)
        return status;
    end_functions(module_from(object));
    gi_recorded_epoch_rise();
    gi_object_unref(object);
    return GI_OK;
}

/* ---- functions and variables ----------------------------------------------------------------- */

static gi_status function_handle(struct gi_module *module, const struct gi_code_kernel *entry,
                                 gi_handle *out_function)
{
    gi_status status = GI_OK;

    pthread_mutex_lock(&module->lock);
    if (module->functions[entry->number] == 0)
        status = gi_function_make(module, entry, &module->functions[entry->number]);
    if (status == GI_OK)
        *out_function = module->functions[entry->number];
    pthread_mutex_unlock(&module->lock);
    return status;
}

gi_status gi_module_function(gi_handle handle, const char *name, gi_handle *out_function)
{
    const struct gi_code_kernel *entry;
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_MODULE, &object);

    if (status != GI_OK)
        return status;
    entry = gi_code_find_kernel(module_from(object)->code, name);
    if (entry != NULL)
        status = function_handle(module_from(object), entry, out_function);
    else
        status = gi_fail(GI_NOT_FOUND, "module: it has no kernel %s", name);
    gi_object_unref(object);
    return status;
}

gi_status gi_module_function_count(gi_handle handle, uint32_t *out_count)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_MODULE, &object);

    if (status != GI_OK)
        return status;
    *out_count = module_from(object)->code->kernel_count;
    gi_object_unref(object);
    return GI_OK;
}

gi_status gi_module_functions(gi_handle handle, gi_handle *out_functions, uint32_t room)
{
    const struct gi_code *code;
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_MODULE, &object);

    if (status != GI_OK)
        return status;
    code = module_from(object)->code;
    for (uint32_t i = 0; i < code->kernel_count && i < room && status == GI_OK; i++)
        status = function_handle(module_from(object), &code->kernels[i], &out_functions[i]);
    gi_object_unref(object);
    return status;
}

gi_status gi_module_variable(gi_handle handle, const char *name, uint64_t *out_pointer,
                             uint64_t *out_size_bytes)
{
    struct gi_code_variable variable;
    struct gi_module *module;
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_MODULE, &object);

    if (status != GI_OK)
        return status;
    module = module_from(object);
    if (gi_code_find_variable(module->code, name, &variable)) {
        *out_pointer = module->variables_address + variable.offset_bytes;
        *out_size_bytes = variable.bytes;
    } else {
        status = gi_fail(GI_NOT_FOUND, "module: it has no variable %s", name);
    }
    gi_object_unref(object);
    return status;
}
