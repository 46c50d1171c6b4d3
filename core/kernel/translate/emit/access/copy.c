#include "kernel/translate/emit/access/copy.h"

#include "kernel/translate/emit/space/memory.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"

enum { MOST_COPIED_WORDS = 4 };

void gi_emit_nothing(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    (void)emit;
    (void)instruction;
}

/* A policy is 0: accesses that take one ignore it. */
void gi_emit_createpolicy(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_emit_put(emit, &instruction->operands[0], gi_emit_constant(emit, GI_KIND_U64, 0), false);
}

/* One word from device memory, of which only the first bytes are read and the rest is zero. */
static gi_id partial_word(struct gi_emit *emit, const struct gi_ptx_operand *from,
                          gi_id bytes, uint32_t at)
{
    gi_id result = gi_emit_local(emit, GI_KIND_U32);
    gi_id first = u32(emit, at);
    gi_id zero = u32(emit, 0);
    gi_id left, unused, value = GI_NO_ID;
    struct gi_emit_if open;

    (void)gi_emit_address(emit, from, GI_KIND_U64);     /* its registers are read before the if */
    gi_emit_store(emit, result, zero);
    open = gi_emit_if_begin(emit, gi_emit_2(emit, GiOpUGreaterThan, bytes, first));
    gi_emit_load_values(emit, GI_PTX_GLOBAL, from, GI_KIND_U32, 1, GI_EMIT_PLAIN, &value);
    left = gi_emit_2(emit, GiOpISub, bytes, first);
    left = gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, left,
                         u32(emit, 4));
    unused = gi_emit_2(emit, GiOpISub, u32(emit, 4), left);
    unused = gi_emit_2(emit, GiOpShiftLeftLogical, unused, u32(emit, 3));
    left = gi_emit_2(emit, GiOpShiftRightLogical, u32(emit, UINT32_MAX), unused);
    gi_emit_store(emit, result, gi_emit_2(emit, GiOpBitwiseAnd, value, left));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
    return gi_emit_load(emit, GI_KIND_U32, result);
}

/* The bytes to read: a number, or none if a predicate is set. 0: all. */
static gi_id bytes_to_read(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                           uint32_t all)
{
    const struct gi_ptx_operand *operand = &instruction->operands[3];
    gi_id ignore;

    if (instruction->operand_count < 4)
        return GI_NO_ID;
    if (operand->kind != GI_PTX_REGISTER
        || emit->registers[operand->index].kind != GI_KIND_PRED)
        return gi_emit_get(emit, operand, GI_KIND_U32);
    ignore = gi_emit_get(emit, operand, GI_KIND_PRED);
    return gi_emit_either(emit, GI_KIND_U32, ignore, 0, all);
}

/* A copy whose bytes are all read: one access on each side, since both have the alignment of its
 * size. */
static void copy_whole(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                       uint32_t words)
{
    gi_id values[MOST_COPIED_WORDS] = { 0 };

    gi_emit_load_values(emit, GI_PTX_GLOBAL, &instruction->operands[1], GI_KIND_U32, words,
                        GI_EMIT_PLAIN, values);
    gi_emit_store_values(emit, GI_PTX_SHARED, &instruction->operands[0], GI_KIND_U32, words,
                         values);
}

static void copy_part(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      uint32_t words, gi_id read)
{
    for (uint32_t i = 0; i < words; i++) {
        struct gi_ptx_operand to = instruction->operands[0], from = instruction->operands[1];
        gi_id value;

        to.value += 4 * i;
        from.value += 4 * i;
        value = partial_word(emit, &from, read, 4 * i);
        gi_emit_store_values(emit, GI_PTX_SHARED, &to, GI_KIND_U32, 1, &value);
    }
}

/* The copy is done where it is asked for, so that groups of copies need no wait. */
void gi_emit_cp(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    uint64_t bytes;
    gi_id read;

    if (!gi_ptx_has(instruction, GI_PTX_M_ASYNC)) {
        gi_emit_refuse(emit, "this copy is not built");
        return;
    }
    if (instruction->operand_count < 3)
        return;
    bytes = instruction->operands[2].value;
    if (instruction->space != GI_PTX_SHARED || instruction->second_space != GI_PTX_GLOBAL
        || (bytes != 4 && bytes != 8 && bytes != 16)
        || (bytes != 16 && gi_ptx_has(instruction, GI_PTX_M_CG))) {
        gi_emit_wrong(emit, "it has no such spaces or bytes");
        return;
    }
    read = bytes_to_read(emit, instruction, (uint32_t)bytes);
    if (read.n)
        copy_part(emit, instruction, (uint32_t)bytes / 4, read);
    else
        copy_whole(emit, instruction, (uint32_t)bytes / 4);
}
