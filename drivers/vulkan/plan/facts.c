#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "vulkan/loader/result.h"

/* The extensions that the driver uses. A field is false if the device lacks the extension. */
struct givk_extensions {
    bool external_memory_fd, external_memory_dma_buf, external_memory_host;
    bool external_semaphore_fd, memory_budget, calibrated_timestamps;
    bool map_memory_2, map_memory_placed, push_descriptor;
    bool pci_bus_info, physical_device_drm, maintenance4, shader_sm_builtins, shader_core_amd;
    bool shader_atomic_float, subgroup_size_control, maximal_reconvergence, shader_clock;
    bool device_fault, cooperative_matrix, integer_dot_product;
};

/* All structs of the query, so that one function can chain them. */
struct givk_answers {
    VkPhysicalDeviceProperties2 properties;
    VkPhysicalDeviceVulkan11Properties vulkan11;
    VkPhysicalDeviceVulkan12Properties vulkan12;
    VkPhysicalDevicePCIBusInfoPropertiesEXT pci;
    VkPhysicalDeviceDrmPropertiesEXT drm;
    VkPhysicalDeviceMaintenance4Properties maintenance4;
    VkPhysicalDeviceExternalMemoryHostPropertiesEXT memory_host;
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV sm_builtins;
    VkPhysicalDeviceShaderCorePropertiesAMD core_amd;
    VkPhysicalDeviceMapMemoryPlacedPropertiesEXT placed;
    VkPhysicalDeviceSubgroupSizeControlPropertiesEXT sizes;
    VkPhysicalDeviceShaderIntegerDotProductProperties dots;
};

static void givk_note_extension(struct givk_extensions *ext, const char *name)
{
    const struct {
        const char *name;
        bool *flag;
    } known[] = {
        { VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME, &ext->external_memory_fd },
        { VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME, &ext->external_memory_dma_buf },
        { VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME, &ext->external_memory_host },
        { VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME, &ext->external_semaphore_fd },
        { VK_EXT_MEMORY_BUDGET_EXTENSION_NAME, &ext->memory_budget },
        { VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME, &ext->calibrated_timestamps },
        { VK_KHR_MAP_MEMORY_2_EXTENSION_NAME, &ext->map_memory_2 },
        { VK_EXT_MAP_MEMORY_PLACED_EXTENSION_NAME, &ext->map_memory_placed },
        { VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME, &ext->push_descriptor },
        { VK_EXT_PCI_BUS_INFO_EXTENSION_NAME, &ext->pci_bus_info },
        { VK_EXT_PHYSICAL_DEVICE_DRM_EXTENSION_NAME, &ext->physical_device_drm },
        { VK_KHR_MAINTENANCE_4_EXTENSION_NAME, &ext->maintenance4 },
        { VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME, &ext->shader_sm_builtins },
        { VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME, &ext->shader_core_amd },
        { VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME, &ext->shader_atomic_float },
        { VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME, &ext->subgroup_size_control },
        { GIVK_RECONVERGENCE_NAME, &ext->maximal_reconvergence },
        { VK_KHR_SHADER_CLOCK_EXTENSION_NAME, &ext->shader_clock },
        { VK_EXT_DEVICE_FAULT_EXTENSION_NAME, &ext->device_fault },
        { VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME, &ext->cooperative_matrix },
        { VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME, &ext->integer_dot_product },
    };

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (strcmp(known[i].name, name) == 0)
            *known[i].flag = true;
    }
}

static gi_status givk_read_extensions(const struct givk_instance_calls *vk,
                                      VkPhysicalDevice physical, struct givk_extensions *out)
{
    VkExtensionProperties *list;
    uint32_t count = 0;
    VkResult result = vk->EnumerateDeviceExtensionProperties(physical, NULL, &count, NULL);

    memset(out, 0, sizeof(*out));
    if (result != VK_SUCCESS)
        return givk_fail(result, "vkEnumerateDeviceExtensionProperties");
    list = calloc(count + 1, sizeof(*list));
    if (list == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "vulkan: no memory for a list of %u extensions", count);
    result = vk->EnumerateDeviceExtensionProperties(physical, NULL, &count, list);
    for (uint32_t i = 0; (result == VK_SUCCESS || result == VK_INCOMPLETE) && i < count; i++)
        givk_note_extension(out, list[i].extensionName);
    free(list);
    if (result != VK_SUCCESS && result != VK_INCOMPLETE)
        return givk_fail(result, "vkEnumerateDeviceExtensionProperties");
    return GI_OK;
}

