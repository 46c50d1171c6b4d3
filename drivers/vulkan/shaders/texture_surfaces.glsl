// Included by texture.glsl: surfaces. A texel is the bytes of an element, in as many words as it
// needs. As in device code, x counts bytes; layers count faces for cubes.

// Applies the boundary mode to a position. True if a texel is there.
bool gi_surface_place(GiRecord record, uint mode, int x, int y, int z, out ivec3 at)
{
    bool layered = record.kind == GI_SURFACE + GI_1D_LAYERED ||
                   record.kind == GI_SURFACE + GI_2D_LAYERED;
    int slices = int(layered ? record.layers : record.depth);
    ivec3 last = ivec3(record.width, record.height, slices) - 1;

    // A negative position must stay negative when bytes become texels.
    at = ivec3(x < 0 ? -1 : x / int(max(record.texel_bytes, 1u)), y, z);
    if (mode == GI_BOUNDARY_CLAMP) {
        at = clamp(at, ivec3(0), last);
        return true;
    }
    return all(greaterThanEqual(at, ivec3(0))) && all(lessThanEqual(at, last));
}

void gi_surface_read(out uvec4 texel, uvec2 object, uint kind, uint mode, int x, int y, int z)
{
    GiRecord record = gi_record(object, GI_SURFACE + kind);
    ivec3 at;

    texel = uvec4(0u);
    if (record.kind == 0u || !gi_surface_place(record, mode, x, y, z, at))
        return;
#ifdef GI_TEXTURES_IN_MEMORY
    texel = gi_load_bytes(gi_texel_address(record, 0u, uvec3(at)), record.texel_bytes);
#else
    uint slot = object.x;

    switch (kind) {
    case GI_1D:
        texel = imageLoad(gi_store_1d[nonuniformEXT(slot)], at.x);
        break;
    case GI_2D:
        texel = imageLoad(gi_store_2d[nonuniformEXT(slot)], at.xy);
        break;
    case GI_3D:
        texel = imageLoad(gi_store_3d[nonuniformEXT(slot)], at);
        break;
    case GI_1D_LAYERED:
        texel = imageLoad(gi_store_1da[nonuniformEXT(slot)], at.xz);
        break;
    default:
        texel = imageLoad(gi_store_2da[nonuniformEXT(slot)], at);
        break;
    }
    texel *= uvec4(1u, record.texel_bytes > 4u, record.texel_bytes > 8u, record.texel_bytes > 8u);
#endif
}

void gi_surface_write(uvec4 texel, uvec2 object, uint kind, uint mode, int x, int y, int z)
{
    GiRecord record = gi_record(object, GI_SURFACE + kind);
    ivec3 at;

    if (record.kind == 0u || !gi_surface_place(record, mode, x, y, z, at))
        return;
#ifdef GI_TEXTURES_IN_MEMORY
    gi_store_bytes(gi_texel_address(record, 0u, uvec3(at)), record.texel_bytes, texel);
#else
    uint slot = object.x;

    if (record.texel_bytes < 4u)         // imageStore would saturate larger numbers
        texel.x &= (1u << record.texel_bytes * 8u) - 1u;
    switch (kind) {
    case GI_1D:
        imageStore(gi_store_1d[nonuniformEXT(slot)], at.x, texel);
        break;
    case GI_2D:
        imageStore(gi_store_2d[nonuniformEXT(slot)], at.xy, texel);
        break;
    case GI_3D:
        imageStore(gi_store_3d[nonuniformEXT(slot)], at, texel);
        break;
    case GI_1D_LAYERED:
        imageStore(gi_store_1da[nonuniformEXT(slot)], at.xz, texel);
        break;
    default:
        imageStore(gi_store_2da[nonuniformEXT(slot)], at, texel);
        break;
    }
#endif
}

// ---- what kernels call --------------------------------------------------------------------------

void gi_surf1Dread(out uvec4 texel, uvec2 object, int x, uint mode)
{
    gi_surface_read(texel, object, GI_1D, mode, x, 0, 0);
}

void gi_surf2Dread(out uvec4 texel, uvec2 object, int x, int y, uint mode)
{
    gi_surface_read(texel, object, GI_2D, mode, x, y, 0);
}

void gi_surf3Dread(out uvec4 texel, uvec2 object, int x, int y, int z, uint mode)
{
    gi_surface_read(texel, object, GI_3D, mode, x, y, z);
}

void gi_surf1DLayeredread(out uvec4 texel, uvec2 object, int x, int layer, uint mode)
{
    gi_surface_read(texel, object, GI_1D_LAYERED, mode, x, 0, layer);
}

void gi_surf2DLayeredread(out uvec4 texel, uvec2 object, int x, int y, int layer, uint mode)
{
    gi_surface_read(texel, object, GI_2D_LAYERED, mode, x, y, layer);
}

void gi_surfCubemapread(out uvec4 texel, uvec2 object, int x, int y, int face, uint mode)
{
    gi_surface_read(texel, object, GI_2D_LAYERED, mode, x, y, face);
}

void gi_surfCubemapLayeredread(out uvec4 texel, uvec2 object, int x, int y, int layer_face,
                               uint mode)
{
    gi_surface_read(texel, object, GI_2D_LAYERED, mode, x, y, layer_face);
}

void gi_surf1Dwrite(uvec4 texel, uvec2 object, int x, uint mode)
{
    gi_surface_write(texel, object, GI_1D, mode, x, 0, 0);
}

void gi_surf2Dwrite(uvec4 texel, uvec2 object, int x, int y, uint mode)
{
    gi_surface_write(texel, object, GI_2D, mode, x, y, 0);
}

void gi_surf3Dwrite(uvec4 texel, uvec2 object, int x, int y, int z, uint mode)
{
    gi_surface_write(texel, object, GI_3D, mode, x, y, z);
}

void gi_surf1DLayeredwrite(uvec4 texel, uvec2 object, int x, int layer, uint mode)
{
    gi_surface_write(texel, object, GI_1D_LAYERED, mode, x, 0, layer);
}

void gi_surf2DLayeredwrite(uvec4 texel, uvec2 object, int x, int y, int layer, uint mode)
{
    gi_surface_write(texel, object, GI_2D_LAYERED, mode, x, y, layer);
}

void gi_surfCubemapwrite(uvec4 texel, uvec2 object, int x, int y, int face, uint mode)
{
    gi_surface_write(texel, object, GI_2D_LAYERED, mode, x, y, face);
}

void gi_surfCubemapLayeredwrite(uvec4 texel, uvec2 object, int x, int y, int layer_face, uint mode)
{
    gi_surface_write(texel, object, GI_2D_LAYERED, mode, x, y, layer_face);
}
