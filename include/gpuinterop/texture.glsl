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

/* What an access to a surface beyond its edge does: it reads zeros and writes nothing, or it goes
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

/* Functions for one type of texels, and for the parts of it that a program may want. */
#define GPUINTEROP_READS(T, end, some) \
void tex1Dfetch(out T texel, textureObject object, int x) \
{ texel = texelFetch(GPUINTEROP_AT(linear, end), x)some; } \
void tex1DLod(out T texel, textureObject object, float x, float level) \
{ texel = textureLod(GPUINTEROP_AT(1d, end), x, level)some; } \
void tex1DGrad(out T texel, textureObject object, float x, float dx, float dy) \
{ texel = textureGrad(GPUINTEROP_AT(1d, end), x, dx, dy)some; } \
void tex1D(out T texel, textureObject object, float x) \
{ tex1DLod(texel, object, x, 0.0); } \
void tex2DLod(out T texel, textureObject object, float x, float y, float level) \
{ texel = textureLod(GPUINTEROP_AT(2d, end), vec2(x, y), level)some; } \
void tex2DGrad(out T texel, textureObject object, float x, float y, vec2 dx, vec2 dy) \
{ texel = textureGrad(GPUINTEROP_AT(2d, end), vec2(x, y), dx, dy)some; } \
void tex2D(out T texel, textureObject object, float x, float y) \
{ tex2DLod(texel, object, x, y, 0.0); } \
void tex3DLod(out T texel, textureObject object, float x, float y, float z, float level) \
{ texel = textureLod(GPUINTEROP_AT(3d, end), vec3(x, y, z), level)some; } \
void tex3DGrad(out T texel, textureObject object, float x, float y, float z, vec3 dx, vec3 dy) \
{ texel = textureGrad(GPUINTEROP_AT(3d, end), vec3(x, y, z), dx, dy)some; } \
void tex3D(out T texel, textureObject object, float x, float y, float z) \
{ tex3DLod(texel, object, x, y, z, 0.0); } \
void tex1DLayeredLod(out T texel, textureObject object, float x, int layer, float level) \
{ texel = textureLod(GPUINTEROP_AT(a1d, end), vec2(x, layer), level)some; } \
void tex1DLayeredGrad(out T texel, textureObject object, float x, int layer, float dx, float dy) \
{ texel = textureGrad(GPUINTEROP_AT(a1d, end), vec2(x, layer), dx, dy)some; } \
void tex1DLayered(out T texel, textureObject object, float x, int layer) \
{ tex1DLayeredLod(texel, object, x, layer, 0.0); } \
void tex2DLayeredLod(out T texel, textureObject object, float x, float y, int layer, float level) \
{ texel = textureLod(GPUINTEROP_AT(a2d, end), vec3(x, y, layer), level)some; } \
void tex2DLayeredGrad(out T texel, textureObject object, float x, float y, int layer, vec2 dx, \
                      vec2 dy) \
{ texel = textureGrad(GPUINTEROP_AT(a2d, end), vec3(x, y, layer), dx, dy)some; } \
void tex2DLayered(out T texel, textureObject object, float x, float y, int layer) \
{ tex2DLayeredLod(texel, object, x, y, layer, 0.0); } \
void texCubemapLod(out T texel, textureObject object, float x, float y, float z, float level) \
{ texel = textureLod(GPUINTEROP_AT(cube, end), vec3(x, y, z), level)some; } \
void texCubemapGrad(out T texel, textureObject object, float x, float y, float z, vec3 dx, \
                    vec3 dy) \
{ texel = textureGrad(GPUINTEROP_AT(cube, end), vec3(x, y, z), dx, dy)some; } \
void texCubemap(out T texel, textureObject object, float x, float y, float z) \
{ texCubemapLod(texel, object, x, y, z, 0.0); } \
void texCubemapLayeredLod(out T texel, textureObject object, float x, float y, float z, int layer, \
                          float level) \
{ texel = textureLod(GPUINTEROP_AT(acube, end), vec4(x, y, z, layer), level)some; } \
void texCubemapLayeredGrad(out T texel, textureObject object, float x, float y, float z, \
                           int layer, vec3 dx, vec3 dy) \
{ texel = textureGrad(GPUINTEROP_AT(acube, end), vec4(x, y, z, layer), dx, dy)some; } \
void texCubemapLayered(out T texel, textureObject object, float x, float y, float z, int layer) \
{ texCubemapLayeredLod(texel, object, x, y, z, layer, 0.0); }

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

