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

// ---- texels by their format, and changes of one ------------------------------------------------

// A number of so many bits from one channel of a formatted store.
uint gi_encode(uint word, uint kind, uint bits)
{
    uint most = bits == 32u ? 0xffffffffu : (1u << bits) - 1u;
    float value = uintBitsToFloat(word);

    switch (kind) {
    case GI_UINT:
        return min(word, most);
    case GI_SINT:
        return uint(clamp(int(word), int(~(most >> 1)), int(most >> 1))) & most;
    case GI_UNORM:
        return uint(roundEven(clamp(value, 0.0, 1.0) * float(most)));
    case GI_SNORM:
        return uint(int(roundEven(clamp(value, -1.0, 1.0) * float(most >> 1)))) & most;
    default:
        return bits == 16u ? packHalf2x16(vec2(value, 0.0)) & 0xffffu : word;
    }
}

// Stores channels in the format of the surface. x counts texels.
void gi_surface_write_as(uvec4 channels, uvec2 object, uint kind, uint mode, int x, int y, int z)
{
    GiRecord record = gi_record(object, GI_SURFACE + kind);
    uint count = record.format >> 4 & 7u, bits = record.format >> 8;
    uvec4 words = uvec4(0u);

    if (record.kind == 0u)
        return;
    for (uint i = 0u; i < count; i++) {
        uint wide = bits == 10u && i == 3u ? 2u : bits, at = i * bits;

        words[at >> 5] |= gi_encode(channels[i], record.format & 15u, wide) << (at & 31u);
    }
    gi_surface_write(words, object, kind, mode, x * int(record.texel_bytes), y, z);
}

const uint GI_CHANGE_ADD = 0u, GI_CHANGE_MIN = 1u, GI_CHANGE_MAX = 2u, GI_CHANGE_AND = 3u;
const uint GI_CHANGE_OR = 4u, GI_CHANGE_MIN_SIGNED = 5u, GI_CHANGE_MAX_SIGNED = 6u;
const uint GI_CHANGE_MIN_AS = 7u, GI_CHANGE_MAX_AS = 8u;     // signed if the format is

uint gi_changed(uint old, uint value, uint how)
{
    switch (how) {
    case GI_CHANGE_ADD:
        return old + value;
    case GI_CHANGE_MIN:
        return min(old, value);
    case GI_CHANGE_MAX:
        return max(old, value);
    case GI_CHANGE_AND:
        return old & value;
    case GI_CHANGE_OR:
        return old | value;
    case GI_CHANGE_MIN_SIGNED:
        return uint(min(int(old), int(value)));
    default:
        return uint(max(int(old), int(value)));
    }
}

#ifdef GI_TEXTURES_IN_MEMORY
#define GI_EXCHANGE(image, at) \
    got = atomicCompSwap(GiOne(address).value, old, gi_changed(old, value, how))
#else
#define GI_EXCHANGE(image, at) \
    got = imageAtomicCompSwap(image[nonuniformEXT(object.x)], at, old, \
                              gi_changed(old, value, how))
#endif

// Changes a texel of 32 bits atomically; those of other sizes stay.
void gi_surface_change(uint value, uvec2 object, uint kind, uint mode, uint how, bool in_texels,
                       int x, int y, int z)
{
    GiRecord record = gi_record(object, GI_SURFACE + kind);
    uint old = 0u, got = 0u;
    ivec3 at;

    if (in_texels)
        x *= 4;
    if (record.kind == 0u || record.texel_bytes != 4u ||
        !gi_surface_place(record, mode, x, y, z, at))
        return;
    if (how >= GI_CHANGE_MIN_AS)
        how -= (record.format & 15u) == GI_SINT ? 2u : 6u;
#ifdef GI_TEXTURES_IN_MEMORY
    uvec2 address = gi_texel_address(record, 0u, uvec3(at));
#endif
    do {
        old = got;
        if (kind == GI_1D)
            GI_EXCHANGE(gi_change_1d, at.x);
        else if (kind == GI_2D)
            GI_EXCHANGE(gi_change_2d, at.xy);
        else
            GI_EXCHANGE(gi_change_3d, at);
    } while (got != old);
}
#undef GI_EXCHANGE

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
