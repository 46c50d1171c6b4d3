/* Buffers of OpenGL as resources: the core on the fake driver, with the library's part of OpenGL on
 * a fake OpenGL. Each way carries bytes both ways, each state has the vendor's answer, and nothing
 * is left behind. */
#include "harness.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/counters.h"
#include "fake_gl.h"
#include "graph/capture/capture_call.h"
#include "graphics/map.h"
#include "graphics/named.h"
#include "graphics/resource.h"
#include "memory/pointer_info.h"
#include "ops/copy.h"
#include "stream/rules/capture_rules.h"

enum { BYTES = 6000 };

enum way { SHADOW, DIRECT, BOUNCE, WAYS };

/* Begins a case: a device, and a context whose buffers come to it by a way. */
static void begin(enum way way)
{
    struct gifake_device_config config;

    unsetenv("GPUINTEROP_GL");
    gifake_default_config(&config, 0);
    config.info.memory_exports = true;
    config.info.host_visible_device_memory = way == DIRECT;
    config.timeline_caps = CAPS_ALL;
    sched_begin_config(&config);
    fake_gl_reset();
    fake_gl_make_current(0);
    if (way == SHADOW)
        memcpy(fake_gl.uuid, config.info.uuid, sizeof fake_gl.uuid);
    fake_gl.room_behind = 48;
}

static void fill(unsigned char *bytes, unsigned int seed)
{
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (unsigned char)(seed + i * 7);
}

static gigl_name counting(unsigned int seed)
{
    unsigned char bytes[BYTES];

    fill(bytes, seed);
    return fake_gl_buffer(BYTES, bytes);
}

static gi_handle registered(gigl_name name, uint32_t use)
{
    gi_handle resource;

    OK(gi_graphics_register_buffer(name, use, &resource));
    return resource;
}

static uint64_t pointer_of(gi_handle resource)
{
    uint64_t pointer, size;

    OK(gi_graphics_pointer(resource, &pointer, &size));
    REQUIRE(size == BYTES, "%llu bytes", (unsigned long long)size);
    return pointer;
}

/* The bytes of a mapped resource, and those of a buffer of the program. */
static void expect_mapped(gi_handle resource, gi_handle stream, unsigned int seed)
{
    unsigned char got[BYTES], wanted[BYTES];

    OK(gi_copy_linear((uint64_t)(uintptr_t)got, pointer_of(resource), BYTES, GI_COPY_DEVICE_TO_HOST,
                      gi_in_stream(stream)));
    fill(wanted, seed);
    REQUIRE(memcmp(got, wanted, BYTES) == 0, "the mapped bytes are others");
}

static void expect_buffer(gigl_name name, unsigned int seed)
{
    unsigned char wanted[BYTES];

    fill(wanted, seed);
    REQUIRE(memcmp(fake_gl_bytes(name), wanted, BYTES) == 0, "the bytes of buffer %u are others",
            name);
}

static void write_mapped(gi_handle resource, gi_handle stream, unsigned int seed)
{
    unsigned char bytes[BYTES];

    fill(bytes, seed);
    OK(gi_copy_linear(pointer_of(resource), (uint64_t)(uintptr_t)bytes, BYTES,
                      GI_COPY_HOST_TO_DEVICE, gi_in_stream(stream)));
}

/* Nothing of the library is in the context but the program's buffers, and no error. */
static void expect_no_trace(int buffers)
{
    REQUIRE(fake_gl_live() == buffers, "%d objects instead of %d", fake_gl_live(), buffers);
    REQUIRE(fake_gl_error() == 0, "error 0x%x", fake_gl_error());
    REQUIRE(fake_gl.stubs == 0, "a stub was called");
    REQUIRE(fake_gl.stolen_fds == 0, "an fd of the interface was closed");
}

/* Maps since that value that count for the way: by OpenGL on the device, or by the host. */
static void expect_maps(enum way way, uint64_t before, uint64_t maps)
{
    uint64_t now = gi_counter_value(way == SHADOW ? GI_COUNT_MAPS_ON_DEVICE
                                                  : GI_COUNT_MAPS_BY_HOST);

    REQUIRE(now - before == maps, "%llu maps count instead of %llu",
            (unsigned long long)(now - before), (unsigned long long)maps);
}

/* ---- bytes ---------------------------------------------------------------------------------- */

