/* Calls for resources of OpenGL, with the fake OpenGL of tests/gl: threads have contexts of two
 * share groups, and change, delete and lose between calls what they have registered. */
#include "fuzz.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>
#include <cudaGL.h>
#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

#include "../gl/fake_gl.h"
#include "base/counters.h"
#include "gl_hip.h"

enum { GROUPS = 2, NAMES = 16, MOST_LEVELS = 3, MOST_LISTED = 64, CYCLE_BYTES = 1000,
       INVALID_VALUE = 0x0501, APIS = 3 };

#define HANDLE(type, kind) ((type)(uintptr_t)fuzz_handle(f, kind))
#define NUMBER(value) ((uint64_t)(uintptr_t)(value))
#define COUNT_OF(list) (sizeof (list) / sizeof (list)[0])
#define DRAW(list) ((list)[fuzz_below(f, COUNT_OF(list))])

/* A buffer, or with a target an image, that the program has or had. */
struct name {
    gigl_name name;
    gigl_enum target;
    bool is_live;
};

/* Calls of the library read, and the program's own calls of OpenGL write: a program must not delete
 * what another thread uses, nor look into it. It guards the names, too. */
static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static struct name names[GROUPS][NAMES];
static bool can_fix;             /* OpenGL has storage that cannot be changed */
static bool raises_errors;       /* the program's error flags are raised; else calls fail */
static bool exports;             /* OpenGL exports buffers, and streams use their storage */

static const gigl_enum targets[] = {
    GIGL_TEXTURE_2D, GIGL_TEXTURE_2D, GIGL_TEXTURE_RECTANGLE, GIGL_TEXTURE_3D,
    GIGL_TEXTURE_2D_ARRAY, GIGL_TEXTURE_CUBE_MAP, GIGL_RENDERBUFFER
};

/* RGBA8 and R32F; formats that OpenGL converts; some that cannot be registered. */
static const int formats[] = { 0x8058, 0x8058, 0x822E, 0x8056, 0x8814, 0x1907, 0x81A5 };

/* ---- around calls ---------------------------------------------------------------------------- */

static bool has_context(const struct fuzz *f)
{
    return f->gl.context >= 0;
}

/* Context 0 and the odd ones are of one group. */
static size_t group_of(const struct fuzz *f)
{
    return f->gl.context > 0 && f->gl.context % 2 == 0;
}

void fuzz_gl_enter(struct fuzz *f, const char *name)
{
    if (strstr(name, "Graphics") == NULL && strstr(name, "GL") == NULL)
        return;
    pthread_rwlock_rdlock(&gate);
    f->gl.is_inside = true;
    f->gl.error = has_context(f) ? fake_gl_error() : 0;
}

/* A lost context raises an error whatever is called. Where the library raises an error and takes it
 * away, one of the program's goes with it (docs/opengl.md). */
void fuzz_gl_leave(struct fuzz *f, const char *name)
{
    unsigned int error;

    if (!f->gl.is_inside)
        return;
    error = has_context(f) ? fake_gl_error() : 0;
    if (fake_gl.lost && has_context(f))
        fake_gl_set_error(f->gl.error);
    else if (error != 0 && error != f->gl.error)
        fuzz_fail("%s: OpenGL's error flag is 0x%x instead of 0x%x", name, error, f->gl.error);
    f->gl.is_inside = false;
    pthread_rwlock_unlock(&gate);
}

/* Begins and ends what the program itself calls of OpenGL. */
static void program_begin(void)
{
    pthread_rwlock_wrlock(&gate);
    fake_gl.lost = 0;
    fake_gl.export_code = 0;
}

static void program_end(struct fuzz *f)
{
    if (has_context(f))
        fake_gl_set_error(raises_errors && fuzz_chance(f, 10) ? INVALID_VALUE : 0);
    pthread_rwlock_unlock(&gate);
}

