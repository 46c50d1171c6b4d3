/* Memory that is freed all at once: a batch and everything copied for it. */
#ifndef GILAYER_ARENA_H
#define GILAYER_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct gilayer_arena_block;

/** Zeroed memory is an empty arena. */
struct gilayer_arena {
    struct gilayer_arena_block *blocks;
};

/** Allocates zeroed memory for count elements, aligned for any type; NULL if memory is short.
 *  Units:   size in bytes.
 *  Owner:   the arena.
 *  Threads: one at a time for one arena. */
void *gilayer_arena_alloc(struct gilayer_arena *arena, size_t count, size_t size);

/** Copies an array; *out is NULL if it is empty. False if memory is short.
 *  Units:   size in bytes.
 *  Owner:   the arena owns the copy.
 *  Threads: one at a time for one arena. */
bool gilayer_arena_copy(struct gilayer_arena *arena, const void *from, size_t count, size_t size,
                        void *out);

/** Frees everything in the arena.
 *  Threads: one at a time for one arena. */
void gilayer_arena_finish(struct gilayer_arena *arena);

#endif
