/** Digests: SHA-256 of bytes (FIPS 180-4). Nobody can find two texts with one digest, so what is
 *  found by a digest was made of the same text.
 *
 *  Pure; threads: any, each with a state of its own. */
#ifndef GI_DIGEST_H
#define GI_DIGEST_H

#include <stddef.h>
#include <stdint.h>

struct gi_digest {
    uint8_t bytes[32];
};

/** A digest that is being computed. */
struct gi_digest_state {
    uint32_t words[8];
    uint64_t byte_count;
    uint8_t block[64];                   /* its first byte_count % 64 bytes wait */
};

void gi_digest_begin(struct gi_digest_state *out_state);
void gi_digest_add(struct gi_digest_state *state, const void *bytes, size_t size_bytes);

/** Ends the computation. The state cannot be used any more. */
struct gi_digest gi_digest_end(struct gi_digest_state *state);

struct gi_digest gi_digest_of(const void *bytes, size_t size_bytes);

#endif
