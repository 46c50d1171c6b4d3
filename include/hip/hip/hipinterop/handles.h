/** The handles that nearly everything takes. */
#ifndef GPUINTEROP_HIP_HANDLES_H
#define GPUINTEROP_HIP_HANDLES_H

/** A stream and an event. Both hold a number and not an address: a handle that was destroyed, or
 *  is of the other kind, is an error and never a crash. The two front ends share them: a
 *  cudaStream_t cast to hipStream_t is the same stream. */
typedef struct ihipStream_t *hipStream_t;
typedef struct ihipEvent_t *hipEvent_t;

/** A device address as a number of the device; here a plain pointer. */
typedef void *hipDeviceptr_t;


#endif
