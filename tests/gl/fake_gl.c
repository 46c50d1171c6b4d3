#include "fake_export.h"
#include "fake_images.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { TARGETS = 6, INVALID_VALUE = 0x0501, INVALID_OPERATION = 0x0502, INVALID_ENUM = 0x0500,
       ALREADY_SIGNALED = 0x911A };

struct object {
    int taken;                   /* the name was given out */
    int is_buffer;               /* it was bound or created as one */
    unsigned char *bytes;
    size_t size;
    int mapped, access_flags, fixed;
    gigl_name memory;            /* its bytes lie there */
    int file;                    /* or in this memfd, as it was exported or is large; 0: not */
    size_t begin;                /* where in the memfd, which is mapped whole */
};

struct memory {
    int taken, fd;
    unsigned char *bytes;
    size_t size;
};

static struct group {
    struct object objects[FAKE_GL_NAMES];
    struct memory memories[FAKE_GL_NAMES];
} groups[2];

static struct context {
    struct group *group;
    gigl_enum error;
    gigl_name bound[TARGETS];
} contexts[FAKE_GL_CONTEXTS];

EXPORT struct fake_gl fake_gl;
static __thread int current = -1;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int fake_lock(void)
{
    return pthread_mutex_lock(&lock);
}

void fake_unlock(const int *unused)
{
    (void)unused;
    pthread_mutex_unlock(&lock);
    if (fake_gl.yields)
        sched_yield();
}

static struct context *now(void)
{
    return &contexts[current];
}

static void raise_error(gigl_enum error)
{
    if (now()->error == 0)
        now()->error = error;
}

/* Whether this call fails, on demand or because the context is lost. */
static int fails(const char *name)
{
    if (fake_gl.lost)
        return 1;
    if (fake_gl.fails == NULL || strcmp(fake_gl.fails, name) != 0)
        return 0;
    fake_gl.fails = NULL;
    raise_error(fake_gl.failure);
    return 1;
}

/* Runs what a test does during this call about that name, without the fake's lock, as another
 * thread would. */
void fake_come_between(const char *in, gigl_name name)
{
    void (*meanwhile)(void) = fake_gl.meanwhile;

    if (meanwhile == NULL || name != fake_gl.meanwhile_of || strcmp(in, fake_gl.meanwhile_in) != 0)
        return;
    fake_gl.meanwhile = NULL;
    fake_unlock(NULL);
    meanwhile();
    (void)fake_lock();
}

static struct object *object_of(gigl_name name)
{
    return name > 0 && name < FAKE_GL_NAMES && now()->group->objects[name].taken
               ? &now()->group->objects[name] : NULL;
}

/* The object of a function that takes a buffer's name. */
static struct object *named(gigl_name name)
{
    struct object *object = object_of(name);

    if (object == NULL || !object->is_buffer)
        raise_error(INVALID_OPERATION);
    return object != NULL && object->is_buffer ? object : NULL;
}

static gigl_name *binding_of(gigl_enum target)
{
    switch (target) {
    case GIGL_ARRAY_BUFFER:      return &now()->bound[0];
    case GIGL_COPY_READ_BUFFER:  return &now()->bound[1];
    case GIGL_COPY_WRITE_BUFFER: return &now()->bound[2];
    case GIGL_PIXEL_PACK_BUFFER:
    case 0x88ED:                 return &now()->bound[3];
    case GIGL_PIXEL_UNPACK_BUFFER:
    case 0x88EF:                 return &now()->bound[4];
    case 0x90D2:
    case 0x90D3:                 return &now()->bound[5];
    }
    raise_error(INVALID_ENUM);
    return NULL;
}

static gigl_name name_at(gigl_enum target)
{
    gigl_name *binding = binding_of(target);

    return binding == NULL ? 0 : *binding;
}

/* ---- questions ------------------------------------------------------------------------------ */

static const unsigned char *fake_GetString(gigl_enum what)
{
    FAKE_LOCKED;
    switch (what) {
    case GIGL_VERSION:    return (const unsigned char *)fake_gl.version;
    case GIGL_RENDERER:   return (const unsigned char *)"a fake";
    case GIGL_EXTENSIONS: return (const unsigned char *)fake_gl.extensions;
    }
    raise_error(INVALID_ENUM);
    return NULL;
}

