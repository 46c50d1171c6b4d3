#include "texture_tables.h"

#include <string.h>

#include "vulkan/device/device.h"
#include "vulkan/pipeline/kernel_layout.h"
#include "vulkan/loader/result.h"

enum { GIVK_BINDING_RECORDS, GIVK_BINDING_IMAGES, GIVK_BINDING_STORES, GIVK_BINDING_SAMPLERS,
       GIVK_BINDINGS };

static struct givk_texture_tables *givk_tables(struct givk_device *dev)
{
    return &dev->textures;
}

/* ---- making ---------------------------------------------------------------------------------- */

/** Returns the number of bindings: only the records if texels are read from memory. */
static uint32_t givk_binding_count(const struct givk_device *dev)
{
    return dev->plan->textures == GIVK_TEXTURES_BINDLESS ? GIVK_BINDINGS : 1;
}

static VkResult givk_make_set_layout(struct givk_device *dev)
{
    const VkDescriptorBindingFlags bindless =
        VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT | VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT |
        VK_DESCRIPTOR_BINDING_UPDATE_UNUSED_WHILE_PENDING_BIT;
    const VkDescriptorBindingFlags flags[GIVK_BINDINGS] = { 0, bindless, bindless, bindless };
    const VkDescriptorSetLayoutBinding bindings[GIVK_BINDINGS] = {
        { GIVK_BINDING_RECORDS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT,
          NULL },
        { GIVK_BINDING_IMAGES, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, dev->plan->texture_slots,
          VK_SHADER_STAGE_COMPUTE_BIT, NULL },
        { GIVK_BINDING_STORES, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, dev->plan->texture_slots,
          VK_SHADER_STAGE_COMPUTE_BIT, NULL },
        { GIVK_BINDING_SAMPLERS, VK_DESCRIPTOR_TYPE_SAMPLER, GIVK_SAMPLERS,
          VK_SHADER_STAGE_COMPUTE_BIT, NULL },
    };
    const VkDescriptorSetLayoutBindingFlagsCreateInfo more = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
        .bindingCount = givk_binding_count(dev),
        .pBindingFlags = flags,
    };
    bool is_bindless = dev->plan->textures == GIVK_TEXTURES_BINDLESS;
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .pNext = is_bindless ? &more : NULL,
        .flags = is_bindless ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT : 0,
        .bindingCount = givk_binding_count(dev),
        .pBindings = bindings,
    };

    return dev->vk.CreateDescriptorSetLayout(dev->handle, &info, NULL,
                                             &givk_tables(dev)->set_layout);
}

static VkResult givk_make_set(struct givk_device *dev)
{
    struct givk_texture_tables *tables = givk_tables(dev);
    const VkDescriptorPoolSize sizes[GIVK_BINDINGS] = {
        { VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1 },
        { VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, dev->plan->texture_slots },
        { VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, dev->plan->texture_slots },
        { VK_DESCRIPTOR_TYPE_SAMPLER, GIVK_SAMPLERS },
    };
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .flags = dev->plan->textures == GIVK_TEXTURES_BINDLESS ?
                 VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT : 0,
        .maxSets = 1,
        .poolSizeCount = givk_binding_count(dev),
        .pPoolSizes = sizes,
    };
    VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorSetCount = 1,
        .pSetLayouts = &tables->set_layout,
    };
    VkResult result = dev->vk.CreateDescriptorPool(dev->handle, &pool, NULL, &tables->pool);

    if (result != VK_SUCCESS)
        return result;
    info.descriptorPool = tables->pool;
    return dev->vk.AllocateDescriptorSets(dev->handle, &info, &tables->set);
}

