/* Kernels of the fake: counted, and never finished under their launches. They compute nothing. */
#include "internal.h"

static gi_status kernel_init(struct gi_kernel *base, const struct gi_kernel_code *code)
{
    struct gifake_kernel *kernel = gifake_kernel_from(base);
    gi_status status = gifake_enter(base->device, "kernel.init", GI_OUT_OF_MEMORY);

    if (status != GI_OK)
        return status;
    if (!base->device->info.launches)
        return gifake_violation("kernel.init: on a device without kernels");
    if (code->push_bytes > GI_KERNEL_PUSH_BYTES || code->push_bytes % 4 != 0)
        return gifake_violation("kernel.init: %u bytes of push data", code->push_bytes);
    if (code->constant_count > GI_KERNEL_CONSTANTS)
        return gifake_violation("kernel.init: %u constants", code->constant_count);
    if (code->binds_constants && base->device->info.kernels.constant_bytes == 0)
        return gifake_violation("kernel.init: the device binds no constants");
    gifake_lock();
    kernel->push_bytes = code->push_bytes;
    kernel->binds_constants = code->binds_constants;
    gifake_device_from(base->device)->children++;
    gifake_alive.kernels++;
    gifake_unlock();
    return GI_OK;
}

static void kernel_finish(struct gi_kernel *base)
{
    gifake_lock();
    gifake_await_drop(base->device, &gifake_kernel_from(base)->uses);
    if (gifake_kernel_from(base)->uses != 0)
        gifake_violation("kernel.finish: %u launches use it", gifake_kernel_from(base)->uses);
    gifake_device_from(base->device)->children--;
    gifake_alive.kernels--;
    gifake_is_finished(base);
    gifake_unlock();
}

const struct gi_kernel_ops gifake_kernel_ops = {
    .size = sizeof(struct gifake_kernel),
    .init = kernel_init,
    .finish = kernel_finish,
};
