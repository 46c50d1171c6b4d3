// Included by texture.glsl once for each type of texel. GI_TEXEL is the type; GI_IMAGE and
// GI_SAMPLER make the names that belong to it. GI_FLOATS is defined if texels can be blended.

// Reads one texel. The position is in the level; layer is the layer (or face) in the view.
void gi_fetch(out GI_TEXEL texel, GiRecord record, uint slot, uint level, uvec3 at, uint layer)
{
    texel = GI_TEXEL(0);
    if ((record.flags & GI_MEMORY) != 0u) {
        uvec3 place = uvec3(at.xy, record.kind == GI_3D ? at.z : layer);

        gi_decode(texel, record, gi_load_bytes(gi_texel_address(record, level, place),
                                               record.texel_bytes));
        return;
    }
#ifndef GI_TEXTURES_IN_MEMORY
    ivec3 place = ivec3(at);
    int lod = int(level), z = int(layer);

    switch (record.kind) {
    case GI_1D:
        texel = texelFetch(GI_IMAGE(1d)[nonuniformEXT(slot)], place.x, lod);
        break;
    case GI_2D:
        texel = texelFetch(GI_IMAGE(2d)[nonuniformEXT(slot)], place.xy, lod);
        break;
    case GI_3D:
        texel = texelFetch(GI_IMAGE(3d)[nonuniformEXT(slot)], place, lod);
        break;
    case GI_1D_LAYERED:
        texel = texelFetch(GI_IMAGE(1da)[nonuniformEXT(slot)], ivec2(place.x, z), lod);
        break;
    default:
        texel = texelFetch(GI_IMAGE(2da)[nonuniformEXT(slot)], ivec3(place.xy, z), lod);
        break;
    }
#ifdef GI_FLOATS
    texel = gi_decode_srgb(record, texel);
#endif
    texel = mix(texel, GI_TEXEL(0), gi_lacks(record));
#endif
}

// Reads a texel of a level and applies the address modes. Beyond a cube face it reads the nearest
// texel of the adjacent face.
void gi_tap(out GI_TEXEL texel, GiRecord record, uint slot, uint level, ivec3 at, uint layer)
{
    ivec3 size = ivec3(gi_level_size(record, level)), place;
    bool is_flat = record.kind == GI_1D || record.kind == GI_1D_LAYERED;
    bool is_deep = record.kind == GI_3D;

    if (record.kind == GI_CUBE || record.kind == GI_CUBE_LAYERED)
        place = ivec3(gi_on_cube(record, at.xy, size.x, layer), 0);
    else
        place = ivec3(gi_wrap(at.x, size.x, record.address_modes & 3u),
                      is_flat ? 0 : gi_wrap(at.y, size.y, record.address_modes >> 2 & 3u),
                      is_deep ? gi_wrap(at.z, size.z, record.address_modes >> 4 & 3u) : 0);
    if (any(equal(place, ivec3(GI_OUTSIDE))))
        texel = mix(GI_TEXEL(record.border), GI_TEXEL(0), gi_lacks(record));
    else
        gi_fetch(texel, record, slot, level, uvec3(place), layer);
}

