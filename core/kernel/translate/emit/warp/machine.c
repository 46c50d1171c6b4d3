#include "kernel/translate/emit/warp/machine.h"

#include <string.h>

#include "kernel/translate/analyse/meeting.h"
#include "kernel/translate/emit/space/check.h"
#include "kernel/translate/emit/space/block_memory.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"
#include "kernel/translate/emit/warp/barrier.h"
#include "kernel/translate/emit/warp/lanes.h"
#include "kernel/translate/emit/warp/warp.h"

/* The kind of a thread's stop: the meeting that it waits for. A thread that gives the others a turn
 * waits for nothing. Kinds of operations come behind these: lanes of one kind that wait for the
 * same lanes meet. */
enum { AT_BARRIER = 1, ARRIVES, GIVES_TURN, AT_WARP, AT_PLACE = 1 << 16, GONE = -1 };

/* Words of the counts. The first counts the threads that are gone. The second is the last turn in
 * which a thread took a step; only the memory check writes it. Each barrier has three more: one for
 * each of two turns, and how many threads it waits for. A turn's word counts the threads that came,
 * and above COUNT_BITS those that brought a word. */
enum { COUNT_OF_GONE, COUNT_OF_STEPS, COUNTS_OF_BARRIER = 3, COUNT_BITS = 16 };

enum { MOST_POINTS = 10000, COMPARED_WORDS = 2 };     /* words that a match compares, at most */

/* Variables of a thread; ids. */
struct gi_emit_machine {
    gi_id step;
    gi_id at;                   /* the block that goes on */
    gi_id kind;                 /* the meeting that it waits for */
    gi_id values[GI_EMIT_LANE_WORDS];       /* the words that it brings */
    gi_id mask;                 /* lanes that it waits for */
    gi_id barrier, count;       /* number of the barrier; threads, 0: all */
    gi_id is_new;               /* 1: it has just come */
    gi_id line;                 /* with the memory check: where it waits, */
    gi_id turns;                /* and how many turns there were */
};

static gi_id load(struct gi_emit *emit, gi_id variable)
{
    return gi_emit_load(emit, GI_KIND_U32, variable);
}

static void set(struct gi_emit *emit, gi_id variable, uint32_t value)
{
    gi_emit_store(emit, variable, u32(emit, value));
}

static gi_id is(struct gi_emit *emit, gi_id value, uint32_t constant)
{
    return gi_emit_2(emit, GiOpIEqual, value, u32(emit, constant));
}

static gi_id variable(struct gi_emit *emit, uint32_t initial)
{
    gi_type type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassPrivate,
                                         gi_emit_type_id(emit, GI_KIND_U32));

    return gi_spirv_variable(&emit->spirv, type, GiStorageClassPrivate,
                             u32(emit, initial));
}

/* ---- parts of the module ---- */

/* The first words of the counts. */
static uint32_t counts_of_all(const struct gi_emit *emit)
{
    return emit->kernel->uses_check ? COUNT_OF_STEPS + 1 : COUNT_OF_GONE + 1;
}

static gi_status check(const struct gi_emit *emit)
{
    const struct gi_emit_function *entry = emit->functions;

    for (const struct gi_emit_function *at = entry->next; at; at = at->next) {
        if (at->has_barrier || at->has_operation || at->has_turn)
            return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: %.*s is called and has a barrier or "
                           "warp operation: with flow or a device that needs the machine of "
                           "meetings, only entries may have them", at->function->line,
                           (int)at->function->name.length, at->function->name.start);
    }
    if (emit->meetings.points > MOST_POINTS)
        return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: %.*s has %u barriers and warp operations "
                       "that threads reach apart; more than %d are not built",
                       entry->function->line, (int)entry->function->name.length,
                       entry->function->name.start, emit->meetings.points, MOST_POINTS);
    return GI_OK;
}

