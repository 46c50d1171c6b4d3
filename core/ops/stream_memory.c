#include "stream_memory.h"

#include <string.h>

#include "enqueue.h"
#include "kinds.h"
#include "memory/own_memory.h"
#include "base/in_driver.h"
#include "base/scratch.h"
#include "transfer.h"
#include "word_copy.h"

#define LOCAL_OPS 4

/* ---- checks --------------------------------------------------------------------------------- */

static gi_status check(const struct gi_value_op *op)
{
    if (op->size_bytes != 4 && op->size_bytes != 8)
        return gi_fail(GI_INVALID_VALUE, "a word of %u bytes; 4 and 8 exist", op->size_bytes);
    if (op->pointer % op->size_bytes != 0)
        return gi_fail(GI_INVALID_VALUE, "a word of %u bytes at 0x%llx, which is no multiple of "
                       "its size", op->size_bytes, (unsigned long long)op->pointer);
    if (op->kind == GI_VALUE_OP_WAIT && op->condition > GI_VALUE_NOT_BEHIND)
        return gi_fail(GI_INVALID_VALUE, "wait for a word: condition is %d; 0 to %d exist",
                       (int)op->condition, GI_VALUE_NOT_BEHIND);
    return GI_OK;
}

static gi_status check_place(const struct gi_stream *stream, const struct gi_value_op *op,
                             const struct gi_operand *operand)
{
    if (operand->allocation == NULL)
        return gi_allocation_none(op->kind == GI_VALUE_OP_WAIT ? "wait for a word"
                                                               : "write of a word", op->pointer);
    if (operand->allocation->is_multicast)
        return gi_fail(GI_NOT_SUPPORTED, "the word at 0x%llx is at a multicast address; copies and "
                       "fills can write there", (unsigned long long)op->pointer);
    if (op->kind == GI_VALUE_OP_WRITE && operand->allocation->device != stream->device)
        return gi_fail(GI_NOT_SUPPORTED, "the word at 0x%llx is memory of device %d, the stream is "
                       "of device %d", (unsigned long long)op->pointer,
                       operand->allocation->device->ordinal, stream->device->ordinal);
    return GI_OK;
}

/* ---- preparing ------------------------------------------------------------------------------ */

static gi_status make_word(const struct gi_value_op *op, struct gi_value_item *item)
{
    uint64_t reach = op->size_bytes == 4 ? UINT32_MAX : UINT64_MAX;
    struct gi_value_wait *word = malloc(sizeof *word);
    struct gi_word_copy *copy = NULL;
    gi_status status = GI_OK;

    if (word == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to wait for a word");
    if (item->operand.host == NULL)
        status = gi_word_copy_new(&item->operand, op->size_bytes, &copy);
    if (status != GI_OK) {
        free(word);
        return status;
    }
    *word = (struct gi_value_wait){
        .allocation = item->operand.allocation,
        .address = copy == NULL ? item->operand.host : (const void *)(uintptr_t)op->pointer,
        .copy = copy,
        .size_bytes = op->size_bytes,
        .condition = op->condition,
        .value = op->value & reach,
        .mask = op->mask & reach,
    };
    gi_allocation_ref(word->allocation);
    item->word = word;
    return GI_OK;
}

static gi_status prepare(const struct gi_stream *stream, const struct gi_value_op *op,
                         struct gi_value_item *item)
{
    gi_status status = check(op);

    if (status == GI_OK && op->kind == GI_VALUE_OP_WAIT)
        status = gi_operand_resolve(&item->operand, op->pointer, op->size_bytes, "word");
    else if (status == GI_OK)
        status = gi_operand_resolve_target(&item->operand, op->pointer, op->size_bytes, "word");
    if (status == GI_OK)
        status = check_place(stream, op, &item->operand);
    if (status != GI_OK)
        return status;
    if (op->kind == GI_VALUE_OP_WAIT)
        return make_word(op, item);
    if (op->size_bytes == 4)
        return GI_OK;
    status = gi_allocation_new(stream->device, GI_MEMORY_HOST, op->size_bytes, &item->from);
    if (status == GI_OK)
        status = gi_driver_copy(gi_operand_in(item->from, 0).host, &op->value, op->size_bytes);
    return status;
}

static void release(struct gi_value_item *item)
{
    if (item->word != NULL)
        gi_value_wait_free(item->word);
    if (item->from != NULL)
        gi_allocation_unref(item->from);
    gi_operand_release(&item->operand);
}

/* ---- enqueueing ----------------------------------------------------------------------------- */

gi_status gi_stream_word_ops(gi_handle handle, const struct gi_value_op *ops, size_t count)
{
    struct gi_value_item local[LOCAL_OPS], *items;
    struct gi_operation operation;
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
        items[made] = (struct gi_value_item){ .value = (uint32_t)ops[made].value };
        status = prepare(stream, &ops[made], &items[made]);
        made++;
    }
    operation.kind = &gi_kind_words;
    operation.words = (struct gi_operation_words){ items, count };
    if (status == GI_OK)
        status = gi_stream_enqueue(stream, &operation);
    while (made > 0)
        release(&items[--made]);
    gi_scratch_free(items, local);
release_stream:
    gi_stream_release(stream);
    return status;
}
