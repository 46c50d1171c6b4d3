#include "kernel/translate/emit/warp/exchange.h"

#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"
#include "kernel/translate/emit/warp/lanes.h"

/* Lanes of one place take one exchange together if they are at least this part of those that are
 * here. Groups go one after the other, lanes alone all at once: many small groups would take longer
 * than the lanes alone, which come to one place one after the other. */
enum { SMALLEST_PART = 4 };

static gi_id relaxed(struct gi_emit *emit)
{
    return gi_spirv_constant_u32(&emit->spirv, GiMemorySemanticsRelaxed);
}

static gi_id load_word(struct gi_emit *emit, const struct gi_emit_exchange *exchange)
{
    gi_type type = gi_emit_type_id(emit, exchange->word);

    return gi_spirv_value3(&emit->spirv, GiOpAtomicLoad, type, exchange->pointer, exchange->scope,
                           relaxed(emit));
}

static gi_id compare_exchange(struct gi_emit *emit, const struct gi_emit_exchange *exchange,
                              gi_id new, gi_id expected)
{
    gi_type type = gi_emit_type_id(emit, exchange->word);
    gi_id order = relaxed(emit);

    return gi_spirv_value(&emit->spirv, GiOpAtomicCompareExchange, type,
                          GI_SPIRV_IDS(exchange->pointer, exchange->scope, order, order, new,
                                       expected));
}

/* Each lane for itself. */
static gi_id alone(struct gi_emit *emit, const struct gi_emit_exchange *exchange)
{
    gi_id seen = gi_emit_local(emit, exchange->word);
    struct gi_emit_loop loop;
    gi_id old, got;

    gi_emit_store(emit, seen, load_word(emit, exchange));
    loop = gi_emit_loop_begin(emit, GiLoopControlNone);
    old = gi_emit_load(emit, exchange->word, seen);
    got = compare_exchange(emit, exchange, exchange->step(emit, exchange->context, old), old);
    gi_emit_store(emit, seen, got);
    gi_emit_loop_leave_if(emit, &loop, op2(emit, GiOpIEqual, got, old));
    gi_emit_loop_end(emit, &loop);
    return gi_emit_load(emit, exchange->word, seen);
}

/* ---- between lanes: only those count that are here ---- */

static gi_id subgroup(struct gi_emit *emit)
{
    return gi_spirv_constant_u32(&emit->spirv, GiScopeSubgroup);
}

static gi_id ballot(struct gi_emit *emit, gi_id condition)
{
    gi_type four = gi_spirv_type_vector(&emit->spirv, gi_emit_type_id(emit, GI_KIND_U32), 4);

    return gi_spirv_value2(&emit->spirv, GiOpGroupNonUniformBallot, four, subgroup(emit),
                           condition);
}

static gi_id lanes_of(struct gi_emit *emit, enum gi_spirv_group_operation which, gi_id lanes)
{
    gi_type type = gi_emit_type_id(emit, GI_KIND_U32);

    return gi_spirv_value_of_words(&emit->spirv, GiOpGroupNonUniformBallotBitCount, type,
                                   GI_SPIRV_WORDS(subgroup(emit).n, which, lanes.n));
}

/* The value of the first lane, or of the lane of a number; words of 64 bits go by halves. */
static gi_id half_of_lane(struct gi_emit *emit, gi_id value, gi_id lane)
{
    gi_type type = gi_emit_type_id(emit, GI_KIND_U32);

    if (lane.n)
        return gi_spirv_value3(&emit->spirv, GiOpGroupNonUniformShuffle, type, subgroup(emit),
                               value, lane);
    return gi_spirv_value2(&emit->spirv, GiOpGroupNonUniformBroadcastFirst, type, subgroup(emit),
                           value);
}

static gi_id of_lane(struct gi_emit *emit, enum gi_kind kind, gi_id value, gi_id lane)
{
    gi_id low, high;

    if (kind == GI_KIND_U32)
        return half_of_lane(emit, value, lane);
    gi_emit_split64(emit, value, &low, &high);
    low = half_of_lane(emit, low, lane);
    return gi_emit_join64(emit, low, half_of_lane(emit, high, lane));
}

/* ---- together ---- */

/* The words of each lane: before its own step, and behind it. */
struct turn {
    gi_id before, after;
};

/* Equal steps: a lane knows how many come before its own. */
static struct turn by_rank(struct gi_emit *emit, const struct gi_emit_exchange *exchange,
                           gi_id old, gi_id rank)
{
    gi_id first = op2(emit, GiOpIEqual, rank, u32(emit, 0));
    gi_id moved = exchange->steps(emit, exchange->context, old, rank);
    struct turn turn = { .before = gi_emit_select(emit, first, old, moved) };

    turn.after = exchange->step(emit, exchange->context, turn.before);
    return turn;
}

