#include "kernel/translate/ptx/facts.h"

#include "kernel/translate/ptx/forms.h"

/* The names that opcode_list.h has. */
enum {
    JUMPS = GI_PTX_JUMPS,
    SWITCHES = GI_PTX_SWITCHES,
    RETURNS = GI_PTX_RETURNS,
    EXITS = GI_PTX_EXITS,
    CALLS = GI_PTX_CALLS,
    FAILS = GI_PTX_FAILS,
    MEETS_BLOCK = GI_PTX_MEETS_BLOCK,
    MEETS_WARP = GI_PTX_MEETS_WARP,
    AWAITS = GI_PTX_AWAITS,
    FENCES = GI_PTX_FENCES,
    WHOLE_WARPS = GI_PTX_WHOLE_WARPS,
    LOADS = GI_PTX_LOADS,
    STORES = GI_PTX_STORES,
    UPDATES = GI_PTX_UPDATES,
    COPIES = GI_PTX_COPIES,
    HINTS = GI_PTX_HINTS,
    CONVERTS_ADDRESS = GI_PTX_CONVERTS_ADDRESS,
    SAMPLES = GI_PTX_SAMPLES,
    GATHERS = GI_PTX_GATHERS,
    READS_SURFACE = GI_PTX_READS_SURFACE,
    ASKS = GI_PTX_ASKS,
    WRITES = GI_PTX_WRITES,
    MOVES = GI_PTX_MOVES,
    CHOOSES = GI_PTX_CHOOSES,
    CONVERTS = GI_PTX_CONVERTS,
    TAKES_CARRY = GI_PTX_TAKES_CARRY,
    KEEPS_LOW = GI_PTX_KEEPS_LOW,
    MULTIPLIES = GI_PTX_MULTIPLIES,
    PARTS = GI_PTX_PARTS,
    BY_WORDS = GI_PTX_BY_WORDS,
    ALL_LANES = GI_PTX_ALL_LANES
};

const uint32_t gi_ptx_facts[GI_PTX_OP_COUNT] = {
#define O(name, facts) [GI_PTX_OP_##name] = facts,
#include "kernel/translate/ptx/opcode_list.h"
#undef O
};

bool gi_ptx_writes_first(const struct gi_ptx_instruction *instruction)
{
    uint32_t count;
    const struct gi_ptx_form *forms = gi_ptx_forms_of(instruction->opcode, &count);

    if (forms != NULL)
        return gi_ptx_form_writes_first(forms);
    if (gi_ptx_does(instruction, GI_PTX_MEETS_BLOCK))
        return gi_ptx_has(instruction, GI_PTX_M_RED);
    return gi_ptx_does(instruction, GI_PTX_WRITES);
}
