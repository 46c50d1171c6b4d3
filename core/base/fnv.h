/** FNV-1a. Files of several programs have to agree on the hashes of timelines. */
#ifndef GI_FNV_H
#define GI_FNV_H

#include <stddef.h>
#include <stdint.h>

#define GI_FNV_BEGIN UINT64_C(14695981039346656037)

/** Goes on with a hash, or with GI_FNV_BEGIN. */
static inline uint64_t gi_fnv(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return hash;
}

#endif
