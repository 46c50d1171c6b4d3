#include "track_sums.h"

#include <stdlib.h>
#include <string.h>

#define NS_PER_MS 1e6

/* ---- gathering ------------------------------------------------------------------------------ */

static struct gi_track_sum *find(struct gi_track_sums *sums, uint64_t process, uint64_t track)
{
    struct gi_track_sum *sum;

    for (size_t i = 0; i < sums->count; i++) {
        if (sums->tracks[i].process == process && sums->tracks[i].track == track)
            return &sums->tracks[i];
    }
    if (sums->count == GI_MOST_TRACKS) {
        sums->is_full = true;
        return NULL;
    }
    sum = &sums->tracks[sums->count++];
    sum->process = process;
    sum->track = track;
    (void)snprintf(sum->name, sizeof sum->name, "track %llu", (unsigned long long)track);
    return sum;
}

static void add_slice(struct gi_track_sum *sum, const struct gi_event_line *event)
{
    bool waits = strncmp(event->category, "wait", 4) == 0;
    bool is_small = strcmp(event->category, "signal") == 0 ||
                    strcmp(event->category, "record") == 0;
    bool by_host = strstr(event->route, "pageable") != NULL || strcmp(event->route, "host") == 0;

    if (sum->slices++ == 0 || event->begin_ns < sum->first_ns)
        sum->first_ns = event->begin_ns;
    if (event->begin_ns + event->length_ns > sum->last_ns)
        sum->last_ns = event->begin_ns + event->length_ns;
    if (waits)
        sum->waiting_ns += event->length_ns;
    else if (!is_small)
        sum->busy_ns += event->length_ns;
    sum->host_copies += by_host;
    sum->host_bytes += by_host ? event->bytes : 0;
}

void gi_track_sums_add(struct gi_track_sums *sums, const struct gi_event_line *event)
{
    struct gi_track_sum *sum;

    if (event->phase == 'i' && strcmp(event->category, "lost") == 0)
        sums->dropped++;
    if (event->phase != 'X' && event->phase != 'M')
        return;
    if (event->phase == 'M' && strcmp(event->name, "thread_name") != 0)
        return;
    sum = find(sums, event->process, event->track);
    if (sum == NULL)
        return;
    if (event->phase == 'X')
        add_slice(sum, event);
    else
        (void)snprintf(sum->name, sizeof sum->name, "%s", event->named);
}

/* ---- tables --------------------------------------------------------------------------------- */

static bool is_stream(const struct gi_track_sum *sum)
{
    return (strncmp(sum->name, "device ", 7) == 0 && strstr(sum->name, " stream ") != NULL) ||
           strncmp(sum->name, "vulkan device ", 14) == 0;
}

static bool is_queue(const struct gi_track_sum *sum)
{
    return strncmp(sum->name, "device ", 7) == 0 && strstr(sum->name, " queue ") != NULL;
}

static double ms(int64_t ns)
{
    return (double)ns / NS_PER_MS;
}

static void print_streams(const struct gi_track_sums *sums)
{
    printf("\nStreams, and queues of Vulkan programs\n"
           "%9s  %-28s %8s %12s %12s %12s\n", "process", "stream", "slices", "work ms",
           "waits ms", "idle ms");
    for (size_t i = 0; i < sums->count; i++) {
        const struct gi_track_sum *sum = &sums->tracks[i];

        if (is_stream(sum) && sum->slices > 0)
            printf("%9llu  %-28s %8llu %12.3f %12.3f %12.3f\n", (unsigned long long)sum->process,
                   sum->name, (unsigned long long)sum->slices, ms(sum->busy_ns),
                   ms(sum->waiting_ns),
                   ms(sum->last_ns - sum->first_ns - sum->busy_ns - sum->waiting_ns));
    }
}

static void print_queues(const struct gi_track_sums *sums)
{
    printf("\nQueues, from the first to the last slice\n%9s  %-28s %8s %12s %12s\n", "process",
           "queue", "slices", "busy ms", "idle ms");
    for (size_t i = 0; i < sums->count; i++) {
        const struct gi_track_sum *sum = &sums->tracks[i];
        int64_t idle = sum->last_ns - sum->first_ns - sum->busy_ns;

        if (is_queue(sum) && sum->slices > 0)
            printf("%9llu  %-28s %8llu %12.3f %12.3f\n", (unsigned long long)sum->process,
                   sum->name, (unsigned long long)sum->slices, ms(sum->busy_ns),
                   ms(idle > 0 ? idle : 0));
    }
}

static void print_copies(const struct gi_track_sums *sums)
{
    printf("\nCopies through memory of the host\n%9s  %-28s %8s %14s\n", "process", "stream",
           "copies", "bytes");
    for (size_t i = 0; i < sums->count; i++) {
        const struct gi_track_sum *sum = &sums->tracks[i];

        if (sum->host_copies > 0)
            printf("%9llu  %-28s %8llu %14llu\n", (unsigned long long)sum->process, sum->name,
                   (unsigned long long)sum->host_copies, (unsigned long long)sum->host_bytes);
    }
}

/* ---- waits ---------------------------------------------------------------------------------- */

