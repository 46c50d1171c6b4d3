/** The driver's device, and the state that the other files keep in it. */
#ifndef GIVK_DEVICE_H
#define GIVK_DEVICE_H

#include <stdatomic.h>

#include "contract/driver.h"
#include "handles.h"
#include "vulkan/image/image_shaders.h"
#include "vulkan/kernel/choices.h"
#include "vulkan/kernel/kernels.h"
#include "vulkan/memory/memory.h"
#include "vulkan/memory/prober.h"
#include "vulkan/memory/sparse.h"
#include "vulkan/pipeline/pipeline_cache.h"
#include "vulkan/pipeline/pipeline_worker.h"
#include "vulkan/pipeline/pipelines.h"
#include "vulkan/plan/plan.h"
#include "vulkan/queue/recording.h"
#include "vulkan/sync/binder.h"
#include "vulkan/sync/wait.h"
#include "vulkan/texture/texture_tables.h"

struct givk_device {
    struct gi_device_base base;
    const struct givk_facts *facts;      /* owned by driver.c until the process ends */
    const struct givk_plan *plan;
    VkPhysicalDevice physical;
    struct givk_instance_calls instance_calls;
    struct givk_device_calls vk;
    VkDevice handle;
    atomic_uint_fast64_t allocated_bytes;
    atomic_bool is_lost;         /* a submit has told it */
    struct givk_handles handles;
    struct givk_pipeline_cache pipeline_cache;
    struct givk_pipeline_worker pipeline_worker;
    struct givk_pipelines pipelines;
    struct givk_image_pipelines image_pipelines;
    struct givk_kernels kernels;
    struct givk_choices choices;
    struct givk_memory patterns;    /* all 16-bit values in order: the source of unaligned fills */
    struct {                     /* see givk_image_memory_types */
        atomic_uint_fast64_t own, opaque_fd, dma_buf;
    } image_types;
    struct givk_texture_tables textures;
    struct givk_watchers watchers;
    struct givk_binder binder;
    struct givk_sparse sparse;
    struct givk_prober prober;
    struct givk_keeping keeping;
};

extern const struct gi_device_ops givk_device_ops;

/** Casts the base to the driver's device. */
static inline struct givk_device *givk_device_from(struct gi_device_base *base)
{
    return (struct givk_device *)base;
}

#endif
