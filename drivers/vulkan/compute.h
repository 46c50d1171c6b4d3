/** Compute pipelines: their layouts, and pipelines that are made when they are first needed. */
#ifndef GIVK_COMPUTE_H
#define GIVK_COMPUTE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "loader.h"

struct givk_device;

/** SPIR-V. */
struct givk_code {
    const uint32_t *words;
    size_t bytes;
};

enum { GIVK_SHADER_CONSTANTS = 4 };

/** What a pipeline is made of. */
struct givk_pipeline_source {
    VkPipelineLayout layout;
    const struct givk_code *code;
    uint32_t constant_count;             /* the specialization constants 0, 1 and so on */
    uint32_t constants[GIVK_SHADER_CONSTANTS];
};

/** A pipeline that is made once, by whichever thread needs it first; others wait meanwhile. */
struct givk_pipeline {
    pthread_mutex_t lock;                /* held while it is made; only caches' are taken within */
    _Atomic(VkPipeline) handle;          /* VK_NULL_HANDLE: not yet */
};

/** Makes a layout of compute pipelines, with so many bytes of push constants; set may be
 *  VK_NULL_HANDLE.
 *  Errors: Vulkan's, without a sentence. */
VkResult givk_make_compute_layout(struct givk_device *dev, VkDescriptorSetLayout set,
                                  uint32_t push_bytes, VkPipelineLayout *out);

/** Threads: one, before the others and after them. */
void givk_pipeline_init(struct givk_pipeline *pipeline);
void givk_pipeline_finish(struct givk_device *dev, struct givk_pipeline *pipeline);

/** VK_NULL_HANDLE if it is not made yet.
 *  Threads: any. */
static inline VkPipeline givk_pipeline_handle(struct givk_pipeline *pipeline)
{
    return atomic_load_explicit(&pipeline->handle, memory_order_acquire);
}

/** Makes it unless it has been made. One that could not be made is tried again by the next call.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_pipeline_need(struct givk_device *dev, struct givk_pipeline *pipeline,
                            const struct givk_pipeline_source *source);

#endif
