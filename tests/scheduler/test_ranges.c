/* Ranges of virtual memory management, on a driver that checks what is placed and used. */
#include "launches.h"
#include "range_steps.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "arrays/texture.h"
#include "share/ipc.h"

static struct gi_pointer_info query(uint64_t pointer)
{
    struct gi_pointer_info info;

    OK(gi_pointer_query(pointer, &info));
    return info;
}

/* ---- copies -------------------------------------------------------------------------------- */

SCHED_CASE(copies_cross_handles)
{
    gi_handle stream;
    uint64_t range, other;

    sched_begin_plain();
    stream = sched_stream();
    range = reserve(4);
    other = sched_memory(3 * STEP);
    for (int i = 0; i < 3; i++)
        map_new(range + (uint64_t)i * STEP, 1);
    OK(gi_fill_async(range, 0x21, 1, 3 * STEP, stream));
    OK(gi_copy_async(other, range, 3 * STEP, GI_COPY_DEVICE_TO_DEVICE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(other, 3 * STEP, 0x21);
    STATUS(GI_INVALID_VALUE, gi_fill_async(range + STEP, 1, 1, 3 * STEP, stream));
    STATUS(GI_INVALID_VALUE, gi_fill_async(range + 3 * STEP, 1, 1, 1, stream));
    OK(gi_range_unmap(range + STEP, STEP));      /* a hole */
    STATUS(GI_INVALID_VALUE, gi_fill_async(range, 1, 1, STEP + 1, stream));
    STATUS(GI_INVALID_VALUE, gi_fill_async(range + STEP, 1, 1, 1, stream));
    OK(gi_fill_async(range, 1, 1, STEP, stream));
    OK(gi_fill_async(range + 2 * STEP, 2, 1, STEP, stream));
    map_new(range + STEP, 1);
    OK(gi_copy_async(other, range, 3 * STEP, GI_COPY_DEVICE_TO_DEVICE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(other, STEP, 1);
    sched_expect_bytes(other + STEP, STEP, 0);   /* new pages are zeros */
    sched_expect_bytes(other + 2 * STEP, STEP, 2);
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(other));
    end_range(range, 3, 4);
}

SCHED_CASE(attributes_are_of_the_mapping)
{
    struct gi_pointer_info first, second;
    uint64_t range;

    sched_begin_plain();
    range = reserve(4);
    REQUIRE(query(range).kind == GI_POINTER_UNKNOWN, "nothing is mapped yet");
    map_new(range, 2);
    map_new(range + 2 * STEP, 1);
    first = query(range + 5);
    second = query(range + 2 * STEP);
    REQUIRE(first.kind == GI_POINTER_DEVICE && first.device_pointer == range + 5, "not the byte");
    REQUIRE(first.range_base == range && first.range_bytes == 2 * STEP, "%llu bytes",
            (unsigned long long)first.range_bytes);
    REQUIRE(second.range_base == range + 2 * STEP && second.range_bytes == STEP, "not the second");
    REQUIRE(first.allocation_id != second.allocation_id, "one number for two mappings");
    OK(gi_range_unmap(range + 2 * STEP, STEP));
    REQUIRE(query(range + 5).allocation_id == first.allocation_id, "another number");
    STATUS(GI_INVALID_VALUE, gi_memory_free(range));
    end_range(range, 2, 4);
}

/* ---- access -------------------------------------------------------------------------------- */

SCHED_CASE(access_rules)
{
    uint64_t range, other;
    gi_handle pages;

    sched_begin_plain();
    range = reserve(4);
    pages = create(4);
    other = sched_memory(STEP);
    OK(gi_range_map(range, 4 * STEP, 0, pages));
    REQUIRE(access_at(range) == 0, "access before it was given");
    STATUS(GI_INVALID_VALUE, gi_fill_now(range, 1, 1, 1));
    OK(set_access(range + STEP, 2, GI_ACCESS_READ_WRITE));       /* in the middle */
    STATUS(GI_INVALID_VALUE, gi_fill_now(range, 1, 1, 1));
    STATUS(GI_INVALID_VALUE, gi_fill_now(range + STEP, 1, 1, 2 * STEP + 1));
    OK(gi_fill_now(range + STEP, 9, 1, 2 * STEP));
    OK(set_access(range + 2 * STEP, 1, GI_ACCESS_READ));
    REQUIRE(access_at(range + STEP) == 3 && access_at(range + 2 * STEP) == 1 &&
            access_at(range + 3 * STEP) == 0, "three accesses");
    STATUS(GI_INVALID_VALUE, gi_fill_now(range + 2 * STEP, 1, 1, 1));
    OK(gi_copy_now(other, range + 2 * STEP, STEP, GI_COPY_DEVICE_TO_DEVICE));
    OK(set_access(range, 4, GI_ACCESS_READ_WRITE));
    OK(gi_fill_now(range, 7, 1, 4 * STEP));
    OK(gi_device_synchronize());
    sched_expect_bytes(other, STEP, 9);
    OK(set_access(range, 4, GI_ACCESS_NONE));
    STATUS(GI_INVALID_VALUE, gi_fill_now(range + STEP, 1, 1, 1));
    OK(gi_pages_release(pages));
    OK(gi_memory_free(other));
    end_range(range, 4, 4);
}

SCHED_CASE(other_devices)
{
    struct gi_range_location both[] = { { 1, 0, 3 }, { 1, 1, 3 } };
    struct gi_range_location beyond = { 1, 99, 3 }, host = { 2, 0, 3 }, odd = { 1, 0, 2 };
    uint64_t range;

    sched_begin_plain();
    range = reserve(1);
    map_new(range, 1);
    OK(gi_range_set_access(range, STEP, both, 2));
    OK(gi_range_get_access(range, &both[1]));
    REQUIRE(both[1].access == 3, "device 1 has %d", both[1].access);
    STATUS(GI_INVALID_DEVICE, gi_range_set_access(range, STEP, &beyond, 1));
    STATUS(GI_NOT_SUPPORTED, gi_range_set_access(range, STEP, &host, 1));
    STATUS(GI_INVALID_VALUE, gi_range_set_access(range, STEP, &odd, 1));
    STATUS(GI_INVALID_VALUE, gi_range_set_access(range, STEP, both, 0));
    end_range(range, 1, 1);
}

/* Devices with addresses of their own, which the host does not see: bytes get there by staging, and
 * pages of the other device are refused. */
SCHED_CASE(own_addresses)
{
    struct sched_setup setup = { 4, CAPS_ALL, CAPS_ALL, GIFAKE_ADDRESSES_UNMAPPED };
    struct gi_pages_properties of_other = { .type = 1, .location_type = 1, .location_id = 1 };
    struct gi_range_location other = { 1, 1, 3 };
    static uint8_t bytes[2 * STEP], back[2 * STEP];
    gi_handle pages;
    uint64_t range;

    sched_begin(&setup);
    range = reserve(3);
    map_new(range, 1);
    map_new(range + STEP, 1);
    OK(set_access(range, 2, 3));
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i / 7);
    OK(gi_copy_now(range, (uint64_t)(uintptr_t)bytes, sizeof bytes, 4));         /* over both */
    OK(gi_copy_now((uint64_t)(uintptr_t)back, range, sizeof back, 4));
    REQUIRE(memcmp(bytes, back, sizeof bytes) == 0, "other bytes came back");
    OK(gi_pages_create(&of_other, STEP, &pages));
    if (sched_has_room_for_addresses()) {        /* else the addresses are shared */
        STATUS(GI_NOT_SUPPORTED, gi_range_map(range + 2 * STEP, STEP, 0, pages));
        REQUIRE(strstr(gi_last_error_detail(), "the pages are of device 1") != NULL, "%s",
                gi_last_error_detail());
        STATUS(GI_NOT_SUPPORTED, gi_range_set_access(range, STEP, &other, 1));
    }
    OK(gi_pages_release(pages));
    end_range(range, 2, 3);
}

/* ---- handles ------------------------------------------------------------------------------- */

SCHED_CASE(a_handle_lives_while_it_is_mapped)
{
    gi_handle pages, again;
    struct gi_pages_properties properties;
    uint64_t range;

    sched_begin_plain();
    range = reserve(2);
    pages = create(1);
    OK(gi_range_map(range, STEP, 0, pages));
    OK(gi_pages_release(pages));
    STATUS(GI_INVALID_VALUE, gi_pages_release(pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(range + STEP, STEP, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_pages_properties(pages, &properties));
    OK(set_access(range, 1, GI_ACCESS_READ_WRITE));      /* after the release, as programs do */
    OK(gi_range_retain(range + 77, &again));
    REQUIRE(again == pages, "another handle");
    OK(gi_pages_properties(again, &properties));
    REQUIRE(properties.type == 1 && properties.handle_types == 0, "other properties");
    OK(gi_range_unmap(range, STEP));
    STATUS(GI_INVALID_VALUE, gi_range_retain(range, &again));
    OK(gi_pages_release(pages));
    STATUS(GI_INVALID_VALUE, gi_pages_release(pages));
    end_range(range, 0, 2);
}

SCHED_CASE(a_reset_leaves_it_alone)
{
    uint64_t range;

    sched_begin_plain();
    range = reserve(1);
    map_new(range, 1);
    OK(gi_fill_now(range, 5, 1, STEP));
    OK(gi_device_reset());
    sched_expect_bytes(range, STEP, 5);
    end_range(range, 1, 1);
}

/* ---- aliases ------------------------------------------------------------------------------- */

/* One page at two addresses: the fake runs what has no barrier between it in the wrong order. */
static void expect_order(uint64_t one, uint64_t other)
{
    gi_handle stream = sched_stream();
    uint64_t out = sched_memory(STEP);

    sched_pause_all();
    for (int i = 0; i < 3; i++) {
        OK(gi_fill_async(one, 1, 1, STEP, stream));
        OK(gi_fill_async(other, 2, 1, STEP, stream));
        OK(gi_copy_async(out, one, STEP, GI_COPY_DEVICE_TO_DEVICE, stream));
        OK(gi_fill_async(other, 3, 1, STEP, stream));
    }
    sched_resume_all();
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(out, STEP, 2);
    sched_expect_bytes(one, STEP, 3);
    OK(gi_memory_free(out));
    OK(gi_stream_destroy(stream));
}

SCHED_CASE(two_places_of_a_page)
{
    uint64_t range, far;
    gi_handle pages;

    sched_begin_plain();
    range = reserve(2);
    far = reserve(1);
    pages = create(1);
    OK(gi_range_map(range, STEP, 0, pages));
    OK(gi_range_map(range + STEP, STEP, 0, pages));
    OK(set_access(range, 2, GI_ACCESS_READ_WRITE));
    expect_order(range, range + STEP);
    OK(gi_range_unmap(range + STEP, STEP));
    OK(gi_range_map(far, STEP, 0, pages));
    OK(set_access(far, 1, GI_ACCESS_READ_WRITE));
    expect_order(range, far);
    OK(gi_pages_release(pages));
    OK(gi_range_unmap(range, STEP));
    OK(gi_range_unmap(far, STEP));
    OK(gi_range_free(far, STEP));
    end_range(range, 0, 2);
}

/* Commands that were recorded before a page got its second address. */
SCHED_CASE(a_late_alias)
{
    gi_handle stream, pages;
    uint64_t range;

    sched_begin_plain();
    stream = sched_stream();
    range = reserve(2);
    pages = create(1);
    OK(gi_range_map(range, STEP, 0, pages));
    OK(set_access(range, 1, GI_ACCESS_READ_WRITE));
    sched_pause_all();
    OK(gi_fill_async(range, 8, 1, 16, stream));
    OK(gi_fill_async(range, 1, 1, STEP, stream));
    OK(gi_range_map(range + STEP, STEP, 0, pages));
    OK(set_access(range + STEP, 1, GI_ACCESS_READ_WRITE));
    OK(gi_fill_async(range + STEP, 2, 1, STEP, stream));
    sched_resume_all();
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(range, STEP, 2);
    OK(gi_stream_destroy(stream));
    OK(gi_pages_release(pages));
    end_range(range, 2, 2);
}

SCHED_CASE(imported_in_the_same_process)
{
    gi_handle pages, imported;
    uint64_t range;
    int fd;

    sched_begin_plain();
    range = reserve(2);
    OK(gi_pages_create(&shared, STEP, &pages));
    OK(gi_range_map(range, STEP, 0, pages));
    OK(set_access(range, 1, GI_ACCESS_READ_WRITE));
    OK(gi_pages_export(pages, 1, &fd));
    OK(gi_pages_import(1, fd, &imported));
    REQUIRE(fcntl(fd, F_GETFD) >= 0 && close(fd) == 0, "the import took the fd");
    OK(gi_range_map(range + STEP, STEP, 0, imported));
    OK(set_access(range + STEP, 1, GI_ACCESS_READ_WRITE));
    expect_order(range, range + STEP);
    OK(gi_pages_export(imported, 1, &fd));       /* once more, of the import */
    close(fd);
    OK(gi_pages_release(imported));
    OK(gi_pages_release(pages));
    end_range(range, 2, 2);
}

/* ---- waiting ------------------------------------------------------------------------------- */

static gi_status unmap(uint64_t address)
{
    return gi_range_unmap(address, STEP);
}

/* The memory is unmapped only when no work uses it. Until then other threads use other parts. */
static void unmap_under(gi_handle stream, uint64_t range)
{
    struct sched_freeing unmapping;

    sched_free_begin(&unmapping, unmap, range);
    REQUIRE(!atomic_load(&unmapping.is_over), "it did not wait");
    REQUIRE(query(range).kind == GI_POINTER_UNKNOWN, "new work may still use it");
    STATUS(GI_INVALID_VALUE, gi_fill_async(range, 1, 1, 1, stream));
    STATUS(GI_INVALID_VALUE, gi_range_unmap(range, STEP));       /* by this thread, too */
    STATUS(GI_INVALID_VALUE, gi_range_free(range, 3 * STEP));
    OK(gi_fill_async(range + STEP, 6, 1, STEP, stream));
    map_new(range + 2 * STEP, 1);
    sched_resume_all();
    OK(sched_free_end(&unmapping));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(range + STEP, STEP, 6);
}

SCHED_CASE(unmap_waits_for_commands)
{
    gi_handle stream;
    uint64_t range;

    sched_begin_plain();
    stream = sched_stream();
    range = reserve(3);
    map_new(range, 1);
    map_new(range + STEP, 1);
    sched_pause_all();
    OK(gi_fill_async(range, 1, 1, 2 * STEP, stream));
    unmap_under(stream, range);
    OK(gi_stream_destroy(stream));
    OK(gi_range_unmap(range + STEP, 2 * STEP));
    end_range(range, 0, 3);
}

static uint64_t texture_of(uint64_t pointer)
{
    const struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    const struct gi_resource resource = { .kind = GI_RESOURCE_LINEAR,
                                          .channels = { { 32, 0, 0, 0 }, GI_CHANNEL_FLOAT },
                                          .pointer = pointer, .size_bytes = 256 };
    uint64_t texture;

    OK(gi_texture_create(&resource, &sampling, NULL, &texture));
    return texture;
}

/* A texture object looks at the memory, and nobody waits for its end. */
SCHED_CASE(unmap_passes_over_textures)
{
    uint64_t range, texture;

    sched_begin_plain();
    range = reserve(2);
    map_new(range, 2);
    texture = texture_of(range);
    OK(gi_range_unmap(range, 2 * STEP));
    OK(gi_texture_destroy(texture));
    end_range(range, 0, 2);
}

/* The texture object keeps the memory as it was before one more piece was mapped behind it. */
SCHED_CASE(unmap_passes_over_textures_of_before)
{
    uint64_t range, texture;

    sched_begin_plain();
    range = reserve(3);
    map_new(range, 1);
    texture = texture_of(range);
    map_new(range + STEP, 1);
    map_new(range + 2 * STEP, 1);
    OK(gi_range_unmap(range + 2 * STEP, STEP));
    OK(gi_range_unmap(range, 2 * STEP));
    OK(gi_texture_destroy(texture));
    end_range(range, 0, 3);
}

SCHED_CASE(unmap_waits_for_launches)
{
    gi_handle stream;
    uint64_t range;

    sched_begin_plain();
    stream = sched_stream();
    range = reserve(3);
    map_new(range, 1);
    map_new(range + STEP, 1);
    sched_pause_all();
    sched_launch(stream);
    unmap_under(stream, range);
    OK(gi_stream_destroy(stream));
    OK(gi_range_unmap(range + STEP, 2 * STEP));
    end_range(range, 0, 3);
}

/* ---- threads ------------------------------------------------------------------------------- */

/* The first bytes of each step are only read: other streams use them without an order. */
enum { THREADS = 4, ROUNDS = 60, READ_BYTES = 64 };

struct worker {
    uint64_t range, out;                 /* its own step of the range, and host memory */
    uint8_t value;
};

/* Each thread maps, uses and unmaps its own step; the steps are neighbours, so their runs join. */
static void *use_a_step(void *argument)
{
    const struct worker *worker = argument;
    gi_handle stream = sched_stream();

    for (int i = 0; i < ROUNDS; i++) {
        map_new(worker->range, 1);
        OK(gi_fill_async(worker->range + READ_BYTES, worker->value, 1, STEP - READ_BYTES, stream));
        OK(gi_copy_async(worker->out, worker->range, STEP, GI_COPY_DEVICE_TO_HOST, stream));
        if (i % 3 == 0)
            OK(set_access(worker->range, 1, GI_ACCESS_READ));
        REQUIRE(query(worker->range).range_bytes == STEP, "another mapping");
        OK(gi_range_unmap(worker->range, STEP));
        STATUS(GI_INVALID_VALUE, gi_fill_async(worker->range, 1, 1, 1, stream));
        sched_expect_bytes(worker->out, READ_BYTES, 0);
        sched_expect_bytes(worker->out + READ_BYTES, STEP - READ_BYTES, worker->value);
    }
    OK(gi_stream_destroy(stream));
    return NULL;
}

/* Another one uses all of it, whatever is mapped: that succeeds or is refused. */
static void *use_all(void *argument)
{
    gi_handle stream = sched_stream();
    uint64_t range = *(const uint64_t *)argument;

    for (int i = 0; i < 4 * ROUNDS; i++) {
        gi_status status = gi_copy_async(range + (uint64_t)THREADS * STEP,
                                         range + (uint64_t)(i % THREADS) * STEP, READ_BYTES,
                                         GI_COPY_DEVICE_TO_DEVICE, stream);

        REQUIRE(status == GI_OK || status == GI_INVALID_VALUE, "%s", gi_status_name(status));
    }
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
    return NULL;
}

SCHED_CASE(several_threads)
{
    struct worker workers[THREADS];
    pthread_t threads[THREADS + 1];
    uint64_t range, out;

    sched_begin_plain();
    range = reserve(THREADS + 1);
    out = sched_host_memory(THREADS * STEP);
    map_new(range + (uint64_t)THREADS * STEP, 1);
    for (uint64_t i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){ range + i * STEP, out + i * STEP, (uint8_t)(i + 1) };
        REQUIRE(pthread_create(&threads[i], NULL, use_a_step, &workers[i]) == 0, "no thread");
    }
    REQUIRE(pthread_create(&threads[THREADS], NULL, use_all, &range) == 0, "no thread");
    for (int i = 0; i <= THREADS; i++)
        REQUIRE(pthread_join(threads[i], NULL) == 0, "no end");
    OK(gi_range_unmap(range + (uint64_t)THREADS * STEP, STEP));
    OK(gi_memory_host_free(out));
    end_range(range, 0, THREADS + 1);
}

/* ---- growth and order ---------------------------------------------------------------------- */

enum { MANY = 300 };

static void grow(bool upwards, uint64_t stride)
{
    gi_handle stream = sched_stream();
    uint64_t range = reserve(MANY);

    for (uint64_t i = 0; i < MANY; i++) {
        uint64_t at = (upwards ? i : MANY - 1 - i) * stride % MANY;

        map_new(range + at * STEP, 1);
        OK(gi_fill_async(range + at * STEP, 4, 1, 32, stream));
    }
    OK(gi_fill_async(range, 6, 1, (uint64_t)MANY * STEP, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(range, (uint64_t)MANY * STEP, 6);
    OK(gi_range_unmap(range, (uint64_t)MANY * STEP));    /* all at once */
    OK(gi_range_free(range, (uint64_t)MANY * STEP));
    OK(gi_stream_destroy(stream));
}

SCHED_CASE(growth)
{
    sched_begin_plain();
    grow(true, 1);
    grow(false, 1);
    grow(true, 7);
    sched_expect_nothing_left();
}

/* ---- failures ------------------------------------------------------------------------------- */

/* A driver that has no room: nobody has access, and a later try succeeds. */
SCHED_CASE(a_place_that_fails)
{
    gi_handle pages;
    uint64_t range;

    sched_begin_plain();
    range = reserve(2);
    pages = create(2);
    OK(gi_range_map(range, 2 * STEP, 0, pages));
    gifake_fail_slot("memory.place", GI_OUT_OF_MEMORY);
    STATUS(GI_OUT_OF_MEMORY, set_access(range, 2, 3));
    REQUIRE(access_at(range) == 0, "access although it failed");
    STATUS(GI_INVALID_VALUE, gi_fill_now(range, 1, 1, 1));
    OK(set_access(range, 2, 3));
    gifake_fail_slot("memory.place", GI_OUT_OF_MEMORY);
    STATUS(GI_OUT_OF_MEMORY, set_access(range, 1, 1));
    REQUIRE(access_at(range) == 0 && access_at(range + STEP) == 3, "the wrong part has access");
    OK(gi_fill_now(range + STEP, 1, 1, STEP));
    OK(gi_pages_release(pages));
    end_range(range, 2, 2);
}