void gi_emit_machine_declare(struct gi_emit *emit)
{
    struct gi_emit_machine *machine = gi_arena_alloc(emit->arena, 1, sizeof(*machine));
    gi_status status = machine ? check(emit) : GI_OUT_OF_MEMORY;
    uint32_t words = emit->meetings.words < COMPARED_WORDS ? COMPARED_WORDS
        : emit->meetings.words;

    emit->meetings.machine = machine;
    if (status != GI_OK) {
        gi_spirv_fail(&emit->spirv, status);
        return;
    }
    emit->meetings.count_words = counts_of_all(emit) + COUNTS_OF_BARRIER * emit->meetings.barriers;
    machine->step = gi_spirv_new_function(&emit->spirv);
    machine->at = variable(emit, 0);
    machine->kind = variable(emit, 0);
    for (uint32_t i = 0; i < words; i++)
        machine->values[i] = variable(emit, 0);
    machine->mask = variable(emit, 0);
    machine->barrier = variable(emit, 0);
    machine->count = variable(emit, 0);
    machine->is_new = variable(emit, 0);
    if (emit->kernel->uses_check) {
        machine->line = variable(emit, 0);
        machine->turns = variable(emit, 0);
    }
    emit->meetings.here = variable(emit, 0);
    emit->meetings.bits = variable(emit, 0);
    emit->meetings.same = variable(emit, 0);
}

gi_id gi_emit_machine_step(const struct gi_emit *emit)
{
    return emit->meetings.machine->step;
}

/* A word of a barrier: 0 or 1 the count of a turn, 2 how many it waits for. */
static gi_id barrier_word(struct gi_emit *emit, gi_id barrier, gi_id which)
{
    gi_id first = op2(emit, GiOpIMul, barrier, u32(emit, COUNTS_OF_BARRIER));

    first = op2(emit, GiOpIAdd, first, u32(emit, counts_of_all(emit)));
    return op2(emit, GiOpIAdd, first, which);
}

gi_id gi_emit_machine_votes(struct gi_emit *emit)
{
    const struct gi_emit_meetings *meetings = &emit->meetings;
    gi_id barrier = load(emit, meetings->machine->barrier);
    gi_id at = barrier_word(emit, barrier, load(emit, meetings->turn));

    return op2n(emit, GiOpShiftRightLogical, gi_emit_shared_load(emit, meetings->counts, at),
                COUNT_BITS);
}

/* ---- the step ---- */

void gi_emit_machine_keep(struct gi_emit *emit)
{
    const struct gi_emit_live *live = &emit->live;

    for (uint32_t word = 0; word < live->out.words; word++) {
        gi_cfg_set_word stays = 0;

        for (uint32_t i = 0; i < emit->graph.block_count; i++) {
            if (emit->blocks[i].meeting != GI_CFG_NONE)
                stays |= gi_cfg_set_of(&live->out, i)[word];
        }
        for (uint32_t k = 64 * word; stays; k++, stays >>= 1) {
            if (stays & 1)
                emit->registers[live->registers[k]].stays = true;
        }
    }
}

static bool are_alike(const struct gi_ptx_instruction *a, const struct gi_ptx_instruction *b)
{
    return a->opcode == b->opcode && a->modifier_count == b->modifier_count
        && a->type_count == b->type_count
        && memcmp(a->modifiers, b->modifiers, a->modifier_count * sizeof(*a->modifiers)) == 0
        && memcmp(a->types, b->types, a->type_count * sizeof(*a->types)) == 0;
}

/* The kind of an operation: the number of the first one that has the same spelling, as PTX lets
 * these meet. Without a mask, lanes meet who come to one place at one time. */
static uint32_t kind_of(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                        uint32_t place)
{
    const struct gi_emit_block *at = emit->blocks;

    if (!gi_ptx_has(instruction, GI_PTX_M_SYNC) && instruction->opcode != GI_PTX_OP_elect)
        return AT_PLACE + place;
    while (at->meeting == GI_CFG_NONE
           || !are_alike(&emit->current->body->instructions[at->meeting], instruction))
        at++;                   /* the instruction itself stands behind one of the blocks */
    return AT_WARP + at->resumes;
}

