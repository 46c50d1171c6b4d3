/* Compute shaders of the fake OpenGL. They do what the library's do: copy level 0 of a texture to a
 * buffer or back, or to another texture. */
#include "fake_images.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum {
    INVALID_VALUE = 0x0501, INVALID_OPERATION = 0x0502, STORAGE = 0x90D2, PROGRAMS = 16, TEXEL = 4,
    READ_ONLY = 0x88B8, WRITE_ONLY = 0x88B9, LINK_STATUS = 0x8B82, DELETE_STATUS = 0x8B80,
    ACTIVE_SUBROUTINE_UNIFORMS = 0x8DE6, IMAGE_NAME = 0x8F3A, BLOCK_WIDTH = 32, BLOCK_HEIGHT = 8,
    PLACES = 2
};

static struct program {
    int taken, reads, writes;            /* images */
    int name_bytes;              /* of its one uniform */
} programs[2][PROGRAMS];

static struct fake_places places[FAKE_GL_CONTEXTS];

static struct program *program_of(gigl_name name)
{
    struct program *program = name < PROGRAMS ? &programs[fake_group()][name] : NULL;

    return program != NULL && program->taken && !fake_gl.lost ? program : NULL;
}

/* ---- the rest of the fake ------------------------------------------------------------------- */

int fake_kernels_answer(gigl_enum what, int *out)
{
    switch (what) {
    case GIGL_MAX_STORAGE_BLOCK_SIZE: *out = fake_gl.storage_bytes; return 1;
    case 0x8B8D: *out = (int)places[fake_context()].program; return 1;
    case 0x825A: *out = fake_gl.pipeline; return 1;
    case 0x8E24: *out = fake_gl.feedback; return 1;
    case 0x8E23: *out = 0; return 1;
    case 0x0B33: *out = fake_gl.list; return 1;
    }
    return 0;
}

int fake_kernels_live(void)
{
    int count = 0;

    for (int i = 0; i < PROGRAMS; i++)
        count += programs[fake_group()][i].taken;
    return count;
}

void fake_kernels_reset(void)
{
    memset(programs, 0, sizeof programs);
    memset(places, 0, sizeof places);
}

EXPORT gigl_name fake_gl_program(const char *text)
{
    return fake_CreateShaderProgramv(0x91B9, 1, &text);
}

EXPORT void fake_gl_delete_program(gigl_name program) { fake_DeleteProgram(program); }

EXPORT struct fake_places fake_gl_places(void)
{
    return places[fake_context()];
}

EXPORT void fake_gl_set_places(const struct fake_places *wanted)
{
    places[fake_context()] = *wanted;
}

/* ---- programs ------------------------------------------------------------------------------- */

gigl_name fake_CreateShaderProgramv(gigl_enum kind, int count, const char *const *texts)
{
    FAKE_LOCKED;
    struct program *made = programs[fake_group()];
    gigl_name name = 1;

    if (kind != 0x91B9 || count != 1)
        fake_raise(INVALID_VALUE);
    if (kind != 0x91B9 || count != 1 || fake_gl.lost || fake_fails("CreateShaderProgramv"))
        return 0;
    while (name < PROGRAMS && made[name].taken)
        name++;
    if (name == PROGRAMS)
        abort();
    made[name] = (struct program){ 1, strstr(texts[0], "imageLoad") != NULL,
                                   strstr(texts[0], "imageStore") != NULL,
                                   strstr(texts[0], "gpuinterop_image[2]") != NULL ? 20 :
                                   strstr(texts[0], "gpuinterop_image") != NULL ? 17 : 6 };
    return name;
}

void fake_DeleteProgram(gigl_name program)
{
    FAKE_LOCKED;
    if (program_of(program) != NULL)
        *program_of(program) = (struct program){ 0 };
    else if (program != 0)
        fake_raise(INVALID_VALUE);
}

unsigned char fake_IsProgram(gigl_name program)
{
    FAKE_LOCKED;
    return program_of(program) != NULL;
}

void fake_UseProgram(gigl_name program)
{
    FAKE_LOCKED;
    if (program != 0 && program_of(program) == NULL)
        fake_raise(INVALID_VALUE);
    else if (fake_gl.feedback)
        fake_raise(INVALID_OPERATION);
    else
        places[fake_context()].program = program;
}

void fake_GetProgramiv(gigl_name program, gigl_enum what, int *out)
{
    FAKE_LOCKED;
    if (program_of(program) == NULL)
        fake_raise(INVALID_VALUE);
    else if (what == LINK_STATUS)
        *out = !fake_gl.links_nothing;
    else if (what == DELETE_STATUS)
        *out = fake_gl.deleted_program == program;
    else if (what == 0x8B86 || what == 0x8B87)   /* how many uniforms, and the longest name */
        *out = what == 0x8B86 ? 1 : program_of(program)->name_bytes;
}

