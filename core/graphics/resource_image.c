#include "resource_image.h"

#include <pthread.h>
#include <stdlib.h>

#include "arrays/array_state.h"
#include "memory/array_shape.h"
#include "ops/copy.h"
#include "queue/device_state.h"

/* ---- the array ------------------------------------------------------------------------------ */

static bool has_layers(const struct gi_graphics_shape *shape)
{
    return shape->is_layered || shape->is_cube;
}

static struct gi_array_request request_of(const struct gi_graphics_shape *shape, uint32_t flags)
{
    struct gi_array_request request = {
        .channels = shape->channels,
        .width = shape->width,
        .height = shape->height,
        .depth = shape->slices,
        .levels = shape->levels,
    };

    if (shape->is_layered)
        request.flags |= GI_ARRAY_LAYERED;
    if (shape->is_cube)
        request.flags |= GI_ARRAY_CUBEMAP;
    if ((flags & GI_GRAPHICS_SURFACE) != 0)
        request.flags |= GI_ARRAY_SURFACE;
    if ((flags & GI_GRAPHICS_GATHER) != 0 && shape->slices == 0)
        request.flags |= GI_ARRAY_GATHER;
    return request;
}

/* An image in memory of its own, which the interface opens as the same image. Drivers make an
 * external image for memory that exists, so the size is asked for one that is not external. Where
 * this is too small, the array is refused. */
static gi_status give_shadow(struct gi_resource *resource, const struct gi_array_request *request)
{
    struct gi_image_shape shape;
    uint64_t size_bytes = 0;
    gi_status status = gi_array_shape(&resource->device->base->info, request, false, &shape);

    if (status == GI_OK)
        status = gi_image_size(resource->device, &shape, &size_bytes);
    if (status == GI_OK)
        status = gi_resource_give_memory(resource, size_bytes);
    if (status == GI_OK && resource->memory->memory->dedicated)
        status = gi_fail(GI_NOT_SUPPORTED, "graphics: %s makes memory that it exports for one "
                         "buffer, so no image can lie there", resource->device->base->info.name);
    if (status == GI_OK)
        status = gi_array_keep(resource->device, resource->memory, request,
                               &resource->image.mipmapped);
    return status == GI_OK ? gi_resource_share(resource, true) : status;
}

/* An image in the library's memory, and bytes that the interface opens as a buffer. */
static gi_status give_pixels(struct gi_resource *resource, const struct gi_array_request *request)
{
    gi_status status = gi_array_keep(resource->device, NULL, request, &resource->image.mipmapped);

    if (status == GI_OK)
        status = gi_resource_give_memory(resource, resource->item->size_bytes);
    return status == GI_OK ? gi_resource_share(resource, false) : status;
}

static gi_status give_by_way(struct gi_resource *resource, const struct gi_array_request *request)
{
    switch (resource->way) {
    case GI_GRAPHICS_SHADOW:
        return give_shadow(resource, request);
    case GI_GRAPHICS_PIXELS:
        return give_pixels(resource, request);
    case GI_GRAPHICS_EXPORT:
    case GI_GRAPHICS_HOST_DIRECT:
    case GI_GRAPHICS_HOST:
    case GI_GRAPHICS_WAYS:
        break;
    }
    return gi_array_keep(resource->device, NULL, request, &resource->image.mipmapped);
}

gi_status gi_resource_give_image(struct gi_resource *resource, uint32_t flags)
{
    const struct gi_graphics_shape *shape = &resource->item->shape;
    struct gi_array_request request = request_of(shape, flags);
    gi_status status = GI_OK;

    if (has_layers(shape)) {
        resource->image.layers = calloc((size_t)shape->slices * shape->levels, sizeof(gi_handle));
        if (resource->image.layers == NULL)
            status = gi_fail(GI_OUT_OF_MEMORY, "graphics: no memory for the arrays of %u layers",
                             shape->slices);
    }
    if (status == GI_OK)
        status = give_by_way(resource, &request);
    if (status != GI_OK) {
        gi_resource_drop_image(resource);
        gi_resource_drop_memory(resource);
    }
    return status;
}

void gi_resource_drop_image(struct gi_resource *resource)
{
    const struct gi_graphics_shape *shape = &resource->item->shape;
    struct gi_resource_image *image = &resource->image;

    for (size_t i = 0; image->layers != NULL && i < (size_t)shape->slices * shape->levels; i++)
        if (image->layers[i] != 0)
            gi_array_give_up_layer(image->layers[i]);
    if (image->mipmapped != 0)
        gi_array_give_up(image->mipmapped);
    free(image->layers);
    *image = (struct gi_resource_image){ .mipmapped = 0 };
}

/* ---- copies --------------------------------------------------------------------------------- */