/* A row that calls nothing of the library. */
static void note(struct fuzz *f, const char *name, uint64_t what)
{
    const uint64_t logged[] = { what, (uint64_t)f->gl.context };

    fuzz_call_begin(f, name, 2, logged);
    fuzz_call_end(f, 0);
}

/* ---- the program's calls --------------------------------------------------------------------- */

/* Each thread has a context of each group. */
static void switch_context(struct fuzz *f)
{
    f->gl.context = fuzz_chance(f, 8) ? -1 : 1 + 2 * f->number + (int)fuzz_chance(f, 25);
    fake_gl_make_current(f->gl.context);
    note(f, "the program switches contexts", (uint64_t)f->gl.context);
}

static size_t draw_bytes(struct fuzz *f)
{
    return fuzz_chance(f, 80) ? 1 + fuzz_below(f, 6000) : fuzz_chance(f, 70) ? 4096 : 0;
}

static gigl_name make(struct fuzz *f, gigl_enum target)
{
    int width = 1 + (int)fuzz_below(f, 12), height = 1 + (int)fuzz_below(f, 8);
    int levels = 1 + (int)fuzz_below(f, MOST_LEVELS);
    bool is_deep = target == GIGL_TEXTURE_3D || target == GIGL_TEXTURE_2D_ARRAY;
    gigl_name name;

    if (target == 0)
        return fuzz_chance(f, 95) ? fake_gl_buffer(draw_bytes(f), NULL) : fake_gl_generated();
    if (target == GIGL_RENDERBUFFER || target == GIGL_TEXTURE_RECTANGLE)
        levels = 1;
    name = fake_gl_image(target, DRAW(formats), width,
                         target == GIGL_TEXTURE_CUBE_MAP ? width : height,
                         is_deep ? 1 + (int)fuzz_below(f, 4) : 1, levels);
    if (target == GIGL_TEXTURE_2D && levels == 1)
        fake_gl_set_parameter(name, 3, 0);       /* its last level: shaders see it whole */
    return name;
}

static void delete(struct name *name)
{
    if (name->target == 0)
        fake_gl_delete(name->name);
    else
        fake_gl_delete_image(name->name);
    name->is_live = false;
}

/* Begins calls of OpenGL by the program. A thread without a context switches to one instead. */
static bool program_begins(struct fuzz *f)
{
    if (!has_context(f)) {
        switch_context(f);
        return false;
    }
    program_begin();
    return true;
}

static void make_one(struct fuzz *f)
{
    struct name *name = &names[group_of(f)][fuzz_below(f, NAMES)];

    if (!program_begins(f))
        return;
    if (name->is_live)
        delete(name);
    name->target = fuzz_chance(f, 50) ? 0 : DRAW(targets);
    name->name = make(f, name->target);
    name->is_live = true;
    program_end(f);
    note(f, "the program makes a buffer or image", name->name);
}

static void change_buffer(struct fuzz *f, struct name *name)
{
    static const gigl_enum bindings[] = { GIGL_ARRAY_BUFFER, GIGL_COPY_READ_BUFFER,
                                          GIGL_COPY_WRITE_BUFFER, GIGL_PIXEL_PACK_BUFFER,
                                          GIGL_PIXEL_UNPACK_BUFFER };

    switch (fuzz_below(f, 6)) {
    case 0: delete(name); break;
    case 1: fake_gl_resize(name->name, draw_bytes(f)); break;
    case 2: fake_gl_map(name->name, fuzz_chance(f, 30) ? GIGL_MAP_PERSISTENT_BIT : 0); break;
    case 3: fake_gl_unmap(name->name); break;
    case 4:
        if (can_fix && fuzz_chance(f, 20))
            fake_gl_make_fixed(name->name);
        break;
    default: fake_gl_bind(DRAW(bindings), fuzz_chance(f, 70) ? name->name : 0);
    }
}

