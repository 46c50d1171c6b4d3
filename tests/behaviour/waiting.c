/* Questions about which of the newer calls wait for a stream that is held: order.c asks it of the
 * others, and says how. */
#include "behaviour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 65536u
#define ROWS 64u
#define ROW_BYTES 1024u

enum call {
    CALL_COPY_2D_UP, CALL_COPY_2D_UP_PINNED, CALL_COPY_2D_DOWN, CALL_COPY_2D_DEVICE,
    CALL_COPY_3D_UP, CALL_COPY_3D_DEVICE, CALL_SET_2D, CALL_SET_3D, CALL_SET_2D_PINNED,
    CALL_COPY_PEER, CALL_MALLOC_PITCH, CALL_MALLOC_MANAGED, CALL_FREE_MANAGED, CALL_REGISTER,
    CALL_UNREGISTER, CALL_MALLOC_ASYNC_SAME, CALL_FREE_ASYNC_SAME, CALL_FREE_OF_ASYNC,
    CALL_POOL_CREATE, CALL_POOL_DESTROY, CALL_POOL_TRIM, CALL_PREFETCH_SAME, CALL_ADVISE,
    CALL_ATTRIBUTES, CALL_MEMORY_INFO, CALL_IPC_HANDLE, CALL_SET_LIMIT, CALL_SET_CACHE_CONFIG,
    CALL_EVENT_DESTROY_PENDING, CALL_COPY_2D_ASYNC_UP_SAME, CALL_COPY_2D_ASYNC_DOWN_SAME,
    CALL_SET_2D_ASYNC_SAME, CALL_ATTACH_SAME, CALL_COPY_HOST_TO_HOST, CALL_COUNT
};

static const char *const call_names[CALL_COUNT] = {
    "memcpy_2d_up_pageable", "memcpy_2d_up_pinned", "memcpy_2d_down_pageable",
    "memcpy_2d_device_to_device", "memcpy_3d_up_pageable", "memcpy_3d_device_to_device",
    "memset_2d", "memset_3d", "memset_2d_pinned", "memcpy_peer", "malloc_pitch",
    "malloc_managed", "free_managed", "host_register", "host_unregister",
    "malloc_async_same_stream", "free_async_same_stream", "free_of_ordered_memory", "pool_create",
    "pool_destroy", "pool_trim", "prefetch_same_stream", "advise", "pointer_attributes",
    "memory_info", "ipc_handle", "set_limit", "set_cache_config", "event_destroy_pending",
    "memcpy_2d_async_up_pageable_same_stream", "memcpy_2d_async_down_pageable_same_stream",
    "memset_2d_async_same_stream", "attach_same_stream", "memcpy_host_to_host",
};

struct scene {
    cudaStream_t held;
    cudaEvent_t event;
    unsigned char *device, *device_2, *pinned, *host, *host_2, *managed, *page, *page_2;
    void *ordered;
    cudaMemPool_t pool, pool_2;
    enum call call;
};

static struct cudaMemPoolProps pool_wanted(void)
{
    struct cudaMemPoolProps wanted;
    memset(&wanted, 0, sizeof(wanted));
    wanted.allocType = cudaMemAllocationTypePinned;
    wanted.location.type = cudaMemLocationTypeDevice;
    return wanted;
}

static struct cudaMemLocation device_0(void)
{
    struct cudaMemLocation location;
    memset(&location, 0, sizeof(location));
    location.type = cudaMemLocationTypeDevice;
    return location;
}

static cudaError_t copy_3d(void *to, void *from, enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof(copy));
    copy.dstPtr.ptr = to;
    copy.srcPtr.ptr = from;
    copy.dstPtr.pitch = copy.srcPtr.pitch = ROW_BYTES;
    copy.dstPtr.xsize = copy.srcPtr.xsize = ROW_BYTES;
    copy.dstPtr.ysize = copy.srcPtr.ysize = ROWS / 2;
    copy.extent.width = ROW_BYTES / 2;
    copy.extent.height = ROWS / 2;
    copy.extent.depth = 2;
    copy.kind = kind;
    return cudaMemcpy3D(&copy);
}

static cudaError_t set_3d(void *to)
{
    struct cudaPitchedPtr pointer = {to, ROW_BYTES, ROW_BYTES, ROWS / 2};
    struct cudaExtent extent = {ROW_BYTES / 2, ROWS / 2, 2};
    return cudaMemset3D(pointer, 1, extent);
}

