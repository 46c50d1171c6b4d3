/** Graphs by the driver interface, and by all three interfaces together: a graph, a node and an
 *  executable of one is that of the others. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "../unit/dot_reader.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <hip/hip_runtime.h>
#include <stdbool.h>

#include "test_cases.h"

#define CU(call) assert_int_equal((call), CUDA_SUCCESS)
#define CUDA(call) assert_int_equal((call), cudaSuccess)
#define HIP(call) assert_int_equal((call), hipSuccess)

enum { COUNT = 64, BYTES = 4 * COUNT };

/* store: p[i] = v + i; add: p[i] += v. */
static const char code[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry store(.param .u64 p, .param .u32 v)\n{\n"
    ".reg .b64 %rd<5>; .reg .b32 %r<4>;\n"
    "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [v]; cvta.to.global.u64 %rd2, %rd1;\n"
    "mov.u32 %r2, %tid.x; mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd2, %rd3;\n"
    "add.u32 %r3, %r1, %r2; st.global.u32 [%rd4], %r3; ret;\n}\n"
    ".visible .entry add(.param .u64 p, .param .u32 v)\n{\n"
    ".reg .b64 %rd<5>; .reg .b32 %r<5>;\n"
    "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [v]; cvta.to.global.u64 %rd2, %rd1;\n"
    "mov.u32 %r2, %tid.x; mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd2, %rd3;\n"
    "ld.global.u32 %r3, [%rd4]; add.u32 %r4, %r3, %r1; st.global.u32 [%rd4], %r4; ret;\n}\n";

static CUcontext context;
static CUfunction store, add;
static CUdeviceptr words;

static int begin(void **state)
{
    CUmodule module;

    (void)state;
    CU(cuInit(0));
    CU(cuDevicePrimaryCtxRetain(&context, 0));
    CU(cuCtxSetCurrent(context));
    CU(cuModuleLoadData(&module, code));
    CU(cuModuleGetFunction(&store, module, "store"));
    CU(cuModuleGetFunction(&add, module, "add"));
    CU(cuMemAlloc(&words, 2 * BYTES));
    CU(cuMemsetD8(words, 0, 2 * BYTES));
    return 0;
}

static int end(void **state)
{
    (void)state;
    CU(cuMemFree(words));
    CU(cuDevicePrimaryCtxRelease(0));
    return 0;
}

/** The arguments point to words and *value. */
static CUDA_KERNEL_NODE_PARAMS launch_of(CUfunction function, void **arguments, uint32_t *value)
{
    arguments[0] = &words;
    arguments[1] = value;
    return (CUDA_KERNEL_NODE_PARAMS){
        .func = function, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
        .blockDimX = COUNT, .blockDimY = 1, .blockDimZ = 1, .kernelParams = arguments,
    };
}

static CUgraphNode add_kernel(CUgraph graph, CUgraphNode before, CUfunction function,
                              uint32_t value)
{
    void *arguments[2];
    const CUDA_KERNEL_NODE_PARAMS launch = launch_of(function, arguments, &value);
    CUgraphNode node;

    CU(cuGraphAddKernelNode(&node, graph, &before, before != NULL, &launch));
    return node;
}

static void check_words(size_t at, uint32_t first, uint32_t step)
{
    uint32_t seen[COUNT];

    CU(cuMemcpyDtoH(seen, words + at, BYTES));
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(seen[i], first + step * i);
}

static void run(CUgraphExec exec)
{
    CU(cuGraphLaunch(exec, NULL));
    CU(cuCtxSynchronize());
}

/* ---- the driver interface -------------------------------------------------------------------- */

static CUDA_MEMCPY3D copy_of(CUdeviceptr destination, CUdeviceptr source, size_t size)
{
    return (CUDA_MEMCPY3D){
        .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = source,
        .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = destination,
        .WidthInBytes = size, .Height = 1, .Depth = 1,
    };
}

TEST_CASE_WITH(nodes_of_the_driver_interface_run, begin, end)
{
    CUDA_MEMCPY3D copy = copy_of(words + BYTES, words, BYTES / 2), copy_got;
    CUDA_MEMSET_NODE_PARAMS fill = { words + BYTES, 0, 7, 4, COUNT, 1 }, fill_got;
    CUDA_KERNEL_NODE_PARAMS launch, got;
    uint32_t value = 100;
    void *arguments[2];
    CUgraphNode stored, copied, filled, before[2];
    CUgraphExec exec;
    CUgraph graph;

    CU(cuGraphCreate(&graph, 0));
    stored = add_kernel(graph, NULL, store, 5);
    stored = add_kernel(graph, stored, add, 2);
    CU(cuGraphAddMemsetNode(&filled, graph, NULL, 0, &fill, context));
    before[0] = stored;
    before[1] = filled;
    CU(cuGraphAddMemcpyNode(&copied, graph, before, 2, &copy, context));
    CU(cuGraphKernelNodeGetParams(stored, &got));
    assert_true(got.func == add && got.blockDimX == COUNT && got.extra == NULL);
    assert_int_equal(*(uint32_t *)got.kernelParams[1], 2);
    CU(cuGraphMemcpyNodeGetParams(copied, &copy_got));
    assert_true(copy_got.srcMemoryType == CU_MEMORYTYPE_DEVICE && copy_got.srcDevice == words &&
                copy_got.dstDevice == words + BYTES && copy_got.WidthInBytes == BYTES / 2 &&
                copy_got.Height == 1 && copy_got.Depth == 1);
    CU(cuGraphMemsetNodeGetParams(filled, &fill_got));
    assert_true(fill_got.dst == fill.dst && fill_got.value == 7 && fill_got.width == COUNT);
    CU(cuGraphInstantiate(&exec, graph, 0));
    run(exec);
    check_words(0, 7, 1);
    launch = launch_of(store, arguments, &value);
    CU(cuGraphExecKernelNodeSetParams(exec, stored, &launch));
    copy = copy_of(words + BYTES, words, BYTES);
    CU(cuGraphExecMemcpyNodeSetParams(exec, copied, &copy, context));
    run(exec);
    check_words(BYTES, 100, 1);
    assert_int_equal(cuGraphExecMemcpyNodeSetParams(exec, copied, &copy, (CUcontext)&value),
                     CUDA_ERROR_INVALID_CONTEXT);
    CU(cuGraphExecDestroy(exec));
    CU(cuGraphDestroy(graph));
    assert_int_equal(cuGraphDestroy(graph), CUDA_ERROR_INVALID_VALUE);
}

/** Each type by the one struct, in the driver interface and the runtime. */
TEST_CASE_WITH(nodes_of_any_type_are_added_and_set, begin, end)
{
    uint32_t value = 20, other = 30;
    void *arguments[] = { &words, &value }, *others[] = { &words, &other };
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_KERNEL };
    struct cudaGraphNodeParams of_cuda = { .type = cudaGraphNodeTypeMemset };
    CUgraphNode kernel, node, filled;
    CUgraph graph, child;
    CUgraphExec exec;
    CUevent event;

    CU(cuGraphCreate(&graph, 0));
    CU(cuGraphCreate(&child, 0));
    CU(cuEventCreate(&event, 0));
    params.kernel = (CUDA_KERNEL_NODE_PARAMS_v3){
        .func = store, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
        .blockDimX = COUNT, .blockDimY = 1, .blockDimZ = 1, .kernelParams = arguments,
    };
    CU(cuGraphAddNode(&kernel, graph, NULL, NULL, 0, &params));
    params.reserved2 = 1;
    assert_int_equal(cuGraphAddNode(&node, graph, NULL, NULL, 0, &params),
                     CUDA_ERROR_INVALID_VALUE);
    params = (CUgraphNodeParams){ .type = CU_GRAPH_NODE_TYPE_MEMCPY };
    params.memcpy.copyParams = copy_of(words + BYTES, words, BYTES);
    CU(cuGraphAddNode(&node, graph, &kernel, NULL, 1, &params));
    params.memcpy.flags = 1;
    assert_int_equal(cuGraphAddNode(&node, graph, NULL, NULL, 0, &params),
                     CUDA_ERROR_INVALID_VALUE);
    params = (CUgraphNodeParams){ .type = CU_GRAPH_NODE_TYPE_EVENT_RECORD };
    params.eventRecord.event = event;
    CU(cuGraphAddNode(&node, graph, &node, NULL, 1, &params));
    params = (CUgraphNodeParams){ .type = CU_GRAPH_NODE_TYPE_EMPTY };
    CU(cuGraphAddNode(&node, graph, &node, NULL, 1, &params));
    params.reserved1[0] = 1;
    assert_int_equal(cuGraphAddNode(&node, graph, NULL, NULL, 0, &params),
                     CUDA_ERROR_INVALID_VALUE);
    of_cuda.memset = (struct cudaMemsetParamsV2){ .dst = (void *)words, .elementSize = 4,
                                                  .value = 4, .width = COUNT, .height = 1 };
    CUDA(cudaGraphAddNode(&filled, child, NULL, NULL, 0, &of_cuda));
    params = (CUgraphNodeParams){ .type = CU_GRAPH_NODE_TYPE_GRAPH };
    params.graph.graph = child;
    CU(cuGraphAddNode(&node, graph, &node, NULL, 1, &params));
    params = (CUgraphNodeParams){ .type = (CUgraphNodeType)99 };
    assert_int_equal(cuGraphAddNode(&node, graph, NULL, NULL, 0, &params),
                     CUDA_ERROR_INVALID_VALUE);
    params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    assert_int_equal(cuGraphAddNode(&node, graph, NULL, NULL, 0, &params),
                     CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuGraphAddNode(&node, graph, NULL, NULL, 0, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    CU(cuGraphInstantiate(&exec, graph, 0));
    run(exec);
    check_words(BYTES, 20, 1);
    check_words(0, 4, 0);
    params = (CUgraphNodeParams){ .type = CU_GRAPH_NODE_TYPE_KERNEL };
    params.kernel = (CUDA_KERNEL_NODE_PARAMS_v3){
        .func = store, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
        .blockDimX = COUNT, .blockDimY = 1, .blockDimZ = 1, .kernelParams = others,
    };
    CU(cuGraphExecNodeSetParams(exec, kernel, &params));
    CU(cuGraphNodeSetParams(kernel, &params));
    assert_int_equal(cuGraphNodeSetParams(node, &params), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cudaGraphNodeSetParams(kernel, &of_cuda), cudaErrorInvalidValue);
    run(exec);
    check_words(BYTES, 30, 1);
    CU(cuGraphExecDestroy(exec));
    CU(cuGraphDestroy(graph));
    CU(cuGraphDestroy(child));
    CU(cuEventDestroy(event));
}

/* ---- symbols of older versions --------------------------------------------------------------- */

static void *find(const char *name, int version)
{
    CUdriverProcAddressQueryResult found;
    void *function = NULL;

    CU(cuGetProcAddress(name, &function, version, 0, &found));
    assert_non_null(function);
    return function;
}

TEST_CASE_WITH(symbols_of_older_versions_work, begin, end)
{
    CUresult (*connect)(CUgraph, const CUgraphNode *, const CUgraphNode *, size_t) =
        (CUresult (*)(CUgraph, const CUgraphNode *, const CUgraphNode *, size_t))
            find("cuGraphAddDependencies", 10000);
    CUresult (*add_old)(CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                        const CUDA_KERNEL_NODE_PARAMS_v1 *) =
        (CUresult (*)(CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                      const CUDA_KERNEL_NODE_PARAMS_v1 *))find("cuGraphAddKernelNode", 10000);
    CUresult (*instantiate)(CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t) =
        (CUresult (*)(CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t))
            find("cuGraphInstantiate", 11000);
    uint32_t value = 9;
    void *arguments[] = { &words, &value };
    const CUDA_KERNEL_NODE_PARAMS_v1 launch = {
        .func = store, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
        .blockDimX = COUNT, .blockDimY = 1, .blockDimZ = 1, .kernelParams = arguments,
    };
    CUgraphNode first, second, from, to, failed = NULL;
    size_t count = 1;
    CUgraphExec exec;
    CUgraph graph;
    char log[200];

    CU(cuGraphCreate(&graph, 0));
    CU(add_old(&first, graph, NULL, 0, &launch));
    second = add_kernel(graph, NULL, add, 1);
    CU(connect(graph, &first, &second, 1));
    CU(cuGraphGetEdges(graph, &from, &to, NULL, &count));
    assert_true(count == 1 && from == first && to == second);
    CU(instantiate(&exec, graph, &failed, log, sizeof log));
    run(exec);
    check_words(0, 10, 1);
    CU(connect(graph, &second, &first, 1));
    assert_int_equal(instantiate(&exec, graph, &failed, log, sizeof log),
                     CUDA_ERROR_INVALID_VALUE);
    assert_non_null(strstr(log, "circle"));
    assert_true(failed == first || failed == second);
    CU(cuGraphExecDestroy(exec));
    CU(cuGraphDestroy(graph));
}

TEST_CASE_WITH(older_forms_of_capture_functions_work, begin, end)
{
    CUresult (*begin_old)(CUstream) = (CUresult (*)(CUstream))find("cuStreamBeginCapture", 10000);
    CUresult (*ask)(CUstream, CUstreamCaptureStatus *, cuuint64_t *) =
        (CUresult (*)(CUstream, CUstreamCaptureStatus *, cuuint64_t *))
            find("cuStreamGetCaptureInfo", 10010);
    CUresult (*ask_2)(CUstream, CUstreamCaptureStatus *, cuuint64_t *, CUgraph *,
                      const CUgraphNode **, size_t *) =
        (CUresult (*)(CUstream, CUstreamCaptureStatus *, cuuint64_t *, CUgraph *,
                      const CUgraphNode **, size_t *))find("cuStreamGetCaptureInfo", 11030);
    CUresult (*update)(CUstream, CUgraphNode *, size_t, unsigned int) =
        (CUresult (*)(CUstream, CUgraphNode *, size_t, unsigned int))
            find("cuStreamUpdateCaptureDependencies", 11030);
    CUstreamCaptureStatus status;
    const CUgraphNode *nodes;
    cuuint64_t id = 0, same = 1;
    CUdeviceptr memory;
    CUstream stream;
    CUgraphNode node;
    CUgraph graph;
    size_t count;

    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CU(begin_old(stream));
    CU(cuMemAlloc(&memory, 64));              /* its mode is relaxed */
    CU(cuMemFree(memory));
    CU(ask(stream, &status, &id));
    assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    CU(ask_2(stream, &status, &same, &graph, &nodes, &count));
    assert_true(same == id && count == 0);
    CU(cuGraphAddEmptyNode(&node, graph, NULL, 0));
    CU(update(stream, &node, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
    CU(ask_2(stream, &status, NULL, NULL, &nodes, &count));
    assert_true(count == 1 && nodes[0] == node);
    CU(cuStreamEndCapture(stream, &graph));
    CU(cuGraphDestroy(graph));
    CU(cuStreamDestroy(stream));
}

/* ---- three interfaces ------------------------------------------------------------------------ */

TEST_CASE_WITH(one_graph_by_three_interfaces, begin, end)
{
    hipMemcpy3DParms from_hip;
    struct cudaMemcpy3DParms from_cuda;
    struct cudaKernelNodeParams cuda_launch;
    cudaLaunchAttributeValue attribute = { .priority = -1 };
    CUkernelNodeAttrValue seen_attribute;
    CUDA_MEMCPY3D from_driver;
    enum cudaGraphNodeType type;
    cudaGraph_t graph;
    CUgraphNode stored, added;
    hipGraphNode_t copied;
    hipGraph_t clone;
    hipGraphExec_t exec;
    size_t count = 0;

    CUDA(cudaGraphCreate(&graph, 0));
    stored = add_kernel(graph, NULL, store, 3);
    CUDA(cudaGraphKernelNodeGetParams(stored, &cuda_launch));
    assert_true(cuda_launch.blockDim.x == COUNT && *(uint32_t *)cuda_launch.kernelParams[1] == 3);
    CUDA(cudaGraphAddKernelNode(&added, graph, &stored, 1, &cuda_launch));
    HIP(hipGraphAddMemcpyNode1D(&copied, (hipGraph_t)graph, (hipGraphNode_t *)&added, 1,
                                (void *)(words + BYTES), (void *)words, BYTES,
                                hipMemcpyDeviceToDevice));
    CUDA(cudaGraphNodeGetType((cudaGraphNode_t)copied, &type));
    assert_int_equal(type, cudaGraphNodeTypeMemcpy);
    CU(cuGraphMemcpyNodeGetParams((CUgraphNode)copied, &from_driver));
    assert_true(from_driver.WidthInBytes == BYTES && from_driver.srcDevice == words);
    CUDA(cudaGraphMemcpyNodeGetParams((cudaGraphNode_t)copied, &from_cuda));
    HIP(hipGraphMemcpyNodeGetParams(copied, &from_hip));
    assert_true(from_cuda.extent.width == BYTES && from_hip.extent.width == BYTES);
    CUDA(cudaGraphKernelNodeSetAttribute(stored, cudaLaunchAttributePriority, &attribute));
    CU(cuGraphKernelNodeGetAttribute(stored, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &seen_attribute));
    assert_int_equal(seen_attribute.priority, -1);
    HIP(hipGraphClone(&clone, (hipGraph_t)graph));
    CU(cuGraphGetNodes((CUgraph)clone, NULL, &count));
    assert_int_equal(count, 3);
    HIP(hipGraphInstantiateWithFlags(&exec, clone, 0));
    CUDA(cudaGraphDestroy(graph));
    CUDA(cudaGraphLaunch((cudaGraphExec_t)exec, NULL));
    CU(cuCtxSynchronize());
    check_words(BYTES, 3, 1);
    CU(cuGraphExecDestroy((CUgraphExec)exec));
    assert_int_equal(hipGraphLaunch(exec, NULL), hipErrorInvalidValue);
    CU(cuGraphDestroy((CUgraph)clone));
}

/** HIP's structs of a driver interface describe the same nodes. */
TEST_CASE_WITH(hip_drv_functions_work, begin, end)
{
    HIP_MEMCPY3D copy, got;
    HIP_MEMSET_NODE_PARAMS fill = { (hipDeviceptr_t)words, 0, 6, 4, COUNT, 1 };
    hipGraphNode_t filled, copied;
    hipGraphExec_t exec;
    hipGraph_t graph;

    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = copy.dstMemoryType = hipMemoryTypeDevice;
    copy.srcDevice = (hipDeviceptr_t)words;
    copy.dstDevice = (hipDeviceptr_t)(words + BYTES);
    copy.WidthInBytes = BYTES;
    copy.Height = copy.Depth = 1;
    HIP(hipGraphCreate(&graph, 0));
    HIP(hipDrvGraphAddMemsetNode(&filled, graph, NULL, 0, &fill, (hipCtx_t)context));
    HIP(hipDrvGraphAddMemcpyNode(&copied, graph, &filled, 1, &copy, NULL));
    HIP(hipDrvGraphMemcpyNodeGetParams(copied, &got));
    assert_true(got.WidthInBytes == BYTES && got.srcDevice == (hipDeviceptr_t)words);
    HIP(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    HIP(hipGraphLaunch(exec, NULL));
    HIP(hipDeviceSynchronize());
    check_words(BYTES, 6, 0);
    fill.value = 8;
    HIP(hipDrvGraphExecMemsetNodeSetParams(exec, filled, &fill, NULL));
    HIP(hipGraphLaunch(exec, NULL));
    HIP(hipDeviceSynchronize());
    check_words(BYTES, 8, 0);
    HIP(hipGraphExecDestroy(exec));
    HIP(hipGraphDestroy(graph));
}

/** An array's width is in bytes by one interface, and in texels by the other. */
TEST_CASE_WITH(copies_of_arrays_have_each_interfaces_units, begin, end)
{
    const CUDA_ARRAY_DESCRIPTOR descriptor = { 16, 4, CU_AD_FORMAT_FLOAT, 2 };
    struct cudaMemcpy3DParms in_texels;
    CUDA_MEMCPY3D copy, in_bytes;
    CUgraphNode node;
    CUgraph graph;
    CUarray array;

    memset(&copy, 0, sizeof copy);
    CU(cuArrayCreate(&array, &descriptor));
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = words;
    copy.srcPitch = 64;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.dstXInBytes = 16;
    copy.WidthInBytes = 64;
    copy.Height = 2;
    copy.Depth = 1;
    CU(cuGraphCreate(&graph, 0));
    CU(cuGraphAddMemcpyNode(&node, graph, NULL, 0, &copy, context));
    CUDA(cudaGraphMemcpyNodeGetParams(node, &in_texels));
    assert_true(in_texels.extent.width == 8 && in_texels.extent.height == 2 &&
                in_texels.dstPos.x == 2 && in_texels.dstArray == (cudaArray_t)array);
    CUDA(cudaGraphAddMemcpyNode(&node, graph, NULL, 0, &in_texels));
    CU(cuGraphMemcpyNodeGetParams(node, &in_bytes));
    assert_true(in_bytes.WidthInBytes == 64 && in_bytes.dstXInBytes == 16 &&
                in_bytes.Height == 2);
    CU(cuGraphDestroy(graph));
    CU(cuArrayDestroy(array));
}

/** A capture that one interface begins, all enqueue in, and another one ends. */
TEST_CASE_WITH(one_capture_by_three_interfaces, begin, end)
{
    uint32_t value = 5, host[COUNT];
    void *arguments[] = { &words, &value };
    enum cudaStreamCaptureStatus status;
    CUstreamCaptureStatus driver_status;
    const CUgraphNode *nodes;
    CUgraph graph, got;
    CUstream stream;
    CUgraphExec exec;
    cuuint64_t id;
    CUdeviceptr second = words + BYTES;
    size_t count;

    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CU(cuLaunchKernel(store, 1, 1, 1, COUNT, 1, 1, 0, stream, arguments, NULL));
    CUDA(cudaMemcpyAsync((void *)(uintptr_t)second, (void *)(uintptr_t)words, BYTES,
                         cudaMemcpyDeviceToDevice, stream));
    HIP(hipMemsetAsync((hipDeviceptr_t)(uintptr_t)words, 1, BYTES, (hipStream_t)stream));
    CUDA(cudaStreamIsCapturing(stream, &status));
    assert_int_equal(status, cudaStreamCaptureStatusActive);
    CU(cuStreamGetCaptureInfo(stream, &driver_status, &id, &got, &nodes, NULL, &count));
    assert_int_equal(count, 1);
    assert_int_equal(cuMemAlloc(&second, 64), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert_int_equal(cuStreamEndCapture(stream, &graph), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    second = words + BYTES;
    CU(cuGraphCreate(&got, 0));
    CU(cuStreamBeginCaptureToGraph(stream, got, NULL, NULL, 0, CU_STREAM_CAPTURE_MODE_RELAXED));
    CU(cuLaunchKernel(store, 1, 1, 1, COUNT, 1, 1, 0, stream, arguments, NULL));
    CU(cuStreamUpdateCaptureDependencies(stream, NULL, NULL, 0,
                                         CU_STREAM_ADD_CAPTURE_DEPENDENCIES));
    CUDA(cudaMemcpyAsync((void *)(uintptr_t)second, (void *)(uintptr_t)words, BYTES,
                         cudaMemcpyDeviceToDevice, stream));
    HIP(hipStreamEndCapture((hipStream_t)stream, (hipGraph_t *)&graph));
    assert_ptr_equal(graph, got);
    CU(cuGraphInstantiate(&exec, graph, 0));
    CU(cuGraphDestroy(graph));
    CUDA(cudaGraphLaunch(exec, stream));
    CU(cuStreamSynchronize(stream));
    CU(cuMemcpyDtoH(host, second, BYTES));
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(host[i], 5 + i);
    CU(cuGraphExecDestroy(exec));
    CU(cuStreamDestroy(stream));
}

/** The three interfaces write the same; a kernel whose module is unloaded has no name. */
TEST_CASE_WITH(one_picture_by_three_interfaces, begin, end)
{
    char path[] = "/tmp/gpuinterop-test-XXXXXX", handle[64];
    char *by_driver, *by_cuda, *by_hip;
    int fd = mkstemp(path);
    struct dot_counts counts;
    CUfunction odd;
    CUmodule module;
    CUgraphNode node;
    CUgraph graph;

    assert_true(fd >= 0);
    close(fd);
    CU(cuModuleLoadData(&module, ".version 6.0\n.target sm_50\n.address_size 64\n"
                        ".visible .entry $odd$_%name(.param .u64 p, .param .u32 v)\n{\nret;\n}\n"));
    CU(cuModuleGetFunction(&odd, module, "$odd$_%name"));
    CU(cuGraphCreate(&graph, 0));
    node = add_kernel(graph, NULL, store, 3);
    node = add_kernel(graph, node, odd, 3);
    CU(cuGraphDebugDotPrint(graph, path, CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE));
    by_driver = dot_load(path);
    CUDA(cudaGraphDebugDotPrint(graph, path, cudaGraphDebugDotFlagsVerbose));
    by_cuda = dot_load(path);
    HIP(hipGraphDebugDotPrint((hipGraph_t)graph, path, hipGraphDebugDotFlagsVerbose));
    by_hip = dot_load(path);
    assert_non_null(by_driver);
    assert_string_equal(by_driver, by_cuda);
    assert_string_equal(by_driver, by_hip);
    counts = dot_read(by_driver);
    assert_null(counts.wrong);
    assert_true(counts.nodes == 2 && counts.edges == 1 && counts.records == 2);
    assert_true(dot_is_drawn(path));
    (void)snprintf(handle, sizeof handle, "| 0x%016llX | store | 1 | %d | 0 |",
                   (unsigned long long)(uintptr_t)add_kernel(graph, node, store, 3), COUNT);
    CU(cuGraphDebugDotPrint(graph, path, CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE));
    free(by_cuda);
    by_cuda = dot_load(path);
    assert_non_null(strstr(by_cuda, handle));
    assert_non_null(strstr(by_cuda, "| $odd$_%name |"));
    CU(cuModuleUnload(module));
    CU(cuGraphDebugDotPrint(graph, path, 0));
    free(by_hip);
    by_hip = dot_load(path);
    assert_non_null(strstr(by_hip, "1\n(its module is unloaded)\n"));
    assert_int_equal(cuGraphDebugDotPrint(graph, NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphDebugDotPrint(NULL, path, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphDebugDotPrint(graph, "/tmp", 0), CUDA_ERROR_OPERATING_SYSTEM);
    CU(cuGraphDestroy(graph));
    assert_int_equal(cuGraphDebugDotPrint(graph, path, 0), CUDA_ERROR_INVALID_VALUE);
    free(by_driver);
    free(by_cuda);
    free(by_hip);
    assert_int_equal(unlink(path), 0);
}

/* ---- words of memory ------------------------------------------------------------------------- */

static CUstreamBatchMemOpParams write_of(CUdeviceptr at, bool is_short, uint64_t value)
{
    CUstreamBatchMemOpParams op;

    memset(&op, 0, sizeof op);
    op.writeValue.operation = is_short ? CU_STREAM_MEM_OP_WRITE_VALUE_32
                                       : CU_STREAM_MEM_OP_WRITE_VALUE_64;
    op.writeValue.address = at;
    op.writeValue.value64 = value;
    return op;
}

static CUstreamBatchMemOpParams wait_of(CUdeviceptr at, uint32_t value)
{
    CUstreamBatchMemOpParams op;

    memset(&op, 0, sizeof op);
    op.waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
    op.waitValue.address = at;
    op.waitValue.value = value;
    op.waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
    return op;
}

static void check_pair(uint32_t first, uint64_t second)
{
    uint64_t got[2];

    CU(cuMemcpyDtoH(got, words, sizeof got));
    assert_true((uint32_t)got[0] == first && got[1] == second);
}

TEST_CASE_WITH(nodes_of_words_run, begin, end)
{
    CUstreamBatchMemOpParams ops[3] = { write_of(words, true, 5), wait_of(words, 5),
                                        write_of(words + 8, false, 6) };
    CUDA_BATCH_MEM_OP_NODE_PARAMS params = { context, 3, ops, 0 }, got;
    CUgraphNodeParams any = { .type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP };
    hipBatchMemOpNodeParams from_hip;
    hipGraphNodeType hip_type;
    CUgraphNodeType type;
    CUgraphNode node, other;
    CUgraphExec exec;
    CUgraph graph;

    CU(cuGraphCreate(&graph, 0));
    CU(cuMemsetD8(words, 0, 16));
    CU(cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &params));
    ops[0].writeValue.value = 15;                /* the node has a copy */
    ops[1].waitValue.value = 15;
    CU(cuGraphNodeGetType(node, &type));
    HIP(hipGraphNodeGetType((hipGraphNode_t)node, &hip_type));
    assert_true(type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP && hip_type == hipGraphNodeTypeBatchMemOp);
    CU(cuGraphBatchMemOpNodeGetParams(node, &got));
    assert_true(got.ctx == context && got.count == 3 && got.flags == 0);
    assert_true(got.paramArray != ops && got.paramArray[0].writeValue.value == 5);
    HIP(hipGraphBatchMemOpNodeGetParams((hipGraphNode_t)node, &from_hip));
    assert_true(from_hip.count == 3 && from_hip.paramArray[2].writeValue.value64 == 6);
    CU(cuGraphInstantiate(&exec, graph, 0));
    run(exec);
    check_pair(5, 6);
    CU(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params));
    run(exec);
    check_pair(15, 6);
    params.count = 2;
    assert_int_equal(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params),
                     CUDA_ERROR_INVALID_VALUE);
    params.count = 3;
    ops[0] = write_of(words, false, 5);
    assert_int_equal(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphNodeSetEnabled(exec, node, 0), CUDA_ERROR_INVALID_VALUE);
    CU(cuGraphExecDestroy(exec));
    params.count = 0;
    CU(cuGraphBatchMemOpNodeSetParams(node, &params));
    CU(cuGraphAddBatchMemOpNode(&other, graph, &node, 1, &params));
    ops[0] = write_of(words, true, 8);
    any.memOp.ctx = context;
    any.memOp.count = 1;
    any.memOp.paramArray = ops;
    CU(cuGraphAddNode(&other, graph, &other, NULL, 1, &any));
    CU(cuGraphInstantiate(&exec, graph, 0));
    run(exec);
    check_pair(8, 6);
    CU(cuGraphExecDestroy(exec));
    CU(cuGraphDestroy(graph));
}

TEST_CASE_WITH(wrong_nodes_of_words_are_told, begin, end)
{
    CUstreamBatchMemOpParams ops[300] = { write_of(words, true, 5) };
    CUDA_BATCH_MEM_OP_NODE_PARAMS params = { context, 1, ops, 0 };
    hipBatchMemOpNodeParams of_hip = { .count = 1 };
    CUgraphNode node, empty;
    CUgraphExec exec;
    CUgraph graph;

#define REFUSED() \
    assert_int_equal(cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &params), \
                     CUDA_ERROR_INVALID_VALUE)
    CU(cuGraphCreate(&graph, 0));
    CU(cuGraphAddEmptyNode(&empty, graph, NULL, 0));
    assert_int_equal(cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphBatchMemOpNodeSetParams(empty, &params), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuGraphBatchMemOpNodeGetParams(empty, &params), CUDA_ERROR_INVALID_VALUE);
    params.flags = 1;
    REFUSED();
    params.flags = 0;
    params.count = 300;
    REFUSED();
    params.count = 1;
    params.paramArray = NULL;
    REFUSED();
    params.paramArray = ops;
    params.ctx = NULL;
    REFUSED();
    of_hip.paramArray = (hipStreamBatchMemOpParams *)(void *)ops;    /* NULL: the current one */
    HIP(hipGraphAddBatchMemOpNode((hipGraphNode_t *)&node, (hipGraph_t)graph, NULL, 0, &of_hip));
    params.ctx = (CUcontext)&params;
    assert_int_equal(cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &params),
                     CUDA_ERROR_INVALID_CONTEXT);
    params.ctx = context;
    ops[0].operation = (CUstreamBatchMemOpType)9;
    REFUSED();
    ops[0] = write_of(words + 2, true, 5);
    REFUSED();
    ops[0] = write_of(64, true, 5);
    CU(cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &params));
    assert_int_equal(cuGraphInstantiate(&exec, graph, 0), CUDA_ERROR_INVALID_VALUE);
    CU(cuGraphDestroy(graph));
#undef REFUSED
}

/** Each call becomes a node, and a wait of a launch holds the stream until the host writes. */
TEST_CASE_WITH(words_are_captured, begin, end)
{
    CUstreamBatchMemOpParams ops[2] = { wait_of(words, 3), write_of(words + 8, false, 0x107) };
    CUDA_BATCH_MEM_OP_NODE_PARAMS got;
    hipBatchMemOpNodeParams from_hip;
    CUgraphNode nodes[5];
    volatile uint32_t *host;
    CUdeviceptr device;
    size_t count = 5;
    CUgraphExec exec;
    CUstream stream;
    CUgraph graph;

    CU(cuMemHostAlloc((void **)&host, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    CU(cuMemHostGetDevicePointer(&device, (void *)host, 0));
    CU(cuMemsetD8(words, 0, 16));
    *host = 0;
    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CU(cuStreamWaitValue32(stream, device, 4, CU_STREAM_WAIT_VALUE_GEQ));
    CU(cuStreamWriteValue32(stream, words, 3, 0));
    CU(cuStreamBatchMemOp(stream, 2, ops, 0));
    HIP(hipStreamWaitValue64((hipStream_t)stream, (void *)(uintptr_t)(words + 8), 7,
                             hipStreamWaitValueEq, 0xff));       /* ends by the mask alone */
    HIP(hipStreamWriteValue64((hipStream_t)stream, (void *)(uintptr_t)(words + 8), 9, 0));
    CU(cuStreamEndCapture(stream, &graph));
    CU(cuGraphGetNodes(graph, nodes, &count));
    assert_int_equal(count, 5);
    CU(cuGraphBatchMemOpNodeGetParams(nodes[0], &got));
    assert_true(got.ctx == context && got.count == 1 && got.paramArray[0].waitValue.value == 4 &&
                got.paramArray[0].operation == CU_STREAM_MEM_OP_WAIT_VALUE_32);
    CU(cuGraphBatchMemOpNodeGetParams(nodes[2], &got));
    assert_true(got.count == 2 && memcmp(got.paramArray, ops, sizeof ops) == 0);
    HIP(hipGraphBatchMemOpNodeGetParams((hipGraphNode_t)nodes[4], &from_hip));
    assert_true(from_hip.paramArray[0].operation == hipStreamMemOpWriteValue64 &&
                from_hip.paramArray[0].writeValue.value64 == 9);
    check_pair(0, 0);                            /* nothing has happened */
    CU(cuGraphInstantiate(&exec, graph, 0));
    CU(cuGraphDestroy(graph));
    CU(cuGraphLaunch(exec, stream));
    assert_int_equal(cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
    *host = 4;
    CU(cuStreamSynchronize(stream));
    check_pair(3, 9);
    CU(cuGraphExecDestroy(exec));
    CU(cuStreamDestroy(stream));
    CU(cuMemFreeHost((void *)host));
}
