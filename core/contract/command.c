#include "command.h"

const struct gi_command_traits gi_command_traits[GI_COMMAND_KINDS] = {
    [GI_COMMAND_COPY] = { .name = "copy", .writes = GI_SIDE_MEMORY, .reads = GI_SIDE_MEMORY,
                          .has_box = true },
    [GI_COMMAND_FILL] = { .name = "fill", .writes = GI_SIDE_MEMORY, .has_box = true,
                          .has_pattern = true },
    [GI_COMMAND_IMAGE_BEGIN] = { .name = "beginning of an image", .writes = GI_SIDE_IMAGE },
    [GI_COMMAND_IMAGE_WRITE] = { .name = "copy to an image", .writes = GI_SIDE_IMAGE,
                                 .reads = GI_SIDE_MEMORY, .has_box = true },
    [GI_COMMAND_IMAGE_READ] = { .name = "copy from an image", .writes = GI_SIDE_MEMORY,
                                .reads = GI_SIDE_IMAGE, .has_box = true },
    [GI_COMMAND_IMAGE_COPY] = { .name = "copy between images", .writes = GI_SIDE_IMAGE,
                                .reads = GI_SIDE_IMAGE, .has_box = true },
    [GI_COMMAND_TIMESTAMP] = { .name = "timestamp", .writes = GI_SIDE_MEMORY, .has_box = true,
                               .bounds_time = true },
    [GI_COMMAND_LAUNCH] = { .name = "launch", .touches_anything = true },
};
