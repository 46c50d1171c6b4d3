#include "kernel/translate/emit/space/report.h"

#include <stddef.h>

#include "kernel/translate/analyse/callee.h"
#include "kernel/translate/emit/space/memory.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"
#include "kernel/translate/ptx/facts.h"

#define PLACE(member) offsetof(struct gi_kernel_report, member)

static gi_id report_address(struct gi_emit *emit)
{
    return gi_emit_push_u64(emit, emit->kernel->push_report_bytes);
}

/* ---- threads that end ---- */

static bool has_barriers(const struct gi_emit *emit)
{
    return emit->functions->has_barrier || emit->meetings.way == GI_WARP_MACHINE;
}

/* Whether a thread that fails runs on, since others may wait for it at a barrier. With the memory
 * check each access can fail, so also kernels whose lanes meet are left by all threads together. */
static bool runs_on(const struct gi_emit *emit)
{
    return has_barriers(emit)
        || (emit->kernel->uses_check && emit->meetings.way != GI_WARP_PLAIN);
}

static bool ends_thread(const struct gi_emit *emit, const struct gi_emit_function *function,
                        const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *operands = instruction->operands;

    if (gi_ptx_does(instruction, GI_PTX_FAILS))
        return true;
    if (gi_ptx_does(instruction, GI_PTX_EXITS))
        return !function->function->is_entry;
    if (!gi_ptx_does(instruction, GI_PTX_CALLS))
        return false;
    if (gi_emit_builtin_of(instruction) == GI_EMIT_ASSERTS
        || gi_emit_builtin_of(instruction) == GI_EMIT_FREES || gi_emit_is_indirect(instruction))
        return true;
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        if (operands[i].kind == GI_PTX_FUNCTION && emit->by_index[operands[i].to.function->index]
            && emit->by_index[operands[i].to.function->index]->may_end)
            return true;
    }
    return false;
}

void gi_emit_make_ended(struct gi_emit *emit)
{
    gi_type type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassPrivate,
                                         gi_emit_type_id(emit, GI_KIND_PRED));

    emit->ended = gi_spirv_variable(&emit->spirv, type, GiStorageClassPrivate,
                                    gi_emit_constant(emit, GI_KIND_PRED, 0));
}

void gi_emit_find_ends(struct gi_emit *emit)
{
    bool changed = true;
    bool any = false;

    while (changed) {
        changed = false;
        for (struct gi_emit_function *at = emit->functions; at; at = at->next) {
            at->may_end |= emit->kernel->uses_check;
            for (uint32_t i = 0; !at->may_end && i < at->body->instruction_count; i++) {
                at->may_end = ends_thread(emit, at, &at->body->instructions[i]);
                changed |= at->may_end;
            }
            any |= at->may_end;
        }
    }
    if (any)
        gi_emit_make_ended(emit);
}

void gi_emit_mark_ended(struct gi_emit *emit)
{
    if (has_barriers(emit))
        gi_emit_refuse(emit, "the end of a thread inside of a function is not built for kernels "
                       "with barriers");
    gi_emit_store(emit, emit->ended, gi_emit_constant(emit, GI_KIND_PRED, 1));
}

void gi_emit_leave_if_ended(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    const struct gi_emit_function *current = emit->current;
    gi_id leave, stay, ended;

    if (!emit->ended.n || runs_on(emit))
        return;
    leave = gi_spirv_new_label(spirv);
    stay = gi_spirv_new_label(spirv);
    ended = gi_emit_load(emit, GI_KIND_PRED, emit->ended);
    gi_spirv_selection_merge(spirv, stay, GiSelectionControlNone);
    gi_spirv_branch_if(spirv, ended, leave, stay);
    gi_spirv_label(spirv, leave);
    if (!current->function->is_entry && current->function->result_count)
        gi_spirv_return_value(spirv, gi_spirv_undefined(spirv, current->result_type));
    else
        gi_spirv_return(spirv);
    gi_spirv_label(spirv, stay);
}

/* Whether the thread has failed and runs on; 0: no thread does. With the memory check it runs on to
 * the end of its block at least. */
static gi_id has_ended(struct gi_emit *emit)
{
    if (!emit->ended.n || !emit->current || (!runs_on(emit) && !emit->kernel->uses_check))
        return GI_NO_ID;
    return gi_emit_load(emit, GI_KIND_PRED, emit->ended);
}

