/** Directions of copies, and types of memory. */
#ifndef GPUINTEROP_HIP_COPY_KIND_H
#define GPUINTEROP_HIP_COPY_KIND_H

/** The direction of a copy. */
enum hipMemcpyKind {
    hipMemcpyHostToHost = 0,
    hipMemcpyHostToDevice = 1,
    hipMemcpyDeviceToHost = 2,
    hipMemcpyDeviceToDevice = 3,
    hipMemcpyDefault = 4,                              /* inferred from the pointers */
    hipMemcpyDeviceToDeviceNoCU = 1024                 /* as DeviceToDevice */
};
typedef enum hipMemcpyKind hipMemcpyKind;

/** The type of the memory that a pointer points to. */
enum hipMemoryType {
    hipMemoryTypeUnregistered = 0,                     /* host memory the library does not know */
    hipMemoryTypeHost = 1,
    hipMemoryTypeDevice = 2,
    hipMemoryTypeManaged = 3,
    hipMemoryTypeArray = 10,
    hipMemoryTypeUnified = 11
};
typedef enum hipMemoryType hipMemoryType;

#endif
