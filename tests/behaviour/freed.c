/* The things that the questions of freeing.c free. */
#include "freeing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BYTES 65536u
#define LARGE_BYTES (64u << 20)

static struct cudaChannelFormatDesc bytes_4(void)
{
    struct cudaChannelFormatDesc format = {8, 8, 8, 8, cudaChannelFormatKindUnsigned};
    return format;
}

/* ---- making ---- */

static cudaError_t make_small(struct thing *t)
{
    return cudaMalloc(&t->pointer, BYTES);
}

static cudaError_t make_large(struct thing *t)
{
    return cudaMalloc(&t->pointer, LARGE_BYTES);
}

static cudaError_t make_pitched(struct thing *t)
{
    size_t pitch = 0;
    return cudaMallocPitch(&t->pointer, &pitch, 1024, 64);
}

static cudaError_t make_managed(struct thing *t)
{
    return cudaMallocManaged(&t->pointer, BYTES, cudaMemAttachGlobal);
}

static cudaError_t make_ordered(struct thing *t)
{
    return cudaMallocAsync(&t->pointer, BYTES, NULL);
}

static cudaError_t make_host(struct thing *t)
{
    return cudaHostAlloc(&t->pointer, BYTES, 0);
}

static cudaError_t make_registered(struct thing *t)
{
    t->pointer = aligned_alloc(4096, BYTES);
    return cudaHostRegister(t->pointer, BYTES, 0);
}

static cudaError_t make_array(struct thing *t)
{
    struct cudaChannelFormatDesc format = bytes_4();
    struct cudaExtent extent = {64, 64, 0};
    return cudaMalloc3DArray(&t->array, &format, extent, 2);
}

static cudaError_t make_chain(struct thing *t)
{
    struct cudaChannelFormatDesc format = bytes_4();
    struct cudaExtent extent = {64, 64, 0};
    cudaError_t code = cudaMallocMipmappedArray(&t->chain, &format, extent, 2, 2);
    if (code == cudaSuccess)
        code = cudaGetMipmappedArrayLevel(&t->array, t->chain, 0);
    return code;
}

static cudaError_t make_external(struct thing *t)
{
    struct cudaExternalMemoryHandleDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
    desc.handle.fd = exporter_memory(1u << 20, NULL);
    desc.size = 1u << 20;
    return cudaImportExternalMemory(&t->memory, &desc);
}

static cudaError_t make_mapped(struct thing *t)
{
    struct cudaExternalMemoryBufferDesc desc;
    cudaError_t code = make_external(t);
    memset(&desc, 0, sizeof(desc));
    desc.size = BYTES;
    if (code == cudaSuccess)
        code = cudaExternalMemoryGetMappedBuffer(&t->pointer, t->memory, &desc);
    return code;
}

static cudaError_t make_mapped_last(struct thing *t)
{
    cudaError_t code = make_mapped(t);
    return code == cudaSuccess ? cudaDestroyExternalMemory(t->memory) : code;
}

static cudaError_t make_semaphore(struct thing *t)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    desc.handle.fd = exporter_semaphore(true);
    return cudaImportExternalSemaphore(&t->semaphore, &desc);
}

static cudaError_t make_texture(struct thing *t)
{
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    cudaError_t code = make_array(t);
    memset(&resource, 0, sizeof(resource));
    memset(&texture, 0, sizeof(texture));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = t->array;
    return code == cudaSuccess ? cudaCreateTextureObject(&t->texture, &resource, &texture, NULL)
                               : code;
}

static cudaError_t make_surface(struct thing *t)
{
    struct cudaResourceDesc resource;
    cudaError_t code = make_array(t);
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = t->array;
    return code == cudaSuccess ? cudaCreateSurfaceObject(&t->surface, &resource) : code;
}

static cudaError_t make_stream(struct thing *t)
{
    return cudaStreamCreate(&t->stream);
}

static cudaError_t make_event(struct thing *t)
{
    return cudaEventCreate(&t->event);
}

