/* Arrays by the core's calls: made, told about and ended, and what is refused. */
#include <string.h>

#include "arrays/array.h"
#include "ops/array_copy.h"
#include "harness.h"

enum { WIDTH = 24, HEIGHT = 10, TEXEL_BYTES = 4 };

static const struct gi_channels rgba8 = { { 8, 8, 8, 8 }, GI_CHANNEL_UNSIGNED };

static struct gi_array_request request_of(uint64_t width, uint64_t height, uint64_t depth,
                                          uint32_t flags)
{
    return (struct gi_array_request){ .channels = rgba8, .width = width, .height = height,
                                      .depth = depth, .levels = 1, .flags = flags };
}

static gi_handle make_array(void)
{
    struct gi_array_request request = request_of(WIDTH, HEIGHT, 0, 0);
    gi_handle array;

    OK(gi_array_create(&request, &array));
    return array;
}

static struct gi_array_operand end_in(gi_handle array, uint64_t x, uint64_t y, uint64_t z)
{
    return (struct gi_array_operand){ .array = array, .x = x, .y = y, .z = z };
}

static struct gi_array_operand end_at(const void *memory, uint64_t row_bytes, uint64_t rows)
{
    return (struct gi_array_operand){ .memory = { .pointer = (uint64_t)(uintptr_t)memory,
                                              .pitch = row_bytes,
                                              .slice_bytes = row_bytes * rows } };
}

/* ---- what there is -------------------------------------------------------------------------- */

SCHED_CASE(tell_what_was_asked)
{
    struct gi_array_request request = request_of(20, 12, 0, GI_ARRAY_SURFACE);
    struct gi_array_info info;
    gi_handle array;

    sched_begin_plain();
    OK(gi_array_create(&request, &array));
    OK(gi_array_query(array, &info));
    REQUIRE(info.width == 20 && info.height == 12 && info.depth == 0, "another extent");
    REQUIRE(info.flags == GI_ARRAY_SURFACE && info.levels == 1, "other flags or levels");
    REQUIRE(info.format == GI_FORMAT_RGBA8_UINT && info.channels.bits[3] == 8, "another format");
    REQUIRE(info.device == 0 && info.size_bytes == 20 * 12 * 4, "another device or size");
    OK(gi_array_destroy(array));
    STATUS(GI_STALE_HANDLE, gi_array_query(array, &info));
    STATUS(GI_STALE_HANDLE, gi_array_destroy(array));
    sched_expect_nothing_left();
}

/* Shapes, and how many levels there are of as many as one could ask for. */
static const struct shape {
    uint64_t width, height, depth;
    uint32_t flags;
    uint32_t levels;
} shapes[] = {
    { 1, 0, 0, 0, 1 },
    { 33, 0, 0, 0, 6 },
    { 33, 0, 9, GI_ARRAY_LAYERED, 6 },
    { 16, 100, 0, GI_ARRAY_GATHER, 7 },
    { 16, 5, 0, GI_ARRAY_SURFACE, 5 },
    { 16, 5, 200, GI_ARRAY_LAYERED, 5 },
    { 3, 5, 70, 0, 7 },
    { 8, 8, 6, GI_ARRAY_CUBEMAP, 4 },
    { 8, 8, 18, GI_ARRAY_CUBEMAP | GI_ARRAY_LAYERED, 4 },
};

static uint64_t half(uint64_t size, uint32_t level)
{
    return size >> level > 0 || size == 0 ? size >> level : 1;
}

