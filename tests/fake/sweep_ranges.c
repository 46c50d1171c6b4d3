/* The part of the fault sweep that is about virtual memory management. */
#include "sweep.h"

#include <string.h>
#include <unistd.h>

#include "../copies.h"
#include "device/device.h"
#include "fake.h"
#include "launch.h"
#include "pools/memory.h"
#include "ranges/pages.h"
#include "ranges/range.h"
#include "stream/stream.h"

enum { STEP = 65536, STEPS = 4 };

struct things {
    uint64_t range, out;
    gi_handle pages, shared, imported, stream;
    uint64_t mapped[STEPS];      /* the steps of the mapping that begins there; 0: none */
};

static const struct gi_pages_properties plain = { .type = 1, .location_type = 1 };
static const struct gi_pages_properties shareable = { .type = 1, .handle_types = 1,
                                                      .location_type = 1 };

static gi_status map(struct things *t, uint64_t at, uint64_t steps, gi_handle pages)
{
    struct gi_range_location location = { .type = 1, .access = GI_ACCESS_READ_WRITE };
    gi_status status = gi_range_map(t->range + at * STEP, steps * STEP, 0, pages);

    if (status != GI_OK)
        return status;
    t->mapped[at] = steps;
    return gi_range_set_access(t->range + at * STEP, steps * STEP, &location, 1);
}

static gi_status unmap(struct things *t, uint64_t at)
{
    gi_status status = gi_range_unmap(t->range + at * STEP, t->mapped[at] * STEP);

    if (status == GI_OK)
        t->mapped[at] = 0;
    return status;
}

static gi_status share(struct things *t)
{
    gi_status status = gi_pages_create(&shareable, STEP, &t->shared);
    int fd;

    if (status == GI_OK)
        status = gi_pages_export(t->shared, 1, &fd);
    if (status != GI_OK)
        return status;
    status = gi_pages_import(1, fd, &t->imported);
    EXPECT(sweep_close(fd) == 0, "the import took the fd");
    return status;
}

static gi_status make(struct things *t)
{
    gi_status status = gi_range_reserve(STEPS * STEP, 0, 0, &t->range);

    if (status == GI_OK)
        status = gi_memory_host_alloc(STEPS * STEP, 0, &t->out);
    if (status == GI_OK)
        status = gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &t->stream);
    if (status == GI_OK)
        status = gi_pages_create(&plain, 2 * STEP, &t->pages);
    if (status == GI_OK)
        status = share(t);
    if (status == GI_OK)
        status = map(t, 0, 2, t->pages);
    if (status == GI_OK)
        status = map(t, 2, 1, t->shared);
    if (status == GI_OK)
        status = map(t, 3, 1, t->imported);
    return status;
}

static gi_status work(struct things *t)
{
    struct gi_range_location reads = { .type = 1, .access = GI_ACCESS_READ };
    gi_status status = make(t);

    if (status == GI_OK)
        status = gi_fill_async(t->range, 5, 1, STEPS * STEP, t->stream);
    if (status == GI_OK)
        status = gi_fill_async(t->range + 3 * STEP, 6, 1, STEP, t->stream);
    if (status == GI_OK)
        status = gi_copy_async(t->out, t->range, STEPS * STEP, GI_COPY_DEVICE_TO_HOST, t->stream);
    if (status == GI_OK)
        status = gifake_launch(t->stream);
    if (status == GI_OK)
        status = gi_range_set_access(t->range, STEP, &reads, 1);     /* waits for all of it */
    if (status == GI_OK)
        status = unmap(t, 3);
    if (status == GI_OK)
        status = gi_stream_synchronize(t->stream);
    if (status != GI_OK)
        return status;
    const uint8_t *out = (const uint8_t *)(uintptr_t)t->out;
    EXPECT(out[0] == 5 && out[2 * STEP - 1] == 5 && out[2 * STEP] == 6 && out[4 * STEP - 1] == 6,
           "no error, but the bytes did not arrive");
    return GI_OK;
}

static void end(struct things *t)
{
    if (t->stream != 0)
        (void)!gi_stream_synchronize(t->stream);
    for (uint64_t i = 0; i < STEPS; i++) {
        if (t->mapped[i] != 0)
            EXPECT(unmap(t, i) == GI_OK, "no unmapping: %s", gi_last_error_detail());
    }
    if (t->range != 0)
        EXPECT(gi_range_free(t->range, STEPS * STEP) == GI_OK, "the addresses stay: %s",
               gi_last_error_detail());
    const gi_handle pages[] = { t->pages, t->shared, t->imported };
    for (int i = 0; i < 3; i++) {
        if (pages[i] != 0)
            EXPECT(gi_pages_release(pages[i]) == GI_OK, "a handle stays");
    }
    if (t->out != 0)
        sweep_expect_destroyed(gi_memory_host_free(t->out), "pinned memory");
    if (t->stream != 0)
        sweep_expect_destroyed(gi_stream_destroy(t->stream), "a stream");
}

gi_status sweep_ranges(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    struct things t = { 0 };
    gi_status status;

    sweep_begin_work(fail_nth, fail_status);
    status = work(&t);
    sweep_after_work(status, out_slot);
    end(&t);
    return status;
}
