/* The typed forms for C++ of CUDA, each of which has to call one C function with the right
 * arguments. Names that are macros in a program of the per-thread stream are noted plainly. */
#include <cuda_runtime.h>

#include "typed.h"

cudaError_t cudaMalloc(void **a, size_t b)
{
    note("cudaMalloc", a, b);
    return cudaSuccess;
}

cudaError_t cudaMallocPitch(void **a, size_t *b, size_t c, size_t d)
{
    note("cudaMallocPitch", a, b, c, d);
    return cudaSuccess;
}

cudaError_t cudaMallocManaged(void **a, size_t b, unsigned int c)
{
    note("cudaMallocManaged", a, b, c);
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *a, cudaGraph_t b, unsigned long long c)
{
    note("cudaGraphInstantiate", a, b, c);
    return cudaSuccess;
}

cudaError_t cudaGraphExecUpdate(
    cudaGraphExec_t a, cudaGraph_t b, cudaGraphExecUpdateResultInfo *c)
{
    note("cudaGraphExecUpdate", a, b);
    c->result = cudaGraphExecUpdateErrorNodeTypeChanged;
    c->errorNode = (cudaGraphNode_t)7;
    c->errorFromNode = (cudaGraphNode_t)8;
    return cudaErrorGraphExecUpdateFailure;
}

static cudaHostFn_t destroys;
cudaError_t cudaUserObjectCreate(cudaUserObject_t *a, void *b, cudaHostFn_t c, unsigned int d,
                                 unsigned int e)
{
    note("cudaUserObjectCreate", a, b, d, e);
    destroys = c;
    return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t a, void *b, size_t c, unsigned int d)
{
    note("cudaStreamAttachMemAsync", a, b, c, d);
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **a, size_t b, unsigned int c)
{
    note("cudaHostAlloc", a, b, c);
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **a, void *b, unsigned int c)
{
    note("cudaHostGetDevicePointer", a, b, c);
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void **a, size_t b)
{
    note("cudaMallocHost", a, b);
    return cudaSuccess;
}

cudaError_t cudaMallocAsync(void **a, size_t b, cudaStream_t c)
{
    note("cudaMallocAsync", a, b, c);
    return cudaSuccess;
}

cudaError_t cudaMallocFromPoolAsync(void **a, size_t b, cudaMemPool_t c, cudaStream_t d)
{
    note("cudaMallocFromPoolAsync", a, b, c, d);
    return cudaSuccess;
}

