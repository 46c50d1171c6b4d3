#include "likely.h"

#include <string.h>

const uint32_t gi_likely_first[3][3] = { { 256, 1, 1 }, { 16, 16, 1 }, { 0 } };

/* At most UINT32_MAX. */
static uint32_t threads_of(const uint32_t block[static 3])
{
    uint64_t threads = block[0];

    for (int i = 1; i < 3; i++) {
        threads *= block[i] != 0 ? block[i] : 1;
        if (threads > UINT32_MAX)
            threads = UINT32_MAX;
    }
    return (uint32_t)threads;
}

static bool block_fits(const struct gi_likely_facts *facts, const uint32_t block[static 3])
{
    uint32_t threads = threads_of(block);
    bool is_bound = facts->bound[0] != 0;

    for (int i = 0; i < 3; i++) {
        if (block[i] > facts->most[i])
            return false;
    }
    return threads != 0 && threads <= facts->most_threads &&
           (!is_bound || threads <= threads_of(facts->bound));
}

bool gi_likely_block(const struct gi_likely_facts *facts, uint32_t out_block[static 3])
{
    uint32_t tries[3][3] = {
        { facts->required[0], facts->required[1], facts->required[2] },
        { facts->dimensions == 1 ? threads_of(facts->bound) : 0, 1, 1 },
        { facts->newest[0], facts->newest[1], facts->newest[2] },
    };
    int count = facts->required[0] != 0 ? 1 : 3;

    for (int i = 0; i < count; i++) {
        for (int k = 1; k < 3; k++)
            tries[i][k] += tries[i][k] == 0;
        if (block_fits(facts, tries[i])) {
            memcpy(out_block, tries[i], sizeof tries[i]);
            return true;
        }
    }
    return false;
}

static bool has_word(const char *body, uint32_t length, const char *word)
{
    return memmem(body, length, word, strlen(word)) != NULL;
}

unsigned gi_likely_dimensions(const char *body, uint32_t length)
{
    if (has_word(body, length, "%tid.z"))
        return 3;
    return has_word(body, length, "%tid.y") ? 2 : 1;
}
