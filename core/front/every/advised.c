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
static void write_accessing(int *data, size_t room, uint64_t bits)
{
    size_t count = 0;

    if ((bits & GI_ADVICE_HOST_BIT) != 0)
        data[count++] = gpuCpuDeviceId;
    for (int i = 0; i < GI_ADVICE_DEVICES && count < room; i++)
        if ((bits >> i & 1) != 0)
            data[count++] = front_location_number(i);
    while (count < room)
        data[count++] = gpuInvalidDeviceId;
}

/** The value of an attribute that is one number; false if it is none of these. */
static bool number_attribute(gpuMemRangeAttribute attribute, const struct gi_advised *advised,
                             int *out)
{
    if (attribute == gpuMemRangeAttributeReadMostly)
        *out = advised->read_mostly;
    else if (attribute == gpuMemRangeAttributePreferredLocation)
        *out = front_location_number(advised->preferred);
    else if (attribute == gpuMemRangeAttributeLastPrefetchLocation)
        *out = front_location_number(advised->prefetched);
    else
        return front_own_range_attribute(attribute, advised, out);
    return true;
}

static gi_status check_attribute(const char *caller, const int *data, size_t data_size,
                                 gpuMemRangeAttribute attribute, const struct gi_advised *advised)
{
    bool is_list = attribute == gpuMemRangeAttributeAccessedBy;
    int ignored;

    if (data == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: data is NULL", caller);
    if (is_list && (data_size == 0 || data_size % sizeof *data != 0))
        return gi_fail(GI_INVALID_VALUE, "%s: data_size is %zu; a multiple of 4 would be right",
                       caller, data_size);
    if (!is_list && data_size != sizeof *data)
        return gi_fail(GI_INVALID_VALUE, "%s: data_size is %zu; 4 would be right", caller,
                       data_size);
    if (!is_list && !number_attribute(attribute, advised, &ignored))
        return gi_fail(GI_INVALID_VALUE, "%s: attribute is %d, not one of the enum's", caller,
                       (int)attribute);
    return GI_OK;
}

/** Writes attributes, all or, on failure, none. */
static gi_status write_attributes(const char *caller, void *const *data, const size_t *data_sizes,
                                  const gpuMemRangeAttribute *attributes, size_t count,
                                  const struct gi_advised *advised)
{
    gi_status st = GI_OK;

    for (size_t i = 0; i < count && st == GI_OK; i++)
        st = check_attribute(caller, data[i], data_sizes[i], attributes[i], advised);
    for (size_t i = 0; i < count && st == GI_OK; i++) {
        if (attributes[i] == gpuMemRangeAttributeAccessedBy)
            write_accessing(data[i], data_sizes[i] / sizeof(int), advised->accessed_by);
        else
            (void)number_attribute(attributes[i], advised, data[i]);
    }
    return st;
}

gpuError_t gpuMemRangeGetAttribute(void *data, size_t data_size,
                                   gpuMemRangeAttribute attribute, gpuConstAddress_t pointer,
                                   size_t size)
{
    struct gi_advised advised;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_managed_advised(front_from_address(pointer), size, &advised));
    return front_error(write_attributes(__func__, &data, &data_size, &attribute, 1, &advised));
}

gpuError_t gpuMemRangeGetAttributes(void **data, size_t *data_sizes,
                                    gpuMemRangeAttribute *attributes, size_t count,
                                    gpuConstAddress_t pointer, size_t size)
{
    struct gi_advised advised;

    FRONT_REQUIRE(data && data_sizes && attributes && count > 0,
                  "%s: data is %p, data_sizes is %p, attributes is %p, count is %zu", __func__,
                  (void *)data, (void *)data_sizes, (void *)attributes, count);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_managed_advised(front_from_address(pointer), size, &advised));
    return front_error(write_attributes(__func__, data, data_sizes, attributes, count, &advised));
}
