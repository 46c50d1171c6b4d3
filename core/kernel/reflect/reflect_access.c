#include "reflect_access.h"

#include <string.h>

/* Image operands without an effect on an access of this library. */
#define MEANINGLESS_OPERANDS \
    (uint32_t)(GiImageOperandsNonPrivateTexel | GiImageOperandsVolatileTexel | \
               GiImageOperandsSignExtend | GiImageOperandsZeroExtend)

/* More than any array has: numbers above it are not made whole numbers, which may not have them. */
enum { MOST_LAYERS = 65535 };

/* PTX's name of a shape, and the number of coordinates of a position in it. */
struct shape {
    const char *name;
    uint32_t axes;
};

static const struct shape shapes[4][2] = {
    [GiDim1D] = { { "1d", 1 }, { "a1d", 1 } },
    [GiDim2D] = { { "2d", 2 }, { "a2d", 2 } },
    [GiDim3D] = { { "3d", 3 }, { "", 0 } },
    [GiDimCube] = { { "cube", 3 }, { "acube", 3 } },
};

/* The operands of an instruction that stand behind the image. */
struct operands {
    const struct gi_image_id *image;     /* the type */
    const struct gi_image_id *handle;
    struct shape shape;                  /* no axes: it has none */
    uint32_t type, result;               /* ids; a write has none */
    uint32_t at;                         /* the position; 0: none */
    uint32_t value;                      /* the channel of a gather, the texel of a write */
    uint32_t mask;                       /* image operands, and where they begin */
    const uint32_t *more;
    uint32_t more_count;
};

static gi_status refuse_access(const char *what)
{
    return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: textures and surfaces: %s", what);
}

/* ---- types and values ------------------------------------------------------------------------ */

static gi_type word(struct gi_accesses *to)
{
    return gi_spirv_type_int(&to->spirv, 32, false);
}

static gi_type whole(struct gi_accesses *to)
{
    return gi_spirv_type_int(&to->spirv, 32, true);
}

static gi_type real(struct gi_accesses *to)
{
    return gi_spirv_type_float(&to->spirv, 32);
}

static gi_type four(struct gi_accesses *to, gi_type of)
{
    return gi_spirv_type_vector(&to->spirv, of, 4);
}

/* How many parts a value of the module has; 0: its type is no number or vector of the kind with 32
 * bits. */
static uint32_t parts_of(const struct gi_accesses *to, uint32_t value, enum gi_image_kind kind)
{
    const struct gi_image_id *type = gi_image_id(&to->images,
                                                 gi_image_id(&to->images, value)->type);
    const struct gi_image_id *part = gi_image_type(&to->images, value);

    if (part->kind != kind || part->count != 32)
        return 0;
    return type->kind == GI_IMAGE_VECTOR ? type->count : 1;
}

/* A part of a value with parts, as one of type. */
static gi_id part(struct gi_accesses *to, uint32_t value, uint32_t which, gi_type type)
{
    const struct gi_image_id *known = gi_image_id(&to->images, value);
    const struct gi_image_id *vector = gi_image_id(&to->images, known->type);
    uint32_t from = known->type;
    gi_id taken = gi_foreign_id(value);

    if (vector->kind == GI_IMAGE_VECTOR) {
        from = vector->type;
        taken = gi_spirv_extract(&to->spirv, gi_foreign_type(from), taken, which);
    }
    return from == type.n ? taken : gi_spirv_value1(&to->spirv, GiOpBitcast, type, taken);
}

/* The first parts of a value, and zeros. */
static gi_id four_parts(struct gi_accesses *to, uint32_t value, uint32_t count, gi_type type)
{
    gi_id zero = gi_spirv_constant_null(&to->spirv, type);
    gi_id parts[4];

    for (uint32_t i = 0; i < 4; i++)
        parts[i] = i < count ? part(to, value, i, type) : zero;
    return gi_spirv_value(&to->spirv, GiOpCompositeConstruct, four(to, type), parts, 4);
}

/* The object, as the prelude has it: two words, of which the first is the index. */
static gi_id object(struct gi_accesses *to, const struct operands *in)
{
    gi_id index = gi_foreign_id(in->handle->index);
    uint32_t type = gi_image_id(&to->images, index.n)->type;
    gi_type two = gi_spirv_type_vector(&to->spirv, word(to), 2);

    if (gi_image_id(&to->images, type)->count != 32)
        index = gi_spirv_value1(&to->spirv, GiOpUConvert, word(to), index);
    else if (type != word(to).n)
        index = gi_spirv_value1(&to->spirv, GiOpBitcast, word(to), index);
    return gi_spirv_value2(&to->spirv, GiOpCompositeConstruct, two, index,
                           gi_spirv_constant_u32(&to->spirv, 0));
}

