/* What calls for images answer: kinds, targets, flags, formats, arrays of layers; EGL's images. */
#include "ask_gl.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "egl_context.h"
#include "gl_names.h"

#ifdef ASK_DRIVER
#define PREFIX "cu"
#else
#define PREFIX "cuda"
#endif

enum {
    SIZE = 16, LAYERS = 6, TEXTURE_1D = 0x0DE0, TEXTURE_1D_ARRAY = 0x8C18, TEXTURE_BUFFER = 0x8C2A,
    TEXTURE_CUBE_ARRAY = 0x9009, TEXTURE_2D_MULTISAMPLE = 0x9100, RGBA8 = 0x8058
};

/* ---- a program's side of OpenGL ------------------------------------------------------------- */

/* Functions of OpenGL that the library does not call. */
static struct {
    void (*TexImage1D)(gigl_enum target, int level, int internal, int width, int border,
                       gigl_enum pixels, gigl_enum type, const void *from);
    void (*TexImage3D)(gigl_enum target, int level, int internal, int width, int height, int depth,
                       int border, gigl_enum pixels, gigl_enum type, const void *from);
    void (*TexImage2DMultisample)(gigl_enum target, int samples, int internal, int width,
                                  int height, unsigned char fixed);
    void (*GenRenderbuffers)(int count, gigl_name *out);
    void (*RenderbufferStorage)(gigl_enum target, gigl_enum internal, int width, int height);
} more;

static void find(const char *name, void *out_function)
{
    void *symbol = egl_function(name);

    memcpy(out_function, &symbol, sizeof symbol);
}

static void find_more(void)
{
    find("glTexImage1D", &more.TexImage1D);
    find("glTexImage3D", &more.TexImage3D);
    find("glTexImage2DMultisample", &more.TexImage2DMultisample);
    find("glGenRenderbuffers", &more.GenRenderbuffers);
    find("glRenderbufferStorage", &more.RenderbufferStorage);
}

/* OpenGL's format, and pixels that can be given for it. */
struct format {
    const char *name;
    int internal;
    gigl_enum pixels, type;
};

static const struct format rgba8 = { "RGBA8", RGBA8, 0x1908, 0x1401 };

static void give_storage(gigl_enum target, const struct format *is)
{
    switch (target) {
    case TEXTURE_1D:
        more.TexImage1D(target, 0, is->internal, SIZE, 0, is->pixels, is->type, NULL);
        return;
    case GIGL_TEXTURE_3D:
    case GIGL_TEXTURE_2D_ARRAY:
    case TEXTURE_CUBE_ARRAY:
        more.TexImage3D(target, 0, is->internal, SIZE, SIZE, LAYERS, 0, is->pixels, is->type,
                        NULL);
        return;
    case TEXTURE_2D_MULTISAMPLE:
        more.TexImage2DMultisample(target, 4, is->internal, SIZE, SIZE, 1);
        return;
    case GIGL_TEXTURE_CUBE_MAP:
        for (gigl_enum face = 0; face < 6; face++)
            gl.TexImage2D(GIGL_CUBE_FACE + face, 0, is->internal, SIZE, SIZE, 0, is->pixels,
                          is->type, NULL);
        return;
    default:
        gl.TexImage2D(target, 0, is->internal, SIZE, SIZE, 0, is->pixels, is->type, NULL);
    }
}

/* Without a format: it is bound, and has no storage. */
static gigl_name make(gigl_enum target, const struct format *format)
{
    gigl_name name;

    gl.GenTextures(1, &name);
    gl.BindTexture(target, name);
    if (format != NULL)
        give_storage(target, format);
    gl.BindTexture(target, 0);
    return name;
}

static gigl_name make_renderbuffer(const struct format *format)
{
    gigl_name name;

    more.GenRenderbuffers(1, &name);
    gl.BindRenderbuffer(GIGL_RENDERBUFFER, name);
    if (format != NULL)
        more.RenderbufferStorage(GIGL_RENDERBUFFER, (gigl_enum)format->internal, SIZE, SIZE);
    gl.BindRenderbuffer(GIGL_RENDERBUFFER, 0);
    return name;
}

static gpuError_t try(gigl_name name, gigl_enum target)
{
    gpuGraphicsResource_t resource;

    return gpuGraphicsGLRegisterImage(&resource, name, target, 0);
}

/* A resource of a new texture, which is mapped. */
static gpuGraphicsResource_t mapped(gigl_enum target)
{
    gpuGraphicsResource_t resource = NULL;

    find_more();
    SAY("register", gpuGraphicsGLRegisterImage(&resource, make(target, &rgba8), target, 0));
    SAY("map", gpuGraphicsMapResources(1, &resource, NULL));
    return resource;
}

/* ---- registering ---------------------------------------------------------------------------- */

