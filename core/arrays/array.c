#include "array_state.h"

#include <stdlib.h>

#include "base/log.h"
#include "contract/levels.h"
#include "memory/array_shape.h"
#include "queue/device_state.h"
#include "stream/settle.h"

/* ---- handles -------------------------------------------------------------------------------- */

static void finish_array(struct gi_object *object)
{
    struct gi_array *array = (struct gi_array *)object;

    gi_allocation_unref(array->texels);
    free(array);
}

static void finish_mipmapped(struct gi_object *object)
{
    struct gi_mipmapped_array *mipmapped = (struct gi_mipmapped_array *)object;

    gi_allocation_unref(mipmapped->texels);
    free(mipmapped);
}

gi_status gi_array_acquire(gi_handle handle, struct gi_array **out_array)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_ARRAY, &object);

    *out_array = (struct gi_array *)object;
    return status;
}

gi_status gi_mipmapped_array_acquire(gi_handle handle, struct gi_mipmapped_array **out_mipmapped)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_MIPMAPPED_ARRAY, &object);

    *out_mipmapped = (struct gi_mipmapped_array *)object;
    return status;
}

static struct gi_array_info array_info_of(const struct gi_allocation *texels,
                                          const struct gi_array_request *request)
{
    const struct gi_image *image = gi_image_of(texels);

    return (struct gi_array_info){
        .channels = request->channels,
        .format = image->shape.format,
        .width = request->width,
        .height = request->height,
        .depth = request->depth,
        .levels = image->shape.levels,
        .flags = request->flags,
        .device = texels->device->ordinal,
        .size_bytes = image->size_bytes,
        .alignment_bytes = image->alignment_bytes,
    };
}

/* A direction that an array does not have stays 0. Limits of images have 32 bits. */
static uint64_t at_level(uint64_t size, uint32_t level)
{
    return size == 0 ? 0 : gi_level_size((uint32_t)size, level);
}

/* Describes one level. */
static struct gi_array_info level_info(const struct gi_array_info *whole, enum gi_image_dims dims,
                                       uint32_t level)
{
    struct gi_array_info info = *whole;

    info.width = at_level(whole->width, level);
    info.height = at_level(whole->height, level);
    if (dims == GI_IMAGE_3D)
        info.depth = at_level(whole->depth, level);
    info.levels = 1;
    return info;
}

static gi_status no_array_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an array");
}

/* Makes an array of a level of the image, without a handle and with a reference to the image. */
static struct gi_array *new_level(struct gi_allocation *texels, const struct gi_array_info *whole,
                                  uint32_t level, enum gi_array_owner owner)
{
    const struct gi_image_shape *shape = &gi_image_of(texels)->shape;
    struct gi_array *array = calloc(1, sizeof *array);

    if (array == NULL)
        return NULL;
    array->object.device = texels->device;
    array->texels = texels;
    array->info = level_info(whole, shape->dims, level);
    array->level = level;
    array->layers = shape->layers;
    array->owner = owner;
    gi_allocation_ref(texels);
    return array;
}

static gi_status create_level(struct gi_allocation *texels, const struct gi_array_info *whole,
                              uint32_t level, enum gi_array_owner owner, gi_handle *out_array)
{
    struct gi_array *array = new_level(texels, whole, level, owner);
    gi_status status;

    *out_array = 0;
    if (array == NULL)
        return no_array_memory();
    status = gi_handle_create(&array->object, GI_OBJECT_ARRAY, finish_array, out_array);
    if (status != GI_OK)
        finish_array(&array->object);
    return status;
}

/* A reset may have ended some of them already. */
static void end_levels(const gi_handle *levels, uint32_t count)
{
    while (count-- > 0)
        (void)!gi_handle_retire(levels[count], GI_OBJECT_ARRAY, NULL);
}

static gi_status end_mipmapped(gi_handle handle, const struct gi_mipmapped_array *mipmapped)
{
    gi_status status = gi_handle_retire(handle, GI_OBJECT_MIPMAPPED_ARRAY, NULL);

    if (status == GI_OK)
        end_levels(mipmapped->levels, mipmapped->info.levels);
    return status;
}

static gi_status create_mipmapped(struct gi_allocation *texels,
                                  const struct gi_array_request *request,
                                  enum gi_array_owner owner, gi_handle *out_mipmapped)
{
    uint32_t count = gi_image_of(texels)->shape.levels, made = 0;
    struct gi_mipmapped_array *mipmapped =
        calloc(1, sizeof *mipmapped + count * sizeof mipmapped->levels[0]);
    enum gi_array_owner of_level = owner == GI_ARRAY_OF_PROGRAM ? GI_ARRAY_OF_MIPMAPPED : owner;
    gi_status status = GI_OK;

