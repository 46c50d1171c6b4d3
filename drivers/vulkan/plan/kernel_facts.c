#include "kernel_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Push constants of every kernel: the least that Vulkan guarantees. */
enum { GIVK_KERNEL_PUSH = 128 };

/* Two words, for grids that have more groups in x than one dispatch. */
enum { GIVK_WIDE_PUSH = 8 };

static uint8_t givk_widths(VkBool32 f16, VkBool32 f32, VkBool32 f64)
{
    return (uint8_t)((f16 ? GI_TRANSLATE_F16 : 0) | (f32 ? GI_TRANSLATE_F32 : 0) |
                     (f64 ? GI_TRANSLATE_F64 : 0));
}

/** Drivers whose fma of 32 bits is known to round once. */
static bool givk_fuses(VkDriverId driver)
{
    return driver == VK_DRIVER_ID_NVIDIA_PROPRIETARY ||
           driver == VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA;
}

/** Drivers whose f32 division and square root are known to be rounded right. */
static bool givk_divides_exactly(VkDriverId driver)
{
    return driver == VK_DRIVER_ID_MESA_LLVMPIPE;
}

/** Drivers that compute without a float constant of 0, even where the code says that signs of zeros
 *  and NaNs are kept. */
static bool givk_drops_zeros(VkDriverId driver)
{
    return driver == VK_DRIVER_ID_MESA_LLVMPIPE;
}

/** Whether the clock of shaders is that of the host, and its upper half is 0. */
static bool givk_has_short_clock(VkDriverId driver)
{
    return driver == VK_DRIVER_ID_MESA_LLVMPIPE;
}

/** Mesa's CPU driver as it was in Mesa 22. */
static bool givk_is_mesa22(const VkPhysicalDeviceVulkan12Properties *properties)
{
    return properties->driverID == VK_DRIVER_ID_MESA_LLVMPIPE &&
           strstr(properties->driverInfo, "Mesa 22.") != NULL;
}

/* The last LLVM that was seen to put bits together rightly. 19 and 22 were seen going wrong. */
enum { GIVK_MERGING_LLVM = 15 };

/** Mesa's CPU driver with an LLVM that computes wrongly on processors with AVX-512: the operands of
 *  the bits' choice change places. Which processor runs its code it does not say. */
static bool givk_merges_wrongly(const VkPhysicalDeviceVulkan12Properties *properties)
{
    const char *llvm = strstr(properties->driverInfo, "LLVM ");

    return properties->driverID == VK_DRIVER_ID_MESA_LLVMPIPE &&
           (llvm == NULL || strtoul(llvm + 5, NULL, 10) > GIVK_MERGING_LLVM);
}

/** Mesa's CPU driver where a read whose address is the same for a subgroup is that of one thread,
 *  and nothing looks whether it is there. 25.0 was seen to look, 26.2 not to. */
static bool givk_reads_for_nobody(const VkPhysicalDeviceVulkan12Properties *properties)
{
    const char *mesa = strstr(properties->driverInfo, "Mesa ");
    unsigned major = 0, minor = 0;

    if (properties->driverID != VK_DRIVER_ID_MESA_LLVMPIPE)
        return false;
    if (mesa == NULL || sscanf(mesa, "Mesa %u.%u", &major, &minor) != 2)
        return true;
    return major > 25 || (major == 25 && minor > 0);
}

/** That driver's limit. It counts the rounds of all loops together, for each subgroup. */
enum { GIVK_MESA22_ROUNDS = 65535 };

static const char givk_rounds_remedy[] =
    "Mesa 25 has no such limit; Debian 12 has it in bookworm-backports (mesa-vulkan-drivers)";

/** The behaviour of barriers after threads have ended: known of some drivers only. */
static enum gi_translate_ended givk_ended(const VkPhysicalDeviceVulkan12Properties *properties)
{
    if (properties->driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY ||
        properties->driverID == VK_DRIVER_ID_MESA_RADV)
        return GI_TRANSLATE_ENDED_SKIPPED;
    if (givk_is_mesa22(properties))
        return GI_TRANSLATE_ENDED_FOLLOW;
    return GI_TRANSLATE_ENDED_AWAITED;
}

static void givk_subgroups(const struct givk_kernel_answers *answers,
                           struct givk_kernel_features *features,
                           struct gi_translate_target *target)
{
    const VkPhysicalDeviceVulkan11Properties *properties = answers->vulkan11_properties;
    VkSubgroupFeatureFlags offered = properties->subgroupSupportedOperations;

