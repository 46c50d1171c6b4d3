#include "kernel/translate/emit/space/check.h"

#include "kernel/translate/emit/space/block_memory.h"
#include "kernel/translate/emit/space/memory.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"

/* A table has at most 2^MOST_STEPS entries. */
enum { MOST_STEPS = GI_TRANSLATE_CHECK_STEPS };

enum { LINE_SHIFT = 32, CODE_SHIFT = 24, ACCESS_MASK = 0xffffff };

static gi_id variable(struct gi_emit *emit)
{
    gi_type type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassPrivate,
                                         gi_emit_type_id(emit, GI_KIND_U64));

    return gi_spirv_variable(&emit->spirv, type, GiStorageClassPrivate, u64(emit, 0));
}

void gi_emit_check_declare(struct gi_emit *emit)
{
    if (!emit->kernel->uses_check)
        return;
    emit->check.address = variable(emit);
    emit->check.what = variable(emit);
    emit->check.tell = gi_spirv_new_function(&emit->spirv);
    emit->check.main = gi_spirv_new_function(&emit->spirv);
}

/* ---- calls ---- */

/* Line, failure and access as one number, which is 0 for nothing else. */
static gi_id what_of(struct gi_emit *emit, const struct gi_kernel_accessed *access)
{
    uint64_t line = emit->at ? emit->at->line : emit->check.place;

    return u64(emit, line << LINE_SHIFT | (uint64_t)GI_KERNEL_ACCESSED << CODE_SHIFT
                     | gi_kernel_pack(access));
}

static gi_id function_of(struct gi_emit *emit, gi_id *function)
{
    if (!function->n)
        *function = gi_spirv_new_function(&emit->spirv);
    return *function;
}

/* Threads that wait in loops for a thread that has failed ask the report, so it is told at once. */
static void looked(struct gi_emit *emit)
{
    emit->check.is_due = true;
    if (emit->functions->has_turn)
        (void)gi_spirv_call(&emit->spirv, gi_spirv_type_void(&emit->spirv), emit->check.tell, NULL,
                            0);
}

void gi_emit_check_device(struct gi_emit *emit, gi_id address, uint32_t bytes,
                          enum gi_kernel_access how)
{
    const struct gi_kernel_accessed access = { (uint16_t)bytes, how, GI_KERNEL_DEVICE_MEMORY };
    gi_id function, what;

    if (!emit->kernel->uses_check || (emit->current && emit->current->is_heap))
        return;                 /* no range of the table has the tables of the heap */
    function = function_of(emit, &emit->check.device);
    what = what_of(emit, &access);
    (void)gi_spirv_call(&emit->spirv, gi_spirv_type_void(&emit->spirv), function,
                        GI_SPIRV_IDS(address, what));
    looked(emit);
}

void gi_emit_check_words(struct gi_emit *emit, const struct gi_emit_words *words, gi_id address,
                         uint32_t bytes, enum gi_kernel_access how)
{
    bool is_shared = words == &emit->shared;
    const struct gi_kernel_accessed access = {
        (uint16_t)bytes, how, is_shared ? GI_KERNEL_SHARED_MEMORY : GI_KERNEL_LOCAL_MEMORY
    };
    gi_id function, size, what;

    if (!emit->kernel->uses_check)
        return;
    function = function_of(emit, &emit->check.words);
    size = is_shared ? gi_emit_block_shared_bytes(emit, 0) : u32(emit, emit->local_bytes);
    what = what_of(emit, &access);
    (void)gi_spirv_call(&emit->spirv, gi_spirv_type_void(&emit->spirv), function,
                        GI_SPIRV_IDS(address, size, what));
    looked(emit);
}

void gi_emit_check_index(struct gi_emit *emit, gi_id index, gi_id bound,
                         const struct gi_kernel_accessed *access)
{
    gi_id function = function_of(emit, &emit->check.index);
    gi_id what = what_of(emit, access);

    (void)gi_spirv_call(&emit->spirv, gi_spirv_type_void(&emit->spirv), function,
                        GI_SPIRV_IDS(index, bound, what));
}

/* Keeps the first failure of the thread. */
static void keep_if(struct gi_emit *emit, gi_id condition, gi_id address, gi_id what)
{
    gi_id ended = gi_emit_load(emit, GI_KIND_PRED, emit->ended);
    gi_id first = gi_emit_2(emit, GiOpLogicalAnd, condition,
                            gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, ended));
    gi_id old = gi_emit_load(emit, GI_KIND_U64, emit->check.address);

    gi_emit_store(emit, emit->check.address,
                  gi_emit_select(emit, first, address, old));
    old = gi_emit_load(emit, GI_KIND_U64, emit->check.what);
    gi_emit_store(emit, emit->check.what, gi_emit_select(emit, first, what, old));
    gi_emit_store(emit, emit->ended,
                  gi_emit_2(emit, GiOpLogicalOr, ended, condition));
}

