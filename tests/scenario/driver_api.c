/** CUDA's driver interface: contexts, memory, streams, look-ups, and the runtime interface beside
 *  it. Each test begins with an empty stack of contexts. */
#include <cuda_runtime_api.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"
#include "test_cases.h"

enum { BYTES = 4096 };

static int empty_stack(void **state)
{
    CUcontext context = NULL;

    (void)state;
    while (cuCtxPopCurrent(&context) == CUDA_SUCCESS)
        continue;
    return 0;
}

/* ---- before everything else ----------------------------------------------------------------- */

TEST_CASE(before_init)
{
    CUdriverProcAddressQueryResult found;
    const char *name = NULL;
    CUcontext context;
    void *function;
    int number = 77;

    IS(cuDeviceGetCount(&number), CUDA_ERROR_NOT_INITIALIZED);
    IS(cuDeviceGet(NULL, 0), CUDA_ERROR_NOT_INITIALIZED);
    IS(cuCtxGetCurrent(&context), CUDA_ERROR_NOT_INITIALIZED);
    IS(cuCtxCreate(&context, NULL, 0, 0), CUDA_ERROR_NOT_INITIALIZED);
    IS(cuMemFree(0), CUDA_ERROR_NOT_INITIALIZED);
    IS(cuStreamQuery(NULL), CUDA_ERROR_NOT_INITIALIZED);
    IS(cuMemCreate(NULL, 0, NULL, 0), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(number, 77);
    OK(cuDriverGetVersion(&number));
    assert_int_equal(number, CUDA_VERSION);
    OK(cuGetErrorName(CUDA_ERROR_NOT_INITIALIZED, &name));
    assert_string_equal(name, "CUDA_ERROR_NOT_INITIALIZED");
    OK(cuGetProcAddress("cuInit", &function, 13000, 0, &found));
    assert_ptr_equal(function, (void *)(uintptr_t)cuInit);
    IS(cuInit(1), CUDA_ERROR_INVALID_VALUE);
    OK(cuInit(0));
    OK(cuDeviceGetCount(&number));
    assert_true(number >= 1);
    IS(cuDeviceGet(NULL, 0), CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE(errors)
{
    const char *text = "";

    for (int i = 0; i < 1000; i++)
        if (cuGetErrorName((CUresult)i, &text) == CUDA_SUCCESS) {
            assert_memory_equal(text, "CUDA_", 5);
            OK(cuGetErrorString((CUresult)i, &text));
            assert_true(strlen(text) > 2);
        } else {
            assert_null(text);
            IS(cuGetErrorString((CUresult)i, &text), CUDA_ERROR_INVALID_VALUE);
            assert_null(text);
        }
    IS(cuGetErrorName(CUDA_SUCCESS, NULL), CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE_WITH(devices, empty_stack, NULL)
{
    struct cudaDeviceProp properties;
    char name[256], address[32];
    CUdevice device = -1, again = -1;
    size_t bytes = 0;
    CUuuid uuid;
    int value, same;

    OK(cuDeviceGet(&device, 0));
    IS(cuDeviceGet(&device, -1), CUDA_ERROR_INVALID_DEVICE);
    IS(cuDeviceGet(&device, 1000), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cudaGetDeviceProperties(&properties, device), cudaSuccess);
    OK(cuDeviceGetName(name, sizeof name, device));
    assert_string_equal(name, properties.name);
    OK(cuDeviceGetName(name, 3, device));
    assert_int_equal(strlen(name), 2);
    OK(cuDeviceGetUuid(&uuid, device));
    assert_memory_equal(&uuid, &properties.uuid, sizeof uuid);
    OK(cuDeviceTotalMem(&bytes, device));
    assert_int_equal(bytes, properties.totalGlobalMem);
    OK(cuDeviceGetPCIBusId(address, sizeof address, device));
    OK(cuDeviceGetByPCIBusId(&again, address));
    IS(cuDeviceGetPCIBusId(address, 4, device), CUDA_ERROR_INVALID_VALUE);
    IS(cuDeviceGetAttribute(&value, (CUdevice_attribute)0, device), CUDA_ERROR_INVALID_VALUE);
    for (int i = 1; i < 160; i++) {
        CUresult known = cuDeviceGetAttribute(&value, (CUdevice_attribute)i, device);

        IS(cudaDeviceGetAttribute(&same, (enum cudaDeviceAttr)i, device), (cudaError_t)known);
        if (known == CUDA_SUCCESS)
            assert_int_equal(value, same);
    }
    (void)cudaGetLastError();
}

/* ---- contexts ------------------------------------------------------------------------------- */

TEST_CASE_WITH(the_stack, empty_stack, NULL)
{
    CUcontext one, two, now = NULL;
    CUdeviceptr memory;
    CUdevice device = -1;

    OK(cuCtxGetCurrent(&now));
    IS(cuCtxPopCurrent(&now), CUDA_ERROR_INVALID_CONTEXT);
    IS(cuMemAlloc(&memory, BYTES), CUDA_ERROR_INVALID_CONTEXT);
    IS(cuCtxGetDevice(&device), CUDA_ERROR_INVALID_CONTEXT);
    OK(cuCtxCreate(&one, NULL, 0, 0));
    OK(cuCtxCreate(&two, NULL, CU_CTX_SCHED_YIELD, 0));
    assert_ptr_not_equal(one, two);
    OK(cuCtxGetCurrent(&now));
    assert_ptr_equal(now, two);
    OK(cuCtxPopCurrent(&now));
    assert_ptr_equal(now, two);
    OK(cuCtxGetCurrent(&now));
    assert_ptr_equal(now, one);
    OK(cuCtxPushCurrent(two));
    OK(cuCtxSetCurrent(one));
    OK(cuCtxPopCurrent(&now));
    assert_ptr_equal(now, one);
    OK(cuCtxGetCurrent(&now));
    assert_ptr_equal(now, one);
    OK(cuCtxSetCurrent(NULL));
    OK(cuCtxGetCurrent(&now));
    assert_null(now);
    for (int i = 0; i < 100; i++)
        OK(cuCtxPushCurrent(i % 2 ? two : one));
    for (int i = 100; i-- > 0;) {
        OK(cuCtxPopCurrent(&now));
        assert_ptr_equal(now, i % 2 ? two : one);
    }
    OK(cuCtxDestroy(one));
    OK(cuCtxDestroy(two));
    IS(cuCtxDestroy(two), CUDA_ERROR_INVALID_CONTEXT);
    IS(cuCtxPushCurrent(one), CUDA_ERROR_INVALID_CONTEXT);
    IS(cuCtxSetCurrent(one), CUDA_ERROR_INVALID_CONTEXT);
    IS(cuCtxDestroy(NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuCtxPushCurrent(NULL), CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE_WITH(what_contexts_know, empty_stack, NULL)
{
    unsigned long long first = 0, second = 0;
    unsigned int flags = 0, version = 0;
    CUcontext one, two;
    CUdevice device = -1;

    IS(cuCtxCreate(&one, NULL, CU_CTX_SCHED_SPIN | CU_CTX_SCHED_YIELD, 0),
       CUDA_ERROR_INVALID_VALUE);
    IS(cuCtxCreate(&one, NULL, 0, -1), CUDA_ERROR_INVALID_DEVICE);
    IS(cuCtxCreate(NULL, NULL, 0, 0), CUDA_ERROR_INVALID_VALUE);
    OK(cuCtxCreate(&one, NULL, CU_CTX_SCHED_SPIN, 0));
    OK(cuCtxCreate(&two, NULL, CU_CTX_SCHED_BLOCKING_SYNC, 0));
    OK(cuCtxGetId(one, &first));
    OK(cuCtxGetId(NULL, &second));
    assert_true(first != second);
    OK(cuCtxGetFlags(&flags));
    assert_int_equal(flags & CU_CTX_SCHED_MASK, CU_CTX_SCHED_BLOCKING_SYNC);
    OK(cuCtxSetFlags(CU_CTX_SCHED_YIELD));
    OK(cuCtxGetFlags(&flags));
    assert_int_equal(flags & CU_CTX_SCHED_MASK, CU_CTX_SCHED_YIELD);
    OK(cuCtxGetApiVersion(one, &version));
    assert_int_equal(version, 3020);
    OK(cuCtxGetDevice_v2(&device, one));
    assert_int_equal(device, 0);
    OK(cuCtxSynchronize());
    OK(cuCtxSynchronize_v2(one));
    /* programs of CUDA 12 that pick these symbols leave the argument unset */
    device = 77;
    OK(cuCtxGetDevice_v2(&device, (CUcontext)(void *)&device));
    assert_int_equal(device, 0);
    OK(cuCtxSynchronize_v2((CUcontext)(void *)&device));
    OK(cuCtxDestroy(one));       /* not the top, which stays */
    OK(cuCtxDestroy(two));
    IS(cuCtxGetId(two, &first), CUDA_ERROR_INVALID_CONTEXT);
}

static void *with_destroyed_top(void *context)
{
    static CUresult answers[2];
    CUdeviceptr memory;

    (void)cuCtxSetCurrent(context);
    (void)cuCtxDestroy(context);         /* as the top of this thread: popped */
    answers[0] = cuMemAlloc(&memory, BYTES);
    return answers;
}

TEST_CASE_WITH(ends_with_its_context, empty_stack, NULL)
{
    CUcontext context, other;
    CUdeviceptr memory, kept;
    CUstream stream;
    CUevent event;
    pthread_t thread;
    void *answers;

    OK(cuCtxCreate(&other, NULL, 0, 0));
    OK(cuMemAlloc(&kept, BYTES));
    OK(cuCtxCreate(&context, NULL, 0, 0));
    OK(cuMemAlloc(&memory, BYTES));
    OK(cuStreamCreate(&stream, 0));
    OK(cuEventCreate(&event, 0));
    OK(cuMemsetD8Async(memory, 1, BYTES, stream));
    OK(cuEventRecord(event, stream));
    assert_int_equal(pthread_create(&thread, NULL, with_destroyed_top, context), 0);
    assert_int_equal(pthread_join(thread, &answers), 0);
    IS(*(CUresult *)answers, CUDA_ERROR_INVALID_CONTEXT);
    IS(cuMemAlloc(&memory, BYTES), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorContextIsDestroyed);
    (void)cudaGetLastError();
    OK(cuCtxPopCurrent(NULL));
    IS(cuStreamQuery(stream), CUDA_ERROR_INVALID_HANDLE);
    IS(cuEventQuery(event), CUDA_ERROR_INVALID_HANDLE);
    IS(cuMemsetD8(memory, 1, BYTES), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemsetD8(kept, 1, BYTES));
    OK(cuMemFree(kept));
    OK(cuCtxDestroy(other));
}

TEST_CASE_WITH(primary, empty_stack, NULL)
{
    CUcontext context, again, now;
    unsigned int flags;
    int active = 7, device = -1;
    CUdeviceptr memory, rows, managed;
    size_t pitch, size = BYTES;
    void *pointer;

    IS(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuDevicePrimaryCtxRetain(&again, 0));
    assert_ptr_equal(context, again);
    OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_int_equal(flags & CU_CTX_MAP_HOST, 0);        /* FFmpeg compares all of them */
    IS(cuDevicePrimaryCtxSetFlags(0, CU_CTX_MAP_HOST), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(active, 1);
    IS(cuCtxDestroy(context), CUDA_ERROR_INVALID_CONTEXT);
    OK(cuCtxGetCurrent(&now));
    assert_null(now);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    OK(cuCtxGetCurrent(&now));
    assert_ptr_equal(now, context);
    OK(cuCtxSetCurrent(NULL));
    assert_int_equal(cudaMalloc(&pointer, BYTES), cudaSuccess);    /* the runtime needs none */
    OK(cuCtxGetCurrent(&now));
    OK(cuCtxSetCurrent(context));
    OK(cuMemsetD8((CUdeviceptr)(uintptr_t)pointer, 1, BYTES));
    assert_int_equal(cudaGetDevice(&device), cudaSuccess);
    assert_int_equal(device, 0);
    assert_int_equal(cudaFree(pointer), cudaSuccess);
    OK(cuDevicePrimaryCtxRelease(0));
    OK(cuDevicePrimaryCtxRelease(0));
    OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_int_equal(active, 1);         /* by the runtime */
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_int_equal(active, 0);
    OK(cuDevicePrimaryCtxRetain(&again, 0));
    assert_ptr_equal(context, again);
    OK(cuMemAlloc(&memory, BYTES));
    OK(cuMemAllocPitch(&rows, &pitch, 64, 4, 4));        /* the runtime becomes no user */
    OK(cuMemAllocManaged(&managed, size, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemDiscardBatchAsync(&managed, &size, 1, 0, CU_STREAM_PER_THREAD));
    OK(cuDevicePrimaryCtxRelease(0));    /* the last user */
    IS(cuMemsetD8(memory, 1, BYTES), CUDA_ERROR_INVALID_VALUE);
}

/* ---- work ----------------------------------------------------------------------------------- */

static void called(void *count)
{
    ++*(int *)count;
}

static void called_back(CUstream stream, CUresult status, void *count)
{
    (void)stream;
    *(int *)count += status == CUDA_SUCCESS ? 10 : 1000;
}

TEST_CASE_WITH(copies, empty_stack, NULL)
{
    unsigned char sent[BYTES], got[BYTES];
    CUdeviceptr one, two, base = 0;
    CUDA_MEMCPY2D rows = { 0 };
    CUcontext context, owner;
    size_t size = 0, pitch = 0;
    CUstream stream;
    int count = 0;

    for (int i = 0; i < BYTES; i++)
        sent[i] = (unsigned char)(i * 7);
    OK(cuCtxCreate(&context, NULL, 0, 0));
    OK(cuMemAlloc(&one, BYTES));
    OK(cuMemAllocPitch(&two, &pitch, 64, 64, 4));
    OK(cuMemGetAddressRange(&base, &size, one + 17));
    assert_int_equal(base, one);
    assert_int_equal(size, BYTES);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuStreamGetCtx(stream, &owner));
    assert_ptr_equal(owner, context);
    OK(cuMemcpyHtoDAsync(one, sent, BYTES, stream));
    rows = (CUDA_MEMCPY2D){
        .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = one, .srcPitch = 64,
        .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = two, .dstPitch = pitch,
        .WidthInBytes = 64, .Height = 64,
    };
    OK(cuMemcpy2DAsync(&rows, stream));
    OK(cuLaunchHostFunc(stream, called, &count));
    OK(cuStreamAddCallback(stream, called_back, &count, 0));
    OK(cuStreamSynchronize(stream));
    assert_int_equal(count, 11);
    rows = (CUDA_MEMCPY2D){
        .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = two, .srcPitch = pitch,
        .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = got,
        .WidthInBytes = 64, .Height = 64,
    };
    OK(cuMemcpy2D(&rows));
    assert_memory_equal(sent, got, BYTES);
    OK(cuMemsetD32(one, 0x01020304, BYTES / 4));
    OK(cuMemcpyDtoH(got, one, BYTES));
    assert_int_equal(got[BYTES - 4], 4);
    assert_int_equal(got[BYTES - 1], 1);
    rows.srcMemoryType = (CUmemorytype)9;
    IS(cuMemcpy2D(&rows), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemcpyDtoH(got, one, BYTES + 1), CUDA_ERROR_INVALID_VALUE);
    OK(cuStreamDestroy(stream));
    OK(cuMemFree(one));
    OK(cuMemFree(two));
    OK(cuCtxDestroy(context));
}

TEST_CASE_WITH(events, empty_stack, NULL)
{
    CUcontext context;
    CUstream stream;
    CUevent start, end;
    float milliseconds = -1;

    OK(cuCtxCreate(&context, NULL, 0, 0));
    OK(cuStreamCreateWithPriority(&stream, 0, -1));
    OK(cuEventCreate(&start, 0));
    OK(cuEventCreate(&end, CU_EVENT_BLOCKING_SYNC));
    IS(cuEventCreate(&end, 1024), CUDA_ERROR_INVALID_VALUE);
    OK(cuEventRecord(start, stream));
    OK(cuEventRecordWithFlags(end, stream, 0));
    OK(cuStreamWaitEvent(NULL, end, 0));
    OK(cuEventSynchronize(end));
    OK(cuEventQuery(end));
    OK(cuEventElapsedTime(&milliseconds, start, end));
    assert_true(milliseconds >= 0);
    assert_int_equal(cudaEventQuery(end), cudaSuccess);    /* the same event */
    OK(cuEventDestroy(start));
    IS(cuEventDestroy(start), CUDA_ERROR_INVALID_HANDLE);
    OK(cuCtxDestroy(context));
}

/* ---- look-ups ------------------------------------------------------------------------------- */

typedef CUresult (*free_1)(CUdeviceptr);

static void *find(const char *name, int version, cuuint64_t flags,
                  CUdriverProcAddressQueryResult expected)
{
    CUdriverProcAddressQueryResult found = (CUdriverProcAddressQueryResult)77;
    void *function = &found;

    OK(cuGetProcAddress(name, &function, version, flags, &found));
    assert_int_equal(found, expected);
    assert_int_equal(function == NULL, expected != CU_GET_PROC_ADDRESS_SUCCESS);
    return function;
}

TEST_CASE_WITH(look_ups, empty_stack, NULL)
{
    enum cudaDriverEntryPointQueryResult found;
    void *old, *new, *own, *function;

    old = find("cuCtxCreate", 3020, 0, CU_GET_PROC_ADDRESS_SUCCESS);
    new = find("cuCtxCreate", 13000, 0, CU_GET_PROC_ADDRESS_SUCCESS);
    assert_ptr_not_equal(old, new);
    assert_ptr_equal(new, (void *)(uintptr_t)cuCtxCreate);
    assert_ptr_equal(find("cuCtxGetDevice", 13000, 0, CU_GET_PROC_ADDRESS_SUCCESS),
                     (void *)(uintptr_t)cuCtxGetDevice_v2);
    assert_ptr_equal(find("cuCtxGetDevice", 12090, 0, CU_GET_PROC_ADDRESS_SUCCESS),
                     (void *)(uintptr_t)cuCtxGetDevice);
    find("cuCtxGetId", 11000, 0, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    find("cuNothing", 13000, 0, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    find("", 13000, 0, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    find("cuMemAlloc", 3000, 0, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    assert_ptr_equal(find("cuStreamGetCtx", 13000, 0, CU_GET_PROC_ADDRESS_SUCCESS),
                     (void *)(uintptr_t)cuStreamGetCtx_v2);
    find("cuGreenCtxCreate", 13000, 0, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    find("cuCoredumpGetAttribute", 13000, 0, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    assert_ptr_equal(find("cuLaunch", 13000, 0, CU_GET_PROC_ADDRESS_SUCCESS),
                     (void *)(uintptr_t)cuLaunch);
    new = find("cuMemcpyHtoD", 13000, 1, CU_GET_PROC_ADDRESS_SUCCESS);
    own = find("cuMemcpyHtoD", 13000, 2, CU_GET_PROC_ADDRESS_SUCCESS);
    assert_ptr_not_equal(new, own);
    assert_ptr_equal(find("cuInit", 13000, 2, CU_GET_PROC_ADDRESS_SUCCESS),
                     (void *)(uintptr_t)cuInit);
    IS(cuGetProcAddress("cuInit", &function, 13010, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuGetProcAddress(NULL, &function, 13000, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuGetProcAddress("cuInit", NULL, 13000, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuGetProcAddress("cuInit", &function, 13000, 9, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cudaGetDriverEntryPoint("cuMemFree", &function, 0, &found), cudaSuccess);
    assert_int_equal(found, cudaDriverEntryPointSuccess);
    IS(((free_1)(uintptr_t)function)(123), cuMemFree(123));
    assert_int_equal(cudaGetDriverEntryPointByVersion("cuCtxGetId", &function, 11000, 0, &found),
                     cudaSuccess);
    assert_int_equal(found, cudaDriverEntryPointVersionNotSufficent);
    assert_null(function);
}

TEST_CASE(private_tables)
{
    const void *table = &table;
    const CUuuid id = { { 1 } };

    IS(cuGetExportTable(&table, &id), CUDA_ERROR_NOT_FOUND);
    assert_null(table);
    IS(cuGetExportTable(NULL, &id), CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE(after_fork)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        CUcontext context;
        int count;

        _exit(cuDeviceGetCount(&count) == CUDA_ERROR_NOT_INITIALIZED &&
              cuInit(0) == CUDA_ERROR_NOT_INITIALIZED &&
              cuCtxCreate(&context, NULL, 0, 0) == CUDA_ERROR_NOT_INITIALIZED &&
              cuCtxPopCurrent(&context) == CUDA_ERROR_NOT_INITIALIZED ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}
