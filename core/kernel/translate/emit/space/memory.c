#include "kernel/translate/emit/space/memory.h"

#include "kernel/translate/emit/space/block_memory.h"
#include "kernel/translate/emit/space/check.h"
#include "kernel/translate/emit/space/constant.h"
#include "kernel/translate/emit/space/local.h"
#include "kernel/translate/emit/space/parameter.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"

/* An access while its values are on the way. */
struct access {
    enum gi_kind kind;
    uint32_t count;
    enum gi_emit_order order;
    gi_id *values;              /* loaded ones, or those to store */
    bool is_store;
    bool is_known;              /* of a parameter of the entry, by its name, or of shared memory,
                                   which was looked at as that */
};

/* A word of shared memory: one that the kernel has, or one of its own. */
static gi_id word_for_fences(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type type = gi_spirv_type_pointer(spirv, GiStorageClassWorkgroup,
                                         gi_emit_type_id(emit, GI_KIND_U32));

    if (emit->shared.variable.n && emit->shared.storage == GiStorageClassWorkgroup
        && emit->shared.kind == GI_KIND_U32 && !emit->shared.is_float)
        return gi_spirv_value2(spirv, GiOpAccessChain, type, emit->shared.variable,
                               gi_spirv_constant_u32(spirv, 0));
    if (!emit->fence_word.n) {
        emit->fence_word = gi_spirv_variable(spirv, type, GiStorageClassWorkgroup, GI_NO_ID);
        emit->kernel->meeting_bytes += 4;
    }
    return emit->fence_word;
}

/* A device whose fences are barriers is a CPU. There an atomic operation orders the accesses around
 * it, also one that changes nothing. */
static void fence_by_atomic(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type type = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id word = word_for_fences(emit);
    gi_id scope = gi_spirv_constant_u32(spirv, GiScopeWorkgroup);
    gi_id relaxed = gi_spirv_constant_u32(spirv, GiMemorySemanticsRelaxed);
    gi_id nothing = gi_spirv_constant_u32(spirv, 0);

    (void)gi_spirv_value(spirv, GiOpAtomicOr, type,
                         GI_SPIRV_IDS(word, scope, relaxed, nothing));
}

void gi_emit_fence(struct gi_emit *emit, enum gi_spirv_scope scope)
{
    uint32_t semantics = GiMemorySemanticsAcquireRelease | GiMemorySemanticsUniformMemory
        | GiMemorySemanticsWorkgroupMemory | GiMemorySemanticsMakeAvailable
        | GiMemorySemanticsMakeVisible;
    gi_id whom, how;

    if (emit->target->fence_is_barrier) {
        fence_by_atomic(emit);
        return;
    }
    whom = u32(emit, scope);
    how = u32(emit, semantics);
    gi_spirv_op(&emit->spirv, GI_SPIRV_BODY, GiOpMemoryBarrier, GI_SPIRV_WORDS(whom.n, how.n));
}

gi_id gi_emit_address(struct gi_emit *emit, const struct gi_ptx_operand *memory, enum gi_kind kind)
{
    struct gi_ptx_operand base = memory->to.items[0];
    gi_id value;

    if (base.kind == GI_PTX_INTEGER_VALUE || base.kind == GI_PTX_VARIABLE) {
        base.value += memory->value;
        return gi_emit_get(emit, &base, kind);
    }
    value = gi_emit_get(emit, &base, kind);
    if (!memory->value)
        return value;
    return gi_emit_2(emit, GiOpIAdd, value, gi_emit_constant(emit, kind, memory->value));
}

/* ---- device memory ---- */

