// Textures and surfaces for authors of kernels.
//
// A texture or surface object is a 64-bit parameter of a kernel: a uvec2 whose x is the slot.
// GI_TEXTURE_SET belongs to the library; a kernel must bind nothing else there.
//
// Functions have the names of their counterparts in device code. Their first parameter is the
// texel. Its type (vec4, ivec4, uvec4) must be the type that the texture is read as. A wrong
// object (an empty slot, a texture of another shape) reads zeros and ignores writes. One texture of
// another shape is not wrong: tex1D also reads a texture of two directions with a height of 1.
//
//     #extension GL_GOOGLE_include_directive : require
//     #include "texture.glsl"
//     layout(push_constant) uniform Parameters { uvec2 image, target; };
//     ...
//     vec4 texel;
//     gi_tex2D(texel, image, x + 0.5, y + 0.5);
//     gi_surf2Dwrite(floatBitsToUint(texel), target, x * 16, y, GI_BOUNDARY_CLAMP);
//
// Define GI_TEXTURES_IN_MEMORY for devices without descriptor indexing whose shaders can read
// images in memory, such as CPUs.
//
// Define GI_LEAN for kernels that compile faster, since they have no filters of their own. They may
// use only textures that the device's samplers read as they are. With
// GI_TEXTURES_IN_MEMORY they may use only textures without linear filters whose coordinates are
// clamped or have a border.
//
// gi_query(object, what, level) answers the size of a level and the number of layers and levels.
//
// Kernels have no derivatives, so functions without Lod or Grad in their name read level 0.
// Coordinates that are not normalized count texels; textures with levels have none of these.
#ifndef GI_TEXTURE_GLSL
#define GI_TEXTURE_GLSL

#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#ifdef GI_TEXTURES_IN_MEMORY
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#else
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_shader_image_load_formatted : require
#endif

#ifndef GI_TEXTURE_SET
#define GI_TEXTURE_SET 0
#endif

const uint GI_BOUNDARY_ZERO = 0u;        // outside: reads 0, ignores writes
const uint GI_BOUNDARY_CLAMP = 1u;       // the nearest texel at the edge
const uint GI_BOUNDARY_TRAP = 2u;        // like zero: a shader cannot fail

// Answers of gi_query. Sizes are in texels; a size that the texture lacks is 0.
const uint GI_QUERY_WIDTH = 0u, GI_QUERY_HEIGHT = 1u, GI_QUERY_DEPTH = 2u;
const uint GI_QUERY_LAYERS = 3u, GI_QUERY_LEVELS = 4u, GI_QUERY_NORMALIZED = 5u;
// The type of a channel and the channels that are there, as numbers of PTX's manual (OpenCL's); the
// number of samples; filter (1: linear); modes at edges, as PTX counts them; whether coordinates
// count texels; whether a surface is linear memory.
const uint GI_QUERY_DATA_TYPE = 6u, GI_QUERY_ORDER = 7u, GI_QUERY_SAMPLES = 8u;
const uint GI_QUERY_FILTER = 9u, GI_QUERY_ADDRESS_X = 10u, GI_QUERY_ADDRESS_Y = 11u;
const uint GI_QUERY_ADDRESS_Z = 12u, GI_QUERY_IN_TEXELS = 13u, GI_QUERY_LAYOUT = 14u;

// ---- records: texture_plan.h has the same -------------------------------------------------------

const uint GI_1D = 1u, GI_2D = 2u, GI_3D = 3u, GI_1D_LAYERED = 4u, GI_2D_LAYERED = 5u;
const uint GI_CUBE = 6u, GI_CUBE_LAYERED = 7u, GI_LINEAR = 8u, GI_SURFACE = 16u;

const uint GI_NORMALIZED = 1u, GI_FILTER = 2u, GI_MIP_FILTER = 4u, GI_SRGB = 8u;
const uint GI_SEAMLESS = 16u, GI_MEMORY = 32u, GI_BY_SHADER = 64u;

const uint GI_UINT = 0u, GI_SINT = 1u, GI_FLOAT = 2u, GI_UNORM = 3u, GI_SNORM = 4u;

struct GiLevel {
    uvec2 address;
    uint row_bytes, unused;
    uvec2 slice_bytes;
};

struct GiRecord {
    uint kind, flags, format, sampler_place;
    uint width, height, depth, layers;
    uint levels, texel_bytes, address_modes, unused;
    vec4 border;
    float bias, min_level, max_level, unused_level;
    GiLevel level;
    uvec2 more_levels;
};