#if defined(GI_LEAN) && !defined(GI_TEXTURES_IN_MEMORY)
// Lean kernels have samplers for this.
void gi_read(out GI_TEXEL texel, GiRecord record, uint slot, vec3 at, uint layer, float lod)
{
    texel = GI_TEXEL(0);
}
#else
// Reads a position: a texel, or the weighted mean of the texels around it in one or two levels.
// Axes that the kind lacks are 0. It has one loop and one tap, because compilers inline functions
// wherever they are called.
void gi_read(out GI_TEXEL texel, GiRecord record, uint slot, vec3 at, uint layer, float lod)
{
    float top = float(record.levels - 1u);

    lod = min(max(lod + record.bias, record.min_level), max(record.max_level, record.min_level));
    lod = min(max(lod, 0.0), top);
#if defined(GI_FLOATS) && !defined(GI_LEAN)
    bool mixes = (record.flags & GI_FILTER) != 0u;
    bool mixes_levels = (record.flags & GI_MIP_FILTER) != 0u && lod > floor(lod);
    uint first = mixes_levels ? uint(lod) : uint(clamp(ceil(lod + 0.5) - 1.0, 0.0, top));
    int taps = mixes ? gi_taps(record) : 1;

    texel = GI_TEXEL(0);
    for (int i = 0; i < (mixes_levels ? 2 * taps : taps); i++) {
        uint level = first + uint(i / taps);
        vec3 here = gi_in_level(record, level, at), past;
        ivec3 place = gi_place(here, i % taps, mixes, past);
        float part = past.x * past.y * past.z;
        GI_TEXEL one;

        if (mixes && (record.kind == GI_CUBE || record.kind == GI_CUBE_LAYERED))
            part = gi_cube_part(record, level, here, place, part);
        if (mixes_levels)
            part *= i < taps ? 1.0 - fract(lod) : fract(lod);
        if (part == 0.0)
            continue;
        gi_tap(one, record, slot, level, place, layer);
        texel += part * one;
    }
#elif !defined(GI_LEAN)
    uint level = uint(clamp(ceil(lod + 0.5) - 1.0, 0.0, top));
    vec3 here = gi_in_level(record, level, at), past;
    bool mixes = (record.flags & GI_FILTER) != 0u;
    GI_TEXEL high = GI_TEXEL(0), low = GI_TEXEL(0), one = GI_TEXEL(0);
    int rest = 256;

    // Halves of the numbers, so that no product is too large. At a corner of a cube the rounded
    // weights may not be whole together.
    for (int i = 0; i < (mixes ? gi_taps(record) : 1); i++) {
        ivec3 place = gi_place(here, i, mixes, past);
        int part = mixes ? gi_part(here, i) : 256;

        if (mixes && (record.kind == GI_CUBE || record.kind == GI_CUBE_LAYERED))
            part = int(floor(gi_cube_part(record, level, here, place, float(part) / 256.0) * 256.0
                             + 0.5));
        if (part == 0)
            continue;
        gi_tap(one, record, slot, level, place, layer);
        high += (one >> 16) * GI_TEXEL(part);
        low += (one & GI_TEXEL(0xffff)) * GI_TEXEL(part);
        rest -= part;
    }
    high += (one >> 16) * GI_TEXEL(rest);
    low += (one & GI_TEXEL(0xffff)) * GI_TEXEL(rest);
    // Numbers of 32 bits are rounded downwards, others to the nearest, a half upwards.
    low += GI_TEXEL(record.format >> 8 == 32u ? 0 : 128);
    texel = (high << 8) + (low >> 8);
#else
    uint level = uint(clamp(ceil(lod + 0.5) - 1.0, 0.0, top));
    vec3 past;

    gi_tap(texel, record, slot, level,
           gi_place(gi_in_level(record, level, at), 0, false, past), layer);
#endif
}
#endif

bool gi_begin(out GI_TEXEL texel, out GiRecord record, uvec2 object, uint kind)
{
    record = gi_record(object, kind);
    texel = GI_TEXEL(0);
    if (record.kind == 0u || !gi_reads_as(texel, record))
        return false;
    record.kind = kind;          // a constant here, so the compiler removes the code of other kinds
    return true;
}

// The image and sampler of a texture, and a read by them if the device's sampler reads the texture
// as it is.
#ifdef GI_TEXTURES_IN_MEMORY
#define GI_IF_SAMPLED(read)
#else
#define GI_BOTH(kind, view) \
    GI_SAMPLER(kind)(GI_IMAGE(view)[nonuniformEXT(object.x)], \
                     gi_samplers[nonuniformEXT(record.sampler_place)])
#define GI_IF_SAMPLED(read) \
    if (gi_by_sampler(record)) { \
        texel = mix(read, GI_TEXEL(0), gi_lacks(record)); \
        return; \
    }
#endif

// Reads a direction of a cube.
void gi_read_cube(out GI_TEXEL texel, GiRecord record, uint slot, vec3 at, uint layer, float lod)
{
    vec2 place;
    uint face = gi_face(at, place);

    gi_read(texel, record, slot, vec3(place, 0.0), layer * 6u + face, lod);
}

// ---- what kernels call --------------------------------------------------------------------------

void gi_tex2DLod(out GI_TEXEL texel, uvec2 object, float x, float y, float lod)
{
    GiRecord record;
    vec3 at = vec3(x, y, 0.0);

    if (!gi_begin(texel, record, object, GI_2D))
        return;
    GI_IF_SAMPLED(textureLod(GI_BOTH(sampler2D, 2d), gi_scaled(record, at).xy, lod))
    gi_read(texel, record, object.x, at, 0u, lod);
}

void gi_tex2D(out GI_TEXEL texel, uvec2 object, float x, float y)
{
    gi_tex2DLod(texel, object, x, y, 0.0);
}

