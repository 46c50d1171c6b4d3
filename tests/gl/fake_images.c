#include "fake_images.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { INVALID_ENUM = 0x0500, INVALID_VALUE, INVALID_OPERATION, LEVELS = 16, KINDS = 6,
       STORES = 16, TRANSFERS = 10, TEXEL = 4, LINEAR_MIPMAP = 0x2702, EGL_IMAGES = 4 };

struct level {
    int width, height, depth, internal;
    unsigned char *bytes;        /* of all faces */
};

/* A texture, or a renderbuffer, which has one level. */
struct image {
    int taken;
    gigl_enum target;            /* 0: it was never bound */
    int fixed_levels;            /* of storage that cannot be changed */
    gigl_name memory;            /* its bytes lie there */
    const struct fake_egl_image *of;     /* or there */
    int parameters[4];
    struct level levels[LEVELS];
};

static struct image images[2][FAKE_GL_NAMES];

/* An image of EGL. It ends behind the textures that have its texels. */
static struct fake_egl_image {
    int file;                    /* 0: it has ended */
    struct level level;
} egl_images[EGL_IMAGES];

static struct {
    gigl_name bound[KINDS];
    int stores[STORES];
    float transfers[TRANSFERS];
} contexts[FAKE_GL_CONTEXTS];

static const struct { gigl_enum target, binding; } kinds[KINDS] = {
    { GIGL_TEXTURE_2D, 0x8069 }, { GIGL_TEXTURE_3D, 0x806A }, { GIGL_TEXTURE_RECTANGLE, 0x84F6 },
    { GIGL_TEXTURE_CUBE_MAP, 0x8514 }, { GIGL_TEXTURE_2D_ARRAY, 0x8C1D },
    { GIGL_RENDERBUFFER, 0x8CA7 },
};

/* Numbers that never change: the active unit, and bindings of textures that nobody makes. */
static const gigl_enum others[] = { GIGL_ACTIVE_TEXTURE, 0x8068, 0x8C1C, 0x8C2C, 0x900A, 0x9104,
                                    0x9105 };

static const gigl_enum parameters[4] = {
    GIGL_TEXTURE_MIN_FILTER, GIGL_TEXTURE_MAG_FILTER, GIGL_TEXTURE_BASE_LEVEL,
    GIGL_TEXTURE_MAX_LEVEL,
};

static const gigl_enum stores[STORES] = {
    0x0D00, 0x0D01, 0x0D02, 0x0D03, 0x0D04, 0x0D05, 0x806B, 0x806C,
    0x0CF0, 0x0CF1, 0x0CF2, 0x0CF3, 0x0CF4, 0x0CF5, 0x806D, 0x806E,
};

static const gigl_enum transfers[TRANSFERS] = {
    0x0D10, 0x0D11, 0x0D14, 0x0D15, 0x0D18, 0x0D19, 0x0D1A, 0x0D1B, 0x0D1C, 0x0D1D,
};

/* ---- finding -------------------------------------------------------------------------------- */

static struct image *image_of(gigl_name name)
{
    struct image *image = name > 0 && name < FAKE_GL_NAMES ? &images[fake_group()][name] : NULL;

    return image != NULL && image->taken && !fake_gl.lost ? image : NULL;
}

static int is_face(gigl_enum target)
{
    return target >= GIGL_CUBE_FACE && target < GIGL_CUBE_FACE + 6;
}

/* The binding of a target; NULL: it has none. */
static gigl_name *binding_of(gigl_enum target)
{
    if (is_face(target))
        target = GIGL_TEXTURE_CUBE_MAP;
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].target == target)
            return &contexts[fake_context()].bound[i];
    fake_raise(INVALID_ENUM);
    return NULL;
}

static struct image *bound_at(gigl_enum target)
{
    gigl_name *binding = binding_of(target);
    struct image *image = binding == NULL ? NULL : image_of(*binding);

    if (image == NULL)
        fake_raise(INVALID_OPERATION);
    return image;
}

