// The functions that translated kernels call for textures and surfaces. The translator links the
// functions that a kernel needs into the kernel's module, by their names. This file is no kernel.
// core/kernel/translate (emit_texture.c, emit_surface.c) has the same names and parameters.
//
// Texels are returned as bits. A position has x, y and z in its first three members.
#version 460
#pragma use_vulkan_memory_model
#extension GL_GOOGLE_include_directive : require

#include "texture.glsl"

layout(local_size_x = 1) in;

uvec4 gi_bits(vec4 texel) { return floatBitsToUint(texel); }
uvec4 gi_bits(ivec4 texel) { return uvec4(texel); }
uvec4 gi_bits(uvec4 texel) { return texel; }

// ---- textures: the names end with the type of texels: f, s or u ---------------------------------

#define LEVEL(name, type, call) \
    uvec4 name(const uvec2 object, const vec4 at, const int layer, const float lod) \
    { \
        type texel; \
        call; \
        return gi_bits(texel); \
    }
#define GRADIENT(name, type, call) \
    uvec4 name(const uvec2 object, const vec4 at, const int layer, const vec4 dx, const vec4 dy) \
    { \
        type texel; \
        call; \
        return gi_bits(texel); \
    }
#define GATHER(name, type, call) \
    uvec4 name(const uvec2 object, const vec4 at, const int layer, const int channel) \
    { \
        type texel; \
        call; \
        return gi_bits(texel); \
    }
#define TEXTURES(end, type) \
    LEVEL(tex_1d_##end, type, gi_tex1DLod(texel, object, at.x, lod)) \
    LEVEL(tex_2d_##end, type, gi_tex2DLod(texel, object, at.x, at.y, lod)) \
    LEVEL(tex_3d_##end, type, gi_tex3DLod(texel, object, at.x, at.y, at.z, lod)) \
    LEVEL(tex_a1d_##end, type, gi_tex1DLayeredLod(texel, object, at.x, layer, lod)) \
    LEVEL(tex_a2d_##end, type, gi_tex2DLayeredLod(texel, object, at.x, at.y, layer, lod)) \
    LEVEL(tex_cube_##end, type, gi_texCubemapLod(texel, object, at.x, at.y, at.z, lod)) \
    LEVEL(tex_acube_##end, type, \
          gi_texCubemapLayeredLod(texel, object, at.x, at.y, at.z, layer, lod)) \
    GRADIENT(grad_1d_##end, type, gi_tex1DGrad(texel, object, at.x, dx.x, dy.x)) \
    GRADIENT(grad_2d_##end, type, gi_tex2DGrad(texel, object, at.x, at.y, dx.xy, dy.xy)) \
    GRADIENT(grad_3d_##end, type, gi_tex3DGrad(texel, object, at.x, at.y, at.z, dx.xyz, dy.xyz)) \
    GRADIENT(grad_a1d_##end, type, gi_tex1DLayeredGrad(texel, object, at.x, layer, dx.x, dy.x)) \
    GRADIENT(grad_a2d_##end, type, \
             gi_tex2DLayeredGrad(texel, object, at.x, at.y, layer, dx.xy, dy.xy)) \
    GRADIENT(grad_cube_##end, type, \
             gi_texCubemapGrad(texel, object, at.x, at.y, at.z, dx.xyz, dy.xyz)) \
    GRADIENT(grad_acube_##end, type, \
             gi_texCubemapLayeredGrad(texel, object, at.x, at.y, at.z, layer, dx.xyz, dy.xyz)) \
    uvec4 fetch_##end(const uvec2 object, const int x) \
    { \
        type texel; \
        gi_tex1Dfetch(texel, object, x); \
        return gi_bits(texel); \
    } \
    GATHER(gather_2d_##end, type, gi_tex2Dgather(texel, object, at.x, at.y, channel)) \
    GATHER(gather_a2d_##end, type, gi_tex2DLayeredgather(texel, object, at.x, at.y, layer, channel)) \
    GATHER(gather_cube_##end, type, gi_texCubemapgather(texel, object, at.x, at.y, at.z, channel)) \
    GATHER(gather_acube_##end, type, \
           gi_texCubemapLayeredgather(texel, object, at.x, at.y, at.z, layer, channel))

TEXTURES(f, vec4)
TEXTURES(s, ivec4)
TEXTURES(u, uvec4)

// Positions that are moved by whole texels.
vec4 moved(const uvec2 object, const vec4 at, const ivec4 by, const float lod)
{
    return vec4(gi_moved_lod(object, at.xyz, by.xyz, lod), 0.0);
}

vec4 moved_grad(const uvec2 object, const vec4 at, const ivec4 by, const vec4 dx, const vec4 dy)
{
    return vec4(gi_moved_grad(object, at.xyz, by.xyz, dx.xyz, dy.xyz), 0.0);
}

// ---- surfaces: z is the slice, layer or face ----------------------------------------------------

#define SURFACES(end, kind) \
    uvec4 suld_##end(const uvec2 object, const ivec4 at, const uint mode) \
    { \
        uvec4 texel; \
        gi_surface_read(texel, object, kind, mode, at.x, at.y, at.z); \
        return texel; \
    } \
    void sust_##end(const uvec2 object, const ivec4 at, const uint mode, const uvec4 texel) \
    { \
        gi_surface_write(texel, object, kind, mode, at.x, at.y, at.z); \
    } \
    void sustp_##end(const uvec2 object, const ivec4 at, const uint mode, const uvec4 texel) \
    { \
        gi_surface_write_as(texel, object, kind, mode, at.x, at.y, at.z); \
    }
#define CHANGES(end, kind) \
    void sured_##end(const uvec2 object, const ivec4 at, const uint mode, const uvec4 change) \
    { \
        gi_surface_change(change.x, object, kind, mode, change.y, change.z != 0u, at.x, at.y, \
                          at.z); \
    }

SURFACES(1d, GI_1D)
SURFACES(2d, GI_2D)
SURFACES(3d, GI_3D)
SURFACES(a1d, GI_1D_LAYERED)
SURFACES(a2d, GI_2D_LAYERED)

// The change: the value, how, and whether x counts texels.
CHANGES(1d, GI_1D)
CHANGES(2d, GI_2D)
CHANGES(3d, GI_3D)

// ---- questions ----------------------------------------------------------------------------------

uint query(const uvec2 object, const uint what, const uint level)
{
    return gi_query(object, what, level);
}

void main()
{
}