gi_id gi_emit_device_pointer(struct gi_emit *emit, gi_id address, enum gi_kind kind, uint32_t count)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type type = gi_emit_type_id(emit, kind);

    if (count > 1)
        type = gi_spirv_type_vector(spirv, type, count);
    if (gi_emit_bits(kind) == 8)
        gi_spirv_capability(spirv, GiCapabilityStorageBuffer8BitAccess);
    if (gi_emit_bits(kind) == 16)
        gi_spirv_capability(spirv, GiCapabilityStorageBuffer16BitAccess);
    type = gi_spirv_type_pointer(spirv, GiStorageClassPhysicalStorageBuffer, type);
    return gi_spirv_value1(spirv, GiOpConvertUToPtr, type, address);
}

gi_id gi_emit_program_pointer(struct gi_emit *emit, gi_id address, enum gi_kind kind,
                              uint32_t count)
{
    address = gi_emit_own_address(emit, gi_emit_redirect(emit, address, GI_KIND_U64), GI_KIND_U64);
    return gi_emit_device_pointer(emit, address, kind, count);
}

static void needs_atomics_of(struct gi_emit *emit, enum gi_kind kind)
{
    if (gi_emit_bits(kind) != 64)
        return;
    gi_spirv_capability(&emit->spirv, GiCapabilityInt64Atomics);
    emit->kernel->needs_int64_atomics = true;
}

/* Whether an ordered access is one that atomics do, and its kind then: a word, or two of 32 bits.
 * Programs keep a state and its value in two, and take them for one word. */
static bool is_atomic(struct gi_emit *emit, const struct access *access, enum gi_kind *kind)
{
    uint32_t bits = gi_emit_bits(access->kind) * access->count;

    if (access->order == GI_EMIT_PLAIN || gi_emit_bits(access->kind) < 32 || bits > 64)
        return false;
    if (bits == 64 && !emit->target->int64_atomics)
        return false;
    *kind = gi_emit_unsigned(bits);
    needs_atomics_of(emit, *kind);
    return true;
}

static void atomic_access(struct gi_emit *emit, struct access *access, gi_id pointer,
                          enum gi_kind kind)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_id scope = gi_spirv_constant_u32(spirv, GiScopeDevice);
    gi_id relaxed = gi_spirv_constant_u32(spirv, GiMemorySemanticsRelaxed);

    if (access->is_store) {
        gi_id value = access->values[0];

        if (access->count == 2) {
            gi_id low = gi_emit_cast(emit, value, GI_KIND_U32);
            gi_id high = gi_emit_cast(emit, access->values[1], GI_KIND_U32);

            value = gi_emit_join64(emit, low, high);
        }
        value = gi_emit_cast(emit, value, kind);
        gi_spirv_atomic_store(spirv, pointer, scope, relaxed, value);
        return;
    }
    access->values[0] = gi_spirv_value3(spirv, GiOpAtomicLoad, gi_emit_type_id(emit, kind),
                                        pointer, scope, relaxed);
    if (access->count == 2) {
        gi_emit_split64(emit, access->values[0], &access->values[0], &access->values[1]);
        access->values[1] = gi_emit_cast(emit, access->values[1], access->kind);
    }
    access->values[0] = gi_emit_cast(emit, access->values[0], access->kind);
}

/* How an access that is no atomic meets those of other blocks. Without the last a GPU may give what
 * its cache has each time. On a CPU there is nothing to add, and it would be a barrier. Two values
 * of 64 bits are one access: in two, a program that keeps a state beside its value would see an old
 * one with a new one. */
static uint32_t mask_of(const struct gi_emit *emit, const struct access *access)
{
    uint32_t mask = GiMemoryAccessAligned | GiMemoryAccessNonPrivatePointer;

    if (access->order == GI_EMIT_PLAIN)
        return mask;
    mask |= GiMemoryAccessVolatile;
    if (emit->target->fence_is_barrier)
        return mask;
    return mask | (access->is_store ? GiMemoryAccessMakePointerAvailable
                                    : GiMemoryAccessMakePointerVisible);
}

static enum gi_kernel_access how_of(const struct access *access)
{
    return access->is_store ? GI_KERNEL_WRITES : GI_KERNEL_READS;
}

