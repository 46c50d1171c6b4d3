/** A kernel that reads textures and surfaces at many places, on the device of the build. */
#ifndef TEXTURES_RIG_H
#define TEXTURES_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/handle.h"

/** As what a kernel reads texels, or that it uses surfaces. */
enum rig_kernel { RIG_FLOATS, RIG_SIGNED, RIG_UNSIGNED, RIG_SURFACES, RIG_KERNELS };

/** Shapes, and what else a kernel is told to do; the numbers of kernel.comp. */
enum {
    RIG_1D = 1, RIG_2D, RIG_3D, RIG_1D_LAYERED, RIG_2D_LAYERED, RIG_CUBE, RIG_CUBE_LAYERED,
    RIG_FETCH = 8,
    RIG_LEVEL = 1 << 8,          /* added to a shape */
    RIG_WRITE = 1 << 8,          /* the same of surfaces */
    RIG_DERIVATIVES = 2 << 8,
    RIG_GATHER = 3 << 8
};

struct rig_place {
    float at[4];                 /* x, y, z and the level */
    float dx[4], dy[4];
    int32_t layer, channel, x, y;        /* channel: of a gather; of surfaces the mode beyond
                                            edges */
};

union rig_texel {
    float f[4];
    int32_t i[4];
    uint32_t u[4];
};

enum { RIG_MAX_PLACES = 32768 };

/** What kernels are written in: GLSL that is made for the device, PTX that is translated, or SPIR-V
 *  as a program brings it. */
struct rig_language;
extern const struct rig_language rig_glsl, rig_ptx, rig_program;

const char *rig_name(const struct rig_language *language);

/** False with the reason: nothing here has textures. What a driver compiles for textures stays with
 *  the device, so a second rig on it is quick. */
bool rig_open(const struct rig_language *language, const char **out_why);
void rig_close(void);

/** Whether textures are read by descriptors, as opposed to from memory. */
bool rig_is_bindless(void);

/** Whether the driver compiles code for each format and kind of texture: one for the CPU does. */
bool rig_compiles_formats(void);

/** Several runs of kernels at once. Begin takes the image of an array from another program that may
 *  have it, end gives it back; 0: there is none such. What is added after a barrier sees what was
 *  stored before it. Of each run texels are the same many as its places, what is to be stored or,
 *  after the end, what was read; all of a batch have RIG_MAX_PLACES at most. */
void rig_begin(gi_handle array);
union rig_texel *rig_add(enum rig_kernel kernel, uint32_t what, uint64_t object,
                         const struct rig_place *places, size_t count);
void rig_barrier(void);
void rig_end(void);

/** Runs a kernel; texels is read too when surfaces are written. */
void rig_run(enum rig_kernel kernel, uint32_t what, uint64_t object, const struct rig_place *places,
             size_t count, union rig_texel *texels);

#endif
