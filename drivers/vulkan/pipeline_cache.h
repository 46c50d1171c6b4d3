/** The device's VkPipelineCache, and the file that keeps it (pipeline_file.h, disk_cache.h).
 *
 *  Neither is looked at when the device opens: the first pipeline makes the cache, from the file
 *  where there is one. */
#ifndef GIVK_PIPELINE_CACHE_H
#define GIVK_PIPELINE_CACHE_H

#include <pthread.h>

#include "base/disk_cache.h"
#include "loader.h"
#include "pipeline_file.h"

struct givk_device;

/** What a file has, or a driver's data. */
struct givk_pipeline_data {
    size_t size_bytes;
    uint64_t checksum;
};

struct givk_pipeline_cache {
    struct gi_disk_cache disk;           /* the next one only where that is on */
    char name[GIVK_PIPELINE_FILE_NAME];
    pthread_mutex_t lock;                /* a leaf, held while the next three are made */
    bool is_tried;
    VkPipelineCache handle;              /* VK_NULL_HANDLE: it could not be made, or is not yet */
    struct givk_pipeline_data kept;      /* in the file, or in a cache that has nothing */
};

/** Threads: a thread of the program's, as the device opens; the environment is read. */
void givk_pipeline_cache_init(struct givk_device *dev);
void givk_pipeline_cache_finish(struct givk_device *dev);

/** Whether there is a folder to keep pipelines in. */
bool givk_pipeline_cache_is_kept(const struct givk_device *dev);

/** The cache to make pipelines with, made by the first call; VK_NULL_HANDLE: there is none.
 *  Threads: any. */
VkPipelineCache givk_pipeline_cache_handle(struct givk_device *dev);

/** Writes the file if the cache has what the file has not.
 *  Threads: one at a time, beside any that make pipelines. */
void givk_pipeline_cache_save(struct givk_device *dev);

#endif