cudaError_t cudaMemcpyBatchAsync(
    void *const *a, const void *const *b, const size_t *c, size_t d, struct
    cudaMemcpyAttributes *e, size_t *f, size_t g, cudaStream_t h)
{
    note("cudaMemcpyBatchAsync", a, b, c, d, e->flags, f[0], g, h);
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchBatchAsync(
    void **a, size_t *b, size_t c, struct cudaMemLocation *d, size_t *e, size_t f, unsigned
    long long g, cudaStream_t h)
{
    note("cudaMemPrefetchBatchAsync", a, b, c, d->id, e[0], f, g, h);
    return cudaSuccess;
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(
    void **a, size_t *b, size_t c, struct cudaMemLocation *d, size_t *e, size_t f, unsigned
    long long g, cudaStream_t h)
{
    note("cudaMemDiscardAndPrefetchBatchAsync", a, b, c, d->id, e[0], f, g, h);
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *a)
{
    note("cudaEventCreate", a);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *a, unsigned int b)
{
    note("cudaEventCreateWithFlags", a, b);
    return cudaSuccess;
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(
    int a, int b, int c, int d, enum cudaChannelFormatKind e)
{
    note("cudaCreateChannelDesc", a, b, c, d, e);
    return {a, b, c, d, e};
}

#define EXPECT(...) expect(__LINE__, __VA_ARGS__)

static void forms_of_graphs(void)
{
    cudaGraphExec_t exec = nullptr;

    cudaGraphInstantiate(&exec, (cudaGraph_t)4);
    EXPECT("cudaGraphInstantiate", &exec, 4, 0);
    cudaGraphInstantiate(&exec, (cudaGraph_t)4, NULL, NULL, 0);
    EXPECT("cudaGraphInstantiate", &exec, 4, 0);
}

static void updates_of_graphs(void)
{
    cudaGraphExec_t exec = (cudaGraphExec_t)3;
    cudaGraphNode_t node = nullptr;
    cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;

    if (cudaGraphExecUpdate(exec, (cudaGraph_t)4, &node, &result) !=
        cudaErrorGraphExecUpdateFailure)
        note("not the answer of cudaGraphExecUpdate");
    EXPECT("cudaGraphExecUpdate", 3, 4);
    note("out", node, result);
    EXPECT("out", 7, cudaGraphExecUpdateErrorNodeTypeChanged);
    cudaGraphExecUpdate(exec, (cudaGraph_t)4, nullptr, nullptr);
    EXPECT("cudaGraphExecUpdate", 3, 4);
    cudaGraphExecUpdate(exec, (cudaGraph_t)4, NULL, &result);
    EXPECT("cudaGraphExecUpdate", 3, 4);
}

/* An object that counts how many of it there are. */
struct counted {
    static int living;
    counted() { living++; }
    ~counted() { living--; }
};
int counted::living;

static void user_objects(void)
{
    cudaUserObject_t object = nullptr;
    counted *wrapped = new counted;

    cudaUserObjectCreate(&object, wrapped, 1u, 1u);
    EXPECT("cudaUserObjectCreate", &object, wrapped, 1, 1);
    cudaUserObjectCreate(&object, wrapped, 2, cudaUserObjectNoDestructorSync);
    EXPECT("cudaUserObjectCreate", &object, wrapped, 2, 1);
    note("living", counted::living);
    destroys(wrapped);
    note("living", counted::living);
    EXPECT("living 1; living 0");
    cudaUserObjectCreate(&object, (void *)wrapped, destroys, 1, 1);
    EXPECT("cudaUserObjectCreate", &object, wrapped, 1, 1);
}

static void typed_memory(void)
{
    float *typed;
    void *plain;
    size_t pitch;
    cudaStream_t stream = (cudaStream_t)0x51;

    cudaMalloc(&typed, 8);
    EXPECT("cudaMalloc", &typed, 8);
    cudaMalloc(&plain, 8);
    EXPECT("cudaMalloc", &plain, 8);
    cudaMallocPitch(&typed, &pitch, 3, 4);
    EXPECT("cudaMallocPitch", &typed, &pitch, 3, 4);
    cudaMallocManaged(&typed, 8);
    EXPECT("cudaMallocManaged", &typed, 8, cudaMemAttachGlobal);
    cudaMallocManaged(&plain, 8);
    EXPECT("cudaMallocManaged", &plain, 8, cudaMemAttachGlobal);
    cudaMallocManaged(&typed, 8, cudaMemAttachHost);
    EXPECT("cudaMallocManaged", &typed, 8, cudaMemAttachHost);
    cudaHostAlloc(&typed, 8, cudaHostAllocMapped);
    EXPECT("cudaHostAlloc", &typed, 8, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&typed, plain = &pitch, 0);
    EXPECT("cudaHostGetDevicePointer", &typed, &pitch, 0);
    cudaMallocHost(&plain, 8);
    EXPECT("cudaMallocHost", &plain, 8);
    cudaMallocHost(&plain, 8, cudaHostAllocPortable);
    EXPECT("cudaHostAlloc", &plain, 8, cudaHostAllocPortable);
    cudaMallocHost(&typed, 8);
    EXPECT("cudaHostAlloc", &typed, 8, 0);
    cudaMallocHost(&typed, 8, cudaHostAllocPortable);
    EXPECT("cudaHostAlloc", &typed, 8, cudaHostAllocPortable);
    cudaStreamAttachMemAsync(stream, typed = nullptr);
    EXPECT("cudaStreamAttachMemAsync", stream, nullptr, 0, cudaMemAttachSingle);
    cudaStreamAttachMemAsync(stream, &pitch, 16, cudaMemAttachHost);
    EXPECT("cudaStreamAttachMemAsync", stream, &pitch, 16, cudaMemAttachHost);
    cudaStreamAttachMemAsync(stream, plain);
    EXPECT("cudaStreamAttachMemAsync", stream, &pitch, 0, cudaMemAttachSingle);
}

static void typed_pools(void)
{
    float *typed;
    void *plain;
    cudaStream_t stream = (cudaStream_t)0x51;
    cudaMemPool_t pool = (cudaMemPool_t)0x52;

    cudaMallocAsync(&typed, 8, stream);
    EXPECT("cudaMallocAsync", &typed, 8, stream);
    cudaMallocAsync(&plain, 8, stream);
    EXPECT("cudaMallocAsync", &plain, 8, stream);
    cudaMallocAsync(&typed, 8, pool, stream);
    EXPECT("cudaMallocFromPoolAsync", &typed, 8, pool, stream);
    cudaMallocAsync(&plain, 8, pool, stream);
    EXPECT("cudaMallocFromPoolAsync", &plain, 8, pool, stream);
    cudaMallocFromPoolAsync(&typed, 8, pool, stream);
    EXPECT("cudaMallocFromPoolAsync", &typed, 8, pool, stream);
}

static void typed_batches(void)
{
    float *typed[2] = {};
    const float *constant[2] = {};
    void *plain[2] = {};
    size_t sizes[2] = {}, starts[1] = {};
    cudaStream_t stream = (cudaStream_t)0x51;
    cudaMemcpyAttributes attributes = {};
    cudaMemLocation location = {cudaMemLocationTypeDevice, 7};
    attributes.flags = 5;

    cudaMemcpyBatchAsync(typed, constant, sizes, 2, &attributes, starts, 1, stream);
    EXPECT("cudaMemcpyBatchAsync", typed, constant, sizes, 2, 5, 0, 1, stream);
    cudaMemcpyBatchAsync(plain, plain, sizes, 2, &attributes, starts, 1, stream);
    EXPECT("cudaMemcpyBatchAsync", plain, plain, sizes, 2, 5, 0, 1, stream);
    cudaMemcpyBatchAsync(typed, typed, sizes, 2, attributes, stream);
    EXPECT("cudaMemcpyBatchAsync", typed, typed, sizes, 2, 5, 0, 1, stream);
    cudaMemPrefetchBatchAsync(typed, sizes, 2, &location, starts, 1, 0, stream);
    EXPECT("cudaMemPrefetchBatchAsync", typed, sizes, 2, 7, 0, 1, 0, stream);
    cudaMemPrefetchBatchAsync(typed, sizes, 2, location, 0, stream);
    EXPECT("cudaMemPrefetchBatchAsync", typed, sizes, 2, 7, 0, 1, 0, stream);
    cudaMemPrefetchBatchAsync(plain, sizes, 2, location, 0, stream);
    EXPECT("cudaMemPrefetchBatchAsync", plain, sizes, 2, 7, 0, 1, 0, stream);
    cudaMemDiscardAndPrefetchBatchAsync(typed, sizes, 2, &location, starts, 1, 0, stream);
    EXPECT("cudaMemDiscardAndPrefetchBatchAsync", typed, sizes, 2, 7, 0, 1, 0, stream);
    cudaMemDiscardAndPrefetchBatchAsync(typed, sizes, 2, location, 0, stream);
    EXPECT("cudaMemDiscardAndPrefetchBatchAsync", typed, sizes, 2, 7, 0, 1, 0, stream);
}

template <class T> static void format_of(int line, int x, int y, int z, int w, int kind)
{
    cudaCreateChannelDesc<T>();
    expect(line, "cudaCreateChannelDesc", x, y, z, w, kind);
}

#define FORMAT(type, ...) format_of<type>(__LINE__, __VA_ARGS__)

static void typed_formats(void)
{
    FORMAT(char, 8, 0, 0, 0, cudaChannelFormatKindSigned);
    FORMAT(signed char, 8, 0, 0, 0, cudaChannelFormatKindSigned);
    FORMAT(uchar4, 8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    FORMAT(short2, 16, 16, 0, 0, cudaChannelFormatKindSigned);
    FORMAT(ushort1, 16, 0, 0, 0, cudaChannelFormatKindUnsigned);
    FORMAT(int4, 32, 32, 32, 32, cudaChannelFormatKindSigned);
    FORMAT(unsigned int, 32, 0, 0, 0, cudaChannelFormatKindUnsigned);
    FORMAT(float, 32, 0, 0, 0, cudaChannelFormatKindFloat);
    FORMAT(float4, 32, 32, 32, 32, cudaChannelFormatKindFloat);
    FORMAT(float3, 0, 0, 0, 0, cudaChannelFormatKindNone);
    FORMAT(double, 0, 0, 0, 0, cudaChannelFormatKindNone);
    FORMAT(long, 0, 0, 0, 0, cudaChannelFormatKindNone);
    cudaCreateChannelDescHalf2();
    EXPECT("cudaCreateChannelDesc", 16, 16, 0, 0, cudaChannelFormatKindFloat);
    cudaCreateChannelDescNV12();
    EXPECT("cudaCreateChannelDesc", 8, 8, 8, 0, cudaChannelFormatKindNV12);
    cudaCreateChannelDesc<cudaChannelFormatKindSignedNormalized16X2>();
    EXPECT("cudaCreateChannelDesc", 16, 16, 0, 0, cudaChannelFormatKindSignedNormalized16X2);
    cudaCreateChannelDesc<cudaChannelFormatKindUnsignedBlockCompressed7SRGB>();
    EXPECT("cudaCreateChannelDesc", 8, 8, 8, 8,
           cudaChannelFormatKindUnsignedBlockCompressed7SRGB);
    cudaCreateChannelDesc<cudaChannelFormatKindFloat>();
    EXPECT("cudaCreateChannelDesc", 0, 0, 0, 0, cudaChannelFormatKindNone);
}

int main()
{
    cudaEvent_t event;

    typed_formats();
    forms_of_graphs();
    updates_of_graphs();
    user_objects();
    typed_memory();
    typed_pools();
    typed_batches();
    cudaEventCreate(&event);
    EXPECT("cudaEventCreate", &event);
    cudaEventCreate(&event, cudaEventDisableTiming);
    EXPECT("cudaEventCreateWithFlags", &event, cudaEventDisableTiming);
    return failures ? 1 : 0;
}
