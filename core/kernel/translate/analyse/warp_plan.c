#include "kernel/translate/analyse/warp_plan.h"

/* Whether subgroups of a size can be had, and do what a warp needs. */
static bool has_subgroups(const struct gi_translate_target *target, uint32_t lanes)
{
    uint8_t needed = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE;

    if ((target->subgroup_operations & needed) != needed)
        return false;
    if (target->subgroup_least == lanes && target->subgroup_most == lanes)
        return true;
    return target->subgroup_can_be_required && target->subgroup_least <= lanes
        && lanes <= target->subgroup_most;
}

/* Whether the device's barriers do for kernels that threads leave early. */
static bool may_leave(const struct gi_translate_target *target, enum gi_warp_reach barriers)
{
    if (barriers == GI_WARP_LEFT)
        return target->ended_at_barriers != GI_TRANSLATE_ENDED_AWAITED;
    return barriers != GI_WARP_LEFT_LOOP
        || target->ended_at_barriers == GI_TRANSLATE_ENDED_SKIPPED;
}

/* Whether the device's own subgroups do it. The lanes that fill up a block end at once. */
static bool natively(const struct gi_translate_target *target, const struct gi_warp_needs *needs)
{
    if (needs->operations == GI_WARP_APART && !target->reconverges)
        return false;
    return needs->barriers == GI_WARP_NEVER
        || target->ended_at_barriers == GI_TRANSLATE_ENDED_SKIPPED;
}

/* Whether warps can come to the barriers apart. Before each one all lanes of a warp have to be
 * there. */
static bool may_come_apart(const struct gi_translate_target *target,
                           const struct gi_warp_needs *needs)
{
    return needs->alike_barriers && target->barriers_count_warps && target->reconverges
        && target->ended_at_barriers == GI_TRANSLATE_ENDED_SKIPPED
        && has_subgroups(target, GI_WARP_THREADS);
}

enum gi_warp_way gi_warp_plan(const struct gi_translate_target *target,
                              const struct gi_warp_needs *needs)
{
    bool meets = needs->operations != GI_WARP_NEVER || needs->barriers != GI_WARP_NEVER
        || needs->turns;

    if (needs->partial_barriers || (needs->turns && !target->threads_progress))
        return GI_WARP_MACHINE;
    if (needs->barriers == GI_WARP_APART && !may_come_apart(target, needs))
        return GI_WARP_MACHINE;
    if (!may_leave(target, needs->barriers))
        return GI_WARP_MACHINE;
    if (meets && target->always_machine)
        return GI_WARP_MACHINE;
    if (needs->operations == GI_WARP_NEVER && needs->barriers != GI_WARP_APART)
        return GI_WARP_PLAIN;
    if (natively(target, needs) && has_subgroups(target, GI_WARP_THREADS))
        return GI_WARP_NATIVE_32;
    if (natively(target, needs) && has_subgroups(target, 2 * GI_WARP_THREADS))
        return GI_WARP_NATIVE_64;
    /* the barriers of an exchange are for all threads of the block */
    if (needs->operations == GI_WARP_TOGETHER && needs->barriers <= GI_WARP_TOGETHER)
        return GI_WARP_EXCHANGE;
    return GI_WARP_MACHINE;
}