gi_id gi_emit_redirect(struct gi_emit *emit, gi_id address, enum gi_kind kind)
{
    gi_id ended = has_ended(emit);
    gi_id instead;

    if (!ended.n)
        return address;
    if (kind == GI_KIND_U64) {
        gi_id report = report_address(emit);

        instead = gi_emit_2(emit, GiOpIAdd, report, gi_emit_constant(emit, kind, PLACE(scratch)));
    } else {
        instead = gi_emit_constant(emit, kind, 0);
    }
    return gi_emit_select(emit, ended, instead, address);
}

bool gi_emit_if_alive(struct gi_emit *emit, struct gi_emit_if *out_open)
{
    gi_id ended = has_ended(emit);

    if (ended.n)
        *out_open = gi_emit_if_begin(emit, gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, ended));
    return ended.n != 0;
}

/* ---- functions that write the report ---- */

static gi_id place(struct gi_emit *emit, gi_id base, uint64_t offset)
{
    return gi_emit_2(emit, GiOpIAdd, base, gi_emit_constant(emit, GI_KIND_U64, offset));
}

static void write(struct gi_emit *emit, gi_id base, uint64_t offset, enum gi_kind kind, gi_id value)
{
    gi_id pointer = gi_emit_device_pointer(emit, place(emit, base, offset), kind, 1);

    gi_spirv_store_as(&emit->spirv, pointer, value, GiMemoryAccessAligned | emit->report_access,
                      gi_emit_bits(kind) / 8);
}

static gi_id read(struct gi_emit *emit, gi_id address)
{
    gi_id pointer = gi_emit_device_pointer(emit, address, GI_KIND_U32, 1);

    return gi_spirv_load(&emit->spirv, gi_emit_type_id(emit, GI_KIND_U32), pointer,
                         GiMemoryAccessAligned | GiMemoryAccessNonPrivatePointer, 4);
}

gi_id gi_emit_somebody_failed(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_id pointer, code, scope;
    gi_type type;

    if (!emit->kernel->uses_report || !emit->ended.n)
        return GI_NO_ID;
    pointer = gi_emit_device_pointer(emit, report_address(emit), GI_KIND_U32, 1);
    type = gi_emit_type_id(emit, GI_KIND_U32);
    scope = gi_spirv_constant_u32(spirv, GiScopeDevice);
    code = gi_spirv_value3(spirv, GiOpAtomicLoad, type, pointer, scope,
                           gi_spirv_constant_u32(spirv, GiMemorySemanticsRelaxed));
    return gi_emit_2(emit, GiOpINotEqual, code, u32(emit, GI_KERNEL_RUNS));
}

void gi_emit_open_function(struct gi_emit *emit, gi_id id, gi_type result,
                           const char *parameters, gi_id *out_values)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type types[8] = { 0 };
    uint32_t count = 0;

    for (; parameters[count]; count++)
        types[count] = gi_emit_type_id(emit, parameters[count] == 'l' ? GI_KIND_U64 : GI_KIND_U32);
    gi_spirv_function_begin(spirv, id, result,
                            gi_spirv_type_function(spirv, result, types, count),
                            GiFunctionControlNone);
    for (uint32_t i = 0; i < count; i++)
        out_values[i] = gi_spirv_parameter(spirv, types[i]);
    gi_spirv_label(spirv, GI_NO_ID);
}

/* The block and the thread: three words each. */
static void write_numbers(struct gi_emit *emit, gi_id base)
{
    static const struct { enum gi_ptx_special what; uint64_t at; } numbers[2] = {
        { GI_PTX_S_ctaid, PLACE(block) }, { GI_PTX_S_tid, PLACE(thread) } };

    for (uint32_t i = 0; i < 2; i++) {
        for (uint8_t part = 0; part < 3; part++) {
            struct gi_ptx_operand operand = { .kind = GI_PTX_SPECIAL, .index = numbers[i].what,
                                              .part = part };

            write(emit, base, numbers[i].at + 4u * part, GI_KIND_U32,
                  gi_emit_special(emit, &operand, GI_KIND_U32));
        }
    }
}

static gi_id kernel_number(struct gi_emit *emit)
{
    return u32(emit, emit->functions->function->index);
}

