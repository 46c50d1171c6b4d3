/** Copies between arrays, and runs of bytes that go over the rows of one, beside a model of what
 *  ought to come out. */
#include "array_model.h"

#include <string.h>

#include "test_cases.h"

static gpuStream_t stream;

/* ---- runs of bytes -------------------------------------------------------------------------- */

/** Texels from a place on, row after row. */
TEST_CASE(runs_go_over_rows)
{
    enum { WIDTH = 13, HEIGHT = 7, TEXELS = WIDTH * HEIGHT };
    const struct kind kind = { "runs", WIDTH, HEIGHT, 0, 0 };
    const struct format *format = format_named("RG8u");
    struct model model;
    uint8_t from[TEXELS * 2], to[TEXELS * 2];

    model_create(&model, &kind, format, 5);
    for (unsigned i = 0; i < 60; i++) {
        size_t begin = i * 17u % TEXELS, count = 1 + i * 29u % (TEXELS - begin);
        size_t x = begin % WIDTH * 2, y = begin / WIDTH;

        fill_pattern(from, sizeof from, i);
        memcpy(model.bytes + begin * 2, from, count * 2);
        OK(gpuMemcpyToArray(model.array, x, y, from, count * 2, gpuMemcpyHostToDevice));
        model_check(&model, "a run to the array");
        memset(to, 0xee, sizeof to);
        OK(gpuMemcpyFromArray(to, model.array, x, y, count * 2, gpuMemcpyDeviceToHost));
        assert_memory_equal(to, from, count * 2);
        if (count < TEXELS)
            assert_int_equal(to[count * 2], 0xee);
    }
    OK(gpuMemcpyToArray(model.array, 0, 0, from, 0, gpuMemcpyHostToDevice));
    model_check(&model, "no bytes");
    BAD_VALUE(gpuMemcpyToArray(model.array, 0, 0, from, TEXELS * 2 + 2, gpuMemcpyHostToDevice),
              "leave");
    BAD_VALUE(gpuMemcpyToArray(model.array, 2, HEIGHT - 1, from, WIDTH * 2, gpuMemcpyHostToDevice),
              "leave");
    BAD_VALUE(gpuMemcpyFromArray(to, model.array, 0, HEIGHT, 2, gpuMemcpyDeviceToHost), "place");
    BAD_VALUE(gpuMemcpyFromArray(to, model.array, WIDTH * 2 + 1, 0, 2, gpuMemcpyDeviceToHost),
              "place");
    OK(gpuMemcpyFromArray(to, model.array, WIDTH * 2, 0, 2, gpuMemcpyDeviceToHost));
    assert_memory_equal(to, model.bytes + WIDTH * 2, 2);         /* the next row begins there */
    OK(gpuMemcpyFromArray(to, NULL, 0, 0, 0, gpuMemcpyDeviceToHost));
    BAD_VALUE(gpuMemcpyFromArray(to, model.array, SIZE_MAX - 1, SIZE_MAX, 2, gpuMemcpyDeviceToHost),
              "place");
    BAD_VALUE(gpuMemcpyToArray(model.array, 0, 0, from, SIZE_MAX - 1, gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpyToArray(model.array, 0, 0, NULL, 2, gpuMemcpyHostToDevice), "source");
    EXPECT(gpuMemcpyToArray(model.array, 0, 0, from, 2, (gpuMemcpyKind)77),
           gpuErrorInvalidMemcpyDirection, "kind");
    EXPECT(gpuMemcpyToArray(model.array, 0, 0, from, 2, gpuMemcpyHostToHost),
           gpuErrorInvalidMemcpyDirection, "destination");
    model_check(&model, "runs that were refused");
    model_destroy(&model);
}

/* ---- texels that are cut -------------------------------------------------------------------- */

/** Bytes of rows that begin and end within texels, to an array, from it, and between arrays whose
 *  texels differ in size; what is beside them stays. */
TEST_CASE(rows_may_cut_texels)
{
    static const char *const names[] = { "RG8u", "RGBA8u", "RGBA16u", "RGBA32f" };
    enum { ROW = 96, ROWS = 6, PITCH = ROW + 5 };
    uint8_t from[PITCH * ROWS], to[PITCH * ROWS];
    struct model models[4];

    for (size_t i = 0; i < 4; i++) {
        const struct format *format = format_named(names[i]);
        struct kind kind = { "rows", ROW / format->bytes, ROWS, 0, 0 };

        model_create(&models[i], &kind, format, (unsigned)i);
    }
    for (unsigned i = 0; i < 64; i++) {
        struct model *one = &models[i % 4], *other = &models[i / 4 % 4];
        size_t x = i * 13u % ROW, width = 1 + i * 37u % (ROW - x), y = i % 4, rows = 1 + i % 2;

        fill_pattern(from, sizeof from, i);
        if (i % 3 == 0)
            OK(gpuMemcpy2DToArray(one->array, x, y, from, PITCH, width, rows, gpuMemcpyDefault));
        else
            OK(gpuMemcpy2DToArrayAsync(one->array, x, y, from, PITCH, width, rows,
                                       gpuMemcpyHostToDevice, stream));
        OK(gpuStreamSynchronize(i % 3 == 0 ? NULL : stream));
        for (size_t row = 0; row < rows; row++)
            memcpy(one->bytes + (y + row) * ROW + x, from + row * PITCH, width);
        model_check(one, "bytes of rows");
        memset(to, 0xee, sizeof to);
        OK(gpuMemcpy2DFromArray(to, PITCH, one->array, x, y, width, rows, gpuMemcpyDeviceToHost));
        for (size_t row = 0; row < rows; row++) {
            assert_memory_equal(to + row * PITCH, from + row * PITCH, width);
            assert_int_equal(to[row * PITCH + width], 0xee);
        }
        if (one == other)
            continue;
        OK(gpuMemcpy2DArrayToArray(other->array, ROW - width, y, one->array, x, y, width, rows,
                                   gpuMemcpyDeviceToDevice));
        OK(gpuDeviceSynchronize());
        for (size_t row = 0; row < rows; row++)
            memcpy(other->bytes + (y + row) * ROW + ROW - width,
                   one->bytes + (y + row) * ROW + x, width);
        model_check(other, "bytes between arrays");
        model_check(one, "the source of bytes");
    }
    for (size_t i = 0; i < 4; i++)
        model_destroy(&models[i]);
}

/** A run of bytes from within a texel on, over the ends of rows. */
TEST_CASE(runs_may_cut_texels)
{
    enum { ROW = 28, ROWS = 6, SIZE = ROW * ROWS };
    const struct kind kind = { "runs", ROW / 4, ROWS, 0, 0 };
    uint8_t from[SIZE], to[SIZE];
    struct model model;

    model_create(&model, &kind, format_named("RGBA8u"), 8);
    for (unsigned i = 0; i < 40; i++) {
        size_t begin = i * 29u % SIZE, size = 1 + i * 53u % (SIZE - begin);

        fill_pattern(from, sizeof from, i);
        memcpy(model.bytes + begin, from, size);
        OK(gpuMemcpyToArray(model.array, begin % ROW, begin / ROW, from, size,
                            gpuMemcpyHostToDevice));
        model_check(&model, "a run of bytes");
        OK(gpuMemcpyFromArray(to, model.array, begin % ROW, begin / ROW, size,
                              gpuMemcpyDeviceToHost));
        assert_memory_equal(to, from, size);
    }
    model_destroy(&model);
}

/** Memory that ends within the run: nothing is copied, and nothing is taken for host memory. */
TEST_CASE(runs_that_leave_the_memory)
{
    const struct kind kind = { "runs", 16, 64, 0, 0 };
    struct model model;
    uint8_t *small;

    model_create(&model, &kind, format_named("RGBA8u"), 5);
    OK(gpuMalloc((void **)&small, 1024));
    OK(gpuMemset(small, 0, 1024));
    BAD_VALUE(gpuMemcpyToArray(model.array, 4, 0, small, 1028, gpuMemcpyDefault), "source");
    BAD_VALUE(gpuMemcpyFromArray(small, model.array, 4, 0, 4000, gpuMemcpyDefault), "destination");
    model_check(&model, "runs that were refused");
    OK(gpuFree(small));
    model_destroy(&model);
}

/* ---- between arrays ------------------------------------------------------------------------- */

static void follow_between(struct model *to, const struct part *at, const struct model *from,
                           const struct part *part)
{
    for (size_t z = 0; z < part->depth; z++)
        for (size_t y = 0; y < part->height; y++)
            memcpy(model_at(to, at->x, at->y + y, at->z + z),
                   model_at(from, part->x, part->y + y, part->z + z),
                   part->width * from->format->bytes);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/** A box that fits into both. */
static struct part fit(const struct model *to, struct part *at, const struct model *from,
                       unsigned number)
{
    struct part part = part_of(from, number);

    *at = part_of(to, number + 5);
    part.width = smaller(part.width, at->width);
    part.height = smaller(part.height, at->height);
    part.depth = smaller(part.depth, at->depth);
    return part;
}

static void copy_between(struct model *to, struct model *from, unsigned number)
{
    struct part at, part = fit(to, &at, from, number);
    size_t texel = from->format->bytes;
    bool is_enqueued = number % 3 == 1;
    gpuMemcpy3DParms copy;

    if (number % 3 == 2) {
        at.z = part.z = 0;
        part.depth = 1;
        OK(gpuMemcpy2DArrayToArray(to->array, at.x * texel, at.y, from->array, part.x * texel,
                                   part.y, part.width * texel, part.height,
                                   number % 2 == 0 ? gpuMemcpyDeviceToDevice : gpuMemcpyDefault));
    } else {
        copy = (gpuMemcpy3DParms){
            .dstArray = to->array, .dstPos = model_pos(to, at.x, at.y, at.z, number),
            .srcArray = from->array, .srcPos = model_pos(from, part.x, part.y, part.z, number),
            .extent = model_extent(to->format->block > 1 ? to : from, part.width, part.height,
                                   part.depth, number),
            .kind = gpuMemcpyDeviceToDevice,
        };
        if (is_enqueued)
            OK(gpuMemcpy3DAsync(&copy, stream));
        else
            OK(gpuMemcpy3D(&copy));
    }
    OK(is_enqueued ? gpuStreamSynchronize(stream) : gpuDeviceSynchronize());
    follow_between(to, &at, from, &part);
    model_check(to, "a copy between arrays");
}

/** Formats that differ and texels, or blocks, that are as large. */
TEST_CASE(arrays_are_copied_into_each_other)
{
    static const char *const pairs[][2] = {
        { "RGBA8u", "RGBA8u" }, { "RGBA8u", "R32f" }, { "RG16s", "R32u" }, { "R8u", "R8s" },
        { "RGBA32f", "RGBA32u" }, { "RG32f", "RGBA16f" },
#if API_IS_CUDA
        { "BC1", "RG32u" }, { "RGBA32u", "BC7" }, { "BC2", "BC3" },
#endif
    };

    for (size_t pair = 0; pair < sizeof pairs / sizeof pairs[0]; pair++)
        for (size_t k = 0; k < KIND_COUNT * KIND_COUNT; k += pair == 0 ? 1 : 5) {
            const struct kind *kind_to = &kinds[k / KIND_COUNT];
            const struct kind *kind_from = &kinds[k % KIND_COUNT];
            const struct format *one = format_named(pairs[pair][0]);
            const struct format *other = format_named(pairs[pair][1]);
            struct model to, from;

            if (!is_possible(kind_to, one) || !is_possible(kind_from, other))
                continue;
            model_create(&to, kind_to, one, 1);
            model_create(&from, kind_from, other, 2);
            for (unsigned number = 0; number < 6; number++)
                copy_between(&to, &from, number);
            model_check(&from, "the source");
            model_destroy(&to);
            model_destroy(&from);
        }
}

/** From one level to the next, and to another layer of the same one. */
TEST_CASE(parts_of_one_image_are_copied)
{
    const struct format *format = format_named("R32u");
    const struct kind one = { "level 0", 32, 32, 2, gpuArrayLayered };
    const struct kind two = { "level 1", 16, 16, 2, gpuArrayLayered };
    gpuMipmappedArray_t mipmapped;
    struct model large, small;
    gpuArray_t array;
    gpuMemcpy3DParms copy;

    OK(gpuMallocMipmappedArray(&mipmapped, &format->channels, (gpuExtent){ 32, 32, 2 }, 2,
                               gpuArrayLayered));
    OK(gpuGetMipmappedArrayLevel(&array, mipmapped, 0));
    model_adopt(&large, array, &one, format, 1);
    OK(gpuGetMipmappedArrayLevel(&array, mipmapped, 1));
    model_adopt(&small, array, &two, format, 2);
    copy = (gpuMemcpy3DParms){
        .dstArray = small.array, .srcArray = large.array, .srcPos = { 8, 8, 0 },
        .extent = { 16, 16, 2 }, .kind = gpuMemcpyDeviceToDevice,
    };
    OK(gpuMemcpy3D(&copy));
    follow_between(&small, &(struct part){ .x = 0 }, &large,
                   &(struct part){ 8, 8, 0, 16, 16, 2 });
    model_check(&small, "from the level before");
    copy.dstArray = large.array;
    copy.dstPos = (gpuPos){ 0, 0, 1 };
    copy.srcPos = (gpuPos){ 16, 16, 0 };
    copy.extent.depth = 1;
    OK(gpuMemcpy3D(&copy));
    follow_between(&large, &(struct part){ .z = 1 }, &large,
                   &(struct part){ 16, 16, 0, 16, 16, 1 });
    model_check(&large, "from another layer");
    model_check(&small, "what was beside it");
    model_drop(&large);
    model_drop(&small);
    OK(gpuFreeMipmappedArray(mipmapped));
}

/* ---- what one of the interfaces has --------------------------------------------------------- */

#if API_IS_CUDA

/** Runs in a stream, and between arrays whose rows are longer or begin elsewhere. */
TEST_CASE(runs_between_arrays)
{
    const struct kind kind_a = { "a", 12, 9, 0, 0 }, kind_b = { "b", 7, 20, 0, 0 };
    const struct format *format = format_named("R16u");
    uint8_t from[12 * 9 * 2], to[12 * 9 * 2];
    struct model a, b;

    fill_pattern(from, sizeof from, 1);
    model_create(&a, &kind_a, format, 2);
    model_create(&b, &kind_b, format, 3);
    OK(cudaMemcpyToArrayAsync(a.array, 6, 1, from, 100, cudaMemcpyHostToDevice, stream));
    OK(cudaMemcpyFromArrayAsync(to, a.array, 6, 1, 100, cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamSynchronize(stream));
    assert_memory_equal(to, from, 100);
    memcpy(a.bytes + 24 + 6, from, 100);
    model_check(&a, "a run in a stream");
    for (unsigned i = 0; i < 30; i++) {
        size_t at = i * 13u % 108, begin = i * 31u % 140;
        size_t count = smaller(1 + i * 7u, smaller(108 - at, 140 - begin));
        struct model *one = i % 3 == 0 ? &a : &b;        /* the same rows, or others */
        size_t width = one->width;

        if (one == &a && begin >= 108)
            continue;
        count = smaller(count, width * one->height - begin);
        if (one == &a && (at < begin + count && begin < at + count))
            continue;                                    /* a copy onto itself */
        OK(cudaMemcpyArrayToArray(a.array, at % 12 * 2, at / 12, one->array, begin % width * 2,
                                  begin / width, count * 2, cudaMemcpyDeviceToDevice));
        memcpy(a.bytes + at * 2, one->bytes + begin * 2, count * 2);
        model_check(&a, "a run between arrays");
    }
    BAD_VALUE(cudaMemcpyArrayToArray(a.array, 0, 0, b.array, 0, 0, 218, cudaMemcpyDeviceToDevice),
              "leave");
    STALE_HANDLE(cudaMemcpyToArrayAsync(a.array, 0, 0, from, 2, cudaMemcpyHostToDevice,
                                      AS_STREAM(0x77777)));
    STALE_HANDLE(cudaMemcpyToArrayAsync(a.array, 0, 0, from, 0, cudaMemcpyHostToDevice,
                                      AS_STREAM(0x77777)));
    model_destroy(&a);
    model_destroy(&b);
}

TEST_CASE(volumes_between_devices_have_arrays)
{
    struct cudaMemcpy3DPeerParms copy = { .extent = { 5, 4, 3 } };
    struct model from, to;

    model_create(&from, &kinds[2], format_named("RG32f"), 1);
    model_create(&to, &kinds[4], format_named("RG32u"), 2);
    copy.srcArray = from.array;
    copy.srcPos = (struct cudaPos){ 3, 2, 1 };
    copy.dstArray = to.array;
    copy.dstPos = (struct cudaPos){ 4, 5, 1 };
    OK(cudaMemcpy3DPeer(&copy));
    follow_between(&to, &(struct part){ 4, 5, 1, 0, 0, 0 }, &from,
                   &(struct part){ 3, 2, 1, 5, 4, 3 });
    OK(cudaDeviceSynchronize());
    model_check(&to, "a copy between devices");
    copy.dstPos.z = 0;
    OK(cudaMemcpy3DPeerAsync(&copy, stream));
    OK(cudaStreamSynchronize(stream));
    follow_between(&to, &(struct part){ 4, 5, 0, 0, 0, 0 }, &from,
                   &(struct part){ 3, 2, 1, 5, 4, 3 });
    model_check(&to, "one in a stream");
    model_destroy(&from);
    model_destroy(&to);
}

static struct cudaMemcpy3DOperand array_operand(const struct model *model, size_t x, size_t y,
                                                size_t z)
{
    struct cudaMemcpy3DOperand operand = { .type = cudaMemcpyOperandTypeArray };

    operand.op.array.array = model->array;
    operand.op.array.offset = (struct cudaOffset3D){ x, y, z };
    return operand;
}

static struct cudaMemcpy3DOperand pointer_operand(void *pointer, size_t row, size_t rows)
{
    struct cudaMemcpy3DOperand operand = { .type = cudaMemcpyOperandTypePointer };

    operand.op.ptr.ptr = pointer;
    operand.op.ptr.rowLength = row;
    operand.op.ptr.layerHeight = rows;
    return operand;
}

/** To an array from memory whose rows are counted in texels, between arrays, and back. */
TEST_CASE(batches_have_arrays)
{
    static uint8_t bytes[4 * 9 * 7 * 3], back[4 * 5 * 4 * 2];
    struct model a, b;
    struct cudaMemcpy3DBatchOp good[3] = {
        { .extent = { 5, 4, 2 }, .srcAccessOrder = cudaMemcpySrcAccessOrderStream },
        { .extent = { 5, 4, 2 }, .srcAccessOrder = cudaMemcpySrcAccessOrderStream },
        { .extent = { 5, 4, 2 }, .srcAccessOrder = cudaMemcpySrcAccessOrderStream },
    };
    struct cudaMemcpy3DBatchOp bad[3];

    fill_pattern(bytes, sizeof bytes, 9);
    model_create(&a, &kinds[2], format_named("RGBA8u"), 1);
    model_create(&b, &kinds[4], format_named("R32f"), 2);
    good[0].src = pointer_operand(bytes, 9, 7);
    good[0].dst = array_operand(&a, 3, 2, 1);
    good[1].src = array_operand(&a, 3, 2, 1);
    good[1].dst = array_operand(&b, 6, 7, 2);
    good[2].src = array_operand(&b, 6, 7, 2);
    good[2].dst = pointer_operand(back, 0, 0);
    for (int spoilt = 0; spoilt < 3; spoilt++) {
        memcpy(bad, good, sizeof bad);
        bad[spoilt].extent.width = 1000;
        BAD_VALUE(cudaMemcpy3DBatchAsync(3, bad, 0, stream), "");
        memcpy(bad, good, sizeof bad);
        bad[spoilt].extent.depth = 9;
        BAD_VALUE(cudaMemcpy3DBatchAsync(3, bad, 0, stream), "");
    }
    memcpy(bad, good, sizeof bad);
    bad[2].src.op.array.array = (cudaArray_t)(void *)stream;
    STALE_HANDLE(cudaMemcpy3DBatchAsync(3, bad, 0, stream));
    bad[2].src.op.array.array = NULL;
    STALE_HANDLE(cudaMemcpy3DBatchAsync(3, bad, 0, stream));
    model_check(&a, "batches that were refused");
    OK(cudaMemcpy3DBatchAsync(3, good, 0, stream));
    OK(cudaStreamSynchronize(stream));
    for (size_t z = 0; z < 2; z++)
        for (size_t y = 0; y < 4; y++) {
            const uint8_t *row = bytes + 4 * 9 * (y + 7 * z);

            memcpy(model_at(&a, 3, 2 + y, 1 + z), row, 20);
            memcpy(model_at(&b, 6, 7 + y, 2 + z), row, 20);
            assert_memory_equal(back + 20 * (y + 4 * z), row, 20);
        }
    model_check(&a, "a batch");
    model_check(&b, "a batch's second copy");
    model_destroy(&a);
    model_destroy(&b);
}

/** Rows and slices of memory are counted in texels, of compressed arrays too. */
TEST_CASE(batches_have_compressed_arrays)
{
    const struct kind kind = { "blocks", 23, 17, 0, 0 };         /* 6 by 5 blocks */
    static uint8_t bytes[4 * 3 * 8];     /* 4 blocks a row, of which 2 are copied, and 3 rows */
    struct cudaMemcpy3DBatchOp copy = {
        .extent = { 7, 10, 1 }, .srcAccessOrder = cudaMemcpySrcAccessOrderStream,
    };
    struct model model;

    if (!is_possible(&kind, format_named("BC1")))
        return;
    fill_pattern(bytes, sizeof bytes, 9);
    model_create(&model, &kind, format_named("BC1"), 1);
    copy.src = pointer_operand(bytes, 15, 12);
    copy.dst = array_operand(&model, 9, 5, 0);
    OK(cudaMemcpy3DBatchAsync(1, &copy, 0, stream));
    OK(cudaStreamSynchronize(stream));
    for (size_t y = 0; y < 3; y++)
        memcpy(model_at(&model, 2, 1 + y, 0), bytes + 32 * y, 16);
    model_check(&model, "a batch of blocks");
    copy.src = pointer_operand(bytes, 4, 12);
    BAD_VALUE(cudaMemcpy3DBatchAsync(1, &copy, 0, stream), "pitch");
    copy.src = pointer_operand(bytes, 15, 8);
    BAD_VALUE(cudaMemcpy3DBatchAsync(1, &copy, 0, stream), "rows");
    model_destroy(&model);
}

#else

TEST_CASE(arrays_of_one_row)
{
    const struct kind kind = { "row", 40, 0, 0, 0 }, flat = { "flat", 8, 8, 0, 0 };
    uint8_t from[160], to[160];
    struct model a, b, rows;
    uint8_t *device;

    model_create(&a, &kind, format_named("RGBA8u"), 1);
    model_create(&b, &kind, format_named("R32s"), 2);
    model_create(&rows, &flat, format_named("RGBA8u"), 3);
    OK(hipMalloc((void **)&device, sizeof from));
    fill_pattern(from, sizeof from, 4);
    OK(hipMemcpyHtoA(a.array, 8, from, 100));
    memcpy(a.bytes + 8, from, 100);
    model_check(&a, "from the host");
    OK(hipMemcpyHtoAAsync(a.array, 120, from + 100, 40, stream));
    OK(hipMemcpyAtoHAsync(to, a.array, 120, 40, stream));
    OK(hipStreamSynchronize(stream));
    memcpy(a.bytes + 120, from + 100, 40);
    assert_memory_equal(to, from + 100, 40);
    OK(hipMemcpyAtoA(b.array, 4, a.array, 8, 100));
    memcpy(b.bytes + 4, from, 100);
    model_check(&b, "from another");
    OK(hipMemcpyAtoD(device, b.array, 4, 100));
    OK(hipMemcpyDtoA(a.array, 60, device, 100));
    memcpy(a.bytes + 60, from, 100);
    model_check(&a, "from the device");
    OK(hipMemcpyAtoH(to, a.array, 60, 100));
    assert_memory_equal(to, from, 100);
    BAD_VALUE(hipMemcpyHtoA(a.array, 64, from, 100), "leave");
    BAD_VALUE(hipMemcpyHtoA(a.array, 158, from, 3), "leave");
    OK(hipMemcpyHtoA(rows.array, 4, from, 8));           /* the first row of several */
    memcpy(rows.bytes + 4, from, 8);
    model_check(&rows, "from the host");
    OK(hipMemcpyAtoH(to, rows.array, 4, 8));
    assert_memory_equal(to, from, 8);
    BAD_VALUE(hipMemcpyHtoA(rows.array, 4, from, 160), "");
    BAD_VALUE(hipMemcpyAtoD(to, a.array, 0, 4), "");
    BAD_VALUE(hipMemcpyDtoA(a.array, 0, NULL, 4), "");
    BAD_VALUE(hipMemcpyAtoH(to, NULL, 0, 4), "array");
    BAD_VALUE(hipMemcpyHtoA(NULL, 0, from, 4), "array");
    BAD_VALUE(hipMemcpyAtoA(a.array, 0, NULL, 0, 4), "array");
    STALE_HANDLE(hipMemcpyHtoAAsync(a.array, 0, from, 4, AS_STREAM(0x77777)));
    model_check(&a, "copies that were refused");
    OK(hipFree(device));
    model_destroy(&a);
    model_destroy(&b);
    model_destroy(&rows);
}

#endif

static int start(void **state)
{
    (void)state;
    return gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking) == gpuSuccess ? 0 : -1;
}

/** The last case: what fails behind a group fails no test. */
TEST_CASE(the_stream_ends)
{
    OK(gpuStreamDestroy(stream));
}

int run_array_runs(void)
{
    if (!arrays_are_supported()) {
        print_message("array runs: skipped, the device has no images\n");
        return 0;
    }
    return run_test_cases(start);
}
