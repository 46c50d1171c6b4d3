/** Boxes that are copied to arrays and from them, beside a model of what ought to come out. */
#include "array_model.h"

#include <stdlib.h>
#include <string.h>

#include "test_cases.h"

static gpuStream_t stream;

/** How a copy is called for. */
enum way { WAIT, ENQUEUE, WAYS };

/* ---- memory and arrays ---------------------------------------------------------------------- */

/** What is copied: a box of an array, and memory with a box of its size. */
struct job {
    struct model *model;
    struct part part;
    struct pitched memory;
    enum way way;
};

/** Puts the memory's box into the model, or the model's into the memory's bytes. */
static void follow(const struct job *job, uint8_t *memory_bytes, bool to_array)
{
    const struct part *part = &job->part;
    size_t size = part->width * job->model->format->bytes;

    for (size_t z = 0; z < part->depth; z++)
        for (size_t y = 0; y < part->height; y++) {
            uint8_t *in_array = model_at(job->model, part->x, part->y + y, part->z + z);
            uint8_t *in_memory = memory_bytes + pitched_at(&job->memory, y, z);

            memcpy(to_array ? in_array : in_memory, to_array ? in_memory : in_array, size);
        }
}

static void finish(enum way way)
{
    if (way == ENQUEUE)
        OK(gpuStreamSynchronize(stream));
    else
        OK(gpuDeviceSynchronize());      /* between device memories nothing waits */
}

static gpuMemcpyKind kind_of(const struct job *job, bool to_array)
{
    if (job->part.x % 2 == 1)
        return gpuMemcpyDefault;
    if (job->memory.kind == DEVICE)
        return gpuMemcpyDeviceToDevice;
    return to_array ? gpuMemcpyHostToDevice : gpuMemcpyDeviceToHost;
}

/** Where the box begins in memory. Beside an array CUDA counts texels there, so that the pointer
 *  tells the first byte of a row; HIP counts bytes and rows. */
static gpuPos begin_in_memory(const struct job *job, unsigned number)
{
    return API_IS_CUDA ? model_pos(job->model, 0, PITCHED_Y, PITCHED_Z, number)
                       : (gpuPos){ PITCHED_X, PITCHED_Y, PITCHED_Z };
}

/** The volume's form: a box of texels. */
static void copy_volume(const struct job *job, bool to_array)
{
    const struct part *part = &job->part;
    unsigned number = (unsigned)(part->x + part->y + part->width);
    gpuPitchedPtr memory = { job->memory.bytes + (API_IS_CUDA ? PITCHED_X : 0), job->memory.pitch,
                             job->memory.pitch, job->memory.rows };
    gpuPos at = model_pos(job->model, part->x, part->y, part->z, number);
    gpuMemcpy3DParms copy = {
        .extent = model_extent(job->model, part->width, part->height, part->depth, number),
        .kind = kind_of(job, to_array),
    };

    if (to_array) {
        copy.dstArray = job->model->array;
        copy.dstPos = at;
        copy.srcPtr = memory;
        copy.srcPos = begin_in_memory(job, number);
    } else {
        copy.srcArray = job->model->array;
        copy.srcPos = at;
        copy.dstPtr = memory;
        copy.dstPos = begin_in_memory(job, number);
    }
    if (job->way == WAIT)
        OK(gpuMemcpy3D(&copy));
    else
        OK(gpuMemcpy3DAsync(&copy, stream));
}

