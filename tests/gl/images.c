/* Textures and renderbuffers of the machine's OpenGL, registered by either interface: the texels of
 * each format and shape both ways, by each way of the library, states and errors, and OpenGL's
 * state, which stays as it was. */
#include "../scenario/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuinterop.h>

#include "egl_context.h"
#include "gl_names.h"
#include "gl_state.h"
#include "image_program.h"
#include "test_cases.h"

enum {
    TEXTURE_1D = 0x0DE0, TEXTURE_1D_ARRAY = 0x8C18, TEXTURE_2D_MULTISAMPLE = 0x9100,
    TEXTURE_BUFFER = 0x8C2A, TEXTURE_CUBE_ARRAY = 0x9009
};

static const struct image_format *const rgba8 = &image_formats[0];

#define NO_CONTEXT (API_IS_CUDA ? gpuErrorInvalidGraphicsContext : gpuErrorInvalidValue)

/* ---- a program's side of the stream --------------------------------------------------------- */

static gpuGraphicsResource_t registered(gigl_name image, gigl_enum target, unsigned int flags)
{
    gpuGraphicsResource_t resource;

    OK(gpuGraphicsGLRegisterImage(&resource, image, target, flags));
    return resource;
}

static gpuArray_t array_of(gpuGraphicsResource_t resource, unsigned int layer, unsigned int level)
{
    gpuArray_t array, again;

    OK(gpuGraphicsSubResourceGetMappedArray(&array, resource, layer, level));
    OK(gpuGraphicsSubResourceGetMappedArray(&again, resource, layer, level));
    assert_true(array == again);
    return array;
}

static void copy_slices(const struct image_shape *at, size_t texel_bytes, gpuArray_t array,
                        uint8_t *bytes, bool to_array)
{
    size_t row = (size_t)at->width * texel_bytes;
    gpuMemcpy3DParms parms = { .kind = to_array ? gpuMemcpyHostToDevice : gpuMemcpyDeviceToHost };

    parms.extent.width = (size_t)at->width;
    parms.extent.height = (size_t)at->height;
    parms.extent.depth = (size_t)at->slices;
    if (to_array) {
        parms.srcPtr.ptr = bytes;
        parms.srcPtr.pitch = parms.srcPtr.xsize = row;
        parms.srcPtr.ysize = (size_t)at->height;
        parms.dstArray = array;
    } else {
        parms.dstPtr.ptr = bytes;
        parms.dstPtr.pitch = parms.dstPtr.xsize = row;
        parms.dstPtr.ysize = (size_t)at->height;
        parms.srcArray = array;
    }
    OK(gpuMemcpy3D(&parms));
}

/* Copies a level to the host or back: each layer by its own array, a volume in one. */
static void copy_level(const struct image_shape *shape, const struct image_format *format,
                       gpuGraphicsResource_t resource, int level, uint8_t *bytes, bool to_array)
{
    struct image_shape at = image_level(shape, level);
    size_t row = (size_t)at.width * format->bytes, layer_bytes = row * (size_t)at.height;
    unsigned int layers = image_has_layers(shape) ? (unsigned int)at.slices : 1;

    if (shape->target == GIGL_TEXTURE_3D) {
        copy_slices(&at, format->bytes, array_of(resource, 0, (unsigned int)level), bytes,
                    to_array);
        return;
    }
    for (unsigned int layer = 0; layer < layers; layer++) {
        gpuArray_t array = array_of(resource, layer, (unsigned int)level);
        uint8_t *place = bytes + layer * layer_bytes;

        if (to_array)
            OK(gpuMemcpy2DToArray(array, 0, 0, place, row, row, (size_t)at.height,
                                  gpuMemcpyHostToDevice));
        else
            OK(gpuMemcpy2DFromArray(place, row, array, 0, 0, row, (size_t)at.height,
                                    gpuMemcpyDeviceToHost));
    }
}

/* Two rounds: OpenGL's texels reach the arrays, and what is written there reaches OpenGL. */
static void trip_of(gigl_name name, const struct image_shape *shape,
                    const struct image_format *format)
{
    gpuGraphicsResource_t resource = registered(name, shape->target, 0);
    gpuArray_t first = NULL;

    for (unsigned round = 0; round < 2; round++) {
        OK(gpuGraphicsMapResources(1, &resource, NULL));
        assert_true(first == NULL || first == array_of(resource, 0, 0));
        first = array_of(resource, 0, 0);
        for (int level = 0; level < shape->levels; level++) {
            image_fill(format, shape, level, round == 0 ? 1 : 40);
            copy_level(shape, format, resource, level, image_got, false);
            image_compare(shape, format, level, "in the array");
            image_fill(format, shape, level, 40 + round);
            copy_level(shape, format, resource, level, image_wanted, true);
        }
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        image_expect(shape, format, name, 40 + round, "in OpenGL");
    }
    OK(gpuGraphicsUnregisterResource(resource));
}

