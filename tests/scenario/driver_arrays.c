/** CUDA's driver interface: arrays, textures and surfaces, and memory and semaphores of a Vulkan
 *  program. Each test has a context of its own. */
#include <cuda_runtime_api.h>
#include <gpuinterop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver_context.h"
#include "vulkan_peer.h"
#include "whose_library.h"
#include "test_cases.h"

enum { WIDTH = 32, HEIGHT = 16, TEXELS = WIDTH * HEIGHT, BYTES = TEXELS * 4 };

/* out[y * 32 + x] = the texel of a texture; texel of a surface = 3 * that. */
static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry load(.param .u64 load_0, .param .u64 load_1, .param .u64 load_2)\n"
    "{\n.reg .b32 %r<12>;\n.reg .b64 %rd<8>;\n"
    "ld.param.u64 %rd1, [load_0];\nld.param.u64 %rd2, [load_1];\nld.param.u64 %rd3, [load_2];\n"
    "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n"
    "tex.2d.v4.u32.s32 {%r3, %r4, %r5, %r6}, [%rd2, {%r1, %r2}];\n"
    "mad.lo.u32 %r7, %r2, 32, %r1;\nmul.wide.u32 %rd4, %r7, 4;\nadd.u64 %rd5, %rd1, %rd4;\n"
    "st.global.u32 [%rd5], %r3;\n"
    "mul.lo.u32 %r8, %r3, 3;\nshl.b32 %r9, %r1, 2;\n"
    "sust.b.2d.b32.trap [%rd3, {%r9, %r2}], {%r8};\nret;\n}\n";

static void fill_in(uint32_t *texels)
{
    for (uint32_t i = 0; i < TEXELS; i++)
        texels[i] = i * 7 + 1;
}

static CUarray make_array(unsigned int flags)
{
    const CUDA_ARRAY3D_DESCRIPTOR descriptor = {
        .Width = WIDTH, .Height = HEIGHT, .Format = CU_AD_FORMAT_UNSIGNED_INT32, .NumChannels = 1,
        .Flags = flags,
    };
    CUarray array;

    OK(cuArray3DCreate(&array, &descriptor));
    return array;
}

static CUresult copy_rows(CUarray array, void *texels, bool is_in)
{
    CUDA_MEMCPY2D copy = { .WidthInBytes = WIDTH * 4, .Height = HEIGHT };

    copy.srcMemoryType = is_in ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_ARRAY;
    copy.dstMemoryType = is_in ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_HOST;
    copy.srcHost = copy.dstHost = texels;
    copy.srcArray = copy.dstArray = array;
    return cuMemcpy2D(&copy);
}

/* ---- arrays --------------------------------------------------------------------------------- */

TEST_CASE_WITH(arrays, begin, end)
{
    uint32_t sent[TEXELS], got[TEXELS] = { 0 };
    CUDA_ARRAY_DESCRIPTOR flat = { .Width = TEXELS, .Format = CU_AD_FORMAT_UNSIGNED_INT32,
                                   .NumChannels = 1 };
    CUDA_ARRAY3D_DESCRIPTOR deep;
    CUarray array, row, plane;
    CUdeviceptr memory;

    fill_in(sent);
    array = make_array(CUDA_ARRAY3D_SURFACE_LDST);
    OK(copy_rows(array, sent, true));
    OK(copy_rows(array, got, false));
    assert_memory_equal(sent, got, BYTES);
    OK(cuArray3DGetDescriptor(&deep, array));
    assert_int_equal(deep.Width, WIDTH);
    assert_int_equal(deep.Flags, CUDA_ARRAY3D_SURFACE_LDST);
    OK(cuArrayCreate(&row, &flat));
    memset(&flat, 0, sizeof flat);
    OK(cuArrayGetDescriptor(&flat, row));
    assert_int_equal(flat.Width, TEXELS);
    assert_int_equal(flat.Height, 0);
    assert_int_equal(flat.NumChannels, 1);
    OK(cuMemAlloc(&memory, BYTES));
    OK(cuMemcpyHtoA(row, 64, sent, BYTES - 64));
    OK(cuMemcpyAtoD(memory, row, 64, BYTES - 64));
    OK(cuMemsetD8(memory, 0xab, 4));
    OK(cuMemcpyDtoA(row, 0, memory, 8));
    OK(cuMemcpyAtoA(row, 8, row, 0, 8));
    memset(got, 0, sizeof got);
    OK(cuMemcpyAtoH(got, row, 0, BYTES));
    assert_int_equal(got[0], 0xabababab);
    assert_int_equal(got[1], sent[1]);
    assert_int_equal(got[3], sent[1]);
    assert_memory_equal(got + 16, sent, BYTES - 64);
    OK(cuMemcpyAtoHAsync(got, row, 0, 16, NULL));
    OK(cuMemcpyHtoAAsync(row, 0, got, 16, NULL));
    OK(cuStreamSynchronize(NULL));
    IS(cuMemcpyHtoA(row, 64, sent, BYTES), CUDA_ERROR_INVALID_VALUE);
    IS(cuArrayGetPlane(&plane, array, 0), CUDA_ERROR_INVALID_VALUE);
    flat.Format = (CUarray_format)77;
    IS(cuArrayCreate(&plane, &flat), CUDA_ERROR_INVALID_VALUE);
    OK(cuArrayDestroy(array));
    if (library_is_ours()) {             /* others may crash */
        IS(cuArrayDestroy(array), CUDA_ERROR_INVALID_HANDLE);
        IS(cuArrayDestroy(NULL), CUDA_ERROR_INVALID_HANDLE);
    }
}

