/** Random numbers for tests: the seed is printed, and GPUINTEROP_TEST_SEED repeats a run. */
#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct test_random {
    uint64_t state;
};

/** The next 64 bits (splitmix64's steps). */
static inline uint64_t test_random_next(struct test_random *random)
{
    uint64_t x = random->state += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/** A number from 0 to limit - 1. */
static inline uint64_t test_random_below(struct test_random *random, uint64_t limit)
{
    return test_random_next(random) % limit;
}

/** Begins with the seed of the environment, or a new one, and says which. */
static inline void test_random_begin(struct test_random *random, const char *what)
{
    const char *text = getenv("GPUINTEROP_TEST_SEED");
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    random->state = (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 32 ^ (uint64_t)now.tv_sec;
    if (text != NULL)
        random->state = strtoull(text, NULL, 0);
    printf("%s: GPUINTEROP_TEST_SEED=0x%" PRIx64 "\n", what, random->state);
    fflush(stdout);
}

#endif
