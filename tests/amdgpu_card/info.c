/* What the card says about itself. */
#include "info.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#define DEVICE_HW_IP_VERSION_MINOR 48

/* ---- the drm core ------------------------------------------------------------------------- */

static void copy_text(char *to, __kernel_size_t *length, const char *text)
{
    size_t room = *length, size = strlen(text);

    *length = size;
    if (to != NULL && room != 0)
        memcpy(to, text, room < size ? room : size);
}

int gicard_version_ioctl(void *data)
{
    struct drm_version *arg = data;

    arg->version_major = 3;
    arg->version_minor = (int)gicard_config.drm_minor;
    arg->version_patchlevel = 0;
    copy_text(arg->name, &arg->name_len, "amdgpu");
    copy_text(arg->date, &arg->date_len, "20150101");
    copy_text(arg->desc, &arg->desc_len, "AMD GPU");
    return 0;
}

int gicard_cap_ioctl(void *data)
{
    struct drm_get_cap *arg = data;

    switch (arg->capability) {
    case DRM_CAP_PRIME:
        arg->value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
        return 0;
    case DRM_CAP_SYNCOBJ:
        arg->value = !gicard_config.no_syncobj;
        return 0;
    case DRM_CAP_SYNCOBJ_TIMELINE:
        arg->value = !gicard_config.no_syncobj && !gicard_config.no_timeline;
        return 0;
    case DRM_CAP_TIMESTAMP_MONOTONIC:
    case DRM_CAP_ADDFB2_MODIFIERS:
    case DRM_CAP_DUMB_BUFFER:
        arg->value = 1;
        return 0;
    default:
        arg->value = 0;
        return arg->capability <= DRM_CAP_SYNCOBJ_TIMELINE ? 0 : -EINVAL;
    }
}

/* ---- the driver's answers ----------------------------------------------------------------- */

static const struct gicard_chip *chip_of(const struct gicard_file *file)
{
    return gicard_config.chip[file->card];
}

uint32_t gicard_rings_of(uint32_t ip)
{
    switch (ip) {
    case AMDGPU_HW_IP_GFX:
        return 0x1;
    case AMDGPU_HW_IP_COMPUTE:
        return 0xf;
    case AMDGPU_HW_IP_DMA:
        return gicard_config.no_rings ? 0 : 0x3;
    default:
        return 0;
    }
}

static bool is_hbm(const struct gicard_chip *chip)
{
    return chip->vram_type == AMDGPU_VRAM_TYPE_HBM;
}

/** Which compute units there are: all of each array. */
static void describe_units(const struct gicard_chip *chip, struct drm_amdgpu_info_device *out)
{
    bool spread = chip->gc_version >= 0x0b0000;

    for (uint32_t engine = 0; engine < chip->engines; engine++) {
        for (uint32_t array = 0; array < chip->arrays; array++) {
            uint32_t column = spread ? (engine / 4) * 2 + array : array;
            uint32_t row = spread ? engine % 4 : engine;
            out->cu_bitmap[row][column] = (1u << chip->units_per_array) - 1;
        }
    }
    memcpy(out->cu_ao_bitmap, out->cu_bitmap, sizeof(out->cu_bitmap));
    out->cu_active_number = chip->engines * chip->arrays * chip->units_per_array;
    out->num_cu_per_sh = chip->units_per_array;
}

