#include "front.h"
#include "resource.h"

_Static_assert((int)gpuAddressModeBorder == GI_ADDRESS_BORDER
               && (int)gpuFilterModeLinear == GI_FILTER_LINEAR
               && (int)gpuReadModeNormalizedFloat == GI_READ_NORMALIZED, "modes are passed on");
_Static_assert((int)gpuResViewFormatUnsignedChar1 == GI_VIEW_UINT8X1
               && (int)gpuResViewFormatFloat4 == GI_VIEW_FLOAT32X4
               && (int)gpuResViewFormatUnsignedBlockCompressed1 == GI_VIEW_BC1
               && (int)gpuResViewFormatUnsignedBlockCompressed7 == GI_VIEW_BC7,
               "formats of views are passed on");

static struct gi_sampling from_texture(const gpuTextureDesc *texture)
{
    struct gi_sampling out = {
        .filter = (int)texture->filterMode,
        .mip_filter = (int)texture->mipmapFilterMode,
        .read = (int)texture->readMode,
        .srgb = texture->sRGB != 0,
        .normalized = texture->normalizedCoords != 0,
        FRONT_SAMPLING_MORE(texture)
        .max_anisotropy = texture->maxAnisotropy,
        .bias = texture->mipmapLevelBias,
        .min_level = texture->minMipmapLevelClamp,
        .max_level = texture->maxMipmapLevelClamp,
    };

    for (int i = 0; i < 3; i++)
        out.address[i] = (int)texture->addressMode[i];
    for (int i = 0; i < 4; i++)
        out.border[i] = texture->borderColor[i];
    return out;
}

static gpuTextureDesc to_texture(const struct gi_sampling *sampling)
{
    gpuTextureDesc out = {
        .filterMode = (gpuTextureFilterMode)sampling->filter,
        .readMode = (gpuTextureReadMode)sampling->read,
        .sRGB = sampling->srgb,
        .normalizedCoords = sampling->normalized,
        .maxAnisotropy = sampling->max_anisotropy,
        .mipmapFilterMode = (gpuTextureFilterMode)sampling->mip_filter,
        .mipmapLevelBias = sampling->bias,
        .minMipmapLevelClamp = sampling->min_level,
        .maxMipmapLevelClamp = sampling->max_level,
        FRONT_TEXTURE_MORE(sampling)
    };

    for (int i = 0; i < 3; i++)
        out.addressMode[i] = (gpuTextureAddressMode)sampling->address[i];
    for (int i = 0; i < 4; i++)
        out.borderColor[i] = sampling->border[i];
    return out;
}

static struct gi_resource_view from_view(const gpuResourceViewDesc *view)
{
    return (struct gi_resource_view){
        .format = (int)view->format,
        .width = view->width, .height = view->height, .depth = view->depth,
        .first_level = view->firstMipmapLevel, .last_level = view->lastMipmapLevel,
        .first_layer = view->firstLayer, .last_layer = view->lastLayer,
    };
}

static gpuResourceViewDesc to_view(const struct gi_resource_view *view)
{
    return (gpuResourceViewDesc){
        .format = (gpuResourceViewFormat)view->format,
        .width = view->width, .height = view->height, .depth = view->depth,
        .firstMipmapLevel = view->first_level, .lastMipmapLevel = view->last_level,
        .firstLayer = view->first_layer, .lastLayer = view->last_layer,
    };
}

gpuError_t gpuCreateTextureObject(gpuTextureObject_t *object,
                                  const gpuResourceDesc *resource,
                                  const gpuTextureDesc *texture,
                                  const gpuResourceViewDesc *view)
{
    struct gi_resource wanted;
    struct gi_sampling sampling;
    struct gi_resource_view part;
    uint64_t number;

    FRONT_NOT_NULL(object);
    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    wanted = front_from_resource(resource);
    if (texture != NULL)
        sampling = from_texture(texture);
    if (view != NULL)
        part = from_view(view);
    FRONT_TRY(gi_texture_create(&wanted, texture != NULL ? &sampling : NULL,
                                view != NULL ? &part : NULL, &number));
    *object = (gpuTextureObject_t)(uintptr_t)number;
    return gpuSuccess;
}

gpuError_t gpuDestroyTextureObject(gpuTextureObject_t object)
{
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return front_error(gi_texture_destroy((uintptr_t)object));
}

gpuError_t gpuGetTextureObjectResourceDesc(gpuResourceDesc *resource,
                                           gpuTextureObject_t object)
{
    struct gi_texture_info info;

    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_texture_query((uintptr_t)object, &info));
    *resource = front_to_resource(&info.resource);
    return gpuSuccess;
}

gpuError_t gpuGetTextureObjectTextureDesc(gpuTextureDesc *texture,
                                          gpuTextureObject_t object)
{
    struct gi_texture_info info;

    FRONT_NOT_NULL(texture);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_texture_query((uintptr_t)object, &info));
    *texture = to_texture(&info.sampling);
    return gpuSuccess;
}

gpuError_t gpuGetTextureObjectResourceViewDesc(gpuResourceViewDesc *view,
                                               gpuTextureObject_t object)
{
    struct gi_texture_info info;

    FRONT_NOT_NULL(view);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_texture_query((uintptr_t)object, &info));
    FRONT_REQUIRE(info.has_view, "%s: texture object 0x%llx was made without a view", __func__,
                  (unsigned long long)(uintptr_t)object);
    *view = to_view(&info.view);
    return gpuSuccess;
}
