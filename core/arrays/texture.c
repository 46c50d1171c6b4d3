#include "texture.h"

#include <stddef.h>
#include <stdlib.h>

#include "memory/allocation.h"
#include "memory/recorded_epoch.h"
#include "memory/shown_images.h"
#include "array_state.h"
#include "queue/device_state.h"
#include "texture_check.h"
#include "memory/texture_table.h"
#include "base/uncancelled.h"
#include "contract/calls.h"

/* The struct of an allocation without an address, and the object behind a handle: work that may
 * touch anything may use the slot for longer than the object lives. */
struct gi_texture_object {
    struct gi_allocation_rest rest;      /* first */
    struct gi_object object;
    struct gi_device *device;
    struct gi_allocation *texels;        /* referenced: an image, or memory */
    struct gi_texture *texture;          /* the driver's; NULL until it exists */
    bool is_shown;                       /* its image is among the device's shown ones */
    uint64_t number;                     /* 0 until it has a slot */
    struct gi_texture_info info;
};

/* ---- life ----------------------------------------------------------------------------------- */

static struct gi_texture_object *texture_from(struct gi_object *object)
{
    return (struct gi_texture_object *)((char *)object -
                                        offsetof(struct gi_texture_object, object));
}

static void free_texture(struct gi_texture *texture)
{
    GI_UNCANCELLED;

    if (texture != NULL && gi_call_texture_finish(texture))
        free(texture);
}

static void release_texture(struct gi_allocation *allocation)
{
    struct gi_texture_object *object = (struct gi_texture_object *)allocation->rest;

    if (object->is_shown)
        gi_shown_images_remove(&object->device->shown, object->texture->image);
    if (object->texture != NULL && object->texture->needs_full_prelude)
        atomic_fetch_sub(&object->device->full_textures, 1);
    free_texture(object->texture);
    if (object->number != 0)
        gi_texture_table_give(&object->device->textures, object->number);
    atomic_fetch_sub(&object->texels->rest->viewers, 1);
    gi_allocation_unref(object->texels);
}

static const struct gi_allocation_type slot_type = {
    .size = sizeof(struct gi_texture_object),
    .kind = GI_POINTER_DEVICE,
    .words = "a texture",
    .freed_by = GI_FREED_BY_NEITHER,
    .release = release_texture,
};

/* The last reference: the handle is gone. */
static void finish_object(struct gi_object *object)
{
    struct gi_allocation *slot = texture_from(object)->rest.allocation;

    gi_allocation_outlive(slot);
    gi_allocation_unref(slot);
}

static gi_status check_textures(struct gi_device *device)
{
    const struct gi_device_info *info = &device->base->info;

    if (gi_device_is_lost(device))
        return gi_device_lost_failure(device);
    if (device->base->driver->texture != NULL && info->max_textures > 0)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "textures: %s has none%s%s", info->name,
                   info->why_no_textures[0] != '\0' ? ": " : "", info->why_no_textures);
}

