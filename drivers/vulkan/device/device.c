#include "device.h"

#include <string.h>

#include "base/log.h"
#include "driver_state.h"
#include "vulkan/loader/fault.h"
#include "vulkan/loader/result.h"
#include "vulkan/sync/timestamps.h"

enum { GIVK_PATTERN_BYTES = 65536 * 2, GIVK_MAX_EXTENSIONS = 20 };

static uint32_t givk_list_extensions(const struct givk_facts *facts,
                                     const struct givk_plan *plan,
                                     const char *names[static GIVK_MAX_EXTENSIONS])
{
    uint32_t count = 0;

    if (facts->has_external_memory_fd)
        names[count++] = VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME;
    if (facts->has_dma_buf)
        names[count++] = VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME;
    if (facts->has_external_semaphore_fd)
        names[count++] = VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME;
    if (facts->memory_host.import)
        names[count++] = VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME;
    if (facts->has_memory_budget)
        names[count++] = VK_EXT_MEMORY_BUDGET_EXTENSION_NAME;
    if (facts->info.timestamp_calibration)
        names[count++] = VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME;
    if (plan->image_shaders.exist || plan->constant_bytes != 0)
        names[count++] = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
    if (plan->place_host) {
        names[count++] = VK_KHR_MAP_MEMORY_2_EXTENSION_NAME;
        names[count++] = VK_EXT_MAP_MEMORY_PLACED_EXTENSION_NAME;
    }
    if (facts->kernels.atomic_float)
        names[count++] = VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME;
    if (facts->kernels.sizes)
        names[count++] = VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME;
    if (facts->kernels.reconverges)
        names[count++] = GIVK_RECONVERGENCE_NAME;
    if (facts->kernels.clock)
        names[count++] = VK_KHR_SHADER_CLOCK_EXTENSION_NAME;
    if (facts->tells_faults)
        names[count++] = VK_EXT_DEVICE_FAULT_EXTENSION_NAME;
    if (facts->kernels.dots)
        names[count++] = VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME;
    if (facts->kernels.matrices)
        names[count++] = VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME;
    return count;
}

/** The structs of features for kernels. */
struct givk_kernel_chain {
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT floats;
    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT sizes;
    struct givk_reconvergence reconvergence;
    VkPhysicalDeviceShaderClockFeaturesKHR clock;
    VkPhysicalDeviceShaderIntegerDotProductFeatures dots;
    VkPhysicalDeviceCooperativeMatrixFeaturesKHR matrices;
};

/** Puts those that the device has behind the first. */
static void givk_chain_kernels(const struct givk_kernel_features *kernels,
                               VkPhysicalDeviceVulkan11Features *first,
                               struct givk_kernel_chain *chain)
{
    if (kernels->atomic_float) {
        chain->floats = kernels->floats;
        chain->floats.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT;
        chain->floats.pNext = first->pNext;
        first->pNext = &chain->floats;
    }
    if (kernels->sizes) {
        chain->sizes = (VkPhysicalDeviceSubgroupSizeControlFeaturesEXT){
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT,
            .pNext = first->pNext,
            .subgroupSizeControl = VK_TRUE,
            .computeFullSubgroups = kernels->sizes_required,
        };
        first->pNext = &chain->sizes;
    }
    if (kernels->reconverges) {
        chain->reconvergence = (struct givk_reconvergence){
            GIVK_RECONVERGENCE_TYPE, first->pNext, VK_TRUE
        };
        first->pNext = &chain->reconvergence;
    }
    if (kernels->clock) {
        chain->clock = (VkPhysicalDeviceShaderClockFeaturesKHR){
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR,
            .pNext = first->pNext,
            .shaderSubgroupClock = VK_TRUE,
        };
        first->pNext = &chain->clock;
    }
    if (kernels->dots) {
        chain->dots = (VkPhysicalDeviceShaderIntegerDotProductFeatures){
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES,
            .pNext = first->pNext,
            .shaderIntegerDotProduct = VK_TRUE,
        };
        first->pNext = &chain->dots;
    }
    if (kernels->matrices) {
        chain->matrices = (VkPhysicalDeviceCooperativeMatrixFeaturesKHR){
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR,
            .pNext = first->pNext,
            .cooperativeMatrix = VK_TRUE,
        };
        first->pNext = &chain->matrices;
    }
}

/** Lists the plan's queues, and the one that only binds. */
static uint32_t givk_list_queues(const struct givk_plan *plan, float priorities[GIVK_MAX_QUEUES],
                                 VkDeviceQueueCreateInfo queues[GIVK_MAX_FAMILIES + 1])
{
    struct givk_planned_family own = { plan->sparse.own_family, 1 };
    uint32_t count = plan->family_count + plan->sparse.has_own_queue;

    for (int i = 0; i < GIVK_MAX_QUEUES; i++)
        priorities[i] = 1.0f;
    for (uint32_t i = 0; i < count; i++) {
        struct givk_planned_family family = i < plan->family_count ? plan->families[i] : own;

        queues[i] = (VkDeviceQueueCreateInfo){
            .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
            .queueFamilyIndex = family.family,
            .queueCount = family.queue_count,
            .pQueuePriorities = priorities,
        };
    }
    return count;
}

