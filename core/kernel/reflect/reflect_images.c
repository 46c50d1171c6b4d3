#include "reflect_images.h"

#include <string.h>

static const struct gi_image_id nothing = { .binding = UINT32_MAX };

const struct gi_image_id *gi_image_id(const struct gi_images *images, uint32_t id)
{
    return id != 0 && id < images->bound ? &images->ids[id] : &nothing;
}

const struct gi_image_id *gi_image_type(const struct gi_images *images, uint32_t value)
{
    const struct gi_image_id *type = gi_image_id(images, gi_image_id(images, value)->type);

    return type->kind == GI_IMAGE_VECTOR ? gi_image_id(images, type->type) : type;
}

bool gi_image_goes(const struct gi_images *images, uint32_t id)
{
    return gi_image_id(images, id)->kind >= GI_IMAGE_TYPE;
}

bool gi_image_has_capability(uint32_t capability)
{
    switch (capability) {
    case GiCapabilityImageGatherExtended:
    case GiCapabilitySampledImageArrayDynamicIndexing:
    case GiCapabilityStorageImageArrayDynamicIndexing:
    case GiCapabilityImageCubeArray:
    case GiCapabilitySampled1D:
    case GiCapabilityImage1D:
    case GiCapabilitySampledCubeArray:
    case GiCapabilitySampledBuffer:
    case GiCapabilityStorageImageExtendedFormats:
    case GiCapabilityImageQuery:
    case GiCapabilityStorageImageReadWithoutFormat:
    case GiCapabilityStorageImageWriteWithoutFormat:
    case GiCapabilityShaderNonUniform:
    case GiCapabilityRuntimeDescriptorArray:
    case GiCapabilityUniformTexelBufferArrayDynamicIndexing:
    case GiCapabilitySampledImageArrayNonUniformIndexing:
    case GiCapabilityStorageImageArrayNonUniformIndexing:
    case GiCapabilityUniformTexelBufferArrayNonUniformIndexing:
        return true;
    default:
        return false;
    }
}

/* ---- types ----------------------------------------------------------------------------------- */

static void read_number_type(struct gi_image_id *id, uint32_t opcode, const uint32_t *at,
                             uint32_t count)
{
    id->kind = opcode == GiOpTypeInt ? GI_IMAGE_INTEGER : GI_IMAGE_FLOAT;
    id->count = (uint8_t)(at[2] < UINT8_MAX ? at[2] : UINT8_MAX);
    id->is_signed = opcode == GiOpTypeInt && count > 3 && at[3] != 0;
}

/* Depth is a hint; the number of samples and how it is used are not. */
static void read_image(struct gi_image_id *id, const uint32_t *at, uint32_t count)
{
    id->kind = GI_IMAGE_TYPE;
    id->type = at[2];
    id->is_other = count < 8 || at[6] != 0;
    if (count < 8)
        return;
    id->dim = at[3];
    id->is_layered = at[5] != 0;
}

/* Around: of an image, of what is around one, or of a sampler. */
static void read_around(const struct gi_images *images, struct gi_image_id *id, uint32_t inner,
                        bool is_array)
{
    const struct gi_image_id *in = gi_image_id(images, inner);

    if (in->kind != GI_IMAGE_TYPE && in->kind != GI_IMAGE_AROUND)
        return;
    id->kind = GI_IMAGE_AROUND;
    id->type = in->kind == GI_IMAGE_TYPE ? inner : in->type;
    id->is_array = is_array || in->is_array;
}

