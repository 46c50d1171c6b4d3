/* The part of the fault sweep that has files: the cache on disk, an image, the log, what a kernel
 * has printed, and semaphores in shared pages. */
#include "sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/disk/disk_cache.h"
#include "base/log_ring.h"
#include "base/print_queue.h"
#include "code/image_file.h"
#include "outside.h"
#include "queue/host_semaphore.h"
#include "queue/other_process.h"

enum { BYTES = 300, ROOM = 64 };

struct place {
    char folder[ROOM], file[ROOM + 16];
    char bytes[BYTES];
};

/* ---- what the test does itself --------------------------------------------------------------- */

static void make_place(struct place *place)
{
    outside_leave_out(true);
    strcpy(place->folder, "/tmp/gi-sweep-XXXXXX");
    EXPECT(mkdtemp(place->folder) != NULL, "no folder in /tmp: %s", strerror(errno));
    snprintf(place->file, sizeof place->file, "%s/file", place->folder);
    for (int i = 0; i < BYTES; i++)
        place->bytes[i] = (char)('a' + i % 26);
    outside_leave_out(false);
}

static void remove_file(const struct place *place)
{
    outside_leave_out(true);
    (void)!unlink(place->file);
    outside_leave_out(false);
}

static void remove_place(const struct place *place)
{
    remove_file(place);
    outside_leave_out(true);
    EXPECT(rmdir(place->folder) == 0, "something is left in %s: %s", place->folder,
           strerror(errno));
    outside_leave_out(false);
}

/** Makes the file anew with these bytes. */
static int put(const struct place *place, size_t size_bytes)
{
    int fd;

    outside_leave_out(true);
    fd = open(place->file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    EXPECT(fd >= 0 && write(fd, place->bytes, size_bytes) == (ssize_t)size_bytes,
           "%s cannot be written: %s", place->file, strerror(errno));
    outside_leave_out(false);
    return fd;
}

/** How often the text is in the file. */
static int count_in(const struct place *place, const char *text)
{
    char seen[4096];
    ssize_t got;
    int fd, count = 0;

    outside_leave_out(true);
    fd = open(place->file, O_RDONLY | O_CLOEXEC);
    got = fd < 0 ? 0 : read(fd, seen, sizeof seen - 1);
    if (fd >= 0)
        close(fd);
    outside_leave_out(false);
    seen[got < 0 ? 0 : got] = '\0';
    for (const char *at = seen; (at = strstr(at, text)) != NULL; at++)
        count++;
    return count;
}

/* ---- what the library does ------------------------------------------------------------------- */

static gi_status keep(struct place *place)
{
    const struct gi_disk_cache cache = { .folder = place->folder };
    size_t got_bytes = 0;
    void *got = NULL;
    bool is_same;

    if (!gi_disk_cache_write(&cache, "file", place->bytes, BYTES))
        return gi_fail(GI_OS_ERROR, "nothing was kept");
    is_same = gi_disk_cache_read(&cache, "file", &got, &got_bytes) && got_bytes == BYTES &&
              memcmp(got, place->bytes, BYTES) == 0;
    free(got);
    return is_same ? GI_OK : gi_fail(GI_OS_ERROR, "what was kept is not found");
}

static gi_status read_image(const struct place *place)
{
    void *bytes = NULL;
    size_t count = 0;
    gi_status status;

    (void)sweep_close(put(place, BYTES));
    status = gi_image_file_read(place->file, &bytes, &count);
    if (status == GI_OK)
        EXPECT(count == BYTES && memcmp(bytes, place->bytes, BYTES) == 0,
               "no error, but the image is not what the file has");
    free(bytes);
    return status;
}

static gi_status write_log(const struct place *place)
{
    uint32_t at = gi_log_ring_end();
    gi_status status;

    gi_log_keep(false, "a line of the sweep");
    gi_log_keep(false, "a line of the sweep, too");
    remove_file(place);
    status = gi_log_ring_write(&at, place->file);
    if (status == GI_OK)
        EXPECT(count_in(place, "a line of the sweep") == 2, "no error, but lines are missing");
    return status;
}

static gi_status print(const struct place *place)
{
    int fd = put(place, 0), before;
    bool is_whole;

    outside_leave_out(true);
    fflush(stdout);
    before = dup(STDOUT_FILENO);
    dup2(fd, STDOUT_FILENO);
    close(fd);
    outside_leave_out(false);
    printf("the program\n");
    gi_print_queue_append("the kernel\n", 11);
    gi_print_queue_flush();
    outside_leave_out(true);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    outside_leave_out(false);
    is_whole = count_in(place, "the program\nthe kernel\n") == 1;
    return is_whole ? GI_OK : gi_fail(GI_OS_ERROR, "what was printed is not there");
}

static gi_status share_pages(void)
{
    struct gi_host_semaphore made[2], taken;
    struct gi_host_semaphore *both[2] = { &made[0], &made[1] };
    const uint64_t values[2] = { 3, 3 };
    int fd = -1, error;

    error = gi_host_semaphore_create(&made[0], true, 1);
    if (error != 0)
        return gi_fail(GI_OS_ERROR, "a semaphore: %s", strerror(-error));
    error = gi_host_semaphore_create(&made[1], true, 2);
    if (error == 0)
        error = gi_host_semaphore_export(&made[1], &fd);
    if (error == 0)
        error = gi_host_semaphore_import_keep_fd(&taken, fd);
    if (error == 0) {            /* the sleeps end by what interrupts them, or by the time */
        EXPECT(gi_host_semaphore_wait(&taken, 3, gi_now_ns() + 1000000) == -ETIMEDOUT &&
               gi_host_semaphore_wait_many(both, values, 2, true, gi_now_ns() + 1000000) ==
                   -ETIMEDOUT, "a wait has ended before its signal");
        EXPECT(gi_host_semaphore_signal(&made[1], 3) == 0 &&
               gi_host_semaphore_wait(&taken, 3, gi_now_ns() + 1000000) == 0,
               "a signal is not seen");
        gi_host_semaphore_finish(&taken);
    }
    if (fd >= 0)
        (void)sweep_close(fd);
    gi_host_semaphore_finish(&made[0]);
    gi_host_semaphore_finish(&made[1]);
    return error == 0 ? GI_OK : gi_fail(GI_OS_ERROR, "semaphores: %s", strerror(-error));
}

gi_status sweep_files(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    struct place place;
    gi_status status;

    make_place(&place);
    sweep_begin_work(fail_nth, fail_status);
    status = keep(&place);
    if (status == GI_OK)
        status = read_image(&place);
    if (status == GI_OK)
        status = write_log(&place);
    if (status == GI_OK)
        status = print(&place);
    if (status == GI_OK)
        status = share_pages();
    /* Process 1 runs as long as this one. */
    EXPECT(!gi_other_process_has_ended(1, gi_other_process_space()), "process 1 is said to end");
    sweep_after_work(status, out_slot);
    remove_place(&place);
    return status;
}
