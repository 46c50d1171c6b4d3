/** The choices for a device: which memory, queues, copies and waits. Pure functions of the facts;
 *  nothing here calls Vulkan, so the tests run them on made-up facts. */
#ifndef GIVK_PLAN_H
#define GIVK_PLAN_H

#include "facts.h"

enum { GIVK_MAX_QUEUES = 32 };

/** How to sleep on several timelines at once. */
enum givk_wait_method {
    GIVK_WAIT_ANY,               /* vkWaitSemaphores with ANY sleeps */
    GIVK_WAIT_WATCHERS           /* it would spin: a thread for each queue that is waited on */
};

/** The shaders that copy and fill. */
enum givk_shader {
    GIVK_COPY_16, GIVK_COPY_4, GIVK_FILL_16,
    GIVK_COPY_BOX, GIVK_FILL_BOX,            /* only with the plan's box_shaders */
    GIVK_SHADER_COUNT
};

/** How shaders read textures and surfaces. */
enum givk_texture_method {
    GIVK_TEXTURES_NONE,
    GIVK_TEXTURES_BINDLESS,      /* by descriptors; memory by its address */
    GIVK_TEXTURES_IN_MEMORY      /* images too are where linear ones would be, and are read there */
};

/** When and how shaders copy between memory and images, and between images. */
struct givk_image_shaders {
    bool exist;                  /* where a format and an image's usage allow */
    bool all_of_host;            /* with host memory: all copies; else those of volumes, and of
                                    several layers */
    uint32_t texels_written;     /* by a thread in a row of an image, as far as they are a word of
                                    memory or up to four; a power of two */
    uint32_t texels_read;
    uint32_t texels_of_host;     /* either, where the memory is the host's */
    uint32_t row_bytes;          /* threads of a group stand side by side on so much of a row, */
    uint32_t host_row_bytes;     /* or so much in host memory */
    uint32_t rows;               /* a thread does the same in so many rows at once */
    uint32_t pair_threads;       /* so many stand beside as many of the next row, for images lie in
                                    such blocks; a power of two */
};

struct givk_planned_family {
    uint32_t family, queue_count;
};

struct givk_plan {
    const char *name;
    uint32_t family_count, queue_count;
    struct givk_planned_family families[GIVK_MAX_FAMILIES];

    bool map_device_memory;      /* device memory is cached host memory in truth */
    bool wraps_read_only;        /* host memory that may only be read; a GPU's driver pins what it
                                    wraps for writing, and NVIDIA's is no use once it failed to */
    bool host_addresses;         /* the device's addresses are the host's */
    bool place_managed;          /* managed memory is mapped where the device has it */
    uint64_t import_step_bytes;  /* a too large import is retried at multiples of this */
    bool dedicated_imports;      /* the driver is told of memory that was made for one resource;
                                    then an image takes an import of its own, beside the one that
                                    buffers are mapped from */

    uint64_t piece_bytes;        /* one vkCmdCopyBuffer or vkCmdFillBuffer at most */
    bool shaders;                /* the two limits below say when */
    uint64_t shader_copy_min_bytes, shader_fill_min_bytes;
    bool box_shaders;            /* boxes of several rows by one dispatch, but for rows of host */
    uint64_t box_row_bytes;      /* memory that are so wide */
    uint32_t crowd_commands;     /* from so many independent commands in a batch on, the shader */
    uint64_t crowd_min_bytes;    /* takes copies from this size on */
    uint32_t shaders_ahead;      /* of these, 1 << enum givk_shader each, a thread makes the
                                    pipelines once the device has work, before they are needed */
    uint32_t group_threads, max_groups;
    struct givk_image_shaders image_shaders;

    bool idle_queue_sees_all;    /* a batch on a queue without work needs no barrier in front */
    enum givk_texture_method textures;
    uint32_t texture_slots;

    enum givk_wait_method wait;
    int64_t spin_ns;             /* counters are polled so long before sleeping, */
    int64_t caller_spin_ns;      /* and so long if a thread of the program waits */
    bool binary_wait_ahead, timeline_wait_ahead;
};

/** The plans: each fits a device or not, and fills all of out_plan. */
bool givk_nvidia_fits(const struct givk_facts *facts);
void givk_nvidia_plan(const struct givk_facts *facts, struct givk_plan *out_plan);
void givk_generic_plan(const struct givk_facts *facts, struct givk_plan *out_plan);

