/* Textures of the fake: which slot holds what, and that the core says nothing wrong of it. */
#include <math.h>

#include "internal.h"

static gi_status check_image(const struct gi_texture *texture)
{
    const struct gi_image *image = texture->image;
    const struct gi_image_shape *shape = &image->shape;

    if (image->device != texture->device)
        return gifake_violation("texture.init: the image is of another device");
    if (image->memory == NULL)
        return gifake_violation("texture.init: the image has no memory");
    if (texture->level_count == 0 || texture->first_level >= shape->levels ||
        texture->level_count > shape->levels - texture->first_level)
        return gifake_violation("texture.init: %u levels from %u on, of %u", texture->level_count,
                                texture->first_level, shape->levels);
    if (texture->layer_count == 0 || texture->first_layer >= shape->layers ||
        texture->layer_count > shape->layers - texture->first_layer)
        return gifake_violation("texture.init: %u layers from %u on, of %u", texture->layer_count,
                                texture->first_layer, shape->layers);
    if (gi_format_info(texture->format)->block_bytes != gi_format_info(shape->format)->block_bytes)
        return gifake_violation("texture.init: texels of another size than the image's");
    if (texture->is_cube && (shape->flags & GI_IMAGE_CUBE) == 0)
        return gifake_violation("texture.init: a cube of an image that is none");
    if (texture->kind == GI_TEXTURE_SURFACE && gi_format_info(texture->format)->block_width != 1)
        return gifake_violation("texture.init: a surface of a compressed image");
    return GI_OK;
}

static gi_status check_memory(const struct gi_texture *texture)
{
    uint64_t row = (uint64_t)texture->width * gi_format_info(texture->format)->block_bytes;
    uint64_t rows = texture->height > 0 ? texture->height : 1;
    uint64_t span = (rows - 1) * texture->pitch_bytes + row;

    if (texture->memory->device != texture->device)
        return gifake_violation("texture.init: the memory is of another device");
    if (texture->offset_bytes > texture->memory->size_bytes ||
        span > texture->memory->size_bytes - texture->offset_bytes)
        return gifake_violation("texture.init: %llu bytes leave the memory",
                                (unsigned long long)span);
    return GI_OK;
}

static int directions_of(const struct gi_texture *texture)
{
    if (texture->kind == GI_TEXTURE_OF_MEMORY)
        return texture->height > 0 ? 2 : 1;
    return texture->image->shape.dims == GI_IMAGE_3D ? 3 :
           texture->image->shape.dims == GI_IMAGE_2D ? 2 : 1;
}

static gi_status check_sampling(const struct gi_texture *texture)
{
    const struct gi_sampling *sampling = &texture->sampling;
    enum gi_texel_class texel_class = gi_format_info(texture->format)->texel_class;
    bool integer = texel_class == GI_TEXEL_UINT || texel_class == GI_TEXEL_SINT;

    if (texture->kind == GI_TEXTURE_SURFACE)
        return GI_OK;
    if (integer && sampling->filter != GI_FILTER_POINT && !sampling->filters_integers)
        return gifake_violation("texture.init: integers are filtered");
    for (int i = directions_of(texture); i < 3; i++) {
        if (sampling->address[i] != GI_ADDRESS_CLAMP)
            return gifake_violation("texture.init: a mode of direction %d, which it lacks", i);
    }
    for (int i = 0; i < 3; i++) {
        if (!sampling->normalized && sampling->address[i] != GI_ADDRESS_CLAMP &&
            sampling->address[i] != GI_ADDRESS_BORDER)
            return gifake_violation("texture.init: texel coordinates wrap");
    }
    if (isnan(sampling->bias) || isnan(sampling->min_level) || isnan(sampling->max_level))
        return gifake_violation("texture.init: a level that is no number");
    if (sampling->seamless && !texture->is_cube)
        return gifake_violation("texture.init: seamless, and no cube");
    if (sampling->max_anisotropy < 1 || sampling->max_anisotropy > GI_MAX_ANISOTROPY)
        return gifake_violation("texture.init: anisotropy %u", sampling->max_anisotropy);
    return GI_OK;
}

static gi_status texture_init(struct gi_texture *texture)
{
    struct gifake_device *device = gifake_device_from(texture->device);
    struct gifake_site *site;
    bool of_memory = texture->kind == GI_TEXTURE_OF_MEMORY;
    gi_status status = gifake_enter(texture->device, "texture.init", GI_OUT_OF_MEMORY);

    if (status != GI_OK)
        return status;
    if ((texture->image == NULL) != of_memory || (texture->memory != NULL) != of_memory)
        return gifake_violation("texture.init: kind %d has not what it is of, or more",
                                (int)texture->kind);
    status = of_memory ? check_memory(texture) : check_image(texture);
    if (status == GI_OK)
        status = check_sampling(texture);
    if (status != GI_OK)
        return status;
    gifake_lock();
    site = gifake_site_of(texture->device);
    if (texture->slot >= GIFAKE_TEXTURES || site->textures[texture->slot] != NULL) {
        status = gifake_violation("texture.init: slot %u is no free one", texture->slot);
    } else {
        site->textures[texture->slot] = texture;
        device->children++;
        gifake_alive.textures++;
    }
    gifake_unlock();
    return status;
}

static void texture_finish(struct gi_texture *texture)
{
    gifake_lock();
    gifake_site_of(texture->device)->textures[texture->slot] = NULL;
    gifake_device_from(texture->device)->children--;
    gifake_alive.textures--;
    gifake_note_finish(texture->device);
    gifake_unlock();
}

bool gifake_texture(uint32_t device, uint32_t slot, struct gi_texture *out_texture)
{
    const struct gi_texture *texture;

    gifake_lock();
    texture = slot < GIFAKE_TEXTURES ? gifake_site(device)->textures[slot] : NULL;
    if (texture != NULL)
        *out_texture = *texture;
    gifake_unlock();
    return texture != NULL;
}

const struct gi_texture_ops gifake_texture_ops = {
    .size = sizeof(struct gi_texture),
    .init = texture_init,
    .finish = texture_finish,
};
