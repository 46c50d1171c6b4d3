#include "peer.h"

#include <stdlib.h>

#include "stream/append.h"
#include "base/counters.h"
#include "base/log.h"
#include "stream/host_call.h"
#include "stream/order.h"
#include "stream/scheduler.h"
#include "staging.h"
#include "transfer.h"

/* Pieces of one copy that are under way at the same time. */
#define PIECES 4

/* ---- streams of other devices --------------------------------------------------------------- */

gi_status gi_peer_begin(struct gi_stream *stream, struct gi_device *device,
                        struct gi_stream **out_there)
{
    struct gi_stream *there;
    gi_status status = gi_append_order(stream);

    *out_there = NULL;
    if (status != GI_OK)
        return status;
    /* The default stream also brings the order of the default stream of the other device's primary
     * context. */
    if (stream->is_legacy) {
        there = device->legacy;
        gi_object_ref(&there->object);
    } else {
        status = gi_stream_new(device, device->legacy, GI_STREAM_NON_BLOCKING, stream->priority,
                               NULL, &there);
        if (status != GI_OK)
            return status;
        gi_order_ignore_as(there, stream);
    }
    status = gi_append_follow(there, stream);
    if (status != GI_OK) {
        gi_stream_release(there);
        return status;
    }
    *out_there = there;
    return GI_OK;
}

/* A later failure there fails the stream, too; an earlier one is reported now. */
gi_status gi_peer_end(struct gi_stream *stream, struct gi_stream *there)
{
    gi_status status = gi_append_follow(stream, there);

    if (status == GI_OK)
        status = gi_stream_take_failure(there);
    if (!there->is_legacy)
        gi_stream_orphan(there);
    gi_stream_release(there);
    return status;
}

/* ---- copies between two devices -------------------------------------------------------------- */

/* The host's share of a copy: one part, from host memory to host memory. */
struct move {
    struct gi_operand dst, src;              /* both with host addresses; allocations referenced */
    struct gi_box box;
};

/* A host function cannot fail, so a refused move loses the device. */
static void run_move(void *argument, gi_status status)
{
    struct move *move = argument;

    if (status == GI_OK && gi_transfer_move(&move->dst, &move->src, &move->box) != GI_OK)
        gi_device_lost_callback(gi_host_call_stream()->device);
    gi_operand_release(&move->dst);
    gi_operand_release(&move->src);
    free(move);
}

