#include "kernel/translate/arena.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, FIRST_BYTES = 32 << 10, MOST_BYTES = 4 << 20 };

/* Pieces are cut from the end of a block downwards. */
struct gi_arena_block {
    struct gi_arena_block *next;
    size_t bytes;               /* behind this head */
};

_Static_assert(sizeof(struct gi_arena_block) % ALIGNMENT == 0, "blocks keep the alignment");

void gi_arena_init(struct gi_arena *arena, size_t limit_bytes)
{
    *arena = (struct gi_arena){ .limit_bytes = limit_bytes };
}

/* A new block of at least so many bytes; false where the limit or the memory ends. */
static bool add_block(struct gi_arena *arena, size_t bytes)
{
    size_t wanted = arena->blocks ? arena->blocks->bytes * 2 : FIRST_BYTES;
    struct gi_arena_block *block;
    size_t left = arena->limit_bytes - arena->used_bytes;

    if (left < sizeof(*block) || bytes > left - sizeof(*block))
        return false;
    left -= sizeof(*block);
    wanted = wanted > MOST_BYTES ? MOST_BYTES : wanted;
    wanted = wanted > left ? left & ~(size_t)(ALIGNMENT - 1) : wanted;
    wanted = wanted < bytes ? bytes : wanted;
    block = malloc(sizeof(*block) + wanted);
    if (!block)
        return false;
    block->next = arena->blocks;
    block->bytes = wanted;
    arena->blocks = block;
    arena->room_bytes = wanted;
    arena->used_bytes += sizeof(*block) + wanted;
    return true;
}

/* Memory that is zero behind its first bytes, which the caller writes. */
static void *take(struct gi_arena *arena, size_t count, size_t size, size_t written)
{
    size_t bytes;
    char *place;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
        bytes = SIZE_MAX / 2;
    bytes = (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (bytes > arena->room_bytes && !add_block(arena, bytes)) {
        (void)gi_fail(GI_OUT_OF_MEMORY, "a translation needs more than %zu bytes of host memory",
                      arena->limit_bytes);
        return NULL;
    }
    arena->room_bytes -= bytes;
    place = (char *)(arena->blocks + 1) + arena->room_bytes;
    memset(place + written, 0, bytes - written);
    return place;
}

void *gi_arena_alloc(struct gi_arena *arena, size_t count, size_t size)
{
    return take(arena, count, size, 0);
}

gi_status gi_arena_reserve(struct gi_arena *arena, void **items, uint32_t count, uint32_t *room,
                           uint32_t wanted, size_t size)
{
    size_t more = *room ? (size_t)*room * 2 : 8;
    void *place;

    if (wanted <= *room)
        return GI_OK;
    more = more < wanted ? wanted : more;
    more = more > UINT32_MAX ? UINT32_MAX : more;
    place = take(arena, more, size, count * size);
    if (!place)
        return GI_OUT_OF_MEMORY;
    if (count)
        memcpy(place, *items, count * size);
    *items = place;
    *room = (uint32_t)more;
    return GI_OK;
}

void gi_arena_finish(struct gi_arena *arena)
{
    while (arena->blocks) {
        struct gi_arena_block *next = arena->blocks->next;

        free(arena->blocks);
        arena->blocks = next;
    }
    arena->room_bytes = 0;
    arena->used_bytes = 0;
}
