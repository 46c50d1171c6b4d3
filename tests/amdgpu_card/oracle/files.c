/* The rows about descriptors, about fences that are pending, and about other processes. */
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <linux/sync_file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "oracle.h"

#define SHORT_NS 2000000

static uint64_t point_of(uint32_t handle, uint32_t flags)
{
    uint64_t point = 99;

    oracle_query(handle, flags, &point);
    return point;
}

static void number_polled(const char *action, int fd)
{
    struct pollfd polled = { .fd = fd, .events = POLLIN };

    oracle_number(action, poll(&polled, 1, 0) == 1 ? (uint64_t)polled.revents : 0);
}

static void number_status(const char *action, int fd)
{
    struct sync_file_info info = { .num_fences = 0 };

    oracle_number(action, ioctl(fd, SYNC_IOC_FILE_INFO, &info) == 0 ? (uint64_t)info.status : 99);
}

/** What kind of file a descriptor is, as the kernel has it in /proc. */
static void print_kind(const char *action, int fd)
{
    char path[64], kind[64];

    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    ssize_t length = readlink(path, kind, sizeof(kind));
    printf("%s: %.*s\n", action, (int)(length < 0 ? 0 : length), kind);
}

static void opaque_files(void)
{
    uint32_t line = oracle_create(0), again, twice, unused;
    int fd, memory = memfd_create("none", MFD_CLOEXEC);

    oracle_row("file: export", oracle_export(line, 0, &fd));
    oracle_number("file: flags of the descriptor", (uint64_t)fcntl(fd, F_GETFD));
    print_kind("file: kind", fd);
    oracle_row("file: export, unknown flag", oracle_export(line, 4, &(int){ 0 }));
    oracle_row("file: import", oracle_import(fd, &again));
    oracle_row("file: import again", oracle_import(fd, &twice));
    oracle_number("file: handles that are new", (uint64_t)(again != line) + (again != twice));
    oracle_destroy(line);
    oracle_signal_point(again, 3);
    oracle_number("file: query by the other handle", point_of(twice, 0));
    oracle_destroy(again);
    oracle_destroy(twice);
    oracle_row("file: import after all handles went", oracle_import(fd, &again));
    oracle_number("file: query after that", point_of(again, 0));
    oracle_row("file: import of a memory file", oracle_import(memory, &unused));
    oracle_row("file: import of the node", oracle_import(oracle_node, &unused));
    oracle_row("file: import of -1", oracle_import(-1, &unused));
    oracle_row("file: its fence from an opaque file", oracle_import_fence(again, fd));
    oracle_row("file: its fence from a memory file", oracle_import_fence(again, memory));
    oracle_row("file: its fence from -1", oracle_import_fence(again, -1));
    oracle_destroy(again);
    close(memory);
    close(fd);
}

static void sync_files(void)
{
    uint32_t binary = oracle_create(0), other = oracle_create(0), unused;
    int file;

    oracle_row("sync_file: export of no fence", oracle_export(binary, 1, &file));
    oracle_signal(binary);
    oracle_row("sync_file: export", oracle_export(binary, 1, &file));
    oracle_number("sync_file: flags of the descriptor", (uint64_t)fcntl(file, F_GETFD));
    oracle_reset(binary);
    number_polled("sync_file: polled after a reset", file);
    number_status("sync_file: status", file);
    oracle_row("sync_file: import", oracle_import_fence(other, file));
    oracle_row("sync_file: wait", oracle_wait(other, 0, 0));
    oracle_row("sync_file: import to an unknown handle", oracle_import_fence(NO_HANDLE, file));
    oracle_row("sync_file: import as opaque", oracle_import(file, &unused));
    oracle_signal_point(other, 7);
    oracle_row("sync_file: import to a timeline", oracle_import_fence(other, file));
    oracle_number("sync_file: query of that", point_of(other, 0));
    close(file);
    oracle_signal_point(other, 7);
    oracle_row("sync_file: export of a timeline", oracle_export(other, 1, &file));
    number_polled("sync_file: polled", file);
    oracle_row("sync_file: import of a timeline's", oracle_import_fence(binary, file));
    oracle_number("sync_file: query after that", point_of(binary, 0));
    close(file);
    oracle_destroy(binary);
    oracle_destroy(other);
}

/* ---- other processes ------------------------------------------------------------------------- */

