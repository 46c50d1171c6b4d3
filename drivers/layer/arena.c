#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 2048 };

struct gilayer_arena_block {
    struct gilayer_arena_block *next;
    size_t used, size;
    _Alignas(max_align_t) unsigned char bytes[];
};

void *gilayer_arena_alloc(struct gilayer_arena *arena, size_t count, size_t size)
{
    const size_t align = _Alignof(max_align_t);

    if (size != 0 && count > (SIZE_MAX / 2) / size)
        return NULL;
    size_t wanted = (count * size + align) & ~(align - 1);  /* never 0 */
    struct gilayer_arena_block *block = arena->blocks;
    if (block == NULL || block->size - block->used < wanted) {
        size_t bytes = wanted > BLOCK_BYTES ? wanted : BLOCK_BYTES;
        block = calloc(1, sizeof(*block) + bytes);
        if (block == NULL)
            return NULL;
        block->size = bytes;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *given = block->bytes + block->used;
    block->used += wanted;
    return given;
}

bool gilayer_arena_copy(struct gilayer_arena *arena, const void *from, size_t count, size_t size,
                        void *out)
{
    void *copy = NULL;

    if (count != 0 && from != NULL) {
        copy = gilayer_arena_alloc(arena, count, size);
        if (copy == NULL)
            return false;
        memcpy(copy, from, count * size);
    }
    memcpy(out, &copy, sizeof(copy));
    return true;
}

void gilayer_arena_finish(struct gilayer_arena *arena)
{
    while (arena->blocks != NULL) {
        struct gilayer_arena_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
}