/* Stores the state of a thread before it stops at a meeting. */
static void stop(struct gi_emit *emit, const struct gi_emit_block *block)
{
    const struct gi_emit_machine *machine = emit->meetings.machine;
    const struct gi_ptx_instruction *instruction =
        &emit->current->body->instructions[block->meeting];
    struct gi_emit_barrier barrier;
    gi_id values[GI_EMIT_LANE_WORDS], mask;

    emit->at = instruction;
    set(emit, machine->at, block->resumes);
    set(emit, machine->is_new, 1);
    if (machine->line.n)
        set(emit, machine->line, instruction->line);
    if (gi_emit_meeting_of(instruction) == GI_EMIT_MEETS_WARP) {
        gi_emit_warp_bring(emit, instruction, values, &mask);
        set(emit, machine->kind, kind_of(emit, instruction, block->resumes));
        for (uint32_t i = 0; i < emit->meetings.words; i++)
            gi_emit_store(emit, machine->values[i], values[i]);
        gi_emit_store(emit, machine->mask, mask);
        return;
    }
    if (gi_emit_meeting_of(instruction) == GI_EMIT_GIVES_TURN) {
        set(emit, machine->kind, GIVES_TURN);
        return;
    }
    if (!gi_emit_barrier_read(emit, instruction, &barrier))
        return;
    set(emit, machine->kind, barrier.arrives ? ARRIVES : AT_BARRIER);
    gi_emit_store(emit, machine->values[0], barrier.vote.n ? barrier.vote : u32(emit, 0));
    gi_emit_store(emit, machine->barrier, barrier.number);
    gi_emit_store(emit, machine->count, barrier.count);
}

void gi_emit_machine_block(struct gi_emit *emit, uint32_t index)
{
    const struct gi_emit_machine *machine = emit->meetings.machine;
    struct gi_emit_block *block = &emit->blocks[index];

    if (index == 0) {
        block->condition = load(emit, machine->at);
        if (emit->graph.blocks[0].successor_count == 2)
            block->condition = is(emit, block->condition, 0);
    }
    if (block->meeting != GI_CFG_NONE) {
        stop(emit, block);
    } else if (block->ends) {
        set(emit, machine->kind, (uint32_t)GONE);
        set(emit, machine->is_new, 1);
    }
}

/* ---- the loop ---- */

/* Values that one turn of the loop uses. */
struct turn {
    gi_id thread, kind, turn;
    gi_id gone;
    gi_id may_go;               /* variable of the function */
};

static gi_id counted(struct gi_emit *emit, gi_id word)
{
    return op2(emit, GiOpBitwiseAnd, word, u32(emit, (1u << COUNT_BITS) - 1));
}

static void add(struct gi_emit *emit, gi_id index, gi_id value)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_id pointer = gi_emit_shared_word(emit, emit->meetings.counts, index);
    gi_id scope = gi_spirv_constant_u32(spirv, GiScopeWorkgroup);
    gi_id relaxed = gi_spirv_constant_u32(spirv, GiMemorySemanticsRelaxed);

    (void)gi_spirv_value(spirv, GiOpAtomicIAdd, gi_emit_type_id(emit, GI_KIND_U32),
                         GI_SPIRV_IDS(pointer, scope, relaxed, value));
}

/* A thread that has just come to a barrier, or ended, is counted. */
static void count_in(struct gi_emit *emit, const struct turn *turn)
{
    const struct gi_emit_meetings *meetings = &emit->meetings;
    const struct gi_emit_machine *machine = meetings->machine;
    gi_id is_new = is(emit, load(emit, machine->is_new), 1);
    gi_id barrier, word, value;
    struct gi_emit_if open, at;

    open = gi_emit_if_begin(emit, is_new);
    set(emit, machine->is_new, 0);
    at = gi_emit_if_begin(emit, is(emit, turn->kind, (uint32_t)GONE));
    word = u32(emit, 0);
    add(emit, word, u32(emit, 1));
    gi_emit_if_otherwise(emit, &at);
    gi_emit_if_end(emit, &at);
    if (meetings->barriers) {
        at = gi_emit_if_begin(emit, gi_emit_2(emit, GiOpULessThanEqual, turn->kind,
                                              u32(emit, ARRIVES)));
        barrier = load(emit, machine->barrier);
        value = op2n(emit, GiOpShiftLeftLogical, load(emit, machine->values[0]), COUNT_BITS);
        value = op2(emit, GiOpIAdd, value, u32(emit, 1));
        word = barrier_word(emit, barrier, u32(emit, 2));
        gi_emit_shared_store(emit, meetings->counts, word, load(emit, machine->count));
        add(emit, barrier_word(emit, barrier, turn->turn), value);
        gi_emit_if_otherwise(emit, &at);
        gi_emit_if_end(emit, &at);
    }
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
}

