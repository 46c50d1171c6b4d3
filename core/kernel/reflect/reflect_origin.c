#include "reflect_origin.h"

#include <string.h>

#include "kernel/translate/spirv/words.h"

/* More passes than this are not made: then everything is foreign. */
enum { MOST_PASSES = 12 };

#define IS_TYPE UINT32_MAX

/* The facts of an id, besides its mark. */
struct known {
    uint32_t type;                  /* of a value; or IS_TYPE */
    uint32_t storage;               /* of a pointer type, + 1; 0: it is none */
    uint32_t first_parameter;       /* of a function: its parameters have these numbers and on */
};

struct origins {
    const uint32_t *words;
    size_t word_count;
    uint32_t bound;
    struct known *ids;
    uint8_t *foreign;
    uint32_t *parameters;           /* ids, of all functions in their order */
    uint32_t parameter_count;
    uint32_t function;              /* the one that is read */
    bool changed;
};

static bool is_foreign(const struct origins *origins, uint32_t id)
{
    return id >= origins->bound || origins->foreign[id] != 0;
}

static void mark_foreign(struct origins *origins, uint32_t id)
{
    if (id >= origins->bound || origins->foreign[id] != 0)
        return;
    origins->foreign[id] = 1;
    origins->changed = true;
}

/* Two ids are pointers to one target: if one is foreign, the other is, too. */
static void join_targets(struct origins *origins, uint32_t one, uint32_t other)
{
    if (is_foreign(origins, one))
        mark_foreign(origins, other);
    if (is_foreign(origins, other))
        mark_foreign(origins, one);
}

/* Whether what a pointer leads to is the thread's or the kernel's parameters. */
static bool is_own(const struct origins *origins, uint32_t pointer)
{
    uint32_t type = pointer < origins->bound ? origins->ids[pointer].type : 0;

    switch (type < origins->bound ? origins->ids[type].storage : 0) {
    case GiStorageClassPushConstant + 1:
    case GiStorageClassFunction + 1:
    case GiStorageClassPrivate + 1:
    case GiStorageClassInput + 1:
        return true;
    default:
        return false;
    }
}

static void visit_call(struct origins *origins, const uint32_t *at, uint32_t count)
{
    const struct known *function = at[3] < origins->bound ? &origins->ids[at[3]] : NULL;

    if (is_foreign(origins, at[3]))
        mark_foreign(origins, at[2]);
    for (uint32_t i = 4; i < count; i++) {
        uint32_t number = function != NULL ? function->first_parameter + i - 4 : UINT32_MAX;

        if (number < origins->parameter_count)
            join_targets(origins, at[i], origins->parameters[number]);
        else
            mark_foreign(origins, at[i]);
    }
}

/* Whether the result is one of the operands, or of their parts. Of arithmetic it is not: a sum can
 * name any texture. */
static bool is_of_operands(uint32_t opcode)
{
    return opcode == GiOpUndef || opcode == GiOpCopyObject || opcode == GiOpPhi ||
           (opcode >= GiOpVectorExtractDynamic && opcode <= GiOpCompositeInsert) ||
           opcode == GiOpUConvert || opcode == GiOpSConvert || opcode == GiOpBitcast ||
           opcode == GiOpSelect || opcode == GiOpCopyLogical ||
           (opcode >= GiOpConstantTrue && opcode <= GiOpSpecConstantOp);
}

