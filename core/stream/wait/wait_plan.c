#include "wait_plan.h"

static bool can(const struct gi_wait_facts *facts, uint32_t cap)
{
    return (facts->caps & cap) != 0;
}

/* A queue applies a wait to all later work. So only a lane with one stream is given a wait whose
 * signal may not have come. */
static bool own_queue_waits_ahead(const struct gi_wait_facts *facts)
{
    return facts->lane_is_exclusive && can(facts, GI_SEMAPHORE_QUEUE_WAIT) &&
           can(facts, GI_SEMAPHORE_WAIT_AHEAD);
}

/* For a binary semaphore, the driver must notify the submitted signal from the next one. */
static bool own_queue_waits_once_submitted(const struct gi_wait_facts *facts)
{
    return facts->lane_is_exclusive && can(facts, GI_SEMAPHORE_QUEUE_WAIT) &&
           can(facts, GI_SEMAPHORE_TELLS_SUBMITTED) &&
           (facts->kind == GI_SEMAPHORE_TIMELINE || facts->can_capture);
}

/* A binary signal belongs to the wait that was enqueued first. So no earlier wait may be
 * pending, in the stream or on its queue. A wait behind another one queries at its gate. */
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
    /* A signal that is submitted now belongs to this wait: it must not take a later one. */
    if (facts->kind == GI_SEMAPHORE_BINARY && facts->can_capture && !facts->is_behind_taker &&
        facts->submitted == GI_NOT_ASKED)
        return GI_WAIT_ASK_SUBMITTED;
    return GI_WAIT_IN_GATE;
}

/* The queue may be waiting for a binary signal, which the host must not take. If commands go to
 * the queue anyway, the wait goes with them. */
static bool gate_asks_reached(const struct gi_wait_facts *facts)
{
    return can(facts, GI_SEMAPHORE_HOST_WAIT) &&
           (facts->kind == GI_SEMAPHORE_TIMELINE || !own_queue_waits_ahead(facts)) &&
           (!facts->has_commands || !own_queue_waits_once_submitted(facts));
}

/* Plans a wait that only a queue can do. If the device has no lanes for waits, a wait for
 * another process goes to a shared queue. It first lets this process submit all signals that
 * were enqueued before. */
static enum gi_wait_way plan_for_queues(const struct gi_wait_facts *facts)
{
    const struct gi_binary_wait_facts *binary = &facts->binary;

    if (!binary->is_known)
        return GI_WAIT_ASK_OWN_SIGNALS;
    if (!can(facts, GI_SEMAPHORE_WAIT_AHEAD) && !binary->is_due && !binary->is_signalled)
        return GI_WAIT_UNTIL_DUE;
    if (binary->lane_is_free)
        return GI_WAIT_ON_FREE_LANE;
    if (facts->lane_is_exclusive)
        return GI_WAIT_ON_OWN_LANE;
    if (binary->is_signalled)
        return binary->signal_is_held ? GI_WAIT_ON_OWN_LANE_BEHIND : GI_WAIT_ON_OWN_LANE;
    if (binary->has_wait_lanes)
        return GI_WAIT_UNTIL_LANE_IS_FREE;
    return binary->is_due ? GI_WAIT_ON_OWN_LANE : GI_WAIT_UNTIL_DUE;
}

static enum gi_wait_way plan_gate(const struct gi_wait_facts *facts)
{
    if (facts->reached == GI_ANSWER_YES)
        return GI_WAIT_PASS;
    if (facts->reached == GI_NOT_ASKED && gate_asks_reached(facts))
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
    return facts->moment == GI_WAIT_AT_CALL ? plan_call(facts) : plan_gate(facts);
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
