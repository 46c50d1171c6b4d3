#include "host.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <vulkan/vulkan.h>

#include "code/matrix_trial.h"
#include "kernel/print/report.h"
#include "kernel/translate/ptx/ptx.h"
#include "vulkan/plan/matrix_facts.h"

static const uint64_t arena_bytes = 64 << 20;

/* Memory that the device and the host share. */
struct shared {
    VkBuffer buffer;
    VkDeviceMemory memory;
    struct host_memory place;
};

/* The pipeline of the last run, which the next one may need again; without words there is none. */
struct last {
    VkPipeline pipeline;
    uint32_t *words;
    uint32_t word_count, subgroup_size, block[3], dynamic_bytes;
};

static struct {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkPipelineLayout layout;
    struct shared arena, clock;
    struct last last;
    uint64_t used;
    uint64_t report;
    uint64_t grid_barrier;
    struct gi_translate_target target;
    uint8_t offered;            /* products as cooperative matrices */
} host;

/* VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR, which older headers lack. */
struct reconvergence {
    VkStructureType type;
    void *next;
    VkBool32 feature;
};

static const VkStructureType reconvergence_type = (VkStructureType)1000434000;

static void check(VkResult result, const char *what)
{
    if (result == VK_SUCCESS)
        return;
    fprintf(stderr, "%s: %d\n", what, result);
    abort();
}

#define CHECK(call) check(call, #call)

const struct gi_translate_target *host_target(void)
{
    return &host.target;
}

/* What is known of a driver's conversions. GPUINTEROP_TEST_CONVERSIONS=1: as of NVIDIA's.
 * GPUINTEROP_TEST_PRIVATE_BYTES: of more bytes local memory lies in device memory.
 * GPUINTEROP_TEST_SHARED_IN_MEMORY=1: all shared memory does. GPUINTEROP_TEST_BARRIERS=0: as if
 * barriers did not count warps. */
static void ask_driver(void)
{
    const char *setting = getenv("GPUINTEROP_TEST_CONVERSIONS");
    const char *private_bytes = getenv("GPUINTEROP_TEST_PRIVATE_BYTES");
    const char *shared = getenv("GPUINTEROP_TEST_SHARED_IN_MEMORY");
    VkPhysicalDeviceDriverProperties driver = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &driver };
    bool nvidia;

    vkGetPhysicalDeviceProperties2(host.physical, &properties);
    host.target.barriers_count_warps = driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY &&
        !getenv("GPUINTEROP_TEST_BARRIERS");
    nvidia = setting ? strcmp(setting, "1") == 0
                     : driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY;
    host.target.flushes_small = nvidia && !(host.target.keeps_denormals & GI_TRANSLATE_F32);
    host.target.sums_flush = driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY
        && host.target.flushes_small;
    host.target.folds_halves = nvidia;
    host.target.near_approximations = driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY;
    host.target.saturates = driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY;
    host.target.exchange_words = driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY;
    host.target.shared_in_memory = shared != NULL && strcmp(shared, "1") == 0;
    if (private_bytes != NULL)
        host.target.private_bytes = (uint32_t)strtoul(private_bytes, NULL, 10);
}