/** The rows' form: bytes of the first slice. */
static void copy_rows(const struct job *job, bool to_array)
{
    const struct part *part = &job->part;
    size_t texel = job->model->format->bytes, x = part->x * texel, width = part->width * texel;
    uint8_t *begin = job->memory.bytes + pitched_at(&job->memory, 0, 0);
    gpuArray_t array = job->model->array;
    gpuMemcpyKind kind = kind_of(job, to_array);
    size_t pitch = job->memory.pitch;

    if (to_array && job->way == WAIT)
        OK(gpuMemcpy2DToArray(array, x, part->y, begin, pitch, width, part->height, kind));
    else if (to_array)
        OK(gpuMemcpy2DToArrayAsync(array, x, part->y, begin, pitch, width, part->height, kind,
                                   stream));
    else if (job->way == WAIT)
        OK(gpuMemcpy2DFromArray(begin, pitch, array, x, part->y, width, part->height, kind));
    else
        OK(gpuMemcpy2DFromArrayAsync(begin, pitch, array, x, part->y, width, part->height, kind,
                                     stream));
}

typedef void copy_fn(const struct job *job, bool to_array);

static void check_copy(struct job *job, copy_fn *copy, bool to_array, enum memory_kind kind,
                       unsigned seed)
{
    const struct part *part = &job->part;
    uint8_t *expected, *got;

    pitched_create(&job->memory, kind, part->width * job->model->format->bytes, part->height,
                   part->depth, seed);
    expected = pitched_read(&job->memory);
    follow(job, expected, to_array);
    copy(job, to_array);
    finish(job->way);
    if (to_array)
        model_check(job->model, "a copy to the array");
    got = pitched_read(&job->memory);
    if (memcmp(got, expected, job->memory.size) != 0)
        fail_msg("memory of kind %d after a copy %s %zu, %zu, %zu (%zu x %zu x %zu) of an array of "
                 "%s", (int)kind, to_array ? "to" : "from", part->x, part->y, part->z,
                 part->width, part->height, part->depth, job->model->format->name);
    free(got);
    free(expected);
    pitched_destroy(&job->memory);
}

/** Some boxes of one array, with each kind of memory, in each way and direction. */
static void check_parts(struct model *model, copy_fn *copy, bool first_slice_only)
{
    for (unsigned i = 0; i < 2 * MEMORY_KINDS * WAYS * 2; i++) {
        struct job job = { .model = model, .part = part_of(model, i), .way = i / 2 % WAYS };

        if (first_slice_only) {
            job.part.z = 0;
            job.part.depth = 1;
        }
        check_copy(&job, copy, i % 2 == 0, i / 2 / WAYS % MEMORY_KINDS, i + 7);
    }
}

TEST_CASE(boxes_of_every_kind)
{
    for (size_t k = 0; k < KIND_COUNT; k++)
        for (size_t f = 0; f < FORMAT_COUNT; f += k == 1 ? 1 : 4) {
            struct model model;

            if (!is_possible(&kinds[k], &formats[f]))
                continue;
            model_create(&model, &kinds[k], &formats[f], (unsigned)(k + f));
            check_parts(&model, copy_volume, false);
            model_destroy(&model);
        }
}

TEST_CASE(rows_of_every_kind)
{
    for (size_t k = 0; k < KIND_COUNT; k++)
        for (size_t f = 0; f < FORMAT_COUNT; f += k == 1 ? 1 : 6) {
            struct model model;

            if (!is_possible(&kinds[k], &formats[f]))
                continue;
            model_create(&model, &kinds[k], &formats[f], (unsigned)(k + f));
            check_parts(&model, copy_rows, true);
            model_destroy(&model);
        }
}

/** The x of a place in memory: of texels beside an array in CUDA, of bytes in HIP; without an array
 *  of bytes in both. */
