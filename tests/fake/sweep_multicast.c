/* The part of the fault sweep that is about multicast objects. */
#include "sweep.h"

#include <unistd.h>

#include "../copies.h"
#include "fake.h"
#include "pools/memory.h"
#include "ranges/multicast_bind.h"
#include "ranges/range.h"
#include "stream/stream.h"

#define STEP GI_MULTICAST_STEP

enum { TEAM = 2 };

static const int devices[TEAM] = { SWEEP_DEVICE, SWEEP_FAR_DEVICE };

struct things {
    gi_handle object, twice, pages[TEAM], stream;
    uint64_t out, addresses[TEAM + 1];   /* of the members' memory, and of the object */
    bool is_mapped[TEAM + 1];
};

static gi_status map(struct things *t, int i, gi_handle handle, int device)
{
    struct gi_range_location location = { .type = 1, .id = device,
                                          .access = GI_ACCESS_READ_WRITE };
    gi_status status = gi_range_reserve(STEP, 0, 0, &t->addresses[i]);

    if (status == GI_OK)
        status = gi_range_map(t->addresses[i], STEP, 0, handle);
    if (status != GI_OK)
        return status;
    t->is_mapped[i] = true;
    return gi_range_set_access(t->addresses[i], STEP, &location, 1);
}

static gi_status make_member(struct things *t, int i)
{
    const struct gi_pages_properties properties = { .type = 1, .location_type = 1,
                                                    .location_id = devices[i],
                                                    .handle_types = GI_PAGES_FD };
    gi_status status = gi_pages_create(&properties, STEP, &t->pages[i]);

    if (status == GI_OK)
        status = map(t, i, t->pages[i], devices[i]);
    return status == GI_OK ? gi_multicast_bind_pages(t->object, -1, 0, t->pages[i], 0, STEP)
                           : status;
}

static gi_status make_object(struct things *t)
{
    const struct gi_multicast_properties properties = { .device_count = TEAM, .visible_count = TEAM,
                                                        .size_bytes = STEP,
                                                        .handle_types = GI_PAGES_FD };
    gi_status status = gi_multicast_create(&properties, &t->object);
    int fd;

    if (status == GI_OK)
        status = gi_pages_export(t->object, GI_PAGES_FD, &fd);
    if (status != GI_OK)
        return status;
    status = gi_multicast_import(GI_PAGES_FD, fd, &t->twice);
    EXPECT(sweep_close(fd) == 0, "the import took the fd");
    for (int i = 0; i < TEAM && status == GI_OK; i++)
        status = gi_multicast_add_device(t->object, devices[i]);
    return status;
}

static gi_status make(struct things *t)
{
    gi_status status = gi_memory_host_alloc(STEP, 0, &t->out);

    if (status == GI_OK)
        status = gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &t->stream);
    if (status == GI_OK)
        status = make_object(t);
    for (int i = 0; i < TEAM && status == GI_OK; i++)
        status = make_member(t, i);
    return status == GI_OK ? map(t, TEAM, t->object, devices[0]) : status;
}

static gi_status work(struct things *t)
{
    gi_status status = make(t);

    if (status == GI_OK)
        status = gi_fill_async(t->addresses[TEAM], 5, 1, STEP, t->stream);
    for (int i = 0; i < TEAM && status == GI_OK; i++)
        status = gi_copy_async(t->out + (uint64_t)i, t->addresses[i] + (uint64_t)i, 1,
                               GI_COPY_DEVICE_TO_HOST, t->stream);
    if (status == GI_OK)
        status = gi_multicast_unbind(t->object, devices[1], 0, STEP);    /* under work */
    if (status == GI_OK)
        status = gi_stream_synchronize(t->stream);
    if (status != GI_OK)
        return status;
    const uint8_t *out = (const uint8_t *)(uintptr_t)t->out;
    EXPECT(out[0] == 5 && out[1] == 5, "no error, but the bytes did not arrive");
    return GI_OK;
}

static void end(struct things *t)
{
    const gi_handle handles[] = { t->object, t->twice, t->pages[0], t->pages[1] };

    if (t->stream != 0)
        (void)!gi_stream_synchronize(t->stream);
    for (int i = 0; i < 2; i++) {        /* before the mappings */
        if (handles[i] != 0)
            EXPECT(gi_pages_release(handles[i]) == GI_OK, "the object stays");
    }
    for (int i = 0; i <= TEAM; i++) {
        if (t->is_mapped[i])
            EXPECT(gi_range_unmap(t->addresses[i], STEP) == GI_OK, "no unmapping: %s",
                   gi_last_error_detail());
        if (t->addresses[i] != 0)
            EXPECT(gi_range_free(t->addresses[i], STEP) == GI_OK, "the addresses stay: %s",
                   gi_last_error_detail());
    }
    for (int i = 2; i < 4; i++) {
        if (handles[i] != 0)
            EXPECT(gi_pages_release(handles[i]) == GI_OK, "pages stay");
    }
    if (t->out != 0)
        sweep_expect_destroyed(gi_memory_host_free(t->out), "pinned memory");
    if (t->stream != 0)
        sweep_expect_destroyed(gi_stream_destroy(t->stream), "a stream");
}

gi_status sweep_multicast(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    struct things t = { 0 };
    gi_status status;

    sweep_begin_work(fail_nth, fail_status);
    status = work(&t);
    sweep_after_work(status, out_slot);
    end(&t);
    return status;
}
