#include "stream_memory.h"

#include <string.h>

#include "order.h"
#include "own_memory.h"
#include "scratch.h"
#include "segment.h"
#include "transfer.h"

#define LOCAL_OPS 4

/* An operation whose parts that may fail are made already. */
struct prepared {
    struct gi_end end;
    struct gi_word *word;                /* wait; owned until it is a gate's */
    struct gi_allocation *from;          /* write of 8 bytes: memory that holds them */
};

/* ---- checks --------------------------------------------------------------------------------- */

static gi_status check(const struct gi_word_op *op)
{
    if (op->size_bytes != 4 && op->size_bytes != 8)
        return gi_fail(GI_INVALID_VALUE, "a word of %u bytes; 4 and 8 exist", op->size_bytes);
    if (op->pointer % op->size_bytes != 0)
        return gi_fail(GI_INVALID_VALUE, "a word of %u bytes at 0x%llx, which is no multiple of "
                       "its size", op->size_bytes, (unsigned long long)op->pointer);
    if (op->kind == GI_WORD_OP_WAIT && op->condition > GI_WORD_NOR)
        return gi_fail(GI_INVALID_VALUE, "wait for a word: condition %d is none of 0 to 3",
                       (int)op->condition);
    return GI_OK;
}

static gi_status check_place(const struct gi_stream *stream, const struct gi_word_op *op,
                             const struct gi_end *end)
{
    if (end->allocation == NULL)
        return gi_fail(GI_INVALID_VALUE, "the word at 0x%llx is in no allocation of this library",
                       (unsigned long long)op->pointer);
    if (op->kind == GI_WORD_OP_WAIT && end->host == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "the word at 0x%llx is in memory that the host cannot "
                       "see, and the host does the waiting; use pinned memory",
                       (unsigned long long)op->pointer);
    if (op->kind == GI_WORD_OP_WRITE && end->allocation->device != stream->device)
        return gi_fail(GI_NOT_SUPPORTED, "the word at 0x%llx is memory of device %d, the stream is "
                       "of device %d", (unsigned long long)op->pointer,
                       end->allocation->device->ordinal, stream->device->ordinal);
    return GI_OK;
}

/* ---- preparing ------------------------------------------------------------------------------ */

static gi_status make_word(const struct gi_word_op *op, struct prepared *item)
{
    uint64_t reach = op->size_bytes == 4 ? UINT32_MAX : UINT64_MAX;
    struct gi_word *word = malloc(sizeof *word);

    if (word == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to wait for a word");
    *word = (struct gi_word){
        .allocation = item->end.allocation,
        .address = item->end.host,
        .size_bytes = op->size_bytes,
        .condition = op->condition,
        .value = op->value & reach,
        .mask = op->mask & reach,
    };
    gi_allocation_ref(word->allocation);
    item->word = word;
    return GI_OK;
}

static gi_status prepare(const struct gi_stream *stream, const struct gi_word_op *op,
                         struct prepared *item)
{
    gi_status status = check(op);

    if (status == GI_OK && op->kind == GI_WORD_OP_WAIT)
        status = gi_end_resolve(&item->end, op->pointer, op->size_bytes, "word");
    else if (status == GI_OK)
        status = gi_end_resolve_target(&item->end, op->pointer, op->size_bytes, "word");
    if (status == GI_OK)
        status = check_place(stream, op, &item->end);
    if (status != GI_OK)
        return status;
    if (op->kind == GI_WORD_OP_WAIT)
        return make_word(op, item);
    if (op->size_bytes == 4)
        return GI_OK;
    status = gi_allocation_new(stream->device, GI_MEMORY_HOST, op->size_bytes, &item->from);
    if (status == GI_OK)
        memcpy(gi_end_in(item->from, 0).host, &op->value, op->size_bytes);
    return status;
}

static void release(struct prepared *item)
{
    if (item->word != NULL)
        gi_word_free(item->word);
    if (item->from != NULL)
        gi_allocation_unref(item->from);
    gi_end_release(&item->end);
}

/* ---- enqueueing; the stream's lock is held -------------------------------------------------- */

/* In a segment of its own, so that all before it is finished and visible when it is made, and
 * closed, so that it does not wait for an idle queue. */
static gi_status add_write(struct gi_stream *stream, const struct gi_word_op *op,
                           const struct prepared *item)
{
    struct gi_command command = {
        .kind = GI_COMMAND_FILL,
        .dst = { .memory = item->end.allocation->memory,
                 .offset_bytes = item->end.offset_bytes },
        .box = gi_box_linear(op->size_bytes),
        .pattern = (uint32_t)op->value,
        .pattern_bytes = 4,
    };
    struct gi_segment *segment;
    gi_status status = gi_stream_new_segment(stream, &segment);

    if (status != GI_OK)
        return status;
    if (item->from != NULL) {    /* one access of 8 bytes: nobody sees half of it */
        command.kind = GI_COMMAND_COPY;
        command.src = (struct gi_place){ .memory = item->from->memory,
                                         .offset_bytes = item->from->offset_bytes };
    }
    segment->closed = true;
    segment->writes_word = true;
    return gi_segment_add_command(segment, &command, item->end.allocation, item->from);
}

static gi_status add_wait(struct gi_stream *stream, struct prepared *item)
{
    struct gi_segment *segment;
    gi_status status = gi_stream_new_segment(stream, &segment);

    if (status == GI_OK)
        status = gi_segment_add_word(segment, item->word);
    if (status == GI_OK)
        item->word = NULL;
    return status;
}

static gi_status enqueue(struct gi_stream *stream, const struct gi_word_op *ops,
                         struct prepared *items, size_t count)
{
    gi_status status = gi_stream_enter_ordered(stream);
    gi_status added = GI_OK;

    if (status != GI_OK)
        return status;
    for (size_t i = 0; i < count && added == GI_OK; i++)
        added = ops[i].kind == GI_WORD_OP_WRITE ? add_write(stream, &ops[i], &items[i])
                                                : add_wait(stream, &items[i]);
    status = gi_stream_leave(stream);
    return added != GI_OK ? added : status;
}

gi_status gi_stream_word_ops(gi_handle handle, const struct gi_word_op *ops, size_t count)
{
    struct prepared local[LOCAL_OPS], *items;
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);
    size_t made = 0;

    if (status != GI_OK)
        return status;
    items = gi_scratch(local, sizeof local, count, sizeof *items);
    if (items == NULL) {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu operations", count);
        goto release_stream;
    }
    while (made < count && status == GI_OK) {
        items[made] = (struct prepared){ .word = NULL };
        status = prepare(stream, &ops[made], &items[made]);
        made++;
    }
    if (status == GI_OK)
        status = enqueue(stream, ops, items, count);
    while (made > 0)
        release(&items[--made]);
    gi_scratch_free(items, local);
release_stream:
    gi_stream_release(stream);
    return status;
}
