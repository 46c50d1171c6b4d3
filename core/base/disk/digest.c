#include "digest.h"

#include <string.h>

/* The first 32 bits of the fractions of the square roots of the first 8 primes, and of the cube
 * roots of the first 64. */
static const uint32_t first_words[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
};

static const uint32_t round_words[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

static uint32_t turned(uint32_t value, unsigned bits)
{
    return value >> bits | value << (32 - bits);
}

static void expand(const uint8_t *block, uint32_t schedule[static 64])
{
    for (unsigned i = 0; i < 16; i++)
        schedule[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16
            | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (unsigned i = 16; i < 64; i++) {
        uint32_t early = schedule[i - 15], late = schedule[i - 2];

        schedule[i] = schedule[i - 16] + schedule[i - 7]
            + (turned(early, 7) ^ turned(early, 18) ^ early >> 3)
            + (turned(late, 17) ^ turned(late, 19) ^ late >> 10);
    }
}

/* One of the 64 rounds. The standard's letters a to h stand at different places in each round, so
 * that nothing is moved: a is at[0] in the first, at[7] in the second. */
static inline void turn(uint32_t at[static 8], unsigned number, uint32_t added)
{
    uint32_t a = at[-number & 7], b = at[(1 - number) & 7], c = at[(2 - number) & 7];
    uint32_t e = at[(4 - number) & 7], f = at[(5 - number) & 7], g = at[(6 - number) & 7];
    uint32_t *h = &at[(7 - number) & 7];
    uint32_t first = *h + added + ((e & f) ^ (~e & g))
        + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25));

    at[(3 - number) & 7] += first;
    *h = first + ((a & b) ^ (a & c) ^ (b & c)) + (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22));
}

static void take_block(uint32_t words[static 8], const uint8_t *block)
{
    uint32_t schedule[64], at[8];

    expand(block, schedule);
    memcpy(at, words, sizeof at);
    for (unsigned i = 0; i < 64; i += 8) {
        turn(at, 0, round_words[i] + schedule[i]);
        turn(at, 1, round_words[i + 1] + schedule[i + 1]);
        turn(at, 2, round_words[i + 2] + schedule[i + 2]);
        turn(at, 3, round_words[i + 3] + schedule[i + 3]);
        turn(at, 4, round_words[i + 4] + schedule[i + 4]);
        turn(at, 5, round_words[i + 5] + schedule[i + 5]);
        turn(at, 6, round_words[i + 6] + schedule[i + 6]);
        turn(at, 7, round_words[i + 7] + schedule[i + 7]);
    }
    for (unsigned i = 0; i < 8; i++)
        words[i] += at[i];
}

void gi_digest_begin(struct gi_digest_state *out_state)
{
    *out_state = (struct gi_digest_state){ 0 };
    memcpy(out_state->words, first_words, sizeof first_words);
}

void gi_digest_add(struct gi_digest_state *state, const void *bytes, size_t size_bytes)
{
    const uint8_t *at = bytes;

    while (size_bytes > 0) {
        size_t waiting = state->byte_count % sizeof state->block;
        size_t room = sizeof state->block - waiting;
        size_t count = size_bytes < room ? size_bytes : room;

        memcpy(state->block + waiting, at, count);
        state->byte_count += count;
        if (count == room)
            take_block(state->words, state->block);
        at += count;
        size_bytes -= count;
    }
}

/* A bit of 1, zeros up to the end of a block, and how many bits there were, the highest first. */
struct gi_digest gi_digest_end(struct gi_digest_state *state)
{
    static const uint8_t padding[sizeof state->block] = { 0x80 };
    uint64_t bits = state->byte_count * 8;
    size_t waiting = state->byte_count % sizeof state->block;
    struct gi_digest digest;
    uint8_t count[8];

    for (unsigned i = 0; i < sizeof count; i++)
        count[i] = (uint8_t)(bits >> (56 - 8 * i));
    gi_digest_add(state, padding,
                  (waiting < 56 ? sizeof padding : 2 * sizeof padding) - 8 - waiting);
    gi_digest_add(state, count, sizeof count);
    for (unsigned i = 0; i < sizeof digest.bytes; i++)
        digest.bytes[i] = (uint8_t)(state->words[i / 4] >> (24 - 8 * (i % 4)));
    return digest;
}

struct gi_digest gi_digest_of(const void *bytes, size_t size_bytes)
{
    struct gi_digest_state state;

    gi_digest_begin(&state);
    gi_digest_add(&state, bytes, size_bytes);
    return gi_digest_end(&state);
}
