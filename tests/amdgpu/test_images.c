/* Images of Mesa's Vulkan driver (RADV) on the emulated card, mapped by this one: what the host
 * writes where RADV says that texels lie is read through our image, and what goes through ours is
 * where RADV says. Skipped where the card is not preloaded or RADV does not know the chip. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../amdgpu_card/test_vulkan.h"
#include "../conformance/images.h"
#include "array.h"
#include "array_copy.h"
#include "external_memory.h"
#include "on_card.h"

enum { AT = 65536 };

/* An image of RADV's, whose memory the host sees. */
struct mesa_image {
    struct radv radv;
    VkImage image;
    VkDeviceMemory memory;
    uint64_t offset_bytes, size_bytes;   /* of it in the memory, and of the memory */
    uint8_t *bytes;                      /* of the memory; NULL if it is tiled */
    struct gi_os_handle handle;
};

/* What one is made as. */
struct recipe {
    VkFormat vulkan_format;
    VkImageTiling tiling;
    bool dedicated;
    struct gi_image_shape shape;
};

static uint32_t memory_type(const struct radv *radv, uint32_t allowed, bool mapped)
{
    VkPhysicalDeviceMemoryProperties memory;

    vkGetPhysicalDeviceMemoryProperties(radv->physical, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++)
        if ((allowed >> i & 1) != 0 &&
            (!mapped || (memory.memoryTypes[i].propertyFlags &
                         VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) != 0))
            return i;
    fail_msg("no memory type of %#x", (unsigned)allowed);
    return 0;
}

static void mesa_allocate(struct mesa_image *mesa, const struct recipe *recipe)
{
    const VkMemoryDedicatedAllocateInfo alone = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .image = mesa->image };
    const VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .pNext = recipe->dedicated ? &alone : NULL,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    bool linear = recipe->tiling == VK_IMAGE_TILING_LINEAR;
    VkMemoryRequirements needs;

    vkGetImageMemoryRequirements(mesa->radv.device, mesa->image, &needs);
    mesa->offset_bytes = recipe->dedicated ? 0 : AT;
    mesa->size_bytes = mesa->offset_bytes + needs.size;
    const VkMemoryAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &export,
        .allocationSize = mesa->size_bytes,
        .memoryTypeIndex = memory_type(&mesa->radv, needs.memoryTypeBits, linear) };
    works(vkAllocateMemory(mesa->radv.device, &allocate, NULL, &mesa->memory));
    works(vkBindImageMemory(mesa->radv.device, mesa->image, mesa->memory, mesa->offset_bytes));
    if (linear)
        works(vkMapMemory(mesa->radv.device, mesa->memory, 0, VK_WHOLE_SIZE, 0,
                          (void **)&mesa->bytes));
    get.memory = mesa->memory;
    mesa->handle = (struct gi_os_handle){ GI_OS_HANDLE_OPAQUE_FD, -1 };
    works(mesa->radv.get_memory_fd(mesa->radv.device, &get, &mesa->handle.fd));
}

static void mesa_open(struct mesa_image *mesa, const struct recipe *recipe)
{
    const struct gi_image_shape *shape = &recipe->shape;
    const VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .pNext = &external,
        .imageType = shape->dims == GI_IMAGE_1D ? VK_IMAGE_TYPE_1D : VK_IMAGE_TYPE_2D,
        .format = recipe->vulkan_format,
        .extent = { shape->width, shape->height, 1 }, .mipLevels = shape->levels,
        .arrayLayers = shape->layers, .samples = VK_SAMPLE_COUNT_1_BIT, .tiling = recipe->tiling,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT };

    VkImageFormatProperties most;

    memset(mesa, 0, sizeof *mesa);
    radv_open(&mesa->radv, 0);
    works(vkGetPhysicalDeviceImageFormatProperties(mesa->radv.physical, info.format,
                                                   info.imageType, info.tiling, info.usage, 0,
                                                   &most));
    works(vkCreateImage(mesa->radv.device, &info, NULL, &mesa->image));
    mesa_allocate(mesa, recipe);
}

