/* Buffers of more bytes than 31 and 32 bits count, and images whose texels lie beyond: the core on
 * the fake driver, with the library's part of OpenGL on a fake OpenGL. Both have such bytes in
 * files with holes, and copies of them move the ends alone. So the cases take little memory. */
#include "harness.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../open_fds.h"
#include "fake_gl.h"
#include "graphics/map.h"
#include "graphics/resource.h"
#include "ops/copy.h"

#define GIB ((uint64_t)1 << 30)

enum { END_BYTES = 64, MOST_KIB = 256 << 10 };

/* A copy has a GiB at most, and each size is copied twice. */
static const uint64_t sizes[] = { 3 * GIB, 5 * GIB + 12 };
enum { PIECES = 2 * (3 + 6) };

static void begin(const char *wish)
{
    struct gifake_device_config config;

    setenv("GPUINTEROP_GL", wish, 1);
    gifake_default_config(&config, 0);
    config.info.memory_exports = true;
    config.info.host_visible_device_memory = true;
    config.info.memory_bytes = config.info.max_allocation_bytes = 64 * GIB;
    config.timeline_caps = CAPS_ALL;
    sched_begin_config(&config);
    fake_gl_reset();
    fake_gl_make_current(0);
    memcpy(fake_gl.uuid, config.info.uuid, sizeof fake_gl.uuid);
    fake_gl.room_behind = 48;
    fake_gl.interop = "EGL_MESA_gl_interop";
}

/* ---- the ends of a buffer ------------------------------------------------------------------- */

static void fill_ends(gigl_name name, uint64_t size, int value)
{
    memset(fake_gl_bytes(name), value, END_BYTES);
    memset(fake_gl_bytes(name) + size - END_BYTES, value + 1, END_BYTES);
}

static void expect_ends(gigl_name name, uint64_t size, int value)
{
    const unsigned char *first = fake_gl_bytes(name), *last = first + size - END_BYTES;

    for (int i = 0; i < END_BYTES; i++)
        REQUIRE(first[i] == value && last[i] == value + 1,
                "byte %d is %d and %d instead of %d and %d", i, first[i], last[i], value,
                value + 1);
}

static void copy_end(uint64_t device, unsigned char *host, bool to_device, gi_handle stream)
{
    uint64_t address = (uint64_t)(uintptr_t)host;

    OK(gi_copy_linear(to_device ? device : address, to_device ? address : device, END_BYTES,
                      to_device ? GI_COPY_HOST_TO_DEVICE : GI_COPY_DEVICE_TO_HOST,
                      gi_in_stream(stream)));
    OK(gi_stream_synchronize(stream));
}

/* The stream finds both ends as they were filled, and changes them. */
static void change_ends(gi_handle resource, uint64_t size, int value, gi_handle stream)
{
    unsigned char end[END_BYTES];
    uint64_t pointer, told;

    OK(gi_graphics_pointer(resource, &pointer, &told));
    REQUIRE(told == size, "%llu bytes", (unsigned long long)told);
    for (int last = 0; last < 2; last++) {
        uint64_t at = pointer + (last ? size - END_BYTES : 0);

        copy_end(at, end, false, stream);
        for (int i = 0; i < END_BYTES; i++)
            REQUIRE(end[i] == value + last, "byte %d is %d instead of %d", i, end[i],
                    value + last);
        memset(end, value + 2 + last, END_BYTES);
        copy_end(at, end, true, stream);
    }
}

static void carry(uint64_t size)
{
    gigl_name name = fake_gl_buffer(size, NULL);
    gi_handle stream = sched_stream(), resource;

    fill_ends(name, size, 1);
    OK(gi_graphics_register_buffer(name, 0, &resource));
    OK(gi_graphics_map(&resource, 1, stream));
    change_ends(resource, size, 1, stream);
    OK(gi_graphics_unmap(&resource, 1, stream));
    expect_ends(name, size, 3);
    OK(gi_graphics_unregister(resource));
    fake_gl_delete(name);
    OK(gi_stream_destroy(stream));
}

/* Whether most pages of large memory were left alone. */
static void expect_holes(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    REQUIRE(usage.ru_maxrss < MOST_KIB, "%ld KiB of memory were used", usage.ru_maxrss);
}

