/* Copies to, from and between arrays by the core's calls: every mix of levels, of device, pinned,
 * managed and pageable memory, on one device and on two, in streams and not, against a model on the
 * host. */
#include <string.h>

#include "../unit/random.h"
#include "arrays/array.h"
#include "ops/array_copy.h"
#include "contract/box.h"
#include "harness.h"

enum { AREA = 24 << 10, ROUNDS = 400, KINDS = 4, DEVICES = 2, SHAPES = 6, MAX_LEVELS = 7 };

enum kind { DEVICE, PINNED, MANAGED, PAGEABLE };

/* One level, and what it ought to hold: rows without gaps. */
struct level {
    gi_handle array;
    uint32_t element_bytes;
    uint64_t columns, rows, slices;
    uint8_t *model;
};

struct area {
    uint64_t pointer;
    uint8_t model[AREA];
};

static struct area areas[DEVICES][KINDS];
static struct level levels[DEVICES * SHAPES * MAX_LEVELS];
static size_t level_count, levels_of_first;      /* of the first device */
static uint8_t pageable[DEVICES][AREA], got[AREA];
static gi_handle mipmapped[DEVICES][SHAPES];

/* ---- what there is to copy between ----------------------------------------------------------- */

static const struct {
    struct gi_channels channels;
    uint64_t width, height, depth;
    uint32_t flags, block;
    bool is_mapped;              /* in memory of the peer's */
} shapes[SHAPES] = {
    { { { 8, 8, 8, 8 }, GI_CHANNEL_UNSIGNED }, 37, 11, 0, 0, 1, false },
    { { { 8, 0, 0, 0 }, GI_CHANNEL_SIGNED }, 50, 0, 6, GI_ARRAY_LAYERED, 1, false },
    { { { 32, 32, 32, 32 }, GI_CHANNEL_FLOAT }, 9, 7, 5, 0, 1, false },
    { { { 32, 0, 0, 0 }, GI_CHANNEL_SIGNED }, 12, 12, 6, GI_ARRAY_CUBEMAP, 1, true },
    { { { 16, 16, 16, 16 }, GI_CHANNEL_UNSIGNED }, 20, 6, 3, GI_ARRAY_LAYERED, 1, false },
    { { { 8, 8, 8, 8 }, GI_CHANNEL_BC1 }, 40, 26, 2, GI_ARRAY_LAYERED, 4, false },
};

static uint64_t level_bytes(const struct level *level)
{
    return level->columns * level->rows * level->slices * level->element_bytes;
}

static uint64_t blocks(uint64_t texels, uint32_t block)
{
    return texels == 0 ? 1 : (texels + block - 1) / block;
}

static struct gi_array_operand in_level(const struct level *level, uint64_t x, uint64_t y,
                                        uint64_t z)
{
    return (struct gi_array_operand){ .array = level->array, .x = x, .y = y, .z = z };
}

static struct gi_array_operand in_memory(const void *memory, const struct level *level)
{
    uint64_t row_bytes = level->columns * level->element_bytes;

    return (struct gi_array_operand){ .memory = { .pointer = (uint64_t)(uintptr_t)memory,
                                              .pitch = row_bytes,
                                              .slice_bytes = row_bytes * level->rows } };
}

static void fill_level(const struct level *level, unsigned seed)
{
    struct gi_texel_box box = { level->columns, level->rows, level->slices };
    struct gi_array_operand dst = in_level(level, 0, 0, 0), src = in_memory(level->model, level);

    for (uint64_t i = 0; i < level_bytes(level); i++)
        level->model[i] = (uint8_t)(i * 7 + seed);
    OK(gi_array_copy(&dst, &src, &box, GI_COPY_HOST_TO_DEVICE));
}

static void add_levels(gi_handle whole, uint32_t block)
{
    struct gi_array_info info;

    OK(gi_mipmapped_array_query(whole, &info));
    for (uint32_t i = 0; i < info.levels; i++) {
        struct level *level = &levels[level_count++];
        struct gi_array_info part;
        OK(gi_mipmapped_array_level(whole, i, &level->array));
        OK(gi_array_query(level->array, &part));
        level->element_bytes = gi_format_info(part.format)->block_bytes;
        level->columns = blocks(part.width, block);
        level->rows = blocks(part.height, block);
        level->slices = part.depth == 0 ? 1 : part.depth;
        level->model = malloc(level_bytes(level));
        REQUIRE(level->model != NULL, "no memory");
        fill_level(level, (unsigned)level_count);
    }
}

