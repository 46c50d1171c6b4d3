#include "hip/hip_runtime_api.h"

#include "choice.h"
#include "front.h"

#define INT(type, field) { offsetof(struct type, field), GI_WISH_INT, 0 }
#define SIZE(type, field) { offsetof(struct type, field), GI_WISH_SIZE, 0 }
#define TEXT(type, field) { offsetof(struct type, field), GI_WISH_TEXT, \
                            sizeof ((struct type *)0)->field }

/** The fields that the struct has had since HIP 5. */
#define OLD_WISHES(type) \
    TEXT(type, name), \
    TEXT(type, gcnArchName), \
    INT(type, major), \
    INT(type, minor), \
    SIZE(type, totalGlobalMem), \
    SIZE(type, sharedMemPerBlock), \
    INT(type, regsPerBlock), \
    INT(type, warpSize), \
    SIZE(type, memPitch), \
    INT(type, maxThreadsPerBlock), \
    SIZE(type, totalConstMem), \
    INT(type, multiProcessorCount), \
    INT(type, integrated), \
    INT(type, canMapHostMemory), \
    INT(type, concurrentKernels), \
    INT(type, ECCEnabled), \
    INT(type, l2CacheSize), \
    INT(type, maxThreadsPerMultiProcessor), \
    INT(type, managedMemory), \
    INT(type, isLargeBar)

static const struct gi_wish wishes[] = {
    OLD_WISHES(hipDeviceProp_tR0600),
    INT(hipDeviceProp_tR0600, asyncEngineCount),
    INT(hipDeviceProp_tR0600, unifiedAddressing),
    INT(hipDeviceProp_tR0600, memoryPoolsSupported),
};
static const struct gi_wish old_wishes[] = { OLD_WISHES(hipDeviceProp_tR0000) };

static gi_status describe(int ordinal, void *out_struct)
{
    return gihip_device_properties(ordinal, out_struct);
}

static gi_status describe_old(int ordinal, void *out_struct)
{
    return gihip_device_properties_old(ordinal, out_struct);
}

static const struct gi_choice choice = {
    .wishes = wishes,
    .wish_count = sizeof wishes / sizeof wishes[0],
    .struct_bytes = sizeof(struct hipDeviceProp_tR0600),
    .describe = describe,
};
static const struct gi_choice old_choice = {
    .wishes = old_wishes,
    .wish_count = sizeof old_wishes / sizeof old_wishes[0],
    .struct_bytes = sizeof(struct hipDeviceProp_tR0000),
    .describe = describe_old,
};

static hipError_t choose(const char *caller, const struct gi_choice *how, int *device,
                         const void *wanted)
{
    int best;

    GIHIP_REQUIRE(device != NULL, "%s: device is NULL", caller);
    GIHIP_REQUIRE(wanted != NULL, "%s: wanted is NULL", caller);
    GIHIP_TRY(gi_choice_best(&gihip_visible, how, wanted, &best));
    *device = best;
    return hipSuccess;
}

hipError_t hipChooseDevice(int *device, const hipDeviceProp_tR0600 *wanted)
{
    return choose(__func__, &choice, device, wanted);
}

/* As old binaries ask, with the layout of HIP 5; the public header has a macro on the first
 * name. */
#undef hipChooseDevice
hipError_t hipChooseDevice(int *device, const hipDeviceProp_tR0000 *wanted);
hipError_t hipChooseDeviceR0000(int *device, const hipDeviceProp_tR0000 *wanted);

hipError_t hipChooseDevice(int *device, const hipDeviceProp_tR0000 *wanted)
{
    return choose(__func__, &old_choice, device, wanted);
}

hipError_t hipChooseDeviceR0000(int *device, const hipDeviceProp_tR0000 *wanted)
{
    return choose(__func__, &old_choice, device, wanted);
}