static void givk_link(void *chain, void *next)
{
    VkBaseOutStructure *last = chain;

    while (last->pNext != NULL)
        last = last->pNext;
    last->pNext = next;
}

static bool givk_has_placed(const struct givk_extensions *ext)
{
    return ext->map_memory_2 && ext->map_memory_placed;
}

static void givk_ask_properties(const struct givk_instance_calls *vk, VkPhysicalDevice physical,
                                const struct givk_extensions *ext, struct givk_answers *out)
{
    memset(out, 0, sizeof(*out));
    out->properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    out->vulkan11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
    out->vulkan12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
    out->pci.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT;
    out->drm.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRM_PROPERTIES_EXT;
    out->maintenance4.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES;
    out->memory_host.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT;
    out->sm_builtins.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV;
    out->core_amd.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD;
    out->sizes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES_EXT;
    out->placed.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_PROPERTIES_EXT;
    out->dots.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES;
    givk_link(&out->properties, &out->vulkan11);
    givk_link(&out->properties, &out->vulkan12);
    if (ext->pci_bus_info)
        givk_link(&out->properties, &out->pci);
    if (ext->physical_device_drm)
        givk_link(&out->properties, &out->drm);
    if (ext->maintenance4)
        givk_link(&out->properties, &out->maintenance4);
    if (ext->external_memory_host)
        givk_link(&out->properties, &out->memory_host);
    if (ext->shader_sm_builtins)
        givk_link(&out->properties, &out->sm_builtins);
    if (ext->shader_core_amd)
        givk_link(&out->properties, &out->core_amd);
    if (givk_has_placed(ext))
        givk_link(&out->properties, &out->placed);
    if (ext->subgroup_size_control)
        givk_link(&out->properties, &out->sizes);
    if (ext->integer_dot_product)
        givk_link(&out->properties, &out->dots);
    vk->GetPhysicalDeviceProperties2(physical, &out->properties);
}

static enum gi_device_kind givk_kind(VkPhysicalDeviceType type)
{
    if (type == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU)
        return GI_DEVICE_DISCRETE;
    if (type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU)
        return GI_DEVICE_INTEGRATED;
    if (type == VK_PHYSICAL_DEVICE_TYPE_CPU)
        return GI_DEVICE_CPU;
    return GI_DEVICE_OTHER;
}

static void givk_fill_names(struct gi_device_info *info, const struct givk_answers *ask)
{
    snprintf(info->name, sizeof(info->name), "%s", ask->properties.properties.deviceName);
    snprintf(info->driver_name, sizeof(info->driver_name), "%.63s", ask->vulkan12.driverName);
    snprintf(info->driver_version, sizeof(info->driver_version), "%.127s",
             ask->vulkan12.driverInfo);
    info->vendor_id = ask->properties.properties.vendorID;
    info->device_id = ask->properties.properties.deviceID;
    memcpy(info->uuid, ask->vulkan11.deviceUUID, sizeof(info->uuid));
    memcpy(info->driver_uuid, ask->vulkan11.driverUUID, sizeof(info->driver_uuid));
    info->has_luid = ask->vulkan11.deviceLUIDValid;
    if (info->has_luid) {
        memcpy(info->luid, ask->vulkan11.deviceLUID, sizeof(info->luid));
        info->luid_node_mask = ask->vulkan11.deviceNodeMask;
    }
}

static void givk_fill_place(struct gi_device_info *info, const struct givk_extensions *ext,
                            const struct givk_answers *ask)
{
    info->has_pci = ext->pci_bus_info;
    if (info->has_pci) {
        info->pci_domain = ask->pci.pciDomain;
        info->pci_bus = ask->pci.pciBus;
        info->pci_device = ask->pci.pciDevice;
        info->pci_function = ask->pci.pciFunction;
    }
    info->has_render_node = ext->physical_device_drm && ask->drm.hasRender;
    if (info->has_render_node) {
        info->render_major = (uint32_t)ask->drm.renderMajor;
        info->render_minor = (uint32_t)ask->drm.renderMinor;
    }
}