static void device_access(struct gi_emit *emit, struct access *access, gi_id address)
{
    struct gi_spirv *spirv = &emit->spirv;
    enum gi_kind word = access->kind;
    uint32_t bytes = gi_emit_bits(access->kind) / 8 * access->count;
    uint32_t mask = mask_of(emit, access);
    gi_type type = gi_emit_type_id(emit, access->kind);
    gi_id pointer, whole;

    if (!access->is_known)
        gi_emit_check_device(emit, address, bytes, how_of(access));
    if (is_atomic(emit, access, &word)) {
        atomic_access(emit, access, gi_emit_program_pointer(emit, address, word, 1), word);
        return;
    }
    pointer = gi_emit_program_pointer(emit, address, access->kind, access->count);
    if (access->count > 1)
        type = gi_spirv_type_vector(spirv, type, access->count);
    if (access->is_store) {
        whole = access->values[0];
        if (access->count > 1)
            whole = gi_spirv_value(spirv, GiOpCompositeConstruct, type, access->values,
                                   access->count);
        gi_spirv_store_as(spirv, pointer, whole, mask, bytes);
        return;
    }
    whole = gi_spirv_load(spirv, type, pointer, mask, bytes);
    access->values[0] = whole;
    for (uint32_t i = 0; access->count > 1 && i < access->count; i++)
        access->values[i] = gi_emit_extract(emit, access->kind, whole, i);
}

/* ---- shared and local memory: words of one width ---- */

static const struct gi_emit_words *words_of(struct gi_emit *emit, enum gi_ptx_space space)
{
    return space == GI_PTX_SHARED ? &emit->shared : &emit->local;
}

static gi_id element_index(struct gi_emit *emit, const struct gi_emit_words *words, gi_id address)
{
    uint32_t shift = words->bytes == 8 ? 3 : words->bytes == 4 ? 2 : words->bytes == 2 ? 1 : 0;

    if (!shift)
        return address;
    return gi_emit_2(emit, GiOpShiftRightLogical, address, u32(emit, shift));
}

static enum gi_kind element_kind(const struct gi_emit_words *words)
{
    return words->is_float ? GI_KIND_F32 : words->kind;
}

static gi_id element_pointer(struct gi_emit *emit, const struct gi_emit_words *words, gi_id index)
{
    gi_type type = gi_spirv_type_pointer(&emit->spirv, words->storage,
                                         gi_emit_type_id(emit, element_kind(words)));

    if (!words->variable.n)
        gi_emit_refuse(emit, "there is no memory of this space");
    index = gi_emit_redirect(emit, index, GI_KIND_U32);
    if (words->storage != GiStorageClassPrivate)
        index = gi_emit_own_address(emit, index, GI_KIND_U32);
    if (words->storage == GiStorageClassPhysicalStorageBuffer)
        return gi_emit_device_pointer(emit, gi_emit_local_address(emit, index), words->kind, 1);
    return gi_spirv_value2(&emit->spirv, GiOpAccessChain, type, words->variable, index);
}

gi_id gi_emit_words_pointer(struct gi_emit *emit, const struct gi_emit_words *words, gi_id address)
{
    return element_pointer(emit, words, element_index(emit, words, address));
}

static uint32_t element_mask(const struct gi_emit_words *words, enum gi_emit_order order)
{
    return (words->storage == GiStorageClassWorkgroup ? GiMemoryAccessNonPrivatePointer : 0)
        | (words->storage == GiStorageClassPhysicalStorageBuffer ? GiMemoryAccessAligned : 0)
        | (order == GI_EMIT_PLAIN ? 0 : GiMemoryAccessVolatile);
}

static gi_id load_from(struct gi_emit *emit, const struct gi_emit_words *words,
                       gi_id pointer, enum gi_emit_order order)
{
    uint32_t mask = element_mask(words, order);

    if (mask & GiMemoryAccessAligned)
        return gi_spirv_load(&emit->spirv, gi_emit_type_id(emit, words->kind), pointer, mask,
                             words->bytes);
    return gi_emit_cast(emit,
                        gi_spirv_load(&emit->spirv, gi_emit_type_id(emit, element_kind(words)),
                                      pointer, mask, 0), words->kind);
}

