/* Memory and semaphores of another program, and the thread that signals whatever is waited for. */
#include "fuzz.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include "../stress/stress.h"

enum { MEMORIES = 4, TIMELINES = 4, BINARIES = 2, SEMAPHORES = TIMELINES + BINARIES,
       LEAST_WANTED = 8 };

#define MEMORY_BYTES (UINT64_C(64) << 10)

static struct {
    int memories[MEMORIES];
    struct gi_host_semaphore semaphores[SEMAPHORES];
    _Atomic uint64_t wanted;             /* timelines and words are brought up to here */
    _Atomic bool ends;
    pthread_t ticker;
} world;

/* Words of memory that streams wait for. Most of them grow; one is 0 and 1 in turn. Calls write
 * those that grow, too; the thread corrects what they wrote. */
enum { WORDS = 512, TURNING_WORD = WORDS - 1, GROWING_WORDS = 4 };
static _Alignas(4096) _Atomic uint64_t words[WORDS];

/* ---- waits end ------------------------------------------------------------------------------- */

static void *tick(void *unused)
{
    struct timespec pause = { .tv_nsec = 500000 };

    (void)unused;
    while (!world.ends) {
        uint64_t wanted = world.wanted;

        for (size_t i = 0; i < SEMAPHORES; i++) {
            struct gi_host_semaphore *semaphore = &world.semaphores[i];

            if (i >= TIMELINES || gi_host_semaphore_value(semaphore) < wanted)
                (void)gi_host_semaphore_signal(semaphore, wanted);
        }
        for (size_t i = 0; i < GROWING_WORDS; i++)
            words[i] = wanted;
        words[TURNING_WORD] ^= 1;
        nanosleep(&pause, NULL);
    }
    return NULL;
}

uint64_t fuzz_wait_value(struct fuzz *f)
{
    uint64_t value = world.wanted;

    if (fuzz_chance(f, 60))
        return atomic_fetch_add(&world.wanted, 1) + 1;
    return fuzz_chance(f, 50) ? value : fuzz_below(f, LEAST_WANTED);
}

/* A value far away passes all waits of a timeline from then on. */
uint64_t fuzz_signal_value(struct fuzz *f)
{
    return fuzz_chance(f, 97) ? world.wanted + fuzz_below(f, 3) : fuzz_number(f);
}

/* ---- words ----------------------------------------------------------------------------------- */

enum { WAIT_UNTIL_GREATER_OR_EQUAL, WAIT_UNTIL_EQUAL, WAIT_UNTIL_AND, WAIT_UNTIL_NOR, CONDITIONS };

static uint64_t address_of(size_t word)
{
    return (uint64_t)(uintptr_t)&words[word];
}

/* Any word is at least 0, unless the comparison is cyclic: then none is at least 0 for sure. */
void fuzz_word_wait(struct fuzz *f, bool is_cyclic, struct fuzz_word *out)
{
    unsigned condition = (unsigned)fuzz_below(f, CONDITIONS);

    if (fuzz_chance(f, 40)) {
        bool is_valid = !is_cyclic && fuzz_chance(f, 90);

        *out = (struct fuzz_word){ fuzz_pointer(f), 0, fuzz_number(f),
                                   is_valid ? 0 : 4 + fuzz_flags(f) % 9 };
    } else if (fuzz_chance(f, 60)) {
        *out = (struct fuzz_word){ address_of(fuzz_below(f, GROWING_WORDS)), fuzz_wait_value(f),
                                   UINT64_MAX, WAIT_UNTIL_GREATER_OR_EQUAL };
    } else {
        *out = (struct fuzz_word){ address_of(TURNING_WORD), fuzz_below(f, 2), 1, condition };
        if (condition == WAIT_UNTIL_AND)
            out->value = 1;              /* no word passes 0 */
        else if (condition == WAIT_UNTIL_NOR)
            out->value = 0;              /* nor 1 this one */
    }
}

void fuzz_word_write(struct fuzz *f, struct fuzz_word *out)
{
    if (fuzz_chance(f, 50))
        *out = (struct fuzz_word){ fuzz_pointer(f), fuzz_number(f), 0, fuzz_chance(f, 90) ? 0 : 1 };
    else
        *out = (struct fuzz_word){ address_of(fuzz_below(f, GROWING_WORDS)), fuzz_signal_value(f),
                                   0, 0 };
}