static void trip(const struct image_shape *shape, const struct image_format *format)
{
    gigl_name name = image_make(shape, format, 1);

    trip_of(name, shape, format);
    image_delete(shape, name);
    assert_int_equal(gl.GetError(), 0);
}

/* Makes a texture one that shaders see: its filters want no other levels. */
static void complete(gigl_enum target, gigl_name name)
{
    gl.BindTexture(target, name);
    gl.TexParameteri(target, GIGL_TEXTURE_MIN_FILTER, GIGL_NEAREST);
    gl.TexParameteri(target, GIGL_TEXTURE_MAG_FILTER, GIGL_NEAREST);
    gl.BindTexture(target, 0);
}

/* How many programs the context has, of the first numbers. */
static int count_programs(void)
{
    int count = 0;

    for (gigl_name name = 1; name < 64 && gl.IsProgram != NULL; name++)
        count += gl.IsProgram(name);
    return count;
}

static void each_trip(const char *way, size_t count)
{
    setenv("GPUINTEROP_GL", way, 1);
    for (size_t s = 0; s < IMAGE_SHAPES; s++)
        for (size_t f = 0; f < count; f++)
            if (image_exists(&image_shapes[s], &image_formats[f]))
                trip(&image_shapes[s], &image_formats[f]);
    unsetenv("GPUINTEROP_GL");
}

TEST_CASE(all_formats_and_shapes)
{
    each_trip("", IMAGE_FORMATS);
}

TEST_CASE(all_shapes_through_buffers)
{
    each_trip("pixels", IMAGE_FIRST_FORMATS);
}

/* By shaders, which see texels of 4, 8 and 16 bytes; the programs end with the registration. */
static void each_kernel(const char *way)
{
    setenv("GPUINTEROP_GL", way, 1);
    for (size_t s = IMAGE_PLAIN; s <= IMAGE_FIXED; s++)
        for (size_t f = 0; f < IMAGE_FORMATS; f++) {
            gigl_name name;

            if (!image_exists(&image_shapes[s], &image_formats[f]))
                continue;
            name = image_make(&image_shapes[s], &image_formats[f], 1);
            complete(GIGL_TEXTURE_2D, name);
            trip_of(name, &image_shapes[s], &image_formats[f]);
            image_delete(&image_shapes[s], name);
            assert_int_equal(gl.GetError(), 0);
            assert_int_equal(count_programs(), 0);
        }
    unsetenv("GPUINTEROP_GL");
}

TEST_CASE(all_formats_by_kernels)
{
    each_kernel("kernels");
}

TEST_CASE(all_formats_by_kernels_of_images)
{
    each_kernel("shadow-kernels");
}

/* Where OpenGL is on the stream's device, a copy on the device is the way of textures, also on
 * devices that make exported memory for one buffer. */
TEST_CASE(textures_of_the_device_have_shadows)
{
    gigl_name name = image_make(&image_shapes[IMAGE_PLAIN], rgba8, 1);
    struct gpuinterop_counters before, now;
    gpuGraphicsResource_t resource = registered(name, GIGL_TEXTURE_2D, 0);
    unsigned int devices = 0;
    int list[8];
    bool is_there = gpuGLGetDevices(&devices, list, 8, GL_DEVICES_ALL) == gpuSuccess;

    gpuinterop_get_counters(&before);
    OK(gpuGraphicsMapResources(1, &resource, NULL));
    OK(gpuGraphicsUnmapResources(1, &resource, NULL));
    gpuinterop_get_counters(&now);
    if (getenv("MESA_EXTENSION_OVERRIDE") == NULL)       /* the context has all that it can */
        assert_int_equal(now.maps_on_device - before.maps_on_device, is_there);
    OK(gpuGraphicsUnregisterResource(resource));
    image_delete(&image_shapes[IMAGE_PLAIN], name);
}

TEST_CASE(all_shapes_by_the_host)
{
    each_trip("host", IMAGE_FIRST_FORMATS);
}