static void givk_fill_limits(struct gi_device_info *info, const struct givk_extensions *ext,
                             const struct givk_answers *ask)
{
    const VkPhysicalDeviceLimits *limits = &ask->properties.properties.limits;

    info->max_allocation_bytes = ask->vulkan11.maxMemoryAllocationSize;
    info->subgroup_size = ask->vulkan11.subgroupSize;
    info->max_group_threads = limits->maxComputeWorkGroupInvocations;
    memcpy(info->max_group_size, limits->maxComputeWorkGroupSize, sizeof(info->max_group_size));
    memcpy(info->max_group_count, limits->maxComputeWorkGroupCount,
           sizeof(info->max_group_count));
    info->max_shared_bytes = limits->maxComputeSharedMemorySize;
    info->max_image_1d = limits->maxImageDimension1D;
    info->max_image_2d = limits->maxImageDimension2D;
    info->max_image_3d = limits->maxImageDimension3D;
    info->max_image_cube = limits->maxImageDimensionCube;
    info->max_image_layers = limits->maxImageArrayLayers;
    if (ext->shader_sm_builtins)
        info->compute_units = ask->sm_builtins.shaderSMCount;
    else if (ext->shader_core_amd)
        info->compute_units = ask->core_amd.shaderEngineCount *
                              ask->core_amd.shaderArraysPerEngineCount *
                              ask->core_amd.computeUnitsPerShaderArray;
}

static void givk_note_textures(const VkPhysicalDeviceFeatures *features,
                               const VkPhysicalDeviceVulkan12Features *vulkan12,
                               struct givk_texture_facts *out)
{
    out->bindless = vulkan12->runtimeDescriptorArray &&
                    vulkan12->shaderSampledImageArrayNonUniformIndexing &&
                    vulkan12->shaderStorageImageArrayNonUniformIndexing &&
                    vulkan12->descriptorBindingSampledImageUpdateAfterBind &&
                    vulkan12->descriptorBindingStorageImageUpdateAfterBind &&
                    vulkan12->descriptorBindingUpdateUnusedWhilePending &&
                    vulkan12->descriptorBindingPartiallyBound && out->slots > 0;
    out->formatless_storage = features->shaderStorageImageReadWithoutFormat &&
                              features->shaderStorageImageWriteWithoutFormat;
    out->anisotropy = features->samplerAnisotropy;
}

static uint32_t givk_least(const uint32_t *numbers, size_t count)
{
    uint32_t least = numbers[0];

    for (size_t i = 1; i < count; i++)
        least = numbers[i] < least ? numbers[i] : least;
    return least;
}

/** A kernel's set has two tables of images, GIVK_SAMPLERS samplers and the buffer of records. */
static void givk_fill_texture_limits(struct givk_texture_facts *textures,
                                     const struct givk_answers *ask)
{
    const VkPhysicalDeviceVulkan12Properties *limits = &ask->vulkan12;
    const uint32_t others = GIVK_SAMPLERS + 1;
    const uint32_t resources = limits->maxPerStageUpdateAfterBindResources;
    const uint32_t numbers[] = {
        limits->maxPerStageDescriptorUpdateAfterBindSampledImages,
        limits->maxPerStageDescriptorUpdateAfterBindStorageImages,
        limits->maxDescriptorSetUpdateAfterBindSampledImages,
        limits->maxDescriptorSetUpdateAfterBindStorageImages,
        resources > others ? (resources - others) / 2 : 0,
    };

    if (limits->maxPerStageDescriptorUpdateAfterBindSamplers >= GIVK_SAMPLERS &&
        limits->maxDescriptorSetUpdateAfterBindSamplers >= GIVK_SAMPLERS)
        textures->slots = givk_least(numbers, sizeof(numbers) / sizeof(numbers[0]));
    textures->max_bias = ask->properties.properties.limits.maxSamplerLodBias;
    textures->max_anisotropy = ask->properties.properties.limits.maxSamplerAnisotropy;
}

