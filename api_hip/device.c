#include "device/device.h"

#include "old_properties.h"
#include "runtime/properties.h"

/* Old binaries use these names for the layout of HIP 5. The public header does not declare them,
 * and defines the first name as a macro. */
#undef hipGetDeviceProperties
hipError_t hipGetDeviceProperties(hipDeviceProp_tR0000 *properties, int device);
hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_tR0000 *properties, int device);

static hipError_t get_old_properties(const char *caller, hipDeviceProp_tR0000 *properties,
                                     int device)
{
    int ordinal;

    FRONT_REQUIRE(properties != NULL, "%s: properties is NULL", caller);
    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    return front_error(front_device_properties_old(ordinal, properties));
}

hipError_t hipGetDeviceProperties(hipDeviceProp_tR0000 *properties, int device)
{
    return get_old_properties(__func__, properties, device);
}

hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_tR0000 *properties, int device)
{
    return get_old_properties(__func__, properties, device);
}

hipError_t hipInit(unsigned int flags)
{
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    return front_error(front_begin());
}

hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device)
{
    hipDeviceProp_t properties;
    int ordinal;

    FRONT_NOT_NULL(major);
    FRONT_NOT_NULL(minor);
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    FRONT_TRY(front_device_properties(ordinal, &properties));
    *major = properties.major;
    *minor = properties.minor;
    return hipSuccess;
}
