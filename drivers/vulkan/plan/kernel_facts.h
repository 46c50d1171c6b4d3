/** The features that kernels can use on a device: read from Vulkan, and enabled when the device
 *  opens. */
#ifndef GIVK_KERNEL_FACTS_H
#define GIVK_KERNEL_FACTS_H

#include "contract/driver.h"
#include "vulkan/loader/loader.h"

/** Device features for kernels beside the ones that the driver uses itself. All are enabled. */
struct givk_kernel_features {
    VkPhysicalDeviceFeatures plain;      /* of these only shader* of integers and floats */
    bool storage16;
    bool int8, float16, buffer_int64_atomics, shared_int64_atomics, memory_model;
    bool extended_types, broadcast_dynamic_id;   /* operations of subgroups: of 8, 16 and 64 bits;
                                                    from a lane that is no constant */
    bool sizes, sizes_required;  /* subgroups: the extension; a pipeline can require a size, and
                                    full ones */
    bool reconverges;            /* the extension and its feature */
    bool clock;                  /* the extension and its feature */
    bool dots;                   /* the extension and its feature */
    bool matrices;               /* as the last one, and what kernels with cooperative matrices need
                                    besides */
    bool atomic_float;           /* the device has the extension */
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT floats;
};

/** The answers that the facts are read from. */
struct givk_kernel_answers {
    const VkPhysicalDeviceFeatures *features;
    const VkPhysicalDeviceVulkan11Features *vulkan11;
    const VkPhysicalDeviceVulkan12Features *vulkan12;
    const VkPhysicalDeviceShaderAtomicFloatFeaturesEXT *floats;
    bool atomic_float;
    const VkPhysicalDeviceVulkan11Properties *vulkan11_properties;
    const VkPhysicalDeviceVulkan12Properties *properties;
    const VkPhysicalDeviceSubgroupSizeControlFeaturesEXT *sizes;         /* all zero without the
                                                                            extension */
    const VkPhysicalDeviceSubgroupSizeControlPropertiesEXT *size_limits;
    bool reconverges;
    bool clock;                  /* of subgroups */
    bool matrices;               /* cooperative ones */
    bool dots;                   /* products of bytes: the feature */
    const VkPhysicalDeviceShaderIntegerDotProductProperties *dot_limits;     /* with dots */
};

/** VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR, which older headers lack. */
struct givk_reconvergence {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderMaximalReconvergence;
};

#define GIVK_RECONVERGENCE_TYPE ((VkStructureType)1000434000)
#define GIVK_RECONVERGENCE_NAME "VK_KHR_shader_maximal_reconvergence"

/** Chooses the features and says what kernels find. Pure.
 *  Threads: any. */
void givk_kernel_facts(const struct givk_kernel_answers *answers,
                       struct givk_kernel_features *out_features,
                       struct gi_translate_target *out_target);

/** Finds the place for the words of launches that are wide, if some can be: behind the push data of
 *  kernels, or at its end where the device has no more. Pure.
 *  Threads: any. */
void givk_kernel_push_facts(const VkPhysicalDeviceLimits *limits, struct gi_device_info *info);

/** The push constants of a kernel's pipeline, with these words.
 *  Threads: any. */
uint32_t givk_kernel_push_bytes(const struct gi_device_info *info);

/** Whether the device runs kernels at all.
 *  Threads: any. */
bool givk_kernel_features_suffice(const struct givk_kernel_features *features);

#endif