static gi_status enqueue_move(struct gi_stream *stream, const struct gi_operand *dst,
                              const struct gi_operand *src, const struct gi_box *box)
{
    struct move *move = malloc(sizeof *move);
    gi_status status;

    if (move == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to enqueue a copy between two devices");
    *move = (struct move){ *dst, *src, *box };
    gi_allocation_ref(dst->allocation);
    gi_allocation_ref(src->allocation);
    status = gi_append_host_call(stream, &(struct gi_operation_host_call){
        .fn = run_move, .argument = move, .always = true });
    if (status != GI_OK) {
        gi_operand_release(&move->dst);
        gi_operand_release(&move->src);
        free(move);
    }
    return status;
}

/* A copy in progress. The source's device reads into its pinned memory, the host copies that,
 * and the destination's device writes from its pinned memory. An operand that the host can
 * access needs no device. */
struct peer_copy {
    struct gi_stream *reads;             /* NULL: the host can access the source */
    struct gi_stream *moves;             /* the stream of the host's share and of the writes */
    bool writes;
    struct gi_allocation *read_pieces[PIECES], *write_pieces[PIECES];
    uint64_t moved[PIECES];              /* the point of moves at which the piece's move is done */
};

static gi_status take_piece(struct gi_stream *stream, struct gi_allocation **piece)
{
    return *piece != NULL ? GI_OK : gi_staging_take_any(stream->device, piece);
}

static gi_status read_part(struct peer_copy *copy, size_t i, const struct gi_box *box,
                           struct gi_operand *from)
{
    struct gi_operand between;
    gi_status status = take_piece(copy->reads, &copy->read_pieces[i]);

    if (status == GI_OK && copy->moved[i] != 0)
        status = gi_append_point(copy->reads, copy->moves, copy->moved[i]);
    if (status != GI_OK)
        return status;
    between = gi_operand_packed(copy->read_pieces[i], box);
    status = gi_transfer_copy(copy->reads, &between, from, box);
    *from = between;
    if (status != GI_OK)
        return status;
    return gi_append_point(copy->moves, copy->reads, gi_stream_newest(copy->reads));
}

static gi_status copy_part(struct peer_copy *copy, size_t i, const struct gi_box_part *part,
                           const struct gi_operand *dst, const struct gi_operand *src)
{
    struct gi_operand to = gi_operand_at(dst, part), from = gi_operand_at(src, part), between = to;
    gi_status status = GI_OK;

    if (copy->reads != NULL)
        status = read_part(copy, i, &part->box, &from);
    if (status == GI_OK && copy->writes) {
        status = take_piece(copy->moves, &copy->write_pieces[i]);
        if (status == GI_OK)
            between = gi_operand_packed(copy->write_pieces[i], &part->box);
    }
    if (status == GI_OK)
        status = enqueue_move(copy->moves, &between, &from, &part->box);
    if (status != GI_OK)
        return status;
    copy->moved[i] = gi_stream_newest(copy->moves);
    return copy->writes ? gi_transfer_copy(copy->moves, &to, &between, &part->box) : GI_OK;
}

/* The size that fits into the pieces of both devices. */
static uint64_t part_limit(const struct peer_copy *copy)
{
    uint64_t limit_bytes = UINT64_MAX;

    if (copy->reads != NULL)
        limit_bytes = gi_staging_piece_bytes(copy->reads->device);
    if (copy->writes && limit_bytes > gi_staging_piece_bytes(copy->moves->device))
        limit_bytes = gi_staging_piece_bytes(copy->moves->device);
    return limit_bytes;
}

static gi_status copy_parts(struct peer_copy *copy, const struct gi_operand *dst,
                            const struct gi_operand *src, const struct gi_box *box)
{
    uint64_t limit_bytes = part_limit(copy);
    struct gi_box_part part = { 0 };
    gi_status status = GI_OK;

    for (size_t i = 0; status == GI_OK && gi_box_next_part(box, limit_bytes, &part); i++)
        status = copy_part(copy, i % PIECES, &part, dst, src);
    for (size_t i = 0; i < PIECES; i++) {
        if (copy->read_pieces[i] != NULL)
            gi_staging_give(copy->reads->device, copy->read_pieces[i]);
        if (copy->write_pieces[i] != NULL)
            gi_staging_give(copy->moves->device, copy->write_pieces[i]);
    }
    return status;
}

/* The stream for the device's work: the given one, or one of the device's own. */
static gi_status begin_at(struct gi_stream *stream, struct gi_device *device,
                          struct gi_stream **out_there)
{
    *out_there = stream;
    return device == stream->device ? GI_OK : gi_peer_begin(stream, device, out_there);
}

static gi_status end_at(struct gi_stream *stream, struct gi_stream *there, gi_status first)
{
    gi_status status = there == NULL || there == stream ? GI_OK : gi_peer_end(stream, there);

    return first != GI_OK ? first : status;
}

gi_status gi_peer_copy(struct gi_stream *stream, const struct gi_operand *dst,
                       const struct gi_operand *src, const struct gi_box *box)
{
    struct peer_copy copy = { .moves = stream, .writes = dst->host == NULL };
    gi_status status = gi_append_order(stream);

    if (status != GI_OK)
        return status;
    gi_count(GI_COUNT_STAGED_COPIES, 1);
    gi_log(GI_LOG_INFO, "stream %llu: %llu bytes go through host memory, from device %d to %d",
           (unsigned long long)stream->id, (unsigned long long)gi_box_bytes(box),
           src->allocation->device->ordinal, dst->allocation->device->ordinal);
    if (src->host == NULL)
        status = begin_at(stream, src->allocation->device, &copy.reads);
    if (status != GI_OK)
        return status;
    if (copy.writes)
        status = begin_at(stream, dst->allocation->device, &copy.moves);
    if (status == GI_OK)
        status = copy_parts(&copy, dst, src, box);
    status = end_at(stream, copy.moves, status);
    return end_at(stream, copy.reads, status);
}
