#include "mesa_image.h"

#include <stdlib.h>
#include <unistd.h>

#include "arrays/array.h"
#include "../copies.h"
#include "share/external_memory.h"

enum { AT = 65536, LEVEL_ALIGNMENT = 256 };

/* ---- RADV's --------------------------------------------------------------------------------- */

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
    mesa->needed_bytes = needs.size;
    mesa->offset_bytes = recipe->dedicated ? 0 : AT;
    mesa->size_bytes = mesa->offset_bytes + needs.size;
    const VkMemoryAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &export,
        .allocationSize = mesa->size_bytes,
        .memoryTypeIndex = memory_type(&mesa->radv, needs.memoryTypeBits,
                                       linear || recipe->mapped) };
    works(vkAllocateMemory(mesa->radv.device, &allocate, NULL, &mesa->memory));
    works(vkBindImageMemory(mesa->radv.device, mesa->image, mesa->memory, mesa->offset_bytes));
    if (linear)
        works(vkMapMemory(mesa->radv.device, mesa->memory, 0, VK_WHOLE_SIZE, 0,
                          (void **)&mesa->bytes));
    get.memory = mesa->memory;
    mesa->handle = (struct gi_os_handle){ GI_OS_HANDLE_OPAQUE_FD, -1 };
    works(mesa->radv.get_memory_fd(mesa->radv.device, &get, &mesa->handle.fd));
}

static VkImageCreateInfo info_of(const struct recipe *recipe)
{
    const struct gi_image_shape *shape = &recipe->shape;

    return (VkImageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = shape->dims == GI_IMAGE_1D ? VK_IMAGE_TYPE_1D : VK_IMAGE_TYPE_2D,
        .format = recipe->vulkan_format,
        .extent = { shape->width, shape->height, 1 }, .mipLevels = shape->levels,
        .arrayLayers = shape->layers,
        .samples = recipe->samples != 0 ? recipe->samples : VK_SAMPLE_COUNT_1_BIT,
        .tiling = recipe->tiling,
        .flags = (shape->flags & GI_IMAGE_CUBE) != 0 ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 recipe->usage };
}

static bool is_there(VkPhysicalDevice physical, const struct recipe *recipe)
{
    const VkImageCreateInfo info = info_of(recipe);
    VkImageFormatProperties most;

    return vkGetPhysicalDeviceImageFormatProperties(physical, info.format, info.imageType,
                                                    info.tiling, info.usage, info.flags,
                                                    &most) == VK_SUCCESS &&
           (most.sampleCounts & info.samples) != 0;
}

bool mesa_has(const struct recipe *recipe)
{
    struct radv radv;

    assert_true(radv_find(&radv));
    bool has = is_there(radv.physical, recipe);
    vkDestroyInstance(radv.instance, NULL);
    return has;
}

/** The family that has the copy engine alone; if there is none, the first. Asked once. */
static uint32_t transfer_family(void)
{
    static bool is_known;
    static uint32_t found;
    VkQueueFamilyProperties families[8];
    uint32_t count = 8;
    struct radv radv;

    if (is_known)
        return found;
    is_known = true;
    assert_true(radv_find(&radv));
    vkGetPhysicalDeviceQueueFamilyProperties(radv.physical, &count, families);
    for (uint32_t i = 0; i < count; i++)
        if ((families[i].queueFlags & VK_QUEUE_TRANSFER_BIT) != 0 &&
            (families[i].queueFlags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)) == 0)
            found = i;
    vkDestroyInstance(radv.instance, NULL);
    return found;
}

void mesa_open(struct mesa_image *mesa, const struct recipe *recipe)
{
    const VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    uint32_t family = transfer_family();
    VkImageCreateInfo info = info_of(recipe);

    memset(mesa, 0, sizeof *mesa);
    info.pNext = &external;
    mesa->can_copy = family != 0;
    radv_open(&mesa->radv, family);
    assert_true(is_there(mesa->radv.physical, recipe));
    works(vkCreateImage(mesa->radv.device, &info, NULL, &mesa->image));
    mesa_allocate(mesa, recipe);
}

