/** What programs get wrong with images of other programs (arrays.c has it of own arrays): every
 *  mistake is answered with the vendor's error and a sentence that names the field, and leaves
 *  nothing behind. */
#include "images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"

/** An image of the other program, imported, with a descriptor that would do. */
static struct {
    struct grid_cell cell;
    struct peer_image_shape shape;
    struct peer_image image;
    gpuExternalMemory_t memory;
    gpuArrayDesc good;
} bad;

static int begin_bad(void **state)
{
    (void)state;
    bad.cell = (struct grid_cell){ .format = format_named("R8G8B8A8_UINT"), .kind = GRID_2D,
                                   .all_levels = true, .home = PEER_IMAGE_ALONE };
    grid_shape(&bad.cell, &bad.shape);
    peer_image_create(&bad.image, &bad.shape, bad.cell.home);
    bad.memory = import_memory(peer_image_export(&bad.image), bad.image.allocated_bytes, false);
    grid_describe(&bad.cell, &bad.image, &bad.good);
    return 0;
}

/** The last case: what fails behind a group fails no test. */
TEST_CASE_LAST(the_good_one_ends)
{
    OK(gpuDestroyExternalMemory(bad.memory));
    peer_image_destroy(&bad.image);
}

static gpuError_t map_with(const gpuArrayDesc *descriptor)
{
    gpuMipmappedArray_t marker = (gpuMipmappedArray_t)(uintptr_t)0x1234, array = marker;
    gpuError_t code = gpuExternalMemoryGetMappedMipmappedArray(&array, bad.memory, descriptor);

    assert_ptr_equal(array, marker);     /* a call that fails leaves it, as the vendor's does */
    return code;
}

/* The good descriptor with one field changed. */
#define BAD_FIELD(field, value, code, word)                                                        \
    do {                                                                                           \
        gpuArrayDesc changed = bad.good;                                                           \
        changed.field = (value);                                                                   \
        EXPECT(map_with(&changed), code, word);                                                    \
    } while (0)

TEST_CASE(the_good_one_does)
{
    gpuMipmappedArray_t array;

    OK(gpuExternalMemoryGetMappedMipmappedArray(&array, bad.memory, &bad.good));
    OK(gpuFreeMipmappedArray(array));
}

TEST_CASE(nothing_given)
{
    gpuMipmappedArray_t array;
    gpuArray_t level;

    BAD_VALUE(gpuExternalMemoryGetMappedMipmappedArray(NULL, bad.memory, &bad.good), "");
    BAD_VALUE(gpuExternalMemoryGetMappedMipmappedArray(&array, bad.memory, NULL), "");
    BAD_VALUE(gpuExternalMemoryGetMappedMipmappedArray(&array, NULL, &bad.good), "memory");
    BAD_HANDLE(gpuExternalMemoryGetMappedMipmappedArray(&array, AS_MEMORY(0x7001), &bad.good));
    OK(gpuExternalMemoryGetMappedMipmappedArray(&array, bad.memory, &bad.good));
    BAD_VALUE(gpuGetMipmappedArrayLevel(NULL, array, 0), "");
    BAD_HANDLE(gpuGetMipmappedArrayLevel(&level, NULL, 0));
    OK(gpuFreeMipmappedArray(array));
}

TEST_CASE(extents)
{
    BAD_FIELD(extent.width, 0, gpuErrorInvalidValue, "width");
    BAD_FIELD(extent.width, (size_t)1 << 20, gpuErrorInvalidValue, "width");
    BAD_FIELD(extent.width, SIZE_MAX, gpuErrorInvalidValue, "width");
    BAD_FIELD(extent.width, ((size_t)1 << 32) + 37, gpuErrorInvalidValue, "width");
    BAD_FIELD(extent.height, (size_t)1 << 20, gpuErrorInvalidValue, "height");
    BAD_FIELD(extent.height, SIZE_MAX, gpuErrorInvalidValue, "height");
    BAD_FIELD(extent.depth, (size_t)1 << 20, gpuErrorInvalidValue, "depth");
    BAD_FIELD(extent.depth, SIZE_MAX, gpuErrorInvalidValue, "depth");
}

TEST_CASE(levels)
{
    unsigned chain = bad.good.numLevels;

    BAD_FIELD(numLevels, 0, gpuErrorInvalidValue, "levels");
    BAD_FIELD(numLevels, chain + 1, gpuErrorInvalidValue, "levels");
    BAD_FIELD(numLevels, UINT32_MAX, gpuErrorInvalidValue, "levels");
}