/* ---- flags ---------------------------------------------------------------------------------- */

static const char *const ways[] = { "", "pixels", "host" };

enum { WAYS = 3 };

static void write_whole(gpuGraphicsResource_t resource, unsigned seed)
{
    image_fill(rgba8, &image_shapes[IMAGE_PLAIN], 0, seed);
    copy_level(&image_shapes[IMAGE_PLAIN], rgba8, resource, 0, image_wanted, true);
}

static void expect_whole(gpuGraphicsResource_t resource, unsigned seed)
{
    image_fill(rgba8, &image_shapes[IMAGE_PLAIN], 0, seed);
    copy_level(&image_shapes[IMAGE_PLAIN], rgba8, resource, 0, image_got, false);
    image_compare(&image_shapes[IMAGE_PLAIN], rgba8, 0, "in the array");
}

enum { VIEWED_WIDTH = 16, VIEWED_HEIGHT = 12, VIEWED_LAYERS = 4, VIEWED_LEVELS = 3 };

/* A view of two levels of one layer, filled, and the array of textures that it shows. False: OpenGL
 * has no views. */
static bool make_view(const struct image_shape *shape, gigl_name *out_array, gigl_name *out_view)
{
    void (*store)(gigl_enum target, int levels, gigl_enum internal, int width, int height,
                  int depth);
    void (*view)(gigl_name view, gigl_enum target, gigl_name of, gigl_enum internal,
                 gigl_name first_level, gigl_name levels, gigl_name first_layer, gigl_name layers);
    void *symbol = egl_function("glTexStorage3D");

    if (atof((const char *)gl.GetString(GIGL_VERSION)) < 4.3)
        return false;
    memcpy(&store, &symbol, sizeof symbol);
    symbol = egl_function("glTextureView");
    memcpy(&view, &symbol, sizeof symbol);
    gl.GenTextures(1, out_array);
    gl.BindTexture(GIGL_TEXTURE_2D_ARRAY, *out_array);
    store(GIGL_TEXTURE_2D_ARRAY, VIEWED_LEVELS, FORMAT_RGBA8, VIEWED_WIDTH, VIEWED_HEIGHT,
          VIEWED_LAYERS);
    memset(image_wanted, 0, sizeof image_wanted);        /* new storage has anything in it */
    for (int level = 0; level < VIEWED_LEVELS; level++)
        gl.TexSubImage3D(GIGL_TEXTURE_2D_ARRAY, level, 0, 0, 0, VIEWED_WIDTH >> level,
                         VIEWED_HEIGHT >> level, VIEWED_LAYERS, rgba8->pixels, rgba8->type,
                         image_wanted);
    gl.BindTexture(GIGL_TEXTURE_2D_ARRAY, 0);
    gl.GenTextures(1, out_view);
    view(*out_view, GIGL_TEXTURE_2D, *out_array, FORMAT_RGBA8, 1, 2, 2, 1);
    gl.BindTexture(GIGL_TEXTURE_2D, *out_view);
    for (int level = 0; level < shape->levels; level++) {
        struct image_shape at = image_level(shape, level);

        image_fill(rgba8, shape, level, 1);
        gl.TexSubImage2D(GIGL_TEXTURE_2D, level, 0, 0, at.width, at.height, rgba8->pixels,
                         rgba8->type, image_wanted);
    }
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    return true;
}

/* The other layers of the level that the view begins with. */
static void expect_empty_beside(gigl_name array, const struct image_shape *shape)
{
    size_t layer_bytes = (size_t)shape->width * (size_t)shape->height * 4;

    gl.BindTexture(GIGL_TEXTURE_2D_ARRAY, array);
    gl.GetTexImage(GIGL_TEXTURE_2D_ARRAY, 1, rgba8->pixels, rgba8->type, image_got);
    gl.BindTexture(GIGL_TEXTURE_2D_ARRAY, 0);
    for (size_t i = 0; i < VIEWED_LAYERS * layer_bytes; i++)
        if (i / layer_bytes != 2)
            assert_int_equal(image_got[i], 0);
}

