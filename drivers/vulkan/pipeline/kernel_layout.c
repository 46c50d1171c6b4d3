#include "kernel_layout.h"

#include "compute.h"
#include "vulkan/device/device.h"
#include "vulkan/memory/memory.h"

static VkResult givk_make_set(struct givk_device *dev, VkDescriptorSetLayoutCreateFlags flags,
                              uint32_t count, VkDescriptorSetLayout *out)
{
    const VkDescriptorSetLayoutBinding binding = {
        0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL
    };
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .flags = flags,
        .bindingCount = count,
        .pBindings = &binding,
    };

    return dev->vk.CreateDescriptorSetLayout(dev->handle, &info, NULL, out);
}

VkResult givk_kernel_sets_init(struct givk_device *dev)
{
    struct givk_kernel_sets *sets = &dev->kernels.sets;
    VkResult result;

    if (dev->facts->info.kernels.constant_bytes == 0)
        return VK_SUCCESS;
    result = givk_make_set(dev, 0, 0, &sets->nothing);
    if (result == VK_SUCCESS)
        result = givk_make_set(dev, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR, 1,
                               &sets->constants);
    return result;
}

void givk_kernel_sets_finish(struct givk_device *dev)
{
    dev->vk.DestroyDescriptorSetLayout(dev->handle, dev->kernels.sets.constants, NULL);
    dev->vk.DestroyDescriptorSetLayout(dev->handle, dev->kernels.sets.nothing, NULL);
}

VkResult givk_make_kernel_layout(struct givk_device *dev, VkDescriptorSetLayout textures,
                                 VkPipelineLayout *out)
{
    const struct givk_kernel_sets *own = &dev->kernels.sets;
    VkDescriptorSetLayout sets[GI_TRANSLATE_CONSTANT_SET + 1] = { textures };
    uint32_t count = textures != VK_NULL_HANDLE;

    if (own->constants != VK_NULL_HANDLE) {
        sets[0] = textures != VK_NULL_HANDLE ? textures : own->nothing;
        sets[GI_TRANSLATE_CONSTANT_SET] = own->constants;
        count = GI_TRANSLATE_CONSTANT_SET + 1;
    }
    return givk_make_compute_layout(dev, sets, count, givk_kernel_push_bytes(&dev->facts->info),
                                    out);
}

void givk_bind_constants(struct givk_device *dev, VkCommandBuffer commands,
                         VkPipelineLayout layout, const struct gi_kernel_launch *launch)
{
    uint64_t offset = launch->constants_offset_bytes;
    VkDescriptorBufferInfo buffer = {
        .buffer = givk_memory_buffer(launch->constants, &offset),
        .range = launch->constants_bytes,
    };
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
        .pBufferInfo = &buffer,
    };

    buffer.offset = offset;
    dev->vk.CmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout,
                                    GI_TRANSLATE_CONSTANT_SET, 1, &write);
}
