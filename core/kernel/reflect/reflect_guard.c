#include "reflect_guard.h"

#include <string.h>

#include "kernel/reflect/reflect_place.h"
#include "kernel/translate/spirv/adopt.h"

enum { MOST_INDICES = 16, MOST_WORDS = 65536, MOST_CHAINS = 64 };

/* The greatest number of bytes that a report can hold. */
enum { MOST_BYTES = UINT16_MAX };

/* The plan for an instruction. */
struct plan {
    bool looks;                     /* some address or index is looked at */
    bool guards;                    /* a thread that has failed leaves it out */
};

static struct gi_spirv *builder_of(struct gi_guard *guard)
{
    return &guard->emit->spirv;
}

/* ---- plans ----------------------------------------------------------------------------------- */

static enum gi_kernel_access how_of(const uint32_t *at, uint32_t which)
{
    switch (at[0] & 0xffff) {
    case GiOpLoad:
    case GiOpAtomicLoad:
        return GI_KERNEL_READS;
    case GiOpStore:
    case GiOpAtomicStore:
    case GiOpExtInst:
        return GI_KERNEL_WRITES;
    case GiOpCopyMemory:
        return which == 0 ? GI_KERNEL_WRITES : GI_KERNEL_READS;
    default:
        return GI_KERNEL_CHANGES;
    }
}

/* Functions of the library that return nothing write texels. */
static bool is_writing_call(const struct gi_guard *guard, const uint32_t *at)
{
    return (at[0] & 0xffff) == GiOpFunctionCall && at[0] >> 16 > 3 &&
           at[3] >= guard->own_bound && at[1] == guard->nothing;
}

/* Instructions of sets for debuggers name variables, and use none. */
static bool uses_pointers(const struct gi_guard *guard, const uint32_t *at)
{
    return (at[0] & 0xffff) != GiOpExtInst ||
           (at[0] >> 16 > 3 && guard->glsl != 0 && at[3] == guard->glsl);
}

/* Functions get pointers to whole variables of their callers, so an index can be looked at where it
 * is used. */
static struct plan plan_pointer(const struct gi_guard *guard, uint32_t pointer,
                                enum gi_kernel_access how)
{
    struct gi_reflect_target target = gi_reflect_target_of(&guard->values, pointer);
    struct plan plan = { false, false };

    switch (target.storage) {
    case GiStorageClassPhysicalStorageBuffer:
        plan.looks = plan.guards = true;
        return plan;
    case GiStorageClassWorkgroup:
    case GiStorageClassFunction:
    case GiStorageClassPrivate:
        plan.looks = gi_reflect_indices(&guard->values, pointer, NULL, 0) > 0;
        plan.guards = plan.looks || (how != GI_KERNEL_READS &&
                                     target.storage == GiStorageClassWorkgroup);
        return plan;
    default:
        return plan;
    }
}

static struct plan plan_of(const struct gi_guard *guard, const uint32_t *at)
{
    struct plan plan = { false, is_writing_call(guard, at) };
    uint32_t operand;

    if (!uses_pointers(guard, at))
        return plan;
    for (uint32_t i = 0; (operand = gi_reflect_pointer_at(at, i)) != 0; i++) {
        struct plan one = plan_pointer(guard, at[operand], how_of(at, i));

        plan.looks |= one.looks;
        plan.guards |= one.guards;
    }
    return plan;
}

/* ---- reading --------------------------------------------------------------------------------- */

static struct gi_guard_block *block_of(struct gi_guard *guard, uint32_t label)
{
    return &guard->blocks[label < guard->values.ids.count ? label : 0];
}

