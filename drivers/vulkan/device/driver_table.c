/* The driver's table, which refers to the tables of its parts. */
#include "device.h"
#include "driver_state.h"
#include "vulkan/image/image.h"
#include "vulkan/kernel/kernels.h"
#include "vulkan/memory/memory.h"
#include "vulkan/queue/queue.h"
#include "vulkan/queue/recording.h"
#include "vulkan/sync/semaphore.h"
#include "vulkan/sync/wait.h"
#include "vulkan/texture/texture.h"

const struct gi_driver givk_driver = {
    .name = "vulkan",
    .enumerate = givk_driver_enumerate,
    .list_unfit = givk_driver_list_unfit,
    .device = &givk_device_ops,
    .waiter = &givk_waiter_ops,
    .memory = &givk_memory_ops,
    .image = &givk_image_ops,
    .texture = &givk_texture_ops,
    .kernel = &givk_kernel_ops,
    .semaphore = &givk_semaphore_ops,
    .queue = &givk_queue_ops,
    .recording = &givk_recording_ops,
};
