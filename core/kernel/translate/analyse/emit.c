#include "kernel/translate/analyse/emit.h"

#include <stdio.h>

#include "kernel/translate/analyse/meeting.h"
#include "kernel/translate/ptx/matrix.h"

static void fail_at(struct gi_emit *emit, gi_status status, const char *why)
{
    if (emit->spirv.status != GI_OK)
        return;
    if (emit->at)
        (void)gi_fail(status, "PTX line %u: %.*s: %s", emit->at->line,
                      (int)emit->at->spelling.length, emit->at->spelling.start, why);
    else
        (void)gi_fail(status, "%s", why);
    gi_spirv_fail(&emit->spirv, status);
}

void gi_emit_refuse(struct gi_emit *emit, const char *why)
{
    fail_at(emit, GI_NOT_SUPPORTED, why);
}

void gi_emit_wrong(struct gi_emit *emit, const char *why)
{
    fail_at(emit, GI_INVALID_VALUE, why);
}

struct gi_emit_function *gi_emit_function_of(struct gi_emit *emit,
                                             const struct gi_ptx_function *function)
{
    struct gi_emit_function *found = emit->by_index[function->index];
    uint32_t length = function->name.length < 100 ? function->name.length : 100;
    char why[200];

    if (found)
        return found;
    (void)snprintf(why, sizeof(why), "%.*s has no body here: calls of it are not built",
                   (int)length, function->name.start);
    gi_emit_refuse(emit, why);
    return NULL;
}

gi_id gi_emit_entry_point(const struct gi_emit *emit)
{
    return emit->rounds_main.n ? emit->rounds_main : gi_emit_checked_entry(emit);
}

gi_id gi_emit_checked_entry(const struct gi_emit *emit)
{
    return emit->check.main.n ? emit->check.main : emit->functions->id;
}

uint32_t gi_emit_carry_register(const struct gi_emit *emit)
{
    return emit->register_count - 1;
}

/* ---- meetings ---- */

enum gi_emit_meeting gi_emit_meeting_by_modifiers(const struct gi_ptx_instruction *instruction)
{
    uint32_t whole = gi_ptx_has(instruction, GI_PTX_M_RED) ? 3 : 1;

    if (gi_ptx_does(instruction, GI_PTX_AWAITS))
        return gi_ptx_has(instruction, GI_PTX_M_TEST_WAIT)
            || gi_ptx_has(instruction, GI_PTX_M_TRY_WAIT) ? GI_EMIT_GIVES_TURN
            : GI_EMIT_MEETS_NOBODY;
    if (gi_ptx_has(instruction, GI_PTX_M_WARP))
        return GI_EMIT_MEETS_WARP;
    if (gi_ptx_has(instruction, GI_PTX_M_ARRIVE) || instruction->operand_count != whole
        || instruction->operands[whole / 2].kind != GI_PTX_INTEGER_VALUE)
        return GI_EMIT_MEETS_PART;
    return GI_EMIT_MEETS_BLOCK;
}

uint32_t gi_emit_words_brought(const struct gi_ptx_instruction *instruction)
{
    if (gi_ptx_does(instruction, GI_PTX_ALL_LANES))
        return gi_ptx_matrix_words(instruction);
    return instruction->type_count
        && gi_ptx_type_bytes(instruction->types[instruction->type_count - 1]) == 8 ? 2 : 1;
}
