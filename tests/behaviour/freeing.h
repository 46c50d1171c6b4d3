/* What the questions of freeing.c free: how each thing is made, used and freed. */
#ifndef BEHAVIOUR_FREEING_H
#define BEHAVIOUR_FREEING_H

#include "behaviour.h"
#include "exporter.h"

enum which_freed {
    FREED_SMALL, FREED_LARGE, FREED_PITCHED, FREED_MANAGED, FREED_ORDERED, FREED_ASYNC,
    FREED_ASYNC_PLAIN, FREED_HOST, FREED_REGISTERED, FREED_ARRAY, FREED_CHAIN, FREED_MAPPED,
    FREED_MAPPED_LAST, FREED_EXTERNAL, FREED_EXTERNAL_MAPPED, FREED_SEMAPHORE, FREED_TEXTURE,
    FREED_SURFACE, FREED_STREAM, FREED_EVENT, FREED_POOL, FREED_OPENED, FREED_NULL,
    FREED_HOST_NULL, FREED_ARRAY_NULL, FREED_CHAIN_NULL,
    FREED_GARBAGE, FREED_MIDDLE, FREED_TWICE, FREED_HOST_GARBAGE, FREED_REGISTERED_GARBAGE,
    FREED_PINNED_AS_DEVICE, FREED_RESET, FREED_COUNT
};

/** One thing to be freed. */
struct thing {
    void *pointer;
    cudaArray_t array;
    cudaMipmappedArray_t chain;
    cudaExternalMemory_t memory;
    cudaExternalSemaphore_t semaphore;
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaMemPool_t pool;
    int from_other;                      /* fd: what another process sends */
};

/** A kind of thing; make and use may be NULL. */
struct freed {
    cudaError_t (*make)(struct thing *thing);
    cudaError_t (*use)(struct thing *thing, cudaStream_t stream);
    cudaError_t (*free)(struct thing *thing);
};

/** Has another process make memory and send its handle; the library has not been used yet.
 *  Owner: the caller has the fd that it comes from. */
int other_process_with_memory(void);

extern const struct freed all_freed[FREED_COUNT];

#endif
