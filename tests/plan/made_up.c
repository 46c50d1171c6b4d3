#include "made_up.h"

#include <stdio.h>
#include <string.h>

#define LOCAL VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
#define VISIBLE VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT
#define COHERENT VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
#define CACHED VK_MEMORY_PROPERTY_HOST_CACHED_BIT
#define ODD_COHERENT VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD
#define ODD_UNCACHED VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD

#define GRAPHICS VK_QUEUE_GRAPHICS_BIT
#define COMPUTE VK_QUEUE_COMPUTE_BIT
#define TRANSFER VK_QUEUE_TRANSFER_BIT

static const uint64_t gib = UINT64_C(1) << 30;

static void begin(struct givk_facts *facts, const char *name, enum gi_device_kind kind,
                  VkDriverId driver_id)
{
    memset(facts, 0, sizeof(*facts));
    snprintf(facts->info.name, sizeof(facts->info.name), "%s", name);
    facts->info.kind = kind;
    facts->driver_id = driver_id;
    facts->api_version = VK_API_VERSION_1_3;
    facts->timeline_semaphores = true;
    facts->buffer_addresses = true;
    facts->byte_storage = true;
    facts->textures = (struct givk_texture_facts){
        .bindless = true, .formatless_storage = true, .anisotropy = true, .slots = 1000000,
        .max_bias = 15, .max_anisotropy = 16,
    };
    facts->info.max_group_threads = 1024;
    facts->info.max_group_count[0] = 65535;
    facts->max_buffer_bytes = UINT64_MAX;
    facts->max_timeline_difference = UINT64_MAX;
}

static void set_images(struct givk_facts *facts, uint32_t most, uint32_t most_3d)
{
    facts->info.images = true;
    facts->info.max_image_1d = most;
    facts->info.max_image_2d = most;
    facts->info.max_image_cube = most;
    facts->info.max_image_3d = most_3d;
    facts->info.max_image_layers = 2048;
    facts->compressed_images = true;
    facts->cube_arrays = true;
    facts->image_opaque_fd = (struct givk_external){
        .import = true,
        .export = true,
        .dedicated_only = facts->driver_id == VK_DRIVER_ID_MESA_RADV,
    };
}

static void add_heap(struct givk_facts *facts, uint64_t bytes, bool local)
{
    facts->memory.memoryHeaps[facts->memory.memoryHeapCount++] = (VkMemoryHeap){
        .size = bytes,
        .flags = local ? VK_MEMORY_HEAP_DEVICE_LOCAL_BIT : 0,
    };
}

static void add_type(struct givk_facts *facts, uint32_t heap, VkMemoryPropertyFlags properties)
{
    facts->memory.memoryTypes[facts->memory.memoryTypeCount++] = (VkMemoryType){
        .propertyFlags = properties,
        .heapIndex = heap,
    };
}

static void add_family(struct givk_facts *facts, VkQueueFlags flags, uint32_t count)
{
    facts->families[facts->family_count++] = (VkQueueFamilyProperties){
        .queueFlags = flags,
        .queueCount = count,
    };
}

void made_up_h200(struct givk_facts *out_facts)
{
    begin(out_facts, "NVIDIA H200", GI_DEVICE_DISCRETE, VK_DRIVER_ID_NVIDIA_PROPRIETARY);
    out_facts->info.max_group_count[0] = 2147483647;
    set_images(out_facts, 32768, 16384);
    out_facts->push_descriptors = true;
    out_facts->uniform_bytes = 65536;
    out_facts->formatless_stores = true;
    out_facts->stored_texels = 1 | 2 | 4 | 8 | 16;
    add_heap(out_facts, 140 * gib, true);
    add_heap(out_facts, 96 * gib, false);
    add_type(out_facts, 1, 0);
    add_type(out_facts, 0, LOCAL);
    add_type(out_facts, 1, VISIBLE | COHERENT);
    add_type(out_facts, 1, VISIBLE | COHERENT | CACHED);
    add_type(out_facts, 0, LOCAL | VISIBLE | COHERENT);
    add_family(out_facts, GRAPHICS | COMPUTE | TRANSFER, 16);
    add_family(out_facts, TRANSFER, 2);
    add_family(out_facts, COMPUTE | TRANSFER, 8);
    add_family(out_facts, TRANSFER | VK_QUEUE_VIDEO_DECODE_BIT_KHR, 7);
    add_family(out_facts, TRANSFER, 1);
}

