/** Texture objects through the driver interface's structs. */
#include "element.h"
#include "device_pointer.h"
#include "front.h"
#include "handles.h"
#include "resource_struct.h"

#define ALL_FLAGS \
    (GPU_TRSF_READ_AS_INTEGER | GPU_TRSF_NORMALIZED_COORDINATES | GPU_TRSF_SRGB | \
     FRONT_FLAG_NOT_TRILINEAR | FRONT_FLAG_SEAMLESS)

_Static_assert((int)GPU_RESOURCE_TYPE_PITCH2D == GI_RESOURCE_PITCH2D
               && (int)GPU_TR_ADDRESS_MODE_BORDER == GI_ADDRESS_BORDER
               && (int)GPU_TR_FILTER_MODE_LINEAR == GI_FILTER_LINEAR
               && (int)GPU_RES_VIEW_FORMAT_UINT_1X8 == GI_VIEW_UINT8X1
               && (int)GPU_RES_VIEW_FORMAT_UNSIGNED_BC7 == GI_VIEW_BC7, "numbers are passed on");

gi_status front_from_struct(const char *caller, const GPU_RESOURCE_DESC *from,
                            struct gi_resource *out)
{
    *out = (struct gi_resource){ .kind = (int)from->resType, .flags = from->flags };
    switch (from->resType) {
    case GPU_RESOURCE_TYPE_ARRAY:
        out->array = front_from_array(from->res.array.hArray);
        return GI_OK;
    case GPU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        out->array = front_from_mipmapped(from->res.mipmap.hMipmappedArray);
        return GI_OK;
    case GPU_RESOURCE_TYPE_LINEAR:
        out->pointer = front_from_device(from->res.linear.devPtr);
        out->size_bytes = from->res.linear.sizeInBytes;
        return front_from_element(caller, from->res.linear.format, from->res.linear.numChannels,
                                  &out->channels);
    case GPU_RESOURCE_TYPE_PITCH2D:
        out->pointer = front_from_device(from->res.pitch2D.devPtr);
        out->width = from->res.pitch2D.width;
        out->height = from->res.pitch2D.height;
        out->pitch_bytes = from->res.pitch2D.pitchInBytes;
        return front_from_element(caller, from->res.pitch2D.format, from->res.pitch2D.numChannels,
                                  &out->channels);
    }
    return GI_OK;                /* the core refuses the kind */
}

gi_status front_to_struct(const char *caller, const struct gi_resource *from,
                          GPU_RESOURCE_DESC *out)
{
    *out = (GPU_RESOURCE_DESC){ .resType = (GPUresourcetype)from->kind };
    out->flags = from->flags;
    switch ((enum gi_resource_kind)from->kind) {
    case GI_RESOURCE_ARRAY:
        out->res.array.hArray = front_to_array(from->array);
        return GI_OK;
    case GI_RESOURCE_MIPMAPPED_ARRAY:
        out->res.mipmap.hMipmappedArray = front_to_mipmapped(from->array);
        return GI_OK;
    case GI_RESOURCE_LINEAR:
        out->res.linear.devPtr = front_to_device(from->pointer);
        out->res.linear.sizeInBytes = from->size_bytes;
        return front_to_element(caller, &from->channels, &out->res.linear.format,
                                &out->res.linear.numChannels);
    case GI_RESOURCE_PITCH2D:
        out->res.pitch2D.devPtr = front_to_device(from->pointer);
        out->res.pitch2D.width = from->width;
        out->res.pitch2D.height = from->height;
        out->res.pitch2D.pitchInBytes = from->pitch_bytes;
        return front_to_element(caller, &from->channels, &out->res.pitch2D.format,
                                &out->res.pitch2D.numChannels);
    }
    return GI_OK;
}

/** Integers are read as normalized unless a flag requests otherwise. 32-bit integers have no
 *  normalized form and stay integers. */
