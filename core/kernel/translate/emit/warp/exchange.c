#include "kernel/translate/emit/warp/exchange.h"

#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/warp/lanes.h"

/* Lanes of one place take one exchange together if they are at least this part of those that are
 * here. Groups go one after the other, lanes alone all at once: many small groups would take longer
 * than the lanes alone, which come to one place one after the other. */
enum { SMALLEST_PART = 4 };

static uint32_t relaxed(struct gi_emit *emit)
{
    return gi_spirv_constant_u32(&emit->spirv, GiMemorySemanticsRelaxed);
}

static uint32_t load_word(struct gi_emit *emit, const struct gi_emit_exchange *exchange)
{
    uint32_t type = gi_emit_type_id(emit, exchange->word);

    return gi_spirv_value3(&emit->spirv, GiOpAtomicLoad, type, exchange->pointer, exchange->scope,
                           relaxed(emit));
}

static uint32_t compare_exchange(struct gi_emit *emit, const struct gi_emit_exchange *exchange,
                                 uint32_t new, uint32_t expected)
{
    uint32_t type = gi_emit_type_id(emit, exchange->word), order = relaxed(emit);

    return gi_spirv_value(&emit->spirv, GiOpAtomicCompareExchange, type,
                          GI_SPIRV_WORDS(exchange->pointer, exchange->scope, order, order, new,
                                         expected));
}

/* Each lane for itself. */
static uint32_t alone(struct gi_emit *emit, const struct gi_emit_exchange *exchange)
{
    uint32_t seen = gi_emit_local(emit, exchange->word);
    struct gi_emit_loop loop;
    uint32_t old, got;

    gi_emit_store(emit, seen, load_word(emit, exchange));
    loop = gi_emit_loop_begin(emit, GiLoopControlNone);
    old = gi_emit_load(emit, exchange->word, seen);
    got = compare_exchange(emit, exchange, exchange->step(emit, exchange->context, old), old);
    gi_emit_store(emit, seen, got);
    gi_emit_loop_leave_if(emit, &loop, pred(emit, GiOpIEqual, got, old));
    gi_emit_loop_end(emit, &loop);
    return gi_emit_load(emit, exchange->word, seen);
}

/* ---- between lanes: only those count that are here ---- */

static uint32_t subgroup(struct gi_emit *emit)
{
    return gi_spirv_constant_u32(&emit->spirv, GiScopeSubgroup);
}

static uint32_t ballot(struct gi_emit *emit, uint32_t condition)
{
    uint32_t four = gi_spirv_type_vector(&emit->spirv, gi_emit_type_id(emit, GI_EMIT_U32), 4);

    return gi_spirv_value2(&emit->spirv, GiOpGroupNonUniformBallot, four, subgroup(emit),
                           condition);
}

static uint32_t lanes_of(struct gi_emit *emit, enum gi_spirv_group_operation which,
                         uint32_t lanes)
{
    uint32_t type = gi_emit_type_id(emit, GI_EMIT_U32);

    return gi_spirv_value3(&emit->spirv, GiOpGroupNonUniformBallotBitCount, type, subgroup(emit),
                           which, lanes);
}

/* What the first lane has, or that of a number; words of 64 bits go by halves. */
static uint32_t half_of_lane(struct gi_emit *emit, uint32_t value, uint32_t lane)
{
    uint32_t type = gi_emit_type_id(emit, GI_EMIT_U32);

    if (lane)
        return gi_spirv_value3(&emit->spirv, GiOpGroupNonUniformShuffle, type, subgroup(emit),
                               value, lane);
    return gi_spirv_value2(&emit->spirv, GiOpGroupNonUniformBroadcastFirst, type, subgroup(emit),
                           value);
}

static uint32_t of_lane(struct gi_emit *emit, enum gi_emit_kind kind, uint32_t value,
                        uint32_t lane)
{
    uint32_t low, high;

    if (kind == GI_EMIT_U32)
        return half_of_lane(emit, value, lane);
    gi_emit_split64(emit, value, &low, &high);
    low = half_of_lane(emit, low, lane);
    return gi_emit_join64(emit, low, half_of_lane(emit, high, lane));
}

/* ---- together ---- */

/* The words of each lane: before its own step, and behind it. */
struct turn {
    uint32_t before, after;
};

/* Equal steps: a lane knows how many come before its own. */
static struct turn by_rank(struct gi_emit *emit, const struct gi_emit_exchange *exchange,
                           uint32_t old, uint32_t rank)
{
    uint32_t first = pred(emit, GiOpIEqual, rank, u32(emit, 0));
    uint32_t moved = exchange->steps(emit, exchange->context, old, rank);
    struct turn turn = { .before = gi_emit_select(emit, exchange->word, first, old, moved) };

    turn.after = exchange->step(emit, exchange->context, turn.before);
    return turn;
}

