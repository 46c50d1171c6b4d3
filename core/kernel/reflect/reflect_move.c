#include "reflect_move.h"

#include <string.h>

#include "kernel/reflect/reflect_entries.h"

/* ---- removals ------------------------------------------------------------------------------ */

static bool is_id(const struct gi_reflect_mover *mover, uint32_t id)
{
    return id < mover->bound;
}

static bool has_text(const uint32_t *at, uint32_t operand, const char *text, size_t bytes)
{
    return (at[0] >> 16) - operand >= (bytes + 3) / 4 && memcmp(at + operand, text, bytes) == 0;
}

/* Instructions of these sets may name what goes, and may always be left out. */
static bool is_debug_set(const uint32_t *at)
{
    static const char begin[] = "NonSemantic.", old[] = "OpenCL.DebugInfo.100";

    return (at[0] & 0xffff) == GiOpExtInstImport && at[0] >> 16 > 2 &&
           (has_text(at, 2, begin, sizeof begin - 1) || has_text(at, 2, old, sizeof old));
}

static void note_debug(struct gi_reflect_mover *mover)
{
    for (size_t i = GI_SPIRV_HEADER_WORDS; i < mover->count; i += mover->from[i] >> 16) {
        const uint32_t *at = mover->from + i;

        if (is_debug_set(at))
            gi_reflect_go(mover, at[1]);
        else if ((at[0] & 0xffff) == GiOpExtInst && at[0] >> 16 > 4 &&
                 gi_reflect_is_gone(mover, at[3]))
            gi_reflect_go(mover, at[2]);
    }
}

void gi_reflect_go(struct gi_reflect_mover *mover, uint32_t id)
{
    if (is_id(mover, id))
        mover->gone[id] = true;
}

bool gi_reflect_is_gone(const struct gi_reflect_mover *mover, uint32_t id)
{
    return is_id(mover, id) && mover->gone[id];
}

bool gi_reflect_goes(const struct gi_reflect_mover *mover, const uint32_t *at, uint32_t count)
{
    static const char extension[] = "SPV_KHR_non_semantic_info";

    switch (at[0] & 0xffff) {
    case GiOpExtension:
        return count > 1 && has_text(at, 1, extension, sizeof extension);
    case GiOpExtInstImport:
    case GiOpName:
    case GiOpDecorate:
    case GiOpDecorateId:
    case GiOpDecorateString:
        return count > 1 && gi_reflect_is_gone(mover, at[1]);
    case GiOpExtInst:
    case GiOpVariable:
        return count > 3 && gi_reflect_is_gone(mover, at[2]);
    default:
        return false;
    }
}

gi_status gi_reflect_move_init(struct gi_reflect_mover *mover, size_t added_words)
{
    mover->bound = mover->from[GI_SPIRV_BOUND];
    mover->next_id = mover->bound;
    mover->scalars = gi_arena_alloc(mover->arena, mover->bound, sizeof *mover->scalars);
    mover->targets = gi_arena_alloc(mover->arena, mover->bound, sizeof *mover->targets);
    mover->to = gi_arena_alloc(mover->arena, mover->count * 2 + added_words, sizeof *mover->to);
    mover->gone = gi_arena_alloc(mover->arena, mover->bound, sizeof *mover->gone);
    if (mover->scalars == NULL || mover->targets == NULL || mover->to == NULL ||
        mover->gone == NULL)
        return GI_OUT_OF_MEMORY;
    memcpy(mover->to, mover->from, GI_SPIRV_HEADER_WORDS * sizeof *mover->from);
    mover->written = GI_SPIRV_HEADER_WORDS;
    note_debug(mover);
    return GI_OK;
}

void gi_reflect_put(struct gi_reflect_mover *mover, uint32_t opcode, const uint32_t *operands,
                    uint32_t count)
{
    mover->to[mover->written++] = (count + 1) << 16 | opcode;
    memcpy(mover->to + mover->written, operands, count * sizeof *operands);
    mover->written += count;
}