static void note_instruction(struct gi_guard *guard, size_t place)
{
    const uint32_t *at = guard->values.words + place;
    struct gi_guard_block *block = block_of(guard, guard->block);
    struct plan plan;

    switch (at[0] & 0xffff) {
    case GiOpFunction:
        guard->is_own = at[0] >> 16 > 2 && at[2] < guard->own_bound;
        guard->block = 0;
        return;
    case GiOpLabel:
        guard->block = at[0] >> 16 > 1 ? at[1] : 0;
        return;
    case GiOpControlBarrier:
        guard->has_barrier |= guard->is_own;
        return;
    case GiOpLoopMerge:
        if (at[0] >> 16 > 3 && guard->is_own) {
            block->merge = (uint32_t)place;
            block->parts_head = block->accesses > 0;
        }
        return;
    default:
        plan = plan_of(guard, at);
        if (!guard->is_own || guard->block == 0)
            return;
        block->accesses += plan.guards;
        guard->accesses += plan.guards || plan.looks;
    }
}

static void read_functions(struct gi_guard *guard)
{
    const uint32_t *words = guard->values.words;
    bool in_function = false;

    for (size_t at = GI_SPIRV_HEADER_WORDS; at < guard->values.word_count; at += words[at] >> 16) {
        static const char name[] = "GLSL.std.450";

        in_function |= (words[at] & 0xffff) == GiOpFunction;
        if (in_function)
            note_instruction(guard, at);
        else if ((words[at] & 0xffff) == GiOpTypeVoid && words[at] >> 16 > 1)
            guard->nothing = words[at + 1];
        else if ((words[at] & 0xffff) == GiOpExtInstImport &&
                 words[at] >> 16 == 2 + (sizeof name + 3) / 4 &&
                 memcmp(words + at + 2, name, sizeof name) == 0)
            guard->glsl = words[at + 1];
    }
}

gi_status gi_guard_read(struct gi_guard *guard, struct gi_arena *arena, const uint32_t *words,
                        size_t word_count, uint32_t own_bound)
{
    uint32_t bound = words[GI_SPIRV_BOUND];
    gi_status status = gi_reflect_values_read(&guard->values, arena, words, word_count);

    if (status != GI_OK)
        return status;
    guard->own_bound = own_bound;
    guard->blocks = gi_arena_alloc(arena, bound, sizeof *guard->blocks);
    guard->used = gi_arena_alloc(arena, bound, sizeof *guard->used);
    guard->operands = gi_arena_take(arena, MOST_WORDS, sizeof *guard->operands);
    if (guard->blocks == NULL || guard->used == NULL || guard->operands == NULL)
        return GI_OUT_OF_MEMORY;
    read_functions(guard);
    return GI_OK;
}

/* ---- looking --------------------------------------------------------------------------------- */

/* A whole number as a word; a number that is too large, or negative, becomes a word that is too
 * large. */
static gi_id word_of(struct gi_guard *guard, uint32_t id)
{
    struct gi_spirv *spirv = builder_of(guard);
    uint32_t type = gi_reflect_type_of(&guard->values, id);
    const struct gi_reflect_id *number = gi_reflect_id(&guard->values.ids, type);
    gi_type word = gi_spirv_type_int(spirv, 32, false), wide;
    gi_id value = gi_foreign_id(id), most;

    if (number->kind != GI_REFLECT_SCALAR || type == word.n)
        return (gi_id){ id, word.kind };
    if (number->bytes == 4)
        return gi_spirv_value1(spirv, GiOpBitcast, word, value);
    if (number->bytes < 4)
        return gi_spirv_value1(spirv, number->value == GI_REFLECT_SIGNED ? GiOpSConvert
                                                                         : GiOpUConvert,
                               word, value);
    wide = gi_spirv_type_int(spirv, 64, false);
    if (type != wide.n)
        value = gi_spirv_value1(spirv, GiOpBitcast, wide, value);
    most = gi_spirv_constant_u64(spirv, UINT32_MAX);
    value = gi_spirv_glsl(spirv, GiGlslUMin, wide, GI_SPIRV_IDS(value, most));
    return gi_spirv_value1(spirv, GiOpUConvert, word, value);
}

