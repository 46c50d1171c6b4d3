#include "managed.h"

#include "memory/allocation.h"
#include "cards/device_list.h"
#include "memory.h"
#include "memory/own_memory.h"
#include "base/process.h"
#include "stream/stream_state.h"
#include "stream/unsafe_call.h"

static pthread_mutex_t advice_lock = PTHREAD_MUTEX_INITIALIZER;  /* a leaf; all advice */

/* Finds the managed allocation that contains the whole range, with a reference. */
static gi_status find_managed(uint64_t pointer, uint64_t size_bytes,
                              struct gi_allocation **out_allocation)
{
    struct gi_operand operand;
    gi_status status = gi_process_check();

    *out_allocation = NULL;
    if (status != GI_OK)
        return status;
    if (size_bytes == 0)
        return gi_fail(GI_INVALID_VALUE, "managed memory: the size of the range is 0");
    status = gi_operand_resolve(&operand, pointer, size_bytes, "managed memory: pointer");
    if (status != GI_OK)
        return status;
    if (operand.allocation == NULL || operand.allocation->kind != GI_POINTER_MANAGED) {
        gi_operand_release(&operand);
        return gi_fail(GI_INVALID_VALUE, "managed memory: 0x%llx is not managed memory",
                       (unsigned long long)pointer);
    }
    *out_allocation = operand.allocation;        /* and its reference */
    return GI_OK;
}

static gi_status check_location(int location)
{
    const struct gi_device_info *info;
    gi_status status;

    if (location == GI_LOCATION_HOST)
        return GI_OK;
    status = gi_device_info(location, &info);
    if (status == GI_OK && location >= GI_ADVICE_DEVICES)
        status = gi_fail(GI_NOT_SUPPORTED, "managed memory: advice is kept for the first %d "
                         "devices, %d is not among them", GI_ADVICE_DEVICES, location);
    return status;
}

gi_status gi_managed_advise(uint64_t pointer, uint64_t size_bytes, enum gi_advice_field field,
                            int value)
{
    struct gi_allocation *allocation;
    uint64_t begin;
    gi_status status = find_managed(pointer, size_bytes, &allocation);

    if (status != GI_OK)
        return status;
    if (field != GI_ADVICE_READ_MOSTLY &&
        !(field == GI_ADVICE_PREFERRED && value == GI_LOCATION_NONE))
        status = check_location(value);
    if (status == GI_OK) {
        begin = gi_allocation_offset(allocation, pointer);
        pthread_mutex_lock(&advice_lock);
        status = gi_advice_set(gi_own_memory_advice(allocation), begin, begin + size_bytes, field,
                               value);
        pthread_mutex_unlock(&advice_lock);
    }
    gi_allocation_unref(allocation);
    return status;
}

gi_status gi_managed_prefetch(uint64_t pointer, uint64_t size_bytes, int location,
                              gi_handle handle)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire_for(handle, "a prefetch", &stream);

    if (status != GI_OK)
        return status;
    status = gi_managed_advise(pointer, size_bytes, GI_ADVICE_PREFETCHED, location);
    gi_stream_release(stream);
    return status;
}

gi_status gi_managed_discard(uint64_t pointer, uint64_t size_bytes, gi_handle handle)
{
    struct gi_allocation *allocation;
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire_for(handle, "a discard of memory", &stream);

    if (status != GI_OK)
        return status;
    gi_stream_release(stream);
    status = find_managed(pointer, size_bytes, &allocation);
    if (status == GI_OK)
        gi_allocation_unref(allocation);
    return status;
}

gi_status gi_managed_advised(uint64_t pointer, uint64_t size_bytes, struct gi_advised *out_advised)
{
    struct gi_allocation *allocation;
    uint64_t begin;
    gi_status status = find_managed(pointer, size_bytes, &allocation);

    *out_advised = gi_advised_nothing;
    if (status != GI_OK)
        return status;
    begin = gi_allocation_offset(allocation, pointer);
    pthread_mutex_lock(&advice_lock);
    *out_advised = gi_advice_get(gi_own_memory_advice(allocation), begin, begin + size_bytes);
    pthread_mutex_unlock(&advice_lock);
    gi_allocation_unref(allocation);
    return GI_OK;
}

gi_status gi_stream_attach(gi_handle handle, uint64_t pointer, uint64_t size_bytes, uint32_t flags)
{
    struct gi_pointer_info info;
    struct gi_stream *stream;
    bool is_legacy;
    gi_status status = gi_stream_acquire_for(handle, "an attachment of memory", &stream);

    if (status != GI_OK)
        return status;
    is_legacy = stream->is_legacy;
    gi_stream_release(stream);
    status = gi_capture_forbids("an attachment of memory");
    if (status != GI_OK)
        return status;
    if (flags != GI_ATTACH_GLOBAL && flags != GI_ATTACH_HOST && flags != GI_ATTACH_SINGLE)
        return gi_fail(GI_INVALID_VALUE, "attach: flags is 0x%x; it must be 1, 2 or 4", flags);
    if (flags == GI_ATTACH_SINGLE && is_legacy)
        return gi_fail(GI_INVALID_VALUE, "attach: memory cannot belong to the legacy default "
                       "stream alone");
    status = gi_pointer_query(pointer, &info);
    if (status != GI_OK)
        return status;
    if (info.kind != GI_POINTER_MANAGED || info.range_base != pointer)
        return gi_fail(GI_INVALID_VALUE, "attach: 0x%llx is not the start of managed memory",
                       (unsigned long long)pointer);
    if (size_bytes != 0 && size_bytes != info.range_bytes)
        return gi_fail(GI_INVALID_VALUE, "attach: size is %llu; it must be 0 or all %llu bytes",
                       (unsigned long long)size_bytes, (unsigned long long)info.range_bytes);
    return GI_OK;
}
