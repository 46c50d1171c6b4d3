/** The UUID of a device. */
#ifndef GPUINTEROP_CUDAINTEROP_UUID_H
#define GPUINTEROP_CUDAINTEROP_UUID_H

/** A UUID of 16 bytes. */
struct CUuuid_st {
    char bytes[16];
};
#ifndef CU_UUID_HAS_BEEN_DEFINED
#define CU_UUID_HAS_BEEN_DEFINED
typedef struct CUuuid_st CUuuid;
#endif

#endif
