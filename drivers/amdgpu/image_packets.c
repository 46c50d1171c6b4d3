#include "image_packets.h"

#include "memory.h"

struct giamd_place giamd_place_of(const struct gi_place *place)
{
    return (struct giamd_place){ place->memory->device_address + place->offset_bytes,
                                 place->strides };
}

static bool giamd_is_between_tiled(const struct gi_command *cmd)
{
    return cmd->kind == GI_COMMAND_IMAGE_COPY && giamd_image_is_tiled(cmd->dst_image.image) &&
           giamd_image_is_tiled(cmd->src_image.image);
}

bool giamd_image_needs_scratch(const struct giamd_sdma *sdma, const struct gi_command *cmd)
{
    struct giamd_spot dst, src;

    if (!giamd_is_between_tiled(cmd))
        return false;
    dst = giamd_image_spot(&cmd->dst_image);
    src = giamd_image_spot(&cmd->src_image);
    return giamd_needs_scratch(sdma, &dst, &src, &cmd->box);
}

/* One side of a copy: linear memory, or a box of a tiled image. */
struct giamd_side {
    bool is_tiled;
    struct giamd_place place;
    struct giamd_spot spot;
};

static struct giamd_side giamd_side_of_image(const struct gi_image_place *place)
{
    if (giamd_image_is_tiled(place->image))
        return (struct giamd_side){ .is_tiled = true, .spot = giamd_image_spot(place) };
    return (struct giamd_side){ .place = giamd_image_place(place) };
}

static struct giamd_side giamd_side_of_memory(const struct gi_place *place)
{
    return (struct giamd_side){ .place = giamd_place_of(place) };
}

bool giamd_image_packets(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                         const struct gi_command *cmd, const struct giamd_scratch *scratch)
{
    struct giamd_side dst = cmd->kind == GI_COMMAND_IMAGE_READ ?
                            giamd_side_of_memory(&cmd->dst) : giamd_side_of_image(&cmd->dst_image);
    struct giamd_side src = cmd->kind == GI_COMMAND_IMAGE_WRITE ?
                            giamd_side_of_memory(&cmd->src) : giamd_side_of_image(&cmd->src_image);

    if (dst.is_tiled && src.is_tiled)
        return giamd_copy_between(sdma, packets, &dst.spot, &src.spot, &cmd->box, scratch);
    if (dst.is_tiled)
        return giamd_copy_surface(sdma, packets, &dst.spot, src.place, &cmd->box, false);
    if (src.is_tiled)
        return giamd_copy_surface(sdma, packets, &src.spot, dst.place, &cmd->box, true);
    return giamd_copy_box(sdma, packets, dst.place, src.place, cmd->box);
}