static struct gi_sampling from_texture(const GPU_TEXTURE_DESC *from, int read)
{
    struct gi_sampling out = {
        .filter = (int)from->filterMode,
        .mip_filter = (int)from->mipmapFilterMode,
        .read = read,
        .filters_integers = FRONT_FILTERS_INTEGERS,
        .srgb = (from->flags & GPU_TRSF_SRGB) != 0,
        .seamless = (from->flags & FRONT_FLAG_SEAMLESS) != 0,
        .no_trilinear_optimization = (from->flags & FRONT_FLAG_NOT_TRILINEAR) != 0,
        .normalized = (from->flags & GPU_TRSF_NORMALIZED_COORDINATES) != 0,
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

static GPU_TEXTURE_DESC to_texture(const struct gi_sampling *from)
{
    GPU_TEXTURE_DESC out = {
        .filterMode = (GPUfilter_mode)from->filter,
        .flags = (from->read == GI_READ_ELEMENT && !from->read_is_implied
                  ? GPU_TRSF_READ_AS_INTEGER : 0u)
                 | (from->normalized ? GPU_TRSF_NORMALIZED_COORDINATES : 0u)
                 | (from->srgb ? GPU_TRSF_SRGB : 0u)
                 | (from->seamless ? FRONT_FLAG_SEAMLESS : 0u)
                 | (from->no_trilinear_optimization ? FRONT_FLAG_NOT_TRILINEAR : 0u),
        .maxAnisotropy = from->max_anisotropy,
        .mipmapFilterMode = (GPUfilter_mode)from->mip_filter,
        .mipmapLevelBias = from->bias,
        .minMipmapLevelClamp = from->min_level,
        .maxMipmapLevelClamp = from->max_level,
    };

    for (int i = 0; i < 3; i++)
        out.addressMode[i] = (GPUaddress_mode)from->address[i];
    for (int i = 0; i < 4; i++)
        out.borderColor[i] = from->border[i];
    return out;
}

static struct gi_resource_view from_view(const GPU_RESOURCE_VIEW_DESC *view)
{
    return (struct gi_resource_view){
        .format = (int)view->format,
        .width = view->width, .height = view->height, .depth = view->depth,
        .first_level = view->firstMipmapLevel, .last_level = view->lastMipmapLevel,
        .first_layer = view->firstLayer, .last_layer = view->lastLayer,
    };
}

gpuError_t gpuTexObjectCreate(gpuTextureObject_t *object, const GPU_RESOURCE_DESC *resource,
                              const GPU_TEXTURE_DESC *texture, const GPU_RESOURCE_VIEW_DESC *view)
{
    struct gi_resource_view part;
    struct gi_sampling sampling;
    struct gi_resource wanted;
    uint64_t number;
    gi_status st;

    FRONT_NOT_NULL(object);
    FRONT_NOT_NULL(resource);
    FRONT_NOT_NULL(texture);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    FRONT_REQUIRE((texture->flags & ~(unsigned int)ALL_FLAGS) == 0,
                  "%s: flags is 0x%x; 0x%x of it exists", __func__, texture->flags,
                  texture->flags & (unsigned int)ALL_FLAGS);
    FRONT_REQUIRE(resource->flags == 0 || !FRONT_CHECKS_RESOURCE_FLAGS,
                  "%s: flags of the resource is 0x%x; it must be 0", __func__, resource->flags);
    FRONT_TRY(front_from_struct(__func__, resource, &wanted));
    if (view != NULL)
        part = from_view(view);
    sampling = from_texture(texture, (texture->flags & GPU_TRSF_READ_AS_INTEGER) != 0
                            ? GI_READ_ELEMENT : GI_READ_NORMALIZED);
    st = gi_texture_create(&wanted, &sampling, view != NULL ? &part : NULL, &number);
    if (st == GI_INVALID_NORM) {
        sampling = from_texture(texture, GI_READ_ELEMENT);
        sampling.read_is_implied = true;
        st = gi_texture_create(&wanted, &sampling, view != NULL ? &part : NULL, &number);
    }
    FRONT_TRY(st);
    *object = (gpuTextureObject_t)(uintptr_t)number;
    return gpuSuccess;
}

gpuError_t gpuTexObjectDestroy(gpuTextureObject_t object)
{
    FRONT_TRY(front_begin_object());
    FRONT_UNSAFE();
    return front_error(gi_texture_destroy((uintptr_t)object));
}

gpuError_t gpuTexObjectGetResourceDesc(GPU_RESOURCE_DESC *resource, gpuTextureObject_t object)
{
    struct gi_texture_info info;

    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_texture_query((uintptr_t)object, &info));
    return front_error(front_to_struct(__func__, &info.resource, resource));
}

gpuError_t gpuTexObjectGetTextureDesc(GPU_TEXTURE_DESC *texture, gpuTextureObject_t object)
{
    struct gi_texture_info info;

    FRONT_NOT_NULL(texture);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_texture_query((uintptr_t)object, &info));
    *texture = to_texture(&info.sampling);
    return gpuSuccess;
}

gpuError_t gpuTexObjectGetResourceViewDesc(GPU_RESOURCE_VIEW_DESC *view, gpuTextureObject_t object)
{
    struct gi_texture_info info;

    FRONT_NOT_NULL(view);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_texture_query((uintptr_t)object, &info));
    FRONT_REQUIRE(info.has_view, "%s: texture object 0x%llx was made without a view", __func__,
                  (unsigned long long)(uintptr_t)object);
    *view = (GPU_RESOURCE_VIEW_DESC){
        .format = (GPUresourceViewFormat)info.view.format,
        .width = info.view.width, .height = info.view.height, .depth = info.view.depth,
        .firstMipmapLevel = info.view.first_level, .lastMipmapLevel = info.view.last_level,
        .firstLayer = info.view.first_layer, .lastLayer = info.view.last_layer,
    };
    return gpuSuccess;
}