/** Returns a mask of the texel sizes that shaders can store as integers. */
static uint32_t givk_read_stored_texels(const struct givk_instance_calls *vk,
                                        VkPhysicalDevice physical)
{
    VkFormatProperties properties;
    uint32_t mask = 0;

    for (uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
        vk->GetPhysicalDeviceFormatProperties(physical, givk_format_of_bytes(bytes), &properties);
        if ((properties.optimalTilingFeatures & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) != 0 &&
            (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) != 0)
            mask |= bytes;
    }
    return mask;
}

/* The features of every version of Vulkan that the driver takes. */
static void givk_note_features(const VkPhysicalDeviceFeatures *features,
                               const VkPhysicalDeviceVulkan12Features *vulkan12,
                               struct givk_facts *facts)
{
    facts->compressed_images = features->textureCompressionBC;
    facts->cube_arrays = features->imageCubeArray;
    givk_note_textures(features, vulkan12, &facts->textures);
    facts->timeline_semaphores = vulkan12->timelineSemaphore;
    facts->host_resets_queries = vulkan12->hostQueryReset;
    facts->buffer_addresses = vulkan12->bufferDeviceAddress;
    facts->byte_storage = vulkan12->storageBuffer8BitAccess;
    facts->formatless_stores = features->shaderStorageImageWriteWithoutFormat;
    facts->sparse.binding = features->sparseBinding;
    facts->sparse.buffers = features->sparseResidencyBuffer;
    facts->sparse.aliased = features->sparseResidencyAliased;
}

static bool givk_has_matrices(const struct givk_instance_calls *vk, VkPhysicalDevice physical,
                              const struct givk_extensions *ext)
{
    VkPhysicalDeviceCooperativeMatrixFeaturesKHR matrices = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR,
    };
    VkPhysicalDeviceFeatures2 features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        .pNext = &matrices,
    };

    if (ext->cooperative_matrix)
        vk->GetPhysicalDeviceFeatures2(physical, &features);
    return matrices.cooperativeMatrix;
}

static bool givk_has_dots(const struct givk_instance_calls *vk, VkPhysicalDevice physical,
                          const struct givk_extensions *ext)
{
    VkPhysicalDeviceShaderIntegerDotProductFeatures dots = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES,
    };
    VkPhysicalDeviceFeatures2 features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        .pNext = &dots,
    };

    if (ext->integer_dot_product)
        vk->GetPhysicalDeviceFeatures2(physical, &features);
    return dots.shaderIntegerDotProduct;
}

/** The products of matrices that kernels with native warps can use. Their subgroups have 32
 *  threads. */
static uint8_t givk_read_products(const struct givk_instance_calls *vk, VkPhysicalDevice physical)
{
    VkCooperativeMatrixPropertiesKHR list[64];
    uint32_t count = sizeof(list) / sizeof(list[0]);
    VkResult result;

    if (vk->GetPhysicalDeviceCooperativeMatrixPropertiesKHR == NULL)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        list[i] = (VkCooperativeMatrixPropertiesKHR){
            .sType = VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_KHR
        };
    result = vk->GetPhysicalDeviceCooperativeMatrixPropertiesKHR(physical, &count, list);
    if (result != VK_SUCCESS && result != VK_INCOMPLETE)
        return 0;
    return givk_matrix_products(list, count);
}