TEST_CASE(places_in_memory)
{
    enum { PITCH = 64, ROWS = 4, X = 3, SIZE = 2 * 4 };
    const struct kind kind = { "places", 8, ROWS, 0, 0 };
    size_t first = API_IS_CUDA ? X * 4 : X;
    uint8_t from[PITCH * ROWS], to[PITCH * ROWS], expected[PITCH * ROWS];
    struct model model;
    gpuMemcpy3DParms copy;

    model_create(&model, &kind, format_named("RGBA8u"), 1);
    fill_pattern(from, sizeof from, 2);
    copy = (gpuMemcpy3DParms){
        .dstArray = model.array, .srcPtr = { from, PITCH, PITCH, ROWS }, .srcPos = { X, 1, 0 },
        .extent = { 2, 2, 1 }, .kind = gpuMemcpyHostToDevice,
    };
    OK(gpuMemcpy3D(&copy));
    memset(expected, 0, sizeof expected);
    for (size_t y = 0; y < 2; y++) {
        memcpy(model_at(&model, 0, y, 0), from + PITCH * (1 + y) + first, SIZE);
        memcpy(expected + PITCH * (2 + y) + first, from + PITCH * (1 + y) + first, SIZE);
    }
    model_check(&model, "from a place in memory");
    memset(to, 0, sizeof to);
    copy = (gpuMemcpy3DParms){
        .srcArray = model.array, .dstPtr = { to, PITCH, PITCH, ROWS }, .dstPos = { X, 2, 0 },
        .extent = { 2, 2, 1 }, .kind = gpuMemcpyDeviceToHost,
    };
    OK(gpuMemcpy3D(&copy));
    assert_memory_equal(to, expected, sizeof to);
    copy.dstPos.x = PITCH;
    BAD_VALUE(gpuMemcpy3D(&copy), "dstPtr");
    copy.dstPos.x = SIZE_MAX;
    BAD_VALUE(gpuMemcpy3D(&copy), "dstPtr");
    model_destroy(&model);
}

/** Each slice, layer or face by itself, so that one in another's place shows. */
TEST_CASE(slices_by_themselves)
{
    for (size_t k = 0; k < KIND_COUNT; k++) {
        struct model model;

        model_create(&model, &kinds[k], format_named("RGBA8u"), 1);
        for (size_t z = 0; z < model.depth; z++) {
            struct job job = {
                .model = &model, .part = { 0, 0, z, model.width, model.height, 1 }, .way = WAIT,
            };

            check_copy(&job, copy_volume, true, PAGEABLE, (unsigned)z + 100);
            check_copy(&job, copy_volume, false, PINNED, (unsigned)z + 200);
        }
        model_destroy(&model);
    }
}

/** Parts of a level of a mipmapped array are as those of an array. */
TEST_CASE(boxes_of_levels)
{
    const struct kind kind = { "levels", 40, 24, 3, gpuArrayLayered };
    const struct format *format = format_named("RG16f");
    gpuMipmappedArray_t mipmapped;
    struct model models[4];

    OK(gpuMallocMipmappedArray(&mipmapped, &format->channels, (gpuExtent){ 40, 24, 3 }, 4,
                               kind.flags));
    for (unsigned level = 0; level < 4; level++) {
        struct kind small = { "level", 40u >> level, 24u >> level, 3, kind.flags };
        gpuArray_t array;

        OK(gpuGetMipmappedArrayLevel(&array, mipmapped, level));
        model_adopt(&models[level], array, &small, format, level);
    }
    for (unsigned level = 0; level < 4; level++)
        check_parts(&models[level], level % 2 == 0 ? copy_volume : copy_rows, level % 2 != 0);
    for (unsigned level = 0; level < 4; level++) {
        model_check(&models[level], "a level that others were beside");
        model_drop(&models[level]);
    }
    OK(gpuFreeMipmappedArray(mipmapped));
}

/* ---- order ---------------------------------------------------------------------------------- */

