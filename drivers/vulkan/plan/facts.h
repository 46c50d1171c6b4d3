/** The properties and features of a physical device, read once into a plain struct. Plans (plan.h)
 *  depend on these facts alone, so tests run them on made-up facts. */
#ifndef GIVK_FACTS_H
#define GIVK_FACTS_H

#include "contract/driver.h"
#include "kernel_facts.h"
#include "vulkan/loader/loader.h"

enum { GIVK_MAX_FAMILIES = 16 };

/** Upper limits of the tables: slots for textures and surfaces, and samplers. Most textures share a
 *  sampler. */
enum { GIVK_TEXTURE_SLOTS = 65536, GIVK_SAMPLERS = 1024 };

/** Usage of every buffer of the driver. Buffers of plain memory also have indirect dispatches. */
#define GIVK_BUFFER_USAGE \
    (VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | \
     VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | \
     VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT)

/** The driver's support for a kind of handle. */
struct givk_external {
    bool import, export;
    bool dedicated_only;         /* only as dedicated memory */
};

/** The abilities of shaders with textures. */
struct givk_texture_facts {
    bool bindless;               /* descriptor tables are updated while they are in use */
    bool formatless_storage;     /* shaders load and store images without naming the format */
    bool anisotropy;
    uint32_t slots;             /* of a table, if there are two tables and GIVK_SAMPLERS samplers */
    float max_bias, max_anisotropy;
};

/** Flags of sparse buffers. */
#define GIVK_SPARSE_FLAGS \
    (VK_BUFFER_CREATE_SPARSE_BINDING_BIT | VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT | \
     VK_BUFFER_CREATE_SPARSE_ALIASED_BIT)

/** Buffers whose memory is bound part by part, by a queue. */
struct givk_sparse_facts {
    bool binding, buffers, aliased;      /* features: bound by queues; partly; twice */
    uint64_t most_bytes;         /* of all sparse buffers and images together */
    struct givk_external opaque_fd;      /* memory that such buffers can have */
};

struct givk_facts {
    struct gi_device_info info;  /* the plan sets index and queue_count */
    VkPhysicalDeviceType type;
    VkDriverId driver_id;
    uint32_t api_version;
    uint32_t driver_version;
    uint8_t pipeline_cache_uuid[VK_UUID_SIZE];   /* names the pipeline caches that the driver can
                                                    read */
    bool timeline_semaphores, buffer_addresses;
    bool host_resets_queries;
    bool compressed_images;      /* BC block compression */
    bool cube_arrays;            /* image views of several cubes */
    struct givk_texture_facts textures;
    bool byte_storage;           /* shaders access single bytes of buffers */
    bool formatless_stores;      /* shaders store to images without naming the format */
    bool push_descriptors;
    uint32_t uniform_bytes;      /* the most of a uniform buffer that shaders see */
    struct givk_kernel_features kernels;
    uint32_t stored_texels;      /* a mask of texel sizes: shaders store these as integers */
    bool placed_maps;            /* memory is mapped at a given address, a multiple of: */
    uint64_t placed_alignment_bytes;
    bool tells_faults;           /* says why a device was lost (VK_EXT_device_fault) */

    bool has_external_memory_fd, has_dma_buf, has_external_semaphore_fd, has_memory_budget;
    struct givk_external memory_opaque_fd, memory_dma_buf, memory_host;
    struct givk_external image_opaque_fd, image_dma_buf;     /* 2D colour images */
    struct givk_external binary_opaque_fd, timeline_opaque_fd;
    struct givk_sparse_facts sparse;

    VkPhysicalDeviceMemoryProperties memory;
    uint64_t max_buffer_bytes;
    uint64_t max_timeline_difference;

    uint32_t family_count;
    VkQueueFamilyProperties families[GIVK_MAX_FAMILIES];
};

/** Reads the facts of a device. For a device older than Vulkan 1.2 only few fields are set.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, and those of givk_status for a call that fails. */
GI_MUST_CHECK gi_status givk_facts_read(const struct givk_instance_calls *vk,
                                        VkPhysicalDevice physical, struct givk_facts *out_facts);

/** Returns NULL if the driver can use the device, else the reason why not.
 *  Threads: any. */
const char *givk_facts_unusable(const struct givk_facts *facts);

/** Returns the device's rank in the list, best first: discrete, integrated, others, CPUs.
 *  Threads: any. */
unsigned givk_facts_rank(const struct givk_facts *facts);

/** Returns the index of the heap of the device's own memory.
 *  Threads: any. */
uint32_t givk_facts_device_heap(const struct givk_facts *facts);

#endif