/* fail(code, message, file, line, function): the first thread is heard. */
static void emit_fail_function(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id scope = gi_spirv_constant_u32(spirv, GiScopeDevice);
    gi_id relaxed = gi_spirv_constant_u32(spirv, GiMemorySemanticsRelaxed);
    gi_id zero = gi_spirv_constant_u32(spirv, 0);
    gi_id given[5];
    gi_id base, pointer, old;
    struct gi_emit_if first;

    gi_emit_open_function(emit, emit->fail_function, gi_spirv_type_void(spirv), "illil", given);
    base = report_address(emit);
    pointer = gi_emit_device_pointer(emit, base, GI_KIND_U32, 1);
    old = gi_spirv_value(spirv, GiOpAtomicCompareExchange, word,
                         GI_SPIRV_IDS(pointer, scope, relaxed, relaxed, given[0], zero));
    first = gi_emit_if_begin(emit, gi_emit_2(emit, GiOpIEqual, old, zero));
    write(emit, base, PLACE(kernel), GI_KIND_U32, kernel_number(emit));
    write_numbers(emit, base);
    write(emit, base, PLACE(message), GI_KIND_U64, given[1]);
    write(emit, base, PLACE(file), GI_KIND_U64, given[2]);
    write(emit, base, PLACE(line), GI_KIND_U32, given[3]);
    write(emit, base, PLACE(function), GI_KIND_U64, given[4]);
    gi_emit_if_otherwise(emit, &first);
    gi_emit_if_end(emit, &first);
    gi_emit_store(emit, emit->ended, gi_emit_constant(emit, GI_KIND_PRED, 1));
    gi_spirv_return(spirv);
    gi_spirv_function_end(spirv);
}

/* A word of the arguments: they lie in local memory, or where the address says. */
static gi_id argument_word(struct gi_emit *emit, gi_id address)
{
    gi_id out, low, high, is_local, last;
    struct gi_emit_if open;

    if (!emit->takes_local)
        return read(emit, gi_emit_own_address(emit, address, GI_KIND_U64));
    out = gi_emit_local(emit, GI_KIND_U32);
    gi_emit_split64(emit, address, &low, &high);
    is_local = gi_emit_2(emit, GiOpIEqual, high, u32(emit, GI_EMIT_LOCAL_TAG));
    open = gi_emit_if_begin(emit, is_local);
    /* where the format is not known, more is copied than there may be */
    last = u32(emit, emit->local_bytes < 4 ? 0 : emit->local_bytes - 4);
    low = gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, low, last);
    gi_emit_store(emit, out, gi_emit_words_load(emit, &emit->local, low));
    gi_emit_if_otherwise(emit, &open);
    address = gi_emit_own_address(emit, address, GI_KIND_U64);
    gi_emit_store(emit, out, read(emit, address));
    gi_emit_if_end(emit, &open);
    return gi_emit_load(emit, GI_KIND_U32, out);
}

/* Addresses of arguments. */
struct arguments {
    gi_id to, from;
};

static void copy_argument(struct gi_emit *emit, void *context, gi_id at)
{
    const struct arguments *arguments = context;
    gi_id wide = gi_emit_cast(emit, at, GI_KIND_U64);
    gi_id word = argument_word(emit, gi_emit_2(emit, GiOpIAdd, arguments->from, wide));

    write(emit, gi_emit_2(emit, GiOpIAdd, arguments->to, wide), 0, GI_KIND_U32, word);
}

/* Copies so many bytes of arguments, word by word. */
static void copy_arguments(struct gi_emit *emit, gi_id to, gi_id from, gi_id bytes)
{
    struct arguments arguments = { to, from };
    gi_id first = u32(emit, 0), step = u32(emit, 4);

    gi_emit_each_from(emit, first, step, bytes, copy_argument, &arguments);
}

/* The record, of which total bytes are reserved at old. */
static void write_record(struct gi_emit *emit, gi_id base, gi_id old, gi_id total,
                         const gi_id given[3])
{
    gi_id at = gi_emit_2(emit, GiOpIAdd, base, gi_emit_cast(emit, old, GI_KIND_U64));

    at = place(emit, at, sizeof(struct gi_kernel_report));
    write(emit, at, offsetof(struct gi_kernel_record, bytes), GI_KIND_U32, total);
    write(emit, at, offsetof(struct gi_kernel_record, kernel), GI_KIND_U32, kernel_number(emit));
    write(emit, at, offsetof(struct gi_kernel_record, format), GI_KIND_U64, given[0]);
    copy_arguments(emit, place(emit, at, sizeof(struct gi_kernel_record)), given[1], given[2]);
}

/* print(format, arguments, bytes of the arguments): 1, or 0 where the records are full. One that
 * was full stays so, and its count of bytes does not grow on: it would wrap. */
