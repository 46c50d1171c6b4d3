/* What is known of drivers by their names and versions, without a device. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "test_cases.h"
#include "vulkan/plan/kernel_facts.h"
#include "vulkan/plan/matrix_facts.h"

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

/* ---- cooperative matrices ---- */

#define F16 VK_COMPONENT_TYPE_FLOAT16_KHR
#define F32 VK_COMPONENT_TYPE_FLOAT32_KHR
#define S8 VK_COMPONENT_TYPE_SINT8_KHR
#define S32 VK_COMPONENT_TYPE_SINT32_KHR
#define U8 VK_COMPONENT_TYPE_UINT8_KHR
#define U32 VK_COMPONENT_TYPE_UINT32_KHR

static VkCooperativeMatrixPropertiesKHR matrices_of(uint32_t rows, uint32_t columns, uint32_t depth,
                                                    VkComponentTypeKHR factors,
                                                    VkComponentTypeKHR sums)
{
    return (VkCooperativeMatrixPropertiesKHR){
        .MSize = rows, .NSize = columns, .KSize = depth, .AType = factors, .BType = factors,
        .CType = sums, .ResultType = sums, .scope = VK_SCOPE_SUBGROUP_KHR
    };
}

/* Of an H200's list the forms with 8 columns count; other shapes, types and scopes do not. */
TEST_CASE(test_matrix_products)
{
    const VkCooperativeMatrixPropertiesKHR h200[] = {
        matrices_of(16, 16, 16, F16, F32), matrices_of(16, 8, 16, F16, F32),
        matrices_of(16, 8, 8, F16, F32), matrices_of(16, 16, 16, F16, F16),
        matrices_of(16, 8, 16, F16, F16), matrices_of(16, 8, 8, F16, F16),
        matrices_of(16, 16, 32, U8, U32), matrices_of(16, 8, 32, U8, U32),
        matrices_of(16, 16, 32, S8, S32), matrices_of(16, 8, 32, S8, S32)
    };
    VkCooperativeMatrixPropertiesKHR others[] = {
        matrices_of(16, 16, 16, F16, F32), matrices_of(8, 8, 16, F16, F32),
        matrices_of(16, 8, 32, F16, F32), matrices_of(16, 8, 16, S8, S32),
        matrices_of(16, 8, 32, U8, S32), matrices_of(16, 8, 16, F16, F32),
        matrices_of(16, 8, 16, F16, F32), matrices_of(16, 8, 16, F16, F32),
        matrices_of(16, 8, 32, S8, S32)
    };

    others[5].BType = F32;
    others[6].ResultType = F16;
    others[7].scope = (VkScopeKHR)2;             /* of a workgroup */
    others[8].saturatingAccumulation = VK_TRUE;
    assert_int_equal(givk_matrix_products(h200, sizeof h200 / sizeof h200[0]), 63);
    assert_int_equal(givk_matrix_products(h200, 3),
                     GI_TRANSLATE_F16_K16_F32 | GI_TRANSLATE_F16_K8_F32);
    assert_int_equal(givk_matrix_products(&h200[9], 1), GI_TRANSLATE_S8_K32_S32);
    assert_int_equal(givk_matrix_products(others, sizeof others / sizeof others[0]), 0);
    assert_int_equal(givk_matrix_products(NULL, 0), 0);
}

