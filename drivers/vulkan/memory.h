/** Memory objects: own, imported and exportable, each with one buffer across all of it. */
#ifndef GIVK_MEMORY_H
#define GIVK_MEMORY_H

#include "driver.h"
#include "loader.h"

struct givk_memory {
    struct gi_memory base;
    VkBuffer buffer;
    VkDeviceMemory handle;
    uint32_t type_index;
    bool for_images;             /* no buffer: GI_MEMORY_IMAGE */
    VkExternalMemoryHandleTypeFlags handle_type;     /* of an import; 0: none */
    uint32_t allowed_types;      /* a mask: what an import may have */
    struct {
        bool is_open;
        int fd;                  /* ours; the object can be imported once more */
    } again;
    uint64_t counted_bytes;      /* of the device's allocated_bytes */
};

extern const struct gi_memory_ops givk_memory_ops;

/** The driver's memory of a base that it owns. */
struct givk_memory *givk_memory_from(struct gi_memory *base);

#endif
