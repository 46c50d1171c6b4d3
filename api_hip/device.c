#include "old_properties.h"

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