void gi_tex2DGrad(out GI_TEXEL texel, uvec2 object, float x, float y, vec2 dx, vec2 dy)
{
    GiRecord record;
    vec3 at = vec3(x, y, 0.0);
    vec3 by_x = vec3(dx, 0.0), by_y = vec3(dy, 0.0);

    if (!gi_begin(texel, record, object, GI_2D))
        return;
    GI_IF_SAMPLED(textureGrad(GI_BOTH(sampler2D, 2d), gi_scaled(record, at).xy,
                              gi_scaled(record, by_x).xy, gi_scaled(record, by_y).xy))
    gi_read(texel, record, object.x, at, 0u, gi_lod(record, by_x, by_y));
}

void gi_tex1DLod(out GI_TEXEL texel, uvec2 object, float x, float lod)
{
    GiRecord record;
    vec3 at = vec3(x, 0.0, 0.0);

    if (gi_is_row(object)) {
        gi_tex2DLod(texel, object, x, 0.5, lod);
        return;
    }
    if (!gi_begin(texel, record, object, GI_1D))
        return;
    GI_IF_SAMPLED(textureLod(GI_BOTH(sampler1D, 1d), gi_scaled(record, at).x, lod))
    gi_read(texel, record, object.x, at, 0u, lod);
}

void gi_tex1D(out GI_TEXEL texel, uvec2 object, float x)
{
    gi_tex1DLod(texel, object, x, 0.0);
}

void gi_tex1DGrad(out GI_TEXEL texel, uvec2 object, float x, float dx, float dy)
{
    GiRecord record;
    vec3 at = vec3(x, 0.0, 0.0);
    vec3 by_x = vec3(dx, 0.0, 0.0), by_y = vec3(dy, 0.0, 0.0);

    if (gi_is_row(object)) {
        gi_tex2DGrad(texel, object, x, 0.5, vec2(dx, 0.0), vec2(dy, 0.0));
        return;
    }
    if (!gi_begin(texel, record, object, GI_1D))
        return;
    GI_IF_SAMPLED(textureGrad(GI_BOTH(sampler1D, 1d), gi_scaled(record, at).x,
                              gi_scaled(record, by_x).x, gi_scaled(record, by_y).x))
    gi_read(texel, record, object.x, at, 0u, gi_lod(record, by_x, by_y));
}

void gi_tex3DLod(out GI_TEXEL texel, uvec2 object, float x, float y, float z, float lod)
{
    GiRecord record;
    vec3 at = vec3(x, y, z);

    if (!gi_begin(texel, record, object, GI_3D))
        return;
    GI_IF_SAMPLED(textureLod(GI_BOTH(sampler3D, 3d), gi_scaled(record, at), lod))
    gi_read(texel, record, object.x, at, 0u, lod);
}

void gi_tex3D(out GI_TEXEL texel, uvec2 object, float x, float y, float z)
{
    gi_tex3DLod(texel, object, x, y, z, 0.0);
}

void gi_tex3DGrad(out GI_TEXEL texel, uvec2 object, float x, float y, float z, vec3 dx, vec3 dy)
{
    GiRecord record;
    vec3 at = vec3(x, y, z);

    if (!gi_begin(texel, record, object, GI_3D))
        return;
    GI_IF_SAMPLED(textureGrad(GI_BOTH(sampler3D, 3d), gi_scaled(record, at),
                              gi_scaled(record, dx), gi_scaled(record, dy)))
    gi_read(texel, record, object.x, at, 0u, gi_lod(record, dx, dy));
}

void gi_tex1DLayeredLod(out GI_TEXEL texel, uvec2 object, float x, int layer, float lod)
{
    GiRecord record;
    vec3 at = vec3(x, 0.0, 0.0);

    if (!gi_begin(texel, record, object, GI_1D_LAYERED))
        return;
    layer = int(gi_layer(record, layer));
    GI_IF_SAMPLED(textureLod(GI_BOTH(sampler1DArray, 1da),
                             vec2(gi_scaled(record, at).x, float(layer)), lod))
    gi_read(texel, record, object.x, at, uint(layer), lod);
}

void gi_tex1DLayered(out GI_TEXEL texel, uvec2 object, float x, int layer)
{
    gi_tex1DLayeredLod(texel, object, x, layer, 0.0);
}