static void store_value(struct gi_emit *emit, gi_id thread, uint32_t place, gi_id value)
{
    gi_emit_shared_store(emit, emit->meetings.values, gi_emit_lanes_index(emit, thread, place),
                         value);
}

/* Tells the others where this thread is. */
static void tell(struct gi_emit *emit, struct turn *turn)
{
    const struct gi_emit_meetings *meetings = &emit->meetings;
    const struct gi_emit_machine *machine = meetings->machine;

    turn->kind = load(emit, machine->kind);
    turn->turn = op2n(emit, GiOpBitwiseXor, load(emit, meetings->turn), 1);
    gi_emit_store(emit, meetings->turn, turn->turn);
    if (meetings->operations) {
        gi_emit_shared_store(emit, meetings->kinds, turn->thread, turn->kind);
        gi_emit_shared_store(emit, meetings->masks, turn->thread, load(emit, machine->mask));
        for (uint32_t i = 0; i < meetings->words; i++)
            store_value(emit, turn->thread, i, load(emit, machine->values[i]));
    }
    count_in(emit, turn);
}

/* Whether a barrier that waits for so many threads (0: for all that are left) has them. */
static gi_id is_full(struct gi_emit *emit, gi_id gone, gi_id count, gi_id word)
{
    gi_id all = is(emit, count, 0);
    gi_id left = op2(emit, GiOpISub, emit->meetings.threads, gone);

    count = gi_emit_select(emit, all, left, count);
    return gi_emit_2(emit, GiOpUGreaterThanEqual, counted(emit, word), count);
}

/* A barrier for all threads is wrong if some have ended. */
static void check_barrier(struct gi_emit *emit, const struct turn *turn, gi_id full)
{
    const struct gi_emit_machine *machine = emit->meetings.machine;
    gi_id all = is(emit, load(emit, machine->count), 0);
    gi_id some = op2(emit, GiOpINotEqual, turn->gone, u32(emit, 0));
    gi_id parted = op2(emit, GiOpLogicalAnd, full, op2(emit, GiOpLogicalAnd, all, some));
    gi_id line = load(emit, machine->line);

    gi_emit_check_meeting(emit, parted, GI_KERNEL_PARTED, line,
                          gi_emit_cast(emit, turn->gone, GI_KIND_U64));
}

static void ask_barrier(struct gi_emit *emit, const struct turn *turn)
{
    const struct gi_emit_machine *machine = emit->meetings.machine;
    struct gi_emit_if open = gi_emit_if_begin(emit, is(emit, turn->kind, AT_BARRIER));
    gi_id at = barrier_word(emit, load(emit, machine->barrier), turn->turn);
    gi_id word = gi_emit_shared_load(emit, emit->meetings.counts, at);
    gi_id full = is_full(emit, turn->gone, load(emit, machine->count), word);

    gi_emit_store(emit, turn->may_go, full);
    if (emit->kernel->uses_check)
        check_barrier(emit, turn, full);
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
}

static void carry_count(struct gi_emit *emit, void *context, gi_id number)
{
    const struct turn *turn = context;
    gi_id counts = emit->meetings.counts;
    gi_id next = op2(emit, GiOpBitwiseXor, turn->turn, u32(emit, 1));
    gi_id count = gi_emit_shared_load(emit, counts,
                                      barrier_word(emit, number, u32(emit, 2)));
    gi_id word = gi_emit_shared_load(emit, counts, barrier_word(emit, number, turn->turn));
    gi_id full = is_full(emit, turn->gone, count, word);

    word = gi_emit_select(emit, full, u32(emit, 0), word);
    gi_emit_shared_store(emit, counts, barrier_word(emit, number, next), word);
}

/* The threads share out the barriers and make the counts of the next turn: one that is full begins
 * anew. */
static void carry_counts(struct gi_emit *emit, struct turn *turn)
{
    gi_emit_each_from(emit, turn->thread, emit->meetings.threads,
                      u32(emit, emit->meetings.barriers), carry_count, turn);
}

/* The values that a thread compares when it looks at the lanes of its warp. */
struct looking {
    gi_id kind, mask, base;
    gi_id values[COMPARED_WORDS];
    gi_id gone;                 /* variable */
};