    features->sizes = answers->sizes->subgroupSizeControl;
    features->sizes_required =
        features->sizes && answers->sizes->computeFullSubgroups &&
        (answers->size_limits->requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
    target->subgroup_least = target->subgroup_most = properties->subgroupSize;
    if (features->sizes_required) {
        target->subgroup_least = answers->size_limits->minSubgroupSize;
        target->subgroup_most = answers->size_limits->maxSubgroupSize;
    }
    target->subgroup_can_be_required = features->sizes_required;
    /* Warps of native subgroups make use of it, and atomics where many lanes can meet. */
    features->reconverges = answers->reconverges && target->subgroup_most >= 32;
    if ((properties->subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0)
        offered = 0;
    /* Vulkan's bits up to quads stand in the order of SPIR-V's capabilities. */
    target->subgroup_operations = (uint8_t)offered;
    target->reconverges = features->reconverges;
    target->ended_at_barriers = givk_ended(answers->properties);
    /* Vulkan promises nothing. NVIDIA's GPUs schedule each thread by itself, but kernels of its
     * Vulkan driver cannot rely on that. Lanes that waited for others of their warp in a loop hung
     * an H100. */
    target->threads_progress = false;
    features->matrices = answers->matrices && target->subgroup_can_be_required &&
                         target->subgroup_least <= GI_WARP_THREADS &&
                         target->subgroup_most >= GI_WARP_THREADS && target->float16 &&
                         target->int8 && features->memory_model;
}

/** Whether four products of bytes are one instruction, whatever the signs of both words. */
static bool givk_dots_bytes(const struct givk_kernel_answers *answers)
{
    const VkPhysicalDeviceShaderIntegerDotProductProperties *limits = answers->dot_limits;

    return answers->dots && limits->integerDotProduct4x8BitPackedSignedAccelerated &&
           limits->integerDotProduct4x8BitPackedUnsignedAccelerated &&
           limits->integerDotProduct4x8BitPackedMixedSignednessAccelerated;
}

static void givk_note_kernel_features(const struct givk_kernel_answers *answers,
                                      struct givk_kernel_features *out_features)
{
    const VkPhysicalDeviceVulkan12Features *vulkan12 = answers->vulkan12;

    *out_features = (struct givk_kernel_features){
        .plain = {
            .shaderInt64 = answers->features->shaderInt64,
            .shaderInt16 = answers->features->shaderInt16,
            .shaderFloat64 = answers->features->shaderFloat64,
        },
        .storage16 = answers->vulkan11->storageBuffer16BitAccess,
        .int8 = vulkan12->shaderInt8,
        .float16 = vulkan12->shaderFloat16,
        .buffer_int64_atomics = vulkan12->shaderBufferInt64Atomics,
        .shared_int64_atomics = vulkan12->shaderSharedInt64Atomics,
        .memory_model = vulkan12->vulkanMemoryModel && vulkan12->vulkanMemoryModelDeviceScope,
        /* SPIR-V has a capability for neither: a module that uses one on a device without it is
         * taken. */
        .extended_types = vulkan12->shaderSubgroupExtendedTypes,
        .broadcast_dynamic_id = vulkan12->subgroupBroadcastDynamicId,
        .atomic_float = answers->atomic_float,
    };
    if (answers->atomic_float) {
        out_features->floats.shaderBufferFloat32AtomicAdd =
            answers->floats->shaderBufferFloat32AtomicAdd;
        out_features->floats.shaderBufferFloat32Atomics =
            answers->floats->shaderBufferFloat32Atomics;
        out_features->floats.shaderSharedFloat32AtomicAdd =
            answers->floats->shaderSharedFloat32AtomicAdd;
        out_features->floats.shaderSharedFloat32Atomics =
            answers->floats->shaderSharedFloat32Atomics;
        out_features->floats.shaderBufferFloat64AtomicAdd =
            answers->floats->shaderBufferFloat64AtomicAdd;
        out_features->floats.shaderBufferFloat64Atomics =
            answers->floats->shaderBufferFloat64Atomics;
    }
    out_features->clock = answers->clock;
    out_features->dots = givk_dots_bytes(answers);
}

static void givk_note_target(const struct givk_kernel_answers *answers,
                             const struct givk_kernel_features *features,
                             struct gi_translate_target *out_target)
{
    const VkPhysicalDeviceVulkan12Features *vulkan12 = answers->vulkan12;
    const VkPhysicalDeviceVulkan12Properties *properties = answers->properties;

    *out_target = (struct gi_translate_target){
        .push_bytes = GIVK_KERNEL_PUSH,
        .int8 = vulkan12->shaderInt8 && vulkan12->storageBuffer8BitAccess,
        .int16 = answers->features->shaderInt16 && answers->vulkan11->storageBuffer16BitAccess,
        .float16 = vulkan12->shaderFloat16,
        .float64 = answers->features->shaderFloat64,
        .int64_atomics = vulkan12->shaderBufferInt64Atomics && vulkan12->shaderSharedInt64Atomics,
        .float32_atomic_add = features->floats.shaderBufferFloat32AtomicAdd,
        .float64_atomic_add = features->floats.shaderBufferFloat64AtomicAdd,
        .float32_shared_add = features->floats.shaderSharedFloat32AtomicAdd,
        .keeps_specials = givk_widths(properties->shaderSignedZeroInfNanPreserveFloat16,
                                      properties->shaderSignedZeroInfNanPreserveFloat32,
                                      properties->shaderSignedZeroInfNanPreserveFloat64),
        .keeps_denormals = givk_widths(properties->shaderDenormPreserveFloat16,
                                       properties->shaderDenormPreserveFloat32,
                                       properties->shaderDenormPreserveFloat64),
        .flushes_denormals = givk_widths(properties->shaderDenormFlushToZeroFloat16,
                                         properties->shaderDenormFlushToZeroFloat32,
                                         properties->shaderDenormFlushToZeroFloat64),
        .flushes_small = !properties->shaderDenormPreserveFloat32 &&
                         properties->driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY,
        .sums_flush = !properties->shaderDenormPreserveFloat32 &&
                      properties->driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY,
        .folds_halves = properties->driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY,
        .fused_fma = givk_fuses(properties->driverID),
        .drops_zeros = givk_drops_zeros(properties->driverID),
        .near_approximations = properties->driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY,
        .exchange_words = properties->driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY,
        .saturates = properties->driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY,
        .exact_division = givk_divides_exactly(properties->driverID),
        .good_exp2 = properties->driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY,
        .subgroup_clock = answers->clock,
        .dots_bytes = features->dots,
        .short_clock = answers->clock && givk_has_short_clock(properties->driverID),
        .fence_is_barrier = givk_is_mesa22(properties),
        .widens_wrongly = givk_is_mesa22(properties),
        .forgets_in_loops = givk_is_mesa22(properties),
        .merges_wrongly = givk_merges_wrongly(properties),
        .joins_comparisons = properties->driverID == VK_DRIVER_ID_MESA_LLVMPIPE &&
                             !givk_is_mesa22(properties),
        .reads_for_nobody = givk_reads_for_nobody(properties),
        .loop_rounds = givk_is_mesa22(properties) ? GIVK_MESA22_ROUNDS : 0,
        .rounds_remedy = givk_is_mesa22(properties) ? givk_rounds_remedy : NULL,
    };
}

void givk_kernel_facts(const struct givk_kernel_answers *answers,
                       struct givk_kernel_features *out_features,
                       struct gi_translate_target *out_target)
{
    givk_note_kernel_features(answers, out_features);
    givk_note_target(answers, out_features, out_target);
    givk_subgroups(answers, out_features, out_target);
}

void givk_kernel_push_facts(const VkPhysicalDeviceLimits *limits, struct gi_device_info *info)
{
    info->wide_push_bytes = 0;
    if (limits->maxComputeWorkGroupCount[0] >= gi_grid_most(0))
        return;
    if (limits->maxPushConstantsSize < GIVK_KERNEL_PUSH + GIVK_WIDE_PUSH)
        info->kernels.push_bytes = GIVK_KERNEL_PUSH - GIVK_WIDE_PUSH;
    info->wide_push_bytes = info->kernels.push_bytes;
}

uint32_t givk_kernel_push_bytes(const struct gi_device_info *info)
{
    return info->kernels.push_bytes + (info->wide_push_bytes != 0 ? GIVK_WIDE_PUSH : 0);
}

bool givk_kernel_features_suffice(const struct givk_kernel_features *features)
{
    return features->plain.shaderInt64 && features->memory_model;
}