void mesa_close(struct mesa_image *mesa)
{
    close(mesa->handle.fd);
    vkDestroyImage(mesa->radv.device, mesa->image, NULL);
    vkFreeMemory(mesa->radv.device, mesa->memory, NULL);
    radv_close(&mesa->radv);
}

/* ---- its texels ----------------------------------------------------------------------------- */

static void move_mapped(const struct mesa_image *mesa, const struct gi_image_shape *shape,
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

/* All levels in a buffer, each at a multiple of what queues want. */
struct buffer_copy {
    struct shared buffer;
    VkBufferImageCopy regions[CONF_LEVELS];
};

static uint32_t halved(uint32_t extent, uint32_t level)
{
    return extent >> level != 0 ? extent >> level : 1;
}

/** Whole blocks, told in texels: else RADV 25.0.7 puts layers of blocks where they are not. */
static uint32_t in_blocks(uint32_t texels, uint32_t block)
{
    return (texels + block - 1) / block * block;
}

static void buffer_open(struct mesa_image *mesa, const struct gi_image_shape *shape,
                        struct buffer_copy *copy)
{
    const struct gi_format_info *format = conf_format(shape);
    uint64_t size = 0;

    for (uint32_t level = 0; level < shape->levels; level++) {
        uint32_t width = halved(shape->width, level), height = halved(shape->height, level);
        copy->regions[level] = (VkBufferImageCopy){
            .bufferOffset = size,
            .bufferRowLength = in_blocks(width, format->block_width),
            .bufferImageHeight = in_blocks(height, format->block_height),
            .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, level, 0, shape->layers },
            .imageExtent = { width, height, 1 } };
        size += conf_level_at(shape, level + 1) - conf_level_at(shape, level);
        size = (size + LEVEL_ALIGNMENT - 1) & ~(uint64_t)(LEVEL_ALIGNMENT - 1);
    }
    copy->buffer = (struct shared){ .size_bytes = size };
    shared_create(&mesa->radv, &copy->buffer, -1);
}

/** Its texels stay, whatever layout they are in: a shared image has no other than in memory. */
static void to_general(VkCommandBuffer commands, VkImage image)
{
    const VkImageMemoryBarrier change = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .image = image,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = VK_IMAGE_LAYOUT_GENERAL, .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                              VK_REMAINING_ARRAY_LAYERS } };

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &change);
}

static void move_by_copies(struct mesa_image *mesa, const struct gi_image_shape *shape,
                           uint8_t *model, bool write)
{
    struct buffer_copy copy;

    buffer_open(mesa, shape, &copy);
    uint8_t *bytes = (uint8_t *)copy.buffer.cpu;
    for (uint32_t level = 0; write && level < shape->levels; level++)
        memcpy(bytes + copy.regions[level].bufferOffset, model + conf_level_at(shape, level),
               conf_level_at(shape, level + 1) - conf_level_at(shape, level));
    VkCommandBuffer commands = radv_begin(&mesa->radv);
    to_general(commands, mesa->image);
    if (write)
        vkCmdCopyBufferToImage(commands, copy.buffer.buffer, mesa->image, VK_IMAGE_LAYOUT_GENERAL,
                               shape->levels, copy.regions);
    else
        vkCmdCopyImageToBuffer(commands, mesa->image, VK_IMAGE_LAYOUT_GENERAL, copy.buffer.buffer,
                               shape->levels, copy.regions);
    works(vkEndCommandBuffer(commands));
    submit_radv(&mesa->radv, commands, VK_NULL_HANDLE, 0, NULL, NULL, 0);
    works(vkQueueWaitIdle(mesa->radv.queue));
    for (uint32_t level = 0; !write && level < shape->levels; level++)
        memcpy(model + conf_level_at(shape, level), bytes + copy.regions[level].bufferOffset,
               conf_level_at(shape, level + 1) - conf_level_at(shape, level));
    shared_destroy(&mesa->radv, &copy.buffer);
}

void mesa_move(struct mesa_image *mesa, const struct gi_image_shape *shape, uint8_t *model,
               bool write)
{
    if (mesa->bytes != NULL)
        move_mapped(mesa, shape, model, write);
    else
        move_by_copies(mesa, shape, model, write);
}

/* ---- ours ----------------------------------------------------------------------------------- */

