#include "signal_line.h"

#include <pthread.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/vector.h"
#include "contract/calls.h"
#include "queue/lane.h"

/* A batch whose signal can be seen is over within microseconds, if the system lets it run. If it is
 * not, another program has signalled the value, and the batch may take any time. */
#define LONGEST_END_NS INT64_C(1000000000)

struct signal_note {
    struct gi_lane *lane;
    uint64_t queue_value;
    struct gi_signal signal;
};

static pthread_mutex_t line_lock = PTHREAD_MUTEX_INITIALIZER;    /* guards all below */
static struct signal_note *notes;
static size_t note_count, note_capacity;

static bool is_over(const struct signal_note *note)
{
    return gi_lane_reached(note->lane, note->queue_value) != GI_NOT_READY;
}

/* Whether the signal's value can be seen. */
static bool is_seen(const struct signal_note *note)
{
    struct gi_semaphore *semaphore = note->signal.semaphore;
    uint64_t now;

    return (semaphore->caps & GI_SEMAPHORE_HOST_WAIT) != 0 &&
           gi_call_semaphore_query(semaphore, &now) == GI_OK && now >= note->signal.value;
}

/* Whether one of the first notes is of the lane. */
static bool has_earlier(size_t count, const struct gi_lane *lane)
{
    for (size_t i = 0; i < count; i++)
        if (notes[i].lane == lane)
            return true;
    return false;
}

/* Drops the notes of batches that are over, and waits for those whose signals can be seen. A lane
 * makes its signals in order, so only the first batch of each that is not over is asked. */
static void settle_notes(void)
{
    size_t left = 0;

    for (size_t i = 0; i < note_count; i++) {
        struct signal_note note = notes[i];

        if (!has_earlier(left, note.lane)) {
            if (is_over(&note))
                continue;
            if (is_seen(&note) && gi_lane_wait(note.lane, note.queue_value,
                                               gi_now_ns() + LONGEST_END_NS) == GI_OK)
                continue;
        }
        notes[left++] = note;
    }
    note_count = left;
}

void gi_signal_line_enter(void)
{
    pthread_mutex_lock(&line_lock);
    settle_notes();
}

void gi_signal_line_leave(void)
{
    pthread_mutex_unlock(&line_lock);
}

/* Reads the value that the timeline has, or will have by what was submitted, if that can be
 * told. */
static uint64_t submitted_value(struct gi_semaphore *semaphore)
{
    gi_status status = GI_NOT_SUPPORTED;
    uint64_t now = 0;

    if ((semaphore->caps & GI_SEMAPHORE_TELLS_SUBMITTED) != 0)
        status = gi_call_query_submitted(semaphore, &now);
    else if ((semaphore->caps & GI_SEMAPHORE_HOST_WAIT) != 0)
        status = gi_call_semaphore_query(semaphore, &now);
    return status == GI_OK ? now : 0;    /* the signal itself will report a lost device */
}

/* Whether a lane makes the timeline's signal of that value, or a larger one, in any case. lane:
 * NULL or the one that gets the signal now. A batch of another lane that is held may wait for just
 * this signal. */
static bool is_coming(const struct signal_note *note, const struct gi_signal *signal,
                      const struct gi_lane *lane)
{
    return note->signal.semaphore == signal->semaphore && note->signal.value >= signal->value &&
           (note->lane == lane || !gi_lane_is_held(note->lane, note->queue_value));
}

static bool grows(const struct gi_signal *signal, const struct gi_lane *lane)
{
    uint64_t reached;

    if (signal->semaphore->kind == GI_SEMAPHORE_BINARY)
        return true;
    reached = submitted_value(signal->semaphore);
    for (size_t i = 0; i < note_count && signal->value > reached; i++)
        if (is_coming(&notes[i], signal, lane))
            reached = notes[i].signal.value;
    if (signal->value > reached)
        return true;
    gi_log(GI_LOG_ERROR, "semaphore signal: value %llu is not past what the timeline has reached "
           "or will, %llu; it is left out", (unsigned long long)signal->value,
           (unsigned long long)reached);
    return false;
}

bool gi_signal_line_may_signal(const struct gi_signal *signal)
{
    return grows(signal, NULL);
}

/* Whether the list has the timeline with that value, or a larger one. */
static bool is_listed(const struct gi_signal *signals, size_t count,
                      const struct gi_signal *signal)
{
    for (size_t i = 0; i < count; i++)
        if (signals[i].semaphore == signal->semaphore && signals[i].value >= signal->value &&
            signal->semaphore->kind == GI_SEMAPHORE_TIMELINE)
            return true;
    return false;
}

size_t gi_signal_line_keep_growing(const struct gi_lane *lane, struct gi_signal *signals,
                                   size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        struct gi_signal signal = signals[i];

        if (is_listed(signals, kept, &signal) || !grows(&signal, lane))
            continue;
        signals[i] = signals[kept];
        signals[kept++] = signal;
    }
    return kept;
}

gi_status gi_signal_line_reserve(size_t count)
{
    if (gi_grow((void **)&notes, &note_capacity, note_count + count, sizeof *notes))
        return GI_OK;
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory to note %zu signals", count);
}

void gi_signal_line_note(struct gi_lane *lane, uint64_t value, const struct gi_signal *signals,
                         size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (signals[i].semaphore->kind == GI_SEMAPHORE_TIMELINE)
            notes[note_count++] = (struct signal_note){ lane, value, signals[i] };
}

void gi_signal_line_forget(struct gi_semaphore *semaphore)
{
    size_t left = 0;

    pthread_mutex_lock(&line_lock);
    for (size_t i = 0; i < note_count; i++)
        if (notes[i].signal.semaphore != semaphore)
            notes[left++] = notes[i];
    note_count = left;
    pthread_mutex_unlock(&line_lock);
}