/* Waits of one track for one semaphore that signals of one track have ended. */
struct pair {
    uint64_t identity, process, track, signal_process, signal_track;
    bool has_signal, is_guessed;
    uint64_t count;
    int64_t all_ns, longest_ns;
    const char *name;
};

static int by_pair(const void *first, const void *second)
{
    const struct pair *a = first, *b = second;
    const uint64_t left[] = { a->identity, a->process, a->track, a->has_signal, a->signal_process,
                              a->signal_track, a->is_guessed };
    const uint64_t right[] = { b->identity, b->process, b->track, b->has_signal, b->signal_process,
                               b->signal_track, b->is_guessed };

    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    }
    return 0;
}

static int by_time(const void *first, const void *second)
{
    const struct pair *a = first, *b = second;

    return a->all_ns < b->all_ns ? 1 : a->all_ns > b->all_ns ? -1 : by_pair(first, second);
}

static struct pair make_pair(const struct gi_arrows *arrows, const struct gi_arrow_end *wait)
{
    int64_t length = wait->end_ns - wait->begin_ns;
    struct pair pair = {
        .identity = wait->identity, .process = wait->process, .track = wait->track, .count = 1,
        .all_ns = length, .longest_ns = length, .name = wait->name,
        .is_guessed = wait->is_guessed, .has_signal = wait->signal != SIZE_MAX,
    };

    if (pair.has_signal) {
        pair.signal_process = arrows->signals[wait->signal].process;
        pair.signal_track = arrows->signals[wait->signal].track;
    }
    return pair;
}

/* Adds up pairs that are alike; returns how many are left. */
static size_t join(struct pair *pairs, size_t count)
{
    size_t left = 0;

    qsort(pairs, count, sizeof *pairs, by_pair);
    for (size_t i = 0; i < count; i++) {
        if (left > 0 && by_pair(&pairs[left - 1], &pairs[i]) == 0) {
            struct pair *sum = &pairs[left - 1];

            sum->count++;
            sum->all_ns += pairs[i].all_ns;
            if (pairs[i].longest_ns > sum->longest_ns)
                sum->longest_ns = pairs[i].longest_ns;
        } else {
            pairs[left++] = pairs[i];
        }
    }
    qsort(pairs, left, sizeof *pairs, by_time);
    return left;
}

static void print_track(struct gi_track_sums *sums, uint64_t process, uint64_t track)
{
    const struct gi_track_sum *sum = find(sums, process, track);
    char text[GI_EVENT_TEXT_BYTES + 32];

    (void)snprintf(text, sizeof text, "%llu %s", (unsigned long long)process,
                   sum != NULL ? sum->name : "?");
    printf(" %-32s", text);
}

static void print_waits(struct gi_track_sums *sums, const struct gi_arrows *arrows)
{
    struct pair *pairs = calloc(arrows->wait_count + 1, sizeof *pairs);
    size_t count;

    if (pairs == NULL) {
        printf("\nWaits: there is no memory for the table\n");
        return;
    }
    for (size_t i = 0; i < arrows->wait_count; i++)
        pairs[i] = make_pair(arrows, &arrows->waits[i]);
    count = join(pairs, arrows->wait_count);
    printf("Waits, the longest first\n %-32s %-32s %-32s %8s %12s %12s\n", "who waited",
           "signalled by", "semaphore", "waits", "all ms", "longest ms");
    for (size_t i = 0; i < count; i++) {
        print_track(sums, pairs[i].process, pairs[i].track);
        if (pairs[i].has_signal)
            print_track(sums, pairs[i].signal_process, pairs[i].signal_track);
        else
            printf(" %-32s", "no signal in these files");
        printf(" %-32s %8llu %12.3f %12.3f%s\n", pairs[i].name,
               (unsigned long long)pairs[i].count, ms(pairs[i].all_ns), ms(pairs[i].longest_ns),
               pairs[i].is_guessed ? " guessed" : "");
    }
    free(pairs);
}

/* ---- the critical path ---------------------------------------------------------------------- */

static void print_path(struct gi_track_sums *sums, const struct gi_frame_path *path)
{
    if (path->ended_by == NULL) {
        printf("\nThere are no two frames, so there is no critical path.\n");
        return;
    }
    printf("\nCritical path of the slowest of %zu frames: %.3f ms. A frame ends with %s.\n"
           " %-32s %12s %12s  %s\n", path->frames, ms(path->end_ns - path->begin_ns),
           path->ended_by, "track", "from ms", "for ms", "behind a wait for");
    for (size_t i = path->count; i > 0; i--) {
        const struct gi_path_part *part = &path->parts[i - 1];

        print_track(sums, part->process, part->track);
        printf(" %12.3f %12.3f  %s\n", ms(part->begin_ns - path->begin_ns),
               ms(part->end_ns - part->begin_ns), part->wait != NULL ? part->wait->name : "");
    }
}

void gi_track_sums_report(struct gi_track_sums *sums, const struct gi_arrows *arrows,
                          const struct gi_frame_path *path)
{
    print_waits(sums, arrows);
    print_path(sums, path);
    print_streams(sums);
    print_queues(sums);
    print_copies(sums);
    if (sums->dropped > 0)
        printf("\nRecords are missing: a thread was faster than the writer.\n");
    if (sums->is_full)
        printf("\nThere are more than %d tracks; the others are left out.\n", GI_MOST_TRACKS);
}