static gi_handle make_mapped(struct gi_array_request *request)
{
    enum { OFFSET = 4096, BYTES = 64 << 10 };
    struct gi_external_memory_request import = { .type = 1, .fd = sched_peer_memory(BYTES),
                                                 .size_bytes = BYTES };
    gi_handle memory, array;

    OK(gi_external_memory_import(&import, &memory));
    request->levels = 4;
    OK(gi_external_memory_map_array(memory, OFFSET, request, &array));
    OK(gi_external_memory_destroy(memory));      /* it lives on in the array */
    return array;
}

static void make_arrays(int device)
{
    for (size_t i = 0; i < SHAPES; i++) {
        struct gi_array_request request = { .channels = shapes[i].channels,
                                            .width = shapes[i].width,
                                            .height = shapes[i].height,
                                            .depth = shapes[i].depth,
                                            .levels = 99, .flags = shapes[i].flags };
        if (shapes[i].is_mapped)
            mipmapped[device][i] = make_mapped(&request);
        else
            OK(gi_mipmapped_array_create(&request, &mipmapped[device][i]));
        add_levels(mipmapped[device][i], shapes[i].block);
    }
}

static void make_areas(int device)
{
    uint64_t managed;

    OK(gi_memory_managed_alloc(AREA, GI_MANAGED_GLOBAL, &managed));
    areas[device][DEVICE].pointer = sched_memory(AREA);
    areas[device][PINNED].pointer = sched_host_memory(AREA);
    areas[device][MANAGED].pointer = managed;
    areas[device][PAGEABLE].pointer = (uint64_t)(uintptr_t)pageable[device];
    for (int kind = 0; kind < KINDS; kind++) {
        struct area *area = &areas[device][kind];
        memset(area->model, 0x11 * kind + device, AREA);
        OK(gi_copy_now(area->pointer, (uint64_t)(uintptr_t)area->model, AREA, GI_COPY_INFER));
    }
}

static void make_all(int devices, bool unmapped)
{
    struct sched_setup setup = { 4, CAPS_ALL, CAPS_QUEUE_AHEAD,
                                 unmapped ? GIFAKE_ADDRESSES_UNMAPPED : GIFAKE_ADDRESSES_SHARED };

    sched_begin(&setup);         /* the second device is the peer's, and the core's too */
    for (int device = 0; device < devices; device++) {
        OK(gi_device_set_current(device));
        make_areas(device);
        make_arrays(device);
        if (device == 0)
            levels_of_first = level_count;
    }
    OK(gi_device_set_current(0));
}

static void end_all(int devices)
{
    for (int device = 0; device < devices; device++) {
        for (size_t i = 0; i < SHAPES; i++)
            OK(gi_mipmapped_array_destroy(mipmapped[device][i]));
        OK(gi_memory_free(areas[device][DEVICE].pointer));
        OK(gi_memory_free(areas[device][MANAGED].pointer));
        OK(gi_memory_host_free(areas[device][PINNED].pointer));
    }
    for (size_t i = 0; i < level_count; i++)
        free(levels[i].model);
}

/* ---- random copies --------------------------------------------------------------------------- */

/* A place in a level, and where it is in the model. */
struct spot {
    struct gi_array_operand end;
    uint8_t *bytes;
    struct gi_strides strides;
};

static struct spot random_spot(struct test_random *random, const struct level *level,
                               const struct gi_texel_box *box)
{
    uint64_t x = test_random_below(random, level->columns - box->width + 1);
    uint64_t y = test_random_below(random, level->rows - box->height + 1);
    uint64_t z = test_random_below(random, level->slices - box->depth + 1);
    struct gi_array_operand whole = in_memory(NULL, level);
    struct spot spot = { .end = in_level(level, x, y, z),
                         .strides = { whole.memory.pitch, whole.memory.slice_bytes } };

    spot.bytes = level->model + gi_box_offset(&spot.strides, x * level->element_bytes, y, z);
    return spot;
}

/* Half of them as image commands want it, half at any byte. */
static struct spot random_place(struct test_random *random, struct area *area,
                                const struct gi_box *box, uint32_t element_bytes)
{
    uint64_t unit = test_random_below(random, 2) == 0 ? element_bytes : 1;
    uint64_t at = unit * test_random_below(random, 20);
    struct spot spot = { .bytes = area->model + at };

    spot.strides.row_bytes = box->width_bytes + unit * test_random_below(random, 3);
    spot.strides.slice_bytes = spot.strides.row_bytes * box->height +
                               unit * test_random_below(random, 3);
    REQUIRE(at + gi_box_span(box, &spot.strides) <= AREA, "an area is too small");
    spot.end.memory = (struct gi_copy_side){ .pointer = area->pointer + at,
                                           .pitch = spot.strides.row_bytes,
                                           .slice_bytes = spot.strides.slice_bytes };
    return spot;
}

