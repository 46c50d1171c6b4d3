/* Syncobjs without a job, action by action, as a real kernel 6.12 answered. What needs a fence that
 * is pending stands in test_submit.c. */
#include "test_rig.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define ALL DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL
#define FOR_SUBMIT DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT
#define AVAILABLE DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE

static int node;

static int open_node(void **state)
{
    (void)state;
    node = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
    return node < 0;
}

static int close_node(void **state)
{
    (void)state;
    return close(node);
}

static uint32_t make(uint32_t flags)
{
    uint32_t handle;

    assert_int_equal(drmSyncobjCreate(node, flags, &handle), 0);
    return handle;
}

/* drmSyncobjWait and TimelineWait return a negative errno, the others -1 with errno. */
static int waits(uint32_t handle, int64_t abs_ns, uint32_t flags)
{
    return drmSyncobjWait(node, &handle, 1, abs_ns, flags, NULL);
}

static int waits_point(uint32_t handle, uint64_t point, int64_t abs_ns, uint32_t flags)
{
    return drmSyncobjTimelineWait(node, &handle, &point, 1, abs_ns, flags, NULL);
}

static uint64_t query(uint32_t handle, uint32_t flags)
{
    uint64_t point = 99;

    assert_int_equal(drmSyncobjQuery2(node, &handle, &point, 1, flags), 0);
    return point;
}

static void signal_point(uint32_t handle, uint64_t point)
{
    assert_int_equal(drmSyncobjTimelineSignal(node, &handle, &point, 1), 0);
}

static void fails(int result, int code)
{
    assert_int_equal(result, -1);
    assert_int_equal(errno, code);
}

static void binary_waits(void **state)
{
    uint32_t empty = make(0), done = make(DRM_SYNCOBJ_CREATE_SIGNALED);
    (void)state;

    assert_int_equal(waits(empty, 0, 0), -EINVAL);
    assert_int_equal(waits(empty, in_ns(2000000), FOR_SUBMIT), -ETIME);
    assert_int_equal(waits(done, 0, 0), 0);
    assert_int_equal(waits(done, 0, 0), 0);
    assert_int_equal(waits(done, -1, 0), 0);
    assert_int_equal(waits(done, 0, AVAILABLE), -EINVAL);
    assert_int_equal(waits(empty, -1, FOR_SUBMIT), -ETIME);
    assert_int_equal(drmSyncobjWait(node, NULL, 0, 0, 0, NULL), 0);
    uint32_t pair[2] = { empty, done }, first = 9;
    assert_int_equal(drmSyncobjWait(node, pair, 2, 0, 0, &first), -EINVAL);
    assert_int_equal(drmSyncobjWait(node, pair, 2, 0, FOR_SUBMIT, &first), 0);
    assert_int_equal(first, 1);
    assert_int_equal(drmSyncobjWait(node, pair, 2, 0, FOR_SUBMIT | ALL, &first), -ETIME);
    assert_int_equal(drmSyncobjReset(node, &done, 1), 0);
    assert_int_equal(waits(done, 0, 0), -EINVAL);
    assert_int_equal(drmSyncobjSignal(node, &empty, 1), 0);
    assert_int_equal(waits(empty, 0, 0), 0);
    assert_int_equal(query(empty, 0), 0);
    drmSyncobjDestroy(node, empty);
    drmSyncobjDestroy(node, done);
}

static void unknown_handles(void **state)
{
    uint32_t none = 4321, known = make(0);
    uint64_t point = 1;
    int fd;
    (void)state;

    assert_int_equal(waits(none, 0, 0), -ENOENT);
    assert_int_equal(waits_point(none, 1, 0, 0), -ENOENT);
    fails(drmSyncobjSignal(node, &none, 1), ENOENT);
    fails(drmSyncobjReset(node, &none, 1), ENOENT);
    fails(drmSyncobjQuery(node, &none, &point, 1), ENOENT);
    fails(drmSyncobjTransfer(node, known, 0, none, 0, 0), ENOENT);
    fails(drmSyncobjTransfer(node, none, 0, known, 0, 0), ENOENT);
    fails(drmSyncobjHandleToFD(node, none, &fd), EINVAL);
    fails(drmSyncobjDestroy(node, none), EINVAL);
    drmSyncobjDestroy(node, known);
}

static void timelines(void **state)
{
    uint32_t line = make(0);
    (void)state;

    assert_int_equal(query(line, 0), 0);
    assert_int_equal(waits_point(line, 1, 0, 0), -EINVAL);
    assert_int_equal(waits_point(line, 1, in_ns(2000000), FOR_SUBMIT), -ETIME);
    assert_int_equal(waits_point(line, 1, in_ns(2000000), AVAILABLE), -ETIME);
    signal_point(line, 5);
    signal_point(line, 5);
    signal_point(line, 3);
    assert_int_equal(query(line, 0), 5);
    signal_point(line, 10);
    assert_int_equal(query(line, 0), 10);
    assert_int_equal(query(line, DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED), 10);
    for (uint64_t point = 3; point <= 10; point++)
        assert_int_equal(waits_point(line, point, 0, 0), 0);
    assert_int_equal(waits_point(line, 11, 0, 0), -EINVAL);
    assert_int_equal(waits_point(line, 0, 0, 0), 0);
    assert_int_equal(drmSyncobjSignal(node, &line, 1), 0);
    assert_int_equal(query(line, 0), 0);
    assert_int_equal(waits_point(line, 10, 0, 0), -EINVAL);
    assert_int_equal(waits_point(line, 0, 0, AVAILABLE), 0);
    drmSyncobjDestroy(node, line);

    line = make(0);
    signal_point(line, 0);
    assert_int_equal(query(line, 0), 0);
    assert_int_equal(waits_point(line, 0, 0, 0), 0);
    assert_int_equal(waits_point(line, 1, 0, 0), -EINVAL);
    drmSyncobjDestroy(node, line);
}