static void look_at_lane(struct gi_emit *emit, void *context, gi_id lane)
{
    const struct looking *looking = context;
    const struct gi_emit_meetings *meetings = &emit->meetings;
    gi_id at = op2(emit, GiOpIAdd, looking->base, lane);
    gi_id bit = op2(emit, GiOpShiftLeftLogical, u32(emit, 1), lane);
    gi_id kind = gi_emit_shared_load(emit, meetings->kinds, at);
    gi_id word = gi_emit_shared_load(emit, meetings->values, at);
    gi_id mask = gi_emit_shared_load(emit, meetings->masks, at);
    gi_id alike = gi_emit_2(emit, GiOpIEqual, mask, looking->mask);
    gi_id here = gi_emit_2(emit, GiOpIEqual, kind, looking->kind);
    gi_id bits = gi_emit_2(emit, GiOpINotEqual, word, u32(emit, 0));
    gi_id same = gi_emit_2(emit, GiOpIEqual, word, looking->values[0]);

    if (meetings->words > 1) {
        word = gi_emit_shared_load(emit, meetings->values, gi_emit_lanes_index(emit, at, 1));
        word = gi_emit_2(emit, GiOpIEqual, word, looking->values[1]);
        same = gi_emit_2(emit, GiOpLogicalAnd, same, word);
    }
    here = gi_emit_2(emit, GiOpLogicalAnd, here, alike);
    gi_emit_set_bit(emit, meetings->here, here, bit);
    gi_emit_set_bit(emit, meetings->bits, bits, bit);
    gi_emit_set_bit(emit, meetings->same, same, bit);
    gi_emit_set_bit(emit, looking->gone, is(emit, kind, (uint32_t)GONE), bit);
}

static void ask_warp(struct gi_emit *emit, const struct turn *turn)
{
    const struct gi_emit_machine *machine = emit->meetings.machine;
    gi_id behind = gi_emit_2(emit, GiOpUGreaterThan, turn->kind, u32(emit, GIVES_TURN));
    gi_id stays = gi_emit_2(emit, GiOpINotEqual, turn->kind, u32(emit, (uint32_t)GONE));
    struct looking looking = { .kind = turn->kind, .gone = gi_emit_local(emit, GI_KIND_U32) };
    struct gi_emit_if open;
    gi_id there, absent;

    behind = gi_emit_2(emit, GiOpLogicalAnd, behind, stays);
    open = gi_emit_if_begin(emit, behind);
    looking.base = op2(emit, GiOpBitwiseAnd, turn->thread, u32(emit, ~(GI_WARP_THREADS - 1u)));
    looking.mask = load(emit, machine->mask);
    looking.values[0] = load(emit, machine->values[0]);
    looking.values[1] = load(emit, machine->values[1]);
    set(emit, emit->meetings.here, 0);
    set(emit, emit->meetings.bits, 0);
    set(emit, emit->meetings.same, 0);
    set(emit, looking.gone, 0);
    gi_emit_each_lane(emit, look_at_lane, &looking);
    there = load(emit, emit->meetings.here);
    there = op2(emit, GiOpBitwiseAnd, there, gi_emit_lanes_existing(emit, looking.base));
    gi_emit_store(emit, emit->meetings.here, there);
    there = op2(emit, GiOpBitwiseOr, there, load(emit, looking.gone));
    absent = op2(emit, GiOpBitwiseAnd, looking.mask, gi_emit_lanes_existing(emit, looking.base));
    absent = op2(emit, GiOpBitwiseAnd, absent, gi_emit_1(emit, GiOpNot, GI_KIND_U32, there));
    gi_emit_store(emit, turn->may_go, is(emit, absent, 0));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
}

/* Finds out whether this thread may take the next step. */
static void ask(struct gi_emit *emit, struct turn *turn)
{
    gi_id goes = is(emit, turn->kind, ARRIVES);

    turn->gone = gi_emit_shared_load(emit, emit->meetings.counts, u32(emit, 0));
    goes = gi_emit_2(emit, GiOpLogicalOr, goes, is(emit, turn->kind, GIVES_TURN));
    gi_emit_store(emit, turn->may_go, goes);
    if (emit->meetings.barriers) {
        ask_barrier(emit, turn);
        carry_counts(emit, turn);
    }
    if (emit->meetings.operations)
        ask_warp(emit, turn);
}