/* What floats the device keeps if it is asked to. */
static void ask_floats(void)
{
    VkPhysicalDeviceFloatControlsProperties floats = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &floats };

    vkGetPhysicalDeviceProperties2(host.physical, &properties);
    host.target.keeps_specials = (uint8_t)(
        (floats.shaderSignedZeroInfNanPreserveFloat16 ? GI_TRANSLATE_F16 : 0)
        | (floats.shaderSignedZeroInfNanPreserveFloat32 ? GI_TRANSLATE_F32 : 0)
        | (floats.shaderSignedZeroInfNanPreserveFloat64 ? GI_TRANSLATE_F64 : 0));
    host.target.keeps_denormals = (uint8_t)(
        (floats.shaderDenormPreserveFloat16 ? GI_TRANSLATE_F16 : 0)
        | (floats.shaderDenormPreserveFloat32 ? GI_TRANSLATE_F32 : 0)
        | (floats.shaderDenormPreserveFloat64 ? GI_TRANSLATE_F64 : 0));
    host.target.flushes_denormals = floats.shaderDenormFlushToZeroFloat32
        && floats.denormBehaviorIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE
        ? GI_TRANSLATE_F32 : 0;
    ask_driver();
    printf("# %s: small numbers can be kept %x, flushed %x; specials kept %x "
           "(1 f16, 2 f32, 4 f64)\n", properties.properties.deviceName,
           host.target.keeps_denormals, host.target.flushes_denormals,
           host.target.keeps_specials);
}

static bool has_extension(const char *name)
{
    VkExtensionProperties all[512];
    uint32_t count = 512;

    (void)vkEnumerateDeviceExtensionProperties(host.physical, NULL, &count, all);
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(all[i].extensionName, name) == 0)
            return true;
    }
    return false;
}

/* Mesa's CPU driver with an LLVM that computes merged bits wrongly on some processors. */
static bool has_merging_llvm(const VkPhysicalDeviceDriverProperties *driver)
{
    const char *llvm = strstr(driver->driverInfo, "LLVM ");

    return driver->driverID == VK_DRIVER_ID_MESA_LLVMPIPE && llvm && atoi(llvm + 5) > 15;
}

/* Mesa's CPU driver where an address that is the same for all threads is read for nobody, too. */
static bool has_scalar_reads(const VkPhysicalDeviceDriverProperties *driver)
{
    const char *mesa = strstr(driver->driverInfo, "Mesa ");

    return driver->driverID == VK_DRIVER_ID_MESA_LLVMPIPE && mesa && strtod(mesa + 5, NULL) > 25.05;
}

/* What subgroups there are, and what is known of barriers after threads have ended. */
static void ask_subgroups(bool can_require)
{
    VkPhysicalDeviceSubgroupSizeControlProperties sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES };
    VkPhysicalDeviceDriverProperties driver = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES };
    VkPhysicalDeviceSubgroupProperties subgroups = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, .pNext = &driver };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroups };
    struct gi_translate_target *target = &host.target;

    if (can_require)
        driver.pNext = &sizes;
    vkGetPhysicalDeviceProperties2(host.physical, &properties);
    target->subgroup_least = target->subgroup_most = subgroups.subgroupSize;
    if (can_require && (sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT)) {
        target->subgroup_least = sizes.minSubgroupSize;
        target->subgroup_most = sizes.maxSubgroupSize;
        target->subgroup_can_be_required = true;
    }
    target->subgroup_operations = (uint8_t)(
        (subgroups.supportedOperations & VK_SUBGROUP_FEATURE_BALLOT_BIT ? GI_TRANSLATE_BALLOT : 0)
        | (subgroups.supportedOperations & VK_SUBGROUP_FEATURE_SHUFFLE_BIT
           ? GI_TRANSLATE_SHUFFLE : 0));
    target->ended_at_barriers = driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY
            || driver.driverID == VK_DRIVER_ID_MESA_RADV ? GI_TRANSLATE_ENDED_SKIPPED
        : driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE && strstr(driver.driverInfo, "Mesa 22.")
            ? GI_TRANSLATE_ENDED_FOLLOW
        : GI_TRANSLATE_ENDED_AWAITED;
    target->drops_zeros = driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
    target->threads_progress = false;            /* no driver here is known to do so */
    target->fence_is_barrier = driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE
        && strstr(driver.driverInfo, "Mesa 22.");
    target->loop_rounds = target->fence_is_barrier ? 65535 : 0;
    target->widens_wrongly = target->fence_is_barrier && !getenv("GPUINTEROP_TEST_WIDENS");
    target->merges_wrongly = has_merging_llvm(&driver) && !getenv("GPUINTEROP_TEST_MERGES");
    target->reads_for_nobody = has_scalar_reads(&driver) && !getenv("GPUINTEROP_TEST_READS");
    target->forgets_in_loops = target->fence_is_barrier && !getenv("GPUINTEROP_TEST_FORGETS");
}