/* One lane after the other: each leaves the loop with what it found. */
static struct turn in_turn(struct gi_emit *emit, const struct gi_emit_exchange *exchange, gi_id old)
{
    gi_id word = gi_emit_local(emit, exchange->word);
    gi_id before = gi_emit_local(emit, exchange->word);
    gi_id now, next, first;
    struct gi_emit_loop loop;
    struct turn turn;

    gi_emit_store(emit, word, old);
    loop = gi_emit_loop_begin(emit, GiLoopControlDontUnroll);
    now = gi_emit_load(emit, exchange->word, word);
    gi_emit_store(emit, before, now);
    next = exchange->step(emit, exchange->context, now);
    gi_emit_store(emit, word, of_lane(emit, exchange->word, next, GI_NO_ID));
    first = gi_emit_1(emit, GiOpGroupNonUniformElect, GI_KIND_PRED, subgroup(emit));
    gi_emit_loop_leave_if(emit, &loop, first);
    gi_emit_loop_end(emit, &loop);
    turn.before = gi_emit_load(emit, exchange->word, before);
    turn.after = gi_emit_load(emit, exchange->word, word);
    return turn;
}

/* ---- guesses ---- */

/* A word that many subgroups change is another one when an exchange comes to it than when it was
 * seen. If all of them exchanged the word that they saw, one in all would get on at a time. So each
 * guesses that the word is some groups of steps further on. If that is right, the exchange is as
 * good as any other, and else it changes nothing. How far ahead they guess follows from how far the
 * word went since they saw it last. Where it stood still nobody guesses, so one of them gets on. */
struct guess {
    gi_id seed;                 /* of the subgroup */
    gi_id end;                  /* a variable: among how many words it guesses */
    gi_id count;                /* steps of a group */
};

enum { MOST_WORDS = 64 };

/* Subgroups of one block and of many blocks have other numbers. */
static struct guess guess_begin(struct gi_emit *emit, gi_id count)
{
    struct gi_ptx_operand block = { .kind = GI_PTX_SPECIAL, .index = GI_PTX_S_ctaid };
    gi_id seed = op2n(emit, GiOpIMul, gi_emit_special(emit, &block, GI_KIND_U32), 0x85ebca77);
    struct guess guess = { .end = gi_emit_local(emit, GI_KIND_U32), .count = count };

    seed = op2(emit, GiOpBitwiseXor, seed,
               op2n(emit, GiOpIMul, gi_emit_flat_thread(emit), 0xc2b2ae3d));
    guess.seed = of_lane(emit, GI_KIND_U32, seed, GI_NO_ID);
    gi_emit_store(emit, guess.end, u32(emit, emit->target->exchange_words));
    return guess;
}

/* The word that an exchange waits for. */
static gi_id guessed(struct gi_emit *emit, const struct gi_emit_exchange *exchange,
                     const struct guess *guess, gi_id old)
{
    gi_id mixed = op2n(emit, GiOpIMul, op2(emit, GiOpBitwiseXor, guess->seed, old), 0x9e3779b1);
    gi_id ahead, word, is_old;

    mixed = op2(emit, GiOpShiftRightLogical, mixed, u32(emit, 16));
    ahead = op2(emit, GiOpIMul, mixed, gi_emit_load(emit, GI_KIND_U32, guess->end));
    ahead = op2(emit, GiOpShiftRightLogical, ahead, u32(emit, 16));
    word = exchange->steps(emit, exchange->context, old, op2(emit, GiOpIMul, ahead, guess->count));
    is_old = op2(emit, GiOpIEqual, ahead, u32(emit, 0));
    return gi_emit_select(emit, is_old, old, word);
}

/* The word was old, and is got. */
static void guess_next(struct gi_emit *emit, const struct gi_emit_exchange *exchange,
                       const struct guess *guess, gi_id old, gi_id got)
{
    gi_id moved = exchange->down ? op2(emit, GiOpISub, old, got)
                                    : op2(emit, GiOpISub, got, old);
    gi_id groups = op2(emit, GiOpUDiv, moved, guess->count);
    gi_id end = op2n(emit, GiOpIAdd, op2(emit, GiOpIAdd, groups, groups), 1);
    gi_id known = op2(emit, GiOpULessThan, groups, u32(emit, MOST_WORDS / 2));

    gi_emit_store(emit, guess->end, gi_emit_select(emit, known, end, u32(emit, 1)));
}

static bool can_guess(const struct gi_emit *emit, const struct gi_emit_exchange *exchange)
{
    return emit->target->exchange_words != 0 && exchange->is_device && exchange->steps;
}

