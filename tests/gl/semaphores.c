/* The order between OpenGL and a queue of Vulkan, by waiting and by GL_EXT_semaphore, without this
 * library. A round: OpenGL writes a word to memory that both have, the queue copies it to memory of
 * the host, and OpenGL writes the next one behind that. Each way has a process of its own, which is
 * ended if it hangs.
 *
 *     gl_semaphores [ROUNDS [SECONDS]]      of each way; a way that takes longer hangs
 *
 * For each way a line says what a round takes in the calls and in all, and whether each word came
 * right. The program fails if a way other than the last one hangs, or has wrong words. */
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include "egl_context.h"

enum { MOST_ROUNDS = 4096, BYTES = 65536, UUID_BYTES = 16, EXIT_SKIPPED = 77, EXIT_HUNG = 1,
       EXIT_WRONG = 2, TYPE_OF_SEMAPHORE = 0x95B3,
       TIMELINE = 0x95B5, TIMELINE_VALUE = 0x9595, RED_INTEGER = 0x8D94, UNSIGNED_INT = 0x1405,
       R32UI = 0x8236 };

/* ---- ways ----------------------------------------------------------------------------------- */

static const struct way {
    const char *name;
    bool to_queue;               /* a semaphore hands the memory on; else the host waits */
    bool to_opengl;              /* and back */
    bool is_timeline;
    bool waits_first;            /* OpenGL is asked to wait before the queue gets its work */
    bool may_hang;
} ways[] = {
    { "the host waits both ways", false, false, false, false, false },
    { "a semaphore to the queue, waiting back", true, false, false, false, false },
    { "waiting to the queue, a semaphore back", false, true, false, false, false },
    { "binary semaphores both ways, submitted before OpenGL waits", true, true, false, false,
      false },
    { "a timeline both ways, submitted before OpenGL waits", true, true, true, false, false },
    { "a timeline both ways, OpenGL waits before it is submitted", true, true, true, true, true },
};

enum { WAYS = sizeof ways / sizeof ways[0] };

/* What a way's process says to the one that started it. */
struct report {
    bool is_skipped, is_done;
    char why[96];
    double calls_us, all_us;     /* of a round */
    unsigned int wrong, rounds;
};

static struct report report;
static unsigned int rounds = 300;
static int seconds = 3;

_Noreturn static void skip(const char *why)
{
    report.is_skipped = true;
    snprintf(report.why, sizeof report.why, "%s", why);
    (void)!write(STDOUT_FILENO, &report, sizeof report);
    _exit(0);
}

