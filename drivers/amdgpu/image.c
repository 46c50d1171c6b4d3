#include "image.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "device.h"
#include "memory.h"

/* A flag of objects on GFX12, which older headers do not have: their memory is compressed by the
 * card itself, as it is written. */
#define GIAMD_COMPRESSED_12 (UINT64_C(1) << 16)

static struct giamd_image *giamd_image_from(struct gi_image *base)
{
    assert(base->ops == &giamd_image_ops);
    return (struct giamd_image *)base;
}

static bool giamd_is_external(const struct gi_image *base)
{
    return (base->shape.flags & GI_IMAGE_EXTERNAL) != 0;
}

bool giamd_image_is_tiled(const struct gi_image *base)
{
    return giamd_image_from((struct gi_image *)base)->found.swizzle_mode != 0;
}

/** Reads what the memory says of the image in it, and holds the image's shape against it. */
static gi_status giamd_read_metadata(struct giamd_image *image)
{
    struct giamd_device *dev = giamd_device_from(image->base.device);
    struct giamd_memory *mem = giamd_memory_from(image->base.memory);
    struct giamd_metadata metadata = { .size_bytes = 0 };
    struct amdgpu_bo_info info;
    int answer;

    if (!mem->is_imported)
        return gi_fail(GI_NOT_SUPPORTED, "image: another program's image lies in imported memory "
                       "alone");
    memset(&info, 0, sizeof(info));
    answer = dev->calls->bo_query_info(mem->object, &info);
    if (answer != 0)
        return giamd_device_fail(dev, giamd_plain_error(answer), "mapped array: what the memory "
                                 "says of its image");
    metadata.tiling = info.metadata.tiling_info;
    metadata.may_be_compressed = (info.alloc_flags & GIAMD_COMPRESSED_12) != 0;
    metadata.size_bytes = info.metadata.size_metadata;
    memcpy(metadata.words, info.metadata.umd_metadata, sizeof(metadata.words));
    return giamd_metadata_check(&dev->listed->plan.sdma, dev->listed->facts.device_id,
                                &image->base.shape, &metadata, &image->found);
}

/** Whether it is there for the device as its blocks want it, which imported memory is. */
static gi_status giamd_check_address(const struct giamd_image *image)
{
    struct giamd_memory *mem = giamd_memory_from(image->base.memory);

    if (mem->address % image->surface.alignment_bytes == 0)
        return GI_OK;
    return gi_fail(GI_INTERNAL, "mapped array: the memory is at 0x%" PRIx64 " for the device, the "
                   "image wants a multiple of %" PRIu64, mem->address,
                   image->surface.alignment_bytes);
}

/** Memory that was made for one image has what that takes, in whole pages. The smallest plane that
 *  there is beside a first one, whose description is all that there is, is half as large. */
static gi_status giamd_check_planes(const struct giamd_image *image)
{
    uint64_t takes = image->surface.size_bytes, has = image->base.memory->size_bytes;
    uint64_t pages = (takes + GIAMD_PAGE_BYTES - 1) / GIAMD_PAGE_BYTES * GIAMD_PAGE_BYTES;

    if (has < pages + takes / 2)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image that the memory describes takes "
                   "%" PRIu64 " bytes, the memory made for it has %" PRIu64 ": it has more planes, "
                   "or a layout that this driver does not know", takes, has);
}

static gi_status giamd_lay_out(struct giamd_image *image)
{
    const struct giamd_plan *plan = &giamd_device_from(image->base.device)->listed->plan;
    gi_status st;

    if (image->found.swizzle_mode == 0) {
        image->base.size_bytes = image->layout.size_bytes;
        return GI_OK;
    }
    st = giamd_surface_make(&plan->sdma, &image->base.shape, image->found.swizzle_mode,
                            &image->surface);
    if (st == GI_OK)
        st = giamd_check_address(image);
    if (st == GI_OK)
        st = giamd_check_planes(image);
    image->base.size_bytes = image->surface.size_bytes;
    return st;
}

