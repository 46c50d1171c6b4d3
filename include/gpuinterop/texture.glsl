/* Textures and surfaces for kernels in GLSL. Include it behind kernel.glsl:
 *
 *     #version 460
 *     #extension GL_GOOGLE_include_directive : require
 *     #include "gpuinterop/kernel.glsl"
 *     #include "gpuinterop/texture.glsl"
 *
 *     GPUINTEROP_PARAMETERS(textureObject from; surfaceObject to; int width; int height;)
 *
 *     void main()
 *     {
 *         ivec2 at = ivec2(blockIdx.xy * blockDim.xy + threadIdx.xy);
 *         float texel;
 *
 *         tex2D(texel, parameters.from, at.x + 0.5, at.y + 0.5);
 *         surf2Dwrite(1.0 - texel, parameters.to, at.x * 4, at.y);
 *     }
 *
 * The functions are CUDA's, in the form that writes the texel to the first argument. Its type says
 * how the texture is read: float, vec2, vec4 (also normalized texels), int, ivec2, ivec4, uint,
 * uvec2 or uvec4. Surfaces take the bytes of an element as values of these types; x counts bytes.
 *
 * The library finds the arrays below in a module by their bindings when it loads it, and puts its
 * own functions in the place of each access. Other languages can declare the same. Set 0 has
 * textures at binding 0, with or without a sampler, and samplers, which have no meaning, at 1. It
 * has surfaces at 2, and at 3 surfaces whose positions are clamped. The index is the lower word of
 * the object. A module with these arrays runs through this library alone. */
#ifndef GPUINTEROP_TEXTURE_GLSL
#define GPUINTEROP_TEXTURE_GLSL

#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_shader_image_load_formatted : require

/* Parameters of a kernel: 64 bits each. */
#define textureObject uvec2
#define surfaceObject uvec2

/* The effect of an access to a surface beyond its edge: it reads zeros and writes nothing, or it goes
 * to the nearest element. */
const uint boundaryModeZero = 0u;
const uint boundaryModeClamp = 1u;
const uint boundaryModeTrap = 2u;        /* as zero: a shader cannot fail */

#define GPUINTEROP_TEXTURES(sampler, buffer, end) \
    layout(set = 0, binding = 0) uniform sampler##1D gpuinterop_1d_##end[]; \
    layout(set = 0, binding = 0) uniform sampler##2D gpuinterop_2d_##end[]; \
    layout(set = 0, binding = 0) uniform sampler##3D gpuinterop_3d_##end[]; \
    layout(set = 0, binding = 0) uniform sampler##1DArray gpuinterop_a1d_##end[]; \
    layout(set = 0, binding = 0) uniform sampler##2DArray gpuinterop_a2d_##end[]; \
    layout(set = 0, binding = 0) uniform sampler##Cube gpuinterop_cube_##end[]; \
    layout(set = 0, binding = 0) uniform sampler##CubeArray gpuinterop_acube_##end[]; \
    layout(set = 0, binding = 0) uniform buffer gpuinterop_linear_##end[];
#define GPUINTEROP_SURFACES(which, name) \
    layout(set = 0, binding = which) uniform uimage1D gpuinterop_##name##_1d[]; \
    layout(set = 0, binding = which) uniform uimage2D gpuinterop_##name##_2d[]; \
    layout(set = 0, binding = which) uniform uimage3D gpuinterop_##name##_3d[]; \
    layout(set = 0, binding = which) uniform uimage1DArray gpuinterop_##name##_a1d[]; \
    layout(set = 0, binding = which) uniform uimage2DArray gpuinterop_##name##_a2d[];

GPUINTEROP_TEXTURES(sampler, textureBuffer, f)
GPUINTEROP_TEXTURES(isampler, itextureBuffer, s)
GPUINTEROP_TEXTURES(usampler, utextureBuffer, u)
GPUINTEROP_SURFACES(2, surface)
GPUINTEROP_SURFACES(3, clamped)

/* ---- textures -------------------------------------------------------------------------------- */

#define GPUINTEROP_AT(kind, end) gpuinterop_##kind##_##end[nonuniformEXT(object.x)]

