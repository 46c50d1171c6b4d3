/* Copies and fills of boxes, of any shape and alignment, against a model on the host. */
#include "conformance.h"

#include "../unit/random.h"

enum { WHOLE = 96 << 10, ROUNDS = 250, GUARD = 0xee };

/* A box somewhere in WHOLE bytes, at strides of its own. */
struct where {
    uint64_t at;
    struct gi_strides strides;
};

/* One of the shapes that programs have: whole words, odd bytes, wide rows, many narrow ones. */
static struct gi_box random_box(struct test_random *random)
{
    uint64_t unit = UINT64_C(1) << test_random_below(random, 5);

    switch (test_random_below(random, 3)) {
    case 0:
        return (struct gi_box){ unit * (1 + test_random_below(random, 40)),
                                2 + test_random_below(random, 12),
                                1 + test_random_below(random, 4) };
    case 1:
        return (struct gi_box){ unit * (1 + test_random_below(random, 3)),
                                2 + test_random_below(random, 300), 1 };
    default:
        return (struct gi_box){ unit * (1 + test_random_below(random, 200)), 2, 1 };
    }
}

static struct where random_where(struct test_random *random, const struct gi_box *box,
                                 uint64_t unit)
{
    struct where where = { .at = unit * test_random_below(random, 20) };

    where.strides.row_bytes = (box->width_bytes + unit - 1) / unit * unit +
                              unit * test_random_below(random, 5);
    where.strides.slice_bytes = where.strides.row_bytes *
                                (box->height + test_random_below(random, 3)) +
                                unit * test_random_below(random, 3);
    return where;
}

static uint64_t end_of(const struct where *where, const struct gi_box *box)
{
    return where->at + gi_box_span(box, &where->strides);
}

static struct gi_place place_in(struct gi_memory *memory, const struct where *where)
{
    return (struct gi_place){ .memory = memory, .offset_bytes = where->at,
                              .strides = where->strides };
}

/* A box for which both places have room, and the unit that all of it is a multiple of. */
static struct gi_box choose(struct test_random *random, struct where *dst, struct where *src)
{
    for (;;) {
        struct gi_box box = random_box(random);
        uint64_t unit = UINT64_C(1) << test_random_below(random, 5);

        *dst = random_where(random, &box, unit);
        *src = random_where(random, &box, test_random_below(random, 2) == 0 ? unit : 1);
        if (end_of(dst, &box) <= WHOLE && end_of(src, &box) <= WHOLE)
            return box;
    }
}

static void copy_boxes(enum gi_memory_kind dst_kind, enum gi_memory_kind src_kind)
{
    static uint8_t bytes[WHOLE], expected[WHOLE], got[WHOLE];
    struct test_random random;
    struct conf_rig rig;

    test_random_begin(&random, "copies of boxes");
    conf_open(&rig);
    struct gi_memory *dst = conf_memory(rig.base, WHOLE, dst_kind);
    struct gi_memory *src = conf_memory(rig.base, WHOLE, src_kind);
    for (size_t i = 0; i < WHOLE; i++)
        bytes[i] = conf_byte(i);
    conf_write(&rig, src, 0, bytes, WHOLE);
    for (int round = 0; round < ROUNDS; round++) {
        struct where to, from;
        struct gi_box box = choose(&random, &to, &from);
        struct gi_command commands[2] = {
            conf_fill(dst, 0, WHOLE, GUARD, 1),
            { .kind = GI_COMMAND_COPY, .barrier_before = true, .dst = place_in(dst, &to),
              .src = place_in(src, &from), .box = box },
        };
        memset(expected, GUARD, WHOLE);
        gi_box_move(expected + to.at, &to.strides, bytes + from.at, &from.strides, &box);
        conf_run(&rig, commands, 2);
        conf_read(&rig, dst, 0, got, WHOLE);
        if (memcmp(got, expected, WHOLE) != 0)
            print_message("round %d: %" PRIu64 " x %" PRIu64 " x %" PRIu64 " from %" PRIu64
                          " rows %" PRIu64 " to %" PRIu64 " rows %" PRIu64 "\n", round,
                          box.width_bytes, box.height, box.depth, from.at,
                          from.strides.row_bytes, to.at, to.strides.row_bytes);
        conf_same("a copy of a box", got, expected, WHOLE);
    }
    conf_memory_free(src);
    conf_memory_free(dst);
    conf_close(&rig);
}