static gi_status giamd_init(struct gi_image *base)
{
    struct giamd_image *image = giamd_image_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);
    gi_status st = giamd_layout_make(&dev->listed->plan.sdma, &base->shape, &image->layout);

    if (st == GI_OK && giamd_is_external(base))
        st = giamd_metadata_known(&dev->listed->plan.sdma, &base->shape);
    if (st == GI_OK && giamd_is_external(base))
        st = giamd_read_metadata(image);
    if (st == GI_OK)
        st = giamd_lay_out(image);
    if (st != GI_OK)
        return st;
    if (base->size_bytes > dev->listed->plan.device_most_bytes)
        return gi_fail(GI_OUT_OF_MEMORY, "image: it would take %" PRIu64 " bytes; %s gives at most "
                       "%" PRIu64 " at once", base->size_bytes, dev->listed->info.name,
                       dev->listed->plan.device_most_bytes);
    base->alignment_bytes = GIAMD_LINEAR_ALIGNMENT;
    return GI_OK;
}

/* ---- memory -------------------------------------------------------------------------------- */

static gi_status giamd_check_room(const struct gi_image *base, const struct gi_memory *memory,
                                  uint64_t offset_bytes)
{
    if (offset_bytes % base->alignment_bytes != 0)
        return gi_fail(GI_INVALID_VALUE, "image: offset %" PRIu64 " is no multiple of %" PRIu64,
                       offset_bytes, base->alignment_bytes);
    if (offset_bytes > memory->size_bytes ||
        base->size_bytes > memory->size_bytes - offset_bytes)
        return gi_fail(GI_INVALID_VALUE, "image: it takes %" PRIu64 " bytes from %" PRIu64 " on, "
                       "the memory has %" PRIu64, base->size_bytes, offset_bytes,
                       memory->size_bytes);
    return GI_OK;
}

static gi_status giamd_bind(struct gi_image *base, struct gi_memory *memory, uint64_t offset_bytes)
{
    struct giamd_image *image = giamd_image_from(base);
    struct giamd_memory *mem = giamd_memory_from(memory);
    gi_status st;

    if (!giamd_is_external(base) && !mem->is_for_images)
        return gi_fail(GI_NOT_SUPPORTED, "image: the memory was not made for images");
    if (giamd_is_external(base) && base->memory != memory)
        return gi_fail(GI_INVALID_VALUE, "image: it was made for other memory");
    st = giamd_found_check_offset(&image->found, offset_bytes);
    if (st == GI_OK)
        st = giamd_check_room(base, memory, offset_bytes);
    if (st != GI_OK)
        return st;
    base->memory = memory;
    base->offset_bytes = offset_bytes;
    image->surface.address = mem->address;       /* a tiled one is at the beginning */
    return GI_OK;
}

/** It is nothing but memory, which is the core's to free. */
static void giamd_finish(struct gi_image *base)
{
    (void)base;
}

const struct gi_image_ops giamd_image_ops = {
    .size = sizeof(struct giamd_image),
    .init = giamd_init,
    .bind = giamd_bind,
    .finish = giamd_finish,
};

/* ---- texels -------------------------------------------------------------------------------- */

struct giamd_place giamd_image_place(const struct gi_image_place *place)
{
    struct giamd_image *image = giamd_image_from(place->image);
    const struct giamd_level *level = &image->layout.levels[place->level];
    struct gi_strides strides = { level->row_bytes, image->layout.slice_bytes };
    uint64_t x_bytes = (uint64_t)place->x * gi_format_info(image->base.shape.format)->block_bytes;

    return (struct giamd_place){
        giamd_memory_from(image->base.memory)->address + image->base.offset_bytes +
            level->offset_bytes + gi_box_offset(&strides, x_bytes, place->y, place->z),
        strides,
    };
}

struct giamd_spot giamd_image_spot(const struct gi_image_place *place)
{
    struct giamd_image *image = giamd_image_from(place->image);

    return (struct giamd_spot){ &image->surface, place->level, place->x, place->y, place->z };
}
