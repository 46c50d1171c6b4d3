/* Shadows of buffers and images on the fake driver and a fake OpenGL: on devices that make
 * exportable memory for one buffer, without free fds, and while another thread waits. */
#include "harness.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../open_fds.h"
#include "base/counters.h"
#include "fake_gl.h"
#include "graphics/map.h"
#include "graphics/resource.h"

enum { RGBA8 = 0x8058, SIDE = 8, BYTES = SIDE * SIDE * 4 };

static void begin(enum gifake_exports exports)
{
    struct gifake_device_config config;

    setenv("GPUINTEROP_GL", "", 1);
    gifake_default_config(&config, 0);
    config.info.memory_exports = true;
    config.exports = exports;
    config.timeline_caps = CAPS_ALL;
    sched_begin_config(&config);
    fake_gl_reset();
    fake_gl_make_current(0);
    memcpy(fake_gl.uuid, config.info.uuid, sizeof fake_gl.uuid);
}

/* A map and an unmap of a buffer and of a texture. */
static void carry(void)
{
    static unsigned char bytes[BYTES];
    gigl_name buffer = fake_gl_buffer(BYTES, bytes);
    gigl_name texture = fake_gl_image(GIGL_TEXTURE_2D, RGBA8, SIDE, SIDE, 1, 1);
    gi_handle stream = sched_stream(), list[2];

    memset(fake_gl_texels(texture, 0), 5, BYTES);
    OK(gi_graphics_register_buffer(buffer, 0, &list[0]));
    OK(gi_graphics_register_image(texture, GIGL_TEXTURE_2D, 0, &list[1]));
    OK(gi_graphics_map(list, 2, stream));
    memset(fake_gl_texels(texture, 0), 6, BYTES);
    OK(gi_graphics_unmap(list, 2, stream));
    REQUIRE(fake_gl_texels(texture, 0)[BYTES - 1] == 5, "the texels are not those of the map");
    for (int i = 0; i < 2; i++)
        OK(gi_graphics_unregister(list[i]));
    fake_gl_delete(buffer);
    fake_gl_delete_image(texture);
    OK(gi_stream_destroy(stream));
    REQUIRE(fake_gl_live() == 0 && fake_gl_error() == 0, "a trace is left");
}

static void expect_ways(enum gifake_exports exports, uint64_t on_device, uint64_t by_pixels,
                        int dedicated)
{
    begin(exports);
    uint64_t copied = gi_counter_value(GI_COUNT_MAPS_ON_DEVICE);
    uint64_t through = gi_counter_value(GI_COUNT_MAPS_BY_PIXELS);

    carry();
    copied = gi_counter_value(GI_COUNT_MAPS_ON_DEVICE) - copied;
    through = gi_counter_value(GI_COUNT_MAPS_BY_PIXELS) - through;
    REQUIRE(copied == on_device && through == by_pixels, "%llu maps on the device, %llu by pixels",
            (unsigned long long)copied, (unsigned long long)through);
    REQUIRE(fake_gl.dedicated == dedicated, "OpenGL was told of %d dedicated memory objects",
            fake_gl.dedicated);
    sched_expect_nothing_left();
}

static void memory_is_for_anything(void)
{
    expect_ways(GIFAKE_EXPORTS_FOR_ALL, 2, 0, 0);
}

/* The texture's memory is not made for a buffer, so the texture's shadow lies there. */
static void memory_is_for_one_buffer(void)
{
    expect_ways(GIFAKE_EXPORTS_FOR_BUFFERS, 2, 0, 1);
}

/* The texture's texels go through a buffer. */
static void no_memory_is_for_images(void)
{
    expect_ways(GIFAKE_EXPORTS_NO_IMAGES, 1, 1, 2);
}

/* ---- without fds ---------------------------------------------------------------------------- */

static void limit_fds(int more)
{
    struct rlimit limit;
    int next = dup(STDIN_FILENO);

    close(next);
    REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0, "no limit");
    limit.rlim_cur = more < 0 ? limit.rlim_max : (rlim_t)next + (rlim_t)more;
    REQUIRE(setrlimit(RLIMIT_NOFILE, &limit) == 0, "the limit stays");
}

/* Registers, maps and unmaps as far as the fds last. Each call answers with an error and a
 * sentence, or does all of its work. Returns whether all were done. */
