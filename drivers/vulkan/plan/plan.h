/** The choices for a device: memory types, queues, copies and waits. Pure functions of the facts;
 *  nothing here calls Vulkan, so tests run them on made-up facts.
 *  Threads: any, for all functions here. */
#ifndef GIVK_PLAN_H
#define GIVK_PLAN_H

#include "facts.h"

enum { GIVK_MAX_QUEUES = 32 };

/** How to sleep on several timelines at once. */
enum givk_wait_method {
    GIVK_WAIT_ANY,               /* vkWaitSemaphores with VK_SEMAPHORE_WAIT_ANY_BIT sleeps */
    GIVK_WAIT_WATCHERS           /* it would spin, so each queue has a thread that sleeps on it */
};

/** How pages get into a range of addresses. */
enum givk_range_method {
    GIVK_RANGES_NONE,
    GIVK_RANGES_HOST,            /* the range is imported host memory, and pages are mapped there.
                                    Sparse buffers of Mesa's CPU driver are never used: version
                                    25.0 binds exportable memory without an effect */
    GIVK_RANGES_SPARSE           /* the range is a sparse buffer, and a queue binds pages to it */
};

/** Why a range cannot be a sparse buffer. Several buffers are no way out: nothing in Vulkan puts
 *  one behind another. */
enum givk_range_limit {
    GIVK_RANGE_FITS,
    GIVK_RANGE_BEYOND_BUFFERS,   /* larger than any buffer */
    GIVK_RANGE_BEYOND_ADDRESSES  /* all together would have more addresses than the device has */
};

/** The granularity of GIVK_RANGES_SPARSE: a multiple of what drivers bind (4 or 64 KiB), in which
 *  GPUs have large pages. */
#define GIVK_SPARSE_STEP (UINT64_C(2) << 20)

/** How sparse buffers get their memory. */
struct givk_sparse_plan {
    bool on_cpu;                 /* used on a CPU device, too: for tests alone */
    bool not_aliased;            /* without the flag for memory that is bound twice */
    bool shares;                 /* exportable and imported memory can be bound */
    bool has_own_queue;          /* no queue of the plan can bind, so there is one that does nothing
                                    else: the first of own_family */
    uint32_t own_family;
    uint32_t queues;             /* otherwise: a mask of the plan's queues that can */
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
    GIVK_TEXTURES_BINDLESS,      /* images by descriptors, memory by address */
    GIVK_TEXTURES_IN_MEMORY      /* images by address too: they lie in memory as linear ones do */
};

/** When and how shaders copy between memory and images, and between images. */
struct givk_image_shaders {
    bool exist;                  /* if the format and the image's usage allow it */
    bool all_of_host;            /* with host memory: every copy; else only copies of 3D images
                                    and of several layers */
    uint32_t texels_written;     /* a unit: texels that a thread writes in a row, within the
                                    limits of image_shader_plan.c; a power of two */
    uint32_t texels_read;
    uint32_t texels_of_host;     /* a unit, either way, if the memory is the host's */
    uint32_t row_bytes;          /* bytes of a row that a workgroup covers */
    uint32_t host_row_bytes;     /* the same in host memory */
    uint32_t rows;               /* rows that a thread copies at once */
    uint32_t pair_threads;       /* threads that cover a row before they go on to the next,
                                    because images are tiled; a power of two */
};

struct givk_planned_family {
    uint32_t family, queue_count;
};

struct givk_plan {
    const char *name;
    uint32_t family_count, queue_count;
    struct givk_planned_family families[GIVK_MAX_FAMILIES];

    bool map_device_memory;      /* device memory is really cached host memory */
    bool wraps_read_only;        /* wraps read-only host memory. A GPU's driver pins wrapped
                                    memory for writing; NVIDIA's driver is unusable after that
                                    fails */
    bool host_addresses;         /* device addresses are host addresses */
    bool caches_host_memory;     /* the device does: a running kernel does not see what the host
                                    stores there */
    bool place_host;             /* managed and pinned memory is mapped at its device address */
    uint64_t import_step_bytes;  /* an import that is too large is retried at multiples */
    enum givk_range_method ranges;
    const char *why_no_ranges;   /* of GIVK_RANGES_NONE */
    uint64_t range_step_bytes;   /* of GIVK_RANGES_SPARSE: the granularity */
    struct givk_sparse_plan sparse;
    bool exportable_pages;       /* all pages are exportable, because such memory costs less */
    bool dedicated_exports;      /* exportable memory is dedicated to its buffer, so that sparse
                                    buffers see what other programs write to it. Memory of other
                                    programs may not be (foreign_pages.h) */
    bool new_memory_is_zero;     /* else pages are cleared when they are made */
    bool open_import_sizes;      /* handles do not tell the size of memory: an import of unknown
                                    size has one granule of ranges */
    bool dedicated_imports;      /* the driver is told which resource memory is for. Then an
                                    image gets an import of its own, beside the one for buffers */

