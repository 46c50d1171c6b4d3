/** Inside the containers: reading numbers of an image, and adding entries. */
#ifndef GI_CONTAINER_SPAN_H
#define GI_CONTAINER_SPAN_H

#include <string.h>

#include "kernel/container/container.h"

/* Little-endian numbers at any address. */
static inline uint16_t gi_read_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static inline uint32_t gi_read_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t gi_read_u64(const uint8_t *at)
{
    return gi_read_u32(at) | (uint64_t)gi_read_u32(at + 4) << 32;
}

/** Tells if count bytes at an offset are within byte_count. */
static inline bool gi_is_within(uint64_t byte_count, uint64_t offset, uint64_t count)
{
    return offset <= byte_count && count <= byte_count - offset;
}

/** Adds an entry, zero but for its kind, and answers it.
 *  Errors:  GI_OUT_OF_MEMORY; GI_INVALID_IMAGE for too many. */
GI_MUST_CHECK gi_status gi_container_add(struct gi_container *container, enum gi_code_kind kind,
                                         struct gi_container_entry **out_entry);

/** Adds an entry for bytes of a known end: PTX, SPIR-V, ELF or a fatbin; any other bytes become
 *  GI_CODE_OTHER.
 *  Errors:  GI_OUT_OF_MEMORY; GI_INVALID_IMAGE for a damaged fatbin. */
GI_MUST_CHECK gi_status gi_container_add_code(struct gi_container *container, const uint8_t *bytes,
                                              size_t byte_count);

#endif
