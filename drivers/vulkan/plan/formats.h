/** The table between the core's formats and Vulkan's, in both directions. Pure functions.
 *  Threads: any, for all functions here. */
#ifndef GIVK_FORMATS_H
#define GIVK_FORMATS_H

#include "contract/format.h"
#include "vulkan/loader/loader.h"

/** Returns Vulkan's format with the same channels and the same interpretation. */
VkFormat givk_format(enum gi_format format);

/** Returns the format to create an external image with. For 8 and 16-bit channels it is the
 *  normalized one, because nearly all images of other programs are normalized. Programs only name
 *  channel widths for them; the two formats differ in nothing but how texels are read. */
VkFormat givk_format_of_external(enum gi_format format);

/** Returns the unsigned integer format as which shaders copy texels. Every uncompressed format of
 *  that size is compatible with it.
 *  Units:   texel_bytes is 1, 2, 4, 8 or 16. */
VkFormat givk_format_of_bytes(uint32_t texel_bytes);

/** How a program describes an image of a Vulkan format to the library. */
struct givk_format_row {
    VkFormat vulkan;
    enum gi_format format;       /* GI_FORMAT_NONE: not possible */
    const char *note;           /* what to mind, or why it is not possible; NULL: nothing to mind */
};

/** Returns the row of a Vulkan format; NULL if the table does not have it. */
const struct givk_format_row *givk_format_row(VkFormat vulkan);

/** Returns the row at an index; NULL behind the last. */
const struct givk_format_row *givk_format_row_at(size_t index);

#endif