static void round_trip(enum way way)
{
    begin(way);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream(), resource = registered(name, GI_GRAPHICS_READ_WRITE);
    uint64_t first = 0, on_device = gi_counter_value(GI_COUNT_MAPS_ON_DEVICE);
    uint64_t by_host = gi_counter_value(GI_COUNT_MAPS_BY_HOST);

    for (unsigned int round = 0; round < 3; round++) {
        OK(gi_graphics_map(&resource, 1, stream));
        STATUS(GI_ALREADY_MAPPED, gi_graphics_map(&resource, 1, stream));
        REQUIRE(first == 0 || first == pointer_of(resource), "the pointer changes");
        first = pointer_of(resource);
        expect_mapped(resource, stream, round == 0 ? 1 : round * 50);
        write_mapped(resource, stream, round * 50 + 50);
        OK(gi_graphics_unmap(&resource, 1, stream));
        expect_buffer(name, round * 50 + 50);
    }
    REQUIRE((fake_gl.imports == 1) == (way == SHADOW), "%d imports", fake_gl.imports);
    REQUIRE((fake_gl.copies == 6) == (way == SHADOW), "%d copies", fake_gl.copies);
    REQUIRE((fake_gl.reads + fake_gl.writes == 0) == (way == SHADOW), "the host copied");
    REQUIRE(fake_gl.finishes == 3, "a map ends in one wait, not in %d", fake_gl.finishes);
    expect_maps(SHADOW, on_device, way == SHADOW ? 3 : 0);
    expect_maps(BOUNCE, by_host, way == SHADOW ? 0 : 3);
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
    REQUIRE(fake_gl.fences == 0, "%d fences are left", fake_gl.fences);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

static void by_a_shadow(void) { round_trip(SHADOW); }
static void by_one_copy_of_the_host(void) { round_trip(DIRECT); }
static void by_two_copies_of_the_host(void) { round_trip(BOUNCE); }

/* A use saves the copy that it does not need, and counts from the next map on. */
static void uses_save_copies(enum way way)
{
    begin(way);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream(), resource = registered(name, GI_GRAPHICS_READ_ONLY);

    OK(gi_graphics_map(&resource, 1, stream));
    expect_mapped(resource, stream, 1);
    write_mapped(resource, stream, 2);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_buffer(name, 1);
    OK(gi_graphics_set_use(resource, GI_GRAPHICS_WRITE_DISCARD, 3));
    memset(fake_gl_bytes(name), 9, BYTES);
    OK(gi_graphics_map(&resource, 1, stream));
    expect_mapped(resource, stream, 2);
    STATUS(GI_ALREADY_MAPPED, gi_graphics_set_use(resource, GI_GRAPHICS_READ_ONLY, 3));
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_buffer(name, 2);
    OK(gi_graphics_set_use(resource, 3, 3));        /* as the vendor takes it: both */
    STATUS(GI_INVALID_VALUE, gi_graphics_set_use(resource, 4, 3));
    memset(fake_gl_bytes(name), 0, 1);
    fake_gl_bytes(name)[0] = 2;
    OK(gi_graphics_map(&resource, 1, stream));
    expect_mapped(resource, stream, 2);
    write_mapped(resource, stream, 3);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_buffer(name, 3);
    REQUIRE(fake_gl.copies == (way == SHADOW ? 4 : 0), "%d copies", fake_gl.copies);
    REQUIRE(fake_gl.reads == (way == SHADOW ? 0 : 2) && fake_gl.writes == fake_gl.reads,
            "%d reads, %d writes", fake_gl.reads, fake_gl.writes);
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
}

static void uses_by_a_shadow(void) { uses_save_copies(SHADOW); }
static void uses_by_one_copy(void) { uses_save_copies(DIRECT); }
static void uses_by_two_copies(void) { uses_save_copies(BOUNCE); }

/* GPUINTEROP_GL forces the host's way. */
static void the_environment_forces_the_host(void)
{
    begin(SHADOW);
    setenv("GPUINTEROP_GL", "host", 1);
    gi_handle stream = sched_stream(), resource = registered(counting(1), GI_GRAPHICS_READ_WRITE);

    OK(gi_graphics_map(&resource, 1, stream));
    expect_mapped(resource, stream, 1);
    OK(gi_graphics_unmap(&resource, 1, stream));
    REQUIRE(fake_gl.imports == 0 && fake_gl.copies == 0 && fake_gl.reads == 1, "the way");
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
}

/* Memory that the interface refuses, and a device without an fd to spare, leave the host's way. */
static void a_refused_shadow_leaves_the_host(void)
{
    static const char *const places[] = { "ImportMemoryFdEXT", "BufferStorageMemEXT" };

    begin(SHADOW);
    for (size_t i = 0; i < 3; i++) {
        gi_handle stream = sched_stream(), resource;
        gigl_name name = counting(1);

        if (i < 2)
            fake_gl.fails = places[i];
        else
            gifake_fail_slot("memory.export", GI_OS_ERROR);
        fake_gl.failure = GIGL_OUT_OF_MEMORY;
        resource = registered(name, GI_GRAPHICS_READ_WRITE);
        OK(gi_graphics_map(&resource, 1, stream));
        expect_mapped(resource, stream, 1);
        write_mapped(resource, stream, 4);
        OK(gi_graphics_unmap(&resource, 1, stream));
        expect_buffer(name, 4);
        OK(gi_graphics_unregister(resource));
        fake_gl_delete(name);
        expect_no_trace(0);
        OK(gi_stream_destroy(stream));
    }
    sched_expect_nothing_left();
}

/* ---- order ---------------------------------------------------------------------------------- */

/* An unmap waits for the stream's work, and copies only then. */
static void an_unmap_waits_for_the_stream(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream(), resource = registered(name, GI_GRAPHICS_WRITE_DISCARD);
    uint64_t waits = gi_counter_value(GI_COUNT_HELD_WAITS);
    unsigned char sevens[BYTES];

    OK(gi_graphics_map(&resource, 1, stream));
    OK(gi_fill_async(pointer_of(resource), 7, 1, BYTES, stream));
    OK(gi_graphics_unmap(&resource, 1, stream));
    memset(sevens, 7, BYTES);
    REQUIRE(memcmp(fake_gl_bytes(name), sevens, BYTES) == 0, "it did not wait");
    REQUIRE(gi_counter_value(GI_COUNT_HELD_WAITS) == waits + 2, "the waits are not counted");
    OK(gi_graphics_unregister(resource));
}

/* A failed stream: its failure comes back, nothing is copied, and the resource is unmapped. */
static void a_failed_stream_copies_nothing(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream(), resource = registered(name, GI_GRAPHICS_READ_WRITE);
    struct sched_gate gate;

    OK(gi_graphics_map(&resource, 1, stream));
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, stream);
    OK(gi_fill_async(pointer_of(resource), 7, 1, BYTES, stream));
    sched_gate_await_entered(&gate);
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    sched_gate_open(&gate);
    STATUS(GI_OUT_OF_MEMORY, gi_graphics_unmap(&resource, 1, stream));
    expect_buffer(name, 1);
    STATUS(GI_NOT_MAPPED, gi_graphics_unmap(&resource, 1, stream));
    OK(gi_graphics_unregister(resource));
}