/* An index and its bound, as words. */
struct bounded {
    gi_id index, bound;
};

static struct bounded bounded_of(struct gi_guard *guard, const struct gi_reflect_index *index)
{
    struct bounded made = { .index = word_of(guard, index->id) };

    made.bound = index->length != 0 ? word_of(guard, index->length)
                                    : gi_spirv_constant_u32(builder_of(guard), index->count);
    return made;
}

/* The first of two that is wrong, if one is. */
static struct bounded wrong_one(struct gi_guard *guard, struct bounded one, struct bounded other)
{
    struct gi_spirv *spirv = builder_of(guard);
    gi_type word = gi_spirv_type_int(spirv, 32, false);
    gi_id is_wrong = gi_spirv_value2(spirv, GiOpUGreaterThanEqual, gi_spirv_type_bool(spirv),
                                     one.index, one.bound);

    one.index = gi_spirv_value3(spirv, GiOpSelect, word, is_wrong, one.index, other.index);
    one.bound = gi_spirv_value3(spirv, GiOpSelect, word, is_wrong, one.bound, other.bound);
    return one;
}

static void look_at_indices(struct gi_guard *guard, uint32_t pointer,
                            const struct gi_kernel_accessed *access)
{
    struct gi_reflect_index indices[MOST_INDICES];
    uint32_t count = gi_reflect_indices(&guard->values, pointer, indices, MOST_INDICES);
    struct bounded all;

    if (count > MOST_INDICES) {
        gi_spirv_fail(builder_of(guard), gi_fail(GI_NOT_SUPPORTED, "SPIR-V: a pointer has more "
                                                 "than %d indices", MOST_INDICES));
        return;
    }
    all = bounded_of(guard, &indices[0]);
    for (uint32_t i = 1; i < count; i++)
        all = wrong_one(guard, all, bounded_of(guard, &indices[i]));
    gi_emit_check_index(guard->emit, all.index, all.bound, access);
}

/* A whole number as one of 64 bits. No index may be negative: here it becomes one far behind, as
 * NVIDIA's 580 takes it. */
static gi_id wide_of(struct gi_guard *guard, uint32_t id)
{
    struct gi_spirv *spirv = builder_of(guard);
    uint32_t type = gi_reflect_type_of(&guard->values, id);
    const struct gi_reflect_id *number = gi_reflect_id(&guard->values.ids, type);
    gi_type wide = gi_spirv_type_int(spirv, 64, false);

    if (type == wide.n)
        return (gi_id){ id, wide.kind };
    if (number->bytes == 8)
        return gi_spirv_value1(spirv, GiOpBitcast, wide, gi_foreign_id(id));
    return gi_spirv_value1(spirv, GiOpUConvert, wide, gi_foreign_id(id));
}

/* An address and so many strides. */
static gi_id add_strides(struct gi_guard *guard, gi_id address, uint32_t index, uint64_t stride)
{
    struct gi_spirv *spirv = builder_of(guard);
    gi_type wide = gi_spirv_type_int(spirv, 64, false);
    gi_id count = wide_of(guard, index);
    gi_id bytes = gi_spirv_value2(spirv, GiOpIMul, wide, count,
                                  gi_spirv_constant_u64(spirv, stride));

    return gi_spirv_value2(spirv, GiOpIAdd, wide, address, bytes);
}

/* NVIDIA's 580 makes wrong numbers of pointers into matrices that lie by rows. So in modules that
 * have them the parts of an address are added here. */
