#include "kernel/translate/emit/space/block_memory.h"

#include "kernel/translate/emit/space/local.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/push.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"

static gi_id of_constants(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, gi_id b)
{
    return gi_spirv_spec_op(&emit->spirv, op, gi_emit_type_id(emit, GI_KIND_U32), a, b);
}

/* The number of the block in its piece of the grid. The numbers of a piece's blocks follow each
 * other, so what is lost of large ones does not matter. */
static gi_id block_number(struct gi_emit *emit)
{
    const struct gi_translate_kernel *kernel = emit->kernel;
    struct gi_ptx_operand block = { .kind = GI_PTX_SPECIAL, .index = GI_PTX_S_ctaid, .part = 2 };
    gi_id number = gi_emit_special(emit, &block, GI_KIND_U32);

    while (block.part-- > 0) {
        gi_id size = gi_emit_push_word(emit, kernel->push_grid_bytes + 4u * block.part);

        number = op2(emit, GiOpIMul, number, size);
        number = op2(emit, GiOpIAdd, number, gi_emit_special(emit, &block, GI_KIND_U32));
    }
    return op2(emit, GiOpISub, number,
               gi_emit_push_word(emit, kernel->push_blocks_bytes + sizeof(uint64_t)));
}

/* The bytes of local memory of a block: an id of a constant. */
static gi_id local_bytes(struct gi_emit *emit)
{
    const uint32_t lanes = GI_TRANSLATE_LOCAL_LANES;
    gi_id threads = gi_emit_block_threads(emit);

    threads = of_constants(emit, GiOpIAdd, threads, u32(emit, lanes - 1));
    threads = of_constants(emit, GiOpBitwiseAnd, threads, u32(emit, ~(lanes - 1)));
    return of_constants(emit, GiOpIMul, threads, u32(emit, emit->kernel->local_thread_bytes));
}

gi_id gi_emit_block_shared_bytes(struct gi_emit *emit, uint32_t more)
{
    gi_id bytes = u32(emit, emit->shared_bytes + more);

    return emit->kernel->dynamic_shared
        ? of_constants(emit, GiOpIAdd, bytes, gi_spirv_spec_u32(&emit->spirv, 3, 0)) : bytes;
}

/* The bytes of device memory for it, as gi_translate_shared_room says. */
static gi_id shared_room(struct gi_emit *emit)
{
    const uint32_t step = GI_TRANSLATE_SHARED_STEP;
    gi_id bytes = gi_emit_block_shared_bytes(emit, step);

    return of_constants(emit, GiOpBitwiseAnd, bytes, u32(emit, ~(step - 1)));
}

/* The address of the memory of the block, and behind its local memory. */
static gi_id block_address(struct gi_emit *emit, gi_id *out_behind_local)
{
    const struct gi_translate_kernel *kernel = emit->kernel;
    gi_id local = GI_NO_ID, bytes = GI_NO_ID, block, more;

    if (kernel->local_in_memory)
        bytes = local = local_bytes(emit);
    if (kernel->shared_in_memory) {
        bytes = shared_room(emit);
        bytes = local.n ? of_constants(emit, GiOpIAdd, local, bytes) : bytes;
    }
    block = wide(emit, block_number(emit));
    more = wide(emit, bytes);
    block = op2(emit, GiOpIMul, block, more);
    block = op2(emit, GiOpIAdd, block, gi_emit_push_u64(emit, kernel->push_blocks_bytes));
    *out_behind_local = local.n ? op2(emit, GiOpIAdd, block, wide(emit, local)) : block;
    return block;
}

void gi_emit_block_memory_begin(struct gi_emit *emit)
{
    gi_id behind;

    if (emit->kernel->local_in_memory)
        gi_emit_local_begin(emit, block_address(emit, &behind));
}

void gi_emit_block_declare_shared(struct gi_emit *emit)
{
    emit->shared.storage = GiStorageClassPhysicalStorageBuffer;
    emit->shared_address = gi_spirv_new_function(&emit->spirv);
}

/* A variable with the address would do, and would be less to compute. NVIDIA's compiler (driver
 * 580) crashes on large kernels that have one. */
void gi_emit_block_memory_functions(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type address;
    gi_id shared;

    if (!emit->shared_address.n)
        return;
    address = gi_emit_type_id(emit, GI_KIND_U64);
    gi_spirv_function_begin(spirv, emit->shared_address, address,
                            gi_spirv_type_function(spirv, address, NULL, 0),
                            GiFunctionControlNone);
    gi_spirv_label(spirv, GI_NO_ID);
    (void)block_address(emit, &shared);
    gi_spirv_return_value(spirv, shared);
    gi_spirv_function_end(spirv);
}

gi_id gi_emit_block_shared_address(struct gi_emit *emit, gi_id address)
{
    gi_id shared = gi_spirv_call(&emit->spirv, gi_emit_type_id(emit, GI_KIND_U64),
                                 emit->shared_address, NULL, 0);

    return op2(emit, GiOpIAdd, shared, wide(emit, address));
}
