/* The part of the fault sweep that is about memory and its copies. */
#include "sweep.h"

#include <string.h>

#include "../copies.h"
#include "ops/copy_batch.h"
#include "device/device.h"
#include "ops/event.h"
#include "ops/enqueue.h"
#include "fake.h"
#include "launch.h"
#include "pools/memory.h"
#include "pools/pool.h"
#include "ops/pool_call.h"
#include "stream/stream.h"
#include "ops/stream_memory.h"

enum {
    WIDTH = 300, ROWS = 16, SLICES = 3, PACKED = WIDTH * ROWS * SLICES,
    SIZE = 64 * 1024, HALF = SIZE / 2,
    /* In the pinned memory: a word that one stream waits for, and what came from far. */
    WORD_AT = SIZE - 64, MIDDLE_AT = SIZE, PINNED_SIZE = 2 * SIZE
};

struct things {
    uint64_t rows, pitch, pinned, far, pooled, pooled_too;
    gi_handle pool, streams[2], begin, returned, end;
};

static uint8_t source[PACKED], result[PACKED];

static const struct gi_box volume = { WIDTH, ROWS, SLICES };

static struct gi_copy_side packed_end(const void *bytes)
{
    return (struct gi_copy_side){ .pointer = (uint64_t)(uintptr_t)bytes, .pitch = WIDTH,
                                .slice_bytes = (uint64_t)WIDTH * ROWS };
}

static struct gi_copy_side rows_end(const struct things *t)
{
    return (struct gi_copy_side){ .pointer = t->rows, .pitch = t->pitch,
                                .slice_bytes = t->pitch * ROWS };
}

/* ---- making ---------------------------------------------------------------------------------- */

static gi_status make_far(struct things *t)
{
    gi_status status = gi_device_set_current(SWEEP_FAR_DEVICE);
    gi_status back;

    if (status == GI_OK)
        status = gi_memory_alloc(SIZE, &t->far);
    back = gi_device_set_current(SWEEP_DEVICE);
    return status != GI_OK ? status : back;
}

static gi_status make(struct things *t)
{
    struct gi_pool_request request = { .allocation_type = 1, .location_type = 1,
                                       .device = SWEEP_DEVICE };
    gi_status status = gi_memory_alloc_rows(WIDTH, ROWS, SLICES, &t->pitch, &t->rows);

    if (status == GI_OK)
        status = gi_memory_host_alloc(PINNED_SIZE, 0, &t->pinned);
    if (status == GI_OK)
        status = make_far(t);
    if (status == GI_OK)
        status = gi_pool_create(&request, &t->pool);
    for (int i = 0; i < 2 && status == GI_OK; i++)
        status = gi_stream_create(i == 0 ? 0 : GI_STREAM_NON_BLOCKING, 0, &t->streams[i]);
    if (status == GI_OK)
        status = gi_event_create(0, &t->begin);
    if (status == GI_OK)
        status = gi_event_create(0, &t->returned);
    if (status == GI_OK)
        status = gi_event_create(0, &t->end);
    if (t->pinned != 0)
        memset((void *)(uintptr_t)t->pinned, 0, PINNED_SIZE);
    return status;
}

/* ---- work ------------------------------------------------------------------------------------ */

/* A volume from pageable memory, a part of it filled, and back to pinned and to pageable memory. */
static gi_status enqueue_boxes(const struct things *t, gi_handle stream)
{
    struct gi_copy_side rows = rows_end(t), from = packed_end(source), to = packed_end(result);
    struct gi_copy_side pinned = packed_end((void *)(uintptr_t)t->pinned);
    struct gi_box corner = { 16, 2, 2 };
    gi_status status = gi_event_record(t->begin, stream);

    if (status == GI_OK)
        status = gi_copy_box_async(&rows, &from, &volume, GI_COPY_INFER, stream);
    if (status == GI_OK)
        status = gi_fill_box_async(&rows, 0x77, 1, &corner, stream);
    if (status == GI_OK)
        status = gi_copy_box_async(&pinned, &rows, &volume, GI_COPY_DEVICE_TO_HOST, stream);
    if (status == GI_OK)
        status = gi_copy_box_async(&to, &rows, &volume, GI_COPY_DEVICE_TO_HOST, stream);
    return status;
}

