/* HIP's functions for the names of CUDA's, which the programs that ask look up: those of another
 * form, then those of the driver interface with another name, then those whose form is the same. */
#include "as_hip.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <hip/hip_runtime_api.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void *hip;

/** A function of the HIP library, with its type in the headers. */
#define H(name) (*(__typeof__(&name))dlsym(hip, #name))

static int absent(void)
{
    return NOT_IN_HIP;
}

/* ---- graphs in another form ------------------------------------------------------------------ */

/* Edges without data. */
static int add_dependencies(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to,
                            const void *data, size_t count)
{
    return data == NULL ? (int)H(hipGraphAddDependencies)(graph, from, to, count) : NOT_IN_HIP;
}

static int remove_dependencies(hipGraph_t graph, const hipGraphNode_t *from,
                               const hipGraphNode_t *to, const void *data, size_t count)
{
    return data == NULL ? (int)H(hipGraphRemoveDependencies)(graph, from, to, count) : NOT_IN_HIP;
}

static int get_edges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to, void *data,
                     size_t *count)
{
    return data == NULL ? (int)H(hipGraphGetEdges)(graph, from, to, count) : NOT_IN_HIP;
}

static hipKernelNodeParams kernel_params(const CUDA_KERNEL_NODE_PARAMS *params)
{
    return (hipKernelNodeParams){
        .func = params->func, .sharedMemBytes = params->sharedMemBytes,
        .gridDim = { params->gridDimX, params->gridDimY, params->gridDimZ },
        .blockDim = { params->blockDimX, params->blockDimY, params->blockDimZ },
        .kernelParams = params->kernelParams, .extra = params->extra };
}

static int add_kernel(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *before,
                      size_t count, const CUDA_KERNEL_NODE_PARAMS *params)
{
    hipKernelNodeParams own = kernel_params(params);

    return (int)H(hipGraphAddKernelNode)(node, graph, before, count, &own);
}

static int add_fill(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *before,
                    size_t count, const struct cudaMemsetParams *params)
{
    hipMemsetParams own = { .dst = params->dst, .elementSize = params->elementSize,
                            .height = params->height, .pitch = params->pitch,
                            .value = params->value, .width = params->width };

    return (int)H(hipGraphAddMemsetNode)(node, graph, before, count, &own);
}

static hipMemoryType memory_type(CUmemorytype type)
{
    return type == CU_MEMORYTYPE_UNIFIED ? hipMemoryTypeUnified
           : type == CU_MEMORYTYPE_ARRAY ? hipMemoryTypeArray
           : type == CU_MEMORYTYPE_HOST  ? hipMemoryTypeHost
                                         : hipMemoryTypeDevice;
}

/* A copy without arrays. */
static int add_copy(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *before,
                    size_t count, const CUDA_MEMCPY3D *params, hipCtx_t context)
{
    HIP_MEMCPY3D own = {
        .srcXInBytes = params->srcXInBytes, .srcY = params->srcY, .srcZ = params->srcZ,
        .srcMemoryType = memory_type(params->srcMemoryType), .srcHost = params->srcHost,
        .srcDevice = (hipDeviceptr_t)params->srcDevice, .srcPitch = params->srcPitch,
        .srcHeight = params->srcHeight,
        .dstXInBytes = params->dstXInBytes, .dstY = params->dstY, .dstZ = params->dstZ,
        .dstMemoryType = memory_type(params->dstMemoryType), .dstHost = params->dstHost,
        .dstDevice = (hipDeviceptr_t)params->dstDevice, .dstPitch = params->dstPitch,
        .dstHeight = params->dstHeight,
        .WidthInBytes = params->WidthInBytes, .Height = params->Height, .Depth = params->Depth };

    return (int)H(hipDrvGraphAddMemcpyNode)(node, graph, before, count, &own, context);
}

/* Whether HIP's struct of any type has what this one has, at the same places: memory, and a child
 * that is cloned. */
static bool is_same_any(const struct cudaGraphNodeParams *params)
{
    return params == NULL || params->type == cudaGraphNodeTypeMemAlloc ||
           params->type == cudaGraphNodeTypeMemFree ||
           (params->type == cudaGraphNodeTypeGraph && params->graph.ownership == 0);
}

_Static_assert(sizeof(hipGraphNodeParams) == sizeof(struct cudaGraphNodeParams) &&
               offsetof(hipGraphNodeParams, alloc.dptr) ==
                   offsetof(struct cudaGraphNodeParams, alloc.dptr) &&
               offsetof(hipGraphNodeParams, graph.graph) ==
                   offsetof(struct cudaGraphNodeParams, graph.graph) &&
               offsetof(hipGraphNodeParams, reserved2) ==
                   offsetof(struct cudaGraphNodeParams, reserved2),
               "is_same_any is wrong");