static double now_us(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/* ---- OpenGL --------------------------------------------------------------------------------- */

/* What the tests' OpenGL has not. */
#define SEMAPHORE_CALLS(CALL) \
    CALL(void, GenSemaphoresEXT, (int count, gigl_name *out)) \
    CALL(void, ImportSemaphoreFdEXT, (gigl_name semaphore, gigl_enum kind, int fd)) \
    CALL(void, SemaphoreParameterui64vEXT, (gigl_name semaphore, gigl_enum what, \
                                            const uint64_t *value)) \
    CALL(void, WaitSemaphoreEXT, (gigl_name semaphore, gigl_name buffers, \
                                  const gigl_name *buffer_names, gigl_name textures, \
                                  const gigl_name *texture_names, const gigl_enum *layouts)) \
    CALL(void, SignalSemaphoreEXT, (gigl_name semaphore, gigl_name buffers, \
                                    const gigl_name *buffer_names, gigl_name textures, \
                                    const gigl_name *texture_names, const gigl_enum *layouts)) \
    CALL(void, CreateSemaphoresNV, (int count, gigl_name *out)) \
    CALL(void, SemaphoreParameterivNV, (gigl_name semaphore, gigl_enum what, const int *value)) \
    CALL(void, ClearNamedBufferSubData, (gigl_name buffer, gigl_enum internal, ptrdiff_t offset, \
                                         ptrdiff_t bytes, gigl_enum pixels, gigl_enum type, \
                                         const void *value))

static struct {
#define MEMBER(result, name, arguments) result (*name) arguments;
    SEMAPHORE_CALLS(MEMBER)
} more;

static bool has_extension(const char *name)
{
    int count = 0;

    gl.GetIntegerv(GIGL_NUM_EXTENSIONS, &count);
    for (int i = 0; i < count; i++)
        if (strcmp((const char *)gl.GetStringi(GIGL_EXTENSIONS, (gigl_name)i), name) == 0)
            return true;
    return false;
}

static void begin_opengl(const struct way *way)
{
    const char *why = egl_begin();
    void *symbol;

    if (why != NULL)
        skip(why);
    if (!has_extension("GL_EXT_memory_object_fd") || gl.NamedBufferStorageMemEXT == NULL)
        skip("OpenGL opens no memory");
    if ((way->to_queue || way->to_opengl) && !has_extension("GL_EXT_semaphore_fd"))
        skip("OpenGL has no GL_EXT_semaphore_fd");
    if (way->is_timeline && !has_extension("GL_NV_timeline_semaphore"))
        skip("OpenGL has no GL_NV_timeline_semaphore");
#define FIND(result, name, arguments) \
    symbol = egl_function("gl" #name); \
    memcpy(&more.name, &symbol, sizeof symbol);
    SEMAPHORE_CALLS(FIND)
}

/* ---- Vulkan --------------------------------------------------------------------------------- */

#define INSTANCE_CALLS(CALL) \
    CALL(EnumeratePhysicalDevices) CALL(GetPhysicalDeviceProperties2) \
    CALL(GetPhysicalDeviceMemoryProperties) CALL(CreateDevice) CALL(GetDeviceProcAddr)
#define DEVICE_CALLS(CALL) \
    CALL(GetDeviceQueue) CALL(CreateBuffer) CALL(GetBufferMemoryRequirements) \
    CALL(AllocateMemory) CALL(BindBufferMemory) CALL(MapMemory) CALL(GetMemoryFdKHR) \
    CALL(CreateSemaphore) CALL(GetSemaphoreFdKHR) CALL(CreateCommandPool) \
    CALL(AllocateCommandBuffers) CALL(BeginCommandBuffer) CALL(CmdCopyBuffer) \
    CALL(CmdPipelineBarrier) CALL(EndCommandBuffer) CALL(QueueSubmit) CALL(CreateFence) \
    CALL(WaitForFences) CALL(ResetFences)

static struct {
#define VK_MEMBER(name) PFN_vk##name name;
    INSTANCE_CALLS(VK_MEMBER)
    DEVICE_CALLS(VK_MEMBER)
} vk;

static VkPhysicalDevice gpu;
static VkDevice device;
static VkQueue queue;

/* A hand-over: one semaphore, as the queue and as OpenGL have it. */
static struct hand_over {
    VkSemaphore queues;
    gigl_name opengls;
} to_queue, to_opengl;

static VkBuffer shared, seen;
static gigl_name buffer;
static const volatile uint32_t *words;   /* of seen */
static VkCommandBuffer commands[MOST_ROUNDS];
static VkFence fence;

#define VK(call) \
    do { \
        VkResult result_ = (call); \
        if (result_ != VK_SUCCESS) { \
            snprintf(report.why, sizeof report.why, "%.60s: VkResult %d", #call, (int)result_); \
            skip(report.why); \
        } \
    } while (0)

static PFN_vkGetInstanceProcAddr open_vulkan(VkInstance *out_instance)
{
    const VkApplicationInfo about = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                      .apiVersion = VK_API_VERSION_1_2 };
    const VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &about };
    void *library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    PFN_vkGetInstanceProcAddr find = NULL;
    PFN_vkCreateInstance create;

    if (library == NULL)
        skip("there is no libvulkan.so.1");
    *(void **)&find = dlsym(library, "vkGetInstanceProcAddr");
    create = (PFN_vkCreateInstance)find(NULL, "vkCreateInstance");
    VK(create(&info, NULL, out_instance));
    return find;
}

/* The device that OpenGL is on. */
static void find_gpu(VkInstance instance)
{
    unsigned char uuid[UUID_BYTES] = { 0 };
    VkPhysicalDevice all[16];
    uint32_t count = 16;

    gl.GetUnsignedBytei_vEXT(GIGL_DEVICE_UUID, 0, uuid);
    VK(vk.EnumeratePhysicalDevices(instance, &count, all));
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceIDProperties id = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES };
        VkPhysicalDeviceProperties2 of = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &id };

        vk.GetPhysicalDeviceProperties2(all[i], &of);
        if (memcmp(id.deviceUUID, uuid, UUID_BYTES) == 0)
            gpu = all[i];
    }
    if (gpu == VK_NULL_HANDLE)
        skip("Vulkan has no device with OpenGL's UUID");
}