/** The features that the device is asked for: structures that point to each other. */
struct givk_asked_features {
    VkPhysicalDeviceVulkan12Features vulkan12;   /* the first */
    VkPhysicalDeviceVulkan11Features vulkan11;
    VkPhysicalDeviceMapMemoryPlacedFeaturesEXT placed;
    VkPhysicalDeviceFaultFeaturesEXT faults;
    struct givk_kernel_chain kernels;
    VkPhysicalDeviceFeatures plain;
};

static void givk_chain_faults(struct givk_asked_features *out)
{
    out->faults = (VkPhysicalDeviceFaultFeaturesEXT){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT,
        .pNext = out->vulkan11.pNext,
        .deviceFault = VK_TRUE,
    };
    out->vulkan11.pNext = &out->faults;
}

static void givk_ask_features(const struct givk_device *dev, struct givk_asked_features *out)
{
    bool bindless = dev->plan->textures == GIVK_TEXTURES_BINDLESS;
    bool sparse = dev->plan->ranges == GIVK_RANGES_SPARSE;
    const struct givk_kernel_features *kernels = &dev->facts->kernels;
    const struct givk_facts *facts = dev->facts;

    out->placed = (VkPhysicalDeviceMapMemoryPlacedFeaturesEXT){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAP_MEMORY_PLACED_FEATURES_EXT,
        .memoryMapPlaced = VK_TRUE,
    };
    out->vulkan11 = (VkPhysicalDeviceVulkan11Features){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
        .pNext = dev->plan->place_host ? &out->placed : NULL,
        .storageBuffer16BitAccess = kernels->storage16,
    };
    out->vulkan12 = (VkPhysicalDeviceVulkan12Features){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .pNext = &out->vulkan11,
        .hostQueryReset = facts->host_resets_queries,
        .timelineSemaphore = VK_TRUE,
        .bufferDeviceAddress = VK_TRUE,
        .storageBuffer8BitAccess = facts->byte_storage,
        .shaderInt8 = kernels->int8,
        .shaderFloat16 = kernels->float16,
        .shaderBufferInt64Atomics = kernels->buffer_int64_atomics,
        .shaderSharedInt64Atomics = kernels->shared_int64_atomics,
        .shaderSubgroupExtendedTypes = kernels->extended_types,
        .subgroupBroadcastDynamicId = kernels->broadcast_dynamic_id,
        .vulkanMemoryModel = kernels->memory_model,
        .vulkanMemoryModelDeviceScope = kernels->memory_model,
        .runtimeDescriptorArray = bindless,
        .shaderSampledImageArrayNonUniformIndexing = bindless,
        .shaderStorageImageArrayNonUniformIndexing = bindless,
        .descriptorBindingSampledImageUpdateAfterBind = bindless,
        .descriptorBindingStorageImageUpdateAfterBind = bindless,
        .descriptorBindingUpdateUnusedWhilePending = bindless,
        .descriptorBindingPartiallyBound = bindless,
    };
    out->plain = (VkPhysicalDeviceFeatures){
        .shaderInt64 = kernels->plain.shaderInt64,
        .shaderInt16 = kernels->plain.shaderInt16,
        .shaderFloat64 = kernels->plain.shaderFloat64,
        .imageCubeArray = facts->cube_arrays,
        .textureCompressionBC = facts->compressed_images,
        .sparseBinding = sparse,
        .sparseResidencyBuffer = sparse,
        .sparseResidencyAliased = sparse,
        .samplerAnisotropy = facts->textures.anisotropy,
        .shaderStorageImageReadWithoutFormat = facts->textures.formatless_storage,
        .shaderStorageImageWriteWithoutFormat = facts->textures.formatless_storage ||
                                                dev->plan->image_shaders.exist,
    };
    givk_chain_kernels(kernels, &out->vulkan11, &out->kernels);
    if (facts->tells_faults)
        givk_chain_faults(out);
}

static VkResult givk_create_device(struct givk_device *dev)
{
    float priorities[GIVK_MAX_QUEUES];
    const char *extensions[GIVK_MAX_EXTENSIONS];
    VkDeviceQueueCreateInfo queues[GIVK_MAX_FAMILIES + 1];
    struct givk_asked_features asked;
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &asked.vulkan12,
        .queueCreateInfoCount = givk_list_queues(dev->plan, priorities, queues),
        .pQueueCreateInfos = queues,
        .enabledExtensionCount = givk_list_extensions(dev->facts, dev->plan, extensions),
        .ppEnabledExtensionNames = extensions,
        .pEnabledFeatures = &asked.plain,
    };

    givk_ask_features(dev, &asked);
    return dev->instance_calls.CreateDevice(dev->physical, &info, NULL, &dev->handle);
}