static void box_device_to_device(void **state)
{
    (void)state;
    copy_boxes(GI_MEMORY_DEVICE, GI_MEMORY_DEVICE);
}

static void box_host_to_device(void **state)
{
    (void)state;
    copy_boxes(GI_MEMORY_DEVICE, GI_MEMORY_HOST);
}

static void box_device_to_host(void **state)
{
    (void)state;
    copy_boxes(GI_MEMORY_HOST, GI_MEMORY_DEVICE);
}

static void fill_model(uint8_t *bytes, const struct where *where, const struct gi_box *box,
                       uint32_t pattern, uint32_t pattern_bytes)
{
    for (uint64_t i = 0; i < gi_box_bytes(box); i++) {
        uint64_t x = i % box->width_bytes, row = i / box->width_bytes;

        bytes[where->at + gi_box_offset(&where->strides, x, row % box->height,
                                        row / box->height)] =
            (uint8_t)(pattern >> 8 * (x % pattern_bytes));
    }
}

static void box_fill(void **state)
{
    static uint8_t expected[WHOLE], got[WHOLE];
    struct test_random random;
    struct conf_rig rig;

    (void)state;
    test_random_begin(&random, "fills of boxes");
    conf_open(&rig);
    struct gi_memory *dst = conf_memory(rig.base, WHOLE, GI_MEMORY_DEVICE);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t pattern = (uint32_t)test_random_next(&random);
        uint32_t pattern_bytes = 1u << test_random_below(&random, 3);
        struct where to, unused;
        struct gi_box box = choose(&random, &to, &unused);
        if (box.width_bytes % pattern_bytes != 0 || to.at % pattern_bytes != 0 ||
            to.strides.row_bytes % pattern_bytes != 0 ||
            to.strides.slice_bytes % pattern_bytes != 0)
            pattern_bytes = 1;
        struct gi_command commands[2] = {
            conf_fill(dst, 0, WHOLE, GUARD, 1),
            { .kind = GI_COMMAND_FILL, .barrier_before = true, .dst = place_in(dst, &to),
              .box = box, .pattern = pattern, .pattern_bytes = pattern_bytes },
        };
        memset(expected, GUARD, WHOLE);
        fill_model(expected, &to, &box, pattern, pattern_bytes);
        conf_run(&rig, commands, 2);
        conf_read(&rig, dst, 0, got, WHOLE);
        conf_same("a fill of a box", got, expected, WHOLE);
    }
    conf_memory_free(dst);
    conf_close(&rig);
}

/** Rows of the source between those of the target, and more rows than any list of regions has. */
static void box_alternating_rows(void **state)
{
    enum { WIDTH = 5, ROW = 24, ROWS = 3000, BYTES = ROW * ROWS };
    static uint8_t bytes[BYTES], got[BYTES];
    const struct gi_strides strides = { ROW, 0 };
    const struct gi_box box = { WIDTH, ROWS, 1 };
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_memory *memory = conf_memory(rig.base, BYTES, GI_MEMORY_DEVICE);
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = conf_byte(i);
    conf_write(&rig, memory, 0, bytes, BYTES);
    struct gi_command commands[2] = {
        { .kind = GI_COMMAND_COPY, .dst = { memory, 6, strides }, .src = { memory, 1, strides },
          .box = box },
        { .kind = GI_COMMAND_COPY, .barrier_before = true, .dst = { memory, 13, strides },
          .src = { memory, 6, strides }, .box = box },
    };
    conf_run(&rig, commands, 2);
    gi_box_move(bytes + 6, &strides, bytes + 1, &strides, &box);
    gi_box_move(bytes + 13, &strides, bytes + 6, &strides, &box);
    conf_read(&rig, memory, 0, got, BYTES);
    conf_same("alternating rows", got, bytes, BYTES);
    conf_memory_free(memory);
    conf_close(&rig);
}

const struct conf_case conf_box_cases[] = {
    { "box.device_to_device", box_device_to_device },
    { "box.host_to_device", box_host_to_device },
    { "box.device_to_host", box_device_to_host },
    { "box.fill", box_fill },
    { "box.alternating_rows", box_alternating_rows },
    { NULL, NULL },
};
