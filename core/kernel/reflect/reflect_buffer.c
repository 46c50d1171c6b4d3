#include "reflect_buffer.h"

#include <string.h>

#include "kernel/translate/spirv_words.h"

/* The block B of parameters becomes the target of a pointer: push constants are a new block with a
 * pointer to B, and keep the id of the old variable. All pointers into push constants become
 * pointers into memory. Each function loads the pointer first, and has that in place of the
 * variable. Loads through these pointers say their alignment. */

enum { HEADER_WORDS = 5, BOUND = 3, VERSION_1_5 = 0x00010500 };

/* Room for what is added once, in words. */
#define ADDED_ONCE ((size_t)64)

struct rewriter {
    struct gi_arena *arena;
    const uint32_t *from;
    size_t count;
    uint32_t *to;
    size_t written;
    uint32_t bound, next_id;        /* of the old module; of the new one */
    uint32_t *scalars;              /* by id of a type: bytes of the largest scalar in it */
    uint8_t *moved;                 /* by id: 1 a pointer type that moved, 2 a value of one */
    uint32_t uint_type;             /* ids; 0: none */
    uint32_t variable, variable_type;
    uint32_t block, block_pointer, pointer_pointer, zero;        /* new ids */
    uint32_t parameters;            /* the pointer in the current function */
    bool has_capability, has_annotations, awaits_body;
};

static void put(struct rewriter *to, uint32_t opcode, const uint32_t *operands, uint32_t count)
{
    to->to[to->written++] = (count + 1) << 16 | opcode;
    memcpy(to->to + to->written, operands, count * sizeof *operands);
    to->written += count;
}

#define PUT(to, opcode, ...) \
    put(to, opcode, (const uint32_t[]){ __VA_ARGS__ }, \
        (uint32_t)(sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t)))

static bool is_id(const struct rewriter *to, uint32_t id)
{
    return id < to->bound;
}

static uint32_t scalar_of(const struct rewriter *to, uint32_t type)
{
    return is_id(to, type) && to->scalars[type] != 0 ? to->scalars[type] : 8;
}

/* ---- what the module has --------------------------------------------------------------------- */

static uint32_t largest_member(const struct rewriter *to, const uint32_t *at, uint32_t count)
{
    uint32_t most = 1;

    for (uint32_t i = 2; i < count; i++)
        most = scalar_of(to, at[i]) > most ? scalar_of(to, at[i]) : most;
    return most;
}

static void note_type(struct rewriter *to, const uint32_t *at, uint32_t count)
{
    uint32_t bytes = 0;

    if (count < 3 || !is_id(to, at[1]))
        return;
    switch (at[0] & 0xffff) {
    case GiOpTypeInt:
        if (count > 3 && at[2] == 32 && at[3] == 0)
            to->uint_type = at[1];
        bytes = at[2] / 8;
        break;
    case GiOpTypeFloat:
        bytes = at[2] / 8;
        break;
    case GiOpTypeVector:
    case GiOpTypeMatrix:
    case GiOpTypeArray:
        bytes = scalar_of(to, at[2]);
        break;
    case GiOpTypeStruct:
        bytes = largest_member(to, at, count);
        break;
    case GiOpTypePointer:
        bytes = 8;
        to->moved[at[1]] = at[2] == GiStorageClassPushConstant;
        break;
    default:
        return;
    }
    to->scalars[at[1]] = bytes;
}

static void note(struct rewriter *to, const uint32_t *at, uint32_t count)
{
    switch (at[0] & 0xffff) {
    case GiOpCapability:
        to->has_capability |= count > 1 && at[1] == GiCapabilityPhysicalStorageBufferAddresses;
        return;
    case GiOpVariable:
        if (count > 3 && at[3] == GiStorageClassPushConstant) {
            to->variable_type = at[1];
            to->variable = at[2];
        }
        return;
    default:
        note_type(to, at, count);
    }
}

/* ---- declarations ---------------------------------------------------------------------------- */

