#include "lines.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Sanitizers detect a use after free only if each piece is an allocation of its own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SEPARATE true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SEPARATE true
#endif
#endif
#ifndef SEPARATE
#define SEPARATE false
#endif

#define MOST_LINES 16u           /* larger pieces come from malloc */
#define CHUNK_BYTES ((size_t)32 << 10)    /* small enough that malloc uses no mmap for it */

struct piece {
    struct piece *next;
};

/* Pieces of one size. A chunk begins at a multiple of CHUNK_BYTES, so the address of a piece gives
 * its chunk. */
struct chunk {
    struct chunk *next, *previous;       /* in the list while it has a free piece */
    struct piece *free;                  /* freed pieces */
    uint32_t untouched;                  /* pieces at the end that were never allocated */
    uint32_t used;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;     /* a leaf; guards all that follows */
static struct chunk *with_room[MOST_LINES];      /* chunks with a free piece, by lines of a piece */
static size_t kept_bytes;                        /* of all chunks, without the pieces in use */

static size_t whole_lines(size_t size_bytes)
{
    return (size_bytes + GI_LINE_BYTES - 1) & ~(size_t)(GI_LINE_BYTES - 1);
}

/* The first line is the chunk's own. */
_Static_assert(sizeof(struct chunk) <= GI_LINE_BYTES, "pieces begin behind the first line");

static uint32_t pieces_of(size_t piece_bytes)
{
    return (uint32_t)((CHUNK_BYTES - GI_LINE_BYTES) / piece_bytes);
}

static struct chunk *chunk_of(void *piece)
{
    return (struct chunk *)(void *)((char *)piece - (uintptr_t)piece % CHUNK_BYTES);
}

static void link_chunk(struct chunk **first, struct chunk *chunk)
{
    chunk->previous = NULL;
    chunk->next = *first;
    if (chunk->next != NULL)
        chunk->next->previous = chunk;
    *first = chunk;
}

static void unlink_chunk(struct chunk **first, struct chunk *chunk)
{
    if (chunk->next != NULL)
        chunk->next->previous = chunk->previous;
    if (chunk->previous != NULL)
        chunk->previous->next = chunk->next;
    else
        *first = chunk->next;
}

static bool is_full(const struct chunk *chunk)
{
    return chunk->free == NULL && chunk->untouched == 0;
}

/* Allocates from a chunk that is not full. */
static void *take_piece(struct chunk *chunk, size_t piece_bytes)
{
    struct piece *piece = chunk->free;

    chunk->used++;
    if (piece != NULL)
        chunk->free = piece->next;
    else
        piece = (struct piece *)(void *)((char *)chunk + CHUNK_BYTES -
                                         chunk->untouched-- * piece_bytes);
    return piece;
}

static struct chunk *new_chunk(size_t piece_bytes)
{
    struct chunk *chunk = aligned_alloc(CHUNK_BYTES, CHUNK_BYTES);

    if (chunk != NULL)
        *chunk = (struct chunk){ .untouched = pieces_of(piece_bytes) };
    return chunk;
}

static void *take_locked(struct chunk **first, size_t piece_bytes)
{
    struct chunk *chunk = *first;
    void *piece;

    if (chunk == NULL) {
        chunk = new_chunk(piece_bytes);
        if (chunk == NULL)
            return NULL;
        link_chunk(first, chunk);
        kept_bytes += CHUNK_BYTES;
    }
    kept_bytes -= piece_bytes;
    piece = take_piece(chunk, piece_bytes);
    if (is_full(chunk))
        unlink_chunk(first, chunk);
    return piece;
}

void *gi_lines_alloc(size_t size_bytes)
{
    size_t piece_bytes = whole_lines(size_bytes), lines = piece_bytes / GI_LINE_BYTES;
    void *piece;

    if (SEPARATE || lines > MOST_LINES)
        return aligned_alloc(GI_LINE_BYTES, piece_bytes);
    pthread_mutex_lock(&lock);
    piece = take_locked(&with_room[lines - 1], piece_bytes);
    pthread_mutex_unlock(&lock);
    return piece;
}

/* Frees a piece. An empty chunk goes back to malloc only if another chunk has room. So a program
 * that allocates and frees one piece repeatedly keeps its chunk. */
static void give_locked(struct chunk **first, struct piece *piece, size_t piece_bytes)
{
    struct chunk *chunk = chunk_of(piece);

    kept_bytes += piece_bytes;
    if (is_full(chunk))
        link_chunk(first, chunk);
    piece->next = chunk->free;
    chunk->free = piece;
    if (--chunk->used == 0 && (chunk->next != NULL || chunk->previous != NULL)) {
        unlink_chunk(first, chunk);
        free(chunk);
        kept_bytes -= CHUNK_BYTES;
    }
}

void gi_lines_free(void *piece, size_t size_bytes)
{
    size_t piece_bytes = whole_lines(size_bytes), lines = piece_bytes / GI_LINE_BYTES;

    if (SEPARATE || lines > MOST_LINES || piece == NULL) {
        free(piece);
        return;
    }
    pthread_mutex_lock(&lock);
    give_locked(&with_room[lines - 1], piece, piece_bytes);
    pthread_mutex_unlock(&lock);
}

size_t gi_lines_kept_bytes(void)
{
    size_t bytes;

    pthread_mutex_lock(&lock);
    bytes = kept_bytes;
    pthread_mutex_unlock(&lock);
    return bytes;
}
