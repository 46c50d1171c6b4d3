/** Arrays: how they are made, what is told of them, and how they end. */
#include "array_model.h"

#include <string.h>

#include "test_cases.h"

static const gpuChannelFormatDesc rgba8 = { 8, 8, 8, 8, gpuChannelFormatKindUnsigned };

static void expect_channels(const gpuChannelFormatDesc *got, const gpuChannelFormatDesc *wanted)
{
    assert_int_equal(got->x, wanted->x);
    assert_int_equal(got->y, wanted->y);
    assert_int_equal(got->z, wanted->z);
    assert_int_equal(got->w, wanted->w);
    assert_int_equal(got->f, wanted->f);
}

static void expect_info(gpuArray_t array, const struct format *format, gpuExtent wanted,
                        unsigned int wanted_flags)
{
    gpuChannelFormatDesc channels;
    gpuExtent extent;
    unsigned int flags = 0x77;

    OK(gpuArrayGetInfo(&channels, &extent, &flags, array));
    expect_channels(&channels, &format->channels);
    assert_int_equal(extent.width, wanted.width);
    assert_int_equal(extent.height, wanted.height);
    assert_int_equal(extent.depth, wanted.depth);
    assert_int_equal(flags, wanted_flags);
    memset(&channels, 0x77, sizeof channels);
    OK(gpuGetChannelDesc(&channels, array));
    expect_channels(&channels, &format->channels);
    OK(gpuArrayGetInfo(NULL, NULL, NULL, array));
}

TEST_CASE(each_says_what_it_was_made_with)
{
    for (size_t k = 0; k < KIND_COUNT; k++)
        for (size_t f = 0; f < FORMAT_COUNT; f++) {
            gpuExtent extent = { kinds[k].width, kinds[k].height, kinds[k].depth };
            struct model model;

            if (!is_possible(&kinds[k], &formats[f]))
                continue;
            model_create(&model, &kinds[k], &formats[f], (unsigned)(k * FORMAT_COUNT + f));
            model_check(&model, kinds[k].name);
            expect_info(model.array, &formats[f], extent, kinds[k].flags);
            model_destroy(&model);
        }
}

/** Formats and kinds that every device has; the others are made where they can be. */
TEST_CASE(what_everybody_has_is_there)
{
    const char *const names[] = {
        "R8u", "RGBA8u", "R16f", "RGBA16f", "R32f", "RGBA32f", "RGBA32s",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t k = 0; k < KIND_COUNT; k++)
            if (!is_possible(&kinds[k], format_named(names[i])))
                fail_msg("%s of %s cannot be had", kinds[k].name, names[i]);
}

TEST_CASE(one_direction_is_enough)
{
    gpuArray_t array;

    OK(gpuMallocArray(&array, &rgba8, 100, 0, gpuArrayDefault));
    expect_info(array, format_named("RGBA8u"), (gpuExtent){ 100, 0, 0 }, 0);
    OK(gpuFreeArray(array));
    OK(gpuMallocArray(&array, &rgba8, 64, 32, gpuArrayTextureGather));
    expect_info(array, format_named("RGBA8u"), (gpuExtent){ 64, 32, 0 }, gpuArrayTextureGather);
    OK(gpuFreeArray(array));
}

TEST_CASE(channels_are_made)
{
    gpuChannelFormatDesc channels = gpuCreateChannelDesc(8, 16, 32, 4, gpuChannelFormatKindFloat);

    expect_channels(&channels, &(gpuChannelFormatDesc){ 8, 16, 32, 4, gpuChannelFormatKindFloat });
}

/* ---- levels --------------------------------------------------------------------------------- */

static size_t at_level(size_t size, unsigned int level)
{
    return size >> level != 0 || size == 0 ? size >> level : 1;
}

/** The kind of a level. */
static struct kind level_of(const struct kind *kind, unsigned int level)
{
    bool has_layers = (kind->flags & (gpuArrayLayered | gpuArrayCubemap)) != 0;
    struct kind small = *kind;

