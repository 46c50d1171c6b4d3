/* Copies by two threads: right in every size, from many threads at once, and without the worker. */
#include "base/host/copy_workers.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"

#ifdef __SANITIZE_THREAD__
enum { MOST = 3 << 20, SPARE = 64, CALLERS = 4, ROUNDS = 4 };   /* each byte is looked at */
#elif defined(__SANITIZE_ADDRESS__)
enum { MOST = 3 << 20, SPARE = 64, CALLERS = 4, ROUNDS = 10 };
#else
enum { MOST = 3 << 20, SPARE = 64, CALLERS = 4, ROUNDS = 40 };
#endif

static void fill(unsigned char *bytes, unsigned seed)
{
    for (size_t i = 0; i < MOST + SPARE; i++)
        bytes[i] = (unsigned char)(i * 31 + i / 251 + seed);
}

/* NULL if each round was right, else a sentence; the same from any thread. */
static const char *copy_rounds(unsigned seed)
{
    static const size_t sizes[] = { 0, 1, GI_COPY_WORKERS_LEAST_BYTES - 1,
                                    GI_COPY_WORKERS_LEAST_BYTES, GI_COPY_WORKERS_LEAST_BYTES + 1,
                                    1 << 20, (1 << 20) + 7, MOST };
    unsigned char *src = malloc(MOST + SPARE), *dst = malloc(MOST + SPARE);
    const char *wrong = src == NULL || dst == NULL ? "no memory" : NULL;

    for (unsigned round = 0; wrong == NULL && round < ROUNDS; round++) {
        size_t size = sizes[(round + seed) % (sizeof sizes / sizeof sizes[0])];
        size_t to = round % SPARE;

        fill(src, seed + round);
        memset(dst, 0, MOST + SPARE);
        gi_copy_workers_copy(dst + to, src + round % 3, size, round % 2 == 0);
        if (memcmp(dst + to, src + round % 3, size) != 0)
            wrong = "the copy differs";
        for (size_t i = to + size; wrong == NULL && i < MOST + SPARE; i++)
            if (dst[i] != 0)
                wrong = "something was written behind the copy";
    }
    free(src);
    free(dst);
    return wrong;
}

TEST_CASE(one_caller)
{
    assert_ptr_equal(copy_rounds(0), NULL);
}

static void *run_caller(void *seed)
{
    return (void *)(uintptr_t)copy_rounds((unsigned)(uintptr_t)seed);
}

TEST_CASE(many_callers)
{
    pthread_t threads[CALLERS];

    for (uintptr_t i = 0; i < CALLERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_caller, (void *)(i * 3)), 0);
    for (size_t i = 0; i < CALLERS; i++) {
        void *wrong;

        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_ptr_equal(wrong, NULL);
    }
}

TEST_CASE(without_a_worker)
{
    unsigned long pieces;

    gi_copy_workers_stop();
    pieces = gi_copy_workers_pieces();
    assert_ptr_equal(copy_rounds(7), NULL);
    assert_int_equal(gi_copy_workers_pieces(), pieces);
    gi_copy_workers_stop();
}
