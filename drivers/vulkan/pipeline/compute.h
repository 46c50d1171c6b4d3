/** Compute pipelines: their layouts, and pipelines that are created on first use. */
#ifndef GIVK_COMPUTE_H
#define GIVK_COMPUTE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vulkan/loader/loader.h"

struct givk_device;

/** SPIR-V code. */
struct givk_code {
    const uint32_t *words;
    size_t bytes;
};

enum { GIVK_SHADER_CONSTANTS = 4 };

/** The inputs of the creation of a pipeline. */
struct givk_pipeline_source {
    VkPipelineLayout layout;
    const struct givk_code *code;
    uint32_t constant_count;             /* the specialization constants from ID 0 on */
    uint32_t constants[GIVK_SHADER_CONSTANTS];
};

/** A pipeline that is created once, by the first thread that needs it. Other threads wait for
 *  it. */
struct givk_pipeline {
    pthread_mutex_t lock;                /* held while the pipeline is created; inside it only
                                            locks of caches are taken */
    _Atomic(VkPipeline) handle;          /* VK_NULL_HANDLE: not created yet */
};

/** Creates a layout for compute pipelines, with the layouts of its sets.
 *  Units:   push_bytes is the size of the push constants.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_make_compute_layout(struct givk_device *dev, const VkDescriptorSetLayout *sets,
                                  uint32_t set_count, uint32_t push_bytes, VkPipelineLayout *out);

/** Threads: one; no other thread may use the pipeline. */
void givk_pipeline_init(struct givk_pipeline *pipeline);
void givk_pipeline_finish(struct givk_device *dev, struct givk_pipeline *pipeline);

/** Returns the pipeline, or VK_NULL_HANDLE if it is not created yet.
 *  Threads: any. */
static inline VkPipeline givk_pipeline_handle(struct givk_pipeline *pipeline)
{
    return atomic_load_explicit(&pipeline->handle, memory_order_acquire);
}

/** Creates the pipeline if it does not exist. After a failure the next call tries again.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_pipeline_need(struct givk_device *dev, struct givk_pipeline *pipeline,
                            const struct givk_pipeline_source *source);

#endif