    small.width = at_level(kind->width, level);
    small.height = at_level(kind->height, level);
    if (!has_layers)
        small.depth = at_level(kind->depth, level);
    return small;
}

static unsigned int chain_of(const struct kind *kind)
{
    bool has_layers = (kind->flags & (gpuArrayLayered | gpuArrayCubemap)) != 0;
    size_t largest = kind->width > kind->height ? kind->width : kind->height;
    unsigned int levels = 1;

    if (!has_layers && kind->depth > largest)
        largest = kind->depth;
    while (largest >> levels != 0)
        levels++;
    return levels;
}

enum { MOST_LEVELS = 8 };

/** Every level is written before the first is checked, so that one in another's place shows. */
static void check_levels(const struct kind *kind, const struct format *format)
{
    gpuExtent extent = { kind->width, kind->height, kind->depth };
    unsigned int levels = chain_of(kind);
    struct model models[MOST_LEVELS];
    gpuMipmappedArray_t mipmapped;
    gpuArray_t again, none = AS_ARRAY(8);

    assert_true(levels <= MOST_LEVELS);
    OK(gpuMallocMipmappedArray(&mipmapped, &format->channels, extent, 99, kind->flags));
    for (unsigned int level = 0; level < levels; level++) {
        struct kind small = level_of(kind, level);
        gpuArray_t array;

        OK(gpuGetMipmappedArrayLevel(&array, mipmapped, level));
        OK(gpuGetMipmappedArrayLevel(&again, mipmapped, level));
        assert_ptr_equal(array, again);
        expect_info(array, format, (gpuExtent){ small.width, small.height, small.depth },
                    kind->flags);
        model_adopt(&models[level], array, &small, format, level + 40);
    }
    for (unsigned int level = 0; level < levels; level++)
        model_check(&models[level], kind->name);
    BAD_VALUE(gpuGetMipmappedArrayLevel(&none, mipmapped, levels), "level");
    assert_ptr_equal(none, AS_ARRAY(8));
    for (unsigned int level = 0; level < levels; level++) {
        OK(gpuFreeArray(models[level].array));   /* it stays, as it does there */
        model_check(&models[level], "a level that has been freed by itself");
    }
    OK(gpuFreeMipmappedArray(mipmapped));
    for (unsigned int level = 0; level < levels; level++) {
        STALE_HANDLE(gpuArrayGetInfo(NULL, NULL, NULL, models[level].array));
        model_drop(&models[level]);
    }
    STALE_HANDLE(gpuGetMipmappedArrayLevel(&again, mipmapped, 0));
}

TEST_CASE(every_level_is_an_array)
{
    for (size_t k = 0; k < KIND_COUNT; k++)
        for (size_t f = 0; f < FORMAT_COUNT; f += 5)
            if (is_possible(&kinds[k], &formats[f]))
                check_levels(&kinds[k], &formats[f]);
}

/** The number of levels is brought into the range that there is. */
TEST_CASE(levels_are_as_many_as_there_can_be)
{
    const struct { unsigned int asked, got; } rows[] = {
        { 0, 1 }, { 1, 1 }, { 3, 3 }, { 6, 6 }, { 7, 6 }, { UINT32_MAX, 6 },
    };
    gpuMipmappedArray_t mipmapped;
    gpuArray_t array;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        OK(gpuMallocMipmappedArray(&mipmapped, &rgba8, (gpuExtent){ 33, 20, 0 }, rows[i].asked,
                                   0));
        OK(gpuGetMipmappedArrayLevel(&array, mipmapped, rows[i].got - 1));
        BAD_VALUE(gpuGetMipmappedArrayLevel(&array, mipmapped, rows[i].got), "level");
        OK(gpuFreeMipmappedArray(mipmapped));
    }
}

/* ---- ends ----------------------------------------------------------------------------------- */