static struct level *level_at(gigl_enum target, int level)
{
    struct image *image = bound_at(target);

    if (image == NULL || level < 0 || level >= LEVELS) {
        fake_raise(INVALID_VALUE);
        return NULL;
    }
    return &image->levels[level];
}

/* Bytes of a face, or of the level of an image without faces. */
static size_t size_of(const struct level *level)
{
    return (size_t)level->width * (size_t)level->height * (size_t)level->depth * TEXEL;
}

unsigned char *fake_level_bytes(gigl_name texture, int level, int *out_width, int *out_height)
{
    struct image *image = image_of(texture);

    if (image == NULL)
        return NULL;
    *out_width = image->levels[level].width;
    *out_height = image->levels[level].height;
    return image->levels[level].bytes;
}

int fake_images_answer(gigl_enum what, int *out)
{
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].binding == what) {
            *out = (int)contexts[fake_context()].bound[i];
            return 1;
        }
    for (int i = 0; i < STORES; i++)
        if (stores[i] == what) {
            *out = contexts[fake_context()].stores[i];
            return 1;
        }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i] == what) {
            *out = what == GIGL_ACTIVE_TEXTURE ? GIGL_TEXTURE0 : 0;
            return 1;
        }
    return 0;
}

int fake_images_live(void)
{
    int count = 0;

    for (int i = 0; i < FAKE_GL_NAMES; i++)
        count += images[fake_group()][i].taken;
    return count;
}

static void drop(struct image *image)
{
    for (int i = 0; i < LEVELS && image->memory == 0 && image->of == NULL; i++)
        free(image->levels[i].bytes);
    memset(image->levels, 0, sizeof image->levels);
    image->memory = 0;
    image->of = NULL;
}

void fake_images_reset(void)
{
    for (int g = 0; g < 2; g++)
        for (int i = 0; i < FAKE_GL_NAMES; i++)
            drop(&images[g][i]);
    memset(images, 0, sizeof images);
    memset(contexts, 0, sizeof contexts);
    for (int c = 0; c < FAKE_GL_CONTEXTS; c++) {
        contexts[c].stores[5] = contexts[c].stores[13] = 4;
        for (int i = 2; i < TRANSFERS; i += 2)
            contexts[c].transfers[i] = 1;
    }
}

/* ---- names ---------------------------------------------------------------------------------- */

unsigned char fake_IsTexture(gigl_name texture)
{
    FAKE_LOCKED;
    struct image *image = image_of(texture);

    return image != NULL && image->target != 0 && image->target != GIGL_RENDERBUFFER;
}

unsigned char fake_IsRenderbuffer(gigl_name renderbuffer)
{
    FAKE_LOCKED;
    struct image *image = image_of(renderbuffer);

    return image != NULL && image->target == GIGL_RENDERBUFFER;
}

void fake_GenTextures(int count, gigl_name *out)
{
    FAKE_LOCKED;
    if (fake_fails("GenTextures"))
        return;
    for (int i = 0; i < count && !fake_gl.lost; i++)
        for (gigl_name name = 1; name < FAKE_GL_NAMES; name++)
            if (!images[fake_group()][name].taken) {
                images[fake_group()][name].taken = 1;
                out[i] = name;
                break;
            }
}

void fake_DeleteTextures(int count, const gigl_name *textures)
{
    FAKE_LOCKED;
    for (int i = 0; i < count; i++) {
        struct image *image = image_of(textures[i]);

        if (image == NULL)
            continue;
        for (int k = 0; k < KINDS; k++)
            if (contexts[fake_context()].bound[k] == textures[i])
                contexts[fake_context()].bound[k] = 0;
        drop(image);
        *image = (struct image){ 0 };
    }
}

void fake_BindTexture(gigl_enum target, gigl_name texture)
{
    FAKE_LOCKED;
    gigl_name *binding = binding_of(target);
    struct image *image = image_of(texture);

    if (binding == NULL || (texture != 0 && (image == NULL ||
                                             (image->target != 0 && image->target != target)))) {
        fake_raise(INVALID_OPERATION);
        return;
    }
    *binding = texture;
    if (image != NULL && image->target == 0) {
        image->target = target;
        image->parameters[0] = LINEAR_MIPMAP;
        image->parameters[3] = 1000;
    }
}