static gi_status givk_make_records(struct givk_device *dev)
{
    struct givk_texture_tables *tables = givk_tables(dev);
    uint64_t size_bytes = (uint64_t)dev->plan->texture_slots * sizeof(struct givk_record);
    gi_status st = givk_memory_make_table(dev, &tables->records, size_bytes);
    const VkDescriptorBufferInfo buffer = { tables->records.buffer, 0, size_bytes };
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = tables->set,
        .dstBinding = GIVK_BINDING_RECORDS,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = &buffer,
    };

    if (st != GI_OK)
        return st;
    memset(tables->records.base.host_address, 0, size_bytes);
    dev->vk.UpdateDescriptorSets(dev->handle, 1, &write, 0, NULL);
    return GI_OK;
}

static void givk_unmake(struct givk_device *dev)
{
    struct givk_texture_tables *tables = givk_tables(dev);

    if (tables->records.base.ops != NULL)
        givk_memory_ops.finish(&tables->records.base);
    memset(&tables->records, 0, sizeof(tables->records));
    dev->vk.DestroyDescriptorPool(dev->handle, tables->pool, NULL);
    dev->vk.DestroyPipelineLayout(dev->handle, tables->layout, NULL);
    dev->vk.DestroyDescriptorSetLayout(dev->handle, tables->set_layout, NULL);
    tables->pool = VK_NULL_HANDLE;
    tables->layout = VK_NULL_HANDLE;
    tables->set_layout = VK_NULL_HANDLE;
}

static gi_status givk_make(struct givk_device *dev)
{
    struct givk_texture_tables *tables = givk_tables(dev);
    VkResult result;
    gi_status st;

    if (dev->plan->textures == GIVK_TEXTURES_NONE)
        return gi_fail(GI_NOT_SUPPORTED, "textures: %s has no descriptor indexing",
                       dev->facts->info.name);
    result = givk_make_set_layout(dev);
    if (result == VK_SUCCESS)
        result = givk_make_kernel_layout(dev, tables->set_layout, &tables->layout);
    if (result == VK_SUCCESS)
        result = givk_make_set(dev);
    st = result == VK_SUCCESS ? givk_make_records(dev) :
                                givk_fail(result, "making the tables of textures");
    if (st != GI_OK)
        givk_unmake(dev);
    return st;
}

gi_status givk_texture_tables_make(struct givk_device *dev)
{
    struct givk_texture_tables *tables = givk_tables(dev);
    gi_status st = GI_OK;

    pthread_mutex_lock(&tables->lock);
    if (!tables->is_made)
        st = givk_make(dev);
    tables->is_made = st == GI_OK;
    pthread_mutex_unlock(&tables->lock);
    return st;
}

void givk_texture_tables_init(struct givk_device *dev)
{
    pthread_mutex_init(&givk_tables(dev)->lock, NULL);
}

void givk_texture_tables_finish(struct givk_device *dev)
{
    struct givk_texture_tables *tables = givk_tables(dev);

    if (tables->is_made)
        givk_unmake(dev);
    pthread_mutex_destroy(&tables->lock);
}

/* ---- samplers -------------------------------------------------------------------------------- */

static VkResult givk_make_sampler(struct givk_device *dev, const struct givk_sampler_key *key,
                                  VkSampler *out)
{
    const VkSamplerCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .magFilter = key->filter,
        .minFilter = key->filter,
        .mipmapMode = key->mip_filter,
        .addressModeU = key->address[0],
        .addressModeV = key->address[1],
        .addressModeW = key->address[2],
        .mipLodBias = key->bias,
        .anisotropyEnable = key->max_anisotropy > 1,
        .maxAnisotropy = key->max_anisotropy,
        .minLod = key->min_level,
        .maxLod = key->max_level,
        .borderColor = key->border,
    };
    VkResult result = dev->vk.CreateSampler(dev->handle, &info, NULL, out);

    if (result != VK_SUCCESS)
        *out = VK_NULL_HANDLE;
    return result;
}

/** Returns the index of an equal sampler, else of a free place, else sampler_count. The lock is
 *  held. */
