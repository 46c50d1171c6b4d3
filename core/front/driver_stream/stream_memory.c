#include "wait_value.h"

#include "driver/device_pointer.h"
#include "driver/word_operations.h"
#include "front.h"
#include "handles.h"
#include "base/scratch.h"
#include "ops/stream_memory.h"

#define LOCAL_OPERATIONS 16
#define MOST_OPERATIONS ((unsigned int)FRONT_MOST_WORD_OPERATIONS)

/* One operation as a batch has it, which a node gives back. A mask is no part of it. */
static gpuStreamBatchMemOpParams batch_op_of(const struct gi_value_op *op, unsigned int flags)
{
    gpuStreamBatchMemOpParams as;
    bool is_short = op->size_bytes == 4;

    memset(&as, 0, sizeof as);
    if (op->kind == GI_VALUE_OP_WAIT)
        as.waitValue = (gpuStreamMemOpWaitValueParams_t){
            .operation = is_short ? gpuStreamMemOpWaitValue32 : gpuStreamMemOpWaitValue64,
            .address = front_to_device(op->pointer), .value64 = op->value, .flags = flags,
        };
    else
        as.writeValue = (gpuStreamMemOpWriteValueParams_t){
            .operation = is_short ? gpuStreamMemOpWriteValue32 : gpuStreamMemOpWriteValue64,
            .address = front_to_device(op->pointer), .value64 = op->value, .flags = flags,
        };
    return as;
}

static gpuError_t enqueue_op(gpuStream_t stream, const struct gi_value_op *operation,
                             unsigned int flags)
{
    const gpuStreamBatchMemOpParams as = batch_op_of(operation, flags);
    const struct gi_word_list list = { .ops = operation, .count = 1, .parameters = &as,
                                       .parameter_bytes = sizeof as };

    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_stream_words(front_from_stream(stream), &list));
}

gpuError_t front_wait_value(const char *caller, gpuStream_t stream, gpuDeviceptr_t pointer,
                            uint32_t size_bytes, uint64_t value, uint64_t mask, unsigned int flags)
{
    struct gi_value_op operation;

    FRONT_REQUIRE(pointer != 0, "%s: pointer is NULL", caller);
    FRONT_TRY(front_take_wait(caller, front_from_device(pointer), size_bytes, value, mask, flags,
                        &operation));
    return enqueue_op(stream, &operation, flags);
}

gpuError_t gpuStreamWriteValue32(gpuStream_t stream, gpuDeviceptr_t pointer, uint32_t value,
                                 unsigned int flags)
{
    struct gi_value_op operation;

    FRONT_REQUIRE(pointer != 0, "%s: pointer is NULL", __func__);
    FRONT_TRY(front_take_write(__func__, front_from_device(pointer), 4, value, flags, &operation));
    return enqueue_op(stream, &operation, flags);
}

gpuError_t gpuStreamWriteValue64(gpuStream_t stream, gpuDeviceptr_t pointer, uint64_t value,
                                 unsigned int flags)
{
    struct gi_value_op operation;

    FRONT_REQUIRE(pointer != 0, "%s: pointer is NULL", __func__);
    FRONT_TRY(front_take_write(__func__, front_from_device(pointer), 8, value, flags, &operation));
    return enqueue_op(stream, &operation, flags);
}

gpuError_t gpuStreamBatchMemOp(gpuStream_t stream, unsigned int count,
                               gpuStreamBatchMemOpParams *operations, unsigned int flags)
{
    struct gi_value_op local[LOCAL_OPERATIONS], *taken;
    gi_status st = GI_OK;

    FRONT_REQUIRE(operations != NULL || count == 0, "%s: operations is NULL", __func__);
    FRONT_REQUIRE(count <= MOST_OPERATIONS && (count != 0 || FRONT_BATCH_OF_NONE),
                  "%s: count is %u, it must be %d to %u", __func__, count,
                  FRONT_BATCH_OF_NONE ? 0 : 1, MOST_OPERATIONS);
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    FRONT_TRY(front_begin_in(stream));
    taken = gi_scratch(local, sizeof local, count, sizeof *taken);
    if (!taken)
        return front_error(gi_fail(GI_OUT_OF_MEMORY, "no memory for %u operations", count));
    for (size_t i = 0; i < count && st == GI_OK; i++)
        st = front_take_word(__func__, i, &operations[i], &taken[i]);
    if (st == GI_OK)
        st = gi_stream_words(front_from_stream(stream),
                             &(struct gi_word_list){ .ops = taken, .count = count,
                                                     .parameters = operations,
                                                     .parameter_bytes = sizeof *operations });
    gi_scratch_free(taken, local);
    return front_error(st);
}
