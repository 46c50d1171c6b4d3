/** Memory objects: own, imported and exportable. One buffer covers all of an object. */
#ifndef GIVK_MEMORY_H
#define GIVK_MEMORY_H

#include "contract/driver.h"
#include "vulkan/loader/loader.h"

struct givk_device;

/** A part of a range. Memory may not be larger than its heap; drivers refuse buffers of 4 GiB. */
struct givk_window {
    VkBuffer buffer;
    VkDeviceMemory memory;       /* the host's addresses, imported */
};

struct givk_memory {
    struct gi_memory base;
    VkBuffer buffer;
    VkDeviceMemory handle;
    uint64_t address;            /* of the buffer, also where the core gets none; 0: no buffer */
    uint32_t type_index;
    bool for_images;             /* GI_MEMORY_IMAGE */
    VkExternalMemoryHandleTypeFlags handle_type;     /* of an import or export; 0: none */
    uint32_t allowed_types;      /* a mask: the types that an import can have */
    uint64_t file_bytes;         /* of an imported file with a checked head; else 0 */
    struct {
        bool is_open;
        int fd;                  /* owned; for a second import */
    } again;
    uint64_t counted_bytes;      /* its share of the device's allocated_bytes */
    bool is_range;               /* as imported addresses of the host */
    struct givk_window *windows; /* of a range: one for each step, of two steps; owned */
    uint32_t window_count;
    void *pages;                 /* of GI_MEMORY_PAGES: a shared mapping, owned */
    uint64_t skip_bytes;         /* of a range as a sparse buffer: what is in front of it */
    uint64_t sparse_bytes;       /* its share of the device's sparse.reserved_bytes */
};

/** Distance of a range's windows. */
#define GIVK_WINDOW_STEP (UINT64_C(1) << 30)

extern const struct gi_memory_ops givk_memory_ops;

/** Allocates memory that the host writes and shaders read, for tables. It is device memory where
 *  the host can access that. mem is all zero.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status givk_memory_make_table(struct givk_device *dev, struct givk_memory *mem,
                                               uint64_t size_bytes);

/** Creates a buffer with the usage of all of them.
 *  Errors: Vulkan's, without a sentence. */
VkResult givk_memory_create_buffer(struct givk_device *dev, uint64_t size_bytes,
                                   VkExternalMemoryHandleTypeFlags handle_types, VkBuffer *out);

/** As givk_memory_create_buffer, with flags. */
VkResult givk_memory_create_buffer_as(struct givk_device *dev, VkBufferCreateFlags flags,
                                      uint64_t size_bytes,
                                      VkExternalMemoryHandleTypeFlags handle_types, VkBuffer *out);

/** The buffer for a command that begins at an offset and covers at most GIVK_WINDOW_STEP bytes.
 *  The offset becomes one in the buffer. */
VkBuffer givk_memory_buffer(struct gi_memory *base, uint64_t *in_out_offset);

/** Casts the base to the driver's memory. */
struct givk_memory *givk_memory_from(struct gi_memory *base);

#endif