static uint32_t givk_find_sampler(const struct givk_texture_tables *tables,
                                  const struct givk_sampler_key *key)
{
    uint32_t free_place = tables->sampler_count;

    for (uint32_t i = 0; i < tables->sampler_count; i++) {
        if (tables->samplers[i].uses == 0)
            free_place = i;
        else if (memcmp(&tables->samplers[i].key, key, sizeof(*key)) == 0)
            return i;
    }
    return free_place;
}

static gi_status givk_add_sampler(struct givk_device *dev, const struct givk_sampler_key *key,
                                  uint32_t place)
{
    struct givk_texture_tables *tables = givk_tables(dev);
    VkDescriptorImageInfo image = { .imageLayout = VK_IMAGE_LAYOUT_UNDEFINED };
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = tables->set,
        .dstBinding = GIVK_BINDING_SAMPLERS,
        .dstArrayElement = place,
        .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLER,
        .pImageInfo = &image,
    };
    VkResult result;

    if (place == GIVK_SAMPLERS)
        return gi_fail(GI_OUT_OF_MEMORY, "texture: all %d samplers of the device are in use",
                       GIVK_SAMPLERS);
    result = givk_make_sampler(dev, key, &tables->samplers[place].handle);
    if (result != VK_SUCCESS)
        return givk_fail(result, "texture: vkCreateSampler");
    tables->samplers[place].key = *key;
    image.sampler = tables->samplers[place].handle;
    dev->vk.UpdateDescriptorSets(dev->handle, 1, &write, 0, NULL);
    if (place == tables->sampler_count)
        tables->sampler_count++;
    return GI_OK;
}

gi_status givk_sampler_take(struct givk_device *dev, const struct givk_sampler_key *key,
                            uint32_t *out_place)
{
    struct givk_texture_tables *tables = givk_tables(dev);
    gi_status st = GI_OK;

    pthread_mutex_lock(&tables->lock);
    *out_place = givk_find_sampler(tables, key);
    if (*out_place == tables->sampler_count || tables->samplers[*out_place].uses == 0)
        st = givk_add_sampler(dev, key, *out_place);
    if (st == GI_OK)
        tables->samplers[*out_place].uses++;
    pthread_mutex_unlock(&tables->lock);
    return st;
}

void givk_sampler_give(struct givk_device *dev, uint32_t place)
{
    struct givk_texture_tables *tables = givk_tables(dev);

    pthread_mutex_lock(&tables->lock);
    if (--tables->samplers[place].uses == 0) {
        dev->vk.DestroySampler(dev->handle, tables->samplers[place].handle, NULL);
        tables->samplers[place].handle = VK_NULL_HANDLE;
    }
    pthread_mutex_unlock(&tables->lock);
}

/* ---- slots ----------------------------------------------------------------------------------- */

void givk_texture_tables_set_view(struct givk_device *dev, uint32_t slot, VkImageView view,
                                  bool is_surface)
{
    struct givk_texture_tables *tables = givk_tables(dev);
    const VkDescriptorImageInfo image = {
        .imageView = view,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
    };
    const VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet = tables->set,
        .dstBinding = is_surface ? GIVK_BINDING_STORES : GIVK_BINDING_IMAGES,
        .dstArrayElement = slot,
        .descriptorCount = 1,
        .descriptorType = is_surface ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE :
                                       VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
        .pImageInfo = &image,
    };

    pthread_mutex_lock(&tables->lock);
    dev->vk.UpdateDescriptorSets(dev->handle, 1, &write, 0, NULL);
    pthread_mutex_unlock(&tables->lock);
}

void givk_texture_tables_set_record(struct givk_device *dev, uint32_t slot,
                                    const struct givk_record *record)
{
    struct givk_texture_tables *tables = givk_tables(dev);
    struct givk_record *at = (struct givk_record *)tables->records.base.host_address + slot;

    pthread_mutex_lock(&tables->lock);
    if (record != NULL)
        *at = *record;
    else
        memset(at, 0, sizeof(*at));
    pthread_mutex_unlock(&tables->lock);
}
