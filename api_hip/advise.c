#include "managed.h"

#include "front.h"
#include "handles.h"

/** What the core calls a place.
 *  Errors: GI_INVALID_DEVICE. */
static gi_status location_of(int device, int *out_location)
{
    *out_location = GI_LOCATION_HOST;
    return device == hipCpuDeviceId ? GI_OK
                                    : gi_visible_to_core(&gihip_visible, device, out_location);
}

hipError_t hipMemPrefetchAsync(const void *pointer, size_t size, int device, hipStream_t stream)
{
    int to;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(location_of(device, &to));
    return gihip_error(gi_managed_prefetch(gihip_from_pointer(pointer), size, to,
                                           gihip_from_stream(stream)));
}

hipError_t hipMemAdvise(const void *pointer, size_t size, hipMemoryAdvise advice, int device)
{
    uint64_t at = gihip_from_pointer(pointer);
    struct gi_advised ignored;
    int to;

    GIHIP_TRY(gihip_begin());
    switch (advice) {
    case hipMemAdviseSetReadMostly:
    case hipMemAdviseUnsetReadMostly:
        return gihip_error(gi_managed_advise(at, size, GI_ADVICE_READ_MOSTLY,
                                             advice == hipMemAdviseSetReadMostly));
    case hipMemAdviseSetPreferredLocation:
        GIHIP_TRY(location_of(device, &to));
        return gihip_error(gi_managed_advise(at, size, GI_ADVICE_PREFERRED, to));
    case hipMemAdviseUnsetPreferredLocation:
        return gihip_error(gi_managed_advise(at, size, GI_ADVICE_PREFERRED, GI_LOCATION_NONE));
    case hipMemAdviseSetAccessedBy:
        GIHIP_TRY(location_of(device, &to));
        return gihip_error(gi_managed_advise(at, size, GI_ADVICE_ACCESSED, to));
    case hipMemAdviseUnsetAccessedBy:
        GIHIP_TRY(location_of(device, &to));
        return gihip_error(gi_managed_advise(at, size, GI_ADVICE_NOT_ACCESSED, to));
    case hipMemAdviseSetCoarseGrain:
    case hipMemAdviseUnsetCoarseGrain:           /* the memory is coherent, whatever is wished */
        return gihip_error(gi_managed_advised(at, size, &ignored));
    }
    return gihip_error(gi_fail(GI_INVALID_VALUE, "%s: advice is %d; 1 to 6, 100 and 101 exist",
                               __func__, (int)advice));
}

/** The program's number of a place, as the attributes give it. */
static int number_of(int location)
{
    if (location == GI_LOCATION_HOST)
        return hipCpuDeviceId;
    return location == GI_LOCATION_NONE ? hipInvalidDeviceId
                                        : gi_visible_from_core(&gihip_visible, location);
}

/** Writes the numbers of those that access the range, and what is no number behind them. */
static gi_status write_accessing(const char *caller, int *data, size_t data_size, uint64_t bits)
{
    size_t room = data_size / sizeof *data;
    size_t count = 0;

    if (room == 0 || data_size % sizeof *data != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: data_size is %zu; a multiple of 4 would be right",
                       caller, data_size);
    if ((bits & GI_ADVICE_HOST_BIT) != 0)
        data[count++] = hipCpuDeviceId;
    for (int i = 0; i < GI_ADVICE_DEVICES && count < room; i++)
        if ((bits >> i & 1) != 0)
            data[count++] = number_of(i);
    while (count < room)
        data[count++] = hipInvalidDeviceId;
    return GI_OK;
}

static gi_status write_attribute(const char *caller, int *data, size_t data_size,
                                 hipMemRangeAttribute attribute, const struct gi_advised *advised)
{
    if (data == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: data is NULL", caller);
    if (attribute == hipMemRangeAttributeAccessedBy)
        return write_accessing(caller, data, data_size, advised->accessed_by);
    if (data_size != sizeof *data)
        return gi_fail(GI_INVALID_VALUE, "%s: data_size is %zu; 4 would be right", caller,
                       data_size);
    switch (attribute) {
    case hipMemRangeAttributeReadMostly:
        *data = advised->read_mostly;
        return GI_OK;
    case hipMemRangeAttributePreferredLocation:
        *data = number_of(advised->preferred);
        return GI_OK;
    case hipMemRangeAttributeLastPrefetchLocation:
        *data = number_of(advised->prefetched);
        return GI_OK;
    case hipMemRangeAttributeCoherencyMode:      /* fine-grained */
        *data = 0;
        return GI_OK;
    case hipMemRangeAttributeAccessedBy:
        break;
    }
    return gi_fail(GI_INVALID_VALUE, "%s: attribute is %d; 1 to 4 and 100 exist", caller,
                   (int)attribute);
}

hipError_t hipMemRangeGetAttribute(void *data, size_t data_size,
                                   hipMemRangeAttribute attribute, const void *pointer,
                                   size_t size)
{
    struct gi_advised advised;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_managed_advised(gihip_from_pointer(pointer), size, &advised));
    return gihip_error(write_attribute(__func__, data, data_size, attribute, &advised));
}

hipError_t hipMemRangeGetAttributes(void **data, size_t *data_sizes,
                                    hipMemRangeAttribute *attributes, size_t count,
                                    const void *pointer, size_t size)
{
    struct gi_advised advised;

    GIHIP_REQUIRE(data && data_sizes && attributes && count > 0,
                "%s: data is %p, data_sizes is %p, attributes is %p, count is %zu", __func__,
                (void *)data, (void *)data_sizes, (void *)attributes, count);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_managed_advised(gihip_from_pointer(pointer), size, &advised));
    for (size_t i = 0; i < count; i++)
        GIHIP_TRY(write_attribute(__func__, data[i], data_sizes[i], attributes[i], &advised));
    return hipSuccess;
}