static void make_device(void)
{
    static const char *const names[] = { "VK_KHR_external_memory_fd",
                                         "VK_KHR_external_semaphore_fd" };
    const float priority = 1;
    const VkDeviceQueueCreateInfo queues = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1,
        .pQueuePriorities = &priority };
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES,
        .timelineSemaphore = VK_TRUE };
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &timeline,
        .queueCreateInfoCount = 1, .pQueueCreateInfos = &queues, .enabledExtensionCount = 2,
        .ppEnabledExtensionNames = names };

    if (vk.CreateDevice(gpu, &info, NULL, &device) == VK_SUCCESS)
        return;
    info.enabledExtensionCount = 1;      /* the ways with semaphores are skipped, then */
    VK(vk.CreateDevice(gpu, &info, NULL, &device));
}

static void begin_vulkan(void)
{
    VkInstance instance;
    PFN_vkGetInstanceProcAddr find = open_vulkan(&instance);
    const VkFenceCreateInfo fence_info = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };

#define OF_INSTANCE(name) vk.name = (PFN_vk##name)find(instance, "vk" #name);
    INSTANCE_CALLS(OF_INSTANCE)
    find_gpu(instance);
    make_device();
#define OF_DEVICE(name) vk.name = (PFN_vk##name)vk.GetDeviceProcAddr(device, "vk" #name);
    DEVICE_CALLS(OF_DEVICE)
    vk.GetDeviceQueue(device, 0, 0, &queue);
    VK(vk.CreateFence(device, &fence_info, NULL, &fence));
}

/* ---- memory --------------------------------------------------------------------------------- */

static uint32_t memory_type(uint32_t allowed, VkMemoryPropertyFlags wanted)
{
    VkPhysicalDeviceMemoryProperties types;

    vk.GetPhysicalDeviceMemoryProperties(gpu, &types);
    for (uint32_t i = 0; i < types.memoryTypeCount; i++)
        if ((allowed >> i & 1) != 0 && (types.memoryTypes[i].propertyFlags & wanted) == wanted)
            return i;
    skip("Vulkan has no such memory");
}

static VkDeviceMemory make_buffer(VkMemoryPropertyFlags wanted, bool is_exported,
                                  VkBuffer *out_buffer, uint64_t *out_bytes)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = is_exported ? &external : NULL,
        .size = BYTES,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT };
    const VkExportMemoryAllocateInfo exported = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    VkMemoryAllocateInfo allocation = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .pNext = is_exported ? &exported : NULL };
    VkMemoryRequirements needs;
    VkDeviceMemory memory;

    VK(vk.CreateBuffer(device, &info, NULL, out_buffer));
    vk.GetBufferMemoryRequirements(device, *out_buffer, &needs);
    allocation.allocationSize = *out_bytes = needs.size + 4096;  /* room that llvmpipe wants */
    allocation.memoryTypeIndex = memory_type(needs.memoryTypeBits, wanted);
    VK(vk.AllocateMemory(device, &allocation, NULL, &memory));
    VK(vk.BindBufferMemory(device, *out_buffer, memory, 0));
    return memory;
}