static const unsigned char *fake_GetStringi(gigl_enum what, gigl_name index)
{
    FAKE_LOCKED;
    static __thread char word[64];
    const char *at = fake_gl.extensions;

    if (what != GIGL_EXTENSIONS)
        return NULL;
    while (index-- > 0)
        at += strcspn(at, " ") + 1;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
    return (const unsigned char *)word;
}

static gigl_enum fake_GetError(void)
{
    FAKE_LOCKED;
    gigl_enum error = now()->error;

    now()->error = 0;
    return error;
}

static int count_extensions(void)
{
    int count = fake_gl.extensions[0] != '\0';

    for (const char *at = fake_gl.extensions; *at != '\0'; at++)
        count += *at == ' ';
    return count;
}

static void fake_GetIntegerv(gigl_enum what, int *out)
{
    FAKE_LOCKED;
    if (fake_gl.lost)
        return;
    if (what == GIGL_NUM_EXTENSIONS)
        *out = count_extensions();
    else if (what == GIGL_NUM_DEVICE_UUIDS)
        *out = fake_gl.uuids;
    else if (what == GIGL_ARRAY_BUFFER_BINDING)
        *out = (int)now()->bound[0];
    else if (what == GIGL_CONTEXT_PROFILE_MASK)
        *out = fake_gl.profile;
    else if (what == GIGL_CONTEXT_FLAGS)
        *out = 0;
    else if (!fake_images_answer(what, out) && !fake_kernels_answer(what, out))
        *out = (int)name_at(what);
}

static void fake_GetUnsignedBytei_vEXT(gigl_enum what, gigl_name index, unsigned char *out)
{
    FAKE_LOCKED;
    if (what != GIGL_DEVICE_UUID || (int)index >= fake_gl.uuids)
        raise_error(INVALID_VALUE);
    else
        memcpy(out, fake_gl.uuid, sizeof fake_gl.uuid);
}

static void fake_Finish(void)
{
    FAKE_LOCKED;
    fake_gl.finishes++;
}

static void fake_Flush(void)
{
    FAKE_LOCKED;
    fake_gl.flushes++;
}

/* ---- buffers -------------------------------------------------------------------------------- */

static unsigned char fake_IsBuffer(gigl_name name)
{
    FAKE_LOCKED;
    struct object *object = object_of(name);
    int is_buffer = !fake_gl.lost && object != NULL && object->is_buffer;

    fake_come_between("IsBuffer", name);
    return (unsigned char)is_buffer;
}

static void fake_GenBuffers(int count, gigl_name *out)
{
    FAKE_LOCKED;
    for (int i = 0; i < count; i++)
        for (gigl_name name = 1; name < FAKE_GL_NAMES; name++)
            if (!now()->group->objects[name].taken) {
                now()->group->objects[name].taken = 1;
                out[i] = name;
                break;
            }
}

static void fake_CreateBuffers(int count, gigl_name *out)
{
    FAKE_LOCKED;
    if (fake_gl.lost)
        return;
    fake_GenBuffers(count, out);
    for (int i = 0; i < count; i++)
        object_of(out[i])->is_buffer = 1;
}

static void drop_bytes(struct object *object)
{
    if (object->file != 0) {
        munmap(object->bytes - object->begin, object->begin + object->size);
        close(object->file);
    } else if (object->memory == 0) {
        free(object->bytes);
    }
    object->bytes = NULL;
    object->size = 0;
    object->memory = 0;
    object->file = 0;
}

static void fake_DeleteBuffers(int count, const gigl_name *names)
{
    FAKE_LOCKED;
    for (int i = 0; i < count; i++) {
        struct object *object = object_of(names[i]);

        if (object == NULL)
            continue;
        for (int t = 0; t < TARGETS; t++)
            if (now()->bound[t] == names[i])
                now()->bound[t] = 0;
        drop_bytes(object);
        *object = (struct object){ 0 };
    }
}