static cudaError_t do_copy(struct scene *s)
{
    const size_t row = ROW_BYTES;
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice;
    const enum cudaMemcpyKind down = cudaMemcpyDeviceToHost;
    switch ((int)s->call) {
    case CALL_COPY_2D_UP: return cudaMemcpy2D(s->device, row, s->host, row, 512, ROWS, up);
    case CALL_COPY_2D_UP_PINNED:
        return cudaMemcpy2D(s->device, row, s->pinned, row, 512, ROWS, up);
    case CALL_COPY_2D_DOWN: return cudaMemcpy2D(s->host, row, s->device, row, 512, ROWS, down);
    case CALL_COPY_2D_DEVICE:
        return cudaMemcpy2D(s->device, row, s->device_2, row, 512, ROWS, cudaMemcpyDeviceToDevice);
    case CALL_COPY_3D_UP: return copy_3d(s->device, s->host, up);
    case CALL_COPY_3D_DEVICE: return copy_3d(s->device, s->device_2, cudaMemcpyDeviceToDevice);
    case CALL_SET_2D: return cudaMemset2D(s->device, row, 1, 512, ROWS);
    case CALL_SET_3D: return set_3d(s->device);
    case CALL_SET_2D_PINNED: return cudaMemset2D(s->pinned, row, 1, 512, ROWS);
    case CALL_COPY_PEER: return cudaMemcpyPeer(s->device, 0, s->device_2, 0, BYTES);
    case CALL_COPY_HOST_TO_HOST:
        return cudaMemcpy(s->host_2, s->host, BYTES, cudaMemcpyHostToHost);
    case CALL_COPY_2D_ASYNC_UP_SAME:
        return cudaMemcpy2DAsync(s->device, row, s->host, row, 512, ROWS, up, s->held);
    case CALL_COPY_2D_ASYNC_DOWN_SAME:
        return cudaMemcpy2DAsync(s->host, row, s->device, row, 512, ROWS, down, s->held);
    default: return cudaMemset2DAsync(s->device, row, 1, 512, ROWS, s->held);
    }
}

static cudaError_t do_call(void *context)
{
    struct scene *s = context;
    void *fresh = NULL;
    size_t a = 0;
    size_t b = 0;
    struct cudaMemPoolProps wanted = pool_wanted();
    struct cudaPointerAttributes attributes;
    cudaIpcMemHandle_t handle;
    switch ((int)s->call) {
    case CALL_MALLOC_PITCH: return cudaMallocPitch(&fresh, &a, 1000, 64);
    case CALL_MALLOC_MANAGED: return cudaMallocManaged(&fresh, BYTES, cudaMemAttachGlobal);
    case CALL_FREE_MANAGED: return cudaFree(s->managed);
    case CALL_REGISTER: return cudaHostRegister(s->page, 4096, 0);
    case CALL_UNREGISTER: return cudaHostUnregister(s->page_2);
    case CALL_MALLOC_ASYNC_SAME: return cudaMallocAsync(&fresh, BYTES, s->held);
    case CALL_FREE_ASYNC_SAME: return cudaFreeAsync(s->ordered, s->held);
    case CALL_FREE_OF_ASYNC: return cudaFree(s->ordered);
    case CALL_POOL_CREATE: return cudaMemPoolCreate(&s->pool_2, &wanted);
    case CALL_POOL_DESTROY: return cudaMemPoolDestroy(s->pool);
    case CALL_POOL_TRIM: return cudaMemPoolTrimTo(s->pool, 0);
    case CALL_PREFETCH_SAME: return cudaMemPrefetchAsync(s->managed, 4096, device_0(), 0, s->held);
    case CALL_ADVISE:
        return cudaMemAdvise(s->managed, 4096, cudaMemAdviseSetReadMostly, device_0());
    case CALL_ATTRIBUTES: return cudaPointerGetAttributes(&attributes, s->device);
    case CALL_MEMORY_INFO: return cudaMemGetInfo(&a, &b);
    case CALL_IPC_HANDLE: return cudaIpcGetMemHandle(&handle, s->device);
    case CALL_SET_LIMIT: return cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1u << 20);
    case CALL_SET_CACHE_CONFIG: return cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
    case CALL_EVENT_DESTROY_PENDING: return cudaEventDestroy(s->event);
    case CALL_ATTACH_SAME: return cudaStreamAttachMemAsync(s->held, s->managed, 0, 1);
    default: return do_copy(s);
    }
}

