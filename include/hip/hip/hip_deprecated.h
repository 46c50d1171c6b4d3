/** Types that only old binaries use. */
#ifndef GPUINTEROP_HIP_DEPRECATED_H
#define GPUINTEROP_HIP_DEPRECATED_H

#include <stddef.h>

#include "hipinterop/device/device_arch.h"

/** The properties of a device in the layout of HIP 5, for hipGetDevicePropertiesR0000.
 *  Mirrors: hipDeviceProp_t of HIP 5.2. */
struct hipDeviceProp_tR0000 {
    char name[256];                            /* zero-terminated, UTF-8 */
    size_t totalGlobalMem;                     /* bytes of device memory */
    size_t sharedMemPerBlock;                  /* bytes */
    int regsPerBlock;
    int warpSize;                              /* threads of a warp */
    int maxThreadsPerBlock;
    int maxThreadsDim[3];                      /* x, y, z */
    int maxGridSize[3];                        /* x, y, z */
    int clockRate;                             /* kHz; 0 where unknown */
    int memoryClockRate;                       /* kHz; 0 where unknown */
    int memoryBusWidth;                        /* bits; 0 where unknown */
    size_t totalConstMem;                      /* bytes */
    int major;
    int minor;
    int multiProcessorCount;                   /* 0 where unknown */
    int l2CacheSize;                           /* bytes; 0 where unknown */
    int maxThreadsPerMultiProcessor;
    int computeMode;
    int clockInstructionRate;                  /* kHz */
    hipDeviceArch_t arch;
    int concurrentKernels;
    int pciDomainID;
    int pciBusID;
    int pciDeviceID;
    size_t maxSharedMemoryPerMultiProcessor;   /* bytes */
    int isMultiGpuBoard;
    int canMapHostMemory;                      /* 1 if the device accesses host memory */
    int gcnArch;
    char gcnArchName[256];                     /* name of the instruction set */
    int integrated;                            /* 1 if it shares memory with the host */
    int cooperativeLaunch;
    int cooperativeMultiDeviceLaunch;
    int maxTexture1DLinear;
    int maxTexture1D;
    int maxTexture2D[2];
    int maxTexture3D[3];
    unsigned int *hdpMemFlushCntl;             /* NULL here */
    unsigned int *hdpRegFlushCntl;             /* NULL here */
    size_t memPitch;                           /* bytes; the largest pitch of a copy */
    size_t textureAlignment;                   /* bytes */
    size_t texturePitchAlignment;              /* bytes */
    int kernelExecTimeoutEnabled;
    int ECCEnabled;
    int tccDriver;
    int cooperativeMultiDeviceUnmatchedFunc;
    int cooperativeMultiDeviceUnmatchedGridDim;
    int cooperativeMultiDeviceUnmatchedBlockDim;
    int cooperativeMultiDeviceUnmatchedSharedMem;
    int isLargeBar;                            /* 1 if the host can map all memory */
    int asicRevision;
    int managedMemory;
    int directManagedMemAccessFromHost;
    int concurrentManagedAccess;
    int pageableMemoryAccess;
    int pageableMemoryAccessUsesHostPageTables;
};
typedef struct hipDeviceProp_tR0000 hipDeviceProp_tR0000;

#endif
