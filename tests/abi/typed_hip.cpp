/* The typed forms for C++ of HIP, each of which has to call one C function with the right
 * arguments. */
#include <hip/hip_runtime.h>

#include "typed.h"

hipError_t hipMalloc(void **a, size_t b)
{
    note("hipMalloc", a, b);
    return hipSuccess;
}

hipError_t hipMallocPitch(void **a, size_t *b, size_t c, size_t d)
{
    note("hipMallocPitch", a, b, c, d);
    return hipSuccess;
}

hipError_t hipMallocManaged(void **a, size_t b, unsigned int c)
{
    note("hipMallocManaged", a, b, c);
    return hipSuccess;
}

hipError_t hipHostAlloc(void **a, size_t b, unsigned int c)
{
    note("hipHostAlloc", a, b, c);
    return hipSuccess;
}

hipError_t hipHostMalloc(void **a, size_t b, unsigned int c)
{
    note("hipHostMalloc", a, b, c);
    return hipSuccess;
}

hipError_t hipMallocAsync(void **a, size_t b, hipStream_t c)
{
    note("hipMallocAsync", a, b, c);
    return hipSuccess;
}

hipError_t hipMallocFromPoolAsync(void **a, size_t b, hipMemPool_t c, hipStream_t d)
{
    note("hipMallocFromPoolAsync", a, b, c, d);
    return hipSuccess;
}

struct hipChannelFormatDesc hipCreateChannelDesc(
    int a, int b, int c, int d, enum hipChannelFormatKind e)
{
    note("hipCreateChannelDesc", a, b, c, d, e);
    return {a, b, c, d, e};
}

hipError_t hipBindTexture(
    size_t *a, const textureReference *b, const void *c, const hipChannelFormatDesc *d, size_t e)
{
    note("hipBindTexture", a, b, c, d, e);
    return hipSuccess;
}

hipError_t hipBindTexture2D(
    size_t *a, const textureReference *b, const void *c, const hipChannelFormatDesc *d, size_t e,
    size_t f, size_t g)
{
    note("hipBindTexture2D", a, b, c, d, e, f, g);
    return hipSuccess;
}

hipError_t hipBindTextureToArray(
    const textureReference *a, hipArray_const_t b, const hipChannelFormatDesc *c)
{
    note("hipBindTextureToArray", a, b, c);
    return hipSuccess;
}

hipError_t hipBindTextureToMipmappedArray(
    const textureReference *a, hipMipmappedArray_const_t b, const hipChannelFormatDesc *c)
{
    note("hipBindTextureToMipmappedArray", a, b, c);
    return hipSuccess;
}

hipError_t hipUnbindTexture(const textureReference *a)
{
    note("hipUnbindTexture", a);
    return hipSuccess;
}

#define EXPECT(...) expect(__LINE__, __VA_ARGS__)

static void typed_formats(void)
{
    hipCreateChannelDesc<float4>();
    EXPECT("hipCreateChannelDesc", 32, 32, 32, 32, hipChannelFormatKindFloat);
    hipCreateChannelDesc<uchar2>();
    EXPECT("hipCreateChannelDesc", 8, 8, 0, 0, hipChannelFormatKindUnsigned);
    hipCreateChannelDesc<char>();
    EXPECT("hipCreateChannelDesc", 8, 0, 0, 0, hipChannelFormatKindSigned);
    hipCreateChannelDesc<short>();
    EXPECT("hipCreateChannelDesc", 16, 0, 0, 0, hipChannelFormatKindSigned);
    hipCreateChannelDesc<double2>();
    EXPECT("hipCreateChannelDesc", 0, 0, 0, 0, hipChannelFormatKindNone);
    hipCreateChannelDescHalf4();
    EXPECT("hipCreateChannelDesc", 16, 16, 16, 16, hipChannelFormatKindFloat);
}