static void register_images(void)
{
    gigl_name generated, texture;

    find_more();
    texture = make(GIGL_TEXTURE_2D, &rgba8);
    gl.GenTextures(1, &generated);
    SAY("zero", try(0, GIGL_TEXTURE_2D));
    SAY("unknown", try(7777, GIGL_TEXTURE_2D));
    SAY("generated", try(generated, GIGL_TEXTURE_2D));
    SAY("without_storage", try(make(GIGL_TEXTURE_2D, NULL), GIGL_TEXTURE_2D));
    SAY("incomplete", try(texture, GIGL_TEXTURE_2D));    /* one level, and the filter wants all */
    SAY("2d_as_3d", try(texture, GIGL_TEXTURE_3D));
    SAY("2d_as_0", try(texture, 0));
    SAY("2d_as_buffer", try(texture, TEXTURE_BUFFER));
    SAY("2d_as_renderbuffer", try(texture, GIGL_RENDERBUFFER));
}

static void kinds(void)
{
    static const struct { const char *name; gigl_enum target; } all[] = {
        { "1d", TEXTURE_1D }, { "1d_array", TEXTURE_1D_ARRAY },
        { "cube_array", TEXTURE_CUBE_ARRAY }, { "multisample", TEXTURE_2D_MULTISAMPLE },
        { "2d", GIGL_TEXTURE_2D },
        { "rectangle", GIGL_TEXTURE_RECTANGLE }, { "3d", GIGL_TEXTURE_3D },
        { "2d_array", GIGL_TEXTURE_2D_ARRAY }, { "cube", GIGL_TEXTURE_CUBE_MAP } };

    find_more();
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        gigl_name name = make(all[i].target, &rgba8);
        gigl_enum error = gl.GetError();

        if (error == 0)
            SAY(all[i].name, try(name, all[i].target));
        else
            ask_say(all[i].name, gpuSuccess, ": OpenGL makes none, 0x%x", error);
    }
    SAY("renderbuffer", try(make_renderbuffer(&rgba8), GIGL_RENDERBUFFER));
}

static void renderbuffer_without_storage(void)
{
    find_more();
    SAY("register", try(make_renderbuffer(NULL), GIGL_RENDERBUFFER));
}

static void image_flags(void)
{
    char name[16];

    find_more();
    for (unsigned int flags = 0; flags <= 16; flags++) {
        gpuGraphicsResource_t resource;

        snprintf(name, sizeof name, "%u", flags);
        SAY(name, gpuGraphicsGLRegisterImage(&resource, make(GIGL_TEXTURE_2D, &rgba8),
                                             GIGL_TEXTURE_2D, flags));
    }
}

/* ---- arrays --------------------------------------------------------------------------------- */

static void image_pointer(void)
{
    gpuGraphicsResource_t resource = mapped(GIGL_TEXTURE_2D);
    void *pointer;
    size_t size;

    SAY("pointer", gpuGraphicsResourceGetMappedPointer(&pointer, &size, resource));
}