TEST_CASE_WITH(formats, begin, end)
{
    static const struct {
        int format;
        unsigned int count;
    } rows[] = {
        { CU_AD_FORMAT_UNORM_INT8X4, 4 }, { CU_AD_FORMAT_SNORM_INT16X2, 2 },
        { CU_AD_FORMAT_HALF, 4 }, { CU_AD_FORMAT_FLOAT, 2 }, { CU_AD_FORMAT_BC1_UNORM, 4 },
        { CU_AD_FORMAT_BC6H_UF16, 3 }, { CU_AD_FORMAT_BC7_UNORM_SRGB, 4 },
        { CU_AD_FORMAT_UNORM_INT_101010_2, 4 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CUDA_ARRAY3D_DESCRIPTOR asked = { .Width = 16, .Height = 16,
            .Format = (CUarray_format)rows[i].format, .NumChannels = rows[i].count }, told;
        CUarray array;
        CUresult result = cuArray3DCreate(&array, &asked);

        if (result == CUDA_ERROR_NOT_SUPPORTED)  /* by the device */
            continue;
        OK(result);
        OK(cuArray3DGetDescriptor(&told, array));
        assert_int_equal(told.Format, rows[i].format);
        assert_int_equal(told.NumChannels, rows[i].count);
        OK(cuArrayDestroy(array));
        asked.NumChannels = rows[i].count == 1 ? 4 : 1;
        if (rows[i].format > CU_AD_FORMAT_FLOAT)
            IS(cuArray3DCreate(&array, &asked), CUDA_ERROR_INVALID_VALUE);
    }
}

TEST_CASE_WITH(levels, begin, end)
{
    const CUDA_ARRAY3D_DESCRIPTOR descriptor = {
        .Width = WIDTH, .Height = HEIGHT, .Format = CU_AD_FORMAT_UNSIGNED_INT32, .NumChannels = 1,
    };
    CUDA_ARRAY_MEMORY_REQUIREMENTS needed;
    CUDA_ARRAY_DESCRIPTOR flat;
    CUmipmappedArray array;
    CUarray level, same;

    OK(cuMipmappedArrayCreate(&array, &descriptor, 3));
    OK(cuMipmappedArrayGetLevel(&level, array, 1));
    OK(cuMipmappedArrayGetLevel(&same, array, 1));
    assert_ptr_equal(level, same);
    OK(cuArrayGetDescriptor(&flat, level));
    assert_int_equal(flat.Width, WIDTH / 2);
    IS(cuMipmappedArrayGetLevel(&level, array, 9), CUDA_ERROR_INVALID_VALUE);
    IS(cuMipmappedArrayGetMemoryRequirements(&needed, array, 0), CUDA_ERROR_INVALID_VALUE);
    OK(cuMipmappedArrayDestroy(array));
    IS(cuArrayGetDescriptor(&flat, same), CUDA_ERROR_INVALID_HANDLE);
}

/* ---- textures and surfaces ------------------------------------------------------------------ */

TEST_CASE_WITH(textures_and_surfaces, begin, end)
{
    const CUDA_TEXTURE_DESC sampling = {
        .addressMode = { CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_BORDER },
        .flags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION,
    };
    CUDA_TEXTURE_DESC told_sampling;
    CUDA_RESOURCE_VIEW_DESC view;
    CUDA_RESOURCE_DESC from = { .resType = CU_RESOURCE_TYPE_ARRAY }, to = from, told;
    struct cudaResourceDesc also;
    uint32_t sent[TEXELS], got[TEXELS];
    CUarray source = make_array(0), target = make_array(CUDA_ARRAY3D_SURFACE_LDST);
    CUtexObject texture;
    CUsurfObject surface;
    CUdeviceptr memory;
    CUmodule module;
    CUfunction load;
    void *arguments[] = { &memory, &texture, &surface };

    fill_in(sent);
    from.res.array.hArray = source;
    to.res.array.hArray = target;
    OK(copy_rows(source, sent, true));
    OK(cuMemAlloc(&memory, BYTES));
    OK(cuTexObjectCreate(&texture, &from, &sampling, NULL));
    OK(cuSurfObjectCreate(&surface, &to));
    OK(cuModuleLoadData(&module, code));
    OK(cuModuleGetFunction(&load, module, "load"));
    OK(cuLaunchKernel(load, HEIGHT, 1, 1, WIDTH, 1, 1, 0, NULL, arguments, NULL));
    OK(cuMemcpyDtoH(got, memory, BYTES));
    assert_memory_equal(sent, got, BYTES);
    OK(copy_rows(target, got, false));
    for (int i = 0; i < TEXELS; i++)
        assert_int_equal(got[i], sent[i] * 3);

    OK(cuTexObjectGetResourceDesc(&told, texture));
    assert_ptr_equal(told.res.array.hArray, source);
    OK(cuTexObjectGetTextureDesc(&told_sampling, texture));
    assert_int_equal(told_sampling.flags, sampling.flags);
    assert_int_equal(told_sampling.addressMode[1], CU_TR_ADDRESS_MODE_BORDER);
    IS(cuTexObjectGetResourceViewDesc(&view, texture), CUDA_ERROR_INVALID_VALUE);
    OK(cuSurfObjectGetResourceDesc(&told, surface));
    assert_ptr_equal(told.res.array.hArray, target);
    assert_int_equal(cudaGetTextureObjectResourceDesc(&also, texture), cudaSuccess);
    assert_ptr_equal(also.res.array.array, source);          /* the same object */
    OK(cuTexObjectDestroy(texture));
    IS(cuTexObjectGetResourceDesc(&told, texture), CUDA_ERROR_INVALID_VALUE);
    OK(cuSurfObjectDestroy(surface));
}

TEST_CASE_WITH(textures_of_memory, begin, end)
{
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_LINEAR }, told;
    const CUDA_TEXTURE_DESC sampling = { .flags = CU_TRSF_READ_AS_INTEGER };
    CUtexObject texture;
    size_t elements = 0;
    CUtexref reference;

    OK(cuMemAlloc(&resource.res.linear.devPtr, BYTES));
    resource.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT8;
    resource.res.linear.numChannels = 4;
    resource.res.linear.sizeInBytes = BYTES;
    OK(cuTexObjectCreate(&texture, &resource, &sampling, NULL));
    OK(cuTexObjectGetResourceDesc(&told, texture));
    assert_memory_equal(&told.res.linear, &resource.res.linear, sizeof told.res.linear);
    resource.res.linear.numChannels = 3;
    IS(cuTexObjectCreate(&texture, &resource, &sampling, NULL), CUDA_ERROR_INVALID_VALUE);
    OK(cuDeviceGetTexture1DLinearMaxWidth(&elements, CU_AD_FORMAT_FLOAT, 4, 0));
    assert_true(elements >= 65536);
    IS(cuDeviceGetTexture1DLinearMaxWidth(&elements, CU_AD_FORMAT_FLOAT, 3, 0),
       CUDA_ERROR_INVALID_VALUE);
    IS(cuTexRefCreate(&reference), CUDA_ERROR_NOT_SUPPORTED);
}

