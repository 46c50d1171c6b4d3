/** Memory objects: own, imported and exportable, each with one buffer across all of it. */
#ifndef GIVK_MEMORY_H
#define GIVK_MEMORY_H

#include "contract/driver.h"
#include "loader.h"

struct givk_device;

struct givk_memory {
    struct gi_memory base;
    VkBuffer buffer;
    VkDeviceMemory handle;
    uint64_t address;            /* of its buffer, also where the core is told of none; 0: there is
                                    no buffer */
    uint32_t type_index;
    bool for_images;             /* GI_MEMORY_IMAGE */
    VkExternalMemoryHandleTypeFlags handle_type;     /* of an import; 0: none */
    uint32_t allowed_types;      /* a mask: what an import may have */
    uint64_t file_bytes;         /* of an import that is a file with a checked head; else 0 */
    struct {
        bool is_open;
        int fd;                  /* ours; the object can be imported once more */
    } again;
    uint64_t counted_bytes;      /* of the device's allocated_bytes */
};

extern const struct gi_memory_ops givk_memory_ops;

/** Fills an object that is all zero with memory that the host writes and shaders read, the device's
 *  own where the host reaches it: what tells shaders of other things.
 *  Errors: GI_OUT_OF_MEMORY, GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status givk_memory_make_table(struct givk_device *dev, struct givk_memory *mem,
                                               uint64_t size_bytes);

/** The driver's memory of a base that it owns. */
struct givk_memory *givk_memory_from(struct gi_memory *base);

#endif
