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
    GIGL_RENDERER = 0x1F01,
    GIGL_VERSION = 0x1F02,
    GIGL_EXTENSIONS = 0x1F03,
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
    GIGL_DEVICE_UUID = 0x9597,
    /* images */
    GIGL_ACTIVE_TEXTURE = 0x84E0,
    GIGL_TEXTURE0 = 0x84C0,
    GIGL_TEXTURE_2D = 0x0DE1,
    GIGL_TEXTURE_3D = 0x806F,
    GIGL_TEXTURE_RECTANGLE = 0x84F5,
    GIGL_TEXTURE_CUBE_MAP = 0x8513,
    GIGL_CUBE_FACE = 0x8515,             /* the first one, of positive x */
    GIGL_TEXTURE_2D_ARRAY = 0x8C1A,
    GIGL_RENDERBUFFER = 0x8D41,
    GIGL_RENDERBUFFER_BINDING = 0x8CA7,
    GIGL_RENDERBUFFER_WIDTH = 0x8D42,
    GIGL_RENDERBUFFER_HEIGHT = 0x8D43,
    GIGL_RENDERBUFFER_INTERNAL_FORMAT = 0x8D44,
    GIGL_RENDERBUFFER_SAMPLES = 0x8CAB,
    GIGL_TEXTURE_WIDTH = 0x1000,
    GIGL_TEXTURE_HEIGHT = 0x1001,
    GIGL_TEXTURE_INTERNAL_FORMAT = 0x1003,
    GIGL_TEXTURE_BORDER = 0x1005,
    GIGL_TEXTURE_DEPTH = 0x8071,
    GIGL_TEXTURE_IMMUTABLE_LEVELS = 0x82DF,
    GIGL_TEXTURE_MAG_FILTER = 0x2800,
    GIGL_TEXTURE_MIN_FILTER = 0x2801,
    GIGL_TEXTURE_BASE_LEVEL = 0x813C,
    GIGL_TEXTURE_MAX_LEVEL = 0x813D,
    GIGL_NEAREST = 0x2600,
    GIGL_PIXEL_PACK_BUFFER = 0x88EB,
    GIGL_PIXEL_UNPACK_BUFFER = 0x88EC,
    GIGL_MAX_STORAGE_BLOCK_SIZE = 0x90DE,
    GIGL_CONTEXT_FLAGS = 0x821E,
    GIGL_FORWARD_COMPATIBLE_BIT = 1,
    GIGL_CONTEXT_PROFILE_MASK = 0x9126,
    GIGL_COMPATIBILITY_BIT = 2
};

/** A question of MESA_gl_interop about an object, and the answer. A driver that knows less writes
 *  its own version into both. */
enum { GIGL_INTEROP_VERSION = 1, GIGL_INTEROP_VERSION_OF_ROWS = 2 };

struct gigl_interop_in {
    uint32_t version;
    gigl_enum target;            /* GIGL_ARRAY_BUFFER: any buffer */
    gigl_name object;
    uint32_t level;
    uint32_t access;             /* 0: read and write */
    uint32_t room_bytes;         /* the driver's own facts, which nobody asks for */
    void *room;
};