layout(set = GI_TEXTURE_SET, binding = 0, std430) readonly buffer GiRecords {
    GiRecord gi_records[];
};

layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer GiLevels {
    GiLevel levels[];
};

#ifndef GI_TEXTURES_IN_MEMORY
layout(set = GI_TEXTURE_SET, binding = 1) uniform texture1D gi_1d_f[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform texture2D gi_2d_f[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform texture3D gi_3d_f[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform texture1DArray gi_1da_f[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform texture2DArray gi_2da_f[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform textureCube gi_cube_f[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform textureCubeArray gi_cubea_f[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform itexture1D gi_1d_i[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform itexture2D gi_2d_i[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform itexture3D gi_3d_i[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform itexture1DArray gi_1da_i[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform itexture2DArray gi_2da_i[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform itextureCube gi_cube_i[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform itextureCubeArray gi_cubea_i[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform utexture1D gi_1d_u[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform utexture2D gi_2d_u[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform utexture3D gi_3d_u[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform utexture1DArray gi_1da_u[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform utexture2DArray gi_2da_u[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform utextureCube gi_cube_u[];
layout(set = GI_TEXTURE_SET, binding = 1) uniform utextureCubeArray gi_cubea_u[];
layout(set = GI_TEXTURE_SET, binding = 2) uniform uimage1D gi_store_1d[];
layout(set = GI_TEXTURE_SET, binding = 2) uniform uimage2D gi_store_2d[];
layout(set = GI_TEXTURE_SET, binding = 2) uniform uimage3D gi_store_3d[];
layout(set = GI_TEXTURE_SET, binding = 2) uniform uimage1DArray gi_store_1da[];
layout(set = GI_TEXTURE_SET, binding = 2) uniform uimage2DArray gi_store_2da[];
layout(set = GI_TEXTURE_SET, binding = 2, r32ui) uniform uimage1D gi_change_1d[];
layout(set = GI_TEXTURE_SET, binding = 2, r32ui) uniform uimage2D gi_change_2d[];
layout(set = GI_TEXTURE_SET, binding = 2, r32ui) uniform uimage3D gi_change_3d[];
layout(set = GI_TEXTURE_SET, binding = 3) uniform sampler gi_samplers[];
#endif

// ---- memory -------------------------------------------------------------------------------------

layout(buffer_reference, std430, buffer_reference_align = 16) buffer GiFour { uvec4 value; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer GiTwo { uvec2 value; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer GiOne { uint value; };
#ifdef GI_TEXTURES_IN_MEMORY
layout(buffer_reference, std430, buffer_reference_align = 1) buffer GiByte { uint8_t value; };
#endif

#include "address.glsl"

GiLevel gi_level(GiRecord record, uint level)
{
    if (level == 0u)
        return record.level;
    return GiLevels(record.more_levels).levels[level - 1u];
}

uvec2 gi_texel_address(GiRecord record, uint level, uvec3 at)
{
    GiLevel where = gi_level(record, level);
    uvec2 row = gi_times(uvec2(where.row_bytes, 0u), at.y);
    uvec2 slice = gi_times(where.slice_bytes, at.z);

    return gi_plus(gi_plus(where.address, slice),
                   gi_plus(row, gi_times(uvec2(record.texel_bytes, 0u), at.x)));
}

// Loads the bytes of a texel; the rest of the result is 0. The address is a multiple of the size.
uvec4 gi_load_bytes(uvec2 address, uint bytes)
{
    if (bytes == 16u)
        return GiFour(address).value;
    if (bytes == 8u)
        return uvec4(GiTwo(address).value, 0u, 0u);
    uint word = GiOne(uvec2(address.x & ~3u, address.y)).value;
    if (bytes < 4u)
        word = word >> (address.x & 3u) * 8u & (1u << bytes * 8u) - 1u;
    return uvec4(word, 0u, 0u, 0u);
}

#ifdef GI_TEXTURES_IN_MEMORY
void gi_store_bytes(uvec2 address, uint bytes, uvec4 texel)
{
    if (bytes == 16u) {
        GiFour(address).value = texel;
    } else if (bytes == 8u) {
        GiTwo(address).value = texel.xy;
    } else if (bytes == 4u) {
        GiOne(address).value = texel.x;
    } else {
        for (uint i = 0u; i < bytes; i++)
            GiByte(uvec2(address.x + i, address.y)).value = uint8_t(texel.x >> i * 8u & 0xffu);
    }
}
#endif

// ---- formats ------------------------------------------------------------------------------------

// Extracts the channels of a texel as integers; missing channels are 0. There is no loop, as some devices count the
// rounds of a thread.
uvec4 gi_channels(GiRecord record, uvec4 words)
{
    uint channels = record.format >> 4 & 7u, bits = record.format >> 8;
    uvec4 order = uvec4(0u, 1u, 2u, 3u), all = bits == 8u ? words.xxxx : words.xxyy;

    if (bits == 32u)
        return words;
    if (bits == 10u)
        return uvec4(words.x, words.x >> 10, words.x >> 20, words.x >> 30) &
               uvec4(1023u, 1023u, 1023u, 3u);
    all = all >> (order * bits & 31u) & (1u << bits) - 1u;
    return mix(all, uvec4(0u), greaterThanEqual(order, uvec4(channels)));
}

// True for the channels that the format lacks, which read 0. For the channels of
// blocks the device decides.
bvec4 gi_lacks(GiRecord record)
{
    uint channels = (record.format & 128u) != 0u ? 4u : record.format >> 4 & 7u;

    return greaterThanEqual(uvec4(0u, 1u, 2u, 3u), uvec4(channels));
}

ivec4 gi_signed(GiRecord record, uvec4 channels)
{
    int shift = 32 - int(record.format >> 8);

    return ivec4(channels << shift) >> shift;
}

float gi_linear(float stored)
{
    return stored <= 0.04045 ? stored / 12.92 : pow((stored + 0.055) / 1.055, 2.4);
}

vec4 gi_decode_srgb(GiRecord record, vec4 texel)
{
    if ((record.flags & GI_SRGB) == 0u)
        return texel;
    return vec4(gi_linear(texel.x), gi_linear(texel.y), gi_linear(texel.z), texel.w);
}

vec4 gi_floats(GiRecord record, uvec4 words)
{
    uint kind = record.format & 15u, bits = record.format >> 8;
    uvec4 all = gi_channels(record, words);
    vec4 texel = vec4(0.0);

    if (kind == GI_FLOAT && bits == 32u)
        texel = uintBitsToFloat(all);
    else if (kind == GI_FLOAT)
        texel = vec4(unpackHalf2x16(all.x).x, unpackHalf2x16(all.y).x, unpackHalf2x16(all.z).x,
                     unpackHalf2x16(all.w).x);
    else if (kind == GI_UNORM && bits == 10u)
        texel = vec4(all) / vec4(1023.0, 1023.0, 1023.0, 3.0);
    else if (kind == GI_UNORM)
        texel = vec4(all) / float((1u << bits) - 1u);
    else if (kind == GI_SNORM)
        texel = max(vec4(gi_signed(record, all)) / float((1u << bits - 1u) - 1u), -1.0);
    return texel;
}

void gi_decode(out vec4 texel, GiRecord record, uvec4 words)
{
    texel = gi_decode_srgb(record, gi_floats(record, words));
}

void gi_decode(out uvec4 texel, GiRecord record, uvec4 words)
{
    texel = gi_channels(record, words);
}

void gi_decode(out ivec4 texel, GiRecord record, uvec4 words)
{
    texel = gi_signed(record, gi_channels(record, words));
}

bool gi_reads_as(vec4 type, GiRecord record)
{
    return (record.format & 15u) >= GI_FLOAT;
}

bool gi_reads_as(uvec4 type, GiRecord record)
{
    return (record.format & 15u) == GI_UINT;
}

bool gi_reads_as(ivec4 type, GiRecord record)
{
    return (record.format & 15u) == GI_SINT;
}

// ---- coordinates --------------------------------------------------------------------------------

const int GI_OUTSIDE = -1;

// The remainder, also of negative numbers, for which GLSL leaves % undefined. Some devices treat
// them as 2^32 more.
int gi_remainder(int at, int count)
{
    return at < 0 ? count - 1 - (-1 - at) % count : at % count;
}

// Applies an address mode to a texel index in a row of count texels; GI_OUTSIDE: the border.
int gi_wrap(int at, int count, uint mode)
{
    if (mode == 1u)
        return clamp(at, 0, count - 1);
#ifndef GI_LEAN
    if (mode == 0u)
        return gi_remainder(at, count);
    if (mode == 2u) {
        int turn = gi_remainder(at, 2 * count);

        return turn < count ? turn : 2 * count - 1 - turn;
    }
#endif
    return at < 0 || at >= count ? GI_OUTSIDE : at;
}

// Keeps floats beyond all texels, and NaN, within the range of int.
int gi_floor(float at)
{
    return int(clamp(floor(at), -1.0e9, 1.0e9));
}

uvec3 gi_level_size(GiRecord record, uint level)
{
    return max(uvec3(record.width, record.height, record.depth) >> level, uvec3(1u));
}

// The face that a direction hits, and the position there: 0 to 1 from side to side.
uint gi_face(vec3 direction, out vec2 place)
{
    vec3 far = abs(direction);
    uint face;
    vec3 on;

    if (far.z >= far.x && far.z >= far.y) {
        face = direction.z < 0.0 ? 5u : 4u;
        on = vec3(direction.z < 0.0 ? -direction.x : direction.x, -direction.y, far.z);
    } else if (far.y >= far.x) {
        face = direction.y < 0.0 ? 3u : 2u;
        on = vec3(direction.x, direction.y < 0.0 ? -direction.z : direction.z, far.y);
    } else {
        face = direction.x < 0.0 ? 1u : 0u;
        on = vec3(direction.x < 0.0 ? direction.z : -direction.z, -direction.y, far.x);
    }
    place = on.z > 0.0 ? 0.5 * (on.xy / on.z + 1.0) : vec2(0.5);
    return face;
}

// The direction of a position on a face, which may lie beyond its sides.
vec3 gi_direction(uint face, vec2 place)
{
    vec2 at = 2.0 * place - 1.0;

    if (face == 0u)
        return vec3(1.0, -at.y, -at.x);
    if (face == 1u)
        return vec3(-1.0, -at.y, at.x);
    if (face == 2u)
        return vec3(at.x, 1.0, at.y);
    if (face == 3u)
        return vec3(at.x, -1.0, -at.y);
    if (face == 4u)
        return vec3(at.x, -at.y, 1.0);
    return vec3(-at.x, -at.y, -1.0);
}

// The position where a direction hits the plane of a face.
vec2 gi_place_on(uint face, vec3 direction)
{
    vec3 normal = gi_direction(face, vec2(0.5));
    vec3 right = gi_direction(face, vec2(1.0, 0.5)) - normal;
    vec3 down = gi_direction(face, vec2(0.5, 1.0)) - normal;
    float far = dot(direction, normal);

    return 0.5 * (vec2(dot(direction, right), dot(direction, down)) / far + 1.0);
}

// Converts a position to texels of a level. Axes that the kind lacks are at the center of texel 0.
vec3 gi_in_level(GiRecord record, uint level, vec3 at)
{
    bool cube = record.kind == GI_CUBE || record.kind == GI_CUBE_LAYERED;

    if ((record.flags & GI_NORMALIZED) != 0u || cube)
        at *= vec3(gi_level_size(record, level));
    if (record.kind == GI_1D || record.kind == GI_1D_LAYERED)
        at.y = 0.5;
    if (record.kind != GI_3D)
        at.z = 0.5;
    return at;
}

// How many texels lie around a position: two along each axis of the kind.
int gi_taps(GiRecord record)
{
    bool is_flat = record.kind == GI_1D || record.kind == GI_1D_LAYERED;

    return record.kind == GI_3D ? 8 : is_flat ? 2 : 4;
}

// One of the texels around a position, and its weight along each axis. Without blending: the
// texel that contains the position.
ivec3 gi_place(vec3 here, int which, bool mixes, out vec3 past)
{
    vec3 from = mixes ? here - 0.5 : here;
    ivec3 corner = ivec3(which & 1, which >> 1 & 1, which >> 2);

    past = mixes ? mix(1.0 - fract(from), fract(from), equal(corner, ivec3(1))) : vec3(1.0);
    return ivec3(gi_floor(from.x), gi_floor(from.y), gi_floor(from.z)) + corner;
}

// The weight of one of these texels for integers, in 256ths. All eight together weigh 256. The places
// and the products of weights are rounded to 8 bits, as NVIDIA's do.
int gi_part(vec3 here, int which)
{
    ivec3 past = ivec3(floor(fract(here - 0.5) * 256.0 + 0.5));
    int both = past.x * past.y + 128 >> 8;
    int corner = which & 3;
    int part = corner == 3 ? both : corner == 1 ? past.x - both : corner == 2 ? past.y - both
                                                            : 256 - past.x - past.y + both;
    int deep = part * past.z + 128 >> 8;

    return which > 3 ? deep : part - deep;
}

bool gi_is_inside(int at, int size)
{
    return at >= 0 && at < size;
}

// The weight of a texel at a cube corner. One of the four texels does not exist, so the others
// share its weight.
float gi_cube_part(GiRecord record, uint level, vec3 here, ivec3 place, float part)
{
    int size = int(gi_level_size(record, level).x);
    vec2 from = here.xy - 0.5, past = fract(from);
    ivec2 first = ivec2(floor(from));
    bvec2 crosses = bvec2(first.x < 0 || first.x + 1 >= size, first.y < 0 || first.y + 1 >= size);
    vec2 missing = vec2(first.x < 0 ? 1.0 - past.x : past.x, first.y < 0 ? 1.0 - past.y : past.y);

    if ((record.flags & GI_SEAMLESS) == 0u || !all(crosses) || part == 0.0)
        return part;
    if (!gi_is_inside(place.x, size) && !gi_is_inside(place.y, size))
        return 0.0;
    return part + missing.x * missing.y / 3.0;
}

// Moves a texel index beyond a face onto the cube: to the adjacent face, or to the edge.
ivec2 gi_on_cube(GiRecord record, ivec2 at, int size, inout uint layer)
{
    ivec2 inside = clamp(at, ivec2(0), ivec2(size - 1));
    uint face = layer % 6u;
    vec2 place;

    if (inside == at || (record.flags & GI_SEAMLESS) == 0u)
        return inside;
    layer += gi_face(gi_direction(face, (vec2(at) + 0.5) / float(size)), place) - face;
    return clamp(ivec2(floor(place * float(size))), ivec2(0), ivec2(size - 1));
}

// The level of detail for derivatives. The derivatives of axes that the kind lacks are 0.
float gi_lod(GiRecord record, vec3 dx, vec3 dy)
{
    vec3 size = vec3(1.0);

    if ((record.flags & GI_NORMALIZED) != 0u)
        size = vec3(gi_level_size(record, 0u));
    float longest = max(dot(dx * size, dx * size), dot(dy * size, dy * size));
    return longest > 0.0 ? 0.5 * log2(longest) : -126.0;
}

// The level of detail for derivatives of a direction of a cube.
float gi_cube_lod(GiRecord record, vec3 at, vec3 dx, vec3 dy)
{
    vec2 place;
    uint face = gi_face(at, place);

    record.flags |= GI_NORMALIZED;
    return gi_lod(record, vec3(gi_place_on(face, at + dx) - place, 0.0),
                  vec3(gi_place_on(face, at + dy) - place, 0.0));
}

// ---- reading: once for each type of texel -------------------------------------------------------

GiRecord gi_record(uvec2 object, uint kind)
{
    GiRecord record = gi_records[min(object.x, uint(gi_records.length()) - 1u)];

    if (record.kind != kind || object.x >= uint(gi_records.length()))
        record.kind = 0u;
    return record;
}

// True for a texture of two directions with one row. NVIDIA's devices read it as one of one direction, too: a program
// that makes an array with a height of 1 means that.
bool gi_is_row(uvec2 object)
{
    GiRecord record = gi_record(object, GI_2D);

    return record.kind == GI_2D && record.height == 1u;
}

// True if the device's sampler reads the texture as it is.
bool gi_by_sampler(GiRecord record)
{
#ifdef GI_LEAN
    return true;
#else
    return (record.flags & GI_BY_SHADER) == 0u;
#endif
}

// A position or derivative as samplers take it.
vec3 gi_scaled(GiRecord record, vec3 at)
{
    return (record.flags & GI_NORMALIZED) != 0u ? at : at / vec3(gi_level_size(record, 0u));
}

uint gi_layer(GiRecord record, int layer)
{
    return uint(clamp(layer, 0, int(record.layers) - 1));
}

#define GI_TEXEL vec4
#define GI_FLOATS
#define GI_IMAGE(kind) gi_##kind##_f
#define GI_SAMPLER(kind) kind
#include "texture_reads.glsl"
#undef GI_TEXEL
#undef GI_FLOATS
#undef GI_IMAGE
#undef GI_SAMPLER
#define GI_TEXEL ivec4
#define GI_IMAGE(kind) gi_##kind##_i
#define GI_SAMPLER(kind) i##kind
#include "texture_reads.glsl"
#undef GI_TEXEL
#undef GI_IMAGE
#undef GI_SAMPLER
#define GI_TEXEL uvec4
#define GI_IMAGE(kind) gi_##kind##_u
#define GI_SAMPLER(kind) u##kind
#include "texture_reads.glsl"
#undef GI_TEXEL
#undef GI_IMAGE
#undef GI_SAMPLER

#include "texture_surfaces.glsl"

// A position that is moved by whole texels of a level.
vec3 gi_moved(GiRecord record, vec3 at, ivec3 by, float lod)
{
    float top = float(max(record.levels, 1u) - 1u);
    vec3 size = vec3(1.0);

    if (record.levels > 1u)
        lod = clamp(lod + record.bias, record.min_level, max(record.max_level, record.min_level));
    if ((record.flags & GI_NORMALIZED) != 0u)
        size = vec3(gi_level_size(record, uint(clamp(ceil(lod + 0.5) - 1.0, 0.0, top))));
    return at + vec3(by) / size;
}

vec3 gi_moved_lod(uvec2 object, vec3 at, ivec3 by, float lod)
{
    return gi_moved(gi_records[min(object.x, uint(gi_records.length()) - 1u)], at, by, lod);
}

vec3 gi_moved_grad(uvec2 object, vec3 at, ivec3 by, vec3 dx, vec3 dy)
{
    GiRecord record = gi_records[min(object.x, uint(gi_records.length()) - 1u)];

    return gi_moved(record, at, by, gi_lod(record, dx, dy));
}

uint gi_data_type(GiRecord record)
{
    uint kind = record.format & 15u, bits = record.format >> 8;
    uint size = bits == 8u ? 0u : bits == 16u ? 1u : 2u;

    if (bits == 10u)
        return 0x10d6u;
    switch (kind) {
    case GI_SNORM:
        return 0x10d0u + size;
    case GI_UNORM:
        return 0x10d2u + size;
    case GI_SINT:
        return 0x10d7u + size;
    case GI_UINT:
        return 0x10dau + size;
    default:
        return bits == 16u ? 0x10ddu : 0x10deu;
    }
}

uint gi_order(GiRecord record)
{
    uint channels = record.format >> 4 & 7u;

    return channels == 1u ? 0x10b0u : channels == 2u ? 0x10b2u : channels == 3u ? 0x10b4u : 0x10b5u;
}

// Wrap, mirror, the older clamp, clamp to the edge, border: 0 to 4.
uint gi_edge_mode(GiRecord record, uint axis)
{
    uint mode = record.address_modes >> 2u * axis & 3u;

    return mode == 1u ? 3u : mode == 2u ? 1u : mode == 3u ? 4u : 0u;
}

// Answers a question about a texture or surface of any shape; an empty slot has 0 of everything.
uint gi_query(uvec2 object, uint what, uint level)
{
    uint slot = min(object.x, uint(gi_records.length()) - 1u);
    GiRecord record = gi_records[slot];
    uint shape = record.kind & (GI_SURFACE - 1u);

    if (record.kind == 0u || slot != object.x)
        return 0u;
    switch (what) {
    case GI_QUERY_WIDTH:
        return max(record.width >> min(level, 31u), 1u);
    case GI_QUERY_HEIGHT:
        if (shape == GI_1D || shape == GI_1D_LAYERED || shape == GI_LINEAR)
            return 0u;
        return max(record.height >> min(level, 31u), 1u);
    case GI_QUERY_DEPTH:
        return shape == GI_3D ? max(record.depth >> min(level, 31u), 1u) : 0u;
    case GI_QUERY_LAYERS:
        return shape == GI_1D_LAYERED || shape == GI_2D_LAYERED || shape == GI_CUBE_LAYERED
               ? record.layers : 0u;
    case GI_QUERY_LEVELS:
        return record.levels;
    case GI_QUERY_NORMALIZED:
        return record.flags & GI_NORMALIZED;
    case GI_QUERY_DATA_TYPE:
        return gi_data_type(record);
    case GI_QUERY_ORDER:
        return gi_order(record);
    case GI_QUERY_SAMPLES:
        return 1u;
    case GI_QUERY_FILTER:
        return (record.flags & GI_FILTER) != 0u ? 1u : 0u;
    case GI_QUERY_ADDRESS_X:
    case GI_QUERY_ADDRESS_Y:
    case GI_QUERY_ADDRESS_Z:
        return gi_edge_mode(record, what - GI_QUERY_ADDRESS_X);
    case GI_QUERY_IN_TEXELS:
        return (record.flags & GI_NORMALIZED) != 0u ? 0u : 1u;
    }
    return 0u;
}

#endif