static void change_image(struct fuzz *f, struct name *name)
{
    static const int filters[] = { GIGL_NEAREST, 0x2702 };
    static const gigl_enum stores[] = { 0x0D00, 0x0D02, 0x0D05, 0x0CF0, 0x0CF2, 0x0CF5 };
    static const int aligned[] = { 1, 2, 4, 8 };

    switch (fuzz_below(f, 6)) {
    case 0: delete(name); break;
    case 1:
        fake_gl_reshape(name->name, DRAW(formats), 1 + (int)fuzz_below(f, 12),
                        1 + (int)fuzz_below(f, 12));
        break;
    case 2: fake_gl_set_parameter(name->name, (int)fuzz_below(f, 2), DRAW(filters)); break;
    case 3:
        fake_gl_set_parameter(name->name, 2 + (int)fuzz_below(f, 2), (int)fuzz_below(f, 4));
        break;
    case 4: fake_gl_store(DRAW(stores), DRAW(aligned)); break;
    default: fake_gl_bind_image(name->target, fuzz_chance(f, 70) ? name->name : 0);
    }
}

static void change_one(struct fuzz *f)
{
    struct name *name = &names[group_of(f)][fuzz_below(f, NAMES)];

    if (!program_begins(f))
        return;
    if (name->is_live && name->target == 0)
        change_buffer(f, name);
    else if (name->is_live)
        change_image(f, name);
    program_end(f);
    note(f, "the program changes a buffer or image", name->name);
}

/* Until the program calls OpenGL next. Or a call of OpenGL fails, once. */
static void fail(struct fuzz *f)
{
    static const char *const places[] = { "ImportMemoryFdEXT", "BufferStorageMemEXT",
                                          "TexStorageMem" };
    bool loses = raises_errors || fuzz_chance(f, 50);

    program_begin();
    fake_gl.lost = loses;
    fake_gl.fails = loses ? NULL : DRAW(places);
    fake_gl.export_code = exports && !loses ? 2 : 0;
    fake_gl.failure = GIGL_OUT_OF_MEMORY;
    program_end(f);
    note(f, loses ? "the contexts are lost" : "a call of OpenGL fails", loses);
}

/* ---- registering ----------------------------------------------------------------------------- */

/* A name: mostly a live one of the current group and of that kind, else a deleted one, one of
 * another kind or group, or any number. */
static struct name draw_name(struct fuzz *f, bool is_image)
{
    uint64_t first = fuzz_below(f, NAMES), chance = fuzz_below(f, 100);
    size_t group = chance < 95 ? group_of(f) : fuzz_below(f, GROUPS);
    struct name found = { .name = (gigl_name)fuzz_below(f, 80), .target = DRAW(targets) };

    pthread_rwlock_rdlock(&gate);
    for (uint64_t i = 0; i < NAMES && chance < 98; i++) {
        const struct name *name = &names[group][(first + i) % NAMES];

        if (name->name == 0 || (chance < 88 && (!name->is_live ||
                                                (name->target != 0) != is_image)))
            continue;
        found = *name;
        break;
    }
    pthread_rwlock_unlock(&gate);
    return found;
}

static void made(int result, void *const *resource)
{
    if (result == 0 && resource != NULL)
        fuzz_made(FUZZ_RESOURCE, NUMBER(*resource));
}

static void register_buffer(struct fuzz *f)
{
    static const char *const calls[APIS] = { "cudaGraphicsGLRegisterBuffer",
        "cuGraphicsGLRegisterBuffer", "hipGraphicsGLRegisterBuffer" };
    unsigned int flags = fuzz_chance(f, 90) ? (unsigned int)fuzz_below(f, 3) : fuzz_flags(f);
    gigl_name name = draw_name(f, false).name;
    uint64_t api = fuzz_below(f, APIS);
    void **resource = fuzz_out(f, 8);
    const uint64_t logged[] = { NUMBER(resource), name, flags };
    int result;

    fuzz_call_begin(f, calls[api], 3, logged);
    if (api == 0)
        result = (int)cudaGraphicsGLRegisterBuffer((cudaGraphicsResource_t *)resource, name, flags);
    else if (api == 1)
        result = (int)cuGraphicsGLRegisterBuffer((CUgraphicsResource *)resource, name, flags);
    else
        result = fuzz_hip_register_buffer(resource, name, flags);
    made(result, resource);
    fuzz_call_end(f, result);
}