static void fake_BindBuffer(gigl_enum target, gigl_name name)
{
    FAKE_LOCKED;
    gigl_name *binding = binding_of(target);

    if (name != 0 && object_of(name) == NULL) {
        raise_error(INVALID_OPERATION);
    } else if (binding != NULL) {
        *binding = name;
        if (name != 0)
            object_of(name)->is_buffer = 1;
    }
}

/* Gives a buffer of that size bytes in a memfd, which are 0. */
static void begin_file(struct object *object, size_t size)
{
    size_t end = fake_gl.export_begin + size;
    unsigned char *bytes;

    object->file = memfd_create("gifake-dma-buf", MFD_CLOEXEC);
    if (object->file < 0 || ftruncate(object->file, (off_t)end + FAKE_ROOM) != 0)
        abort();
    bytes = mmap(NULL, end, PROT_READ | PROT_WRITE, MAP_SHARED, object->file, 0);
    if (bytes == MAP_FAILED)
        abort();
    object->begin = fake_gl.export_begin;
    object->bytes = bytes + object->begin;
    object->size = size;
}

/* Of large bytes the ends alone are copied: those in between keep being holes. */
static void copy_bytes(unsigned char *to, const unsigned char *from, size_t size)
{
    if (size < FAKE_GL_LARGE) {
        memcpy(to, from, size);
        return;
    }
    memcpy(to, from, FAKE_ROOM);
    memcpy(to + size - FAKE_ROOM, from + size - FAKE_ROOM, FAKE_ROOM);
}

static void fake_NamedBufferData(gigl_name name, ptrdiff_t size, const void *from, gigl_enum usage)
{
    FAKE_LOCKED;
    struct object *object = named(name);

    (void)usage;
    if (object == NULL || fails("BufferData"))
        return;
    if (object->fixed) {
        raise_error(INVALID_OPERATION);
        return;
    }
    drop_bytes(object);
    if ((size_t)size >= FAKE_GL_LARGE) {
        begin_file(object, (size_t)size);
    } else {
        object->bytes = calloc(1, (size_t)size + 1);
        object->size = (size_t)size;
    }
    if (from != NULL)
        copy_bytes(object->bytes, from, (size_t)size);
}

static void fake_BufferData(gigl_enum target, ptrdiff_t size, const void *from, gigl_enum usage)
{
    FAKE_LOCKED;
    fake_NamedBufferData(name_at(target), size, from, usage);
}

/* The bytes of a buffer that a call may use. */
static unsigned char *usable(gigl_name name, ptrdiff_t offset, ptrdiff_t size)
{
    struct object *object = fake_gl.lost ? NULL : named(name);

    fake_come_between("SubData", name);
    if (object == NULL)
        return NULL;
    if ((object->mapped && (object->access_flags & GIGL_MAP_PERSISTENT_BIT) == 0) || offset < 0 ||
        size < 0 || (size_t)offset + (size_t)size > object->size) {
        raise_error(INVALID_OPERATION);
        return NULL;
    }
    return object->bytes + offset;
}

static void fake_NamedBufferSubData(gigl_name name, ptrdiff_t offset, ptrdiff_t size,
                                    const void *from)
{
    FAKE_LOCKED;
    unsigned char *to = usable(name, offset, size);

    if (to != NULL && object_of(name)->fixed) {
        raise_error(INVALID_OPERATION);
    } else if (to != NULL) {
        copy_bytes(to, from, (size_t)size);
        fake_gl.writes++;
    }
}

static void fake_BufferSubData(gigl_enum target, ptrdiff_t offset, ptrdiff_t size, const void *from)
{
    FAKE_LOCKED;
    fake_NamedBufferSubData(name_at(target), offset, size, from);
}

static void fake_GetNamedBufferSubData(gigl_name name, ptrdiff_t offset, ptrdiff_t size, void *to)
{
    FAKE_LOCKED;
    unsigned char *from = usable(name, offset, size);

    if (from == NULL)
        return;
    copy_bytes(to, from, (size_t)size);
    fake_gl.reads += size != 16;         /* not the markers */
}

