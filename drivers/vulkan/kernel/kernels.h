/** Kernels: pipelines of compute code that comes from the core, and their dispatches. */
#ifndef GIVK_KERNELS_H
#define GIVK_KERNELS_H

#include "contract/driver.h"
#include "vulkan/pipeline/kernel_layout.h"

struct givk_device;

struct givk_kernel {
    struct gi_kernel base;
    VkPipeline pipeline;
    VkPipelineLayout layout;     /* the device's */
    bool uses_textures, binds_constants;
};

/** The Vulkan objects that the kernels of a device share. */
struct givk_kernels {
    VkPipelineLayout layout;     /* without textures; VK_NULL_HANDLE without kernels */
    struct givk_kernel_sets sets;
};

extern const struct gi_kernel_ops givk_kernel_ops;

/** Creates what all kernels share. The caller calls finish, also after a failure.
 *  Threads: one, as the device opens and closes.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_kernels_init(struct givk_device *dev);
void givk_kernels_finish(struct givk_device *dev);

/** Records a launch, in as many dispatches as the grid needs. is_bound: the command before is a
 *  launch of the same kernel.
 *  Threads: one at a time for a queue. */
void givk_kernels_dispatch(struct givk_device *dev, VkCommandBuffer commands,
                           const struct gi_kernel_launch *launch, bool is_bound);

/** As givk_kernels_dispatch, for a launch that one dispatch does. The device reads its three
 *  numbers of groups at a place, in memory of GI_MEMORY_HOST. */
void givk_kernels_dispatch_chosen(struct givk_device *dev, VkCommandBuffer commands,
                                  const struct gi_kernel_launch *launch, bool is_bound,
                                  const struct gi_place *groups);

static inline struct givk_kernel *givk_kernel_from(struct gi_kernel *base)
{
    return (struct givk_kernel *)base;
}

#endif