/** Creates the table for unaligned fills. The 16-bit word w is at byte 2 * w. */
static gi_status givk_make_patterns(struct givk_device *dev)
{
    uint16_t *words;
    gi_status st;

    dev->patterns.base.device = &dev->base;
    dev->patterns.base.ops = &givk_memory_ops;
    st = givk_memory_ops.allocate(&dev->patterns.base, GIVK_PATTERN_BYTES, GI_MEMORY_HOST);
    if (st != GI_OK)
        return st;
    words = dev->patterns.base.host_address;
    for (uint32_t w = 0; w < 65536; w++)
        words[w] = (uint16_t)w;
    return GI_OK;
}

/* Makes what a device has beside its handle, which ends if that fails. */
static gi_status givk_open_parts(struct givk_device *dev)
{
    gi_status st;

    givk_texture_tables_init(dev);
    givk_watchers_init(dev);
    givk_binder_init(dev);
    givk_prober_init(dev);
    givk_keeping_init(dev);
    givk_sparse_learn(dev);
    givk_pipeline_cache_init(dev);
    givk_pipeline_worker_init(dev);
    st = givk_pipelines_init(dev);
    if (st != GI_OK)
        goto finish_pipelines;
    st = givk_image_shaders_init(dev);
    if (st != GI_OK)
        goto finish_image_shaders;
    st = givk_kernels_init(dev);
    if (st != GI_OK)
        goto finish_kernels;
    st = givk_choices_init(dev);
    if (st != GI_OK)
        goto finish_choices;
    st = givk_make_patterns(dev);
    if (st != GI_OK)
        goto finish_choices;
    st = givk_handles_learn(dev);
    if (st != GI_OK)
        goto finish_patterns;
    return GI_OK;

finish_patterns:
    givk_memory_ops.finish(&dev->patterns.base);
finish_choices:
    givk_choices_finish(dev);
finish_kernels:
    givk_kernels_finish(dev);
finish_image_shaders:
    givk_image_shaders_finish(dev);
finish_pipelines:
    givk_pipelines_finish(dev);
    givk_pipeline_worker_finish(dev);    /* which nothing has started yet */
    givk_pipeline_cache_finish(dev);
    givk_keeping_finish(dev);
    givk_prober_finish(dev);
    givk_binder_finish(dev);
    givk_watchers_finish(dev);
    givk_texture_tables_finish(dev);
    dev->vk.DestroyDevice(dev->handle, NULL);
    return st;
}

static gi_status givk_open(struct gi_device_base *base)
{
    struct givk_device *dev = givk_device_from(base);
    const struct givk_instance_calls *calls;
    const struct givk_listed *listed = givk_driver_listed(base->info.index, &calls);
    VkResult result;
    gi_status st;

    if (listed == NULL)
        return gi_fail(GI_INVALID_DEVICE, "vulkan: there is no device %u", base->info.index);
    dev->facts = &listed->facts;
    dev->plan = &listed->plan;
    dev->physical = listed->physical;
    dev->instance_calls = *calls;
    result = givk_create_device(dev);
    if (result != VK_SUCCESS)
        return gi_fail(givk_status(result), "vulkan: %s cannot be opened: vkCreateDevice returned "
                       "%s", dev->facts->info.name, givk_result_name(result));
    st = givk_loader_fill_device(calls, dev->handle, &dev->vk);
    if (st != GI_OK) {
        if (dev->vk.DestroyDevice != NULL)
            dev->vk.DestroyDevice(dev->handle, NULL);
        return st;
    }
    return givk_open_parts(dev);
}

static void givk_close(struct gi_device_base *base)
{
    struct givk_device *dev = givk_device_from(base);

    givk_pipeline_worker_finish(dev);
    givk_texture_tables_finish(dev);
    givk_memory_ops.finish(&dev->patterns.base);
    givk_choices_finish(dev);
    givk_kernels_finish(dev);
    givk_image_shaders_finish(dev);
    givk_pipelines_finish(dev);
    givk_pipeline_cache_finish(dev);
    givk_keeping_finish(dev);
    givk_prober_finish(dev);
    givk_binder_finish(dev);
    givk_watchers_finish(dev);
    dev->vk.DestroyDevice(dev->handle, NULL);
}

static gi_status givk_memory_budget(struct gi_device_base *base, uint64_t *out_free_bytes,
                                    uint64_t *out_total_bytes)
{
    struct givk_device *dev = givk_device_from(base);
    uint32_t heap = givk_facts_device_heap(dev->facts);
    uint64_t used = atomic_load(&dev->allocated_bytes);
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT,
    };
    VkPhysicalDeviceMemoryProperties2 memory = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
        .pNext = &budget,
    };
    uint64_t most = dev->facts->info.memory_bytes;

    if (dev->facts->has_memory_budget) {
        dev->instance_calls.GetPhysicalDeviceMemoryProperties2(dev->physical, &memory);
        if (budget.heapBudget[heap] < most)
            most = budget.heapBudget[heap];
        used = budget.heapUsage[heap];
    }
    *out_total_bytes = dev->facts->info.memory_bytes;
    *out_free_bytes = used < most ? most - used : 0;
    return GI_OK;
}

const struct gi_device_ops givk_device_ops = {
    .size = sizeof(struct givk_device),
    .open = givk_open,
    .close = givk_close,
    .memory_budget = givk_memory_budget,
    .calibrate = givk_calibrate,
    .tell_fault = givk_tell_fault,
};
