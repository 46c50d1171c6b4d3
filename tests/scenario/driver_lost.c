/** CUDA's driver interface on a device that is lost, beside a second one: the fake driver's.
 *  Work on the lost one fails and says why, waits return, questions about what the process has are
 *  answered, and objects can be destroyed. */
#include "driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/background.h"
#include "fake.h"
#include "gpuinterop.h"
#include "test_cases.h"

enum { HERE, BESIDE, DEVICES, BYTES = 1 << 16, WAITERS = 3 };

/* Made while the device worked. */
static struct {
    CUcontext context, beside;
    CUdeviceptr memory, other, managed, in_order;
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
} made;

static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n.visible .global .align 4 .u32 word;\n"
    ".visible .entry nothing(.param .u64 unused)\n{\nret;\n}\n";
static const CUmemAllocationProp of_device = {
    .type = CU_MEM_ALLOCATION_TYPE_PINNED,
    .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE, .id = HERE },
};
static const CUmemPoolProps pool_of_device = {
    .allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
    .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE, .id = HERE },
};
static const CUDA_ARRAY3D_DESCRIPTOR flat = {
    .Width = 32, .Height = 16, .NumChannels = 1, .Format = CU_AD_FORMAT_UNSIGNED_INT8,
    .Flags = CUDA_ARRAY3D_SURFACE_LDST,
};
static const CUDA_TEXTURE_DESC sampling = { .flags = CU_TRSF_READ_AS_INTEGER };

/* ---- before --------------------------------------------------------------------------------- */

static void make_memory(void)
{
    OK(cuMemAlloc(&made.memory, BYTES));
    OK(cuMemAlloc(&made.other, BYTES));
    OK(cuMemAllocManaged(&made.managed, BYTES, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemAllocHost(&made.host, BYTES));
    made.mine = aligned_alloc(4096, BYTES);
    OK(cuMemHostRegister(made.mine, BYTES, 0));
    OK(cuMemPoolCreate(&made.pool, &pool_of_device));
    OK(cuMemAllocAsync(&made.in_order, BYTES, made.stream));
}

static void make_objects(void)
{
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_ARRAY };

    OK(cuArray3DCreate(&made.array, &flat));
    OK(cuMipmappedArrayCreate(&made.mipmapped, &flat, 2));
    resource.res.array.hArray = made.array;
    OK(cuTexObjectCreate(&made.texture, &resource, &sampling, NULL));
    OK(cuSurfObjectCreate(&made.surface, &resource));
    OK(cuModuleLoadData(&made.module, code));
    OK(cuModuleGetFunction(&made.function, made.module, "nothing"));
    OK(cuLibraryLoadData(&made.library, code, NULL, NULL, 0, NULL, NULL, 0));
    OK(cuLibraryGetKernel(&made.kernel, made.library, "nothing"));
    OK(cuLinkCreate(0, NULL, NULL, &made.link));
}

/* What waits while the device is lost. */
static void *wait_for_stream(void *out_code)
{
    *(int *)out_code = (int)cuStreamSynchronize(made.stream);
    return NULL;
}

static void *wait_for_event(void *out_code)
{
    *(int *)out_code = (int)cuEventSynchronize(made.second);
    return NULL;
}

static void *wait_for_context(void *out_code)
{
    *(int *)out_code = (int)cuCtxSetCurrent(made.context);
    if (*(int *)out_code == CUDA_SUCCESS)
        *(int *)out_code = (int)cuCtxSynchronize();
    return NULL;
}

