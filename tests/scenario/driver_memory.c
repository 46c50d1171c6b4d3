/** CUDA's driver interface: pools, memory of other processes, attributes of pointers, managed
 *  memory, words, fills of rows and batches. Each test has a context of its own. */
#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver_context.h"
#include "test_cases.h"

enum { BYTES = 1 << 16 };

/* ---- pools ---------------------------------------------------------------------------------- */

TEST_CASE_WITH(pools, begin, end)
{
    const CUmemPoolProps properties = {
        .allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
        .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 0 },
    };
    CUmemLocation here = { .type = CU_MEM_LOCATION_TYPE_DEVICE };
    CUmemPoolProps wrong = properties;
    CUmemoryPool pool, first, current;
    CUmemAccess_flags access;
    cuuint64_t used = 0;
    CUdeviceptr one, two;
    CUstream stream;
    unsigned char got[4];

    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAllocAsync(&one, BYTES, stream));
    OK(cuMemsetD8Async(one, 7, BYTES, stream));
    OK(cuMemcpyDtoHAsync(got, one + BYTES - 4, 4, stream));
    OK(cuMemFreeAsync(one, stream));
    OK(cuStreamSynchronize(stream));
    assert_int_equal(got[3], 7);
    OK(cuMemPoolCreate(&pool, &properties));
    OK(cuMemAllocFromPoolAsync(&two, BYTES, pool, stream));
    OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    assert_true(used >= BYTES);
    OK(cuMemPoolGetAccess(&access, pool, &here));
    assert_int_equal(access, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    OK(cuMemFreeAsync(two, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuMemPoolTrimTo(pool, 0));
    OK(cuDeviceGetDefaultMemPool(&first, 0));
    OK(cuMemGetDefaultMemPool(&current, &here, CU_MEM_ALLOCATION_TYPE_PINNED));
    assert_ptr_equal(first, current);
    OK(cuDeviceSetMemPool(0, pool));
    OK(cuDeviceGetMemPool(&current, 0));
    assert_ptr_equal(current, pool);
    OK(cuDeviceSetMemPool(0, first));
    OK(cuMemPoolDestroy(pool));
    IS(cuMemPoolTrimTo(pool, 0), CUDA_ERROR_INVALID_VALUE);
    wrong.reserved[3] = 1;
    IS(cuMemPoolCreate(&pool, &wrong), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemAllocFromPoolAsync(&two, BYTES, NULL, stream), CUDA_ERROR_INVALID_VALUE);
}

/* ---- another process ------------------------------------------------------------------------ */

/* The other process is this program again, as a child of a fork has no CUDA. */
static int other(int in)
{
    CUipcMemHandle handle;
    CUipcEventHandle sent;
    CUcontext mine;
    CUdeviceptr pointer;
    CUevent event;
    unsigned char got[16];

    if (read(in, &handle, sizeof handle) != sizeof handle ||
        read(in, &sent, sizeof sent) != sizeof sent)
        return 2;
    if (cuInit(0) != CUDA_SUCCESS || cuCtxCreate(&mine, NULL, 0, 0) != CUDA_SUCCESS)
        return 3;
    if (cuIpcOpenEventHandle(&event, sent) != CUDA_SUCCESS ||
        cuStreamWaitEvent(NULL, event, 0) != CUDA_SUCCESS)
        return 4;
    if (cuIpcOpenMemHandle(&pointer, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) != CUDA_SUCCESS)
        return 5;
    if (cuMemcpyDtoH(got, pointer, sizeof got) != CUDA_SUCCESS || got[15] != 0x5a)
        return 6;
    if (cuMemsetD8(pointer, 0x11, sizeof got) != CUDA_SUCCESS)
        return 7;
    return cuIpcCloseMemHandle(pointer) == CUDA_SUCCESS &&
           cuEventDestroy(event) == CUDA_SUCCESS ? 0 : 8;
}

TEST_CASE_WITH(another_process, begin, end)
{
    CUipcEventHandle sent;
    CUipcMemHandle handle;
    CUdeviceptr pointer;
    unsigned char got[16];
    int ends[2], status;
    CUevent event;
    pid_t child;

    OK(cuMemAlloc(&pointer, BYTES));
    OK(cuMemsetD8(pointer, 0x5a, BYTES));
    OK(cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
    OK(cuEventRecord(event, NULL));
    OK(cuIpcGetMemHandle(&handle, pointer));
    OK(cuIpcGetEventHandle(&sent, event));
    IS(cuIpcGetMemHandle(&handle, 0), CUDA_ERROR_INVALID_VALUE);
    IS(cuIpcGetMemHandle(NULL, pointer), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[0], 0);
        execl("/proc/self/exe", "scenario_driver_memory", "other", (char *)NULL);
        _exit(9);
    }
    assert_int_equal(write(ends[1], &handle, sizeof handle), sizeof handle);
    assert_int_equal(write(ends[1], &sent, sizeof sent), sizeof sent);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    OK(cuMemcpyDtoH(got, pointer, sizeof got));
    assert_int_equal(got[15], 0x11);
    close(ends[0]);
    close(ends[1]);
}

/* ---- what memory is ------------------------------------------------------------------------- */

TEST_CASE_WITH(pointers, begin, end)
{
    CUpointer_attribute asked[] = { CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                    CU_POINTER_ATTRIBUTE_DEVICE_POINTER };
    CUdeviceptr pointer, start = 0;
    unsigned long long wide = 0;
    unsigned int type = 0;
    CUcontext owner = NULL;
    size_t size = 0;
    void *values[] = { &type, &start };
    void *host;

    OK(cuMemAlloc(&pointer, BYTES));
    OK(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, pointer));
    assert_ptr_equal(owner, context);
    OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, pointer + 5));
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    OK(cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, pointer));
    assert_int_equal(size, BYTES);
    OK(cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, pointer + 9));
    assert_int_equal(start, pointer);
    for (int i = 1; i <= 21; i++)
        IS(cuPointerGetAttribute(&wide, (CUpointer_attribute)i, pointer),
           i == CU_POINTER_ATTRIBUTE_P2P_TOKENS     ? CUDA_ERROR_NOT_SUPPORTED
           : i == CU_POINTER_ATTRIBUTE_HOST_POINTER ? CUDA_ERROR_INVALID_VALUE
                                                    : CUDA_SUCCESS);
    OK(cuCtxPopCurrent(&owner));         /* no context is needed to ask */
    OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, pointer));
    OK(cuCtxPushCurrent(owner));
    IS(cuPointerGetAttribute(&wide, (CUpointer_attribute)22, pointer), CUDA_ERROR_INVALID_VALUE);
    IS(cuPointerGetAttribute(&wide, CU_POINTER_ATTRIBUTE_CONTEXT, 123), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemAllocHost(&host, BYTES));
    OK(cuPointerGetAttributes(2, asked, values, (CUdeviceptr)(uintptr_t)host));
    assert_int_equal(type, CU_MEMORYTYPE_HOST);
    type = 9;
    OK(cuPointerGetAttributes(2, asked, values, 123));
    assert_int_equal(type, 0);
    OK(cuMemFreeHost(host));
}