static void givk_read_features(const struct givk_instance_calls *vk, VkPhysicalDevice physical,
                               const struct givk_extensions *ext, const struct givk_answers *ask,
                               struct givk_facts *facts)
{
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT floats = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT,
    };
    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT,
    };
    struct givk_reconvergence reconvergence = { .sType = GIVK_RECONVERGENCE_TYPE };
    VkPhysicalDeviceShaderClockFeaturesKHR clock = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR,
    };
    VkPhysicalDeviceVulkan11Features vulkan11 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
    };
    VkPhysicalDeviceMapMemoryPlacedFeaturesEXT placed = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_FEATURES_EXT,
    };
    VkPhysicalDeviceFaultFeaturesEXT faults = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT,
    };
    VkPhysicalDeviceVulkan12Features vulkan12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .pNext = &vulkan11,
    };
    VkPhysicalDeviceFeatures2 features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        .pNext = &vulkan12,
    };

    if (givk_has_placed(ext))
        givk_link(&features, &placed);
    if (ext->shader_atomic_float)
        givk_link(&features, &floats);
    if (ext->subgroup_size_control)
        givk_link(&features, &sizes);
    if (ext->maximal_reconvergence)
        givk_link(&features, &reconvergence);
    if (ext->shader_clock)
        givk_link(&features, &clock);
    if (ext->device_fault)
        givk_link(&features, &faults);
    vk->GetPhysicalDeviceFeatures2(physical, &features);
    givk_kernel_facts(&(struct givk_kernel_answers){
                          &features.features, &vulkan11, &vulkan12, &floats,
                          ext->shader_atomic_float, &ask->vulkan11, &ask->vulkan12, &sizes,
                          &ask->sizes, reconvergence.shaderMaximalReconvergence,
                          clock.shaderSubgroupClock, givk_has_matrices(vk, physical, ext),
                          givk_has_dots(vk, physical, ext), &ask->dots },
                      &facts->kernels, &facts->info.kernels);
    givk_note_features(&features.features, &vulkan12, facts);
    facts->push_descriptors = ext->push_descriptor;
    facts->stored_texels = givk_read_stored_texels(vk, physical);
    facts->placed_maps = placed.memoryMapPlaced;
    facts->tells_faults = faults.deviceFault;
    if (facts->kernels.matrices)
        facts->info.matrices = givk_read_products(vk, physical);
}

static void givk_read_memory_and_queues(const struct givk_instance_calls *vk,
                                        VkPhysicalDevice physical, struct givk_facts *facts)
{
    VkPhysicalDeviceMemoryProperties2 memory = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
    };

    vk->GetPhysicalDeviceMemoryProperties2(physical, &memory);
    facts->memory = memory.memoryProperties;
    facts->info.memory_bytes = facts->memory.memoryHeaps[givk_facts_device_heap(facts)].size;
    facts->family_count = GIVK_MAX_FAMILIES;
    vk->GetPhysicalDeviceQueueFamilyProperties(physical, &facts->family_count, facts->families);
}

/** Reads the clock of the compute families: the fewest valid bits of them. */
static void givk_read_clock(const struct givk_instance_calls *vk, VkPhysicalDevice physical,
                            const struct givk_extensions *ext, float period_ns,
                            struct givk_facts *facts)
{
    VkTimeDomainEXT domains[16];
    uint32_t count = sizeof(domains) / sizeof(domains[0]);
    bool device = false, host = false;
    uint32_t bits = 64;

    for (uint32_t i = 0; i < facts->family_count; i++) {
        const VkQueueFamilyProperties *family = &facts->families[i];
        if ((family->queueFlags & VK_QUEUE_COMPUTE_BIT) != 0 && family->timestampValidBits < bits)
            bits = family->timestampValidBits;
    }
    if (bits == 0)
        return;
    facts->info.timestamp_period_fs = (uint64_t)((double)period_ns * 1e6 + 0.5);
    facts->info.timestamp_bits = bits;
    if (!ext->calibrated_timestamps || vk->GetPhysicalDeviceCalibrateableTimeDomainsEXT == NULL ||
        vk->GetPhysicalDeviceCalibrateableTimeDomainsEXT(physical, &count, domains) < 0)
        return;
    for (uint32_t i = 0; i < count; i++) {
        device |= domains[i] == VK_TIME_DOMAIN_DEVICE_EXT;
        host |= domains[i] == VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT;
    }
    facts->info.timestamp_calibration = device && host;
}

static struct givk_external givk_external_of(VkExternalMemoryFeatureFlags features)
{
    return (struct givk_external){
        .import = (features & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT) != 0,
        .export = (features & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) != 0,
        .dedicated_only = (features & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT) != 0,
    };
}

static struct givk_external givk_ask_memory(const struct givk_instance_calls *vk,
                                            VkPhysicalDevice physical, VkBufferCreateFlags flags,
                                            VkExternalMemoryHandleTypeFlagBits type)
{
    VkPhysicalDeviceExternalBufferInfo ask = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
        .flags = flags,
        .usage = GIVK_BUFFER_USAGE,
        .handleType = type,
    };
    VkExternalBufferProperties answer = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES,
    };

    vk->GetPhysicalDeviceExternalBufferProperties(physical, &ask, &answer);
    return givk_external_of(answer.externalMemoryProperties.externalMemoryFeatures);
}

