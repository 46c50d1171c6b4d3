#include "kernel/translate/emit_constant.h"

#include "kernel/translate/emit_memory.h"
#include "kernel/translate/emit_special.h"

/* A neighbour counts if it is among so many instructions behind the load. */
enum { SOON = 64, FOUR = 16 };

/* Where a load of constant memory reads; false where that is no fixed place of four whole words. */
static bool place_of(const struct gi_ptx_operand *memory, const struct gi_ptx_variable **of,
                     uint64_t *offset)
{
    const struct gi_ptx_operand *base = &memory->to.items[0];

    if (memory->kind != GI_PTX_MEMORY || memory->count != 1 || base->kind != GI_PTX_VARIABLE
        || base->to.variable->space != GI_PTX_CONST)
        return false;
    *of = base->to.variable;
    *offset = base->value + memory->value;
    return *offset % 4 == 0 && *offset / FOUR * FOUR + FOUR <= (*of)->bytes;
}

static bool is_neighbour(const struct gi_ptx_instruction *instruction,
                         const struct gi_ptx_variable *of, uint64_t offset)
{
    const struct gi_ptx_variable *other;
    uint64_t at;

    return instruction->opcode == GI_PTX_OP_ld && instruction->space == GI_PTX_CONST
        && instruction->vector == 1 && place_of(&instruction->operands[1], &other, &at)
        && other == of && at != offset && at / FOUR == offset / FOUR;
}

static bool has_neighbour(const struct gi_emit *emit, const struct gi_ptx_variable *of,
                          uint64_t offset)
{
    const struct gi_ptx_body *body = emit->current->body;
    uint32_t first = (uint32_t)(emit->at - body->instructions) + 1;

    for (uint32_t i = first; i < body->instruction_count && i < first + SOON; i++) {
        if (is_neighbour(&body->instructions[i], of, offset))
            return true;
    }
    return false;
}

static void load_four(struct gi_emit *emit, const struct gi_ptx_variable *of, uint64_t offset,
                      uint32_t *values)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t type = gi_spirv_type_vector(spirv, gi_emit_type_id(emit, GI_EMIT_U32), 4);
    uint32_t pointer = gi_emit_device_pointer(emit, gi_emit_address_of(emit, of, offset),
                                              GI_EMIT_U32, 4);
    uint32_t four = gi_spirv_value3(spirv, GiOpLoad, type, pointer,
                                    GiMemoryAccessAligned | GiMemoryAccessNonPrivatePointer, FOUR);

    for (uint32_t i = 0; i < 4; i++)
        values[i] = gi_emit_2(emit, GiOpCompositeExtract, GI_EMIT_U32, four, i);
}

bool gi_emit_load_constant(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                           enum gi_emit_kind kind, uint32_t *out_value)
{
    const struct gi_ptx_variable *of;
    struct gi_emit_four *four;
    uint64_t offset;

    if (gi_emit_bits(kind) != 32 || emit->target->checks_memory
        || !place_of(memory, &of, &offset))
        return false;
    four = &emit->fours[offset / FOUR % GI_EMIT_FOURS];
    if (four->of != of || four->offset != offset / FOUR * FOUR || four->stamp != emit->stamp) {
        if (!has_neighbour(emit, of, offset))
            return false;
        *four = (struct gi_emit_four){ .of = of, .offset = offset / FOUR * FOUR,
                                       .stamp = emit->stamp };
        load_four(emit, of, four->offset, four->values);
    }
    *out_value = gi_emit_cast(emit, four->values[offset % FOUR / 4], GI_EMIT_U32, kind);
    return true;
}
