#include "attributes.h"

#include <limits.h>
#include <string.h>

#include "device/device.h"

static const struct front_attribute_row *find(gpuDeviceAttribute_t attribute)
{
    for (size_t i = 0; i < front_attribute_row_count; i++)
        if (front_attribute_rows[i].attribute == attribute)
            return &front_attribute_rows[i];
    return NULL;
}

/** Whether arrays, textures and surfaces work on the device. */
static gi_status read_images(int ordinal, int *out_value)
{
    const struct gi_device_info *info;
    gi_status st = gi_device_info(ordinal, &info);

    if (st == GI_OK)
        *out_value = info->images && info->max_textures != 0;
    return st;
}

static int read_field(const gpuDeviceProp *properties, const struct front_attribute_row *row)
{
    const char *field = (const char *)properties + row->offset_bytes;
    size_t size = 0;
    int number = 0;

    switch (row->kind) {
    case FRONT_ATTRIBUTE_ZERO:
    case FRONT_ATTRIBUTE_IMAGES:
        return 0;
    case FRONT_ATTRIBUTE_INT:
        memcpy(&number, field, sizeof number);
        return number;
    case FRONT_ATTRIBUTE_SIZE:
        memcpy(&size, field, sizeof size);
        return size > INT_MAX ? INT_MAX : (int)size;
    }
    return 0;
}

gpuError_t gpuDeviceGetAttribute(int *value, gpuDeviceAttribute_t attribute, int device)
{
    gpuDeviceProp properties;
    const struct front_attribute_row *row = find(attribute);
    int ordinal;

    FRONT_NOT_NULL(value);
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    FRONT_REQUIRE(row != NULL, "%s: attribute is %d, not one of the enum's", __func__,
                  (int)attribute);
    if (row->kind == FRONT_ATTRIBUTE_IMAGES)
        return front_error(read_images(ordinal, value));
    FRONT_TRY(front_device_properties(ordinal, &properties));
    *value = read_field(&properties, row);
    return gpuSuccess;
}
