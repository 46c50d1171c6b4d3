/** CUDA's driver interface: the errors that the comments of its headers state, where no other test
 *  asks for them. Each test has a context of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver_context.h"
#include "test_cases.h"

#define IS_VALUE(call) IS(call, CUDA_ERROR_INVALID_VALUE)
#define IS_HANDLE(call) IS(call, CUDA_ERROR_INVALID_HANDLE)

enum { BYTES = 1 << 16 };

/** A handle that names nothing. */
static void *const wrong = (void *)(uintptr_t)0x123456789;

TEST_CASE_WITH(devices_and_contexts, begin, end)
{
    CUctxCreateParams part = { .numExecAffinityParams = 1 };
    const void *table = &part;
    const char *name = "kept";
    CUuuid id = { { 0 } };
    CUcontext made = NULL;
    void *found = &part;
    char text[4] = "???";
    int number = 7;
    size_t bytes;

    IS_VALUE(cuInit(1));
    IS_VALUE(cuGetErrorName((CUresult)77777, &name));
    assert_null(name);
    IS_VALUE(cuDeviceGetName(text, 0, 0));
    OK(cuDeviceGetName(text, 2, 0));
    assert_int_equal(text[1], 0);
    IS_VALUE(cuDeviceGetPCIBusId(text, 4, 0));
    IS(cuDeviceTotalMem(&bytes, -1), CUDA_ERROR_INVALID_DEVICE);
    IS(cuDeviceGetP2PAttribute(&number, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0),
       CUDA_ERROR_INVALID_DEVICE);
    IS_VALUE(cuGetProcAddress("cuInit", &found, CUDA_VERSION + 1, 0, NULL));
    OK(cuGetProcAddress("cuNever", &found, CUDA_VERSION, 0, NULL));
    assert_null(found);
    IS(cuGetExportTable(&table, &id), CUDA_ERROR_NOT_FOUND);
    assert_null(table);
    IS_VALUE(cuCtxCreate(&made, NULL, CU_CTX_SCHED_SPIN | CU_CTX_SCHED_YIELD, 0));
    IS_VALUE(cuCtxCreate(&made, NULL, 1u << 20, 0));
    IS(cuCtxCreate(&made, &part, 0, 0), CUDA_ERROR_NOT_SUPPORTED);
    assert_null(made);
    IS_VALUE(cuCtxPushCurrent(NULL));
    IS_VALUE(cuCtxDestroy(NULL));
    IS(cuCtxEnablePeerAccess(NULL, 0), CUDA_ERROR_INVALID_CONTEXT);
    IS(cuCtxEnablePeerAccess(context, 0), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
    IS_VALUE(cuCtxEnablePeerAccess(context, 1));
    IS(cuCtxDisablePeerAccess(context), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    IS(cuCtxGetLimit(&bytes, CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH), CUDA_ERROR_UNSUPPORTED_LIMIT);
    IS(cuCtxSetLimit(CU_LIMIT_SHMEM_SIZE, 1), CUDA_ERROR_NOT_PERMITTED);
    IS_VALUE(cuCtxGetLimit(&bytes, (CUlimit)99));
    IS_VALUE(cuCtxSetCacheConfig((CUfunc_cache)4));
}

TEST_CASE_WITH(memory, begin, end)
{
    unsigned char bytes[64] = { 0 };
    size_t pitch = 77, size = 0;
    CUdeviceptr block, other = 0;
    void *host;

    OK(cuMemAlloc(&block, BYTES));
    IS_VALUE(cuMemAlloc(&other, 0));
    IS_VALUE(cuMemAllocPitch(&other, &pitch, 64, 64, 3));
    IS(cuMemAllocPitch(&other, &pitch, SIZE_MAX / 2, SIZE_MAX / 2, 4), CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_equal(pitch, 0);          /* as all that is allocated, where it is not */
    assert_int_equal(other, 0);
    other = 77;
    IS(cuMemAlloc(&other, SIZE_MAX / 2), CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_equal(other, 0);
    host = bytes;
    OK(cuMemHostAlloc(&host, 0, 0));
    assert_null(host);
    IS_VALUE(cuMemFree(block + 1));
    OK(cuMemFree(0));
    OK(cuMemFreeHost(NULL));
    IS(cuMemGetAddressRange(&other, &size, (CUdeviceptr)(uintptr_t)bytes), CUDA_ERROR_NOT_FOUND);
    OK(cuMemGetAddressRange(NULL, NULL, block + 5));
    IS_VALUE(cuMemHostAlloc(&host, BYTES, 8));
    IS_VALUE(cuMemHostGetFlags(&(unsigned int){ 0 }, bytes));
    IS_VALUE(cuMemHostRegister(bytes, 64, CU_MEMHOSTREGISTER_IOMEMORY));
    IS(cuMemHostUnregister(bytes), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    IS_VALUE(cuMemAllocManaged(&other, BYTES, CU_MEM_ATTACH_SINGLE));
    OK(cuMemAllocAsync(&other, 0, NULL));
    assert_int_equal(other, 0);
    OK(cuMemFreeAsync(0, NULL));
    IS_HANDLE(cuMemAllocAsync(&other, 1, wrong));
    IS_VALUE(cuMemPoolDestroy(wrong));
    IS(cuFlushGPUDirectRDMAWrites(CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
                                  CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER),
       CUDA_ERROR_NOT_SUPPORTED);
    IS_VALUE(cuFlushGPUDirectRDMAWrites((CUflushGPUDirectRDMAWritesTarget)1,
                                        CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER));
    OK(cuMemFree(block));
}

TEST_CASE_WITH(copies, begin, end)
{
    CUDA_MEMCPY3D volume = { .srcMemoryType = CU_MEMORYTYPE_DEVICE, .WidthInBytes = 16,
                             .dstMemoryType = CU_MEMORYTYPE_DEVICE, .Height = 2, .Depth = 1 };
    unsigned char bytes[64] = { 0 };
    CUdeviceptr block;

    OK(cuMemAlloc(&block, BYTES));
    IS_VALUE(cuMemcpyHtoD((CUdeviceptr)(uintptr_t)bytes, bytes, 64));
    IS_VALUE(cuMemcpyDtoH(bytes, (CUdeviceptr)(uintptr_t)bytes, 64));
    IS_VALUE(cuMemcpyDtoD(block, (CUdeviceptr)(uintptr_t)bytes, 64));
    IS_VALUE(cuMemcpy(block + BYTES - 8, block, 16));
    OK(cuMemcpy(0, 0, 0));
    IS_HANDLE(cuMemcpyAsync(block, block + 64, 8, wrong));
    IS_VALUE(cuMemsetD16(block + 1, 5, 2));
    IS_VALUE(cuMemsetD32(block + 2, 5, 2));
    IS_VALUE(cuMemsetD2D16(block, 9, 5, 4, 2));
    IS_VALUE(cuMemsetD2D8(block, 8, 5, 9, 2));
    OK(cuMemsetD8(0, 5, 0));
    IS(cuMemcpyPeer(block, wrong, block + 64, NULL, 8), CUDA_ERROR_INVALID_CONTEXT);
    volume.srcDevice = block;
    volume.dstDevice = block + 1024;
    OK(cuMemcpy3D(&volume));
    volume.srcPitch = 8;
    IS_VALUE(cuMemcpy3D(&volume));
    volume.srcPitch = 0;
    volume.srcLOD = 1;
    IS_VALUE(cuMemcpy3D(&volume));
    volume.srcLOD = 0;
    volume.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    IS_VALUE(cuMemcpy3D(&volume));               /* its array is NULL */
    volume.srcMemoryType = (CUmemorytype)9;
    IS_VALUE(cuMemcpy3D(&volume));
    OK(cuMemFree(block));
}

TEST_CASE_WITH(streams_and_events, begin, end)
{
    CUgreenCtx green = wrong;
    CUstream stream;
    CUevent event;
    float time;

    IS_VALUE(cuStreamCreate(&stream, 2));
    OK(cuStreamCreateWithPriority(&stream, 0, -99));
    IS_HANDLE(cuStreamDestroy(NULL));
    IS_HANDLE(cuStreamWaitEvent(stream, NULL, 0));
    OK(cuEventCreate(&event, 0));
    IS(cuStreamWaitEvent(stream, event, CU_EVENT_WAIT_EXTERNAL), CUDA_ERROR_ILLEGAL_STATE);
    IS_VALUE(cuStreamWaitEvent(stream, event, 2));
    IS(cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_EXTERNAL), CUDA_ERROR_ILLEGAL_STATE);
    IS_HANDLE(cuEventRecord(NULL, stream));
    IS_VALUE(cuEventCreate(&event, CU_EVENT_INTERPROCESS));
    IS_HANDLE(cuEventElapsedTime(&time, event, event));          /* was never recorded */
    IS(cuStreamGetGreenCtx(stream, &green), CUDA_ERROR_NOT_SUPPORTED);
    OK(cuStreamGetCtx_v2(stream, &(CUcontext){ NULL }, &green));
    assert_null(green);
    IS_VALUE(cuStreamAddCallback(stream, NULL, NULL, 0));
    IS_VALUE(cuStreamWaitValue32(stream, 0, 1, 0));
    OK(cuStreamBatchMemOp(stream, 0, NULL, 0));
    IS_VALUE(cuStreamBatchMemOp(stream, 0, NULL, 1));
    IS_VALUE(cuStreamBatchMemOp(stream, 257, &(CUstreamBatchMemOpParams){ 0 }, 0));
    OK(cuEventDestroy(event));
    IS_HANDLE(cuEventDestroy(event));
    OK(cuStreamDestroy(stream));
    IS_HANDLE(cuStreamQuery(stream));
}

TEST_CASE_WITH(imports, begin, end)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC memory_desc = {
        .type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD, .size = 64, .handle.fd = -1 };
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC semaphore_desc = {
        .type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD, .handle.fd = -1 };
    CUgraphicsResource resource = NULL;
    CUexternalSemaphore semaphore;
    CUexternalMemory imported;

    IS(cuImportExternalMemory(&imported, &memory_desc), CUDA_ERROR_UNKNOWN);     /* the fd */
    memory_desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE;
    IS_VALUE(cuImportExternalMemory(&imported, &memory_desc));
    memory_desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP;
    IS(cuImportExternalMemory(&imported, &memory_desc), CUDA_ERROR_NOT_SUPPORTED);
    memory_desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
    IS(cuImportExternalMemory(&imported, &memory_desc), CUDA_ERROR_UNKNOWN);
    memory_desc.size = 0;
    IS_VALUE(cuImportExternalMemory(&imported, &memory_desc));
    IS_VALUE(cuDestroyExternalMemory(NULL));
    IS_HANDLE(cuDestroyExternalMemory(wrong));
    IS_VALUE(cuImportExternalSemaphore(&semaphore, &semaphore_desc));
    semaphore_desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
    IS(cuImportExternalSemaphore(&semaphore, &semaphore_desc), CUDA_ERROR_UNKNOWN);
    semaphore_desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32;
    IS(cuImportExternalSemaphore(&semaphore, &semaphore_desc), CUDA_ERROR_NOT_SUPPORTED);
    IS_HANDLE(cuDestroyExternalSemaphore(wrong));
    IS_VALUE(cuGraphicsMapResources(0, &resource, NULL));
    IS_HANDLE(cuGraphicsMapResources(1, &resource, NULL));
    IS_HANDLE(cuGraphicsUnregisterResource(resource));
    IS_VALUE(cuGraphicsSubResourceGetMappedArray(NULL, resource, 0, 0));
}

TEST_CASE_WITH(code, begin, end)
{
    static const char text[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                               ".visible .entry nothing()\n{\n ret;\n}\n";
    CUfunction function;
    CUlibrary library;
    CUlinkState link;
    CUkernel kernel;
    CUmodule module;
    size_t size;
    void *image;

    IS(cuModuleLoad(&module, "/nowhere"), CUDA_ERROR_FILE_NOT_FOUND);
    IS(cuModuleLoadData(&module, "no code"), CUDA_ERROR_INVALID_IMAGE);
    IS(cuModuleLoadData(&module, ".version 7.0\n.target sm_75\n.nothing\n"),
       CUDA_ERROR_INVALID_PTX);
    IS_VALUE(cuModuleLoadDataEx(&module, text, 1, NULL, NULL));
    IS_HANDLE(cuModuleUnload(wrong));
    OK(cuModuleLoadData(&module, text));
    IS(cuModuleGetFunction(&function, module, "gone"), CUDA_ERROR_NOT_FOUND);
    IS(cuModuleGetTexRef(&(CUtexref){ NULL }, module, "gone"), CUDA_ERROR_NOT_FOUND);
    OK(cuModuleGetFunction(&function, module, "nothing"));
    IS_VALUE(cuFuncGetParamInfo(function, 0, &size, NULL));
    IS_VALUE(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NUM_REGS, 1));
    IS_VALUE(cuFuncSetCacheConfig(function, (CUfunc_cache)4));
    IS_VALUE(cuLaunchKernel(function, 0, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    IS_VALUE(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 1u << 30, NULL, NULL, NULL));
    IS_HANDLE(cuLaunchKernel(wrong, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    IS_HANDLE(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, wrong, NULL, NULL));
    IS_HANDLE(cuLaunch(wrong));
    OK(cuLaunch(function));
    IS_VALUE(cuOccupancyMaxActiveBlocksPerMultiprocessor(&(int){ 0 }, function, 0, 0));
    OK(cuLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0));
    IS(cuLibraryGetKernel(&kernel, library, "gone"), CUDA_ERROR_NOT_FOUND);
    IS_VALUE(cuLibraryGetGlobal(NULL, NULL, library, "nothing"));
    IS(cuLibraryGetUnifiedFunction(&image, library, "nothing"), CUDA_ERROR_NOT_FOUND);
    OK(cuLibraryGetKernel(&kernel, library, "nothing"));
    IS_VALUE(cuLaunchKernel((CUfunction)kernel, 0, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    IS_VALUE(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 1, 0, 1, 0, NULL, NULL, NULL));
    IS(cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_NONE, -1), CUDA_ERROR_INVALID_DEVICE);
    OK(cuLibraryUnload(library));
    IS_HANDLE(cuKernelGetLibrary(&library, kernel));
    OK(cuLinkCreate(0, NULL, NULL, &link));
    IS_VALUE(cuLinkComplete(link, &image, NULL));
    IS(cuLinkAddData(link, CU_JIT_INPUT_CUBIN, (void *)(uintptr_t)text, sizeof text, NULL, 0, NULL,
                     NULL), CUDA_ERROR_NO_BINARY_FOR_GPU);
    OK(cuLinkDestroy(link));
    IS_HANDLE(cuLinkDestroy(link));
    OK(cuModuleUnload(module));
    IS_HANDLE(cuFuncLoad(function));
}

TEST_CASE_WITH(arrays_and_textures, begin, end)
{
    CUDA_ARRAY3D_DESCRIPTOR shape = { .Width = 16, .Height = 16, .NumChannels = 1,
                                      .Format = CU_AD_FORMAT_UNSIGNED_INT8 };
    CUDA_TEXTURE_DESC sampler = { .filterMode = CU_TR_FILTER_MODE_LINEAR,
                                  .flags = CU_TRSF_READ_AS_INTEGER };
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_ARRAY };
    CUmipmappedArray levels;
    CUtexObject object;
    CUarray array, level;

    shape.NumChannels = 3;
    IS_VALUE(cuArray3DCreate(&array, &shape));
    shape.NumChannels = 1;
    shape.Flags = CUDA_ARRAY3D_SPARSE;
    IS(cuArray3DCreate(&array, &shape), CUDA_ERROR_NOT_SUPPORTED);
    shape.Flags = 0;
    OK(cuMipmappedArrayCreate(&levels, &shape, 99));
    OK(cuMipmappedArrayGetLevel(&level, levels, 4));
    IS_VALUE(cuMipmappedArrayGetLevel(&array, levels, 5));
    OK(cuArrayDestroy(level));
    OK(cuMipmappedArrayGetLevel(&array, levels, 4));
    assert_ptr_equal(array, level);
    IS_VALUE(cuArrayGetPlane(&array, level, 0));
    IS_HANDLE(cuArrayGetSparseProperties(&(CUDA_ARRAY_SPARSE_PROPERTIES){ 0 }, wrong));
    IS_HANDLE(cuArrayDestroy(NULL));
    IS_HANDLE(cuMipmappedArrayDestroy(NULL));
    IS_VALUE(cuMemcpyHtoA(NULL, 0, &shape, 4));
    IS_HANDLE(cuMemcpyHtoA(wrong, 0, &shape, 4));
    IS_HANDLE(cuTexObjectCreate(&object, &resource, &sampler, NULL));
    resource.res.array.hArray = level;
    OK(cuTexObjectCreate(&object, &resource, &sampler, NULL));
    OK(cuTexObjectDestroy(object));
    sampler.flags = 0x1000;
    IS_VALUE(cuTexObjectCreate(&object, &resource, &sampler, NULL));
    OK(cuTexObjectDestroy(0));
    IS_VALUE(cuTexObjectDestroy(77));
    IS_VALUE(cuTexRefSetFlags(NULL, 0));
    IS(cuTexRefSetFlags(wrong, 0), CUDA_ERROR_NOT_SUPPORTED);
    OK(cuMipmappedArrayDestroy(levels));
    IS_HANDLE(cuMipmappedArrayDestroy(levels));
}

TEST_CASE_WITH(what_memory_is, begin, end)
{
    CUpointer_attribute kinds[] = { CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                    CU_POINTER_ATTRIBUTE_CONTEXT };
    unsigned int type = 9;
    uint64_t owner = 9;
    void *values[] = { &type, &owner };
    CUdeviceptr unknown = (CUdeviceptr)(uintptr_t)&type, block;

    OK(cuMemAlloc(&block, BYTES));
    IS_VALUE(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, unknown));
    OK(cuPointerGetAttributes(1, kinds, values, unknown));
    assert_int_equal(type, 0);
    OK(cuPointerGetAttributes(2, kinds, values, unknown));
    assert_int_equal(owner, 0);          /* no context */
    IS_VALUE(cuPointerGetAttributes(0, kinds, values, block));
    IS_VALUE(cuPointerSetAttribute(&(unsigned char){ 1 }, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
                                   unknown));
    IS_VALUE(cuPointerSetAttribute(&(unsigned char){ 1 }, CU_POINTER_ATTRIBUTE_MAPPED, block));
    IS_VALUE(cuMemPrefetchAsync(block, 8, (CUmemLocation){ .type = CU_MEM_LOCATION_TYPE_DEVICE }, 0,
                                NULL));
    IS_VALUE(cuMemRangeGetAttribute(&type, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, block, 8));
    IS_VALUE(cuIpcCloseMemHandle(block));
    IS_VALUE(cuMemRelease(77));
    IS_VALUE(cuMemUnmap(block, BYTES));
    IS(cuMemGetHandleForAddressRange(&type, block, BYTES, CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD, 0),
       CUDA_ERROR_NOT_SUPPORTED);
    OK(cuMemFree(block));
}