static struct givk_external givk_ask_image(const struct givk_instance_calls *vk,
                                           VkPhysicalDevice physical,
                                           VkExternalMemoryHandleTypeFlagBits type)
{
    VkPhysicalDeviceExternalImageFormatInfo external = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO,
        .handleType = type,
    };
    VkPhysicalDeviceImageFormatInfo2 ask = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
        .pNext = &external,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .type = VK_IMAGE_TYPE_2D,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 VK_IMAGE_USAGE_SAMPLED_BIT,
    };
    VkExternalImageFormatProperties shared = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES,
    };
    VkImageFormatProperties2 answer = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2,
        .pNext = &shared,
    };

    if (vk->GetPhysicalDeviceImageFormatProperties2(physical, &ask, &answer) != VK_SUCCESS)
        return (struct givk_external){ 0 };
    return givk_external_of(shared.externalMemoryProperties.externalMemoryFeatures);
}

static struct givk_external givk_ask_semaphore(const struct givk_instance_calls *vk,
                                               VkPhysicalDevice physical, VkSemaphoreType type)
{
    VkSemaphoreTypeCreateInfo kind = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .semaphoreType = type,
    };
    VkPhysicalDeviceExternalSemaphoreInfo ask = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
        .pNext = &kind,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkExternalSemaphoreProperties answer = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES,
    };
    VkExternalSemaphoreFeatureFlags features;

    vk->GetPhysicalDeviceExternalSemaphoreProperties(physical, &ask, &answer);
    features = answer.externalSemaphoreFeatures;
    return (struct givk_external){
        .import = (features & VK_EXTERNAL_SEMAPHORE_FEATURE_IMPORTABLE_BIT) != 0,
        .export = (features & VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT) != 0,
    };
}

/** Writes into why what prevents an import: first a missing extension, then a missing feature. */
static bool givk_explain(bool extension, const char *extension_name, bool import,
                         char why[static 96])
{
    if (!extension)
        snprintf(why, 96, "the driver has no %s", extension_name);
    else if (!import)
        snprintf(why, 96, "the driver has %s, but does not import this kind", extension_name);
    return extension && import;
}

static void givk_read_external(const struct givk_instance_calls *vk, VkPhysicalDevice physical,
                               const struct givk_extensions *ext, struct givk_facts *facts)
{
    struct gi_device_info *info = &facts->info;

    facts->has_external_memory_fd = ext->external_memory_fd;
    facts->has_dma_buf = ext->external_memory_fd && ext->external_memory_dma_buf;
    facts->has_external_semaphore_fd = ext->external_semaphore_fd;
    facts->has_memory_budget = ext->memory_budget;
    if (facts->has_external_memory_fd)
        facts->memory_opaque_fd =
            givk_ask_memory(vk, physical, 0, VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT);
    if (facts->has_dma_buf)
        facts->memory_dma_buf =
            givk_ask_memory(vk, physical, 0, VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT);
    if (facts->has_external_memory_fd && facts->sparse.buffers)
        facts->sparse.opaque_fd =
            givk_ask_memory(vk, physical, GIVK_SPARSE_FLAGS,
                            VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT);
    if (facts->memory_opaque_fd.import)
        facts->image_opaque_fd =
            givk_ask_image(vk, physical, VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT);
    if (facts->memory_dma_buf.import)
        facts->image_dma_buf =
            givk_ask_image(vk, physical, VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT);
    if (facts->has_external_semaphore_fd) {
        facts->binary_opaque_fd = givk_ask_semaphore(vk, physical, VK_SEMAPHORE_TYPE_BINARY);
        facts->timeline_opaque_fd = givk_ask_semaphore(vk, physical, VK_SEMAPHORE_TYPE_TIMELINE);
    }
    if (ext->external_memory_host)
        facts->memory_host =
            givk_ask_memory(vk, physical, 0,
                            VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT);
    info->memory_opaque_fd = givk_explain(
        facts->has_external_memory_fd, VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME,
        facts->memory_opaque_fd.import, info->why_no_memory_opaque_fd);
    info->memory_exports = info->memory_opaque_fd && facts->memory_opaque_fd.export;
    info->memory_dma_buf = givk_explain(
        facts->has_dma_buf, VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME,
        facts->memory_dma_buf.import, info->why_no_memory_dma_buf);
    info->binary_opaque_fd = givk_explain(
        facts->has_external_semaphore_fd, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME,
        facts->binary_opaque_fd.import, info->why_no_binary_opaque_fd);
    info->timeline_opaque_fd = givk_explain(
        facts->has_external_semaphore_fd, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME,
        facts->timeline_opaque_fd.import, info->why_no_timeline_opaque_fd);
}