static void mesa_close(struct mesa_image *mesa)
{
    close(mesa->handle.fd);
    vkDestroyImage(mesa->radv.device, mesa->image, NULL);
    vkFreeMemory(mesa->radv.device, mesa->memory, NULL);
    radv_close(&mesa->radv);
}

/** Moves all texels between a model and where RADV says that they are. */
static void mesa_move(const struct mesa_image *mesa, const struct gi_image_shape *shape,
                      uint8_t *model, bool write)
{
    for (uint32_t level = 0; level < shape->levels; level++) {
        struct gi_box box = conf_level_box(shape, level);
        struct gi_strides packed = conf_packed(&box);
        for (uint32_t layer = 0; layer < shape->layers; layer++) {
            VkImageSubresource which = { VK_IMAGE_ASPECT_COLOR_BIT, level, layer };
            VkSubresourceLayout at;
            vkGetImageSubresourceLayout(mesa->radv.device, mesa->image, &which, &at);
            for (uint64_t row = 0; row < box.height; row++) {
                uint8_t *texels = mesa->bytes + mesa->offset_bytes + at.offset + row * at.rowPitch;
                uint8_t *bytes = model + conf_level_at(shape, level) +
                                 gi_box_offset(&packed, 0, row, layer);
                memcpy(write ? texels : bytes, write ? bytes : texels, box.width_bytes);
            }
        }
    }
}

/* ---- both ways ------------------------------------------------------------------------------ */

/* The same image as ours. */
struct our_image {
    struct conf_rig rig;
    struct gi_memory *memory;
    struct gi_image *image;
};

static void ours_open(struct our_image *ours, const struct mesa_image *mesa,
                      const struct recipe *recipe)
{
    struct gi_image_shape shape = recipe->shape;

    shape.flags |= GI_IMAGE_EXTERNAL | (recipe->dedicated ? GI_IMAGE_DEDICATED : 0);
    conf_open(&ours->rig);
    ours->memory = conf_memory_blank(ours->rig.base);
    CONF_OK(ours->memory->ops->import(ours->memory, &mesa->handle, mesa->size_bytes,
                                      recipe->dedicated));
    ours->image = conf_image_init(ours->rig.base, &shape, ours->memory);
    CONF_THAT(ours->image != NULL, "%s", gi_last_error_detail());
}

static void ours_close(struct our_image *ours)
{
    conf_image_free(ours->image);
    conf_memory_free(ours->memory);
    conf_close(&ours->rig);
}

static void both_ways(const struct recipe *recipe)
{
    const struct gi_image_shape *shape = &recipe->shape;
    uint64_t size = conf_level_at(shape, shape->levels);
    struct gi_command commands[CONF_LEVELS];
    struct mesa_image mesa;
    struct our_image ours;

    mesa_open(&mesa, recipe);
    ours_open(&ours, &mesa, recipe);
    CONF_OK(ours.image->ops->bind(ours.image, ours.memory, mesa.offset_bytes));
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(mesa.radv.device, mesa.image, &needs);
    assert_int_equal(ours.image->size_bytes, needs.size);
    uint8_t *model = malloc(size), *got = calloc(1, size);
    CONF_THAT(model != NULL && got != NULL, "no memory");
    struct gi_memory *host = conf_memory(ours.rig.base, size, GI_MEMORY_HOST);
    memset(mesa.bytes, 0xee, mesa.size_bytes);
    conf_fill_levels(shape, model, size, 1);
    mesa_move(&mesa, shape, model, true);
    conf_run(&ours.rig, commands, conf_read_levels(commands, host, ours.image));
    conf_same_levels(shape, host->host_address, model);
    conf_fill_levels(shape, model, size, 2);
    memcpy(host->host_address, model, size);
    conf_run(&ours.rig, commands, conf_write_levels(commands, ours.image, host));
    mesa_move(&mesa, shape, got, false);
    conf_same_levels(shape, got, model);
    for (uint64_t i = 0; i < mesa.offset_bytes; i++)
        CONF_THAT(mesa.bytes[i] == 0xee, "byte %d in front of the image is written", (int)i);
    conf_memory_free(host);
    free(got);
    free(model);
    ours_close(&ours);
    mesa_close(&mesa);
}

