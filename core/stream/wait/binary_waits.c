#include "binary_waits.h"

/* ---- the list; the device's lane_lock is held ----------------------------------------------- */

static void unlist(struct gi_device *device, struct gi_binary_waiter *waiter)
{
    if (waiter->previous != NULL)
        waiter->previous->next = waiter->next;
    else
        device->first_waiting = waiter->next;
    if (waiter->next != NULL)
        waiter->next->previous = waiter->previous;
    else
        device->last_waiting = waiter->previous;
    waiter->listed = false;
}

static void list_waiter(struct gi_device *device, struct gi_binary_waiter *waiter)
{
    waiter->next = NULL;
    waiter->previous = device->last_waiting;
    if (waiter->previous != NULL)
        waiter->previous->next = waiter;
    else
        device->first_waiting = waiter;
    device->last_waiting = waiter;
    waiter->listed = true;
}

/* The facts for a wait as of now. */
static struct gi_binary_wait_facts facts_now(const struct gi_device *device,
                                             const struct gi_binary_waiter *waiter)
{
    const struct gi_own_signals *own = &gi_semaphore_object_of(waiter->semaphore)->own;
    bool is_signalled = own->balance > 0;

    return (struct gi_binary_wait_facts){
        .is_known = true,
        .is_due = own->settled >= waiter->signals_before,
        .is_signalled = is_signalled,
        .signal_is_held = is_signalled && own->lane != waiter->lane &&
                          gi_lane_is_held(own->lane, own->value),
        .lane_is_free = gi_device_has_wait_lane(device),
        .has_wait_lanes = gi_device_gives_wait_lanes(device),
    };
}

/* Whether the plan differs now from the one with which the waiter was listed. */
static bool plan_has_changed(const struct gi_device *device, const struct gi_binary_waiter *waiter)
{
    struct gi_wait_facts now = waiter->facts;

    now.binary = facts_now(device, waiter);
    return gi_wait_plan(&now) != gi_wait_plan(&waiter->facts);
}

/* ---- notifying waiters ---------------------------------------------------------------------- */

/* Notifies through the progress thread, with a value that is already reached. The caller may
 * hold a stream's lock; the progress thread holds none. It was started when the waiter was
 * listed. */
static void notify(struct gi_device *device, struct gi_binary_waiter *waiters)
{
    while (waiters != NULL) {
        struct gi_binary_waiter *waiter = waiters;

        waiters = waiter->next;  /* read first: the waiter may be listed again */
        (void)!gi_progress_add(&device->progress, waiter->progress);
    }
}

void gi_binary_waits_lane_is_free(struct gi_device *device)
{
    struct gi_binary_waiter *waiter;

    pthread_mutex_lock(&device->lane_lock);
    waiter = device->first_waiting;
    while (waiter != NULL && gi_wait_plan(&waiter->facts) != GI_WAIT_UNTIL_LANE_IS_FREE)
        waiter = waiter->next;
    if (waiter != NULL && gi_device_has_wait_lane(device)) {
        unlist(device, waiter);
        waiter->next = NULL;
    } else {
        waiter = NULL;
    }
    pthread_mutex_unlock(&device->lane_lock);
    notify(device, waiter);
}

/* Takes out the waiters whose plan a change of the semaphore has changed. The lock is held. */
static struct gi_binary_waiter *take_changed(struct gi_device *device,
                                             const struct gi_semaphore *semaphore)
{
    struct gi_binary_waiter *come = NULL, **end = &come, *next;

    for (struct gi_binary_waiter *waiter = device->first_waiting; waiter != NULL; waiter = next) {
        next = waiter->next;
        if (waiter->semaphore != semaphore || !plan_has_changed(device, waiter))
            continue;
        unlist(device, waiter);
        waiter->next = NULL;
        *end = waiter;
        end = &waiter->next;
    }
    return come;
}

/* ---- signals and waits of this process ------------------------------------------------------ */

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

/* Adds a change to the semaphore's counts, and notifies the waiters whose plan it changes. */
static void note_signals(struct gi_device *device, struct gi_semaphore *semaphore,
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
    come = take_changed(device, semaphore);
    pthread_mutex_unlock(&device->lane_lock);
    notify(device, come);
}

void gi_binary_waits_host_has_signalled(struct gi_device *device, struct gi_semaphore *semaphore)
{
    /* Every lane has reached 0. */
    struct gi_own_signals news = { 1, 1, 1, &device->lanes[0], 0 };

    if (gi_semaphore_is_for_queues(semaphore))
        note_signals(device, semaphore, &news);
}

void gi_binary_waits_signals_settled(struct gi_device *device, const struct gi_signal *signals,
                                     size_t count, struct gi_lane *lane, uint64_t value)
{
    struct gi_own_signals news = { 0, 1, lane != NULL, lane, value };

    for (size_t i = 0; i < count; i++) {
        if (gi_semaphore_is_for_queues(signals[i].semaphore))
            note_signals(device, signals[i].semaphore, &news);
    }
}

/* ---- waits ---------------------------------------------------------------------------------- */

void gi_binary_waits_take(struct gi_device *device, struct gi_binary_waiter *waiter,
                          struct gi_binary_wait_lane *out_lane)
{
    struct gi_own_signals *own = &gi_semaphore_object_of(waiter->semaphore)->own;

    *out_lane = (struct gi_binary_wait_lane){ .lane = NULL };
    pthread_mutex_lock(&device->lane_lock);
    waiter->facts.binary = facts_now(device, waiter);
    switch (gi_wait_plan(&waiter->facts)) {
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
    case GI_WAIT_ASK_OWN_SIGNALS:
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

    note_signals(device, semaphore, &news);
}

gi_status gi_binary_waits_wait(struct gi_device *device, struct gi_binary_waiter *waiter,
                               bool *out_waits)
{
    gi_status status = gi_progress_start(&device->progress);

    *out_waits = false;
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&device->lane_lock);
    *out_waits = !plan_has_changed(device, waiter);
    if (*out_waits)
        list_waiter(device, waiter);
    pthread_mutex_unlock(&device->lane_lock);
    return GI_OK;
}

bool gi_binary_waits_leave(struct gi_device *device, struct gi_binary_waiter *waiter)
{
    bool was_listed;

    pthread_mutex_lock(&device->lane_lock);
    was_listed = waiter->listed;
    if (was_listed)
        unlist(device, waiter);
    pthread_mutex_unlock(&device->lane_lock);
    return was_listed;
}