void made_up_radeon(struct givk_facts *out_facts)
{
    begin(out_facts, "AMD Radeon RX (RADV)", GI_DEVICE_DISCRETE, VK_DRIVER_ID_MESA_RADV);
    set_images(out_facts, 16384, 8192);
    add_heap(out_facts, 16 * gib, true);
    add_heap(out_facts, 32 * gib, false);
    add_heap(out_facts, gib / 4, true);
    add_type(out_facts, 0, LOCAL);
    add_type(out_facts, 1, VISIBLE | COHERENT);
    add_type(out_facts, 2, LOCAL | VISIBLE | COHERENT);
    add_type(out_facts, 1, VISIBLE | COHERENT | CACHED);
    add_type(out_facts, 0, LOCAL | ODD_COHERENT | ODD_UNCACHED);
    add_type(out_facts, 1, VISIBLE | COHERENT | CACHED | ODD_COHERENT | ODD_UNCACHED);
    add_family(out_facts, GRAPHICS | COMPUTE | TRANSFER, 1);
    add_family(out_facts, COMPUTE | TRANSFER, 4);
    add_family(out_facts, TRANSFER, 1);
}

void made_up_radeon_apu(struct givk_facts *out_facts)
{
    begin(out_facts, "AMD Radeon Graphics (RADV)", GI_DEVICE_INTEGRATED, VK_DRIVER_ID_MESA_RADV);
    set_images(out_facts, 16384, 8192);
    add_heap(out_facts, 5 * gib, false);
    add_heap(out_facts, 10 * gib, true);
    add_type(out_facts, 1, LOCAL);
    add_type(out_facts, 0, VISIBLE | COHERENT);
    add_type(out_facts, 1, LOCAL | VISIBLE | COHERENT);
    add_type(out_facts, 1, LOCAL | VISIBLE | COHERENT | CACHED);
    add_family(out_facts, GRAPHICS | COMPUTE | TRANSFER, 1);
    add_family(out_facts, COMPUTE | TRANSFER, 4);
}

void made_up_intel(struct givk_facts *out_facts)
{
    begin(out_facts, "Intel Graphics (ANV)", GI_DEVICE_INTEGRATED,
          VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA);
    set_images(out_facts, 16384, 2048);
    add_heap(out_facts, 12 * gib, true);
    add_type(out_facts, 0, LOCAL | VISIBLE | COHERENT);
    add_type(out_facts, 0, LOCAL | VISIBLE | COHERENT | CACHED);
    add_family(out_facts, GRAPHICS | COMPUTE | TRANSFER, 1);
}

void made_up_llvmpipe(struct givk_facts *out_facts)
{
    begin(out_facts, "llvmpipe", GI_DEVICE_CPU, VK_DRIVER_ID_MESA_LLVMPIPE);
    out_facts->textures = (struct givk_texture_facts){ .bindless = false };
    set_images(out_facts, 16384, 4096);
    out_facts->push_descriptors = true;
    out_facts->uniform_bytes = 16384;
    out_facts->formatless_stores = true;
    out_facts->stored_texels = 1 | 2 | 4 | 8 | 16;
    add_heap(out_facts, 2 * gib, true);
    add_type(out_facts, 0, LOCAL | VISIBLE | COHERENT | CACHED);
    add_family(out_facts, GRAPHICS | COMPUTE | TRANSFER, 1);
}

void made_up_sparse(struct givk_facts *facts, uint32_t families)
{
    facts->sparse = (struct givk_sparse_facts){
        .binding = true, .buffers = true, .aliased = true, .most_bytes = UINT64_MAX,
        .opaque_fd = { .import = true, .export = true },
    };
    for (uint32_t i = 0; i < facts->family_count; i++) {
        facts->families[i].queueFlags &= ~(VkQueueFlags)VK_QUEUE_SPARSE_BINDING_BIT;
        if ((families >> i & 1) != 0)
            facts->families[i].queueFlags |= VK_QUEUE_SPARSE_BINDING_BIT;
    }
}