static uint64_t up_to(struct test_random *random, uint64_t a, uint64_t b)
{
    return 1 + test_random_below(random, a < b ? a : b);
}

static const struct level *random_level(struct test_random *random, int devices)
{
    return &levels[test_random_below(random, devices > 1 ? level_count : levels_of_first)];
}

static const struct level *random_like(struct test_random *random, int devices,
                                       const struct level *level)
{
    const struct level *other;

    do
        other = random_level(random, devices);
    while (other->element_bytes != level->element_bytes);
    return other;
}

static void copy_texels(struct test_random *random, gi_handle stream, int devices,
                        const struct spot *dst, const struct spot *src,
                        const struct gi_texel_box *box)
{
    /* What the host writes by itself must not come before what a stream still reads. */
    if (test_random_below(random, 3) != 0) {
        OK(gi_array_copy_async(&dst->end, &src->end, box, GI_COPY_INFER, stream));
        return;
    }
    OK(gi_stream_synchronize(stream));
    OK(gi_array_copy(&dst->end, &src->end, box, GI_COPY_INFER));
    for (int device = devices - 1; device >= 0; device--) {
        OK(gi_device_set_current(device));
        OK(gi_device_synchronize());
    }
}

static void copy_one(struct test_random *random, gi_handle stream, int devices)
{
    static uint8_t between[AREA];
    const struct level *level = random_level(random, devices);
    const struct level *other = random_like(random, devices, level);
    struct gi_texel_box box = { up_to(random, level->columns, other->columns),
                                up_to(random, level->rows, other->rows),
                                up_to(random, level->slices, other->slices) };
    struct gi_box bytes = { box.width * level->element_bytes, box.height, box.depth };
    struct gi_strides packed = { bytes.width_bytes, bytes.width_bytes * bytes.height };
    struct area *area = &areas[test_random_below(random, (uint64_t)devices)]
                              [test_random_below(random, KINDS)];
    struct spot dst, src;

    switch (test_random_below(random, 3)) {
    case 0:
        dst = random_spot(random, level, &box);
        src = random_place(random, area, &bytes, level->element_bytes);
        break;
    case 1:
        dst = random_place(random, area, &bytes, level->element_bytes);
        src = random_spot(random, level, &box);
        break;
    default:
        dst = random_spot(random, level, &box);
        src = random_spot(random, other, &box);
        break;
    }
    copy_texels(random, stream, devices, &dst, &src, &box);
    gi_box_move(between, &packed, src.bytes, &src.strides, &bytes);
    gi_box_move(dst.bytes, &dst.strides, between, &packed, &bytes);
}

static void compare(int round, int devices)
{
    for (size_t i = 0; i < level_count; i++) {
        struct gi_texel_box box = { levels[i].columns, levels[i].rows, levels[i].slices };
        struct gi_array_operand src = in_level(&levels[i], 0, 0, 0);
        struct gi_array_operand dst = in_memory(got, &levels[i]);
        OK(gi_array_copy(&dst, &src, &box, GI_COPY_DEVICE_TO_HOST));
        REQUIRE(memcmp(got, levels[i].model, level_bytes(&levels[i])) == 0,
                "round %d: level %zu is other than it should be", round, i);
    }
    for (int device = 0; device < devices; device++) {
        for (int kind = 0; kind < KINDS; kind++) {
            OK(gi_copy_now((uint64_t)(uintptr_t)got, areas[device][kind].pointer, AREA,
                           GI_COPY_INFER));
            REQUIRE(memcmp(got, areas[device][kind].model, AREA) == 0,
                    "round %d: memory %d of device %d is other than it should be", round, kind,
                    device);
        }
    }
}

static void run(int devices, bool unmapped)
{
    struct test_random random;
    gi_handle stream;

    test_random_begin(&random, "copies of arrays");
    make_all(devices, unmapped);
    stream = sched_stream();
    for (int round = 0; round < ROUNDS; round++) {
        OK(gi_device_set_current((int)test_random_below(&random, (uint64_t)devices)));
        copy_one(&random, stream, devices);
        if (round % 40 == 39) {
            OK(gi_stream_synchronize(stream));
            compare(round, devices);
        }
    }
    OK(gi_stream_destroy(stream));
    end_all(devices);
}

SCHED_CASE(one_device)
{
    run(1, false);
}

SCHED_CASE(one_device_that_the_host_does_not_see)
{
    run(1, true);
}

SCHED_CASE(two_devices)
{
    run(2, false);
}

SCHED_CASE(two_devices_that_the_host_does_not_see)
{
    run(2, true);
}
