/** A program of CUDA 12. Only what it was built with is known here, none of our headers. */
#include "cuda12.h"

#define NAME(name) cuda##name
#define TYPE(name) struct cuda##name
#define STREAM cudaStream_t
#define MEMORY cudaExternalMemory_t
#define SEMAPHORE cudaExternalSemaphore_t

#include "device_code.h"
#include "job.h"

#define BYTES_OF_CUDA11 728

_Static_assert(sizeof(struct cudaDeviceProp) == 1032
               && offsetof(struct cudaDeviceProp, totalGlobalMem) == 288
               && offsetof(struct cudaDeviceProp, major) == 360
               && offsetof(struct cudaDeviceProp, multiProcessorCount) == 388
               && sizeof(struct cudaPointerAttributes) == 24
               && sizeof(struct cudaExternalMemoryHandleDesc) == 40
               && sizeof(struct cudaExternalMemoryBufferDesc) == 24
               && sizeof(struct cudaExternalSemaphoreHandleDesc) == 32
               && sizeof(struct cudaExternalSemaphoreSignalParams) == 144
               && sizeof(struct cudaExternalSemaphoreWaitParams) == 144
               && sizeof(struct cudaExternalSemaphoreSignalParams_v1) == 32
               && sizeof(struct cudaExternalSemaphoreWaitParams_v1) == 40
               && sizeof(struct cudaResourceDesc) == 64 && sizeof(struct cudaTextureDesc) == 72
               && sizeof(struct cudaResourceViewDesc) == 48
               && sizeof(struct cudaMemcpyAttributes) == 24, "as CUDA 12 has them");

static int ask_for_properties(void)
{
    struct cudaDeviceProp *properties = NEW(struct cudaDeviceProp);
    struct cudaDeviceProp *older = at_the_end(BYTES_OF_CUDA11);
    int version = 0;

    DONE(cudaRuntimeGetVersion(&version));
    REQUIRE(version / 1000 == 12);
    memset(properties, 0x5a, sizeof *properties);
    memset(older, 0xa5, BYTES_OF_CUDA11);
    DONE(cudaGetDeviceProperties(properties, 0));
    REQUIRE(memchr(properties->name, 0, sizeof properties->name) != NULL);
    REQUIRE(properties->name[0] != '\0' && properties->totalGlobalMem > 0);
    REQUIRE(properties->major >= 5 && properties->major < 100 && properties->minor < 10);
    REQUIRE(properties->multiProcessorCount > 0 && properties->warpSize > 0);
    REQUIRE(properties->deviceOverlap == 0 || properties->deviceOverlap == 1);
    REQUIRE(((const char *)properties)[sizeof *properties - 1] == 0);
    DONE(old_properties(older, 0));
    REQUIRE(memcmp(properties, older, BYTES_OF_CUDA11) == 0);
    REQUIRE(cudaGetDeviceProperties(NULL, 0) == cudaErrorInvalidValue);
    REQUIRE(old_properties(NULL, 0) == cudaErrorInvalidValue);
    REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
    return 0;
}

/** The shortest parameters, of CUDA 11.1, with the semaphores of the job. */
static int signal_as_before(struct job *job)
{
    struct cudaExternalSemaphoreSignalParams_v1 *signal =
        NEW(struct cudaExternalSemaphoreSignalParams_v1);
    struct cudaExternalSemaphoreWaitParams_v1 *wait =
        NEW(struct cudaExternalSemaphoreWaitParams_v1);

    signal->value = 11;
    wait->value = 11;
    DONE(old_signal(&job->end, signal, 1, job->stream));
    DONE(old_wait(&job->end, wait, 1, job->stream));
    DONE(cudaStreamSynchronize(job->stream));
    REQUIRE(exporter_timeline_value() == 11);
    REQUIRE(old_signal(&job->end, signal, 0, job->stream) == cudaErrorInvalidValue);
    REQUIRE(old_signal(NULL, signal, 1, job->stream) == cudaErrorInvalidValue);
    REQUIRE(old_wait(&job->end, NULL, 1, job->stream) == cudaErrorInvalidValue);
    REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
    return 0;
}