static void register_image(struct fuzz *f)
{
    static const char *const calls[APIS] = { "cudaGraphicsGLRegisterImage",
        "cuGraphicsGLRegisterImage", "hipGraphicsGLRegisterImage" };
    unsigned int flags = fuzz_chance(f, 90) ? (unsigned int)fuzz_below(f, 16) : fuzz_flags(f);
    struct name name = draw_name(f, true);
    gigl_enum target = fuzz_chance(f, 94) ? name.target : DRAW(targets);
    uint64_t api = fuzz_below(f, APIS);
    void **resource = fuzz_out(f, 8);
    const uint64_t logged[] = { NUMBER(resource), name.name, target, flags };
    int result;

    fuzz_call_begin(f, calls[api], 4, logged);
    if (api == 0)
        result = (int)cudaGraphicsGLRegisterImage((cudaGraphicsResource_t *)resource, name.name,
                                                  target, flags);
    else if (api == 1)
        result = (int)cuGraphicsGLRegisterImage((CUgraphicsResource *)resource, name.name, target,
                                                flags);
    else
        result = fuzz_hip_register_image(resource, name.name, target, flags);
    made(result, resource);
    fuzz_call_end(f, result);
}

/* What was mapped of the resource is no memory and no array any more. */
static void unregister(struct fuzz *f)
{
    CUgraphicsResource resource = HANDLE(CUgraphicsResource, FUZZ_RESOURCE);
    bool unmaps = fuzz_chance(f, 50);
    const uint64_t logged[] = { NUMBER(resource), unmaps };
    int result;

    fuzz_call_begin(f, "cuGraphicsUnregisterResource", 2, logged);
    if (unmaps)
        (void)cuGraphicsUnmapResources(1, &resource, NULL);
    result = (int)cuGraphicsUnregisterResource(resource);
    if (result == 0) {
        fuzz_gone(FUZZ_RESOURCE, NUMBER(resource));
        fuzz_handles_look(FUZZ_ARRAY);
        fuzz_handles_look(FUZZ_MIPMAPPED);
        fuzz_memory_look();
    }
    fuzz_call_end(f, result);
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* A number for a list: mostly as many as stand there. */
static unsigned int draw_count(struct fuzz *f, unsigned int some)
{
    if (fuzz_chance(f, 90))
        return some;
    return fuzz_chance(f, 70) ? (unsigned int)fuzz_below(f, MOST_LISTED + 1)
                              : (unsigned int)fuzz_number(f) | 1U << 20;
}

static void with_list(struct fuzz *f, bool maps)
{
    static const char *const calls[2][APIS] = {
        { "cudaGraphicsUnmapResources", "cuGraphicsUnmapResources", "hipGraphicsUnmapResources" },
        { "cudaGraphicsMapResources", "cuGraphicsMapResources", "hipGraphicsMapResources" },
    };
    unsigned int some = fuzz_chance(f, 70) ? 1 : (unsigned int)fuzz_below(f, 5);
    unsigned int count = draw_count(f, some);
    void **list = fuzz_cell(f, MOST_LISTED * sizeof *list), *stream = HANDLE(void *, FUZZ_STREAM);
    uint64_t api = fuzz_below(f, APIS);
    int result;

    for (unsigned int i = 0; i < some; i++)
        list[i] = HANDLE(void *, FUZZ_RESOURCE);
    if (fuzz_chance(f, 2))
        list = NULL;
    const uint64_t logged[] = { count, NUMBER(list), NUMBER(stream),
                                list == NULL ? 0 : NUMBER(list[0]) };

    fuzz_call_begin(f, calls[maps][api], 4, logged);
    if (api == 0)
        result = (int)(maps ? cudaGraphicsMapResources : cudaGraphicsUnmapResources)(
            (int)count, (cudaGraphicsResource_t *)list, stream);
    else if (api == 1)
        result = (int)(maps ? cuGraphicsMapResources : cuGraphicsUnmapResources)(
            count, (CUgraphicsResource *)list, stream);
    else
        result = fuzz_hip_list(maps, (int)count, list, stream);
    fuzz_call_end(f, result);
}

static void map_list(struct fuzz *f)
{
    with_list(f, true);
}

static void unmap_list(struct fuzz *f)
{
    with_list(f, false);
}

/* ---- while it is mapped ---------------------------------------------------------------------- */

static void use_pointer(struct fuzz *f)
{
    CUgraphicsResource resource = HANDLE(CUgraphicsResource, FUZZ_RESOURCE);
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    CUdeviceptr pointer = 0;
    size_t size = 0;
    const uint64_t logged[] = { NUMBER(resource), NUMBER(stream) };
    int result;

    fuzz_call_begin(f, "cuGraphicsResourceGetMappedPointer", 2, logged);
    result = (int)cuGraphicsResourceGetMappedPointer(&pointer, &size, resource);
    if (result == 0) {
        fuzz_memory_made(pointer, false);
        result = (int)cuMemsetD8Async(pointer, 7, size, stream);
    }
    fuzz_call_end(f, result);
}

static void use_arrays(struct fuzz *f)
{
    CUgraphicsResource resource = HANDLE(CUgraphicsResource, FUZZ_RESOURCE);
    unsigned int layer = fuzz_chance(f, 60) ? 0 : (unsigned int)fuzz_below(f, 7);
    unsigned int level = fuzz_chance(f, 60) ? 0 : (unsigned int)fuzz_number(f);
    const uint64_t logged[] = { NUMBER(resource), layer, level };
    CUmipmappedArray mipmapped = NULL;
    CUarray array = NULL;
    int result;

    fuzz_call_begin(f, "cuGraphicsSubResourceGetMappedArray", 3, logged);
    result = (int)cuGraphicsSubResourceGetMappedArray(&array, resource, layer, level);
    if (result == 0)
        fuzz_made(FUZZ_ARRAY, NUMBER(array));
    if (fuzz_chance(f, 50) &&
        cuGraphicsResourceGetMappedMipmappedArray(&mipmapped, resource) == CUDA_SUCCESS)
        fuzz_made(FUZZ_MIPMAPPED, NUMBER(mipmapped));
    fuzz_call_end(f, result);
}

/* Whether nobody but the caller writes new memory: a graph may name memory that was freed. */
static bool is_alone(void)
{
    return fuzz_options.threads == 1 && !fuzz_options.graphs;
}

/* A whole cycle, whose bytes come back to the program's buffer. */
static void cycle(struct fuzz *f)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    const uint64_t logged[] = { NUMBER(stream) };
    unsigned char value = (unsigned char)(1 + fuzz_below(f, 255));
    CUgraphicsResource resource = NULL;
    CUdeviceptr pointer = 0;
    bool is_whole = true;
    size_t size = 0;
    gigl_name name;
    int result;

    if (!program_begins(f))
        return;
    name = fake_gl_buffer(CYCLE_BYTES, NULL);
    program_end(f);
    fuzz_call_begin(f, "cuGraphics... from first to last", 1, logged);
    result = (int)cuGraphicsGLRegisterBuffer(&resource, name, 0);
    if (result == 0)
        result = (int)cuGraphicsMapResources(1, &resource, stream);
    if (result == 0)
        result = (int)cuGraphicsResourceGetMappedPointer(&pointer, &size, resource);
    if (result == 0)
        result = (int)cuMemsetD8Async(pointer, value, size, stream);
    if (result == 0)
        result = (int)cuGraphicsUnmapResources(1, &resource, stream);
    for (size_t i = 0; i < CYCLE_BYTES && result == 0 && is_alone(); i++)
        is_whole &= fake_gl_bytes(name)[i] == value;
    if (!is_whole)
        fuzz_fail("the buffer has other bytes than those that the stream wrote");
    fuzz_made(FUZZ_RESOURCE, NUMBER(resource));
    fuzz_call_end(f, result);
    program_begin();
    fake_gl_delete(name);
    program_end(f);
}

