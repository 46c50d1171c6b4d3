#include "kernel/translate/ptx/forms.h"

#include <pthread.h>
#include <string.h>

#define T(name) (1ull << GI_PTX_T_##name)
#define I32 (T(U32) | T(S32))
#define I64 (T(U64) | T(S64))
#define I16 (T(U16) | T(S16))
#define INTEGERS (I16 | I32 | I64)
#define SIGNED_ONES (T(S16) | T(S32) | T(S64))
#define BITS (T(B16) | T(B32) | T(B64))
#define SMALL (T(U8) | T(S8))
#define HALF (T(F16) | T(F16X2))
#define EIGHTS (T(E4M3X2) | T(E5M2X2))
#define BRAIN (T(BF16) | T(BF16X2))
#define WIDE (T(F32) | T(F64))
#define ANY_DATA (BITS | INTEGERS | WIDE)
#define MEMORY (ANY_DATA | SMALL | T(B8) | T(F16) | T(F16X2) | T(BF16) | T(BF16X2))

#define SET_TO (I32 | T(F32) | T(F16) | T(BF16))

#define M(name) GI_PTX_M_##name
#define DIRECTED M(RN), M(RZ), M(RM), M(RP)
#define COMPARED M(EQ), M(NE), M(LT), M(LE), M(GT), M(GE)
#define JOINED M(AND), M(OR), M(XOR)
#define UNSIGNED_COMPARED COMPARED, M(LO), M(LS), M(HI), M(HS), JOINED
#define FLOAT_COMPARES \
    COMPARED, M(EQU), M(NEU), M(LTU), M(LEU), M(GTU), M(GEU), M(NUM), M(NAN_TEST)
#define FLOAT_COMPARED FLOAT_COMPARES, JOINED
#define PERMUTED M(F4E), M(B4E), M(RC8), M(ECL), M(ECR), M(RC16)
#define CACHES M(CA), M(CG), M(CS), M(LU), M(CV), M(WB), M(WT), M(NC)
#define ORDERS \
    M(RELAXED), M(ACQUIRE), M(RELEASE), M(WEAK), M(VOLATILE), M(MMIO), M(CTA), M(GPU), M(SYS)
#define ATOMIC_ORDERS M(RELAXED), M(ACQUIRE), M(RELEASE), M(ACQ_REL), M(CTA), M(GPU), M(SYS)
#define CLASSES \
    M(FINITE), M(INFINITE), M(NUMBER), M(NOTANUMBER), M(NORMAL), M(SUBNORMAL)
#define F(op, emitted_by, first, last, operands, ...) \
    { GI_PTX_OP_##op, first, last, operands, { __VA_ARGS__ } }

static const struct gi_ptx_form forms[] = {
#include "kernel/translate/ptx/form_list.h"
};

enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

const struct gi_ptx_form *gi_ptx_all_forms(uint32_t *out_count)
{
    *out_count = FORMS;
    return forms;
}

/* Where the forms of each opcode begin; they end where the next opcode's begin. */
static uint16_t first_forms[GI_PTX_OP_COUNT + 1];
static pthread_once_t first_forms_once = PTHREAD_ONCE_INIT;

static void find_first_forms(void)
{
    uint16_t at = 0;

    for (uint32_t opcode = 0; opcode <= GI_PTX_OP_COUNT; opcode++) {
        while (at < FORMS && forms[at].opcode < opcode)
            at++;
        first_forms[opcode] = at;
    }
}

const struct gi_ptx_form *gi_ptx_forms_of(uint32_t opcode, uint32_t *out_count)
{
    (void)pthread_once(&first_forms_once, find_first_forms);
    *out_count = 0;
    if (opcode < GI_PTX_OP_COUNT)
        *out_count = (uint32_t)first_forms[opcode + 1] - first_forms[opcode];
    return *out_count ? &forms[first_forms[opcode]] : NULL;
}

bool gi_ptx_form_writes_first(const struct gi_ptx_form *form)
{
    char letter = form->operands[form->operands[0] == '3'];

    return letter >= 'A' && letter <= 'Z';
}

/* ---- types and modifiers ---- */

static bool types_fit(const struct gi_ptx_form *form,
                      const struct gi_ptx_instruction *instruction)
{
    uint32_t count = form->operands[0] == '3' ? 3 : form->first ? 2 : form->last ? 1 : 0;

    if (instruction->type_count != count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t allowed = count == 2 && i == 0 ? form->first : form->last;

        if (!(allowed >> instruction->types[i] & 1))
            return false;
    }
    return true;
}

static bool has_modifier(const struct gi_ptx_form *form, uint8_t modifier)
{
    return modifier && memchr(form->modifiers, modifier, sizeof(form->modifiers));
}

/* Of each of these lists an instruction has one at most. */
static bool contradicts(const struct gi_ptx_instruction *instruction)
{
    static const uint8_t lists[][20] = {
        { DIRECTED, M(RNI), M(RZI), M(RMI), M(RPI), M(APPROX), M(FULL) },
        { FLOAT_COMPARES, M(LO), M(LS), M(HI), M(HS), M(WIDE) },
        { M(WRAP), M(CLAMP) },
        { M(LEFT), M(RIGHT) },
        { PERMUTED },
        { CLASSES },
    };

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        uint32_t count = 0;

        for (uint32_t k = 0; k < instruction->modifier_count; k++)
            count += memchr(lists[i], instruction->modifiers[k], sizeof(lists[i])) != NULL;
        if (count > 1)
            return true;
    }
    return false;
}

