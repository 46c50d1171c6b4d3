#include "plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "layout.h"

/* The kernel's interface that is needed: from 3.37 on caches are invalidated before a command
 * buffer of the copy engine, 3.38 has the flag that asks for it. */
enum { GIAMD_DRM_MAJOR = 3, GIAMD_DRM_MINOR = 38 };

/* Families of GFX8, whose kernels tell no version of the copy engine. */
enum { GIAMD_FAMILY_VI = 130, GIAMD_FAMILY_CZ = 135, GIAMD_VI_TONGA_REVISION = 20 };

/* Addresses that a process can have. */
#define GIAMD_HOST_ADDRESSES (UINT64_C(1) << 47)

/** The copy engine's version, by whatever tells it; false if nothing does. */
static bool giamd_dma_version(const struct giamd_facts *facts, uint32_t *out_major,
                              uint32_t *out_minor)
{
    *out_major = facts->dma_major;
    *out_minor = facts->dma_minor;
    if (facts->dma_discovered != 0) {
        *out_major = facts->dma_discovered >> 16;
        *out_minor = facts->dma_discovered >> 8 & 0xff;
    } else if (facts->dma_major == 0 && facts->family == GIAMD_FAMILY_CZ) {
        *out_major = 3;
    } else if (facts->dma_major == 0 && facts->family == GIAMD_FAMILY_VI) {
        bool is_tonga_or_later = facts->external_revision >= GIAMD_VI_TONGA_REVISION;
        *out_major = is_tonga_or_later ? 3 : 2;
        *out_minor = is_tonga_or_later ? 0 : 4;
    }
    return *out_major != 0;
}

static bool giamd_plan_engine(const struct giamd_facts *facts, struct giamd_plan *plan,
                              char why[static GIAMD_WHY_BYTES])
{
    uint32_t major, minor;

    for (uint32_t ring = 0; ring < 32 && plan->ring_count < GIAMD_MAX_RINGS; ring++) {
        if ((facts->dma_rings >> ring & 1) != 0)
            plan->rings[plan->ring_count++] = ring;
    }
    if (plan->ring_count == 0) {
        snprintf(why, GIAMD_WHY_BYTES, "the kernel offers no ring of its copy engine");
        return false;
    }
    if (!giamd_dma_version(facts, &major, &minor)) {
        snprintf(why, GIAMD_WHY_BYTES, "the kernel tells no version of its copy engine, and family "
                 "%" PRIu32 " is not known", facts->family);
        return false;
    }
    if (!giamd_sdma_of(major, minor, &plan->sdma)) {
        snprintf(why, GIAMD_WHY_BYTES, "its copy engine, SDMA %" PRIu32 ".%" PRIu32 ", is not "
                 "known; 2.4 to 7.0 are", major, minor);
        return false;
    }
    return true;
}

static void giamd_plan_memory(const struct giamd_facts *facts, struct giamd_plan *plan)
{
    plan->host_addresses = facts->va_begin <= UINT32_MAX && facts->va_end >= GIAMD_HOST_ADDRESSES;
    plan->device_memory_in_gtt = facts->is_apu;
    plan->host_most_bytes = facts->gtt_most_bytes != 0 ? facts->gtt_most_bytes : facts->gtt_bytes;
    plan->device_most_bytes = facts->vram_most_bytes != 0 ? facts->vram_most_bytes :
                                                            facts->vram_bytes;
    if (facts->is_apu && plan->device_most_bytes < plan->host_most_bytes)
        plan->device_most_bytes = plan->host_most_bytes;
    plan->fragment_bytes = GIAMD_PAGE_BYTES;
    while (plan->fragment_bytes < facts->fragment_bytes && plan->fragment_bytes < 1u << 30)
        plan->fragment_bytes *= 2;
    plan->large_bytes = plan->fragment_bytes;
}

bool giamd_plan_make(const struct giamd_facts *facts, struct giamd_plan *out_plan,
                     char why[static GIAMD_WHY_BYTES])
{
    memset(out_plan, 0, sizeof(*out_plan));
    why[0] = '\0';
    if (facts->drm_major != GIAMD_DRM_MAJOR || facts->drm_minor < GIAMD_DRM_MINOR) {
        snprintf(why, GIAMD_WHY_BYTES, "the kernel's amdgpu interface is %" PRIu32 ".%" PRIu32
                 ", 3.38 or a later 3 is needed (Linux 5.9)", facts->drm_major, facts->drm_minor);
        return false;
    }
    if (!facts->timeline_syncobj) {
        snprintf(why, GIAMD_WHY_BYTES, "the kernel has no timeline sync objects");
        return false;
    }
    if (facts->ib_start_alignment > GIAMD_PAGE_BYTES) {
        snprintf(why, GIAMD_WHY_BYTES, "command buffers must begin at multiples of %" PRIu32
                 " bytes, which are more than a page", facts->ib_start_alignment);
        return false;
    }
    if (!giamd_plan_engine(facts, out_plan, why))
        return false;
    giamd_plan_memory(facts, out_plan);
    return true;
}

