// Reads a texture, or reads or writes a surface, at many places: a kernel as authors write them.
// WAY is one of the ways to read a texture: compilers take long over all of them at once. With PROGRAM
// it is one that programs bring, whose functions have other names and are the library's when loaded.
#version 460
#extension GL_GOOGLE_include_directive : require
#ifdef PROGRAM
#include "gpuinterop/kernel.glsl"
#include "gpuinterop/texture.glsl"
#extension GL_EXT_buffer_reference_uvec2 : require
#define CALL(name) name
const uint GI_1D = 1u, GI_2D = 2u, GI_3D = 3u, GI_1D_LAYERED = 4u, GI_2D_LAYERED = 5u;
const uint GI_CUBE = 6u, GI_CUBE_LAYERED = 7u, GI_LINEAR = 8u;
const uint what = GPUINTEROP_SHARED_COUNT;
#else
#include "texture.glsl"
#define CALL(name) gi_##name
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint what = 0;     // shape, | 1 << 8: a level, | 2 << 8: derivatives
#endif

struct Place {
    vec4 at;                     // x, y, z and the level
    vec4 dx, dy;
    ivec4 whole;                 // layer, channel or mode, and x and y of what counts in whole numbers
};

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Places {
    Place places[];
};

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Texels {
    uvec4 texels[];
};

layout(push_constant) uniform Parameters {
    uvec2 object, places, texels;
    uint count;
};

#ifdef SURFACES
void main()
{
    if (gl_GlobalInvocationID.x >= count)
        return;
    Place place = Places(places).places[gl_GlobalInvocationID.x];
    uvec4 texel = Texels(texels).texels[gl_GlobalInvocationID.x];
    int x = place.whole.z, y = place.whole.w, z = place.whole.x;
    uint mode = uint(place.whole.y);

    switch (what) {
    case GI_1D: CALL(surf1Dread)(texel, object, x, mode); break;
    case GI_2D: CALL(surf2Dread)(texel, object, x, y, mode); break;
    case GI_3D: CALL(surf3Dread)(texel, object, x, y, z, mode); break;
    case GI_1D_LAYERED: CALL(surf1DLayeredread)(texel, object, x, z, mode); break;
    case GI_2D_LAYERED: CALL(surf2DLayeredread)(texel, object, x, y, z, mode); break;
    case GI_CUBE: CALL(surfCubemapread)(texel, object, x, y, z, mode); break;
    case GI_CUBE_LAYERED: CALL(surfCubemapLayeredread)(texel, object, x, y, z, mode); break;
    case 256u | GI_1D: CALL(surf1Dwrite)(texel, object, x, mode); break;
    case 256u | GI_2D: CALL(surf2Dwrite)(texel, object, x, y, mode); break;
    case 256u | GI_3D: CALL(surf3Dwrite)(texel, object, x, y, z, mode); break;
    case 256u | GI_1D_LAYERED: CALL(surf1DLayeredwrite)(texel, object, x, z, mode); break;
    case 256u | GI_2D_LAYERED: CALL(surf2DLayeredwrite)(texel, object, x, y, z, mode); break;
    case 256u | GI_CUBE: CALL(surfCubemapwrite)(texel, object, x, y, z, mode); break;
    case 256u | GI_CUBE_LAYERED: CALL(surfCubemapLayeredwrite)(texel, object, x, y, z, mode); break;
    }
    if (what < 256u)
        Texels(texels).texels[gl_GlobalInvocationID.x] = texel;
}
#else
void main()
{
    if (gl_GlobalInvocationID.x >= count)
        return;
    Place place = Places(places).places[gl_GlobalInvocationID.x];
    float x = place.at.x, y = place.at.y, z = place.at.z, lod = place.at.w;
    vec3 dx = place.dx.xyz, dy = place.dy.xyz;
    int layer = place.whole.x;
    TEXEL texel = TEXEL(0);

    switch (what) {
#if WAY == 0
    case GI_1D: CALL(tex1D)(texel, object, x); break;
    case GI_2D: CALL(tex2D)(texel, object, x, y); break;
    case GI_3D: CALL(tex3D)(texel, object, x, y, z); break;
    case GI_1D_LAYERED: CALL(tex1DLayered)(texel, object, x, layer); break;
    case GI_2D_LAYERED: CALL(tex2DLayered)(texel, object, x, y, layer); break;
    case GI_CUBE: CALL(texCubemap)(texel, object, x, y, z); break;
    case GI_CUBE_LAYERED: CALL(texCubemapLayered)(texel, object, x, y, z, layer); break;
    case GI_LINEAR: CALL(tex1Dfetch)(texel, object, place.whole.z); break;
#elif WAY == 1
    case 256u | GI_1D: CALL(tex1DLod)(texel, object, x, lod); break;
    case 256u | GI_2D: CALL(tex2DLod)(texel, object, x, y, lod); break;
    case 256u | GI_3D: CALL(tex3DLod)(texel, object, x, y, z, lod); break;
    case 256u | GI_1D_LAYERED: CALL(tex1DLayeredLod)(texel, object, x, layer, lod); break;
    case 256u | GI_2D_LAYERED: CALL(tex2DLayeredLod)(texel, object, x, y, layer, lod); break;
    case 256u | GI_CUBE: CALL(texCubemapLod)(texel, object, x, y, z, lod); break;
    case 256u | GI_CUBE_LAYERED:
        CALL(texCubemapLayeredLod)(texel, object, x, y, z, layer, lod);
        break;
#elif WAY == 2
    case 512u | GI_1D: CALL(tex1DGrad)(texel, object, x, dx.x, dy.x); break;
    case 512u | GI_2D: CALL(tex2DGrad)(texel, object, x, y, dx.xy, dy.xy); break;
    case 512u | GI_3D: CALL(tex3DGrad)(texel, object, x, y, z, dx, dy); break;
    case 512u | GI_1D_LAYERED: CALL(tex1DLayeredGrad)(texel, object, x, layer, dx.x, dy.x); break;
    case 512u | GI_2D_LAYERED:
        CALL(tex2DLayeredGrad)(texel, object, x, y, layer, dx.xy, dy.xy);
        break;
    case 512u | GI_CUBE: CALL(texCubemapGrad)(texel, object, x, y, z, dx, dy); break;
    case 512u | GI_CUBE_LAYERED:
        CALL(texCubemapLayeredGrad)(texel, object, x, y, z, layer, dx, dy);
        break;
#elif WAY == 3
    case 768u: CALL(tex2Dgather)(texel, object, x, y, place.whole.y); break;
#endif
    }
    Texels(texels).texels[gl_GlobalInvocationID.x] = BITS(texel);
}
#endif