void fake_BindRenderbuffer(gigl_enum target, gigl_name renderbuffer)
{
    FAKE_LOCKED;
    fake_BindTexture(target, renderbuffer);
}

/* ---- texels --------------------------------------------------------------------------------- */

/* Whether pixels are packed, so that a copy of bytes is one of pixels. */
static int is_packed(int first)
{
    const int *now = contexts[fake_context()].stores + first;
    const float *transfer = contexts[fake_context()].transfers;

    for (int i = 0; i < STORES / 2; i++)
        if (now[i] != (i == 5 ? 1 : 0))
            return 0;
    for (int i = 0; i < TRANSFERS; i++)
        if (transfer[i] != (i >= 2 && i % 2 == 0 ? 1.0f : 0.0f))
            return 0;
    return 1;
}

/* Where pixels are: in the host's memory, or in a buffer; NULL: the buffer ends before. */
static unsigned char *pixels_at(gigl_enum buffer_target, const void *place, size_t bytes)
{
    gigl_name buffer = fake_bound_buffer(buffer_target);
    size_t size = 0, offset = (size_t)(uintptr_t)place;
    unsigned char *begin = buffer == 0 ? NULL : fake_buffer_bytes(buffer, &size);

    if (buffer == 0)
        return (unsigned char *)(uintptr_t)place;
    if (begin == NULL || offset + bytes > size) {
        fake_raise(INVALID_OPERATION);
        return NULL;
    }
    return begin + offset;
}

static void set_level(struct image *image, int level, int internal, int width, int height,
                      int depth)
{
    struct level *at = &image->levels[level];

    free(at->bytes);
    *at = (struct level){ .width = width, .height = height, .depth = depth, .internal = internal };
    at->bytes = calloc(image->target == GIGL_TEXTURE_CUBE_MAP ? 6 : 1, size_of(at));
}

void fake_TexImage2D(gigl_enum target, int level, int internal, int width, int height, int border,
                     gigl_enum pixels, gigl_enum type, const void *from)
{
    FAKE_LOCKED;
    struct image *image = bound_at(target);

    (void)border, (void)pixels, (void)type;
    if (image == NULL || fake_fails("TexImage2D"))
        return;
    if (image->fixed_levels != 0 || from != NULL || fake_bound_buffer(GIGL_PIXEL_UNPACK_BUFFER))
        fake_raise(INVALID_OPERATION);
    else
        set_level(image, level, internal, width, height, 1);
}

static unsigned char *face_of(struct level *level, gigl_enum target)
{
    return level->bytes + (is_face(target) ? size_of(level) * (target - GIGL_CUBE_FACE) : 0);
}

void fake_TexSubImage3D(gigl_enum target, int level, int x, int y, int z, int width, int height,
                        int depth, gigl_enum pixels, gigl_enum type, const void *from)
{
    FAKE_LOCKED;
    struct level *at = level_at(target, level);
    const unsigned char *source;

    (void)pixels, (void)type;
    if (at == NULL)
        return;
    source = pixels_at(GIGL_PIXEL_UNPACK_BUFFER, from, size_of(at));
    if (x != 0 || y != 0 || z != 0 || width != at->width || height != at->height ||
        depth != at->depth || !is_packed(STORES / 2) || source == NULL) {
        fake_raise(INVALID_OPERATION);
        return;
    }
    memcpy(face_of(at, target), source, size_of(at));
    fake_gl.writes++;
}

void fake_TexSubImage2D(gigl_enum target, int level, int x, int y, int width, int height,
                        gigl_enum pixels, gigl_enum type, const void *from)
{
    FAKE_LOCKED;
    fake_TexSubImage3D(target, level, x, y, 0, width, height, 1, pixels, type, from);
}

