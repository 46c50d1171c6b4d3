/** Words of a module, changed at random: small numbers, and flipped bits. */
#ifndef SHADER_DAMAGE_H
#define SHADER_DAMAGE_H

#include "../unit/random.h"

static inline void damage(uint32_t *words, size_t count, int changes, struct test_random *random)
{
    while (changes-- > 0) {
        uint32_t *word = &words[test_random_below(random, count)];

        *word = test_random_below(random, 2) ? (uint32_t)test_random_below(random, 400)
                                             : *word ^ 1u << test_random_below(random, 32);
    }
}

#endif
