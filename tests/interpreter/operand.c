/* Operands: registers, numbers, special registers, addresses. */
#include "state.h"
#include "real.h"

uint64_t type_mask(enum gi_ptx_type type)
{
    uint32_t bytes = gi_ptx_type_bytes(type);

    if (type == GI_PTX_T_PRED)
        return 1;
    return bytes >= 8 ? UINT64_MAX : (1ull << bytes * 8) - 1;
}

enum gi_ptx_type type_of(const struct gi_ptx_instruction *in, uint32_t index)
{
    return index < in->type_count ? (enum gi_ptx_type)in->types[index] : GI_PTX_T_NONE;
}

bool is_signed(enum gi_ptx_type type)
{
    return gi_ptx_type_class(type) == GI_PTX_SIGNED;
}

bool is_float(enum gi_ptx_type type)
{
    return gi_ptx_type_class(type) == GI_PTX_FLOAT;
}

int64_t signed_value(uint64_t value, enum gi_ptx_type type)
{
    uint64_t sign = (type_mask(type) >> 1) + 1;

    value &= type_mask(type);
    return (int64_t)((value ^ sign) - sign);
}

static uint64_t lanes_below(uint32_t lane)
{
    return (1ull << lane) - 1;
}

static uint64_t special(struct thread *thread, const struct gi_ptx_operand *operand)
{
    const struct interpreter_launch *launch = launch_of(thread);
    uint32_t lane = thread->number % LANES;
    uint32_t part = operand->part;

    switch (operand->index) {
    case GI_PTX_S_tid:
        return part < 3 ? thread->tid[part] : 0;
    case GI_PTX_S_ntid:
        return part < 3 ? launch->block[part] : 0;
    case GI_PTX_S_ctaid:
        return part < 3 ? thread->block->ctaid[part] : 0;
    case GI_PTX_S_nctaid:
        return part < 3 ? launch->grid[part] : 0;
    case GI_PTX_S_laneid:
        return lane;
    case GI_PTX_S_warpid:
        return thread->number / LANES;
    case GI_PTX_S_nwarpid:
        return thread->block->warp_count;
    case GI_PTX_S_lanemask_eq:
        return 1ull << lane;
    case GI_PTX_S_lanemask_le:
        return lanes_below(lane + 1);
    case GI_PTX_S_lanemask_lt:
        return lanes_below(lane);
    case GI_PTX_S_lanemask_ge:
        return UINT32_MAX & ~lanes_below(lane);
    case GI_PTX_S_lanemask_gt:
        return UINT32_MAX & ~lanes_below(lane + 1);
    case GI_PTX_S_smid:
    case GI_PTX_S_gridid:
        return 0;
    case GI_PTX_S_nsmid:
        return 1;
    case GI_PTX_S_dynamic_smem_size:
        return launch->dynamic_bytes;
    default:
        stop(thread, INTERPRETER_NOT_BUILT, "a special register is not interpreted: %.*s",
             (int)operand->name.length, operand->name.start);
        return 0;
    }
}

/* A float constant in the format that the instruction wants. */
static uint64_t float_constant(const struct gi_ptx_operand *operand, enum gi_ptx_type type)
{
    bool single = operand->kind == GI_PTX_SINGLE_VALUE;

    if (type == GI_PTX_T_F32 && !single)
        return real_bits(format_f32, real_of(format_f64, operand->value), NEAREST);
    if (type == GI_PTX_T_F64 && single)
        return real_bits(format_f64, real_of(format_f32, operand->value), NEAREST);
    return operand->value;
}

uint64_t value_of(struct thread *thread, const struct gi_ptx_operand *operand,
                  enum gi_ptx_type type)
{
    uint64_t value = 0;

    switch (operand->kind) {
    case GI_PTX_REGISTER:
        value = top(thread)->registers[operand->index];
        break;
    case GI_PTX_INTEGER_VALUE:
        value = type == GI_PTX_T_PRED ? operand->value != 0 : operand->value;
        break;
    case GI_PTX_SINGLE_VALUE:
    case GI_PTX_DOUBLE_VALUE:
        value = float_constant(operand, type);
        break;
    case GI_PTX_SPECIAL:
        value = special(thread, operand);
        break;
    case GI_PTX_VARIABLE:
        value = variable_address(thread, operand->to.variable) + operand->value;
        break;
    case GI_PTX_FUNCTION:
        value = CODE_WINDOW + operand->to.function->index;
        break;
    default:
        stop(thread, INTERPRETER_NOT_BUILT, "an operand is of a kind that is not interpreted");
    }
    if (operand->negated)
        value = !value;
    return value & type_mask(type);
}

uint64_t value_at(struct thread *thread, const struct gi_ptx_instruction *in, uint32_t index,
                  enum gi_ptx_type type)
{
    if (index >= in->operand_count) {
        stop(thread, INTERPRETER_NOT_BUILT, "an operand is missing");
        return 0;
    }
    return value_of(thread, &in->operands[index], type);
}

void set_value(struct thread *thread, const struct gi_ptx_operand *operand,
               enum gi_ptx_type type, uint64_t value)
{
    const struct code *code = top(thread)->code;
    enum gi_ptx_type width;

    if (operand->kind == GI_PTX_SINK)
        return;
    if (operand->kind != GI_PTX_REGISTER) {
        stop(thread, INTERPRETER_NOT_BUILT, "a result goes to no register");
        return;
    }
    width = code->body->registers[operand->index].type;
    value = is_signed(type) ? (uint64_t)signed_value(value, type) : value & type_mask(type);
    top(thread)->registers[operand->index] = value & type_mask(width);
}

void set_result(struct thread *thread, const struct gi_ptx_instruction *in,
                enum gi_ptx_type type, uint64_t value)
{
    set_value(thread, &in->operands[0], type, value);
}