static bool is_declaration(uint32_t opcode)
{
    return (opcode >= GiOpTypeVoid && opcode <= GiOpSpecConstantOp) || opcode == GiOpVariable;
}

static void put_annotations(struct rewriter *to)
{
    to->has_annotations = true;
    PUT(to, GiOpDecorate, to->block, GiDecorationBlock);
    PUT(to, GiOpMemberDecorate, to->block, 0, GiDecorationOffset, 0);
}

/* In the place of the old variable, whose type is known there. */
static void put_variable(struct rewriter *to)
{
    if (to->uint_type == 0) {
        to->uint_type = to->next_id++;
        PUT(to, GiOpTypeInt, to->uint_type, 32, 0);
    }
    PUT(to, GiOpConstant, to->uint_type, to->zero, 0);
    PUT(to, GiOpTypeStruct, to->block, to->variable_type);
    PUT(to, GiOpTypePointer, to->block_pointer, GiStorageClassPushConstant, to->block);
    PUT(to, GiOpTypePointer, to->pointer_pointer, GiStorageClassPushConstant, to->variable_type);
    PUT(to, GiOpVariable, to->block_pointer, to->variable, GiStorageClassPushConstant);
}

static void put_memory_model(struct rewriter *to, const uint32_t *at)
{
    static const char extension[] = "SPV_KHR_physical_storage_buffer";
    uint32_t text[sizeof extension / 4] = { 0 };

    if (!to->has_capability && to->from[1] < VERSION_1_5) {
        memcpy(text, extension, sizeof extension);
        put(to, GiOpExtension, text, (uint32_t)(sizeof text / sizeof *text));
    }
    PUT(to, GiOpMemoryModel, GiAddressingModelPhysicalStorageBuffer64, at[2]);
}

/* Capabilities stand before extensions, and those before the memory model. */
static bool put_declaration(struct rewriter *to, const uint32_t *at, uint32_t count)
{
    switch (at[0] & 0xffff) {
    case GiOpMemoryModel:
        if (count < 3)
            return false;
        put_memory_model(to, at);
        return true;
    case GiOpTypePointer:
        if (count < 4 || !is_id(to, at[1]) || to->moved[at[1]] != 1)
            return false;
        PUT(to, GiOpTypePointer, at[1], GiStorageClassPhysicalStorageBuffer, at[3]);
        return true;
    case GiOpVariable:
        if (count < 4 || at[2] != to->variable)
            return false;
        put_variable(to);
        return true;
    default:
        return false;
    }
}

/* ---- functions ------------------------------------------------------------------------------- */

static bool may_stand_before_body(uint32_t opcode)
{
    return opcode == GiOpVariable || opcode == GiOpLine || opcode == GiOpNoLine ||
           opcode == GiOpLabel || opcode == GiOpFunctionParameter || opcode == GiOpFunction;
}

static void put_load_of_parameters(struct rewriter *to)
{
    uint32_t place = to->next_id++;

    to->parameters = to->next_id++;
    to->awaits_body = false;
    PUT(to, GiOpAccessChain, to->pointer_pointer, place, to->variable, to->zero);
    PUT(to, GiOpLoad, to->variable_type, to->parameters, place);
}

/* The operands that can be a pointer; 0: none. */
static uint32_t first_pointer(uint32_t opcode)
{
    switch (opcode) {
    case GiOpLoad:
    case GiOpAccessChain:
    case GiOpInBoundsAccessChain:
    case GiOpPtrAccessChain:
    case GiOpCopyObject:
        return 3;
    case GiOpFunctionCall:
        return 4;
    default:
        return 0;
    }
}

static bool is_moved_pointer(const struct rewriter *to, uint32_t id)
{
    return id == to->parameters || (is_id(to, id) && to->moved[id] == 2);
}