static void typed_references(void)
{
    texture<float, hipTextureType2D> reference(1, hipFilterModeLinear);
    hipChannelFormatDesc other = {8, 0, 0, 0, hipChannelFormatKindUnsigned};
    size_t offset;
    hipArray_t array = (hipArray_t)0x53;
    hipMipmappedArray_t chain = (hipMipmappedArray_t)0x54;

    EXPECT("hipCreateChannelDesc", 32, 0, 0, 0, hipChannelFormatKindFloat);
    if (reference.normalized != 1 || reference.filterMode != hipFilterModeLinear
        || reference.addressMode[2] != hipAddressModeClamp || reference.channelDesc.x != 32)
        failures++;
    hipBindTexture(&offset, reference, chain);
    EXPECT("hipBindTexture", &offset, &reference, chain, &reference.channelDesc, 0x7fffffff);
    hipBindTexture(&offset, reference, chain, other, 64);
    EXPECT("hipBindTexture", &offset, &reference, chain, &other, 64);
    hipBindTexture2D(&offset, reference, chain, 5, 6, 64);
    EXPECT("hipBindTexture2D", &offset, &reference, chain, &reference.channelDesc, 5, 6, 64);
    hipBindTexture2D(&offset, reference, chain, other, 5, 6, 64);
    EXPECT("hipBindTexture2D", &offset, &reference, chain, &other, 5, 6, 64);
    hipBindTextureToArray(reference, array);
    EXPECT("hipBindTextureToArray", &reference, array, &reference.channelDesc);
    hipBindTextureToArray(reference, array, other);
    EXPECT("hipBindTextureToArray", &reference, array, &other);
    hipBindTextureToMipmappedArray(reference, chain);
    EXPECT("hipBindTextureToMipmappedArray", &reference, chain, &reference.channelDesc);
    hipBindTextureToMipmappedArray(reference, chain, other);
    EXPECT("hipBindTextureToMipmappedArray", &reference, chain, &other);
    hipUnbindTexture(reference);
    EXPECT("hipUnbindTexture", &reference);
}

int main()
{
    float *typed;
    void *plain;
    size_t pitch;
    hipStream_t stream = (hipStream_t)0x51;
    hipMemPool_t pool = (hipMemPool_t)0x52;

    typed_formats();
    typed_references();
    hipMalloc(&typed, 8);
    EXPECT("hipMalloc", &typed, 8);
    hipMalloc(&plain, 8);
    EXPECT("hipMalloc", &plain, 8);
    hipMallocPitch(&typed, &pitch, 3, 4);
    EXPECT("hipMallocPitch", &typed, &pitch, 3, 4);
    hipMallocManaged(&typed, 8);
    EXPECT("hipMallocManaged", &typed, 8, hipMemAttachGlobal);
    hipMallocManaged(&plain, 8);
    EXPECT("hipMallocManaged", &plain, 8, hipMemAttachGlobal);
    hipMallocManaged(&typed, 8, hipMemAttachHost);
    EXPECT("hipMallocManaged", &typed, 8, hipMemAttachHost);
    hipHostMalloc(&typed, 8);
    EXPECT("hipHostMalloc", &typed, 8, hipHostMallocDefault);
    hipHostMalloc(&typed, 8, hipHostMallocMapped);
    EXPECT("hipHostMalloc", &typed, 8, hipHostMallocMapped);
    hipHostAlloc(&typed, 8);
    EXPECT("hipHostAlloc", &typed, 8, hipHostAllocDefault);
    hipHostAlloc(&typed, 8, hipHostAllocMapped);
    EXPECT("hipHostAlloc", &typed, 8, hipHostAllocMapped);
    hipMallocAsync(&typed, 8, stream);
    EXPECT("hipMallocAsync", &typed, 8, stream);
    hipMallocAsync(&plain, 8, stream);
    EXPECT("hipMallocAsync", &plain, 8, stream);
    hipMallocAsync(&typed, 8, pool, stream);
    EXPECT("hipMallocFromPoolAsync", &typed, 8, pool, stream);
    hipMallocAsync(&plain, 8, pool, stream);
    EXPECT("hipMallocFromPoolAsync", &plain, 8, pool, stream);
    hipMallocFromPoolAsync(&typed, 8, pool, stream);
    EXPECT("hipMallocFromPoolAsync", &typed, 8, pool, stream);
    return failures ? 1 : 0;
}