static void a_captured_stream_is_refused(void)
{
    begin(SHADOW);
    gi_handle stream = sched_stream(), resource = registered(counting(1), 0);

    OK(gi_capture_begin(stream, GI_CAPTURE_GLOBAL, 0, &(struct gi_capture_nodes){ .count = 0 }));
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_graphics_map(&resource, 1, stream));
    STATUS(GI_NOT_MAPPED, gi_graphics_pointer(resource, NULL, NULL));
    REQUIRE(fake_gl.copies == 0 && fake_gl.finishes == 0, "something was done");
    OK(gi_graphics_unregister(resource));
}

/* ---- states --------------------------------------------------------------------------------- */

static void states_are_the_vendors(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream(), resource = registered(name, 0), twice, none = 0, wrong;
    gi_handle array;

    OK(gi_graphics_register_buffer(name, 0, &twice));
    REQUIRE(twice != resource, "one buffer twice is two resources");
    STATUS(GI_NOT_MAPPED, gi_graphics_pointer(resource, NULL, NULL));
    STATUS(GI_NOT_MAPPED, gi_graphics_unmap(&resource, 1, stream));
    STATUS(GI_NOT_MAPPED, gi_graphics_array(resource, 0, 0, &array));
    OK(gi_graphics_map((gi_handle[]){ resource, twice }, 2, stream));
    REQUIRE(pointer_of(resource) != pointer_of(twice), "two resources have two memories");
    STATUS(GI_ALREADY_MAPPED, gi_graphics_map(&resource, 1, stream));
    STATUS(GI_ALREADY_MAPPED, gi_graphics_unregister(resource));
    STATUS(GI_NOT_MAPPED_AS_ARRAY, gi_graphics_array(resource, 0, 0, &array));
    OK(gi_graphics_pointer(resource, NULL, NULL));
    OK(gi_graphics_unmap(&twice, 1, stream));
    STATUS(GI_ALREADY_MAPPED, gi_graphics_map((gi_handle[]){ twice, resource }, 2, stream));
    STATUS(GI_NOT_MAPPED, gi_graphics_pointer(twice, NULL, NULL));
    STATUS(GI_NOT_MAPPED, gi_graphics_unmap((gi_handle[]){ resource, twice }, 2, stream));
    OK(gi_graphics_pointer(resource, NULL, NULL));
    OK(gi_graphics_unmap(&resource, 1, stream));
    REQUIRE(strstr(gi_last_error_detail(), "twice") == NULL, "%s", gi_last_error_detail());
    STATUS(GI_ALREADY_MAPPED, gi_graphics_map((gi_handle[]){ twice, twice }, 2, stream));
    REQUIRE(strstr(gi_last_error_detail(), "twice") != NULL, "%s", gi_last_error_detail());
    STATUS(GI_NOT_MAPPED, gi_graphics_pointer(twice, NULL, NULL));
    STATUS(GI_INVALID_HANDLE, gi_graphics_map((gi_handle[]){ twice, none }, 2, stream));
    STATUS(GI_NOT_MAPPED, gi_graphics_pointer(twice, NULL, NULL));
    STATUS(GI_INVALID_HANDLE, gi_graphics_map(&stream, 1, stream));
    OK(gi_graphics_unregister(twice));
    STATUS(GI_INVALID_HANDLE, gi_graphics_unregister(twice));
    STATUS(GI_INVALID_HANDLE, gi_graphics_set_use(twice, 0, 3));
    STATUS(GI_INVALID_VALUE, gi_graphics_register_buffer(name, 4, &wrong));
    STATUS(GI_INVALID_VALUE, gi_graphics_register_buffer(0, 0, &wrong));
    STATUS(GI_INVALID_HANDLE, gi_graphics_register_buffer(50, 0, &wrong));
    STATUS(GI_INVALID_HANDLE, gi_graphics_register_buffer(fake_gl_generated(), 0, &wrong));
    OK(gi_graphics_unregister(resource));
    expect_no_trace(2);
}