/* Lets the driver fill the slot with the wanted description. */
static gi_status fill_slot(struct gi_texture_object *object, const struct gi_texture *wanted)
{
    GI_UNCANCELLED;
    const struct gi_texture_ops *ops = object->device->base->driver->texture;
    struct gi_texture *texture = calloc(1, ops->size);
    gi_status status;

    if (texture == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for another texture");
    *texture = *wanted;
    texture->device = object->device->base;
    texture->ops = ops;
    texture->slot = gi_texture_slot(object->number);
    status = gi_call_texture_init(texture);
    if (status != GI_OK) {
        free(texture);
        return status;
    }
    object->texture = texture;
    if (texture->needs_full_prelude && atomic_fetch_add(&object->device->full_textures, 1) == 0)
        gi_recorded_epoch_rise();        /* kernels were recorded with the lean prelude */
    return GI_OK;
}

/* Fills a slot of its own, and shows the image to shaders. */
static gi_status take_slot(struct gi_texture_object *object, const struct gi_texture *wanted)
{
    struct gi_device *device = object->device;
    uint32_t limit = device->base->info.max_textures;
    gi_status status = gi_texture_table_take(&device->textures, limit, &object->number);

    if (status == GI_OUT_OF_MEMORY) {    /* launches that are done may keep slots */
        device->reclaim(device);
        status = gi_texture_table_take(&device->textures, limit, &object->number);
    }
    if (status == GI_OK)
        status = fill_slot(object, wanted);
    if (status != GI_OK || wanted->kind == GI_TEXTURE_OF_MEMORY)
        return status;
    status = gi_shown_images_add(&device->shown, wanted->image, object->texels);
    object->is_shown = status == GI_OK;
    return status;
}

/* Makes the object on the texels' device. Takes the reference to them, also on failure. */
static gi_status create_object(struct gi_allocation *texels, const struct gi_texture *wanted,
                               const struct gi_texture_info *info, uint64_t *out_number)
{
    enum gi_object_kind kind = wanted->kind == GI_TEXTURE_SURFACE ? GI_OBJECT_SURFACE
                                                                    : GI_OBJECT_TEXTURE;
    struct gi_device *device = texels->device;
    struct gi_texture_object *object;
    struct gi_allocation *slot = NULL;
    gi_status status = check_textures(device);
    gi_handle handle;
    uint64_t number;

    if (status == GI_OK)
        status = gi_allocation_make(&slot_type, device, &slot);
    if (status != GI_OK) {
        gi_allocation_unref(texels);
        return status;
    }
    object = (struct gi_texture_object *)slot->rest;
    object->object.device = object->device = device;
    object->texels = texels;
    atomic_fetch_add(&texels->rest->viewers, 1);
    object->info = *info;
    status = take_slot(object, wanted);
    number = object->number;
    if (status == GI_OK)
        status = gi_handle_create(&object->object, kind, finish_object, &handle);
    if (status != GI_OK) {
        gi_allocation_unref(slot);
        return status;
    }
    gi_texture_table_set(&device->textures, number, handle);     /* a reset may have ended it */
    *out_number = number;
    return GI_OK;
}

/* ---- arrays --------------------------------------------------------------------------------- */

/* The array or mipmapped array of a program. */
struct source {
    struct gi_allocation *texels;        /* referenced */
    struct gi_array_info info;
    uint32_t level;                      /* the first level of the image */
    uint32_t first_layer, layers;        /* of the image */
};

static gi_status find_array(const struct gi_resource *resource, struct source *out)
{
    struct gi_mipmapped_array *mipmapped;
    struct gi_array *array;
    gi_status status;

    *out = (struct source){ .level = 0 };
    if (resource->kind == GI_RESOURCE_ARRAY) {
        status = gi_array_acquire(resource->array, &array);
        if (status != GI_OK)
            return status;
        out->texels = array->texels;
        out->info = array->info;
        out->level = array->level;
        out->first_layer = array->first_layer;
        out->layers = array->layers;
        gi_allocation_ref(out->texels);
        gi_object_unref(&array->object);
        return GI_OK;
    }
    status = gi_mipmapped_array_acquire(resource->array, &mipmapped);
    if (status != GI_OK)
        return status;
    out->texels = mipmapped->texels;
    out->info = mipmapped->info;
    out->layers = gi_image_of(out->texels)->shape.layers;
    gi_allocation_ref(out->texels);
    gi_object_unref(&mipmapped->object);
    return GI_OK;
}

static struct gi_texture whole_of(const struct source *source)
{
    struct gi_image *image = gi_image_of(source->texels);

    return (struct gi_texture){
        .kind = GI_TEXTURE_OF_IMAGE,
        .is_layered = (source->info.flags & GI_ARRAY_LAYERED) != 0,
        .is_cube = (source->info.flags & GI_ARRAY_CUBEMAP) != 0,
        .format = source->info.format,
        .image = image,
        .first_level = source->level,
        .level_count = source->info.levels,
        .first_layer = source->first_layer,
        .layer_count = source->layers,
    };
}

static gi_status apply_view(const struct gi_texture_info *info, const struct source *source,
                            struct gi_texture *wanted)
{
    bool is_mipmapped = info->resource.kind == GI_RESOURCE_MIPMAPPED_ARRAY;
    struct gi_view_part part;
    gi_status status = gi_view_check(&info->view, &source->info, is_mipmapped, &part);

    wanted->format = part.format;
    wanted->first_level += part.first_level;
    wanted->level_count = part.level_count;
    if (part.layer_count > 0) {
        wanted->first_layer = part.first_layer;
        wanted->layer_count = part.layer_count;
    }
    return status;
}

/* How many directions coordinates have; layers do not count. */
static int directions_of(const struct gi_image *image)
{
    switch (image->shape.dims) {
    case GI_IMAGE_1D: return 1;
    case GI_IMAGE_2D: return 2;
    case GI_IMAGE_3D: break;
    }
    return 3;
}

/* Sets unused directions to clamp, so that drivers need not know which are used. */
static void forget_the_rest(struct gi_sampling *sampling, int directions)
{
    for (int i = directions; i < 3; i++)
        sampling->address[i] = GI_ADDRESS_CLAMP;
}

static gi_status create_of_array(struct gi_texture_info *info, uint64_t *out_texture)
{
    struct gi_texture wanted;
    struct source source;
    gi_status status = find_array(&info->resource, &source);

    if (status != GI_OK)
        return status;
    wanted = whole_of(&source);
    status = gi_sampling_check(&info->sampling, directions_of(wanted.image), wanted.is_cube);
    if (status == GI_OK && info->has_view)
        status = apply_view(info, &source, &wanted);
    if (status == GI_OK)
        status = gi_texture_read_as(wanted.format, &info->sampling, &wanted.format,
                                    &wanted.sampling);
    /* As for the vendors, mipmapped arrays always use normalized coordinates. Wrap and mirror
     * have become clamp already if the program did not request these. */
    if (info->resource.kind == GI_RESOURCE_MIPMAPPED_ARRAY)
        wanted.sampling.normalized = true;
    if (status != GI_OK) {
        gi_allocation_unref(source.texels);
        return status;
    }
    forget_the_rest(&wanted.sampling, directions_of(wanted.image));
    return create_object(source.texels, &wanted, info, out_texture);
}

/* ---- memory --------------------------------------------------------------------------------- */

static gi_status create_of_memory(struct gi_texture_info *info, uint64_t *out_texture)
{
    const struct gi_resource *resource = &info->resource;
    bool rows = resource->kind == GI_RESOURCE_PITCH2D;
    struct gi_texture wanted = { .kind = GI_TEXTURE_OF_MEMORY, .layer_count = 1,
                                 .level_count = 1 };
    struct gi_device *device;
    enum gi_format format = GI_FORMAT_NONE;
    uint64_t span_bytes;
    struct gi_operand operand;
    gi_status status = gi_device_current(&device);

    if (status == GI_OK)
        status = gi_sampling_check(&info->sampling, rows ? 2 : 1, false);
    if (status == GI_OK)
        status = gi_format_from_channels(&resource->channels, &format);
    if (status == GI_OK)
        status = gi_texture_read_as(format, &info->sampling, &wanted.format, &wanted.sampling);
    if (!rows)
        wanted.sampling.filter = GI_FILTER_POINT;        /* texels are addressed by number */
    if (status == GI_OK)
        status = gi_texture_memory_check(resource, format, device->base->info.max_image_2d,
                                         &span_bytes);
    if (status == GI_OK)
        status = gi_operand_resolve(&operand, resource->pointer, span_bytes, "texture memory");
    if (status != GI_OK)
        return status;
    if (operand.allocation == NULL || operand.allocation->memory->device_address == 0) {
        gi_operand_release(&operand);
        return gi_fail(GI_INVALID_VALUE, "texture: pointer 0x%llx is memory that no device "
                       "reaches", (unsigned long long)resource->pointer);
    }
    forget_the_rest(&wanted.sampling, rows ? 2 : 1);
    wanted.memory = operand.allocation->memory;
    wanted.offset_bytes = operand.offset_bytes;
    wanted.pitch_bytes = rows ? resource->pitch_bytes : 0;
    wanted.width = (uint32_t)(rows ? resource->width
                              : span_bytes / gi_format_info(wanted.format)->block_bytes);
    wanted.height = rows ? (uint32_t)resource->height : 0;
    return create_object(operand.allocation, &wanted, info, out_texture);
}

/* ---- calls ---------------------------------------------------------------------------------- */

static gi_status check_kind(int kind)
{
    if (kind >= GI_RESOURCE_ARRAY && kind <= GI_RESOURCE_PITCH2D)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "texture: the kind of resource is %d; 0 to %d exist", kind,
                   GI_RESOURCE_PITCH2D);
}