bool fuzz_words_register(void)
{
    cudaError_t result = cudaHostRegister((void *)words, sizeof words, cudaHostRegisterPortable);

    return result == cudaSuccess || result == cudaErrorHostMemoryAlreadyRegistered;
}

void fuzz_words_unregister(void)
{
    (void)cudaHostUnregister((void *)words);
}

void fuzz_world_begin(void)
{
    for (size_t i = 0; i < MEMORIES; i++)
        world.memories[i] = stress_peer_memory(MEMORY_BYTES << i);
    for (size_t i = 0; i < SEMAPHORES; i++) {
        if (gi_host_semaphore_create(&world.semaphores[i], i < TIMELINES, 0) != 0)
            fuzz_fail("no host semaphore");
    }
    world.ends = false;
    world.wanted = LEAST_WANTED;
    if (pthread_create(&world.ticker, NULL, tick, NULL) != 0)
        fuzz_fail("no thread that signals");
}

void fuzz_world_end(void)
{
    world.ends = true;
    pthread_join(world.ticker, NULL);
    for (size_t i = 0; i < SEMAPHORES; i++)
        gi_host_semaphore_finish(&world.semaphores[i]);
    for (size_t i = 0; i < MEMORIES; i++)
        close(world.memories[i]);
}

/* ---- fds ------------------------------------------------------------------------------------- */

static int lend(struct fuzz *f, int fd)
{
    f->lent_fd = fd;
    return fd;
}

void fuzz_fd_taken(struct fuzz *f)
{
    f->lent_fd = -1;
}

/* What no memory and no semaphore is. */
static int false_fd(struct fuzz *f)
{
    int ends[2];

    switch (fuzz_below(f, 5)) {
    case 0: return lend(f, open("/dev/zero", O_RDWR | O_CLOEXEC));
    case 1: return lend(f, memfd_create("fuzz", MFD_CLOEXEC));
    case 2: return -(int)fuzz_below(f, 3);
    case 3: return 1000000 + (int)fuzz_below(f, 3);
    default: break;
    }
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    close(ends[1]);
    return lend(f, ends[0]);
}

int fuzz_memory_fd(struct fuzz *f, uint64_t *out_size_bytes)
{
    size_t i = (size_t)fuzz_below(f, MEMORIES);

    *out_size_bytes = MEMORY_BYTES << i;
    if (fuzz_chance(f, 12))
        return false_fd(f);
    return lend(f, fcntl(world.memories[i], F_DUPFD_CLOEXEC, 3));
}

int fuzz_semaphore_fd(struct fuzz *f, bool *out_is_timeline)
{
    size_t i = (size_t)fuzz_below(f, SEMAPHORES);
    int fd;

    *out_is_timeline = i < TIMELINES;
    if (fuzz_chance(f, 12))
        return false_fd(f);
    if (gi_host_semaphore_export(&world.semaphores[i], &fd) != 0)
        return -1;
    return lend(f, fd);
}

uint64_t fuzz_pool_fd(struct fuzz *f)
{
    int fd = f->pool_fds[fuzz_below(f, 2)];

    if (fuzz_chance(f, 15))
        return fuzz_chance(f, 50) ? UINT64_MAX : 1000000 + fuzz_below(f, 3);
    return (uint64_t)fd;
}

void fuzz_pool_fd_made(struct fuzz *f, int fd)
{
    size_t i = (size_t)fuzz_below(f, 2);

    if (f->pool_fds[i] >= 0)
        close(f->pool_fds[i]);
    f->pool_fds[i] = fd;
}

/* ---- handles between processes --------------------------------------------------------------- */

void fuzz_ipc_bytes(struct fuzz *f, void *out)
{
    uint8_t bytes[64];
    size_t bit = (size_t)fuzz_below(f, 8 * sizeof bytes);

    memcpy(bytes, f->ipc_handles[fuzz_below(f, 4)], sizeof bytes);
    if (fuzz_chance(f, 60))
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    if (fuzz_chance(f, 10))
        memset(bytes, (int)fuzz_below(f, 256), sizeof bytes);
    memcpy(out, bytes, sizeof bytes);
}

void fuzz_ipc_made(struct fuzz *f, const void *bytes)
{
    memcpy(f->ipc_handles[fuzz_below(f, 4)], bytes, 64);
}