struct gigl_interop_out {
    uint32_t version;
    int fd;
    gigl_enum format;
    ptrdiff_t offset_bytes, size_bytes;
    uint32_t first_level, levels, first_layer, layers;
    uint32_t room_bytes;
    /* from GIGL_INTEROP_VERSION_OF_ROWS on, of an image */
    uint32_t width, height, depth, row_bytes;
    uint64_t modifier;           /* of Linux's dma-bufs; 0: rows one behind the other */
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
    MUST(unsigned char, IsTexture, (gigl_name texture)) \
    MUST(void, GenTextures, (int count, gigl_name *out)) \
    MUST(void, DeleteTextures, (int count, const gigl_name *textures)) \
    MUST(void, BindTexture, (gigl_enum target, gigl_name texture)) \
    MUST(void, TexImage2D, (gigl_enum target, int level, int internal, int width, int height, \
                            int border, gigl_enum pixels, gigl_enum type, const void *from)) \
    MUST(void, TexSubImage2D, (gigl_enum target, int level, int x, int y, int width, int height, \
                               gigl_enum pixels, gigl_enum type, const void *from)) \
    MUST(void, TexSubImage3D, (gigl_enum target, int level, int x, int y, int z, int width, \
                               int height, int depth, gigl_enum pixels, gigl_enum type, \
                               const void *from)) \
    MUST(void, GetTexImage, (gigl_enum target, int level, gigl_enum pixels, gigl_enum type, \
                             void *to)) \
    MUST(void, GetTexLevelParameteriv, (gigl_enum target, int level, gigl_enum what, int *out)) \
    MUST(void, GetTexParameteriv, (gigl_enum target, gigl_enum what, int *out)) \
    MUST(void, TexParameteri, (gigl_enum target, gigl_enum what, int value)) \
    MUST(void, PixelStorei, (gigl_enum what, int value)) \
    MUST(void, GetFloatv, (gigl_enum what, float *out)) \
    MAY(void, PixelTransferf, (gigl_enum what, float value)) \
    MAY(void, EGLImageTargetTexture2DOES, (gigl_enum target, void *image)) \
    MAY(void, BindTextureUnit, (gigl_name unit, gigl_name texture)) \
    MAY(unsigned char, IsRenderbuffer, (gigl_name renderbuffer)) \
    MAY(void, BindRenderbuffer, (gigl_enum target, gigl_name renderbuffer)) \
    MAY(void, GetRenderbufferParameteriv, (gigl_enum target, gigl_enum what, int *out)) \
    MAY(void, CopyImageSubData, (gigl_name from, gigl_enum from_target, int from_level, \
                                 int from_x, int from_y, int from_z, gigl_name to, \
                                 gigl_enum to_target, int to_level, int to_x, int to_y, \
                                 int to_z, int width, int height, int depth)) \
    MAY(void, TexStorageMem2DEXT, (gigl_enum target, int levels, gigl_enum internal, int width, \
                                   int height, gigl_name memory, uint64_t offset)) \
    MAY(void, TexStorageMem3DEXT, (gigl_enum target, int levels, gigl_enum internal, int width, \
                                   int height, int depth, gigl_name memory, uint64_t offset)) \
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
                                         uint64_t offset)) \
    MAY(gigl_name, CreateShaderProgramv, (gigl_enum kind, int count, const char *const *texts)) \
    MAY(void, DeleteProgram, (gigl_name program)) \
    MAY(unsigned char, IsProgram, (gigl_name program)) \
    MAY(void, UseProgram, (gigl_name program)) \
    MAY(void, GetProgramiv, (gigl_name program, gigl_enum what, int *out)) \
    MAY(void, GetProgramStageiv, (gigl_name program, gigl_enum kind, gigl_enum what, int *out)) \
    MAY(void, GetIntegeri_v, (gigl_enum what, gigl_name index, int *out)) \
    MAY(void, GetInteger64i_v, (gigl_enum what, gigl_name index, int64_t *out)) \
    MAY(void, BindImageTexture, (gigl_name unit, gigl_name texture, int level, \
                                 unsigned char is_layered, int layer, gigl_enum access, \
                                 gigl_enum format)) \
    MAY(void, BindBufferBase, (gigl_enum target, gigl_name index, gigl_name buffer)) \
    MAY(void, BindBufferRange, (gigl_enum target, gigl_name index, gigl_name buffer, \
                                ptrdiff_t offset, ptrdiff_t bytes)) \
    MAY(void, DispatchCompute, (gigl_name x, gigl_name y, gigl_name z)) \
    MAY(void, MemoryBarrier, (gigl_name barriers))

#define GIGL_MEMBER(result, name, arguments) result (*name) arguments;
struct gigl_calls {
    GIGL_CALLS(GIGL_MEMBER, GIGL_MEMBER)
};
#undef GIGL_MEMBER

#endif