/* ---- buffers by their number ----------------------------------------------------------------- */

static int call_named(struct fuzz *f, uint64_t which, gigl_name name)
{
    CUstream stream = HANDLE(CUstream, FUZZ_STREAM);
    unsigned int flags = fuzz_chance(f, 90) ? (unsigned int)fuzz_below(f, 3) : fuzz_flags(f);
    size_t *size = fuzz_out(f, 8);
    void *pointer = fuzz_out(f, 8);

    switch (which) {
    case 0: return (int)cudaGLRegisterBufferObject(name);
    case 1: return (int)cuGLRegisterBufferObject(name);
    case 2: return (int)cudaGLUnregisterBufferObject(name);
    case 3: return (int)cuGLUnregisterBufferObject(name);
    case 4: return (int)cudaGLSetBufferObjectMapFlags(name, flags);
    case 5: return (int)cuGLSetBufferObjectMapFlags(name, flags);
    case 6: return (int)cudaGLMapBufferObject(pointer, name);
    case 7: return (int)cuGLMapBufferObject(pointer, size, name);
    case 8: return (int)cudaGLMapBufferObjectAsync(pointer, name, (cudaStream_t)stream);
    case 9: return (int)cuGLMapBufferObjectAsync(pointer, size, name, stream);
    case 10: return (int)cudaGLUnmapBufferObject(name);
    case 11: return (int)cuGLUnmapBufferObject(name);
    case 12: return (int)cudaGLUnmapBufferObjectAsync(name, (cudaStream_t)stream);
    default: return (int)cuGLUnmapBufferObjectAsync(name, stream);
    }
}

