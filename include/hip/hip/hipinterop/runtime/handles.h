/** The handles of streams and events. */
#ifndef GPUINTEROP_HIP_HANDLES_H
#define GPUINTEROP_HIP_HANDLES_H

/** Handles of a stream and an event. A handle is a number, not an address. A stale handle, or
 *  one of another kind, gives an error and never a crash. The two front ends share them: a
 *  cudaStream_t cast to hipStream_t is the same stream. */
typedef struct ihipStream_t *hipStream_t;
typedef struct ihipEvent_t *hipEvent_t;

/** Device code that is loaded on a device, a kernel of it, and device code that is being joined. */
typedef struct ihipModule_t *hipModule_t;
typedef struct ihipModuleSymbol_t *hipFunction_t;
typedef struct ihipLinkState_t *hipLinkState_t;

/** A device address; here a plain pointer. */
typedef void *hipDeviceptr_t;


#endif