/** Copies of a stream come after each other, whatever they go through. */
TEST_CASE(copies_of_a_stream_are_in_order)
{
    enum { SIZE = 64 * 64 * 4 };
    gpuChannelFormatDesc channels = format_named("RGBA8u")->channels;
    uint8_t *from, *to, *middle;
    gpuArray_t one, other;
    struct gate gate;

    OK(gpuHostAlloc((void **)&from, SIZE, 0));
    OK(gpuHostAlloc((void **)&to, SIZE, 0));
    OK(gpuMalloc((void **)&middle, SIZE));
    OK(gpuMallocArray(&one, &channels, 64, 64, 0));
    OK(gpuMallocArray(&other, &channels, 64, 64, 0));
    for (unsigned round = 0; round < 20; round++) {
        fill_pattern(from, SIZE, round);
        memset(to, 0, SIZE);
        gate_close(&gate, stream);
        OK(gpuMemcpy2DToArrayAsync(one, 0, 0, from, 256, 256, 64, gpuMemcpyHostToDevice, stream));
        OK(gpuMemcpy2DFromArrayAsync(middle, 256, one, 0, 0, 256, 64, gpuMemcpyDeviceToDevice,
                                     stream));
        OK(gpuMemsetAsync(middle, (int)round, 256, stream));
        OK(gpuMemcpy2DToArrayAsync(other, 0, 0, middle, 256, 256, 64, gpuMemcpyDeviceToDevice,
                                   stream));
        OK(gpuMemcpy2DFromArrayAsync(to, 256, other, 0, 0, 256, 64, gpuMemcpyDeviceToHost,
                                     stream));
        assert_int_equal(gpuStreamQuery(stream), gpuErrorNotReady);
        assert_int_equal(to[SIZE - 1], 0);
        gate_open(&gate);
        OK(gpuStreamSynchronize(stream));
        assert_int_equal(to[0], round);
        assert_int_equal(to[255], round);
        assert_memory_equal(to + 256, from + 256, SIZE - 256);
    }
    OK(gpuFreeArray(one));
    OK(gpuFreeArray(other));
    OK(gpuFree(middle));
    OK(gpuFreeHost(from));
    OK(gpuFreeHost(to));
}

/* ---- what is refused ------------------------------------------------------------------------ */

/** 8 by 4 texels of 4 bytes: an array, and host memory of its size. */
enum { BAD_PITCH = 32, BAD_ROWS = 4 };

