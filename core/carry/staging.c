#include "staging.h"

#include <string.h>

#include "base/counters.h"
#include "base/host/copy_workers.h"
#include "base/in_driver.h"
#include "base/log.h"
#include "memory/own_memory.h"
#include "stream/scheduler.h"
#include "transfer.h"

#define PIECES_READ 4

/* ---- pieces of pinned memory ---------------------------------------------------------------- */

static gi_status new_piece(struct gi_device *device, struct gi_allocation **out_piece)
{
    return gi_allocation_new(device, GI_MEMORY_HOST, gi_staging_piece_bytes(device), out_piece);
}

gi_status gi_staging_take(struct gi_device *device, struct gi_allocation **out_piece)
{
    struct gi_staging_slot *empty = NULL;
    gi_status status = GI_NOT_READY;

    *out_piece = NULL;
    pthread_mutex_lock(&device->staging_lock);
    for (size_t i = 0; i < GI_STAGING_SLOTS && *out_piece == NULL; i++) {
        struct gi_staging_slot *slot = &device->staging[i];

        if (slot->piece == NULL && !slot->taken && empty == NULL)
            empty = slot;
        if (slot->piece == NULL || slot->taken ||
            atomic_load_explicit(&slot->piece->refs, memory_order_acquire) != 1)
            continue;
        slot->taken = true;
        *out_piece = slot->piece;
        status = GI_OK;
    }
    if (*out_piece == NULL && empty != NULL)
        empty->taken = true;
    pthread_mutex_unlock(&device->staging_lock);
    if (*out_piece != NULL || empty == NULL)
        return status;
    /* Without the lock, because an allocation may look at streams. */
    status = new_piece(device, out_piece);
    pthread_mutex_lock(&device->staging_lock);
    empty->piece = *out_piece;
    empty->taken = status == GI_OK;
    pthread_mutex_unlock(&device->staging_lock);
    return status;
}

gi_status gi_staging_take_any(struct gi_device *device, struct gi_allocation **out_piece)
{
    gi_status status = gi_staging_take(device, out_piece);

    if (status != GI_NOT_READY)
        return status;
    return new_piece(device, out_piece);
}

void gi_staging_give(struct gi_device *device, struct gi_allocation *piece)
{
    bool is_kept = false;

    pthread_mutex_lock(&device->staging_lock);
    for (size_t i = 0; i < GI_STAGING_SLOTS && !is_kept; i++) {
        is_kept = device->staging[i].piece == piece;
        if (is_kept)
            device->staging[i].taken = false;
    }
    pthread_mutex_unlock(&device->staging_lock);
    if (!is_kept)
        gi_allocation_unref(piece);
}

static void count_staged(const struct gi_stream *stream, const struct gi_box *box)
{
    gi_count(GI_COUNT_STAGED_COPIES, 1);
    gi_log(GI_LOG_INFO, "stream %llu: %llu bytes go through pinned memory, as their host side is "
           "pageable", (unsigned long long)stream->id, (unsigned long long)gi_box_bytes(box));
}

static bool is_linear(const struct gi_box *box)
{
    return box->height == 1 && box->depth == 1;
}

/* Copies between two host memories, one of which is pinned. */
static gi_status copy_on_host(const struct gi_operand *dst, const struct gi_operand *src,
                              const struct gi_box *box, bool past_cache)
{
    gi_status status;

    if (!is_linear(box))
        return gi_transfer_move(dst, src, box);
    status = gi_driver_enter();
    if (status != GI_OK)
        return status;
    gi_copy_workers_copy(dst->host, src->host, (size_t)box->width_bytes, past_cache);
    gi_driver_leave();
    return GI_OK;
}

/* ---- to the device -------------------------------------------------------------------------- */

/* The points of one copy's pieces in progress, oldest first. */
struct under_way {
    uint64_t seqs[GI_STAGING_SLOTS];
    size_t first, count;
};

/* Takes a free piece. If there is none, waits for a piece that this copy used. */
static gi_status take_piece(struct gi_stream *stream, struct under_way *under_way,
                            struct gi_allocation **out_piece)
{
    gi_status status;

    while ((status = gi_staging_take(stream->device, out_piece)) == GI_NOT_READY &&
           under_way->count > 0) {
        gi_count(GI_COUNT_BLOCKING_ENQUEUES, 1);
        gi_log(GI_LOG_INFO, "stream %llu: a copy waits for pinned memory that earlier pieces of it "
               "use", (unsigned long long)stream->id);
        status = gi_stream_wait(stream, under_way->seqs[under_way->first]);
        if (status != GI_OK)
            return status;
        under_way->first = (under_way->first + 1) % GI_STAGING_SLOTS;
        under_way->count--;
    }
    return status == GI_NOT_READY ? gi_staging_take_any(stream->device, out_piece) : status;
}

