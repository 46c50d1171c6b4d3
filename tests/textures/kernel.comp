// Reads a texture, or reads or writes a surface, at many places: a kernel as authors write them.
// WAY is one of the ways to read a texture: compilers take long over all of them at once.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "texture.glsl"

layout(local_size_x = 64) in;

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

layout(constant_id = 0) const uint what = 0;     // shape, | 1 << 8: a level, | 2 << 8: derivatives

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
    case GI_1D: gi_surf1Dread(texel, object, x, mode); break;
    case GI_2D: gi_surf2Dread(texel, object, x, y, mode); break;
    case GI_3D: gi_surf3Dread(texel, object, x, y, z, mode); break;
    case GI_1D_LAYERED: gi_surf1DLayeredread(texel, object, x, z, mode); break;
    case GI_2D_LAYERED: gi_surf2DLayeredread(texel, object, x, y, z, mode); break;
    case GI_CUBE: gi_surfCubemapread(texel, object, x, y, z, mode); break;
    case GI_CUBE_LAYERED: gi_surfCubemapLayeredread(texel, object, x, y, z, mode); break;
    case 256u | GI_1D: gi_surf1Dwrite(texel, object, x, mode); break;
    case 256u | GI_2D: gi_surf2Dwrite(texel, object, x, y, mode); break;
    case 256u | GI_3D: gi_surf3Dwrite(texel, object, x, y, z, mode); break;
    case 256u | GI_1D_LAYERED: gi_surf1DLayeredwrite(texel, object, x, z, mode); break;
    case 256u | GI_2D_LAYERED: gi_surf2DLayeredwrite(texel, object, x, y, z, mode); break;
    case 256u | GI_CUBE: gi_surfCubemapwrite(texel, object, x, y, z, mode); break;
    case 256u | GI_CUBE_LAYERED: gi_surfCubemapLayeredwrite(texel, object, x, y, z, mode); break;
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
    case GI_1D: gi_tex1D(texel, object, x); break;
    case GI_2D: gi_tex2D(texel, object, x, y); break;
    case GI_3D: gi_tex3D(texel, object, x, y, z); break;
    case GI_1D_LAYERED: gi_tex1DLayered(texel, object, x, layer); break;
    case GI_2D_LAYERED: gi_tex2DLayered(texel, object, x, y, layer); break;
    case GI_CUBE: gi_texCubemap(texel, object, x, y, z); break;
    case GI_CUBE_LAYERED: gi_texCubemapLayered(texel, object, x, y, z, layer); break;
    case GI_LINEAR: gi_tex1Dfetch(texel, object, place.whole.z); break;
#elif WAY == 1
    case 256u | GI_1D: gi_tex1DLod(texel, object, x, lod); break;
    case 256u | GI_2D: gi_tex2DLod(texel, object, x, y, lod); break;
    case 256u | GI_3D: gi_tex3DLod(texel, object, x, y, z, lod); break;
    case 256u | GI_1D_LAYERED: gi_tex1DLayeredLod(texel, object, x, layer, lod); break;
    case 256u | GI_2D_LAYERED: gi_tex2DLayeredLod(texel, object, x, y, layer, lod); break;
    case 256u | GI_CUBE: gi_texCubemapLod(texel, object, x, y, z, lod); break;
    case 256u | GI_CUBE_LAYERED:
        gi_texCubemapLayeredLod(texel, object, x, y, z, layer, lod);
        break;
#elif WAY == 2
    case 512u | GI_1D: gi_tex1DGrad(texel, object, x, dx.x, dy.x); break;
    case 512u | GI_2D: gi_tex2DGrad(texel, object, x, y, dx.xy, dy.xy); break;
    case 512u | GI_3D: gi_tex3DGrad(texel, object, x, y, z, dx, dy); break;
    case 512u | GI_1D_LAYERED: gi_tex1DLayeredGrad(texel, object, x, layer, dx.x, dy.x); break;
    case 512u | GI_2D_LAYERED:
        gi_tex2DLayeredGrad(texel, object, x, y, layer, dx.xy, dy.xy);
        break;
    case 512u | GI_CUBE: gi_texCubemapGrad(texel, object, x, y, z, dx, dy); break;
    case 512u | GI_CUBE_LAYERED:
        gi_texCubemapLayeredGrad(texel, object, x, y, z, layer, dx, dy);
        break;
#elif WAY == 3
    case 768u: gi_tex2Dgather(texel, object, x, y, place.whole.y); break;
#endif
    }
    Texels(texels).texels[gl_GlobalInvocationID.x] = BITS(texel);
}
#endif