#define GPUINTEROP_ACCESSES(T) \
void surf1Dread(out T texel, surfaceObject object, int x) \
{ GPUINTEROP_LOAD(surface, 1d, x); } \
void surf1Dread(out T texel, surfaceObject object, int x, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_LOAD, 1d, x); } \
void surf1Dwrite(T texel, surfaceObject object, int x) \
{ GPUINTEROP_STORE(surface, 1d, x); } \
void surf1Dwrite(T texel, surfaceObject object, int x, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_STORE, 1d, x); } \
void surf2Dread(out T texel, surfaceObject object, int x, int y) \
{ GPUINTEROP_LOAD(surface, 2d, ivec2(x, y)); } \
void surf2Dread(out T texel, surfaceObject object, int x, int y, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_LOAD, 2d, ivec2(x, y)); } \
void surf2Dwrite(T texel, surfaceObject object, int x, int y) \
{ GPUINTEROP_STORE(surface, 2d, ivec2(x, y)); } \
void surf2Dwrite(T texel, surfaceObject object, int x, int y, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_STORE, 2d, ivec2(x, y)); } \
void surf3Dread(out T texel, surfaceObject object, int x, int y, int z) \
{ GPUINTEROP_LOAD(surface, 3d, ivec3(x, y, z)); } \
void surf3Dread(out T texel, surfaceObject object, int x, int y, int z, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_LOAD, 3d, ivec3(x, y, z)); } \
void surf3Dwrite(T texel, surfaceObject object, int x, int y, int z) \
{ GPUINTEROP_STORE(surface, 3d, ivec3(x, y, z)); } \
void surf3Dwrite(T texel, surfaceObject object, int x, int y, int z, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_STORE, 3d, ivec3(x, y, z)); } \
void surf1DLayeredread(out T texel, surfaceObject object, int x, int layer) \
{ GPUINTEROP_LOAD(surface, a1d, ivec2(x, layer)); } \
void surf1DLayeredread(out T texel, surfaceObject object, int x, int layer, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_LOAD, a1d, ivec2(x, layer)); } \
void surf1DLayeredwrite(T texel, surfaceObject object, int x, int layer) \
{ GPUINTEROP_STORE(surface, a1d, ivec2(x, layer)); } \
void surf1DLayeredwrite(T texel, surfaceObject object, int x, int layer, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_STORE, a1d, ivec2(x, layer)); } \
void surf2DLayeredread(out T texel, surfaceObject object, int x, int y, int layer) \
{ GPUINTEROP_LOAD(surface, a2d, ivec3(x, y, layer)); } \
void surf2DLayeredread(out T texel, surfaceObject object, int x, int y, int layer, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_LOAD, a2d, ivec3(x, y, layer)); } \
void surf2DLayeredwrite(T texel, surfaceObject object, int x, int y, int layer) \
{ GPUINTEROP_STORE(surface, a2d, ivec3(x, y, layer)); } \
void surf2DLayeredwrite(T texel, surfaceObject object, int x, int y, int layer, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_STORE, a2d, ivec3(x, y, layer)); } \
void surfCubemapread(out T texel, surfaceObject object, int x, int y, int face) \
{ GPUINTEROP_LOAD(surface, a2d, ivec3(x, y, face)); } \
void surfCubemapread(out T texel, surfaceObject object, int x, int y, int face, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_LOAD, a2d, ivec3(x, y, face)); } \
void surfCubemapwrite(T texel, surfaceObject object, int x, int y, int face) \
{ GPUINTEROP_STORE(surface, a2d, ivec3(x, y, face)); } \
void surfCubemapwrite(T texel, surfaceObject object, int x, int y, int face, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_STORE, a2d, ivec3(x, y, face)); } \
void surfCubemapLayeredread(out T texel, surfaceObject object, int x, int y, int face) \
{ GPUINTEROP_LOAD(surface, a2d, ivec3(x, y, face)); } \
void surfCubemapLayeredread(out T texel, surfaceObject object, int x, int y, int face, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_LOAD, a2d, ivec3(x, y, face)); } \
void surfCubemapLayeredwrite(T texel, surfaceObject object, int x, int y, int face) \
{ GPUINTEROP_STORE(surface, a2d, ivec3(x, y, face)); } \
void surfCubemapLayeredwrite(T texel, surfaceObject object, int x, int y, int face, uint mode) \
{ GPUINTEROP_BY_MODE(GPUINTEROP_STORE, a2d, ivec3(x, y, face)); }

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