#define SHAPE(format_, width_, height_, levels_, layers_) \
    { .format = format_, .dims = height_ == 1 ? GI_IMAGE_1D : GI_IMAGE_2D, .width = width_, \
      .height = height_, .depth = 1, .levels = levels_, .layers = layers_ }

/** RADV has no linear ones that are compressed, nor 3D ones that it shares. */
static const struct recipe linear[] = {
    { VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TILING_LINEAR, false,
      SHAPE(GI_FORMAT_RGBA8_UNORM, 100, 60, 1, 1) },
    { VK_FORMAT_R8_UNORM, VK_IMAGE_TILING_LINEAR, false, SHAPE(GI_FORMAT_R8_UNORM, 301, 61, 4, 3) },
    { VK_FORMAT_R8_UNORM, VK_IMAGE_TILING_LINEAR, false, SHAPE(GI_FORMAT_R8_UNORM, 70, 3, 7, 1) },
    { VK_FORMAT_R8_UNORM, VK_IMAGE_TILING_LINEAR, false, SHAPE(GI_FORMAT_R8_UNORM, 301, 61, 4, 1) },
    { VK_FORMAT_R8_UNORM, VK_IMAGE_TILING_LINEAR, false, SHAPE(GI_FORMAT_R8_UNORM, 70, 61, 1, 2) },
    { VK_FORMAT_R16_SFLOAT, VK_IMAGE_TILING_LINEAR, false,
      SHAPE(GI_FORMAT_R16_FLOAT, 333, 97, 9, 1) },
    { VK_FORMAT_R32G32_UINT, VK_IMAGE_TILING_LINEAR, false,
      SHAPE(GI_FORMAT_RG32_UINT, 17, 33, 6, 2) },
    { VK_FORMAT_R32G32B32A32_SFLOAT, VK_IMAGE_TILING_LINEAR, false,
      SHAPE(GI_FORMAT_RGBA32_FLOAT, 9, 5, 1, 3) },
    { VK_FORMAT_R8G8B8A8_UINT, VK_IMAGE_TILING_LINEAR, false,
      SHAPE(GI_FORMAT_RGBA8_UINT, 301, 1, 3, 2) },
    { VK_FORMAT_R8G8B8A8_UINT, VK_IMAGE_TILING_LINEAR, false,
      SHAPE(GI_FORMAT_RGBA8_UINT, 301, 1, 1, 1) },
};

enum { LINEAR = sizeof linear / sizeof linear[0] };

static void linear_images_in_larger_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < LINEAR; i++)
        both_ways(&linear[i]);
}

static void linear_images_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < LINEAR; i++) {
        struct recipe recipe = linear[i];
        recipe.dedicated = true;
        both_ways(&recipe);
    }
}

/* ---- as programs do it ---------------------------------------------------------------------- */

/** One level as an array, all of it, to or from packed memory of the host. */
static void program_copies(gi_handle mipmapped, const struct gi_image_shape *shape, uint32_t level,
                           uint8_t *bytes, bool write)
{
    struct gi_box box = conf_level_box(shape, level);
    struct gi_strides packed = conf_packed(&box);
    struct gi_array_end memory = {
        .memory = { (uint64_t)(uintptr_t)bytes, packed.row_bytes, packed.slice_bytes } };
    struct gi_array_end array = { .array = 0 };
    struct gi_texel_box texels = { box.width_bytes / conf_format(shape)->block_bytes, box.height,
                                   box.depth };

    CONF_OK(gi_mipmapped_array_level(mipmapped, level, &array.array));
    CONF_OK(gi_array_copy(write ? &array : &memory, write ? &memory : &array, &texels,
                          write ? GI_COPY_HOST_TO_DEVICE : GI_COPY_DEVICE_TO_HOST));
}