TEST_CASE(bad_rows_are_refused)
{
    static uint8_t bytes[BAD_PITCH * BAD_ROWS];
    const struct kind kind = { "rows", 8, 4, 0, 0 };
    struct model model;
    gpuArray_t a;

    model_create(&model, &kind, format_named("RGBA8u"), 3);
    a = model.array;
    BAD_HANDLE(gpuMemcpy2DToArray(NULL, 0, 0, bytes, 32, 32, 4, gpuMemcpyHostToDevice));
    BAD_HANDLE(gpuMemcpy2DFromArray(bytes, 32, NULL, 0, 0, 32, 4, gpuMemcpyDeviceToHost));
    STALE_HANDLE(gpuMemcpy2DToArray((gpuArray_t)(void *)stream, 0, 0, bytes, 32, 32, 4,
                                  gpuMemcpyHostToDevice));
    STALE_HANDLE(gpuMemcpy2DToArrayAsync(a, 0, 0, bytes, 32, 32, 4, gpuMemcpyHostToDevice,
                                       AS_STREAM(0x77777)));
    BAD_VALUE(gpuMemcpy2DToArray(a, 0, 0, NULL, 32, 32, 4, gpuMemcpyHostToDevice), "src");
    BAD_VALUE(gpuMemcpy2DToArray(a, 4, 0, bytes, 32, 32, 4, gpuMemcpyHostToDevice), "row");
    BAD_VALUE(gpuMemcpy2DToArray(a, 0, 1, bytes, 32, 32, 4, gpuMemcpyHostToDevice), "rows");
    BAD_VALUE(gpuMemcpy2DToArray(a, 0, 0, bytes, 36, 36, 4, gpuMemcpyHostToDevice), "row");
    BAD_VALUE(gpuMemcpy2DToArray(a, 0, 0, bytes, 32, 32, 5, gpuMemcpyHostToDevice), "rows");
    BAD_VALUE(gpuMemcpy2DToArray(a, 30, 0, bytes, 32, 3, 1, gpuMemcpyHostToDevice), "row");
    BAD_VALUE(gpuMemcpy2DToArray(a, 31, 3, bytes, 32, 1, 2, gpuMemcpyHostToDevice), "rows");
    BAD_VALUE(gpuMemcpy2DToArray(a, 1, 0, NULL, 32, 6, 1, gpuMemcpyHostToDevice), "src");
    BAD_VALUE(gpuMemcpy2DToArray(a, SIZE_MAX - 3, 0, bytes, 32, 4, 1, gpuMemcpyHostToDevice),
              "row");
    BAD_VALUE(gpuMemcpy2DToArray(a, 0, SIZE_MAX, bytes, 32, 4, 1, gpuMemcpyHostToDevice), "rows");
    BAD_VALUE(gpuMemcpy2DToArray(a, 0, 0, bytes, SIZE_MAX, SIZE_MAX - 3, 1,
                                 gpuMemcpyHostToDevice), "");
    EXPECT(gpuMemcpy2DToArray(a, 0, 0, bytes, 28, 32, 4, gpuMemcpyHostToDevice),
           gpuErrorInvalidPitch, "source");
    EXPECT(gpuMemcpy2DFromArray(bytes, 28, a, 0, 0, 32, 4, gpuMemcpyDeviceToHost),
           gpuErrorInvalidPitch, "destination");
    EXPECT(gpuMemcpy2DToArray(a, 0, 0, bytes, 32, 32, 4, (gpuMemcpyKind)77),
           gpuErrorInvalidMemcpyDirection, "kind");
    BAD_VALUE(gpuMemcpy2DToArray(a, 0, 0, bytes, 32, 32, 4, gpuMemcpyDeviceToDevice), "src");
    EXPECT(gpuMemcpy2DToArray(a, 0, 0, bytes, 32, 32, 4, gpuMemcpyDeviceToHost),
           gpuErrorInvalidMemcpyDirection, "destination");
    EXPECT(gpuMemcpy2DFromArray(bytes, 32, a, 0, 0, 32, 4, gpuMemcpyHostToDevice),
           gpuErrorInvalidMemcpyDirection, "source");
    EXPECT(gpuMemcpy2DFromArray(bytes, 32, a, 0, 0, 32, 4, gpuMemcpyHostToHost),
           gpuErrorInvalidMemcpyDirection, "source");
    EXPECT(gpuMemcpy2DArrayToArray(a, 0, 0, a, 0, 2, 32, 2, gpuMemcpyHostToDevice),
           gpuErrorInvalidMemcpyDirection, "source");
    OK(gpuMemcpy2DToArray(NULL, 0, 9, bytes, 32, 0, 4, gpuMemcpyHostToDevice));
    OK(gpuMemcpy2DToArray(a, 0, 0, bytes, 32, 0, 4, gpuMemcpyHostToDevice));
    OK(gpuMemcpy2DToArray(a, 0, 0, NULL, 32, 32, 0, gpuMemcpyHostToDevice));
    model_check(&model, "copies that were refused");
    model_destroy(&model);
}

static void boxes_too_large_are_refused(const gpuMemcpy3DParms *good)
{
    gpuMemcpy3DParms bad;

    for (int direction = 0; direction < 3; direction++) {
        size_t *const extents[] = { &bad.extent.width, &bad.extent.height, &bad.extent.depth };
        size_t *const places[] = { &bad.dstPos.x, &bad.dstPos.y, &bad.dstPos.z };

        bad = *good;
        *places[direction] = 1;
        BAD_VALUE(gpuMemcpy3D(&bad), "");
        *places[direction] = SIZE_MAX;
        BAD_VALUE(gpuMemcpy3D(&bad), "");
        bad = *good;
        *extents[direction] = 9;
        assert_int_not_equal(gpuMemcpy3D(&bad), gpuSuccess);
        *extents[direction] = SIZE_MAX;
        assert_int_not_equal(gpuMemcpy3D(&bad), gpuSuccess);
        *extents[direction] = SIZE_MAX / 4 + 2;
        assert_int_not_equal(gpuMemcpy3D(&bad), gpuSuccess);
    }
}

