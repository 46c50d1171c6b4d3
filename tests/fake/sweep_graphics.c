/* The part of the fault sweep that has buffers and images of OpenGL, by each way. OpenGL is the
 * fake of tests/gl, whose own calls do not fail here: a library of its own makes them. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#include "../copies.h"
#include "../gl/fake_gl.h"
#include "fake.h"
#include "graphics/map.h"
#include "graphics/resource.h"
#include "graphics/rows.h"
#include "ops/copy.h"
#include "stream/stream.h"
#include "try.h"

enum { BYTES = 6000, WIDTH = 8, HEIGHT = 4, RGBA8 = 0x8058, KINDS = 2 };

/* A buffer and an image, and what was registered of them. */
struct things {
    gigl_name names[KINDS];
    gi_handle resources[KINDS], stream;
    void *image;                 /* of EGL */
    gi_handle shared;            /* what was registered of it */
    bool is_mapped;
};

static const char *const wishes[] = { "export", "shadow", "shadow-kernels", "kernels",
                                      "pixels", "host" };

enum { WISHES = sizeof wishes / sizeof wishes[0] };

static void begin_program(struct things *t)
{
    struct gifake_device_config config;

    gifake_default_config(&config, SWEEP_DEVICE);
    fake_gl_reset();
    fake_gl_make_current(0);
    memcpy(fake_gl.uuid, config.info.uuid, sizeof fake_gl.uuid);
    fake_gl.extensions = "GL_EXT_memory_object GL_EXT_memory_object_fd GL_OES_EGL_image";
    fake_gl.interop = "EGL_MESA_gl_interop";
    t->image = fake_gl_egl_image(RGBA8, WIDTH, HEIGHT);
    fake_gl.room_behind = 48;
    t->names[0] = fake_gl_buffer(BYTES, NULL);
    t->names[1] = fake_gl_image(GIGL_TEXTURE_2D, RGBA8, WIDTH, HEIGHT, 1, 1);
    fake_gl_set_parameter(t->names[1], 3, 0);    /* its last level: shaders see it whole */
}

/* What the program has of an object. */
static unsigned char *bytes_of(const struct things *t, int kind)
{
    return kind == 0 ? fake_gl_bytes(t->names[0]) : fake_gl_texels(t->names[1], 0);
}

static size_t size_of(int kind)
{
    return kind == 0 ? BYTES : WIDTH * HEIGHT * 4;
}

static gi_status make(struct things *t)
{
    TRY(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &t->stream));
    TRY(gi_graphics_register_buffer(t->names[0], 0, &t->resources[0]));
    return gi_graphics_register_image(t->names[1], GIGL_TEXTURE_2D, 0, &t->resources[1]);
}

/* Reads the bytes that the stream sees of the buffer, and writes others to both. */
static gi_status change(struct things *t, unsigned char *seen, const unsigned char *written)
{
    uint64_t pointer;
    gi_handle array;
    struct gi_copy_side texels = { .name = "the image" }, host = { .name = "the texels" };
    struct gi_copy copy = { .measure = GI_COPY_BOX, .width = WIDTH * 4, .height = HEIGHT,
                            .depth = 1, .kind = GI_COPY_INFER };

    TRY(gi_graphics_pointer(t->resources[0], &pointer, NULL));
    TRY(gi_graphics_array(t->resources[1], 0, 0, &array));
    TRY(gi_copy_linear((uint64_t)(uintptr_t)seen, pointer, BYTES, GI_COPY_DEVICE_TO_HOST,
                       gi_in_stream(t->stream)));
    TRY(gi_copy_linear(pointer, (uint64_t)(uintptr_t)written, BYTES, GI_COPY_HOST_TO_DEVICE,
                       gi_in_stream(t->stream)));
    texels.array = array;
    texels.declared = GI_DECLARED_ARRAY;
    host.pitch = WIDTH * 4;
    host.pointer = (uint64_t)(uintptr_t)written;
    copy.src = host;
    copy.dst = texels;
    return gi_copy(&copy, gi_in_stream(t->stream));
}

