/* The plan for any device: Vulkan's own commands, and all queues that can compute. */
#include "plan.h"

enum { GIVK_GENERIC_QUEUES = 8, GIVK_CPU_PRIVATE = 8192, GIVK_CPU_LOCAL = 64 << 20 };

/** A software driver spins when a thread waits for several timelines. It has no kernel object that
 *  several waits can share. */
static enum givk_wait_method givk_generic_wait(const struct givk_facts *facts)
{
    return facts->info.kind == GI_DEVICE_CPU ? GIVK_WAIT_WATCHERS : GIVK_WAIT_ANY;
}

static void givk_add_compute_families(const struct givk_facts *facts, struct givk_plan *plan,
                                      bool with_graphics)
{
    for (uint32_t i = 0; i < facts->family_count; i++) {
        VkQueueFlags flags = facts->families[i].queueFlags;
        bool graphics = (flags & VK_QUEUE_GRAPHICS_BIT) != 0;
        if ((flags & VK_QUEUE_COMPUTE_BIT) != 0 && graphics == with_graphics)
            givk_plan_add_family(facts, plan, i, GIVK_GENERIC_QUEUES - plan->queue_count);
    }
}

/** In Mesa's CPU driver an image with optimal tiling has the layout of a linear one. */
static void givk_plan_textures(const struct givk_facts *facts, struct givk_plan *plan)
{
    const struct givk_texture_facts *textures = &facts->textures;

    if (textures->bindless)
        plan->textures = GIVK_TEXTURES_BINDLESS;
    else if (facts->driver_id == VK_DRIVER_ID_MESA_LLVMPIPE && facts->byte_storage)
        plan->textures = GIVK_TEXTURES_IN_MEMORY;
    else
        return;
    plan->texture_slots = GIVK_TEXTURE_SLOTS;
    if (textures->bindless && textures->slots < plan->texture_slots)
        plan->texture_slots = textures->slots;
}

/** Mesa's CPU driver takes 0.1 ms for each byte of an array to compile a kernel, in time and in
 *  nothing else. It runs no more than a few groups at once. */
static void givk_plan_local(const struct givk_facts *facts, struct givk_plan *plan)
{
    if (facts->driver_id != VK_DRIVER_ID_MESA_LLVMPIPE)
        return;
    plan->private_bytes = GIVK_CPU_PRIVATE;
    plan->most_local_bytes = GIVK_CPU_LOCAL;
}

void givk_generic_plan(const struct givk_facts *facts, struct givk_plan *out_plan)
{
    bool host_like = facts->info.kind == GI_DEVICE_CPU || facts->info.kind == GI_DEVICE_INTEGRATED;
    bool cpu = facts->info.kind == GI_DEVICE_CPU;

    /* Dedicated compute queues come first and leave the graphics queue to the program's drawing. */
    givk_add_compute_families(facts, out_plan, false);
    givk_add_compute_families(facts, out_plan, true);
    if (facts->push_descriptors)
        out_plan->constant_bytes = facts->uniform_bytes;
    out_plan->map_device_memory = host_like;
    out_plan->host_addresses = cpu;
    out_plan->wraps_read_only = cpu;
    out_plan->range_step_bytes = GIVK_SPARSE_STEP;
    /* RADV's addresses are in the upper half, where a process has no memory. */
    out_plan->place_host = !cpu && facts->placed_maps &&
                              facts->driver_id != VK_DRIVER_ID_MESA_RADV;
    out_plan->import_step_bytes = cpu ? 1 : 4096;
    out_plan->dedicated_imports = !cpu;  /* a CPU has one kind of memory */
    /* The host and other queues see all writes of a CPU's queue once it is idle. */
    out_plan->idle_queue_sees_all = cpu;
    out_plan->piece_bytes = UINT64_C(1) << 30;
    out_plan->group_threads = facts->info.max_group_threads < 256 ? 128 : 256;
    out_plan->max_groups = facts->info.max_group_count[0] < 65535 ?
                           facts->info.max_group_count[0] : 65535;
    /* Used only on request. A CPU compiles code for each texel of a unit. */
    out_plan->image_shaders = (struct givk_image_shaders){
        .texels_written = 1,
        .texels_read = 4,
        .texels_of_host = 4,
        .pair_threads = 16,
        .row_bytes = 256,
        .host_row_bytes = 1024,
        .rows = cpu ? 1 : 4,
    };
    givk_plan_textures(facts, out_plan);
    givk_plan_local(facts, out_plan);
    out_plan->wait = givk_generic_wait(facts);
    out_plan->spin_ns = cpu ? 0 : 10000;
    out_plan->caller_spin_ns = out_plan->spin_ns;
    out_plan->timeline_wait_ahead = !cpu;
    out_plan->binary_wait_ahead = false;
}
