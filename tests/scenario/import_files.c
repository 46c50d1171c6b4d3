/** Where memory is shared as a file: files that are not what they seem, and many imports of one
 *  file at once, whose fds share the position in it. */
#include "scenario.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gpuinterop.h"
#include "vulkan_peer.h"
#include "test_cases.h"

#define SIZE 65536u
#define MANY 3000
#define MOVES 1000000
#define THREADS 4
#define FD_VARIABLE "SCENARIO_FD"

/** What Mesa's CPU driver writes at the beginning of a file. */
struct head {
    uint64_t size_bytes, offset_bytes;
    uint8_t driver[16];
};

static struct peer_buffer buffer;

static int start(void **state)
{
    (void)state;
    peer_buffer_create(&buffer, SIZE, false);
    return 0;
}

/** The last case: what fails behind a group fails no test. */
TEST_CASE_LAST(the_peer_ends)
{
    peer_buffer_destroy(&buffer);
}

static gpuError_t try_import(int fd, uint64_t size_bytes, gpuExternalMemory_t *out_memory)
{
    gpuMemoryDesc descriptor = { .type = gpuExternalMemoryHandleTypeOpaqueFd,
                                 .handle.fd = fd,
                                 .size = size_bytes };

    return gpuImportExternalMemory(out_memory, &descriptor);
}

/* ---- forged files -------------------------------------------------------------------------- */

#define DRIVERS_SEALS (F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW)
#define FILE_BYTES (UINT64_C(1) << 20)

/** A file of FILE_BYTES with a head as the driver writes it but for what a row changes. */
static const struct forgery {
    const char *what;
    int seals;
    uint64_t file_bytes;
    uint64_t claimed_bytes;      /* the head's size */
    uint64_t moved_by;           /* added to the head's offset */
    bool is_foreign;             /* the head names another driver */
    bool no_head;
    const char *sentence;        /* NULL: it is taken */
} forgeries[] = {
    { "a good copy", DRIVERS_SEALS, FILE_BYTES, FILE_BYTES, 0, false, false, NULL },
    { "fewer seals", F_SEAL_SHRINK, FILE_BYTES, FILE_BYTES, 0, false, false, NULL },
    { "no seal", 0, FILE_BYTES, FILE_BYTES, 0, false, false, "F_SEAL_SHRINK" },
    { "no seal against shrinking", F_SEAL_SEAL | F_SEAL_GROW, FILE_BYTES, FILE_BYTES, 0, false,
      false, "F_SEAL_SHRINK" },
    { "a size past the end", DRIVERS_SEALS, FILE_BYTES, FILE_BYTES + 1, 0, false, false, "head" },
    { "a size of 1 GiB", DRIVERS_SEALS, 2 * SIZE, UINT64_C(1) << 30, 0, false, false, "head" },
    { "a size before the end", DRIVERS_SEALS, FILE_BYTES, SIZE * 2, 0, false, false, "head" },
    { "a size of 0", DRIVERS_SEALS, FILE_BYTES, 0, 0, false, false, "head" },
    { "the largest size", DRIVERS_SEALS, FILE_BYTES, UINT64_MAX, 0, false, false, "head" },
    { "memory somewhere else", DRIVERS_SEALS, FILE_BYTES, FILE_BYTES, 4096, false, false, "head" },
    { "memory past the end", DRIVERS_SEALS, FILE_BYTES, FILE_BYTES, UINT64_C(1) << 32, false,
      false, "head" },
    { "memory before the file", DRIVERS_SEALS, FILE_BYTES, FILE_BYTES, UINT64_MAX << 20,
      false, false, "head" },
    { "another driver", DRIVERS_SEALS, FILE_BYTES, FILE_BYTES, 0, true, false, "exported" },
    { "no head", DRIVERS_SEALS, FILE_BYTES, FILE_BYTES, 0, false, true, "exported" },
    { "an empty file", DRIVERS_SEALS, 0, FILE_BYTES, 0, false, true, "exported" },
};

