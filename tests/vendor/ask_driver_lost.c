/* What each family of calls answers on a device that no longer works: after a kernel that traps, or
 * on the fake driver, which a test can let lose its device. Objects are made before that. */
#include "ask_driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { BYTES = 1 << 16, TRAPPED = 719 };

#define ASK(function, ...) \
    say("lost.%s: %d", DRIVER_STRING(function), DRIVER_CALL(function, __VA_ARGS__))
#define ASK_AS(name, function, ...) \
    say("lost.%s." name ": %d", DRIVER_STRING(function), DRIVER_CALL(function, __VA_ARGS__))
#define NEED_IT(call) \
    do { \
        int code_ = call; \
        if (code_ != 0) { \
            fprintf(stderr, "%s: %d\n", #call, code_); \
            exit(1); \
        } \
    } while (0)
#define NEED(function, ...) NEED_IT(DRIVER_CALL(function, __VA_ARGS__))

static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n.visible .global .align 4 .u32 word;\n"
    ".visible .entry ends(.param .u64 unused)\n{\ntrap;\nret;\n}\n";

/* What was made while the device worked. */
static struct objects {
    CUcontext context;
    CUdeviceptr device, other, managed, in_order, reserved;
    CUmemGenericAllocationHandle pages;
    CUmemoryPool pool;
    CUstream stream;
    CUevent event, second;
    CUarray array;
    CUmipmappedArray mipmapped;
    CUtexObject texture;
    CUsurfObject surface;
    CUmodule module;
    CUlibrary library;
    CUkernel kernel;
    CUfunction function;
    CUlinkState link;
    void *host, *mine;
    size_t page_bytes;
} made;

static const CUmemAllocationProp of_device = {
    .type = CU_MEM_ALLOCATION_TYPE_PINNED,
    .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE },
};
static const CUDA_ARRAY_DESCRIPTOR flat = { .Width = 32, .Height = 16, .NumChannels = 1,
                                            .Format = CU_AD_FORMAT_UNSIGNED_INT8 };
static const CUDA_ARRAY3D_DESCRIPTOR stored = { .Width = 32, .Height = 16, .NumChannels = 1,
                                                .Format = CU_AD_FORMAT_UNSIGNED_INT8,
                                                .Flags = CUDA_ARRAY3D_SURFACE_LDST };
static const CUDA_RESOURCE_DESC no_resource = { .resType = CU_RESOURCE_TYPE_ARRAY };
static const CUDA_TEXTURE_DESC sampling = { .flags = CU_TRSF_READ_AS_INTEGER };
static const CUmemPoolProps pool_of_device = {
    .allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE },
};