static void store_to(struct gi_emit *emit, const struct gi_emit_words *words, gi_id pointer,
                     gi_id value, enum gi_emit_order order)
{
    uint32_t mask = element_mask(words, order);
    gi_id element = gi_emit_cast(emit, value, element_kind(words));

    gi_spirv_store_as(&emit->spirv, pointer, element, mask,
                      mask & GiMemoryAccessAligned ? words->bytes : 0);
}

static gi_id load_element(struct gi_emit *emit, const struct gi_emit_words *words,
                          gi_id index, enum gi_emit_order order)
{
    return load_from(emit, words, element_pointer(emit, words, index), order);
}

gi_id gi_emit_words_load(struct gi_emit *emit, const struct gi_emit_words *words, gi_id address)
{
    return load_element(emit, words, element_index(emit, words, address), GI_EMIT_PLAIN);
}

static void store_element(struct gi_emit *emit, const struct gi_emit_words *words, gi_id index,
                          gi_id value, enum gi_emit_order order)
{
    store_to(emit, words, element_pointer(emit, words, index), value, order);
}

/* The bits below a part's place in its word. */
static gi_id part_shift(struct gi_emit *emit, const struct gi_emit_words *words, gi_id address)
{
    gi_id byte = gi_emit_2(emit, GiOpBitwiseAnd, address, u32(emit, words->bytes - 1));

    return gi_emit_2(emit, GiOpShiftLeftLogical, byte, u32(emit, 3));
}

static gi_id load_word(struct gi_emit *emit, const struct gi_emit_words *words,
                       gi_id address, enum gi_kind kind, enum gi_emit_order order)
{
    uint32_t bytes = gi_emit_bits(kind) / 8;
    enum gi_kind whole = gi_emit_unsigned(bytes * 8);
    gi_id index = element_index(emit, words, address);
    gi_id value = load_element(emit, words, index, order);

    if (bytes < words->bytes) {
        value = gi_emit_2(emit, GiOpShiftRightLogical, value, part_shift(emit, words, address));
        return gi_emit_cast(emit, value, kind);
    }
    if (bytes == words->bytes)
        return gi_emit_cast(emit, value, kind);
    value = gi_emit_1(emit, GiOpUConvert, whole, value);
    for (uint32_t i = 1; i < bytes / words->bytes; i++) {
        gi_id at = gi_emit_2(emit, GiOpIAdd, index, u32(emit, i));
        gi_id part = gi_emit_1(emit, GiOpUConvert, whole, load_element(emit, words, at, order));

        part = gi_emit_2(emit, GiOpShiftLeftLogical, part, u32(emit, i * words->bytes * 8));
        value = gi_emit_2(emit, GiOpBitwiseOr, value, part);
    }
    return gi_emit_cast(emit, value, kind);
}