void ours_open(struct our_image *ours, const struct mesa_image *mesa, const struct recipe *recipe)
{
    struct gi_image_shape shape = recipe->shape;

    shape.flags |= GI_IMAGE_EXTERNAL | (recipe->dedicated ? GI_IMAGE_DEDICATED : 0);
    conf_open(&ours->rig);
    ours->memory = conf_memory_blank(ours->rig.base);
    CONF_OK(ours->memory->ops->import(ours->memory, &mesa->handle, mesa->size_bytes,
                                      recipe->dedicated));
    ours->image = calloc(1, conf_driver->image->size);
    CONF_THAT(ours->image != NULL, "no memory");
    ours->image->device = ours->rig.base;
    ours->image->ops = conf_driver->image;
    ours->image->shape = shape;
    ours->image->memory = ours->memory;
    ours->status = conf_driver->image->init(ours->image);
    if (ours->status == GI_OK)
        return;
    conf_image_free(ours->image);
    ours->image = NULL;
}

void ours_close(struct our_image *ours)
{
    if (ours->image != NULL)
        conf_image_free(ours->image);
    conf_memory_free(ours->memory);
    conf_close(&ours->rig);
}

static void ours_bind(struct our_image *ours, const struct mesa_image *mesa,
                      const struct recipe *recipe)
{
    ours_open(ours, mesa, recipe);
    CONF_THAT(ours->image != NULL, "%s: %s", gi_status_name(ours->status),
              gi_last_error_detail());
    CONF_OK(ours->image->ops->bind(ours->image, ours->memory, mesa->offset_bytes));
    assert_int_equal(ours->image->size_bytes, mesa->needed_bytes);
}

static void ours_move(struct our_image *ours, const struct gi_image_shape *shape, uint8_t *model,
                      bool write)
{
    uint64_t size = conf_level_at(shape, shape->levels);
    struct gi_memory *host = conf_memory(ours->rig.base, size, GI_MEMORY_HOST);
    struct gi_command commands[CONF_LEVELS];

    if (write)
        memcpy(host->host_address, model, size);
    conf_run(&ours->rig, commands, write ? conf_write_levels(commands, ours->image, host) :
                                           conf_read_levels(commands, host, ours->image));
    if (!write)
        memcpy(model, host->host_address, size);
    conf_memory_free(host);
}

/* ---- both ----------------------------------------------------------------------------------- */

void both_ways(const struct recipe *recipe)
{
    const struct gi_image_shape *shape = &recipe->shape;
    uint64_t size = conf_level_at(shape, shape->levels);
    uint8_t *model = malloc(size), *got = calloc(1, size);
    struct mesa_image mesa;
    struct our_image ours, again;

    CONF_THAT(model != NULL && got != NULL, "no memory");
    mesa_open(&mesa, recipe);
    ours_bind(&ours, &mesa, recipe);
    ours_bind(&again, &mesa, recipe);
    bool has_copies = mesa.bytes != NULL || mesa.can_copy;
    if (mesa.bytes != NULL)
        memset(mesa.bytes, 0xee, mesa.size_bytes);
    conf_fill_levels(shape, model, size, 1);
    if (has_copies)
        mesa_move(&mesa, shape, model, true);
    else
        ours_move(&again, shape, model, true);
    ours_move(&ours, shape, got, false);
    conf_same_levels(shape, got, model);
    conf_fill_levels(shape, model, size, 2);
    ours_move(&ours, shape, model, true);
    memset(got, 0, size);
    if (has_copies)
        mesa_move(&mesa, shape, got, false);
    else
        ours_move(&again, shape, got, false);
    conf_same_levels(shape, got, model);
    for (uint64_t i = 0; mesa.bytes != NULL && i < mesa.offset_bytes; i++)
        CONF_THAT(mesa.bytes[i] == 0xee, "byte %d in front of the image is written", (int)i);
    free(got);
    free(model);
    ours_close(&again);
    ours_close(&ours);
    mesa_close(&mesa);
}

/* ---- as programs do it ---------------------------------------------------------------------- */