void gi_tex1DLayeredGrad(out GI_TEXEL texel, uvec2 object, float x, int layer, float dx, float dy)
{
    GiRecord record;
    vec3 at = vec3(x, 0.0, 0.0);
    vec3 by_x = vec3(dx, 0.0, 0.0), by_y = vec3(dy, 0.0, 0.0);

    if (!gi_begin(texel, record, object, GI_1D_LAYERED))
        return;
    layer = int(gi_layer(record, layer));
    GI_IF_SAMPLED(textureGrad(GI_BOTH(sampler1DArray, 1da),
                              vec2(gi_scaled(record, at).x, float(layer)),
                              gi_scaled(record, by_x).x, gi_scaled(record, by_y).x))
    gi_read(texel, record, object.x, at, uint(layer), gi_lod(record, by_x, by_y));
}

void gi_tex2DLayeredLod(out GI_TEXEL texel, uvec2 object, float x, float y, int layer, float lod)
{
    GiRecord record;
    vec3 at = vec3(x, y, 0.0);

    if (!gi_begin(texel, record, object, GI_2D_LAYERED))
        return;
    layer = int(gi_layer(record, layer));
    GI_IF_SAMPLED(textureLod(GI_BOTH(sampler2DArray, 2da),
                             vec3(gi_scaled(record, at).xy, float(layer)), lod))
    gi_read(texel, record, object.x, at, uint(layer), lod);
}

void gi_tex2DLayered(out GI_TEXEL texel, uvec2 object, float x, float y, int layer)
{
    gi_tex2DLayeredLod(texel, object, x, y, layer, 0.0);
}

void gi_tex2DLayeredGrad(out GI_TEXEL texel, uvec2 object, float x, float y, int layer, vec2 dx,
                         vec2 dy)
{
    GiRecord record;
    vec3 at = vec3(x, y, 0.0);
    vec3 by_x = vec3(dx, 0.0), by_y = vec3(dy, 0.0);

    if (!gi_begin(texel, record, object, GI_2D_LAYERED))
        return;
    layer = int(gi_layer(record, layer));
    GI_IF_SAMPLED(textureGrad(GI_BOTH(sampler2DArray, 2da),
                              vec3(gi_scaled(record, at).xy, float(layer)),
                              gi_scaled(record, by_x).xy, gi_scaled(record, by_y).xy))
    gi_read(texel, record, object.x, at, uint(layer), gi_lod(record, by_x, by_y));
}

void gi_texCubemapLod(out GI_TEXEL texel, uvec2 object, float x, float y, float z, float lod)
{
    GiRecord record;
    vec3 at = vec3(x, y, z);

    if (!gi_begin(texel, record, object, GI_CUBE))
        return;
    GI_IF_SAMPLED(textureLod(GI_BOTH(samplerCube, cube), at, lod))
    gi_read_cube(texel, record, object.x, at, 0u, lod);
}

void gi_texCubemap(out GI_TEXEL texel, uvec2 object, float x, float y, float z)
{
    gi_texCubemapLod(texel, object, x, y, z, 0.0);
}

void gi_texCubemapGrad(out GI_TEXEL texel, uvec2 object, float x, float y, float z, vec3 dx,
                       vec3 dy)
{
    GiRecord record;
    vec3 at = vec3(x, y, z);

    if (!gi_begin(texel, record, object, GI_CUBE))
        return;
    GI_IF_SAMPLED(textureGrad(GI_BOTH(samplerCube, cube), at, dx, dy))
    gi_read_cube(texel, record, object.x, at, 0u, gi_cube_lod(record, at, dx, dy));
}

void gi_texCubemapLayeredLod(out GI_TEXEL texel, uvec2 object, float x, float y, float z,
                             int layer, float lod)
{
    GiRecord record;
    vec3 at = vec3(x, y, z);

    if (!gi_begin(texel, record, object, GI_CUBE_LAYERED))
        return;
    layer = int(gi_layer(record, layer));
    GI_IF_SAMPLED(textureLod(GI_BOTH(samplerCubeArray, cubea), vec4(at, float(layer)), lod))
    gi_read_cube(texel, record, object.x, at, uint(layer), lod);
}

void gi_texCubemapLayered(out GI_TEXEL texel, uvec2 object, float x, float y, float z, int layer)
{
    gi_texCubemapLayeredLod(texel, object, x, y, z, layer, 0.0);
}

void gi_texCubemapLayeredGrad(out GI_TEXEL texel, uvec2 object, float x, float y, float z,
                              int layer, vec3 dx, vec3 dy)
{
    GiRecord record;
    vec3 at = vec3(x, y, z);

    if (!gi_begin(texel, record, object, GI_CUBE_LAYERED))
        return;
    layer = int(gi_layer(record, layer));
    GI_IF_SAMPLED(textureGrad(GI_BOTH(samplerCubeArray, cubea), vec4(at, float(layer)), dx, dy))
    gi_read_cube(texel, record, object.x, at, uint(layer), gi_cube_lod(record, at, dx, dy));
}

