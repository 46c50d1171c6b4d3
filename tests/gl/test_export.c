/* Buffers whose own storage OpenGL exports: the core on the fake driver, with the library's part
 * of OpenGL on a fake OpenGL. Nothing is copied, each refusal leaves the next way, and no fd is
 * left. */
#include "harness.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "../open_fds.h"
#include "base/counters.h"
#include "fake_gl.h"
#include "graphics/map.h"
#include "graphics/resource.h"
#include "graphics/resource_state.h"
#include "ops/copy.h"
#include "ops/host_function.h"

enum { BYTES = 6000 };

/* Begins a case: a device and a context that have buffers in common. */
static void begin(bool shares)
{
    struct gifake_device_config config;

    unsetenv("GPUINTEROP_GL");
    gifake_default_config(&config, 0);
    config.info.memory_exports = shares;
    config.timeline_caps = CAPS_ALL;
    sched_begin_config(&config);
    fake_gl_reset();
    fake_gl_make_current(0);
    memcpy(fake_gl.uuid, config.info.uuid, sizeof fake_gl.uuid);
    fake_gl.room_behind = 48;
    fake_gl.interop = "EGL_KHR_image EGL_MESA_gl_interop EGL_KHR_fence_sync";
}

static gigl_name filled(int value)
{
    unsigned char bytes[BYTES];

    memset(bytes, value, BYTES);
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

static void write_mapped(gi_handle resource, gi_handle stream, int value)
{
    unsigned char bytes[BYTES];

    memset(bytes, value, BYTES);
    OK(gi_copy_linear(pointer_of(resource), (uint64_t)(uintptr_t)bytes, BYTES,
                      GI_COPY_HOST_TO_DEVICE, gi_in_stream(stream)));
    OK(gi_stream_synchronize(stream));
}

static void expect_mapped(gi_handle resource, gi_handle stream, int value)
{
    unsigned char got[BYTES];

    OK(gi_copy_linear((uint64_t)(uintptr_t)got, pointer_of(resource), BYTES, GI_COPY_DEVICE_TO_HOST,
                      gi_in_stream(stream)));
    for (size_t i = 0; i < BYTES; i++)
        REQUIRE(got[i] == value, "byte %zu is %d instead of %d", i, got[i], value);
}

static void expect_buffer(gigl_name name, int value)
{
    for (size_t i = 0; i < BYTES; i++)
        REQUIRE(fake_gl_bytes(name)[i] == value, "byte %zu of the buffer is %d instead of %d", i,
                fake_gl_bytes(name)[i], value);
}

static void expect_copies(int on_device, int reads, int writes)
{
    REQUIRE(fake_gl.copies == on_device && fake_gl.reads == reads && fake_gl.writes == writes,
            "%d copies, %d reads and %d writes instead of %d, %d and %d", fake_gl.copies,
            fake_gl.reads, fake_gl.writes, on_device, reads, writes);
}

static void end(gi_handle resource, gigl_name name, int fds)
{
    OK(gi_graphics_unregister(resource));
    fake_gl_delete(name);
    REQUIRE(fake_gl_live() == 0, "%d objects are left", fake_gl_live());
    REQUIRE(fake_gl_error() == 0, "error 0x%x", fake_gl_error());
    REQUIRE(fake_gl.stubs == 0, "a stub was called");
    REQUIRE(count_open_fds() == fds, "%d fds instead of %d", count_open_fds(), fds);
}

/* ---- the way -------------------------------------------------------------------------------- */

/* What a stream writes is in the buffer before the unmap, and the other way round. */
static void nothing_is_copied(void)
{
    begin(true);
    int fds = count_open_fds();
    gigl_name name = filled(1);
    gi_handle stream = sched_stream(), resource = registered(name, GI_GRAPHICS_READ_WRITE);
    uint64_t first = 0, maps = gi_counter_value(GI_COUNT_MAPS_IN_PLACE);

    for (int round = 0; round < 3; round++) {
        memset(fake_gl_bytes(name), round + 10, BYTES);
        OK(gi_graphics_map(&resource, 1, stream));
        REQUIRE(first == 0 || first == pointer_of(resource), "the pointer changes");
        first = pointer_of(resource);
        expect_mapped(resource, stream, round + 10);
        write_mapped(resource, stream, round + 20);
        expect_buffer(name, round + 20);
        OK(gi_graphics_unmap(&resource, 1, stream));
        expect_buffer(name, round + 20);
    }
    expect_copies(0, 0, 0);
    REQUIRE(fake_gl.imports == 0, "OpenGL opened memory");
    REQUIRE(gi_counter_value(GI_COUNT_MAPS_IN_PLACE) - maps == 3, "the maps do not count");
    REQUIRE(fake_gl.finishes == 3, "a map ends in one wait, not in %d", fake_gl.finishes);
    end(resource, name, fds);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

static void storage_may_begin_behind(void)
{
    begin(true);
    int fds = count_open_fds();
    gigl_name name = filled(1);
    gi_handle stream = sched_stream(), resource;

    fake_gl.export_offset = 256;
    resource = registered(name, 0);
    OK(gi_graphics_map(&resource, 1, stream));
    fake_gl_bytes(name)[256] = 9;
    unsigned char got = 0;
    OK(gi_copy_linear((uint64_t)(uintptr_t)&got, pointer_of(resource), 1, GI_COPY_DEVICE_TO_HOST,
                      gi_in_stream(stream)));
    REQUIRE(got == 9, "the first byte is %d", got);
    OK(gi_graphics_unmap(&resource, 1, stream));
    end(resource, name, fds);
}

/* ---- refusals ------------------------------------------------------------------------------- */

/* Whether a buffer is used without copies. Its bytes are right by each way. */
static bool is_exported(bool is_mapped)
{
    int fds = count_open_fds(), copies = fake_gl.copies, reads = fake_gl.reads;
    gigl_name name = filled(3);
    gi_handle stream = sched_stream(), resource;
    bool exported;

    if (is_mapped)
        fake_gl_map(name, GIGL_MAP_PERSISTENT_BIT);
    resource = registered(name, 0);
    OK(gi_graphics_map(&resource, 1, stream));
    exported = fake_gl.copies == copies && fake_gl.reads == reads;
    expect_mapped(resource, stream, 3);
    write_mapped(resource, stream, 5);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_buffer(name, 5);
    end(resource, name, fds);
    OK(gi_stream_destroy(stream));
    return exported;
}

/* A word of the environment, the window system's extensions, and a device. */
static void facts_decide(void)
{
    static const char *const wishes[] = { "shadow", "pixels", "host" };
    static const char *const names[] = {
        "", "EGL_MESA_gl_interop2", "XEGL_MESA_gl_interop", "GLX_MESA_gl_interop", NULL };

    begin(true);
    REQUIRE(is_exported(false), "the default copies");
    setenv("GPUINTEROP_GL", "export", 1);
    REQUIRE(is_exported(false), "\"export\" copies");
    for (size_t i = 0; i < 3; i++) {
        setenv("GPUINTEROP_GL", wishes[i], 1);
        REQUIRE(!is_exported(false), "\"%s\" copies nothing", wishes[i]);
    }
    unsetenv("GPUINTEROP_GL");
    fake_gl.uuid[0] ^= 1;
    fake_gl_make_current(1);     /* whose facts are read anew */
    fake_gl.exports = 0;
    REQUIRE(!is_exported(false) && fake_gl.exports == 0, "a buffer of another device was exported");
    fake_gl.uuid[0] ^= 1;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fake_gl.interop = names[i];
        fake_gl_make_current(3 + 2 * (int)i);
        REQUIRE(!is_exported(false) && fake_gl.exports == 0, "extensions \"%s\" export",
                names[i] == NULL ? "NULL" : names[i]);
    }
}

/* Each answer that is of no use leaves the next way, and no fd. */
static void refused(void)
{
    for (int code = 1; code <= 10; code++) {
        fake_gl.export_code = code;
        REQUIRE(!is_exported(false), "an export that answers %d", code);
    }
    fake_gl.export_code = 0;
    fake_gl.export_version = -1;
    REQUIRE(!is_exported(false), "an older interface, which gives no fd");
    fake_gl.export_version = -2;
    REQUIRE(!is_exported(false), "a stub, which answers nothing");
    fake_gl.export_version = -3;
    REQUIRE(!is_exported(false), "an older interface, which gives an fd");
    fake_gl.export_version = 0;
    for (fake_gl.export_more = -BYTES - 1; fake_gl.export_more <= 4096; fake_gl.export_more += 5049)
        REQUIRE(!is_exported(false), "a size that is %td more", fake_gl.export_more);
    fake_gl.export_more = 0;
    for (size_t i = 0; i < 4; i++) {
        static const ptrdiff_t offsets[] = { -256, 1, 128, 4096 + 256 };

        fake_gl.export_offset = offsets[i];
        REQUIRE(!is_exported(false), "storage that begins at %td", offsets[i]);
    }
    fake_gl.export_offset = 0;
    gifake_fail_slot("memory.import", GI_IMPORT_FAILED);
    REQUIRE(!is_exported(false), "memory that the device refuses");
    REQUIRE(!is_exported(true), "a buffer to which the program has a pointer");
    REQUIRE(is_exported(false), "the last one copies");
}

static void a_refused_export_leaves_the_shadow(void)
{
    begin(true);
    refused();
    REQUIRE(fake_gl.copies > 0 && fake_gl.reads == 0, "the host copied");
    sched_expect_nothing_left();
}

static void a_refused_export_leaves_the_host(void)
{
    begin(false);
    refused();
    REQUIRE(fake_gl.copies == 0 && fake_gl.reads > 0, "OpenGL copied");
    sched_expect_nothing_left();
}

/* ---- what programs do to their buffers ------------------------------------------------------ */

/* New storage of the same size, before and during a map. From then on bytes are copied. */
static void new_storage_is_noticed(void)
{
    begin(true);
    int fds = count_open_fds();
    gigl_name name = filled(1);
    gi_handle stream = sched_stream(), resource = registered(name, 0);
    uint64_t pointer;

    OK(gi_graphics_map(&resource, 1, stream));
    pointer = pointer_of(resource);
    OK(gi_graphics_unmap(&resource, 1, stream));
    fake_gl_resize(name, BYTES);
    memset(fake_gl_bytes(name), 4, BYTES);
    OK(gi_graphics_map(&resource, 1, stream));
    REQUIRE(pointer == pointer_of(resource), "the pointer changes");
    expect_mapped(resource, stream, 4);
    write_mapped(resource, stream, 6);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_buffer(name, 6);
    end(resource, name, fds);
    name = filled(1);
    resource = registered(name, GI_GRAPHICS_WRITE_DISCARD);
    OK(gi_graphics_map(&resource, 1, stream));
    fake_gl_resize(name, BYTES);
    write_mapped(resource, stream, 7);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_buffer(name, 7);
    end(resource, name, fds);
}

/* Buffers that end or change size are left out as by other ways; their memory stays usable. */
static void changed_buffers_are_left_out(void)
{
    begin(true);
    gigl_name gone = filled(1), resized = filled(2), mapped = filled(3);
    gi_handle stream = sched_stream(), resources[3] = { registered(gone, 0), registered(resized, 0),
                                                         registered(mapped, 0) };

    fake_gl_map(mapped, 0);
    STATUS(GI_MAP_FAILED, gi_graphics_map(resources, 3, stream));
    fake_gl_unmap(mapped);
    OK(gi_graphics_map(resources, 3, stream));
    fake_gl_delete(gone);
    fake_gl_resize(resized, BYTES / 2);
    for (int i = 0; i < 3; i++)
        write_mapped(resources[i], stream, 8);
    OK(gi_graphics_unmap(resources, 3, stream));
    expect_buffer(mapped, 8);
    OK(gi_graphics_map(resources, 3, stream));
    for (int i = 0; i < 3; i++)
        expect_mapped(resources[i], stream, 8);
    OK(gi_graphics_unmap(resources, 3, stream));
    expect_copies(0, 0, 0);
    for (int i = 0; i < 3; i++)
        OK(gi_graphics_unregister(resources[i]));
    REQUIRE(fake_gl_live() == 2 && fake_gl_error() == 0, "a trace is left");
}

/* A program has a pointer to new storage, which an export would move. */
static void storage_with_a_pointer_stays(void)
{
    begin(true);
    int fds = count_open_fds();
    gigl_name name = filled(1);
    gi_handle stream = sched_stream(), resource = registered(name, 0);
    unsigned char *pointer;

    fake_gl_resize(name, BYTES);
    fake_gl_map(name, GIGL_MAP_PERSISTENT_BIT);
    pointer = fake_gl_bytes(name);
    memset(pointer, 2, BYTES);
    OK(gi_graphics_map(&resource, 1, stream));
    expect_mapped(resource, stream, 2);
    write_mapped(resource, stream, 3);
    OK(gi_graphics_unmap(&resource, 1, stream));
    REQUIRE(fake_gl_bytes(name) == pointer, "the bytes have moved");
    expect_buffer(name, 3);
    fake_gl_unmap(name);
    end(resource, name, fds);
}

/* An export that fails later copies from then on, which is right at any time. */
static void a_later_refusal_copies(void)
{
    begin(true);
    int fds = count_open_fds();
    gigl_name name = filled(1);
    gi_handle stream = sched_stream(), resource = registered(name, 0);

    fake_gl.export_code = 2;
    OK(gi_graphics_map(&resource, 1, stream));
    fake_gl.export_code = 0;
    expect_mapped(resource, stream, 1);
    write_mapped(resource, stream, 2);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_buffer(name, 2);
    expect_copies(0, 1, 1);
    end(resource, name, fds);
}

/* ---- order ---------------------------------------------------------------------------------- */

static struct { gi_handle mapped, idle, made; gigl_name name; bool was_free, is_done; } within;

/* A thread with a context of its own, which shares buffers. */
static void *use_resources(void *unused)
{
    (void)unused;
    fake_gl_make_current(1);
    STATUS(GI_ALREADY_MAPPED, gi_graphics_set_use(within.mapped, 0, 3));
    OK(gi_graphics_set_use(within.idle, GI_GRAPHICS_READ_ONLY, 3));
    within.made = registered(within.name, 0);
    OK(gi_graphics_unregister(within.made));
    fake_gl_make_current(-1);
    within.is_done = true;
    return NULL;
}

/* Runs in the stream while an unmap waits for it. */
static void have_resources_used(void *unused)
{
    pthread_t thread;

    within.was_free = pthread_mutex_trylock(&gi_resource_lock) == 0;
    if (!within.was_free)
        return;
    pthread_mutex_unlock(&gi_resource_lock);
    REQUIRE(pthread_create(&thread, NULL, use_resources, unused) == 0, "no thread");
    pthread_join(thread, NULL);
}

static void an_unmap_holds_no_lock(void)
{
    static const char *const wishes[] = { "export", "shadow", "host" };

    begin(true);
    for (size_t i = 0; i < 3; i++) {
        setenv("GPUINTEROP_GL", wishes[i], 1);
        gi_handle stream = sched_stream();

        within.name = filled(1);
        within.mapped = registered(within.name, 0);
        within.idle = registered(within.name, 0);
        within.is_done = false;
        OK(gi_graphics_map(&within.mapped, 1, stream));
        OK(gi_stream_host_function(stream, have_resources_used, NULL));
        OK(gi_graphics_unmap(&within.mapped, 1, stream));
        REQUIRE(within.was_free, "the unmap holds a lock while it waits");
        REQUIRE(within.is_done, "the unmap did not wait");
        OK(gi_graphics_unregister(within.mapped));
        OK(gi_graphics_unregister(within.idle));
        fake_gl_delete(within.name);
        OK(gi_stream_destroy(stream));
    }
}

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    const struct sched_case cases[] = {
        CASE(nothing_is_copied), CASE(storage_may_begin_behind), CASE(facts_decide),
        CASE(a_refused_export_leaves_the_shadow), CASE(a_refused_export_leaves_the_host),
        CASE(new_storage_is_noticed), CASE(changed_buffers_are_left_out),
        CASE(an_unmap_holds_no_lock), CASE(storage_with_a_pointer_stays),
        CASE(a_later_refusal_copies),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