/* With the arguments of CUDA 12. */
typedef CUresult (*prefetch_12)(CUdeviceptr, size_t, CUdevice, CUstream);

TEST_CASE_WITH(managed, begin, end)
{
    const CUmemLocation here = { .type = CU_MEM_LOCATION_TYPE_DEVICE };
    CUdeviceptr pointer;
    enum cudaDriverEntryPointQueryResult found;
    int value = -7;
    void *old;

    if (cuMemAllocManaged(&pointer, BYTES, CU_MEM_ATTACH_GLOBAL) == CUDA_ERROR_NOT_SUPPORTED)
        skip();
    OK(cuMemAdvise(pointer, BYTES, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, here));
    OK(cuMemRangeGetAttribute(&value, 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, pointer,
                              BYTES));
    assert_int_equal(value, 0);
    OK(cuMemPrefetchAsync(pointer, BYTES, here, 0, NULL));
    OK(cuMemRangeGetAttribute(&value, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE,
                              pointer, BYTES));
    assert_int_equal(value, CU_MEM_LOCATION_TYPE_DEVICE);
    IS(cuMemRangeGetAttribute(&value, 4, (CUmem_range_attribute)77, pointer, BYTES),
       CUDA_ERROR_INVALID_VALUE);
    IS(cuMemAdvise(pointer, BYTES, (CUmem_advise)77, here), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cudaGetDriverEntryPointByVersion("cuMemPrefetchAsync", &old, 12000, 0, &found),
                     cudaSuccess);
    OK(((prefetch_12)(uintptr_t)old)(pointer, BYTES, CU_DEVICE_CPU, NULL));
    OK(cuMemRangeGetAttribute(&value, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, pointer,
                              BYTES));
    assert_int_equal(value, CU_DEVICE_CPU);
    OK(cuStreamAttachMemAsync(NULL, pointer, 0, CU_MEM_ATTACH_GLOBAL));
}

