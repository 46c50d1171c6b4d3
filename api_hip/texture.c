#include "front.h"
#include "resource.h"

_Static_assert((int)hipAddressModeBorder == GI_ADDRESS_BORDER
               && (int)hipFilterModeLinear == GI_FILTER_LINEAR
               && (int)hipReadModeNormalizedFloat == GI_READ_NORMALIZED, "modes are passed on");
_Static_assert((int)hipResViewFormatUnsignedChar1 == GI_VIEW_UINT8X1
               && (int)hipResViewFormatFloat4 == GI_VIEW_FLOAT32X4
               && (int)hipResViewFormatUnsignedBlockCompressed1 == GI_VIEW_BC1
               && (int)hipResViewFormatUnsignedBlockCompressed7 == GI_VIEW_BC7,
               "formats of views are passed on");

static struct gi_sampling from_texture(const struct hipTextureDesc *texture)
{
    struct gi_sampling out = {
        .filter = (int)texture->filterMode,
        .mip_filter = (int)texture->mipmapFilterMode,
        .read = (int)texture->readMode,
        .srgb = texture->sRGB != 0,
        .normalized = texture->normalizedCoords != 0,
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

static struct hipTextureDesc to_texture(const struct gi_sampling *sampling)
{
    struct hipTextureDesc out = {
        .filterMode = (enum hipTextureFilterMode)sampling->filter,
        .readMode = (enum hipTextureReadMode)sampling->read,
        .sRGB = sampling->srgb,
        .normalizedCoords = sampling->normalized,
        .maxAnisotropy = sampling->max_anisotropy,
        .mipmapFilterMode = (enum hipTextureFilterMode)sampling->mip_filter,
        .mipmapLevelBias = sampling->bias,
        .minMipmapLevelClamp = sampling->min_level,
        .maxMipmapLevelClamp = sampling->max_level,
    };

    for (int i = 0; i < 3; i++)
        out.addressMode[i] = (enum hipTextureAddressMode)sampling->address[i];
    for (int i = 0; i < 4; i++)
        out.borderColor[i] = sampling->border[i];
    return out;
}

static struct gi_resource_view from_view(const struct hipResourceViewDesc *view)
{
    return (struct gi_resource_view){
        .format = (int)view->format,
        .width = view->width, .height = view->height, .depth = view->depth,
        .first_level = view->firstMipmapLevel, .last_level = view->lastMipmapLevel,
        .first_layer = view->firstLayer, .last_layer = view->lastLayer,
    };
}

static struct hipResourceViewDesc to_view(const struct gi_resource_view *view)
{
    return (struct hipResourceViewDesc){
        .format = (enum hipResourceViewFormat)view->format,
        .width = view->width, .height = view->height, .depth = view->depth,
        .firstMipmapLevel = view->first_level, .lastMipmapLevel = view->last_level,
        .firstLayer = view->first_layer, .lastLayer = view->last_layer,
    };
}

hipError_t hipCreateTextureObject(hipTextureObject_t *object,
                                    const struct hipResourceDesc *resource,
                                    const struct hipTextureDesc *texture,
                                    const struct hipResourceViewDesc *view)
{
    struct gi_resource wanted;
    struct gi_sampling sampling;
    struct gi_resource_view part;
    uint64_t number;

    GIHIP_NOT_NULL(object);
    GIHIP_NOT_NULL(resource);
    GIHIP_TRY(gihip_begin());
    wanted = gihip_from_resource(resource);
    if (texture != NULL)
        sampling = from_texture(texture);
    if (view != NULL)
        part = from_view(view);
    GIHIP_TRY(gi_texture_create(&wanted, texture != NULL ? &sampling : NULL,
                                 view != NULL ? &part : NULL, &number));
    *object = (hipTextureObject_t)(uintptr_t)number;
    return hipSuccess;
}

hipError_t hipDestroyTextureObject(hipTextureObject_t object)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_texture_destroy((uintptr_t)object));
}

hipError_t hipGetTextureObjectResourceDesc(struct hipResourceDesc *resource,
                                             hipTextureObject_t object)
{
    struct gi_texture_info info;

    GIHIP_NOT_NULL(resource);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_texture_query((uintptr_t)object, &info));
    *resource = gihip_to_resource(&info.resource);
    return hipSuccess;
}

hipError_t hipGetTextureObjectTextureDesc(struct hipTextureDesc *texture,
                                            hipTextureObject_t object)
{
    struct gi_texture_info info;

    GIHIP_NOT_NULL(texture);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_texture_query((uintptr_t)object, &info));
    *texture = to_texture(&info.sampling);
    return hipSuccess;
}

hipError_t hipGetTextureObjectResourceViewDesc(struct hipResourceViewDesc *view,
                                                 hipTextureObject_t object)
{
    struct gi_texture_info info;

    GIHIP_NOT_NULL(view);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_texture_query((uintptr_t)object, &info));
    GIHIP_REQUIRE(info.has_view, "%s: texture object 0x%llx was made without a view", __func__,
                   (unsigned long long)(uintptr_t)object);
    *view = to_view(&info.view);
    return hipSuccess;
}

hipError_t hipDeviceGetTexture1DLinearMaxWidth(hipMemPool_t *pool, int device)
{
    (void)pool;
    return gihip_error(gi_fail(GI_NOT_SUPPORTED, "%s of device %d: the vendor declares it with a "
                               "pool where width and format belong, and nobody defines it",
                               __func__, device));
}