/* The products that the device offers as cooperative matrices. GPUINTEROP_TEST_MATRICES=0: as if
 * there were none. */
static uint8_t offered_matrices(void)
{
    const char *setting = getenv("GPUINTEROP_TEST_MATRICES");
    PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR ask =
        (PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR)vkGetInstanceProcAddr(
            host.instance, "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR");
    VkCooperativeMatrixPropertiesKHR all[64];
    uint32_t count = 64;

    for (uint32_t i = 0; i < count; i++)
        all[i] = (VkCooperativeMatrixPropertiesKHR){
            .sType = VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_KHR };
    if (!ask || (setting && strcmp(setting, "0") == 0)
        || ask(host.physical, &count, all) != VK_SUCCESS)
        return 0;
    return givk_matrix_products(all, count);
}

static const char *open_device(void)
{
    VkPhysicalDeviceSubgroupSizeControlFeatures sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES };
    struct reconvergence reconvergence = { .type = reconvergence_type };
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomics = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT };
    VkPhysicalDeviceCooperativeMatrixFeaturesKHR matrices = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR };
    VkPhysicalDeviceShaderIntegerDotProductFeatures dots = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES };
    const char *extensions[5];
    VkPhysicalDeviceVulkan11Features v11 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES };
    VkPhysicalDeviceVulkan12Features v12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v11 };
    VkPhysicalDeviceFeatures2 features = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                           .pNext = &v12 };
    float priority = 1;
    VkDeviceQueueCreateInfo queue = { .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                      .queueCount = 1, .pQueuePriorities = &priority };
    VkDeviceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &features,
                                .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue,
                                .ppEnabledExtensionNames = extensions };

    if (has_extension(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME)) {
        extensions[info.enabledExtensionCount++] = VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME;
        v11.pNext = &sizes;
    }
    if (has_extension("VK_KHR_shader_maximal_reconvergence")) {
        extensions[info.enabledExtensionCount++] = "VK_KHR_shader_maximal_reconvergence";
        reconvergence.next = v11.pNext;
        v11.pNext = &reconvergence;
    }
    if (has_extension(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME)) {
        extensions[info.enabledExtensionCount++] = VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME;
        atomics.pNext = v11.pNext;
        v11.pNext = &atomics;
    }
    if (has_extension(VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME)) {
        extensions[info.enabledExtensionCount++] = VK_KHR_COOPERATIVE_MATRIX_EXTENSION_NAME;
        matrices.pNext = v11.pNext;
        v11.pNext = &matrices;
    }
    if (has_extension(VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME)) {
        extensions[info.enabledExtensionCount++] =
            VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME;
        dots.pNext = v11.pNext;
        v11.pNext = &dots;
    }
    vkGetPhysicalDeviceFeatures2(host.physical, &features);
    if (!v12.bufferDeviceAddress || !v12.vulkanMemoryModel || !v12.vulkanMemoryModelDeviceScope
        || !features.features.shaderInt64)
        return "the device lacks buffer addresses, the memory model or 64-bit integers";
    v12.bufferDeviceAddressCaptureReplay = v12.bufferDeviceAddressMultiDevice = VK_FALSE;
    host.target = (struct gi_translate_target){
        .push_bytes = 128, .int8 = v12.shaderInt8 && v12.storageBuffer8BitAccess,
        .int16 = features.features.shaderInt16 && v11.storageBuffer16BitAccess,
        .float16 = v12.shaderFloat16, .float64 = features.features.shaderFloat64,
        .int64_atomics = v12.shaderBufferInt64Atomics && v12.shaderSharedInt64Atomics,
        .float32_shared_add = atomics.shaderSharedFloat32AtomicAdd,
        .dots_bytes = dots.shaderIntegerDotProduct };
    ask_floats();
    ask_subgroups(sizes.subgroupSizeControl && sizes.computeFullSubgroups);
    host.target.reconverges = reconvergence.feature;
    matrices.cooperativeMatrixRobustBufferAccess = VK_FALSE;
    host.offered = matrices.cooperativeMatrix ? offered_matrices() : 0;
    CHECK(vkCreateDevice(host.physical, &info, NULL, &host.device));
    vkGetDeviceQueue(host.device, 0, 0, &host.queue);
    return NULL;
}