TEST_CASE(a_freed_array_is_none)
{
    static uint8_t bytes[64];
    gpuMipmappedArray_t mipmapped;
    gpuArray_t array, other;

    FREES_NULL(gpuFreeArray(NULL));
    FREES_NULL(gpuFreeMipmappedArray(NULL));
    OK(gpuMallocArray(&array, &rgba8, 4, 4, 0));
    OK(gpuMallocArray(&other, &rgba8, 4, 4, 0));
    OK(gpuFreeArray(array));
    STALE_HANDLE(gpuFreeArray(array));
    STALE_HANDLE(gpuArrayGetInfo(NULL, NULL, NULL, array));
    STALE_HANDLE(gpuMemcpy2DToArray(array, 0, 0, bytes, 16, 16, 4, gpuMemcpyHostToDevice));
    STALE_HANDLE(gpuMemcpy2DFromArray(bytes, 16, array, 0, 0, 16, 4, gpuMemcpyDeviceToHost));
    STALE_HANDLE(gpuMemcpy2DArrayToArray(other, 0, 0, array, 0, 0, 16, 4, gpuMemcpyDeviceToDevice));
    STALE_HANDLE(gpuMemcpy2DArrayToArray(array, 0, 0, other, 0, 0, 16, 4, gpuMemcpyDeviceToDevice));
    STALE_HANDLE(gpuMemcpyToArray(array, 0, 0, bytes, 64, gpuMemcpyHostToDevice));
    OK(gpuFreeArray(other));
    OK(gpuMallocMipmappedArray(&mipmapped, &rgba8, (gpuExtent){ 8, 8, 0 }, 2, 0));
    STALE_HANDLE(gpuFreeArray((gpuArray_t)(void *)mipmapped));
    OK(gpuFreeMipmappedArray(mipmapped));
    STALE_HANDLE(gpuFreeMipmappedArray(mipmapped));
}

/** An array is freed once the work that uses it is done. */
TEST_CASE(an_array_ends_with_its_work)
{
    uint8_t *from, *to;
    struct opener opener;
    struct gate gate;
    gpuStream_t stream;
    gpuArray_t array;

    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuHostAlloc((void **)&from, 4096, 0));
    OK(gpuHostAlloc((void **)&to, 4096, 0));
    fill_pattern(from, 4096, 3);
    memset(to, 0, 4096);
    OK(gpuMallocArray(&array, &rgba8, 32, 32, 0));
    gate_close(&gate, stream);
    OK(gpuMemcpy2DToArrayAsync(array, 0, 0, from, 128, 128, 32, gpuMemcpyHostToDevice, stream));
    OK(gpuMemcpy2DFromArrayAsync(to, 128, array, 0, 0, 128, 32, gpuMemcpyDeviceToHost, stream));
    opener_begin(&opener, &gate, 1);
    OK(gpuFreeArray(array));
    OK(gpuStreamQuery(stream));
    assert_memory_equal(to, from, 4096);
    opener_end(&opener);
    OK(gpuFreeHost(from));
    OK(gpuFreeHost(to));
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(a_thousand_leave_nothing)
{
    gpuMipmappedArray_t mipmapped;
    size_t free_before, free_after, total;
    gpuArray_t array;

    for (int i = 0; i < 1000; i++) {
        if (i == 10)
            OK(gpuMemGetInfo(&free_before, &total));
        OK(gpuMallocArray(&array, &rgba8, 256, 256, 0));
        OK(gpuMallocMipmappedArray(&mipmapped, &rgba8, (gpuExtent){ 64, 64, 0 }, 7, 0));
        OK(gpuFreeArray(array));
        OK(gpuFreeMipmappedArray(mipmapped));
    }
    OK(gpuMemGetInfo(&free_after, &total));
    if (free_before > free_after)        /* other programs may use the device too */
        assert_true(free_before - free_after < 100u << 20);
}

/* ---- what is refused ------------------------------------------------------------------------ */

