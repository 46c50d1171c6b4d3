#include "advised.h"

#include "handles.h"

int front_location_number(int location)
{
    if (location == GI_LOCATION_HOST)
        return gpuCpuDeviceId;
    return location == GI_LOCATION_NONE ? gpuInvalidDeviceId
                                        : gi_visible_from_core(&front_interface, location);
}

/** Writes the locations that access the range, and fills the rest with the invalid device. */
static gi_status write_accessing(const char *caller, int *data, size_t data_size, uint64_t bits)
{
    size_t room = data_size / sizeof *data;
    size_t count = 0;

    if (room == 0 || data_size % sizeof *data != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: data_size is %zu; a multiple of 4 would be right",
                       caller, data_size);
    if ((bits & GI_ADVICE_HOST_BIT) != 0)
        data[count++] = gpuCpuDeviceId;
    for (int i = 0; i < GI_ADVICE_DEVICES && count < room; i++)
        if ((bits >> i & 1) != 0)
            data[count++] = front_location_number(i);
    while (count < room)
        data[count++] = gpuInvalidDeviceId;
    return GI_OK;
}

static gi_status write_attribute(const char *caller, int *data, size_t data_size,
                                 gpuMemRangeAttribute attribute, const struct gi_advised *advised)
{
    if (data == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: data is NULL", caller);
    if (attribute == gpuMemRangeAttributeAccessedBy)
        return write_accessing(caller, data, data_size, advised->accessed_by);
    if (data_size != sizeof *data)
        return gi_fail(GI_INVALID_VALUE, "%s: data_size is %zu; 4 would be right", caller,
                       data_size);
    if (attribute == gpuMemRangeAttributeReadMostly)
        *data = advised->read_mostly;
    else if (attribute == gpuMemRangeAttributePreferredLocation)
        *data = front_location_number(advised->preferred);
    else if (attribute == gpuMemRangeAttributeLastPrefetchLocation)
        *data = front_location_number(advised->prefetched);
    else if (!front_own_range_attribute(attribute, advised, data))
        return gi_fail(GI_INVALID_VALUE, "%s: attribute is %d, not one of the enum's", caller,
                       (int)attribute);
    return GI_OK;
}

gpuError_t gpuMemRangeGetAttribute(void *data, size_t data_size,
                                   gpuMemRangeAttribute attribute, const void *pointer,
                                   size_t size)
{
    struct gi_advised advised;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_managed_advised(front_from_pointer(pointer), size, &advised));
    return front_error(write_attribute(__func__, data, data_size, attribute, &advised));
}

gpuError_t gpuMemRangeGetAttributes(void **data, size_t *data_sizes,
                                    gpuMemRangeAttribute *attributes, size_t count,
                                    const void *pointer, size_t size)
{
    struct gi_advised advised;

    FRONT_REQUIRE(data && data_sizes && attributes && count > 0,
                  "%s: data is %p, data_sizes is %p, attributes is %p, count is %zu", __func__,
                  (void *)data, (void *)data_sizes, (void *)attributes, count);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_managed_advised(front_from_pointer(pointer), size, &advised));
    for (size_t i = 0; i < count; i++)
        FRONT_TRY(write_attribute(__func__, data[i], data_sizes[i], attributes[i], &advised));
    return gpuSuccess;
}