/** In a child with a file of its own: signals what the descriptor is of, once told to. */
static _Noreturn void signal_from_outside(int fd, int told, bool point)
{
    uint32_t handle;
    char byte;

    if (!oracle_open() || oracle_import(fd, &handle) != 0 || read(told, &byte, 1) != 1)
        _exit(1);
    int code = point ? oracle_signal_point(handle, 3) : oracle_signal(handle);
    _exit(code != 0);
}

/** Waits for what another process signals after this one was seen to wait in vain. */
static void wait_before_signal(const char *action, bool point)
{
    uint32_t handle = oracle_create(0);
    int fd, told[2], status = 1;

    oracle_export(handle, 0, &fd);
    if (pipe(told) != 0)
        return;
    int child = fork();
    if (child == 0)
        signal_from_outside(fd, told[0], point);
    int before = oracle_wait_point(handle, point ? 3 : 0, oracle_in_ns(SHORT_NS), FOR_SUBMIT);
    if (before == 0 || write(told[1], "b", 1) != 1)
        puts("wait before signal: not so");
    oracle_row(action, oracle_wait_point(handle, point ? 3 : 0, INT64_MAX, FOR_SUBMIT));
    waitpid(child, &status, 0);
    oracle_row("other process: how it ended", status);
    close(told[0]);
    close(told[1]);
    close(fd);
    oracle_destroy(handle);
}

void oracle_files(void)
{
    opaque_files();
    sync_files();
    wait_before_signal("other process: binary wait before signal", false);
    wait_before_signal("other process: timeline wait before signal", true);
}

/* ---- pending --------------------------------------------------------------------------------- */

static void pending_binary(void)
{
    uint32_t binary = oracle_create(0), other = oracle_create(0);
    const uint32_t both[2] = { binary, other };
    int file = pending_fence(), copy;
    uint32_t first = 9;

    oracle_row("pending: import", oracle_import_fence(binary, file));
    number_polled("pending: polled", file);
    number_status("pending: status", file);
    oracle_row("pending: wait", oracle_wait(binary, 0, 0));
    oracle_row("pending: wait, 2 ms", oracle_wait(binary, oracle_in_ns(SHORT_NS), 0));
    oracle_row("pending: wait, available", oracle_wait_point(binary, 0, 0, AVAILABLE));
    oracle_row("pending: wait for point 1", oracle_wait_point(binary, 1, 0, 0));
    oracle_number("pending: query", point_of(binary, 0));
    oracle_number("pending: last submitted", point_of(binary, LAST_SUBMITTED));
    oracle_row("pending: transfer", oracle_transfer(other, 0, binary, 0, 0));
    oracle_row("pending: wait for the copy", oracle_wait(other, 0, 0));
    oracle_row("pending: wait for any", oracle_wait_many(both, 2, 0, &first));
    oracle_row("pending: export", oracle_export(binary, 1, &copy));
    oracle_row("pending: signal by the host", oracle_signal(binary));
    oracle_row("pending: wait after the signal", oracle_wait(binary, 0, 0));
    oracle_row("pending: wait for any after it", oracle_wait_many(both, 2, 0, &first));
    oracle_number("pending: the first", first);
    oracle_row("pending: wait for all after it", oracle_wait_many(both, 2, ALL, &first));
    number_polled("pending: polled after it", copy);
    pending_signal();
    oracle_row("pending: the copy once it has ended", oracle_wait(other, INT64_MAX, 0));
    number_polled("pending: polled once it has ended", copy);
    number_status("pending: status once it has ended", copy);
    close(copy);
    close(file);
    oracle_destroy(binary);
    oracle_destroy(other);
}