static struct drm_amdgpu_info_device describe_device(const struct gicard_chip *chip)
{
    bool integrated = chip->family == GICARD_FAMILY_GC_11_5_0;
    struct drm_amdgpu_info_device out = {
        .device_id = chip->device_id, .external_rev = chip->external_rev,
        .pci_rev = chip->pci_rev, .family = chip->family,
        .num_shader_engines = chip->engines, .num_shader_arrays_per_engine = chip->arrays,
        .gpu_counter_freq = 100000,
        .max_engine_clock = 2000000, .max_memory_clock = 1000000,
        .enabled_rb_pipes_mask = (uint32_t)((UINT64_C(1) << chip->backends) - 1),
        .num_rb_pipes = chip->backends, .num_hw_gfx_contexts = 8,
        .ids_flags = integrated ? AMDGPU_IDS_FLAGS_FUSION : 0,
        .virtual_address_offset = GICARD_VA_RESERVED_BYTES,
        .virtual_address_max = GICARD_VA_LOW_END,
        .virtual_address_alignment = GICARD_PAGE_BYTES, .pte_fragment_size = 2 << 20,
        .gart_page_size = GICARD_PAGE_BYTES,
        .vram_type = chip->vram_type, .vram_bit_width = is_hbm(chip) ? 2048 : 256,
        .gc_double_offchip_lds_buf = 1,
        .wave_front_size = chip->family >= AMDGPU_FAMILY_NV ? 32 : 64,
        .num_shader_visible_vgprs = 256, .num_tcc_blocks = chip->caches,
        .gs_vgt_table_depth = 32, .gs_prim_buffer_depth = 1792, .max_gs_waves_per_vgt = 32,
        .high_va_offset = GICARD_VA_HIGH_START, .high_va_max = GICARD_VA_HIGH_END,
    };

    describe_units(chip, &out);
    return out;
}

static struct gicard_hw_ip describe_ip(const struct gicard_chip *chip, uint32_t type)
{
    struct gicard_hw_ip out = { .available_rings = gicard_rings_of(type) };
    uint32_t version = chip->gc_version;

    if (out.available_rings == 0)
        return out;
    switch (type) {
    case AMDGPU_HW_IP_GFX:
    case AMDGPU_HW_IP_COMPUTE:
        out.ib_start_alignment = out.ib_size_alignment = 32;
        break;
    default:
        version = chip->sdma_version;
        out.ib_start_alignment = 256;
        out.ib_size_alignment = 4;
    }
    out.version_major = version >> 16;
    out.version_minor = (version >> 8) & 0xff;
    if (gicard_config.drm_minor >= DEVICE_HW_IP_VERSION_MINOR)
        out.ip_discovery_version = version;
    return out;
}

static struct drm_amdgpu_memory_info describe_memory(const struct gicard_file *file)
{
    struct gicard_card_state *state = gicard_state_of(file);
    struct drm_amdgpu_heap_info vram = {
        .total_heap_size = gicard_config.vram_bytes, .usable_heap_size = gicard_config.vram_bytes,
        .heap_usage = atomic_load(&state->vram_used),
        .max_allocation = gicard_config.vram_bytes / 4 * 3,
    };
    struct drm_amdgpu_heap_info gtt = {
        .total_heap_size = gicard_config.gtt_bytes, .usable_heap_size = gicard_config.gtt_bytes,
        .heap_usage = atomic_load(&state->gtt_used),
        .max_allocation = gicard_config.gtt_bytes / 4 * 3,
    };

    return (struct drm_amdgpu_memory_info){ .vram = vram, .cpu_accessible_vram = vram,
                                            .gtt = gtt };
}

static struct drm_amdgpu_info_firmware describe_firmware(uint32_t type)
{
    switch (type) {
    case AMDGPU_INFO_FW_GFX_ME:
        return (struct drm_amdgpu_info_firmware){ .ver = 64, .feature = 42 };
    case AMDGPU_INFO_FW_GFX_PFP:
        return (struct drm_amdgpu_info_firmware){ .ver = 95, .feature = 42 };
    case AMDGPU_INFO_FW_GFX_MEC:
        return (struct drm_amdgpu_info_firmware){ .ver = 104, .feature = 42 };
    default:
        return (struct drm_amdgpu_info_firmware){ .ver = 0 };
    }
}

/* ---- the ioctl ---------------------------------------------------------------------------- */

static int answer(const struct drm_amdgpu_info *arg, const void *data, size_t size)
{
    void *to = (void *)(uintptr_t)arg->return_pointer;

    if (to == NULL || arg->return_size == 0)
        return -EINVAL;
    memcpy(to, data, arg->return_size < size ? arg->return_size : size);
    return 0;
}

static int answer_u32(const struct drm_amdgpu_info *arg, uint32_t value)
{
    return answer(arg, &value, sizeof(value));
}