/* ---- a Vulkan program ----------------------------------------------------------------------- */

static CUexternalSemaphore import_semaphore(struct peer_semaphore *semaphore)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC descriptor = {
        .type = semaphore->timeline ? CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD
                                    : CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD,
        .handle.fd = peer_semaphore_export(semaphore),
    };
    CUexternalSemaphore imported;

    OK(cuImportExternalSemaphore(&imported, &descriptor));
    return imported;
}

TEST_CASE_WITH(memory_and_semaphores, begin, end)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC descriptor = {
        .type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD
    };
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC part = { .size = BYTES };
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait = { .params.fence.value = 4 };
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal = { .params.fence.value = 5 };
    struct peer_semaphore timeline;
    struct peer_buffer buffer;
    uint32_t sent[TEXELS], got[TEXELS];
    CUexternalSemaphore semaphore;
    CUexternalMemory memory;
    CUdeviceptr pointer, copied;
    CUstream stream;

    fill_in(sent);
    peer_buffer_create(&buffer, BYTES, false);
    peer_semaphore_create(&timeline, true);
    descriptor.handle.fd = peer_buffer_export(&buffer);
    descriptor.size = buffer.allocated_bytes;
    OK(cuImportExternalMemory(&memory, &descriptor));
    OK(cuExternalMemoryGetMappedBuffer(&pointer, memory, &part));
    semaphore = import_semaphore(&timeline);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc(&copied, BYTES));
    OK(cuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
    OK(cuMemcpyDtoDAsync(copied, pointer, BYTES, stream));
    OK(cuMemsetD32Async(pointer, 9, TEXELS, stream));
    OK(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
    IS(cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
    peer_buffer_write(&buffer, 0, sent, BYTES);
    peer_semaphore_signal(&timeline, 4);
    peer_semaphore_wait(&timeline, 5);
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH(got, copied, BYTES));
    assert_memory_equal(sent, got, BYTES);
    peer_buffer_read(&buffer, 0, got, BYTES);
    assert_int_equal(got[TEXELS - 1], 9);

    IS(cuWaitExternalSemaphoresAsync(&semaphore, &wait, 0, stream), CUDA_ERROR_INVALID_VALUE);
    IS(cuWaitExternalSemaphoresAsync(NULL, &wait, 1, stream), CUDA_ERROR_INVALID_VALUE);
    OK(cuDestroyExternalSemaphore(semaphore));
    OK(cuMemFree(pointer));
    OK(cuDestroyExternalMemory(memory));
    if (library_is_ours()) {             /* others may crash */
        IS(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream),
           CUDA_ERROR_INVALID_HANDLE);
        IS(cuDestroyExternalSemaphore(semaphore), CUDA_ERROR_INVALID_HANDLE);
        IS(cuDestroyExternalMemory(memory), CUDA_ERROR_INVALID_HANDLE);
    }
    peer_semaphore_destroy(&timeline);
    peer_buffer_destroy(&buffer);
}

