/* Boxes by the core's calls: every mix of device, pinned and pageable memory, on one device and on
 * two, against a model on the host. Device memory is one that the host does not see. */
#include <string.h>

#include "../unit/random.h"
#include "contract/box.h"
#include "harness.h"
#include "pools/register.h"

enum { WHOLE = 24 << 10, ROUNDS = 400, KINDS = 3, DEVICES = 2 };

enum kind { DEVICE, PINNED, PAGEABLE };

struct area {
    enum kind kind;
    uint64_t pointer;
    uint8_t model[WHOLE];
};

static struct area areas[DEVICES][KINDS];
static uint8_t pageable[DEVICES][WHOLE], got[WHOLE];

static void open_devices(bool unmapped)
{
    struct gifake_device_config configs[DEVICES];

    for (uint32_t i = 0; i < DEVICES; i++) {
        gifake_default_config(&configs[i], i);
        if (unmapped && sched_has_room_for_addresses())
            configs[i].addresses = GIFAKE_ADDRESSES_UNMAPPED;
    }
    gifake_configure(configs, DEVICES);
    for (int d = 0; d < DEVICES; d++) {
        OK(gi_device_set_current(d));
        areas[d][DEVICE].pointer = sched_memory(WHOLE);
        areas[d][PINNED].pointer = sched_host_memory(WHOLE);
        areas[d][PAGEABLE].pointer = (uint64_t)(uintptr_t)pageable[d];
        for (int kind = 0; kind < KINDS; kind++) {
            areas[d][kind].kind = (enum kind)kind;
            memset(areas[d][kind].model, 0x11 * kind + d, WHOLE);
            OK(gi_copy_now(areas[d][kind].pointer, (uint64_t)(uintptr_t)areas[d][kind].model,
                           WHOLE, GI_COPY_INFER));
        }
    }
}

static struct gi_copy_side random_end(struct test_random *random, const struct gi_box *box,
                                        uint64_t *out_at)
{
    struct gi_copy_side end = { .pitch = box->width_bytes + test_random_below(random, 9) };

    end.slice_bytes = end.pitch * (box->height + test_random_below(random, 2));
    *out_at = test_random_below(random, 900);
    return end;
}

static struct area *random_area(struct test_random *random, int devices)
{
    return &areas[test_random_below(random, (uint64_t)devices)][test_random_below(random, KINDS)];
}

static struct gi_strides strides_of(const struct gi_copy_side *end)
{
    return (struct gi_strides){ end->pitch, end->slice_bytes };
}

/* The place in an area, as a pointer and a position behind it. */
static void put_at(struct test_random *random, struct gi_copy_side *end, const struct area *area,
                   uint64_t at)
{
    end->x = test_random_below(random, at + 1);
    end->pointer = area->pointer + at - end->x;
    end->declared = area->kind == PAGEABLE ? GI_DECLARED_HOST : GI_DECLARED_DEVICE;
    if (test_random_below(random, 2) == 0)
        end->declared = GI_DECLARED_NOTHING;
}

/* Copies a box between two areas, or within one (at the same strides, as these may overlap). */
static void copy_one(struct test_random *random, gi_handle stream, int devices)
{
    static uint8_t before[WHOLE];
    struct gi_box box = { 1 + test_random_below(random, 60), 1 + test_random_below(random, 12),
                          1 + test_random_below(random, 5) };
    struct area *dst = random_area(random, devices), *src = random_area(random, devices);
    uint64_t to, from;
    struct gi_copy_side dst_end = random_end(random, &box, &to);
    struct gi_copy_side src_end = random_end(random, &box, &from);

    if (dst == src) {
        src_end.pitch = dst_end.pitch;
        src_end.slice_bytes = dst_end.slice_bytes;
    }
    struct gi_strides dst_strides = strides_of(&dst_end), src_strides = strides_of(&src_end);
    put_at(random, &dst_end, dst, to);
    put_at(random, &src_end, src, from);
    /* What the host writes by itself must not come before what a stream still reads. */
    if (test_random_below(random, 3) == 0) {
        OK(gi_stream_synchronize(stream));
        OK(gi_copy_box(&dst_end, &src_end, &box, GI_COPY_INFER));
        for (int d = devices - 1; d >= 0; d--) {     /* within a device it may be under way */
            OK(gi_device_set_current(d));
            OK(gi_device_synchronize());
        }
    } else {
        OK(gi_copy_box_async(&dst_end, &src_end, &box, GI_COPY_INFER, stream));
    }
    memcpy(before, src->model, WHOLE);
    gi_box_move(dst->model + to, &dst_strides, before + from, &src_strides, &box);
}

