/* Devices that make exportable memory for one buffer: shadows of buffers and of images, on the fake
 * driver and a fake OpenGL. */
#include "harness.h"

#include <string.h>

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

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    const struct sched_case cases[] = {
        CASE(memory_is_for_anything), CASE(memory_is_for_one_buffer),
        CASE(no_memory_is_for_images),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
