#include "front.h"
#include "resource.h"

_Static_assert((int)cudaAddressModeBorder == GI_ADDRESS_BORDER
               && (int)cudaFilterModeLinear == GI_FILTER_LINEAR
               && (int)cudaReadModeNormalizedFloat == GI_READ_NORMALIZED, "modes are passed on");
_Static_assert((int)cudaResViewFormatUnsignedChar1 == GI_VIEW_UINT8X1
               && (int)cudaResViewFormatFloat4 == GI_VIEW_FLOAT32X4
               && (int)cudaResViewFormatUnsignedBlockCompressed1 == GI_VIEW_BC1
               && (int)cudaResViewFormatUnsignedBlockCompressed7 == GI_VIEW_BC7,
               "formats of views are passed on");

static struct gi_sampling from_texture(const struct cudaTextureDesc *texture)
{
    struct gi_sampling out = {
        .filter = (int)texture->filterMode,
        .mip_filter = (int)texture->mipmapFilterMode,
        .read = (int)texture->readMode,
        .srgb = texture->sRGB != 0,
        .normalized = texture->normalizedCoords != 0,
        .seamless = texture->seamlessCubemap != 0,
        .no_trilinear_optimization = texture->disableTrilinearOptimization != 0,
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

static struct cudaTextureDesc to_texture(const struct gi_sampling *sampling)
{
    struct cudaTextureDesc out = {
        .filterMode = (enum cudaTextureFilterMode)sampling->filter,
        .readMode = (enum cudaTextureReadMode)sampling->read,
        .sRGB = sampling->srgb,
        .normalizedCoords = sampling->normalized,
        .maxAnisotropy = sampling->max_anisotropy,
        .mipmapFilterMode = (enum cudaTextureFilterMode)sampling->mip_filter,
        .mipmapLevelBias = sampling->bias,
        .minMipmapLevelClamp = sampling->min_level,
        .maxMipmapLevelClamp = sampling->max_level,
        .disableTrilinearOptimization = sampling->no_trilinear_optimization,
        .seamlessCubemap = sampling->seamless,
    };

    for (int i = 0; i < 3; i++)
        out.addressMode[i] = (enum cudaTextureAddressMode)sampling->address[i];
    for (int i = 0; i < 4; i++)
        out.borderColor[i] = sampling->border[i];
    return out;
}

static struct gi_resource_view from_view(const struct cudaResourceViewDesc *view)
{
    return (struct gi_resource_view){
        .format = (int)view->format,
        .width = view->width, .height = view->height, .depth = view->depth,
        .first_level = view->firstMipmapLevel, .last_level = view->lastMipmapLevel,
        .first_layer = view->firstLayer, .last_layer = view->lastLayer,
    };
}

static struct cudaResourceViewDesc to_view(const struct gi_resource_view *view)
{
    return (struct cudaResourceViewDesc){
        .format = (enum cudaResourceViewFormat)view->format,
        .width = view->width, .height = view->height, .depth = view->depth,
        .firstMipmapLevel = view->first_level, .lastMipmapLevel = view->last_level,
        .firstLayer = view->first_layer, .lastLayer = view->last_layer,
    };
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view)
{
    struct gi_resource wanted;
    struct gi_sampling sampling;
    struct gi_resource_view part;
    uint64_t number;

    GICUDA_NOT_NULL(object);
    GICUDA_NOT_NULL(resource);
    GICUDA_TRY(gicuda_begin());
    wanted = gicuda_from_resource(resource);
    if (texture != NULL)
        sampling = from_texture(texture);
    if (view != NULL)
        part = from_view(view);
    GICUDA_TRY(gi_texture_create(&wanted, texture != NULL ? &sampling : NULL,
                                 view != NULL ? &part : NULL, &number));
    *object = number;
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_texture_destroy(object));
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object)
{
    struct gi_texture_info info;

    GICUDA_NOT_NULL(resource);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_texture_query(object, &info));
    *resource = gicuda_to_resource(&info.resource);
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                            cudaTextureObject_t object)
{
    struct gi_texture_info info;

    GICUDA_NOT_NULL(texture);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_texture_query(object, &info));
    *texture = to_texture(&info.sampling);
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view,
                                                 cudaTextureObject_t object)
{
    struct gi_texture_info info;

    GICUDA_NOT_NULL(view);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_texture_query(object, &info));
    GICUDA_REQUIRE(info.has_view, "%s: texture object 0x%llx was made without a view", __func__,
                   (unsigned long long)object);
    *view = to_view(&info.view);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width,
                                                 const struct cudaChannelFormatDesc *format,
                                                 int device)
{
    struct gi_channels channels;
    uint64_t texels;
    int ordinal;

    GICUDA_NOT_NULL(width);
    GICUDA_NOT_NULL(format);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    channels = (struct gi_channels){ { format->x, format->y, format->z, format->w },
                                     (int)format->f };
    GICUDA_TRY(gi_texture_linear_limit(&channels, ordinal, &texels));
    *width = (size_t)texels;
    return cudaSuccess;
}