static void fake_GetBufferSubData(gigl_enum target, ptrdiff_t offset, ptrdiff_t size, void *to)
{
    FAKE_LOCKED;
    fake_GetNamedBufferSubData(name_at(target), offset, size, to);
}

static void fake_GetNamedBufferParameteri64v(gigl_name name, gigl_enum what, int64_t *out)
{
    FAKE_LOCKED;
    struct object *object = fake_gl.lost ? NULL : named(name);

    if (object == NULL)
        return;
    switch (what) {
    case GIGL_BUFFER_SIZE:
        *out = (int64_t)object->size;
        fake_come_between("Size", name);
        return;
    case GIGL_BUFFER_MAPPED:            *out = object->mapped; return;
    case GIGL_BUFFER_ACCESS_FLAGS:      *out = object->access_flags; return;
    case GIGL_BUFFER_IMMUTABLE_STORAGE: *out = object->fixed; return;
    case GIGL_BUFFER_STORAGE_FLAGS:     *out = 0; return;
    }
    raise_error(INVALID_ENUM);
}

static void fake_GetNamedBufferParameteriv(gigl_name name, gigl_enum what, int *out)
{
    FAKE_LOCKED;
    int64_t number = *out;

    fake_GetNamedBufferParameteri64v(name, what, &number);
    *out = (int)number;
}

static void fake_GetBufferParameteriv(gigl_enum target, gigl_enum what, int *out)
{
    FAKE_LOCKED;
    fake_GetNamedBufferParameteriv(name_at(target), what, out);
}

static void fake_GetBufferParameteri64v(gigl_enum target, gigl_enum what, int64_t *out)
{
    FAKE_LOCKED;
    fake_GetNamedBufferParameteri64v(name_at(target), what, out);
}

static void fake_CopyNamedBufferSubData(gigl_name from, gigl_name to, ptrdiff_t from_offset,
                                        ptrdiff_t to_offset, ptrdiff_t size)
{
    FAKE_LOCKED;
    unsigned char *source = usable(from, from_offset, size), *target = usable(to, to_offset, size);

    if (source == NULL || target == NULL)
        return;
    copy_bytes(target, source, (size_t)size);
    fake_gl.copies++;
}

static void fake_CopyBufferSubData(gigl_enum from, gigl_enum to, ptrdiff_t from_offset,
                                   ptrdiff_t to_offset, ptrdiff_t size)
{
    FAKE_LOCKED;
    fake_CopyNamedBufferSubData(name_at(from), name_at(to), from_offset, to_offset, size);
}

/* ---- fences --------------------------------------------------------------------------------- */

static gigl_sync fake_FenceSync(gigl_enum condition, unsigned int flags)
{
    FAKE_LOCKED;
    (void)condition, (void)flags;
    fake_gl.fences++;
    return (gigl_sync)(void *)&fake_gl;
}

static gigl_enum fake_ClientWaitSync(gigl_sync sync, unsigned int flags, uint64_t ns)
{
    FAKE_LOCKED;
    (void)sync, (void)flags, (void)ns;
    fake_gl.waits++;
    return ALREADY_SIGNALED;
}

static void fake_DeleteSync(gigl_sync sync)
{
    FAKE_LOCKED;
    fake_gl.fences -= sync != NULL;
}

/* ---- memory objects ------------------------------------------------------------------------- */

static struct memory *memory_of(gigl_name name)
{
    struct memory *memory = name < FAKE_GL_NAMES ? &now()->group->memories[name] : NULL;

    return memory != NULL && memory->taken ? memory : NULL;
}

static void fake_CreateMemoryObjectsEXT(int count, gigl_name *out)
{
    FAKE_LOCKED;
    for (int i = 0; i < count; i++)
        for (gigl_name name = 1; name < FAKE_GL_NAMES; name++)
            if (!now()->group->memories[name].taken) {
                now()->group->memories[name] = (struct memory){ .taken = 1, .fd = -1 };
                out[i] = name;
                break;
            }
}