/* at[2] is the result. Numbers among the operands may be taken for ids, which marks too much. */
static void visit_value(struct origins *origins, const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff;
    bool is_found = !is_of_operands(opcode);

    if (opcode == GiOpVariable || opcode == GiOpFunctionParameter || opcode == GiOpFunction ||
        (opcode >= GiOpConstantTrue && opcode <= GiOpSpecConstant))
        return;
    if (opcode == GiOpFunctionCall && count > 3) {
        visit_call(origins, at, count);
    } else if (opcode == GiOpLoad && count > 3) {
        if (!is_own(origins, at[3]) || is_foreign(origins, at[3]))
            mark_foreign(origins, at[2]);
    } else if ((opcode == GiOpAccessChain || opcode == GiOpInBoundsAccessChain ||
                opcode == GiOpCopyObject) && count > 3) {
        join_targets(origins, at[2], at[3]);
    } else {
        /* of a choice the condition does not matter */
        for (uint32_t i = opcode == GiOpSelect ? 4 : 3; !is_found && i < count; i++)
            is_found = at[i] < origins->bound && origins->foreign[at[i]] != 0;
        if (is_found)
            mark_foreign(origins, at[2]);
        /* modf and frexp write through a pointer */
        for (uint32_t i = 5; opcode == GiOpExtInst && i < count; i++)
            mark_foreign(origins, at[i]);
    }
}

static void visit_instruction(struct origins *origins, const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff;
    bool has_type = count > 2 && at[1] < origins->bound && at[2] < origins->bound &&
                    origins->ids[at[2]].type == at[1];

    if (opcode == GiOpFunction && has_type)
        origins->function = at[2];
    if (opcode == GiOpStore && count > 2) {
        if (is_foreign(origins, at[2]))
            mark_foreign(origins, at[1]);
    } else if (opcode == GiOpReturnValue && count > 1) {
        if (is_foreign(origins, at[1]))
            mark_foreign(origins, origins->function);
    } else if (has_type) {
        visit_value(origins, at, count);
    } else {
        /* it may write through any of its operands */
        for (uint32_t i = 1; i < count && opcode == GiOpCopyMemory; i++)
            mark_foreign(origins, at[i]);
    }
}

/* ---- facts of the module --------------------------------------------------------------------- */

static void note_id(struct origins *origins, const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff;

    if (count < 2 || at[1] >= origins->bound)
        return;
    if (opcode >= GiOpTypeVoid && opcode <= GiOpTypeFunction) {
        origins->ids[at[1]].type = IS_TYPE;
        if (opcode == GiOpTypePointer && count > 3 && at[2] < UINT32_MAX)
            origins->ids[at[1]].storage = at[2] + 1;
        return;
    }
    if (count < 3 || at[2] >= origins->bound || origins->ids[at[1]].type != IS_TYPE)
        return;
    origins->ids[at[2]].type = at[1];
    if (opcode == GiOpFunction)
        origins->ids[at[2]].first_parameter = origins->parameter_count;
    if (opcode == GiOpFunctionParameter)
        origins->parameters[origins->parameter_count++] = at[2];
}

static gi_status prepare(struct origins *origins, struct gi_arena *arena)
{
    origins->ids = gi_arena_alloc(arena, origins->bound, sizeof *origins->ids);
    origins->foreign = gi_arena_alloc(arena, origins->bound, sizeof *origins->foreign);
    origins->parameters = gi_arena_alloc(arena, origins->word_count / 3 + 1,
                                         sizeof *origins->parameters);
    if (origins->ids == NULL || origins->foreign == NULL || origins->parameters == NULL)
        return GI_OUT_OF_MEMORY;
    for (size_t at = GI_SPIRV_HEADER_WORDS; at < origins->word_count;
         at += origins->words[at] >> 16)
        note_id(origins, origins->words + at, origins->words[at] >> 16);
    return GI_OK;
}

gi_status gi_reflect_origins(struct gi_arena *arena, const uint32_t *words, size_t word_count,
                             const uint8_t **out_foreign)
{
    struct origins origins = {
        .words = words, .word_count = word_count, .bound = words[GI_SPIRV_BOUND]
    };
    gi_status status = prepare(&origins, arena);

    origins.changed = true;
    for (uint32_t pass = 0; status == GI_OK && origins.changed && pass < MOST_PASSES; pass++) {
        origins.changed = false;
        for (size_t at = GI_SPIRV_HEADER_WORDS; at < word_count; at += words[at] >> 16)
            visit_instruction(&origins, words + at, words[at] >> 16);
    }
    if (status == GI_OK && origins.changed)
        memset(origins.foreign, 1, origins.bound);
    *out_foreign = origins.foreign;
    return status;
}
