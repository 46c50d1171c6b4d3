/** Texture objects by the structs of the driver interface. */
#include "element.h"
#include "front.h"
#include "handles.h"
#include "texture.h"

#define ALL_FLAGS \
    (HIP_TRSF_READ_AS_INTEGER | HIP_TRSF_NORMALIZED_COORDINATES | HIP_TRSF_SRGB)

_Static_assert((int)HIP_RESOURCE_TYPE_PITCH2D == GI_RESOURCE_PITCH2D
               && (int)HIP_TR_ADDRESS_MODE_BORDER == GI_ADDRESS_BORDER
               && (int)HIP_TR_FILTER_MODE_LINEAR == GI_FILTER_LINEAR
               && (int)HIP_RES_VIEW_FORMAT_UINT_1X8 == GI_VIEW_UINT8X1
               && (int)HIP_RES_VIEW_FORMAT_UNSIGNED_BC7 == GI_VIEW_BC7, "numbers are passed on");

static gi_status from_resource(const char *caller, const HIP_RESOURCE_DESC *from,
                               struct gi_resource *out)
{
    *out = (struct gi_resource){ .kind = (int)from->resType, .flags = from->flags };
    switch (from->resType) {
    case HIP_RESOURCE_TYPE_ARRAY:
        out->array = gihip_from_array(from->res.array.hArray);
        return GI_OK;
    case HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        out->array = gihip_from_mipmapped(from->res.mipmap.hMipmappedArray);
        return GI_OK;
    case HIP_RESOURCE_TYPE_LINEAR:
        out->pointer = gihip_from_pointer(from->res.linear.devPtr);
        out->size_bytes = from->res.linear.sizeInBytes;
        return gihip_from_element(caller, from->res.linear.format, from->res.linear.numChannels,
                                  &out->channels);
    case HIP_RESOURCE_TYPE_PITCH2D:
        out->pointer = gihip_from_pointer(from->res.pitch2D.devPtr);
        out->width = from->res.pitch2D.width;
        out->height = from->res.pitch2D.height;
        out->pitch_bytes = from->res.pitch2D.pitchInBytes;
        return gihip_from_element(caller, from->res.pitch2D.format, from->res.pitch2D.numChannels,
                                  &out->channels);
    }
    return GI_OK;                /* the core refuses the kind */
}

static gi_status to_resource(const char *caller, const struct gi_resource *from,
                             HIP_RESOURCE_DESC *out)
{
    *out = (HIP_RESOURCE_DESC){ .resType = (HIPresourcetype)from->kind };
    out->flags = from->flags;
    switch ((enum gi_resource_kind)from->kind) {
    case GI_RESOURCE_ARRAY:
        out->res.array.hArray = gihip_to_array(from->array);
        return GI_OK;
    case GI_RESOURCE_MIPMAPPED_ARRAY:
        out->res.mipmap.hMipmappedArray = gihip_to_mipmapped(from->array);
        return GI_OK;
    case GI_RESOURCE_LINEAR:
        out->res.linear.devPtr = gihip_to_pointer(from->pointer);
        out->res.linear.sizeInBytes = from->size_bytes;
        return gihip_to_element(caller, &from->channels, &out->res.linear.format,
                                &out->res.linear.numChannels);
    case GI_RESOURCE_PITCH2D:
        out->res.pitch2D.devPtr = gihip_to_pointer(from->pointer);
        out->res.pitch2D.width = from->width;
        out->res.pitch2D.height = from->height;
        out->res.pitch2D.pitchInBytes = from->pitch_bytes;
        return gihip_to_element(caller, &from->channels, &out->res.pitch2D.format,
                                &out->res.pitch2D.numChannels);
    }
    return GI_OK;
}

/** Integers are read as parts of 1 here unless a flag says otherwise; those of 32 bits, which are
 *  none, stay as they are. */
static struct gi_sampling from_texture(const HIP_TEXTURE_DESC *from, int read)
{
    struct gi_sampling out = {
        .filter = (int)from->filterMode,
        .mip_filter = (int)from->mipmapFilterMode,
        .read = read,
        .srgb = (from->flags & HIP_TRSF_SRGB) != 0,
        .normalized = (from->flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0,
        .max_anisotropy = from->maxAnisotropy,
        .bias = from->mipmapLevelBias,
        .min_level = from->minMipmapLevelClamp,
        .max_level = from->maxMipmapLevelClamp,
    };