/* Memory of both pools, over the other device and back, in one stream. */
static gi_status enqueue_far(struct things *t, gi_handle stream)
{
    gi_status status = gi_memory_alloc_async(SIZE, t->pool, stream, &t->pooled);

    if (status == GI_OK)
        status = gi_memory_alloc_async(SIZE, 0, stream, &t->pooled_too);
    if (status == GI_OK)
        status = gi_fill_async(t->pooled, 0x3c, 1, SIZE, stream);
    if (status == GI_OK)
        status = gi_copy_async(t->far, t->pooled, SIZE, GI_COPY_DEVICE_TO_DEVICE, stream);
    if (status == GI_OK)
        status = gi_copy_async(t->pooled_too, t->far, SIZE, GI_COPY_DEVICE_TO_DEVICE, stream);
    if (status == GI_OK)
        status = gi_event_record(t->returned, stream);
    if (status == GI_OK)
        status = gi_fill_async(t->far, 0, 1, SIZE, stream);
    return status;
}

/* The other stream waits for a word that this one writes, and then copies a batch. */
static gi_status enqueue_batch(const struct things *t)
{
    struct gi_value_op wait = { GI_VALUE_OP_WAIT, t->pinned + WORD_AT, 4, 7, UINT32_MAX,
                               GI_VALUE_EQUAL };
    struct gi_value_op write = { .kind = GI_VALUE_OP_WRITE, .pointer = t->pinned + WORD_AT,
                                .size_bytes = 4, .value = 7 };
    struct gi_batch_copy copies[2] = {
        { .copy.dst.pointer = t->pinned + MIDDLE_AT,
          .copy.src.pointer = t->pooled_too,
          .copy.width = HALF, .order = GI_SOURCE_IN_STREAM },
        { .copy.dst.pointer = t->pinned + MIDDLE_AT + HALF,
          .copy.src.pointer = t->pooled_too + HALF,
          .copy.width = HALF, .order = GI_SOURCE_ANY },
    };
    gi_status status = gi_stream_word_ops(t->streams[1], &wait, 1);

    if (status == GI_OK)
        status = gi_stream_word_ops(t->streams[0], &write, 1);
    if (status == GI_OK)
        status = gi_copy_batch(copies, 2, t->streams[1]);
    if (status == GI_OK)
        status = gi_event_record(t->end, t->streams[1]);
    if (status == GI_OK)
        status = gi_stream_wait_event(t->streams[0], t->end);
    return status;
}

/* What is freed under a launch lives until that is done. */
static gi_status free_pooled(struct things *t)
{
    gi_status status = gifake_launch(t->streams[1]);

    if (status == GI_OK)
        status = gi_memory_free_async(t->pooled, t->streams[0]);
    if (status == GI_OK)
        t->pooled = 0;
    if (status == GI_OK)
        status = gi_memory_free_async(t->pooled_too, t->streams[0]);
    if (status == GI_OK)
        t->pooled_too = 0;
    return status;
}

static gi_status look_at_results(struct things *t)
{
    struct gi_copy_side rows = rows_end(t), to = packed_end(result);
    /* First the one whose failure would leave the word unwritten. */
    gi_status status = gi_stream_synchronize(t->streams[0]);
    double ms = -1;

    if (status == GI_OK)
        status = gi_stream_synchronize(t->streams[1]);
    if (status == GI_OK)
        status = gi_event_elapsed(t->begin, t->end, &ms);
    if (status == GI_OK)
        status = gi_pool_trim(t->pool, 0);
    if (status == GI_OK)
        status = gi_copy_box(&to, &rows, &volume, GI_COPY_INFER);
    if (status == GI_OK)
        status = gi_fill_box(&rows, 0, 1, &volume);
    if (status == GI_OK)
        status = gi_device_synchronize();
    if (status != GI_OK)
        return status;
    const uint8_t *pinned = (const uint8_t *)(uintptr_t)t->pinned;
    EXPECT(result[0] == 0x77 && pinned[0] == 0x77, "no error, but the fill did not arrive");
    EXPECT(memcmp(&result[WIDTH * 2], &source[WIDTH * 2], WIDTH) == 0 &&
           memcmp(&pinned[PACKED - 1], &source[PACKED - 1], 1) == 0,
           "no error, but the volume did not arrive");
    EXPECT(pinned[MIDDLE_AT] == 0x3c && pinned[PINNED_SIZE - 1] == 0x3c,
           "no error, but the bytes did not come back from the other device");
    EXPECT(ms >= 0, "no error, but the work took %f ms", ms);
    return GI_OK;
}

