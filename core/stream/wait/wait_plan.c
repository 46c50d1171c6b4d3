#include "wait_plan.h"

static bool can(const struct gi_wait_facts *facts, uint32_t cap)
{
    return (facts->caps & cap) != 0;
}

/* A queue applies a wait to all that comes later, so only the lane of one stream is given a wait
 * whose signal may not have come. */
static bool own_queue_waits_ahead(const struct gi_wait_facts *facts)
{
    return facts->lane_is_exclusive && can(facts, GI_SEMAPHORE_QUEUE_WAIT) &&
           can(facts, GI_SEMAPHORE_WAIT_AHEAD);
}

/* Of a binary semaphore the submitted signal has to be told from the next one. */
static bool own_queue_waits_once_submitted(const struct gi_wait_facts *facts)
{
    return facts->lane_is_exclusive && can(facts, GI_SEMAPHORE_QUEUE_WAIT) &&
           can(facts, GI_SEMAPHORE_TELLS_SUBMITTED) &&
           (facts->kind == GI_SEMAPHORE_TIMELINE || facts->can_capture);
}

/* A binary signal belongs to the wait that was enqueued first, so nothing before it may be waiting,
 * nor the queue. Behind another wait it is asked about at its turn. */
static bool call_asks_reached(const struct gi_wait_facts *facts)
{
    if (!can(facts, GI_SEMAPHORE_HOST_WAIT) || facts->is_behind_wait)
        return false;
    return facts->kind == GI_SEMAPHORE_TIMELINE ||
           (!facts->is_behind_work && !own_queue_waits_ahead(facts));
}

static enum gi_wait_way plan_call(const struct gi_wait_facts *facts)
{
    if (facts->reached == GI_ANSWER_YES)
        return GI_WAIT_PASS;
    if (facts->reached == GI_NOT_ASKED && call_asks_reached(facts))
        return GI_WAIT_ASK_REACHED;
    /* A signal that is submitted now is this wait's: a later one must not be taken for it. */
    if (facts->kind == GI_SEMAPHORE_BINARY && facts->can_capture && !facts->is_behind_taker &&
        facts->submitted == GI_NOT_ASKED)
        return GI_WAIT_ASK_SUBMITTED;
    return GI_WAIT_IN_GATE;
}

/* The queue may have been told to take a binary signal: the host must not take it away. Commands
 * that go to the queue anyway go with their wait. */
static bool turn_asks_reached(const struct gi_wait_facts *facts)
{
    return can(facts, GI_SEMAPHORE_HOST_WAIT) &&
           (facts->kind == GI_SEMAPHORE_TIMELINE || !own_queue_waits_ahead(facts)) &&
           (!facts->has_commands || !own_queue_waits_once_submitted(facts));
}

/* Only queues can wait. Where the device has no lanes for waits, who waits for another process
 * shares a queue, but not while a signal of this process is on its way that comes before. */
static enum gi_wait_way plan_for_queues(const struct gi_wait_facts *facts)
{
    const struct gi_binary_wait_facts *turns = &facts->turns;

    if (!turns->is_known)
        return GI_WAIT_ASK_TURNS;
    if (!can(facts, GI_SEMAPHORE_WAIT_AHEAD) && !turns->is_due && !turns->is_signalled)
        return GI_WAIT_UNTIL_DUE;
    if (turns->lane_is_free)
        return GI_WAIT_ON_FREE_LANE;
    if (facts->lane_is_exclusive)
        return GI_WAIT_ON_OWN_LANE;
    if (turns->is_signalled)
        return turns->signal_is_held ? GI_WAIT_ON_OWN_LANE_BEHIND : GI_WAIT_ON_OWN_LANE;
    if (turns->has_wait_lanes)
        return GI_WAIT_UNTIL_LANE_IS_FREE;
    return turns->is_due ? GI_WAIT_ON_OWN_LANE : GI_WAIT_UNTIL_DUE;
}

static enum gi_wait_way plan_turn(const struct gi_wait_facts *facts)
{
    if (facts->reached == GI_ANSWER_YES)
        return GI_WAIT_PASS;
    if (facts->reached == GI_NOT_ASKED && turn_asks_reached(facts))
        return GI_WAIT_ASK_REACHED;
    if (!can(facts, GI_SEMAPHORE_HOST_WAIT))
        return plan_for_queues(facts);
    if (own_queue_waits_ahead(facts))
        return GI_WAIT_ON_OWN_LANE;
    if (!own_queue_waits_once_submitted(facts))
        return facts->is_page ? GI_WAIT_UNTIL_PAGE_CHANGES : GI_WAIT_UNTIL_REACHED;
    switch (facts->submitted) {
    case GI_NOT_ASKED: return GI_WAIT_ASK_SUBMITTED;
    case GI_ANSWER_NO: return GI_WAIT_UNTIL_SUBMITTED;
    case GI_ANSWER_YES: break;
    }
    return GI_WAIT_ON_OWN_LANE;
}

enum gi_wait_way gi_wait_plan(const struct gi_wait_facts *facts)
{
    return facts->moment == GI_WAIT_AT_CALL ? plan_call(facts) : plan_turn(facts);
}

enum gi_point_way gi_point_plan(const struct gi_point_facts *facts)
{
    switch (facts->state) {
    case GI_POINT_DONE: return GI_POINT_PASS;
    case GI_POINT_FAILED: return GI_POINT_PASS_FAILURE;
    case GI_POINT_PENDING: return GI_POINT_UNTIL_SUBMITTED;
    case GI_POINT_SUBMITTED: break;
    }
    if (!facts->is_of_device)
        return GI_POINT_UNTIL_DONE;
    if (facts->is_of_lane)
        return GI_POINT_BY_ORDER;
    return facts->is_held && !facts->lane_is_exclusive ? GI_POINT_UNTIL_DONE
                                                       : GI_POINT_ON_OWN_LANE;
}
