#include "launches.h"

#include <sched.h>

#include "base/clock.h"
#include "launch.h"
#include "arrays/texture.h"

void sched_launch(gi_handle handle)
{
    OK(gifake_launch(handle));
}

gi_handle sched_held_launch(void)
{
    gi_handle stream = sched_stream();
    struct gifake_counts before, after;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &before);
    gifake_pause_queue(0, sched_queue_of(stream));
    sched_launch(stream);
    gifake_counts(0, GIFAKE_ALL_QUEUES, &after);
    REQUIRE(after.launches == before.launches + 1, "the launch was not submitted");
    return stream;
}

void sched_let_go(gi_handle stream)
{
    gifake_resume_queue(0, sched_queue_of(stream));
}

/* The scheduler may hold a destroyed stream, and with it a queue, for a moment more: until then new
 * streams share one. */
gi_handle sched_other_stream(gi_handle than)
{
    int64_t deadline = gi_deadline_ns(UINT64_C(20000000000));
    gi_handle stream;

    while (stream = sched_stream(), sched_queue_of(stream) == sched_queue_of(than)) {
        REQUIRE(gi_now_ns() < deadline, "both streams have one queue");
        OK(gi_stream_destroy(stream));
        sched_yield();
    }
    return stream;
}

static struct gi_device *device(void)
{
    return gi_device_if_open(0);
}

void sched_await_launches(void)
{
    int64_t deadline = gi_deadline_ns(UINT64_C(20000000000));

    while (atomic_load(&device()->touching_anything) > 0) {
        REQUIRE(gi_now_ns() < deadline, "nobody noticed the end of a launch");
        sched_yield();
    }
}

unsigned sched_live_memories(void)
{
    struct gifake_live live;

    gifake_live(&live);
    return live.memories;
}

/* What is kept is dropped a moment after the launch counts as done. */
void sched_await_memories(unsigned count)
{
    int64_t deadline = gi_deadline_ns(UINT64_C(20000000000));

    while (sched_live_memories() > count) {
        REQUIRE(gi_now_ns() < deadline, "%u memories instead of %u", sched_live_memories(), count);
        sched_yield();
    }
}

void sched_expect_nothing_finished(void)
{
    REQUIRE(gifake_finished_under_launches(0) == 0, "%lu objects were finished under a launch",
            gifake_finished_under_launches(0));
}

uint64_t sched_import(gi_handle *out_memory)
{
    struct gi_external_memory_request request = {
        .type = 1, .fd = sched_peer_memory(SCHED_OBJECT_BYTES), .size_bytes = SCHED_OBJECT_BYTES
    };
    struct gi_external_buffer_request whole = { .size_bytes = SCHED_OBJECT_BYTES };
    uint64_t buffer;

    OK(gi_external_memory_import(&request, out_memory));
    OK(gi_external_memory_map_buffer(*out_memory, &whole, &buffer));
    return buffer;
}

uint64_t sched_texture(uint64_t pointer)
{
    const struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    const struct gi_resource resource = { .kind = GI_RESOURCE_LINEAR, .pointer = pointer,
                                          .size_bytes = 4096,
                                          .channels = { { 32, 0, 0, 0 }, GI_CHANNEL_UNSIGNED } };
    uint64_t texture;

    OK(gi_texture_create(&resource, &sampling, NULL, &texture));
    return texture;
}

bool sched_slot_is_filled(uint64_t number)
{
    struct gi_texture found;

    return gifake_texture(0, (uint32_t)number, &found);
}
