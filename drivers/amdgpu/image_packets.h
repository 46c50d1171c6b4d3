/** Commands of images as packets. */
#ifndef GIAMD_IMAGE_PACKETS_H
#define GIAMD_IMAGE_PACKETS_H

#include "image.h"

/** A place of a command in memory, for the device. */
struct giamd_place giamd_place_of(const struct gi_place *place);

/** Whether the command, of any kind, goes through scratch memory. */
bool giamd_image_needs_scratch(const struct giamd_sdma *sdma, const struct gi_command *cmd);

/** Copies to, from or between images; scratch has an address where it is needed. False if there is
 *  no room. */
GI_MUST_CHECK bool giamd_image_packets(const struct giamd_sdma *sdma,
                                       struct giamd_packets *packets,
                                       const struct gi_command *cmd,
                                       const struct giamd_scratch *scratch);

#endif