TEST_CASE(bad_volumes_are_refused)
{
    static uint8_t bytes[8 * 8 * 8 * 4];
    const struct kind kind = { "volume", 8, 8, 8, 0 }, flat = { "flat", 8, 8, 0, 0 };
    struct model model, wide;
    gpuMemcpy3DParms good, bad;

    model_create(&model, &kind, format_named("RGBA8u"), 3);
    model_create(&wide, &flat, format_named("RGBA16u"), 4);
    good = (gpuMemcpy3DParms){
        .dstArray = model.array, .srcPtr = { bytes, 32, 8, 8 }, .extent = { 8, 8, 8 },
        .kind = gpuMemcpyHostToDevice,
    };
    bad = good;
    bad.dstPtr.ptr = bytes;
    BAD_VALUE(gpuMemcpy3D(&bad), "dstPtr");
    bad = good;
    bad.dstArray = (gpuArray_t)(void *)stream;
    STALE_HANDLE(gpuMemcpy3D(&bad));
    STALE_HANDLE(gpuMemcpy3DAsync(&bad, stream));
    boxes_too_large_are_refused(&good);
    bad = good;
    bad.srcPtr.pitch = 31;               /* as many bytes as there are texels, and not enough */
    BAD_VALUE(gpuMemcpy3D(&bad), "srcPtr");
    bad.srcPtr.pitch = 7;
    EXPECT(gpuMemcpy3D(&bad), gpuErrorInvalidPitch, "srcPtr");
    bad = good;
    bad.srcPtr.ptr = NULL;
    BAD_VALUE(gpuMemcpy3D(&bad), "srcPtr");
    bad = good;
    bad.kind = gpuMemcpyDeviceToDevice;
    BAD_VALUE(gpuMemcpy3D(&bad), "");
    bad = good;
    bad.srcPtr.ptr = NULL;
    bad.srcArray = wide.array;
    bad.extent.depth = 1;
    bad.kind = gpuMemcpyDeviceToDevice;
    BAD_VALUE(gpuMemcpy3D(&bad), "bytes");
    bad.srcArray = model.array;
    bad.kind = gpuMemcpyHostToDevice;
    BAD_VALUE(gpuMemcpy3D(&bad), "kind");
    model_check(&model, "copies that were refused");
    model_destroy(&model);
    model_destroy(&wide);
}

/* ---- what one of the interfaces has --------------------------------------------------------- */

#if !API_IS_CUDA

static void rows_by_a_struct(const struct job *job, bool to_array)
{
    const struct part *part = &job->part;
    size_t texel = job->model->format->bytes;
    hip_Memcpy2D copy = { .WidthInBytes = part->width * texel, .Height = part->height };
    uint8_t *first = job->memory.bytes + job->memory.pitch * job->memory.rows * PITCHED_Z;
    hipMemoryType type = job->memory.kind == DEVICE ? hipMemoryTypeDevice : hipMemoryTypeHost;

    if (to_array) {
        copy.dstMemoryType = hipMemoryTypeArray;
        copy.dstArray = job->model->array;
        copy.dstXInBytes = part->x * texel;
        copy.dstY = part->y;
        copy.srcMemoryType = type;
        copy.srcHost = copy.srcDevice = first;
        copy.srcPitch = job->memory.pitch;
        copy.srcXInBytes = PITCHED_X;
        copy.srcY = PITCHED_Y;
    } else {
        copy.srcMemoryType = hipMemoryTypeArray;
        copy.srcArray = job->model->array;
        copy.srcXInBytes = part->x * texel;
        copy.srcY = part->y;
        copy.dstMemoryType = type;
        copy.dstHost = copy.dstDevice = first;
        copy.dstPitch = job->memory.pitch;
        copy.dstXInBytes = PITCHED_X;
        copy.dstY = PITCHED_Y;
    }
    if (job->way == ENQUEUE)
        OK(hipMemcpyParam2DAsync(&copy, stream));
    else if (part->y % 2 == 0)
        OK(hipMemcpyParam2D(&copy));
    else
        OK(hipDrvMemcpy2DUnaligned(&copy));
}