/* Memory that the device and the host share; if there is some, with what is preferred. */
static uint32_t shared_type(uint32_t allowed_mask, VkMemoryPropertyFlags preferred)
{
    const VkMemoryPropertyFlags shared = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT
        | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties properties;

    vkGetPhysicalDeviceMemoryProperties(host.physical, &properties);
    for (int is_any = 0; is_any < 2; is_any++) {
        VkMemoryPropertyFlags wanted = shared | (is_any ? 0u : preferred);

        for (uint32_t i = 0; i < properties.memoryTypeCount; i++) {
            if ((allowed_mask >> i & 1)
                && (properties.memoryTypes[i].propertyFlags & wanted) == wanted)
                return i;
        }
    }
    fprintf(stderr, "the host shares no memory with the device\n");
    abort();
}

static struct shared make_shared(uint64_t size_bytes, VkMemoryPropertyFlags preferred)
{
    VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size_bytes,
                                .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
                                    | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT };
    VkMemoryAllocateFlagsInfo flags = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT };
    VkMemoryAllocateInfo allocate = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                      .pNext = &flags };
    VkBufferDeviceAddressInfo address = { .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO };
    struct shared made;
    VkMemoryRequirements needs;
    void *bytes;

    CHECK(vkCreateBuffer(host.device, &info, NULL, &made.buffer));
    vkGetBufferMemoryRequirements(host.device, made.buffer, &needs);
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = shared_type(needs.memoryTypeBits, preferred);
    CHECK(vkAllocateMemory(host.device, &allocate, NULL, &made.memory));
    CHECK(vkBindBufferMemory(host.device, made.buffer, made.memory, 0));
    CHECK(vkMapMemory(host.device, made.memory, 0, VK_WHOLE_SIZE, 0, &bytes));
    address.buffer = made.buffer;
    made.place = (struct host_memory){ bytes, vkGetBufferDeviceAddress(host.device, &address) };
    memset(bytes, 0, size_bytes);
    return made;
}

static void free_shared(const struct shared *shared)
{
    vkDestroyBuffer(host.device, shared->buffer, NULL);
    vkFreeMemory(host.device, shared->memory, NULL);
}

/* The host reads the arena. NVIDIA's GPUs see what the host writes while a kernel runs in device
 * memory alone. */
static void make_memory(void)
{
    host.arena = make_shared(arena_bytes, VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
    host.clock = make_shared(GI_TRANSLATE_CLOCK_BYTES, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
}

const char *host_open_compiler(void)
{
    VkApplicationInfo application = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                      .apiVersion = VK_API_VERSION_1_2 };
    VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                  .pApplicationInfo = &application };
    VkPushConstantRange range = { VK_SHADER_STAGE_COMPUTE_BIT, 0, 128 };
    VkPipelineLayoutCreateInfo layout = { .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                          .pushConstantRangeCount = 1,
                                          .pPushConstantRanges = &range };
    uint32_t count = 1;
    const char *why;

    if (vkCreateInstance(&info, NULL, &host.instance) != VK_SUCCESS)
        return "there is no Vulkan 1.2";
    (void)vkEnumeratePhysicalDevices(host.instance, &count, &host.physical);
    if (count == 0)
        return "there is no Vulkan device";
    why = open_device();
    if (why == NULL)
        CHECK(vkCreatePipelineLayout(host.device, &layout, NULL, &host.layout));
    return why;
}