/* One lane after the other: each leaves the loop with what it found. */
static struct turn in_turn(struct gi_emit *emit, const struct gi_emit_exchange *exchange,
                           uint32_t old)
{
    uint32_t word = gi_emit_local(emit, exchange->word);
    uint32_t before = gi_emit_local(emit, exchange->word);
    uint32_t now, next, first;
    struct gi_emit_loop loop;
    struct turn turn;

    gi_emit_store(emit, word, old);
    loop = gi_emit_loop_begin(emit, GiLoopControlDontUnroll);
    now = gi_emit_load(emit, exchange->word, word);
    gi_emit_store(emit, before, now);
    next = exchange->step(emit, exchange->context, now);
    gi_emit_store(emit, word, of_lane(emit, exchange->word, next, 0));
    first = gi_emit_1(emit, GiOpGroupNonUniformElect, GI_EMIT_PRED, subgroup(emit));
    gi_emit_loop_leave_if(emit, &loop, first);
    gi_emit_loop_end(emit, &loop);
    turn.before = gi_emit_load(emit, exchange->word, before);
    turn.after = gi_emit_load(emit, exchange->word, word);
    return turn;
}

/* The lanes of one place: the last one exchanges the word behind the steps of all. */
static uint32_t together(struct gi_emit *emit, const struct gi_emit_exchange *exchange,
                         uint32_t lanes, uint32_t count)
{
    enum gi_emit_kind word = exchange->word;
    uint32_t seen = gi_emit_local(emit, word), before = gi_emit_local(emit, word);
    uint32_t rank = lanes_of(emit, GiGroupOperationExclusiveScan, lanes);
    uint32_t last = gi_emit_2(emit, GiOpGroupNonUniformBallotFindMSB, GI_EMIT_U32, subgroup(emit),
                              lanes);
    uint32_t is_last = pred(emit, GiOpIEqual, op32(emit, GiOpIAdd, rank, u32(emit, 1)), count);
    struct gi_emit_loop loop;
    struct gi_emit_if open;
    struct turn turn;
    uint32_t old, got;

    gi_emit_store(emit, seen, of_lane(emit, word, load_word(emit, exchange), 0));
    loop = gi_emit_loop_begin(emit, GiLoopControlDontUnroll);
    old = gi_emit_load(emit, word, seen);
    turn = exchange->steps ? by_rank(emit, exchange, old, rank) : in_turn(emit, exchange, old);
    gi_emit_store(emit, before, turn.before);
    open = gi_emit_if_begin(emit, is_last);
    gi_emit_store(emit, seen, compare_exchange(emit, exchange, turn.after, old));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
    got = of_lane(emit, word, gi_emit_load(emit, word, seen), last);
    gi_emit_store(emit, seen, got);
    gi_emit_loop_leave_if(emit, &loop, pred(emit, GiOpIEqual, got, old));
    gi_emit_loop_end(emit, &loop);
    return gi_emit_load(emit, word, before);
}

/* Whether this lane comes to the place of the first one. */
static uint32_t is_with_first(struct gi_emit *emit, const struct gi_emit_exchange *exchange)
{
    uint32_t with = 0;

    for (size_t i = 0; i < 3 && exchange->keys[i]; i++) {
        uint32_t same = pred(emit, GiOpIEqual, exchange->keys[i],
                             of_lane(emit, GI_EMIT_U32, exchange->keys[i], 0));

        with = i ? pred(emit, GiOpLogicalAnd, with, same) : same;
    }
    return with;
}

static bool can_meet(const struct gi_emit *emit)
{
    uint8_t needed = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE;

    return emit->target->reconverges
        && (emit->target->subgroup_operations & needed) == needed;
}

uint32_t gi_emit_exchange(struct gi_emit *emit, const struct gi_emit_exchange *exchange)
{
    uint32_t result, done, with, lanes, count, few;
    struct gi_emit_loop loop;
    struct gi_emit_if open;

    if (!can_meet(emit))
        return alone(emit, exchange);
    gi_emit_reconverge(emit);
    gi_spirv_capability(&emit->spirv, GiCapabilityGroupNonUniform);
    gi_spirv_capability(&emit->spirv, GiCapabilityGroupNonUniformBallot);
    gi_spirv_capability(&emit->spirv, GiCapabilityGroupNonUniformShuffle);
    result = gi_emit_local(emit, exchange->word);
    done = gi_emit_local(emit, GI_EMIT_PRED);
    gi_emit_store(emit, done, gi_spirv_constant_bool(&emit->spirv, false));
    loop = gi_emit_loop_begin(emit, GiLoopControlDontUnroll);
    with = is_with_first(emit, exchange);
    lanes = ballot(emit, with);
    count = lanes_of(emit, GiGroupOperationReduce, lanes);
    few = lanes_of(emit, GiGroupOperationReduce,
                   ballot(emit, gi_spirv_constant_bool(&emit->spirv, true)));
    few = pred(emit, GiOpULessThan, op32(emit, GiOpIMul, count, u32(emit, SMALLEST_PART)), few);
    few = pred(emit, GiOpLogicalOr, few, pred(emit, GiOpULessThan, count, u32(emit, 2)));
    gi_emit_loop_leave_if(emit, &loop, few);
    open = gi_emit_if_begin(emit, with);
    gi_emit_store(emit, result, together(emit, exchange, lanes, count));
    gi_emit_store(emit, done, gi_spirv_constant_bool(&emit->spirv, true));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
    gi_emit_loop_leave_if(emit, &loop, gi_emit_load(emit, GI_EMIT_PRED, done));
    gi_emit_loop_end(emit, &loop);
    open = gi_emit_if_begin(emit, gi_emit_1(emit, GiOpLogicalNot, GI_EMIT_PRED,
                                            gi_emit_load(emit, GI_EMIT_PRED, done)));
    gi_emit_store(emit, result, alone(emit, exchange));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
    return gi_emit_load(emit, exchange->word, result);
}