/* Adds the alignment to a load, behind the bits of its memory operands. */
static void align_load(struct rewriter *to, size_t start, uint32_t count)
{
    uint32_t *made = to->to + start;
    uint32_t bytes = scalar_of(to, made[1]);

    if (count > 4 && (made[4] & GiMemoryAccessAligned) != 0)
        return;
    if (count == 4) {
        made[4] = 0;
        count = 5;
    } else {
        memmove(made + 6, made + 5, (count - 5) * sizeof *made);
    }
    made[4] |= GiMemoryAccessAligned;
    made[5] = bytes;
    made[0] = (count + 1) << 16 | GiOpLoad;
    to->written = start + count + 1;
}

static gi_status put_instruction(struct rewriter *to, const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff, first = first_pointer(opcode);
    size_t start = to->written;

    if (opcode == GiOpFunction)
        to->awaits_body = true;
    if (opcode == GiOpCopyMemory && count > 2 &&
        (at[2] == to->variable || is_moved_pointer(to, at[2])))
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: large parameters are copied as memory");
    put(to, opcode, at + 1, count - 1);
    for (uint32_t i = first; first != 0 && i < count && (i == first || opcode == GiOpFunctionCall);
         i++) {
        if (at[i] == to->variable)
            to->to[start + i] = to->parameters;
    }
    if (opcode == GiOpLoad && count > 3 && is_moved_pointer(to, to->to[start + 3]))
        align_load(to, start, count);
    else if ((first == 3 || opcode == GiOpFunctionParameter) && count > 2 && is_id(to, at[1]) &&
             is_id(to, at[2]) && to->moved[at[1]] == 1)
        to->moved[at[2]] = 2;
    return GI_OK;
}

/* ---- the module ------------------------------------------------------------------------------ */

static gi_status put_all(struct rewriter *to)
{
    bool in_function = false, has_capability = to->has_capability;
    gi_status status = GI_OK;

    for (size_t at = HEADER_WORDS; status == GI_OK && at < to->count;
         at += to->from[at] >> 16) {
        const uint32_t *in = to->from + at;
        uint32_t count = in[0] >> 16, opcode = in[0] & 0xffff;

        if (!has_capability) {
            PUT(to, GiOpCapability, GiCapabilityPhysicalStorageBufferAddresses);
            has_capability = true;
        }
        in_function |= opcode == GiOpFunction;
        if (!to->has_annotations && is_declaration(opcode))
            put_annotations(to);
        if (to->awaits_body && !may_stand_before_body(opcode) && opcode != GiOpFunctionEnd)
            put_load_of_parameters(to);
        if (in_function)
            status = put_instruction(to, in, count);
        else if (!put_declaration(to, in, count))
            put(to, opcode, in + 1, count - 1);
    }
    return status;
}

static gi_status prepare(struct rewriter *to)
{
    to->bound = to->from[BOUND];
    to->scalars = gi_arena_alloc(to->arena, to->bound, sizeof *to->scalars);
    to->moved = gi_arena_alloc(to->arena, to->bound, sizeof *to->moved);
    to->to = gi_arena_alloc(to->arena, to->count * 2 + ADDED_ONCE, sizeof *to->to);
    if (to->scalars == NULL || to->moved == NULL || to->to == NULL)
        return GI_OUT_OF_MEMORY;
    for (size_t at = HEADER_WORDS; at < to->count; at += to->from[at] >> 16) {
        if ((to->from[at] & 0xffff) == GiOpFunction)
            break;
        note(to, to->from + at, to->from[at] >> 16);
    }
    to->next_id = to->bound;
    to->block = to->next_id++;
    to->block_pointer = to->next_id++;
    to->pointer_pointer = to->next_id++;
    to->zero = to->next_id++;
    return GI_OK;
}

gi_status gi_reflect_buffer(struct gi_arena *arena, const uint32_t *words, size_t word_count,
                            const uint32_t **out_words, size_t *out_count)
{
    struct rewriter to = { .arena = arena, .from = words, .count = word_count };
    gi_status status = prepare(&to);

    if (status != GI_OK)
        return status;
    memcpy(to.to, words, HEADER_WORDS * sizeof *words);
    to.written = HEADER_WORDS;
    status = put_all(&to);
    to.to[BOUND] = to.next_id;
    *out_words = to.to;
    *out_count = to.written;
    return status;
}
