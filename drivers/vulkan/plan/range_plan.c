/* Chooses how ranges of addresses are made. The host's way comes first: it needs no queue. */
#include "plan.h"

/** A CPU device reads and writes through the process's own mappings, also through those that are
 *  made after it has imported their addresses. Memory that it exports is a shared mapping, which
 *  can be mapped a second time. */
static bool givk_can_remap(const struct givk_facts *facts)
{
    return facts->memory_host.import && facts->memory_opaque_fd.import &&
           facts->memory_opaque_fd.export;
}

/** Returns why the device has no sparse buffers for ranges; NULL: it has. */
static const char *givk_why_not_sparse(const struct givk_facts *facts,
                                       const struct givk_plan *plan)
{
    if (!facts->sparse.binding)
        return "its driver has no sparse binding";
    if (!facts->sparse.buffers)
        return "its driver has no sparse buffers (sparseResidencyBuffer)";
    if (!facts->sparse.aliased)
        return "its driver binds no memory twice (sparseResidencyAliased)";
    if (plan->sparse.queues == 0 && !plan->sparse.has_own_queue)
        return "it has no queue that binds sparse buffers";
    return NULL;
}

static bool givk_can_bind(const struct givk_facts *facts, uint32_t family)
{
    return (facts->families[family].queueFlags & VK_QUEUE_SPARSE_BINDING_BIT) != 0;
}

/** Finds the queues that bind. One more is only opened if there must be one: each queue takes
 *  NVIDIA's driver 23 ms. */
static void givk_plan_bind_queues(const struct givk_facts *facts, struct givk_plan *plan)
{
    for (uint32_t i = 0; i < plan->queue_count; i++) {
        uint32_t family, number;

        givk_plan_queue(plan, i, &family, &number);
        if (givk_can_bind(facts, family))
            plan->sparse.queues |= UINT32_C(1) << i;
    }
    for (uint32_t i = 0; i < facts->family_count && plan->sparse.queues == 0; i++) {
        if (givk_can_bind(facts, i) && !plan->sparse.has_own_queue &&
            plan->family_count < GIVK_MAX_FAMILIES) {
            plan->sparse.has_own_queue = true;
            plan->sparse.own_family = i;
        }
    }
}

enum givk_range_limit givk_range_limit(const struct givk_facts *facts, uint64_t size_bytes,
                                       uint64_t reserved_bytes)
{
    if (size_bytes > facts->max_buffer_bytes)
        return GIVK_RANGE_BEYOND_BUFFERS;
    if (reserved_bytes > facts->sparse.most_bytes ||
        size_bytes > facts->sparse.most_bytes - reserved_bytes)
        return GIVK_RANGE_BEYOND_ADDRESSES;
    return GIVK_RANGE_FITS;
}

void givk_plan_ranges(const struct givk_facts *facts, struct givk_plan *plan)
{
    bool cpu = facts->info.kind == GI_DEVICE_CPU;

    plan->ranges = GIVK_RANGES_NONE;
    if (cpu && !plan->sparse.on_cpu && givk_can_remap(facts)) {
        plan->ranges = GIVK_RANGES_HOST;
        return;
    }
    if (cpu && !plan->sparse.on_cpu) {
        plan->why_no_ranges = "its driver must import host memory, and export memory";
        return;
    }
    givk_plan_bind_queues(facts, plan);
    plan->why_no_ranges = givk_why_not_sparse(facts, plan);
    if (plan->why_no_ranges != NULL) {
        plan->sparse.has_own_queue = false;
        return;
    }
    plan->ranges = GIVK_RANGES_SPARSE;
    if (!cpu)
        plan->sparse.shares = facts->sparse.opaque_fd.import && facts->sparse.opaque_fd.export &&
                              !facts->sparse.opaque_fd.dedicated_only;
    plan->open_import_sizes |= !cpu;
}
