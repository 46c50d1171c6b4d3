#include "capture_rules.h"

/* Rows: the thread's mode. Columns: own captures, captures of other threads. Each cell: the modes
 * of captures that refuse an unsafe call, as bits. */
#define BIT(mode) (1u << GI_CAPTURE_##mode)
static const unsigned refusing[3][2] = {
    [GI_CAPTURE_GLOBAL] = { BIT(GLOBAL) | BIT(THREAD_LOCAL), BIT(GLOBAL) },
    [GI_CAPTURE_THREAD_LOCAL] = { BIT(GLOBAL) | BIT(THREAD_LOCAL), 0 },
    [GI_CAPTURE_RELAXED] = { 0, 0 },
};

bool gi_capture_refuses_unsafe(const struct gi_capture_facts *facts)
{
    return (refusing[facts->thread_mode][facts->is_own ? 0 : 1] >> facts->mode & 1) != 0;
}

gi_status gi_capture_may_end(const struct gi_capture_facts *facts)
{
    return facts->is_own || facts->mode == GI_CAPTURE_RELAXED ? GI_OK : GI_CAPTURE_WRONG_THREAD;
}

gi_status gi_capture_may_join(const struct gi_capture_join_facts *facts)
{
    if (facts->is_over)
        return GI_INVALID_VALUE;
    if (facts->is_legacy)
        return GI_CAPTURE_IMPLICIT;
    if (facts->captures && !facts->is_same)
        return GI_CAPTURE_MERGE;
    if (facts->is_broken)
        return facts->captures ? GI_CAPTURE_INVALIDATED : GI_INVALID_VALUE;
    return GI_OK;
}

enum gi_capture_mode gi_capture_mode_of(int mode)
{
    return mode == GI_CAPTURE_GLOBAL || mode == GI_CAPTURE_THREAD_LOCAL ? (enum gi_capture_mode)mode
                                                                        : GI_CAPTURE_RELAXED;
}

const char *gi_capture_mode_name(int mode)
{
    static const char *const names[] = { "global", "thread-local", "relaxed" };

    return mode >= 0 && mode <= 2 ? names[mode] : "unknown";
}
