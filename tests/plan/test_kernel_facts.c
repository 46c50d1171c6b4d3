/* What is known of drivers by their names and versions, without a device. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "test_cases.h"
#include "vulkan/plan/kernel_facts.h"

typedef VkPhysicalDeviceShaderAtomicFloatFeaturesEXT floats;

static struct gi_translate_target facts_with(VkDriverId driver, const char *info,
                                             const floats *given)
{
    static const VkPhysicalDeviceFeatures features;
    static const VkPhysicalDeviceVulkan11Features vulkan11;
    static const VkPhysicalDeviceVulkan12Features vulkan12;
    static const VkPhysicalDeviceVulkan11Properties limits;
    static const VkPhysicalDeviceSubgroupSizeControlFeaturesEXT sizes;
    static const VkPhysicalDeviceSubgroupSizeControlPropertiesEXT size_limits;
    VkPhysicalDeviceVulkan12Properties properties = { .driverID = driver };
    struct givk_kernel_answers answers = {
        .features = &features, .vulkan11 = &vulkan11, .vulkan12 = &vulkan12, .floats = given,
        .atomic_float = given != NULL,
        .vulkan11_properties = &limits, .properties = &properties, .sizes = &sizes,
        .size_limits = &size_limits,
    };
    struct givk_kernel_features enabled;
    struct gi_translate_target target;

    snprintf(properties.driverInfo, sizeof properties.driverInfo, "%s", info);
    givk_kernel_facts(&answers, &enabled, &target);
    return target;
}

static struct gi_translate_target facts_of(VkDriverId driver, const char *info)
{
    return facts_with(driver, info, NULL);
}

/* Each kind of memory has a feature of its own. */
TEST_CASE(test_float_adds)
{
    static const floats buffer = { .shaderBufferFloat32AtomicAdd = VK_TRUE };
    static const floats shared = { .shaderSharedFloat32AtomicAdd = VK_TRUE };
    struct gi_translate_target facts = facts_of(VK_DRIVER_ID_NVIDIA_PROPRIETARY, "580");

    assert_false(facts.float32_atomic_add || facts.float32_shared_add);
    facts = facts_with(VK_DRIVER_ID_NVIDIA_PROPRIETARY, "580", &buffer);
    assert_true(facts.float32_atomic_add && !facts.float32_shared_add);
    facts = facts_with(VK_DRIVER_ID_NVIDIA_PROPRIETARY, "580", &shared);
    assert_true(!facts.float32_atomic_add && facts.float32_shared_add);
}

/* The texts are those of Debian 12, its backports, Debian 13 and sid. */
TEST_CASE(test_mesa)
{
    static const struct {
        VkDriverId driver;
        const char *info;
        bool merges_wrongly, reads_for_nobody;
    } cases[] = {
        { VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 22.3.6 (LLVM 15.0.6)", false, false },
        { VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 25.0.7-2~bpo12+1 (LLVM 15.0.6)", false, false },
        { VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 20.3.5 (LLVM 9.0.1)", false, false },
        { VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 25.0.7-2+deb13u1 (LLVM 19.1.7)", true, false },
        { VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 26.2.6-1 (LLVM 22.1.8)", true, true },
        { VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 26.2.6-1", true, true },
        { VK_DRIVER_ID_MESA_RADV, "Mesa 26.2.6 (LLVM 19.1.7)", false, false },
        { VK_DRIVER_ID_NVIDIA_PROPRIETARY, "580.159.04", false, false },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct gi_translate_target facts = facts_of(cases[i].driver, cases[i].info);

        assert_int_equal(facts.merges_wrongly, cases[i].merges_wrongly);
        assert_int_equal(facts.reads_for_nobody, cases[i].reads_for_nobody);
    }
}

/* Mesa 22 alone ends loops. */
TEST_CASE(test_mesa22)
{
    assert_true(facts_of(VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 22.3.6 (LLVM 15.0.6)").loop_rounds > 0);
    assert_int_equal(
        facts_of(VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 25.0.7 (LLVM 19.1.7)").loop_rounds, 0);
    assert_false(
        facts_of(VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 22.3.6 (LLVM 15.0.6)").joins_comparisons);
    assert_true(
        facts_of(VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 25.0.7 (LLVM 15.0.6)").joins_comparisons);
    assert_false(facts_of(VK_DRIVER_ID_NVIDIA_PROPRIETARY, "580.159.04").joins_comparisons);
}