/* ---- synchronous calls ---------------------------------------------------------------------- */

enum { LONG = 16 << 20 };

static bool ends_calls(CUdeviceptr pointer)
{
    bool ends = false;

    OK(cuPointerGetAttribute(&ends, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, pointer));
    return ends;
}

static void set_ends_calls(CUdeviceptr pointer, unsigned int ends)
{
    OK(cuPointerSetAttribute(&ends, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, pointer));
}

/* Each call takes much longer than the question after it. */
static void copies_have_ended(CUdeviceptr to, CUdeviceptr from)
{
    const CUDA_MEMCPY2D rows = {
        .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = from, .srcPitch = 4096,
        .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = to, .dstPitch = 4096,
        .WidthInBytes = 4000, .Height = LONG / 4096,
    };

    OK(cuMemcpyDtoD(to, from, LONG));
    OK(cuStreamQuery(NULL));
    OK(cuMemcpy(to, from, LONG));
    OK(cuStreamQuery(NULL));
    OK(cuMemcpy2D(&rows));
    OK(cuStreamQuery(NULL));
}

static void fill_has_ended(CUdeviceptr to)
{
    OK(cuMemsetD8(to, 3, LONG));
    OK(cuStreamQuery(NULL));
}

TEST_CASE_WITH(synchronous_calls_end, begin, end)
{
    CUdeviceptr to, from, managed;
    unsigned int flags;

    OK(cuMemAlloc(&to, LONG));
    OK(cuMemAlloc(&from, LONG));
    assert_false(ends_calls(to));
    set_ends_calls(to + LONG - 1, 1);
    assert_true(ends_calls(to));
    assert_false(ends_calls(from));
    OK(cuMemsetD8(from, 1, LONG));
    copies_have_ended(to, from);
    copies_have_ended(from, to);
    fill_has_ended(to);
    set_ends_calls(to, 0);
    assert_false(ends_calls(to + 1));
    OK(cuCtxGetFlags(&flags));
    OK(cuCtxSetFlags(flags | CU_CTX_SYNC_MEMOPS));
    copies_have_ended(to, from);
    fill_has_ended(to);
    OK(cuCtxSetFlags(flags));
    if (cuMemAllocManaged(&managed, BYTES, CU_MEM_ATTACH_GLOBAL) == CUDA_SUCCESS) {
        assert_true(ends_calls(managed));
        OK(cuMemFree(managed));
    }
    OK(cuMemFree(from));
    OK(cuMemFree(to));
    IS(cuPointerSetAttribute(&flags, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, to),
       CUDA_ERROR_INVALID_VALUE);
}

