/** What kernels can use on a device: read from Vulkan, and enabled when the device opens. */
#ifndef GIVK_KERNEL_FACTS_H
#define GIVK_KERNEL_FACTS_H

#include "contract/kernel.h"
#include "loader.h"

/** Device features for kernels beside the ones that the driver uses itself. All are enabled. */
struct givk_kernel_features {
    VkPhysicalDeviceFeatures plain;      /* of these only shader* of integers and floats */
    bool storage16;
    bool int8, float16, buffer_int64_atomics, shared_int64_atomics, memory_model;
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
    const VkPhysicalDeviceVulkan12Properties *properties;
    const VkPhysicalDeviceLimits *limits;
};

/** Chooses the features and says what kernels find. Pure.
 *  Threads: any. */
void givk_kernel_facts(const struct givk_kernel_answers *answers,
                       struct givk_kernel_features *out_features,
                       struct gi_translate_target *out_target);

/** Whether the device runs kernels at all.
 *  Threads: any. */
bool givk_kernel_features_suffice(const struct givk_kernel_features *features);

#endif