TEST_CASE(lose_device)
{
    void *(*const wait[WAITERS])(void *) = { wait_for_stream, wait_for_event, wait_for_context };
    pthread_t threads[WAITERS];
    int codes[WAITERS];

    OK(cuCtxCreate(&made.beside, NULL, 0, BESIDE));
    OK(cuCtxCreate(&made.context, NULL, 0, HERE));
    OK(cuStreamCreate(&made.stream, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&made.event, 0));
    OK(cuEventCreate(&made.second, 0));
    make_memory();
    make_objects();
    OK(cuEventRecord(made.event, made.stream));
    OK(cuStreamSynchronize(made.stream));
    for (uint32_t i = 0; i < 4; i++)
        gifake_pause_queue(HERE, i);
    OK(cuMemsetD8Async(made.memory, 1, BYTES, made.stream));
    OK(cuEventRecord(made.second, made.stream));
    IS(cuStreamQuery(made.stream), CUDA_ERROR_NOT_READY);
    for (int i = 0; i < WAITERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, wait[i], &codes[i]), 0);
    assert_true(gifake_wait_callers(HERE, WAITERS));
    gifake_lose_device(HERE);
    for (int i = 0; i < WAITERS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < WAITERS; i++)
        assert_int_equal(codes[i], CUDA_ERROR_LAUNCH_FAILED);
}

/* ---- what calls answer ----------------------------------------------------------------------- */

static int wrong;

/* The loss, and a sentence that says so. All wrong answers are printed before the test fails. */
static void expect_lost(CUresult result, const char *call)
{
    if (result == CUDA_ERROR_LAUNCH_FAILED &&
        strstr(gpuinterop_last_error_detail(), "is lost") != NULL)
        return;
    print_message("%s: %d, \"%s\"\n", call, (int)result, gpuinterop_last_error_detail());
    wrong++;
}
#define LOST(call) expect_lost((call), #call)

/* At the end of a test; each has its own wrong answers. */
static void expect_nothing_wrong(void)
{
    int count = wrong;

    wrong = 0;
    assert_int_equal(count, 0);
}

TEST_CASE(contexts)
{
    LOST(cuCtxSynchronize());
    LOST(cuCtxSynchronize_v2(made.context));
    LOST(cuCtxRecordEvent(made.context, made.event));
    LOST(cuCtxWaitEvent(made.context, made.event));
    LOST(cuCtxCreate(&(CUcontext){ NULL }, NULL, 0, HERE));
    LOST(cuDevicePrimaryCtxRetain(&(CUcontext){ NULL }, HERE));
    expect_nothing_wrong();
}

TEST_CASE(memory)
{
    CUdeviceptr pointer;
    size_t bytes, pitch;
    void *host, *mine = aligned_alloc(4096, BYTES);

    LOST(cuMemGetInfo(&bytes, &pitch));
    LOST(cuMemAlloc(&pointer, BYTES));
    LOST(cuMemAllocPitch(&pointer, &pitch, 100, 100, 4));
    LOST(cuMemAllocManaged(&pointer, BYTES, CU_MEM_ATTACH_GLOBAL));
    LOST(cuMemAllocHost(&host, BYTES));
    LOST(cuMemHostAlloc(&host, BYTES, 0));
    LOST(cuMemHostRegister(mine, BYTES, 0));
    LOST(cuMemAllocAsync(&pointer, BYTES, made.stream));
    LOST(cuMemAllocFromPoolAsync(&pointer, BYTES, made.pool, made.stream));
    free(mine);
    expect_nothing_wrong();
}