/* The lanes of one place: the last one exchanges the word behind the steps of all. */
static gi_id together(struct gi_emit *emit, const struct gi_emit_exchange *exchange,
                      gi_id lanes, gi_id count)
{
    enum gi_kind word = exchange->word;
    gi_id seen = gi_emit_local(emit, word), before = gi_emit_local(emit, word);
    gi_id rank = lanes_of(emit, GiGroupOperationExclusiveScan, lanes);
    gi_id among = subgroup(emit);
    gi_id last = gi_spirv_value2(&emit->spirv, GiOpGroupNonUniformBallotFindMSB,
                                 gi_emit_type_id(emit, GI_KIND_U32), among, lanes);
    gi_id is_last = op2(emit, GiOpIEqual, op2(emit, GiOpIAdd, rank, u32(emit, 1)), count);
    bool guesses = can_guess(emit, exchange);
    struct guess guess = { 0 };
    struct gi_emit_loop loop;
    struct gi_emit_if open;
    struct turn turn;
    gi_id old, start, got;

    if (guesses)
        guess = guess_begin(emit, count);
    gi_emit_store(emit, seen, of_lane(emit, word, load_word(emit, exchange), GI_NO_ID));
    loop = gi_emit_loop_begin(emit, GiLoopControlDontUnroll);
    old = gi_emit_load(emit, word, seen);
    start = guesses ? guessed(emit, exchange, &guess, old) : old;
    turn = exchange->steps ? by_rank(emit, exchange, start, rank)
                           : in_turn(emit, exchange, start);
    gi_emit_store(emit, before, turn.before);
    open = gi_emit_if_begin(emit, is_last);
    gi_emit_store(emit, seen, compare_exchange(emit, exchange, turn.after, start));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
    got = of_lane(emit, word, gi_emit_load(emit, word, seen), last);
    gi_emit_store(emit, seen, got);
    if (guesses)
        guess_next(emit, exchange, &guess, old, got);
    gi_emit_loop_leave_if(emit, &loop, op2(emit, GiOpIEqual, got, start));
    gi_emit_loop_end(emit, &loop);
    return gi_emit_load(emit, word, before);
}

/* Whether this lane comes to the place of the first one. */
static gi_id is_with_first(struct gi_emit *emit, const struct gi_emit_exchange *exchange)
{
    gi_id with = GI_NO_ID;

    for (size_t i = 0; i < 3 && exchange->keys[i].n; i++) {
        gi_id same = op2(emit, GiOpIEqual, exchange->keys[i],
                         of_lane(emit, GI_KIND_U32, exchange->keys[i], GI_NO_ID));

        with = i ? op2(emit, GiOpLogicalAnd, with, same) : same;
    }
    return with;
}

static bool can_meet(const struct gi_emit *emit)
{
    uint8_t needed = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE;

    return emit->target->reconverges
        && (emit->target->subgroup_operations & needed) == needed;
}

static gi_id all_lanes(struct gi_emit *emit)
{
    return ballot(emit, gi_spirv_constant_bool(&emit->spirv, true));
}

/* Groups of lanes, one after the other, and then those alone that are in none. */
static gi_id by_groups(struct gi_emit *emit, const struct gi_emit_exchange *exchange)
{
    gi_id result, done, with, lanes, count, few;
    struct gi_emit_loop loop;
    struct gi_emit_if open;

    result = gi_emit_local(emit, exchange->word);
    done = gi_emit_local(emit, GI_KIND_PRED);
    gi_emit_store(emit, done, gi_spirv_constant_bool(&emit->spirv, false));
    loop = gi_emit_loop_begin(emit, GiLoopControlDontUnroll);
    with = is_with_first(emit, exchange);
    lanes = ballot(emit, with);
    count = lanes_of(emit, GiGroupOperationReduce, lanes);
    few = lanes_of(emit, GiGroupOperationReduce, all_lanes(emit));
    few = op2(emit, GiOpULessThan, op2(emit, GiOpIMul, count, u32(emit, SMALLEST_PART)), few);
    few = op2(emit, GiOpLogicalOr, few, op2(emit, GiOpULessThan, count, u32(emit, 2)));
    gi_emit_loop_leave_if(emit, &loop, few);
    open = gi_emit_if_begin(emit, with);
    gi_emit_store(emit, result, together(emit, exchange, lanes, count));
    gi_emit_store(emit, done, gi_spirv_constant_bool(&emit->spirv, true));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
    gi_emit_loop_leave_if(emit, &loop, gi_emit_load(emit, GI_KIND_PRED, done));
    gi_emit_loop_end(emit, &loop);
    open = gi_emit_if_begin(emit, gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED,
                                            gi_emit_load(emit, GI_KIND_PRED, done)));
    gi_emit_store(emit, result, alone(emit, exchange));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
    return gi_emit_load(emit, exchange->word, result);
}

gi_id gi_emit_exchange(struct gi_emit *emit, const struct gi_emit_exchange *exchange)
{
    gi_id lanes;

    if (!can_meet(emit))
        return alone(emit, exchange);
    gi_emit_reconverge(emit);
    gi_spirv_capability(&emit->spirv, GiCapabilityGroupNonUniform);
    gi_spirv_capability(&emit->spirv, GiCapabilityGroupNonUniformBallot);
    gi_spirv_capability(&emit->spirv, GiCapabilityGroupNonUniformShuffle);
    if (exchange->keys[0].n)
        return by_groups(emit, exchange);
    lanes = all_lanes(emit);
    return together(emit, exchange, lanes, lanes_of(emit, GiGroupOperationReduce, lanes));
}