/** Makes the plan of a device. wanted names one of the plans instead of the fitting one, as in
 *  "generic"; NULL or an unknown name leaves the choice to the facts. Behind it words may change
 *  what the plan does, each behind a plus sign, as in "nvidia+image-commands": "dedicated-imports";
 *  "transfer-queues", which are used alone, where there are such (and copy no timestamps);
 *  "image-shaders" (for all copies that can be, also with host memory), "image-commands" (for
 *  all), and, for the shaders' shape, "image-written=TEXELS", "image-read=TEXELS",
 *  "image-of-host=TEXELS", "image-pair=THREADS", "image-row=BYTES", "image-rows=ROWS";
 *  "queues=COUNT" takes so many queues of the first family, as far as it has them, no others. */
void givk_plan_make(const struct givk_facts *facts, const char *wanted,
                    struct givk_plan *out_plan);

/** Whether the device can have image_shaders. */
bool givk_can_store_images(const struct givk_facts *facts);

/** Adds up to count queues of a family, as many as it has and the plan has room for. */
void givk_plan_add_family(const struct givk_facts *facts, struct givk_plan *plan, uint32_t family,
                          uint32_t count);

/** Leaves the plan its first family alone, with up to count queues. */
void givk_plan_one_family(const struct givk_facts *facts, struct givk_plan *plan, uint32_t count);

/** The family and the number within it of the plan's queue index. */
void givk_plan_queue(const struct givk_plan *plan, uint32_t index, uint32_t *out_family,
                     uint32_t *out_number);

enum givk_memory_use {
    GIVK_USE_DEVICE,
    GIVK_USE_HOST,
    GIVK_USE_TABLE,              /* what the host writes and shaders read */
    GIVK_USE_MANAGED,            /* with place_managed, else it is GIVK_USE_DEVICE */
    GIVK_USE_IMPORT,
    GIVK_USE_IMAGE,              /* images alone: never mapped */
    GIVK_USE_WRAP
};

/** The memory type for a use among those that allowed_mask names; false if none will do. */
bool givk_plan_memory_type(const struct givk_facts *facts, const struct givk_plan *plan,
                           enum givk_memory_use use, uint32_t allowed_mask, uint32_t *out_index);

/** How the queues of the plan use one buffer or image: the sharing mode, and the families, if it
 *  needs them. */
VkSharingMode givk_plan_sharing(const struct givk_plan *plan,
                                uint32_t out_families[GIVK_MAX_FAMILIES], uint32_t *out_count);

/** True if memory of the type is mapped for its whole life. */
bool givk_plan_maps(const struct givk_facts *facts, const struct givk_plan *plan,
                    enum givk_memory_use use, uint32_t type_index);

/** What a copy or fill is made of, in bytes from its start on: edges by commands, a body by the
 *  shader. Without a shader unit_bytes is 0 and so is the body. */
struct givk_split {
    uint32_t unit_bytes;         /* of one shader access: 4 or 16 */
    uint64_t head_bytes, body_bytes, tail_bytes;
};

/** Splits a copy. plain: one end is host memory, which the copy command reaches as fast.
 *  independent: of how many commands of its batch that need no barrier it is one. */
struct givk_split givk_plan_copy(const struct givk_plan *plan, uint64_t dst_address,
                                 uint64_t src_address, uint64_t size_bytes, bool plain,
                                 size_t independent);

/** A fill: single bytes up to a multiple of 4, words by the command or the shader, single bytes. */
struct givk_fill_split {
    uint32_t head_bytes, tail_bytes;     /* 0 .. 3 each */
    struct givk_split words;
};

struct givk_fill_split givk_plan_fill(const struct givk_plan *plan, uint64_t dst_address,
                                      uint64_t size_bytes, bool plain);

/** Whether a box is copied or filled by a shader. plain: one end is host memory. */
bool givk_plan_box(const struct givk_plan *plan, const struct gi_box *box, bool plain);

/** How the workgroups of the box shaders stand: 1 << row_shift threads of each side by side in a
 *  row, groups[] along the rows of a slice, the slices, and the length of a row. */
struct givk_grid {
    uint32_t row_shift;
    uint32_t groups[3];
};

/** The grid for a box; false if it has more rows, slices or groups than a shader counts. */
bool givk_plan_grid(const struct givk_plan *plan, uint64_t row_groups, uint64_t height,
                    uint64_t depth, struct givk_grid *out_grid);

/** How many aligned groups of 16 bytes the rows of a box touch at most, each. */
uint64_t givk_plan_row_groups(uint64_t address, const struct gi_strides *strides,
                              const struct gi_box *box);

#endif
