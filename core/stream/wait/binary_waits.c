#include "binary_waits.h"

/* ---- the row; the device's lane_lock is held ------------------------------------------------ */

static void unlist(struct gi_device *device, struct gi_binary_waiter *turn)
{
    if (turn->previous != NULL)
        turn->previous->next = turn->next;
    else
        device->first_turn = turn->next;
    if (turn->next != NULL)
        turn->next->previous = turn->previous;
    else
        device->last_turn = turn->previous;
    turn->listed = false;
}

static void append(struct gi_device *device, struct gi_binary_waiter *turn)
{
    turn->next = NULL;
    turn->previous = device->last_turn;
    if (turn->previous != NULL)
        turn->previous->next = turn;
    else
        device->first_turn = turn;
    device->last_turn = turn;
    turn->listed = true;
}

/* What is known now for a wait. */
static struct gi_binary_wait_facts facts_now(const struct gi_device *device,
                                             const struct gi_binary_waiter *turn)
{
    const struct gi_own_signals *own = &gi_semaphore_object_of(turn->semaphore)->own;
    bool is_signalled = own->balance > 0;

    return (struct gi_binary_wait_facts){
        .is_known = true,
        .is_due = own->settled >= turn->signals_before,
        .is_signalled = is_signalled,
        .signal_is_held = is_signalled && own->lane != turn->lane &&
                          gi_lane_is_held(own->lane, own->value),
        .lane_is_free = gi_device_has_wait_lane(device),
        .has_wait_lanes = gi_device_gives_wait_lanes(device),
    };
}

/* Whether the wait would go another way than the one for which it stands in the row. */
static bool has_come(const struct gi_device *device, const struct gi_binary_waiter *turn)
{
    struct gi_wait_facts now = turn->facts;

    now.turns = facts_now(device, turn);
    return gi_wait_plan(&now) != gi_wait_plan(&turn->facts);
}

/* ---- telling whose turn has come ------------------------------------------------------------ */

/* By a want that has come already: whoever calls may hold a stream's lock, the progress thread
 * holds none. It was started when the turn was listed. */
static void tell(struct gi_device *device, struct gi_binary_waiter *turns)
{
    while (turns != NULL) {
        struct gi_binary_waiter *turn = turns;

        turns = turn->next;      /* read first: the turn may be waited for again */
        (void)!gi_progress_add(&device->progress, turn->want);
    }
}

void gi_binary_waits_lane_is_free(struct gi_device *device)
{
    struct gi_binary_waiter *turn;

    pthread_mutex_lock(&device->lane_lock);
    turn = device->first_turn;
    while (turn != NULL && gi_wait_plan(&turn->facts) != GI_WAIT_UNTIL_LANE_IS_FREE)
        turn = turn->next;
    if (turn != NULL && gi_device_has_wait_lane(device)) {
        unlist(device, turn);
        turn->next = NULL;
    } else {
        turn = NULL;
    }
    pthread_mutex_unlock(&device->lane_lock);
    tell(device, turn);
}

/* Takes out those whose turn a change of the semaphore has made. The lock is held. */
static struct gi_binary_waiter *take_come(struct gi_device *device,
                                          const struct gi_semaphore *semaphore)
{
    struct gi_binary_waiter *come = NULL, **end = &come, *next;

    for (struct gi_binary_waiter *turn = device->first_turn; turn != NULL; turn = next) {
        next = turn->next;
        if (turn->semaphore != semaphore || !has_come(device, turn))
            continue;
        unlist(device, turn);
        turn->next = NULL;
        *end = turn;
        end = &turn->next;
    }
    return come;
}

/* ---- what this process does ----------------------------------------------------------------- */

void gi_binary_waits_signal_enqueued(struct gi_device *device, struct gi_semaphore *semaphore)
{
    if (!gi_semaphore_is_for_queues(semaphore))
        return;
    pthread_mutex_lock(&device->lane_lock);
    gi_semaphore_object_of(semaphore)->own.enqueued++;
    pthread_mutex_unlock(&device->lane_lock);
}

uint64_t gi_binary_waits_signals_enqueued(struct gi_device *device, struct gi_semaphore *semaphore)
{
    uint64_t enqueued;

    if (!gi_semaphore_is_for_queues(semaphore))
        return 0;
    pthread_mutex_lock(&device->lane_lock);
    enqueued = gi_semaphore_object_of(semaphore)->own.enqueued;
    pthread_mutex_unlock(&device->lane_lock);
    return enqueued;
}