    uint64_t piece_bytes;        /* the limit for one vkCmdCopyBuffer or vkCmdFillBuffer */
    bool shaders;                /* copies and fills, from the next two sizes on */
    uint64_t shader_copy_min_bytes, shader_fill_min_bytes;
    bool box_shaders;            /* one dispatch copies a box of several rows */
    uint64_t box_row_bytes;      /* but not with host memory, if rows have this many bytes */
    uint32_t crowd_commands;     /* with this many independent commands in a batch, */
    uint64_t crowd_min_bytes;    /* shaders make copies from this size on */
    uint32_t shaders_ahead;      /* a mask of enum givk_shader: a thread creates their pipelines
                                    when the device first has work */
    uint32_t group_threads, max_groups;
    struct givk_image_shaders image_shaders;

    uint32_t private_bytes;      /* of local memory that a thread's kernel has without device
                                    memory; 0: any number */
    uint64_t most_local_bytes;   /* of device memory in its place that a launch takes; 0: as the
                                    core does */
    uint32_t shared_bytes;       /* of shared memory that a block has without device memory; 0: all
                                    that the device has */
    uint32_t constant_bytes;     /* the most of a module's constants that kernels read as a uniform
                                    buffer; 0: by their addresses */
    bool constants_take_turns;   /* there threads that read different ones wait for each other */
    bool matrices_by_lanes;      /* no product is a cooperative matrix */
    bool tests_barriers;         /* whether they count warps (module/barrier_warps.h): no barrier
                                    waits for a warp that has come to another one */
    bool host_decides;           /* recordings have no choices */
    bool idle_queue_sees_all;    /* a batch on an idle queue needs no barrier in front */
    enum givk_texture_method textures;
    uint32_t texture_slots;

    enum givk_wait_method wait;
    int64_t spin_ns;             /* time to poll counters before sleeping */
    int64_t caller_spin_ns;      /* the same if a thread of the program waits */
    bool binary_wait_ahead, timeline_wait_ahead;
    bool submits_tell_loss;      /* the driver says only at a submit that the device is lost. Takes
                                    effect with GIVK_RANGES_SPARSE, where queues have a lock */
};

/** The plans. A plan fits a device or not; it fills all of out_plan. */
bool givk_nvidia_fits(const struct givk_facts *facts);
void givk_nvidia_plan(const struct givk_facts *facts, struct givk_plan *out_plan);
void givk_generic_plan(const struct givk_facts *facts, struct givk_plan *out_plan);

/** Makes the plan of a device. wanted names a plan, as in "generic"; for NULL or an unknown name
 *  the facts decide. Words behind the name change the plan. A plus sign precedes each, as in
 *  "nvidia+image-commands".
 *
 *  "dedicated-imports" sets that field. "queues=COUNT" uses at most so many queues, all of the
 *  first family. "transfer-queues" uses only queues of this kind, if there are any; they copy no
 *  timestamps.
 *
 *  "image-shaders" uses shaders for every copy that they can make, also with host memory.
 *  "image-commands" uses Vulkan's commands for every copy of an image. The words
 *  "image-written=TEXELS", "image-read=TEXELS", "image-of-host=TEXELS", "image-pair=THREADS",
 *  "image-row=BYTES" and "image-rows=ROWS" set fields of struct givk_image_shaders.
 *
 *  "private-bytes=BYTES" and "local-bytes=BYTES" set private_bytes and most_local_bytes: local
 *  memory of kernels lies in device memory sooner, and grids go in more pieces.
 *  "shared-bytes=BYTES" sets shared_bytes: so does shared memory.
 *
 *  "constants-by-address" sets constant_bytes to 0; "constants-take-turns" sets that field.
 *  "matrices-by-lanes" sets matrices_by_lanes.
 *  "barriers-untested" clears tests_barriers.
 *  "host-decides" sets host_decides: conditional nodes of graphs are for the host.
 *
 *  For tests on a CPU device: "sparse-ranges" uses sparse buffers there, which is wrong for memory
 *  that is exportable. "shared-ranges" uses them for that memory, too; a driver made for tests can
 *  bind it. "range-step=BYTES" sets their granularity. "open-import-sizes",
 *  "dedicated-exports" and "not-aliased-ranges" set those fields. */
void givk_plan_make(const struct givk_facts *facts, const char *wanted,
                    struct givk_plan *out_plan);

/** Chooses how ranges are made, when the plan's queues are known. */
void givk_plan_ranges(const struct givk_facts *facts, struct givk_plan *plan);