static int ask_streams(struct job *job)
{
    cudaEvent_t events[2];
    float milliseconds[2] = { -1, -2 };
    int status[3] = { 5, 5, 5 };
    unsigned long long id;

    DONE(cudaStreamGetCaptureInfo(job->stream, &status[0], &id));
    DONE(cudaStreamGetCaptureInfo_v2(job->stream, &status[1], &id, NULL, NULL, NULL));
    DONE(cudaStreamGetCaptureInfo_v3(job->stream, &status[2], NULL, NULL, NULL, NULL, NULL));
    REQUIRE(status[0] == 0 && status[1] == 0 && status[2] == 0);
    DONE(cudaEventCreate(&events[0]));
    DONE(cudaEventCreate(&events[1]));
    DONE(cudaEventRecord(events[0], job->stream));
    DONE(cudaEventRecord(events[1], job->stream));
    DONE(cudaStreamSynchronize(job->stream));
    DONE(cudaEventElapsedTime(&milliseconds[0], events[0], events[1]));
    DONE(cudaEventElapsedTime_v2(&milliseconds[1], events[0], events[1]));
    REQUIRE(milliseconds[0] >= 0 && milliseconds[1] >= 0);
    DONE(cudaEventDestroy(events[0]));
    DONE(cudaEventDestroy(events[1]));
    return 0;
}

