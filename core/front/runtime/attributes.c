#include "attributes.h"
#include "properties.h"

#include <limits.h>
#include <string.h>

#include "device/device.h"
#include "ranges/multicast.h"

static const struct front_attribute_row *find_attribute(gpuDeviceAttribute_t attribute)
{
    for (size_t i = 0; i < front_attribute_row_count; i++)
        if (front_attribute_rows[i].attribute == attribute)
            return &front_attribute_rows[i];
    return NULL;
}

/** Whether the value is in no field of the properties. */
static bool is_of_info(enum front_attribute_kind kind)
{
    return kind >= FRONT_ATTRIBUTE_IMAGES;
}

static gi_status read_info(int ordinal, enum front_attribute_kind kind, int *out_value)
{
    const struct gi_device_info *info;
    gi_status st = gi_device_info(ordinal, &info);

    if (st != GI_OK)
        return st;
    if (kind == FRONT_ATTRIBUTE_IMAGES)
        *out_value = info->images && info->max_textures != 0;
    else if (kind == FRONT_ATTRIBUTE_RANGES)
        *out_value = info->range_granularity_bytes != 0;
    else if (kind == FRONT_ATTRIBUTE_SHARED_RANGES)
        *out_value = info->range_granularity_bytes != 0 && info->tells_import_size;
    else if (kind == FRONT_ATTRIBUTE_CLOCK)
        *out_value = (int)gi_device_clock_khz(info);
    else
        *out_value = gi_multicast_mode() == GI_MULTICAST_ANNOUNCE &&
                     gi_multicast_check_device(ordinal) == GI_OK;
    return GI_OK;
}

static int read_field(const gpuDeviceProp *properties, const struct front_attribute_row *row)
{
    const char *field = (const char *)properties + row->offset_bytes;
    size_t size = 0;
    int number = 0;

    switch (row->kind) {
    case FRONT_ATTRIBUTE_ZERO:
    case FRONT_ATTRIBUTE_IMAGES:
    case FRONT_ATTRIBUTE_RANGES:
    case FRONT_ATTRIBUTE_MULTICAST:
    case FRONT_ATTRIBUTE_SHARED_RANGES:
    case FRONT_ATTRIBUTE_CLOCK:
        return 0;
    case FRONT_ATTRIBUTE_ONE:
        return 1;
    case FRONT_ATTRIBUTE_INT:
        memcpy(&number, field, sizeof number);
        return number;
    case FRONT_ATTRIBUTE_SIZE:
        memcpy(&size, field, sizeof size);
        return size > INT_MAX ? INT_MAX : (int)size;
    }
    return 0;
}

gi_status front_device_attribute(const char *caller, int ordinal, gpuDeviceAttribute_t attribute,
                                 int *out_value)
{
    gpuDeviceProp properties;
    const struct front_attribute_row *row = find_attribute(attribute);
    gi_status status;

    if (row == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: attribute is %d, not one of the enum's", caller,
                       (int)attribute);
    if (is_of_info(row->kind))
        return read_info(ordinal, row->kind, out_value);
    status = front_device_properties(ordinal, &properties);
    if (status == GI_OK)
        *out_value = read_field(&properties, row);
    return status;
}

gpuError_t gpuDeviceGetAttribute(int *value, gpuDeviceAttribute_t attribute, int device)
{
    int ordinal;

    FRONT_NOT_NULL(value);
    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    return front_error(front_device_attribute(__func__, ordinal, attribute, value));
}
