/* Files where no more can be written: full disks, limits of a file's size, folders that can only be
 * read or are gone. tests/fake/test_sweep.c has what the system answers there, call by call. */
#include "base/disk/disk_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"
#include "base/file_bytes.h"
#include "queue/host_semaphore.h"
#include "queue/team_page.h"

enum { BYTES = 100000, SMALL = 50, SKIPPED = 77 };

static char folder[64], file[80];
static unsigned char contents[BYTES];
static struct gi_disk_cache cache = { .folder = folder };

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/gi-full-disk-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(file, sizeof file, "%s/it", folder);
    for (size_t i = 0; i < BYTES; i++)
        contents[i] = (unsigned char)(i * 7 + i / 256);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    (void)!unlink(file);
    return rmdir(folder);        /* fails if something half done is left */
}

static bool writes(size_t size_bytes)
{
    return gi_disk_cache_write(&cache, "it", contents, size_bytes);
}

static bool reads(size_t size_bytes)
{
    size_t got_bytes;
    void *got;
    bool is_same = gi_disk_cache_read(&cache, "it", &got, &got_bytes) && got_bytes == size_bytes &&
                   memcmp(got, contents, size_bytes) == 0;

    free(got);
    return is_same;
}

/* Returns what was the limit. */
static struct rlimit limit_files(rlim_t most_bytes)
{
    struct rlimit before, now;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    now = before;
    now.rlim_cur = most_bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &now), 0);
    return before;
}

static bool is_pending(void)
{
    sigset_t pending;

    assert_int_equal(sigpending(&pending), 0);
    return sigismember(&pending, SIGXFSZ) == 1;
}

/* SIGXFSZ would end this program, as it has no handler. */
TEST_CASE_WITH(a_limit_of_file_sizes_ends_no_program, make_folder, remove_folder)
{
    struct rlimit before = limit_files(1000);
    bool is_written = writes(BYTES);

    assert_false(is_written);
    assert_true(writes(SMALL));
    assert_true(reads(SMALL));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(is_pending());
    assert_true(writes(BYTES));
}

/* A signal of that kind that waits for the program still does. */
TEST_CASE_WITH(the_programs_own_signal_stays, make_folder, remove_folder)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, usual;
    sigset_t one, old;
    struct rlimit before;

    sigemptyset(&one);
    sigaddset(&one, SIGXFSZ);
    assert_int_equal(pthread_sigmask(SIG_BLOCK, &one, &old), 0);
    assert_int_equal(raise(SIGXFSZ), 0);
    before = limit_files(1000);
    assert_false(writes(BYTES));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(is_pending());
    assert_int_equal(sigaction(SIGXFSZ, &ignore, &usual), 0);    /* which discards it */
    assert_int_equal(sigaction(SIGXFSZ, &usual, NULL), 0);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &old, NULL), 0);
}

/* Files in memory have the same limit. */
TEST_CASE_WITH(shared_pages_fail_where_files_are_limited, make_folder, remove_folder)
{
    const struct gi_team_properties team = { .device_count = 1, .size_bytes = 1 << 21 };
    struct gi_host_semaphore semaphore;
    struct gi_team_page page;
    struct rlimit before = limit_files(1000);
    int error = gi_host_semaphore_create(&semaphore, true, 0), fd = 0;
    int team_error = gi_team_page_create(&team, &page, &fd);

    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(error, -EFBIG);
    assert_int_equal(semaphore.fd, -1);
    assert_int_equal(team_error, -EFBIG);
    assert_int_equal(gi_host_semaphore_create(&semaphore, true, 0), 0);
    gi_host_semaphore_finish(&semaphore);
}

TEST_CASE_WITH(a_folder_that_is_removed_meanwhile_is_made_again, make_folder, remove_folder)
{
    assert_true(writes(SMALL));
    assert_int_equal(unlink(file), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_false(reads(SMALL));
    assert_true(writes(BYTES));
    assert_true(reads(BYTES));
}

/* ---- a small file system --------------------------------------------------------------------- */

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

/* In a process of its own, whose mounts nobody else sees. */
static int use_small_disk(void)
{
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("gi-test", folder, "tmpfs", 0, "size=64k,mode=0700") != 0)
        return SKIPPED;
    EXPECT(writes(SMALL) && reads(SMALL));
    EXPECT(!writes(BYTES));
    EXPECT(reads(SMALL));                /* the old file is there, and nothing beside it */
    EXPECT(unlink(file) == 0 && rmdir(folder) != 0 && errno == EBUSY);
    EXPECT(writes(SMALL));               /* there is room again for what is small */
    EXPECT(mount(NULL, folder, NULL, MS_REMOUNT | MS_RDONLY, NULL) == 0);
    EXPECT(!writes(SMALL + 1));
    EXPECT(reads(SMALL));
    return 0;
}

TEST_CASE_WITH(a_full_disk_keeps_what_it_has, make_folder, remove_folder)
{
    pid_t child = fork();
    int ending;

    assert_true(child >= 0);
    if (child == 0)
        _exit(use_small_disk());
    assert_int_equal(waitpid(child, &ending, 0), child);
    assert_true(WIFEXITED(ending));
    if (WEXITSTATUS(ending) == SKIPPED)
        skip();
    assert_int_equal(WEXITSTATUS(ending), 0);
}

/* A device that is always full. */
TEST_CASE_WITH(a_write_says_why_it_failed, make_folder, remove_folder)
{
    int fd = gi_file_open(AT_FDCWD, "/dev/full", O_WRONLY | O_CLOEXEC, 0);

    assert_true(fd >= 0);
    errno = 0;
    assert_false(gi_file_write(fd, contents, SMALL));
    assert_int_equal(errno, ENOSPC);
    close(fd);
}
