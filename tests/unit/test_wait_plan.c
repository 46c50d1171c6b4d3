/* How a wait is done: every row, and that the rows are all there are. */
#include "stream/wait/wait_plan.h"

#include <stddef.h>
#include <stdio.h>

#include "test_cases.h"

/* What a row does not name may be either. */
enum { EITHER, N, Y };
enum { CALL = 1, TURN };
enum { BINARY = 1, TIMELINE };
enum { UNASKED = 1, NO, YES, NOT_YES };

struct row {
    int moment, kind;
    int host, queue, ahead, tells;       /* the capabilities HOST_WAIT, QUEUE_WAIT, WAIT_AHEAD,
                                            TELLS_SUBMITTED */
    int capture, page;
    int exclusive;
    int behind_wait, behind_work, behind_taker, commands;
    int reached, submitted;
    int known, due, signalled, held, free, lanes;
    enum gi_wait_way way;
};

/* At the call a binary semaphore is not asked whether it is reached: it was, the host cannot, the
 * wait is behind another, behind work, or is for the queue. */
#define BINARY_CALL(...) \
    { .moment = CALL, .kind = BINARY, .reached = NO, __VA_ARGS__ }, \
    { .moment = CALL, .kind = BINARY, .reached = UNASKED, .host = N, __VA_ARGS__ }, \
    { .moment = CALL, .kind = BINARY, .reached = UNASKED, .host = Y, .behind_wait = Y, \
      __VA_ARGS__ }, \
    { .moment = CALL, .kind = BINARY, .reached = UNASKED, .host = Y, .behind_wait = N, \
      .behind_work = Y, __VA_ARGS__ }, \
    { .moment = CALL, .kind = BINARY, .reached = UNASKED, .host = Y, .behind_wait = N, \
      .behind_work = N, .exclusive = Y, .queue = Y, .ahead = Y, __VA_ARGS__ }

/* The stream's queue takes the wait once the signal is submitted. */
#define ONCE_SUBMITTED(...) \
    { .moment = TURN, .host = Y, .exclusive = Y, .queue = Y, .ahead = N, .tells = Y, \
      .submitted = UNASKED, .way = GI_WAIT_ASK_SUBMITTED, __VA_ARGS__ }, \
    { .moment = TURN, .host = Y, .exclusive = Y, .queue = Y, .ahead = N, .tells = Y, \
      .submitted = NO, .way = GI_WAIT_UNTIL_SUBMITTED, __VA_ARGS__ }, \
    { .moment = TURN, .host = Y, .exclusive = Y, .queue = Y, .ahead = N, .tells = Y, \
      .submitted = YES, .way = GI_WAIT_ON_OWN_LANE, __VA_ARGS__ }

/* At the turn, with an answer for the first question or without; asked of the row of turns. */
#define FIRST_LOOK .moment = TURN, .host = Y, .reached = UNASKED
#define NOT_REACHED .moment = TURN, .host = Y, .reached = NO
#define QUEUES_ONLY .moment = TURN, .host = N, .reached = NOT_YES, .known = Y