static void check_levels(gi_handle mipmapped, const struct shape *shape)
{
    bool is_3d = shape->depth != 0 && (shape->flags & (GI_ARRAY_LAYERED | GI_ARRAY_CUBEMAP)) == 0;
    struct gi_array_info info;
    gi_handle array, again;

    for (uint32_t level = 0; level < shape->levels; level++) {
        OK(gi_mipmapped_array_level(mipmapped, level, &array));
        OK(gi_mipmapped_array_level(mipmapped, level, &again));
        REQUIRE(array == again && array != 0, "level %u has two handles", level);
        OK(gi_array_query(array, &info));
        REQUIRE(info.width == half(shape->width, level) &&
                info.height == half(shape->height, level) &&
                info.depth == (is_3d ? half(shape->depth, level) : shape->depth) &&
                info.flags == shape->flags && info.levels == 1,
                "level %u is %llu by %llu by %llu", level, (unsigned long long)info.width,
                (unsigned long long)info.height, (unsigned long long)info.depth);
        OK(gi_array_destroy(array));     /* its whole ends it */
        OK(gi_array_query(array, &info));
    }
    STATUS(GI_INVALID_VALUE, gi_mipmapped_array_level(mipmapped, shape->levels, &array));
    REQUIRE(array == 0, "a failed call has set the handle");
}

SCHED_CASE(have_levels)
{
    sched_begin_plain();
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const struct shape *shape = &shapes[i];
        struct gi_array_request request = request_of(shape->width, shape->height, shape->depth,
                                                     shape->flags);
        struct gi_array_info info;
        gi_handle mipmapped, first;

        request.levels = 99;
        OK(gi_mipmapped_array_create(&request, &mipmapped));
        OK(gi_mipmapped_array_query(mipmapped, &info));
        REQUIRE(info.levels == shape->levels, "shape %zu has %u levels", i, info.levels);
        check_levels(mipmapped, shape);
        OK(gi_mipmapped_array_level(mipmapped, 0, &first));
        STATUS(GI_STALE_HANDLE, gi_mipmapped_array_destroy(first));
        STATUS(GI_STALE_HANDLE, gi_array_destroy(mipmapped));
        OK(gi_mipmapped_array_destroy(mipmapped));
        STATUS(GI_STALE_HANDLE, gi_array_query(first, &info));
        STATUS(GI_STALE_HANDLE, gi_mipmapped_array_destroy(mipmapped));
    }
    sched_expect_nothing_left();
}

SCHED_CASE(have_at_least_one_level)
{
    struct gi_array_request request = request_of(16, 16, 0, 0);
    struct gi_array_info info;
    gi_handle mipmapped;

    sched_begin_plain();
    request.levels = 0;
    OK(gi_mipmapped_array_create(&request, &mipmapped));
    OK(gi_mipmapped_array_query(mipmapped, &info));
    REQUIRE(info.levels == 1, "%u levels", info.levels);
    OK(gi_mipmapped_array_destroy(mipmapped));
    sched_expect_nothing_left();
}