void gi_emit_check_meeting(struct gi_emit *emit, gi_id condition, enum gi_kernel_failure code,
                           gi_id line, gi_id told)
{
    gi_id what = gi_emit_join64(emit, u32(emit, (uint32_t)code << CODE_SHIFT), line);

    keep_if(emit, condition, told, what);
}

void gi_emit_check_block(struct gi_emit *emit)
{
    if (emit->check.is_due)
        gi_emit_leave_if_ended(emit);
    emit->check.is_due = false;
}

/* ---- functions ---- */

static gi_id read(struct gi_emit *emit, gi_id address)
{
    gi_id pointer = gi_emit_device_pointer(emit, address, GI_KIND_U64, 1);

    return gi_spirv_load(&emit->spirv, gi_emit_type_id(emit, GI_KIND_U64), pointer,
                         GiMemoryAccessAligned, 8);
}

static gi_id bytes_of(struct gi_emit *emit, gi_id what)
{
    return op2(emit, GiOpBitwiseAnd, what, u64(emit, 0xffff));
}

/* The address of the last entry that begins at or below an address. Its search has as many steps
 * as the launch's constant says: where loops end by themselves it must not be one, and devices that
 * take both sides of each branch pay for each step that is written. */
static gi_id find_entry(struct gi_emit *emit, gi_id address)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_id steps = gi_spirv_spec_u32(spirv, GI_TRANSLATE_CHECK_CONSTANT, 0);
    gi_id at = gi_emit_local(emit, GI_KIND_U64);

    gi_emit_store(emit, at, gi_emit_push_u64(emit, emit->kernel->push_check_bytes));
    for (uint32_t step = MOST_STEPS; step > 0; step--) {
        gi_id number = gi_spirv_constant_u32(spirv, step);
        gi_id is_taken = gi_spirv_spec_op(spirv, GiOpUGreaterThanEqual,
                                          gi_emit_type_id(emit, GI_KIND_PRED), steps, number);
        struct gi_emit_if open = gi_emit_if_begin(emit, is_taken);
        gi_id old = gi_emit_load(emit, GI_KIND_U64, at);
        gi_id probe = op2(emit, GiOpIAdd, old,
                          u64(emit, sizeof(struct gi_kernel_range) << (step - 1)));
        gi_id is_below = op2(emit, GiOpULessThanEqual, read(emit, probe), address);

        gi_emit_store(emit, at, gi_emit_select(emit, is_below, probe, old));
        gi_emit_if_otherwise(emit, &open);
        gi_emit_if_end(emit, &open);
    }
    return gi_emit_load(emit, GI_KIND_U64, at);
}

/* Whether an access lies within bytes from an address on, which belong to the launch alone. */
static gi_id lies_in(struct gi_emit *emit, uint64_t push_bytes, uint64_t bytes,
                     gi_id address, gi_id what)
{
    gi_id offset = op2(emit, GiOpISub, address, gi_emit_push_u64(emit, push_bytes));
    gi_id size = u64(emit, bytes);
    gi_id begins = op2(emit, GiOpULessThan, offset, size);
    gi_id left = op2(emit, GiOpISub, size, offset);
    gi_id ends = op2(emit, GiOpUGreaterThanEqual, left, bytes_of(emit, what));

    return op2(emit, GiOpLogicalAnd, begins, ends);
}

static gi_id is_in_table(struct gi_emit *emit, gi_id address, gi_id what)
{
    gi_id entry = find_entry(emit, address);
    gi_id word = read(emit, op2(emit, GiOpIAdd, entry, u64(emit, 8)));
    gi_id end = op2(emit, GiOpBitwiseAnd, word, u64(emit, ~GI_KERNEL_READ_ONLY));
    gi_id begins = op2(emit, GiOpULessThan, address, end);
    gi_id left = op2(emit, GiOpISub, end, address);
    gi_id ends = op2(emit, GiOpUGreaterThanEqual, left, bytes_of(emit, what));
    gi_id how = op2(emit, GiOpBitwiseAnd, what, u64(emit, 0xf0000));
    gi_id is_read = op2(emit, GiOpIEqual, how, u64(emit, (uint64_t)GI_KERNEL_READS << 16));
    gi_id may_write = op2(emit, GiOpIEqual, word, end);
    gi_id allowed = op2(emit, GiOpLogicalOr, is_read, may_write);

    return op2(emit, GiOpLogicalAnd, op2(emit, GiOpLogicalAnd, begins, ends), allowed);
}