    *out_mipmapped = 0;
    if (mipmapped == NULL)
        return no_array_memory();
    mipmapped->owner = owner;
    mipmapped->object.device = texels->device;
    mipmapped->texels = texels;
    mipmapped->info = array_info_of(texels, request);
    gi_allocation_ref(texels);
    for (; made < count && status == GI_OK; made++)
        status = create_level(texels, &mipmapped->info, made, of_level,
                              &mipmapped->levels[made]);
    if (status != GI_OK)
        made--;
    if (status == GI_OK)
        status = gi_handle_create(&mipmapped->object, GI_OBJECT_MIPMAPPED_ARRAY, finish_mipmapped,
                                  out_mipmapped);
    if (status != GI_OK) {
        end_levels(mipmapped->levels, made);
        finish_mipmapped(&mipmapped->object);
    }
    return status;
}

/* ---- making --------------------------------------------------------------------------------- */

static gi_status make_own(const struct gi_array_request *request, struct gi_allocation **out_texels)
{
    struct gi_image_shape shape;
    struct gi_device *device;
    gi_status status = gi_device_current(&device);

    *out_texels = NULL;
    if (status == GI_OK)
        status = gi_array_shape(&device->base->info, request, false, &shape);
    return status == GI_OK ? gi_image_new(device, &shape, out_texels) : status;
}

gi_status gi_array_create(const struct gi_array_request *request, gi_handle *out_array)
{
    struct gi_array_request one_level = *request;
    struct gi_allocation *texels;
    struct gi_array_info info;
    gi_status status;

    *out_array = 0;
    one_level.levels = 1;
    status = make_own(&one_level, &texels);
    if (status != GI_OK)
        return status;
    info = array_info_of(texels, &one_level);
    status = create_level(texels, &info, 0, GI_ARRAY_OF_PROGRAM, out_array);
    gi_allocation_unref(texels);
    return status;
}

gi_status gi_mipmapped_array_create(const struct gi_array_request *request,
                                    gi_handle *out_mipmapped)
{
    struct gi_allocation *texels;
    gi_status status = make_own(request, &texels);

    *out_mipmapped = 0;
    if (status != GI_OK)
        return status;
    status = create_mipmapped(texels, request, GI_ARRAY_OF_PROGRAM, out_mipmapped);
    gi_allocation_unref(texels);
    return status;
}

gi_status gi_array_new_within(struct gi_allocation *imported, uint64_t offset_bytes,
                              bool is_dedicated, const struct gi_array_request *request,
                              gi_handle *out_mipmapped)
{
    struct gi_allocation *texels;
    struct gi_image_shape shape;
    gi_status status = gi_array_shape(&imported->device->base->info, request, true, &shape);

    *out_mipmapped = 0;
    if (status != GI_OK)
        return status;
    if (is_dedicated)
        shape.flags |= GI_IMAGE_DEDICATED;
    status = gi_image_new_within(imported, offset_bytes, &shape, &texels);
    if (status != GI_OK)
        return status;
    if (shape.dims == GI_IMAGE_3D && request->depth == 1)
        gi_log(GI_LOG_INFO, "mipmapped array: extent.depth is 1, so this is a 3D image of one slice"
               "; for a 2D image it would be 0, and 2D writes of kernels reach nothing else");
    status = create_mipmapped(texels, request, GI_ARRAY_OF_PROGRAM, out_mipmapped);
    gi_allocation_unref(texels);
    return status;
}

/* ---- kept ----------------------------------------------------------------------------------- */

gi_status gi_array_keep(struct gi_device *device, struct gi_allocation *memory,
                        const struct gi_array_request *request, gi_handle *out_mipmapped)
{
    struct gi_allocation *texels = NULL;
    struct gi_image_shape shape;
    gi_status status = gi_array_shape(&device->base->info, request, memory != NULL, &shape);

    *out_mipmapped = 0;
    if (status == GI_OK)
        status = memory == NULL ? gi_image_new(device, &shape, &texels)
                                : gi_image_new_within(memory, 0, &shape, &texels);
    if (status != GI_OK)
        return status;
    status = create_mipmapped(texels, request, GI_ARRAY_OF_RESOURCE, out_mipmapped);
    gi_allocation_unref(texels);
    return status;
}

