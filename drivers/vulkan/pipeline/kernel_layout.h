/** The layout of the pipelines of kernels: push constants, the tables of textures, and the
 *  constants of a module, which each launch binds. */
#ifndef GIVK_KERNEL_LAYOUT_H
#define GIVK_KERNEL_LAYOUT_H

#include "contract/driver.h"
#include "vulkan/loader/loader.h"

struct givk_device;

/** The layouts of sets that the device's kernels share. */
struct givk_kernel_sets {
    VkDescriptorSetLayout nothing;       /* in the place of the textures; VK_NULL_HANDLE, as is the
                                            next, where kernels bind no constants */
    VkDescriptorSetLayout constants;     /* a uniform buffer, pushed */
};

/** Threads: one, as the device opens and closes.
 *  Errors:  Vulkan's, without a sentence. The caller calls finish, also after a failure. */
VkResult givk_kernel_sets_init(struct givk_device *dev);
void givk_kernel_sets_finish(struct givk_device *dev);

/** Makes a layout for pipelines of kernels. textures: the layout of set 0, or VK_NULL_HANDLE for
 *  kernels without textures.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_make_kernel_layout(struct givk_device *dev, VkDescriptorSetLayout textures,
                                 VkPipelineLayout *out);

/** Binds the constants of a launch, for the next dispatches with this layout.
 *  Threads: one at a time for a queue. */
void givk_bind_constants(struct givk_device *dev, VkCommandBuffer commands,
                         VkPipelineLayout layout, const struct gi_kernel_launch *launch);

#endif
