/** Images of Mesa's Vulkan driver (RADV) on the emulated card, and the same ones as ours. Every
 *  step that fails fails the test. */
#ifndef AMDGPU_MESA_IMAGE_H
#define AMDGPU_MESA_IMAGE_H

#include "../amdgpu_card/test_vulkan.h"
#include "../conformance/images.h"
#include "on_card.h"

/* What one is made as. */
struct recipe {
    VkFormat vulkan_format;
    VkImageTiling tiling;
    bool dedicated;
    struct gi_image_shape shape;
    VkImageUsageFlags usage;             /* besides copies */
    VkSampleCountFlagBits samples;       /* 0: one */
    bool mapped;                         /* in memory that the host could map, also if tiled */
};

#define SHAPE(format_, width_, height_, levels_, layers_) \
    { .format = format_, .dims = height_ == 1 ? GI_IMAGE_1D : GI_IMAGE_2D, .width = width_, \
      .height = height_, .depth = 1, .levels = levels_, .layers = layers_ }

/* An image of RADV's. */
struct mesa_image {
    struct radv radv;
    VkImage image;
    VkDeviceMemory memory;
    uint64_t offset_bytes, size_bytes;   /* of it in the memory, and of the memory */
    uint64_t needed_bytes;               /* of it, as RADV says */
    uint8_t *bytes;                      /* of the memory; NULL if it is tiled */
    bool can_copy;                       /* RADV has a queue that copies tiled ones here */
    struct gi_os_handle handle;
};

/** Whether RADV makes such images. */
bool mesa_has(const struct recipe *recipe);

void mesa_open(struct mesa_image *mesa, const struct recipe *recipe);
void mesa_close(struct mesa_image *mesa);

/** Moves all texels between a model and where RADV says that they are; if the image is tiled by
 *  RADV's own copies. */
void mesa_move(struct mesa_image *mesa, const struct gi_image_shape *shape, uint8_t *model,
               bool write);

/* The same image as ours. */
struct our_image {
    struct conf_rig rig;
    struct gi_memory *memory;
    struct gi_image *image;              /* NULL: refused; the reason is the last error's */
    gi_status status;
};

void ours_open(struct our_image *ours, const struct mesa_image *mesa,
               const struct recipe *recipe);
void ours_close(struct our_image *ours);

/** What is written where RADV says is read through our image, and the other way round; without a
 *  queue that copies, ours is written and read by two imports. Its size is what RADV says. */
void both_ways(const struct recipe *recipe);

/** The same as programs do it: imports the memory, maps the image, lets go of the memory, and
 *  copies. */
void through_arrays(const struct recipe *recipe);

/** Our image of that recipe in the memory of RADV's, with the word in its sentence. */
void expect_refused(const struct mesa_image *mesa, const struct recipe *recipe,
                    gi_status expected, const char *because);

#endif
