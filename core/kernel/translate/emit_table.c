#include "kernel/translate/emit_table.h"

#include "kernel/translate/emit_atomic.h"
#include "kernel/translate/emit_forms.h"
#include "kernel/translate/emit_parameter.h"

enum {
    /* types of a float handler */
    F16 = 1, F16X2 = 2, F32 = 4, F64 = 8, ALL = 15,
    MOST_ALLOWED = 24
};

/* An opcode that has no forms in emit_forms.c: what emits it for integers and bits (or for no
 * type), and for floats. */
struct row {
    gi_emit_handler *integer, *real;
    uint8_t real_types;
    uint8_t least_operands, most_operands;
    bool reads_first;           /* the first operand is no result */
    bool any_type;              /* the integer handler takes all types */
    bool no_type;               /* there may be no type */
    uint8_t allowed[MOST_ALLOWED];  /* modifiers */
};

#define ROW(op) [GI_PTX_OP_##op]

static const struct row rows[GI_PTX_OP_COUNT] = {
    ROW(bar) = { gi_emit_bar, NULL, 0, 1, 2, 1, 0, 1,
                 { GI_PTX_M_SYNC, GI_PTX_M_CTA, GI_PTX_M_ALIGNED } },
    ROW(barrier) = { gi_emit_bar, NULL, 0, 1, 2, 1, 0, 1,
                     { GI_PTX_M_SYNC, GI_PTX_M_CTA, GI_PTX_M_ALIGNED } },
    ROW(membar) = { gi_emit_membar, NULL, 0, 0, 0, 1, 0, 1,
                    { GI_PTX_M_CTA, GI_PTX_M_GL, GI_PTX_M_SYS } },
    ROW(fence) = { gi_emit_membar, NULL, 0, 0, 0, 1, 0, 1,
                   { GI_PTX_M_SC, GI_PTX_M_ACQ_REL, GI_PTX_M_ACQUIRE, GI_PTX_M_RELEASE,
                     GI_PTX_M_CTA, GI_PTX_M_GPU, GI_PTX_M_SYS } },
    ROW(call) = { gi_emit_call, NULL, 0, 1, 4, 1, 1, 1, { GI_PTX_M_UNI } },
};

bool gi_emit_writes_first(const struct gi_ptx_instruction *instruction)
{
    uint32_t count;
    const struct gi_emit_form *forms = gi_emit_forms_of(instruction->opcode, &count);

    if (forms)
        return gi_emit_form_writes_first(forms);
    return !rows[instruction->opcode].reads_first && rows[instruction->opcode].most_operands;
}

static bool modifiers_allowed(const struct row *row, const struct gi_ptx_instruction *instruction)
{
    for (uint32_t i = 0; i < instruction->modifier_count; i++) {
        uint32_t k = 0;

        while (k < MOST_ALLOWED && row->allowed[k] != instruction->modifiers[i])
            k++;
        if (k == MOST_ALLOWED)
            return false;
    }
    return true;
}

static gi_emit_handler *handler_of(const struct row *row,
                                   const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_emit_type(instruction, 0);
    uint32_t bit = type == GI_PTX_T_F16 ? F16 : type == GI_PTX_T_F16X2 ? F16X2
        : type == GI_PTX_T_F32 ? F32 : type == GI_PTX_T_F64 ? F64 : 0;

    if (type == GI_PTX_T_NONE && !row->no_type)
        return NULL;
    if (row->any_type)
        return row->integer;
    if (gi_ptx_type_class(type) == GI_PTX_FLOAT)
        return row->real_types & bit ? row->real : NULL;
    if (type == GI_PTX_T_S16X2 || type == GI_PTX_T_U16X2 || type == GI_PTX_T_B128
        || type == GI_PTX_T_B1)
        return NULL;
    return row->integer;
}

static void emit_by_row(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct row *row = &rows[instruction->opcode];
    gi_emit_handler *handler = handler_of(row, instruction);

    if (!row->integer && !row->real)
        gi_emit_refuse(emit, "this instruction is not built");
    else if (!handler)
        gi_emit_refuse(emit, "this type of it is not built");
    else if (!modifiers_allowed(row, instruction))
        gi_emit_refuse(emit, "a modifier of it is not built");
    else if (instruction->operand_count < row->least_operands
             || instruction->operand_count > row->most_operands)
        gi_emit_refuse(emit, "it has operands of a number that is not built");
    else
        handler(emit, instruction);
}

void gi_emit_instruction(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    uint32_t count;
    const struct gi_emit_form *forms = gi_emit_forms_of(instruction->opcode, &count);
    const struct gi_emit_form *form;

    emit->at = instruction;
    if (!forms) {
        emit_by_row(emit, instruction);
        return;
    }
    form = gi_emit_form_of(emit, instruction, forms, count);
    if (form)
        form->handler(emit, instruction);
}