/* A part of a word; others may write the rest of a shared one at the same time. */
static void store_part(struct gi_emit *emit, const struct gi_emit_words *words, gi_id address,
                       gi_id value, uint32_t bits)
{
    struct gi_spirv *spirv = &emit->spirv;
    enum gi_kind kind = words->kind;
    gi_type type = gi_emit_type_id(emit, kind);
    gi_id shift = part_shift(emit, words, address);
    gi_id ones = gi_emit_constant(emit, kind, (1ull << bits) - 1);
    gi_id keep = gi_emit_1(emit, GiOpNot, kind,
                           gi_emit_2(emit, GiOpShiftLeftLogical, ones, shift));
    gi_id pointer = element_pointer(emit, words, element_index(emit, words, address));

    value = gi_emit_2(emit, GiOpShiftLeftLogical, gi_emit_cast(emit, value, kind), shift);
    if (words->storage == GiStorageClassWorkgroup) {
        gi_id scope = gi_spirv_constant_u32(spirv, GiScopeWorkgroup);
        gi_id relaxed = gi_spirv_constant_u32(spirv, GiMemorySemanticsRelaxed);

        needs_atomics_of(emit, kind);        /* the access that made the words so wide may never be
                                                reached */
        (void)gi_spirv_value(spirv, GiOpAtomicAnd, type,
                             GI_SPIRV_IDS(pointer, scope, relaxed, keep));
        (void)gi_spirv_value(spirv, GiOpAtomicOr, type,
                             GI_SPIRV_IDS(pointer, scope, relaxed, value));
        return;
    }
    keep = gi_emit_2(emit, GiOpBitwiseAnd, load_from(emit, words, pointer, GI_EMIT_PLAIN), keep);
    store_to(emit, words, pointer, gi_emit_2(emit, GiOpBitwiseOr, keep, value),
             GI_EMIT_PLAIN);
}

static void store_word(struct gi_emit *emit, const struct gi_emit_words *words, gi_id address,
                       enum gi_kind kind, gi_id value, enum gi_emit_order order)
{
    uint32_t bytes = gi_emit_bits(kind) / 8;
    enum gi_kind whole = gi_emit_unsigned(bytes * 8);
    gi_id index;

    value = gi_emit_cast(emit, value, whole);
    if (bytes < words->bytes) {
        store_part(emit, words, address, value, bytes * 8);
        return;
    }
    index = element_index(emit, words, address);
    for (uint32_t i = 0; i < bytes / words->bytes; i++) {
        gi_id part = value;
        gi_id at = index;

        if (i) {
            part = gi_emit_2(emit, GiOpShiftRightLogical, value, u32(emit, i * words->bytes * 8));
            at = gi_emit_2(emit, GiOpIAdd, index, u32(emit, i));
        }
        store_element(emit, words, at, gi_emit_cast(emit, part, words->kind), order);
    }
}

static void words_access(struct gi_emit *emit, struct access *access, enum gi_ptx_space space,
                         gi_id address)
{
    const struct gi_emit_words *words = words_of(emit, space);
    uint32_t bytes = gi_emit_bits(access->kind) / 8;
    struct access known = *access;
    struct gi_emit_if alive;
    bool is_guarded;

    known.is_known = true;
    gi_emit_check_words(emit, words, address, bytes * access->count, how_of(access));
    if (space == GI_PTX_SHARED && emit->kernel->shared_in_memory) {
        device_access(emit, &known, gi_emit_block_shared_address(emit, address));
        return;
    }
    is_guarded = access->is_store && space == GI_PTX_SHARED && gi_emit_if_alive(emit, &alive);
    for (uint32_t i = 0; i < access->count; i++) {
        gi_id at = address;

        if (i)
            at = gi_emit_2(emit, GiOpIAdd, address, u32(emit, i * bytes));
        if (access->is_store)
            store_word(emit, words, at, access->kind, access->values[i], access->order);
        else
            access->values[i] = load_word(emit, words, at, access->kind, access->order);
    }
    if (is_guarded) {
        gi_emit_if_otherwise(emit, &alive);
        gi_emit_if_end(emit, &alive);
    }
}

/* ---- generic addresses ---- */

/* Inside one arm: loaded values leave it by variables. */
static void arm(struct gi_emit *emit, struct access *access, enum gi_ptx_space space, gi_id low,
                gi_id address, const gi_id *outs)
{
    if (space == GI_PTX_GLOBAL)
        device_access(emit, access, address);
    else
        words_access(emit, access, space, low);
    for (uint32_t i = 0; !access->is_store && i < access->count; i++)
        gi_emit_store(emit, outs[i], access->values[i]);
}

static gi_id is_tag(struct gi_emit *emit, gi_id high, uint32_t tag)
{
    return gi_emit_2(emit, GiOpIEqual, high, u32(emit, tag));
}

