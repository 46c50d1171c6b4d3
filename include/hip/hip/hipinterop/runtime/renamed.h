/** Functions with another symbol since HIP 6. */
#ifndef GPUINTEROP_HIP_RENAMED_H
#define GPUINTEROP_HIP_RENAMED_H

/* HIP 6 gave the functions on hipDeviceProp_tR0600 new symbols. The library also exports the old
 * ones, for old binaries. */
#define hipChooseDevice hipChooseDeviceR0600
#define hipGetDeviceProperties hipGetDevicePropertiesR0600

#endif