static int add_node(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *before,
                    const void *data, size_t count, struct cudaGraphNodeParams *params)
{
    return data == NULL && is_same_any(params)
               ? (int)H(hipGraphAddNode)(node, graph, before, count, (hipGraphNodeParams *)params)
               : NOT_IN_HIP;
}

static int set_params(hipGraphNode_t node, struct cudaGraphNodeParams *params)
{
    return is_same_any(params) ? (int)H(hipGraphNodeSetParams)(node, (hipGraphNodeParams *)params)
                               : NOT_IN_HIP;
}

static int exec_set_params(hipGraphExec_t exec, hipGraphNode_t node,
                           struct cudaGraphNodeParams *params)
{
    return is_same_any(params) ? (int)H(hipGraphExecNodeSetParams)(exec, node,
                                                                   (hipGraphNodeParams *)params)
                               : NOT_IN_HIP;
}

static int instantiate(hipGraphExec_t *exec, hipGraph_t graph, unsigned long long flags)
{
    return (int)H(hipGraphInstantiateWithFlags)(exec, graph, flags);
}

static int instantiate_with(hipGraphExec_t *exec, hipGraph_t graph,
                            cudaGraphInstantiateParams *params)
{
    hipGraphInstantiateParams own = {
        .flags = params->flags, .uploadStream = (hipStream_t)(void *)params->uploadStream,
        .result_out = (hipGraphInstantiateResult)params->result_out,
        .errNode_out = (hipGraphNode_t)(void *)params->errNode_out };
    int code = (int)H(hipGraphInstantiateWithParams)(exec, graph, &own);

    params->result_out = (cudaGraphInstantiateResult)own.result_out;
    params->errNode_out = (cudaGraphNode_t)(void *)own.errNode_out;
    return code;
}

/* HIP's form names one node. */
static int update(hipGraphExec_t exec, hipGraph_t graph, cudaGraphExecUpdateResultInfo *info)
{
    hipGraphExecUpdateResult result;
    hipGraphNode_t node;
    int code;

    if (info == NULL)
        return NOT_IN_HIP;
    result = (hipGraphExecUpdateResult)info->result;
    node = (hipGraphNode_t)(void *)info->errorNode;
    code = (int)H(hipGraphExecUpdate)(exec, graph, &node, &result);
    info->result = (enum cudaGraphExecUpdateResult)result;
    info->errorNode = (cudaGraphNode_t)(void *)node;
    info->errorFromNode = NODE_NOT_IN_HIP;
    return code;
}

/* ---- captures in another form ---------------------------------------------------------------- */

static int capture_info(hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id,
                        hipGraph_t *graph, const hipGraphNode_t **nodes, void *data, size_t *count)
{
    (void)data;
    return (int)H(hipStreamGetCaptureInfo_v2)(stream, status, id, graph, nodes, count);
}

