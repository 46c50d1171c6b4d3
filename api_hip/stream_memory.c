#include "stream_memory.h"

#include "front.h"
#include "handles.h"
#include "scratch.h"

_Static_assert(hipStreamWaitValueGte == GI_WORD_REACHED && hipStreamWaitValueEq == GI_WORD_EQUAL
               && hipStreamWaitValueAnd == GI_WORD_AND && hipStreamWaitValueNor == GI_WORD_NOR,
               "conditions are passed on");

#define LOCAL_OPERATIONS 16
#define MOST_OPERATIONS 256u

static hipError_t enqueue(hipStream_t stream, const struct gi_word_op *operation)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_stream_word_ops(gihip_from_stream(stream), operation, 1));
}

static gi_status take_wait(const char *caller, const void *pointer, uint32_t size_bytes,
                           uint64_t value, uint64_t mask, unsigned int flags,
                           struct gi_word_op *out_operation)
{
    if (flags > hipStreamWaitValueNor)
        return gi_fail(GI_INVALID_VALUE, "%s: flags is 0x%x, the conditions are 0 to 3", caller,
                       flags);
    *out_operation = (struct gi_word_op){
        .kind = GI_WORD_OP_WAIT, .pointer = gihip_from_pointer(pointer), .size_bytes = size_bytes,
        .value = value, .mask = mask, .condition = (enum gi_word_condition)flags,
    };
    return GI_OK;
}

static gi_status take_write(const char *caller, const void *pointer, uint32_t size_bytes,
                            uint64_t value, unsigned int flags, struct gi_word_op *out_operation)
{
    if (flags != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: flags is 0x%x, it must be 0", caller, flags);
    *out_operation = (struct gi_word_op){
        .kind = GI_WORD_OP_WRITE, .pointer = gihip_from_pointer(pointer), .size_bytes = size_bytes,
        .value = value,
    };
    return GI_OK;
}

hipError_t hipStreamWaitValue32(hipStream_t stream, void *pointer, uint32_t value,
                                unsigned int flags, uint32_t mask)
{
    struct gi_word_op operation;

    GIHIP_NOT_NULL(pointer);
    GIHIP_TRY(take_wait(__func__, pointer, 4, value, mask, flags, &operation));
    return enqueue(stream, &operation);
}

hipError_t hipStreamWaitValue64(hipStream_t stream, void *pointer, uint64_t value,
                                unsigned int flags, uint64_t mask)
{
    struct gi_word_op operation;

    GIHIP_NOT_NULL(pointer);
    GIHIP_TRY(take_wait(__func__, pointer, 8, value, mask, flags, &operation));
    return enqueue(stream, &operation);
}

hipError_t hipStreamWriteValue32(hipStream_t stream, void *pointer, uint32_t value,
                                 unsigned int flags)
{
    struct gi_word_op operation;

    GIHIP_NOT_NULL(pointer);
    GIHIP_TRY(take_write(__func__, pointer, 4, value, flags, &operation));
    return enqueue(stream, &operation);
}

hipError_t hipStreamWriteValue64(hipStream_t stream, void *pointer, uint64_t value,
                                 unsigned int flags)
{
    struct gi_word_op operation;

    GIHIP_NOT_NULL(pointer);
    GIHIP_TRY(take_write(__func__, pointer, 8, value, flags, &operation));
    return enqueue(stream, &operation);
}

/* A wait in a batch has no mask. */
static gi_status take(const char *caller, size_t index, const hipStreamBatchMemOpParams *from,
                      struct gi_word_op *out_operation)
{
    const struct hipStreamMemOpWaitValueParams_t *wait = &from->waitValue;
    const struct hipStreamMemOpWriteValueParams_t *write = &from->writeValue;

    switch (from->operation) {
    case hipStreamMemOpWaitValue32:
        return take_wait(caller, wait->address, 4, wait->value, UINT32_MAX, wait->flags,
                         out_operation);
    case hipStreamMemOpWaitValue64:
        return take_wait(caller, wait->address, 8, wait->value64, UINT64_MAX, wait->flags,
                         out_operation);
    case hipStreamMemOpWriteValue32:
        return take_write(caller, write->address, 4, write->value, write->flags, out_operation);
    case hipStreamMemOpWriteValue64:
        return take_write(caller, write->address, 8, write->value64, write->flags, out_operation);
    case hipStreamMemOpFlushRemoteWrites:
    case hipStreamMemOpBarrier:
        return gi_fail(GI_NOT_SUPPORTED, "%s: operations[%zu] is %d (flush or barrier), which the "
                       "vendor has not either", caller, index, (int)from->operation);
    }
    return gi_fail(GI_INVALID_VALUE, "%s: operations[%zu].operation is %d, which is none", caller,
                   index, (int)from->operation);
}

hipError_t hipStreamBatchMemOp(hipStream_t stream, unsigned int count,
                               hipStreamBatchMemOpParams *operations, unsigned int flags)
{
    struct gi_word_op local[LOCAL_OPERATIONS], *taken;
    gi_status st = GI_OK;

    GIHIP_NOT_NULL(operations);
    GIHIP_REQUIRE(count != 0 && count <= MOST_OPERATIONS, "%s: count is %u, it must be 1 to %u",
                  __func__, count, MOST_OPERATIONS);
    GIHIP_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    GIHIP_TRY(gihip_begin());
    taken = gi_scratch(local, sizeof local, count, sizeof *taken);
    if (!taken)
        return gihip_error(gi_fail(GI_OUT_OF_MEMORY, "no memory for %u operations", count));
    for (size_t i = 0; i < count && st == GI_OK; i++)
        st = take(__func__, i, &operations[i], &taken[i]);
    if (st == GI_OK)
        st = gi_stream_word_ops(gihip_from_stream(stream), taken, count);
    gi_scratch_free(taken, local);
    return gihip_error(st);
}