static void refuse(gpuExtent extent, unsigned int flags, const char *field)
{
    gpuMipmappedArray_t mipmapped = AS_MIPMAPPED(0x77);
    gpuArray_t array = AS_ARRAY(0x77);

    BAD_VALUE(gpuMalloc3DArray(&array, &rgba8, extent, flags), field);
    assert_ptr_equal(array, LEFT_BY_ALLOCATION(AS_ARRAY(0x77)));
    BAD_VALUE(gpuMallocMipmappedArray(&mipmapped, &rgba8, extent, 1, flags), field);
    assert_ptr_equal(mipmapped, LEFT_BY_ALLOCATION(AS_MIPMAPPED(0x77)));
}

TEST_CASE(extents_that_there_are_not)
{
    const size_t large = (size_t)1 << 40;

    refuse((gpuExtent){ 0, 0, 0 }, 0, "width");
    refuse((gpuExtent){ 0, 8, 0 }, 0, "width");
    refuse((gpuExtent){ 8, 0, 8 }, 0, "height");
    refuse((gpuExtent){ large, 0, 0 }, 0, "width");
    refuse((gpuExtent){ large, 8, 0 }, 0, "width");
    refuse((gpuExtent){ 8, large, 0 }, 0, "height");
    refuse((gpuExtent){ 8, 8, large }, 0, "depth");
    refuse((gpuExtent){ SIZE_MAX, SIZE_MAX, SIZE_MAX }, 0, "width");
    refuse((gpuExtent){ 8, 8, 0 }, gpuArrayLayered, "depth");
    refuse((gpuExtent){ 8, 8, large }, gpuArrayLayered, "depth");
    refuse((gpuExtent){ 8, 9, 6 }, gpuArrayCubemap, "cubemap");
    refuse((gpuExtent){ 8, 8, 5 }, gpuArrayCubemap, "cubemap");
    refuse((gpuExtent){ 8, 8, 12 }, gpuArrayCubemap, "cubemap");
    refuse((gpuExtent){ 8, 8, 0 }, gpuArrayCubemap, "cubemap");
    refuse((gpuExtent){ 8, 8, 7 }, gpuArrayCubemap | gpuArrayLayered, "cubemap");
    refuse((gpuExtent){ 8, 8, 0 }, gpuArrayCubemap | gpuArrayLayered, "cubemap");
    refuse((gpuExtent){ 8, 0, 0 }, gpuArrayTextureGather, "gather");
    refuse((gpuExtent){ 8, 8, 8 }, gpuArrayTextureGather, "gather");
    refuse((gpuExtent){ 8, 8, 0 }, 0x10, "flags");
    refuse((gpuExtent){ 8, 8, 0 }, 0x80000000u, "flags");
}

TEST_CASE(limits_are_the_devices)
{
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    assert_true(properties.maxTexture1D > 0 && properties.maxTexture2D[0] > 0
                && properties.maxTexture3D[2] > 0 && properties.maxTexture2DLayered[2] > 0);
    refuse((gpuExtent){ (size_t)properties.maxTexture1D + 1, 0, 0 }, 0, "width");
    refuse((gpuExtent){ (size_t)properties.maxTexture2D[0] + 1, 1, 0 }, 0, "width");
    refuse((gpuExtent){ 1, (size_t)properties.maxTexture2D[1] + 1, 0 }, 0, "height");
    refuse((gpuExtent){ 1, 1, (size_t)properties.maxTexture3D[2] + 1 }, 0, "depth");
    refuse((gpuExtent){ 1, 1, (size_t)properties.maxTexture2DLayered[2] + 1 }, gpuArrayLayered,
           "depth");
    refuse((gpuExtent){ (size_t)properties.maxTextureCubemap + 1,
                        (size_t)properties.maxTextureCubemap + 1, 6 }, gpuArrayCubemap, "width");
}

