/** The inside of the fuzzer of calls: the arena of a thread. */
#ifndef FUZZ_PLACES_H
#define FUZZ_PLACES_H

#include "fuzz.h"

enum {
    FUZZ_SLOTS = 8, FUZZ_SLOT_BYTES = 32768, FUZZ_SLOT_STEP = FUZZ_SLOT_BYTES + 4096,
    FUZZ_PAGES = 16, FUZZ_PAGE_BYTES = 4096
};

void fuzz_arena_begin(struct fuzz_arena *arena);
void fuzz_arena_end(struct fuzz_arena *arena);

/** End the program unless what lies between slots, and around cells, is as it was. */
void fuzz_arena_check(const struct fuzz_arena *arena);
void fuzz_cells_check(struct fuzz *f, const char *name);

/** What the processor may touch, now and while the call and its work run; read or to be written.
 *  strict: how far is known, and nothing else may follow it.
 *  Returns: NULL, at times. */
void *fuzz_touchable(struct fuzz *f, bool is_target, bool takes_ranges, size_t *out_room,
                     bool *out_strict);

/** A live range and how much follows there; 0: none. */
uint64_t fuzz_live_range(struct fuzz *f, bool touchable, size_t *out_room);

#endif