/* Adds what the semaphore was not told of yet, and tells those whose turn that makes. */
static void note(struct gi_device *device, struct gi_semaphore *semaphore,
                 const struct gi_own_signals *news)
{
    struct gi_own_signals *own = &gi_semaphore_object_of(semaphore)->own;
    struct gi_binary_waiter *come;

    pthread_mutex_lock(&device->lane_lock);
    own->enqueued += news->enqueued;
    own->settled += news->settled;
    own->balance += news->balance;
    if (news->lane != NULL) {
        own->lane = news->lane;
        own->value = news->value;
    }
    come = take_come(device, semaphore);
    pthread_mutex_unlock(&device->lane_lock);
    tell(device, come);
}

void gi_binary_waits_host_has_signalled(struct gi_device *device, struct gi_semaphore *semaphore)
{
    /* Every lane has reached 0. */
    struct gi_own_signals news = { 1, 1, 1, &device->lanes[0], 0 };

    if (gi_semaphore_is_for_queues(semaphore))
        note(device, semaphore, &news);
}

void gi_binary_waits_signals_settled(struct gi_device *device, const struct gi_signal *signals,
                                     size_t count, struct gi_lane *lane, uint64_t value)
{
    struct gi_own_signals news = { 0, 1, lane != NULL, lane, value };

    for (size_t i = 0; i < count; i++) {
        if (gi_semaphore_is_for_queues(signals[i].semaphore))
            note(device, signals[i].semaphore, &news);
    }
}

/* ---- waits ---------------------------------------------------------------------------------- */

void gi_binary_waits_take(struct gi_device *device, struct gi_binary_waiter *turn,
                          struct gi_binary_wait_lane *out_lane)
{
    struct gi_own_signals *own = &gi_semaphore_object_of(turn->semaphore)->own;

    *out_lane = (struct gi_binary_wait_lane){ .lane = NULL };
    pthread_mutex_lock(&device->lane_lock);
    turn->facts.turns = facts_now(device, turn);
    switch (gi_wait_plan(&turn->facts)) {
    case GI_WAIT_ON_FREE_LANE:
        out_lane->lane = gi_device_take_wait_lane(device);
        own->balance--;
        break;
    case GI_WAIT_ON_OWN_LANE_BEHIND:
        *out_lane = (struct gi_binary_wait_lane){ own->lane, own->value };
        own->balance--;
        break;
    case GI_WAIT_ON_OWN_LANE:
        own->balance--;
        break;
    case GI_WAIT_ASK_REACHED:
    case GI_WAIT_ASK_SUBMITTED:
    case GI_WAIT_ASK_TURNS:
    case GI_WAIT_PASS:
    case GI_WAIT_IN_GATE:
    case GI_WAIT_UNTIL_PAGE_CHANGES:
    case GI_WAIT_UNTIL_REACHED:
    case GI_WAIT_UNTIL_SUBMITTED:
    case GI_WAIT_UNTIL_LANE_IS_FREE:
    case GI_WAIT_UNTIL_DUE:
        break;
    }
    pthread_mutex_unlock(&device->lane_lock);
}

void gi_binary_waits_take_back(struct gi_device *device, struct gi_semaphore *semaphore)
{
    struct gi_own_signals news = { .balance = 1 };

    note(device, semaphore, &news);
}

gi_status gi_binary_waits_wait(struct gi_device *device, struct gi_binary_waiter *turn,
                               bool *out_waits)
{
    gi_status status = gi_progress_start(&device->progress);

    *out_waits = false;
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&device->lane_lock);
    *out_waits = !has_come(device, turn);
    if (*out_waits)
        append(device, turn);
    pthread_mutex_unlock(&device->lane_lock);
    return GI_OK;
}

bool gi_binary_waits_leave(struct gi_device *device, struct gi_binary_waiter *turn)
{
    bool was_listed;

    pthread_mutex_lock(&device->lane_lock);
    was_listed = turn->listed;
    if (was_listed)
        unlist(device, turn);
    pthread_mutex_unlock(&device->lane_lock);
    return was_listed;
}