static void read_type(const struct gi_images *images, uint32_t opcode, const uint32_t *at,
                      uint32_t count)
{
    struct gi_image_id *id = &images->ids[at[1]];

    switch (opcode) {
    case GiOpTypeInt:
    case GiOpTypeFloat:
        if (count > 2)
            read_number_type(id, opcode, at, count);
        return;
    case GiOpTypeVector:
        if (count > 3) {
            id->kind = GI_IMAGE_VECTOR;
            id->type = at[2];
            id->count = (uint8_t)(at[3] & 15);
        }
        return;
    case GiOpTypeImage:
        if (count > 3)
            read_image(id, at, count);
        return;
    case GiOpTypeSampler:
        id->kind = GI_IMAGE_AROUND;
        return;
    case GiOpTypeSampledImage:
    case GiOpTypeArray:
    case GiOpTypeRuntimeArray:
        if (count > 2)
            read_around(images, id, at[2], opcode != GiOpTypeSampledImage);
        return;
    case GiOpTypePointer:
        if (count > 3)
            read_around(images, id, at[3], false);
        return;
    default:
        return;
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Whether the result of an instruction stands for the image of another value, at[3]. */
bool gi_image_hands_on(uint32_t opcode)
{
    return opcode == GiOpLoad || opcode == GiOpCopyObject || opcode == GiOpSampledImage ||
           opcode == GiOpImage;
}

/* An instruction whose first operand is a type has a result of that type: no other operand of an
 * instruction may be one. */
static gi_status read_value(const struct gi_images *images, uint32_t opcode, const uint32_t *at,
                            uint32_t count)
{
    struct gi_image_id *id = &images->ids[at[2]];
    const struct gi_image_id *type = gi_image_id(images, at[1]);
    const struct gi_image_id *from = gi_image_id(images, count > 3 ? at[3] : 0);

    id->type = at[1];
    if (opcode == GiOpVariable && type->kind == GI_IMAGE_AROUND) {
        id->kind = GI_IMAGE_VARIABLE;
        id->type = type->type;
        if (!type->is_array)
            return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: an image or sampler is in no array; textures "
                           "and surfaces are elements of arrays, at the lower word of the object");
    } else if ((opcode == GiOpAccessChain || opcode == GiOpInBoundsAccessChain) && count > 4 &&
               from->kind == GI_IMAGE_VARIABLE) {
        id->kind = GI_IMAGE_HANDLE;
        id->type = from->type;
        id->binding = from->binding;
        id->index = at[4];
    } else if (gi_image_hands_on(opcode) && from->kind == GI_IMAGE_HANDLE) {
        id->kind = GI_IMAGE_HANDLE;
        id->type = from->type;
        id->binding = from->binding;
        id->index = from->index;
    }
    return GI_OK;
}

static bool is_type(const struct gi_images *images, uint32_t id, const uint8_t *types)
{
    return id < images->bound && types[id] != 0;
}

/* Non-semantic instructions may name images, and may always be left out. */
static bool is_non_semantic(const uint32_t *at, uint32_t count)
{
    static const char begin[] = "NonSemantic.";

    return (at[0] & 0xffff) == GiOpExtInstImport && count > 4 &&
           memcmp(at + 2, begin, sizeof begin - 1) == 0;
}

static gi_status read_instruction(const struct gi_images *images, uint8_t *types,
                                  const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff;

    if (opcode == GiOpDecorate) {
        if (count == 4 && at[2] == GiDecorationBinding && at[1] < images->bound)
            images->ids[at[1]].binding = at[3];
        return GI_OK;
    }
    if (count < 2 || at[1] >= images->bound)
        return GI_OK;
    if (opcode >= GiOpTypeVoid && opcode <= GiOpTypeFunction) {
        types[at[1]] = 1;
        read_type(images, opcode, at, count);
        return GI_OK;
    }
    if (is_non_semantic(at, count))
        images->ids[at[1]].kind = GI_IMAGE_DROPPED;
    if (opcode == GiOpExtInst && count > 3 && at[2] < images->bound &&
        gi_image_id(images, at[3])->kind == GI_IMAGE_DROPPED)
        images->ids[at[2]].kind = GI_IMAGE_DROPPED;
    else if (count > 2 && at[2] < images->bound && is_type(images, at[1], types))
        return read_value(images, opcode, at, count);
    return GI_OK;
}

gi_status gi_images_read(struct gi_images *images, struct gi_arena *arena, const uint32_t *words,
                         size_t word_count)
{
    gi_status status = GI_OK;
    uint8_t *types;

    images->bound = words[GI_SPIRV_BOUND];
    images->ids = gi_arena_alloc(arena, images->bound, sizeof *images->ids);
    types = gi_arena_alloc(arena, images->bound, sizeof *types);
    if (images->ids == NULL || types == NULL)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < images->bound; i++)
        images->ids[i] = nothing;
    for (size_t at = GI_SPIRV_HEADER_WORDS; status == GI_OK && at < word_count;
         at += words[at] >> 16)
        status = read_instruction(images, types, words + at, words[at] >> 16);
    return status;
}