// Reads a texel of linear memory by index; 0 beyond its end.
void gi_tex1Dfetch(out GI_TEXEL texel, uvec2 object, int x)
{
    GiRecord record;

    if (!gi_begin(texel, record, object, GI_LINEAR) || x < 0 || uint(x) >= record.width)
        return;
    gi_fetch(texel, record, object.x, 0u, uvec3(uint(x), 0u, 0u), 0u);
}

// One channel of the four texels that a linear filter would blend: lower left, lower right, upper
// right, upper left. y grows from top to bottom.
void gi_gather(out GI_TEXEL texel, GiRecord record, uint slot, vec2 at, uint layer, int channel)
{
    GI_TEXEL one;

    ivec2 first = ivec2(gi_floor(at.x - 0.5), gi_floor(at.y - 0.5));
    for (int i = 0; i < 4; i++) {
        ivec2 corner = ivec2(i == 1 || i == 2 ? 1 : 0, i < 2 ? 1 : 0);

        gi_tap(one, record, slot, 0u, ivec3(first + corner, 0), layer);
        texel[i] = one[channel & 3];
    }
}

void gi_tex2Dgather(out GI_TEXEL texel, uvec2 object, float x, float y, int channel)
{
    GiRecord record;
    vec2 at = vec2(x, y);

    if (!gi_begin(texel, record, object, GI_2D))
        return;
    if ((record.flags & GI_NORMALIZED) != 0u)
        at *= vec2(record.width, record.height);
    gi_gather(texel, record, object.x, at, 0u, channel);
}

void gi_tex2DLayeredgather(out GI_TEXEL texel, uvec2 object, float x, float y, int layer,
                           int channel)
{
    GiRecord record;
    vec2 at = vec2(x, y);

    if (!gi_begin(texel, record, object, GI_2D_LAYERED))
        return;
    if ((record.flags & GI_NORMALIZED) != 0u)
        at *= vec2(record.width, record.height);
    gi_gather(texel, record, object.x, at, gi_layer(record, layer), channel);
}

// Views of cubes that samplers read have no faces that a fetch could name. A channel is a constant
// of the instruction.
#ifdef GI_TEXTURES_IN_MEMORY
#define GI_IF_GATHERED(kind, view, at)
#else
#define GI_IF_GATHERED(kind, view, at) \
    if (gi_by_sampler(record)) { \
        switch (channel & 3) { \
        case 0: texel = textureGather(GI_BOTH(kind, view), at, 0); break; \
        case 1: texel = textureGather(GI_BOTH(kind, view), at, 1); break; \
        case 2: texel = textureGather(GI_BOTH(kind, view), at, 2); break; \
        default: texel = textureGather(GI_BOTH(kind, view), at, 3); break; \
        } \
        if (gi_lacks(record)[channel & 3]) \
            texel = GI_TEXEL(0); \
        return; \
    }
#endif

void gi_gather_cube(out GI_TEXEL texel, GiRecord record, uint slot, vec3 at, uint layer,
                    int channel)
{
    vec2 place;
    uint face = gi_face(at, place);

    gi_gather(texel, record, slot, place * float(record.width), layer * 6u + face, channel);
}

void gi_texCubemapgather(out GI_TEXEL texel, uvec2 object, float x, float y, float z, int channel)
{
    GiRecord record;
    vec3 at = vec3(x, y, z);

    if (!gi_begin(texel, record, object, GI_CUBE))
        return;
    GI_IF_GATHERED(samplerCube, cube, at)
    gi_gather_cube(texel, record, object.x, at, 0u, channel);
}

void gi_texCubemapLayeredgather(out GI_TEXEL texel, uvec2 object, float x, float y, float z,
                                int layer, int channel)
{
    GiRecord record;
    vec3 at = vec3(x, y, z);

    if (!gi_begin(texel, record, object, GI_CUBE_LAYERED))
        return;
    layer = int(gi_layer(record, layer));
    GI_IF_GATHERED(samplerCubeArray, cubea, vec4(at, float(layer)))
    gi_gather_cube(texel, record, object.x, at, uint(layer), channel);
}
#undef GI_BOTH
#undef GI_IF_SAMPLED
#undef GI_IF_GATHERED
