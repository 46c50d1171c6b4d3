/** The device's VkPipelineCache, and the file that keeps it (pipeline_file.h, disk_cache.h).
 *
 *  Opening a device reads neither. The first pipeline creates the cache, from the file if there is
 *  one. */
#ifndef GIVK_PIPELINE_CACHE_H
#define GIVK_PIPELINE_CACHE_H

#include <pthread.h>

#include "base/disk/disk_cache.h"
#include "vulkan/loader/loader.h"
#include "vulkan/plan/pipeline_file.h"

struct givk_device;

/** The size and checksum of a file or of a cache's data. */
struct givk_pipeline_data {
    size_t size_bytes;
    uint64_t checksum;
};

struct givk_pipeline_cache {
    struct gi_disk_cache disk;           /* name is valid if this is on */
    char name[GIVK_PIPELINE_FILE_NAME];
    pthread_mutex_t lock;                /* a leaf; held while the next three are set */
    bool is_tried;
    VkPipelineCache handle;              /* VK_NULL_HANDLE: not created yet, or it failed */
    struct givk_pipeline_data kept;      /* what the file has; without a file, an empty cache */
};

/** Reads the environment for the folder.
 *  Threads: one, a thread of the program, as the device opens and closes. */
void givk_pipeline_cache_init(struct givk_device *dev);
void givk_pipeline_cache_finish(struct givk_device *dev);

/** Tells whether pipelines are kept in a folder.
 *  Threads: any. */
bool givk_pipeline_cache_is_kept(const struct givk_device *dev);

/** Returns the cache to create pipelines with; the first call creates it. VK_NULL_HANDLE: there is
 *  none.
 *  Threads: any. */
VkPipelineCache givk_pipeline_cache_handle(struct givk_device *dev);

/** Writes the file if the cache has pipelines that the file lacks.
 *  Threads: one at a time, while others create pipelines. */
void givk_pipeline_cache_save(struct givk_device *dev);

#endif
