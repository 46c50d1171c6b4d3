#include "kernel/translate/emit/space/local.h"

#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"

/* Threads whose elements alternate: a group of them has LANES times the memory of one. */
enum { LANES = GI_TRANSLATE_LOCAL_LANES, LANE_BITS = 5 };

_Static_assert(LANES == 1 << LANE_BITS, "the numbers of lanes are powers of two");

static uint32_t element_shift(const struct gi_emit *emit)
{
    uint32_t bytes = emit->local.bytes;

    return bytes == 8 ? 3 : bytes == 4 ? 2 : bytes == 2 ? 1 : 0;
}

void gi_emit_local_declare(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct gi_emit_words *words = &emit->local;
    uint32_t count = (uint32_t)((emit->local_bytes + words->bytes - 1) / words->bytes);
    gi_type type;

    words->kind = gi_emit_unsigned(words->bytes * 8);
    words->storage = GiStorageClassPrivate;
    if (emit->kernel->local_in_memory) {
        words->storage = GiStorageClassPhysicalStorageBuffer;
        type = gi_emit_type_id(emit, GI_KIND_U64);
    } else {
        type = gi_emit_type_id(emit, words->kind);
        type = gi_spirv_type_array(spirv, type, gi_spirv_constant_u32(spirv, count ? count : 1), 0);
    }
    words->variable = gi_spirv_variable(spirv, gi_spirv_type_pointer(spirv, GiStorageClassPrivate,
                                                                     type),
                                        GiStorageClassPrivate, GI_NO_ID);
}

void gi_emit_local_begin(struct gi_emit *emit, gi_id block)
{
    const struct gi_translate_kernel *kernel = emit->kernel;
    gi_id thread = gi_emit_flat_thread(emit), lane, group;

    group = op2(emit, GiOpShiftRightLogical, thread, u32(emit, LANE_BITS));
    group = op2(emit, GiOpIMul, group, u32(emit, kernel->local_thread_bytes * LANES));
    lane = op2(emit, GiOpBitwiseAnd, thread, u32(emit, LANES - 1));
    lane = op2(emit, GiOpShiftLeftLogical, lane, u32(emit, element_shift(emit)));
    block = op2(emit, GiOpIAdd, block, wide(emit, op2(emit, GiOpIAdd, group, lane)));
    gi_emit_store(emit, emit->local.variable, block);
}

gi_id gi_emit_local_address(struct gi_emit *emit, gi_id index)
{
    gi_id part = gi_emit_load(emit, GI_KIND_U64, emit->local.variable);
    gi_id offset = op2(emit, GiOpShiftLeftLogical, index,
                       u32(emit, LANE_BITS + element_shift(emit)));

    return op2(emit, GiOpIAdd, part, wide(emit, offset));
}
