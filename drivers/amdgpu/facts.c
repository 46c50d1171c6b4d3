#include "facts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* The kernel's answer about an engine, with the field that older headers call padding. */
struct giamd_engine_info {
    uint32_t major, minor;
    uint64_t capabilities;
    uint32_t ib_start_alignment, ib_size_alignment;
    uint32_t rings;
    uint32_t discovered;         /* since 3.48 */
};

_Static_assert(sizeof(struct giamd_engine_info) == sizeof(struct drm_amdgpu_info_hw_ip),
               "the engine's info has another shape");

enum { GIAMD_DISCOVERY_MINOR = 48 };

gi_status giamd_read_memory(const struct giamd_calls *calls, amdgpu_device_handle device,
                            struct drm_amdgpu_memory_info *out_memory)
{
    int answer;

    memset(out_memory, 0, sizeof(*out_memory));
    answer = calls->query_info(device, AMDGPU_INFO_MEMORY, sizeof(*out_memory), out_memory);
    return answer == 0 ? GI_OK :
           giamd_fail(giamd_plain_error(answer), "amdgpu: asking for the memory");
}

static gi_status giamd_read_heaps(const struct giamd_calls *calls, amdgpu_device_handle device,
                                  struct giamd_facts *facts)
{
    struct drm_amdgpu_memory_info memory;
    gi_status st = giamd_read_memory(calls, device, &memory);

    facts->vram_bytes = memory.vram.usable_heap_size;
    facts->vram_most_bytes = memory.vram.max_allocation;
    facts->gtt_bytes = memory.gtt.usable_heap_size;
    facts->gtt_most_bytes = memory.gtt.max_allocation;
    return st;
}

static gi_status giamd_read_engine(const struct giamd_calls *calls, amdgpu_device_handle device,
                                   struct giamd_facts *facts)
{
    struct drm_amdgpu_info_hw_ip raw;
    struct giamd_engine_info info;
    int answer;

    memset(&raw, 0, sizeof(raw));
    answer = calls->query_hw_ip_info(device, AMDGPU_HW_IP_DMA, 0, &raw);
    if (answer != 0)
        return giamd_fail(giamd_plain_error(answer), "amdgpu: asking for the copy engine");
    memcpy(&info, &raw, sizeof(info));
    facts->dma_rings = info.rings;
    facts->dma_major = info.major;
    facts->dma_minor = info.minor;
    facts->ib_start_alignment = info.ib_start_alignment;
    if (facts->drm_minor >= GIAMD_DISCOVERY_MINOR)
        facts->dma_discovered = info.discovered;
    return GI_OK;
}

static gi_status giamd_read_device(const struct giamd_calls *calls, amdgpu_device_handle device,
                                   struct giamd_facts *facts)
{
    struct drm_amdgpu_info_device info;
    const char *name = calls->get_marketing_name(device);
    int answer;

    memset(&info, 0, sizeof(info));
    answer = calls->query_info(device, AMDGPU_INFO_DEV_INFO, sizeof(info), &info);
    if (answer != 0)
        return giamd_fail(giamd_plain_error(answer), "amdgpu: asking for the device");
    if (name != NULL)
        snprintf(facts->name, sizeof(facts->name), "%s", name);
    facts->family = info.family;
    facts->external_revision = info.external_rev;
    facts->is_apu = (info.ids_flags & AMDGPU_IDS_FLAGS_FUSION) != 0;
    facts->va_begin = info.virtual_address_offset;
    facts->va_end = info.virtual_address_max;
    facts->fragment_bytes = info.pte_fragment_size;
    facts->clock_khz = info.gpu_counter_freq;
    facts->compute_units = info.cu_active_number;
    facts->subgroup_size = info.wave_front_size;
    return GI_OK;
}

/** What the node itself tells, before libdrm_amdgpu has it. */
static gi_status giamd_read_node(const struct giamd_drm_calls *drm, const struct giamd_node *node,
                                 int fd, struct giamd_facts *facts)
{
    drmVersionPtr version = drm->GetVersion(fd);
    bool is_amdgpu;
    uint64_t timeline = 0;
    struct stat node_stat;

    if (version == NULL)
        return gi_fail(GI_NO_DEVICE, "%s tells no version of its driver", node->path);
    is_amdgpu = version->name != NULL && strcmp(version->name, "amdgpu") == 0;
    facts->drm_major = (uint32_t)version->version_major;
    facts->drm_minor = (uint32_t)version->version_minor;
    drm->FreeVersion(version);
    if (!is_amdgpu)
        return gi_fail(GI_NO_DEVICE, "%s belongs to another driver of the kernel",
                       node->path);
    facts->timeline_syncobj = drm->GetCap(fd, DRM_CAP_SYNCOBJ_TIMELINE, &timeline) == 0 &&
                              timeline != 0;
    if (fstat(fd, &node_stat) == 0) {
        facts->render_major = major(node_stat.st_rdev);
        facts->render_minor = minor(node_stat.st_rdev);
    }
    facts->vendor_id = node->vendor_id;
    facts->device_id = node->device_id;
    facts->pci_domain = node->pci_domain;
    facts->pci_bus = node->pci_bus;
    facts->pci_device = node->pci_device;
    facts->pci_function = node->pci_function;
    return GI_OK;
}

gi_status giamd_node_open(const struct giamd_drm_calls *drm, const struct giamd_calls *calls,
                          const struct giamd_node *node, amdgpu_device_handle *out_device,
                          struct giamd_facts *out_facts)
{
    int fd = open(node->path, O_RDWR | O_CLOEXEC), answer;
    uint32_t drm_major, drm_minor;
    gi_status st;

    *out_device = NULL;
    memset(out_facts, 0, sizeof(*out_facts));
    if (fd < 0)
        return gi_fail(GI_NO_DEVICE, "%s cannot be opened: %s%s", node->path, strerror(errno),
                       errno == EACCES || errno == EPERM ?
                       "; it is for its group, which is often \"render\"" : "");
    st = giamd_read_node(drm, node, fd, out_facts);
    if (st != GI_OK)
        goto close_fd;
    answer = calls->device_initialize(fd, &drm_major, &drm_minor, out_device);
    if (answer != 0) {
        *out_device = NULL;
        st = giamd_fail(giamd_plain_error(answer), "amdgpu: opening the device");
        goto close_fd;
    }
    st = giamd_read_device(calls, *out_device, out_facts);
    if (st == GI_OK)
        st = giamd_read_engine(calls, *out_device, out_facts);
    if (st == GI_OK)
        st = giamd_read_heaps(calls, *out_device, out_facts);
    if (st != GI_OK) {
        calls->device_deinitialize(*out_device);
        *out_device = NULL;
    }

close_fd:
    close(fd);
    return st;
}