/* The memory: device memory that no free of the program gives back, valid until the end of the
 * registration, also while it is not mapped. */
static void the_memory_is_the_registrations(void)
{
    begin(SHADOW);
    gi_handle stream = sched_stream(), resource = registered(counting(1), 0);
    struct gi_pointer_info info;
    uint64_t pointer;

    OK(gi_graphics_map(&resource, 1, stream));
    pointer = pointer_of(resource);
    OK(gi_pointer_query(pointer, &info));
    REQUIRE(info.kind == GI_POINTER_DEVICE, "it is no device memory");
    STATUS(GI_INVALID_VALUE, gi_memory_free(pointer));
    OK(gi_graphics_unmap(&resource, 1, stream));
    OK(gi_fill_async(pointer, 7, 1, BYTES, stream));
    OK(gi_stream_synchronize(stream));
    OK(gi_graphics_unregister(resource));
    OK(gi_pointer_query(pointer, &info));
    REQUIRE(info.kind == GI_POINTER_UNKNOWN, "it is there still");
}

/* ---- contexts ------------------------------------------------------------------------------- */

static void contexts_decide(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream(), resource = registered(name, 0), other;

    fake_gl_make_current(-1);
    STATUS(GI_INVALID_GRAPHICS_CONTEXT, gi_graphics_register_buffer(name, 0, &other));
    STATUS(GI_INVALID_GRAPHICS_CONTEXT, gi_graphics_map(&resource, 1, stream));
    STATUS(GI_NOT_MAPPED, gi_graphics_unmap(&resource, 1, stream));
    fake_gl_make_current(2);
    STATUS(GI_INVALID_GRAPHICS_CONTEXT, gi_graphics_map(&resource, 1, stream));
    fake_gl_make_current(1);                     /* it shares */
    OK(gi_graphics_map(&resource, 1, stream));
    write_mapped(resource, stream, 4);
    fake_gl_make_current(-1);
    STATUS(GI_INVALID_GRAPHICS_CONTEXT, gi_graphics_unmap(&resource, 1, stream));
    fake_gl_make_current(0);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_buffer(name, 4);
    fake_gl_make_current(1);
    OK(gi_graphics_map(&resource, 1, stream));   /* behind the copy of the other context */
    REQUIRE(fake_gl.waits >= 1, "the copy back of another context is not waited for");
    OK(gi_graphics_unmap(&resource, 1, stream));
    fake_gl_make_current(-1);
    OK(gi_graphics_unregister(resource));
    fake_gl_make_current(0);
    other = registered(name, 0);                 /* what was left goes with the next end */
    OK(gi_graphics_unregister(other));
    expect_no_trace(1);
}