static cudaError_t make_pool(struct thing *t)
{
    struct cudaMemPoolProps wanted;
    memset(&wanted, 0, sizeof(wanted));
    wanted.allocType = cudaMemAllocationTypePinned;
    wanted.location.type = cudaMemLocationTypeDevice;
    cudaError_t code = cudaMemPoolCreate(&t->pool, &wanted);
    if (code == cudaSuccess)
        code = cudaMallocFromPoolAsync(&t->pointer, BYTES, t->pool, NULL);
    return code == cudaSuccess ? cudaFreeAsync(t->pointer, NULL) : code;
}

static cudaError_t make_freed(struct thing *t)
{
    cudaError_t code = make_small(t);
    return code == cudaSuccess ? cudaFree(t->pointer) : code;
}

/* Another process makes the memory, before this one has touched the library, and lives on. */
static cudaError_t make_opened(struct thing *t)
{
    cudaIpcMemHandle_t handle;
    return read(t->from_other, &handle, sizeof(handle)) == (ssize_t)sizeof(handle)
               ? cudaIpcOpenMemHandle(&t->pointer, handle, 1)
               : (cudaError_t)1;
}

int other_process_with_memory(void)
{
    int ends[2];
    int life[2];
    void *memory = NULL;
    cudaIpcMemHandle_t handle;
    char byte;
    if (pipe(ends) != 0 || pipe(life) != 0 || fork() != 0) {
        (void)close(life[0]);                /* life[1] stays open as long as this process lives */
        (void)close(ends[1]);                /* a read ends with a child that shares nothing */
        return ends[0];
    }
    (void)close(life[1]);
    if (cudaMalloc(&memory, BYTES) == cudaSuccess &&
        cudaIpcGetMemHandle(&handle, memory) == cudaSuccess &&
        write(ends[1], &handle, sizeof(handle)) == (ssize_t)sizeof(handle))
        (void)!read(life[0], &byte, 1);
    _exit(0);
}

/* ---- using ---- */

static cudaError_t use_pointer(struct thing *t, cudaStream_t stream)
{
    return cudaMemsetAsync(t->pointer, 0x5a, 4096, stream);
}

static cudaError_t use_array(struct thing *t, cudaStream_t stream)
{
    void *from = NULL;
    cudaError_t code = cudaHostAlloc(&from, 64 * 64 * 4, 0);
    return code == cudaSuccess ? cudaMemcpy2DToArrayAsync(t->array, 0, 0, from, 256, 256, 64,
                                                          cudaMemcpyHostToDevice, stream)
                               : code;
}

static cudaError_t use_semaphore(struct thing *t, cudaStream_t stream)
{
    struct cudaExternalSemaphoreSignalParams signal;
    memset(&signal, 0, sizeof(signal));
    signal.params.fence.value = 1;
    return cudaSignalExternalSemaphoresAsync(&t->semaphore, &signal, 1, stream);
}

static cudaError_t use_event(struct thing *t, cudaStream_t stream)
{
    return cudaEventRecord(t->event, stream);
}

/* ---- freeing ---- */

static cudaError_t free_pointer(struct thing *t)
{
    return cudaFree(t->pointer);
}

static cudaError_t free_async(struct thing *t)
{
    return cudaFreeAsync(t->pointer, numbered_stream(2));
}

static cudaError_t free_host(struct thing *t)
{
    return cudaFreeHost(t->pointer);
}

static cudaError_t unregister(struct thing *t)
{
    return cudaHostUnregister(t->pointer);
}

static cudaError_t free_array(struct thing *t)
{
    return cudaFreeArray(t->array);
}

static cudaError_t free_chain(struct thing *t)
{
    return cudaFreeMipmappedArray(t->chain);
}

static cudaError_t destroy_external(struct thing *t)
{
    return cudaDestroyExternalMemory(t->memory);
}

static cudaError_t destroy_semaphore(struct thing *t)
{
    return cudaDestroyExternalSemaphore(t->semaphore);
}

