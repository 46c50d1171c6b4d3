/** A fake OpenGL under the name of EGL's library: it records what it is asked for, and fails on
 *  demand. Buffers are memory of the host. A memory object maps its fd. From FAKE_GL_LARGE bytes on
 *  they are files with holes, and copies move 4096 bytes of each end.
 *
 *  Context 0 and the odd ones share objects, the other even ones share others. Each begins with one
 *  error flag of 0; a call that OpenGL would refuse sets it and does nothing.
 *  Threads: any for OpenGL's functions, each with a current context of its own, which no other
 *  thread has; for the rest one at a time. */
#ifndef FAKE_GL_H
#define FAKE_GL_H

#include "gl/gl.h"

enum { FAKE_GL_CONTEXTS = 20, FAKE_GL_NAMES = 512, FAKE_GL_LARGE = 1 << 30 };

struct fake_gl {
    const char *version;         /* as GL_VERSION */
    const char *extensions;      /* separated by one space */
    unsigned char uuid[16];
    int profile;                 /* as GL_CONTEXT_PROFILE_MASK */
    int uuids;                   /* how many devices it tells of */
    int samples, border;         /* of each renderbuffer, and of each texture */
    size_t room_behind;          /* bytes that a memory object needs behind a buffer */
    const char *fails;           /* the function that fails at its next call, without "gl" */
    gigl_enum failure;           /* the error that it raises */
    void (*meanwhile)(void);     /* called once, as if another thread came between */
    const char *meanwhile_in;    /* where: in "SubData", before the host writes or reads a buffer,
                                    or it is copied; in "CopyImage", likewise; in "IsBuffer",
                                    behind it */
    gigl_name meanwhile_of;      /* and of which buffer or image */
    int yields;                  /* other threads run behind each call */
    const char *interop;         /* as EGL_EXTENSIONS; "" at first */
    int export_code;             /* what exports answer; 0: they work */
    int export_version;          /* of exports; -1: 0 alone comes back; -2: nothing; -3: 0, all */
    ptrdiff_t export_offset, export_more;        /* added to the offset and size of these */
    int export_row_more;         /* added to the bytes of a row of an image of EGL */
    uint64_t export_modifier;    /* of such an image */
    int exports_other;           /* of such an image another file is exported */
    size_t export_begin;         /* where in its file a buffer begins that is exported first now */
    int reopens;                 /* 1: another thread opens /dev/null at the number of an fd as soon
                                    as OpenGL has closed it; the last number comes back */
    int lost;                    /* the current context is lost: calls do nothing */
    int storage_bytes;           /* of a buffer that compute shaders see */
    int list, feedback, pipeline;        /* as GL_LIST_INDEX; transform feedback is active; a
                                            program pipeline is bound */
    int subroutines;             /* of each program's fragment shader */
    int links_nothing;           /* programs are not linked */
    gigl_name deleted_program;   /* which lives as long as it is used */
    /* what has happened */
    int dispatches;
    int copies, reads, writes, finishes, flushes, fences, waits, imports, stubs;
    int dedicated;               /* memory objects that were said to be so */
    int exports;                 /* asked for */
    int parameters;              /* of textures that were set */
    int closed_fds;              /* of memory objects that were deleted */
    int stolen_fds;              /* of these, closed by somebody else before */
};

extern struct fake_gl fake_gl;

/** Sets everything to the start: version 4.5, direct state access and memory objects, no buffers,
 *  no current context. */
void fake_gl_reset(void);

/** Makes a context current in the calling thread; -1: none. */
void fake_gl_make_current(int context);

/** What a program does with buffers in the current context. */
gigl_name fake_gl_buffer(size_t size_bytes, const void *from);
gigl_name fake_gl_generated(void);       /* a name that was never bound */
void fake_gl_resize(gigl_name buffer, size_t size_bytes);
void fake_gl_delete(gigl_name buffer);
void fake_gl_map(gigl_name buffer, int access_flags);
void fake_gl_unmap(gigl_name buffer);
void fake_gl_make_fixed(gigl_name buffer);       /* its storage can be changed by copies alone */
unsigned char *fake_gl_bytes(gigl_name buffer);

/** The same with textures and renderbuffers, whose texels have four bytes. depth counts layers,
 *  too. levels says how many levels are made. */
gigl_name fake_gl_image(gigl_enum target, int internal, int width, int height, int depth,
                        int levels);
void fake_gl_add_level(gigl_name image, int level);      /* of a texture without slices */
unsigned char *fake_gl_texels(gigl_name image, int level);      /* of all slices, layers or faces */
void fake_gl_reshape(gigl_name image, int internal, int width, int height);
void fake_gl_delete_image(gigl_name image);
void fake_gl_bind_image(gigl_enum target, gigl_name image);
gigl_name fake_gl_bound_image(gigl_enum target);
int fake_gl_parameter(gigl_name image, int index);       /* filters, base level, last level */
void fake_gl_set_parameter(gigl_name image, int index, int value);
void fake_gl_store(gigl_enum what, int value);           /* as glPixelStorei */
int fake_gl_stored(gigl_enum what);

/** An image of EGL, of which OpenGL makes textures: rows of texels without gaps. It ends when no
 *  texture has its texels any more. */
void *fake_gl_egl_image(int internal, int width, int height);
unsigned char *fake_gl_egl_texels(void *egl_image);
void fake_gl_end_egl_image(void *egl_image);

/** What compute shaders use: the program, the first two places for images, and the first for
 *  buffers. */
struct fake_image_place {
    gigl_name name;
    int level, is_layered, layer;
    gigl_enum access, format;
};
struct fake_places {
    gigl_name program;
    struct fake_image_place images[2];
    gigl_name buffer;
    int64_t start, size;
};
gigl_name fake_gl_program(const char *text);     /* a program of the program's own */
void fake_gl_delete_program(gigl_name program);
struct fake_places fake_gl_places(void);
void fake_gl_set_places(const struct fake_places *places);

/** How many buffers, images, programs and memory objects there are in the current context's
 *  group. */
int fake_gl_live(void);

/** The error flag of the current context, and its bindings. */
gigl_enum fake_gl_error(void);
void fake_gl_set_error(gigl_enum error);
void fake_gl_bind(gigl_enum target, gigl_name buffer);
gigl_name fake_gl_bound(gigl_enum target);

#endif
