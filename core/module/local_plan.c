#include "local_plan.h"

#include "base/least.h"
#include "kernel/target/target.h"

static uint64_t parts(uint64_t whole, uint64_t part)
{
    return (whole + part - 1) / part;
}

static uint64_t group_bytes(const struct gi_local_needs *needs)
{
    uint64_t threads = parts(needs->group_threads, GI_TRANSLATE_LOCAL_LANES);

    return threads * GI_TRANSLATE_LOCAL_LANES * needs->thread_bytes + needs->shared_bytes;
}

/* At most so many of count, in parts of about one size. */
static uint32_t evenly(uint32_t count, uint64_t most)
{
    return (uint32_t)parts(count, parts(count, most));
}

/* A part of a row, some whole rows, or some whole slices. */
static void cut_piece(const struct gi_local_needs *needs, uint64_t fit,
                      uint32_t out_piece[static 3])
{
    for (int i = 0; i < 3; i++) {
        out_piece[i] = evenly(needs->groups[i], gi_least(fit, needs->max_groups[i]));
        fit = out_piece[i] == needs->groups[i] ? fit / out_piece[i] : 1;
        fit = fit == 0 ? 1 : fit;
    }
}

gi_status gi_local_plan(const struct gi_local_needs *needs, struct gi_local_plan *out_plan)
{
    uint64_t bytes = group_bytes(needs);
    uint64_t groups = (uint64_t)needs->groups[0] * needs->groups[1] * needs->groups[2];
    uint64_t fit = needs->most_bytes > bytes ? needs->most_bytes / bytes : 1;
    struct gi_local_plan plan = { .pieces = 1 };

    *out_plan = plan;
    if (needs->at_once && groups > UINT64_MAX / bytes)
        return gi_fail(GI_OUT_OF_MEMORY, "launch: all %llu blocks have to run at one time, each "
                       "with %llu bytes of local and shared memory", (unsigned long long)groups,
                       (unsigned long long)bytes);
    if (needs->at_once || groups <= fit) {
        plan.bytes = groups * bytes;
        *out_plan = plan;
        return GI_OK;
    }
    cut_piece(needs, fit, plan.piece);
    plan.bytes = bytes;
    for (int i = 0; i < 3; i++) {
        plan.bytes *= plan.piece[i];
        plan.pieces *= parts(needs->groups[i], plan.piece[i]);
    }
    if (plan.pieces > GI_LOCAL_PIECES)
        return gi_fail(GI_OUT_OF_RESOURCES, "launch: %llu blocks, each with %llu bytes of local "
                       "and shared memory, would go in %llu pieces that fit into %llu bytes; at "
                       "most %d are possible", (unsigned long long)groups,
                       (unsigned long long)bytes, (unsigned long long)plan.pieces,
                       (unsigned long long)needs->most_bytes, GI_LOCAL_PIECES);
    *out_plan = plan;
    return GI_OK;
}