/* ---- words, rows and batches ---------------------------------------------------------------- */

TEST_CASE_WITH(words, begin, end)
{
    CUstreamBatchMemOpParams both[2] = {
        { .writeValue = { .operation = CU_STREAM_MEM_OP_WRITE_VALUE_32, .value = 8 } },
        { .waitValue = { .operation = CU_STREAM_MEM_OP_WAIT_VALUE_32, .value = 8,
                         .flags = CU_STREAM_WAIT_VALUE_EQ } },
    };
    CUdeviceptr pointer;
    uint64_t got[2] = { 0, 0 };
    CUstream stream;
    CUresult result;

    OK(cuMemAlloc(&pointer, 16));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemsetD8(pointer, 0, 16));
    result = cuStreamWriteValue64(stream, pointer + 8, 0x123456789abull, 0);
    if (result == CUDA_ERROR_NOT_SUPPORTED)
        skip();
    OK(result);
    OK(cuStreamWaitValue64(stream, pointer + 8, 0x123456789abull, CU_STREAM_WAIT_VALUE_GEQ));
    both[0].writeValue.address = both[1].waitValue.address = pointer;
    OK(cuStreamBatchMemOp(stream, 2, both, 0));
    OK(cuStreamWriteValue32(stream, pointer + 4, 6, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER));
    OK(cuStreamWaitValue32(stream, pointer + 4, 2, CU_STREAM_WAIT_VALUE_AND));
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH(got, pointer, 16));
    assert_int_equal(got[0], 6ull << 32 | 8);
    assert_int_equal(got[1], 0x123456789abull);
    OK(cuMemsetD32(pointer, 3, 1));                     /* a counter that has wrapped around */
    OK(cuStreamSynchronize(NULL));
    OK(cuStreamWaitValue32(stream, pointer, UINT32_MAX, CU_STREAM_WAIT_VALUE_GEQ));
    OK(cuStreamSynchronize(stream));
    OK(cuMemsetD32(pointer, UINT32_MAX, 1));            /* one that is 6 behind */
    OK(cuStreamSynchronize(NULL));
    OK(cuStreamWaitValue32(stream, pointer, 5, CU_STREAM_WAIT_VALUE_GEQ));
    IS(cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
    OK(cuMemsetD32(pointer, 5, 1));
    OK(cuStreamSynchronize(stream));
    IS(cuStreamWaitValue32(stream, 0, 1, 0), CUDA_ERROR_INVALID_VALUE);
    IS(cuStreamWaitValue32(stream, pointer, 1, 9), CUDA_ERROR_INVALID_VALUE);
    IS(cuStreamWriteValue32(stream, pointer, 1, 2), CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE_WITH(rows_and_batches, begin, end)
{
    CUmemcpyAttributes attributes = { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM };
    uint32_t got[64];
    CUdeviceptr one, two, from[2], to[2];
    size_t pitch, sizes[2] = { 16, 32 }, start = 0;
    CUDA_MEMCPY3D_PEER volume;
    CUstream stream;

    OK(cuStreamCreate(&stream, 0));
    OK(cuMemAllocPitch(&one, &pitch, 64, 4, 4));
    OK(cuMemAlloc(&two, BYTES));
    OK(cuMemsetD2D8(one, pitch, 1, 64, 4));
    OK(cuMemsetD2D32(one, pitch, 0x01020304, 4, 4));
    OK(cuMemsetD2D16Async(one + 16, pitch, 0x0506, 4, 4, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyPeer(two, context, one + 3 * pitch, NULL, 64));
    OK(cuMemcpyDtoH(got, two, 64));
    assert_int_equal(got[3], 0x01020304);
    assert_int_equal(got[5], 0x05060506);
    assert_int_equal(got[6], 0x01010101);
    IS(cuMemsetD2D32(one, pitch, 1, SIZE_MAX / 2, 4), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemcpyPeer(two, (CUcontext)(void *)stream, one, NULL, 64), CUDA_ERROR_INVALID_CONTEXT);

    from[0] = one;
    from[1] = one + pitch;
    to[0] = two + 4096;
    to[1] = two + 4112;
    OK(cuMemcpyBatchAsync(to, from, sizes, 2, &attributes, &start, 1, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH(got, two + 4096, 48));
    assert_int_equal(got[0], 0x01020304);
    assert_int_equal(got[4], 0x01020304);
    assert_int_equal(got[8], 0x05060506);
    IS(cuMemcpyBatchAsync(to, from, sizes, 0, &attributes, &start, 1, stream),
       CUDA_ERROR_INVALID_VALUE);
    memset(&volume, 0, sizeof volume);
    volume.srcMemoryType = volume.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    volume.srcDevice = one;
    volume.srcPitch = pitch;
    volume.dstDevice = two;
    volume.WidthInBytes = 64;
    volume.Height = 4;
    volume.Depth = 1;
    OK(cuMemcpy3DPeer(&volume));
    OK(cuMemcpyDtoH(got, two + 192, 64));
    assert_int_equal(got[0], 0x01020304);
}

/* ---- attributes of streams, the log, and what is not there ---------------------------------- */

static void count_lines(void *user_data, CUlogLevel level, char *text, size_t length)
{
    (void)level, (void)text, (void)length;
    ++*(int *)user_data;
}

TEST_CASE_WITH(streams_and_logs, begin, end)
{
    CUstreamAttrValue value = { .syncPolicy = CU_SYNC_POLICY_YIELD }, told;
    CUstreamCaptureStatus capturing = CU_STREAM_CAPTURE_STATUS_ACTIVE;
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    CUatomicOperation operation = CU_ATOMIC_OPERATION_INTEGER_ADD;
    CUlogsCallbackHandle listener;
    unsigned int capability = 1;
    CUcontext owner = NULL;
    CUgreenCtx green = (CUgreenCtx)(void *)state;
    CUstream one, two;
    CUdevResource part;
    int lines = 0;

    OK(cuStreamCreate(&one, 0));
    OK(cuStreamCreate(&two, 0));
    OK(cuStreamSetAttribute(one, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
    OK(cuStreamCopyAttributes(two, one));
    OK(cuStreamGetAttribute(two, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &told));
    assert_int_equal(told.syncPolicy, CU_SYNC_POLICY_YIELD);
    IS(cuStreamGetAttribute(two, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &told),
       CUDA_ERROR_INVALID_VALUE);
    OK(cuStreamIsCapturing(one, &capturing));
    assert_int_equal(capturing, CU_STREAM_CAPTURE_STATUS_NONE);
    OK(cuThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, CU_STREAM_CAPTURE_MODE_GLOBAL);
    OK(cuThreadExchangeStreamCaptureMode(&mode));
    OK(cuStreamGetCtx_v2(one, &owner, &green));
    assert_ptr_equal(owner, context);
    assert_null(green);
    OK(cuLogsRegisterCallback(count_lines, &lines, &listener));
    IS(cuMemFree(123), CUDA_ERROR_INVALID_VALUE);
    OK(cuLogsUnregisterCallback(listener));
    assert_int_equal(lines, 1);
    IS(cuLogsUnregisterCallback(listener), CUDA_ERROR_INVALID_VALUE);
    OK(cuDeviceGetHostAtomicCapabilities(&capability, &operation, 1, 0));
    assert_int_equal(capability, 0);
    OK(cuProfilerStart());
    IS(cuDeviceGetDevResource(0, &part, CU_DEV_RESOURCE_TYPE_SM), CUDA_ERROR_NOT_SUPPORTED);
    IS(cuTensorMapReplaceAddress(NULL, NULL), CUDA_ERROR_NOT_SUPPORTED);
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "other") == 0)
        return other(0);
    return run_test_cases(NULL);
}
