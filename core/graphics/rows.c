#include "rows.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/uncancelled.h"
#include "ops/copy.h"
#include "queue/device_state.h"
#include "resource_state.h"

/* ---- looking whether it is the image's memory ----------------------------------------------- */

/* Packed texels: as they were, with marks, and as the device has them. */
struct texels {
    uint8_t *before, *marked, *seen;
    size_t bytes, texel_bytes;
};

/* A channel with a number of its own, which all kinds of channels keep exactly. */
static void mark_channel(uint8_t *channel, const struct gi_channels *channels, uint32_t number)
{
    uint32_t bits = number;

    if (channels->kind == GI_CHANNEL_FLOAT)
        bits += channels->bits[0] == 16 ? 0x3C00 : 0x3F800000;       /* 1, and a little more */
    for (int i = 0; i < channels->bits[0] / 8; i++)
        channel[i] = (uint8_t)(bits >> 8 * i);
}

/* Gives a texel a mark that differs from its value. */
static void mark_texel(const struct texels *texels, const struct gi_channels *channels, size_t at)
{
    size_t channel_bytes = (size_t)channels->bits[0] / 8;
    uint32_t first = 1;

    do {
        for (size_t i = 0; i < texels->texel_bytes / channel_bytes; i++)
            mark_channel(texels->marked + at + i * channel_bytes, channels, first + (uint32_t)i);
        first += 8;
    } while (memcmp(texels->marked + at, texels->before + at, texels->texel_bytes) == 0);
}

static gi_status read_device(const struct gi_resource *resource, const struct texels *texels)
{
    const struct gi_graphics_shape *shape = &resource->item->shape;
    uint64_t row_bytes = (uint64_t)shape->width * shape->texel_bytes;
    struct gi_copy_side host = { .name = "the texels", .pitch = row_bytes,
                                 .pointer = (uint64_t)(uintptr_t)texels->seen };
    struct gi_copy_side rows = { .name = "the image", .pitch = resource->pitch_bytes,
                                 .pointer = resource->memory->device_address };

    return gi_copy(&(struct gi_copy){ .measure = GI_COPY_BOX, .dst = host, .src = rows,
                                      .width = row_bytes, .height = shape->height, .depth = 1,
                                      .kind = GI_COPY_INFER }, gi_in_thread());
}

/* Red and blue of each texel of four bytes change places. */
static void swap_red_and_blue(const struct texels *texels)
{
    for (size_t at = 0; at < texels->bytes; at += 4) {
        uint8_t red = texels->seen[at];

        texels->seen[at] = texels->seen[at + 2];
        texels->seen[at + 2] = red;
    }
}

/* Compares what the device has with the marked texels. */
static gi_status compare_texels(struct gi_resource *resource, const struct texels *texels)
{
    const struct gi_channels *channels = &resource->item->shape.channels;
    gi_status status = read_device(resource, texels);

    if (status != GI_OK || memcmp(texels->seen, texels->marked, texels->bytes) == 0)
        return status;
    if (texels->texel_bytes == 4 && channels->bits[0] == 8) {
        swap_red_and_blue(texels);
        resource->is_bgra = memcmp(texels->seen, texels->marked, texels->bytes) == 0;
    }
    if (resource->is_bgra)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "graphics: %s does not see the texels that the interface "
                   "writes to the image, or sees others", resource->device->base->info.name);
}

static gi_status test_with(struct gi_resource *resource, const struct texels *texels)
{
    const struct gi_channels *channels = &resource->item->shape.channels;
    gi_status status;

    gi_graphics->read(resource->item, texels->before);
    memcpy(texels->marked, texels->before, texels->bytes);
    mark_texel(texels, channels, 0);
    mark_texel(texels, channels, texels->bytes - texels->texel_bytes);
    gi_graphics->write(resource->item, texels->marked);
    gi_graphics->wait();
    status = compare_texels(resource, texels);
    gi_graphics->write(resource->item, texels->before);
    gi_graphics->wait();
    return status;
}

static gi_status test_rows(struct gi_resource *resource)
{
    struct texels texels = { .bytes = resource->item->size_bytes,
                             .texel_bytes = resource->item->shape.texel_bytes };
    uint8_t *all = calloc(3, texels.bytes);
    gi_status status;

    if (all == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "graphics: no host memory for three times the %zu bytes "
                       "of an image", texels.bytes);
    texels.before = all;
    texels.marked = all + texels.bytes;
    texels.seen = texels.marked + texels.bytes;
    status = test_with(resource, &texels);
    free(all);
    return status;
}

/* ---- registering ---------------------------------------------------------------------------- */

/* The image's storage has to be the memory: a copy would be old without a word. */
static gi_status check_way(const struct gi_resource *resource,
                           const struct gi_graphics_facts *facts)
{
    struct gi_graphics_plan plan;

    gi_graphics_plan_buffers(&resource->device->base->info, facts, &plan);
    if (plan.way == GI_GRAPHICS_EXPORT && gi_graphics->open_image != NULL)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "graphics: programs use an image of EGL without maps, so its "
                   "own storage has to be shared, and %s",
                   plan.why == NULL ? "the interface does not open it" : plan.why);
}

gi_status gi_resource_take_rows(struct gi_resource *resource,
                                const struct gi_graphics_facts *facts, void *image)
{
    struct gi_graphics_rows rows;
    gi_status status = check_way(resource, facts);

    if (status == GI_OK)
        status = gi_graphics->open_image(resource->item, image, &rows);
    if (status != GI_OK)
        return status;
    resource->pitch_bytes = rows.pitch_bytes;
    status = gi_resource_open_storage(resource, &rows.storage,
                                      rows.pitch_bytes * resource->item->shape.height);
    close(rows.storage.fd);
    if (status == GI_OK)
        status = test_rows(resource);
    if (status == GI_OK)
        return GI_OK;
    gi_resource_drop_memory(resource);
    gi_graphics->finish(resource->item);
    gi_graphics->clean();
    return status;
}

/* ---- questions ------------------------------------------------------------------------------ */

gi_status gi_graphics_frame(gi_handle handle, uint32_t layer, uint32_t level,
                            struct gi_graphics_frame *out_frame)
{
    GI_UNCANCELLED;
    struct gi_resource *resource;
    gi_status status = gi_resource_acquire(handle, &resource);

    if (status != GI_OK)
        return status;
    if (resource->pitch_bytes == 0)
        status = gi_fail(GI_INTERNAL, "graphics: the resource of %s %u is no image of EGL",
                         resource->item->noun, resource->item->name);
    else if (layer != 0 || level != 0)
        status = gi_fail(GI_INVALID_VALUE, "graphics: layer is %u and level is %u; an image of EGL "
                         "has one of each, which is 0", layer, level);
    else
        *out_frame = (struct gi_graphics_frame){
            .pointer = resource->memory->device_address,
            .pitch_bytes = resource->pitch_bytes,
            .width = resource->item->shape.width,
            .height = resource->item->shape.height,
            .channels = resource->item->shape.channels,
            .is_bgra = resource->is_bgra,
        };
    gi_object_unref(&resource->object);
    return status;
}
