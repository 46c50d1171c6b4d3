/** Changes of the address map, for the memory check: whether it has changed, and the ranges that
 *  were freed last. Nothing is noted without the check.
 *  Threads: any; a leaf lock. */
#ifndef GI_MAP_CHANGES_H
#define GI_MAP_CHANGES_H

#include <stddef.h>
#include <stdint.h>

/** A range of addresses that programs have, or had. */
struct gi_map_range {
    uint64_t begin, end;
    const char *words;           /* its name in messages; static */
    uint8_t is_read_only;        /* for kernels */
    uint8_t is_freed;
};

enum { GI_MAP_FREED_RANGES = 256 };

/** Notes that ranges were added to the map, taken away, or changed. */
void gi_map_changed(void);

/** How often that was noted. */
uint64_t gi_map_changes(void);

/** Notes a range that was freed. The oldest one is forgotten. */
void gi_map_freed(uint64_t begin, uint64_t size_bytes, const char *words);

/** Copies the ranges that were freed last; the newest first. Returns how many there are. */
size_t gi_map_get_freed(struct gi_map_range out_ranges[static GI_MAP_FREED_RANGES]);

#endif
