#include "array_shape.h"

#include "contract/levels.h"

#define EVERY_FLAG (GI_ARRAY_LAYERED | GI_ARRAY_SURFACE | GI_ARRAY_CUBEMAP | GI_ARRAY_GATHER | \
                    GI_ARRAY_ATTACHMENT | GI_ARRAY_SPARSE | GI_ARRAY_DEFERRED)

static gi_status check_flags(uint32_t flags)
{
    if ((flags & ~(uint32_t)EVERY_FLAG) != 0)
        return gi_fail(GI_INVALID_VALUE, "array: flags is 0x%x; 0x%x of it exists", flags,
                       flags & (uint32_t)EVERY_FLAG);
    return GI_OK;
}

static gi_status check_cube(const struct gi_array_request *request)
{
    bool is_layered = (request->flags & GI_ARRAY_LAYERED) != 0;

    if (request->width != request->height)
        return gi_fail(GI_INVALID_VALUE, "array: a cubemap's faces must be square, not %llu by "
                       "%llu", (unsigned long long)request->width,
                       (unsigned long long)request->height);
    if (is_layered ? request->depth == 0 || request->depth % 6 != 0 : request->depth != 6)
        return gi_fail(GI_INVALID_VALUE, "array: depth is %llu; a cubemap needs 6%s",
                       (unsigned long long)request->depth,
                       is_layered ? " for each of its layers" : "");
    return GI_OK;
}

static gi_status check_directions(const struct gi_array_request *request)
{
    if (request->width == 0)
        return gi_fail(GI_INVALID_VALUE, "array: width is 0");
    if ((request->flags & GI_ARRAY_CUBEMAP) != 0)
        return check_cube(request);
    if ((request->flags & GI_ARRAY_LAYERED) != 0 && request->depth == 0)
        return gi_fail(GI_INVALID_VALUE, "array: it is layered, and depth, which counts the "
                       "layers, is 0");
    if ((request->flags & GI_ARRAY_LAYERED) == 0 && request->height == 0 && request->depth != 0)
        return gi_fail(GI_INVALID_VALUE, "array: depth is %llu and height is 0; a layered 1D array "
                       "needs flag 0x1", (unsigned long long)request->depth);
    return GI_OK;
}

static enum gi_image_dims dims_of(const struct gi_array_request *request)
{
    if (request->height == 0)
        return GI_IMAGE_1D;
    if (request->depth == 0 || (request->flags & (GI_ARRAY_LAYERED | GI_ARRAY_CUBEMAP)) != 0)
        return GI_IMAGE_2D;
    return GI_IMAGE_3D;
}

static gi_status check_limit(uint64_t size, uint32_t limit, const char *what)
{
    if (size <= limit)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "array: %s is %llu; the device has at most %u", what,
                   (unsigned long long)size, limit);
}

static uint32_t extent_limit(const struct gi_device_info *device, enum gi_image_dims dims,
                             uint32_t flags)
{
    switch (dims) {
    case GI_IMAGE_1D: return device->max_image_1d;
    case GI_IMAGE_2D: break;
    case GI_IMAGE_3D: return device->max_image_3d;
    }
    return (flags & GI_ARRAY_CUBEMAP) != 0 ? device->max_image_cube : device->max_image_2d;
}

static gi_status check_limits(const struct gi_device_info *device,
                              const struct gi_array_request *request, enum gi_image_dims dims)
{
    uint32_t limit = extent_limit(device, dims, request->flags);
    bool is_3d = dims == GI_IMAGE_3D;
    gi_status status = check_limit(request->width, limit, "width");

    if (status == GI_OK)
        status = check_limit(request->height, limit, "height");
    if (status == GI_OK)
        status = check_limit(request->depth, is_3d ? limit : device->max_image_layers,
                             is_3d ? "depth" : "depth, which counts layers,");
    return status;
}

