#include "kernel/translate/analyse/clock.h"

bool gi_emit_clock_is_timer(enum gi_ptx_special which)
{
    return which == GI_PTX_S_globaltimer || which == GI_PTX_S_globaltimer_lo
        || which == GI_PTX_S_globaltimer_hi;
}

static bool is_clock(enum gi_ptx_special which)
{
    return which == GI_PTX_S_clock || which == GI_PTX_S_clock_hi || which == GI_PTX_S_clock64;
}

static bool is_lower_half(enum gi_ptx_special which)
{
    return which == GI_PTX_S_clock || which == GI_PTX_S_globaltimer_lo;
}

bool gi_emit_is_clock(enum gi_ptx_special which)
{
    return gi_emit_clock_is_timer(which) || is_clock(which);
}

bool gi_emit_clock_is_own(const struct gi_translate_target *target, enum gi_ptx_special which)
{
    return gi_emit_clock_is_timer(which) ? target->device_clock : target->subgroup_clock;
}

bool gi_emit_clock_has_word(const struct gi_translate_target *target, enum gi_ptx_special which)
{
    if (!gi_emit_is_clock(which))
        return false;
    if (target->short_clock)
        return !is_lower_half(which);
    if (target->host_stores_unseen && (target->subgroup_clock || target->device_clock))
        return false;
    return !gi_emit_clock_is_own(target, which);
}
