/** Chooses a device for old binaries, with the layout of HIP 5. */
#include "runtime/choose.h"

#include "old_properties.h"

static const struct gi_wish old_wishes[] = {
    FRONT_COMMON_WISHES(struct hipDeviceProp_tR0000),
    FRONT_WISH_TEXT(struct hipDeviceProp_tR0000, gcnArchName),
    FRONT_WISH_INT(struct hipDeviceProp_tR0000, isLargeBar),
};

static gi_status describe_old(int ordinal, void *out_struct)
{
    return front_device_properties_old(ordinal, out_struct);
}

static const struct gi_choice old_choice = {
    .wishes = old_wishes,
    .wish_count = sizeof old_wishes / sizeof old_wishes[0],
    .struct_bytes = sizeof(struct hipDeviceProp_tR0000),
    .describe = describe_old,
};

/* The public header does not declare these, and defines the first name as a macro. */
#undef hipChooseDevice
hipError_t hipChooseDevice(int *device, const hipDeviceProp_tR0000 *wanted);
hipError_t hipChooseDeviceR0000(int *device, const hipDeviceProp_tR0000 *wanted);

hipError_t hipChooseDevice(int *device, const hipDeviceProp_tR0000 *wanted)
{
    return front_choose(__func__, &old_choice, device, wanted);
}

hipError_t hipChooseDeviceR0000(int *device, const hipDeviceProp_tR0000 *wanted)
{
    return front_choose(__func__, &old_choice, device, wanted);
}
