/** Modules whose words are changed at random: small numbers, and flipped bits. */
#ifndef SHADER_DAMAGE_H
#define SHADER_DAMAGE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/random.h"

static inline void damage(uint32_t *words, size_t count, int changes, struct test_random *random)
{
    while (changes-- > 0) {
        uint32_t *word = &words[test_random_below(random, count)];

        *word = test_random_below(random, 2) ? (uint32_t)test_random_below(random, 400)
                                             : *word ^ 1u << test_random_below(random, 32);
    }
}

/** Gives each round a copy of the module with some words changed. Returns how many were taken. */
static inline int damage_rounds(const uint32_t *module, size_t count, int rounds, int changes,
                                struct test_random random,
                                bool (*is_taken)(const uint32_t *words, size_t count))
{
    uint32_t *words = malloc(count * sizeof *words);
    int taken = 0;

    assert_non_null(words);
    for (int round = 0; round < rounds; round++) {
        memcpy(words, module, count * sizeof *words);
        damage(words, count, changes, &random);
        taken += is_taken(words, count);
    }
    free(words);
    return taken;
}

#endif