/** Imports the memory, maps the image, lets go of the memory, and copies both ways. */
static void through_arrays(const struct recipe *recipe)
{
    const struct gi_image_shape *shape = &recipe->shape;
    struct gi_array_request request = {
        .channels = conf_format(shape)->channels, .width = shape->width,
        .height = shape->dims == GI_IMAGE_1D ? 0 : shape->height,
        .depth = shape->layers > 1 ? shape->layers : 0, .levels = shape->levels,
        .flags = GI_ARRAY_SURFACE | (shape->layers > 1 ? GI_ARRAY_LAYERED : 0) };
    uint64_t size = conf_level_at(shape, shape->levels);
    uint8_t *model = malloc(size), *got = calloc(1, size);
    gi_handle memory, mipmapped;
    struct mesa_image mesa;

    CONF_THAT(model != NULL && got != NULL, "no memory");
    mesa_open(&mesa, recipe);
    struct gi_external_memory_request import = {
        .type = GI_EXTERNAL_MEMORY_OPAQUE_FD, .fd = dup(mesa.handle.fd),
        .size_bytes = mesa.size_bytes, .flags = recipe->dedicated };
    CONF_OK(gi_external_memory_import(&import, &memory));
    CONF_OK(gi_external_memory_map_array(memory, mesa.offset_bytes, &request, &mipmapped));
    CONF_OK(gi_external_memory_destroy(memory));
    conf_fill_levels(shape, model, size, 3);
    mesa_move(&mesa, shape, model, true);
    for (uint32_t level = 0; level < shape->levels; level++)
        program_copies(mipmapped, shape, level, got + conf_level_at(shape, level), false);
    conf_same_levels(shape, got, model);
    conf_fill_levels(shape, model, size, 4);
    for (uint32_t level = 0; level < shape->levels; level++)
        program_copies(mipmapped, shape, level, model + conf_level_at(shape, level), true);
    mesa_move(&mesa, shape, got, false);
    conf_same_levels(shape, got, model);
    CONF_OK(gi_mipmapped_array_destroy(mipmapped));
    mesa_close(&mesa);
    free(got);
    free(model);
}

static void programs_map_linear_images(void **state)
{
    (void)state;
    for (size_t i = 0; i < LINEAR; i++) {
        struct recipe recipe = linear[i];
        through_arrays(&recipe);
        recipe.dedicated = true;
        through_arrays(&recipe);
    }
}

/* ---- what is refused ------------------------------------------------------------------------ */

static void expect_refused(const struct mesa_image *mesa, const struct recipe *recipe,
                           gi_status expected, const char *because)
{
    struct our_image ours;

    ours_open(&ours, mesa, recipe);
    gi_status status = ours.image->ops->bind(ours.image, ours.memory, 0);
    CONF_THAT(status == expected && strstr(gi_last_error_detail(), because) != NULL,
              "%s (%s) instead of %s", gi_status_name(status), gi_last_error_detail(), because);
    CONF_THAT(ours.image->memory == NULL || ours.image->memory == ours.memory, "another memory");
    ours_close(&ours);
}

static void other_shapes_are_refused(void **state)
{
    struct recipe right = linear[1], wrong;
    struct mesa_image mesa;

    (void)state;
    right.dedicated = true;
    mesa_open(&mesa, &right);
    wrong = right;
    wrong.shape.width = 300;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "width 300");
    wrong = right;
    wrong.shape.levels = 3;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "levels: 3");
    wrong = right;
    wrong.shape.layers = 2;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "layers: 2");
    mesa_close(&mesa);
}

static void tiled_images_are_refused(void **state)
{
    struct recipe recipe = linear[0];
    struct mesa_image mesa;

    (void)state;
    recipe.tiling = VK_IMAGE_TILING_OPTIMAL;
    recipe.dedicated = true;
    mesa_open(&mesa, &recipe);
    expect_refused(&mesa, &recipe, GI_NOT_SUPPORTED, "tiled");
    mesa_close(&mesa);
}

/* --------------------------------------------------------------------------------------------- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_images_in_larger_memory),
        cmocka_unit_test(linear_images_alone),
        cmocka_unit_test(programs_map_linear_images),
        cmocka_unit_test(other_shapes_are_refused),
        cmocka_unit_test(tiled_images_are_refused),
    };
    struct radv radv;

    if (on_card_absent())
        return EXIT_SKIPPED;
    if (!radv_find(&radv)) {
        print_message("skipped: no emulated card that RADV knows\n");
        return EXIT_SKIPPED;
    }
    vkDestroyInstance(radv.instance, NULL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    return cmocka_run_group_tests_name("images", tests, on_card_find, on_card_unbroken);
}