void fake_GetTexImage(gigl_enum target, int level, gigl_enum pixels, gigl_enum type, void *to)
{
    FAKE_LOCKED;
    struct level *at = level_at(target, level);
    unsigned char *place;

    (void)pixels, (void)type;
    if (at == NULL || at->bytes == NULL || !is_packed(0)) {
        fake_raise(INVALID_OPERATION);
        return;
    }
    place = pixels_at(GIGL_PIXEL_PACK_BUFFER, to, size_of(at));
    if (place == NULL)
        return;
    memcpy(place, face_of(at, target), size_of(at));
    fake_gl.reads++;
}

/* OpenGL copies between complete textures alone. */
static int is_complete(const struct image *image, int level)
{
    if (image->fixed_levels != 0 || image->target == GIGL_RENDERBUFFER)
        return 1;
    if (image->target == GIGL_TEXTURE_RECTANGLE)
        return image->parameters[0] == GIGL_NEAREST;
    return image->parameters[0] == GIGL_NEAREST && image->parameters[2] == level &&
           image->parameters[3] == level;
}

void fake_CopyImageSubData(gigl_name from, gigl_enum from_target, int from_level, int from_x,
                           int from_y, int from_z, gigl_name to, gigl_enum to_target, int to_level,
                           int to_x, int to_y, int to_z, int width, int height, int depth)
{
    FAKE_LOCKED;
    struct image *source = image_of(from), *target = image_of(to);
    struct level *of, *at;
    size_t bytes = (size_t)width * (size_t)height * (size_t)depth * TEXEL;

    if (source == NULL || target == NULL || source->target != from_target ||
        target->target != to_target || from_x + from_y + from_z + to_x + to_y + to_z != 0 ||
        !is_complete(source, from_level) || !is_complete(target, to_level)) {
        fake_raise(INVALID_OPERATION);
        return;
    }
    of = &source->levels[from_level];
    at = &target->levels[to_level];
    if (of->bytes == NULL || at->bytes == NULL || of->internal != at->internal ||
        of->width != width || of->height != height || at->width != width ||
        at->height != height) {
        fake_raise(INVALID_VALUE);
        return;
    }
    fake_come_between("CopyImage", from);
    fake_come_between("CopyImage", to);
    memcpy(at->bytes, of->bytes, bytes);
    fake_gl.copies++;
}

void fake_TexStorageMem3DEXT(gigl_enum target, int levels, gigl_enum internal, int width,
                             int height, int depth, gigl_name memory, uint64_t offset)
{
    FAKE_LOCKED;
    struct image *image = bound_at(target);
    size_t size = 0, used = 0, faces = target == GIGL_TEXTURE_CUBE_MAP ? 6 : 1;
    unsigned char *bytes = fake_memory(memory, &size);

    if (image == NULL || fake_fails("TexStorageMem"))
        return;
    if (bytes == NULL || offset != 0 || levels > LEVELS) {
        fake_raise(INVALID_OPERATION);
        return;
    }
    for (int i = 0; i < levels; i++) {
        struct level at = {
            .width = width >> i ? width >> i : 1, .height = height >> i ? height >> i : 1,
            .depth = target == GIGL_TEXTURE_3D && depth >> i ? depth >> i :
                     target == GIGL_TEXTURE_3D ? 1 : depth,
            .internal = (int)internal, .bytes = bytes + used };

        used += size_of(&at) * faces;
        image->levels[i] = at;
    }
    image->memory = memory;
    image->fixed_levels = levels;
    if (used + fake_gl.room_behind > size) {
        memset(image->levels, 0, sizeof image->levels);
        fake_raise(GIGL_OUT_OF_MEMORY);
    }
}

void fake_TexStorageMem2DEXT(gigl_enum target, int levels, gigl_enum internal, int width,
                             int height, gigl_name memory, uint64_t offset)
{
    FAKE_LOCKED;
    fake_TexStorageMem3DEXT(target, levels, internal, width, height, 1, memory, offset);
}

