/* What a syncobj does, action by action, one line for each: "action: result". The same program runs
 * on a real kernel and on the emulated card, and both must print the same. */
#include <stdbool.h>
#include <stdio.h>

#include "oracle.h"

#define SHORT_NS 2000000                 /* long enough to block, short enough to wait for */

static uint64_t point_of(uint32_t handle, uint32_t flags)
{
    uint64_t point = 99;

    oracle_query(handle, flags, &point);
    return point;
}

static void binary(void)
{
    uint32_t empty = oracle_create(0), done = oracle_create(DRM_SYNCOBJ_CREATE_SIGNALED);

    oracle_row("wait on no fence", oracle_wait(empty, 0, 0));
    oracle_row("wait on no fence, for submit", oracle_wait(empty, oracle_in_ns(SHORT_NS),
                                                           FOR_SUBMIT));
    oracle_row("wait on no fence, for submit, past", oracle_wait(empty, 1, FOR_SUBMIT));
    oracle_row("wait on no fence, for submit, negative", oracle_wait(empty, -1, FOR_SUBMIT));
    oracle_row("wait on signalled", oracle_wait(done, 0, 0));
    oracle_row("wait on signalled again", oracle_wait(done, 0, 0));
    oracle_row("wait on signalled, past", oracle_wait(done, 1, 0));
    oracle_row("wait on signalled, negative", oracle_wait(done, -1, 0));
    oracle_row("wait on signalled, available", oracle_wait(done, 0, AVAILABLE));
    oracle_row("wait on signalled, deadline flag", oracle_wait(done, 0, 8));
    oracle_row("wait on signalled, unknown flag", oracle_wait(done, 0, 16));
    oracle_number("query of no fence", point_of(empty, 0));
    oracle_number("query of signalled", point_of(done, 0));
    oracle_number("query of signalled, last submitted", point_of(done, LAST_SUBMITTED));
    oracle_row("reset", oracle_reset(done));
    oracle_row("reset again", oracle_reset(done));
    oracle_row("wait after reset", oracle_wait(done, 0, 0));
    oracle_row("signal", oracle_signal(empty));
    oracle_row("signal again", oracle_signal(empty));
    oracle_row("wait after signal", oracle_wait(empty, 0, 0));
    oracle_row("wait for point 0 of a binary", oracle_wait_point(empty, 0, 0, 0));
    oracle_row("wait for point 0 of a binary, available",
               oracle_wait_point(empty, 0, 0, AVAILABLE));
    oracle_row("wait for point 1 of a binary", oracle_wait_point(empty, 1, 0, 0));
    oracle_destroy(empty);
    oracle_destroy(done);
}

static void many(void)
{
    uint32_t empty = oracle_create(0), done = oracle_create(DRM_SYNCOBJ_CREATE_SIGNALED);
    const uint32_t mixed[2] = { empty, done }, twice[2] = { done, done };
    const uint32_t unknown[2] = { empty, NO_HANDLE };
    uint32_t first = 9;

    oracle_row("wait for none", oracle_wait_many(NULL, 0, 0, &first));
    oracle_number("wait for none, first", first);
    oracle_row("wait for any, one without fence", oracle_wait_many(mixed, 2, 0, &first));
    first = 9;
    oracle_row("wait for any, one without fence, for submit",
               oracle_wait_many(mixed, 2, FOR_SUBMIT, &first));
    oracle_number("wait for any, one without fence, for submit, first", first);
    oracle_row("wait for all, one without fence, for submit",
               oracle_wait_many(mixed, 2, FOR_SUBMIT | ALL, &first));
    oracle_row("wait for all, one without fence", oracle_wait_many(mixed, 2, ALL, &first));
    first = 9;
    oracle_row("wait for all of the same", oracle_wait_many(twice, 2, ALL, &first));
    oracle_number("wait for all of the same, first", first);
    oracle_row("wait, one without fence, one unknown", oracle_wait_many(unknown, 2, 0, &first));
    oracle_row("wait without a list", oracle_wait_many(NULL, 1, 0, &first));
    oracle_destroy(empty);
    oracle_destroy(done);
}