/* The number of the fd is another file's in one step, as if another thread had been quick. */
static void close_of_memory(int fd)
{
    int other = fake_gl.reopens == 0 ? -1 : open("/dev/null", O_RDONLY | O_CLOEXEC);

    fake_gl.closed_fds++;
    if (other < 0) {
        fake_gl.stolen_fds += close(fd) != 0;
        return;
    }
    fake_gl.stolen_fds += dup3(other, fd, O_CLOEXEC) != fd;
    fake_gl.reopens = fd;
    close(other);
}

static void fake_DeleteMemoryObjectsEXT(int count, const gigl_name *names)
{
    FAKE_LOCKED;
    for (int i = 0; i < count; i++) {
        struct memory *memory = memory_of(names[i]);

        if (memory != NULL && memory->bytes != NULL) {
            munmap(memory->bytes, memory->size);
            close_of_memory(memory->fd);
        }
        if (memory != NULL)
            *memory = (struct memory){ 0 };
    }
}

static void fake_MemoryObjectParameterivEXT(gigl_name name, gigl_enum what, const int *value)
{
    FAKE_LOCKED;
    if (memory_of(name) == NULL || what != GIGL_DEDICATED_MEMORY_OBJECT || *value != 1)
        raise_error(INVALID_VALUE);
    fake_gl.dedicated++;
}

static void fake_ImportMemoryFdEXT(gigl_name name, uint64_t size, gigl_enum kind, int fd)
{
    FAKE_LOCKED;
    struct memory *memory = memory_of(name);
    void *bytes;

    if (fails("ImportMemoryFdEXT"))
        return;
    bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == NULL || kind != GIGL_HANDLE_TYPE_OPAQUE_FD || bytes == MAP_FAILED) {
        raise_error(INVALID_VALUE);
        return;
    }
    *memory = (struct memory){ .taken = 1, .fd = fd, .bytes = bytes, .size = size };
    fake_gl.imports++;
}

static void fake_NamedBufferStorageMemEXT(gigl_name name, ptrdiff_t size, gigl_name memory_name,
                                          uint64_t offset)
{
    FAKE_LOCKED;
    struct memory *memory = memory_of(memory_name);
    struct object *object = named(name);

    if (object == NULL || fails("BufferStorageMemEXT"))
        return;
    if (memory == NULL || memory->bytes == NULL || offset != 0 ||
        (size_t)size + fake_gl.room_behind > memory->size) {
        raise_error(memory == NULL || memory->bytes == NULL ? INVALID_OPERATION
                                                            : GIGL_OUT_OF_MEMORY);
        return;
    }
    *object = (struct object){ .taken = 1, .is_buffer = 1, .bytes = memory->bytes,
                               .size = (size_t)size, .memory = memory_name };
}

static void fake_BufferStorageMemEXT(gigl_enum target, ptrdiff_t size, gigl_name memory,
                                     uint64_t offset)
{
    FAKE_LOCKED;
    fake_NamedBufferStorageMemEXT(name_at(target), size, memory, offset);
}

/* ---- for images ----------------------------------------------------------------------------- */

int fake_group(void) { return now()->group == &groups[1]; }
int fake_context(void) { return current; }
void fake_raise(gigl_enum error) { raise_error(error); }
int fake_fails(const char *name) { return fails(name); }
gigl_name fake_bound_buffer(gigl_enum target) { return name_at(target); }

unsigned char *fake_memory(gigl_name name, size_t *out_size)
{
    struct memory *memory = memory_of(name);

    *out_size = memory == NULL ? 0 : memory->size;
    return memory == NULL ? NULL : memory->bytes;
}

int fake_is_buffer(gigl_name name)
{
    struct object *object = object_of(name);

    return object != NULL && object->is_buffer;
}

unsigned char *fake_buffer_bytes(gigl_name buffer, size_t *out_size)
{
    struct object *object = object_of(buffer);

    *out_size = object == NULL ? 0 : object->size;
    return object == NULL ? NULL : object->bytes;
}

int fake_file_of(gigl_name buffer, size_t *out_size, size_t *out_begin)
{
    struct object *object = object_of(buffer);
    unsigned char *before;

    if (object == NULL || object->size == 0)
        return -1;
    before = object->bytes;
    *out_size = object->size;
    if (object->file == 0) {
        begin_file(object, object->size);
        memcpy(object->bytes, before, object->size);
        free(before);
    }
    *out_begin = object->begin;
    return object->file;
}