/* A view (glTextureView) is a texture of its own: its levels and its layer go both ways. */
TEST_CASE(views_are_images)
{
    const struct image_shape shape = { .name = "view", .target = GIGL_TEXTURE_2D,
                                       .width = VIEWED_WIDTH / 2, .height = VIEWED_HEIGHT / 2,
                                       .slices = 1, .levels = 2 };
    gigl_name names[2];

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (!make_view(&shape, &names[0], &names[1]))
            return;
        setenv("GPUINTEROP_GL", ways[i], 1);
        trip_of(names[1], &shape, rgba8);
        unsetenv("GPUINTEROP_GL");
        expect_empty_beside(names[0], &shape);
        gl.DeleteTextures(2, names);
        assert_int_equal(gl.GetError(), 0);
    }
}

TEST_CASE(flags_save_copies)
{
    for (size_t way = 0; way < WAYS; way++) {
        gigl_name name = image_make(&image_shapes[IMAGE_PLAIN], rgba8, 1);
        gpuGraphicsResource_t resource;

        setenv("GPUINTEROP_GL", ways[way], 1);
        resource = registered(name, GIGL_TEXTURE_2D, gpuGraphicsRegisterFlagsReadOnly);
        OK(gpuGraphicsMapResources(1, &resource, NULL));
        expect_whole(resource, 1);
        write_whole(resource, 2);
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        image_expect(&image_shapes[IMAGE_PLAIN], rgba8, name, 1, "of a read only image");
        OK(gpuGraphicsUnregisterResource(resource));
        resource = registered(name, GIGL_TEXTURE_2D, gpuGraphicsRegisterFlagsWriteDiscard | 4);
        OK(gpuGraphicsMapResources(1, &resource, NULL));
        write_whole(resource, 3);
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        image_expect(&image_shapes[IMAGE_PLAIN], rgba8, name, 3, "of a discarded image");
        OK(gpuGraphicsUnregisterResource(resource));
        for (unsigned int flags = 0; flags < 16; flags++) {
            resource = registered(name, GIGL_TEXTURE_2D, flags);
            OK(gpuGraphicsUnregisterResource(resource));
        }
        image_delete(&image_shapes[IMAGE_PLAIN], name);
    }
    unsetenv("GPUINTEROP_GL");
}

/* ---- OpenGL's state ------------------------------------------------------------------------- */

/* Values that no default has. */
static void set_stores(int begin)
{
    static const gigl_enum stores[] = { 0x0CF0, 0x0CF2, 0x0CF3, 0x0CF4, 0x0D00, 0x0D02, 0x0D03,
                                        0x0D04, 0x806B, 0x806C, 0x806D, 0x806E };

    for (size_t i = 0; i < sizeof stores / sizeof stores[0]; i++)
        gl.PixelStorei(stores[i], begin);
    gl.PixelStorei(STORE_PACK_ALIGNMENT, begin ? 8 : 1);
    gl.PixelStorei(STORE_UNPACK_ALIGNMENT, begin ? 2 : 1);
    for (gigl_enum scale = 0x0D14; scale < 0x0D16 && gl.PixelTransferf != NULL; scale++)
        gl.PixelTransferf(scale, begin ? 0.5f : scale == 0x0D14 ? 1.0f : 0.0f);
}

static void bind_all(const gigl_name *images, const gigl_name *buffers)
{
    for (size_t s = 0; s < IMAGE_SHAPES; s++)
        if (image_shapes[s].target == GIGL_RENDERBUFFER)
            gl.BindRenderbuffer(GIGL_RENDERBUFFER, images == NULL ? 0 : images[s]);
        else
            gl.BindTexture(image_shapes[s].target, images == NULL ? 0 : images[s]);
    gl.BindBuffer(GIGL_PIXEL_PACK_BUFFER, buffers == NULL ? 0 : buffers[0]);
    gl.BindBuffer(GIGL_PIXEL_UNPACK_BUFFER, buffers == NULL ? 0 : buffers[1]);
}

/* A map and an unmap with an error of the program's, which stays. */
static void cycle(gpuGraphicsResource_t resource, const char *name)
{
    gl.BindBuffer(0, 0);
    OK(gpuGraphicsMapResources(1, &resource, NULL));
    assert_int_not_equal(gl.GetError(), 0);
    gl_state_expect(name);
    gl.BindBuffer(0, 0);
    OK(gpuGraphicsUnmapResources(1, &resource, NULL));
    assert_int_not_equal(gl.GetError(), 0);
    gl_state_expect(name);
}

