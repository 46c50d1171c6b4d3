/* The kernel's structs and numbers: libdrm's headers, and what those of 2.4.114 do not have yet. */
#ifndef GICARD_UAPI_H
#define GICARD_UAPI_H

#include <amdgpu_drm.h>
#include <drm.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#define GICARD_DRM_MAJOR 226
#define GICARD_VENDOR_AMD 0x1002u
#define GICARD_PAGE_BYTES 4096u

/* Families that came after the header. */
#define GICARD_FAMILY_GC_11_0_0 145
#define GICARD_FAMILY_GC_11_5_0 150
#define GICARD_FAMILY_GC_12_0_0 152

/* Flags of memory and of mappings that came after the header. */
#define GICARD_GEM_CREATE_DISCARDABLE (1u << 12)
#define GICARD_GEM_CREATE_GFX12_DCC (1u << 16)
#define GICARD_VM_PAGE_NOALLOC (1u << 9)

/* A reset of the card that is not over yet, in a context's state. */
#define GICARD_CTX_QUERY2_RESET_IN_PROGRESS (1u << 5)

/* Older headers call the last field _pad, newer ones have more fields behind it. */
struct gicard_hw_ip {
    uint32_t version_major, version_minor;
    uint64_t capabilities;
    uint32_t ib_start_alignment, ib_size_alignment;
    uint32_t available_rings;
    uint32_t ip_discovery_version;
};

/* A block's version, as major << 16 | minor << 8 | revision, whatever the header calls it. */
static inline uint32_t gicard_ip_version(const struct drm_amdgpu_info_hw_ip *info)
{
    struct gicard_hw_ip block;

    memcpy(&block, info, sizeof block);
    return block.ip_discovery_version;
}

/* Where addresses of user space may lie: below, a hole, and the upper half. */
#define GICARD_VA_RESERVED_BYTES UINT64_C(0x200000)
#define GICARD_VA_LOW_END UINT64_C(0x800000000000)
#define GICARD_VA_HIGH_START UINT64_C(0xffff800000000000)
#define GICARD_VA_HIGH_END UINT64_C(0xffffffffffe00000)

#define GICARD_HANDLE_LIST (~0u)      /* operation and list_handle of a list inside a submission */

#endif
