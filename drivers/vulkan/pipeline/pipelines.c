#include "pipelines.h"

#include <stddef.h>

#include "pipeline_worker.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"
#include "givk_copy16.spv.h"
#include "givk_copy4.spv.h"
#include "givk_copybox.spv.h"
#include "givk_fill16.spv.h"
#include "givk_fillbox.spv.h"

/* The sizes of the push constants: up to the last field, without padding. */
enum {
    GIVK_PUSH_BYTES = offsetof(struct givk_shader_parameters, count) + sizeof(uint32_t),
    GIVK_BOX_PUSH_BYTES = sizeof(struct givk_box_parameters)
};

_Static_assert(GIVK_PUSH_BYTES == 20, "the shaders' parameter block is five words");
_Static_assert(GIVK_BOX_PUSH_BYTES == 72, "that for boxes is 18, of 32 that every device has");

static const struct givk_code givk_shader_code[GIVK_SHADER_COUNT] = {
    [GIVK_COPY_16] = { givk_copy16_spv, sizeof(givk_copy16_spv) },
    [GIVK_COPY_4] = { givk_copy4_spv, sizeof(givk_copy4_spv) },
    [GIVK_FILL_16] = { givk_fill16_spv, sizeof(givk_fill16_spv) },
    [GIVK_COPY_BOX] = { givk_copybox_spv, sizeof(givk_copybox_spv) },
    [GIVK_FILL_BOX] = { givk_fillbox_spv, sizeof(givk_fillbox_spv) },
};

gi_status givk_pipelines_init(struct givk_device *dev)
{
    VkResult result;

    for (int i = 0; i < GIVK_SHADER_COUNT; i++)
        givk_pipeline_init(&dev->pipelines.pipelines[i]);
    if (!dev->plan->shaders)
        return GI_OK;
    result = givk_make_compute_layout(dev, NULL, 0, GIVK_BOX_PUSH_BYTES,
                                      &dev->pipelines.layout);
    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "making the layout of copies");
}

void givk_pipelines_finish(struct givk_device *dev)
{
    for (int i = 0; i < GIVK_SHADER_COUNT; i++)
        givk_pipeline_finish(dev, &dev->pipelines.pipelines[i]);
    dev->vk.DestroyPipelineLayout(dev->handle, dev->pipelines.layout, NULL);
}

VkResult givk_pipelines_need(struct givk_device *dev, enum givk_shader shader)
{
    const struct givk_pipeline_source source = {
        .layout = dev->pipelines.layout,
        .code = &givk_shader_code[shader],
        .constant_count = 1,
        .constants = { dev->plan->group_threads },
    };

    return givk_pipeline_need(dev, &dev->pipelines.pipelines[shader], &source);
}

/** Runs on the worker's thread. A failure is ignored: the pipeline's first use tries again and
 *  reports it. */
static bool givk_make_one_ahead(struct givk_device *dev, uint32_t number)
{
    if ((dev->plan->shaders_ahead >> number & 1) != 0)
        (void)givk_pipelines_need(dev, (enum givk_shader)number);
    return number + 1 < GIVK_SHADER_COUNT;
}

void givk_pipelines_make_ahead(struct givk_device *dev)
{
    atomic_bool *are_made = &dev->pipelines.are_made_ahead;

    if (dev->plan->shaders_ahead != 0 && !atomic_load_explicit(are_made, memory_order_relaxed) &&
        !atomic_exchange(are_made, true))
        givk_pipeline_worker_make_ahead(dev, givk_make_one_ahead);
}

static void givk_bind(struct givk_device *dev, VkCommandBuffer commands, enum givk_shader shader)
{
    dev->vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                            givk_pipeline_handle(&dev->pipelines.pipelines[shader]));
}

static void givk_push(struct givk_device *dev, VkCommandBuffer commands, const void *parameters,
                      uint32_t bytes)
{
    dev->vk.CmdPushConstants(commands, dev->pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                             bytes, parameters);
}

void givk_pipelines_dispatch(struct givk_device *dev, VkCommandBuffer commands,
                             enum givk_shader shader, bool bind,
                             const struct givk_shader_parameters *parameters)
{
    uint32_t threads = dev->plan->group_threads;
    uint32_t groups = parameters->count / threads + (parameters->count % threads != 0);

    if (groups > dev->plan->max_groups)
        groups = dev->plan->max_groups;
    if (bind)
        givk_bind(dev, commands, shader);
    givk_push(dev, commands, parameters, GIVK_PUSH_BYTES);
    dev->vk.CmdDispatch(commands, groups, 1, 1);
}

void givk_pipelines_dispatch_box(struct givk_device *dev, VkCommandBuffer commands,
                                 enum givk_shader shader, bool bind,
                                 const struct givk_box_parameters *parameters,
                                 const uint32_t groups[static 3])
{
    if (bind)
        givk_bind(dev, commands, shader);
    givk_push(dev, commands, parameters, GIVK_BOX_PUSH_BYTES);
    dev->vk.CmdDispatch(commands, groups[0], groups[1], groups[2]);
}
