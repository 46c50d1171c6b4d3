#include "word_run.h"

#include "base/in_driver.h"
#include "base/scratch.h"
#include "memory/own_memory.h"
#include "stream/append.h"
#include "transfer.h"
#include "word_copy.h"

#define LOCAL_RUNS 4

static gi_status make_word(const struct gi_value_item *item, struct gi_word_run *run)
{
    const struct gi_value_op *op = &item->op;
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
    run->word = word;
    return GI_OK;
}

static gi_status make_run(struct gi_device *device, const struct gi_value_item *item,
                          struct gi_word_run *run)
{
    const struct gi_value_op *op = &item->op;
    gi_status status;

    *run = (struct gi_word_run){ .operand = &item->operand, .value = (uint32_t)op->value };
    if (op->kind == GI_VALUE_OP_WAIT)
        return make_word(item, run);
    if (op->size_bytes == 4)
        return GI_OK;
    status = gi_allocation_new(device, GI_MEMORY_HOST, op->size_bytes, &run->from);
    if (status == GI_OK)
        status = gi_driver_copy(gi_operand_in(run->from, 0).host, &op->value, op->size_bytes);
    return status;
}

static void drop_run(struct gi_word_run *run)
{
    if (run->word != NULL)
        gi_value_wait_free(run->word);
    if (run->from != NULL)
        gi_allocation_unref(run->from);
}

gi_status gi_words_in_order(struct gi_stream *stream, const struct gi_operation_words *words)
{
    struct gi_word_run local[LOCAL_RUNS];
    struct gi_word_run *runs = gi_scratch(local, sizeof local, words->count, sizeof *runs);
    gi_status status = GI_OK;
    size_t made = 0;

    if (runs == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %zu operations", words->count);
    for (; made < words->count && status == GI_OK; made++)
        status = make_run(stream->device, &words->items[made], &runs[made]);
    if (status == GI_OK)
        status = gi_append_words(stream, runs, words->count, words->of);
    while (made > 0)
        drop_run(&runs[--made]);
    gi_scratch_free(runs, local);
    return status;
}