/* ---- images of EGL --------------------------------------------------------------------------- */

void fake_EGLImageTargetTexture2DOES(gigl_enum target, void *egl_image)
{
    FAKE_LOCKED;
    struct image *image = bound_at(target);
    const struct fake_egl_image *found = NULL;

    for (int i = 0; i < EGL_IMAGES; i++)
        if (&egl_images[i] == egl_image && egl_images[i].file != 0)
            found = &egl_images[i];
    if (image == NULL || fake_fails("EGLImageTargetTexture2DOES"))
        return;
    if (found == NULL) {
        fake_raise(INVALID_VALUE);
        return;
    }
    drop(image);
    image->of = found;
    image->levels[0] = found->level;
}

int fake_rows_of(gigl_name texture, int *out_width, int *out_height)
{
    const struct image *image = image_of(texture);

    if (image == NULL || image->of == NULL)
        return -1;
    *out_width = image->levels[0].width;
    *out_height = image->levels[0].height;
    return image->of->file;
}

EXPORT void *fake_gl_egl_image(int internal, int width, int height)
{
    struct fake_egl_image *made = egl_images;

    while (made->file != 0)
        made++;
    made->level = (struct level){ .width = width, .height = height, .depth = 1,
                                  .internal = internal };
    made->file = memfd_create("gifake-dma-buf", MFD_CLOEXEC);
    if (made->file < 0 || ftruncate(made->file, (off_t)size_of(&made->level) * 2) != 0)
        abort();
    made->level.bytes = mmap(NULL, size_of(&made->level), PROT_READ | PROT_WRITE, MAP_SHARED,
                             made->file, 0);
    if (made->level.bytes == MAP_FAILED)
        abort();
    return made;
}

EXPORT unsigned char *fake_gl_egl_texels(void *egl_image)
{
    return ((struct fake_egl_image *)egl_image)->level.bytes;
}

EXPORT void fake_gl_end_egl_image(void *egl_image)
{
    struct fake_egl_image *ended = egl_image;

    munmap(ended->level.bytes, size_of(&ended->level));
    close(ended->file);
    *ended = (struct fake_egl_image){ .file = 0 };
}

/* ---- questions and values ------------------------------------------------------------------- */

static void tell_level(const struct level *level, gigl_enum what, int *out)
{
    switch (what) {
    case GIGL_TEXTURE_WIDTH:
    case GIGL_RENDERBUFFER_WIDTH:  *out = level->width; return;
    case GIGL_TEXTURE_HEIGHT:
    case GIGL_RENDERBUFFER_HEIGHT: *out = level->height; return;
    case GIGL_TEXTURE_DEPTH:       *out = level->depth; return;
    case GIGL_TEXTURE_INTERNAL_FORMAT:
    case GIGL_RENDERBUFFER_INTERNAL_FORMAT: *out = level->internal; return;
    case GIGL_TEXTURE_BORDER:       *out = fake_gl.border; return;
    case GIGL_RENDERBUFFER_SAMPLES: *out = fake_gl.samples; return;
    }
    fake_raise(INVALID_ENUM);
}

void fake_GetTexLevelParameteriv(gigl_enum target, int level, gigl_enum what, int *out)
{
    FAKE_LOCKED;
    struct level *at = level_at(target, level);

    if (at != NULL)
        tell_level(at, what, out);
}

void fake_GetRenderbufferParameteriv(gigl_enum target, gigl_enum what, int *out)
{
    FAKE_LOCKED;
    fake_GetTexLevelParameteriv(target, 0, what, out);
}

void fake_BindTextureUnit(gigl_name unit, gigl_name texture)
{
    FAKE_LOCKED;
    struct image *image = image_of(texture);

    if (unit != 0 || image == NULL || image->target == 0 || image->target == GIGL_RENDERBUFFER)
        fake_raise(INVALID_OPERATION);
    else
        fake_BindTexture(image->target, texture);
}