static void make_memory(void)
{
    const VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                       VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint64_t bytes, unused;
    VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
        .memory = make_buffer(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, true, &shared, &bytes),
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    gigl_name memory;
    void *place;
    int fd;

    VK(vk.GetMemoryFdKHR(device, &get, &fd));
    gl.CreateMemoryObjectsEXT(1, &memory);
    gl.ImportMemoryFdEXT(memory, bytes, GIGL_HANDLE_TYPE_OPAQUE_FD, fd);
    gl.CreateBuffers(1, &buffer);
    gl.NamedBufferStorageMemEXT(buffer, BYTES, memory, 0);
    if (gl.GetError() != 0)
        skip("OpenGL does not take the memory");
    VK(vk.MapMemory(device, make_buffer(host, false, &seen, &unused), 0, VK_WHOLE_SIZE, 0,
                    &place));
    memset(place, 0, BYTES);
    words = place;
}

/* Round i copies the first word to word i. */
static void record(VkCommandBuffer into, uint32_t round)
{
    const VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_HOST_READ_BIT };
    const VkBufferCopy region = { .dstOffset = round * 4, .size = 4 };

    VK(vk.BeginCommandBuffer(into, &begin));
    vk.CmdPipelineBarrier(into, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                          VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    vk.CmdCopyBuffer(into, shared, seen, 1, &region);
    vk.CmdPipelineBarrier(into, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                          &barrier, 0, NULL, 0, NULL);
    VK(vk.EndCommandBuffer(into));
}

static void make_commands(void)
{
    const VkCommandPoolCreateInfo info = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO };
    VkCommandBufferAllocateInfo ask = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandBufferCount = rounds };

    VK(vk.CreateCommandPool(device, &info, NULL, &ask.commandPool));
    VK(vk.AllocateCommandBuffers(device, &ask, commands));
    for (uint32_t i = 0; i < rounds; i++)
        record(commands[i], i);
}

/* ---- semaphores ----------------------------------------------------------------------------- */

static struct hand_over make_hand_over(bool is_timeline)
{
    const VkExportSemaphoreCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .pNext = &external,
        .semaphoreType = is_timeline ? VK_SEMAPHORE_TYPE_TIMELINE : VK_SEMAPHORE_TYPE_BINARY };
    const VkSemaphoreCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                         .pNext = &type };
    const int timeline = TIMELINE;
    VkSemaphoreGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT };
    struct hand_over made;
    int fd;

    VK(vk.CreateSemaphore(device, &info, NULL, &made.queues));
    get.semaphore = made.queues;
    VK(vk.GetSemaphoreFdKHR(device, &get, &fd));
    if (is_timeline) {
        more.CreateSemaphoresNV(1, &made.opengls);
        more.SemaphoreParameterivNV(made.opengls, TYPE_OF_SEMAPHORE, &timeline);
    } else {
        more.GenSemaphoresEXT(1, &made.opengls);
    }
    more.ImportSemaphoreFdEXT(made.opengls, GIGL_HANDLE_TYPE_OPAQUE_FD, fd);
    if (gl.GetError() != 0)
        skip("OpenGL does not take the semaphore");
    return made;
}

static void give_to_queue(const struct way *way, uint64_t value)
{
    if (!way->to_queue) {
        gl.Finish();
        return;
    }
    if (way->is_timeline)
        more.SemaphoreParameterui64vEXT(to_queue.opengls, TIMELINE_VALUE, &value);
    more.SignalSemaphoreEXT(to_queue.opengls, 1, &buffer, 0, NULL, NULL);
    gl.Flush();
}

static void give_to_opengl(const struct way *way, uint64_t value)
{
    if (!way->to_opengl)
        return;
    if (way->is_timeline)
        more.SemaphoreParameterui64vEXT(to_opengl.opengls, TIMELINE_VALUE, &value);
    more.WaitSemaphoreEXT(to_opengl.opengls, 1, &buffer, 0, NULL, NULL);
    gl.Flush();
}

static void submit(const struct way *way, uint32_t round, uint64_t value, VkFence done)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = 1, .pWaitSemaphoreValues = &value,
        .signalSemaphoreValueCount = 1, .pSignalSemaphoreValues = &value };
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = way->is_timeline ? &values : NULL,
        .commandBufferCount = 1, .pCommandBuffers = &commands[round],
        .waitSemaphoreCount = way->to_queue, .pWaitSemaphores = &to_queue.queues,
        .pWaitDstStageMask = &stage,
        .signalSemaphoreCount = way->to_opengl, .pSignalSemaphores = &to_opengl.queues };

    VK(vk.QueueSubmit(queue, 1, &info, done));
}