static gi_id address_of(struct gi_guard *guard, uint32_t pointer, int depth)
{
    struct gi_spirv *spirv = builder_of(guard);
    gi_type wide = gi_spirv_type_int(spirv, 64, false);
    gi_id address;
    uint32_t first;
    const uint32_t *chain = gi_reflect_chain(&guard->values, pointer, &first);
    struct gi_reflect_target target;

    if (chain == NULL || !guard->values.has_rows || depth >= MOST_CHAINS)
        return gi_spirv_value1(spirv, GiOpConvertPtrToU, wide, gi_foreign_id(pointer));
    address = address_of(guard, chain[3], depth + 1);
    target = gi_reflect_target_of(&guard->values, chain[3]);
    if (first > 4) {                 /* elements of where the first pointer leads to */
        uint32_t type = gi_reflect_type_of(&guard->values, chain[3]);

        address = add_strides(guard, address, chain[4],
                              gi_reflect_id(&guard->values.ids, type)->stride);
    }
    for (uint32_t i = first; i < chain[0] >> 16; i++) {
        bool is_member;
        uint64_t stride = gi_reflect_step(&guard->values, &target, chain[i], &is_member);

        if (is_member)
            address = gi_spirv_value2(spirv, GiOpIAdd, wide, address,
                                      gi_spirv_constant_u64(spirv, stride));
        else
            address = add_strides(guard, address, chain[i], stride);
    }
    return address;
}

/* Checks the address of an access. An access longer than a report can hold is checked by its begin
 * and its end. */
static void look_at_address(struct gi_guard *guard, uint32_t pointer, uint64_t bytes,
                            enum gi_kernel_access how)
{
    struct gi_spirv *spirv = builder_of(guard);
    gi_type wide = gi_spirv_type_int(spirv, 64, false);
    gi_id address = address_of(guard, pointer, 0), rest;

    gi_emit_check_device(guard->emit, address,
                         (uint32_t)(bytes < MOST_BYTES ? bytes : MOST_BYTES), how);
    if (bytes <= MOST_BYTES)
        return;
    rest = gi_spirv_constant_u64(spirv, bytes - MOST_BYTES);
    address = gi_spirv_value2(spirv, GiOpIAdd, wide, address, rest);
    gi_emit_check_device(guard->emit, address, MOST_BYTES, how);
}

static void look_at_pointer(struct gi_guard *guard, const uint32_t *at, uint32_t which,
                            uint32_t pointer)
{
    struct gi_reflect_target target = gi_reflect_target_of(&guard->values, pointer);
    uint64_t bytes = gi_reflect_extent(&guard->values, &target);
    const struct gi_kernel_accessed access = {
        (uint16_t)(bytes < MOST_BYTES ? bytes : MOST_BYTES), (uint8_t)how_of(at, which),
        target.storage == GiStorageClassWorkgroup ? GI_KERNEL_SHARED_ARRAY : GI_KERNEL_LOCAL_ARRAY
    };

    guard->emit->check.place = gi_reflect_place(pointer, guard->used[pointer]);
    if (!plan_pointer(guard, pointer, access.how).looks)
        return;
    if (target.storage == GiStorageClassPhysicalStorageBuffer)
        look_at_address(guard, pointer, bytes, access.how);
    else
        look_at_indices(guard, pointer, &access);
}

static void look(struct gi_guard *guard, const uint32_t *at)
{
    uint32_t operand;

    for (uint32_t i = 0; (operand = gi_reflect_pointer_at(at, i)) != 0; i++) {
        if (at[operand] < guard->values.ids.count)
            look_at_pointer(guard, at, i, at[operand]);
    }
}