/* A reset ends resources without a call of the interface; a later call in the context deletes what
 * is left there. */
static void a_reset_ends_resources(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream(), resource = registered(name, 0), other;
    int live = fake_gl_live();

    OK(gi_graphics_map(&resource, 1, stream));
    OK(gi_device_reset());
    REQUIRE(fake_gl_live() == live, "a reset called the interface");
    STATUS(GI_INVALID_HANDLE, gi_graphics_unregister(resource));
    other = registered(name, 0);
    OK(gi_graphics_unregister(other));
    expect_no_trace(1);
}

static void reset(void)
{
    OK(gi_device_reset());
}

/* As another thread may do. The call goes on with its memory, and the resource ends with it. */
static void a_reset_during_an_unmap(enum way way)
{
    begin(way);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream(), resource = registered(name, 0);

    OK(gi_graphics_map(&resource, 1, stream));
    write_mapped(resource, stream, 5);
    fake_gl.meanwhile_in = "SubData";
    fake_gl.meanwhile_of = name;
    fake_gl.meanwhile = reset;
    OK(gi_graphics_unmap(&resource, 1, stream));
    REQUIRE(fake_gl.meanwhile == NULL, "there was no reset");
    expect_buffer(name, 5);
    STATUS(GI_INVALID_HANDLE, gi_graphics_unregister(resource));
    resource = registered(name, 0);
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
    sched_expect_nothing_left();
}

static void a_reset_during_one_copy(void) { a_reset_during_an_unmap(DIRECT); }
static void a_reset_during_two_copies(void) { a_reset_during_an_unmap(BOUNCE); }

/* ---- threads -------------------------------------------------------------------------------- */

enum { THREADS = 3, ROUNDS = 2000 };

static void *register_and_end(void *data)
{
    gigl_name name = *(const gigl_name *)data;

    fake_gl_make_current(1 + 2 * (int)name);     /* of the group of context 0 */
    for (int i = 0; i < ROUNDS; i++)
        OK(gi_graphics_unregister(registered(name, 0)));
    REQUIRE(fake_gl_error() == 0, "error 0x%x", fake_gl_error());
    return NULL;
}

/* The last resource of a group takes its marker along, which other threads may ask for. */
static void threads_end_the_last_resource(void)
{
    begin(BOUNCE);
    pthread_t threads[THREADS];
    gigl_name names[THREADS];

    fake_gl.yields = 1;
    for (int i = 0; i < THREADS; i++)
        names[i] = counting(1);
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, register_and_end, &names[i]) == 0, "no thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    expect_no_trace(THREADS);
}

/* ---- what programs do to their buffers ------------------------------------------------------ */

static void changed_buffers_are_left_out(void)
{
    begin(SHADOW);
    gigl_name gone = counting(1), resized = counting(2), mapped = counting(3);
    gi_handle stream = sched_stream(), resources[3];

    resources[0] = registered(gone, 0);
    resources[1] = registered(resized, 0);
    resources[2] = registered(mapped, 0);
    OK(gi_graphics_map(resources, 3, stream));
    fake_gl_delete(gone);
    fake_gl_resize(resized, BYTES / 2);
    fake_gl_map(mapped, 0);
    OK(gi_graphics_unmap(resources, 3, stream));
    REQUIRE(fake_gl_error() == 0, "error 0x%x", fake_gl_error());
    OK(gi_graphics_map(resources, 2, stream));   /* with the old size, as the vendor */
    pointer_of(resources[1]);
    STATUS(GI_MAP_FAILED, gi_graphics_map(&resources[2], 1, stream));
    STATUS(GI_NOT_MAPPED, gi_graphics_pointer(resources[2], NULL, NULL));
    OK(gi_graphics_set_use(resources[2], GI_GRAPHICS_WRITE_DISCARD, 3));
    OK(gi_graphics_map(&resources[2], 1, stream));
    fake_gl_unmap(mapped);
    write_mapped(resources[2], stream, 8);
    OK(gi_graphics_unmap(resources, 3, stream));
    expect_buffer(mapped, 8);
    for (int i = 0; i < 3; i++)
        OK(gi_graphics_unregister(resources[i]));
    expect_no_trace(2);
}