static int *parameter_of(gigl_enum target, gigl_enum what)
{
    struct image *image = bound_at(target);

    for (int i = 0; i < 4 && image != NULL; i++)
        if (parameters[i] == what)
            return &image->parameters[i];
    fake_raise(INVALID_ENUM);
    return NULL;
}

void fake_GetTexParameteriv(gigl_enum target, gigl_enum what, int *out)
{
    FAKE_LOCKED;
    struct image *image = bound_at(target);
    int *value;

    if (what == 0x90C7) {                /* shaders see texels of another format by their size */
        *out = 0x90C8;
        return;
    }
    if (what == GIGL_TEXTURE_IMMUTABLE_LEVELS) {
        *out = image == NULL ? 0 : image->fixed_levels;
        return;
    }
    value = parameter_of(target, what);
    if (value != NULL)
        *out = *value;
}

void fake_TexParameteri(gigl_enum target, gigl_enum what, int value)
{
    FAKE_LOCKED;
    int *place = parameter_of(target, what);

    if (target == GIGL_TEXTURE_RECTANGLE && what == GIGL_TEXTURE_MAX_LEVEL && value > 0)
        fake_raise(INVALID_VALUE);
    else if (place != NULL)
        *place = value, fake_gl.parameters++;
}

void fake_PixelStorei(gigl_enum what, int value)
{
    FAKE_LOCKED;
    for (int i = 0; i < STORES; i++)
        if (stores[i] == what)
            contexts[fake_context()].stores[i] = value;
}

void fake_GetFloatv(gigl_enum what, float *out)
{
    FAKE_LOCKED;
    for (int i = 0; i < TRANSFERS; i++)
        if (transfers[i] == what)
            *out = contexts[fake_context()].transfers[i];
}

void fake_PixelTransferf(gigl_enum what, float value)
{
    FAKE_LOCKED;
    for (int i = 0; i < TRANSFERS; i++)
        if (transfers[i] == what)
            contexts[fake_context()].transfers[i] = value;
}

/* ---- the program's side --------------------------------------------------------------------- */

EXPORT gigl_name fake_gl_image(gigl_enum target, int internal, int width, int height, int depth,
                               int levels)
{
    gigl_name name = 0, before = *binding_of(target);
    struct image *image;

    fake_GenTextures(1, &name);
    fake_BindTexture(target, name);
    image = image_of(name);
    for (int i = 0; i < levels; i++)
        set_level(image, i, internal, width >> i ? width >> i : 1, height >> i ? height >> i : 1,
                  target == GIGL_TEXTURE_3D && depth >> i == 0 && depth != 0 ? 1
                  : target == GIGL_TEXTURE_3D ? depth >> i : depth);
    fake_BindTexture(target, before);
    return name;
}

EXPORT void fake_gl_add_level(gigl_name image, int level)
{
    struct level *first = &image_of(image)->levels[0];

    set_level(image_of(image), level, first->internal, first->width >> level,
              first->height >> level, first->depth);
}

EXPORT unsigned char *fake_gl_texels(gigl_name image, int level)
{
    return image_of(image)->levels[level].bytes;
}

EXPORT void fake_gl_reshape(gigl_name image, int internal, int width, int height)
{
    set_level(image_of(image), 0, internal, width, height, 1);
}

EXPORT void fake_gl_delete_image(gigl_name image) { fake_DeleteTextures(1, &image); }
EXPORT void fake_gl_bind_image(gigl_enum target, gigl_name name) { fake_BindTexture(target, name); }
EXPORT gigl_name fake_gl_bound_image(gigl_enum target) { return *binding_of(target); }
EXPORT int fake_gl_parameter(gigl_name image, int index)
{
    return image_of(image)->parameters[index];
}

EXPORT void fake_gl_set_parameter(gigl_name image, int index, int value)
{
    image_of(image)->parameters[index] = value;
}

EXPORT void fake_gl_store(gigl_enum what, int value) { fake_PixelStorei(what, value); }

EXPORT int fake_gl_stored(gigl_enum what)
{
    int value = -1;

    fake_images_answer(what, &value);
    return value;
}