static void unknown_handles(void)
{
    uint32_t known = oracle_create(0);
    uint64_t point;
    int fd;

    oracle_row("unknown: wait", oracle_wait(NO_HANDLE, 0, 0));
    oracle_row("unknown: wait for a point", oracle_wait_point(NO_HANDLE, 1, 0, 0));
    oracle_row("unknown: signal", oracle_signal(NO_HANDLE));
    oracle_row("unknown: signal a point", oracle_signal_point(NO_HANDLE, 1));
    oracle_row("unknown: reset", oracle_reset(NO_HANDLE));
    oracle_row("unknown: query", oracle_query(NO_HANDLE, 0, &point));
    oracle_row("unknown: transfer from", oracle_transfer(known, 0, NO_HANDLE, 0, 0));
    oracle_row("unknown: transfer to", oracle_transfer(NO_HANDLE, 0, known, 0, 0));
    oracle_row("unknown: export", oracle_export(NO_HANDLE, 0, &fd));
    oracle_row("unknown: export of its fence", oracle_export(NO_HANDLE, 1, &fd));
    oracle_row("unknown: destroy", oracle_destroy(NO_HANDLE));
    oracle_row("destroy", oracle_destroy(known));
    oracle_row("destroy again", oracle_destroy(known));
    oracle_row("destroy 0", oracle_destroy(0));
}

static void timeline(void)
{
    uint32_t line = oracle_create(0);
    char action[64];

    oracle_row("timeline: wait for 1", oracle_wait_point(line, 1, 0, 0));
    oracle_row("timeline: wait for 1, for submit",
               oracle_wait_point(line, 1, oracle_in_ns(SHORT_NS), FOR_SUBMIT));
    oracle_row("timeline: wait for 1, available",
               oracle_wait_point(line, 1, oracle_in_ns(SHORT_NS), AVAILABLE));
    oracle_row("timeline: wait for 1, deadline flag and for submit",
               oracle_wait_point(line, 1, 0, 8 | FOR_SUBMIT));
    oracle_row("timeline: wait for 1, unknown flag", oracle_wait_point(line, 1, 0, 16));
    oracle_row("timeline: signal 5", oracle_signal_point(line, 5));
    oracle_row("timeline: signal 5 again", oracle_signal_point(line, 5));
    oracle_number("timeline: query after 5, 5", point_of(line, 0));
    oracle_row("timeline: signal 3", oracle_signal_point(line, 3));
    oracle_number("timeline: query after 5, 5, 3", point_of(line, 0));
    oracle_number("timeline: last submitted after 5, 5, 3", point_of(line, LAST_SUBMITTED));
    oracle_row("timeline: signal 10", oracle_signal_point(line, 10));
    oracle_number("timeline: query after 10", point_of(line, 0));
    for (unsigned point = 0; point <= 11; point++) {
        snprintf(action, sizeof(action), "timeline: wait for %u of 10", point);
        oracle_row(action, oracle_wait_point(line, point, 0, 0));
    }
    oracle_row("timeline: binary wait", oracle_wait(line, 0, 0));
    oracle_row("timeline: binary signal", oracle_signal(line));
    oracle_number("timeline: query after a binary signal", point_of(line, 0));
    oracle_row("timeline: wait for 10 after a binary signal", oracle_wait_point(line, 10, 0, 0));
    oracle_row("timeline: signal 2 after a binary signal", oracle_signal_point(line, 2));
    oracle_number("timeline: query after that", point_of(line, 0));
    oracle_row("timeline: reset", oracle_reset(line));
    oracle_number("timeline: query after a reset", point_of(line, 0));
    oracle_row("timeline: signal 0", oracle_signal_point(line, 0));
    oracle_number("timeline: query after 0", point_of(line, 0));
    oracle_row("timeline: wait for 0 after 0", oracle_wait_point(line, 0, 0, 0));
    oracle_row("timeline: wait for 1 after 0", oracle_wait_point(line, 1, 0, 0));
    oracle_row("timeline: signal the last point", oracle_signal_point(line, UINT64_MAX));
    oracle_number("timeline: query after that one", point_of(line, 0));
    oracle_row("timeline: wait for the last point", oracle_wait_point(line, UINT64_MAX, 0, 0));
    oracle_destroy(line);
}