static void fill_one(struct test_random *random, gi_handle stream, int devices)
{
    struct gi_box box = { 4 * (1 + test_random_below(random, 20)),
                          1 + test_random_below(random, 12), 1 + test_random_below(random, 5) };
    struct area *dst = &areas[test_random_below(random, (uint64_t)devices)]
                             [test_random_below(random, 2)];
    uint32_t pattern = (uint32_t)test_random_next(random);
    struct gi_copy_side end = { .pitch = box.width_bytes + 4, .slice_bytes = 4096 };
    struct gi_strides strides = strides_of(&end);
    uint64_t to = 4 * test_random_below(random, 200);

    end.pointer = dst->pointer + to;
    OK(gi_fill_box_async(&end, pattern, 4, &box, stream));
    for (uint64_t i = 0; i < gi_box_bytes(&box); i++) {
        uint64_t x = i % box.width_bytes, row = i / box.width_bytes;

        dst->model[to + gi_box_offset(&strides, x, row % box.height, row / box.height)] =
            (uint8_t)(pattern >> 8 * (x % 4));
    }
}

static void compare(int round, int devices)
{
    for (int d = 0; d < devices; d++) {
        for (int kind = 0; kind < KINDS; kind++) {
            OK(gi_copy_now((uint64_t)(uintptr_t)got, areas[d][kind].pointer, WHOLE, GI_COPY_INFER));
            for (size_t i = 0; i < WHOLE; i++)
                REQUIRE(got[i] == areas[d][kind].model[i], "round %d: device %d, kind %d: byte "
                        "%zu is 0x%02x instead of 0x%02x", round, d, kind, i, got[i],
                        areas[d][kind].model[i]);
        }
    }
}