TEST_CASE(copies_and_fills)
{
    static unsigned char bytes[BYTES];
    CUDA_MEMCPY2D box = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = bytes, .srcPitch = 32,
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = made.array,
                          .WidthInBytes = 32, .Height = 16 };

    LOST(cuMemcpy(made.memory, made.other, BYTES));
    LOST(cuMemcpyHtoD(made.memory, bytes, BYTES));
    LOST(cuMemcpyDtoH(bytes, made.memory, BYTES));
    LOST(cuMemcpyDtoD(made.memory, made.other, BYTES));
    LOST(cuMemcpyPeer(made.memory, made.context, made.other, made.context, BYTES));
    LOST(cuMemcpy2D(&box));
    LOST(cuMemcpy2DAsync(&box, made.stream));
    LOST(cuMemcpyAsync(made.memory, made.other, BYTES, made.stream));
    LOST(cuMemcpyHtoDAsync(made.memory, bytes, BYTES, made.stream));
    LOST(cuMemcpyDtoHAsync(bytes, made.memory, BYTES, made.stream));
    LOST(cuMemcpyDtoH(bytes, made.memory, 0));
    LOST(cuMemsetD8(made.memory, 1, BYTES));
    LOST(cuMemsetD32Async(made.memory, 1, BYTES / 4, made.stream));
    LOST(cuMemPrefetchAsync(made.managed, BYTES, of_device.location, 0, made.stream));
    expect_nothing_wrong();
}

static void CUDA_CB unused_function(void *unused)
{
    (void)unused;
}

TEST_CASE(streams_and_events)
{
    CUstream stream;
    CUevent event;
    float time;

    LOST(cuStreamCreate(&stream, 0));
    LOST(cuStreamCreateWithPriority(&stream, 0, 0));
    LOST(cuStreamQuery(made.stream));
    LOST(cuStreamQuery(NULL));
    LOST(cuStreamSynchronize(made.stream));
    LOST(cuStreamSynchronize(NULL));
    LOST(cuStreamWaitEvent(made.stream, made.event, 0));
    LOST(cuLaunchHostFunc(made.stream, unused_function, NULL));
    LOST(cuStreamAttachMemAsync(made.stream, made.managed, 0, CU_MEM_ATTACH_GLOBAL));
    LOST(cuStreamWriteValue32(made.stream, made.memory, 1, 0));
    LOST(cuStreamWaitValue32(made.stream, made.memory, 1, 0));
    LOST(cuEventCreate(&event, 0));
    LOST(cuEventRecord(made.event, made.stream));
    LOST(cuEventQuery(made.second));
    LOST(cuEventQuery(made.event));
    LOST(cuEventSynchronize(made.second));
    LOST(cuEventSynchronize(made.event));
    LOST(cuEventElapsedTime(&time, made.event, made.event));
    expect_nothing_wrong();
}

TEST_CASE(arrays_and_textures)
{
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_ARRAY,
                                    .res.array.hArray = made.array };
    CUDA_ARRAY_DESCRIPTOR descriptor = { .Width = 8, .Height = 8, .NumChannels = 1,
                                         .Format = CU_AD_FORMAT_UNSIGNED_INT8 };
    CUmipmappedArray mipmapped;
    CUtexObject texture;
    CUsurfObject surface;
    CUarray array;

    LOST(cuArrayCreate(&array, &descriptor));
    LOST(cuMipmappedArrayCreate(&mipmapped, &flat, 2));
    LOST(cuTexObjectCreate(&texture, &resource, &sampling, NULL));
    LOST(cuSurfObjectCreate(&surface, &resource));
    expect_nothing_wrong();
}

TEST_CASE(modules_and_launches)
{
    CUdeviceptr pointer = made.memory;
    void *arguments[] = { &pointer };
    CUfunction function;
    CUmodule module;
    int number;

    LOST(cuModuleLoadData(&module, code));
    LOST(cuKernelGetFunction(&function, made.kernel));
    LOST(cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, made.function));
    LOST(cuFuncSetCacheConfig(made.function, CU_FUNC_CACHE_PREFER_NONE));
    LOST(cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, made.function, 32, 0));
    LOST(cuLaunchKernel(made.function, 1, 1, 1, 1, 1, 1, 0, made.stream, arguments, NULL));
    expect_nothing_wrong();
}

/* ---- what needs no device -------------------------------------------------------------------- */