static cudaError_t destroy_texture(struct thing *t)
{
    return cudaDestroyTextureObject(t->texture);
}

static cudaError_t destroy_surface(struct thing *t)
{
    return cudaDestroySurfaceObject(t->surface);
}

static cudaError_t destroy_stream(struct thing *t)
{
    return cudaStreamDestroy(t->stream);
}

static cudaError_t destroy_event(struct thing *t)
{
    return cudaEventDestroy(t->event);
}

static cudaError_t destroy_pool(struct thing *t)
{
    return cudaMemPoolDestroy(t->pool);
}

static cudaError_t close_opened(struct thing *t)
{
    return cudaIpcCloseMemHandle(t->pointer);
}

static cudaError_t free_garbage(struct thing *t)
{
    (void)t;
    return cudaFree(GARBAGE);
}

static cudaError_t free_host_garbage(struct thing *t)
{
    (void)t;
    return cudaFreeHost(GARBAGE);
}

static cudaError_t unregister_garbage(struct thing *t)
{
    (void)t;
    return cudaHostUnregister(GARBAGE);
}

static cudaError_t free_middle(struct thing *t)
{
    return cudaFree((char *)t->pointer + 256);
}

static cudaError_t reset(struct thing *t)
{
    (void)t;
    return cudaDeviceReset();
}

const struct freed all_freed[FREED_COUNT] = {
    [FREED_SMALL] = {make_small, use_pointer, free_pointer},
    [FREED_LARGE] = {make_large, use_pointer, free_pointer},
    [FREED_PITCHED] = {make_pitched, use_pointer, free_pointer},
    [FREED_MANAGED] = {make_managed, use_pointer, free_pointer},
    [FREED_ORDERED] = {make_ordered, use_pointer, free_pointer},
    [FREED_ASYNC] = {make_ordered, use_pointer, free_async},
    [FREED_ASYNC_PLAIN] = {make_small, use_pointer, free_async},
    [FREED_HOST] = {make_host, use_pointer, free_host},
    [FREED_REGISTERED] = {make_registered, use_pointer, unregister},
    [FREED_ARRAY] = {make_array, use_array, free_array},
    [FREED_CHAIN] = {make_chain, use_array, free_chain},
    [FREED_MAPPED] = {make_mapped, use_pointer, free_pointer},
    [FREED_MAPPED_LAST] = {make_mapped_last, use_pointer, free_pointer},
    [FREED_EXTERNAL] = {make_external, NULL, destroy_external},
    [FREED_EXTERNAL_MAPPED] = {make_mapped, use_pointer, destroy_external},
    [FREED_SEMAPHORE] = {make_semaphore, use_semaphore, destroy_semaphore},
    [FREED_TEXTURE] = {make_texture, use_array, destroy_texture},
    [FREED_SURFACE] = {make_surface, use_array, destroy_surface},
    [FREED_STREAM] = {make_stream, NULL, destroy_stream},
    [FREED_EVENT] = {make_event, use_event, destroy_event},
    [FREED_POOL] = {make_pool, NULL, destroy_pool},
    [FREED_OPENED] = {make_opened, use_pointer, close_opened},
    [FREED_NULL] = {NULL, NULL, free_pointer},
    [FREED_HOST_NULL] = {NULL, NULL, free_host},
    [FREED_ARRAY_NULL] = {NULL, NULL, free_array},
    [FREED_CHAIN_NULL] = {NULL, NULL, free_chain},
    [FREED_GARBAGE] = {NULL, NULL, free_garbage},
    [FREED_MIDDLE] = {make_small, use_pointer, free_middle},
    [FREED_TWICE] = {make_freed, NULL, free_pointer},
    [FREED_HOST_GARBAGE] = {NULL, NULL, free_host_garbage},
    [FREED_REGISTERED_GARBAGE] = {NULL, NULL, unregister_garbage},
    [FREED_PINNED_AS_DEVICE] = {make_host, use_pointer, free_pointer},
    [FREED_RESET] = {NULL, NULL, reset},
};
