/** The one table between the core's formats and Vulkan's, in both directions. Pure. */
#ifndef GIVK_FORMATS_H
#define GIVK_FORMATS_H

#include "contract/format.h"
#include "loader.h"

/** Vulkan's format that has the same channels and reads them the same way. */
VkFormat givk_format(enum gi_format format);

/** What an image is made as that another program made too, and for which programs name the class of
 *  format alone: of 8 or 16 bits a channel the normalized kind, which is what nearly all images of
 *  other programs have. The two differ in nothing but how texels are read. */
VkFormat givk_format_of_external(enum gi_format format);

/** As what texels of 1, 2, 4, 8 or 16 bytes are copied by shaders: unsigned integers, which every
 *  format of that size can be seen as that is not compressed. */
VkFormat givk_format_of_bytes(uint32_t texel_bytes);

/** How a program that has an image of Vulkan's format describes it to the library. */
struct givk_format_row {
    VkFormat vulkan;
    enum gi_format format;       /* GI_FORMAT_NONE: it cannot be described */
    const char *note;            /* what to mind, or why it cannot; NULL: nothing, it is the same */
};

/** The row of one of Vulkan's formats; NULL for those of which the table does not know. */
const struct givk_format_row *givk_format_row(VkFormat vulkan);

/** Row after row; NULL behind the last. */
const struct givk_format_row *givk_format_row_at(size_t index);

#endif