/* Questions about what the process has, as before. */
TEST_CASE(questions)
{
    CUDA_ARRAY_DESCRIPTOR descriptor;
    CUdeviceptr pointer;
    CUfunc_cache cache;
    CUfunction function;
    CUcontext context;
    unsigned int flags;
    size_t bytes;
    CUdevice device;
    char name[64];
    int low, high;

    OK(cuDeviceGetName(name, sizeof name, HERE));
    OK(cuCtxGetCurrent(&context));
    assert_ptr_equal(context, made.context);
    OK(cuCtxGetDevice(&device));
    OK(cuCtxGetLimit(&bytes, CU_LIMIT_PRINTF_FIFO_SIZE));
    OK(cuCtxGetCacheConfig(&cache));
    OK(cuCtxGetStreamPriorityRange(&low, &high));
    OK(cuMemHostGetDevicePointer(&pointer, made.host, 0));
    OK(cuMemHostGetFlags(&flags, made.host));
    OK(cuMemGetAddressRange(&pointer, &bytes, made.memory));
    OK(cuPointerGetAttribute(&flags, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, made.memory));
    OK(cuStreamGetFlags(made.stream, &flags));
    OK(cuStreamGetPriority(made.stream, &low));
    OK(cuStreamGetCtx(made.stream, &context));
    OK(cuArrayGetDescriptor(&descriptor, made.array));
    OK(cuModuleGetFunction(&function, made.module, "nothing"));
}

/* The context of the other device works meanwhile. */
TEST_CASE(another_device)
{
    CUdeviceptr pointer;
    uint32_t words[64];
    CUcontext popped;

    OK(cuCtxPushCurrent(made.beside));
    OK(cuMemAlloc(&pointer, sizeof words));
    OK(cuMemsetD32(pointer, 7, 64));
    OK(cuMemcpyDtoH(words, pointer, sizeof words));
    assert_int_equal(words[63], 7);
    OK(cuMemFree(pointer));
    OK(cuCtxPopCurrent(&popped));
    LOST(cuCtxSynchronize());
    expect_nothing_wrong();
}

/* ---- ends ------------------------------------------------------------------------------------ */

TEST_CASE(objects_end)
{
    OK(cuTexObjectDestroy(made.texture));
    OK(cuSurfObjectDestroy(made.surface));
    OK(cuMipmappedArrayDestroy(made.mipmapped));
    OK(cuArrayDestroy(made.array));
    OK(cuLinkDestroy(made.link));
    OK(cuModuleUnload(made.module));
    OK(cuLibraryUnload(made.library));
    OK(cuMemHostUnregister(made.mine));
    free(made.mine);
    OK(cuMemFreeHost(made.host));
    OK(cuMemFree(made.managed));
    OK(cuMemFree(made.other));
    IS(cuMemFree(made.other), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemPoolDestroy(made.pool));
    OK(cuEventDestroy(made.event));
    OK(cuStreamDestroy(made.stream));
    IS(cuStreamQuery(made.stream), CUDA_ERROR_INVALID_HANDLE);
}

/* The context ends what is left in it. */
TEST_CASE(the_context_ends)
{
    struct gifake_live live;

    (void)cuCtxDestroy(made.context);
    IS(cuEventQuery(made.second), CUDA_ERROR_INVALID_HANDLE);
    IS(cuMemFree(made.memory), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemFreeAsync(made.in_order, NULL));
    gi_background_wait();                /* it may have compiled a kernel when the code ended */
    gifake_live(&live);
    assert_int_equal(live.textures, 0);
    assert_int_equal(live.images, 0);
    assert_int_equal(live.kernels, 0);
    OK(cuCtxSetCurrent(made.beside));
    OK(cuCtxSynchronize());
    OK(cuCtxDestroy(made.beside));
}

int main(void)
{
    struct gifake_device_config configs[DEVICES];

    for (uint32_t i = 0; i < DEVICES; i++)
        gifake_default_config(&configs[i], i);
    gifake_configure(configs, DEVICES);
    if (cuInit(0) != CUDA_SUCCESS)
        return 1;
    return run_test_cases(NULL);
}