const char *host_open(void)
{
    VkCommandPoolCreateInfo pool = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO };
    VkCommandBufferAllocateInfo commands = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandBufferCount = 1 };
    const char *why = host_open_compiler();

    if (why != NULL)
        return why;
    make_memory();
    CHECK(vkCreateCommandPool(host.device, &pool, NULL, &host.pool));
    commands.commandPool = host.pool;
    CHECK(vkAllocateCommandBuffers(host.device, &commands, &host.commands));
    return NULL;
}

static void drop_last(void)
{
    if (host.last.words)
        vkDestroyPipeline(host.device, host.last.pipeline, NULL);
    free(host.last.words);
    host.last.words = NULL;
}

void host_close(void)
{
    drop_last();
    vkDestroyCommandPool(host.device, host.pool, NULL);
    vkDestroyPipelineLayout(host.device, host.layout, NULL);
    free_shared(&host.arena);
    free_shared(&host.clock);
    vkDestroyDevice(host.device, NULL);
    vkDestroyInstance(host.instance, NULL);
}

struct host_memory host_alloc(uint64_t bytes)
{
    struct host_memory memory = { host.arena.place.bytes + host.used,
                                  host.arena.place.address + host.used };

    host.used += (bytes + 255) & ~(uint64_t)255;
    if (host.used > arena_bytes)
        abort();
    return memory;
}

void host_reset(void)
{
    memset(host.arena.place.bytes, 0, host.used);
    host.used = 0;
    host.report = 0;
}

void host_report(uint64_t address)
{
    host.report = address;
}

void host_grid_barrier(uint64_t address)
{
    host.grid_barrier = address;
}

