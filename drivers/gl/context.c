#include "context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "words.h"

/* ---- functions ------------------------------------------------------------------------------ */

#define GIGL_FIND(result, name, arguments) \
    function = context->current.find((const unsigned char *)"gl" #name); \
    memcpy(&context->gl.name, &function, sizeof function);
#define GIGL_NEED(result, name, arguments) \
    GIGL_FIND(result, name, arguments) \
    if (context->gl.name == NULL) \
        return "gl" #name;

/* Fills the table. Returns the name of a function that is missing, or NULL. */
static const char *load_calls(struct gigl_context *context)
{
    gigl_function function;

    GIGL_CALLS(GIGL_NEED, GIGL_FIND)
    return NULL;
}

/* ---- extensions ----------------------------------------------------------------------------- */

enum extension {
    COPY_BUFFER, DIRECT_STATE_ACCESS, BUFFER_STORAGE, MAP_BUFFER_RANGE, SYNC, MEMORY_OBJECT,
    MEMORY_OBJECT_FD, COMPATIBILITY, PIXEL_BUFFER_OBJECT, TEXTURE_RECTANGLE, TEXTURE_ARRAY,
    FRAMEBUFFER_OBJECT, COPY_IMAGE, EGL_IMAGE, EXTENSIONS
};

static const char *const names[EXTENSIONS] = {
    [COPY_BUFFER] = "GL_ARB_copy_buffer",
    [DIRECT_STATE_ACCESS] = "GL_ARB_direct_state_access",
    [BUFFER_STORAGE] = "GL_ARB_buffer_storage",
    [MAP_BUFFER_RANGE] = "GL_ARB_map_buffer_range",
    [SYNC] = "GL_ARB_sync",
    [MEMORY_OBJECT] = "GL_EXT_memory_object",
    [MEMORY_OBJECT_FD] = "GL_EXT_memory_object_fd",
    [COMPATIBILITY] = "GL_ARB_compatibility",
    [PIXEL_BUFFER_OBJECT] = "GL_ARB_pixel_buffer_object",
    [TEXTURE_RECTANGLE] = "GL_ARB_texture_rectangle",
    [TEXTURE_ARRAY] = "GL_EXT_texture_array",
    [FRAMEBUFFER_OBJECT] = "GL_ARB_framebuffer_object",
    [COPY_IMAGE] = "GL_ARB_copy_image",
    [EGL_IMAGE] = "GL_OES_EGL_image",
};

static void note(const char *word, size_t length, bool *has)
{
    for (int i = 0; i < EXTENSIONS; i++)
        if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
            has[i] = true;
}

/* One text with all names, as before OpenGL 3. */
static void read_text(const char *text, bool *has)
{
    const char *word;
    size_t length;

    while ((word = gigl_next_word(&text, &length)) != NULL)
        note(word, length, has);
}

static void read_extensions(const struct gigl_context *context, bool *has)
{
    const struct gigl_calls *gl = &context->gl;
    int count = 0;

    if (context->version < 30 || gl->GetStringi == NULL) {
        read_text((const char *)gl->GetString(GIGL_EXTENSIONS), has);
        return;
    }
    gl->GetIntegerv(GIGL_NUM_EXTENSIONS, &count);
    for (int i = 0; i < count; i++) {
        const char *name = (const char *)gl->GetStringi(GIGL_EXTENSIONS, (gigl_name)i);

        if (name != NULL)
            note(name, strlen(name), has);
    }
}

/* ---- facts ---------------------------------------------------------------------------------- */

/* A function counts only if the version or an extension promises it: the dispatch library of GLX
 * answers any name with a function that does nothing. */
static void choose(struct gigl_context *context, const bool *has)
{
    const struct gigl_calls *gl = &context->gl;
    int version = context->version;

    context->copies_buffers = (version >= 31 || has[COPY_BUFFER]) && gl->CopyBufferSubData != NULL;
    context->direct_access = (version >= 45 || has[DIRECT_STATE_ACCESS]) &&
                             context->copies_buffers && gl->CreateBuffers != NULL &&
                             gl->NamedBufferData != NULL && gl->NamedBufferSubData != NULL &&
                             gl->GetNamedBufferSubData != NULL &&
                             gl->GetNamedBufferParameteriv != NULL &&
                             gl->GetNamedBufferParameteri64v != NULL &&
                             gl->CopyNamedBufferSubData != NULL;
    context->long_sizes = version >= 32 && gl->GetBufferParameteri64v != NULL;
    context->map_flags = version >= 30 || has[MAP_BUFFER_RANGE];
    context->storage_flags = version >= 44 || has[BUFFER_STORAGE];
    context->fences = (version >= 32 || has[SYNC]) && gl->FenceSync != NULL &&
                      gl->ClientWaitSync != NULL && gl->DeleteSync != NULL;
    context->takes_memory = has[MEMORY_OBJECT] && has[MEMORY_OBJECT_FD] &&
                            context->copies_buffers && gl->CreateMemoryObjectsEXT != NULL &&
                            gl->DeleteMemoryObjectsEXT != NULL &&
                            gl->MemoryObjectParameterivEXT != NULL &&
                            gl->ImportMemoryFdEXT != NULL && gl->BufferStorageMemEXT != NULL &&
                            (!context->direct_access || gl->NamedBufferStorageMemEXT != NULL);
}

/* The bits of the current context's profile; older versions have none. */
static int ask_profile(const struct gigl_context *context)
{
    int bits = 0;

    if (context->version >= 32)
        context->gl.GetIntegerv(GIGL_CONTEXT_PROFILE_MASK, &bits);
    return bits;
}

/* Whether the context has the functions of OpenGL 1 and 2 that OpenGL 3 has taken away. */
static bool is_compatible(const struct gigl_context *context, const bool *has)
{
    int version = context->version, flags = 0;

    if (version < 30)
        return true;
    if (version == 31)
        return has[COMPATIBILITY];
    if (version > 31)
        return (context->profile & GIGL_COMPATIBILITY_BIT) != 0;
    context->gl.GetIntegerv(GIGL_CONTEXT_FLAGS, &flags);
    return (flags & GIGL_FORWARD_COMPATIBLE_BIT) == 0;
}

static void choose_for_images(struct gigl_context *context, const bool *has)
{
    const struct gigl_calls *gl = &context->gl;
    int version = context->version;

    context->compatibility = is_compatible(context, has) && gl->PixelTransferf != NULL;
    context->pixel_buffers = version >= 21 || has[PIXEL_BUFFER_OBJECT];
    context->rectangles = version >= 31 || has[TEXTURE_RECTANGLE];
    context->layers = version >= 30 || has[TEXTURE_ARRAY];
    context->renderbuffers = (version >= 30 || has[FRAMEBUFFER_OBJECT]) &&
                             gl->IsRenderbuffer != NULL && gl->BindRenderbuffer != NULL &&
                             gl->GetRenderbufferParameteriv != NULL;
    context->tells_target = version >= 45 && gl->BindTextureUnit != NULL;
    context->tells_levels = version >= 43;
    context->copies_images = (version >= 43 || has[COPY_IMAGE]) && gl->CopyImageSubData != NULL;
    context->takes_images = context->takes_memory && context->copies_images &&
                            gl->TexStorageMem2DEXT != NULL && gl->TexStorageMem3DEXT != NULL;
    context->opens_egl_images = has[EGL_IMAGE] && gl->EGLImageTargetTexture2DOES != NULL &&
                                strcmp(context->current.system, "EGL") == 0;
}

/* The largest buffer that compute shaders see, as far as 32 bits tell it. */
static uint64_t ask_kernels(const struct gigl_context *context)
{
    const struct gigl_calls *gl = &context->gl;
    int bytes = 0;

    if (context->version < 43 || gl->CreateShaderProgramv == NULL || gl->DeleteProgram == NULL ||
        gl->IsProgram == NULL || gl->UseProgram == NULL || gl->GetProgramiv == NULL ||
        gl->GetProgramStageiv == NULL || gl->GetIntegeri_v == NULL ||
        gl->GetInteger64i_v == NULL || gl->BindImageTexture == NULL ||
        gl->BindBufferBase == NULL || gl->BindBufferRange == NULL ||
        gl->DispatchCompute == NULL || gl->MemoryBarrier == NULL)
        return 0;
    gl->GetIntegerv(GIGL_MAX_STORAGE_BLOCK_SIZE, &bytes);
    return bytes < 0 ? 0 : (uint64_t)bytes;
}

static void read_uuid(struct gigl_context *context, const bool *has)
{
    const struct gigl_calls *gl = &context->gl;
    int count = 0;

    context->has_uuid = false;
    if (!has[MEMORY_OBJECT] || gl->GetUnsignedBytei_vEXT == NULL)
        return;
    gl->GetIntegerv(GIGL_NUM_DEVICE_UUIDS, &count);
    if (count < 1)
        return;
    gl->GetUnsignedBytei_vEXT(GIGL_DEVICE_UUID, 0, context->uuid);
    context->has_uuid = true;
}

static void copy_text(char *to, size_t room, const unsigned char *text)
{
    snprintf(to, room, "%s", text == NULL ? "" : (const char *)text);
}

static gi_status read_context(struct gigl_context *context)
{
    const char *missing = load_calls(context);
    bool has[EXTENSIONS] = { false };
    int major, minor;

    if (!gigl_is_direct(&context->current))
        return gi_fail(GI_INVALID_GRAPHICS_CONTEXT, "OpenGL: the current context of %s is "
                       "indirect: its calls go through the X server. Direct contexts can be used",
                       context->current.system);
    if (missing != NULL)
        return gi_fail(GI_INVALID_GRAPHICS_CONTEXT, "OpenGL: %s finds no %s, which every OpenGL "
                       "1.5 has", context->current.system, missing);
    copy_text(context->version_text, sizeof context->version_text,
              context->gl.GetString(GIGL_VERSION));
    copy_text(context->renderer, sizeof context->renderer, context->gl.GetString(GIGL_RENDERER));
    if (sscanf(context->version_text, "%d.%d", &major, &minor) != 2 || major > 9 || minor > 9 ||
        major * 10 + minor < 15)
        return gi_fail(GI_INVALID_GRAPHICS_CONTEXT, "OpenGL: the current context is of \"%s\"; "
                       "contexts of OpenGL 1.5 or later can be used, those of OpenGL ES cannot",
                       context->version_text);
    context->version = major * 10 + minor;
    context->profile = ask_profile(context);
    read_extensions(context, has);
    choose(context, has);
    choose_for_images(context, has);
    context->kernel_bytes = ask_kernels(context);
    read_uuid(context, has);
    context->export_object = gigl_export_find(&context->current);
    return GI_OK;
}

/* A context may have the address of one that was destroyed, so its texts and its profile are
 * compared, too. */
static bool is_the_same(const struct gigl_context *context, const struct gigl_current *current)
{
    const char *version, *renderer;

    if (context->current.context != current->context || context->current.find != current->find)
        return false;
    version = (const char *)context->gl.GetString(GIGL_VERSION);
    renderer = (const char *)context->gl.GetString(GIGL_RENDERER);
    return version != NULL && renderer != NULL &&
           strncmp(version, context->version_text, sizeof context->version_text - 1) == 0 &&
           strncmp(renderer, context->renderer, sizeof context->renderer - 1) == 0 &&
           ask_profile(context) == context->profile;
}

static _Thread_local struct gigl_context last;

const struct gigl_context *gigl_context_last(void)
{
    return last.current.context != NULL ? &last : NULL;
}

gi_status gigl_context_get(const struct gigl_context **out_context)
{
    struct gigl_current current;
    gi_status status = gigl_find_current(&current);

    if (status != GI_OK) {
        last.current.context = NULL;
        return status;
    }
    *out_context = &last;
    if (is_the_same(&last, &current))
        return GI_OK;
    last.current = current;
    status = read_context(&last);
    if (status != GI_OK)
        last.current.context = NULL;
    return status;
}
