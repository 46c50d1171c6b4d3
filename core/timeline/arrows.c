#include "arrows.h"

#include <stdlib.h>
#include <string.h>

#include "../base/fnv.h"

/* A timeline of some hours has fewer. */
#define MOST_ENDS ((size_t)1 << 24)

/* How late the host may see a signal that a waiter elsewhere has seen before. */
#define LATE_NS 1000000

static bool grow(struct gi_arrow_end **ends, size_t count, size_t *capacity)
{
    size_t larger = *capacity == 0 ? 256 : *capacity * 2;
    struct gi_arrow_end *moved;

    if (count < *capacity)
        return true;
    if (count >= MOST_ENDS)
        return false;
    moved = realloc(*ends, larger * sizeof *moved);
    if (moved == NULL)
        return false;
    *ends = moved;
    *capacity = larger;
    return true;
}

static struct gi_arrow_end make_end(const struct gi_event_line *event)
{
    struct gi_arrow_end end = {
        .value = event->value, .process = event->process, .track = event->track,
        .begin_ns = event->begin_ns, .end_ns = event->begin_ns + event->length_ns,
        .is_point = event->has_point, .signal = SIZE_MAX,
    };
    uint64_t hash = GI_FNV_BEGIN;

    end.is_local = event->has_point || strncmp(event->semaphore, "process ", 8) == 0;
    if (event->has_point) {
        hash = gi_fnv(hash, &event->process, sizeof event->process);
        end.identity = gi_fnv(hash, &event->point_of_stream, sizeof event->point_of_stream);
        (void)snprintf(end.name, sizeof end.name, "events of stream %llu",
                       (unsigned long long)event->point_of_stream);
    } else {
        end.identity = gi_fnv(hash, event->semaphore, strlen(event->semaphore));
        end.is_named = event->semaphore_name[0] != '\0';
        (void)snprintf(end.name, sizeof end.name, "%s",
                       end.is_named ? event->semaphore_name : event->semaphore);
    }
    return end;
}

bool gi_arrows_add(struct gi_arrows *arrows, const struct gi_event_line *event)
{
    bool signals = strcmp(event->category, "signal") == 0 ||
                   strcmp(event->category, "record") == 0;
    bool waits = strcmp(event->category, "wait") == 0 ||
                 strcmp(event->category, "wait for a record") == 0;

    if (event->phase != 'X' || (event->semaphore[0] == '\0' && !event->has_point))
        return true;
    if (signals) {
        if (!grow(&arrows->signals, arrows->signal_count, &arrows->signal_capacity))
            return false;
        arrows->signals[arrows->signal_count++] = make_end(event);
    } else if (waits) {
        if (!grow(&arrows->waits, arrows->wait_count, &arrows->wait_capacity))
            return false;
        arrows->waits[arrows->wait_count++] = make_end(event);
    }
    return true;
}

static int by_identity(const void *first, const void *second)
{
    const struct gi_arrow_end *a = first, *b = second;

    if (a->identity != b->identity)
        return a->identity < b->identity ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return a->begin_ns < b->begin_ns ? -1 : a->begin_ns > b->begin_ns;
}

/* The first signal of the identity whose value is at least the wait's; SIZE_MAX: none. */
static size_t find(const struct gi_arrows *arrows, const struct gi_arrow_end *wait)
{
    size_t low = 0, high = arrows->signal_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct gi_arrow_end *signal = &arrows->signals[middle];

        if (signal->identity < wait->identity ||
            (signal->identity == wait->identity && signal->value < wait->value))
            low = middle + 1;
        else
            high = middle;
    }
    return low < arrows->signal_count && arrows->signals[low].identity == wait->identity ? low
                                                                                        : SIZE_MAX;
}

/* ---- names and guesses ----------------------------------------------------------------------- */

/* How many signals, or values of a name, are looked at for a wait at most. */
enum { MOST_LOOKED_AT = 4096 };

/* The signals whose identity is one of their process alone, by value and time; those of them whose
 * semaphore has a name, by name, value and time. */
struct local_signals {
    const struct gi_arrow_end **signals, **named;
    size_t count, named_count;
};

static int by_value_and_time(const void *first, const void *second)
{
    const struct gi_arrow_end *a = *(const struct gi_arrow_end *const *)first;
    const struct gi_arrow_end *b = *(const struct gi_arrow_end *const *)second;

    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return a->begin_ns < b->begin_ns ? -1 : a->begin_ns > b->begin_ns;
}

static int by_name(const void *first, const void *second)
{
    const struct gi_arrow_end *a = *(const struct gi_arrow_end *const *)first;
    const struct gi_arrow_end *b = *(const struct gi_arrow_end *const *)second;
    int names = strcmp(a->name, b->name);

    return names != 0 ? names : by_value_and_time(first, second);
}