static gi_status cycle(struct things *t, int value)
{
    static unsigned char seen[BYTES], written[BYTES];

    for (int kind = 0; kind < KINDS; kind++)
        memset(bytes_of(t, kind), value, size_of(kind));
    memset(written, value + 1, sizeof written);
    TRY(gi_graphics_map(t->resources, KINDS, t->stream));
    t->is_mapped = true;
    TRY(change(t, seen, written));
    t->is_mapped = false;
    TRY(gi_graphics_unmap(t->resources, KINDS, t->stream));
    EXPECT(seen[0] == value && seen[BYTES - 1] == value, "the stream has seen byte %d", seen[0]);
    for (int kind = 0; kind < KINDS; kind++)
        EXPECT(memcmp(bytes_of(t, kind), written, size_of(kind)) == 0,
               "OpenGL has byte %d of kind %d", bytes_of(t, kind)[0], kind);
    return GI_OK;
}

/* Streams use an image of EGL without maps. */
static gi_status use_shared(struct things *t)
{
    struct gi_graphics_frame frame;

    TRY(gi_graphics_register_shared(t->image, 0, &t->shared));
    TRY(gi_graphics_frame(t->shared, 0, 0, &frame));
    TRY(gi_fill_async(frame.pointer, 9, 1, WIDTH * HEIGHT * 4, t->stream));
    TRY(gi_stream_synchronize(t->stream));
    EXPECT(fake_gl_egl_texels(t->image)[0] == 9, "OpenGL does not see the stream's texels");
    return GI_OK;
}

/* The second cycle finds new storage of the same size, if it is the buffer's own. */
static gi_status work(struct things *t, bool shares)
{
    TRY(make(t));
    if (shares)
        TRY(use_shared(t));
    TRY(cycle(t, 3));
    fake_gl_resize(t->names[0], BYTES);
    return cycle(t, 5);
}

/* A failed map leaves all idle, and an unmap that fails does so, too. */
static void end(struct things *t, const char *wish)
{
    if (t->is_mapped)
        (void)!gi_graphics_unmap(t->resources, KINDS, t->stream);
    for (int kind = 0; kind < KINDS; kind++)
        if (t->resources[kind] != 0)
            EXPECT(gi_graphics_unregister(t->resources[kind]) == GI_OK, "%s: kind %d stays: %s",
                   wish, kind, gi_last_error_detail());
    if (t->shared != 0)
        EXPECT(gi_graphics_unregister(t->shared) == GI_OK, "%s: the image stays", wish);
    if (t->stream != 0)
        sweep_expect_destroyed(gi_stream_destroy(t->stream), "a stream");
    fake_gl_delete(t->names[0]);
    fake_gl_delete_image(t->names[1]);
    fake_gl_end_egl_image(t->image);
    EXPECT(fake_gl_live() == 0 && fake_gl_error() == 0 && fake_gl.fences == 0 &&
           fake_gl.stolen_fds == 0, "%s: %d objects of OpenGL are left, error 0x%x, %d fences",
           wish, fake_gl_live(), fake_gl_error(), fake_gl.fences);
    fake_gl_make_current(-1);
}

gi_status sweep_graphics(unsigned long fail_nth, gi_status fail_status, const char **out_slot)
{
    struct things t[WISHES] = { { .stream = 0 } };
    gi_status status = GI_OK;
    size_t begun = 0;

    sweep_begin_work(fail_nth, fail_status);
    for (; begun < WISHES && status == GI_OK; begun++) {
        setenv("GPUINTEROP_GL", wishes[begun], 1);
        begin_program(&t[begun]);
        status = work(&t[begun], begun == 0);
        if (status == GI_OK)
            end(&t[begun], wishes[begun]);
    }
    sweep_after_work(status, out_slot);
    if (status != GI_OK)
        end(&t[begun - 1], wishes[begun - 1]);
    return status;
}