static void keeps_state(const struct image_shape *shape, const struct image_format *format)
{
    gigl_name name = image_make(shape, format, 1);
    gpuGraphicsResource_t resource;

    set_stores(1);
    gl_state_keep();
    gl.BindBuffer(0, 0);
    resource = registered(name, shape->target, 0);
    assert_int_not_equal(gl.GetError(), 0);
    gl_state_expect(shape->name);
    cycle(resource, shape->name);
    OK(gpuGraphicsUnregisterResource(resource));
    gl_state_expect(shape->name);
    set_stores(0);
    gl.BindBuffer(GIGL_PIXEL_PACK_BUFFER, 0);
    gl.BindBuffer(GIGL_PIXEL_UNPACK_BUFFER, 0);
    image_expect(shape, format, name, 1, "after a cycle");
    image_delete(shape, name);
}

/* All that glGet answers is as before each call, with each shape, with formats that are copied and
 * that are converted. */
TEST_CASE(state_stays)
{
    gigl_name images[IMAGE_SHAPES], buffers[2];

    for (size_t s = 0; s < IMAGE_SHAPES; s++)
        images[s] = image_make(&image_shapes[s], rgba8, 1);
    gl.GenBuffers(2, buffers);
    for (size_t way = 0; way < WAYS; way++) {
        setenv("GPUINTEROP_GL", ways[way], 1);
        for (size_t s = 0; s < IMAGE_SHAPES; s++) {
            bind_all(images, buffers);
            gl.BindBuffer(GIGL_PIXEL_UNPACK_BUFFER, 0);
            keeps_state(&image_shapes[s], &image_formats[way == 0 ? s % 3 : 0]);
        }
    }
    unsetenv("GPUINTEROP_GL");
    bind_all(NULL, NULL);
    for (size_t s = 0; s < IMAGE_SHAPES; s++)
        image_delete(&image_shapes[s], images[s]);
    gl.DeleteBuffers(2, buffers);
    assert_int_equal(gl.GetError(), 0);
}

/* What a program set of its own texture stays. */
TEST_CASE(parameters_stay)
{
    static const gigl_enum names[] = { GIGL_TEXTURE_MIN_FILTER, GIGL_TEXTURE_MAG_FILTER,
                                       GIGL_TEXTURE_BASE_LEVEL, GIGL_TEXTURE_MAX_LEVEL };
    static const int values[] = { 0x2702, 0x2601, 2, 5 };
    gigl_name name = image_make(&image_shapes[IMAGE_CHAIN], rgba8, 1);
    gpuGraphicsResource_t resource;
    int now = 0;

    gl.BindTexture(GIGL_TEXTURE_2D, name);
    for (int i = 0; i < 4; i++)
        gl.TexParameteri(GIGL_TEXTURE_2D, names[i], values[i]);
    resource = registered(name, GIGL_TEXTURE_2D, 0);
    OK(gpuGraphicsMapResources(1, &resource, NULL));
    OK(gpuGraphicsUnmapResources(1, &resource, NULL));
    for (int i = 0; i < 4; i++) {
        gl.GetTexParameteriv(GIGL_TEXTURE_2D, names[i], &now);
        assert_int_equal(now, values[i]);
    }
    OK(gpuGraphicsUnregisterResource(resource));
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    image_expect(&image_shapes[IMAGE_CHAIN], rgba8, name, 1, "after a cycle");
    image_delete(&image_shapes[IMAGE_CHAIN], name);
}

/* ---- states and errors ---------------------------------------------------------------------- */

/* CUDA registers no textures of one direction. They are refused by their own target and by another,
 * and OpenGL hears of it nothing. */
TEST_CASE(one_direction_is_refused)
{
    static const struct { gigl_enum target; const char *number; } kinds[] = {
        { TEXTURE_1D, "target is 0xde0" }, { TEXTURE_1D_ARRAY, "target is 0x8c18" } };
    void (*one)(gigl_enum target, int level, int internal, int width, int border,
                gigl_enum pixels, gigl_enum type, const void *from);
    void *symbol = egl_function("glTexImage1D");
    bool tells = gl.BindTextureUnit != NULL && getenv("MESA_GL_VERSION_OVERRIDE") == NULL;

    memcpy(&one, &symbol, sizeof one);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        gpuGraphicsResource_t resource = NULL;
        gigl_name name;

        gl.GenTextures(1, &name);
        gl.BindTexture(kinds[i].target, name);
        if (kinds[i].target == TEXTURE_1D)
            one(TEXTURE_1D, 0, 0x8058, 16, 0, 0x1908, 0x1401, NULL);
        else
            gl.TexImage2D(TEXTURE_1D_ARRAY, 0, 0x8058, 16, 4, 0, 0x1908, 0x1401, NULL);
        assert_int_equal(gl.GetError(), 0);
        BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, name, kinds[i].target, 0),
                  kinds[i].number);
        BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, name, GIGL_TEXTURE_2D, 0),
                  tells ? "textures of two and three directions" : "not of target 0xde1");
        assert_null(resource);
        assert_int_equal(gl.GetError(), 0);
        gl.BindTexture(kinds[i].target, 0);
        gl.DeleteTextures(1, &name);
    }
}

