/* Images of EGL that streams use in place: the core on the fake driver, with the library's part of
 * OpenGL on a fake OpenGL. Each fault of a registration is an error that leaves nothing behind, and
 * the texels as they were. */
#include "harness.h"

#include <string.h>
#include <unistd.h>

#include "../open_fds.h"
#include "fake_gl.h"
#include "graphics/map.h"
#include "graphics/resource.h"
#include "graphics/rows.h"
#include "ops/copy.h"

enum { WIDTH = 13, HEIGHT = 7, BYTES = WIDTH * HEIGHT * 4, RGBA8 = 0x8058, RGB8 = 0x8051,
       DEPTH24 = 0x81A6, PROGRAMS_ERROR = 0x0500 };

static void *image;              /* of the case */

static void begin_in(int internal)
{
    struct gifake_device_config config;

    unsetenv("GPUINTEROP_GL");
    gifake_default_config(&config, 0);
    config.timeline_caps = CAPS_ALL;
    sched_begin_config(&config);
    fake_gl_reset();
    fake_gl.extensions = "GL_EXT_memory_object GL_EXT_memory_object_fd GL_OES_EGL_image";
    fake_gl_make_current(0);
    memcpy(fake_gl.uuid, config.info.uuid, sizeof fake_gl.uuid);
    fake_gl.interop = "EGL_MESA_gl_interop";
    image = fake_gl_egl_image(internal, WIDTH, HEIGHT);
    for (int i = 0; i < BYTES; i++)
        fake_gl_egl_texels(image)[i] = (unsigned char)(i * 7 + 1);
}

static void begin(void)
{
    begin_in(RGBA8);
}

static void expect_texels(int seed)
{
    for (int i = 0; i < BYTES; i++)
        REQUIRE(fake_gl_egl_texels(image)[i] == (unsigned char)(i * 7 + seed),
                "byte %d is %d", i, fake_gl_egl_texels(image)[i]);
}

static void expect_nothing_of(int fds)
{
    REQUIRE(fake_gl_live() == 0, "%d objects are left", fake_gl_live());
    REQUIRE(count_open_fds() == fds, "%d fds instead of %d", count_open_fds(), fds);
    REQUIRE(fake_gl.stubs == 0, "a stub was called");
}

/* ---- what works ----------------------------------------------------------------------------- */

static void texels_are_shared(void)
{
    begin();
    int fds = count_open_fds();
    struct gi_graphics_frame frame;
    unsigned char texels[BYTES];
    gi_handle resource, stream = sched_stream();

    OK(gi_graphics_register_shared(image, 0, &resource));
    expect_texels(1);
    OK(gi_graphics_frame(resource, 0, 0, &frame));
    REQUIRE(frame.pitch_bytes == WIDTH * 4 && frame.width == WIDTH && frame.height == HEIGHT &&
            !frame.is_bgra, "%llu bytes a row", (unsigned long long)frame.pitch_bytes);
    OK(gi_copy_linear((uint64_t)(uintptr_t)texels, frame.pointer, BYTES, GI_COPY_DEVICE_TO_HOST,
                      gi_in_stream(stream)));
    REQUIRE(memcmp(texels, fake_gl_egl_texels(image), BYTES) == 0, "the stream sees others");
    for (int i = 0; i < BYTES; i++)
        texels[i] = (unsigned char)(i * 7 + 3);
    OK(gi_copy_linear(frame.pointer, (uint64_t)(uintptr_t)texels, BYTES, GI_COPY_HOST_TO_DEVICE,
                      gi_in_stream(stream)));
    OK(gi_stream_synchronize(stream));
    expect_texels(3);
    STATUS(GI_INTERNAL, gi_graphics_map(&resource, 1, stream));
    OK(gi_graphics_unregister(resource));
    REQUIRE(fake_gl_error() == 0, "error 0x%x", fake_gl_error());
    expect_nothing_of(fds);
    OK(gi_stream_destroy(stream));
}

/* Without a context the registration ends, and OpenGL's texture with a later call. */
static void it_ends_without_a_context(void)
{
    begin();
    int fds = count_open_fds();
    gi_handle resource;

    OK(gi_graphics_register_shared(image, 0, &resource));
    fake_gl_make_current(-1);
    OK(gi_graphics_unregister(resource));
    fake_gl_make_current(0);
    OK(gi_graphics_register_shared(image, 0, &resource));
    OK(gi_graphics_unregister(resource));
    expect_nothing_of(fds);
}

/* ---- faults --------------------------------------------------------------------------------- */

/* A registration fails, with a sentence. The program's error flag stays, where OpenGL raised none
 * of its own. */
static void expect_refusal(gi_status wanted, bool raises, const char *what)
{
    int fds = count_open_fds();
    gi_handle resource;
    gi_status status;

    fake_gl_set_error(raises ? 0 : PROGRAMS_ERROR);
    status = gi_graphics_register_shared(image, 0, &resource);
    REQUIRE(status == wanted, "%s: %s (%s)", what, gi_status_name(status),
            gi_last_error_detail());
    REQUIRE(gi_last_error_detail()[0] != '\0', "%s: there is no sentence", what);
    REQUIRE(fake_gl_error() == (raises ? 0 : PROGRAMS_ERROR), "%s: error 0x%x", what,
            fake_gl_error());
    fake_gl_set_error(0);
    expect_texels(1);
    expect_nothing_of(fds);
}

