/** CUDA's driver interface: a call on an object needs no current context, because the object has
 *  its own. What makes something, and what names a default stream or only an address, needs one. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "test_cases.h"

#define NONE(call) assert_int_equal((call), CUDA_ERROR_INVALID_CONTEXT)

enum { BYTES = 4096 };

static const char text[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n.visible .global .u32 v;\n"
    ".visible .entry k(.param .u64 k_0)\n{\n.reg .b64 %rd<2>;\n.reg .b32 %r<2>;\n"
    "ld.param.u64 %rd1, [k_0];\nmov.u32 %r1, 7;\nst.global.u32 [%rd1], %r1;\nret;\n}\n";

/* Made in a context that is not current afterwards. */
static struct {
    CUcontext context;
    CUdeviceptr memory;
    unsigned char *host, *registered;
    CUstream stream;
    CUevent event;
    CUmodule module;
    CUfunction function;
    CUarray array;
} has;

static CUresult make_array(CUarray *array)
{
    const CUDA_ARRAY_DESCRIPTOR shape = { .Width = 16, .Height = 16, .NumChannels = 1,
                                          .Format = CU_AD_FORMAT_UNSIGNED_INT8 };

    return cuArrayCreate(array, &shape);
}

static int begin(void **state)
{
    (void)state;
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&has.context, 0));
    OK(cuCtxPushCurrent(has.context));
    OK(cuMemAlloc(&has.memory, BYTES));
    OK(cuMemHostAlloc((void **)&has.host, BYTES, 0));
    has.registered = aligned_alloc(BYTES, BYTES);
    OK(cuMemHostRegister(has.registered, BYTES, 0));
    OK(cuStreamCreate(&has.stream, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&has.event, 0));
    OK(cuModuleLoadData(&has.module, text));
    OK(cuModuleGetFunction(&has.function, has.module, "k"));
    OK(make_array(&has.array));
    OK(cuCtxPopCurrent(NULL));
    return 0;
}

/* In the order in which they were made. */
static int end(void **state)
{
    (void)state;
    OK(cuMemFree(has.memory));
    OK(cuMemFree(0));
    OK(cuMemFreeHost(has.host));
    OK(cuMemHostUnregister(has.registered));
    OK(cuStreamDestroy(has.stream));
    OK(cuEventDestroy(has.event));
    OK(cuModuleUnload(has.module));
    OK(cuArrayDestroy(has.array));
    free(has.registered);
    OK(cuDevicePrimaryCtxRelease(0));
    return 0;
}

static void check_none_is_current(void)
{
    CUcontext current;

    OK(cuCtxGetCurrent(&current));
    assert_null(current);
}

TEST_CASE_WITH(work_in_a_stream, begin, end)
{
    void *arguments[] = { &has.memory };
    CUcontext context;
    uint32_t got = 0;
    float elapsed;

    OK(cuMemsetD8Async(has.memory, 0, BYTES, has.stream));
    OK(cuLaunchKernel(has.function, 1, 1, 1, 1, 1, 1, 0, has.stream, arguments, NULL));
    OK(cuMemcpyDtoHAsync(has.host, has.memory, 4, has.stream));
    OK(cuMemcpyAsync(has.memory + 64, has.memory, 4, has.stream));
    OK(cuEventRecord(has.event, has.stream));
    OK(cuStreamWaitEvent(has.stream, has.event, 0));
    OK(cuEventSynchronize(has.event));
    OK(cuEventQuery(has.event));
    OK(cuEventElapsedTime(&elapsed, has.event, has.event));
    OK(cuStreamSynchronize(has.stream));
    OK(cuStreamQuery(has.stream));
    OK(cuStreamGetCtx(has.stream, &context));
    assert_ptr_equal(context, has.context);
    memcpy(&got, has.host, sizeof got);
    assert_int_equal(got, 7);
    check_none_is_current();
}

TEST_CASE_WITH(facts, begin, end)
{
    CUDA_ARRAY_DESCRIPTOR shape;
    CUfunction function;
    CUdeviceptr variable;
    CUmemorytype type;
    unsigned int flags;
    size_t size;
    int number;

    OK(cuStreamGetFlags(has.stream, &flags));
    assert_int_equal(flags, CU_STREAM_NON_BLOCKING);
    OK(cuModuleGetFunction(&function, has.module, "k"));
    OK(cuModuleGetGlobal(&variable, &size, has.module, "v"));
    assert_int_equal(size, 4);
    OK(cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, has.function));
    OK(cuArrayGetDescriptor(&shape, has.array));
    assert_int_equal(shape.Width, 16);
    OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, has.memory));
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    check_none_is_current();
}

/* These name their device, as the vendor's sample of memory for several processes does. */
TEST_CASE_WITH(pages, begin, end)
{
    const CUmemAllocationProp properties = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 },
        .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
    };
    const CUmemAccessDesc access = { { CU_MEM_LOCATION_TYPE_DEVICE, 0 },
                                     CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUmemGenericAllocationHandle page;
    CUmemAllocationProp got;
    CUdeviceptr range;
    size_t step;
    int able;

    OK(cuDeviceGetAttribute(&able, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED,
                            0));
    if (!able)
        skip();
    OK(cuMemGetAllocationGranularity(&step, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    OK(cuMemCreate(&page, step, &properties, 0));
    OK(cuMemGetAllocationPropertiesFromHandle(&got, page));
    assert_int_equal(got.location.id, 0);
    OK(cuCtxPushCurrent(has.context));
    OK(cuMemAddressReserve(&range, step, 0, 0, 0));
    OK(cuCtxPopCurrent(NULL));
    OK(cuMemMap(range, step, 0, page, 0));
    OK(cuMemRelease(page));
    OK(cuMemSetAccess(range, step, &access, 1));
    OK(cuMemUnmap(range, step));
    OK(cuMemAddressFree(range, step));
    check_none_is_current();
}

TEST_CASE_WITH(what_needs_a_context, begin, end)
{
    void *arguments[] = { &has.memory }, *host;
    CUdeviceptr pointer;
    CUstream stream;
    CUmodule module;
    CUevent event;
    CUarray array;
    size_t size;

    NONE(cuMemAlloc(&pointer, BYTES));
    NONE(cuMemHostAlloc(&host, BYTES, 0));
    NONE(cuStreamCreate(&stream, 0));
    NONE(cuEventCreate(&event, 0));
    NONE(cuModuleLoadData(&module, text));
    NONE(make_array(&array));
    NONE(cuMemGetInfo(&size, &size));
    NONE(cuMemGetAddressRange(&pointer, &size, has.memory));
    NONE(cuMemHostGetDevicePointer(&pointer, has.host, 0));
    NONE(cuMemcpy(has.memory, has.memory + 64, 4));
    NONE(cuMemcpyDtoH(has.host, has.memory, 4));
    NONE(cuMemcpyAsync(has.memory, has.memory + 64, 4, NULL));
    NONE(cuMemsetD8(has.memory, 0, 4));
    NONE(cuEventRecord(has.event, NULL));
    NONE(cuEventRecord(has.event, CU_STREAM_PER_THREAD));
    NONE(cuStreamQuery(CU_STREAM_LEGACY));
    NONE(cuStreamSynchronize(NULL));
    NONE(cuLaunchKernel(has.function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    NONE(cuCtxSynchronize());
    check_none_is_current();
}
