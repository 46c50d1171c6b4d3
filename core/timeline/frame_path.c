#include "frame_path.h"

#include <stdlib.h>
#include <string.h>

/* Waits that are shorter have not held anybody up. */
#define LEAST_WAIT_NS 1000

static bool add_frame_end(struct gi_frame_ends *ends, uint64_t process, uint64_t track, int64_t ns)
{
    if (ends->count == ends->capacity) {
        size_t larger = ends->capacity == 0 ? 256 : 2 * ends->capacity;
        struct gi_frame_end *moved = realloc(ends->ends, larger * sizeof *moved);

        if (moved == NULL)
            return false;
        ends->ends = moved;
        ends->capacity = larger;
    }
    ends->ends[ends->count++] = (struct gi_frame_end){ process, track, ns };
    return true;
}

bool gi_frame_ends_add(struct gi_frame_ends *ends, const struct gi_event_line *event)
{
    if (event->phase != 'X' || strcmp(event->name, "present") != 0 ||
        strcmp(event->category, "other") != 0)
        return true;
    return add_frame_end(ends, event->process, event->track, event->begin_ns);
}

void gi_frame_ends_finish(struct gi_frame_ends *ends)
{
    free(ends->ends);
    *ends = (struct gi_frame_ends){ 0 };
}

/* ---- frames --------------------------------------------------------------------------------- */

/* The signals of the semaphore with the most arrows; they stand side by side. */
static void add_signals(struct gi_frame_ends *ends, const struct gi_arrows *arrows)
{
    size_t *counts = calloc(arrows->signal_count + 1, sizeof *counts);
    size_t first = 0, best = 0, most = 0;

    for (size_t i = 0; counts != NULL && i < arrows->wait_count; i++) {
        if (arrows->waits[i].signal != SIZE_MAX && !arrows->waits[i].is_point)
            counts[arrows->waits[i].signal]++;
    }
    for (size_t i = 0, sum = 0; counts != NULL && i < arrows->signal_count; i++) {
        if (i > 0 && arrows->signals[i].identity != arrows->signals[first].identity) {
            first = i;
            sum = 0;
        }
        sum += counts[i];
        if (sum > most) {
            most = sum;
            best = first;
        }
    }
    free(counts);
    for (size_t i = best; most > 0 && i < arrows->signal_count &&
         arrows->signals[i].identity == arrows->signals[best].identity; i++)
        (void)add_frame_end(ends, arrows->signals[i].process, arrows->signals[i].track,
                            arrows->signals[i].begin_ns);
}

static int by_time(const void *first, const void *second)
{
    const struct gi_frame_end *a = first, *b = second;

    return a->ns < b->ns ? -1 : a->ns > b->ns;
}

/* The index of the end of the slowest frame; 0: there is none. */
static size_t find_slowest(const struct gi_frame_ends *ends)
{
    size_t slowest = 0;

    for (size_t i = 1; i < ends->count; i++) {
        if (slowest == 0 || ends->ends[i].ns - ends->ends[i - 1].ns >
                                ends->ends[slowest].ns - ends->ends[slowest - 1].ns)
            slowest = i;
    }
    return slowest;
}

/* ---- the path ------------------------------------------------------------------------------- */

static int by_track_and_end(const void *first, const void *second)
{
    const struct gi_arrow_end *a = first, *b = second;
    const uint64_t left[] = { a->process, a->track, (uint64_t)a->end_ns };
    const uint64_t right[] = { b->process, b->track, (uint64_t)b->end_ns };

    for (size_t i = 0; i < 3; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    }
    return 0;
}

/* How many waits stand before a time of a track. */
static size_t count_before(const struct gi_arrows *arrows, uint64_t process, uint64_t track,
                           int64_t ns)
{
    const struct gi_arrow_end key = { .process = process, .track = track, .end_ns = ns };
    size_t low = 0, high = arrows->wait_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (by_track_and_end(&arrows->waits[middle], &key) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The newest wait of a track that a signal has ended, up to a time; NULL: none since the frame
 * began. */
static const struct gi_arrow_end *find_wait(const struct gi_arrows *arrows,
                                            const struct gi_path_part *part, int64_t begin_ns)
{
    for (size_t i = count_before(arrows, part->process, part->track, part->end_ns); i > 0; i--) {
        const struct gi_arrow_end *wait = &arrows->waits[i - 1];

        if (wait->process != part->process || wait->track != part->track ||
            wait->end_ns <= begin_ns)
            return NULL;
        if (wait->signal != SIZE_MAX && wait->end_ns - wait->begin_ns >= LEAST_WAIT_NS &&
            arrows->signals[wait->signal].begin_ns < part->end_ns)
            return wait;
    }
    return NULL;
}

static void follow_signals(struct gi_frame_path *path, const struct gi_arrows *arrows,
                           const struct gi_frame_end *end)
{
    struct gi_path_part part = { .process = end->process, .track = end->track,
                                 .end_ns = end->ns };

    while (path->count < GI_MOST_PATH_PARTS && part.end_ns > path->begin_ns) {
        const struct gi_arrow_end *wait = find_wait(arrows, &part, path->begin_ns);
        const struct gi_arrow_end *signal;

        part.wait = wait;
        part.begin_ns = wait != NULL ? wait->end_ns : path->begin_ns;
        path->parts[path->count++] = part;
        if (wait == NULL)
            return;
        signal = &arrows->signals[wait->signal];
        part = (struct gi_path_part){ .process = signal->process, .track = signal->track,
                                      .end_ns = signal->begin_ns };
    }
}

void gi_frame_path_find(struct gi_frame_path *path, struct gi_frame_ends *ends,
                        struct gi_arrows *arrows)
{
    size_t slowest;

    *path = (struct gi_frame_path){ .ended_by = "a present" };
    if (ends->count < 2) {
        path->ended_by = "a signal of the semaphore that is waited for most";
        ends->count = 0;
        add_signals(ends, arrows);
    }
    if (ends->count > 0)
        qsort(ends->ends, ends->count, sizeof *ends->ends, by_time);
    slowest = find_slowest(ends);
    if (slowest == 0) {
        path->ended_by = NULL;
        return;
    }
    if (arrows->wait_count > 0)
        qsort(arrows->waits, arrows->wait_count, sizeof *arrows->waits, by_track_and_end);
    path->frames = ends->count - 1;
    path->begin_ns = ends->ends[slowest - 1].ns;
    path->end_ns = ends->ends[slowest].ns;
    follow_signals(path, arrows, &ends->ends[slowest]);
}