static const struct row rows[] = {
    { .moment = CALL, .reached = YES, .way = GI_WAIT_PASS },

    /* at the call: is it reached? */
    { .moment = CALL, .reached = UNASKED, .host = Y, .behind_wait = N, .kind = TIMELINE,
      .way = GI_WAIT_ASK_REACHED },
    { .moment = CALL, .reached = UNASKED, .host = Y, .behind_wait = N, .kind = BINARY,
      .behind_work = N, .exclusive = N, .way = GI_WAIT_ASK_REACHED },
    { .moment = CALL, .reached = UNASKED, .host = Y, .behind_wait = N, .kind = BINARY,
      .behind_work = N, .exclusive = Y, .queue = N, .way = GI_WAIT_ASK_REACHED },
    { .moment = CALL, .reached = UNASKED, .host = Y, .behind_wait = N, .kind = BINARY,
      .behind_work = N, .exclusive = Y, .queue = Y, .ahead = N, .way = GI_WAIT_ASK_REACHED },

    /* at the call: a timeline that is not reached, or was not asked */
    { .moment = CALL, .kind = TIMELINE, .reached = NO, .way = GI_WAIT_IN_GATE },
    { .moment = CALL, .kind = TIMELINE, .reached = UNASKED, .host = N, .way = GI_WAIT_IN_GATE },
    { .moment = CALL, .kind = TIMELINE, .reached = UNASKED, .host = Y, .behind_wait = Y,
      .way = GI_WAIT_IN_GATE },

    /* at the call: the signal that is submitted now is the wait's own */
    BINARY_CALL(.capture = Y, .behind_taker = N, .submitted = UNASKED,
                .way = GI_WAIT_ASK_SUBMITTED),
    BINARY_CALL(.capture = Y, .behind_taker = N, .submitted = NO, .way = GI_WAIT_IN_GATE),
    BINARY_CALL(.capture = Y, .behind_taker = N, .submitted = YES, .way = GI_WAIT_IN_GATE),
    BINARY_CALL(.capture = Y, .behind_taker = Y, .way = GI_WAIT_IN_GATE),
    BINARY_CALL(.capture = N, .way = GI_WAIT_IN_GATE),

    { .moment = TURN, .reached = YES, .way = GI_WAIT_PASS },

    /* at the turn: is it reached? */
    { FIRST_LOOK, .exclusive = N, .way = GI_WAIT_ASK_REACHED },
    { FIRST_LOOK, .exclusive = Y, .queue = N, .way = GI_WAIT_ASK_REACHED },
    { FIRST_LOOK, .exclusive = Y, .queue = Y, .kind = BINARY, .ahead = Y,
      .way = GI_WAIT_ON_OWN_LANE },
    { FIRST_LOOK, .exclusive = Y, .queue = Y, .kind = BINARY, .ahead = N, .tells = N,
      .way = GI_WAIT_ASK_REACHED },
    { FIRST_LOOK, .exclusive = Y, .queue = Y, .kind = BINARY, .ahead = N, .tells = Y,
      .capture = N, .way = GI_WAIT_ASK_REACHED },
    { FIRST_LOOK, .exclusive = Y, .queue = Y, .kind = BINARY, .ahead = N, .tells = Y,
      .capture = Y, .commands = N, .way = GI_WAIT_ASK_REACHED },
    ONCE_SUBMITTED(.reached = UNASKED, .kind = BINARY, .capture = Y, .commands = Y),
    { FIRST_LOOK, .exclusive = Y, .queue = Y, .kind = TIMELINE, .tells = N,
      .way = GI_WAIT_ASK_REACHED },
    { FIRST_LOOK, .exclusive = Y, .queue = Y, .kind = TIMELINE, .tells = Y, .commands = N,
      .way = GI_WAIT_ASK_REACHED },
    { FIRST_LOOK, .exclusive = Y, .queue = Y, .kind = TIMELINE, .tells = Y, .commands = Y,
      .ahead = Y, .way = GI_WAIT_ON_OWN_LANE },
    ONCE_SUBMITTED(.reached = UNASKED, .kind = TIMELINE, .commands = Y),

    /* at the turn: it is not reached */
    { NOT_REACHED, .exclusive = N, .page = Y, .way = GI_WAIT_UNTIL_PAGE_CHANGES },
    { NOT_REACHED, .exclusive = N, .page = N, .way = GI_WAIT_UNTIL_REACHED },
    { NOT_REACHED, .exclusive = Y, .queue = N, .page = Y, .way = GI_WAIT_UNTIL_PAGE_CHANGES },
    { NOT_REACHED, .exclusive = Y, .queue = N, .page = N, .way = GI_WAIT_UNTIL_REACHED },
    { NOT_REACHED, .exclusive = Y, .queue = Y, .ahead = Y, .way = GI_WAIT_ON_OWN_LANE },
    { NOT_REACHED, .exclusive = Y, .queue = Y, .ahead = N, .tells = N,
      .way = GI_WAIT_UNTIL_REACHED },
    { NOT_REACHED, .exclusive = Y, .queue = Y, .ahead = N, .tells = Y, .kind = BINARY,
      .capture = N, .way = GI_WAIT_UNTIL_REACHED },
    ONCE_SUBMITTED(.reached = NO, .kind = BINARY, .capture = Y),
    ONCE_SUBMITTED(.reached = NO, .kind = TIMELINE),

    /* at the turn: only queues can wait */
    { .moment = TURN, .host = N, .reached = NOT_YES, .known = N, .way = GI_WAIT_ASK_OWN_SIGNALS },
    { QUEUES_ONLY, .ahead = N, .due = N, .signalled = N, .way = GI_WAIT_UNTIL_DUE },

    { QUEUES_ONLY, .ahead = N, .due = N, .signalled = Y, .free = Y, .way = GI_WAIT_ON_FREE_LANE },
    { QUEUES_ONLY, .ahead = N, .due = N, .signalled = Y, .free = N, .exclusive = Y,
      .way = GI_WAIT_ON_OWN_LANE },
    { QUEUES_ONLY, .ahead = N, .due = N, .signalled = Y, .free = N, .exclusive = N, .held = Y,
      .way = GI_WAIT_ON_OWN_LANE_BEHIND },
    { QUEUES_ONLY, .ahead = N, .due = N, .signalled = Y, .free = N, .exclusive = N, .held = N,
      .way = GI_WAIT_ON_OWN_LANE },

    { QUEUES_ONLY, .ahead = N, .due = Y, .free = Y, .way = GI_WAIT_ON_FREE_LANE },
    { QUEUES_ONLY, .ahead = N, .due = Y, .free = N, .exclusive = Y, .way = GI_WAIT_ON_OWN_LANE },
    { QUEUES_ONLY, .ahead = N, .due = Y, .free = N, .exclusive = N, .signalled = Y, .held = Y,
      .way = GI_WAIT_ON_OWN_LANE_BEHIND },
    { QUEUES_ONLY, .ahead = N, .due = Y, .free = N, .exclusive = N, .signalled = Y, .held = N,
      .way = GI_WAIT_ON_OWN_LANE },
    { QUEUES_ONLY, .ahead = N, .due = Y, .free = N, .exclusive = N, .signalled = N, .lanes = Y,
      .way = GI_WAIT_UNTIL_LANE_IS_FREE },
    { QUEUES_ONLY, .ahead = N, .due = Y, .free = N, .exclusive = N, .signalled = N, .lanes = N,
      .way = GI_WAIT_ON_OWN_LANE },

    { QUEUES_ONLY, .ahead = Y, .free = Y, .way = GI_WAIT_ON_FREE_LANE },
    { QUEUES_ONLY, .ahead = Y, .free = N, .exclusive = Y, .way = GI_WAIT_ON_OWN_LANE },
    { QUEUES_ONLY, .ahead = Y, .free = N, .exclusive = N, .signalled = Y, .held = Y,
      .way = GI_WAIT_ON_OWN_LANE_BEHIND },
    { QUEUES_ONLY, .ahead = Y, .free = N, .exclusive = N, .signalled = Y, .held = N,
      .way = GI_WAIT_ON_OWN_LANE },
    { QUEUES_ONLY, .ahead = Y, .free = N, .exclusive = N, .signalled = N, .lanes = Y,
      .way = GI_WAIT_UNTIL_LANE_IS_FREE },
    { QUEUES_ONLY, .ahead = Y, .free = N, .exclusive = N, .signalled = N, .lanes = N, .due = Y,
      .way = GI_WAIT_ON_OWN_LANE },
    { QUEUES_ONLY, .ahead = Y, .free = N, .exclusive = N, .signalled = N, .lanes = N, .due = N,
      .way = GI_WAIT_UNTIL_DUE },
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static bool fits(int asked, bool is)
{
    return asked == EITHER || (asked == Y) == is;
}

static bool fits_answer(int asked, enum gi_answer is)
{
    switch (is) {
    case GI_NOT_ASKED: return asked == EITHER || asked == UNASKED || asked == NOT_YES;
    case GI_ANSWER_NO: return asked == EITHER || asked == NO || asked == NOT_YES;
    case GI_ANSWER_YES: return asked == EITHER || asked == YES;
    }
    return false;
}

static bool has(const struct gi_wait_facts *facts, uint32_t cap)
{
    return (facts->caps & cap) != 0;
}

static bool row_fits(const struct row *row, const struct gi_wait_facts *facts)
{
    const struct gi_binary_wait_facts *turns = &facts->binary;

    return fits(row->moment, facts->moment == GI_WAIT_AT_GATE) &&
           fits(row->kind, facts->kind == GI_SEMAPHORE_TIMELINE) &&
           fits(row->host, has(facts, GI_SEMAPHORE_HOST_WAIT)) &&
           fits(row->queue, has(facts, GI_SEMAPHORE_QUEUE_WAIT)) &&
           fits(row->ahead, has(facts, GI_SEMAPHORE_WAIT_AHEAD)) &&
           fits(row->tells, has(facts, GI_SEMAPHORE_TELLS_SUBMITTED)) &&
           fits(row->capture, facts->can_capture) && fits(row->page, facts->is_page) &&
           fits(row->exclusive, facts->lane_is_exclusive) &&
           fits(row->behind_wait, facts->is_behind_wait) &&
           fits(row->behind_work, facts->is_behind_work) &&
           fits(row->behind_taker, facts->is_behind_taker) &&
           fits(row->commands, facts->has_commands) &&
           fits_answer(row->reached, facts->reached) &&
           fits_answer(row->submitted, facts->submitted) &&
           fits(row->known, turns->is_known) && fits(row->due, turns->is_due) &&
           fits(row->signalled, turns->is_signalled) && fits(row->held, turns->signal_is_held) &&
           fits(row->free, turns->lane_is_free) && fits(row->lanes, turns->has_wait_lanes);
}

/* Takes the lowest digit of a number that counts through all facts. */
static unsigned digit(unsigned *number, unsigned base)
{
    unsigned lowest = *number % base;

    *number /= base;
    return lowest;
}

static bool bit(unsigned *number)
{
    return digit(number, 2) != 0;
}

/* The facts with that number, without those that mean nothing at the moment; false: there are no
 * more. */
static bool facts_number(unsigned number, enum gi_wait_moment moment, struct gi_wait_facts *out)
{
    *out = (struct gi_wait_facts){ .moment = moment };
    out->kind = bit(&number) ? GI_SEMAPHORE_TIMELINE : GI_SEMAPHORE_BINARY;
    out->caps |= bit(&number) ? GI_SEMAPHORE_HOST_WAIT : 0;
    out->caps |= bit(&number) ? GI_SEMAPHORE_QUEUE_WAIT : 0;
    out->caps |= bit(&number) ? GI_SEMAPHORE_WAIT_AHEAD : 0;
    out->caps |= bit(&number) ? GI_SEMAPHORE_TELLS_SUBMITTED : 0;
    out->can_capture = bit(&number);
    out->is_page = bit(&number);
    out->lane_is_exclusive = bit(&number);
    out->reached = (enum gi_answer)digit(&number, 3);
    out->submitted = (enum gi_answer)digit(&number, 3);
    if (moment == GI_WAIT_AT_CALL) {
        out->is_behind_wait = bit(&number);
        out->is_behind_work = bit(&number);
        out->is_behind_taker = bit(&number);
    } else {
        out->has_commands = bit(&number);
        out->binary.is_known = bit(&number);
        out->binary.is_due = bit(&number);
        out->binary.is_signalled = bit(&number);
        out->binary.signal_is_held = bit(&number);
        out->binary.lane_is_free = bit(&number);
        out->binary.has_wait_lanes = bit(&number);
    }
    return number == 0;
}

/* A host semaphore is never a driver's. */
static bool is_possible(const struct gi_wait_facts *facts)
{
    return !facts->is_page || (facts->caps == GI_SEMAPHORE_HOST_WAIT && !facts->can_capture);
}

static void expect_row(const struct gi_wait_facts *facts, unsigned number, unsigned *used)
{
    size_t found = ROWS;

    for (size_t i = 0; i < ROWS; i++) {
        if (!row_fits(&rows[i], facts))
            continue;
        if (found < ROWS)
            fail_msg("facts %u of moment %d: rows %zu and %zu both are for them", number,
                     facts->moment, found, i);
        found = i;
    }
    if (found == ROWS)
        fail_msg("facts %u of moment %d: there is no row for them", number, facts->moment);
    used[found]++;
    if (gi_wait_plan(facts) != rows[found].way)
        fail_msg("facts %u of moment %d, row %zu: the plan is way %d, not %d", number,
                 facts->moment, found, (int)gi_wait_plan(facts), (int)rows[found].way);
}

TEST_CASE(every_row)
{
    unsigned used[ROWS] = { 0 };
    struct gi_wait_facts facts;

    for (unsigned i = 0; facts_number(i, GI_WAIT_AT_CALL, &facts); i++)
        if (is_possible(&facts))
            expect_row(&facts, i, used);
    for (unsigned i = 0; facts_number(i, GI_WAIT_AT_GATE, &facts); i++)
        if (is_possible(&facts))
            expect_row(&facts, i, used);
    for (size_t i = 0; i < ROWS; i++)
        if (used[i] == 0)
            fail_msg("row %zu is for facts that there are not", i);
}

/* A question is not planned again once its answer is there. */
TEST_CASE(questions_end)
{
    struct gi_wait_facts facts;

    for (unsigned i = 0; facts_number(i, GI_WAIT_AT_GATE, &facts); i++) {
        enum gi_wait_way way = gi_wait_plan(&facts);

        assert_true(way != GI_WAIT_ASK_REACHED || facts.reached == GI_NOT_ASKED);
        assert_true(way != GI_WAIT_ASK_SUBMITTED || facts.submitted == GI_NOT_ASKED);
        assert_true(way != GI_WAIT_ASK_OWN_SIGNALS || !facts.binary.is_known);
        assert_true(way != GI_WAIT_IN_GATE);
    }
}

/* Law 4: a queue that several streams use is given a wait only if no signal has to come first that
 * could take long; where the device has queues for waits, never for another process's. */
TEST_CASE(shared_queues_do_not_wait_ahead)
{
    struct gi_wait_facts facts;

    for (unsigned i = 0; facts_number(i, GI_WAIT_AT_GATE, &facts); i++) {
        enum gi_wait_way way = gi_wait_plan(&facts);

        if (facts.lane_is_exclusive || way != GI_WAIT_ON_OWN_LANE)
            continue;
        assert_false(has(&facts, GI_SEMAPHORE_HOST_WAIT));
        assert_true(facts.binary.is_signalled || !facts.binary.has_wait_lanes);
        assert_true(facts.binary.is_signalled || facts.binary.is_due);
    }
}

/* ---- points --------------------------------------------------------------------------------- */

struct point_row {
    enum gi_point_state state;
    int device, lane, exclusive, held;
    enum gi_point_way way;
};

static const struct point_row point_rows[] = {
    { GI_POINT_DONE, .way = GI_POINT_PASS },
    { GI_POINT_FAILED, .way = GI_POINT_PASS_FAILURE },
    { GI_POINT_PENDING, .way = GI_POINT_UNTIL_SUBMITTED },
    { GI_POINT_SUBMITTED, .device = N, .way = GI_POINT_UNTIL_DONE },
    { GI_POINT_SUBMITTED, .device = Y, .lane = Y, .way = GI_POINT_BY_ORDER },
    { GI_POINT_SUBMITTED, .device = Y, .lane = N, .held = N, .way = GI_POINT_ON_OWN_LANE },
    { GI_POINT_SUBMITTED, .device = Y, .lane = N, .held = Y, .exclusive = Y,
      .way = GI_POINT_ON_OWN_LANE },
    { GI_POINT_SUBMITTED, .device = Y, .lane = N, .held = Y, .exclusive = N,
      .way = GI_POINT_UNTIL_DONE },
};

TEST_CASE(every_point_row)
{
    for (unsigned i = 0; i < 64; i++) {
        unsigned number = i, found = 0;
        struct gi_point_facts facts = {
            .is_of_device = bit(&number), .is_of_lane = bit(&number),
            .lane_is_exclusive = bit(&number), .is_held = bit(&number),
        };

        facts.state = (enum gi_point_state)number;
        for (size_t j = 0; j < sizeof point_rows / sizeof point_rows[0]; j++) {
            const struct point_row *row = &point_rows[j];
            if (row->state != facts.state || !fits(row->device, facts.is_of_device) ||
                !fits(row->lane, facts.is_of_lane) ||
                !fits(row->exclusive, facts.lane_is_exclusive) ||
                !fits(row->held, facts.is_held))
                continue;
            found++;
            assert_int_equal(gi_point_plan(&facts), row->way);
        }
        assert_int_equal(found, 1);
    }
}