void fake_GetProgramStageiv(gigl_name program, gigl_enum kind, gigl_enum what, int *out)
{
    FAKE_LOCKED;
    if (program_of(program) == NULL || what != ACTIVE_SUBROUTINE_UNIFORMS)
        fake_raise(INVALID_VALUE);
    else
        *out = kind == 0x8B30 ? fake_gl.subroutines : 0;
}

/* ---- places --------------------------------------------------------------------------------- */

void fake_GetIntegeri_v(gigl_enum what, gigl_name index, int *out)
{
    FAKE_LOCKED;
    const struct fake_places *all = &places[fake_context()];
    const struct fake_image_place *at = &all->images[index % PLACES];
    const int of_image[] = { (int)at->name, at->level, at->is_layered, at->layer,
                             (int)at->access };
    int is_image = what == 0x906E || (what >= IMAGE_NAME && what < IMAGE_NAME + 5);

    if (index >= (is_image ? PLACES : 1))
        fake_raise(INVALID_VALUE);
    else if (is_image)
        *out = what == 0x906E ? (int)at->format : of_image[what - IMAGE_NAME];
    else
        *out = (int)all->buffer;
}

void fake_GetInteger64i_v(gigl_enum what, gigl_name index, int64_t *out)
{
    FAKE_LOCKED;
    if (index != 0)
        fake_raise(INVALID_VALUE);
    else
        *out = what == 0x90D4 ? places[fake_context()].start : places[fake_context()].size;
}

void fake_BindImageTexture(gigl_name unit, gigl_name texture, int level, unsigned char is_layered,
                           int layer, gigl_enum access, gigl_enum format)
{
    FAKE_LOCKED;
    struct fake_image_place *at = &places[fake_context()].images[unit % PLACES];

    if (unit >= PLACES || (texture != 0 && !fake_IsTexture(texture))) {
        fake_raise(INVALID_VALUE);
        return;
    }
    at->name = texture;
    at->level = level;
    at->is_layered = is_layered;
    at->layer = layer;
    at->access = access;
    at->format = format;
}

void fake_BindBufferRange(gigl_enum target, gigl_name index, gigl_name buffer, ptrdiff_t offset,
                          ptrdiff_t bytes)
{
    FAKE_LOCKED;
    struct fake_places *at = &places[fake_context()];

    if (target != STORAGE || index != 0 || (buffer != 0 && !fake_is_buffer(buffer))) {
        fake_raise(INVALID_VALUE);
        return;
    }
    fake_gl_bind(STORAGE, buffer);
    at->buffer = buffer;
    at->start = offset;
    at->size = bytes;
}

void fake_BindBufferBase(gigl_enum target, gigl_name index, gigl_name buffer)
{
    FAKE_LOCKED;
    fake_BindBufferRange(target, index, buffer, 0, 0);
}

/* ---- copies --------------------------------------------------------------------------------- */

void fake_MemoryBarrier(gigl_name barriers)
{
    FAKE_LOCKED;
    if (barriers != 0xFFFFFFFFu)
        fake_raise(INVALID_VALUE);
}

/* Level 0 of a texture at a place, if the place is as a copy has it. */
static unsigned char *image_at(const struct fake_places *at, int place, gigl_enum access,
                               int *out_width, int *out_height)
{
    const struct fake_image_place *image = &at->images[place];

    return image->format == 0x8236 && image->access == access
               ? fake_level_bytes(image->name, image->level, out_width, out_height) : NULL;
}

/* The bytes of the buffer, if it has as many. */
static unsigned char *buffer_at(const struct fake_places *at, size_t wanted)
{
    size_t size = 0;
    unsigned char *bytes = fake_buffer_bytes(at->buffer, &size);

    return size >= wanted ? bytes : NULL;
}

void fake_DispatchCompute(gigl_name x, gigl_name y, gigl_name z)
{
    FAKE_LOCKED;
    const struct fake_places *at = &places[fake_context()];
    const struct program *program = program_of(at->program);
    int both = program != NULL && program->reads && program->writes;
    int width = 0, height = 0, width_to = 0, height_to = 0;
    unsigned char *from = image_at(at, 0, READ_ONLY, &width, &height), *to;
    size_t wanted;

    if (program != NULL && !program->reads)
        to = image_at(at, 0, WRITE_ONLY, &width, &height);
    else
        to = both ? image_at(at, 1, WRITE_ONLY, &width_to, &height_to) : NULL;
    wanted = (size_t)width * (size_t)height * TEXEL;
    if (program != NULL && !both)
        *(program->reads ? &to : &from) = buffer_at(at, wanted);
    if (program == NULL || from == NULL || to == NULL || z != 1 ||
        (both && (width != width_to || height != height_to)) ||
        (int)x != (width + BLOCK_WIDTH - 1) / BLOCK_WIDTH ||
        (int)y != (height + BLOCK_HEIGHT - 1) / BLOCK_HEIGHT) {
        fake_raise(INVALID_OPERATION);
        return;
    }
    fake_gl.dispatches++;
    memcpy(to, from, wanted);
}
