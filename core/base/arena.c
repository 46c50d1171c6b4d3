#include "base/arena.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, FIRST_BYTES = 32 << 10, MOST_BYTES = 4 << 20, MOST_SPARE_BYTES = 8 << 20 };

/* Sanitizers detect a use after gi_arena_finish only if its blocks go back to the system. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SPARES false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SPARES false
#endif
#endif
#ifndef SPARES
#define SPARES true
#endif

/* Pieces are cut from the start of a block upwards. */
struct gi_arena_block {
    struct gi_arena_block *next;
    size_t bytes;               /* behind this head */
};

_Static_assert(sizeof(struct gi_arena_block) % ALIGNMENT == 0, "blocks keep the alignment");

/* Blocks of arenas that are finished. To map and clear new pages takes longer than the work of a
 * translation in them. A thread that would have to wait for the lock does without. */
static struct {
    pthread_mutex_t lock;
    struct gi_arena_block *blocks;
    size_t bytes;
} spare = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* A spare block of exactly so many bytes; NULL where there is none. */
static struct gi_arena_block *take_spare(size_t bytes)
{
    struct gi_arena_block **link = &spare.blocks;
    struct gi_arena_block *found;

    if (!SPARES || pthread_mutex_trylock(&spare.lock) != 0)
        return NULL;
    while (*link && (*link)->bytes != bytes)
        link = &(*link)->next;
    found = *link;
    if (found) {
        *link = found->next;
        spare.bytes -= bytes;
    }
    pthread_mutex_unlock(&spare.lock);
    return found;
}

/* Keeps a block, or gives it back to the system. */
static void give_back(struct gi_arena_block *block)
{
    if (SPARES && pthread_mutex_trylock(&spare.lock) == 0) {
        if (block->bytes >= FIRST_BYTES && block->bytes <= MOST_SPARE_BYTES - spare.bytes) {
            block->next = spare.blocks;
            spare.blocks = block;
            spare.bytes += block->bytes;
            block = NULL;
        }
        pthread_mutex_unlock(&spare.lock);
    }
    free(block);
}

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
    while (wanted < bytes && wanted < MOST_BYTES)
        wanted *= 2;            /* sizes that others take, too */
    wanted = wanted > MOST_BYTES ? MOST_BYTES : wanted;
    wanted = wanted > left ? left & ~(size_t)(ALIGNMENT - 1) : wanted;
    wanted = wanted < bytes ? bytes : wanted;
    block = take_spare(wanted);
    if (!block)
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

/* The bytes of so many things, rounded up; more than there can be where they are too many. */
static size_t rounded_bytes(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
        bytes = SIZE_MAX / 2;
    return (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

/* The first byte that no piece of the newest block has. */
static char *free_place(const struct gi_arena *arena)
{
    return (char *)(arena->blocks + 1) + (arena->blocks->bytes - arena->room_bytes);
}

/* Memory that is not cleared. */
static void *take_bytes(struct gi_arena *arena, size_t bytes)
{
    char *place;

    if ((!arena->blocks || bytes > arena->room_bytes) && !add_block(arena, bytes)) {
        (void)gi_fail(GI_OUT_OF_MEMORY, "a translation needs more than %zu bytes of host memory",
                      arena->limit_bytes);
        return NULL;
    }
    place = free_place(arena);
    arena->room_bytes -= bytes;
    return place;
}

void *gi_arena_alloc(struct gi_arena *arena, size_t count, size_t size)
{
    size_t bytes = rounded_bytes(count, size);
    void *place = take_bytes(arena, bytes);

    return place ? memset(place, 0, bytes) : NULL;
}

void *gi_arena_take(struct gi_arena *arena, size_t count, size_t size)
{
    return take_bytes(arena, rounded_bytes(count, size));
}

gi_status gi_arena_grow(struct gi_arena *arena, void **items, uint32_t count, uint32_t *room,
                        uint32_t wanted, size_t size)
{
    size_t more = *room ? (size_t)*room * 2 : 8, bytes;
    size_t has = rounded_bytes(*room, size);
    void *place;

    more = more < wanted ? wanted : more;
    more = more > UINT32_MAX ? UINT32_MAX : more;
    bytes = rounded_bytes(more, size);
    if (has && arena->blocks && (char *)*items + has == free_place(arena)
        && bytes - has <= arena->room_bytes) {
        arena->room_bytes -= bytes - has;       /* the newest piece: it grows in its place */
    } else {
        place = take_bytes(arena, bytes);
        if (!place)
            return GI_OUT_OF_MEMORY;
        if (count)
            memcpy(place, *items, count * size);
        *items = place;
    }
    *room = (uint32_t)more;
    return GI_OK;
}

void gi_arena_finish(struct gi_arena *arena)
{
    while (arena->blocks) {
        struct gi_arena_block *next = arena->blocks->next;

        give_back(arena->blocks);
        arena->blocks = next;
    }
    arena->room_bytes = 0;
    arena->used_bytes = 0;
}