static void named(struct fuzz *f)
{
    uint64_t which = fuzz_below(f, 14);
    gigl_name name = draw_name(f, false).name;
    const uint64_t logged[] = { which, name };

    fuzz_call_begin(f, "cudaGL...BufferObject", 2, logged);
    fuzz_call_end(f, call_named(f, which, name));
}

/* ---- devices --------------------------------------------------------------------------------- */

static void devices(struct fuzz *f)
{
    unsigned int *count = fuzz_out(f, 4), room = (unsigned int)fuzz_below(f, 4);
    int list = fuzz_chance(f, 90) ? 1 + (int)fuzz_below(f, 2) : fuzz_int(f);
    void *found = fuzz_out(f, 4 * sizeof(int));
    uint64_t api = fuzz_below(f, APIS);
    const uint64_t logged[] = { api, room, (uint64_t)list };
    int result;

    fuzz_call_begin(f, "cudaGLGetDevices", 3, logged);
    if (api == 0)
        result = (int)cudaGLGetDevices(count, found, room, (enum cudaGLDeviceList)list);
    else if (api == 1)
        result = (int)cuGLGetDevices(count, found, room, (CUGLDeviceList)list);
    else
        result = fuzz_hip_devices(count, found, room, list);
    fuzz_call_end(f, result);
}