/* OpenGL wants room behind a buffer in memory that it opens, also where the buffer fills pages. */
static void whole_pages_take_the_shadow(void)
{
    begin(SHADOW);
    for (size_t size = 4096; size <= 65536; size *= 2) {
        gigl_name name = fake_gl_buffer(size, NULL);
        gi_handle resource = registered(name, 0);

        OK(gi_graphics_map(&resource, 1, GI_STREAM_PER_THREAD));
        OK(gi_graphics_unmap(&resource, 1, GI_STREAM_PER_THREAD));
        OK(gi_graphics_unregister(resource));
        fake_gl_delete(name);
    }
    REQUIRE(fake_gl.copies == 10, "%d copies on the device instead of 10", fake_gl.copies);
    expect_no_trace(0);
}

/* OpenGL gives the number of a deleted buffer to the next one, which can be a shadow. */
static void a_number_that_a_shadow_has_now(void)
{
    begin(SHADOW);
    gigl_name gone = counting(1), name = counting(2);
    gi_handle stream = sched_stream(), old = registered(gone, 0), resource;

    OK(gi_graphics_map(&old, 1, stream));
    write_mapped(old, stream, 3);
    fake_gl_delete(gone);
    resource = registered(name, 0);
    REQUIRE(fake_gl_bytes(gone) != NULL, "the shadow has another number");
    OK(gi_graphics_map(&resource, 1, stream));
    write_mapped(resource, stream, 4);
    OK(gi_graphics_unmap(&old, 1, stream));
    expect_mapped(resource, stream, 4);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_buffer(name, 4);
    OK(gi_graphics_unregister(old));
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
}

/* The shadow and the marker have numbers that a program can guess. */
static void buffers_of_the_library_are_refused(void)
{
    begin(SHADOW);
    gi_handle resource = registered(counting(1), 0), other;

    REQUIRE(fake_gl_live() == 4, "%d objects instead of 4", fake_gl_live());
    STATUS(GI_INVALID_HANDLE, gi_graphics_register_buffer(2, 0, &other));
    STATUS(GI_INVALID_HANDLE, gi_graphics_register_buffer(3, 0, &other));
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
}

static void a_buffer_without_storage_is_refused(void)
{
    begin(SHADOW);
    gigl_name name = fake_gl_generated();
    gi_handle resource;

    fake_gl_bind(GIGL_ARRAY_BUFFER, name);
    STATUS(GI_OUT_OF_MEMORY, gi_graphics_register_buffer(name, 0, &resource));
    expect_no_trace(1);
    sched_expect_nothing_left();
}

static void many_resources_end(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);

    for (int i = 0; i < 300; i++) {
        gi_handle resource = registered(name, 0);

        OK(gi_graphics_unregister(resource));
    }
    expect_no_trace(1);
    REQUIRE(fake_gl.closed_fds == 300, "%d fds were closed", fake_gl.closed_fds);
    sched_expect_nothing_left();
}

/* ---- buffers that calls name by their number ------------------------------------------------ */

static uint64_t mapped_by_name(gigl_name name, gi_handle stream)
{
    uint64_t pointer = 0, size = 0;

    OK(gi_graphics_map_named(name, stream, false, &pointer, &size));
    REQUIRE(size == BYTES, "%llu bytes", (unsigned long long)size);
    return pointer;
}

