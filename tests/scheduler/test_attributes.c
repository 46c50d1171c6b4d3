/* What streams are told about their work, and give back. */
#include "harness.h"

#include "pools/managed.h"
#include "stream/stream_attributes.h"

SCHED_CASE(attributes_come_back)
{
    struct gi_stream_attributes got, wanted = {
        .window_base = 4096, .window_bytes = 1 << 20, .window_ratio = 0.5f,
        .window_hit = GI_ACCESS_PERSISTING, .window_miss = GI_ACCESS_STREAMING,
        .sync_policy = 2, .domain_default = 3, .domain_remote = 2, .domain = 1
    };
    gi_handle stream, other;
    int priority;

    sched_begin_plain();
    stream = sched_stream();
    other = sched_stream();
    OK(gi_stream_get_attributes(stream, &got));
    REQUIRE(got.sync_policy == GI_SYNC_UNSET && got.window_bytes == 0 && got.domain_remote == 1,
            "not the defaults");
    OK(gi_stream_set_attributes(stream, &wanted));
    OK(gi_stream_set_priority(stream, -99));
    OK(gi_stream_copy_attributes(other, stream));
    OK(gi_stream_get_attributes(other, &got));
    REQUIRE(got.window_base == 4096 && got.window_bytes == 1 << 20 && got.window_ratio == 0.5f &&
            got.window_hit == GI_ACCESS_PERSISTING && got.window_miss == GI_ACCESS_STREAMING &&
            got.sync_policy == 2 && got.domain_default == 3 && got.domain_remote == 2 &&
            got.domain == 1, "not what was set");
    OK(gi_stream_get_priority(other, &priority));
    REQUIRE(priority == GI_PRIORITY_GREATEST, "priority %d", priority);
    OK(gi_stream_set_attributes(GI_STREAM_PER_THREAD, &wanted));
    STATUS(GI_STALE_HANDLE, gi_stream_set_attributes(77, &wanted));
    STATUS(GI_STALE_HANDLE, gi_stream_get_attributes(77, &got));
    STATUS(GI_STALE_HANDLE, gi_stream_copy_attributes(stream, 77));
    STATUS(GI_STALE_HANDLE, gi_stream_copy_attributes(77, stream));
    STATUS(GI_STALE_HANDLE, gi_stream_set_priority(77, 0));
}

SCHED_CASE(wrong_attributes_change_nothing)
{
    struct gi_stream_attributes wrong[8], got;
    gi_handle stream;

    sched_begin_plain();
    stream = sched_stream();
    for (size_t i = 0; i < 8; i++)
        wrong[i] = gi_stream_default_attributes;
    wrong[0].window_ratio = 1.5f;
    wrong[1].window_ratio = -0.0f / 0.0f;
    wrong[2].window_base = UINT64_MAX - 3;
    wrong[3].window_miss = GI_ACCESS_PERSISTING;
    wrong[4].sync_policy = 0;
    wrong[5].sync_policy = 5;
    wrong[6].domain_remote = GI_SYNC_DOMAINS;
    wrong[7].domain = 2;
    for (size_t i = 0; i < 8; i++) {
        wrong[i].window_bytes = 5;       /* too much for the third */
        STATUS(GI_INVALID_VALUE, gi_stream_set_attributes(stream, &wrong[i]));
    }
    OK(gi_stream_get_attributes(stream, &got));
    REQUIRE(got.window_bytes == 0, "a refused attribute was kept");
}

SCHED_CASE(ids_are_of_one_stream_each)
{
    uint64_t id, other, legacy, null;

    sched_begin_plain();
    OK(gi_stream_get_id(sched_stream(), &id));
    OK(gi_stream_get_id(sched_stream(), &other));
    OK(gi_stream_get_id(GI_STREAM_LEGACY, &legacy));
    OK(gi_stream_get_id(GI_STREAM_NULL, &null));
    REQUIRE(id != other && legacy != id && legacy != other && legacy == null, "ids are shared");
    STATUS(GI_STALE_HANDLE, gi_stream_get_id(77, &id));
}