static VkPipeline make_pipeline(const struct gi_translate_kernel *kernel, const uint32_t block[3],
                                uint32_t dynamic_bytes)
{
    uint32_t values[4] = { block[0], block[1], block[2], dynamic_bytes };
    VkSpecializationMapEntry entries[4];
    VkSpecializationInfo special = { 4, entries, sizeof(values), values };
    VkShaderModuleCreateInfo code = { .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                      .codeSize = kernel->word_count * 4,
                                      .pCode = kernel->words };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = host.layout,
        .flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT,
        .stage = { .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                   .stage = VK_SHADER_STAGE_COMPUTE_BIT, .pName = "main",
                   .pSpecializationInfo = &special } };
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = kernel->subgroup_size };
    VkPipeline pipeline;

    if (kernel->subgroup_size && host.target.subgroup_can_be_required) {
        info.stage.pNext = &size;
        info.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    }
    for (uint32_t i = 0; i < 4; i++)
        entries[i] = (VkSpecializationMapEntry){ i, i * 4, 4 };
    CHECK(vkCreateShaderModule(host.device, &code, NULL, &info.stage.module));
    CHECK(vkCreateComputePipelines(host.device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(host.device, info.stage.module, NULL);
    return pipeline;
}

static bool is_last(const struct gi_translate_kernel *kernel, const uint32_t block[3],
                    uint32_t dynamic_bytes)
{
    const struct last *last = &host.last;

    return last->words && last->word_count == kernel->word_count
        && last->subgroup_size == kernel->subgroup_size && last->dynamic_bytes == dynamic_bytes
        && memcmp(last->block, block, sizeof(last->block)) == 0
        && memcmp(last->words, kernel->words, kernel->word_count * sizeof(*last->words)) == 0;
}

/* Tests run a kernel with one input after the other, and to compile it takes longest. */
static VkPipeline pipeline_of(const struct gi_translate_kernel *kernel, const uint32_t block[3],
                              uint32_t dynamic_bytes)
{
    size_t bytes = kernel->word_count * sizeof(*kernel->words);

    if (is_last(kernel, block, dynamic_bytes))
        return host.last.pipeline;
    drop_last();
    host.last = (struct last){ .pipeline = make_pipeline(kernel, block, dynamic_bytes),
                               .words = malloc(bytes), .word_count = kernel->word_count,
                               .subgroup_size = kernel->subgroup_size,
                               .dynamic_bytes = dynamic_bytes };
    if (!host.last.words)
        abort();
    memcpy(host.last.words, kernel->words, bytes);
    memcpy(host.last.block, block, sizeof(host.last.block));
    return host.last.pipeline;
}

void host_compile(const struct gi_translate_kernel *kernel, const uint32_t block[3],
                  uint32_t dynamic_bytes)
{
    vkDestroyPipeline(host.device, make_pipeline(kernel, block, dynamic_bytes), NULL);
}

static bool has_memory(const struct gi_translate_kernel *kernel)
{
    return kernel->local_in_memory || kernel->shared_in_memory;
}

/* Memory of the blocks: of a grid in one row two pieces have it one after the other. What was there
 * before is no number that a kernel could mean. */
static uint32_t make_blocks(const struct gi_translate_kernel *kernel, const uint32_t grid[3],
                            const uint32_t block[3], uint32_t dynamic_bytes, uint8_t *push)
{
    uint32_t lanes = GI_TRANSLATE_LOCAL_LANES;
    uint64_t threads = (block[0] * block[1] * block[2] + lanes - 1) / lanes * lanes;
    uint32_t row = grid[1] == 1 && grid[2] == 1 ? (grid[0] + 1) / 2 : grid[0];
    uint64_t bytes = kernel->local_in_memory ? threads * kernel->local_thread_bytes : 0;
    struct host_memory memory;

    bytes += kernel->shared_in_memory
        ? gi_translate_shared_room(kernel->shared_bytes + dynamic_bytes) : 0;
    bytes *= (uint64_t)row * grid[1] * grid[2];
    memory = host_alloc(bytes);
    memset(memory.bytes, 0xa5, bytes);
    memcpy(push + kernel->push_blocks_bytes, &memory.address, 8);
    return row;
}

static void dispatch(const struct gi_translate_kernel *kernel, const uint32_t grid[3],
                     uint32_t piece)
{
    VkMemoryBarrier barrier = { .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                .dstAccessMask = VK_ACCESS_SHADER_WRITE_BIT };

    for (uint32_t at = 0; at < grid[0]; at += piece) {
        uint32_t count = grid[0] - at < piece ? grid[0] - at : piece;

        if (has_memory(kernel))
            vkCmdPushConstants(host.commands, host.layout, VK_SHADER_STAGE_COMPUTE_BIT,
                               kernel->push_blocks_bytes + 8, 4, &at);
        vkCmdPipelineBarrier(host.commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL, 0,
                             NULL);
        vkCmdDispatchBase(host.commands, at, 0, 0, count, grid[1], grid[2]);
    }
}

static void write_time(struct host_memory *clock)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    atomic_store((_Atomic uint64_t *)(void *)clock->bytes,
                 (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
}

/* Submits and waits. The clock of the kernel goes on meanwhile. */
static void run_commands(struct host_memory *clock)
{
    VkSubmitInfo submit = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
                            .pCommandBuffers = &host.commands };
    VkFenceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    VkResult result = VK_TIMEOUT;
    VkFence fence;

    CHECK(vkCreateFence(host.device, &info, NULL, &fence));
    CHECK(vkQueueSubmit(host.queue, 1, &submit, fence));
    while (result == VK_TIMEOUT) {
        write_time(clock);
        result = vkWaitForFences(host.device, 1, &fence, VK_TRUE, 100000);
    }
    check(result, "vkWaitForFences");
    CHECK(vkQueueWaitIdle(host.queue));
    vkDestroyFence(host.device, fence, NULL);
}

void host_run(const struct gi_translate_kernel *kernel, uint64_t variables,
              const void *const *arguments, const uint32_t grid[3], const uint32_t block[3],
              uint32_t dynamic_bytes)
{
    struct host_memory parameters = host_alloc(kernel->parameter_bytes + 16);
    struct host_memory report = host_alloc(sizeof(struct gi_kernel_report));
    const struct gi_kernel_report *own;
    uint8_t push[128] = { 0 };
    uint8_t *place = kernel->parameters_in_memory ? parameters.bytes
        : push + kernel->push_offset_bytes;
    VkPipeline pipeline = pipeline_of(kernel, block, dynamic_bytes);
    uint32_t piece = grid[0];
    VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };

    memcpy(push, &parameters.address, 8);
    memcpy(push + 8, &variables, 8);
    if (kernel->uses_grid)
        memcpy(push + kernel->push_grid_bytes, grid, 12);
    if (kernel->uses_grid_barrier)
        memcpy(push + kernel->push_grid_barrier_bytes, &host.grid_barrier, 8);
    if (kernel->uses_clock)
        memcpy(push + kernel->push_clock_bytes, &host.clock.place.address, 8);
    if (kernel->uses_report)
        memcpy(push + 16, host.report ? &host.report : &report.address, 8);
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        memcpy(place + kernel->parameters[i].offset_bytes, arguments[i],
               kernel->parameters[i].bytes);
    }
    if (has_memory(kernel))
        piece = make_blocks(kernel, grid, block, dynamic_bytes, push);
    CHECK(vkResetCommandPool(host.device, host.pool, 0));
    CHECK(vkBeginCommandBuffer(host.commands, &begin));
    vkCmdBindPipeline(host.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdPushConstants(host.commands, host.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       kernel->push_bytes, push);
    dispatch(kernel, grid, piece);
    CHECK(vkEndCommandBuffer(host.commands));
    run_commands(&host.clock.place);
    own = (const struct gi_kernel_report *)report.bytes;
    if (own->failure != GI_KERNEL_RUNS || own->loops_ended) {
        fprintf(stderr, "a kernel failed, and its test gave no report\n");
        abort();
    }
}