static gi_status create_layer(const struct gi_mipmapped_array *mipmapped, uint32_t level,
                              uint32_t layer, gi_handle *out_array)
{
    struct gi_array *array = new_level(mipmapped->texels, &mipmapped->info, level,
                                       GI_ARRAY_OF_RESOURCE);
    gi_status status;

    if (array == NULL)
        return no_array_memory();
    array->first_layer = layer;
    array->layers = 1;
    array->info.depth = 0;
    array->info.flags &= ~(uint32_t)(GI_ARRAY_LAYERED | GI_ARRAY_CUBEMAP);
    status = gi_handle_create_owned(&array->object, GI_OBJECT_ARRAY, mipmapped->object.context,
                                    finish_array, out_array);
    if (status != GI_OK)
        finish_array(&array->object);
    return status;
}

gi_status gi_array_keep_layer(gi_handle handle, uint32_t level, uint32_t layer,
                              gi_handle *out_array)
{
    struct gi_mipmapped_array *mipmapped;
    gi_status status = gi_mipmapped_array_acquire(handle, &mipmapped);

    *out_array = 0;
    if (status != GI_OK)
        return status;
    status = create_layer(mipmapped, level, layer, out_array);
    gi_object_unref(&mipmapped->object);
    return status;
}

void gi_array_give_up(gi_handle handle)
{
    struct gi_mipmapped_array *mipmapped;

    if (gi_mipmapped_array_acquire(handle, &mipmapped) != GI_OK)
        return;
    (void)!end_mipmapped(handle, mipmapped);
    gi_object_unref(&mipmapped->object);
}

void gi_array_give_up_layer(gi_handle array)
{
    (void)!gi_handle_retire(array, GI_OBJECT_ARRAY, NULL);
}

/* ---- using ---------------------------------------------------------------------------------- */

gi_status gi_mipmapped_array_level(gi_handle handle, uint32_t level, gi_handle *out_array)
{
    struct gi_mipmapped_array *mipmapped;
    gi_status status = gi_mipmapped_array_acquire(handle, &mipmapped);

    *out_array = 0;
    if (status != GI_OK)
        return status;
    if (level < mipmapped->info.levels)
        *out_array = mipmapped->levels[level];
    else
        status = gi_fail(GI_INVALID_VALUE, "mipmapped array: level is %u; it has 0 to %u", level,
                         mipmapped->info.levels - 1);
    gi_object_unref(&mipmapped->object);
    return status;
}

static gi_status refuse_end(void)
{
    return gi_fail(GI_INVALID_VALUE, "array: it belongs to a graphics resource, and ends with its "
                   "registration");
}

gi_status gi_array_destroy(gi_handle handle)
{
    struct gi_array *array;
    gi_status status = gi_array_acquire(handle, &array);

    if (status != GI_OK)
        return status;
    if (array->owner == GI_ARRAY_OF_RESOURCE)
        status = refuse_end();
    if (array->owner == GI_ARRAY_OF_PROGRAM) {
        gi_settle(array->object.device, "free of array", handle);
        status = gi_handle_retire(handle, GI_OBJECT_ARRAY, NULL);
    }
    gi_object_unref(&array->object);
    return status;
}

gi_status gi_mipmapped_array_destroy(gi_handle handle)
{
    struct gi_mipmapped_array *mipmapped;
    gi_status status = gi_mipmapped_array_acquire(handle, &mipmapped);

    if (status != GI_OK)
        return status;
    if (mipmapped->owner == GI_ARRAY_OF_RESOURCE) {
        gi_object_unref(&mipmapped->object);
        return refuse_end();
    }
    gi_settle(mipmapped->object.device, "free of mipmapped array", handle);
    status = end_mipmapped(handle, mipmapped);
    gi_object_unref(&mipmapped->object);
    return status;
}

gi_status gi_array_query(gi_handle handle, struct gi_array_info *out_info)
{
    struct gi_array *array;
    gi_status status = gi_array_acquire(handle, &array);

    *out_info = (struct gi_array_info){ .width = 0 };
    if (status != GI_OK)
        return status;
    *out_info = array->info;
    gi_object_unref(&array->object);
    return GI_OK;
}

gi_status gi_mipmapped_array_query(gi_handle handle, struct gi_array_info *out_info)
{
    struct gi_mipmapped_array *mipmapped;
    gi_status status = gi_mipmapped_array_acquire(handle, &mipmapped);

    *out_info = (struct gi_array_info){ .width = 0 };
    if (status != GI_OK)
        return status;
    *out_info = mipmapped->info;
    gi_object_unref(&mipmapped->object);
    return GI_OK;
}