/* Counts as gi_reflect_say_place does: an instruction that has a pointer twice is one. */
static void count_uses(struct gi_guard *guard, const uint32_t *at)
{
    uint32_t operand, before;

    for (uint32_t i = 0; (operand = gi_reflect_pointer_at(at, i)) != 0; i++) {
        bool is_again = false;

        for (uint32_t k = 0; k < i && (before = gi_reflect_pointer_at(at, k)) != 0; k++)
            is_again |= at[before] == at[operand];
        if (!is_again && at[operand] < guard->values.ids.count)
            guard->used[at[operand]]++;
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

static gi_id alive(struct gi_guard *guard)
{
    struct gi_spirv *spirv = builder_of(guard);
    gi_type truth = gi_spirv_type_bool(spirv);

    return gi_spirv_value1(spirv, GiOpLogicalNot, truth, gi_emit_given_failed(guard->emit));
}

static gi_id zero_of(struct gi_guard *guard, uint32_t type)
{
    gi_type made = gi_foreign_type(type);
    struct gi_spirv *spirv = builder_of(guard);

    if (gi_reflect_id(&guard->values.ids, type)->kind == GI_REFLECT_POINTER)
        return gi_spirv_value1(spirv, GiOpConvertUToPtr, made, gi_spirv_constant_u64(spirv, 0));
    return gi_spirv_constant_null(spirv, made);
}

static bool has_result(const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff;

    return opcode != GiOpStore && opcode != GiOpAtomicStore && opcode != GiOpCopyMemory &&
           opcode != GiOpFunctionCall;
}

/* The label of the part that follows. */
static gi_id next_part(struct gi_guard *guard)
{
    if (guard->left > 0)
        guard->left--;
    return guard->left > 0 ? gi_spirv_new_label(builder_of(guard))
                           : gi_foreign_id(block_of(guard, guard->block)->last);
}

/* The instruction behind a branch. Its result, if it has one, joins zeros. */
static void put_guarded(struct gi_guard *guard, const uint32_t *at)
{
    struct gi_spirv *spirv = builder_of(guard);
    uint32_t count = (at[0] >> 16) - 1, before = guard->part, made = 0;
    gi_id lives = alive(guard), then = gi_spirv_new_label(spirv), zero = GI_NO_ID, next;

    memcpy(guard->operands, at + 1, count * sizeof *at);
    if (has_result(at)) {
        zero = zero_of(guard, at[1]);
        made = guard->operands[1] = gi_spirv_id(spirv).n;
    }
    next = next_part(guard);
    gi_spirv_selection_merge(spirv, next, GiSelectionControlNone);
    gi_spirv_branch_if(spirv, lives, then, next);
    gi_spirv_label(spirv, then);
    gi_spirv_op(spirv, GI_SPIRV_BODY, at[0] & 0xffff, guard->operands, count);
    gi_spirv_branch(spirv, next);
    guard->part = gi_spirv_label(spirv, next).n;
    if (made != 0)
        gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpPhi,
                    GI_SPIRV_WORDS(at[1], at[2], made, then.n, zero.n, before));
}

/* Blocks that are in parts lead on from the last one. */
static void put_phi(struct gi_guard *guard, const uint32_t *at)
{
    uint32_t count = (at[0] >> 16) - 1;

    memcpy(guard->operands, at + 1, count * sizeof *at);
    for (uint32_t i = 3; i < count; i += 2) {
        uint32_t last = block_of(guard, guard->operands[i])->last;

        if (last != 0)
            guard->operands[i] = last;
    }
    gi_spirv_op(builder_of(guard), GI_SPIRV_BODY, GiOpPhi, guard->operands, count);
}

static void put_return(struct gi_guard *guard)
{
    struct gi_spirv *spirv = builder_of(guard);
    gi_type type = gi_foreign_type(guard->result_type);

    if (type.n == gi_spirv_type_void(spirv).n)
        gi_spirv_return(spirv);
    else
        gi_spirv_return_value(spirv, gi_spirv_undefined(spirv, type));
}

/* A thread that has failed leaves the function. The head of a loop is no head of a selection, so
 * that is a block of its own. */
static void put_leaving(struct gi_guard *guard)
{
    struct gi_spirv *spirv = builder_of(guard);
    gi_id gate = gi_spirv_new_label(spirv), leave = gi_spirv_new_label(spirv);
    gi_id stay = gi_spirv_new_label(spirv), failed;

    gi_spirv_branch(spirv, gate);
    gi_spirv_label(spirv, gate);
    failed = gi_emit_given_failed(guard->emit);
    gi_spirv_selection_merge(spirv, stay, GiSelectionControlNone);
    gi_spirv_branch_if(spirv, failed, leave, stay);
    gi_spirv_label(spirv, leave);
    put_return(guard);
    gi_spirv_label(spirv, stay);
}

/* The head of a loop. A thread that has failed leaves the function there, or the loop might wait
 * for ever for what it reads; but not where others of its block wait for it at a barrier. */
static void put_head(struct gi_guard *guard)
{
    struct gi_spirv *spirv = builder_of(guard);
    const struct gi_guard_block *block = block_of(guard, guard->block);
    const uint32_t *merge = guard->values.words + block->merge;
    uint32_t count = (merge[0] >> 16) - 1;
    gi_id body = guard->left > 0 ? gi_spirv_new_label(spirv) : gi_foreign_id(block->last);

    guard->is_head = false;
    memcpy(guard->operands, merge + 1, count * sizeof *merge);
    if (guard->operands[1] == guard->block)
        guard->operands[1] = body.n;
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpLoopMerge, guard->operands, count);
    if (!guard->has_barrier)
        put_leaving(guard);
    gi_spirv_branch(spirv, body);
    guard->part = gi_spirv_label(spirv, body).n;
}

