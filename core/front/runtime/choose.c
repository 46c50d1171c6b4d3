#include "choose.h"
#include "properties.h"

static const struct gi_wish wishes[] = {
    FRONT_COMMON_WISHES(gpuDeviceProp),
    FRONT_WISH_INT(gpuDeviceProp, asyncEngineCount),
    FRONT_WISH_INT(gpuDeviceProp, unifiedAddressing),
    FRONT_WISH_INT(gpuDeviceProp, memoryPoolsSupported),
    FRONT_MORE_WISHES
};

static gi_status describe_device(int ordinal, void *out_struct)
{
    return front_device_properties(ordinal, out_struct);
}

static const struct gi_choice choice = {
    .wishes = wishes,
    .wish_count = sizeof wishes / sizeof wishes[0],
    .struct_bytes = sizeof(gpuDeviceProp),
    .describe = describe_device,
};

gpuError_t front_choose(const char *caller, const struct gi_choice *how, int *device,
                        const void *wanted)
{
    int best;

    FRONT_REQUIRE(device != NULL, "%s: device is NULL", caller);
    FRONT_REQUIRE(wanted != NULL, "%s: wanted is NULL", caller);
    FRONT_TRY(gi_choice_best(&front_interface, how, wanted, &best));
    *device = best;
    return gpuSuccess;
}

gpuError_t gpuChooseDevice(int *device, const gpuDeviceProp *wanted)
{
    return front_choose(__func__, &choice, device, wanted);
}
