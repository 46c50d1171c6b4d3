/** The platform of HIP: the layouts of the AMD platform, on every device. */
#ifndef GPUINTEROP_HIP_COMMON_H
#define GPUINTEROP_HIP_COMMON_H

#if defined(__HIP_PLATFORM_NVIDIA__)
#error "libhipinterop has the AMD layouts on every device: leave out -D__HIP_PLATFORM_NVIDIA__"
#endif
#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif

#endif