TEST_CASE(flags_that_contradict)
{
    gpuArrayDesc cube = bad.good;

    BAD_FIELD(flags, 0x1000u, gpuErrorInvalidValue, "flags");
    BAD_FIELD(flags, UINT32_MAX, gpuErrorInvalidValue, "flags");
    BAD_FIELD(flags, gpuArrayLayered, gpuErrorInvalidValue, "layer");    /* of no layers */
    BAD_FIELD(flags, gpuArrayCubemap, gpuErrorInvalidValue, "cubemap");  /* 37 by 21 */
    cube.extent.height = cube.extent.width;
    cube.flags = gpuArrayCubemap;
    cube.extent.depth = 5;
    BAD_VALUE(map_with(&cube), "depth");
    cube.extent.depth = 12;
    BAD_VALUE(map_with(&cube), "depth");
    cube.flags = gpuArrayCubemap | gpuArrayLayered;
    cube.extent.depth = 13;
    BAD_VALUE(map_with(&cube), "depth");
    cube.extent.depth = 0;
    BAD_VALUE(map_with(&cube), "depth");
    cube = bad.good;
    cube.extent.height = 0;
    cube.extent.depth = 3;
    BAD_VALUE(map_with(&cube), "height");        /* rows in depth, and not layered */
    cube.flags = gpuArrayLayered | gpuArrayTextureGather;
    BAD_VALUE(map_with(&cube), "gather");
}

TEST_CASE(channels)
{
    static const int bits[][4] = {
        { 0, 0, 0, 0 }, { 8, 8, 8, 0 }, { 8, 0, 8, 0 }, { 0, 8, 0, 0 }, { 8, 16, 0, 0 },
        { 64, 0, 0, 0 }, { 7, 0, 0, 0 }, { -8, 0, 0, 0 }, { 8, 8, 8, 16 }, { 32, 32, 32, 0 },
    };
    gpuArrayDesc changed = bad.good;

    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        changed.formatDesc.x = bits[i][0];
        changed.formatDesc.y = bits[i][1];
        changed.formatDesc.z = bits[i][2];
        changed.formatDesc.w = bits[i][3];
        BAD_CHANNELS(map_with(&changed), "channels");
    }
    BAD_FIELD(formatDesc.f, gpuChannelFormatKindNone, gpuErrorInvalidChannels, "kind");
    BAD_FIELD(formatDesc.f, (gpuChannelFormatKind)99, gpuErrorInvalidChannels, "kind");
    BAD_FIELD(formatDesc.f, (gpuChannelFormatKind)-1, gpuErrorInvalidChannels, "kind");
    BAD_FIELD(formatDesc.f, gpuChannelFormatKindFloat, gpuErrorInvalidChannels, "channels");
}

/* What only CUDA's descriptions can say. */
TEST_CASE(what_cannot_be_had)
{
#if API_IS_CUDA
    BAD_FIELD(formatDesc.f, cudaChannelFormatKindNV12, gpuErrorInvalidChannels, "NV12");
    BAD_FIELD(formatDesc.f, cudaChannelFormatKindUnsignedNormalized8X2,
              gpuErrorInvalidChannels, "channels");
    BAD_FIELD(formatDesc.f, cudaChannelFormatKindUnsignedBlockCompressed4,
              gpuErrorInvalidChannels, "channels");
    BAD_FIELD(flags, cudaArraySparse, gpuErrorInvalidValue, "sparse");
    BAD_FIELD(flags, cudaArrayDeferredMapping, gpuErrorInvalidValue, "deferred");
    {
        gpuArrayDesc blocks = bad.good;

        blocks.formatDesc.f = cudaChannelFormatKindUnsignedBlockCompressed7;
        blocks.flags = cudaArraySurfaceLoadStore;
        EXPECT(map_with(&blocks), gpuErrorNotSupported, "flags");
        blocks.flags = 0;
        blocks.extent.height = 0;
        BAD_VALUE(map_with(&blocks), "height");
    }
#endif
}

TEST_CASE(places_in_memory)
{
    struct peer_buffer small;
    gpuMipmappedArray_t array;
    gpuExternalMemory_t memory;

    BAD_FIELD(offset, 1, gpuErrorInvalidValue, "offset");
    BAD_FIELD(offset, bad.image.allocated_bytes, gpuErrorInvalidValue, "offset");
    BAD_FIELD(offset, UINT64_MAX, gpuErrorInvalidValue, "offset");
    BAD_FIELD(offset, UINT64_MAX - 4095, gpuErrorInvalidValue, "offset");
    peer_buffer_create(&small, 1024, false);
    memory = import_memory(peer_buffer_export(&small), small.allocated_bytes, false);
    BAD_VALUE(gpuExternalMemoryGetMappedMipmappedArray(&array, memory, &bad.good), "bytes");
    OK(gpuDestroyExternalMemory(memory));
    BAD_HANDLE(gpuExternalMemoryGetMappedMipmappedArray(&array, memory, &bad.good));
    peer_buffer_destroy(&small);
}