static void context_create(struct fuzz *f)
{
    CUcontext *context = fuzz_out(f, 8);
    const uint64_t logged[] = { NUMBER(context) };
    int result;

    fuzz_call_begin(f, "cuGLCtxCreate", 1, logged);
    (void)cuGLInit();
    result = (int)cuGLCtxCreate(context, 0, 0);
    if (result == 0 && context != NULL)
        fuzz_made(FUZZ_CONTEXT, NUMBER(*context));
    fuzz_call_end(f, result);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The seed decides what OpenGL can, and by which ways bytes go. */
void fuzz_gl_begin(void)
{
    static const char *const wishes[] = { "shadow", "pixels", "host", "shadow",
                                          "shadow", "kernels", "host", "shadow" };
    uint64_t seed = fuzz_options.seed;
    CUuuid uuid;

    exports = seed / 64 % 2 == 1;
    setenv("GPUINTEROP_GL", exports ? "export" : wishes[seed % 4 + seed / 16 % 2 * 4], 1);
    fake_gl_reset();
    fake_gl.interop = exports ? "EGL_MESA_gl_interop" : "";
    can_fix = seed / 4 % 2 == 0;
    if (!can_fix)
        fake_gl.version = "3.2 fake";
    raises_errors = seed / 8 % 2 == 1;
    fake_gl.room_behind = 48;
    if (cuDeviceGetUuid(&uuid, 0) != CUDA_SUCCESS)
        fuzz_fail("the device has no UUID");
    if (seed % 4 != 3)                           /* else OpenGL is on another device */
        memcpy(fake_gl.uuid, uuid.bytes, sizeof fake_gl.uuid);
}

/* What was left in a group goes with the next end of a resource there. */
static void end_group(int context)
{
    CUgraphicsResource resource;
    gigl_name name;

    fake_gl_make_current(context);
    fake_gl_set_error(0);
    for (size_t i = 0; i < NAMES; i++)
        if (names[context != 0][i].is_live)
            delete(&names[context != 0][i]);
    name = fake_gl_buffer(CYCLE_BYTES, NULL);
    if (cuGraphicsGLRegisterBuffer(&resource, name, 0) != CUDA_SUCCESS ||
        cuGraphicsUnregisterResource(resource) != CUDA_SUCCESS)
        fuzz_fail("no buffer can be registered in the end");
    fake_gl_delete(name);
    if (fake_gl_live() != 0 || fake_gl_error() != 0)
        fuzz_fail("group %d: %d objects are left, and the error flag is 0x%x", context,
                  fake_gl_live(), fake_gl_error());
}

/* Ends the registrations while a context has what they are of; those of the other group end by a
 * reset. */
void fuzz_gl_end_some(void)
{
    fake_gl.lost = 0;
    fake_gl.fails = NULL;
    fake_gl_make_current(0);
}

void fuzz_gl_end(void)
{
    (void)cudaSetDevice(0);
    end_group(0);
    end_group(2);
    fake_gl_make_current(-1);
    if (exports && fuzz_options.seed % 4 != 3 && gi_counter_value(GI_COUNT_MAPS_IN_PLACE) == 0)
        fuzz_fail("no buffer was mapped in place");
    if (fake_gl.fences != 0 || fake_gl.stolen_fds != 0 || fake_gl.stubs != 0)
        fuzz_fail("%d fences are left, %d fds of OpenGL were closed, %d functions were called that "
                  "OpenGL has not", fake_gl.fences, fake_gl.stolen_fds, fake_gl.stubs);
}

const struct fuzz_function fuzz_gl[] = {
    { "the program switches contexts", switch_context, 20 },
    { "the program makes a buffer or image", make_one, 60 },
    { "the program changes a buffer or image", change_one, 40 },
    { "a call of OpenGL fails", fail, 8 },
    { "GraphicsGLRegisterBuffer", register_buffer, 70 },
    { "GraphicsGLRegisterImage", register_image, 90 },
    { "cuGraphicsUnregisterResource", unregister, 40 },
    { "GraphicsMapResources", map_list, 120 },
    { "GraphicsUnmapResources", unmap_list, 90 },
    { "cuGraphicsResourceGetMappedPointer", use_pointer, 60 },
    { "cuGraphicsSubResourceGetMappedArray", use_arrays, 60 },
    { "cuGraphics... from first to last", cycle, 20 },
    { "cudaGL...BufferObject", named, 120 },
    { "cudaGLGetDevices", devices, 10 },
    { "cuGLCtxCreate", context_create, 2 },
};
const size_t fuzz_gl_count = sizeof fuzz_gl / sizeof fuzz_gl[0];