static void timeline_lists(void)
{
    uint32_t line = oracle_create(0), other = oracle_create(0);
    uint32_t handles[3] = { line, other, line };
    uint64_t points[3] = { 3, 4, 7 };
    struct drm_syncobj_timeline_array array = {
        .handles = (uintptr_t)handles, .points = (uintptr_t)points, .count_handles = 3 };

    oracle_row("lists: signal 3, 4 of another, 7",
               oracle_call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &array));
    points[0] = points[1] = points[2] = 99;
    oracle_row("lists: query", oracle_call(DRM_IOCTL_SYNCOBJ_QUERY, &array));
    oracle_number("lists: first", points[0]);
    oracle_number("lists: second", points[1]);
    oracle_number("lists: third", points[2]);
    handles[2] = NO_HANDLE;
    points[0] = points[1] = 20;
    oracle_row("lists: signal, the last unknown",
               oracle_call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &array));
    oracle_number("lists: query after that", point_of(line, 0));
    array.count_handles = 0;
    oracle_row("lists: signal none", oracle_call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &array));
    oracle_row("lists: query none", oracle_call(DRM_IOCTL_SYNCOBJ_QUERY, &array));
    array.count_handles = 1;
    array.flags = 2;
    oracle_row("lists: query, unknown flag", oracle_call(DRM_IOCTL_SYNCOBJ_QUERY, &array));
    array.flags = 1;
    oracle_row("lists: signal, a flag", oracle_call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &array));
    array.flags = 0;
    array.points = 0;
    oracle_row("lists: query without points", oracle_call(DRM_IOCTL_SYNCOBJ_QUERY, &array));
    oracle_row("lists: signal without points",
               oracle_call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &array));
    oracle_number("lists: query after that too", point_of(line, 0));
    array.handles = 0;
    oracle_row("lists: signal without handles",
               oracle_call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &array));
    oracle_destroy(line);
    oracle_destroy(other);
}

static void transfers(void)
{
    uint32_t from = oracle_create(0), to = oracle_create(0);

    oracle_row("transfer: of no fence", oracle_transfer(to, 0, from, 0, 0));
    oracle_row("transfer: of no point", oracle_transfer(to, 0, from, 7, 0));
    oracle_row("transfer: of no point, for submit, 5 s", oracle_transfer(to, 0, from, 7,
                                                                          FOR_SUBMIT));
    oracle_row("transfer: unknown flag", oracle_transfer(to, 0, from, 0, 4));
    oracle_signal_point(from, 10);
    oracle_row("transfer: of point 11 of 10", oracle_transfer(to, 0, from, 11, 0));
    oracle_row("transfer: of point 3 of 10 to a binary", oracle_transfer(to, 0, from, 3, 0));
    oracle_row("transfer: the binary", oracle_wait(to, 0, 0));
    oracle_number("transfer: query of the binary", point_of(to, 0));
    oracle_row("transfer: to point 4", oracle_transfer(to, 4, from, 10, 0));
    oracle_number("transfer: query", point_of(to, 0));
    oracle_row("transfer: to point 2", oracle_transfer(to, 2, from, 10, 0));
    oracle_number("transfer: query after going back", point_of(to, 0));
    oracle_row("transfer: to itself", oracle_transfer(to, 9, to, 4, 0));
    oracle_number("transfer: query of itself", point_of(to, 0));
    oracle_row("transfer: to point 0", oracle_transfer(to, 0, from, 10, 0));
    oracle_number("transfer: query after point 0", point_of(to, 0));
    oracle_row("transfer: wait for 4 after point 0", oracle_wait_point(to, 4, 0, 0));
    oracle_destroy(from);
    oracle_destroy(to);
}

static void handles(void)
{
    struct drm_syncobj_create create = { .flags = 2 };
    uint32_t first = oracle_create(0), second = oracle_create(0);
    struct drm_syncobj_destroy destroy = { .handle = second, .pad = 1 };
    struct drm_syncobj_array array = { .handles = (uintptr_t)&second, .count_handles = 0 };

    oracle_number("handles: first", first);
    oracle_number("handles: second", second);
    oracle_destroy(first);
    oracle_number("handles: after the first went", first = oracle_create(0));
    oracle_row("create, unknown flag", oracle_call(DRM_IOCTL_SYNCOBJ_CREATE, &create));
    oracle_row("destroy, padding", oracle_call(DRM_IOCTL_SYNCOBJ_DESTROY, &destroy));
    oracle_row("reset of none", oracle_call(DRM_IOCTL_SYNCOBJ_RESET, &array));
    oracle_row("signal of none", oracle_call(DRM_IOCTL_SYNCOBJ_SIGNAL, &array));
    array.count_handles = 1;
    array.pad = 1;
    oracle_row("signal, padding", oracle_call(DRM_IOCTL_SYNCOBJ_SIGNAL, &array));
    oracle_destroy(first);
    oracle_destroy(second);
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!oracle_open()) {
        fputs("no render node with timeline syncobjs\n", stderr);
        return 1;
    }
    handles();
    binary();
    many();
    unknown_handles();
    timeline();
    timeline_lists();
    transfers();
    oracle_files();
    oracle_pending();
    oracle_walks();
    puts("end");
    return 0;
}
