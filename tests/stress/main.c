/* Runs a part twice, and looks at what the second time left. */
#include "stress.h"

#include <dirent.h>
#include <malloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "queue/device_state.h"
#include "base/handle.h"
#include "base/lines.h"
#include "pools/reclaim.h"

struct stress_options stress_options;

/* What a second run may leave more on the fake (a real driver keeps what it likes): the C library
 * keeps what it was given back in pieces; work of random sizes leaves buffers that have grown. */
static const struct slack {
    size_t heap_bytes;
    int mappings;
} little = { 64 * 1024, 0 }, much = { 4 * 1024 * 1024, 16 };

static const struct part {
    const char *name;
    void (*run)(size_t count);
    size_t count;
    const struct slack *slack;
} parts[] = {
    { "streams", stress_streams, 10000, &little },
    { "events", stress_events, 10000, &little },
    { "allocations", stress_allocations, 10000, &little },
    { "pools", stress_pools, 10000, &little },
    { "imports", stress_imports, 10000, &little },
    { "mappings", stress_mappings_of_one, 10000, &little },
    { "semaphores", stress_semaphores, 10000, &little },
    { "threads", stress_threads, 64, &little },
    { "churn", stress_churn, 3000, &little },
    { "graphs", stress_graphs, 10000, &little },
    { "launches", stress_launches, 10000, &little },
    { "copies", stress_copies, 4000, &much },
    { "exhaustion", stress_exhaustion, 6, &little },
    { "soak", stress_soak, 0, &much },
};
#define PART_COUNT (sizeof parts / sizeof parts[0])

enum {
    SKIPPED = 77,
    /* Threads of the library begin when they are first needed. */
    THREAD_SLACK = 3,
    PATIENCE_SECONDS = 20
};

/* ---- what there is ------------------------------------------------------------------------- */

struct census {
    size_t objects[GI_OBJECT_KIND_COUNT];
    int fds, threads, mappings;
    size_t heap_bytes;
};

static int count_threads(void)
{
    DIR *folder = opendir("/proc/self/task");
    int count = 0;

    REQUIRE(folder != NULL, "/proc/self/task cannot be read");
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count - 2;
}

static void trim(struct gi_device *device, void *unused)
{
    (void)unused;
    gi_reclaim_kept(device);
}

/* What is kept for the next allocations may cost fds. */
static struct census take_census(void)
{
    gi_device_for_each_open(trim, NULL);

    struct census census = {
        .fds = stress_open_fds(),
        .threads = count_threads(),
        .mappings = stress_mappings(),
        .heap_bytes = stress_world_is_fake() ? mallinfo2().uordblks - gi_lines_kept_bytes() : 0,
    };

    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++)
        census.objects[i] = gi_handle_live_count((enum gi_object_kind)i);
    return census;
}

static bool has_more(const struct census *now, const struct census *before,
                     const struct slack *slack)
{
    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++) {
        if (now->objects[i] > before->objects[i])
            return true;
    }
    return now->fds > before->fds || now->threads > before->threads + THREAD_SLACK ||
           now->mappings > before->mappings + slack->mappings ||
           now->heap_bytes > before->heap_bytes + slack->heap_bytes;
}

/* Threads of the library may still be dropping their last references. */
static void expect_no_more(const struct census *before, const struct slack *slack)
{
    int64_t deadline = gi_deadline_ns((uint64_t)PATIENCE_SECONDS * 1000000000);
    struct census now = take_census();

    while (has_more(&now, before, slack) && gi_now_ns() < deadline) {
        sched_yield();
        now = take_census();
    }
    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++)
        REQUIRE(now.objects[i] <= before->objects[i], "%zu instead of %zu are left: %s",
                now.objects[i], before->objects[i], gi_object_kind_name((enum gi_object_kind)i));
    REQUIRE(now.fds <= before->fds, "%d instead of %d fds are open", now.fds, before->fds);
    REQUIRE(!has_more(&now, before, slack),
            "left more than before: threads %d and %d, mappings %d and %d, bytes of the heap %zu "
            "and %zu", now.threads, before->threads, now.mappings, before->mappings,
            now.heap_bytes, before->heap_bytes);
}

/* ---- the program --------------------------------------------------------------------------- */

static int usage(void)
{
    fprintf(stderr, "usage: stress PART [--count N] [--seconds N] [--operations N]\n"
                    "              [--without OPERATION]...\nparts:");
    for (size_t i = 0; i < PART_COUNT; i++)
        fprintf(stderr, " %s", parts[i].name);
    fprintf(stderr, "\n");
    return 2;
}

static bool parse(int argc, char **argv)
{
    for (int i = 2; i + 1 < argc; i += 2) {
        const char *value = argv[i + 1];
        if (strcmp(argv[i], "--count") == 0)
            stress_options.count = strtoull(value, NULL, 0);
        else if (strcmp(argv[i], "--seconds") == 0)
            stress_options.seconds = strtoll(value, NULL, 0);
        else if (strcmp(argv[i], "--operations") == 0)
            stress_options.operations = strtoull(value, NULL, 0);
        else if (strcmp(argv[i], "--without") == 0 &&
                 stress_options.without_count < STRESS_MAX_WITHOUT)
            stress_options.without[stress_options.without_count++] = value;
        else
            return false;
    }
    return argc >= 2 && argc % 2 == 0;
}

static void raise_limit_of_fds(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

int main(int argc, char **argv)
{
    const struct part *part = NULL;
    struct census census = { .fds = 0 };

    for (size_t i = 0; i < PART_COUNT && argc > 1; i++)
        part = strcmp(argv[1], parts[i].name) == 0 ? &parts[i] : part;
    if (part == NULL || !parse(argc, argv))
        return usage();
    raise_limit_of_fds();
    if (!stress_world_begin())
        return SKIPPED;
    for (int run = 0; run < 2; run++) {
        int64_t begin = gi_now_ns();
        part->run(stress_options.count != 0 ? stress_options.count : part->count);
        printf("%s: run %d took %.2f s\n", part->name, run + 1,
               (double)(gi_now_ns() - begin) / 1e9);
        fflush(stdout);
        if (run == 0)
            census = take_census();
    }
    expect_no_more(&census, part->slack);
    return 0;
}
