/** The choices for an image: what it is made as, what the device must be able to do for it, and
 *  what is refused. Pure functions; image.c asks the driver in between. */
#ifndef GIVK_IMAGE_PLAN_H
#define GIVK_IMAGE_PLAN_H

#include "plan.h"

/** What an image is made as; tiling is always optimal, and the layout general once begun. */
struct givk_image_plan {
    VkImageType type;
    VkFormat format;             /* of an external one maybe not the shape's: see formats.h */
    VkImageCreateFlags flags;
    VkImageUsageFlags usage;
    VkExtent3D extent;
    uint32_t levels, layers;
    VkExternalMemoryHandleTypeFlags handle_types;        /* 0: an own one */
};

/** What shaders and commands can do with a format in optimal tiling. */
struct givk_image_features {
    VkFormatFeatureFlags own;            /* with givk_format, */
    VkFormatFeatureFlags external;       /* and with givk_format_of_external */
};

/** Plans an image. handle_type is that of the memory of an external one.
 *  Errors: GI_INVALID_VALUE for a shape that no device could have; GI_NOT_SUPPORTED for a format
 *          that the device has not, or not for what the flags say. */
GI_MUST_CHECK gi_status givk_image_plan_make(const struct givk_facts *facts,
                                             const struct gi_image_shape *shape,
                                             VkExternalMemoryHandleTypeFlagBits handle_type,
                                             const struct givk_image_features *features,
                                             struct givk_image_plan *out_plan);

/** What the driver answers about images that are made as planned. */
struct givk_image_limits {
    bool exist;
    VkImageFormatProperties most;
    VkExternalMemoryFeatureFlags external;       /* of one kind of handle */
};

/** Whether the plan is another one now, of which the driver has to be asked again: without storage,
 *  which no flag asked for and which the driver's answer does not have room for. */
bool givk_image_plan_relax(const struct gi_image_shape *shape,
                           const struct givk_image_limits *limits, struct givk_image_plan *plan);

/** Refuses what the driver's answer does not have room for.
 *  Errors: GI_NOT_SUPPORTED, with the limit. */
GI_MUST_CHECK gi_status givk_image_plan_check(const struct givk_facts *facts,
                                              const struct gi_image_shape *shape,
                                              const struct givk_image_plan *plan,
                                              const struct givk_image_limits *limits);

/** Where an image goes: into its memory as that is, or into the same object imported once more for
 *  it alone. */
struct givk_image_home {
    uint64_t memory_bytes;       /* of the memory object, */
    bool size_is_known;          /* or what its importer said */
    uint32_t memory_type;
    bool can_import_again;
};

/** What an image takes. */
struct givk_image_needs {
    uint64_t size_bytes, alignment_bytes;
    uint32_t memory_types;       /* a mask */
    bool dedicated_only;         /* the driver imports such images alone */
};

/** Decides for an image of a shape at an offset.
 *  Errors: GI_INVALID_VALUE for what does not fit or is not aligned, with both numbers;
 *          GI_NOT_SUPPORTED for memory of a sort that does not do. */
GI_MUST_CHECK gi_status givk_image_plan_place(const struct givk_facts *facts,
                                              const struct givk_plan *plan,
                                              const struct gi_image_shape *shape,
                                              const struct givk_image_needs *needs,
                                              const struct givk_image_home *home,
                                              uint64_t offset_bytes, bool *out_import_again);

#endif
