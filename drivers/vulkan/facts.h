/** What a physical device is and can do, read once into a plain struct. Plans are made from it
 *  alone (plan.h), so they can be tested on made-up facts. */
#ifndef GIVK_FACTS_H
#define GIVK_FACTS_H

#include "contract/driver.h"
#include "loader.h"

enum { GIVK_MAX_FAMILIES = 16 };

/** The most slots for textures and surfaces, whatever the device can have; and samplers, which most
 *  textures share. */
enum { GIVK_TEXTURE_SLOTS = 65536, GIVK_SAMPLERS = 1024 };

/** Usage of every buffer of the driver. */
#define GIVK_BUFFER_USAGE \
    (VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | \
     VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT)

/** What may be done with a kind of handle. */
struct givk_external {
    bool import, export;
    bool dedicated_only;         /* memory alone */
};

/** What shaders can have of textures. */
struct givk_texture_facts {
    bool bindless;               /* tables of descriptors that are updated while they are in use */
    bool formatless_storage;     /* images are loaded and stored without their format */
    bool anisotropy;
    uint32_t slots;              /* of a table, of which two and a thousand samplers can be had */
    float max_bias, max_anisotropy;
};

struct givk_facts {
    struct gi_device_info info;  /* index and queue_count are set with the plan */
    VkPhysicalDeviceType type;
    VkDriverId driver_id;
    uint32_t api_version;
    uint32_t driver_version;
    uint8_t pipeline_cache_uuid[VK_UUID_SIZE];   /* which caches of pipelines the driver reads */
    bool timeline_semaphores, buffer_addresses;
    bool compressed_images;      /* block compression, BC */
    bool cube_arrays;            /* views of several cubes */
    struct givk_texture_facts textures;
    bool byte_storage;           /* shaders reach single bytes of buffers */
    bool formatless_stores;      /* shaders store to images without their format */
    bool push_descriptors;
    uint32_t stored_texels;      /* a mask: of so many bytes, texels are stored as integers */
    bool placed_maps;            /* memory is mapped where we say, at multiples of: */
    uint64_t placed_alignment_bytes;

    bool has_external_memory_fd, has_dma_buf, has_external_semaphore_fd, has_memory_budget;
    struct givk_external memory_opaque_fd, memory_dma_buf, memory_host;
    struct givk_external image_opaque_fd, image_dma_buf;     /* 2D images of colour */
    struct givk_external binary_opaque_fd, timeline_opaque_fd;

    VkPhysicalDeviceMemoryProperties memory;
    uint64_t max_buffer_bytes;
    uint64_t max_timeline_difference;

    uint32_t family_count;
    VkQueueFamilyProperties families[GIVK_MAX_FAMILIES];
};

/** Reads the facts of a device. One that is too old has api_version below 1.2 and little else.
 *  Errors: GI_OUT_OF_MEMORY, and what a failing call stands for. */
GI_MUST_CHECK gi_status givk_facts_read(const struct givk_instance_calls *vk,
                                        VkPhysicalDevice physical, struct givk_facts *out_facts);

/** NULL if the driver can use the device, else why not. */
const char *givk_facts_unusable(const struct givk_facts *facts);

/** Where a device stands in the list of devices: discrete first, then integrated, others, CPUs. */
unsigned givk_facts_rank(const struct givk_facts *facts);

/** The heap of the device's own memory. */
uint32_t givk_facts_device_heap(const struct givk_facts *facts);

#endif