static bool lacks_choice_of_cvt(const struct gi_ptx_form *form,
                                const struct gi_ptx_instruction *instruction)
{
    if (has_modifier(form, M(PACK)))
        return !gi_ptx_has(instruction, GI_PTX_M_PACK) || !gi_ptx_has(instruction, GI_PTX_M_SAT);
    if (form->first & EIGHTS && !gi_ptx_has(instruction, GI_PTX_M_SATFINITE))
        return true;
    return (form->first | form->last) & EIGHTS && !gi_ptx_has(instruction, GI_PTX_M_RN);
}

/* Without a modifier that chooses what it does, an instruction is nothing. */
static bool lacks_choice(const struct gi_ptx_form *form,
                         const struct gi_ptx_instruction *instruction)
{
    switch (instruction->opcode) {
    case GI_PTX_OP_shf:
        return !gi_ptx_has(instruction, GI_PTX_M_LEFT)
            && !gi_ptx_has(instruction, GI_PTX_M_RIGHT);
    case GI_PTX_OP_dp2a:
    case GI_PTX_OP_mul24:
    case GI_PTX_OP_mad24:
        return !gi_ptx_has(instruction, GI_PTX_M_LO) && !gi_ptx_has(instruction, GI_PTX_M_HI);
    case GI_PTX_OP_bmsk:
    case GI_PTX_OP_szext:
        return !gi_ptx_has(instruction, GI_PTX_M_WRAP)
            && !gi_ptx_has(instruction, GI_PTX_M_CLAMP);
    case GI_PTX_OP_testp:
        return instruction->modifier_count == 0;
    case GI_PTX_OP_cp:
        return form->last && (!gi_ptx_has(instruction, GI_PTX_M_MBARRIER)
                              || !gi_ptx_has(instruction, GI_PTX_M_ARRIVE));
    case GI_PTX_OP_mbarrier:    /* its operation stands first in its form */
        return !gi_ptx_has(instruction, form->modifiers[0])
            || (has_modifier(form, M(PARITY)) && !gi_ptx_has(instruction, GI_PTX_M_PARITY));
    case GI_PTX_OP_cvt:
        return lacks_choice_of_cvt(form, instruction);
    case GI_PTX_OP_griddepcontrol:
        return instruction->modifier_count != 1;
    case GI_PTX_OP_cvta:
    case GI_PTX_OP_isspacep:
        return instruction->space == GI_PTX_GENERIC;
    default:
        return false;
    }
}

/* A space or a vector stands where there is an address, or what it says is a space. */
static bool shape_fits(const struct gi_ptx_form *form,
                       const struct gi_ptx_instruction *instruction)
{
    if (strpbrk(form->operands, "mVv") || form->opcode == GI_PTX_OP_createpolicy)
        return true;
    if (instruction->vector > 1 && form->opcode != GI_PTX_OP_mov)
        return false;
    return instruction->space == GI_PTX_GENERIC || form->opcode == GI_PTX_OP_cvta
        || form->opcode == GI_PTX_OP_isspacep;
}