static void emit_print_function(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_id scope = gi_spirv_constant_u32(spirv, GiScopeDevice);
    gi_id relaxed = gi_spirv_constant_u32(spirv, GiMemorySemanticsRelaxed);
    gi_id given[3];
    gi_id base, room, used, total, old, result;
    struct gi_emit_if asks, fits;

    gi_emit_open_function(emit, emit->print_function, word, "lli", given);
    result = gi_emit_local(emit, GI_KIND_U32);
    gi_emit_store(emit, result, gi_spirv_constant_u32(spirv, 0));
    base = report_address(emit);
    room = read(emit, place(emit, base, PLACE(record_room)));
    used = gi_emit_device_pointer(emit, place(emit, base, PLACE(record_bytes)), GI_KIND_U32, 1);
    total = gi_emit_2(emit, GiOpIAdd, given[2],
                      gi_spirv_constant_u32(spirv, sizeof(struct gi_kernel_record)));
    old = gi_spirv_value3(spirv, GiOpAtomicLoad, word, used, scope, relaxed);
    asks = gi_emit_if_begin(emit, gi_emit_2(emit, GiOpULessThanEqual, old, room));
    old = gi_spirv_value(spirv, GiOpAtomicIAdd, word,
                         GI_SPIRV_IDS(used, scope, relaxed, total));
    room = gi_emit_2(emit, GiOpULessThanEqual,
                     gi_emit_2(emit, GiOpIAdd, old, total), room);
    fits = gi_emit_if_begin(emit, room);
    write_record(emit, base, old, total, given);
    gi_emit_store(emit, result, gi_spirv_constant_u32(spirv, 1));
    gi_emit_if_otherwise(emit, &fits);
    gi_emit_if_end(emit, &fits);
    gi_emit_if_otherwise(emit, &asks);
    gi_emit_if_end(emit, &asks);
    old = gi_emit_load(emit, GI_KIND_U32, result);
    gi_spirv_return_value(spirv, old);
    gi_spirv_function_end(spirv);
}

void gi_emit_report_functions(struct gi_emit *emit)
{
    emit->at = NULL;
    emit->current = NULL;
    if (emit->fail_function.n)
        emit_fail_function(emit);
    if (emit->print_function.n)
        emit_print_function(emit);
}

/* ---- calls of them ---- */

void gi_emit_call_fail(struct gi_emit *emit, gi_id code, const struct gi_emit_failure *failure)
{
    struct gi_spirv *spirv = &emit->spirv;

    if (!emit->fail_function.n)
        emit->fail_function = gi_spirv_new_function(spirv);
    (void)gi_spirv_call(spirv, gi_spirv_type_void(spirv), emit->fail_function,
                        GI_SPIRV_IDS(code, failure->message, failure->file, failure->line,
                                     failure->function));
}

void gi_emit_fail(struct gi_emit *emit, enum gi_kernel_failure code,
                  const struct gi_emit_failure *failure)
{
    gi_id nowhere = gi_emit_constant(emit, GI_KIND_U64, 0);
    gi_id nothing = u32(emit, 0);
    gi_id number = u32(emit, code);
    struct gi_emit_failure empty = { nowhere, nowhere, nothing, nowhere };
    struct gi_emit_if alive;
    bool is_guarded = emit->kernel->uses_check && gi_emit_if_alive(emit, &alive);

    gi_emit_call_fail(emit, number, failure ? failure : &empty);
    if (is_guarded) {
        gi_emit_if_otherwise(emit, &alive);
        gi_emit_if_end(emit, &alive);
    }
    gi_emit_leave_if_ended(emit);
}

void gi_emit_report_loops(struct gi_emit *emit)
{
    gi_id report = report_address(emit);

    write(emit, report, PLACE(loops_ended), GI_KIND_U32, u32(emit, 1));
}

void gi_emit_trap(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    (void)instruction;
    gi_emit_fail(emit, GI_KERNEL_TRAPPED, NULL);
}

void gi_emit_alloca(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    (void)instruction;
    gi_emit_fail(emit, GI_KERNEL_FULL, NULL);
}

gi_id gi_emit_record(struct gi_emit *emit, gi_id format, gi_id arguments, gi_id bytes)
{
    gi_id zero = gi_emit_constant(emit, GI_KIND_U64, 0);
    gi_id done, ended;

    if (!emit->print_function.n)
        emit->print_function = gi_spirv_new_function(&emit->spirv);
    /* one that failed and runs on is silent: no format is at 0 */
    ended = has_ended(emit);
    if (ended.n)
        format = gi_emit_select(emit, ended, zero, format);
    done = gi_spirv_call(&emit->spirv, gi_emit_type_id(emit, GI_KIND_U32), emit->print_function,
                         GI_SPIRV_IDS(format, arguments, bytes));
    return gi_emit_2(emit, GiOpINotEqual, done, u32(emit, 0));
}
