#include "stream_memory.h"

#include <stdlib.h>

#include "enqueue.h"
#include "carry/kinds.h"
#include "base/scratch.h"

#define LOCAL_OPS 4

/* ---- checks --------------------------------------------------------------------------------- */

static gi_status check_op(const struct gi_value_op *op)
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

static gi_status check_place(const struct gi_device *device, const struct gi_value_op *op,
                             const struct gi_operand *operand)
{
    if (operand->allocation == NULL)
        return gi_allocation_none(op->kind == GI_VALUE_OP_WAIT ? "wait for a word"
                                                               : "write of a word", op->pointer);
    if (operand->allocation->is_carried)
        return gi_fail(GI_NOT_SUPPORTED, "the word at 0x%llx is at a multicast address; copies and "
                       "fills can write there", (unsigned long long)op->pointer);
    if (op->kind == GI_VALUE_OP_WRITE && operand->allocation->device != device)
        return gi_fail(GI_NOT_SUPPORTED, "the word at 0x%llx is memory of device %d, the stream is "
                       "of device %d", (unsigned long long)op->pointer,
                       operand->allocation->device->ordinal, device->ordinal);
    return GI_OK;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static gi_status resolve(const struct gi_device *device, struct gi_value_item *item)
{
    const struct gi_value_op *op = &item->op;
    gi_status status = check_op(op);

    if (status == GI_OK && op->kind == GI_VALUE_OP_WAIT)
        status = gi_operand_resolve(&item->operand, op->pointer, op->size_bytes, "word");
    else if (status == GI_OK)
        status = gi_operand_resolve_target(&item->operand, op->pointer, op->size_bytes, "word");
    return status == GI_OK ? check_place(device, op, &item->operand) : status;
}

static void release_items(struct gi_value_item *items, size_t count)
{
    while (count > 0)
        gi_operand_release(&items[--count].operand);
}

/* The caller releases the items, unless this fails. */
static gi_status resolve_all(const struct gi_device *device, const struct gi_word_list *list,
                             struct gi_value_item *items)
{
    gi_status status = GI_OK;
    size_t resolved = 0;

    for (; resolved < list->count && status == GI_OK; resolved++) {
        items[resolved].op = list->ops[resolved];
        items[resolved].operand.allocation = NULL;       /* the check may fail first */
        status = resolve(device, &items[resolved]);
    }
    if (status != GI_OK)
        release_items(items, resolved);
    return status;
}

gi_status gi_words_check(const struct gi_word_list *list)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < list->count && status == GI_OK; i++)
        status = check_op(&list->ops[i]);
    return status;
}

static struct gi_operation_words operation_words(const struct gi_value_item *items,
                                                 const struct gi_word_list *list)
{
    return (struct gi_operation_words){ .items = items, .count = list->count };
}

gi_status gi_words_prepare(const struct gi_device *device, const struct gi_word_list *list,
                           struct gi_operation *out_operation)
{
    struct gi_value_item *items = calloc(list->count + 1, sizeof *items);
    gi_status status;

    if (items == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu operations", list->count);
    status = resolve_all(device, list, items);
    if (status != GI_OK) {
        free(items);
        return status;
    }
    out_operation->kind = &gi_kind_words;
    out_operation->words = operation_words(items, list);
    return GI_OK;
}

/* ---- enqueueing ------------------------------------------------------------------------------ */

gi_status gi_stream_words(gi_handle handle, const struct gi_word_list *list)
{
    struct gi_value_item local[LOCAL_OPS], *items;
    struct gi_operation operation;
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    items = gi_scratch(local, sizeof local, list->count, sizeof *items);
    if (items == NULL) {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu operations", list->count);
        goto release_stream;
    }
    status = resolve_all(stream->device, list, items);
    operation.kind = &gi_kind_words;
    operation.words = operation_words(items, list);
    operation.words.asked = list;
    if (status == GI_OK) {
        status = gi_stream_enqueue(stream, &operation);
        release_items(items, list->count);
    }
    gi_scratch_free(items, local);
release_stream:
    gi_stream_release(stream);
    return status;
}