static void volume_by_a_struct(const struct job *job, bool to_array)
{
    const struct part *part = &job->part;
    size_t texel = job->model->format->bytes;
    HIP_MEMCPY3D copy = {
        .WidthInBytes = part->width * texel, .Height = part->height, .Depth = part->depth,
    };
    hipMemoryType type = job->memory.kind == DEVICE ? hipMemoryTypeDevice : hipMemoryTypeHost;

    if (to_array) {
        copy.dstMemoryType = hipMemoryTypeArray;
        copy.dstArray = job->model->array;
        copy.dstXInBytes = part->x * texel;
        copy.dstY = part->y;
        copy.dstZ = part->z;
        copy.srcMemoryType = type;
        copy.srcHost = copy.srcDevice = job->memory.bytes;
        copy.srcPitch = job->memory.pitch;
        copy.srcHeight = job->memory.rows;
        copy.srcXInBytes = PITCHED_X;
        copy.srcY = PITCHED_Y;
        copy.srcZ = PITCHED_Z;
    } else {
        copy.srcMemoryType = hipMemoryTypeArray;
        copy.srcArray = job->model->array;
        copy.srcXInBytes = part->x * texel;
        copy.srcY = part->y;
        copy.srcZ = part->z;
        copy.dstMemoryType = type;
        copy.dstHost = copy.dstDevice = job->memory.bytes;
        copy.dstPitch = job->memory.pitch;
        copy.dstHeight = job->memory.rows;
        copy.dstXInBytes = PITCHED_X;
        copy.dstY = PITCHED_Y;
        copy.dstZ = PITCHED_Z;
    }
    if (job->way == ENQUEUE)
        OK(hipDrvMemcpy3DAsync(&copy, stream));
    else
        OK(hipDrvMemcpy3D(&copy));
}

TEST_CASE(structs_have_arrays)
{
    for (size_t k = 0; k < KIND_COUNT; k++) {
        struct model model;

        model_create(&model, &kinds[k], format_named("RGBA16f"), (unsigned)k);
        check_parts(&model, volume_by_a_struct, false);
        check_parts(&model, rows_by_a_struct, true);
        model_destroy(&model);
    }
}

TEST_CASE(bad_structs_with_arrays)
{
    static uint8_t bytes[64];
    const struct kind kind = { "flat", 4, 4, 0, 0 };
    struct model model;
    hip_Memcpy2D good, bad;

    model_create(&model, &kind, format_named("RGBA8u"), 1);
    good = (hip_Memcpy2D){
        .dstMemoryType = hipMemoryTypeArray, .dstArray = model.array,
        .srcMemoryType = hipMemoryTypeHost, .srcHost = bytes, .WidthInBytes = 16, .Height = 4,
    };
    bad = good;
    bad.dstArray = NULL;
    BAD_VALUE(hipMemcpyParam2D(&bad), "dstArray");
    bad.dstArray = (hipArray_t)(void *)stream;
    STALE_HANDLE(hipMemcpyParam2DAsync(&bad, stream));
    bad = good;
    bad.dstXInBytes = 4;
    BAD_VALUE(hipDrvMemcpy2DUnaligned(&bad), "row");
    bad = good;
    bad.Height = 5;
    BAD_VALUE(hipMemcpyParam2D(&bad), "rows");
    model_check(&model, "copies that were refused");
    model_destroy(&model);
}

#endif

static int start(void **state)
{
    (void)state;
    return gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking) == gpuSuccess ? 0 : -1;
}

/** The last case: what fails behind a group fails no test. */
TEST_CASE_LAST(the_stream_ends)
{
    OK(gpuStreamDestroy(stream));
}

int run_array_copies(void)
{
    if (!arrays_are_supported()) {
        print_message("array copies: skipped, the device has no images\n");
        return 0;
    }
    return run_test_cases(start);
}