void gi_reflect_put_uint_type(struct gi_reflect_mover *mover)
{
    if (mover->uint_type != 0)
        return;
    mover->uint_type = mover->next_id++;
    GI_REFLECT_PUT(mover, GiOpTypeInt, mover->uint_type, 32, 0);
}

static uint32_t scalar_of(const struct gi_reflect_mover *mover, uint32_t type)
{
    return is_id(mover, type) && mover->scalars[type] != 0 ? mover->scalars[type] : 8;
}

/* ---- declarations ---------------------------------------------------------------------------- */

static uint32_t largest_member(const struct gi_reflect_mover *mover, const uint32_t *at,
                               uint32_t count)
{
    uint32_t most = 1;

    for (uint32_t i = 2; i < count; i++)
        most = scalar_of(mover, at[i]) > most ? scalar_of(mover, at[i]) : most;
    return most;
}

void gi_reflect_move_note(struct gi_reflect_mover *mover, const uint32_t *at, uint32_t count,
                          bool (*moves)(uint32_t storage_class))
{
    uint32_t bytes = 0;

    if ((at[0] & 0xffff) == GiOpCapability && count > 1)
        mover->has_addresses |= at[1] == GiCapabilityPhysicalStorageBufferAddresses;
    if (count < 3 || !is_id(mover, at[1]))
        return;
    switch (at[0] & 0xffff) {
    case GiOpTypeInt:
        if (count > 3 && at[2] == 32 && at[3] == 0)
            mover->uint_type = at[1];
        bytes = at[2] / 8;
        break;
    case GiOpTypeFloat:
        bytes = at[2] / 8;
        break;
    case GiOpTypeVector:
    case GiOpTypeMatrix:
    case GiOpTypeArray:
    case GiOpTypeRuntimeArray:
        bytes = scalar_of(mover, at[2]);
        break;
    case GiOpTypeStruct:
        bytes = largest_member(mover, at, count);
        break;
    case GiOpTypePointer:
        bytes = 8;
        if (count > 3 && moves(at[2]))
            mover->targets[at[1]] = at[3];
        break;
    default:
        return;
    }
    mover->scalars[at[1]] = bytes;
}

void gi_reflect_put_addresses(struct gi_reflect_mover *mover, uint32_t next_opcode)
{
    static const char extension[] = "SPV_KHR_physical_storage_buffer";
    uint32_t text[sizeof extension / 4] = { 0 };

    if (mover->has_addresses || next_opcode == GiOpCapability)
        return;
    mover->has_addresses = true;
    GI_REFLECT_PUT(mover, GiOpCapability, GiCapabilityPhysicalStorageBufferAddresses);
    if (mover->from[GI_SPIRV_VERSION] < GI_SPIRV_1_5) {
        memcpy(text, extension, sizeof extension);
        gi_reflect_put(mover, GiOpExtension, text, (uint32_t)(sizeof text / sizeof *text));
    }
}

bool gi_reflect_move_type(struct gi_reflect_mover *mover, const uint32_t *at, uint32_t count)
{
    if ((at[0] & 0xffff) != GiOpTypePointer || count < 4 || !is_id(mover, at[1]) ||
        mover->targets[at[1]] == 0)
        return false;
    GI_REFLECT_PUT(mover, GiOpTypePointer, at[1], GiStorageClassPhysicalStorageBuffer, at[3]);
    return true;
}

bool gi_reflect_is_declaration(uint32_t opcode)
{
    return (opcode >= GiOpTypeVoid && opcode <= GiOpSpecConstantOp) || opcode == GiOpVariable;
}

/* ---- functions ------------------------------------------------------------------------------- */

static void put_addresses(struct gi_reflect_mover *mover)
{
    mover->awaits_body = false;
    for (uint32_t i = 0; i < mover->base_count; i++) {
        struct gi_reflect_base *base = &mover->bases[i];
        uint32_t place = mover->next_id++;

        base->address = mover->next_id++;
        GI_REFLECT_PUT(mover, GiOpAccessChain, base->pointer_pointer, place, mover->push,
                       base->index);
        GI_REFLECT_PUT(mover, GiOpLoad, base->pointer, base->address, place);
    }
}