static gi_status copy_level(const struct gi_resource *resource, uint32_t level, uint64_t bytes,
                            bool to_array, gi_handle stream)
{
    const struct gi_graphics_shape *shape = &resource->item->shape;
    struct gi_graphics_level at = gi_graphics_level(shape, level);
    struct gi_copy_side memory = { .name = "the image's bytes" }, texels = { .name = "the image" };
    gi_status status = gi_mipmapped_array_level(resource->image.mipmapped, level, &texels.array);

    texels.declared = GI_DECLARED_ARRAY;
    memory.pointer = bytes + at.offset_bytes;
    memory.pitch = (uint64_t)at.width * shape->texel_bytes;
    memory.slice_bytes = memory.pitch * at.height;
    if (status != GI_OK)
        return status;
    return gi_copy(&(struct gi_copy){
        .measure = GI_COPY_BOX, .dst = to_array ? texels : memory,
        .src = to_array ? memory : texels, .width = memory.pitch, .height = at.height,
        .depth = at.slices, .kind = GI_COPY_INFER }, gi_in_stream(stream));
}

gi_status gi_resource_copy_image(struct gi_resource *resource, uint64_t bytes, bool to_array,
                                 gi_handle stream)
{
    uint32_t levels = gi_graphics->levels(resource->item);
    gi_status status = GI_OK;

    for (uint32_t level = 0; level < resource->item->shape.levels && status == GI_OK; level++)
        if ((levels >> level & 1) != 0)
            status = copy_level(resource, level, bytes, to_array, stream);
    return status;
}

/* ---- questions ------------------------------------------------------------------------------ */

/* Finds a resource that is a mapped image, and takes a reference. */
static gi_status acquire_image(gi_handle handle, struct gi_resource **out_resource)
{
    struct gi_resource *resource;
    gi_status status = gi_resource_acquire(handle, &resource);

    if (status != GI_OK)
        return status;
    status = gi_resource_check_mapped(resource);
    if (status == GI_OK && resource->image.mipmapped == 0)
        status = gi_fail(GI_NOT_MAPPED_AS_ARRAY, "graphics: the resource is %s %u, which has a "
                         "pointer and no array", resource->item->noun, resource->item->name);
    if (status == GI_OK)
        *out_resource = resource;
    else
        gi_object_unref(&resource->object);
    return status;
}

static gi_status check_part(const struct gi_resource *resource, uint32_t layer, uint32_t level)
{
    const struct gi_graphics_shape *shape = &resource->item->shape;
    uint32_t layers = has_layers(shape) ? shape->slices : 1;

    if (layer >= layers)
        return gi_fail(GI_INVALID_VALUE, "graphics: layer is %u; %s %u has 0 to %u", layer,
                       resource->item->noun, resource->item->name, layers - 1);
    if (level >= shape->levels)
        return gi_fail(GI_INVALID_VALUE, "graphics: level is %u; %s %u has 0 to %u", level,
                       resource->item->noun, resource->item->name, shape->levels - 1);
    return GI_OK;
}

/* The array of one layer, made when it is first asked for. Of two threads that make it at once one
 * is too late. */
static gi_status find_layer(struct gi_resource *resource, uint32_t layer, uint32_t level,
                            gi_handle *out_array)
{
    gi_handle *place = &resource->image.layers[(size_t)level * resource->item->shape.slices +
                                               layer];
    gi_handle made;
    gi_status status;

    pthread_mutex_lock(&gi_resource_lock);
    *out_array = *place;
    pthread_mutex_unlock(&gi_resource_lock);
    if (*out_array != 0)
        return GI_OK;
    status = gi_array_keep_layer(resource->image.mipmapped, level, layer, &made);
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&gi_resource_lock);
    *out_array = *place == 0 ? made : *place;
    *place = *out_array;
    pthread_mutex_unlock(&gi_resource_lock);
    if (*out_array != made)
        gi_array_give_up_layer(made);
    return GI_OK;
}

gi_status gi_graphics_array(gi_handle handle, uint32_t layer, uint32_t level, gi_handle *out_array)
{
    struct gi_resource *resource = NULL;
    gi_status status = acquire_image(handle, &resource);

    *out_array = 0;
    if (status != GI_OK)
        return status;
    status = check_part(resource, layer, level);
    if (status == GI_OK)
        status = resource->image.layers != NULL
                     ? find_layer(resource, layer, level, out_array)
                     : gi_mipmapped_array_level(resource->image.mipmapped, level, out_array);
    gi_object_unref(&resource->object);
    return status;
}

gi_status gi_graphics_mipmapped(gi_handle handle, gi_handle *out_mipmapped)
{
    struct gi_resource *resource = NULL;
    gi_status status = acquire_image(handle, &resource);

    *out_mipmapped = 0;
    if (status != GI_OK)
        return status;
    *out_mipmapped = resource->image.mipmapped;
    gi_object_unref(&resource->object);
    return GI_OK;
}
