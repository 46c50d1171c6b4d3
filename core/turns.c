#include "turns.h"

/* ---- the row; the device's lane_lock is held ------------------------------------------------ */

static void unlist(struct gi_device *device, struct gi_turn *turn)
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

static void append(struct gi_device *device, struct gi_turn *turn)
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

static bool has_come(const struct gi_device *device, const struct gi_turn *turn)
{
    const struct gi_own_signals *own = &turn->semaphore->own;

    if (own->balance > 0)
        return true;
    return turn->wants_lane ? gi_device_has_wait_lane(device)
                            : own->settled >= turn->signals_before;
}

/* ---- telling whose turn has come ------------------------------------------------------------ */

/* By a want that has come already: whoever calls may hold a stream's lock, the progress thread
 * holds none. It was started when the turn was listed. */
static void tell(struct gi_device *device, struct gi_turn *turns)
{
    while (turns != NULL) {
        struct gi_turn *turn = turns;

        turns = turn->next;      /* read first: the turn may be waited for again */
        (void)!gi_progress_add(&device->progress, turn->want);
    }
}

void gi_turns_lane_is_free(struct gi_device *device)
{
    struct gi_turn *turn;

    pthread_mutex_lock(&device->lane_lock);
    turn = device->first_turn;
    while (turn != NULL && !turn->wants_lane)
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
static struct gi_turn *take_come(struct gi_device *device, const struct gi_semaphore *semaphore)
{
    struct gi_turn *come = NULL, **end = &come, *next;

    for (struct gi_turn *turn = device->first_turn; turn != NULL; turn = next) {
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

void gi_turns_signal_enqueued(struct gi_device *device, struct gi_semaphore *semaphore)
{
    if (!gi_semaphore_is_for_queues(semaphore))
        return;
    pthread_mutex_lock(&device->lane_lock);
    semaphore->own.enqueued++;
    pthread_mutex_unlock(&device->lane_lock);
}

uint64_t gi_turns_signals_enqueued(struct gi_device *device, struct gi_semaphore *semaphore)
{
    uint64_t enqueued;

    if (!gi_semaphore_is_for_queues(semaphore))
        return 0;
    pthread_mutex_lock(&device->lane_lock);
    enqueued = semaphore->own.enqueued;
    pthread_mutex_unlock(&device->lane_lock);
    return enqueued;
}

/* Adds what the semaphore was not told of yet, and tells those whose turn that makes. */
static void note(struct gi_device *device, struct gi_semaphore *semaphore,
                 const struct gi_own_signals *news)
{
    struct gi_own_signals *own = &semaphore->own;
    struct gi_turn *come;

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

void gi_turns_host_has_signalled(struct gi_device *device, struct gi_semaphore *semaphore)
{
    /* Every lane has reached 0. */
    struct gi_own_signals news = { 1, 1, 1, &device->lanes[0], 0 };

    if (gi_semaphore_is_for_queues(semaphore))
        note(device, semaphore, &news);
}

void gi_turns_signals_settled(struct gi_device *device, const struct gi_signal *signals,
                              size_t count, struct gi_lane *lane, uint64_t value)
{
    struct gi_own_signals news = { 0, 1, lane != NULL, lane, value };

    for (size_t i = 0; i < count; i++) {
        if (gi_semaphore_is_for_queues(signals[i].semaphore))
            note(device, signals[i].semaphore, &news);
    }
}

/* ---- waits ---------------------------------------------------------------------------------- */

/* The way without a lane of the wait's own. Where the device never has one to give, who waits for
 * another process shares a queue; but not while a signal is on its way that comes before. */
static struct gi_way_out way_without_lane(struct gi_device *device, struct gi_lane *lane,
                                          const struct gi_own_signals *own,
                                          uint64_t signals_before)
{
    struct gi_way_out out = { .way = GI_WAY_OWN_LANE };
    bool is_due = own->settled >= signals_before;

    if (lane->exclusive)
        return out;
    if (own->balance > 0) {
        if (own->lane != lane && gi_lane_is_held(own->lane, own->value))
            out = (struct gi_way_out){ GI_WAY_BEHIND, own->lane, own->value, false };
        return out;
    }
    if (!gi_device_gives_wait_lanes(device) && is_due)
        return out;
    return (struct gi_way_out){ .way = GI_WAY_LATER,
                                .wants_lane = gi_device_gives_wait_lanes(device) };
}

struct gi_way_out gi_turns_find_way(struct gi_device *device, struct gi_lane *lane,
                                    struct gi_semaphore *semaphore, uint64_t signals_before)
{
    struct gi_own_signals *own = &semaphore->own;
    bool ahead = (semaphore->caps & GI_SEMAPHORE_WAIT_AHEAD) != 0;
    struct gi_way_out out = { .way = GI_WAY_LATER };

    pthread_mutex_lock(&device->lane_lock);
    if (ahead || own->settled >= signals_before || own->balance > 0) {
        out.lane = gi_device_take_wait_lane(device);
        if (out.lane != NULL)
            out.way = GI_WAY_LANE;
        else
            out = way_without_lane(device, lane, own, signals_before);
    }
    if (out.way != GI_WAY_LATER)
        own->balance--;
    pthread_mutex_unlock(&device->lane_lock);
    return out;
}

void gi_turns_take_back(struct gi_device *device, struct gi_semaphore *semaphore)
{
    struct gi_own_signals news = { .balance = 1 };

    note(device, semaphore, &news);
}

gi_status gi_turns_wait(struct gi_device *device, struct gi_turn *turn, bool *out_waits)
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

bool gi_turns_leave(struct gi_device *device, struct gi_turn *turn)
{
    bool was_listed;

    pthread_mutex_lock(&device->lane_lock);
    was_listed = turn->listed;
    if (was_listed)
        unlist(device, turn);
    pthread_mutex_unlock(&device->lane_lock);
    return was_listed;
}