/* Without memory there are none, and nothing is guessed. */
static struct local_signals list_local_signals(const struct gi_arrows *arrows)
{
    const struct gi_arrow_end **all = calloc(2 * (arrows->signal_count + 1), sizeof *all);
    struct local_signals local = { .signals = all, .named = all + arrows->signal_count + 1 };

    if (all == NULL)
        return (struct local_signals){ 0 };
    for (size_t i = 0; i < arrows->signal_count; i++) {
        const struct gi_arrow_end *signal = &arrows->signals[i];

        if (!signal->is_local)
            continue;
        if (!signal->is_point)
            local.signals[local.count++] = signal;
        if (signal->is_named)
            local.named[local.named_count++] = signal;
    }
    if (local.count > 0)
        qsort(local.signals, local.count, sizeof *local.signals, by_value_and_time);
    if (local.named_count > 0)
        qsort(local.named, local.named_count, sizeof *local.named, by_name);
    return local;
}

/* How many of a sorted list stand before an end, or sort as it does. */
static size_t count_until(const struct gi_arrow_end *const *sorted, size_t count,
                          const struct gi_arrow_end *end,
                          int (*compare)(const void *first, const void *second))
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (compare(&sorted[middle], &end) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t count_named(const struct local_signals *local, const struct gi_arrow_end *end)
{
    return count_until(local->named, local->named_count, end, by_name);
}

/* Semaphores without an identity of their own match by the name that both programs gave: the least
 * value that is enough, and of its signals the newest before the wait ended. */
static const struct gi_arrow_end *find_by_name(const struct local_signals *local,
                                               const struct gi_arrow_end *wait)
{
    struct gi_arrow_end end = *wait;
    size_t first;

    if (!wait->is_local || !wait->is_named)
        return NULL;
    end.begin_ns = INT64_MIN;
    first = count_named(local, &end);
    for (int i = 0; i < MOST_LOOKED_AT && first < local->named_count; i++) {
        size_t behind;

        if (strcmp(local->named[first]->name, wait->name) != 0)
            return NULL;
        end.value = local->named[first]->value;
        end.begin_ns = wait->end_ns + LATE_NS;
        behind = count_named(local, &end);
        if (behind > first)
            return local->named[behind - 1];
        end.begin_ns = INT64_MAX;               /* all of this value came later */
        first = count_named(local, &end);
    }
    return NULL;
}

/* The newest signal with the value before the wait ended: one of another process, else one on
 * another track of the same process, where both sides of an fd have a semaphore each. */
static const struct gi_arrow_end *guess(const struct local_signals *local,
                                        const struct gi_arrow_end *wait)
{
    const struct gi_arrow_end end = { .value = wait->value, .begin_ns = wait->end_ns + LATE_NS };
    const struct gi_arrow_end *own = NULL;
    size_t until = count_until(local->signals, local->count, &end, by_value_and_time);

    if (!wait->is_local || wait->is_point)
        return NULL;
    for (size_t i = until; i-- > 0 && until - i <= MOST_LOOKED_AT;) {
        const struct gi_arrow_end *signal = local->signals[i];

        if (signal->value != wait->value)
            break;
        if (signal->is_named && wait->is_named)
            continue;
        if (signal->process != wait->process)
            return signal;
        if (own == NULL && signal->identity != wait->identity && signal->track != wait->track)
            own = signal;
    }
    return own;
}

/* ---- matching ------------------------------------------------------------------------------- */

static void match_wait(const struct gi_arrows *arrows, const struct local_signals *local,
                       struct gi_arrow_end *wait)
{
    const struct gi_arrow_end *signal;

    wait->signal = find(arrows, wait);
    if (wait->signal != SIZE_MAX)
        return;
    signal = find_by_name(local, wait);
    if (signal == NULL) {
        signal = guess(local, wait);
        wait->is_guessed = signal != NULL;
    }
    wait->signal = signal == NULL ? SIZE_MAX : (size_t)(signal - arrows->signals);
}

void gi_arrows_match(struct gi_arrows *arrows)
{
    struct local_signals local;

    if (arrows->signal_count > 0)
        qsort(arrows->signals, arrows->signal_count, sizeof *arrows->signals, by_identity);
    local = list_local_signals(arrows);
    for (size_t i = 0; i < arrows->wait_count; i++)
        match_wait(arrows, &local, &arrows->waits[i]);
    free(local.signals);
}

void gi_arrows_finish(struct gi_arrows *arrows)
{
    free(arrows->signals);
    free(arrows->waits);
    *arrows = (struct gi_arrows){ 0 };
}