TEST_CASE(names_and_targets_are_checked)
{
    gigl_name name = image_make(&image_shapes[IMAGE_PLAIN], rgba8, 1), bare;
    gpuGraphicsResource_t resource = NULL;
    bool tells = gl.BindTextureUnit != NULL && getenv("MESA_GL_VERSION_OVERRIDE") == NULL;

    BAD_VALUE(gpuGraphicsGLRegisterImage(NULL, name, GIGL_TEXTURE_2D, 0), "resource");
    BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, 0, GIGL_TEXTURE_2D, 0), "image is 0");
    BAD_HANDLE(gpuGraphicsGLRegisterImage(&resource, 4711, GIGL_TEXTURE_2D, 0));
    gl.GenTextures(1, &bare);
    BAD_HANDLE(gpuGraphicsGLRegisterImage(&resource, bare, GIGL_TEXTURE_2D, 0));
    gl.BindTexture(GIGL_TEXTURE_2D, bare);
    BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, bare, GIGL_TEXTURE_2D, 0), "no storage");
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, name, GIGL_TEXTURE_2D, 16), "flags is 0x10");
    BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, name, 0, 0), "target is 0");
    BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, name, TEXTURE_BUFFER, 0), "target is 0x8c2a");
    BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, name, TEXTURE_1D, 0), "target is 0xde0");
    BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, name, TEXTURE_2D_MULTISAMPLE, 0), "target");
    BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, name, TEXTURE_CUBE_ARRAY, 0), "target");
    BAD_HANDLE(gpuGraphicsGLRegisterImage(&resource, name, GIGL_RENDERBUFFER, 0));
    assert_null(resource);
    if (tells) {                 /* as for the vendor, a texture is of its own target */
        OK(gpuGraphicsGLRegisterImage(&resource, name, GIGL_TEXTURE_3D, 0));
        OK(gpuGraphicsUnregisterResource(resource));
    } else {
        BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, name, GIGL_TEXTURE_3D, 0), "not of target");
    }
    egl_make_current(-1);
    EXPECT(gpuGraphicsGLRegisterImage(&resource, name, GIGL_TEXTURE_2D, 0), NO_CONTEXT, "context");
    egl_make_current(0);
    gl.DeleteTextures(1, &bare);
    image_delete(&image_shapes[IMAGE_PLAIN], name);
    assert_int_equal(gl.GetError(), 0);
}

/* Formats that cannot be registered, with the sentence that names them. */
TEST_CASE(formats_are_refused)
{
    static const struct { int internal; gigl_enum pixels, type; const char *name; } refused[] = {
        { 0x8F97, PIXELS_RGBA, PIXELS_UNSIGNED_BYTE, "GL_RGBA8_SNORM" },
        { 0x881B, PIXELS_RGBA, PIXELS_FLOAT, "GL_RGB16F" },
        { 0x8059, PIXELS_RGBA, PIXELS_UNSIGNED_BYTE, "GL_RGB10_A2" },
        { 0x8C3A, PIXELS_RGBA, PIXELS_FLOAT, "GL_R11F_G11F_B10F" },
        { 0x8C3D, PIXELS_RGBA, PIXELS_FLOAT, "GL_RGB9_E5" },
        { 0x8057, PIXELS_RGBA, PIXELS_UNSIGNED_BYTE, "GL_RGB5_A1" },
        { 0x81A6, 0x1902, PIXELS_UNSIGNED_INT, "GL_DEPTH_COMPONENT24" },
        { 0x8CAC, 0x1902, PIXELS_FLOAT, "GL_DEPTH_COMPONENT32F" },
        { 0x88F0, 0x84F9, 0x84FA, "GL_DEPTH24_STENCIL8" },
    };
    gpuGraphicsResource_t resource = NULL;

    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        gigl_name name;

        gl.GenTextures(1, &name);
        gl.BindTexture(GIGL_TEXTURE_2D, name);
        gl.TexImage2D(GIGL_TEXTURE_2D, 0, refused[i].internal, 8, 8, 0, refused[i].pixels,
                      refused[i].type, NULL);
        gl.BindTexture(GIGL_TEXTURE_2D, 0);
        assert_int_equal(gl.GetError(), 0);
        BAD_VALUE(gpuGraphicsGLRegisterImage(&resource, name, GIGL_TEXTURE_2D, 0),
                  refused[i].name);
        gl.DeleteTextures(1, &name);
    }
}