static int answer_u64(const struct drm_amdgpu_info *arg, uint64_t value)
{
    return answer(arg, &value, sizeof(value));
}

static int read_registers(const struct gicard_file *file, const struct drm_amdgpu_info *arg)
{
    if (arg->read_mmr_reg.count != 1 || arg->read_mmr_reg.dword_offset != 0x263e)
        return -EFAULT;
    return answer_u32(arg, chip_of(file)->gb_addr_config);
}

static int answer_ip(const struct gicard_file *file, const struct drm_amdgpu_info *arg)
{
    if (arg->query_hw_ip.type >= AMDGPU_HW_IP_NUM)
        return -EINVAL;
    if (arg->query == AMDGPU_INFO_HW_IP_COUNT)
        return answer_u32(arg, gicard_rings_of(arg->query_hw_ip.type) != 0);
    if (arg->query_hw_ip.ip_instance != 0)
        return -EINVAL;
    struct gicard_hw_ip ip = describe_ip(chip_of(file), arg->query_hw_ip.type);
    return answer(arg, &ip, sizeof(ip));
}

static int answer_struct(const struct gicard_file *file, const struct drm_amdgpu_info *arg)
{
    static const struct drm_amdgpu_info_video_caps no_video;
    static const struct drm_amdgpu_info_gds no_gds;

    switch (arg->query) {
    case AMDGPU_INFO_DEV_INFO: {
        struct drm_amdgpu_info_device device = describe_device(chip_of(file));
        return answer(arg, &device, sizeof(device));
    }
    case AMDGPU_INFO_MEMORY: {
        struct drm_amdgpu_memory_info memory = describe_memory(file);
        return answer(arg, &memory, sizeof(memory));
    }
    case AMDGPU_INFO_VRAM_GTT: {
        struct drm_amdgpu_info_vram_gtt sizes = {
            .vram_size = gicard_config.vram_bytes,
            .vram_cpu_accessible_size = gicard_config.vram_bytes,
            .gtt_size = gicard_config.gtt_bytes };
        return answer(arg, &sizes, sizeof(sizes));
    }
    case AMDGPU_INFO_FW_VERSION: {
        struct drm_amdgpu_info_firmware firmware = describe_firmware(arg->query_fw.fw_type);
        return answer(arg, &firmware, sizeof(firmware));
    }
    case AMDGPU_INFO_VIDEO_CAPS:
        return answer(arg, &no_video, sizeof(no_video));
    case AMDGPU_INFO_GDS_CONFIG:
        return answer(arg, &no_gds, sizeof(no_gds));
    default:
        return -EINVAL;
    }
}

int gicard_info_ioctl(struct gicard_file *file, void *data)
{
    const struct drm_amdgpu_info *arg = data;
    struct gicard_card_state *state = gicard_state_of(file);

    switch (arg->query) {
    case AMDGPU_INFO_ACCEL_WORKING:
        return answer_u32(arg, 1);
    case AMDGPU_INFO_HW_IP_INFO:
    case AMDGPU_INFO_HW_IP_COUNT:
        return answer_ip(file, arg);
    case AMDGPU_INFO_TIMESTAMP:                  /* of a clock of 100 MHz */
        return answer_u64(arg, (uint64_t)gicard_now_ns() / 10);
    case AMDGPU_INFO_READ_MMR_REG:
        return read_registers(file, arg);
    case AMDGPU_INFO_VRAM_USAGE:
    case AMDGPU_INFO_VIS_VRAM_USAGE:
        return answer_u64(arg, atomic_load(&state->vram_used));
    case AMDGPU_INFO_GTT_USAGE:
        return answer_u64(arg, atomic_load(&state->gtt_used));
    case AMDGPU_INFO_NUM_BYTES_MOVED:
    case AMDGPU_INFO_NUM_EVICTIONS:
    case AMDGPU_INFO_NUM_VRAM_CPU_PAGE_FAULTS:
        return answer_u64(arg, 0);
    case AMDGPU_INFO_VRAM_LOST_COUNTER:
        return answer_u32(arg, atomic_load(&state->vram_losses));
    default:
        return answer_struct(file, arg);
    }
}