/* ---- rounds --------------------------------------------------------------------------------- */

static void wait_for_queue(void)
{
    VK(vk.WaitForFences(device, 1, &fence, VK_TRUE, UINT64_MAX));
    VK(vk.ResetFences(device, 1, &fence));
}

/* With a semaphore back only the last round has a fence: the host does not wait in between. */
static void run_round(const struct way *way, uint32_t round)
{
    const uint32_t word = round + 1;
    const uint64_t value = round + 1;
    bool is_last = round + 1 == rounds;

    more.ClearNamedBufferSubData(buffer, R32UI, 0, BYTES, RED_INTEGER, UNSIGNED_INT, &word);
    give_to_queue(way, value);
    if (way->waits_first)
        give_to_opengl(way, value);
    submit(way, round, value, !way->to_opengl || is_last ? fence : VK_NULL_HANDLE);
    if (!way->waits_first)
        give_to_opengl(way, value);
    if (!way->to_opengl || is_last)
        wait_for_queue();
}

static void run_way(const struct way *way)
{
    double start, called;

    begin_opengl(way);
    begin_vulkan();
    make_memory();
    make_commands();
    if (way->to_queue)
        to_queue = make_hand_over(way->is_timeline);
    if (way->to_opengl)
        to_opengl = make_hand_over(way->is_timeline);
    start = now_us();
    for (uint32_t round = 0; round + 1 < rounds; round++)
        run_round(way, round);
    called = now_us();
    run_round(way, rounds - 1);
    gl.Finish();
    report.all_us = (now_us() - start) / rounds;
    report.calls_us = (called - start) / (rounds - 1);
    for (uint32_t i = 0; i < rounds; i++)
        report.wrong += words[i] != i + 1;
    report.is_done = true;
}

/* ---- processes ------------------------------------------------------------------------------ */

static int say(const struct way *way, bool has_answer)
{
    if (!has_answer) {
        printf("%-62s hung or died: ended after %d s\n", way->name, seconds);
        return way->may_hang ? 0 : EXIT_HUNG;
    }
    if (report.is_skipped) {
        printf("%-62s skipped: %s\n", way->name, report.why);
        return EXIT_SKIPPED;
    }
    printf("%-62s %7.1f us in the calls, %7.1f us in all, %u of %u words wrong\n", way->name,
           report.calls_us, report.all_us, report.wrong, rounds);
    return report.wrong != 0 ? EXIT_WRONG : 0;
}

/* Runs a way in a process, and reads its report. One that hangs is killed. */
static int in_process(const struct way *way)
{
    struct pollfd answer = { .events = POLLIN };
    int ends[2], ending;
    pid_t child;
    ssize_t got;

    report = (struct report){ .is_done = false };
    if (pipe(ends) != 0)
        return EXIT_WRONG;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        run_way(way);
        (void)!write(STDOUT_FILENO, &report, sizeof report);
        _exit(0);
    }
    close(ends[1]);
    answer.fd = ends[0];
    got = child > 0 && poll(&answer, 1, seconds * 1000) == 1
              ? read(ends[0], &report, sizeof report) : -1;
    close(ends[0]);
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, &ending, 0);
    }
    return say(way, got == (ssize_t)sizeof report);
}

int main(int argc, char **argv)
{
    int worst = 0, code;
    bool has_run_semaphores = false;

    if (argc > 1)
        rounds = (unsigned int)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        seconds = atoi(argv[2]);
    if (rounds < 2 || rounds > MOST_ROUNDS || seconds < 1)
        return EXIT_WRONG;
    for (int i = 0; i < WAYS; i++) {
        code = in_process(&ways[i]);
        has_run_semaphores |= i > 0 && code != EXIT_SKIPPED;
        if (code != EXIT_SKIPPED && code > worst)
            worst = code;
    }
    return worst == 0 && !has_run_semaphores ? EXIT_SKIPPED : worst;
}