TEST_CASE(levels_that_are_not_there)
{
    gpuMipmappedArray_t array;
    gpuArray_t level = NULL, again = NULL;

    OK(gpuExternalMemoryGetMappedMipmappedArray(&array, bad.memory, &bad.good));
    BAD_VALUE(gpuGetMipmappedArrayLevel(&level, array, bad.good.numLevels), "level");
    BAD_VALUE(gpuGetMipmappedArrayLevel(&level, array, UINT32_MAX), "level");
    OK(gpuGetMipmappedArrayLevel(&level, array, 1));
    OK(gpuGetMipmappedArrayLevel(&again, array, 1));
    assert_ptr_equal(level, again);
    STALE_HANDLE(gpuGetMipmappedArrayLevel(&again, (gpuMipmappedArray_t)(void *)level, 0));
    OK(gpuFreeMipmappedArray(array));
    STALE_HANDLE(gpuGetMipmappedArrayLevel(&again, array, 0));
}

TEST_CASE(freed_twice)
{
    gpuMipmappedArray_t array;
    gpuArray_t level, own;

    OK(gpuExternalMemoryGetMappedMipmappedArray(&array, bad.memory, &bad.good));
    OK(gpuGetMipmappedArrayLevel(&level, array, 0));
    OK(gpuFreeArray(level));             /* which ends with its whole */
    OK(gpuArrayGetInfo(NULL, NULL, NULL, level));
    STALE_HANDLE(gpuFreeMipmappedArray((gpuMipmappedArray_t)(void *)level));
    STALE_HANDLE(gpuFreeArray((gpuArray_t)(void *)array));
    OK(gpuFreeMipmappedArray(array));
    STALE_HANDLE(gpuFreeMipmappedArray(array));
    OK(gpuMallocArray(&own, &bad.good.formatDesc, 8, 8, 0));
    OK(gpuFreeArray(own));
    STALE_HANDLE(gpuFreeArray(own));
    FREES_NULL(gpuFreeArray(NULL));
    FREES_NULL(gpuFreeMipmappedArray(NULL));
    STALE_HANDLE(gpuFreeArray((gpuArray_t)(uintptr_t)0x7001));
    STALE_HANDLE(gpuFreeMipmappedArray((gpuMipmappedArray_t)(uintptr_t)0x7001));
}

TEST_CASE(boxes_that_leave_the_level)
{
    static uint8_t bytes[64 * 64 * 4];
    gpuMipmappedArray_t array;
    gpuArray_t level;

    OK(gpuExternalMemoryGetMappedMipmappedArray(&array, bad.memory, &bad.good));
    OK(gpuGetMipmappedArrayLevel(&level, array, 1));         /* 18 by 10 texels of 4 bytes */
#define TO(x, y, pitch, width, height) \
    gpuMemcpy2DToArray(level, (x), (y), bytes, (pitch), (width), (height), gpuMemcpyHostToDevice)
#define FROM(x, y, pitch, width, height) \
    gpuMemcpy2DFromArray(bytes, (pitch), level, (x), (y), (width), (height), gpuMemcpyDeviceToHost)
    OK(TO(0, 0, 72, 72, 10));
    OK(FROM(68, 9, 4, 4, 1));
    BAD_VALUE(TO(0, 0, 76, 76, 1), "");
    BAD_VALUE(TO(4, 0, 72, 72, 1), "");
    BAD_VALUE(TO(72, 0, 4, 4, 1), "");
    BAD_VALUE(TO(0, 10, 4, 4, 1), "");
    BAD_VALUE(TO(0, 1, 72, 72, 10), "");
    BAD_VALUE(TO(SIZE_MAX - 3, 0, 8, 8, 1), "");
    BAD_VALUE(TO(0, SIZE_MAX, 8, 8, 1), "");
    BAD_VALUE(FROM(0, 0, 76, 76, 1), "");
    BAD_VALUE(FROM(0, 10, 4, 4, 1), "");
    BAD_VALUE(FROM(0, 0, 72, 72, 11), "");
    BAD_VALUE(FROM(0, SIZE_MAX, 72, 72, 1), "");
    OK(TO(400, 0, 72, 0, 5));                    /* nothing, and so nowhere */
    OK(gpuFreeMipmappedArray(array));
    STALE_HANDLE(TO(0, 0, 72, 72, 10));
    STALE_HANDLE(FROM(0, 0, 72, 72, 10));
}

static void every_mistake(void **state)
{
    nothing_given(state);
    extents(state);
    levels(state);
    flags_that_contradict(state);
    channels(state);
    what_cannot_be_had(state);
    places_in_memory(state);
    levels_that_are_not_there(state);
    freed_twice(state);
    boxes_that_leave_the_level(state);
}

/* What the process has mapped: images are, on drivers that make them of host memory. */
static int mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    int lines = 0;

    assert_non_null(maps);
    for (int c = getc(maps); c != EOF; c = getc(maps))
        lines += c == '\n';
    fclose(maps);
    return lines;
}

/* Many times over: no fd stays, and no memory. */
TEST_CASE(nothing_stays)
{
    int fds, before;

    every_mistake(state);
    every_mistake(state);
    fds = open_fds();
    before = mappings();
    for (int i = 0; i < 30; i++)
        every_mistake(state);
    assert_true(open_fds() <= fds);
    assert_true(mappings() < before + 15);       /* less than one for every second round */
}

int run_image_bad(void)
{
    return run_test_cases(begin_bad);
}
