/** A walk of random steps, which a program compares with its model: what the programs of this
 *  folder share. Each includes this once. */
#ifndef RANGES_WALK_H
#define RANGES_WALK_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../copies.h"
#include "../unit/random.h"
#include "pools/memory.h"
#include "stream/stream.h"

enum { WALK_STREAMS = 2, WALK_COUNTS = 8 };

static struct {
    struct test_random random;
    gi_handle streams[WALK_STREAMS];
    int stream;                  /* the one in use */
    unsigned long steps;         /* so many are done */
    unsigned long counts[WALK_COUNTS];   /* of each word, how often that succeeded */
    const char *const *words;    /* at most WALK_COUNTS, and NULL */
} walk;

/** What a program does. */
struct walk_plan {
    void (*const *steps)(void);  /* one of them at random, again and again */
    size_t step_count;
    unsigned long default_steps;
    const char *words[WALK_COUNTS + 1];
    bool (*begin)(void);         /* false: there is no device for it, which it has said */
    void (*end)(void);
};

static inline void walk_print(FILE *to)
{
    for (int i = 0; walk.words[i] != NULL; i++)
        fprintf(to, "%s%lu %s", i > 0 ? ", " : "", walk.counts[i], walk.words[i]);
    fprintf(to, "\n");
}

/** Ends the program where a condition does not hold. */
#define CHECK(condition, ...)                                                                    \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            fprintf(stderr, __VA_ARGS__);                                                        \
            fprintf(stderr, "; %s\nstep %lu, after ", gi_last_error_detail(), walk.steps);       \
            walk_print(stderr);                                                                  \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

#define OK(call) CHECK((call) == GI_OK, "line %d: %s", __LINE__, #call)

static inline uint64_t below(uint64_t limit)
{
    return test_random_below(&walk.random, limit);
}

static inline gi_handle stream(void)
{
    return walk.streams[walk.stream];
}

/** Work goes on in the other stream. The program has waited for this one. */
static inline void next_stream(void)
{
    walk.stream = (walk.stream + 1) % WALK_STREAMS;
}

/** The arguments are the number of steps and the seed. Returns what main does. */
static inline int walk_main(int argc, char **argv, const struct walk_plan *plan)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : plan->default_steps;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;

    walk.random.state = seed;
    walk.words = plan->words;
    if (!plan->begin())
        return 77;
    for (int i = 0; i < WALK_STREAMS; i++)
        OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &walk.streams[i]));
    printf("seed %llu\n", (unsigned long long)seed);
    for (; walk.steps < count; walk.steps++)
        plan->steps[below(plan->step_count)]();
    plan->end();
    for (int i = 0; i < WALK_STREAMS; i++)
        OK(gi_stream_destroy(walk.streams[i]));
    CHECK(gi_handle_live_count(GI_OBJECT_PAGES) == 0, "handles are left");
    walk_print(stdout);
    return 0;
}

#endif