/* The operands that can be a pointer: the first one, or all from there on; 0: none. */
static uint32_t first_pointer(uint32_t opcode)
{
    switch (opcode) {
    case GiOpStore:
        return 1;
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

static const struct gi_reflect_base *base_of(const struct gi_reflect_mover *mover, uint32_t id)
{
    for (uint32_t i = 0; i < mover->base_count; i++) {
        if (mover->bases[i].variable == id)
            return &mover->bases[i];
    }
    return NULL;
}

/* The target of a moved pointer; 0: it is none. */
static uint32_t target_of(const struct gi_reflect_mover *mover, uint32_t id)
{
    const struct gi_reflect_base *base = base_of(mover, id);

    if (base != NULL)
        return mover->targets[base->pointer];
    return is_id(mover, id) ? mover->targets[id] : 0;
}

/* Adds the alignment to a load or store, behind the bits of its memory operands, which are at
 * index i if there are any. */
static void align(struct gi_reflect_mover *mover, size_t start, uint32_t count, uint32_t i,
                  uint32_t bytes)
{
    uint32_t *made = mover->to + start;

    if (count > i && (made[i] & GiMemoryAccessAligned) != 0)
        return;
    if (count == i) {
        made[i] = 0;
        count++;
    } else {
        memmove(made + i + 2, made + i + 1, (count - i - 1) * sizeof *made);
    }
    made[i] |= GiMemoryAccessAligned;
    made[i + 1] = bytes;
    made[0] = (count + 1) << 16 | (made[0] & 0xffff);
    mover->written = start + count + 1;
}

static gi_status check_use(const struct gi_reflect_mover *mover, const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff;

    if (opcode == GiOpCopyMemory && count > 2 &&
        (target_of(mover, at[1]) != 0 || target_of(mover, at[2]) != 0))
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: %s are copied as memory", mover->what);
    if (opcode == GiOpArrayLength && count > 3 && target_of(mover, at[3]) != 0)
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: a kernel asks how long a buffer is. It is a "
                       "pointer, so pass the length as a parameter");
    return GI_OK;
}

static void replace_bases(struct gi_reflect_mover *mover, const uint32_t *at, uint32_t count,
                          size_t start)
{
    uint32_t opcode = at[0] & 0xffff, first = first_pointer(opcode);
    uint32_t end = opcode == GiOpFunctionCall ? count : first + 1;

    for (uint32_t i = first; first != 0 && i < count && i < end; i++) {
        const struct gi_reflect_base *base = base_of(mover, at[i]);

        if (base != NULL)
            mover->to[start + i] = base->address;
    }
}

gi_status gi_reflect_move(struct gi_reflect_mover *mover, const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff, target;
    gi_status status = check_use(mover, at, count);
    size_t start;

    if (status != GI_OK || gi_reflect_goes(mover, at, count))
        return status;
    if (mover->awaits_body && !gi_reflect_is_before_body(opcode))
        put_addresses(mover);
    if (opcode == GiOpFunction)
        mover->awaits_body = true;
    start = mover->written;
    gi_reflect_put(mover, opcode, at + 1, count - 1);
    replace_bases(mover, at, count, start);
    if (opcode == GiOpLoad && count > 3 && target_of(mover, at[3]) != 0) {
        align(mover, start, count, 4, scalar_of(mover, at[1]));
    } else if (opcode == GiOpStore && count > 2) {
        target = target_of(mover, at[1]);
        if (target != 0)
            align(mover, start, count, 3, scalar_of(mover, target));
    } else if (opcode != GiOpStore && count > 2 && is_id(mover, at[1]) && is_id(mover, at[2]) &&
               mover->scalars[at[1]] != 0 && mover->targets[at[1]] != 0) {
        mover->targets[at[2]] = mover->targets[at[1]];       /* a value of a type that moved */
    }
    return GI_OK;
}
