#include "word_copy.h"

#include <stdlib.h>
#include <string.h>

#include "base/in_driver.h"
#include "memory/own_memory.h"
#include "stream/append.h"
#include "stream/scheduler.h"
#include "transfer.h"

struct gi_word_copy {
    struct gi_word_value value;          /* first */
    atomic_uint refs;
    struct gi_stream *stream;            /* the library's own; referenced */
    struct gi_allocation *allocation;    /* of the word; referenced */
    uint64_t offset_bytes;
    struct gi_allocation *mirror;        /* host memory; referenced */
    uint32_t size_bytes;
};

void gi_word_copy_ref(struct gi_word_copy *copy)
{
    atomic_fetch_add(&copy->refs, 1);
}

void gi_word_copy_unref(struct gi_word_copy *copy)
{
    if (atomic_fetch_sub(&copy->refs, 1) != 1)
        return;
    if (copy->stream != NULL)
        gi_stream_release(copy->stream);
    if (copy->mirror != NULL)
        gi_allocation_unref(copy->mirror);
    gi_allocation_unref(copy->allocation);
    free(copy);
}

gi_status gi_word_copy_new(const struct gi_operand *word, uint32_t size_bytes,
                           struct gi_word_copy **out_copy)
{
    struct gi_device *device = word->allocation->device;
    struct gi_word_copy *copy = calloc(1, sizeof *copy);
    gi_status status;

    *out_copy = NULL;
    if (copy == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to wait for a word");
    atomic_init(&copy->refs, 1);
    copy->allocation = word->allocation;
    copy->offset_bytes = word->offset_bytes;
    copy->size_bytes = size_bytes;
    gi_allocation_ref(copy->allocation);
    status = gi_allocation_new(device, GI_MEMORY_HOST, sizeof(uint64_t), &copy->mirror);
    if (status == GI_OK)
        status = gi_stream_new(device, NULL, GI_STREAM_NON_BLOCKING, 0, NULL, &copy->stream);
    if (status != GI_OK) {
        gi_word_copy_unref(copy);
        return status;
    }
    gi_stream_orphan(copy->stream);      /* no call queries it */
    *out_copy = copy;
    return GI_OK;
}

/* Runs once the copy is done, or has failed. */
static void take_value(void *argument, gi_status status)
{
    struct gi_word_copy *copy = argument;
    uint64_t value = 0;

    if (status == GI_OK)
        status = gi_driver_copy(&value, gi_operand_in(copy->mirror, 0).host, copy->size_bytes);
    gi_value_wait_fetched(&copy->value, value, status == GI_OK);
    gi_word_copy_unref(copy);
}

void gi_word_copy_fetch(struct gi_word_copy *copy)
{
    const struct gi_operation_host_call call = { .fn = take_value, .argument = copy,
                                                 .always = true };
    const struct gi_operand from = gi_operand_in(copy->allocation, copy->offset_bytes),
                            to = gi_operand_in(copy->mirror, 0);
    const struct gi_box box = gi_box_linear(copy->size_bytes);
    gi_status status = gi_transfer_copy(copy->stream, &to, &from, &box);

    if (status == GI_OK)
        status = gi_append_host_call(copy->stream, &call);
    if (status != GI_OK)
        take_value(copy, status);
}