SCHED_CASE(refuse_shapes)
{
    static const struct {
        uint64_t width, height, depth;
        uint32_t flags;
        gi_status why;
    } wrong[] = {
        { 0, 0, 0, 0, GI_INVALID_VALUE },
        { 0, 8, 0, 0, GI_INVALID_VALUE },
        { 8, 0, 8, 0, GI_INVALID_VALUE },
        { 8, 0, 0, GI_ARRAY_LAYERED, GI_INVALID_VALUE },
        { 8, 8, 0, GI_ARRAY_LAYERED, GI_INVALID_VALUE },
        { 8, 8, 0, GI_ARRAY_CUBEMAP, GI_INVALID_VALUE },
        { 8, 7, 6, GI_ARRAY_CUBEMAP, GI_INVALID_VALUE },
        { 8, 8, 12, GI_ARRAY_CUBEMAP, GI_INVALID_VALUE },
        { 8, 8, 13, GI_ARRAY_CUBEMAP | GI_ARRAY_LAYERED, GI_INVALID_VALUE },
        { 8, 0, 0, GI_ARRAY_GATHER, GI_INVALID_VALUE },
        { 8, 8, 8, GI_ARRAY_GATHER, GI_INVALID_VALUE },
        { 8, 8, 8, GI_ARRAY_GATHER | GI_ARRAY_LAYERED, GI_INVALID_VALUE },
        { 8, 8, 0, 0x10, GI_INVALID_VALUE },
        { 8, 8, 0, UINT32_MAX, GI_INVALID_VALUE },
        { 8, 8, 0, GI_ARRAY_ATTACHMENT, GI_INVALID_VALUE },
        { 8, 8, 0, GI_ARRAY_SURFACE | GI_ARRAY_ATTACHMENT, GI_INVALID_VALUE },
        { 8, 8, 0, GI_ARRAY_SPARSE, GI_NOT_SUPPORTED },
        { 8, 8, 0, GI_ARRAY_DEFERRED, GI_NOT_SUPPORTED },
        { 16385, 0, 0, 0, GI_INVALID_VALUE },
        { 8, 16385, 0, 0, GI_INVALID_VALUE },
        { 8, 8, 2049, 0, GI_INVALID_VALUE },
        { 2049, 8, 8, 0, GI_INVALID_VALUE },
        { 8, 8, 2049, GI_ARRAY_LAYERED, GI_INVALID_VALUE },
        { 8193, 8193, 6, GI_ARRAY_CUBEMAP, GI_INVALID_VALUE },
        { UINT64_MAX, UINT64_MAX, UINT64_MAX, 0, GI_INVALID_VALUE },
        { UINT64_C(1) << 32, 8, 0, 0, GI_INVALID_VALUE },
    };

    sched_begin_plain();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct gi_array_request request = request_of(wrong[i].width, wrong[i].height,
                                                     wrong[i].depth, wrong[i].flags);
        gi_handle array = 7;
        gi_status status = gi_array_create(&request, &array);

        REQUIRE(status == wrong[i].why, "shape %zu: %s", i, gi_status_name(status));
        REQUIRE(array == 0, "shape %zu: a failed call has left the handle", i);
        STATUS(wrong[i].why, gi_mipmapped_array_create(&request, &array));
    }
    sched_expect_nothing_left();
}

SCHED_CASE(refuse_formats)
{
    struct gi_array_request request = request_of(16, 16, 0, 0);
    gi_handle array;

    sched_begin_plain();
    request.channels = (struct gi_channels){ { 7, 0, 0, 0 }, GI_CHANNEL_SIGNED };
    STATUS(GI_INVALID_CHANNELS, gi_array_create(&request, &array));
    request.channels = (struct gi_channels){ { 8, 8, 8, 8 }, GI_CHANNEL_BC1 };
    OK(gi_array_create(&request, &array));
    OK(gi_array_destroy(array));
    request.flags = GI_ARRAY_SURFACE;
    STATUS(GI_NOT_SUPPORTED, gi_array_create(&request, &array));
    request.flags = 0;
    request.height = 0;
    STATUS(GI_INVALID_VALUE, gi_array_create(&request, &array));
    request.height = request.depth = 16;                 /* the driver refuses it */
    STATUS(GI_NOT_SUPPORTED, gi_array_create(&request, &array));
    sched_expect_nothing_left();
}

SCHED_CASE(refuse_without_images)
{
    struct gi_array_request request = request_of(16, 16, 0, 0);
    struct gifake_device_config config;
    gi_handle array;

    gifake_default_config(&config, 0);
    config.info.images = false;
    gifake_configure(&config, 1);
    STATUS(GI_NOT_SUPPORTED, gi_array_create(&request, &array));
}

/* ---- copies --------------------------------------------------------------------------------- */

static uint8_t texels[HEIGHT][WIDTH * TEXEL_BYTES], got[HEIGHT][WIDTH * TEXEL_BYTES];

static void fill_texels(void)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH * TEXEL_BYTES; x++)
            texels[y][x] = (uint8_t)(y * 31 + x * 7 + 1);
}