static void set_scene(struct scene *s, bool blocking)
{
    static unsigned char pages[3 * 4096];
    struct cudaMemPoolProps wanted = pool_wanted();
    start_device();
    s->page = pages + (4096 - (uintptr_t)pages % 4096) % 4096;
    s->page_2 = s->page + 4096;
    s->device = obtain(DEVICE, BYTES);
    s->device_2 = obtain(DEVICE, BYTES);
    s->pinned = obtain(PINNED, BYTES);
    s->host = calloc(1, BYTES);
    s->host_2 = calloc(1, BYTES);
    if (s->call == CALL_UNREGISTER)
        answer("register", cudaHostRegister(s->page_2, 4096, 0));
    if (s->call == CALL_FREE_MANAGED || s->call == CALL_PREFETCH_SAME ||
        s->call == CALL_ADVISE || s->call == CALL_ATTACH_SAME)
        answer("managed", cudaMallocManaged((void **)&s->managed, BYTES, cudaMemAttachGlobal));
    if (s->call == CALL_FREE_ASYNC_SAME || s->call == CALL_FREE_OF_ASYNC)
        answer("ordered", cudaMallocAsync(&s->ordered, BYTES, NULL));
    if (s->call == CALL_POOL_DESTROY || s->call == CALL_POOL_TRIM)
        answer("pool", cudaMemPoolCreate(&s->pool, &wanted));
    answer("event", cudaEventCreate(&s->event));
    answer("stream", cudaStreamCreateWithFlags(&s->held, blocking ? 0 : cudaStreamNonBlocking));
    answer("synchronize", cudaDeviceSynchronize());
}

/* The argument is the call, and 1000 more where the held stream is a non-blocking one. */
static void ask_waits(int arg)
{
    struct scene scene;
    struct hold hold;
    struct attempt attempt = {do_call, &scene, cudaSuccess, false, 0};
    memset(&scene, 0, sizeof(scene));
    scene.call = (enum call)(arg % 1000);
    set_scene(&scene, arg < 1000);
    note("held", "%s", hold_stream(&hold, scene.held) ? "yes" : "no");
    answer("record", cudaEventRecord(scene.event, scene.held));
    bool in_time = returns_in_time(&attempt);
    let_go(&hold);
    finish_attempt(&attempt);
    note(call_names[scene.call], "%s %s", in_time ? "returns" : "waits",
         attempt.code == NOT_IN_THIS_VERSION ? "not in this version"
                                             : cudaGetErrorName(attempt.code));
    answer("end", cudaDeviceSynchronize());
}

#define WAITS(call, name)                                       \
    {"order.blocking_held_" name, ask_waits, call},             \
    {"order.non_blocking_held_" name, ask_waits, 1000 + call}

const struct question waiting_questions[] = {
    WAITS(CALL_COPY_2D_UP, "memcpy_2d_up"),
    WAITS(CALL_COPY_2D_UP_PINNED, "memcpy_2d_up_pinned"),
    WAITS(CALL_COPY_2D_DOWN, "memcpy_2d_down"),
    WAITS(CALL_COPY_2D_DEVICE, "memcpy_2d_device"),
    WAITS(CALL_COPY_3D_UP, "memcpy_3d_up"),
    WAITS(CALL_COPY_3D_DEVICE, "memcpy_3d_device"),
    WAITS(CALL_SET_2D, "memset_2d"),
    WAITS(CALL_SET_3D, "memset_3d"),
    WAITS(CALL_SET_2D_PINNED, "memset_2d_pinned"),
    WAITS(CALL_COPY_PEER, "memcpy_peer"),
    WAITS(CALL_MALLOC_PITCH, "malloc_pitch"),
    WAITS(CALL_MALLOC_MANAGED, "malloc_managed"),
    WAITS(CALL_FREE_MANAGED, "free_managed"),
    WAITS(CALL_REGISTER, "register"),
    WAITS(CALL_UNREGISTER, "unregister"),
    WAITS(CALL_MALLOC_ASYNC_SAME, "malloc_async"),
    WAITS(CALL_FREE_ASYNC_SAME, "free_async"),
    WAITS(CALL_FREE_OF_ASYNC, "free_of_ordered"),
    WAITS(CALL_POOL_CREATE, "pool_create"),
    WAITS(CALL_POOL_DESTROY, "pool_destroy"),
    WAITS(CALL_POOL_TRIM, "pool_trim"),
    WAITS(CALL_PREFETCH_SAME, "prefetch"),
    WAITS(CALL_ADVISE, "advise"),
    WAITS(CALL_ATTRIBUTES, "attributes"),
    WAITS(CALL_MEMORY_INFO, "memory_info"),
    WAITS(CALL_IPC_HANDLE, "ipc_handle"),
    WAITS(CALL_SET_LIMIT, "set_limit"),
    WAITS(CALL_SET_CACHE_CONFIG, "set_cache_config"),
    WAITS(CALL_EVENT_DESTROY_PENDING, "event_destroy"),
    WAITS(CALL_COPY_2D_ASYNC_UP_SAME, "memcpy_2d_async_up"),
    WAITS(CALL_COPY_2D_ASYNC_DOWN_SAME, "memcpy_2d_async_down"),
    WAITS(CALL_SET_2D_ASYNC_SAME, "memset_2d_async"),
    WAITS(CALL_ATTACH_SAME, "attach"),
    WAITS(CALL_COPY_HOST_TO_HOST, "memcpy_host_to_host"),
    {NULL, NULL, 0},
};