/* ---- what programs are told ---------------------------------------------------------------- */

/** Four numbers of the machine's own byte order: what Mesa's drivers make of the PCI address. */
static void giamd_uuid(const struct giamd_facts *facts, uint8_t out_uuid[static 16])
{
    uint32_t words[4] = { facts->pci_domain, facts->pci_bus, facts->pci_device,
                          facts->pci_function };

    memcpy(out_uuid, words, sizeof(words));
}

/** The limits of every card of the last ten years; there are no kernels yet that could use them. */
static void giamd_compute_info(const struct giamd_facts *facts, struct gi_device_info *info)
{
    info->compute_units = facts->compute_units;
    info->subgroup_size = facts->subgroup_size;
    info->max_group_threads = 1024;
    info->max_shared_bytes = 65536;
    for (int i = 0; i < 3; i++) {
        info->max_group_size[i] = 1024;
        info->max_group_count[i] = 65535;
    }
}

static void giamd_image_info(const struct giamd_plan *plan, struct gi_device_info *info)
{
    struct giamd_image_limits limits = giamd_image_limits(&plan->sdma);

    info->images = true;
    info->max_image_1d = limits.width;
    info->max_image_2d = limits.width;
    info->max_image_3d = limits.depth;
    info->max_image_cube = limits.width;
    info->max_image_layers = limits.layers;
    snprintf(info->why_no_textures, sizeof(info->why_no_textures),
             "the copy engine runs no shaders; the Vulkan driver has textures");
}

void giamd_plan_identity(const struct giamd_facts *facts, struct gi_device_info *out_info)
{
    static const uint8_t mesa[16] = "AMD-MESA-DRV";

    if (facts->name[0] != '\0')
        snprintf(out_info->name, sizeof(out_info->name), "%s", facts->name);
    else
        snprintf(out_info->name, sizeof(out_info->name), "AMD device 0x%04" PRIx32,
                 facts->device_id);
    snprintf(out_info->driver_name, sizeof(out_info->driver_name), "amdgpu");
    out_info->vendor_id = facts->vendor_id;
    out_info->device_id = facts->device_id;
    giamd_uuid(facts, out_info->uuid);
    memcpy(out_info->driver_uuid, mesa, sizeof(mesa));
    out_info->has_pci = true;
    out_info->pci_domain = facts->pci_domain;
    out_info->pci_bus = facts->pci_bus;
    out_info->pci_device = facts->pci_device;
    out_info->pci_function = facts->pci_function;
}

void giamd_plan_info(const struct giamd_facts *facts, const struct giamd_plan *plan,
                     struct gi_device_info *out_info)
{
    memset(out_info, 0, sizeof(*out_info));
    giamd_plan_identity(facts, out_info);
    snprintf(out_info->driver_version, sizeof(out_info->driver_version), "%" PRIu32 ".%" PRIu32
             ", SDMA %" PRIu32 ".%" PRIu32, facts->drm_major, facts->drm_minor, plan->sdma.major,
             plan->sdma.minor);
    out_info->kind = facts->is_apu ? GI_DEVICE_INTEGRATED : GI_DEVICE_DISCRETE;
    out_info->has_render_node = true;
    out_info->render_major = facts->render_major;
    out_info->render_minor = facts->render_minor;
    out_info->memory_bytes = facts->vram_bytes + (facts->is_apu ? facts->gtt_bytes : 0);
    out_info->max_allocation_bytes = plan->device_most_bytes;
    out_info->queue_count = GIAMD_QUEUES;
    giamd_compute_info(facts, out_info);
    giamd_image_info(plan, out_info);
    if (facts->clock_khz != 0) {
        out_info->timestamp_period_fs = UINT64_C(1000000000000) / facts->clock_khz;
        out_info->timestamp_bits = 64;
        out_info->timestamp_calibration = true;
    }
    out_info->managed_memory = plan->host_addresses;
    out_info->wrap_alignment_bytes = GIAMD_PAGE_BYTES;
    out_info->wrapped_keeps_address = plan->host_addresses;
    out_info->memory_opaque_fd = true;
    out_info->memory_dma_buf = true;
    out_info->memory_exports = true;
    out_info->binary_opaque_fd = true;
    out_info->timeline_opaque_fd = true;
}
