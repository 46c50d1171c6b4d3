/** Memory of one translation: taken piece by piece, given back at once. */
#ifndef GI_ARENA_H
#define GI_ARENA_H

#include <stddef.h>

#include "base/status.h"

struct gi_arena_block;

/** An arena of one thread. All its memory lives until gi_arena_finish. */
struct gi_arena {
    struct gi_arena_block *blocks;  /* the newest first */
    size_t room_bytes;              /* left in the newest block */
    size_t used_bytes;              /* taken from the system so far */
    size_t limit_bytes;             /* used_bytes never passes it */
};

/** Makes an arena without memory, which takes at most limit_bytes from the system.
 *  Threads: one at a time. */
void gi_arena_init(struct gi_arena *arena, size_t limit_bytes);

/** Room for count things of size bytes each, all zero, aligned to 16 bytes. NULL where the limit or
 *  the system's memory ends; the sentence of GI_OUT_OF_MEMORY is kept then.
 *  Owner:   the arena.
 *  Threads: one at a time. */
void *gi_arena_alloc(struct gi_arena *arena, size_t count, size_t size);

/** As gi_arena_alloc, but not cleared: for memory that the caller writes at once. */
void *gi_arena_take(struct gi_arena *arena, size_t count, size_t size);

/** Inside of gi_arena_reserve: makes the room. */
GI_MUST_CHECK gi_status gi_arena_grow(struct gi_arena *arena, void **items, uint32_t count,
                                      uint32_t *room, uint32_t wanted, size_t size);

/** Makes room for at least wanted things in an array which has *room of them, by doubling; the
 *  first count are kept, the others are not cleared. The array grows in its place where nothing
 *  was taken behind it. Else the old place stays valid but is wasted.
 *  Errors:  GI_OUT_OF_MEMORY.
 *  Threads: one at a time. */
GI_MUST_CHECK static inline gi_status gi_arena_reserve(struct gi_arena *arena, void **items,
                                                       uint32_t count, uint32_t *room,
                                                       uint32_t wanted, size_t size)
{
    return wanted <= *room ? GI_OK : gi_arena_grow(arena, items, count, room, wanted, size);
}

/** Gives all memory back; a few MiB are kept for the next arenas of the process. An arena that was
 *  only initialized, or is finished, may be finished.
 *  Threads: one at a time. */
void gi_arena_finish(struct gi_arena *arena);

#endif