/* ---- products of matrices ---- */

static uint8_t try_matrices(const struct gi_matrix_units *units)
{
    struct gi_translate_target target = host.target;
    const char *text = gi_matrix_trial_text();
    struct gi_translate_kernel kernel;
    struct gi_ptx_module *module;
    struct host_memory words;
    struct gi_arena arena;
    uint8_t right;

    target.matrices = units->matrices;
    target.matrices_turned = units->turned;
    gi_arena_init(&arena, 64 << 20);
    if (gi_ptx_parse(&arena, text, strlen(text), &module) != GI_OK
        || gi_translate(&arena, module, module->functions[0], &target, &kernel) != GI_OK)
        abort();
    host_reset();
    words = host_alloc(4 * GI_MATRIX_TRIAL_ALL);
    gi_matrix_trial_fill((uint32_t *)(void *)words.bytes);
    host_run(&kernel, 0, (const void *[]){ &words.address }, (uint32_t[]){ 1, 1, 1 },
             (uint32_t[]){ 32, 1, 1 }, 0);
    right = gi_matrix_trial_right((const uint32_t *)(const void *)words.bytes);
    gi_arena_finish(&arena);
    return right;
}

void host_find_matrices(void)
{
    struct gi_matrix_units found = { 0, 0 }, tried;

    for (uint32_t run = 0; run < 2; run++) {
        if (gi_matrix_trial_next(host.offered, run, &found, &tried))
            gi_matrix_trial_take(&tried, try_matrices(&tried), &found);
    }
    host.target.matrices = found.matrices;
    host.target.matrices_turned = found.turned;
    printf("# products as cooperative matrices: %#x of %#x that are offered, %#x turned\n",
           found.matrices, host.offered, found.turned);
}