static bool is_memory(int kind)
{
    return kind == GI_RESOURCE_LINEAR || kind == GI_RESOURCE_PITCH2D;
}

gi_status gi_texture_create(const struct gi_resource *resource, const struct gi_sampling *sampling,
                            const struct gi_resource_view *view, uint64_t *out_texture)
{
    struct gi_texture_info info = { .resource = *resource, .has_view = view != NULL };
    gi_status status = check_kind(resource->kind);

    *out_texture = 0;
    if (status != GI_OK)
        return status;
    if (sampling == NULL)
        return gi_fail(GI_INVALID_VALUE, "texture: there is no description of how it is read");
    info.sampling = *sampling;
    if (view != NULL)
        info.view = *view;
    return is_memory(resource->kind) ? create_of_memory(&info, out_texture)
                                     : create_of_array(&info, out_texture);
}

gi_status gi_surface_create(const struct gi_resource *resource, uint64_t *out_surface)
{
    struct gi_texture_info info = { .resource = *resource };
    const struct gi_format_info *format;
    struct gi_texture wanted;
    struct source source;
    gi_status status = check_kind(resource->kind);

    *out_surface = 0;
    if (status != GI_OK)
        return status;
    if (resource->kind != GI_RESOURCE_ARRAY)
        return gi_fail(GI_INVALID_VALUE, "surface: the kind of resource is %d; surfaces are of "
                       "arrays, which are 0", resource->kind);
    status = find_array(resource, &source);
    if (status != GI_OK)
        return status;
    format = gi_format_info(source.info.format);
    if (format->block_width != 1) {
        gi_allocation_unref(source.texels);
        return gi_fail(GI_INVALID_VALUE, "surface: nothing stores to %s, which is compressed",
                       format->name);
    }
    wanted = whole_of(&source);
    wanted.kind = GI_TEXTURE_SURFACE;
    wanted.is_layered |= wanted.is_cube;         /* a store addresses faces as layers */
    wanted.is_cube = false;
    return create_object(source.texels, &wanted, &info, out_surface);
}