gi_status givk_facts_read(const struct givk_instance_calls *vk, VkPhysicalDevice physical,
                          struct givk_facts *out_facts)
{
    VkPhysicalDeviceProperties first;
    struct givk_extensions ext;
    struct givk_answers ask;
    gi_status st;

    memset(out_facts, 0, sizeof(*out_facts));
    vk->GetPhysicalDeviceProperties(physical, &first);
    out_facts->api_version = first.apiVersion;
    out_facts->type = first.deviceType;
    snprintf(out_facts->info.name, sizeof(out_facts->info.name), "%s", first.deviceName);
    if (first.apiVersion < VK_API_VERSION_1_2)
        return GI_OK;
    st = givk_read_extensions(vk, physical, &ext);
    if (st != GI_OK)
        return st;
    givk_ask_properties(vk, physical, &ext, &ask);
    givk_fill_names(&out_facts->info, &ask);
    givk_fill_place(&out_facts->info, &ext, &ask);
    givk_fill_limits(&out_facts->info, &ext, &ask);
    out_facts->info.kind = givk_kind(first.deviceType);
    out_facts->driver_id = ask.vulkan12.driverID;
    out_facts->driver_version = first.driverVersion;
    memcpy(out_facts->pipeline_cache_uuid, first.pipelineCacheUUID, VK_UUID_SIZE);
    out_facts->max_buffer_bytes = ext.maintenance4 ? ask.maintenance4.maxBufferSize : UINT64_MAX;
    out_facts->max_timeline_difference = ask.vulkan12.maxTimelineSemaphoreValueDifference;
    out_facts->sparse.most_bytes = first.limits.sparseAddressSpaceSize;
    out_facts->uniform_bytes = first.limits.maxUniformBufferRange;
    givk_fill_texture_limits(&out_facts->textures, &ask);
    givk_read_features(vk, physical, &ext, &ask, out_facts);
    givk_kernel_push_facts(&first.limits, &out_facts->info);
    out_facts->placed_alignment_bytes = ask.placed.minPlacedMemoryMapAlignment;
    givk_read_memory_and_queues(vk, physical, out_facts);
    givk_read_clock(vk, physical, &ext, first.limits.timestampPeriod, out_facts);
    givk_read_external(vk, physical, &ext, out_facts);
    if (out_facts->memory_host.import)
        out_facts->info.wrap_alignment_bytes = ask.memory_host.minImportedHostPointerAlignment;
    return GI_OK;
}

const char *givk_facts_unusable(const struct givk_facts *facts)
{
    bool compute = false;

    if (facts->api_version < VK_API_VERSION_1_2)
        return "its Vulkan is older than 1.2";
    if (!facts->timeline_semaphores)
        return "it has no timeline semaphores";
    if (!facts->buffer_addresses)
        return "it has no buffer device addresses";
    for (uint32_t i = 0; i < facts->family_count; i++)
        compute |= (facts->families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0;
    return compute ? NULL : "it has no compute queue";
}

unsigned givk_facts_rank(const struct givk_facts *facts)
{
    switch (facts->info.kind) {
    case GI_DEVICE_DISCRETE:
        return 0;
    case GI_DEVICE_INTEGRATED:
        return 1;
    case GI_DEVICE_OTHER:
        return 2;
    case GI_DEVICE_CPU:
        return 3;
    }
    return 2;
}

uint32_t givk_facts_device_heap(const struct givk_facts *facts)
{
    uint32_t best = 0;
    uint64_t best_bytes = 0;

    for (uint32_t i = 0; i < facts->memory.memoryHeapCount; i++) {
        const VkMemoryHeap *heap = &facts->memory.memoryHeaps[i];
        if ((heap->flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0 && heap->size > best_bytes) {
            best = i;
            best_bytes = heap->size;
        }
    }
    return best;
}