static void carry_all(void)
{
    int fds = count_open_fds();

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        carry(sizes[i]);
    REQUIRE(fake_gl_live() == 0 && fake_gl_error() == 0, "a trace is left");
    REQUIRE(count_open_fds() == fds, "%d fds instead of %d", count_open_fds(), fds);
    expect_holes();
    sched_expect_nothing_left();
}

static void in_place(void)
{
    begin("export");
    carry_all();
    REQUIRE(fake_gl.copies + fake_gl.reads + fake_gl.writes == 0, "bytes were copied");
}

static void by_a_shadow(void)
{
    begin("shadow");
    carry_all();
    REQUIRE(fake_gl.copies == PIECES, "%d copies", fake_gl.copies);
    REQUIRE(fake_gl.imports == 2, "%d memory objects", fake_gl.imports);
}

/* As above, by bindings. */
static void by_a_shadow_without_direct_access(void)
{
    begin("shadow");
    fake_gl.version = "3.2 fake";
    carry_all();
    REQUIRE(fake_gl.copies == PIECES, "%d copies", fake_gl.copies);
}

static void by_the_host(void)
{
    begin("host");
    carry_all();
    REQUIRE(fake_gl.reads == 2 && fake_gl.writes == 2, "%d reads", fake_gl.reads);
}

/* Storage in a dma-buf that begins above 4 GiB. */
static void storage_begins_far_behind(void)
{
    begin("export");
    fake_gl.export_begin = 4 * GIB + 256;
    carry(END_BYTES * 2);
    carry(3 * GIB);
    REQUIRE(fake_gl.copies + fake_gl.reads + fake_gl.writes == 0, "bytes were copied");
    expect_holes();
}

/* ---- what 31 bits do not count -------------------------------------------------------------- */

/* Below OpenGL 3.2 sizes come in 32 bits. One that does not fit is refused, also if OpenGL gives
 * the nearest one that does. */
static void sizes_of_old_contexts(void)
{
    begin("host");
    gi_handle resource;
    gigl_name name = fake_gl_buffer(3 * GIB, NULL);

    fake_gl.version = "2.1 fake";
    fake_gl.extensions = "";
    STATUS(GI_NOT_SUPPORTED, gi_graphics_register_buffer(name, 0, &resource));
    fake_gl_delete(name);
    name = fake_gl_buffer(2 * GIB - 1, NULL);
    STATUS(GI_NOT_SUPPORTED, gi_graphics_register_buffer(name, 0, &resource));
    fake_gl_delete(name);
    carry(2 * GIB - 2);
    name = fake_gl_buffer(0, NULL);
    STATUS(GI_OUT_OF_MEMORY, gi_graphics_register_buffer(name, 0, &resource));
    fake_gl_delete(name);
    REQUIRE(fake_gl_live() == 0 && fake_gl_error() == 0, "a trace is left");
    expect_holes();
}

/* Levels behind 4 GiB, and levels of more. */
static void places_of_levels(void)
{
    const struct gi_graphics_shape flat = { .texel_bytes = 16, .width = 32768, .height = 32768,
                                            .levels = 16 };
    const struct gi_graphics_shape volume = { .texel_bytes = 4, .width = 2048, .height = 2048,
                                              .slices = 2048, .levels = 2, .is_volume = true };
    struct gi_graphics_level level = gi_graphics_level(&flat, 1);

    REQUIRE(level.offset_bytes == 16 * GIB && level.size_bytes == 4 * GIB, "level 1 of 2D");
    level = gi_graphics_level(&flat, 2);
    REQUIRE(level.offset_bytes == 20 * GIB && level.size_bytes == GIB, "level 2 of 2D");
    level = gi_graphics_level(&volume, 1);
    REQUIRE(level.offset_bytes == 32 * GIB && level.size_bytes == 4 * GIB, "level 1 of 3D");
    REQUIRE(gi_graphics_shape_bytes(&volume) == 36 * GIB, "all of 3D");
}

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    const struct sched_case cases[] = {
        CASE(in_place), CASE(by_a_shadow), CASE(by_a_shadow_without_direct_access),
        CASE(by_the_host), CASE(storage_begins_far_behind), CASE(sizes_of_old_contexts),
        CASE(places_of_levels),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