TEST_CASE(channels_that_there_are_not)
{
    const gpuChannelFormatDesc bad[] = {
        { 0, 0, 0, 0, gpuChannelFormatKindUnsigned }, { 7, 8, 8, 8, gpuChannelFormatKindUnsigned },
        { 8, 8, 8, 0, gpuChannelFormatKindUnsigned }, { 8, 16, 0, 0, gpuChannelFormatKindSigned },
        { 0, 8, 0, 0, gpuChannelFormatKindUnsigned }, { 8, 0, 0, 0, gpuChannelFormatKindFloat },
        { 64, 0, 0, 0, gpuChannelFormatKindUnsigned }, { -8, 0, 0, 0, gpuChannelFormatKindSigned },
        { 8, 0, 0, 0, gpuChannelFormatKindNone }, { 8, 0, 0, 0, (gpuChannelFormatKind)77 },
        { 8, 0, 0, 0, (gpuChannelFormatKind)-1 },
    };
    gpuMipmappedArray_t mipmapped;
    gpuArray_t array;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        EXPECT(gpuMallocArray(&array, &bad[i], 8, 8, 0), gpuErrorInvalidChannels, "channels");
        EXPECT(gpuMalloc3DArray(&array, &bad[i], (gpuExtent){ 8, 8, 0 }, 0),
               gpuErrorInvalidChannels, "channels");
        EXPECT(gpuMallocMipmappedArray(&mipmapped, &bad[i], (gpuExtent){ 8, 8, 0 }, 1, 0),
               gpuErrorInvalidChannels, "channels");
    }
}

TEST_CASE(nothing_where_something_is_needed)
{
    gpuChannelFormatDesc channels;
    gpuMipmappedArray_t mipmapped;
    gpuArray_t array;

    BAD_VALUE(gpuMallocArray(NULL, &rgba8, 8, 8, 0), "array");
    BAD_VALUE(gpuMallocArray(&array, NULL, 8, 8, 0), "format");
    BAD_VALUE(gpuMalloc3DArray(NULL, &rgba8, (gpuExtent){ 8, 8, 0 }, 0), "array");
    BAD_VALUE(gpuMalloc3DArray(&array, NULL, (gpuExtent){ 8, 8, 0 }, 0), "format");
    BAD_VALUE(gpuMallocMipmappedArray(NULL, &rgba8, (gpuExtent){ 8, 8, 0 }, 1, 0), "array");
    BAD_VALUE(gpuMallocMipmappedArray(&mipmapped, NULL, (gpuExtent){ 8, 8, 0 }, 1, 0), "format");
    BAD_VALUE(gpuGetMipmappedArrayLevel(NULL, AS_MIPMAPPED(8), 0), "level");
    BAD_HANDLE(gpuGetMipmappedArrayLevel(&array, NULL, 0));
    BAD_HANDLE(gpuArrayGetInfo(&channels, NULL, NULL, NULL));
    STALE_HANDLE(gpuArrayGetInfo(&channels, NULL, NULL, AS_ARRAY(0x5000)));
    BAD_VALUE(gpuGetChannelDesc(NULL, AS_ARRAY(8)), "format");
    BAD_HANDLE(gpuGetChannelDesc(&channels, NULL));
    STALE_HANDLE(gpuFreeArray(AS_ARRAY(0x5000)));
    STALE_HANDLE(gpuFreeMipmappedArray(AS_MIPMAPPED(0x5000)));
}

/* ---- what one of the interfaces has --------------------------------------------------------- */

#if API_IS_CUDA

