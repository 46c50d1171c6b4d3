/** The compute pipelines that copy and fill. */
#ifndef GIVK_PIPELINES_H
#define GIVK_PIPELINES_H

#include "box.h"
#include "loader.h"
#include "status.h"

struct givk_device;

enum givk_shader {
    GIVK_COPY_16, GIVK_COPY_4, GIVK_FILL_16,
    GIVK_COPY_BOX, GIVK_FILL_BOX,            /* only with the plan's box_shaders */
    GIVK_SHADER_COUNT
};

/** All zero on devices whose plan uses no shaders. */
struct givk_pipelines {
    VkPipelineLayout layout;
    VkPipeline pipelines[GIVK_SHADER_COUNT];
};

/** The push constants of the shaders for ranges, as they stand in shaders/. */
struct givk_shader_parameters {
    uint64_t dst_address;
    uint64_t src_address;        /* fill: the word, in the first four bytes */
    uint32_t count;              /* units */
};

/** The push constants of those for boxes. */
struct givk_box_parameters {
    uint64_t dst_address;
    uint64_t src_address;        /* fill: the word, in the first four bytes */
    struct gi_strides dst, src;
    uint64_t width_bytes;
    uint32_t row_groups, height, depth;
    uint32_t row_shift;          /* as in the grid */
};

/** SPIR-V. */
struct givk_code {
    const uint32_t *words;
    size_t bytes;
};

/** Makes a layout of compute pipelines, with so many bytes of push constants; set may be
 *  VK_NULL_HANDLE.
 *  Errors: Vulkan's, without a sentence. */
VkResult givk_make_compute_layout(struct givk_device *dev, VkDescriptorSetLayout set,
                                  uint32_t push_bytes, VkPipelineLayout *out);

/** Makes a compute pipeline; constants are the shader's specialization constants 0 to count - 1.
 *  Errors: Vulkan's, without a sentence. */
#define GIVK_SHADER_CONSTANTS 4u
VkResult givk_make_compute_pipeline(struct givk_device *dev, VkPipelineLayout layout,
                                    const struct givk_code *code, const uint32_t *constants,
                                    uint32_t count, VkPipeline *out);

/** Makes the pipelines if the plan uses them; finish takes what a failed init has left.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_pipelines_init(struct givk_device *dev);
void givk_pipelines_finish(struct givk_device *dev);

/** Records one dispatch over count units, at most GIVK_DISPATCH_UNITS. bind: the pipeline is not
 *  the one that is bound. */
#define GIVK_DISPATCH_UNITS (UINT32_C(1) << 30)
void givk_pipelines_dispatch(struct givk_device *dev, VkCommandBuffer commands,
                             enum givk_shader shader, bool bind,
                             const struct givk_shader_parameters *parameters);
void givk_pipelines_dispatch_box(struct givk_device *dev, VkCommandBuffer commands,
                                 enum givk_shader shader, bool bind,
                                 const struct givk_box_parameters *parameters,
                                 const uint32_t groups[static 3]);

#endif