    for (int i = 0; i < 3; i++)
        out.address[i] = (int)from->addressMode[i];
    for (int i = 0; i < 4; i++)
        out.border[i] = from->borderColor[i];
    return out;
}

static HIP_TEXTURE_DESC to_texture(const struct gi_sampling *from)
{
    HIP_TEXTURE_DESC out = {
        .filterMode = (HIPfilter_mode)from->filter,
        .flags = (from->read == GI_READ_ELEMENT ? HIP_TRSF_READ_AS_INTEGER : 0u)
                 | (from->normalized ? HIP_TRSF_NORMALIZED_COORDINATES : 0u)
                 | (from->srgb ? HIP_TRSF_SRGB : 0u),
        .maxAnisotropy = from->max_anisotropy,
        .mipmapFilterMode = (HIPfilter_mode)from->mip_filter,
        .mipmapLevelBias = from->bias,
        .minMipmapLevelClamp = from->min_level,
        .maxMipmapLevelClamp = from->max_level,
    };

    for (int i = 0; i < 3; i++)
        out.addressMode[i] = (HIPaddress_mode)from->address[i];
    for (int i = 0; i < 4; i++)
        out.borderColor[i] = from->border[i];
    return out;
}

static struct gi_resource_view from_view(const HIP_RESOURCE_VIEW_DESC *view)
{
    return (struct gi_resource_view){
        .format = (int)view->format,
        .width = view->width, .height = view->height, .depth = view->depth,
        .first_level = view->firstMipmapLevel, .last_level = view->lastMipmapLevel,
        .first_layer = view->firstLayer, .last_layer = view->lastLayer,
    };
}

hipError_t hipTexObjectCreate(hipTextureObject_t *object, const HIP_RESOURCE_DESC *resource,
                              const HIP_TEXTURE_DESC *texture, const HIP_RESOURCE_VIEW_DESC *view)
{
    struct gi_resource_view part;
    struct gi_sampling sampling;
    struct gi_resource wanted;
    uint64_t number;
    gi_status st;

    GIHIP_NOT_NULL(object);
    GIHIP_NOT_NULL(resource);
    GIHIP_NOT_NULL(texture);
    GIHIP_TRY(gihip_begin());
    GIHIP_REQUIRE((texture->flags & ~(unsigned int)ALL_FLAGS) == 0,
                  "%s: flags is 0x%x; 0x%x of it exists", __func__, texture->flags,
                  texture->flags & (unsigned int)ALL_FLAGS);
    GIHIP_TRY(from_resource(__func__, resource, &wanted));
    if (view != NULL)
        part = from_view(view);
    sampling = from_texture(texture, (texture->flags & HIP_TRSF_READ_AS_INTEGER) != 0
                                     ? GI_READ_ELEMENT : GI_READ_NORMALIZED);
    st = gi_texture_create(&wanted, &sampling, view != NULL ? &part : NULL, &number);
    if (st == GI_INVALID_NORM) {
        sampling = from_texture(texture, GI_READ_ELEMENT);
        st = gi_texture_create(&wanted, &sampling, view != NULL ? &part : NULL, &number);
    }
    GIHIP_TRY(st);
    *object = (hipTextureObject_t)(uintptr_t)number;
    return hipSuccess;
}

hipError_t hipTexObjectDestroy(hipTextureObject_t object)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_texture_destroy((uintptr_t)object));
}

hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC *resource, hipTextureObject_t object)
{
    struct gi_texture_info info;

    GIHIP_NOT_NULL(resource);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_texture_query((uintptr_t)object, &info));
    return gihip_error(to_resource(__func__, &info.resource, resource));
}

hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC *texture, hipTextureObject_t object)
{
    struct gi_texture_info info;

    GIHIP_NOT_NULL(texture);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_texture_query((uintptr_t)object, &info));
    *texture = to_texture(&info.sampling);
    return hipSuccess;
}

hipError_t hipTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC *view, hipTextureObject_t object)
{
    struct gi_texture_info info;

    GIHIP_NOT_NULL(view);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_texture_query((uintptr_t)object, &info));
    GIHIP_REQUIRE(info.has_view, "%s: texture object %p was made without a view", __func__,
                  (const void *)object);
    *view = (HIP_RESOURCE_VIEW_DESC){
        .format = (HIPresourceViewFormat)info.view.format,
        .width = info.view.width, .height = info.view.height, .depth = info.view.depth,
        .firstMipmapLevel = info.view.first_level, .lastMipmapLevel = info.view.last_level,
        .firstLayer = info.view.first_layer, .lastLayer = info.view.last_layer,
    };
    return hipSuccess;
}