static gi_status check_use(const struct gi_array_request *request,
                           const struct gi_format_info *format, enum gi_image_dims dims,
                           bool is_external)
{
    bool has_layers = (request->flags & (GI_ARRAY_LAYERED | GI_ARRAY_CUBEMAP)) != 0;

    if ((request->flags & GI_ARRAY_ATTACHMENT) != 0 && !is_external)
        return gi_fail(GI_INVALID_VALUE, "array: flags is 0x%x; 0x20 (colour attachment) is for "
                       "imported images only", request->flags);
    if ((request->flags & GI_ARRAY_GATHER) != 0 && (dims != GI_IMAGE_2D || has_layers))
        return gi_fail(GI_INVALID_VALUE, "array: flag 0x8 (gather) is for 2D arrays only");
    if (format->block_width == 1)
        return GI_OK;
    if ((request->flags & (GI_ARRAY_SURFACE | GI_ARRAY_ATTACHMENT)) != 0)
        return gi_fail(GI_NOT_SUPPORTED, "array: flags is 0x%x; surfaces cannot store to %s, which "
                       "is compressed", request->flags, format->name);
    if (dims == GI_IMAGE_1D)
        return gi_fail(GI_INVALID_VALUE, "array: height is 0; %s has blocks of 4 rows",
                       format->name);
    return GI_OK;
}

/* Refuses sparse and deferred arrays, which get their memory later. */
static gi_status check_memory(uint32_t flags, enum gi_image_dims dims, bool is_external)
{
    uint32_t later = flags & (GI_ARRAY_SPARSE | GI_ARRAY_DEFERRED);

    if (later == 0)
        return GI_OK;
    if (is_external)
        return gi_fail(GI_INVALID_VALUE, "mapped array: flags is 0x%x; its memory exists, so it "
                       "cannot be sparse (0x40) or deferred (0x80)", flags);
    if (later == (GI_ARRAY_SPARSE | GI_ARRAY_DEFERRED))
        return gi_fail(GI_INVALID_VALUE, "array: flags is 0x%x; sparse (0x40) and deferred (0x80) "
                       "exclude each other", flags);
    if (later == GI_ARRAY_SPARSE &&
        (dims == GI_IMAGE_1D || (flags & (GI_ARRAY_SURFACE | GI_ARRAY_CUBEMAP)) != 0))
        return gi_fail(GI_INVALID_VALUE, "array: flags is 0x%x; a sparse array (0x40) has a "
                       "height, and is not for surfaces (0x2) or cubemaps (0x4)", flags);
    return gi_fail(GI_NOT_SUPPORTED, "array: flags is 0x%x; sparse (0x40) and deferred (0x80) "
                   "arrays are not supported", flags);
}

static gi_status set_levels(struct gi_image_shape *shape, uint32_t levels, bool is_external)
{
    uint32_t chain = gi_chain_length(shape->width, shape->height, shape->depth);

    if (is_external && (levels == 0 || levels > chain))
        return gi_fail(GI_INVALID_VALUE, "mapped array: levels is %u; an image of %u by %u by %u "
                       "has 1 to %u", levels, shape->width, shape->height, shape->depth, chain);
    shape->levels = levels > chain ? chain : levels;
    if (shape->levels == 0)
        shape->levels = 1;
    return GI_OK;
}

static uint32_t image_flags(uint32_t flags)
{
    uint32_t image = 0;

    if ((flags & GI_ARRAY_CUBEMAP) != 0)
        image |= GI_IMAGE_CUBE;
    if ((flags & GI_ARRAY_SURFACE) != 0)
        image |= GI_IMAGE_STORAGE;
    if ((flags & GI_ARRAY_ATTACHMENT) != 0)
        image |= GI_IMAGE_ATTACHMENT;
    return image;
}

gi_status gi_array_shape(const struct gi_device_info *device,
                         const struct gi_array_request *request, bool is_external,
                         struct gi_image_shape *out_shape)
{
    enum gi_image_dims dims = dims_of(request);
    enum gi_format format;
    gi_status status = gi_format_from_channels(&request->channels, &format);

    *out_shape = (struct gi_image_shape){ .width = 0 };
    if (status == GI_OK)
        status = check_flags(request->flags);
    if (status == GI_OK)
        status = check_directions(request);
    if (status == GI_OK)
        status = check_limits(device, request, dims);
    if (status == GI_OK)
        status = check_use(request, gi_format_info(format), dims, is_external);
    if (status == GI_OK)
        status = check_memory(request->flags, dims, is_external);
    if (status != GI_OK)
        return status;
    *out_shape = (struct gi_image_shape){
        .format = format,
        .dims = dims,
        .width = (uint32_t)request->width,
        .height = dims != GI_IMAGE_1D ? (uint32_t)request->height : 1,
        .depth = dims == GI_IMAGE_3D ? (uint32_t)request->depth : 1,
        .layers = dims != GI_IMAGE_3D && request->depth != 0 ? (uint32_t)request->depth : 1,
        .flags = image_flags(request->flags) | (is_external ? GI_IMAGE_EXTERNAL : 0u),
    };
    return set_levels(out_shape, request->levels, is_external);
}