TEST_CASE(states_are_the_vendors)
{
    gigl_name name = image_make(&image_shapes[IMAGE_LAYERS], rgba8, 1);
    gpuGraphicsResource_t resource = registered(name, GIGL_TEXTURE_2D_ARRAY, 0);
    gpuArray_t array;
    void *pointer;
    size_t size;

    EXPECT(gpuGraphicsSubResourceGetMappedArray(&array, resource, 0, 0), gpuErrorNotMapped, "");
    OK(gpuGraphicsMapResources(1, &resource, NULL));
    EXPECT(gpuGraphicsMapResources(1, &resource, NULL), gpuErrorAlreadyMapped, "texture");
    EXPECT(gpuGraphicsUnregisterResource(resource), gpuErrorAlreadyMapped, "texture");
    EXPECT(gpuGraphicsResourceGetMappedPointer(&pointer, &size, resource),
           gpuErrorNotMappedAsPointer, "no pointer");
    BAD_VALUE(gpuGraphicsSubResourceGetMappedArray(&array, resource, 3, 0), "layer is 3");
    BAD_VALUE(gpuGraphicsSubResourceGetMappedArray(&array, resource, 0, 4), "level is 4");
    BAD_VALUE(gpuGraphicsSubResourceGetMappedArray(NULL, resource, 0, 0), "array");
    array = array_of(resource, 2, 1);
    assert_true(array != array_of(resource, 1, 1));
    BAD_VALUE(gpuFreeArray(array), "graphics resource");
    OK(gpuGraphicsUnmapResources(1, &resource, NULL));
    OK(gpuGraphicsMapResources(1, &resource, NULL));
    assert_true(array == array_of(resource, 2, 1));
    OK(gpuGraphicsUnmapResources(1, &resource, NULL));
    OK(gpuGraphicsUnregisterResource(resource));
    assert_int_not_equal(gpuFreeArray(array), gpuSuccess);
    image_delete(&image_shapes[IMAGE_LAYERS], name);
    assert_int_equal(gl.GetError(), 0);
}

#if API_IS_CUDA
/* The array of all levels, and its flags. */
TEST_CASE(mipmapped_arrays)
{
    static const unsigned int flags[IMAGE_SHAPES] = {
        [IMAGE_LAYERS] = cudaArrayLayered, [IMAGE_CUBE] = cudaArrayCubemap };

    for (size_t s = 0; s < IMAGE_SHAPES; s++) {
        gigl_name name = image_make(&image_shapes[s], rgba8, 1);
        gpuGraphicsResource_t resource = registered(name, image_shapes[s].target, 0);
        struct cudaChannelFormatDesc texel;
        struct cudaExtent extent;
        cudaMipmappedArray_t whole, again;
        cudaArray_t level;
        unsigned int is;

        EXPECT(cudaGraphicsResourceGetMappedMipmappedArray(&whole, resource), gpuErrorNotMapped,
               "not mapped");
        OK(gpuGraphicsMapResources(1, &resource, NULL));
        OK(cudaGraphicsResourceGetMappedMipmappedArray(&whole, resource));
        OK(cudaGraphicsResourceGetMappedMipmappedArray(&again, resource));
        assert_true(whole == again);
        OK(cudaGetMipmappedArrayLevel(&level, whole, 0));
        OK(cudaArrayGetInfo(&texel, &extent, &is, level));
        assert_int_equal(is, flags[s]);
        assert_int_equal(extent.width, image_shapes[s].width);
        assert_int_equal(texel.x, 8);
        assert_int_equal(texel.f, cudaChannelFormatKindUnsigned);
        BAD_VALUE(cudaFreeMipmappedArray(whole), "graphics resource");
        OK(gpuGraphicsUnmapResources(1, &resource, NULL));
        OK(gpuGraphicsUnregisterResource(resource));
        image_delete(&image_shapes[s], name);
    }
}
#endif

