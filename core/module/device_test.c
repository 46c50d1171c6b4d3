#include "device_test.h"

#include <string.h>

#include "base/in_driver.h"
#include "code/code.h"
#include "function.h"
#include "launch.h"
#include "memory/own_memory.h"
#include "module.h"
#include "queue/device_state.h"
#include "stream/scheduler.h"

gi_status gi_device_test_launch(const struct gi_device_test *test, const struct gi_launch *launch,
                                void *bytes, size_t count)
{
    void *memory = (void *)(uintptr_t)test->memory->host_address;
    gi_status status = gi_driver_copy(memory, bytes, count);

    if (status == GI_OK)
        status = gi_launch_in(test->function, launch, test->stream);
    if (status == GI_OK)
        status = gi_stream_wait(test->stream, gi_stream_newest(test->stream));
    return status == GI_OK ? gi_driver_copy(bytes, memory, count) : status;
}

static gi_status on_stream(struct gi_device_test *test, const struct gi_device_test_plan *plan)
{
    struct gi_device *device = test->device;
    gi_status status = gi_allocation_new(device, GI_MEMORY_HOST, plan->bytes, &test->memory);

    if (status != GI_OK)
        return status;
    status = gi_stream_new(device, device->legacy, GI_STREAM_NON_BLOCKING, 0, NULL, &test->stream);
    if (status == GI_OK) {
        status = gi_function_translate(test->function);
        if (status == GI_OK)
            status = plan->run(test, plan->context);
        gi_stream_orphan(test->stream);
        gi_stream_release(test->stream);
    }
    gi_allocation_unref(test->memory);
    return status;
}

static gi_status in_module(struct gi_device *device, gi_handle module,
                           const struct gi_device_test_plan *plan)
{
    struct gi_device_test test = { .device = device };
    gi_handle handle;
    gi_status status = gi_module_function(module, plan->entry, &handle);

    if (status == GI_OK)
        status = gi_function_acquire(handle, &test.function);
    if (status != GI_OK)
        return status;
    status = on_stream(&test, plan);
    gi_object_unref(&test.function->object);
    return status;
}

gi_status gi_device_test(struct gi_device *device, const struct gi_device_test_plan *plan)
{
    struct gi_code *code;
    gi_handle module;
    gi_status unloaded, status = gi_code_read(plan->text, strlen(plan->text) + 1, &code);

    if (status != GI_OK)
        return status;
    code->is_unchecked = true;           /* nobody else has it yet */
    if (plan->prepare != NULL)
        plan->prepare(code, plan->context);
    status = gi_module_load(code, device, &module);
    gi_code_unref(code);
    if (status != GI_OK)
        return status;
    status = in_module(device, module, plan);
    unloaded = gi_module_unload(module);
    return status != GI_OK ? status : unloaded;
}