/* None of them leaves anything that the last registration would find. */
static void expect_use(void)
{
    gi_handle resource;

    OK(gi_graphics_register_shared(image, 0, &resource));
    OK(gi_graphics_unregister(resource));
    expect_texels(1);
    REQUIRE(fake_gl_live() == 0 && fake_gl_error() == 0, "a trace is left");
    fake_gl_end_egl_image(image);
}

static void what_the_context_has_not(void)
{
    static const char *const wishes[] = { "shadow", "pixels", "host" };

    begin();
    for (int i = 0; i < 3; i++) {
        setenv("GPUINTEROP_GL", wishes[i], 1);
        expect_refusal(GI_NOT_SUPPORTED, false, wishes[i]);
    }
    unsetenv("GPUINTEROP_GL");
    fake_gl_make_current(-1);
    gi_handle resource;
    STATUS(GI_INVALID_GRAPHICS_CONTEXT, gi_graphics_register_shared(image, 0, &resource));
    STATUS(GI_INVALID_VALUE, gi_graphics_register_shared(NULL, 0, &resource));
    STATUS(GI_INVALID_VALUE, gi_graphics_register_shared(image, 3, &resource));
    fake_gl_make_current(0);
    expect_use();
}

/* A context keeps its facts, so each has a process of its own. */
static void no_textures_of_images(void)
{
    begin();
    fake_gl.extensions = "GL_EXT_memory_object GL_EXT_memory_object_fd";
    expect_refusal(GI_NOT_SUPPORTED, false, "no GL_OES_EGL_image");
}

static void no_exports(void)
{
    begin();
    fake_gl.interop = "EGL_KHR_image";
    expect_refusal(GI_NOT_SUPPORTED, false, "no EGL_MESA_gl_interop");
}

static void another_device(void)
{
    begin();
    fake_gl.uuid[0] ^= 1;
    expect_refusal(GI_NOT_SUPPORTED, false, "OpenGL on another device");
}

static void a_format_without_channels(void)
{
    begin_in(DEPTH24);
    expect_refusal(GI_INVALID_VALUE, false, "depth");
}

static void calls_of_opengl_fail(void)
{
    begin();
    int fds = count_open_fds(), local;
    gi_handle resource;

    STATUS(GI_INVALID_VALUE, gi_graphics_register_shared(&local, 0, &resource));
    REQUIRE(fake_gl_error() == 0, "error 0x%x", fake_gl_error());
    expect_nothing_of(fds);
    fake_gl.failure = GIGL_OUT_OF_MEMORY;
    fake_gl.fails = "EGLImageTargetTexture2DOES";
    expect_refusal(GI_INVALID_VALUE, true, "OpenGL refuses the image");
    fake_gl.failure = 0;         /* OpenGL gives no name */
    fake_gl.fails = "GenTextures";
    expect_refusal(GI_INVALID_VALUE, false, "OpenGL has no name");
    expect_use();
}

static void exports_fail(void)
{
    static const ptrdiff_t offsets[] = { -256, 1, 256 };

    begin();
    for (int code = 1; code < 12; code++) {
        fake_gl.export_code = code;
        expect_refusal(GI_NOT_SUPPORTED, false, "an export with an error");
    }
    fake_gl.export_code = 0;
    for (int version = -3; version < 0; version++) {
        fake_gl.export_version = version;
        expect_refusal(GI_NOT_SUPPORTED, false, "an older interface");
    }
    fake_gl.export_version = 0;
    fake_gl.export_modifier = 1;
    expect_refusal(GI_NOT_SUPPORTED, false, "texels in tiles");
    fake_gl.export_modifier = 0;
    fake_gl.export_row_more = -1;
    expect_refusal(GI_NOT_SUPPORTED, false, "rows that are too short");
    fake_gl.export_row_more = WIDTH * 8;
    expect_refusal(GI_NOT_SUPPORTED, false, "rows that end behind the dma-buf");
    fake_gl.export_row_more = 4;
    expect_refusal(GI_NOT_SUPPORTED, false, "rows of another length");
    fake_gl.export_row_more = 0;
    fake_gl.export_more = 1;
    expect_refusal(GI_NOT_SUPPORTED, false, "another width");
    fake_gl.export_more = 0;
    for (int i = 0; i < 3; i++) {
        fake_gl.export_offset = offsets[i];
        expect_refusal(GI_NOT_SUPPORTED, false, "texels that begin elsewhere");
    }
    fake_gl.export_offset = 0;
    expect_use();
}

static void devices_fail(void)
{
    begin();
    fake_gl.exports_other = 1;
    expect_refusal(GI_NOT_SUPPORTED, false, "other memory than the image's");
    fake_gl.exports_other = 0;
    gifake_fail_slot("memory.import", GI_IMPORT_FAILED);
    expect_refusal(GI_IMPORT_FAILED, false, "memory that the device refuses");
    expect_use();
}

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    const struct sched_case cases[] = {
        CASE(texels_are_shared), CASE(it_ends_without_a_context), CASE(what_the_context_has_not),
        CASE(no_textures_of_images), CASE(no_exports), CASE(another_device),
        CASE(a_format_without_channels), CASE(calls_of_opengl_fail), CASE(exports_fail),
        CASE(devices_fail),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