static int update_dependencies(hipStream_t stream, hipGraphNode_t *nodes, const void *data,
                               size_t count, unsigned int flags)
{
    return data == NULL ? (int)H(hipStreamUpdateCaptureDependencies)(stream, nodes, count, flags)
                        : NOT_IN_HIP;
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* HIP has no libraries: modules in their place, of which kernels are functions. */
static int load_library(hipModule_t *library, const void *code)
{
    return (int)H(hipModuleLoadData)(library, code);
}

static int launch_kernel(hipFunction_t kernel, dim3 grid, dim3 block, void **arguments,
                         size_t shared, hipStream_t stream)
{
    return (int)H(hipModuleLaunchKernel)(kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                         (unsigned int)shared, stream, arguments, NULL);
}

static int launch_cooperative(hipFunction_t kernel, dim3 grid, dim3 block, void **arguments,
                              size_t shared, hipStream_t stream)
{
    return (int)H(hipModuleLaunchCooperativeKernel)(kernel, grid.x, grid.y, grid.z, block.x,
                                                    block.y, block.z, (unsigned int)shared, stream,
                                                    arguments);
}

/* ---- memory and devices in another form ------------------------------------------------------ */

static int copy(void *to, const void *from, size_t size)
{
    return (int)H(hipMemcpy)(to, from, size, hipMemcpyDefault);
}

static int copy_async(void *to, const void *from, size_t size, hipStream_t stream)
{
    return (int)H(hipMemcpyAsync)(to, from, size, hipMemcpyDefault, stream);
}

static int prefetch(const void *memory, size_t size, struct cudaMemLocation location,
                    unsigned int flags, hipStream_t stream)
{
    (void)flags;
    return (int)H(hipMemPrefetchAsync)(memory, size, location.id, stream);
}

static int advise(const void *memory, size_t size, hipMemoryAdvise advice,
                  struct cudaMemLocation location)
{
    return (int)H(hipMemAdvise)(memory, size, advice, location.id);
}

static int pointer_attributes(struct cudaPointerAttributes *out, const void *pointer)
{
    hipPointerAttribute_t own = { .type = (hipMemoryType)out->type, .device = out->device,
                                  .devicePointer = out->devicePointer,
                                  .hostPointer = out->hostPointer };
    int code = (int)H(hipPointerGetAttributes)(&own, pointer);

    out->type = (enum cudaMemoryType)own.type;
    out->device = own.device;
    out->devicePointer = own.devicePointer;
    out->hostPointer = own.hostPointer;
    return code;
}

static int properties(void *out, int device)
{
    static hipDeviceProp_t own;

    (void)out;
    return (int)H(hipGetDevicePropertiesR0600)(&own, device);
}

static int attribute(int *out, int which, int device)
{
    return which == cudaDevAttrMaxThreadsPerBlock
               ? (int)H(hipDeviceGetAttribute)(out, hipDeviceAttributeMaxThreadsPerBlock, device)
               : NOT_IN_HIP;
}

static int wait_word(hipStream_t stream, void *word, uint32_t value, unsigned int flags)
{
    return (int)H(hipStreamWaitValue32)(stream, word, value, flags, UINT32_MAX);
}

static int create_context(hipCtx_t *context, const void *params, unsigned int flags, int device)
{
    return params == NULL ? (int)H(hipCtxCreate)(context, flags, device) : NOT_IN_HIP;
}

/* ---- by name --------------------------------------------------------------------------------- */

typedef void (*any_fn)(void);                  /* with the parameters of CUDA's */

static const struct {
    const char *name;
    any_fn function;
} of_other_form[] = {
    { "cudaDeviceGetAttribute", (any_fn)attribute },
    { "cudaGetDeviceProperties", (any_fn)properties },
    { "cudaGraphAddDependencies", (any_fn)add_dependencies },
    { "cudaGraphAddMemsetNode", (any_fn)add_fill },
    { "cudaGraphAddNode", (any_fn)add_node },
    { "cudaGraphExecNodeSetParams", (any_fn)exec_set_params },
    { "cudaGraphExecUpdate", (any_fn)update },
    { "cudaGraphGetEdges", (any_fn)get_edges },
    { "cudaGraphInstantiate", (any_fn)instantiate },
    { "cudaGraphInstantiateWithParams", (any_fn)instantiate_with },
    { "cudaGraphNodeSetParams", (any_fn)set_params },
    { "cudaGraphRemoveDependencies", (any_fn)remove_dependencies },
    { "cudaLaunchCooperativeKernel", (any_fn)launch_cooperative },
    { "cudaLaunchKernel", (any_fn)launch_kernel },
    { "cudaLibraryLoadData", (any_fn)load_library },
    { "cudaMemAdvise", (any_fn)advise },
    { "cudaMemPrefetchAsync", (any_fn)prefetch },
    { "cudaPointerGetAttributes", (any_fn)pointer_attributes },
    { "cudaStreamGetCaptureInfo", (any_fn)capture_info },
    { "cudaStreamUpdateCaptureDependencies", (any_fn)update_dependencies },
    { "cuCtxCreate_v4", (any_fn)create_context },
    { "cuGraphAddDependencies_v2", (any_fn)add_dependencies },
    { "cuGraphAddKernelNode_v2", (any_fn)add_kernel },
    { "cuGraphAddMemcpyNode", (any_fn)add_copy },
    { "cuGraphAddNode_v2", (any_fn)add_node },
    { "cuGraphExecNodeSetParams", (any_fn)exec_set_params },
    { "cuGraphExecUpdate_v2", (any_fn)update },
    { "cuGraphInstantiateWithParams", (any_fn)instantiate_with },
    { "cuGraphNodeSetParams", (any_fn)set_params },
    { "cuMemcpy", (any_fn)copy },
    { "cuMemcpyAsync", (any_fn)copy_async },
    { "cuStreamWaitValue32_v2", (any_fn)wait_word },
};

/* HIP's names for functions of the driver interface, and for some of the runtime's, of one form. */
static const char *const renamed[][2] = {
    { "cudaImportExternalSemaphore", "hipImportExternalSemaphore" },
    { "cudaLibraryGetKernel", "hipModuleGetFunction" },
    { "cudaLibraryUnload", "hipModuleUnload" },
    { "cudaStreamBeginCaptureToGraph", "hipStreamBeginCaptureToGraph" },
    { "cudaStreamGetDevice", "hipStreamGetDevice" },
    { "cuArrayCreate_v2", "hipArrayCreate" },
    { "cuArrayDestroy", "hipArrayDestroy" },
    { "cuCtxDestroy_v2", "hipCtxDestroy" },
    { "cuCtxGetCurrent", "hipCtxGetCurrent" },
    { "cuCtxGetDevice", "hipCtxGetDevice" },
    { "cuCtxGetFlags", "hipCtxGetFlags" },
    { "cuCtxGetLimit", "hipDeviceGetLimit" },
    { "cuCtxSetCacheConfig", "hipCtxSetCacheConfig" },
    { "cuCtxSetCurrent", "hipCtxSetCurrent" },
    { "cuCtxSetLimit", "hipDeviceSetLimit" },
    { "cuCtxSynchronize", "hipCtxSynchronize" },
    { "cuDeviceGetGraphMemAttribute", "hipDeviceGetGraphMemAttribute" },
    { "cuDeviceGetMemPool", "hipDeviceGetMemPool" },
    { "cuDeviceGraphMemTrim", "hipDeviceGraphMemTrim" },
    { "cuDevicePrimaryCtxGetState", "hipDevicePrimaryCtxGetState" },
    { "cuDevicePrimaryCtxRelease_v2", "hipDevicePrimaryCtxRelease" },
    { "cuDevicePrimaryCtxRetain", "hipDevicePrimaryCtxRetain" },
    { "cuEventCreate", "hipEventCreateWithFlags" },
    { "cuEventDestroy_v2", "hipEventDestroy" },
    { "cuEventQuery", "hipEventQuery" },
    { "cuEventRecord", "hipEventRecord" },
    { "cuEventSynchronize", "hipEventSynchronize" },
    { "cuFuncGetAttribute", "hipFuncGetAttribute" },
    { "cuFuncSetAttribute", "hipFuncSetAttribute" },
    { "cuFuncSetCacheConfig", "hipFuncSetCacheConfig" },
    { "cuGraphAddChildGraphNode", "hipGraphAddChildGraphNode" },
    { "cuGraphAddEmptyNode", "hipGraphAddEmptyNode" },
    { "cuGraphAddEventRecordNode", "hipGraphAddEventRecordNode" },
    { "cuGraphAddEventWaitNode", "hipGraphAddEventWaitNode" },
    { "cuGraphAddHostNode", "hipGraphAddHostNode" },
    { "cuGraphAddMemAllocNode", "hipGraphAddMemAllocNode" },
    { "cuGraphAddMemFreeNode", "hipDrvGraphAddMemFreeNode" },
    { "cuGraphAddMemsetNode", "hipDrvGraphAddMemsetNode" },
    { "cuGraphChildGraphNodeGetGraph", "hipGraphChildGraphNodeGetGraph" },
    { "cuGraphClone", "hipGraphClone" },
    { "cuGraphCreate", "hipGraphCreate" },
    { "cuGraphDestroy", "hipGraphDestroy" },
    { "cuGraphDestroyNode", "hipGraphDestroyNode" },
    { "cuGraphExecChildGraphNodeSetParams", "hipGraphExecChildGraphNodeSetParams" },
    { "cuGraphExecUpdate", "hipGraphExecUpdate" },
    { "cuGraphGetNodes", "hipGraphGetNodes" },
    { "cuGraphInstantiateWithFlags", "hipGraphInstantiateWithFlags" },
    { "cuGraphKernelNodeCopyAttributes", "hipGraphKernelNodeCopyAttributes" },
    { "cuGraphKernelNodeGetAttribute", "hipGraphKernelNodeGetAttribute" },
    { "cuGraphKernelNodeSetAttribute", "hipGraphKernelNodeSetAttribute" },
    { "cuGraphLaunch", "hipGraphLaunch" },
    { "cuGraphMemAllocNodeGetParams", "hipGraphMemAllocNodeGetParams" },
    { "cuGraphMemFreeNodeGetParams", "hipGraphMemFreeNodeGetParams" },
    { "cuInit", "hipInit" },
    { "cuLaunchHostFunc", "hipLaunchHostFunc" },
    { "cuLaunchKernel", "hipModuleLaunchKernel" },
    { "cuLinkCreate_v2", "hipLinkCreate" },
    { "cuLinkDestroy", "hipLinkDestroy" },
    { "cuMemAddressFree", "hipMemAddressFree" },
    { "cuMemAddressReserve", "hipMemAddressReserve" },
    { "cuMemAlloc_v2", "hipMalloc" },
    { "cuMemAllocAsync", "hipMallocAsync" },
    { "cuMemAllocHost_v2", "hipMemAllocHost" },
    { "cuMemAllocManaged", "hipMallocManaged" },
    { "cuMemAllocPitch_v2", "hipMemAllocPitch" },
    { "cuMemCreate", "hipMemCreate" },
    { "cuMemFree_v2", "hipFree" },
    { "cuMemFreeAsync", "hipFreeAsync" },
    { "cuMemFreeHost", "hipHostFree" },
    { "cuMemGetAddressRange_v2", "hipMemGetAddressRange" },
    { "cuMemGetInfo_v2", "hipMemGetInfo" },
    { "cuMemHostAlloc", "hipHostMalloc" },
    { "cuMemHostRegister_v2", "hipHostRegister" },
    { "cuMemHostUnregister", "hipHostUnregister" },
    { "cuMemMap", "hipMemMap" },
    { "cuMemRelease", "hipMemRelease" },
    { "cuMemSetAccess", "hipMemSetAccess" },
    { "cuMemUnmap", "hipMemUnmap" },
    { "cuMemcpyDtoH_v2", "hipMemcpyDtoH" },
    { "cuMemcpyHtoD_v2", "hipMemcpyHtoD" },
    { "cuMemcpyHtoDAsync_v2", "hipMemcpyHtoDAsync" },
    { "cuMemsetD32Async", "hipMemsetD32Async" },
    { "cuMemsetD32_v2", "hipMemsetD32" },
    { "cuMemsetD8_v2", "hipMemsetD8" },
    { "cuModuleGetFunction", "hipModuleGetFunction" },
    { "cuModuleGetGlobal_v2", "hipModuleGetGlobal" },
    { "cuModuleLoadData", "hipModuleLoadData" },
    { "cuModuleUnload", "hipModuleUnload" },
    { "cuPointerGetAttribute", "hipPointerGetAttribute" },
    { "cuPointerSetAttribute", "hipPointerSetAttribute" },
    { "cuStreamAddCallback", "hipStreamAddCallback" },
    { "cuStreamBatchMemOp_v2", "hipStreamBatchMemOp" },
    { "cuStreamBeginCapture_v2", "hipStreamBeginCapture" },
    { "cuStreamBeginCaptureToGraph", "hipStreamBeginCaptureToGraph" },
    { "cuStreamCreate", "hipStreamCreateWithFlags" },
    { "cuStreamCreateWithPriority", "hipStreamCreateWithPriority" },
    { "cuStreamDestroy_v2", "hipStreamDestroy" },
    { "cuStreamEndCapture", "hipStreamEndCapture" },
    { "cuStreamGetFlags", "hipStreamGetFlags" },
    { "cuStreamGetPriority", "hipStreamGetPriority" },
    { "cuStreamQuery", "hipStreamQuery" },
    { "cuStreamSynchronize", "hipStreamSynchronize" },
    { "cuStreamWaitEvent", "hipStreamWaitEvent" },
    { "cuStreamWriteValue32_v2", "hipStreamWriteValue32" },
    { "cuTexObjectGetResourceDesc", "hipTexObjectGetResourceDesc" },
};

/* Of the runtime, with HIP's form (as_hip_forms.py). */
static const char *const of_same_form[] = {
#include "as_hip_forms.h"
};

#define COUNT(list) (sizeof list / sizeof list[0])

bool is_hip_library(void *library)
{
    return dlsym(library, "hipInit") != NULL;
}

/* HIP's name for one of CUDA's, into a buffer if need be; NULL if HIP has none. */
static const char *hip_name(const char *name, char *buffer, size_t size)
{
    for (size_t i = 0; i < COUNT(renamed); i++) {
        if (strcmp(renamed[i][0], name) == 0)
            return renamed[i][1];
    }
    for (size_t i = 0; i < COUNT(of_same_form); i++) {
        if (strcmp(of_same_form[i], name) == 0) {
            snprintf(buffer, size, "hip%s", name + strlen("cuda"));
            return buffer;
        }
    }
    return NULL;
}

void *find_in_hip(void *library, const char *name)
{
    char buffer[128];
    const char *theirs;
    void *found;

    hip = library;
    for (size_t i = 0; i < COUNT(of_other_form); i++) {
        if (strcmp(of_other_form[i].name, name) == 0)
            return (void *)(uintptr_t)of_other_form[i].function;
    }
    theirs = hip_name(name, buffer, sizeof buffer);
    found = theirs != NULL ? dlsym(library, theirs) : NULL;
    return found != NULL ? found : (void *)(uintptr_t)absent;
}
