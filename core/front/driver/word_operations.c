#include "word_operations.h"

#include "driver/device_pointer.h"

_Static_assert((int)gpuStreamWaitValueGte == 0 && (int)gpuStreamWaitValueEq == GI_VALUE_EQUAL
               && (int)gpuStreamWaitValueAnd == GI_VALUE_AND
               && (int)gpuStreamWaitValueNor == GI_VALUE_NOR, "conditions are passed on");

/* The first condition compares in each interface's own way. */
static enum gi_value_condition condition_of(unsigned int flags)
{
    return flags == (unsigned int)gpuStreamWaitValueGte ? FRONT_CONDITION_GTE
                                                        : (enum gi_value_condition)flags;
}

gi_status front_take_wait(const char *caller, uint64_t pointer, uint32_t size_bytes,
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

gi_status front_take_write(const char *caller, uint64_t pointer, uint32_t size_bytes,
                           uint64_t value, unsigned int flags,
                           struct gi_value_op *out_operation)
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

/* A wait in a batch has no mask. */
gi_status front_take_word(const char *caller, size_t index, const gpuStreamBatchMemOpParams *from,
                          struct gi_value_op *out_operation)
{
    const gpuStreamMemOpWaitValueParams_t *wait = &from->waitValue;
    const gpuStreamMemOpWriteValueParams_t *write = &from->writeValue;

    switch (from->operation) {
    case gpuStreamMemOpWaitValue32:
        return front_take_wait(caller, front_from_device(wait->address), 4,
                               wait->value, UINT32_MAX, wait->flags, out_operation);
    case gpuStreamMemOpWaitValue64:
        return front_take_wait(caller, front_from_device(wait->address), 8,
                               wait->value64, UINT64_MAX, wait->flags, out_operation);
    case gpuStreamMemOpWriteValue32:
        return front_take_write(caller, front_from_device(write->address), 4,
                                write->value, write->flags, out_operation);
    case gpuStreamMemOpWriteValue64:
        return front_take_write(caller, front_from_device(write->address), 8,
                                write->value64, write->flags, out_operation);
    case gpuStreamMemOpFlushRemoteWrites:
    case gpuStreamMemOpBarrier:
        return gi_fail(GI_NOT_SUPPORTED, "%s: operations[%zu] is %d (flush or barrier), which the "
                       "vendor has not either", caller, index, (int)from->operation);
    }
    return gi_fail(GI_INVALID_VALUE, "%s: operations[%zu].operation is %d, which is none", caller,
                   index, (int)from->operation);
}