static void transfers(void **state)
{
    uint32_t from = make(0), to = make(0);
    (void)state;

    fails(drmSyncobjTransfer(node, to, 0, from, 7, 0), EINVAL);
    signal_point(from, 10);
    fails(drmSyncobjTransfer(node, to, 0, from, 11, 0), EINVAL);
    assert_int_equal(drmSyncobjTransfer(node, to, 0, from, 3, 0), 0);
    assert_int_equal(waits(to, 0, 0), 0);
    assert_int_equal(query(to, 0), 10);      /* the fence is the chain's, and brings it */
    assert_int_equal(drmSyncobjTransfer(node, to, 12, from, 10, 0), 0);
    assert_int_equal(query(to, 0), 12);
    drmSyncobjDestroy(node, from);
    drmSyncobjDestroy(node, to);
}

/** More rounds than there are nodes: what is not given back would end in ENOMEM. */
static void chains_are_given_back(void **state)
{
    uint32_t from = make(0), to = make(0);
    (void)state;

    for (uint64_t round = 1; round < 140000; round++) {
        signal_point(from, round);
        assert_int_equal(drmSyncobjTransfer(node, to, 0, from, round, 0), 0);
        if (round % 8 == 0)
            assert_int_equal(drmSyncobjTransfer(node, from, round + 1, to, 0, 0), 0);
    }
    assert_int_equal(query(to, 0), 139999);
    drmSyncobjDestroy(node, from);
    drmSyncobjDestroy(node, to);
}

static void opaque_files(void **state)
{
    uint32_t line = make(0), again, twice;
    int fd, memory = memfd_create("none", 1);
    (void)state;

    assert_int_equal(drmSyncobjHandleToFD(node, line, &fd), 0);
    assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
    assert_int_equal(drmSyncobjFDToHandle(node, fd, &again), 0);
    assert_int_equal(drmSyncobjFDToHandle(node, fd, &twice), 0);
    assert_int_not_equal(again, line);
    assert_int_not_equal(again, twice);
    drmSyncobjDestroy(node, line);
    signal_point(again, 3);
    assert_int_equal(query(twice, 0), 3);
    drmSyncobjDestroy(node, again);
    drmSyncobjDestroy(node, twice);
    assert_int_equal(drmSyncobjFDToHandle(node, fd, &again), 0);
    assert_int_equal(query(again, 0), 3);
    fails(drmSyncobjFDToHandle(node, memory, &twice), EINVAL);
    drmSyncobjDestroy(node, again);
    close(memory);
    close(fd);
}

static void sync_files(void **state)
{
    uint32_t binary = make(0), other = make(0), handle;
    int file, opaque;
    (void)state;

    fails(drmSyncobjExportSyncFile(node, binary, &file), EINVAL);
    assert_int_equal(drmSyncobjSignal(node, &binary, 1), 0);
    assert_int_equal(drmSyncobjExportSyncFile(node, binary, &file), 0);
    assert_int_equal(drmSyncobjReset(node, &binary, 1), 0);
    struct pollfd polled = { .fd = file, .events = POLLIN };
    assert_int_equal(poll(&polled, 1, 0), 1);
    assert_int_equal(polled.revents, POLLIN);
    assert_int_equal(drmSyncobjImportSyncFile(node, other, file), 0);
    assert_int_equal(waits(other, 0, 0), 0);
    fails(drmSyncobjImportSyncFile(node, 4321, file), ENOENT);
    fails(drmSyncobjFDToHandle(node, file, &handle), EINVAL);
    assert_int_equal(drmSyncobjHandleToFD(node, binary, &opaque), 0);
    fails(drmSyncobjImportSyncFile(node, other, opaque), EINVAL);
    close(opaque);
    close(file);
    drmSyncobjDestroy(node, binary);
    drmSyncobjDestroy(node, other);
}

static void nothing_was_against_a_rule(void **state)
{
    (void)state;
    expect_broken(0);
}

#define WITH_NODE(name) cmocka_unit_test_setup_teardown(name, open_node, close_node)

CASES(syncobj, WITH_NODE(binary_waits), WITH_NODE(unknown_handles), WITH_NODE(timelines),
      WITH_NODE(transfers), WITH_NODE(chains_are_given_back), WITH_NODE(opaque_files),
      WITH_NODE(sync_files),
      cmocka_unit_test(nothing_was_against_a_rule));