static void pending_points(void)
{
    uint32_t line = oracle_create(0), binary = oracle_create(0), other = oracle_create(0);
    uint32_t copied = oracle_create(0);
    int file = pending_fence(), copy;

    oracle_signal_point(line, 2);
    oracle_import_fence(binary, file);
    oracle_row("points: pending at 4", oracle_transfer(line, 4, binary, 0, 0));
    oracle_number("points: query", point_of(line, 0));
    oracle_number("points: last submitted", point_of(line, LAST_SUBMITTED));
    oracle_row("points: signal 6 by the host", oracle_signal_point(line, 6));
    oracle_number("points: query after 6", point_of(line, 0));
    oracle_number("points: last submitted after 6", point_of(line, LAST_SUBMITTED));
    oracle_row("points: wait for 1", oracle_wait_point(line, 1, 0, 0));
    oracle_row("points: wait for 2", oracle_wait_point(line, 2, 0, 0));
    oracle_row("points: wait for 3", oracle_wait_point(line, 3, 0, 0));
    oracle_row("points: wait for 4", oracle_wait_point(line, 4, 0, 0));
    oracle_row("points: wait for 4, available", oracle_wait_point(line, 4, 0, AVAILABLE));
    oracle_row("points: wait for 5", oracle_wait_point(line, 5, 0, 0));
    oracle_row("points: wait for 6", oracle_wait_point(line, 6, oracle_in_ns(SHORT_NS), 0));
    oracle_row("points: wait for 6, available", oracle_wait_point(line, 6, 0, AVAILABLE));
    oracle_row("points: wait for 7", oracle_wait_point(line, 7, 0, 0));
    oracle_row("points: wait for 7, available", oracle_wait_point(line, 7, 0, AVAILABLE));
    oracle_row("points: wait for 0", oracle_wait_point(line, 0, 0, 0));
    oracle_row("points: signal 5, going back", oracle_signal_point(line, 5));
    oracle_number("points: query after going back", point_of(line, 0));
    oracle_number("points: last submitted after going back", point_of(line, LAST_SUBMITTED));
    oracle_row("points: transfer of 6", oracle_transfer(other, 0, line, 6, 0));
    oracle_row("points: wait for what was transferred", oracle_wait(other, 0, 0));
    oracle_row("points: transfer of 1", oracle_transfer(copied, 0, line, 1, 0));
    oracle_number("points: query of the copy of 1", point_of(copied, 0));
    oracle_row("points: transfer of 4", oracle_transfer(copied, 0, line, 4, 0));
    oracle_number("points: query of the copy of 4", point_of(copied, 0));
    oracle_number("points: last submitted in the copy of 4", point_of(copied, LAST_SUBMITTED));
    oracle_row("points: wait for 4 in the copy", oracle_wait_point(copied, 4, 0, 0));
    oracle_row("points: wait for 5 in the copy", oracle_wait_point(copied, 5, 0, 0));
    oracle_row("points: transfer of 4 to 20", oracle_transfer(copied, 20, line, 4, 0));
    oracle_number("points: query of the copy at 20", point_of(copied, 0));
    oracle_row("points: wait for 20", oracle_wait_point(copied, 20, 0, 0));
    oracle_row("points: export", oracle_export(line, 1, &copy));
    number_polled("points: polled", copy);
    pending_signal();
    oracle_row("points: wait for 6 once it has ended", oracle_wait_point(line, 6, INT64_MAX, 0));
    oracle_row("points: wait for 4 once it has ended", oracle_wait_point(line, 4, 0, 0));
    oracle_row("points: what was transferred", oracle_wait(other, 0, 0));
    oracle_number("points: query once it has ended", point_of(line, 0));
    oracle_number("points: query of the copy once it has ended", point_of(copied, 0));
    number_polled("points: polled once it has ended", copy);
    oracle_row("points: import of the export", oracle_import_fence(copied, copy));
    oracle_number("points: query of that", point_of(copied, 0));
    oracle_destroy(copied);
    close(copy);
    close(file);
    oracle_destroy(line);
    oracle_destroy(binary);
    oracle_destroy(other);
}

/** Two that are merged end with the later one. */
static void pending_merged(void)
{
    uint32_t done = oracle_create(DRM_SYNCOBJ_CREATE_SIGNALED);
    struct sync_merge_data merge = { .name = "both" };
    int file = pending_fence();

    oracle_export(done, 1, &merge.fd2);
    oracle_row("merge", ioctl(file, SYNC_IOC_MERGE, &merge) != 0);
    number_polled("merge: polled", merge.fence);
    number_status("merge: status", merge.fence);
    oracle_row("merge: import", oracle_import_fence(done, merge.fence));
    oracle_row("merge: wait", oracle_wait(done, 0, 0));
    pending_signal();
    oracle_row("merge: wait once it has ended", oracle_wait(done, INT64_MAX, 0));
    number_polled("merge: polled once it has ended", merge.fence);
    close(merge.fence);
    close(merge.fd2);
    close(file);
    oracle_destroy(done);
}

void oracle_pending(void)
{
    pending_binary();
    pending_points();
    pending_merged();
}