/** Edges without data and with them. */
static int connect_nodes(void)
{
    struct { int type, reserved0[3]; long long reserved[30]; } empty = { .type = 5 };
    cudaGraphNode_t nodes[4], from, to, seen;
    unsigned char data[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
    size_t count = 1;
    cudaGraph_t graph;

    DONE(cudaGraphCreate(&graph, 0));
    DONE(cudaGraphAddEmptyNode(&nodes[0], graph, NULL, 0));
    DONE(cudaGraphAddNode(&nodes[1], graph, &nodes[0], 1, &empty));
    DONE(cudaGraphNodeGetDependencies(nodes[1], &seen, &count));
    REQUIRE(count == 1 && seen == nodes[0]);
    DONE(cudaGraphRemoveDependencies(graph, &nodes[0], &nodes[1], 1));
    DONE(cudaGraphAddNode_v2(&nodes[2], graph, &nodes[1], NULL, 1, &empty));
    DONE(cudaGraphNodeGetDependentNodes(nodes[1], &seen, &count));
    REQUIRE(count == 1 && seen == nodes[2]);
    DONE(cudaGraphRemoveDependencies_v2(graph, &nodes[1], &nodes[2], NULL, 1));
    DONE(cudaGraphAddDependencies(graph, &nodes[0], &nodes[2], 1));
    DONE(cudaGraphGetEdges(graph, &from, &to, &count));
    REQUIRE(count == 1 && from == nodes[0] && to == nodes[2]);
    DONE(cudaGraphGetEdges_v2(graph, &from, &to, data, &count));
    REQUIRE(count == 1 && data[0] == 0 && data[7] == 0);
    DONE(cudaGraphAddDependencies_v2(graph, &nodes[0], &nodes[1], NULL, 1));
    DONE(cudaGraphNodeGetDependencies_v2(nodes[1], &seen, data, &count));
    REQUIRE(count == 1 && seen == nodes[0]);
    DONE(cudaGraphNodeGetDependentNodes_v2(nodes[0], NULL, NULL, &count));
    REQUIRE(count == 2);
    DONE(cudaGraphDestroy(graph));
    return 0;
}

/** The destination comes first, as in CUDA 13. CUDA 12's header names the parameters the other way
 *  round, and its library does not follow. */
static int copy_attributes(void)
{
    static const char code[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                               ".visible .entry nothing()\n{\nret;\n}\n";
    struct cudaKernelNodeParams *params = NEW(struct cudaKernelNodeParams);
    int value[16] = { -1 };              /* attribute 8, a priority */
    cudaGraphNode_t source, destination;
    cudaGraph_t graph;
    void *library;

    DONE(cudaLibraryLoadData(&library, code, NULL, NULL, 0, NULL, NULL, 0));
    memset(params, 0, sizeof *params);
    DONE(cudaLibraryGetKernel(&params->func, library, "nothing"));
    for (int i = 0; i < 3; i++)
        params->grid[i] = params->block[i] = 1;
    DONE(cudaGraphCreate(&graph, 0));
    DONE(cudaGraphAddKernelNode(&source, graph, NULL, 0, params));
    DONE(cudaGraphAddKernelNode(&destination, graph, NULL, 0, params));
    DONE(cudaGraphKernelNodeSetAttribute(source, 8, value));
    DONE(cudaGraphKernelNodeCopyAttributes(destination, source));
    memset(value, 0, sizeof value);
    DONE(cudaGraphKernelNodeGetAttribute(destination, 8, value));
    REQUIRE(value[0] == -1);
    DONE(cudaGraphDestroy(graph));
    DONE(cudaLibraryUnload(library));
    return 0;
}

static int change_capture(struct job *job)
{
    const cudaGraphNode_t *frontier;
    cudaGraphNode_t nodes[2];
    unsigned long long id;
    cudaGraph_t graph;
    int status;
    size_t count;

    DONE(cudaStreamBeginCapture(job->stream, 0));
    DONE(cudaStreamGetCaptureInfo_v2(job->stream, &status, &id, &graph, &frontier, &count));
    REQUIRE(status == 1 && count == 0);
    DONE(cudaGraphAddEmptyNode(&nodes[0], graph, NULL, 0));
    DONE(cudaGraphAddEmptyNode(&nodes[1], graph, NULL, 0));
    DONE(cudaStreamUpdateCaptureDependencies(job->stream, &nodes[0], 1, 0));
    DONE(cudaStreamUpdateCaptureDependencies_v2(job->stream, &nodes[1], NULL, 1, 0));
    DONE(cudaStreamGetCaptureInfo_v2(job->stream, &status, &id, &graph, &frontier, &count));
    REQUIRE(count == 2 && frontier[0] == nodes[0] && frontier[1] == nodes[1]);
    DONE(cudaStreamUpdateCaptureDependencies(job->stream, &nodes[1], 1, 1));
    DONE(cudaStreamGetCaptureInfo_v2(job->stream, &status, &id, &graph, &frontier, &count));
    REQUIRE(count == 1 && frontier[0] == nodes[1]);
    DONE(cudaStreamEndCapture(job->stream, &graph));
    DONE(cudaGraphDestroy(graph));
    return 0;
}

/** Advice and prefetches name a device by its number, not by a location. */
static int advise(struct job *job)
{
    const int set_preferred = 3, preferred = 2, prefetched = 4;
    struct cudaMemLocation host = { .type = 2 };
    void *managed = NULL;
    int place = 77;
    int error = cudaMallocManaged(&managed, BYTES, 1);

    if (error == cudaErrorNotSupported)
        return cudaGetLastError() != cudaErrorNotSupported;
    DONE(error);
    DONE(cudaMemAdvise(managed, BYTES, set_preferred, cudaCpuDeviceId));
    DONE(cudaMemRangeGetAttribute(&place, sizeof place, preferred, managed, BYTES));
    REQUIRE(place == cudaCpuDeviceId);
    DONE(cudaMemAdvise(managed, BYTES, set_preferred, 0));
    DONE(cudaMemRangeGetAttribute(&place, sizeof place, preferred, managed, BYTES));
    REQUIRE(place == 0);
    DONE(cudaMemAdvise_v2(managed, BYTES, set_preferred, host));
    DONE(cudaMemRangeGetAttribute(&place, sizeof place, preferred, managed, BYTES));
    REQUIRE(place == cudaCpuDeviceId);
    DONE(cudaMemPrefetchAsync(managed, BYTES, 0, job->stream));
    DONE(cudaMemRangeGetAttribute(&place, sizeof place, prefetched, managed, BYTES));
    REQUIRE(place == 0);
    DONE(cudaMemPrefetchAsync_v2(managed, BYTES, host, 0, job->stream));
    DONE(cudaMemRangeGetAttribute(&place, sizeof place, prefetched, managed, BYTES));
    REQUIRE(place == cudaCpuDeviceId);
    DONE(cudaStreamSynchronize(job->stream));
    DONE(cudaFree(managed));
    return 0;
}

/** The batch has an argument more, which is told of a failure. */
static int copy_batch(struct job *job)
{
    struct cudaMemcpyAttributes *attributes = NEW(struct cudaMemcpyAttributes);
    unsigned char bytes[2][64];
    void *to[2] = { bytes[0], bytes[1] }, *from[2] = { job->frame, job->frame + 512 };
    size_t sizes[2] = { sizeof bytes[0], sizeof bytes[1] };
    size_t starts[1] = { 0 };
    size_t fail_index = 5;

    memset(bytes, 0, sizeof bytes);
    attributes->srcAccessOrder = 1;
    DONE(cudaMemcpyBatchAsync(to, from, sizes, 2, attributes, starts, 1, &fail_index, job->stream));
    DONE(cudaStreamSynchronize(job->stream));
    REQUIRE(bytes[0][0] == 0x5c && bytes[1][63] == 0x5c && fail_index == 5);
    REQUIRE(cudaMemcpyBatchAsync(to, from, sizes, 0, attributes, starts, 1, &fail_index,
                                 job->stream) == cudaErrorInvalidValue);
    REQUIRE(fail_index == SIZE_MAX);
    REQUIRE(cudaMemcpyBatchAsync(to, from, sizes, 0, attributes, starts, 1, NULL, job->stream)
            == cudaErrorInvalidValue);
    REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
    return 0;
}

/** What textures and surfaces are made of ends where CUDA 12 ends it, and a page without access
 *  begins. */
static int describe_textures(void)
{
    const struct cudaChannelFormatDesc words = { 32, 0, 0, 0, 1 };
    const int surface_flag = 2, unsigned_int_1 = 13;
    struct cudaResourceDesc *resource = NEW(struct cudaResourceDesc);
    struct cudaResourceDesc *told = NEW(struct cudaResourceDesc);
    struct cudaResourceViewDesc *view = NEW(struct cudaResourceViewDesc);
    struct cudaResourceViewDesc *told_view = NEW(struct cudaResourceViewDesc);
    struct cudaTextureDesc *sampling = NEW(struct cudaTextureDesc);
    unsigned long long texture, surface;
    int error;

    DONE(cudaMallocArray(&resource->res.array, &words, 16, 8, surface_flag));
    *view = (struct cudaResourceViewDesc){ unsigned_int_1, 16, 8, 0, 0, 0, 0, 0 };
    error = cudaCreateTextureObject(&texture, resource, sampling, view);
    if (error == cudaErrorNotSupported)      /* a device without textures */
        return cudaGetLastError() != error || cudaFreeArray(resource->res.array) != 0;
    DONE(error);
    DONE(cudaGetTextureObjectResourceDesc(told, texture));
    REQUIRE(told->resType == 0 && told->res.array == resource->res.array);
    DONE(cudaGetTextureObjectResourceViewDesc(told_view, texture));
    REQUIRE(told_view->format == unsigned_int_1 && told_view->width == 16
            && told_view->height == 8 && told_view->lastLayer == 0);
    DONE(cudaCreateSurfaceObject(&surface, resource));
    memset(told, 0, sizeof *told);
    DONE(cudaGetSurfaceObjectResourceDesc(told, surface));
    REQUIRE(told->res.array == resource->res.array);
    REQUIRE(cudaGetSurfaceObjectResourceDesc(NULL, surface) == cudaErrorInvalidValue);
    REQUIRE(cudaGetTextureObjectResourceDesc(NULL, texture) == cudaErrorInvalidValue);
    REQUIRE(cudaGetTextureObjectResourceViewDesc(NULL, texture) == cudaErrorInvalidValue);
    REQUIRE(cudaCreateTextureObject(NULL, resource, sampling, NULL) == cudaErrorInvalidValue);
    DONE(cudaDestroySurfaceObject(surface));
    surface = 77;
    REQUIRE(cudaCreateSurfaceObject(&surface, NULL) == cudaErrorInvalidValue && surface == 77);
    REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
    DONE(cudaDestroyTextureObject(texture));
    DONE(cudaFreeArray(resource->res.array));
    return 0;
}

/** The oldest names; the last one takes everything back. */
static int call_by_oldest_names(void)
{
    const int printf_size = 1;
    double number = 1.5;
    size_t before = 0, after = 0;
    int config = 7;
    void *pointer = NULL;

    DONE(cudaSetDoubleForDevice(&number));
    DONE(cudaSetDoubleForHost(&number));
    REQUIRE(number == 1.5 && cudaSetDoubleForHost(NULL) == cudaErrorInvalidValue);
    DONE(cudaThreadGetLimit(&before, printf_size));
    DONE(cudaThreadSetLimit(printf_size, before + 4096));
    DONE(cudaThreadGetLimit(&after, printf_size));
    REQUIRE(after >= before + 4096);
    DONE(cudaThreadSetCacheConfig(2));
    DONE(cudaThreadGetCacheConfig(&config));
    REQUIRE(config >= 0 && config <= 3);
    DONE(cudaThreadSynchronize());
    DONE(cudaMalloc(&pointer, BYTES));
    DONE(cudaThreadExit());
    REQUIRE(cudaFree(pointer) == cudaErrorInvalidValue);
    REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
    return 0;
}

int main(int argc, char **argv)
{
    struct job job = { .frame = NULL };
    int result;

    REQUIRE(argc == 2);
    REQUIRE(device_code_is_registered());
    REQUIRE(tell_library(argv[1], "cudaMemAdvise", (void *)(uintptr_t)cudaMemAdvise) == 0);
    if (ask_for_properties() != 0)
        return 1;
    result = do_job(&job);
    if (result != 0)
        return result;
    if (signal_as_before(&job) != 0 || ask_streams(&job) != 0 || connect_nodes() != 0
        || copy_attributes() != 0 || change_capture(&job) != 0 || advise(&job) != 0
        || copy_batch(&job) != 0 || describe_textures() != 0)
        return 1;
    return end_job(&job) != 0 || call_by_oldest_names() != 0;
}