static bool carry_with_few(gigl_name name, gigl_enum target, gi_handle stream)
{
    gi_handle resource;
    gi_status status = target == 0 ? gi_graphics_register_buffer(name, 0, &resource)
                                   : gi_graphics_register_image(name, target, 0, &resource);
    bool is_done = status == GI_OK;

    if (is_done) {
        status = gi_graphics_map(&resource, 1, stream);
        is_done = status == GI_OK && gi_graphics_unmap(&resource, 1, stream) == GI_OK;
        OK(gi_graphics_unregister(resource));
    }
    REQUIRE(status == GI_OK || gi_last_error_detail()[0] != '\0', "an error without a sentence");
    return is_done;
}

static void fds_run_out(void)
{
    begin(GIFAKE_EXPORTS_FOR_BUFFERS);
    static unsigned char bytes[BYTES] = { 9 };
    gigl_name names[] = { fake_gl_buffer(BYTES, bytes),
                          fake_gl_image(GIGL_TEXTURE_2D, RGBA8, SIDE, SIDE, 1, 1) };
    gi_handle stream = sched_stream();
    int live = fake_gl_live(), fds, done = 0;

    REQUIRE(carry_with_few(names[0], 0, stream), "with all fds");
    fds = count_open_fds();
    for (int more = 0; more < 8; more++)
        for (int kind = 0; kind < 2; kind++) {
            limit_fds(more);
            done += carry_with_few(names[kind], kind == 0 ? 0 : GIGL_TEXTURE_2D, stream);
            limit_fds(-1);
            REQUIRE(count_open_fds() == fds, "%d fds instead of %d", count_open_fds(), fds);
            REQUIRE(fake_gl_live() == live && fake_gl_error() == 0, "a trace is left");
        }
    REQUIRE(done > 0 && done < 16, "%d of 16 were done", done);
    REQUIRE(fake_gl_bytes(names[0])[0] == 9, "the bytes changed");
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- while another thread waits ------------------------------------------------------------- */

struct waiting {
    struct sched_gate gate;
    gi_handle resource;          /* which the other thread unmaps */
    uint64_t waits;
};

/* What the stream that the other thread waits for depends on: calls for other resources, and a
 * question about the same. */
static void *work_meanwhile(void *data)
{
    struct waiting *waiting = data;
    gi_handle stream = sched_stream(), resource;
    static unsigned char bytes[BYTES];
    gigl_name name;

    while (gi_counter_value(GI_COUNT_HELD_WAITS) == waiting->waits)
        sched_yield();
    fake_gl_make_current(1);
    name = fake_gl_buffer(BYTES, bytes);
    OK(gi_graphics_register_buffer(name, 0, &resource));
    OK(gi_graphics_map(&resource, 1, stream));
    OK(gi_graphics_pointer(resource, NULL, NULL));
    OK(gi_graphics_unmap(&resource, 1, stream));
    OK(gi_graphics_unregister(resource));
    fake_gl_delete(name);
    STATUS(GI_ALREADY_MAPPED, gi_graphics_set_use(waiting->resource, 0, 2));
    OK(gi_stream_destroy(stream));
    fake_gl_make_current(-1);
    sched_gate_open(&waiting->gate);
    return NULL;
}

/* A lock that the unmap held would keep the stream's work from its end. */
static void an_unmap_waits_without_locks(void)
{
    begin(GIFAKE_EXPORTS_FOR_ALL);
    static unsigned char bytes[BYTES];
    gigl_name name = fake_gl_buffer(BYTES, bytes);
    gi_handle stream = sched_stream();
    struct waiting waiting;
    uint64_t pointer;
    pthread_t thread;

    OK(gi_graphics_register_buffer(name, 0, &waiting.resource));
    OK(gi_graphics_map(&waiting.resource, 1, stream));
    OK(gi_graphics_pointer(waiting.resource, &pointer, NULL));
    sched_gate_init(&waiting.gate);
    sched_gate_enqueue(&waiting.gate, stream);
    OK(gi_fill_async(pointer, 7, 1, BYTES, stream));
    sched_gate_await_entered(&waiting.gate);
    waiting.waits = gi_counter_value(GI_COUNT_HELD_WAITS);
    REQUIRE(pthread_create(&thread, NULL, work_meanwhile, &waiting) == 0, "no thread");
    OK(gi_graphics_unmap(&waiting.resource, 1, stream));
    pthread_join(thread, NULL);
    REQUIRE(fake_gl_bytes(name)[BYTES - 1] == 7, "it did not wait");
    OK(gi_graphics_unregister(waiting.resource));
    fake_gl_delete(name);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    const struct sched_case cases[] = {
        CASE(memory_is_for_anything), CASE(memory_is_for_one_buffer),
        CASE(no_memory_is_for_images), CASE(fds_run_out), CASE(an_unmap_waits_without_locks),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