SCHED_CASE(unit_masks_are_kept)
{
    uint32_t mask[2] = { 0x5, 7 }, got[3] = { 9, 9, 9 }, none = 0;
    gi_handle stream;

    sched_begin_plain();         /* eight compute units */
    stream = sched_stream();
    OK(gi_stream_get_unit_mask(stream, got, 3));
    REQUIRE(got[0] == 0xff && got[1] == 0 && got[2] == 0, "0x%x 0x%x", got[0], got[1]);
    OK(gi_stream_set_unit_mask(stream, mask, 2));
    OK(gi_stream_get_unit_mask(stream, got, 1));
    REQUIRE(got[0] == 0x5, "0x%x", got[0]);
    OK(gi_stream_set_unit_mask(stream, &none, 1));       /* kept as it is */
    OK(gi_stream_get_unit_mask(stream, got, 1));
    REQUIRE(got[0] == 0, "0x%x", got[0]);
    STATUS(GI_INVALID_VALUE, gi_stream_set_unit_mask(stream, mask, 0));
    STATUS(GI_INVALID_VALUE, gi_stream_set_unit_mask(stream, NULL, 1));
    STATUS(GI_INVALID_VALUE, gi_stream_get_unit_mask(stream, got, 0));
    STATUS(GI_INVALID_VALUE, gi_stream_get_unit_mask(stream, NULL, 1));
    STATUS(GI_STALE_HANDLE, gi_stream_get_unit_mask(77, got, 1));
    STATUS(GI_STALE_HANDLE, gi_stream_set_unit_mask(77, mask, 1));
}

static void *other_thread(void *argument)
{
    int *mode = argument;

    OK(gi_stream_exchange_capture_mode(mode));
    return NULL;
}

SCHED_CASE(capture_modes_are_of_a_thread)
{
    pthread_t thread;
    int mode = 2, theirs = 1, any = -7;

    sched_begin_plain();
    OK(gi_stream_exchange_capture_mode(&mode));
    REQUIRE(mode == 0, "at first it is %d", mode);
    pthread_create(&thread, NULL, other_thread, &theirs);
    pthread_join(thread, NULL);
    REQUIRE(theirs == 0, "another thread has %d", theirs);
    OK(gi_stream_exchange_capture_mode(&any));
    REQUIRE(any == 2, "it became %d", any);
    OK(gi_stream_exchange_capture_mode(&mode));
    REQUIRE(mode == -7, "it became %d", mode);
}

SCHED_CASE(only_managed_memory_is_attached)
{
    uint64_t device, managed;
    gi_handle stream;

    sched_begin_plain();
    stream = sched_stream();
    device = sched_memory(4096);
    STATUS(GI_INVALID_VALUE, gi_stream_attach(stream, device, 0, GI_ATTACH_GLOBAL));
    STATUS(GI_INVALID_VALUE, gi_stream_attach(stream, 0, 0, GI_ATTACH_GLOBAL));
    OK(gi_memory_managed_alloc(8192, GI_MANAGED_GLOBAL, &managed));
    OK(gi_stream_attach(stream, managed, 0, GI_ATTACH_SINGLE));
    OK(gi_stream_attach(stream, managed, 8192, GI_ATTACH_HOST));
    OK(gi_stream_attach(GI_STREAM_NULL, managed, 8192, GI_ATTACH_GLOBAL));
    STATUS(GI_INVALID_VALUE, gi_stream_attach(GI_STREAM_NULL, managed, 0, GI_ATTACH_SINGLE));
    STATUS(GI_INVALID_VALUE, gi_stream_attach(stream, managed, 4096, GI_ATTACH_HOST));
    STATUS(GI_INVALID_VALUE, gi_stream_attach(stream, managed + 8, 0, GI_ATTACH_HOST));
    STATUS(GI_INVALID_VALUE, gi_stream_attach(stream, managed, 0, 0));
    STATUS(GI_INVALID_VALUE, gi_stream_attach(stream, managed, 0, 3));
    STATUS(GI_STALE_HANDLE, gi_stream_attach(77, managed, 0, GI_ATTACH_HOST));
    OK(gi_memory_free(managed));
    OK(gi_memory_free(device));
}
