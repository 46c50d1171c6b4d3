#include "wait_value.h"

#include "driver/device_pointer.h"
#include "front.h"
#include "handles.h"
#include "base/scratch.h"
#include "ops/stream_memory.h"

_Static_assert((int)gpuStreamWaitValueGte == 0 && (int)gpuStreamWaitValueEq == GI_VALUE_EQUAL
               && (int)gpuStreamWaitValueAnd == GI_VALUE_AND
               && (int)gpuStreamWaitValueNor == GI_VALUE_NOR, "conditions are passed on");

/* The first condition compares in each interface's own way. */
static enum gi_value_condition condition_of(unsigned int flags)
{
    return flags == (unsigned int)gpuStreamWaitValueGte ? FRONT_CONDITION_GTE
                                                        : (enum gi_value_condition)flags;
}

#define LOCAL_OPERATIONS 16
#define MOST_OPERATIONS 256u

static gpuError_t enqueue(gpuStream_t stream, const struct gi_value_op *operation)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_stream_word_ops(front_from_stream(stream), operation, 1));
}

static gi_status take_wait(const char *caller, uint64_t pointer, uint32_t size_bytes,
                           uint64_t value, uint64_t mask, unsigned int flags,
                           struct gi_value_op *out_operation)
{
    if (flags > gpuStreamWaitValueNor)
        return gi_fail(GI_INVALID_VALUE, "%s: flags is 0x%x, the conditions are 0 to 3", caller,
                       flags);
    *out_operation = (struct gi_value_op){
        .kind = GI_VALUE_OP_WAIT, .pointer = pointer, .size_bytes = size_bytes,
        .value = value, .mask = mask, .condition = condition_of(flags),
    };
    return GI_OK;
}

static gi_status take_write(const char *caller, uint64_t pointer, uint32_t size_bytes,
                            uint64_t value, unsigned int flags, struct gi_value_op *out_operation)
{
    if ((flags & ~FRONT_WRITE_FLAGS) != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: flags is 0x%x; 0x%x of it exists", caller, flags,
                       flags & FRONT_WRITE_FLAGS);
    *out_operation = (struct gi_value_op){
        .kind = GI_VALUE_OP_WRITE, .pointer = pointer, .size_bytes = size_bytes,
        .value = value,
    };
    return GI_OK;
}

gpuError_t front_wait_value(const char *caller, gpuStream_t stream, gpuDeviceptr_t pointer,
                            uint32_t size_bytes, uint64_t value, uint64_t mask, unsigned int flags)
{
    struct gi_value_op operation;

    FRONT_REQUIRE(pointer != 0, "%s: pointer is NULL", caller);
    FRONT_TRY(take_wait(caller, front_from_device(pointer), size_bytes, value, mask, flags,
                        &operation));
    return enqueue(stream, &operation);
}

gpuError_t gpuStreamWriteValue32(gpuStream_t stream, gpuDeviceptr_t pointer, uint32_t value,
                                 unsigned int flags)
{
    struct gi_value_op operation;

    FRONT_REQUIRE(pointer != 0, "%s: pointer is NULL", __func__);
    FRONT_TRY(take_write(__func__, front_from_device(pointer), 4, value, flags, &operation));
    return enqueue(stream, &operation);
}

gpuError_t gpuStreamWriteValue64(gpuStream_t stream, gpuDeviceptr_t pointer, uint64_t value,
                                 unsigned int flags)
{
    struct gi_value_op operation;

    FRONT_REQUIRE(pointer != 0, "%s: pointer is NULL", __func__);
    FRONT_TRY(take_write(__func__, front_from_device(pointer), 8, value, flags, &operation));
    return enqueue(stream, &operation);
}

/* A wait in a batch has no mask. */
static gi_status take(const char *caller, size_t index, const gpuStreamBatchMemOpParams *from,
                      struct gi_value_op *out_operation)
{
    const gpuStreamMemOpWaitValueParams_t *wait = &from->waitValue;
    const gpuStreamMemOpWriteValueParams_t *write = &from->writeValue;

    switch (from->operation) {
    case gpuStreamMemOpWaitValue32:
        return take_wait(caller, front_from_device(wait->address), 4, wait->value, UINT32_MAX,
                         wait->flags, out_operation);
    case gpuStreamMemOpWaitValue64:
        return take_wait(caller, front_from_device(wait->address), 8, wait->value64, UINT64_MAX,
                         wait->flags, out_operation);
    case gpuStreamMemOpWriteValue32:
        return take_write(caller, front_from_device(write->address), 4, write->value,
                          write->flags, out_operation);
    case gpuStreamMemOpWriteValue64:
        return take_write(caller, front_from_device(write->address), 8, write->value64,
                          write->flags, out_operation);
    case gpuStreamMemOpFlushRemoteWrites:
    case gpuStreamMemOpBarrier:
        return gi_fail(GI_NOT_SUPPORTED, "%s: operations[%zu] is %d (flush or barrier), which the "
                       "vendor has not either", caller, index, (int)from->operation);
    }
    return gi_fail(GI_INVALID_VALUE, "%s: operations[%zu].operation is %d, which is none", caller,
                   index, (int)from->operation);
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
        st = take(__func__, i, &operations[i], &taken[i]);
    if (st == GI_OK)
        st = gi_stream_word_ops(front_from_stream(stream), taken, count);
    gi_scratch_free(taken, local);
    return front_error(st);
}