/* Textures that the program deletes or makes anew while they are registered. */
TEST_CASE(changed_images_are_left_out)
{
    for (size_t way = 0; way < WAYS; way++) {
        gigl_name gone = image_make(&image_shapes[IMAGE_PLAIN], rgba8, 1);
        gigl_name other = image_make(&image_shapes[IMAGE_PLAIN], rgba8, 1);
        gpuGraphicsResource_t list[2];

        setenv("GPUINTEROP_GL", ways[way], 1);
        list[0] = registered(gone, GIGL_TEXTURE_2D, 0);
        list[1] = registered(other, GIGL_TEXTURE_2D, 0);
        OK(gpuGraphicsMapResources(2, list, NULL));
        gl.DeleteTextures(1, &gone);
        gl.BindTexture(GIGL_TEXTURE_2D, other);
        gl.TexImage2D(GIGL_TEXTURE_2D, 0, FORMAT_RGBA8, 8, 8, 0, PIXELS_RGBA,
                      PIXELS_UNSIGNED_BYTE, NULL);
        gl.BindTexture(GIGL_TEXTURE_2D, 0);
        OK(gpuGraphicsUnmapResources(2, list, NULL));
        OK(gpuGraphicsMapResources(2, list, NULL));
        write_whole(list[1], 9);
        OK(gpuGraphicsUnmapResources(2, list, NULL));
        OK(gpuGraphicsUnregisterResource(list[0]));
        OK(gpuGraphicsUnregisterResource(list[1]));
        gl.DeleteTextures(1, &other);
        assert_int_equal(gl.GetError(), 0);
    }
    unsetenv("GPUINTEROP_GL");
}

static int count_objects(void)
{
    int count = 0;

    for (gigl_name name = 1; name < 20000; name++)
        count += (gl.IsBuffer(name) != 0) + (gl.IsTexture(name) != 0);
    return count;
}

/* Neither registrations nor maps leave fds or objects of OpenGL behind. */
TEST_CASE(nothing_is_left)
{
    for (size_t s = 0; s < IMAGE_SHAPES; s++) {
        gigl_name name = image_make(&image_shapes[s], rgba8, 1);
        gpuGraphicsResource_t resource = registered(name, image_shapes[s].target, 0);
        int fds, objects;

        OK(gpuGraphicsUnregisterResource(resource));
        fds = open_fds();
        objects = count_objects();
        for (int i = 0; i < 20; i++) {
            setenv("GPUINTEROP_GL", ways[i % WAYS], 1);
            resource = registered(name, image_shapes[s].target, 0);
            OK(gpuGraphicsMapResources(1, &resource, NULL));
            array_of(resource, 0, 0);
            OK(gpuGraphicsUnmapResources(1, &resource, NULL));
            OK(gpuGraphicsUnregisterResource(resource));
        }
        assert_true(no_more_fds(fds));
        assert_int_equal(count_objects(), objects);
        image_delete(&image_shapes[s], name);
        assert_int_equal(gl.GetError(), 0);
    }
    unsetenv("GPUINTEROP_GL");
}

/* A reset ends the resource and its arrays. */
TEST_CASE(a_reset_ends_images)
{
    gigl_name name = image_make(&image_shapes[IMAGE_CUBE], rgba8, 1);
    gpuGraphicsResource_t resource = registered(name, GIGL_TEXTURE_CUBE_MAP, 0);
    gpuArray_t array;

    OK(gpuGraphicsMapResources(1, &resource, NULL));
    array = array_of(resource, 5, 0);
    OK(gpuDeviceReset());
    BAD_HANDLE(gpuGraphicsUnregisterResource(resource));
    assert_int_not_equal(gpuFreeArray(array), gpuSuccess);
    image_delete(&image_shapes[IMAGE_CUBE], name);
}

static const char *begin(void)
{
    const char *why = egl_begin();

    if (why == NULL)
        why = image_begin();
    if (why != NULL)
        return why;
    printf("%s, %s\n", (const char *)gl.GetString(GIGL_RENDERER),
           (const char *)gl.GetString(GIGL_VERSION));
    return NULL;
}

int main(void)
{
    const char *why;
    int count;

    if (gpuGetDeviceCount(&count) == gpuErrorNoDevice)
        why = "no device";
    else
        why = begin();
    if (why != NULL) {
        printf("skipped: %s\n", why);
        return 77;
    }
    return run_test_cases(NULL);
}