static void clear_count(struct gi_emit *emit, void *context, gi_id index)
{
    (void)context;
    gi_emit_shared_store(emit, emit->meetings.counts, index, u32(emit, 0));
}

/* The counts are cleared in the first turn, which all threads take a step in. */
static void note_step(struct gi_emit *emit)
{
    const struct gi_emit_meetings *meetings = &emit->meetings;
    gi_id turns = load(emit, meetings->machine->turns);
    struct gi_emit_if open = gi_emit_if_begin(emit, op2(emit, GiOpUGreaterThan, turns,
                                                        u32(emit, 1)));

    gi_emit_shared_store(emit, meetings->counts, u32(emit, COUNT_OF_STEPS), turns);
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
}

static void take_step(struct gi_emit *emit, const struct turn *turn)
{
    gi_id goes = gi_emit_load(emit, GI_KIND_PRED, turn->may_go);
    gi_id turns = emit->meetings.machine->turns;
    struct gi_emit_if open;

    if (turns.n)
        gi_emit_store(emit, turns, op2n(emit, GiOpIAdd, load(emit, turns), 1));
    open = gi_emit_if_begin(emit, goes);
    if (turns.n)
        note_step(emit);
    (void)gi_spirv_call(&emit->spirv, gi_spirv_type_void(&emit->spirv),
                        emit->meetings.machine->step, NULL, 0);
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
}

/* Whether the loop is over: all threads are gone. With the memory check also when none took a step
 * in this turn, since nothing changes then. A thread may write the word for the next turn
 * already. */
static gi_id is_over(struct gi_emit *emit, const struct turn *turn)
{
    const struct gi_emit_meetings *meetings = &emit->meetings;
    gi_id over = op2(emit, GiOpIEqual, turn->gone, meetings->threads);
    gi_id turns, steps, stuck, waits, line;

    if (!emit->kernel->uses_check)
        return over;
    turns = load(emit, meetings->machine->turns);
    steps = gi_emit_shared_load(emit, meetings->counts, u32(emit, COUNT_OF_STEPS));
    stuck = op2(emit, GiOpULessThan, steps, turns);
    stuck = op2(emit, GiOpLogicalAnd, stuck, op2(emit, GiOpUGreaterThan, turns, u32(emit, 1)));
    waits = op2(emit, GiOpINotEqual, turn->kind, u32(emit, (uint32_t)GONE));
    waits = op2(emit, GiOpLogicalAnd, stuck, waits);
    line = load(emit, meetings->machine->line);
    gi_emit_check_meeting(emit, waits, GI_KERNEL_STUCK, line,
                          gi_emit_constant(emit, GI_KIND_U64, 0));
    return op2(emit, GiOpLogicalOr, over, stuck);
}

void gi_emit_machine_entry(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type none = gi_spirv_type_void(spirv);
    gi_type type = gi_spirv_type_function(spirv, none, NULL, 0);
    struct turn turn = { 0 };
    struct gi_emit_loop loop;

    gi_spirv_function_begin(spirv, emit->functions->id, none, type, GiFunctionControlNone);
    gi_spirv_label(spirv, GI_NO_ID);
    gi_emit_block_memory_begin(emit);
    turn.thread = gi_emit_flat_thread(emit);
    turn.may_go = gi_emit_local(emit, GI_KIND_PRED);
    gi_emit_each_from(emit, turn.thread, emit->meetings.threads,
                      u32(emit, emit->meetings.count_words), clear_count, NULL);
    gi_emit_store(emit, turn.may_go, gi_spirv_constant_bool(spirv, true));
    loop = gi_emit_loop_begin(emit, GiLoopControlNone);
    take_step(emit, &turn);
    gi_emit_block_barrier(emit);
    tell(emit, &turn);
    gi_emit_block_barrier(emit);
    ask(emit, &turn);
    gi_emit_loop_leave_if(emit, &loop, is_over(emit, &turn));
    gi_emit_loop_end(emit, &loop);
    gi_spirv_return(spirv);
    gi_spirv_function_end(spirv);
}