/* Positions in each kind of texture: parameters of a function, and the same as values. */
#define GPUINTEROP_FLOATS_1d float x
#define GPUINTEROP_FLOATS_2d float x, float y
#define GPUINTEROP_FLOATS_3d float x, float y, float z
#define GPUINTEROP_FLOATS_a1d float x, int layer
#define GPUINTEROP_FLOATS_a2d float x, float y, int layer
#define GPUINTEROP_FLOATS_cube float x, float y, float z
#define GPUINTEROP_FLOATS_acube float x, float y, float z, int layer
#define GPUINTEROP_INTS_1d int x
#define GPUINTEROP_INTS_2d int x, int y
#define GPUINTEROP_INTS_3d int x, int y, int z
#define GPUINTEROP_INTS_a1d int x, int layer
#define GPUINTEROP_INTS_a2d int x, int y, int layer
#define GPUINTEROP_VALUES_1d x
#define GPUINTEROP_VALUES_2d x, y
#define GPUINTEROP_VALUES_3d x, y, z
#define GPUINTEROP_VALUES_a1d x, layer
#define GPUINTEROP_VALUES_a2d x, y, layer
#define GPUINTEROP_VALUES_cube x, y, z
#define GPUINTEROP_VALUES_acube x, y, z, layer

/* Functions for one kind of texture, whose positions and derivatives have these types. */
#define GPUINTEROP_READ(T, end, some, name, kind, position, slope) \
void name##Lod(out T texel, textureObject object, GPUINTEROP_FLOATS_##kind, float level) \
{ texel = textureLod(GPUINTEROP_AT(kind, end), position(GPUINTEROP_VALUES_##kind), level)some; } \
void name##Grad(out T texel, textureObject object, GPUINTEROP_FLOATS_##kind, slope dx, slope dy) \
{ texel = textureGrad(GPUINTEROP_AT(kind, end), position(GPUINTEROP_VALUES_##kind), dx, dy)some; } \
void name(out T texel, textureObject object, GPUINTEROP_FLOATS_##kind) \
{ name##Lod(texel, object, GPUINTEROP_VALUES_##kind, 0.0); }

/* Functions for one type of texels, and for the parts of it that a program may want. */
#define GPUINTEROP_READS(T, end, some) \
void tex1Dfetch(out T texel, textureObject object, int x) \
{ texel = texelFetch(GPUINTEROP_AT(linear, end), x)some; } \
GPUINTEROP_READ(T, end, some, tex1D, 1d, float, float) \
GPUINTEROP_READ(T, end, some, tex2D, 2d, vec2, vec2) \
GPUINTEROP_READ(T, end, some, tex3D, 3d, vec3, vec3) \
GPUINTEROP_READ(T, end, some, tex1DLayered, a1d, vec2, float) \
GPUINTEROP_READ(T, end, some, tex2DLayered, a2d, vec3, vec2) \
GPUINTEROP_READ(T, end, some, texCubemap, cube, vec3, vec3) \
GPUINTEROP_READ(T, end, some, texCubemapLayered, acube, vec4, vec3)

GPUINTEROP_READS(float, f, .x)
GPUINTEROP_READS(vec2, f, .xy)
GPUINTEROP_READS(vec4, f, )
GPUINTEROP_READS(int, s, .x)
GPUINTEROP_READS(ivec2, s, .xy)
GPUINTEROP_READS(ivec4, s, )
GPUINTEROP_READS(uint, u, .x)
GPUINTEROP_READS(uvec2, u, .xy)
GPUINTEROP_READS(uvec4, u, )

/* One channel of the four texels around a position: lower left, lower right, upper right, upper
 * left. */
#define GPUINTEROP_GATHER(T, end) \
void tex2Dgather(out T texel, textureObject object, float x, float y, int channel) \
{ \
    switch (channel & 3) { \
    case 0: texel = textureGather(GPUINTEROP_AT(2d, end), vec2(x, y), 0); break; \
    case 1: texel = textureGather(GPUINTEROP_AT(2d, end), vec2(x, y), 1); break; \
    case 2: texel = textureGather(GPUINTEROP_AT(2d, end), vec2(x, y), 2); break; \
    default: texel = textureGather(GPUINTEROP_AT(2d, end), vec2(x, y), 3); break; \
    } \
}

GPUINTEROP_GATHER(vec4, f)
GPUINTEROP_GATHER(ivec4, s)
GPUINTEROP_GATHER(uvec4, u)

/* ---- surfaces -------------------------------------------------------------------------------- */

#define GPUINTEROP_WORDS(T, from, some, to, zeros) \
void gpuinterop_set(out T texel, uvec4 words) { texel = from(words some); } \
uvec4 gpuinterop_words(T texel) { return uvec4(to(texel) zeros); }

#define GPUINTEROP_NONE
#define GPUINTEROP_ONE , 0u, 0u, 0u
#define GPUINTEROP_TWO , 0u, 0u
GPUINTEROP_WORDS(float, uintBitsToFloat, .x, floatBitsToUint, GPUINTEROP_ONE)
GPUINTEROP_WORDS(vec2, uintBitsToFloat, .xy, floatBitsToUint, GPUINTEROP_TWO)
GPUINTEROP_WORDS(vec4, uintBitsToFloat, , floatBitsToUint, GPUINTEROP_NONE)
GPUINTEROP_WORDS(int, int, .x, uint, GPUINTEROP_ONE)
GPUINTEROP_WORDS(ivec2, ivec2, .xy, uvec2, GPUINTEROP_TWO)
GPUINTEROP_WORDS(ivec4, ivec4, , uvec4, GPUINTEROP_NONE)
GPUINTEROP_WORDS(uint, uint, .x, uint, GPUINTEROP_ONE)
GPUINTEROP_WORDS(uvec2, uvec2, .xy, uvec2, GPUINTEROP_TWO)
GPUINTEROP_WORDS(uvec4, uvec4, , uvec4, GPUINTEROP_NONE)

#define GPUINTEROP_ON(name, kind) gpuinterop_##name##_##kind[nonuniformEXT(object.x)]
#define GPUINTEROP_LOAD(name, kind, at) \
    gpuinterop_set(texel, imageLoad(GPUINTEROP_ON(name, kind), at))
#define GPUINTEROP_STORE(name, kind, at) \
    imageStore(GPUINTEROP_ON(name, kind), at, gpuinterop_words(texel))
#define GPUINTEROP_BY_MODE(what, kind, at) \
    if (mode == boundaryModeClamp) what(clamped, kind, at); else what(surface, kind, at)

#define GPUINTEROP_ACCESS(T, name, kind, position) \
void name##read(out T texel, surfaceObject object, GPUINTEROP_INTS_##kind) \
{ GPUINTEROP_LOAD(surface, kind, position(GPUINTEROP_VALUES_##kind)); } \
void name##read(out T texel, surfaceObject object, GPUINTEROP_INTS_##kind, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_LOAD, kind, position(GPUINTEROP_VALUES_##kind)); } \
void name##write(T texel, surfaceObject object, GPUINTEROP_INTS_##kind) \
{ GPUINTEROP_STORE(surface, kind, position(GPUINTEROP_VALUES_##kind)); } \
void name##write(T texel, surfaceObject object, GPUINTEROP_INTS_##kind, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_STORE, kind, position(GPUINTEROP_VALUES_##kind)); }

/* The layers of cubes are their faces. */
#define GPUINTEROP_ACCESSES(T) \
GPUINTEROP_ACCESS(T, surf1D, 1d, int) \
GPUINTEROP_ACCESS(T, surf2D, 2d, ivec2) \
GPUINTEROP_ACCESS(T, surf3D, 3d, ivec3) \
GPUINTEROP_ACCESS(T, surf1DLayered, a1d, ivec2) \
GPUINTEROP_ACCESS(T, surf2DLayered, a2d, ivec3) \
GPUINTEROP_ACCESS(T, surfCubemap, a2d, ivec3) \
GPUINTEROP_ACCESS(T, surfCubemapLayered, a2d, ivec3)

GPUINTEROP_ACCESSES(float)
GPUINTEROP_ACCESSES(vec2)
GPUINTEROP_ACCESSES(vec4)
GPUINTEROP_ACCESSES(int)
GPUINTEROP_ACCESSES(ivec2)
GPUINTEROP_ACCESSES(ivec4)
GPUINTEROP_ACCESSES(uint)
GPUINTEROP_ACCESSES(uvec2)
GPUINTEROP_ACCESSES(uvec4)

#endif