static void named_by_a_way(enum way way)
{
    begin(way);
    gigl_name name = counting(1);
    unsigned char got[BYTES], wanted[BYTES];
    gi_handle stream = sched_stream();
    uint64_t first, again;

    OK(gi_graphics_register_named(name));
    first = mapped_by_name(name, stream);
    OK(gi_copy_linear((uint64_t)(uintptr_t)got, first, BYTES, GI_COPY_DEVICE_TO_HOST,
                      gi_in_stream(stream)));
    fill(wanted, 1);
    REQUIRE(memcmp(got, wanted, BYTES) == 0, "the mapped bytes are others");
    OK(gi_fill_async(first, 9, 1, BYTES, stream));
    OK(gi_graphics_unmap_named(name, stream));
    memset(wanted, 9, BYTES);
    REQUIRE(memcmp(fake_gl_bytes(name), wanted, BYTES) == 0, "the buffer's bytes are others");
    OK(gi_graphics_set_named_use(name, GI_GRAPHICS_READ_ONLY));
    OK(gi_graphics_map_named(name, stream, true, &again, NULL));
    REQUIRE(again == first, "another pointer");
    OK(gi_fill_async(again, 5, 1, BYTES, stream));
    OK(gi_graphics_unmap_named_after_all(name));
    REQUIRE(memcmp(fake_gl_bytes(name), wanted, BYTES) == 0, "it was written all the same");
    OK(gi_graphics_unregister_named(name));
    expect_no_trace(1);
}

static void named_by_a_shadow(void)
{
    named_by_a_way(SHADOW);
}

static void named_by_one_copy_of_the_host(void)
{
    named_by_a_way(DIRECT);
}

static void named_by_two_copies_of_the_host(void)
{
    named_by_a_way(BOUNCE);
}

static void states_of_named_buffers(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream(), resource = registered(name, 0);
    uint64_t pointer = 77;

    STATUS(GI_INVALID_VALUE, gi_graphics_map_named(name, stream, false, &pointer, NULL));
    STATUS(GI_INVALID_VALUE, gi_graphics_unmap_named(name, stream));
    STATUS(GI_INVALID_VALUE, gi_graphics_unmap_named_after_all(name));
    STATUS(GI_INVALID_VALUE, gi_graphics_unregister_named(name));
    STATUS(GI_INVALID_VALUE, gi_graphics_set_named_use(name, 0));
    STATUS(GI_INVALID_HANDLE, gi_graphics_register_named(0));
    STATUS(GI_INVALID_HANDLE, gi_graphics_register_named(61));
    OK(gi_graphics_register_named(name));
    STATUS(GI_ALREADY_MAPPED, gi_graphics_register_named(name));
    STATUS(GI_NOT_MAPPED, gi_graphics_unmap_named(name, stream));
    STATUS(GI_NOT_MAPPED, gi_graphics_unmap_named_after_all(name));
    STATUS(GI_INVALID_VALUE, gi_graphics_set_named_use(name, 3));
    REQUIRE(pointer == 77, "a call that failed wrote");
    OK(gi_graphics_map_named(name, stream, false, NULL, NULL));
    STATUS(GI_ALREADY_MAPPED, gi_graphics_map_named(name, stream, false, &pointer, NULL));
    STATUS(GI_ALREADY_MAPPED, gi_graphics_unregister_named(name));
    STATUS(GI_ALREADY_MAPPED, gi_graphics_set_named_use(name, 0));
    STATUS(GI_INVALID_VALUE, gi_graphics_set_named_use(name, 3));
    REQUIRE(pointer == 77, "a call that failed wrote");
    OK(gi_graphics_unmap_named(name, stream));
    OK(gi_graphics_unregister_named(name));
    STATUS(GI_INVALID_VALUE, gi_graphics_unregister_named(name));
    OK(gi_graphics_unregister(resource));
    expect_no_trace(1);
}

/* Two groups of contexts have a buffer with one number. Each call means that of the current one. */
static void a_number_is_of_its_group(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream();
    uint64_t first;

    OK(gi_graphics_register_named(name));
    fake_gl_make_current(2);
    REQUIRE(counting(2) == name, "the other group has other numbers");
    STATUS(GI_INVALID_GRAPHICS_CONTEXT, gi_graphics_map_named(name, stream, false, NULL, NULL));
    OK(gi_graphics_register_named(name));
    fake_gl_make_current(1);
    first = mapped_by_name(name, stream);
    fake_gl_make_current(2);
    REQUIRE(mapped_by_name(name, stream) != first, "it is the other group's");
    OK(gi_graphics_unmap_named(name, stream));
    OK(gi_graphics_unregister_named(name));
    expect_no_trace(1);
    STATUS(GI_ALREADY_MAPPED, gi_graphics_unregister_named(name));       /* of context 1 */
    fake_gl_make_current(0);
    OK(gi_graphics_unmap_named(name, stream));
    fake_gl_make_current(-1);
    OK(gi_graphics_unregister_named(name));
    fake_gl_make_current(0);
    OK(gi_graphics_register_named(name));
    OK(gi_graphics_unregister_named(name));
    expect_no_trace(1);
}