/** Whether the device has addresses for one more range. reserved_bytes: the size of the others. */
enum givk_range_limit givk_range_limit(const struct givk_facts *facts, uint64_t size_bytes,
                                       uint64_t reserved_bytes);

/** Tells whether the device can use image_shaders. */
bool givk_can_store_images(const struct givk_facts *facts);

/** Adds up to count queues of a family, limited by the family and by the room in the plan. */
void givk_plan_add_family(const struct givk_facts *facts, struct givk_plan *plan, uint32_t family,
                          uint32_t count);

/** Keeps only the plan's first family, with up to count queues. */
void givk_plan_one_family(const struct givk_facts *facts, struct givk_plan *plan, uint32_t count);

/** Tells whether the device can run kernels, in every queue of the plan. */
bool givk_plan_runs_kernels(const struct givk_facts *facts, const struct givk_plan *plan);

/** Gives the family of a queue of the plan, and its number within the family. */
void givk_plan_queue(const struct givk_plan *plan, uint32_t index, uint32_t *out_family,
                     uint32_t *out_number);

enum givk_memory_use {
    GIVK_USE_DEVICE,
    GIVK_USE_HOST,
    GIVK_USE_TABLE,              /* written by the host, read by shaders */
    GIVK_USE_MANAGED,            /* with place_host; else GIVK_USE_DEVICE is used */
    GIVK_USE_IMPORT,
    GIVK_USE_PAGES,              /* for sparse buffers alone: never mapped */
    GIVK_USE_IMAGE,              /* for images alone: never mapped */
    GIVK_USE_WRAP
};

/** Chooses the memory type for a use from a mask of allowed types; false if none is suitable. */
bool givk_plan_memory_type(const struct givk_facts *facts, const struct givk_plan *plan,
                           enum givk_memory_use use, uint32_t allowed_mask, uint32_t *out_index);

/** Gives the sharing mode of a buffer or image that all queues of the plan use, and the families
 *  for concurrent sharing. */
VkSharingMode givk_plan_sharing(const struct givk_plan *plan,
                                uint32_t out_families[GIVK_MAX_FAMILIES], uint32_t *out_count);

/** Tells whether running kernels see what the host stores in managed memory or, without that, in
 *  host memory. */
bool givk_plan_kernels_see_host(const struct givk_facts *facts, const struct givk_plan *plan);

/** Tells whether memory for the use is mapped at its device address (placed.h). */
bool givk_plan_places(const struct givk_plan *plan, enum givk_memory_use use);

/** Tells whether memory of the type is mapped for its whole life, at any address. */
bool givk_plan_maps(const struct givk_facts *facts, const struct givk_plan *plan,
                    enum givk_memory_use use, uint32_t type_index);

/** The parts of a copy or fill, in bytes from its start: Vulkan commands for head and tail, a
 *  shader for the body. Without a shader unit_bytes and body_bytes are 0. */
struct givk_split {
    uint32_t unit_bytes;         /* of one shader access: 4 or 16 */
    uint64_t head_bytes, body_bytes, tail_bytes;
};

/** Splits a copy. plain: one operand is host memory, where a copy command is as fast. independent:
 *  the number of commands in the batch that need no barrier. */
struct givk_split givk_plan_copy(const struct givk_plan *plan, uint64_t dst_address,
                                 uint64_t src_address, uint64_t size_bytes, bool plain,
                                 size_t independent);

/** The parts of a fill: single bytes up to a multiple of 4, words by the command or the shader,
 *  single bytes. */
struct givk_fill_split {
    uint32_t head_bytes, tail_bytes;     /* 0 to 3 each */
    struct givk_split words;
};

struct givk_fill_split givk_plan_fill(const struct givk_plan *plan, uint64_t dst_address,
                                      uint64_t size_bytes, bool plain);

/** Tells whether a shader copies or fills a box. plain: one operand is host memory. */
bool givk_plan_box(const struct givk_plan *plan, const struct gi_box *box, bool plain);

/** The grid of a box shader. In a workgroup 1 << row_shift threads cover a row. groups[] counts
 *  workgroups along x (rows of a slice), y (slices) and z (the length of a row). */
struct givk_grid {
    uint32_t row_shift;
    uint32_t groups[3];
};

/** Plans the grid of a box; false if it has more rows, slices or groups than a shader can count. */
bool givk_plan_grid(const struct givk_plan *plan, uint64_t row_groups, uint64_t height,
                    uint64_t depth, struct givk_grid *out_grid);

/** Returns the largest number of aligned 16-byte groups that a row of the box touches. */
uint64_t givk_plan_row_groups(uint64_t address, const struct gi_strides *strides,
                              const struct gi_box *box);

#endif
