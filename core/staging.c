#include "staging.h"

#include <string.h>

#include "counters.h"
#include "log.h"
#include "scheduler.h"
#include "transfer.h"

/* Pieces large enough to keep the device's copies efficient, small enough that host and device
 * overlap. */
#define PIECE_BYTES (UINT64_C(2) << 20)
#define PIECES_READ 4
#define PIECES_WRITTEN 16

struct piece {
    struct gi_allocation *pinned;        /* NULL: not under way */
    uint64_t seq;                        /* the copy's point in the stream */
    uint64_t offset_bytes, size_bytes;   /* in the whole copy */
};

static struct gi_end end_at(const struct gi_end *end, uint64_t offset_bytes)
{
    struct gi_end moved = *end;

    moved.offset_bytes += offset_bytes;
    if (moved.host != NULL)
        moved.host = (char *)moved.host + offset_bytes;
    return moved;
}

static uint64_t piece_size(uint64_t offset_bytes, uint64_t size_bytes)
{
    return size_bytes - offset_bytes < PIECE_BYTES ? size_bytes - offset_bytes : PIECE_BYTES;
}

static void count_staged(const struct gi_stream *stream, uint64_t size_bytes)
{
    gi_count(GI_COUNT_STAGED_COPIES, 1);
    gi_log(GI_LOG_INFO, "stream %llu: %llu bytes go through pinned memory, as their host side is "
           "pageable", (unsigned long long)stream->id, (unsigned long long)size_bytes);
}

static gi_status write_piece(struct gi_stream *stream, struct piece *piece,
                             const struct gi_end *dst, const char *src)
{
    struct gi_end to = end_at(dst, piece->offset_bytes), from;
    gi_status status;

    if (piece->pinned == NULL) {
        status = gi_allocation_new(stream->device, GI_MEMORY_HOST, PIECE_BYTES, &piece->pinned);
        if (status != GI_OK)
            return status;
    }
    from = gi_end_in(piece->pinned, 0);
    memcpy(from.host, src + piece->offset_bytes, (size_t)piece->size_bytes);
    status = gi_transfer_copy(stream, &to, &from, piece->size_bytes);
    piece->seq = gi_stream_newest(stream);
    return status;
}

gi_status gi_staging_write(struct gi_stream *stream, const struct gi_end *dst, const void *src,
                           uint64_t size_bytes)
{
    struct piece pieces[PIECES_WRITTEN] = { { 0 } };
    gi_status status = GI_OK;
    size_t i = 0;

    count_staged(stream, size_bytes);
    for (uint64_t offset = 0; offset < size_bytes && status == GI_OK; i++) {
        struct piece *piece = &pieces[i % PIECES_WRITTEN];

        if (piece->pinned != NULL) {
            gi_count(GI_COUNT_BLOCKING_ENQUEUES, 1);
            gi_log(GI_LOG_INFO, "stream %llu: a copy waits for pinned memory that earlier pieces "
                   "of it use", (unsigned long long)stream->id);
            status = gi_stream_wait(stream, piece->seq);
            if (status != GI_OK)
                break;
        }
        piece->offset_bytes = offset;
        piece->size_bytes = piece_size(offset, size_bytes);
        status = write_piece(stream, piece, dst, src);
        offset += piece->size_bytes;
        if (i % PIECES_READ == 0)
            gi_stream_need(stream, piece->seq);      /* let the device begin */
    }
    for (i = 0; i < PIECES_WRITTEN; i++)
        if (pieces[i].pinned != NULL)
            gi_allocation_unref(pieces[i].pinned);   /* the commands keep it until they are done */
    return status;
}

static gi_status start_read(struct gi_stream *stream, struct piece *piece,
                            const struct gi_end *src)
{
    struct gi_end from = end_at(src, piece->offset_bytes), to;
    gi_status status;

    if (piece->pinned == NULL) {
        status = gi_allocation_new(stream->device, GI_MEMORY_HOST, PIECE_BYTES, &piece->pinned);
        if (status != GI_OK)
            return status;
    }
    to = gi_end_in(piece->pinned, 0);
    status = gi_transfer_copy(stream, &to, &from, piece->size_bytes);
    piece->seq = gi_stream_newest(stream);
    if (status == GI_OK)
        gi_stream_need(stream, piece->seq);
    return status;
}

static gi_status finish_read(struct gi_stream *stream, struct piece *piece, char *dst)
{
    gi_status status = gi_stream_wait(stream, piece->seq);

    if (status == GI_OK)
        memcpy(dst + piece->offset_bytes, gi_end_in(piece->pinned, 0).host,
               (size_t)piece->size_bytes);
    piece->size_bytes = 0;
    return status;
}

gi_status gi_staging_read(struct gi_stream *stream, void *dst, const struct gi_end *src,
                          uint64_t size_bytes)
{
    struct piece pieces[PIECES_READ] = { { 0 } };
    gi_status status = GI_OK;
    size_t i;

    count_staged(stream, size_bytes);
    i = 0;
    for (uint64_t offset = 0; offset < size_bytes && status == GI_OK; i++) {
        struct piece *piece = &pieces[i % PIECES_READ];

        if (piece->size_bytes > 0)
            status = finish_read(stream, piece, dst);
        if (status != GI_OK)
            break;
        piece->offset_bytes = offset;
        piece->size_bytes = piece_size(offset, size_bytes);
        offset += piece->size_bytes;
        status = start_read(stream, piece, src);
    }
    for (size_t k = 0; k < PIECES_READ && status == GI_OK; k++, i++)
        if (pieces[i % PIECES_READ].size_bytes > 0)
            status = finish_read(stream, &pieces[i % PIECES_READ], dst);
    for (i = 0; i < PIECES_READ; i++)
        if (pieces[i].pinned != NULL)
            gi_allocation_unref(pieces[i].pinned);
    return status;
}