static void a_reset_ends_named_buffers(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream();

    OK(gi_graphics_register_named(name));
    OK(gi_graphics_map_named(name, stream, false, NULL, NULL));
    OK(gi_device_reset());
    STATUS(GI_INVALID_VALUE, gi_graphics_unmap_named_after_all(name));
    OK(gi_graphics_register_named(name));
    OK(gi_graphics_unregister_named(name));
    expect_no_trace(1);
    sched_expect_nothing_left();
}

/* Opens the gate when somebody waits. */
static void *open_at_a_wait(void *data)
{
    const uint64_t *waits = ((void **)data)[1];

    while (gi_counter_value(GI_COUNT_HELD_WAITS) == *waits)
        sched_yield();
    sched_gate_open(((void **)data)[0]);
    return NULL;
}

/* The unmap without a stream waits also for streams that do not order with the default one. */
static void an_unmap_waits_for_all_streams(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);
    unsigned char sevens[BYTES];
    struct sched_gate gate;
    gi_handle stream;
    uint64_t pointer, waits;
    void *data[] = { &gate, &waits };
    pthread_t thread;

    OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &stream));
    OK(gi_graphics_register_named(name));
    OK(gi_graphics_map_named(name, GI_STREAM_LEGACY, true, &pointer, NULL));
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, stream);
    OK(gi_fill_async(pointer, 7, 1, BYTES, stream));
    sched_gate_await_entered(&gate);
    waits = gi_counter_value(GI_COUNT_HELD_WAITS);
    REQUIRE(pthread_create(&thread, NULL, open_at_a_wait, data) == 0, "no thread");
    OK(gi_graphics_unmap_named_after_all(name));
    memset(sevens, 7, BYTES);
    REQUIRE(memcmp(fake_gl_bytes(name), sevens, BYTES) == 0, "it did not wait");
    pthread_join(thread, NULL);
    OK(gi_graphics_unregister_named(name));
    OK(gi_stream_destroy(stream));
}

/* A capture in any stream of the context refuses it, and it stays mapped. */
static void a_capture_refuses_the_unmap_for_all(void)
{
    begin(SHADOW);
    gigl_name name = counting(1);
    gi_handle stream = sched_stream();

    OK(gi_graphics_register_named(name));
    OK(gi_graphics_map_named(name, GI_STREAM_LEGACY, true, NULL, NULL));
    OK(gi_capture_begin(stream, GI_CAPTURE_GLOBAL, 0, &(struct gi_capture_nodes){ .count = 0 }));
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_graphics_unmap_named_after_all(name));
    STATUS(GI_ALREADY_MAPPED, gi_graphics_unregister_named(name));
}

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        CASE(by_a_shadow), CASE(by_one_copy_of_the_host), CASE(by_two_copies_of_the_host),
        CASE(uses_by_a_shadow), CASE(uses_by_one_copy), CASE(uses_by_two_copies),
        CASE(the_environment_forces_the_host), CASE(a_refused_shadow_leaves_the_host),
        CASE(an_unmap_waits_for_the_stream), CASE(a_failed_stream_copies_nothing),
        CASE(a_captured_stream_is_refused), CASE(states_are_the_vendors),
        CASE(the_memory_is_the_registrations), CASE(contexts_decide),
        CASE(a_reset_ends_resources), CASE(changed_buffers_are_left_out),
        CASE(a_reset_during_one_copy), CASE(a_reset_during_two_copies),
        CASE(threads_end_the_last_resource), CASE(a_number_that_a_shadow_has_now),
        CASE(buffers_of_the_library_are_refused),
        CASE(whole_pages_take_the_shadow), CASE(a_buffer_without_storage_is_refused),
        CASE(many_resources_end), CASE(named_by_a_shadow),
        CASE(named_by_one_copy_of_the_host), CASE(named_by_two_copies_of_the_host),
        CASE(states_of_named_buffers), CASE(a_number_is_of_its_group),
        CASE(a_reset_ends_named_buffers), CASE(an_unmap_waits_for_all_streams),
        CASE(a_capture_refuses_the_unmap_for_all),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
