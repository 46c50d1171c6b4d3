/* Memory that is given back all at once: a batch and everything copied for it. */
#ifndef GILAYER_ARENA_H
#define GILAYER_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct gilayer_arena_block;

/** Zeroed memory is an empty arena. */
struct gilayer_arena {
    struct gilayer_arena_block *blocks;
};

/** Gives zeroed memory for count elements, aligned for anything; NULL if memory is short.
 *  Units:   size in bytes.
 *  Owner:   the arena. */
void *gilayer_arena_alloc(struct gilayer_arena *arena, size_t count, size_t size);

/** Copies an array: *out is NULL if there is nothing to copy; false if memory is short.
 *  Units:   size in bytes.
 *  Owner:   the copy is the arena's. */
bool gilayer_arena_copy(struct gilayer_arena *arena, const void *from, size_t count, size_t size,
                        void *out);

/** Frees all that was given. */
void gilayer_arena_finish(struct gilayer_arena *arena);

#endif