/* ---- EGL ------------------------------------------------------------------------------------ */

typedef void (*function)(void);

EXPORT void *eglGetCurrentContext(void);
EXPORT function eglGetProcAddress(const char *name);

void *eglGetCurrentContext(void)
{
    return current < 0 ? NULL : &contexts[current];
}

/* As glvnd: any name of OpenGL has a function, which does nothing. */
static void stub(void)
{
    fake_gl.stubs++;
}

#define ROW(result, name, arguments) { "gl" #name, (function)fake_##name },
static const struct { const char *name; function call; } table[] = { GIGL_CALLS(ROW, ROW) };

function eglGetProcAddress(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].call;
    if (strcmp(name, "eglGLInteropExportObjectMESA") == 0)
        return (function)fake_export;
    return strncmp(name, "gl", 2) == 0 ? stub : NULL;
}

/* ---- the program's side --------------------------------------------------------------------- */

EXPORT void fake_gl_reset(void)
{
    for (size_t g = 0; g < 2; g++)
        for (int i = 0; i < FAKE_GL_NAMES; i++) {
            drop_bytes(&groups[g].objects[i]);
            if (groups[g].memories[i].bytes != NULL)
                close(groups[g].memories[i].fd);
        }
    fake_images_reset();
    fake_kernels_reset();
    memset(groups, 0, sizeof groups);
    memset(contexts, 0, sizeof contexts);
    for (int i = 0; i < FAKE_GL_CONTEXTS; i++)
        contexts[i].group = &groups[i != 0 && i % 2 == 0];
    fake_gl = (struct fake_gl){
        .version = "4.5 fake", .profile = GIGL_COMPATIBILITY_BIT, .uuids = 1,
        .extensions = "GL_EXT_memory_object GL_EXT_memory_object_fd", .interop = "",
        .storage_bytes = 1 << 27,
    };
    current = -1;
}

EXPORT void fake_gl_make_current(int context) { current = context; }

EXPORT gigl_name fake_gl_buffer(size_t size_bytes, const void *from)
{
    gigl_name name = 0;

    fake_CreateBuffers(1, &name);
    fake_NamedBufferData(name, (ptrdiff_t)size_bytes, from, GIGL_STATIC_DRAW);
    return name;
}

EXPORT gigl_name fake_gl_generated(void)
{
    gigl_name name = 0;

    fake_GenBuffers(1, &name);
    return name;
}

EXPORT void fake_gl_resize(gigl_name buffer, size_t size_bytes)
{
    fake_NamedBufferData(buffer, (ptrdiff_t)size_bytes, NULL, GIGL_STATIC_DRAW);
}

EXPORT void fake_gl_delete(gigl_name buffer) { fake_DeleteBuffers(1, &buffer); }

EXPORT void fake_gl_map(gigl_name buffer, int access_flags)
{
    object_of(buffer)->mapped = 1;
    object_of(buffer)->access_flags = access_flags;
}

EXPORT void fake_gl_unmap(gigl_name buffer) { object_of(buffer)->mapped = 0; }
EXPORT void fake_gl_make_fixed(gigl_name buffer) { object_of(buffer)->fixed = 1; }
EXPORT unsigned char *fake_gl_bytes(gigl_name buffer) { return object_of(buffer)->bytes; }

EXPORT int fake_gl_live(void)
{
    int count = fake_images_live() + fake_kernels_live();

    for (int i = 0; i < FAKE_GL_NAMES; i++)
        count += now()->group->objects[i].taken + now()->group->memories[i].taken;
    return count;
}

EXPORT gigl_enum fake_gl_error(void) { return now()->error; }
EXPORT void fake_gl_set_error(gigl_enum error) { now()->error = error; }
EXPORT void fake_gl_bind(gigl_enum target, gigl_name buffer) { fake_BindBuffer(target, buffer); }
EXPORT gigl_name fake_gl_bound(gigl_enum target) { return name_at(target); }
