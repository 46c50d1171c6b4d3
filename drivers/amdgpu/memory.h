/** Memory objects: each is a buffer object of the kernel, at an address of the device. */
#ifndef GIAMD_MEMORY_H
#define GIAMD_MEMORY_H

#include "contract/driver.h"
#include "loader.h"

struct giamd_device;

struct giamd_memory {
    struct gi_memory base;
    amdgpu_bo_handle object;
    uint32_t kernel_handle;      /* of the node that libdrm has open; libdrm's to close */
    bool must_be_listed;         /* named by every batch that uses it; others are always there */
    bool is_imported;
    bool is_for_images;
    bool is_tiled;               /* imported: the kernel says that its texels are */
    bool is_mapped;              /* by libdrm, at base.host_address or nowhere that is told */
    amdgpu_va_handle range;
    uint64_t address;            /* the device's, also where base.device_address tells none */
    uint64_t mapped_bytes;       /* for the device: whole pages */
};

extern const struct gi_memory_ops giamd_memory_ops;

/** The driver's memory of a base that it owns. */
struct giamd_memory *giamd_memory_from(struct gi_memory *base);

/** Fills an object that is all zero with memory for the driver's own use, mapped for the host.
 *  write_only: the host does not read it; then it is fast to write.
 *  Errors: GI_OUT_OF_MEMORY and as giamd_status. */
GI_MUST_CHECK gi_status giamd_memory_make(struct giamd_device *dev, struct giamd_memory *mem,
                                          uint64_t size_bytes, bool write_only,
                                          bool must_be_listed);

/** The same with memory that only the device gets at, and that need not be listed. */
GI_MUST_CHECK gi_status giamd_memory_make_scratch(struct giamd_device *dev,
                                                  struct giamd_memory *mem, uint64_t size_bytes);

/** Takes what giamd_memory_make filled; nothing uses it any more. */
void giamd_memory_release(struct giamd_memory *mem);

#endif
