/* The plan for NVIDIA's driver. In the device's own memory its copy and fill commands reach a fifth
 * to two thirds of the speed of a shader with 16-byte accesses. With images they reach a tenth or
 * less. Its compute family takes a submit in half the time of the graphics family. Polling a
 * counter sees the end of work several times sooner than sleeping. */
#include "plan.h"

enum {
    /* A queue costs 23 ms when the device is opened and 8 ms when it is closed. Work that depends
     * on another queue's starts 10 us later or more. One queue serves all streams; the other waits
     * for a binary semaphore that another process signals. */
    GIVK_NVIDIA_QUEUES = 2,
    GIVK_NVIDIA_PRIVATE = 8192,
    GIVK_NVIDIA_GROUP_THREADS = 256,
    GIVK_NVIDIA_GROUPS = 65536
};

bool givk_nvidia_fits(const struct givk_facts *facts)
{
    return facts->driver_id == VK_DRIVER_ID_NVIDIA_PROPRIETARY;
}

void givk_nvidia_plan(const struct givk_facts *facts, struct givk_plan *out_plan)
{
    givk_generic_plan(facts, out_plan);
    givk_plan_one_family(facts, out_plan, GIVK_NVIDIA_QUEUES);
    /* It has no use for dedicated memory, and a dedicated import takes three times as long. */
    out_plan->dedicated_imports = false;
    /* It allocates exportable memory in half the time of other memory. */
    out_plan->exportable_pages = true;
    /* It compresses other exportable memory, and sparse buffers do not see compressed bytes. */
    out_plan->dedicated_exports = givk_nvidia_fits(facts);
    out_plan->new_memory_is_zero = givk_nvidia_fits(facts);      /* not if a test chose the plan */
    out_plan->shaders = true;
    out_plan->shader_copy_min_bytes = 65536;
    out_plan->shader_fill_min_bytes = 65536;
    out_plan->box_shaders = facts->byte_storage;
    out_plan->box_row_bytes = 65536;
    out_plan->crowd_commands = 16;
    out_plan->crowd_min_bytes = 256;
    /* The first two make large contiguous copies and fills, the third copies pitched rows. */
    out_plan->shaders_ahead = 1u << GIVK_COPY_16 | 1u << GIVK_FILL_16;
    if (out_plan->box_shaders)
        out_plan->shaders_ahead |= 1u << GIVK_COPY_BOX;
    out_plan->image_shaders.exist = givk_can_store_images(facts);
    if (facts->info.max_group_threads >= GIVK_NVIDIA_GROUP_THREADS)
        out_plan->group_threads = GIVK_NVIDIA_GROUP_THREADS;
    if (facts->info.max_group_count[0] >= GIVK_NVIDIA_GROUPS)
        out_plan->max_groups = GIVK_NVIDIA_GROUPS;
    /* Its compiler takes kernels with arrays of 15,360 bytes, and none with 16,000. Device memory
     * is as fast. */
    out_plan->private_bytes = GIVK_NVIDIA_PRIVATE;
    out_plan->most_local_bytes = 0;
    /* 32 threads that read 32 words of a uniform buffer take 20 times as long as by addresses. */
    out_plan->constants_take_turns = true;
    /* The driver makes host writes visible at the start of each submit. If no earlier command is
     * running, nothing else is needed. The barrier would cost 1 us of 11. */
    out_plan->idle_queue_sees_all = true;
    out_plan->caches_host_memory = true;
    out_plan->spin_ns = 20000;
    out_plan->caller_spin_ns = 3000000;  /* waking from sleep takes up to 0.1 ms */
    /* A process cannot exit while one of its queues waits for a timeline that nobody signals, so
     * the host keeps these waits. vkWaitSemaphores on several semaphores spins. */
    out_plan->wait = GIVK_WAIT_WATCHERS;
    out_plan->timeline_wait_ahead = false;
    out_plan->tests_barriers = true;     /* its GPUs count the warps that come to any */
    /* After a store to an address that is nobody's, counters, fences and waits never tell. */
    out_plan->submits_tell_loss = true;
    out_plan->binary_wait_ahead = true;
}