TEST_CASE(parts_that_these_arrays_do_not_have)
{
    struct cudaArrayMemoryRequirements requirements;
    struct cudaArraySparseProperties properties;
    cudaMipmappedArray_t mipmapped;
    cudaArray_t array, plane;

    OK(cudaMallocArray(&array, &rgba8, 8, 8, 0));
    OK(cudaMallocMipmappedArray(&mipmapped, &rgba8, (gpuExtent){ 8, 8, 0 }, 1, 0));
    plane = array;
    BAD_VALUE(cudaArrayGetPlane(&plane, array, 0), "plane");
    assert_ptr_equal(plane, array);
    BAD_VALUE(cudaArrayGetPlane(NULL, array, 0), "plane");
    BAD_HANDLE(cudaArrayGetPlane(&plane, NULL, 0));
    BAD_VALUE(cudaArrayGetMemoryRequirements(&requirements, array, 0), "flags");
    BAD_VALUE(cudaArrayGetMemoryRequirements(NULL, array, 0), "requirements");
    requirements.size = 77;
    BAD_VALUE(cudaArrayGetMemoryRequirements(&requirements, array, -1), "flags");
    assert_int_equal(requirements.size, 0);
    BAD_VALUE(cudaArrayGetMemoryRequirements(&requirements, NULL, 0), "array");
    STALE_HANDLE(cudaArrayGetMemoryRequirements(&requirements, AS_ARRAY(0x5000), 0));
    BAD_VALUE(cudaMipmappedArrayGetMemoryRequirements(&requirements, mipmapped, 0), "flags");
    BAD_VALUE(cudaMipmappedArrayGetMemoryRequirements(NULL, mipmapped, 0), "requirements");
    BAD_VALUE(cudaMipmappedArrayGetMemoryRequirements(&requirements, NULL, 0), "array");
    BAD_VALUE(cudaArrayGetSparseProperties(&properties, array), "sparse");
    BAD_VALUE(cudaArrayGetSparseProperties(NULL, array), "properties");
    BAD_VALUE(cudaArrayGetSparseProperties(&properties, NULL), "array");
    STALE_HANDLE(cudaArrayGetSparseProperties(&properties, AS_ARRAY(0x5000)));
    BAD_VALUE(cudaMipmappedArrayGetSparseProperties(&properties, mipmapped), "sparse");
    BAD_VALUE(cudaMipmappedArrayGetSparseProperties(NULL, mipmapped), "properties");
    BAD_VALUE(cudaMipmappedArrayGetSparseProperties(&properties, NULL), "array");
    OK(cudaFreeArray(array));
    OK(cudaFreeMipmappedArray(mipmapped));
    EXPECT(cudaMallocArray(&array, &rgba8, 8, 8, cudaArraySparse), cudaErrorNotSupported, "sparse");
    EXPECT(cudaMallocArray(&array, &rgba8, 8, 8, cudaArrayDeferredMapping), cudaErrorNotSupported,
           "deferred");
    BAD_VALUE(cudaMallocArray(&array, &rgba8, 8, 0, cudaArraySparse), "height");
    BAD_VALUE(cudaMallocArray(&array, &rgba8, 8, 8, cudaArraySparse | cudaArraySurfaceLoadStore),
              "surfaces");
    BAD_VALUE(cudaMallocArray(&array, &rgba8, 8, 8, cudaArraySparse | cudaArrayDeferredMapping),
              "exclude");
    assert_null(array);
    BAD_VALUE(cudaMallocArray(&array, &(struct cudaChannelFormatDesc){ 8, 8, 8, 0,
                                                                      cudaChannelFormatKindNV12 },
                              8, 8, 0), "NV12");
}

#else