static void generic_access(struct gi_emit *emit, struct access *access, gi_id address)
{
    struct gi_emit_if shared, local;
    gi_id outs[8];
    gi_id low, high;

    gi_emit_split64(emit, address, &low, &high);
    for (uint32_t i = 0; !access->is_store && i < access->count; i++)
        outs[i] = gi_emit_local(emit, access->kind);
    if (emit->takes_shared) {
        shared = gi_emit_if_begin(emit, is_tag(emit, high, GI_EMIT_SHARED_TAG));
        arm(emit, access, GI_PTX_SHARED, low, address, outs);
        gi_emit_if_otherwise(emit, &shared);
    }
    if (emit->takes_local) {
        local = gi_emit_if_begin(emit, is_tag(emit, high, GI_EMIT_LOCAL_TAG));
        arm(emit, access, GI_PTX_LOCAL, low, address, outs);
        gi_emit_if_otherwise(emit, &local);
    }
    arm(emit, access, GI_PTX_GLOBAL, low, address, outs);
    if (emit->takes_local)
        gi_emit_if_end(emit, &local);
    if (emit->takes_shared)
        gi_emit_if_end(emit, &shared);
    for (uint32_t i = 0; !access->is_store && i < access->count; i++)
        access->values[i] = gi_emit_load(emit, access->kind, outs[i]);
}

/* shared and local addresses have 32 bits */
static enum gi_kind address_kind(enum gi_ptx_space space)
{
    return space == GI_PTX_SHARED || space == GI_PTX_LOCAL ? GI_KIND_U32 : GI_KIND_U64;
}

static void access_at(struct gi_emit *emit, struct access *access, enum gi_ptx_space space,
                      gi_id address)
{
    if (space == GI_PTX_SHARED || space == GI_PTX_LOCAL)
        words_access(emit, access, space, address);
    else if (space == GI_PTX_GENERIC && (emit->takes_shared || emit->takes_local))
        generic_access(emit, access, address);
    else
        device_access(emit, access, address);
}

static void access_memory(struct gi_emit *emit, struct access *access, enum gi_ptx_space space,
                          const struct gi_ptx_operand *memory)
{
    if (memory->kind != GI_PTX_MEMORY || memory->count != 1) {
        gi_emit_refuse(emit, "an address of this form is not built");
        return;
    }
    if (space == GI_PTX_CONST && gi_emit_binds_constant(emit, memory)) {
        gi_id address = gi_emit_names_constant(emit, memory)
            ? GI_NO_ID : gi_emit_address(emit, memory, GI_KIND_U64);

        gi_emit_load_constants(emit, memory, address, access->kind, access->count, access->values);
        return;
    }
    access->is_known = space == GI_PTX_PARAM && memory->to.items[0].kind == GI_PTX_VARIABLE;
    access_at(emit, access, space, gi_emit_address(emit, memory, address_kind(space)));
}

/* ---- instructions ---- */

/* The scope of a fence; refused where it is none of a kernel's. */
static enum gi_emit_order order_of(struct gi_emit *emit,
                                   const struct gi_ptx_instruction *instruction)
{
    if (gi_ptx_has(instruction, GI_PTX_M_MMIO))
        gi_emit_refuse(emit, "accesses of devices are not built");
    return gi_ptx_has(instruction, GI_PTX_M_VOLATILE) || gi_ptx_has(instruction, GI_PTX_M_RELAXED)
            || gi_ptx_has(instruction, GI_PTX_M_ACQUIRE)
            || gi_ptx_has(instruction, GI_PTX_M_RELEASE) ? GI_EMIT_VOLATILE : GI_EMIT_PLAIN;
}