static void run(int devices, bool unmapped)
{
    struct test_random random;
    gi_handle stream;

    open_devices(unmapped);
    test_random_begin(&random, "boxes");
    OK(gi_device_set_current(0));
    stream = sched_stream();
    for (int round = 0; round < ROUNDS; round++) {
        /* Host memory is read and written by the host when a call says so, in stream order only
         * if the stream is empty: look after each. */
        copy_one(&random, stream, devices);
        OK(gi_stream_synchronize(stream));
        fill_one(&random, stream, devices);
        OK(gi_stream_synchronize(stream));
        if (round % 20 == 0)
            compare(round, devices);
    }
    compare(ROUNDS, devices);
    OK(gi_stream_destroy(stream));
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

/* Work on the other device's memory goes in the order of the stream, and no call waits for it. */
SCHED_CASE(other_devices_work_in_order)
{
    enum { LARGE = 24 << 20 };           /* more pieces than are kept */
    uint64_t far, near, pinned;
    gi_handle stream;

    open_devices(true);
    OK(gi_device_set_current(1));
    far = sched_memory(LARGE);
    OK(gi_device_set_current(0));
    near = sched_memory(LARGE);
    pinned = sched_host_memory(LARGE);
    stream = sched_stream();
    sched_pause_all();
    gifake_pause_queue(1, 0);
    OK(gi_fill_async(near, 0x41, 1, LARGE, stream));
    OK(gi_fill_async(far, 0x77, 1, LARGE, stream));
    OK(gi_copy_async(far, near, LARGE, GI_COPY_DEVICE_TO_DEVICE, stream));
    OK(gi_fill_async(near, 0x42, 1, LARGE, stream));
    OK(gi_fill_async(far + LARGE / 2, 0x43, 1, LARGE / 2, stream));
    OK(gi_copy_async(near + 1, far + 1, LARGE - 1, GI_COPY_INFER, stream));
    OK(gi_copy_async(pinned, near, LARGE, GI_COPY_DEVICE_TO_HOST, stream));
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    gifake_resume_queue(1, 0);
    sched_resume_all();
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(pinned, 1, 0x42);
    sched_expect_bytes(pinned + 1, LARGE / 2 - 1, 0x41);
    sched_expect_bytes(pinned + LARGE / 2, LARGE / 2, 0x43);
    OK(gi_stream_destroy(stream));
}

SCHED_CASE(bad_boxes_are_refused)
{
    struct gi_box box = { 64, 4, 2 };
    struct gi_copy_side good, end;

    open_devices(false);
    end = good = (struct gi_copy_side){ .pointer = areas[0][DEVICE].pointer, .pitch = 64,
                                      .slice_bytes = 256 };
    OK(gi_copy_box(&good, &good, &box, GI_COPY_INFER));
    end.pitch = 63;
    STATUS(GI_INVALID_PITCH, gi_copy_box(&end, &good, &box, GI_COPY_INFER));
    STATUS(GI_INVALID_PITCH, gi_copy_box(&good, &end, &box, GI_COPY_INFER));
    STATUS(GI_INVALID_PITCH, gi_fill_box(&end, 0, 1, &box));
    end = good;
    end.slice_bytes = 255;
    STATUS(GI_INVALID_VALUE, gi_copy_box(&end, &good, &box, GI_COPY_INFER));
    end = good;
    end.pointer += WHOLE - 511;
    STATUS(GI_INVALID_VALUE, gi_copy_box(&end, &good, &box, GI_COPY_INFER));
    STATUS(GI_INVALID_VALUE, gi_fill_box_async(&end, 0, 1, &box, 0));
    end.pointer -= 1;
    OK(gi_fill_box(&end, 0, 1, &box));
    end = good;
    end.slice_bytes = UINT64_MAX;
    STATUS(GI_INVALID_VALUE, gi_copy_box(&end, &good, &box, GI_COPY_INFER));
    end.pointer = 0;
    STATUS(GI_INVALID_VALUE, gi_copy_box(&end, &good, &box, GI_COPY_INFER));
    box.height = 0;
    OK(gi_copy_box(&end, &good, &box, GI_COPY_INFER));
}

/* At either side of a copy. */
static void expect_refused(struct gi_copy_side end, enum gi_declared said,
                           const struct gi_box *box)
{
    struct gi_copy_side good = { .pointer = areas[1][DEVICE].pointer, .pitch = 64 };

    end.declared = said;
    end.pitch = 64;
    STATUS(GI_INVALID_VALUE, gi_copy_box(&end, &good, box, GI_COPY_INFER));
    STATUS(GI_INVALID_VALUE, gi_copy_box(&good, &end, box, GI_COPY_INFER));
    STATUS(GI_INVALID_VALUE, gi_copy_box_async(&end, &good, box, GI_COPY_INFER, 0));
    STATUS(GI_INVALID_VALUE, gi_copy_box_per_thread(&good, &end, box, GI_COPY_INFER));
}

static void expect_judged(bool unmapped)
{
    const struct gi_box box = { 64, 4, 1 };
    uint64_t freed;

    open_devices(unmapped);
    freed = sched_memory(WHOLE);
    OK(gi_memory_free(freed));
    for (int said = GI_DECLARED_NOTHING; said <= GI_DECLARED_DEVICE; said++) {
        for (int kind = DEVICE; kind <= PINNED; kind++) {
            uint64_t pointer = areas[0][kind].pointer;

            expect_refused((struct gi_copy_side){ .pointer = pointer, .x = WHOLE - 255 },
                           said, &box);
            expect_refused((struct gi_copy_side){ .pointer = pointer, .x = WHOLE }, said,
                           &box);
            expect_refused((struct gi_copy_side){ .pointer = pointer, .x = 1u << 30 },
                           said,
                           &box);
            expect_refused((struct gi_copy_side){ .pointer = pointer, .x = UINT64_MAX },
                           said, &box);
            expect_refused((struct gi_copy_side){ .pointer = pointer - 1, .x = 1 }, said,
                           &box);
            expect_refused((struct gi_copy_side){ .pointer = pointer - 1 }, said, &box);
        }
        expect_refused((struct gi_copy_side){ .pointer = freed }, said, &box);
    }
    expect_refused((struct gi_copy_side){ .pointer = areas[0][PAGEABLE].pointer },
                   GI_DECLARED_DEVICE,
                   &box);
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(freed, 4096, 0));
}

SCHED_CASE(positions_and_types_are_judged)
{
    expect_judged(false);
}

SCHED_CASE(those_of_memory_that_the_host_does_not_see_too)
{
    expect_judged(true);
}
