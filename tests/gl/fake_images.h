/** Textures and renderbuffers of the fake OpenGL: its functions for them, and what it needs of the
 *  rest. Texels are the bytes that a program has given; nothing converts them.
 *
 *  Threads: as fake_gl.h. */
#ifndef FAKE_IMAGES_H
#define FAKE_IMAGES_H

#include "fake_gl.h"

/* ---- the rest of the fake ------------------------------------------------------------------- */

/** Keeps other threads out of the fake until the scope ends. */
#define FAKE_LOCKED __attribute__((cleanup(fake_unlock), unused)) const int lock_held = fake_lock()
int fake_lock(void);
void fake_unlock(const int *unused);

int fake_group(void);            /* of the current context */
int fake_context(void);
void fake_raise(gigl_enum error);
void fake_come_between(const char *in, gigl_name name);
int fake_fails(const char *name);
unsigned char *fake_memory(gigl_name memory, size_t *out_size);      /* NULL: there is none */
unsigned char *fake_buffer_bytes(gigl_name buffer, size_t *out_size);
gigl_name fake_bound_buffer(gigl_enum target);
int fake_is_buffer(gigl_name name);

/** The texels of a level of a texture; NULL: there are none. */
unsigned char *fake_level_bytes(gigl_name texture, int level, int *out_width, int *out_height);

/* ---- this part ------------------------------------------------------------------------------ */

/** Answers glGetIntegerv; 0: it is not about images. */
int fake_images_answer(gigl_enum what, int *out);
void fake_images_reset(void);
int fake_images_live(void);

/** The first level of a texture that has the texels of an image of EGL, and their memfd. -1: it has
 *  none. */
int fake_rows_of(gigl_name texture, int *out_width, int *out_height);

/** The same of compute shaders. */
int fake_kernels_answer(gigl_enum what, int *out);
void fake_kernels_reset(void);
int fake_kernels_live(void);

gigl_name fake_CreateShaderProgramv(gigl_enum kind, int count, const char *const *texts);
void fake_DeleteProgram(gigl_name program);
unsigned char fake_IsProgram(gigl_name program);
void fake_UseProgram(gigl_name program);
void fake_GetProgramiv(gigl_name program, gigl_enum what, int *out);
void fake_GetProgramStageiv(gigl_name program, gigl_enum kind, gigl_enum what, int *out);
void fake_GetIntegeri_v(gigl_enum what, gigl_name index, int *out);
void fake_GetInteger64i_v(gigl_enum what, gigl_name index, int64_t *out);
void fake_BindImageTexture(gigl_name unit, gigl_name texture, int level, unsigned char is_layered,
                           int layer, gigl_enum access, gigl_enum format);
void fake_BindBufferBase(gigl_enum target, gigl_name index, gigl_name buffer);
void fake_BindBufferRange(gigl_enum target, gigl_name index, gigl_name buffer, ptrdiff_t offset,
                          ptrdiff_t bytes);
void fake_DispatchCompute(gigl_name x, gigl_name y, gigl_name z);
void fake_MemoryBarrier(gigl_name barriers);

unsigned char fake_IsTexture(gigl_name texture);
void fake_EGLImageTargetTexture2DOES(gigl_enum target, void *image);
void fake_GenTextures(int count, gigl_name *out);
void fake_DeleteTextures(int count, const gigl_name *textures);
void fake_BindTexture(gigl_enum target, gigl_name texture);
void fake_TexImage2D(gigl_enum target, int level, int internal, int width, int height, int border,
                     gigl_enum pixels, gigl_enum type, const void *from);
void fake_TexSubImage2D(gigl_enum target, int level, int x, int y, int width, int height,
                        gigl_enum pixels, gigl_enum type, const void *from);
void fake_TexSubImage3D(gigl_enum target, int level, int x, int y, int z, int width, int height,
                        int depth, gigl_enum pixels, gigl_enum type, const void *from);
void fake_GetTexImage(gigl_enum target, int level, gigl_enum pixels, gigl_enum type, void *to);
void fake_GetTexLevelParameteriv(gigl_enum target, int level, gigl_enum what, int *out);
void fake_GetTexParameteriv(gigl_enum target, gigl_enum what, int *out);
void fake_TexParameteri(gigl_enum target, gigl_enum what, int value);
void fake_PixelStorei(gigl_enum what, int value);
void fake_GetFloatv(gigl_enum what, float *out);
void fake_PixelTransferf(gigl_enum what, float value);
void fake_BindTextureUnit(gigl_name unit, gigl_name texture);
unsigned char fake_IsRenderbuffer(gigl_name renderbuffer);
void fake_BindRenderbuffer(gigl_enum target, gigl_name renderbuffer);
void fake_GetRenderbufferParameteriv(gigl_enum target, gigl_enum what, int *out);
void fake_CopyImageSubData(gigl_name from, gigl_enum from_target, int from_level, int from_x,
                           int from_y, int from_z, gigl_name to, gigl_enum to_target, int to_level,
                           int to_x, int to_y, int to_z, int width, int height, int depth);
void fake_TexStorageMem2DEXT(gigl_enum target, int levels, gigl_enum internal, int width,
                             int height, gigl_name memory, uint64_t offset);
void fake_TexStorageMem3DEXT(gigl_enum target, int levels, gigl_enum internal, int width,
                             int height, int depth, gigl_name memory, uint64_t offset);

#endif