/* The single operands of a scalar or vector access. */
static const struct gi_ptx_operand *operands_of(struct gi_emit *emit,
                                                const struct gi_ptx_instruction *instruction,
                                                const struct gi_ptx_operand *operand)
{
    if (instruction->vector == 1)
        return operand;
    if (instruction->vector > 4 || operand->kind != GI_PTX_VECTOR
        || operand->count != instruction->vector) {
        gi_emit_refuse(emit, "a vector of this form is not built");
        return NULL;
    }
    return operand->to.items;
}

/* The kind in memory; a type without a number type of its own is bits. */
static enum gi_kind memory_kind(struct gi_emit *emit, enum gi_ptx_type type)
{
    enum gi_kind kind = gi_emit_kind_of(type);

    if (gi_ptx_type_bytes(type) > 8 || kind == GI_KIND_PRED)
        gi_emit_refuse(emit, "memory of this type is not built");
    return kind == GI_KIND_F16 ? GI_KIND_U16 : kind;
}

void gi_emit_load_values(struct gi_emit *emit, enum gi_ptx_space space,
                         const struct gi_ptx_operand *memory, enum gi_kind kind,
                         uint32_t count, enum gi_emit_order order, gi_id *out_values)
{
    struct access access = { kind, count, order, out_values, false, false };

    if (space == GI_PTX_PARAM && gi_emit_load_parameter(emit, memory, kind, count, out_values))
        return;
    access_memory(emit, &access, space, memory);
}

void gi_emit_store_values(struct gi_emit *emit, enum gi_ptx_space space,
                          const struct gi_ptx_operand *memory, enum gi_kind kind,
                          uint32_t count, gi_id *values)
{
    struct access access = { kind, count, GI_EMIT_PLAIN, values, true, false };

    access_memory(emit, &access, space, memory);
}

void gi_emit_load_at(struct gi_emit *emit, enum gi_ptx_space space, gi_id address,
                     enum gi_kind kind, uint32_t count, gi_id *out_values)
{
    struct access access = { kind, count, GI_EMIT_PLAIN, out_values, false, false };

    access_at(emit, &access, space, address);
}

void gi_emit_store_at(struct gi_emit *emit, enum gi_ptx_space space, gi_id address,
                      enum gi_kind kind, uint32_t count, gi_id *values)
{
    struct access access = { kind, count, GI_EMIT_PLAIN, values, true, false };

    access_at(emit, &access, space, address);
}

void gi_emit_ld(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = memory_kind(emit, type);
    const struct gi_ptx_operand *to = operands_of(emit, instruction, &instruction->operands[0]);
    gi_id values[4] = { 0 };

    if (!to)
        return;
    gi_emit_load_values(emit, (enum gi_ptx_space)instruction->space, &instruction->operands[1],
                        kind, instruction->vector, order_of(emit, instruction), values);
    if (gi_ptx_has(instruction, GI_PTX_M_ACQUIRE))
        gi_emit_fence(emit, GiScopeDevice);
    for (uint32_t i = 0; i < instruction->vector; i++)
        gi_emit_put(emit, &to[i], values[i], gi_emit_signed(type));
}

void gi_emit_st(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = memory_kind(emit, type);
    const struct gi_ptx_operand *from = operands_of(emit, instruction, &instruction->operands[1]);
    gi_id values[4] = { 0 };
    struct access access = { kind, instruction->vector, order_of(emit, instruction), values, true,
                             false };

    if (!from)
        return;
    for (uint32_t i = 0; i < instruction->vector; i++)
        values[i] = gi_emit_get(emit, &from[i], kind);
    if (gi_ptx_has(instruction, GI_PTX_M_RELEASE))
        gi_emit_fence(emit, GiScopeDevice);
    if (instruction->space == GI_PTX_PARAM)
        gi_emit_store_parameter(emit, &instruction->operands[0], kind, instruction->vector, values);
    else if (instruction->space == GI_PTX_CONST)
        gi_emit_refuse(emit, "constant memory is written");
    else
        access_memory(emit, &access, (enum gi_ptx_space)instruction->space,
                      &instruction->operands[0]);
}
