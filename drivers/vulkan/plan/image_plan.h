/** The choices for an image: its create info, what the device must support, and what is refused.
 *  Pure functions; image.c queries the driver between them.
 *  Threads: any, for all functions here. */
#ifndef GIVK_IMAGE_PLAN_H
#define GIVK_IMAGE_PLAN_H

#include "plan.h"

/** An image's create info. Tiling is always optimal; the layout is general from the first use
 *  on. */
struct givk_image_plan {
    VkImageType type;
    VkFormat format;        /* may differ from the shape's for an external image: see formats.h */
    VkImageCreateFlags flags;
    VkImageUsageFlags usage;
    VkExtent3D extent;
    uint32_t levels, layers;
    VkExternalMemoryHandleTypeFlags handle_types;        /* 0: an own image */
};

/** The features of a format in optimal tiling. */
struct givk_image_features {
    VkFormatFeatureFlags own;            /* of givk_format */
    VkFormatFeatureFlags external;       /* of givk_format_of_external */
};

/** Plans an image. handle_type is that of the memory of an external image.
 *  Errors:  GI_INVALID_VALUE for a shape that no device can have; GI_NOT_SUPPORTED for a format
 *           that the device lacks, or lacks for a use that the flags name. */
GI_MUST_CHECK gi_status givk_image_plan_make(const struct givk_facts *facts,
                                             const struct gi_image_shape *shape,
                                             VkExternalMemoryHandleTypeFlagBits handle_type,
                                             const struct givk_image_features *features,
                                             struct givk_image_plan *out_plan);

/** The driver's limits for images that are created as planned. */
struct givk_image_limits {
    bool exist;
    VkImageFormatProperties most;
    VkExternalMemoryFeatureFlags external;       /* for one kind of handle */
};

/** Drops storage usage from the plan if no flag asks for it and the limits forbid the image with
 *  it. Then the caller must query the limits again.
 *  Returns: true if the plan has changed. */
bool givk_image_plan_relax(const struct gi_image_shape *shape,
                           const struct givk_image_limits *limits, struct givk_image_plan *plan);

/** Refuses a plan that exceeds the limits.
 *  Errors:  GI_NOT_SUPPORTED, with the limit; GI_OUT_OF_MEMORY for too many bytes. */
GI_MUST_CHECK gi_status givk_image_plan_check(const struct givk_facts *facts,
                                              const struct gi_image_shape *shape,
                                              const struct givk_image_plan *plan,
                                              const struct givk_image_limits *limits);

/** The memory that an image is to be bound to: the memory object itself, or a second import of it
 *  for this image alone. */
struct givk_image_home {
    uint64_t memory_bytes;       /* of the memory object */
    bool size_is_known;          /* false: it is what the importer said */
    uint32_t memory_type;
    bool can_import_again;
};

/** The memory requirements of an image. */
struct givk_image_needs {
    uint64_t size_bytes, alignment_bytes;
    uint32_t memory_types;       /* a mask */
    bool dedicated_only;         /* the driver only imports dedicated memory for this image */
};

/** Decides whether the image is bound to its memory at an offset, or to a second import.
 *  Errors:  GI_INVALID_VALUE, with both numbers, if it does not fit or is not aligned;
 *           GI_NOT_SUPPORTED for memory of an unsuitable type. */
GI_MUST_CHECK gi_status givk_image_plan_place(const struct givk_facts *facts,
                                              const struct givk_plan *plan,
                                              const struct gi_image_shape *shape,
                                              const struct givk_image_needs *needs,
                                              const struct givk_image_home *home,
                                              uint64_t offset_bytes, bool *out_import_again);

#endif