static void make_memory(void)
{
    NEED(cuMemAlloc, &made.device, BYTES);
    NEED(cuMemAlloc, &made.other, BYTES);
    NEED(cuMemAllocManaged, &made.managed, BYTES, CU_MEM_ATTACH_GLOBAL);
    NEED(cuMemAllocHost, &made.host, BYTES);
    made.mine = aligned_alloc(4096, BYTES);
    NEED(cuMemHostRegister, made.mine, BYTES, 0);
    NEED(cuMemPoolCreate, &made.pool, &pool_of_device);
    NEED(cuMemAllocAsync, &made.in_order, BYTES, made.stream);
    NEED(cuMemGetAllocationGranularity, &made.page_bytes, &of_device,
         CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    NEED(cuMemAddressReserve, &made.reserved, 2 * made.page_bytes, 0, 0, 0);
    NEED(cuMemCreate, &made.pages, made.page_bytes, &of_device, 0);
    NEED(cuMemMap, made.reserved, made.page_bytes, 0, made.pages, 0);
}

static void make_objects(void)
{
    CUDA_RESOURCE_DESC resource = no_resource;

    NEED(cuInit, 0);
    NEED(cuCtxCreate, &made.context, NULL, 0, 0);
    NEED(cuStreamCreate, &made.stream, CU_STREAM_NON_BLOCKING);
    NEED(cuEventCreate, &made.event, 0);
    NEED(cuEventCreate, &made.second, 0);
    make_memory();
    NEED(cuArray3DCreate, &made.array, &stored);
    NEED(cuMipmappedArrayCreate, &made.mipmapped, &stored, 2);
    resource.res.array.hArray = made.array;
    NEED(cuTexObjectCreate, &made.texture, &resource, &sampling, NULL);
    NEED(cuSurfObjectCreate, &made.surface, &resource);
    NEED(cuModuleLoadData, &made.module, code);
    NEED(cuModuleGetFunction, &made.function, made.module, "ends");
    NEED(cuLibraryLoadData, &made.library, code, NULL, NULL, 0, NULL, NULL, 0);
    NEED(cuLibraryGetKernel, &made.kernel, made.library, "ends");
    NEED(cuLinkCreate, 0, NULL, NULL, &made.link);
    NEED(cuEventRecord, made.event, made.stream);
    NEED(cuEventRecord, made.second, made.stream);
    NEED(cuStreamSynchronize, made.stream);
}

static int launch(void)
{
    CUdeviceptr unused = made.device;
    void *arguments[] = { &unused };

    return DRIVER_CALL(cuLaunchKernel, made.function, 1, 1, 1, 1, 1, 1, 0, made.stream, arguments,
                       NULL);
}

static void lose_device(void)
{
    void *symbol = dlsym(driver.library, "gifake_lose_device");

    if (symbol != NULL)
        (*(void (*)(uint32_t))symbol)(0);
    else
        NEED_IT(launch());
    (void)DRIVER_CALL(cuMemsetD8Async, made.device, 1, BYTES, made.stream);
    say("lost.first: %d", DRIVER_CALL(cuStreamSynchronize, made.stream));
}

static void ask_device(void)
{
    CUdevice device;
    CUuuid uuid;
    char name[100];
    size_t bytes;
    int number;

    ASK(cuInit, 0);
    ASK(cuDriverGetVersion, &number);
    ASK(cuDeviceGetCount, &number);
    ASK(cuDeviceGet, &device, 0);
    ASK(cuDeviceGetName, name, 100, 0);
    ASK(cuDeviceGetUuid, &uuid, 0);
    ASK(cuDeviceTotalMem, &bytes, 0);
    ASK(cuDeviceGetAttribute, &number, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0);
    ASK(cuDeviceGetPCIBusId, name, 100, 0);
    ASK(cuDeviceCanAccessPeer, &number, 0, 0);
}

static void ask_context(void)
{
    CUcontext context = NULL;
    CUfunc_cache cache;
    unsigned long long id;
    unsigned int flags;
    size_t bytes;
    int low, high;
    CUdevice device;

    ASK(cuCtxGetCurrent, &context);
    ASK(cuCtxGetDevice, &device);
    ASK(cuCtxGetFlags, &flags);
    ASK(cuCtxGetApiVersion, made.context, &flags);
    ASK(cuCtxGetId, made.context, &id);
    ASK(cuCtxSynchronize);
    ASK(cuCtxGetLimit, &bytes, CU_LIMIT_PRINTF_FIFO_SIZE);
    ASK(cuCtxSetLimit, CU_LIMIT_PRINTF_FIFO_SIZE, 1 << 20);
    ASK(cuCtxGetCacheConfig, &cache);
    ASK(cuCtxSetCacheConfig, CU_FUNC_CACHE_PREFER_NONE);
    ASK(cuCtxGetStreamPriorityRange, &low, &high);
    ASK(cuCtxResetPersistingL2Cache);
    ASK(cuCtxRecordEvent, made.context, made.event);
    ASK(cuCtxWaitEvent, made.context, made.event);
    ASK(cuCtxSetCurrent, made.context);
    ASK(cuCtxPushCurrent, made.context);
    ASK(cuCtxPopCurrent, &context);
    ASK(cuDevicePrimaryCtxGetState, 0, &flags, &low);
}

static void ask_memory(void)
{
    static _Alignas(4096) unsigned char pages[BYTES];
    CUdeviceptr pointer = 0;
    size_t bytes, pitch;
    unsigned int number;
    void *host;

    ASK(cuMemGetInfo, &bytes, &pitch);
    ASK(cuMemAlloc, &pointer, BYTES);
    ASK(cuMemAllocPitch, &pointer, &pitch, 100, 100, 4);
    ASK(cuMemAllocManaged, &pointer, BYTES, CU_MEM_ATTACH_GLOBAL);
    ASK(cuMemAllocHost, &host, BYTES);
    ASK(cuMemHostAlloc, &host, BYTES, 0);
    ASK(cuMemHostRegister, pages, BYTES, 0);
    ASK(cuMemHostGetDevicePointer, &pointer, made.host, 0);
    ASK(cuMemHostGetFlags, &number, made.host);
    ASK(cuMemGetAddressRange, &pointer, &bytes, made.device);
    ASK(cuPointerGetAttribute, &number, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, made.device);
    ASK(cuMemAllocAsync, &pointer, BYTES, made.stream);
    ASK(cuMemAllocFromPoolAsync, &pointer, BYTES, made.pool, made.stream);
    ASK(cuMemPoolCreate, &made.pool, &pool_of_device);
    ASK(cuMemPoolTrimTo, made.pool, 0);
    ASK(cuMemPoolGetAttribute, made.pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &bytes);
    ASK(cuMemMap, made.reserved + made.page_bytes, made.page_bytes, 0, made.pages, 0);
    ASK(cuMemAddressReserve, &pointer, made.page_bytes, 0, 0, 0);
    ASK(cuMemCreate, &(CUmemGenericAllocationHandle){ 0 }, made.page_bytes, &of_device, 0);
    ASK(cuMemGetAllocationGranularity, &bytes, &of_device, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    ASK(cuMemSetAccess, made.reserved, made.page_bytes,
        &(CUmemAccessDesc){ of_device.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE }, 1);
    ASK(cuIpcGetMemHandle, &(CUipcMemHandle){ { 0 } }, made.device);
}

static void ask_copies_and_fills(void)
{
    static unsigned char bytes[BYTES];
    CUDA_MEMCPY2D box = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = bytes, .srcPitch = 32,
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = made.array,
                          .WidthInBytes = 32, .Height = 16 };

    ASK(cuMemcpy, made.device, made.other, BYTES);
    ASK(cuMemcpyHtoD, made.device, bytes, BYTES);
    ASK(cuMemcpyDtoH, bytes, made.device, BYTES);
    ASK(cuMemcpyDtoD, made.device, made.other, BYTES);
    ASK(cuMemcpy2D, &box);
    ASK(cuMemcpy2DAsync, &box, made.stream);
    ASK(cuMemcpyAsync, made.device, made.other, BYTES, made.stream);
    ASK(cuMemcpyHtoDAsync, made.device, bytes, BYTES, made.stream);
    ASK(cuMemcpyDtoHAsync, bytes, made.device, BYTES, made.stream);
    ASK_AS("none", cuMemcpyDtoH, bytes, made.device, 0);
    ASK(cuMemsetD8, made.device, 1, BYTES);
    ASK(cuMemsetD32Async, made.device, 1, BYTES / 4, made.stream);
    ASK(cuMemPrefetchAsync, made.managed, BYTES, of_device.location, 0, made.stream);
}

static void CUDA_CB in_order(void *unused)
{
    (void)unused;
}

static void ask_lost_streams(void)
{
    CUstream stream;
    CUevent event;
    unsigned int flags;
    float time;
    int priority;
    CUcontext context;

    ASK(cuStreamCreate, &stream, 0);
    ASK(cuStreamCreateWithPriority, &stream, 0, 0);
    ASK(cuStreamQuery, made.stream);
    ASK_AS("legacy", cuStreamQuery, NULL);
    ASK(cuStreamSynchronize, made.stream);
    ASK(cuStreamGetFlags, made.stream, &flags);
    ASK(cuStreamGetPriority, made.stream, &priority);
    ASK(cuStreamGetCtx, made.stream, &context);
    ASK(cuStreamWaitEvent, made.stream, made.event, 0);
    ASK(cuLaunchHostFunc, made.stream, in_order, NULL);
    ASK(cuStreamAttachMemAsync, made.stream, made.managed, 0, CU_MEM_ATTACH_GLOBAL);
    ASK(cuStreamWriteValue32, made.stream, made.device, 1, 0);
    ASK(cuStreamWaitValue32, made.stream, made.device, 0, CU_STREAM_WAIT_VALUE_GEQ);
    ASK(cuEventCreate, &event, 0);
    ASK(cuEventRecord, made.event, made.stream);
    ASK(cuEventQuery, made.event);
    ASK_AS("earlier", cuEventQuery, made.second);
    ASK(cuEventSynchronize, made.event);
    ASK_AS("earlier", cuEventSynchronize, made.second);
    ASK(cuEventElapsedTime, &time, made.second, made.second);
}

static void ask_arrays_and_code(void)
{
    CUDA_RESOURCE_DESC resource = no_resource;
    CUarray array;
    CUmipmappedArray mipmapped;
    CUDA_ARRAY_DESCRIPTOR told;
    CUtexObject texture;
    CUsurfObject surface;
    CUmodule module;
    CUfunction function;
    CUlibrary library;
    CUdeviceptr pointer;
    CUlinkState link;
    size_t bytes;
    int number;

    ASK(cuArrayCreate, &array, &flat);
    ASK(cuMipmappedArrayCreate, &mipmapped, &stored, 2);
    ASK(cuArrayGetDescriptor, &told, made.array);
    ASK(cuMipmappedArrayGetLevel, &array, made.mipmapped, 1);
    resource.res.array.hArray = made.array;
    ASK(cuTexObjectCreate, &texture, &resource, &sampling, NULL);
    ASK(cuTexObjectGetResourceDesc, &resource, made.texture);
    ASK(cuSurfObjectCreate, &surface, &resource);
    ASK(cuModuleLoadData, &module, code);
    ASK(cuModuleGetFunction, &function, made.module, "ends");
    ASK(cuModuleGetGlobal, &pointer, &bytes, made.module, "word");
    ASK(cuLibraryLoadData, &library, code, NULL, NULL, 0, NULL, NULL, 0);
    ASK(cuKernelGetFunction, &function, made.kernel);
    ASK(cuFuncGetAttribute, &number, CU_FUNC_ATTRIBUTE_NUM_REGS, made.function);
    ASK(cuFuncSetCacheConfig, made.function, CU_FUNC_CACHE_PREFER_NONE);
    ASK(cuOccupancyMaxActiveBlocksPerMultiprocessor, &number, made.function, 32, 0);
    ASK(cuLinkCreate, 0, NULL, NULL, &link);
    say("lost.cuLaunchKernel: %d", launch());
}

static void ask_ends(void)
{
    CUcontext context;

    ASK(cuTexObjectDestroy, made.texture);
    ASK(cuSurfObjectDestroy, made.surface);
    ASK(cuMipmappedArrayDestroy, made.mipmapped);
    ASK(cuArrayDestroy, made.array);
    ASK(cuLinkDestroy, made.link);
    ASK(cuModuleUnload, made.module);
    ASK(cuLibraryUnload, made.library);
    ASK(cuMemUnmap, made.reserved, made.page_bytes);
    ASK(cuMemRelease, made.pages);
    ASK(cuMemAddressFree, made.reserved, 2 * made.page_bytes);
    ASK(cuMemFreeAsync, made.in_order, made.stream);
    ASK(cuMemPoolDestroy, made.pool);
    ASK(cuMemHostUnregister, made.mine);
    ASK(cuMemFreeHost, made.host);
    ASK_AS("managed", cuMemFree, made.managed);
    ASK(cuMemFree, made.device);
    ASK_AS("again", cuMemFree, made.device);
    ASK(cuEventDestroy, made.event);
    ASK(cuStreamDestroy, made.stream);
    ASK(cuCtxDestroy, made.context);
    ASK_AS("after", cuCtxGetCurrent, &context);
    ASK_AS("again", cuCtxCreate, &context, NULL, 0, 0);
    ASK_AS("again", cuMemAlloc, &made.device, BYTES);
    ASK_AS("again", cuCtxSynchronize);
    ASK(cuDevicePrimaryCtxRetain, &context, 0);
    ASK(cuDevicePrimaryCtxRelease, 0);
    ASK(cuDevicePrimaryCtxReset, 0);
}

void ask_lost(void)
{
    make_objects();
    lose_device();
    ask_device();
    ask_context();
    ask_memory();
    ask_copies_and_fills();
    ask_lost_streams();
    ask_arrays_and_code();
    ask_ends();
}