static void note_under_way(struct under_way *under_way, uint64_t seq)
{
    if (under_way->count == GI_STAGING_SLOTS) {    /* all but the newest are done */
        under_way->first = (under_way->first + 1) % GI_STAGING_SLOTS;
        under_way->count--;
    }
    under_way->seqs[(under_way->first + under_way->count++) % GI_STAGING_SLOTS] = seq;
}

static gi_status write_part(struct gi_stream *stream, struct under_way *under_way,
                            const struct gi_operand *dst, const struct gi_operand *src,
                            const struct gi_box_part *part)
{
    struct gi_operand to = gi_operand_at(dst, part), from = gi_operand_at(src, part), between;
    struct gi_allocation *piece;
    gi_status status = take_piece(stream, under_way, &piece);

    if (status != GI_OK)
        return status;
    between = gi_operand_packed(piece, &part->box);
    status = copy_on_host(&between, &from, &part->box, false);
    if (status == GI_OK)
        status = gi_transfer_copy(stream, &to, &between, &part->box);
    if (status == GI_OK) {
        uint64_t seq = gi_stream_newest(stream);

        note_under_way(under_way, seq);
        gi_stream_need(stream, seq);     /* let the device begin */
    }
    gi_staging_give(stream->device, piece);
    return status;
}

gi_status gi_staging_write(struct gi_stream *stream, const struct gi_operand *dst,
                           const struct gi_operand *src, const struct gi_box *box)
{
    uint64_t limit_bytes = gi_staging_piece_bytes(stream->device);
    struct under_way under_way = { .count = 0 };
    struct gi_box_part part = { 0 };
    gi_status status = GI_OK;

    count_staged(stream, box);
    while (status == GI_OK && gi_box_next_part(box, limit_bytes, &part))
        status = write_part(stream, &under_way, dst, src, &part);
    return status;
}

/* ---- to the host ---------------------------------------------------------------------------- */

struct read {
    struct gi_allocation *piece;         /* NULL: not taken */
    bool is_under_way;
    uint64_t seq;                        /* the copy's point in the stream */
    struct gi_box_part part;
};

static gi_status start_read(struct gi_stream *stream, struct read *read,
                            const struct gi_operand *src)
{
    struct gi_operand from = gi_operand_at(src, &read->part), to;
    gi_status status = GI_OK;

    if (read->piece == NULL)
        status = gi_staging_take_any(stream->device, &read->piece);
    if (status != GI_OK)
        return status;
    to = gi_operand_packed(read->piece, &read->part.box);
    status = gi_transfer_copy(stream, &to, &from, &read->part.box);
    if (status != GI_OK)
        return status;
    read->seq = gi_stream_newest(stream);
    read->is_under_way = true;
    gi_stream_need(stream, read->seq);
    return GI_OK;
}

static gi_status finish_read(struct gi_stream *stream, struct read *read,
                             const struct gi_operand *dst)
{
    struct gi_operand to = gi_operand_at(dst, &read->part), from;
    struct gi_box box = read->part.box;
    gi_status status;

    if (!read->is_under_way)
        return GI_OK;
    status = gi_stream_wait(stream, read->seq);
    read->is_under_way = false;
    if (status != GI_OK)
        return status;
    from = gi_operand_packed(read->piece, &read->part.box);
    gi_box_simplify(&box, &to.strides, &from.strides);       /* the box of an image is not
                                                                simplified yet */
    return copy_on_host(&to, &from, &box, true);
}

gi_status gi_staging_read(struct gi_stream *stream, const struct gi_operand *dst,
                          const struct gi_operand *src, const struct gi_box *box)
{
    uint64_t limit_bytes = gi_staging_piece_bytes(stream->device);
    struct read reads[PIECES_READ] = { { 0 } };
    struct gi_box_part part = { 0 };
    gi_status status = GI_OK;
    size_t i;

    count_staged(stream, box);
    for (i = 0; status == GI_OK && gi_box_next_part(box, limit_bytes, &part); i++) {
        struct read *read = &reads[i % PIECES_READ];

        status = finish_read(stream, read, dst);
        read->part = part;
        if (status == GI_OK)
            status = start_read(stream, read, src);
    }
    for (size_t k = 0; k < PIECES_READ && status == GI_OK; k++, i++)
        status = finish_read(stream, &reads[i % PIECES_READ], dst);
    for (i = 0; i < PIECES_READ; i++)
        if (reads[i].piece != NULL)
            gi_staging_give(stream->device, reads[i].piece);
    return status;
}