static gi_status work(struct things *t)
{
    gi_status status = make(t);

    if (status == GI_OK)
        status = enqueue_boxes(t, t->streams[0]);
    if (status == GI_OK)
        status = enqueue_far(t, t->streams[0]);
    if (status == GI_OK)
        status = enqueue_batch(t);
    if (status == GI_OK)
        status = free_pooled(t);
    return status == GI_OK ? look_at_results(t) : status;
}

/* ---- ending ---------------------------------------------------------------------------------- */

static void end_streams(const struct things *t)
{
    /* The word may still release the second stream. It also says that the first one has written
     * what the second one reads, so that copy must be over here, too. */
    if (t->returned != 0)
        (void)!gi_event_synchronize(t->returned);
    if (t->pinned != 0)
        __atomic_store_n((uint32_t *)(uintptr_t)(t->pinned + WORD_AT), 7, __ATOMIC_RELEASE);
    for (int i = 0; i < 2; i++) {
        gi_status end = t->streams[i] != 0 ? gi_stream_synchronize(t->streams[i]) : GI_OK;
        (void)end;               /* the streams end; how they end is theirs */
    }
    /* What was done for them on the other device is kept until somebody looks. */
    if (gi_device_set_current(SWEEP_FAR_DEVICE) == GI_OK)
        (void)!gi_device_synchronize();
    (void)!gi_device_set_current(SWEEP_DEVICE);
}

static void destroy(const struct things *t)
{
    gi_handle pool;
    const uint64_t memories[] = { t->rows, t->far, t->pooled, t->pooled_too };

    for (size_t i = 0; i < sizeof memories / sizeof memories[0]; i++) {
        if (memories[i] != 0)
            sweep_expect_destroyed(gi_memory_free(memories[i]), "device memory");
    }
    if (t->pinned != 0)
        sweep_expect_destroyed(gi_memory_host_free(t->pinned), "pinned memory");
    if (t->pool != 0)
        sweep_expect_destroyed(gi_pool_destroy(t->pool), "the pool");
    if (t->begin != 0)
        sweep_expect_destroyed(gi_event_destroy(t->begin), "an event");
    if (t->returned != 0)
        sweep_expect_destroyed(gi_event_destroy(t->returned), "an event");
    if (t->end != 0)
        sweep_expect_destroyed(gi_event_destroy(t->end), "an event");
    for (int i = 0; i < 2; i++) {
        if (t->streams[i] != 0)
            sweep_expect_destroyed(gi_stream_destroy(t->streams[i]), "a stream");
    }
    /* Memory that a stream has freed is kept for it, with the stream. */
    if (gi_pool_default(SWEEP_DEVICE, &pool) == GI_OK)
        (void)!gi_pool_trim(pool, 0);
}

/* The far device, too, which a reset leaves alone. What work failed with comes out here. */
static gi_status reset_both(void)
{
    gi_status far = gi_device_set_current(SWEEP_FAR_DEVICE);
    gi_status here;

    if (far == GI_OK)
        far = gi_device_reset();
    here = gi_device_set_current(SWEEP_DEVICE);
    if (here == GI_OK)
        here = gi_device_reset();
    return here != GI_OK ? here : far;
}

static void fill_source(void)
{
    for (size_t i = 0; i < PACKED; i++)
        source[i] = (uint8_t)(i * 7 + i / 251);
    memset(result, 0, sizeof result);
}

static gi_status run(unsigned long fail_nth, gi_status fail_status, const char **out_slot,
                     bool by_reset)
{
    struct things t = { 0 };
    gi_status status, end = GI_OK;

    fill_source();
    sweep_begin_work(fail_nth, fail_status);
    status = work(&t);
    if (by_reset && status == GI_OK)
        end = reset_both();      /* the fault may come now */
    sweep_after_work(status, out_slot);
    if (!by_reset || status != GI_OK)
        end_streams(&t);
    if (!by_reset)
        destroy(&t);
    else if (status != GI_OK)
        (void)!reset_both();
    return status != GI_OK ? status : end;
}

gi_status sweep_memory(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    return run(fail_nth, fail_status, out_slot, false);
}

gi_status sweep_memory_reset(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    return run(fail_nth, fail_status, out_slot, true);
}