static bool modifiers_fit(const struct gi_ptx_form *form,
                          const struct gi_ptx_instruction *instruction)
{
    if (!shape_fits(form, instruction) || contradicts(instruction)
        || lacks_choice(form, instruction))
        return false;
    for (uint32_t i = 0; i < instruction->modifier_count; i++) {
        if (!has_modifier(form, instruction->modifiers[i]))
            return false;
    }
    return true;
}

/* ---- operands ---- */

/* Whether a register has the width and sort of a type; loose: or is wider. */
static bool register_fits(const struct gi_ptx_body *body, uint32_t index, enum gi_ptx_type type,
                          bool loose)
{
    enum gi_ptx_type declared = index < body->register_count
        ? body->registers[index].type : GI_PTX_T_NONE;
    uint32_t bytes = gi_ptx_type_bytes(type), has = gi_ptx_type_bytes(declared);
    enum gi_ptx_class a = gi_ptx_type_class(type), b = gi_ptx_type_class(declared);

    if ((type == GI_PTX_T_PRED) != (declared == GI_PTX_T_PRED))
        return false;
    if (a == GI_PTX_FLOAT && b == GI_PTX_FLOAT && loose)
        return has == bytes;
    if (has != bytes && !(loose && has > bytes))
        return false;
    /* bits go with all; a number is whole or not */
    return a == GI_PTX_BITS || b == GI_PTX_BITS || (a == GI_PTX_FLOAT) == (b == GI_PTX_FLOAT);
}

static bool value_fits(const struct gi_ptx_body *body, const struct gi_ptx_operand *operand,
                       enum gi_ptx_type type, bool loose)
{
    enum gi_ptx_class class = gi_ptx_type_class(type);

    switch ((enum gi_ptx_operand_kind)operand->kind) {
    case GI_PTX_REGISTER:
        return register_fits(body, operand->index, type, loose);
    case GI_PTX_INTEGER_VALUE:
        return class != GI_PTX_FLOAT;
    case GI_PTX_SINGLE_VALUE:
    case GI_PTX_DOUBLE_VALUE:
        return (class == GI_PTX_FLOAT || class == GI_PTX_BITS) && type != GI_PTX_T_PRED;
    case GI_PTX_SPECIAL:
    case GI_PTX_VARIABLE:
    case GI_PTX_FUNCTION:
        return type != GI_PTX_T_PRED && class != GI_PTX_FLOAT;
    case GI_PTX_NAME_ONLY:      /* has a sentence of its own */
        return true;
    case GI_PTX_LABEL:
    case GI_PTX_MEMORY:
    case GI_PTX_VECTOR:
    case GI_PTX_LIST:
    case GI_PTX_PAIR:
    case GI_PTX_SINK:
        break;
    }
    return false;
}

/* A scalar or vector of a load or store. */
static bool vector_fits(const struct gi_ptx_body *body,
                        const struct gi_ptx_instruction *instruction,
                        const struct gi_ptx_operand *operand, bool written)
{
    enum gi_ptx_type type = (enum gi_ptx_type)instruction->types[0];
    bool is_vector = operand->kind == GI_PTX_VECTOR;
    uint32_t count = is_vector ? operand->count : 1;

    if (count != instruction->vector || is_vector != (instruction->vector > 1))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct gi_ptx_operand *item = is_vector ? &operand->to.items[i] : operand;

        if (written && item->kind == GI_PTX_SINK)
            continue;
        if ((written && item->kind != GI_PTX_REGISTER) || !value_fits(body, item, type, true))
            return false;
    }
    return true;
}