static void begin_block(struct gi_guard *guard, const uint32_t *at)
{
    const struct gi_guard_block *block;

    guard->block = guard->part = at[0] >> 16 > 1 ? at[1] : 0;
    block = block_of(guard, guard->block);
    guard->left = block->accesses;
    guard->is_head = block->parts_head;
    gi_spirv_adopt(builder_of(guard), at);
}

/* Blocks of a function may be named before they come. */
static void begin_function(struct gi_guard *guard, const uint32_t *at)
{
    const uint32_t *words = guard->values.words;
    bool in_function = true;

    guard->is_own = at[0] >> 16 > 2 && at[2] < guard->own_bound;
    guard->result_type = at[1];
    guard->is_head = false;
    gi_spirv_adopt(builder_of(guard), at);
    for (size_t i = (size_t)(at - words); guard->is_own && in_function &&
         i < guard->values.word_count; i += words[i] >> 16) {
        struct gi_guard_block *block;

        in_function = (words[i] & 0xffff) != GiOpFunctionEnd;
        if ((words[i] & 0xffff) != GiOpLabel || words[i] >> 16 < 2 ||
            words[i + 1] >= guard->values.ids.count)
            continue;
        block = block_of(guard, words[i + 1]);
        block->parts_head |= block->merge != 0 && !guard->has_barrier;
        block->last = block->accesses > 0 || block->parts_head
            ? gi_spirv_new_label(builder_of(guard)).n : words[i + 1];
    }
}

static void put_instruction(struct gi_guard *guard, const uint32_t *at)
{
    struct plan plan = plan_of(guard, at);

    if (plan.looks)
        look(guard, at);
    count_uses(guard, at);
    if (plan.guards)
        put_guarded(guard, at);
    else
        gi_spirv_adopt(builder_of(guard), at);
}

void gi_guard_put(struct gi_guard *guard, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff;

    if (opcode == GiOpFunction && at[0] >> 16 > 2) {
        begin_function(guard, at);
    } else if (!guard->is_own || opcode == GiOpFunctionEnd) {
        gi_spirv_adopt(builder_of(guard), at);
    } else if (opcode == GiOpLabel) {
        begin_block(guard, at);
    } else if (opcode == GiOpPhi && at[0] >> 16 > 2) {
        put_phi(guard, at);
    } else {
        if (guard->is_head && opcode != GiOpLine && opcode != GiOpNoLine)
            put_head(guard);
        if (opcode != GiOpLoopMerge || !block_of(guard, guard->block)->parts_head)
            put_instruction(guard, at);
    }
}