static int forge(const struct forgery *forgery, struct head head)
{
    int fd = memfd_create("forged", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    assert_true(fd >= 0);
    head.size_bytes = forgery->claimed_bytes;
    head.offset_bytes += forgery->moved_by;
    if (forgery->is_foreign)
        head.driver[0] ^= 1;
    assert_int_equal(ftruncate(fd, (off_t)forgery->file_bytes), 0);
    if (!forgery->no_head)
        assert_int_equal(pwrite(fd, &head, sizeof head, 0), sizeof head);
    if (forgery->seals != 0)
        assert_int_equal(fcntl(fd, F_ADD_SEALS, forgery->seals), 0);
    return fd;
}

/** The head of a file of the driver; false where the driver shares memory otherwise. */
static bool read_head(struct head *out_head)
{
    int fd = peer_buffer_export(&buffer);
    struct stat facts;
    bool is_file = fcntl(fd, F_GET_SEALS) == DRIVERS_SEALS && fstat(fd, &facts) == 0 &&
                   pread(fd, out_head, sizeof *out_head, 0) == sizeof *out_head &&
                   out_head->size_bytes == (uint64_t)facts.st_size;

    close(fd);
    return is_file;
}

TEST_CASE(forged_files_are_refused)
{
    gpuExternalMemory_t memory;
    struct head head;

    if (!read_head(&head))
        skip();
    for (size_t i = 0; i < sizeof forgeries / sizeof forgeries[0]; i++) {
        const struct forgery *forgery = &forgeries[i];
        int fd = forge(forgery, head);

        print_message("  %s\n", forgery->what);
        if (forgery->sentence == NULL) {
            memory = import_memory(fd, SIZE, false);
            OK(gpuMemset(map_buffer(memory, 0, SIZE), 1, SIZE));
            OK(gpuDestroyExternalMemory(memory));
            continue;
        }
        EXPECT(try_import(fd, SIZE, &memory), gpuErrorUnknown, forgery->sentence);
        assert_int_equal(close(fd), 0);          /* it was still open */
    }
}

/** The size that a program says may be too large, as that in the answer of another process. */
TEST_CASE(a_size_past_the_file_is_cut)
{
    gpuBufferDesc whole = { .size = UINT64_C(1) << 40 }, part = { .size = SIZE };
    gpuExternalMemory_t memory;
    void *pointer;
    struct head head;

    if (!read_head(&head))
        skip();
    OK(try_import(peer_buffer_export(&buffer), UINT64_C(1) << 40, &memory));
    BAD_VALUE(gpuExternalMemoryGetMappedBuffer(&pointer, memory, &whole), "bytes");
    OK(gpuExternalMemoryGetMappedBuffer(&pointer, memory, &part));
    OK(gpuMemset(pointer, 1, SIZE));
    OK(gpuFree(pointer));
    OK(gpuDestroyExternalMemory(memory));
}

/* ---- imports at once ------------------------------------------------------------------------- */

/** Imports of duplicates of fd that failed. */
static int import_many(int fd)
{
    int failed = 0;

    for (int i = 0; i < MANY; i++) {
        gpuExternalMemory_t memory;
        int duplicate = fcntl(fd, F_DUPFD_CLOEXEC, 3);

        if (duplicate < 0 || try_import(duplicate, SIZE, &memory) != gpuSuccess) {
            if (failed++ == 0)
                printf("import %d of a thread: %s\n", i, gpuinterop_last_error_detail());
            if (duplicate >= 0)
                close(duplicate);
            continue;
        }
        if (gpuDestroyExternalMemory(memory) != gpuSuccess && failed++ == 0)
            printf("end of import %d of a thread: %s\n", i, gpuinterop_last_error_detail());
    }
    return failed;
}

static void *import_in_thread(void *fd)
{
    return (void *)(intptr_t)import_many((int)(intptr_t)fd);
}

TEST_CASE(threads_import_one_object_at_once)
{
    int fd = peer_buffer_export(&buffer);
    pthread_t threads[THREADS];
    intptr_t failed = 0;

    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, import_in_thread,
                                        (void *)(intptr_t)fd), 0);
    for (int i = 0; i < THREADS; i++) {
        void *result;

        assert_int_equal(pthread_join(threads[i], &result), 0);
        failed += (intptr_t)result;
    }
    if (failed > 0)
        fail_msg("%ld of %d imports failed", (long)failed, THREADS * MANY);
    close(fd);
}

int child_that_imports(void)
{
    const char *fd = getenv(FD_VARIABLE);

    return fd == NULL ? 2 : import_many(atoi(fd)) != 0;
}

/** What uses an fd while this thread imports duplicates of it. */
struct other {
    int fd;
    int status;
    atomic_bool is_done;
};

static void *run_child(void *of)
{
    struct other *other = of;
    char number[16];

    snprintf(number, sizeof number, "%d", other->fd);
    other->status = run_again("--import", FD_VARIABLE, number);
    atomic_store(&other->is_done, true);
    return NULL;
}

/** Moves the position that all duplicates of an fd share, as imports of others do. */
static void *move_position(void *of)
{
    struct other *other = of;

    for (int i = 0; i < MOVES; i++)
        (void)!lseek(other->fd, 4096, SEEK_SET);
    atomic_store(&other->is_done, true);
    return NULL;
}

/** Imports for as long as the other one is busy. */
static void import_beside(void *(*run)(void *of))
{
    struct other other = { .fd = peer_buffer_export(&buffer) };
    pthread_t thread;
    int failed = 0, tried = 0;

    assert_int_equal(fcntl(other.fd, F_SETFD, 0), 0);    /* the child's too, as if it were sent */
    assert_int_equal(pthread_create(&thread, NULL, run, &other), 0);
    while (!atomic_load(&other.is_done)) {
        failed += import_many(other.fd);
        tried += MANY;
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(other.status, 0);
    if (failed > 0)
        fail_msg("%d of %d imports failed", failed, tried);
    close(other.fd);
}

TEST_CASE(processes_import_one_object_at_once)
{
    import_beside(run_child);
}

TEST_CASE(the_shared_position_does_not_matter)
{
    import_beside(move_position);
}

int run_import_files(void)
{
    return run_test_cases(start);
}