static void image_arrays(void)
{
    gpuGraphicsResource_t resource = mapped(GIGL_TEXTURE_2D);
    gpuArray_t array = NULL, next = NULL;
    gpuError_t code;

    SAY("level_0", gpuGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
    SAY("level_4", gpuGraphicsSubResourceGetMappedArray(&next, resource, 0, 4));
    SAY("level_5", gpuGraphicsSubResourceGetMappedArray(&next, resource, 0, 5));
    SAY("index_1", gpuGraphicsSubResourceGetMappedArray(&next, resource, 1, 0));
    SAY("unmap", gpuGraphicsUnmapResources(1, &resource, NULL));
    SAY("map_again", gpuGraphicsMapResources(1, &resource, NULL));
    code = gpuGraphicsSubResourceGetMappedArray(&next, resource, 0, 0);
    ask_say("next", code, " array=%s", next == array ? "same" : "other");
}

static void freed_array(void)
{
    gpuGraphicsResource_t resource = mapped(GIGL_TEXTURE_2D);
    gpuArray_t array = NULL;

    SAY("array", gpuGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
    SAY("free", gpuFreeArray(array));
}

/* Whether it is a 2D array, or the flags of another. */
static void say_array(const char *name, gpuArray_t array)
{
    gpuChannelFormatDesc texel;
    gpuExtent extent;
    unsigned int flags = 99;
    gpuError_t code = gpuArrayGetInfo(&texel, &extent, &flags, array);

    ask_say(name, code, " depth=%s flags=%u", extent.depth == 0 ? "0" : "more", flags);
}

static void say_layers(gigl_enum target)
{
    gpuGraphicsResource_t resource = mapped(target);
    gpuArray_t array = NULL;

    (void)gpuGraphicsSubResourceGetMappedArray(&array, resource, 5, 0);
    say_array("layer_5", array);
    SAY("layer_6", gpuGraphicsSubResourceGetMappedArray(&array, resource, 6, 0));
#if API_IS_CUDA
    cudaMipmappedArray_t mipmapped = NULL;

    SAY("mipmapped", cudaGraphicsResourceGetMappedMipmappedArray(&mipmapped, resource));
    (void)cudaGetMipmappedArrayLevel(&array, mipmapped, 0);
    say_array("whole", array);
#endif
}

static void layers_of_array(void) { say_layers(GIGL_TEXTURE_2D_ARRAY); }
static void faces_of_cube(void) { say_layers(GIGL_TEXTURE_CUBE_MAP); }

/* ---- formats -------------------------------------------------------------------------------- */

enum {
    RED = 0x1903, ALPHA = 0x1906, RGB, RGBA, LUMINANCE, LUMINANCE_ALPHA, RG = 0x8227, RG_INTEGER,
    RED_INTEGER = 0x8D94, RGBA_INTEGER = 0x8D99, DEPTH = 0x1902, DEPTH_STENCIL = 0x84F9,
    UNSIGNED_BYTE = 0x1401, UNSIGNED_INT = 0x1405, FLOAT = 0x1406, INT_24_8 = 0x84FA,
    INT_2_10_10_10 = 0x8368
};

static const struct format formats[] = {
    { "R8", 0x8229, RED, UNSIGNED_BYTE }, { "RG8", 0x822B, RG, UNSIGNED_BYTE },
    { "RGBA8", RGBA8, RGBA, UNSIGNED_BYTE }, { "R16", 0x822A, RED, UNSIGNED_BYTE },
    { "RG16", 0x822C, RG, UNSIGNED_BYTE }, { "RGBA16", 0x805B, RGBA, UNSIGNED_BYTE },
    { "SRGB8_ALPHA8", 0x8C43, RGBA, UNSIGNED_BYTE },
    { "R8UI", 0x8232, RED_INTEGER, UNSIGNED_BYTE }, { "RG8UI", 0x8238, RG_INTEGER, UNSIGNED_BYTE },
    { "RGBA8UI", 0x8D7C, RGBA_INTEGER, UNSIGNED_BYTE },
    { "R16UI", 0x8234, RED_INTEGER, UNSIGNED_BYTE },
    { "RG16UI", 0x823A, RG_INTEGER, UNSIGNED_BYTE },
    { "RGBA16UI", 0x8D76, RGBA_INTEGER, UNSIGNED_BYTE },
    { "R32UI", 0x8236, RED_INTEGER, UNSIGNED_BYTE },
    { "RG32UI", 0x823C, RG_INTEGER, UNSIGNED_BYTE },
    { "RGBA32UI", 0x8D70, RGBA_INTEGER, UNSIGNED_BYTE },
    { "R8I", 0x8231, RED_INTEGER, UNSIGNED_BYTE }, { "RG8I", 0x8237, RG_INTEGER, UNSIGNED_BYTE },
    { "RGBA8I", 0x8D8E, RGBA_INTEGER, UNSIGNED_BYTE },
    { "R16I", 0x8233, RED_INTEGER, UNSIGNED_BYTE }, { "RG16I", 0x8239, RG_INTEGER, UNSIGNED_BYTE },
    { "RGBA16I", 0x8D88, RGBA_INTEGER, UNSIGNED_BYTE },
    { "R32I", 0x8235, RED_INTEGER, UNSIGNED_BYTE }, { "RG32I", 0x823B, RG_INTEGER, UNSIGNED_BYTE },
    { "RGBA32I", 0x8D82, RGBA_INTEGER, UNSIGNED_BYTE },
    { "R16F", 0x822D, RED, FLOAT }, { "RG16F", 0x822F, RG, FLOAT },
    { "RGBA16F", 0x881A, RGBA, FLOAT },
    { "R32F", 0x822E, RED, FLOAT }, { "RG32F", 0x8230, RG, FLOAT },
    { "RGBA32F", 0x8814, RGBA, FLOAT },
    { "RGB8", 0x8051, RGB, UNSIGNED_BYTE }, { "RGB", RGB, RGB, UNSIGNED_BYTE },
    { "RGBA4", 0x8056, RGBA, UNSIGNED_BYTE }, { "RGB32F", 0x8815, RGB, FLOAT },
    { "ALPHA8", 0x803C, ALPHA, UNSIGNED_BYTE }, { "LUMINANCE8", 0x8040, LUMINANCE, UNSIGNED_BYTE },
    { "INTENSITY8", 0x804B, LUMINANCE, UNSIGNED_BYTE },
    { "LUMINANCE8_ALPHA8", 0x8045, LUMINANCE_ALPHA, UNSIGNED_BYTE },
    { "R8_SNORM", 0x8F94, RED, UNSIGNED_BYTE }, { "RGBA8_SNORM", 0x8F97, RGBA, UNSIGNED_BYTE },
    { "RGB16F", 0x881B, RGB, FLOAT }, { "RGB10_A2", 0x8059, RGBA, UNSIGNED_BYTE },
    { "RGB10_A2UI", 0x906F, RGBA_INTEGER, INT_2_10_10_10 },
    { "R11F_G11F_B10F", 0x8C3A, RGB, FLOAT }, { "RGB9_E5", 0x8C3D, RGB, FLOAT },
    { "RGB565", 0x8D62, RGB, UNSIGNED_BYTE }, { "RGB5_A1", 0x8057, RGBA, UNSIGNED_BYTE },
    { "DEPTH_COMPONENT24", 0x81A6, DEPTH, UNSIGNED_INT },
    { "DEPTH24_STENCIL8", 0x88F0, DEPTH_STENCIL, INT_24_8 },
    { "COMPRESSED_RED_RGTC1", 0x8DBB, RED, UNSIGNED_BYTE },
};

/* The channels of the array of a format. */
static void say_format(const struct format *format, unsigned int flags)
{
    gpuChannelFormatDesc texel = { .x = 0 };
    gpuGraphicsResource_t resource;
    gpuArray_t array = NULL;
    gpuError_t code = gpuGraphicsGLRegisterImage(&resource, make(GIGL_TEXTURE_2D, format),
                                                 GIGL_TEXTURE_2D, flags);

    if (code != gpuSuccess) {
        SAY(format->name, code);
        return;
    }
    (void)gpuGraphicsMapResources(1, &resource, NULL);
    (void)gpuGraphicsSubResourceGetMappedArray(&array, resource, 0, 0);
    code = gpuGetChannelDesc(&texel, array);
    ask_say(format->name, code, " channels=%d,%d,%d,%d/%d", texel.x, texel.y, texel.z, texel.w,
            (int)texel.f);
    (void)gpuGraphicsUnmapResources(1, &resource, NULL);
    (void)gpuGraphicsUnregisterResource(resource);
}

static void say_formats(unsigned int flags)
{
    find_more();
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        say_format(&formats[i], flags);
        if (gl.GetError() != 0)
            printf("%s.%s: OpenGL raises an error\n", ask_section, formats[i].name);
    }
}

static void all_formats(void) { say_formats(0); }
static void formats_for_surfaces(void) { say_formats(4); }

/* ---- EGL ------------------------------------------------------------------------------------ */

#if API_IS_CUDA
static void find_cuda(const char *name, void *out_function)
{
    void *symbol = dlsym(RTLD_DEFAULT, name);

    memcpy(out_function, &symbol, sizeof symbol);
}

/* An EGL image of a texture, as the extension EGL_KHR_gl_texture_2D_image makes it. */
static void *egl_image(gigl_name texture)
{
    void *(*create)(void *display, void *context, unsigned int target, void *buffer,
                    const int *wanted);
    void *(*display)(void), *(*context)(void);

    find("eglCreateImageKHR", &create);
    find("eglGetCurrentDisplay", &display);
    find("eglGetCurrentContext", &context);
    return create(display(), context(), 0x30B1, (void *)(uintptr_t)texture, NULL);
}

static void egl_images(void)
{
    cudaError_t (*register_image)(cudaGraphicsResource_t *out, void *image, unsigned int flags);
    cudaGraphicsResource_t resource = NULL;
    cudaArray_t array;
    cudaError_t code;

    find_more();
    find_cuda(PREFIX "GraphicsEGLRegisterImage", &register_image);
    code = register_image(&resource, egl_image(make(GIGL_TEXTURE_2D, &rgba8)), 0);
    SAY("register", code);
    if (code != cudaSuccess)
        return;
    SAY("array", cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
    SAY("map", cudaGraphicsMapResources(1, &resource, NULL));
}

static void egl_stream(void)
{
    cudaError_t (*connect)(void *connection, void *stream);
    void *connection = NULL;

    find_cuda(PREFIX "EGLStreamConsumerConnect", &connect);
    SAY("connect_null", connect(&connection, NULL));
}
#endif

const struct ask_section ask_image_sections[] = {
    { "gl_image.register", register_images }, { "gl_image.kinds", kinds },
    { "gl_image.empty_renderbuffer", renderbuffer_without_storage },
    { "gl_image.flags", image_flags }, { "gl_image.pointer", image_pointer },
    { "gl_image.arrays", image_arrays }, { "gl_image.freed_array", freed_array },
    { "gl_image.layers", layers_of_array }, { "gl_image.faces", faces_of_cube },
    { "gl_image.formats", all_formats }, { "gl_image.surface_formats", formats_for_surfaces },
#if API_IS_CUDA
    { "gl_image.egl", egl_images }, { "gl_image.egl_stream", egl_stream },
#endif
    { NULL, NULL },
};