TEST_CASE(structs_make_arrays)
{
    const struct { hipArray_Format format; unsigned int channels; const char *name; } rows[] = {
        { HIP_AD_FORMAT_UNSIGNED_INT8, 1, "R8u" }, { HIP_AD_FORMAT_UNSIGNED_INT16, 2, "RG16u" },
        { HIP_AD_FORMAT_UNSIGNED_INT32, 4, "RGBA32u" }, { HIP_AD_FORMAT_SIGNED_INT8, 4, "RGBA8s" },
        { HIP_AD_FORMAT_SIGNED_INT16, 1, "R16s" }, { HIP_AD_FORMAT_SIGNED_INT32, 2, "RG32s" },
        { HIP_AD_FORMAT_HALF, 4, "RGBA16f" }, { HIP_AD_FORMAT_FLOAT, 1, "R32f" },
    };
    HIP_ARRAY3D_DESCRIPTOR volume, told;
    HIP_ARRAY_DESCRIPTOR flat, told_flat;
    hipMipmappedArray_t mipmapped;
    hipArray_t array, level;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        flat = (HIP_ARRAY_DESCRIPTOR){ 20, 10, rows[i].format, rows[i].channels };
        OK(hipArrayCreate(&array, &flat));
        expect_info(array, format_named(rows[i].name), (gpuExtent){ 20, 10, 0 }, 0);
        OK(hipArrayGetDescriptor(&told_flat, array));
        assert_memory_equal(&told_flat, &flat, sizeof flat);
        OK(hipArrayDestroy(array));
        memset(&volume, 0, sizeof volume);
        volume.Width = 20;
        volume.Height = 10;
        volume.Depth = 3;
        volume.Format = rows[i].format;
        volume.NumChannels = rows[i].channels;
        volume.Flags = i % 2 == 0 ? hipArrayLayered : 0;
        OK(hipArray3DCreate(&array, &volume));
        expect_info(array, format_named(rows[i].name), (gpuExtent){ 20, 10, 3 }, volume.Flags);
        memset(&told, 0, sizeof told);
        OK(hipArray3DGetDescriptor(&told, array));
        assert_memory_equal(&told, &volume, sizeof volume);
        BAD_VALUE(hipArrayGetDescriptor(&told_flat, array), "depth");
        OK(hipFreeArray(array));
        OK(hipMipmappedArrayCreate(&mipmapped, &volume, 2));
        OK(hipMipmappedArrayGetLevel(&level, mipmapped, 1));
        expect_info(level, format_named(rows[i].name),
                    (gpuExtent){ 10, 5, i % 2 == 0 ? 3 : 1 }, volume.Flags);
        BAD_VALUE(hipMipmappedArrayGetLevel(&level, mipmapped, 2), "level");
        OK(hipMipmappedArrayDestroy(mipmapped));
    }
}

TEST_CASE(bad_structs_make_none)
{
    HIP_ARRAY3D_DESCRIPTOR volume = { 8, 8, 0, HIP_AD_FORMAT_FLOAT, 1, 0 };
    HIP_ARRAY_DESCRIPTOR flat = { 8, 8, HIP_AD_FORMAT_FLOAT, 1 };
    hipMipmappedArray_t mipmapped;
    hipArray_t array;

    BAD_VALUE(hipArrayCreate(NULL, &flat), "array");
    BAD_VALUE(hipArrayCreate(&array, NULL), "descriptor");
    BAD_VALUE(hipArray3DCreate(NULL, &volume), "array");
    BAD_VALUE(hipArray3DCreate(&array, NULL), "descriptor");
    BAD_VALUE(hipMipmappedArrayCreate(NULL, &volume, 1), "array");
    BAD_VALUE(hipMipmappedArrayCreate(&mipmapped, NULL, 1), "descriptor");
    flat.NumChannels = volume.NumChannels = 3;
    BAD_VALUE(hipArrayCreate(&array, &flat), "NumChannels");
    BAD_VALUE(hipArray3DCreate(&array, &volume), "NumChannels");
    BAD_VALUE(hipMipmappedArrayCreate(&mipmapped, &volume, 1), "NumChannels");
    flat.NumChannels = 1;
    flat.Format = (hipArray_Format)77;
    BAD_VALUE(hipArrayCreate(&array, &flat), "Format");
    BAD_VALUE(hipArrayGetDescriptor(NULL, AS_ARRAY(8)), "descriptor");
    BAD_VALUE(hipArray3DGetDescriptor(NULL, AS_ARRAY(8)), "descriptor");
    BAD_HANDLE(hipArrayGetDescriptor(&flat, NULL));
    STALE_HANDLE(hipArray3DGetDescriptor(&volume, AS_ARRAY(0x5000)));
    BAD_VALUE(hipArrayDestroy(NULL), "array");
    STALE_HANDLE(hipArrayDestroy(AS_ARRAY(0x5000)));
    BAD_VALUE(hipMipmappedArrayDestroy(NULL), "array");
    STALE_HANDLE(hipMipmappedArrayDestroy(AS_MIPMAPPED(0x5000)));
    BAD_HANDLE(hipMipmappedArrayGetLevel(&array, NULL, 0));
}

#endif

int run_arrays(void)
{
    if (!arrays_are_supported()) {
        print_message("arrays: skipped, the device has no images\n");
        return 0;
    }
    return run_test_cases(NULL);
}
