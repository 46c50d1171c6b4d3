/** The types, numbers and functions of OpenGL, EGL and GLX that the library uses. No header of
 *  theirs is needed to build it. */
#ifndef GIGL_GL_H
#define GIGL_GL_H

#include <stddef.h>
#include <stdint.h>

typedef unsigned int gigl_enum;
typedef unsigned int gigl_name;
typedef struct gigl_sync_object *gigl_sync;

enum {
    GIGL_OUT_OF_MEMORY = 0x0505,
    GIGL_VENDOR = 0x1F00,
    GIGL_RENDERER = 0x1F01,
    GIGL_VERSION = 0x1F02,
    GIGL_EXTENSIONS = 0x1F03,
    GIGL_MAJOR_VERSION = 0x821B,
    GIGL_MINOR_VERSION = 0x821C,
    GIGL_NUM_EXTENSIONS = 0x821D,
    GIGL_BUFFER_SIZE = 0x8764,
    GIGL_ARRAY_BUFFER = 0x8892,
    GIGL_ARRAY_BUFFER_BINDING = 0x8894,
    GIGL_BUFFER_MAPPED = 0x88BC,
    GIGL_STATIC_DRAW = 0x88E4,
    GIGL_COPY_READ_BUFFER = 0x8F36,      /* also the name of its binding */
    GIGL_COPY_WRITE_BUFFER = 0x8F37,     /* likewise */
    GIGL_BUFFER_STORAGE_FLAGS = 0x8220,
    GIGL_MAP_PERSISTENT_BIT = 0x0040,
    GIGL_DYNAMIC_STORAGE_BIT = 0x0100,
    GIGL_BUFFER_IMMUTABLE_STORAGE = 0x821F,
    GIGL_BUFFER_ACCESS_FLAGS = 0x911F,
    GIGL_SYNC_GPU_COMMANDS_COMPLETE = 0x9117,
    GIGL_DEDICATED_MEMORY_OBJECT = 0x9581,
    GIGL_HANDLE_TYPE_OPAQUE_FD = 0x9586,
    GIGL_NUM_DEVICE_UUIDS = 0x9596,
    GIGL_DEVICE_UUID = 0x9597
};

/* MUST is part of OpenGL 1.5. MAY belongs to a later version or to an extension, and may be NULL;
 * the context says whether it has it. Each line is result, name, arguments. */
#define GIGL_CALLS(MUST, MAY) \
    MUST(const unsigned char *, GetString, (gigl_enum what)) \
    MUST(gigl_enum, GetError, (void)) \
    MUST(void, GetIntegerv, (gigl_enum what, int *out)) \
    MUST(void, Finish, (void)) \
    MUST(void, Flush, (void)) \
    MUST(unsigned char, IsBuffer, (gigl_name buffer)) \
    MUST(void, GenBuffers, (int count, gigl_name *out)) \
    MUST(void, DeleteBuffers, (int count, const gigl_name *buffers)) \
    MUST(void, BindBuffer, (gigl_enum target, gigl_name buffer)) \
    MUST(void, BufferData, (gigl_enum target, ptrdiff_t bytes, const void *from, \
                            gigl_enum usage)) \
    MUST(void, BufferSubData, (gigl_enum target, ptrdiff_t offset, ptrdiff_t bytes, \
                               const void *from)) \
    MUST(void, GetBufferSubData, (gigl_enum target, ptrdiff_t offset, ptrdiff_t bytes, void *to)) \
    MUST(void, GetBufferParameteriv, (gigl_enum target, gigl_enum what, int *out)) \
    MAY(const unsigned char *, GetStringi, (gigl_enum what, gigl_name index)) \
    MAY(void, GetBufferParameteri64v, (gigl_enum target, gigl_enum what, int64_t *out)) \
    MAY(void, CopyBufferSubData, (gigl_enum from, gigl_enum to, ptrdiff_t from_offset, \
                                  ptrdiff_t to_offset, ptrdiff_t bytes)) \
    MAY(gigl_sync, FenceSync, (gigl_enum condition, unsigned int flags)) \
    MAY(gigl_enum, ClientWaitSync, (gigl_sync sync, unsigned int flags, uint64_t ns)) \
    MAY(void, DeleteSync, (gigl_sync sync)) \
    MAY(void, GetUnsignedBytei_vEXT, (gigl_enum what, gigl_name index, unsigned char *out)) \
    MAY(void, CreateMemoryObjectsEXT, (int count, gigl_name *out)) \
    MAY(void, DeleteMemoryObjectsEXT, (int count, const gigl_name *memories)) \
    MAY(void, MemoryObjectParameterivEXT, (gigl_name memory, gigl_enum what, const int *value)) \
    MAY(void, ImportMemoryFdEXT, (gigl_name memory, uint64_t bytes, gigl_enum kind, int fd)) \
    MAY(void, BufferStorageMemEXT, (gigl_enum target, ptrdiff_t bytes, gigl_name memory, \
                                    uint64_t offset)) \
    MAY(void, CreateBuffers, (int count, gigl_name *out)) \
    MAY(void, NamedBufferData, (gigl_name buffer, ptrdiff_t bytes, const void *from, \
                                gigl_enum usage)) \
    MAY(void, NamedBufferSubData, (gigl_name buffer, ptrdiff_t offset, ptrdiff_t bytes, \
                                   const void *from)) \
    MAY(void, GetNamedBufferSubData, (gigl_name buffer, ptrdiff_t offset, ptrdiff_t bytes, \
                                      void *to)) \
    MAY(void, GetNamedBufferParameteriv, (gigl_name buffer, gigl_enum what, int *out)) \
    MAY(void, GetNamedBufferParameteri64v, (gigl_name buffer, gigl_enum what, int64_t *out)) \
    MAY(void, CopyNamedBufferSubData, (gigl_name from, gigl_name to, ptrdiff_t from_offset, \
                                       ptrdiff_t to_offset, ptrdiff_t bytes)) \
    MAY(void, NamedBufferStorageMemEXT, (gigl_name buffer, ptrdiff_t bytes, gigl_name memory, \
                                         uint64_t offset))

#define GIGL_MEMBER(result, name, arguments) result (*name) arguments;
struct gigl_calls {
    GIGL_CALLS(GIGL_MEMBER, GIGL_MEMBER)
};
#undef GIGL_MEMBER

#endif