static gi_status no_object(uint64_t number, enum gi_object_kind kind)
{
    return gi_fail(GI_INVALID_VALUE, "0x%llx is no %s object, or was destroyed",
                   (unsigned long long)number, gi_object_kind_name(kind));
}

static gi_status destroy(uint64_t number, enum gi_object_kind kind)
{
    gi_status status;

    if (number == 0)
        return GI_OK;
    status = gi_handle_retire(gi_texture_find(number), kind, NULL);
    return status == GI_INVALID_HANDLE ? no_object(number, kind) : status;
}

static gi_status query(uint64_t number, enum gi_object_kind kind, struct gi_texture_info *out_info)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(gi_texture_find(number), kind, &object);

    *out_info = (struct gi_texture_info){ .has_view = false };
    if (status != GI_OK)
        return status == GI_INVALID_HANDLE ? no_object(number, kind) : status;
    *out_info = texture_from(object)->info;
    gi_object_unref(object);
    return GI_OK;
}

gi_status gi_texture_destroy(uint64_t texture)
{
    return destroy(texture, GI_OBJECT_TEXTURE);
}

gi_status gi_texture_query(uint64_t texture, struct gi_texture_info *out_info)
{
    return query(texture, GI_OBJECT_TEXTURE, out_info);
}

gi_status gi_surface_destroy(uint64_t surface)
{
    return destroy(surface, GI_OBJECT_SURFACE);
}

gi_status gi_surface_query(uint64_t surface, struct gi_texture_info *out_info)
{
    return query(surface, GI_OBJECT_SURFACE, out_info);
}

gi_status gi_texture_linear_limit(const struct gi_channels *channels, int ordinal,
                                  uint64_t *out_texels)
{
    const struct gi_device_info *info;
    enum gi_format format;
    uint32_t bytes;
    gi_status status = gi_device_info(ordinal, &info);

    *out_texels = 0;
    if (status == GI_OK)
        status = gi_format_from_channels(channels, &format);
    if (status != GI_OK)
        return status;
    if (gi_format_info(format)->block_width != 1)
        return gi_fail(GI_INVALID_CHANNELS, "texture: memory cannot be read as blocks of %s",
                       gi_format_info(format)->name);
    bytes = gi_format_info(format)->block_bytes;
    *out_texels = (UINT64_C(1) << 32) / (bytes > 4 ? bytes : 4);         /* as the vendor reports */
    return GI_OK;
}
