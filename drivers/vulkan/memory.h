/** Memory objects: own, imported and exportable. One buffer covers all of an object. */
#ifndef GIVK_MEMORY_H
#define GIVK_MEMORY_H

#include "contract/driver.h"
#include "loader.h"

struct givk_device;

struct givk_memory {
    struct gi_memory base;
    VkBuffer buffer;
    VkDeviceMemory handle;
    uint64_t address;            /* of the buffer, also where the core gets none; 0: no buffer */
    uint32_t type_index;
    bool for_images;             /* GI_MEMORY_IMAGE */
    VkExternalMemoryHandleTypeFlags handle_type;     /* of an import; 0: none */
    uint32_t allowed_types;      /* a mask: the types that an import can have */
    uint64_t file_bytes;         /* of an imported file with a checked head; else 0 */
    struct {
        bool is_open;
        int fd;                  /* owned; for a second import */
    } again;
    uint64_t counted_bytes;      /* its share of the device's allocated_bytes */
};

extern const struct gi_memory_ops givk_memory_ops;

/** Allocates memory that the host writes and shaders read, for tables. It is device memory where
 *  the host can access that. mem is all zero.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status givk_memory_make_table(struct givk_device *dev, struct givk_memory *mem,
                                               uint64_t size_bytes);

/** Casts the base to the driver's memory. */
struct givk_memory *givk_memory_from(struct gi_memory *base);

#endif