static bool operand_fits(const struct gi_ptx_body *body,
                         const struct gi_ptx_instruction *instruction,
                         const struct gi_ptx_operand *operand, char letter)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    bool written = letter >= 'A' && letter <= 'Z';
    bool loose = letter == 'L' || letter == 'l';

    if (operand->selector.length && letter != 's' && letter != 'S' && letter != 'n')
        return false;
    if (letter == 'X' || letter == 'x')
        return true;
    if (letter == 'm')
        return operand->kind == GI_PTX_MEMORY;
    if (letter == 'i')
        return operand->kind == GI_PTX_INTEGER_VALUE;
    if (letter == 'V' || letter == 'v')
        return vector_fits(body, instruction, operand, written);
    if (letter == 'T' || letter == 't' || letter == 'L')
        type = (enum gi_ptx_type)instruction->types[0];
    else if (letter == 'u' || letter == 'U' || letter == 's' || letter == 'S' || letter == 'n')
        type = GI_PTX_T_B32;
    else if (letter == 'p' || letter == 'P' || letter == 'Q')
        type = GI_PTX_T_PRED;
    else if ((letter == 'w' || letter == 'W') && gi_ptx_has(instruction, GI_PTX_M_WIDE))
        type = gi_ptx_type_bytes(type) == 2 ? GI_PTX_T_B32
            : gi_ptx_type_bytes(type) == 4 ? GI_PTX_T_B64 : GI_PTX_T_B128;
    if (letter == 'Q' && operand->kind == GI_PTX_PAIR) {
        for (uint32_t i = 0; i < operand->count; i++) {
            if (!operand_fits(body, instruction, &operand->to.items[i], 'P'))
                return false;
        }
        return operand->count == 2;
    }
    if (written && operand->kind == GI_PTX_SINK)
        return true;
    if (operand->negated && type != GI_PTX_T_PRED && letter != 'n')
        return false;
    return (!written || operand->kind == GI_PTX_REGISTER)
        && value_fits(body, operand, type, loose);
}

/* NULL, or what is wrong. */
static const char *misfit(const struct gi_ptx_body *body, const struct gi_ptx_form *form,
                          const struct gi_ptx_instruction *instruction)
{
    const char *letter = form->operands + (form->operands[0] == '3');
    const char *optional = strchr(form->operands, '?');
    uint32_t i = 0;

    for (; *letter && i < instruction->operand_count; letter++) {
        if (*letter == '?')
            continue;
        if (!operand_fits(body, instruction, &instruction->operands[i++], *letter))
            return "an operand is not of its type";
    }
    if (i < instruction->operand_count || (*letter && (!optional || letter < optional)))
        return "it has operands of a wrong number";
    return NULL;
}

/* ---- the form of an instruction ---- */

static bool is_of_some(const struct gi_ptx_form *list, uint32_t count, uint8_t modifier)
{
    for (uint32_t i = 0; i < count; i++) {
        if (has_modifier(&list[i], modifier))
            return true;
    }
    return false;
}

enum gi_ptx_misfit gi_ptx_misfit_of(const struct gi_ptx_body *body,
                                      const struct gi_ptx_instruction *instruction,
                                      const struct gi_ptx_form *list, uint32_t count)
{
    enum gi_ptx_misfit least = GI_PTX_MISFIT_TYPE;

    if (instruction->vector > 1
        && (instruction->opcode == GI_PTX_OP_atom || instruction->opcode == GI_PTX_OP_red))
        return GI_PTX_FITS;
    for (uint32_t i = 0; i < instruction->modifier_count; i++) {
        if (instruction->modifiers[i] == GI_PTX_M_UNKNOWN)
            return GI_PTX_FITS;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!types_fit(&list[i], instruction))
            continue;
        if (!modifiers_fit(&list[i], instruction)) {
            if (least == GI_PTX_MISFIT_TYPE)
                least = GI_PTX_MISFIT_MODIFIERS;
            continue;
        }
        if (!misfit(body, &list[i], instruction))
            return GI_PTX_FITS;
        least = GI_PTX_MISFIT_OPERANDS;
    }
    return least;
}

struct gi_ptx_match gi_ptx_match_of(const struct gi_ptx_body *body,
                                    const struct gi_ptx_instruction *instruction,
                                    const struct gi_ptx_form *list, uint32_t count)
{
    const char *why = "it has no such type";

    if (instruction->vector > 1
        && (instruction->opcode == GI_PTX_OP_atom || instruction->opcode == GI_PTX_OP_red))
        return (struct gi_ptx_match){ NULL, "atomics of vectors are not built", true };
    for (uint32_t i = 0; i < instruction->modifier_count; i++) {
        if (!is_of_some(list, count, instruction->modifiers[i]))
            return (struct gi_ptx_match){ NULL, "a modifier of it is not built", true };
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!types_fit(&list[i], instruction))
            continue;
        if (!modifiers_fit(&list[i], instruction)) {
            why = "its modifiers do not go with its type";
            continue;
        }
        why = misfit(body, &list[i], instruction);
        if (!why)
            return (struct gi_ptx_match){ &list[i], NULL, false };
    }
    return (struct gi_ptx_match){ NULL, why, false };
}