/* Products of bytes are taken where the device has one instruction for each pair of signs. */
TEST_CASE(test_dots)
{
    VkPhysicalDeviceShaderIntegerDotProductProperties limits = {
        .integerDotProduct4x8BitPackedSignedAccelerated = VK_TRUE,
        .integerDotProduct4x8BitPackedUnsignedAccelerated = VK_TRUE,
        .integerDotProduct4x8BitPackedMixedSignednessAccelerated = VK_TRUE
    };
    VkBool32 *const needed[] = { &limits.integerDotProduct4x8BitPackedSignedAccelerated,
                                 &limits.integerDotProduct4x8BitPackedUnsignedAccelerated,
                                 &limits.integerDotProduct4x8BitPackedMixedSignednessAccelerated };
    static const VkPhysicalDeviceFeatures features;
    static const VkPhysicalDeviceVulkan11Features vulkan11;
    static const VkPhysicalDeviceVulkan12Features vulkan12;
    static const VkPhysicalDeviceSubgroupSizeControlFeaturesEXT sizes;
    static const VkPhysicalDeviceSubgroupSizeControlPropertiesEXT size_limits;
    static const VkPhysicalDeviceVulkan11Properties vulkan11_properties;
    static const VkPhysicalDeviceVulkan12Properties properties;
    struct givk_kernel_answers answers = {
        .features = &features, .vulkan11 = &vulkan11, .vulkan12 = &vulkan12,
        .vulkan11_properties = &vulkan11_properties, .properties = &properties, .sizes = &sizes,
        .size_limits = &size_limits, .dots = true, .dot_limits = &limits
    };
    struct givk_kernel_features enabled;
    struct gi_translate_target target;

    givk_kernel_facts(&answers, &enabled, &target);
    assert_true(enabled.dots);
    assert_true(target.dots_bytes);
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        *needed[i] = VK_FALSE;
        givk_kernel_facts(&answers, &enabled, &target);
        assert_false(enabled.dots);
        assert_false(target.dots_bytes);
        *needed[i] = VK_TRUE;
    }
    answers.dots = false;
    givk_kernel_facts(&answers, &enabled, &target);
    assert_false(enabled.dots);
}

/* They are enabled where kernels can have subgroups of 32 and numbers of these widths. */
TEST_CASE(test_matrix_features)
{
    VkPhysicalDeviceVulkan12Features vulkan12 = {
        .shaderFloat16 = VK_TRUE, .shaderInt8 = VK_TRUE, .storageBuffer8BitAccess = VK_TRUE,
        .vulkanMemoryModel = VK_TRUE, .vulkanMemoryModelDeviceScope = VK_TRUE
    };
    const VkPhysicalDeviceSubgroupSizeControlFeaturesEXT sizes = {
        .subgroupSizeControl = VK_TRUE, .computeFullSubgroups = VK_TRUE
    };
    VkPhysicalDeviceSubgroupSizeControlPropertiesEXT limits = {
        .minSubgroupSize = 32, .maxSubgroupSize = 32,
        .requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT
    };
    static const VkPhysicalDeviceFeatures features;
    static const VkPhysicalDeviceVulkan11Features vulkan11;
    static const VkPhysicalDeviceVulkan11Properties vulkan11_properties;
    static const VkPhysicalDeviceVulkan12Properties properties;
    struct givk_kernel_answers answers = {
        .features = &features, .vulkan11 = &vulkan11, .vulkan12 = &vulkan12,
        .vulkan11_properties = &vulkan11_properties, .properties = &properties, .sizes = &sizes,
        .size_limits = &limits, .matrices = true
    };
    VkBool32 *const needed[] = { &vulkan12.shaderFloat16, &vulkan12.shaderInt8,
                                 &vulkan12.vulkanMemoryModel };
    struct givk_kernel_features enabled;
    struct gi_translate_target target;

    givk_kernel_facts(&answers, &enabled, &target);
    assert_true(enabled.matrices);
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        *needed[i] = VK_FALSE;
        givk_kernel_facts(&answers, &enabled, &target);
        assert_false(enabled.matrices);
        *needed[i] = VK_TRUE;
    }
    limits.minSubgroupSize = limits.maxSubgroupSize = 64;
    givk_kernel_facts(&answers, &enabled, &target);
    assert_false(enabled.matrices);
    limits.minSubgroupSize = 32;
    answers.matrices = false;
    givk_kernel_facts(&answers, &enabled, &target);
    assert_false(enabled.matrices);
}

