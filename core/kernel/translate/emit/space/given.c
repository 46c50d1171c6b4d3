#include "kernel/translate/emit/space/given.h"

#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/value/flow.h"

/* The functions of the check ask what an emission has: the entry with its number, and a kernel,
 * which they note things in that do not concern this one. */
struct made {
    struct gi_emit emit;
    struct gi_emit_function entry;
    struct gi_ptx_function function;
    struct gi_translate_kernel kernel;
};

struct gi_emit *gi_emit_given_new(struct gi_arena *arena, const struct gi_emit_given *given)
{
    struct made *made = gi_arena_alloc(arena, 1, sizeof(*made));

    if (!made)
        return NULL;
    made->kernel = *given->kernel;
    made->kernel.dynamic_shared = false;        /* the bounds of arrays say it */
    made->function.index = given->number;
    made->entry.function = &made->function;
    made->emit.arena = arena;
    made->emit.kernel = &made->kernel;
    made->emit.target = given->target;
    made->emit.functions = &made->entry;
    made->emit.meetings.way = GI_WARP_PLAIN;
    return &made->emit;
}

void gi_emit_given_declare(struct gi_emit *emit, bool is_explicit)
{
    if (is_explicit) {
        emit->report_access = GiMemoryAccessNonPrivatePointer;
        gi_spirv_capability(&emit->spirv, GiCapabilityExplicitMemoryModelDeviceScope);
    }
    gi_emit_make_ended(emit);
    gi_emit_check_declare(emit);
}

gi_id gi_emit_given_failed(struct gi_emit *emit)
{
    return gi_emit_load(emit, GI_KIND_PRED, emit->ended);
}

gi_id gi_emit_given_finish(struct gi_emit *emit, gi_id entry)
{
    emit->functions->id = entry;
    gi_emit_check_functions(emit);
    gi_emit_report_functions(emit);
    return gi_emit_entry_point(emit);
}