/* device(address, what) */
static void emit_device_function(struct gi_emit *emit)
{
    const struct gi_translate_kernel *kernel = emit->kernel;
    gi_id given[2], is_right, other;

    gi_emit_open_function(emit, emit->check.device, gi_spirv_type_void(&emit->spirv), "ll", given);
    is_right = is_in_table(emit, given[0], given[1]);
    if (kernel->parameters_in_memory) {
        other = lies_in(emit, 0, kernel->parameter_bytes, given[0], given[1]);
        is_right = op2(emit, GiOpLogicalOr, is_right, other);
    }
    if (kernel->uses_grid_barrier) {
        other = lies_in(emit, kernel->push_grid_barrier_bytes, GI_TRANSLATE_GRID_BARRIER_BYTES,
                        given[0], given[1]);
        is_right = op2(emit, GiOpLogicalOr, is_right, other);
    }
    keep_if(emit, gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, is_right), given[0], given[1]);
    gi_spirv_return(&emit->spirv);
    gi_spirv_function_end(&emit->spirv);
}

/* A number that the compiler takes for another one where it would join the comparisons of many. */
static gi_id for_itself(struct gi_emit *emit, gi_id number)
{
    return emit->target->joins_comparisons
        ? op2(emit, GiOpBitwiseOr, number, gi_emit_hidden_zero(emit)) : number;
}

/* words(address, size, what) */
static void emit_words_function(struct gi_emit *emit)
{
    gi_id given[3], bytes, begins, left, ends;

    gi_emit_open_function(emit, emit->check.words, gi_spirv_type_void(&emit->spirv), "iil", given);
    bytes = gi_emit_cast(emit, bytes_of(emit, given[2]), GI_KIND_U32);
    begins = op2(emit, GiOpUGreaterThan, given[0], given[1]);
    left = for_itself(emit, op2(emit, GiOpISub, given[1], given[0]));
    ends = op2(emit, GiOpULessThan, left, bytes);
    ends = op2(emit, GiOpLogicalOr, begins, ends);
    keep_if(emit, ends, wide(emit, given[0]), given[2]);
    gi_spirv_return(&emit->spirv);
    gi_spirv_function_end(&emit->spirv);
}

/* index(index, bound, what) */
static void emit_index_function(struct gi_emit *emit)
{
    gi_id given[3], is_wrong;

    gi_emit_open_function(emit, emit->check.index, gi_spirv_type_void(&emit->spirv), "iil", given);
    is_wrong = op2(emit, GiOpUGreaterThanEqual, given[0], given[1]);
    keep_if(emit, is_wrong, gi_emit_join64(emit, given[0], given[1]), given[2]);
    gi_spirv_return(&emit->spirv);
    gi_spirv_function_end(&emit->spirv);
}

/* tell(): the failure that the thread has kept goes into the report. */
static void emit_tell_function(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct gi_emit_failure failure;
    struct gi_emit_if open;
    gi_id what, code, size;

    gi_emit_open_function(emit, emit->check.tell, gi_spirv_type_void(spirv), "", NULL);
    what = gi_emit_load(emit, GI_KIND_U64, emit->check.what);
    open = gi_emit_if_begin(emit, op2(emit, GiOpINotEqual, what, u64(emit, 0)));
    failure.message = gi_emit_load(emit, GI_KIND_U64, emit->check.address);
    failure.file = op2(emit, GiOpBitwiseAnd, what, u64(emit, ACCESS_MASK));
    size = gi_emit_block_shared_bytes(emit, 0);
    failure.function = gi_emit_join64(emit, size, u32(emit, emit->local_bytes));
    gi_emit_split64(emit, what, &code, &failure.line);
    code = op2(emit, GiOpShiftRightLogical, code, u32(emit, CODE_SHIFT));
    gi_emit_call_fail(emit, code, &failure);
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
    gi_spirv_return(spirv);
    gi_spirv_function_end(spirv);
}

static void emit_main(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type none = gi_spirv_type_void(spirv);

    gi_emit_open_function(emit, emit->check.main, none, "", NULL);
    (void)gi_spirv_call(spirv, none, emit->functions->id, NULL, 0);
    (void)gi_spirv_call(spirv, none, emit->check.tell, NULL, 0);
    gi_spirv_return(spirv);
    gi_spirv_function_end(spirv);
}

void gi_emit_check_functions(struct gi_emit *emit)
{
    if (!emit->kernel->uses_check)
        return;
    emit->at = NULL;
    emit->current = NULL;
    if (emit->check.device.n)
        emit_device_function(emit);
    if (emit->check.words.n)
        emit_words_function(emit);
    if (emit->check.index.n)
        emit_index_function(emit);
    emit_tell_function(emit);
    emit_main(emit);
}
