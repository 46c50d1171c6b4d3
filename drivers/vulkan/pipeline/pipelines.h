/** The compute pipelines that copy and fill. */
#ifndef GIVK_PIPELINES_H
#define GIVK_PIPELINES_H

#include <stdatomic.h>

#include "base/status.h"
#include "compute.h"
#include "contract/box.h"
#include "vulkan/loader/loader.h"
#include "vulkan/plan/plan.h"

struct givk_device;

/** All zero on devices whose plan uses no shaders. */
struct givk_pipelines {
    VkPipelineLayout layout;
    struct givk_pipeline pipelines[GIVK_SHADER_COUNT];
    atomic_bool are_made_ahead;          /* the thread has been asked to */
};

/** The push constants of the shaders for ranges; the files in shaders/ have the same. */
struct givk_shader_parameters {
    uint64_t dst_address;
    uint64_t src_address;        /* fill: the word, in the first four bytes */
    uint32_t count;              /* units */
};

/** The push constants of the shaders for boxes. */
struct givk_box_parameters {
    uint64_t dst_address;
    uint64_t src_address;        /* fill: the word, in the first four bytes */
    struct gi_strides dst, src;
    uint64_t width_bytes;
    uint32_t row_groups, height, depth;
    uint32_t row_shift;          /* as in struct givk_grid */
};

/** Creates what all pipelines share. The caller calls finish, also after a failure.
 *  Threads: one, as the device opens and closes.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_pipelines_init(struct givk_device *dev);
void givk_pipelines_finish(struct givk_device *dev);

/** Lets the worker thread create the pipelines that the plan names, once. Every submit with
 *  commands calls this.
 *  Threads: any. */
void givk_pipelines_make_ahead(struct givk_device *dev);

/** Creates a shader's pipeline if it does not exist. Call it before the dispatch.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_pipelines_need(struct givk_device *dev, enum givk_shader shader);

/** Records one dispatch over count units, at most GIVK_DISPATCH_UNITS. bind: another pipeline is
 *  bound.
 *  Threads: one at a time for a queue. */
#define GIVK_DISPATCH_UNITS (UINT32_C(1) << 30)
void givk_pipelines_dispatch(struct givk_device *dev, VkCommandBuffer commands,
                             enum givk_shader shader, bool bind,
                             const struct givk_shader_parameters *parameters);
void givk_pipelines_dispatch_box(struct givk_device *dev, VkCommandBuffer commands,
                                 enum givk_shader shader, bool bind,
                                 const struct givk_box_parameters *parameters,
                                 const uint32_t groups[static 3]);

#endif