/* The layer of a texture is a float, of which SPIR-V takes the nearest whole number. */
static gi_id layer(struct gi_accesses *to, const struct operands *in)
{
    struct gi_spirv *spirv = &to->spirv;
    gi_id value, least, most;

    if (!in->image->is_layered)
        return gi_spirv_constant_s32(spirv, 0);
    least = gi_spirv_constant_f32(spirv, 0);
    most = gi_spirv_constant_f32(spirv, MOST_LAYERS);
    value = part(to, in->at, in->shape.axes, real(to));
    value = gi_spirv_glsl(spirv, GiGlslRoundEven, real(to), &value, 1);
    value = gi_spirv_glsl(spirv, GiGlslNClamp, real(to), GI_SPIRV_IDS(value, least, most));
    return gi_spirv_value1(spirv, GiOpConvertFToS, whole(to), value);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static gi_id call(struct gi_accesses *to, const char *const parts[3], gi_type type,
                  const gi_id *arguments, uint32_t count)
{
    gi_id function;

    if (!to->is_linked)
        gi_spirv_link_init(&to->linker, &to->spirv, to->prelude);
    to->is_linked = true;
    function = gi_spirv_link_parts(&to->linker, parts);
    return gi_spirv_call(&to->spirv, type, function, arguments, count);
}

/* The end of the names of functions for an image's texels; NULL: there are none. */
static const char *end_of(const struct gi_accesses *to, const struct gi_image_id *image)
{
    const struct gi_image_id *type = gi_image_id(&to->images, image->type);

    if (type->count != 32)
        return NULL;
    return type->kind == GI_IMAGE_FLOAT ? "f" : type->kind != GI_IMAGE_INTEGER ? NULL
           : type->is_signed ? "s" : "u";
}

/* Gives the result of an access: four words that become a texel of the module's type. */
static gi_status put_texel(struct gi_accesses *to, const struct operands *in, gi_id texel)
{
    const struct gi_image_id *type = gi_image_id(&to->images, in->type);
    uint32_t count = type->kind == GI_IMAGE_VECTOR ? type->count : 1;
    const struct gi_image_id *number = gi_image_id(&to->images, count > 1 ? type->type : in->type);
    gi_type narrow = word(to);

    if (number->count != 32 || count > 4)
        return refuse_access("texels have numbers of 32 bits");
    if (count == 1) {
        texel = gi_spirv_extract(&to->spirv, narrow, texel, 0);
    } else {
        narrow = gi_spirv_type_vector(&to->spirv, word(to), count);
        if (count < 4)
            texel = gi_spirv_value_of_words(&to->spirv, GiOpVectorShuffle, narrow,
                                            (const uint32_t[]){ texel.n, texel.n, 0, 1, 2 },
                                            2 + count);
    }
    gi_spirv_op(&to->spirv, GI_SPIRV_BODY, narrow.n == in->type ? GiOpCopyObject : GiOpBitcast,
                GI_SPIRV_WORDS(in->type, in->result, texel.n));
    return GI_OK;
}

/* ---- textures -------------------------------------------------------------------------------- */

/* The image operands of a sample, by their bits. */
struct sampling {
    uint32_t level, dx, dy, offset;      /* ids; 0: none */
};

static gi_status read_sampling(const struct operands *in, struct sampling *out)
{
    uint32_t known = GiImageOperandsLod | GiImageOperandsGrad | GiImageOperandsConstOffset |
                     GiImageOperandsOffset | MEANINGLESS_OPERANDS;
    uint32_t next = 0;
    uint32_t needed = ((in->mask & GiImageOperandsLod) != 0) +
                      2 * ((in->mask & GiImageOperandsGrad) != 0) +
                      ((in->mask & GiImageOperandsConstOffset) != 0) +
                      ((in->mask & GiImageOperandsOffset) != 0);

    *out = (struct sampling){ 0 };
    if ((in->mask & ~known) != 0 || needed > in->more_count)
        return refuse_access("of image operands only Lod, Grad, ConstOffset and Offset are built");
    if ((in->mask & GiImageOperandsLod) != 0)
        out->level = in->more[next++];
    if ((in->mask & GiImageOperandsGrad) != 0) {
        out->dx = in->more[next++];
        out->dy = in->more[next++];
    }
    if ((in->mask & (GiImageOperandsConstOffset | GiImageOperandsOffset)) != 0)
        out->offset = in->more[next++];
    return GI_OK;
}

/* Whether the operands of a sample have the types that a driver demands. */
static bool sample_fits(const struct gi_accesses *to, const struct operands *in,
                        const struct sampling *sampling)
{
    uint32_t axes = in->shape.axes;
    bool is_plain = axes != 0 && end_of(to, in->image) != NULL && !in->image->is_other;

    return is_plain && parts_of(to, in->at, GI_IMAGE_FLOAT) >= axes + in->image->is_layered &&
           (sampling->level == 0 || parts_of(to, sampling->level, GI_IMAGE_FLOAT) == 1) &&
           (sampling->dx == 0 || (parts_of(to, sampling->dx, GI_IMAGE_FLOAT) >= axes &&
                                  parts_of(to, sampling->dy, GI_IMAGE_FLOAT) >= axes)) &&
           (sampling->offset == 0 || (parts_of(to, sampling->offset, GI_IMAGE_INTEGER) >= axes &&
                                      in->image->dim != GiDimCube));
}

/* arguments: object, position, layer, level or derivatives. */
static void move(struct gi_accesses *to, const struct operands *in,
                 const struct sampling *sampling, gi_id arguments[5])
{
    gi_id by = four_parts(to, sampling->offset, in->shape.axes, whole(to));
    bool is_grad = sampling->dx != 0;

    arguments[1] = call(to, (const char *[]){ is_grad ? "moved_grad" : "moved", NULL, NULL },
                        four(to, real(to)),
                        (const gi_id[]){ arguments[0], arguments[1], by, arguments[3],
                                         arguments[4] }, 4u + is_grad);
}

static gi_status put_sample(struct gi_accesses *to, const struct operands *in)
{
    struct sampling sampling;
    gi_status status = read_sampling(in, &sampling);
    bool is_grad = sampling.dx != 0;
    gi_id arguments[5] = { 0 };

    if (status != GI_OK)
        return status;
    if (!sample_fits(to, in, &sampling))
        return refuse_access("a texture is read in a way that no instruction of PTX has");
    to->finds |= to->foreign[in->handle->index] != 0;
    arguments[0] = object(to, in);
    arguments[1] = four_parts(to, in->at, in->shape.axes, real(to));
    arguments[2] = layer(to, in);
    if (is_grad) {
        arguments[3] = four_parts(to, sampling.dx, in->shape.axes, real(to));
        arguments[4] = four_parts(to, sampling.dy, in->shape.axes, real(to));
    } else {
        arguments[3] = sampling.level != 0 ? gi_foreign_id(sampling.level)
                                           : gi_spirv_constant_f32(&to->spirv, 0);
    }
    if (sampling.offset != 0)
        move(to, in, &sampling, arguments);
    return put_texel(to, in, call(to, (const char *[]){ is_grad ? "grad" : "tex", in->shape.name,
                                                        end_of(to, in->image) },
                                  four(to, word(to)), arguments, 4u + is_grad));
}

static gi_status put_gather(struct gi_accesses *to, const struct operands *in)
{
    struct sampling sampling;
    gi_status status = read_sampling(in, &sampling);
    gi_id arguments[5] = { 0 };

    if (status != GI_OK)
        return status;
    if (!sample_fits(to, in, &sampling) || in->image->dim == GiDim1D || in->image->dim == GiDim3D ||
        sampling.level != 0 || sampling.dx != 0 ||
        parts_of(to, in->value, GI_IMAGE_INTEGER) != 1)
        return refuse_access("texels are gathered in a way that no instruction of PTX has");
    arguments[0] = object(to, in);
    arguments[1] = four_parts(to, in->at, in->shape.axes, real(to));
    arguments[2] = layer(to, in);
    arguments[3] = gi_spirv_constant_f32(&to->spirv, 0);
    if (sampling.offset != 0)
        move(to, in, &sampling, arguments);
    arguments[3] = part(to, in->value, 0, whole(to));
    to->gathers = true;
    return put_texel(to, in, call(to, (const char *[]){ "gather", in->shape.name,
                                                        end_of(to, in->image) },
                                  four(to, word(to)), arguments, 4));
}

static gi_status put_fetch(struct gi_accesses *to, const struct operands *in)
{
    gi_id arguments[2];

    if (in->image->dim != GiDimBuffer)
        return refuse_access("texels are fetched by whole numbers from textures of linear memory "
                             "alone (textureBuffer)");
    if ((in->mask & ~MEANINGLESS_OPERANDS) != 0 || end_of(to, in->image) == NULL ||
        parts_of(to, in->at, GI_IMAGE_INTEGER) != 1)
        return refuse_access("a texel is fetched in a way that no instruction of PTX has");
    arguments[0] = object(to, in);
    arguments[1] = part(to, in->at, 0, whole(to));
    return put_texel(to, in, call(to, (const char *[]){ "fetch", end_of(to, in->image), NULL },
                                  four(to, word(to)), arguments, 2));
}

/* ---- surfaces -------------------------------------------------------------------------------- */

/* The faces of a cube are layers of a surface. */
static const char *surface_name(const struct operands *in)
{
    return in->image->dim == GiDimCube ? "a2d" : in->shape.name;
}

/* The coordinate behind the axes is the layer, which the prelude has as the third. */
static gi_id texel_position(struct gi_accesses *to, const struct operands *in)
{
    gi_id zero = gi_spirv_constant_s32(&to->spirv, 0);
    bool is_row = in->image->dim == GiDim1D && in->image->is_layered;
    uint32_t count = in->image->dim == GiDimCube ? 3 : in->shape.axes + in->image->is_layered;
    gi_id parts[4] = { zero, zero, zero, zero };

    for (uint32_t i = 0; i < count; i++)
        parts[is_row && i == 1 ? 2 : i] = part(to, in->at, i, whole(to));
    return gi_spirv_value(&to->spirv, GiOpCompositeConstruct, four(to, whole(to)), parts, 4);
}

static gi_status put_surface(struct gi_accesses *to, const struct operands *in, bool is_write)
{
    uint32_t axes = in->shape.axes + (in->image->is_layered && in->image->dim != GiDimCube);
    uint32_t count, type;
    gi_id arguments[4];

    if (in->shape.axes == 0 || in->image->is_other || end_of(to, in->image) == NULL ||
        (in->mask & ~MEANINGLESS_OPERANDS) != 0 ||
        parts_of(to, in->at, GI_IMAGE_INTEGER) < axes)
        return refuse_access("a surface is accessed in a way that no instruction of PTX has");
    arguments[0] = object(to, in);
    arguments[1] = texel_position(to, in);
    arguments[2] = gi_spirv_constant_u32(&to->spirv, in->handle->binding == GI_IMAGE_CLAMPED);
    if (!is_write)
        return put_texel(to, in, call(to, (const char *[]){ "suld", surface_name(in), NULL },
                                      four(to, word(to)), arguments, 3));
    type = gi_image_type(&to->images, in->value)->kind;
    count = parts_of(to, in->value, (enum gi_image_kind)type);
    if (count == 0 || count > 4)
        return refuse_access("texels have numbers of 32 bits");
    arguments[3] = four_parts(to, in->value, count, word(to));
    (void)call(to, (const char *[]){ "sust", surface_name(in), NULL },
               gi_spirv_type_void(&to->spirv), arguments, 4);
    return GI_OK;
}

/* ---- questions ------------------------------------------------------------------------------- */

/* GI_QUERY_WIDTH and what follows in texture.glsl */
enum { ASK_WIDTH, ASK_HEIGHT, ASK_DEPTH, ASK_LAYERS, ASK_LEVELS };

static gi_id query_image(struct gi_accesses *to, const struct operands *in, uint32_t what,
                         gi_type type)
{
    struct gi_spirv *spirv = &to->spirv;
    gi_id arguments[3], value;

    arguments[0] = object(to, in);
    arguments[1] = gi_spirv_constant_u32(spirv, what);
    arguments[2] = in->at != 0 ? part(to, in->at, 0, word(to)) : gi_spirv_constant_u32(spirv, 0);
    value = call(to, (const char *[]){ "query", NULL, NULL }, word(to), arguments, 3);
    return type.n == word(to).n ? value : gi_spirv_value1(spirv, GiOpBitcast, type, value);
}

static gi_status put_question(struct gi_accesses *to, const struct operands *in, bool of_levels)
{
    const struct gi_image_id *type = gi_image_id(&to->images, in->type);
    uint32_t part_type = type->kind == GI_IMAGE_VECTOR ? type->type : in->type;
    uint32_t axes = in->image->dim == GiDimBuffer ? 1
                    : in->image->dim == GiDimCube ? 2 : in->shape.axes;
    uint32_t count = of_levels ? 1 : axes + in->image->is_layered;
    gi_id parts[4] = { 0 };

    if (gi_image_id(&to->images, part_type)->kind != GI_IMAGE_INTEGER ||
        gi_image_id(&to->images, part_type)->count != 32 || axes == 0 || in->image->is_other ||
        count != (type->kind == GI_IMAGE_VECTOR ? type->count : 1u) ||
        (in->at != 0 && parts_of(to, in->at, GI_IMAGE_INTEGER) != 1))
        return refuse_access("this question about a texture is not built");
    for (uint32_t i = 0; i < count; i++)
        parts[i] = query_image(to, in, of_levels ? ASK_LEVELS
                                       : i < axes ? ASK_WIDTH + i : ASK_LAYERS,
                               gi_foreign_type(part_type));
    gi_spirv_op(&to->spirv, GI_SPIRV_BODY, count == 1 ? GiOpCopyObject : GiOpCompositeConstruct,
                (const uint32_t[]){ in->type, in->result, parts[0].n, parts[1].n, parts[2].n },
                2 + count);
    return GI_OK;
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* The index of the image operand; 0: the instruction uses no image. */
static uint32_t image_at(uint32_t opcode)
{
    if (opcode == GiOpImageWrite)
        return 1;
    if (opcode == GiOpImageTexelPointer || opcode == GiOpImageQuerySizeLod ||
        opcode == GiOpImageQuerySize || opcode == GiOpImageQueryLevels ||
        (opcode >= GiOpImageSampleImplicitLod && opcode <= GiOpImageRead))
        return 3;
    return 0;
}

bool gi_access_is(const struct gi_accesses *to, const uint32_t *at)
{
    uint32_t place = image_at(at[0] & 0xffff);

    return place != 0 && at[0] >> 16 > place &&
           gi_image_id(&to->images, at[place])->kind == GI_IMAGE_HANDLE;
}

/* Splits an instruction: the words in front of the image operands, and the image operands. */
static bool read_operands(const struct gi_accesses *to, const uint32_t *at, struct operands *out)
{
    uint32_t opcode = at[0] & 0xffff, count = at[0] >> 16, next = image_at(opcode);
    bool is_write = opcode == GiOpImageWrite;

    *out = (struct operands){ .handle = gi_image_id(&to->images, at[next]) };
    out->image = gi_image_id(&to->images, out->handle->type);
    if (out->image->dim < 4 && (out->image->dim != GiDim3D || !out->image->is_layered))
        out->shape = shapes[out->image->dim][out->image->is_layered];
    if (!is_write) {
        out->type = at[1];
        out->result = at[2];
    }
    next++;
    if (next < count)
        out->at = at[next++];
    if (next < count && (is_write || opcode == GiOpImageGather))
        out->value = at[next++];
    if (next < count) {
        out->mask = at[next++];
        out->more = at + next;
        out->more_count = count - next;
    }
    return !is_write || out->value != 0;
}

static bool has_index(const struct gi_accesses *to, const struct operands *in)
{
    uint32_t type = gi_image_id(&to->images, in->handle->index)->type;

    /* one that has a type is within bounds */
    return gi_image_id(&to->images, type)->kind == GI_IMAGE_INTEGER;
}

gi_status gi_access_put(struct gi_accesses *to, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff;
    struct operands in;
    bool is_surface;

    if (!read_operands(to, at, &in) || in.image->kind != GI_IMAGE_TYPE || !has_index(to, &in))
        return refuse_access("an access names no image");
    is_surface = in.handle->binding == GI_IMAGE_SURFACES || in.handle->binding == GI_IMAGE_CLAMPED;
    if (!is_surface && in.handle->binding != GI_IMAGE_TEXTURES)
        return refuse_access("an image has the binding of samplers");
    switch (opcode) {
    case GiOpImageQuerySize:
    case GiOpImageQuerySizeLod:
    case GiOpImageQueryLevels:
        return put_question(to, &in, opcode == GiOpImageQueryLevels);
    case GiOpImageRead:
    case GiOpImageWrite:
        return is_surface ? put_surface(to, &in, opcode == GiOpImageWrite)
                          : refuse_access("a texture has the binding of surfaces");
    case GiOpImageSampleExplicitLod:
        return is_surface ? refuse_access("a surface is read by a sampler") : put_sample(to, &in);
    case GiOpImageGather:
        return is_surface ? refuse_access("a surface is read by a sampler") : put_gather(to, &in);
    case GiOpImageFetch:
        return is_surface ? refuse_access("a surface is read by a sampler") : put_fetch(to, &in);
    default:
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: textures and surfaces: the instruction of opcode "
                       "%u is not built", opcode);
    }
}
