#include "pipeline_cache.h"

#include <stdlib.h>

#include "base/log.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"

void givk_pipeline_cache_init(struct givk_device *dev)
{
    struct givk_pipeline_cache *cache = &dev->pipeline_cache;

    pthread_mutex_init(&cache->lock, NULL);
    if (!dev->plan->shaders && !dev->plan->image_shaders.exist)
        return;
    /* Not the process's shared one: that keeps the folder of its first use. Tests open devices
     * with several folders in one process. */
    gi_disk_cache_init(&cache->disk);
    givk_pipeline_file_name(dev->facts, cache->name);
}

void givk_pipeline_cache_finish(struct givk_device *dev)
{
    struct givk_pipeline_cache *cache = &dev->pipeline_cache;

    dev->vk.DestroyPipelineCache(dev->handle, cache->handle, NULL);
    gi_disk_cache_finish(&cache->disk);
    pthread_mutex_destroy(&cache->lock);
}

bool givk_pipeline_cache_is_kept(const struct givk_device *dev)
{
    return dev->pipeline_cache.disk.folder != NULL;
}

static struct givk_pipeline_data givk_describe(const void *data, size_t size_bytes)
{
    return (struct givk_pipeline_data){ size_bytes, gi_disk_cache_checksum(data, size_bytes) };
}

/** Reads the cache's data; NULL if there is none.
 *  Owner:   the caller frees it with free(). */
static void *givk_take_data(struct givk_device *dev, VkPipelineCache handle, size_t *out_size_bytes)
{
    VkResult result = dev->vk.GetPipelineCacheData(dev->handle, handle, out_size_bytes, NULL);
    void *data = NULL;

    if (result == VK_SUCCESS && *out_size_bytes != 0)
        data = malloc(*out_size_bytes);
    if (data == NULL)
        return NULL;
    /* VK_INCOMPLETE: a pipeline was created in between. The next save will include it. */
    result = dev->vk.GetPipelineCacheData(dev->handle, handle, out_size_bytes, data);
    if (result == VK_SUCCESS)
        return data;
    free(data);
    return NULL;
}

/** Creates the cache, from the file's contents if they fit the device. The lock is held. */
static void givk_make_cache(struct givk_device *dev)
{
    struct givk_pipeline_cache *cache = &dev->pipeline_cache;
    VkPipelineCacheCreateInfo info = { .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO };
    size_t size_bytes = 0;
    void *contents = NULL, *data;
    VkResult result;

    if (gi_disk_cache_read(&cache->disk, cache->name, &contents, &size_bytes)) {
        if (givk_pipeline_file_fits(dev->facts, contents, size_bytes)) {
            info.initialDataSize = size_bytes;
            info.pInitialData = contents;
            cache->kept = givk_describe(contents, size_bytes);
        } else {
            gi_log(GI_LOG_DEBUG, "vulkan: %s/%s belongs to another device", cache->disk.folder,
                   cache->name);
        }
    }
    result = dev->vk.CreatePipelineCache(dev->handle, &info, NULL, &cache->handle);
    free(contents);
    if (result != VK_SUCCESS) {
        cache->handle = VK_NULL_HANDLE;
        gi_log(GI_LOG_DEBUG, "vulkan: vkCreatePipelineCache returned %s",
               givk_result_name(result));
    } else if (info.initialDataSize == 0 && givk_pipeline_cache_is_kept(dev)) {
        data = givk_take_data(dev, cache->handle, &size_bytes);
        if (data != NULL)
            cache->kept = givk_describe(data, size_bytes);
        free(data);
    }
}

VkPipelineCache givk_pipeline_cache_handle(struct givk_device *dev)
{
    struct givk_pipeline_cache *cache = &dev->pipeline_cache;

    if (!givk_pipeline_cache_is_kept(dev))
        return VK_NULL_HANDLE;
    pthread_mutex_lock(&cache->lock);
    if (!cache->is_tried)
        givk_make_cache(dev);
    cache->is_tried = true;
    pthread_mutex_unlock(&cache->lock);
    return cache->handle;
}

void givk_pipeline_cache_save(struct givk_device *dev)
{
    struct givk_pipeline_cache *cache = &dev->pipeline_cache;
    VkPipelineCache handle = givk_pipeline_cache_handle(dev);
    struct givk_pipeline_data now;
    size_t size_bytes = 0;
    void *data;

    if (handle == VK_NULL_HANDLE)
        return;
    data = givk_take_data(dev, handle, &size_bytes);
    if (data == NULL)
        return;
    now = givk_describe(data, size_bytes);
    if ((now.size_bytes != cache->kept.size_bytes || now.checksum != cache->kept.checksum) &&
        gi_disk_cache_write(&cache->disk, cache->name, data, size_bytes)) {
        cache->kept = now;
        gi_log(GI_LOG_DEBUG, "vulkan: %zu bytes of pipelines are in %s/%s", size_bytes,
               cache->disk.folder, cache->name);
    }
    free(data);
}
