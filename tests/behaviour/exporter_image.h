/* Where the probe gets another API's images from. */
#ifndef BEHAVIOUR_EXPORTER_IMAGE_H
#define BEHAVIOUR_EXPORTER_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What image to make. */
struct exporter_image_wish {
    int format;                        /* a VkFormat */
    int dimensions;                    /* 1, 2 or 3 */
    uint32_t width, height, depth;     /* texels */
    uint32_t layers, levels;
    bool cube;
    uint32_t usage;                    /* VkImageUsageFlags beside those of copies */
    uint32_t block_bytes, block;       /* bytes of a texel or block, and texels that it is wide */
    bool depth_float;                  /* texels are floats between 0 and 1 */
    int dedicated;                     /* 1 yes, 0 no, -1 as the driver prefers it */
    uint64_t offset_units;             /* bound this many alignments into its memory */
};

/** An image whose memory is exported. */
struct exporter_image {
    struct exporter_image_wish wish;
    int fd;                            /* the caller's */
    uint64_t size, alignment, offset;  /* bytes: of the memory, of the image, where it is bound */
    bool dedicated;
    uint64_t handle, memory;
};

/** Makes it, fills each level with the pattern of its number and one, and hands it over.
 *  Errors: NULL, or what cannot be done. */
const char *exporter_image_make(const struct exporter_image_wish *wish, struct exporter_image *out);

/** Whether every level holds the pattern of its number and a seed; takes it back and hands it over
 *  again. */
bool exporter_image_holds(const struct exporter_image *image, unsigned int seed);

void exporter_image_end(struct exporter_image *image);

/** The bytes of a level, with all layers or slices. */
size_t exporter_level_bytes(const struct exporter_image_wish *wish, uint32_t level);

/** One byte of the pattern of a seed. */
unsigned char exporter_byte(const struct exporter_image_wish *wish, size_t index,
                            unsigned int seed);

#endif