SCHED_CASE(copy_there_and_back)
{
    struct gi_texel_box whole = { WIDTH, HEIGHT, 1 }, part = { 3, 2, 1 };
    struct gi_array_operand to, from;
    gi_handle a, b;

    sched_begin_plain();
    fill_texels();
    a = make_array();
    b = make_array();
    to = end_in(a, 0, 0, 0);
    from = end_at(texels, sizeof texels[0], HEIGHT);
    OK(gi_array_copy(&to, &from, &whole, GI_COPY_HOST_TO_DEVICE));
    from = to;
    to = end_in(b, 0, 0, 0);
    OK(gi_array_copy(&to, &from, &whole, GI_COPY_DEVICE_TO_DEVICE));
    from = end_in(b, 5, 4, 0);
    to = end_in(b, 6, 5, 0);                     /* overlaps */
    OK(gi_array_copy(&to, &from, &part, GI_COPY_INFER));
    for (int y = 1; y >= 0; y--)
        memcpy(&texels[5 + y][24], &texels[4 + y][20], 12);
    from = end_in(b, 0, 0, 0);
    to = end_at(got, sizeof got[0], HEIGHT);
    OK(gi_array_copy(&to, &from, &whole, GI_COPY_DEVICE_TO_HOST));
    REQUIRE(memcmp(got, texels, sizeof got) == 0, "other texels");
    OK(gi_array_destroy(a));
    OK(gi_array_destroy(b));
    sched_expect_nothing_left();
}

SCHED_CASE(refuse_copies)
{
    struct gi_array_request wide = request_of(WIDTH, HEIGHT, 0, 0);
    struct gi_texel_box box = { 4, 3, 1 }, none = { 4, 0, 1 }, deep = { 4, 3, 2 };
    struct gi_array_operand host = end_at(texels, 16, 3), end;
    gi_handle array, other, stream;

    sched_begin_plain();
    array = make_array();
    wide.channels = (struct gi_channels){ { 16, 16, 16, 16 }, GI_CHANNEL_FLOAT };
    OK(gi_array_create(&wide, &other));
    stream = sched_stream();
    end = end_in(array, WIDTH - 3, 0, 0);
    STATUS(GI_INVALID_VALUE, gi_array_copy(&end, &host, &box, GI_COPY_INFER));
    STATUS(GI_INVALID_VALUE, gi_array_copy_async(&host, &end, &box, GI_COPY_INFER, stream));
    end = end_in(array, 0, HEIGHT - 2, 0);
    STATUS(GI_INVALID_VALUE, gi_array_copy(&end, &host, &box, GI_COPY_INFER));
    end = end_in(array, UINT64_MAX - 1, 0, 0);
    STATUS(GI_INVALID_VALUE, gi_array_copy(&end, &host, &box, GI_COPY_INFER));
    end = end_in(array, 0, 0, 0);
    STATUS(GI_INVALID_VALUE, gi_array_copy(&end, &host, &deep, GI_COPY_INFER));
    STATUS(GI_INVALID_COPY_DIRECTION, gi_array_copy(&end, &host, &box, 5));
    STATUS(GI_INVALID_VALUE, gi_array_copy(&end, &host, &box, GI_COPY_DEVICE_TO_HOST));
    host.memory.pitch = 15;
    STATUS(GI_INVALID_PITCH, gi_array_copy(&end, &host, &box, GI_COPY_INFER));
    host.memory.pointer = 0;
    STATUS(GI_INVALID_PITCH, gi_array_copy(&end, &host, &box, GI_COPY_INFER));
    host.memory.pitch = 16;
    STATUS(GI_INVALID_VALUE, gi_array_copy(&end, &host, &box, GI_COPY_INFER));
    OK(gi_array_copy(&end, &host, &none, GI_COPY_INFER));
    host = end_in(other, 0, 0, 0);
    STATUS(GI_INVALID_VALUE, gi_array_copy(&end, &host, &box, GI_COPY_INFER));
    OK(gi_array_destroy(array));
    STATUS(GI_STALE_HANDLE, gi_array_copy_async(&end, &host, &box, GI_COPY_INFER, stream));
    OK(gi_array_destroy(other));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}