TEST_CASE_WITH(wrong_imports, begin, end)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC memory = { .type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD };
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC semaphore = {
        .type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD
    };
    CUexternalSemaphore no_semaphore;
    CUexternalMemory no_memory;
    CUgraphicsResource resource = (CUgraphicsResource)(void *)context;
    int both[2];

    assert_int_equal(pipe(both), 0);
    memory.handle.fd = semaphore.handle.fd = both[0];
    memory.size = BYTES;
    assert_int_not_equal(cuImportExternalMemory(&no_memory, &memory), CUDA_SUCCESS);
    assert_int_not_equal(cuImportExternalSemaphore(&no_semaphore, &semaphore), CUDA_SUCCESS);
    assert_int_equal(close(both[0]), 0);         /* still the program's */
    assert_int_equal(close(both[1]), 0);
    memory.type = (CUexternalMemoryHandleType)99;
    IS(cuImportExternalMemory(&no_memory, &memory), CUDA_ERROR_INVALID_VALUE);
    IS(cuGraphicsMapResources(1, &resource, NULL), CUDA_ERROR_INVALID_HANDLE);
    IS(cuGraphicsUnregisterResource(resource), CUDA_ERROR_INVALID_HANDLE);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "graphics resource"));
    IS(cuGraphicsResourceSetMapFlags(resource, 0), CUDA_ERROR_INVALID_HANDLE);
    IS(cuGraphicsMapResources(0, &resource, NULL), CUDA_ERROR_INVALID_VALUE);
}

int main(void)
{
    const char *why = "";
    int failed;

    if (!peer_start(&why)) {
        printf("skipped: %s\n", why);
        return 77;
    }
    printf("driver; semaphores of the peer: %s; library of %s\n",
           peer_has_semaphores() ? "Vulkan's" : "host semaphores",
           library_is_ours() ? "gpuinterop" : "others");
    failed = run_test_cases(NULL);
    peer_stop();
    return failed;
}