/** One level as an array, all of it, to or from packed memory of the host. */
static void program_copies(gi_handle mipmapped, const struct gi_image_shape *shape, uint32_t level,
                           uint8_t *bytes, bool write)
{
    struct gi_box box = conf_level_box(shape, level);
    struct gi_strides packed = conf_packed(&box);
    struct gi_array_operand memory = {
        .memory = { .pointer = (uint64_t)(uintptr_t)bytes, .pitch = packed.row_bytes,
                    .slice_bytes = packed.slice_bytes } };
    struct gi_array_operand array = { .array = 0 };
    struct gi_texel_box texels = { box.width_bytes / conf_format(shape)->block_bytes, box.height,
                                   box.depth };

    CONF_OK(gi_mipmapped_array_level(mipmapped, level, &array.array));
    CONF_OK(gi_array_copy(write ? &array : &memory, write ? &memory : &array, &texels,
                          write ? GI_COPY_HOST_TO_DEVICE : GI_COPY_DEVICE_TO_HOST));
}

static void program_copies_all(gi_handle mipmapped, const struct gi_image_shape *shape,
                               uint8_t *bytes, bool write)
{
    for (uint32_t level = 0; level < shape->levels; level++)
        program_copies(mipmapped, shape, level, bytes + conf_level_at(shape, level), write);
}

static gi_handle program_maps(const struct mesa_image *mesa, const struct recipe *recipe)
{
    const struct gi_image_shape *shape = &recipe->shape;
    struct gi_array_request request = {
        .channels = conf_format(shape)->channels, .width = shape->width,
        .height = shape->dims == GI_IMAGE_1D ? 0 : shape->height,
        .depth = shape->layers > 1 ? shape->layers : 0, .levels = shape->levels,
        .flags = (conf_format(shape)->block_width == 1 ? GI_ARRAY_SURFACE : 0) |
                 (shape->layers > 1 ? GI_ARRAY_LAYERED : 0) };
    struct gi_external_memory_request import = {
        .type = GI_EXTERNAL_MEMORY_OPAQUE_FD, .fd = dup(mesa->handle.fd),
        .size_bytes = mesa->size_bytes, .flags = recipe->dedicated };
    gi_handle memory, mipmapped;

    CONF_OK(gi_external_memory_import(&import, &memory));
    CONF_OK(gi_external_memory_map_array(memory, mesa->offset_bytes, &request, &mipmapped));
    CONF_OK(gi_external_memory_destroy(memory));
    return mipmapped;
}

void through_arrays(const struct recipe *recipe)
{
    const struct gi_image_shape *shape = &recipe->shape;
    uint64_t size = conf_level_at(shape, shape->levels);
    uint8_t *model = malloc(size), *got = calloc(1, size);
    struct mesa_image mesa;

    CONF_THAT(model != NULL && got != NULL, "no memory");
    mesa_open(&mesa, recipe);
    bool has_copies = mesa.bytes != NULL || mesa.can_copy;
    gi_handle mipmapped = program_maps(&mesa, recipe);
    conf_fill_levels(shape, model, size, 3);
    if (has_copies)
        mesa_move(&mesa, shape, model, true);
    else
        program_copies_all(mipmapped, shape, model, true);
    program_copies_all(mipmapped, shape, got, false);
    conf_same_levels(shape, got, model);
    conf_fill_levels(shape, model, size, 4);
    program_copies_all(mipmapped, shape, model, true);
    if (has_copies)
        mesa_move(&mesa, shape, got, false);
    else
        program_copies_all(mipmapped, shape, got, false);
    conf_same_levels(shape, got, model);
    CONF_OK(gi_mipmapped_array_destroy(mipmapped));
    mesa_close(&mesa);
    free(got);
    free(model);
}

/* ---- what is refused ------------------------------------------------------------------------ */

void expect_refused(const struct mesa_image *mesa, const struct recipe *recipe,
                    gi_status expected, const char *because)
{
    struct our_image ours;
    gi_status status;

    ours_open(&ours, mesa, recipe);
    status = ours.status;
    if (ours.image != NULL) {
        status = ours.image->ops->bind(ours.image, ours.memory, mesa->offset_bytes);
        CONF_THAT(ours.image->memory == ours.memory, "another memory");
    }
    CONF_THAT(status == expected && strstr(gi_last_error_detail(), because) != NULL,
              "%s (%s) instead of %s", gi_status_name(status), gi_last_error_detail(), because);
    ours_close(&ours);
}
