#include "kernel/translate/emit/space/local.h"

#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/push.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"

/* Threads whose elements alternate: a group of them has LANES times the memory of one. */
enum { LANES = GI_TRANSLATE_LOCAL_LANES, LANE_BITS = 5 };

_Static_assert(LANES == 1 << LANE_BITS, "the numbers of lanes are powers of two");

static uint32_t wide(struct gi_emit *emit, uint32_t value)
{
    return gi_emit_cast(emit, value, GI_EMIT_U32, GI_EMIT_U64);
}

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
    uint32_t type;

    words->kind = gi_emit_unsigned(words->bytes * 8);
    words->storage = GiStorageClassPrivate;
    if (emit->kernel->local_in_memory) {
        words->storage = GiStorageClassPhysicalStorageBuffer;
        type = gi_emit_type_id(emit, GI_EMIT_U64);
    } else {
        type = gi_emit_type_id(emit, words->kind);
        type = gi_spirv_type_array(spirv, type, gi_spirv_constant_u32(spirv, count ? count : 1), 0);
    }
    words->variable = gi_spirv_variable(spirv, gi_spirv_type_pointer(spirv, GiStorageClassPrivate,
                                                                     type),
                                        GiStorageClassPrivate, 0);
}

/* The number of the block in its piece of the grid. The numbers of a piece's blocks follow each
 * other, so what is lost of large ones does not matter. */
static uint32_t block_number(struct gi_emit *emit)
{
    const struct gi_translate_kernel *kernel = emit->kernel;
    struct gi_ptx_operand block = { .kind = GI_PTX_SPECIAL, .index = GI_PTX_S_ctaid, .part = 2 };
    uint32_t number = gi_emit_special(emit, &block, GI_EMIT_U32);

    while (block.part-- > 0) {
        uint32_t size = gi_emit_push_word(emit, kernel->push_grid_bytes + 4u * block.part);

        number = op32(emit, GiOpIMul, number, size);
        number = op32(emit, GiOpIAdd, number, gi_emit_special(emit, &block, GI_EMIT_U32));
    }
    return op32(emit, GiOpISub, number,
                gi_emit_push_word(emit, kernel->push_local_bytes + sizeof(uint64_t)));
}

/* The bytes of a block: an id of a constant. */
static uint32_t block_bytes(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t word = gi_emit_type_id(emit, GI_EMIT_U32);
    uint32_t threads = gi_spirv_spec_op(spirv, GiOpIMul, word,
                                        GI_SPIRV_WORDS(emit->block_size[0], emit->block_size[1]));

    threads = gi_spirv_spec_op(spirv, GiOpIMul, word,
                               GI_SPIRV_WORDS(threads, emit->block_size[2]));
    threads = gi_spirv_spec_op(spirv, GiOpIAdd, word,
                               GI_SPIRV_WORDS(threads, u32(emit, LANES - 1)));
    threads = gi_spirv_spec_op(spirv, GiOpBitwiseAnd, word,
                               GI_SPIRV_WORDS(threads, u32(emit, ~(uint32_t)(LANES - 1))));
    return gi_spirv_spec_op(spirv, GiOpIMul, word,
                            GI_SPIRV_WORDS(threads, u32(emit, emit->kernel->local_thread_bytes)));
}

void gi_emit_local_begin(struct gi_emit *emit)
{
    const struct gi_translate_kernel *kernel = emit->kernel;
    uint32_t at, thread, lane, group, bytes;

    if (!kernel->local_in_memory)
        return;
    thread = gi_emit_flat_thread(emit);
    group = op32(emit, GiOpShiftRightLogical, thread, u32(emit, LANE_BITS));
    group = op32(emit, GiOpIMul, group, u32(emit, kernel->local_thread_bytes * LANES));
    lane = op32(emit, GiOpBitwiseAnd, thread, u32(emit, LANES - 1));
    lane = op32(emit, GiOpShiftLeftLogical, lane, u32(emit, element_shift(emit)));
    at = wide(emit, block_number(emit));
    bytes = wide(emit, block_bytes(emit));
    at = op64(emit, GiOpIMul, at, bytes);
    at = op64(emit, GiOpIAdd, at, wide(emit, op32(emit, GiOpIAdd, group, lane)));
    at = op64(emit, GiOpIAdd, at, gi_emit_push_u64(emit, kernel->push_local_bytes));
    gi_emit_store(emit, emit->local.variable, at);
}

uint32_t gi_emit_local_address(struct gi_emit *emit, uint32_t index)
{
    uint32_t part = gi_emit_load(emit, GI_EMIT_U64, emit->local.variable);
    uint32_t offset = op32(emit, GiOpShiftLeftLogical, index,
                           u32(emit, LANE_BITS + element_shift(emit)));

    return op64(emit, GiOpIAdd, part, wide(emit, offset));
}
