/* Giving a file to a driver that reads it at the position that its duplicates share. */
#include "vulkan/memory/memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "test_cases.h"

enum { MOST_FDS = 256 };

static bool proc_is_missing;

/* Stands in for the C library's: the file may be in /proc, which some containers lack. */
int openat64(int folder, const char *path, int flags, ...);
int openat64(int folder, const char *path, int flags, ...)
{
    if (proc_is_missing && strncmp(path, "/proc/", 6) == 0) {
        errno = ENOENT;
        return -1;
    }
    return (int)syscall(SYS_openat, folder, path, flags, 0);
}

static int count_fds(void)
{
    int count = 0;

    for (int fd = 0; fd < MOST_FDS; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* A driver that takes a file if its position is 0, which it is not for the first so many calls,
 * since another process moves it. */
struct taker {
    int file;                    /* whose position the other process moves */
    int moves;
    bool keeps_refused;          /* and leaves them open; others close them */
    VkResult refusal;
    int calls, taken_fd;
};

static VkResult take(void *of, int owned_fd, bool *out_is_taken)
{
    struct taker *taker = of;

    taker->calls++;
    assert_int_equal(lseek(taker->file, taker->calls <= taker->moves ? 4096 : 0, SEEK_SET),
                     taker->calls <= taker->moves ? 4096 : 0);
    if (taker->refusal == VK_ERROR_INVALID_EXTERNAL_HANDLE && lseek(owned_fd, 0, SEEK_CUR) == 0) {
        taker->taken_fd = owned_fd;
        *out_is_taken = true;
        return VK_SUCCESS;
    }
    if (!taker->keeps_refused)
        close(owned_fd);
    *out_is_taken = false;
    return taker->refusal;
}

struct row {
    const char *what;
    bool is_checked, proc_is_missing;
    int moves;
    VkResult refusal;
    int calls;
    VkResult result;
};

#define NOT_SO VK_ERROR_INVALID_EXTERNAL_HANDLE

static const struct row rows[] = {
    { "nobody moves it", true, false, 0, NOT_SO, 1, VK_SUCCESS },
    { "it was moved: a position of its own", true, false, 1000, NOT_SO, 2, VK_SUCCESS },
    { "a file that nobody has checked", false, false, 1000, NOT_SO, 1, NOT_SO },
    { "no memory", true, false, 0, VK_ERROR_OUT_OF_DEVICE_MEMORY, 1,
      VK_ERROR_OUT_OF_DEVICE_MEMORY },
    { "no /proc, moved a few times", true, true, 5, NOT_SO, 6, VK_SUCCESS },
    { "no /proc, moved for ever", true, true, 1000, NOT_SO, 101, NOT_SO },
};

TEST_CASE(a_file_is_given)
{
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i / 2];
        struct taker taker = { .file = memfd_create("file", MFD_CLOEXEC), .moves = row->moves,
                               .keeps_refused = i % 2 != 0, .refusal = row->refusal,
                               .taken_fd = -1 };
        int fds = count_fds();
        VkResult result;

        print_message("  %s\n", row->what);
        proc_is_missing = row->proc_is_missing;
        assert_int_equal(givk_memory_file_give(taker.file, row->is_checked, take, &taker, "test",
                                               &result), GI_OK);
        assert_int_equal(result, row->result);
        assert_int_equal(taker.calls, row->calls);
        if (taker.taken_fd >= 0)
            close(taker.taken_fd);
        assert_int_equal(count_fds(), fds);
        close(taker.file);
    }
    proc_is_missing = false;
}

TEST_CASE(a_closed_fd_is_told)
{
    struct taker taker = { .file = memfd_create("file", MFD_CLOEXEC), .refusal = NOT_SO };
    VkResult result;

    close(taker.file);
    assert_int_equal(givk_memory_file_give(taker.file, true, take, &taker, "test", &result),
                     GI_IMPORT_FAILED);
    assert_int_not_equal(result, VK_SUCCESS);
    assert_int_equal(taker.calls, 0);
}
