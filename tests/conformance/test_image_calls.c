/* What the Vulkan driver calls for images. Those calls that make something fail in turn, the first,
 * the second and so on: each time an error comes back and nothing is left behind. And images of
 * other programs are taken over and handed back once in each batch that touches them. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test_cases.h"
#include "../open_fds.h"
#include "base/clock.h"
#include "pools/memory.h"
#include "queue/waiter.h"
#include "vulkan/device/driver_state.h"

enum { EXIT_SKIPPED = 77, OBJECT_BYTES = 1 << 18 };

/* The calls below Vulkan's, and what they have made. */
static struct {
    PFN_vkGetInstanceProcAddr get;
    PFN_vkGetDeviceProcAddr get_device;
    PFN_vkCreateImage create_image;
    PFN_vkDestroyImage destroy_image;
    PFN_vkCreateBuffer create_buffer;
    PFN_vkDestroyBuffer destroy_buffer;
    PFN_vkAllocateMemory allocate;
    PFN_vkFreeMemory free;
    PFN_vkBindImageMemory bind_image;
    PFN_vkCmdPipelineBarrier barrier;
    PFN_vkCmdCopyBufferToImage write;
    PFN_vkCmdDispatch dispatch;
    PFN_vkCreateImageView create_view;
    PFN_vkDestroyImageView destroy_view;
    PFN_vkCreateShaderModule create_shader;
    PFN_vkCreateComputePipelines create_pipelines;
    int alive;                   /* images, their views, buffers and memories */
    int until_failure;           /* 0: none fails; of the calls of the test's thread */
    bool failed;
    char told[64];               /* a letter for each command: see below */
} below;

/* Pipelines are made by a thread of the driver's too. */
static _Thread_local bool is_of_test;

static bool fails(void)
{
    if (!is_of_test || below.until_failure == 0 || --below.until_failure != 0)
        return false;
    below.failed = true;
    return true;
}

static VkResult counted(VkResult result)
{
    below.alive += result == VK_SUCCESS;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_image(VkDevice device, const VkImageCreateInfo *info,
                                                   const VkAllocationCallbacks *callbacks,
                                                   VkImage *out)
{
    if (fails())
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    return counted(below.create_image(device, info, callbacks, out));
}

static VKAPI_ATTR void VKAPI_CALL destroy_image(VkDevice device, VkImage image,
                                                const VkAllocationCallbacks *callbacks)
{
    below.alive -= image != VK_NULL_HANDLE;
    below.destroy_image(device, image, callbacks);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice device, const VkBufferCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkBuffer *out)
{
    if (fails())
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    return counted(below.create_buffer(device, info, callbacks, out));
}

static VKAPI_ATTR void VKAPI_CALL destroy_buffer(VkDevice device, VkBuffer buffer,
                                                 const VkAllocationCallbacks *callbacks)
{
    below.alive -= buffer != VK_NULL_HANDLE;
    below.destroy_buffer(device, buffer, callbacks);
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice device, const VkMemoryAllocateInfo *info,
                                               const VkAllocationCallbacks *callbacks,
                                               VkDeviceMemory *out)
{
    if (fails())
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    return counted(below.allocate(device, info, callbacks, out));
}

static VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice device, VkDeviceMemory memory,
                                              const VkAllocationCallbacks *callbacks)
{
    below.alive -= memory != VK_NULL_HANDLE;
    below.free(device, memory, callbacks);
}

static VKAPI_ATTR VkResult VKAPI_CALL bind_image(VkDevice device, VkImage image,
                                                 VkDeviceMemory memory, VkDeviceSize offset)
{
    if (fails())
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    return below.bind_image(device, image, memory, offset);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_view(VkDevice device,
                                                  const VkImageViewCreateInfo *info,
                                                  const VkAllocationCallbacks *callbacks,
                                                  VkImageView *out)
{
    if (fails())
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    return counted(below.create_view(device, info, callbacks, out));
}

static VKAPI_ATTR void VKAPI_CALL destroy_view(VkDevice device, VkImageView view,
                                               const VkAllocationCallbacks *callbacks)
{
    below.alive -= view != VK_NULL_HANDLE;
    below.destroy_view(device, view, callbacks);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_shader(VkDevice device,
                                                    const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkShaderModule *out)
{
    if (fails())
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    return below.create_shader(device, info, callbacks, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache cache,
                                                       uint32_t count,
                                                       const VkComputePipelineCreateInfo *infos,
                                                       const VkAllocationCallbacks *callbacks,
                                                       VkPipeline *out)
{
    *out = VK_NULL_HANDLE;
    if (fails())
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    return below.create_pipelines(device, cache, count, infos, callbacks, out);
}

static void tell(char letter)
{
    size_t length = strlen(below.told);

    assert_true(length + 1 < sizeof(below.told));
    below.told[length] = letter;
}

/* a: taken over; r: handed back; g: begun; barriers of no image are not told. */
static VKAPI_ATTR void VKAPI_CALL barrier(VkCommandBuffer commands, VkPipelineStageFlags src,
                                          VkPipelineStageFlags dst, VkDependencyFlags flags,
                                          uint32_t count, const VkMemoryBarrier *list,
                                          uint32_t buffer_count,
                                          const VkBufferMemoryBarrier *buffers,
                                          uint32_t image_count, const VkImageMemoryBarrier *images)
{
    for (uint32_t i = 0; i < image_count; i++) {
        bool taken = images[i].srcQueueFamilyIndex == VK_QUEUE_FAMILY_EXTERNAL;
        bool given = images[i].dstQueueFamilyIndex == VK_QUEUE_FAMILY_EXTERNAL;
        tell(taken ? 'a' : given ? 'r' : 'g');
        assert_int_equal(images[i].newLayout, VK_IMAGE_LAYOUT_GENERAL);
        if (taken || given)
            assert_int_equal(images[i].oldLayout, VK_IMAGE_LAYOUT_GENERAL);
        assert_int_equal(images[i].subresourceRange.levelCount, VK_REMAINING_MIP_LEVELS);
        assert_int_equal(images[i].subresourceRange.layerCount, VK_REMAINING_ARRAY_LAYERS);
    }
    below.barrier(commands, src, dst, flags, count, list, buffer_count, buffers, image_count,
                  images);
}

/* w: written, be it by a shader. */
static VKAPI_ATTR void VKAPI_CALL write_image(VkCommandBuffer commands, VkBuffer buffer,
                                              VkImage image, VkImageLayout layout, uint32_t count,
                                              const VkBufferImageCopy *regions)
{
    tell('w');
    assert_int_equal(layout, VK_IMAGE_LAYOUT_GENERAL);
    below.write(commands, buffer, image, layout, count, regions);
}

static VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer commands, uint32_t x, uint32_t y,
                                           uint32_t z)
{
    tell('w');
    below.dispatch(commands, x, y, z);
}

#define REPLACE(call, field, own)                                                                 \
    do {                                                                                          \
        if (strcmp(name, "vk" #call) == 0) {                                                      \
            below.field = (PFN_vk##call)below.get_device(device, name);                           \
            return (PFN_vkVoidFunction)own;                                                       \
        }                                                                                         \
    } while (0)

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device(VkDevice device, const char *name)
{
    REPLACE(CreateImage, create_image, create_image);
    REPLACE(DestroyImage, destroy_image, destroy_image);
    REPLACE(CreateBuffer, create_buffer, create_buffer);
    REPLACE(DestroyBuffer, destroy_buffer, destroy_buffer);
    REPLACE(AllocateMemory, allocate, allocate);
    REPLACE(FreeMemory, free, free_memory);
    REPLACE(BindImageMemory, bind_image, bind_image);
    REPLACE(CmdPipelineBarrier, barrier, barrier);
    REPLACE(CmdCopyBufferToImage, write, write_image);
    REPLACE(CmdDispatch, dispatch, dispatch);
    REPLACE(CreateImageView, create_view, create_view);
    REPLACE(DestroyImageView, destroy_view, destroy_view);
    REPLACE(CreateShaderModule, create_shader, create_shader);
    REPLACE(CreateComputePipelines, create_pipelines, create_pipelines);
    return below.get_device(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get(VkInstance instance, const char *name)
{
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        below.get_device = (PFN_vkGetDeviceProcAddr)below.get(instance, name);
        return (PFN_vkVoidFunction)get_device;
    }
    return below.get(instance, name);
}

/* ---- a device -------------------------------------------------------------------------------- */

static struct gi_device_base *device;

static struct gi_memory *memory_blank(void)
{
    struct gi_memory *mem = calloc(1, givk_driver.memory->size);

    assert_non_null(mem);
    mem->device = device;
    mem->ops = givk_driver.memory;
    return mem;
}

static void memory_free(struct gi_memory *mem, bool made)
{
    if (made)
        mem->ops->finish(mem);
    free(mem);
}

static struct gi_image *image_blank(uint32_t flags)
{
    struct gi_image *image = calloc(1, givk_driver.image->size);

    assert_non_null(image);
    image->device = device;
    image->ops = givk_driver.image;
    image->shape = (struct gi_image_shape){
        .format = GI_FORMAT_RGBA8_UINT, .dims = GI_IMAGE_2D, .width = 64, .height = 64,
        .depth = 1, .layers = 1, .levels = 7, .flags = flags,
    };
    return image;
}

/** Made, bound and finished; the first failure. */
static gi_status image_in(struct gi_memory *mem, uint32_t flags)
{
    struct gi_image *image = image_blank(flags);
    gi_status st;

    if ((flags & GI_IMAGE_EXTERNAL) != 0)
        image->memory = mem;
    st = image->ops->init(image);
    if (st == GI_OK)
        st = image->ops->bind(image, mem, 0);
    image->ops->finish(image);
    free(image);
    return st;
}

static gi_status own_image(void)
{
    struct gi_memory *mem = memory_blank();
    gi_status st = mem->ops->allocate(mem, OBJECT_BYTES, GI_MEMORY_IMAGE);
    bool made = st == GI_OK;

    if (made)
        st = image_in(mem, 0);
    memory_free(mem, made);
    return st;
}

static gi_status shared_image(bool dedicated)
{
    struct gi_memory *mem = memory_blank(), *twin = memory_blank();
    struct gi_os_handle handle = { .fd = -1 };
    bool made, twin_made = false;
    gi_status st = mem->ops->allocate_exportable(mem, OBJECT_BYTES, GI_OS_HANDLE_OPAQUE_FD);

    made = st == GI_OK;
    if (made)
        st = mem->ops->export(mem, GI_OS_HANDLE_OPAQUE_FD, &handle);
    if (st == GI_OK) {
        st = twin->ops->import(twin, &handle, OBJECT_BYTES, dedicated);
        twin_made = st == GI_OK;
    }
    if (twin_made)
        st = image_in(twin, GI_IMAGE_EXTERNAL | (dedicated ? GI_IMAGE_DEDICATED : 0));
    if (handle.fd >= 0)
        assert_int_equal(close(handle.fd), 0);
    memory_free(twin, twin_made);
    memory_free(mem, made);
    return st;
}

static gi_status shared_plainly(void)
{
    return shared_image(false);
}

static gi_status shared_alone(void)
{
    return shared_image(true);
}

/* ---- the sweep ------------------------------------------------------------------------------- */

static void sweep(gi_status (*work)(void), int least_calls)
{
    int alive = below.alive, fds = count_open_fds(), nth = 0;
    gi_status st;

    do {
        below.failed = false;
        below.until_failure = ++nth;
        st = work();
        below.until_failure = 0;
        assert_int_equal(below.alive, alive);
        assert_int_equal(count_open_fds(), fds);
        if (below.failed && st == GI_OK)         /* a question, which has another answer then */
            continue;
        assert_int_equal(st == GI_OK, !below.failed);
    } while (below.failed);
    assert_true(nth > least_calls);
}

TEST_CASE(test_own)
{
    sweep(own_image, 3);                         /* memory, image, bound */
}

TEST_CASE(test_shared)
{
    if (!device->info.memory_opaque_fd || !device->info.memory_exports)
        skip();
    sweep(shared_plainly, 6);                    /* two buffers, two memories, image, bound */
    sweep(shared_alone, 6);
}

static gi_status wait_once(const struct gi_wait *wait)
{
    struct gi_waiter *waiter;
    gi_status st = gi_waiter_create(device, GI_WAITER_CALLERS, &waiter);

    if (st != GI_OK)
        return st;
    st = waiter->ops->wait(waiter, wait, 1, GI_FOREVER);
    gi_waiter_destroy(waiter);
    return st;
}

/* ---- work that a queue does not take --------------------------------------------------------- */

static struct gi_queue *sweep_queue;
static struct gi_memory *sweep_host;

/** Runs one command to its end; the first failure. */
static gi_status run_one(const struct gi_command *command)
{
    static uint64_t value;
    struct gi_batch batch = { .commands = command, .command_count = 1, .value = value + 1 };
    struct gi_wait wait = { .queue = sweep_queue, .value = value + 1 };
    uint64_t reached = 0;
    gi_status st;

    memset(below.told, 0, sizeof(below.told));
    st = givk_driver.queue->submit(sweep_queue, &batch);
    if (st != GI_OK)
        return st;
    value++;
    while (reached < value) {
        assert_int_equal(wait_once(&wait), GI_OK);
        assert_int_equal(givk_driver.queue->query(sweep_queue, &reached), GI_OK);
    }
    return GI_OK;
}

static gi_status written_image(void)
{
    struct gi_memory *mem = memory_blank();
    struct gi_image *image = image_blank(0);
    struct gi_command begin = { .kind = GI_COMMAND_IMAGE_BEGIN, .dst_image = { .image = image } };
    struct gi_command write = { .kind = GI_COMMAND_IMAGE_WRITE, .src = { .memory = sweep_host },
                                .dst_image = { .image = image, .level = 1 }, .box = { 64, 1, 1 } };
    gi_status st = mem->ops->allocate(mem, OBJECT_BYTES, GI_MEMORY_IMAGE);
    bool made = st == GI_OK;

    if (st == GI_OK)
        st = image->ops->init(image);
    if (st == GI_OK)
        st = image->ops->bind(image, mem, 0);
    if (st == GI_OK)
        st = run_one(&begin);
    if (st == GI_OK)
        st = run_one(&write);
    image->ops->finish(image);
    free(image);
    memory_free(mem, made);
    return st;
}

TEST_CASE(test_written)
{
    sweep_host = memory_blank();
    sweep_queue = calloc(1, givk_driver.queue->size);
    assert_non_null(sweep_queue);
    sweep_queue->device = device;
    assert_int_equal(givk_driver.queue->open(sweep_queue), GI_OK);
    assert_int_equal(sweep_host->ops->allocate(sweep_host, 4096, GI_MEMORY_HOST), GI_OK);
    /* By a shader: its code, its pipeline and a view besides. */
    sweep(written_image, getenv("GPUINTEROP_VULKAN_PLAN") != NULL &&
                         strstr(getenv("GPUINTEROP_VULKAN_PLAN"), "image-shaders") != NULL ? 6 : 3);
    givk_driver.queue->close(sweep_queue);
    free(sweep_queue);
    memory_free(sweep_host, true);
}

/* ---- hand-over ------------------------------------------------------------------------------- */

/** Memory that another program could have exported. */
static struct gi_memory *imported(void)
{
    struct gi_memory *mem = memory_blank(), *twin = memory_blank();
    struct gi_os_handle handle;

    assert_int_equal(mem->ops->allocate_exportable(mem, OBJECT_BYTES, GI_OS_HANDLE_OPAQUE_FD),
                     GI_OK);
    assert_int_equal(mem->ops->export(mem, GI_OS_HANDLE_OPAQUE_FD, &handle), GI_OK);
    assert_int_equal(twin->ops->import(twin, &handle, OBJECT_BYTES, false), GI_OK);
    close(handle.fd);
    memory_free(mem, true);
    return twin;
}

static struct gi_image *external_in(struct gi_memory *mem, uint64_t offset_bytes)
{
    struct gi_image *image = image_blank(GI_IMAGE_EXTERNAL);

    image->memory = mem;
    assert_int_equal(image->ops->init(image), GI_OK);
    assert_int_equal(image->ops->bind(image, mem, offset_bytes), GI_OK);
    return image;
}

static void submit(struct gi_queue *queue, const struct gi_command *commands, size_t count,
                   const char *expected)
{
    static uint64_t value;
    struct gi_batch batch = { .commands = commands, .command_count = count, .value = ++value };
    struct gi_wait wait = { .queue = queue, .value = value };
    uint64_t reached = 0;

    memset(below.told, 0, sizeof(below.told));
    assert_int_equal(givk_driver.queue->submit(queue, &batch), GI_OK);
    assert_string_equal(below.told, expected);
    while (reached < value) {
        assert_int_equal(wait_once(&wait), GI_OK);
        assert_int_equal(givk_driver.queue->query(queue, &reached), GI_OK);
    }
}

TEST_CASE(test_hand_over)
{
    struct gi_queue *queue;
    struct gi_memory *host, *own_memory, *mem;
    struct gi_image *images[2], *own;

    if (!device->info.memory_opaque_fd || !device->info.memory_exports)
        skip();
    host = memory_blank();
    own_memory = memory_blank();
    own = image_blank(0);
    queue = calloc(1, givk_driver.queue->size);
    assert_non_null(queue);
    queue->device = device;
    assert_int_equal(givk_driver.queue->open(queue), GI_OK);
    assert_int_equal(host->ops->allocate(host, 4096, GI_MEMORY_HOST), GI_OK);
    mem = imported();
    for (int i = 0; i < 2; i++)
        images[i] = external_in(mem, (uint64_t)i * OBJECT_BYTES / 2);
    assert_int_equal(own->ops->init(own), GI_OK);
    assert_int_equal(own_memory->ops->allocate(own_memory, own->size_bytes, GI_MEMORY_IMAGE),
                     GI_OK);
    assert_int_equal(own->ops->bind(own, own_memory, 0), GI_OK);

    const struct gi_command one = { .kind = GI_COMMAND_IMAGE_WRITE, .src = { .memory = host },
                                    .dst_image = { .image = images[0] }, .box = { 16, 1, 1 } };
    struct gi_command two = one, ours = one, begin = { .kind = GI_COMMAND_IMAGE_BEGIN };
    two.dst_image.image = images[1];
    ours.dst_image.image = own;
    begin.dst_image.image = own;
    const struct gi_command fill = { .kind = GI_COMMAND_FILL, .dst = { .memory = host },
                                     .box = { 16, 1, 1 }, .pattern_bytes = 1 };
    submit(queue, &begin, 1, "g");               /* own images change hands with nobody */
    submit(queue, &ours, 1, "w");
    submit(queue, &fill, 1, "");
    submit(queue, &one, 1, "awr");
    submit(queue, (const struct gi_command[]){ fill, one, one, fill, ours, one }, 6, "awwwwr");
    submit(queue, (const struct gi_command[]){ two, one, two, ours }, 4, "aawwwwrr");
    submit(queue, NULL, 0, "");

    givk_driver.queue->close(queue);
    free(queue);
    for (int i = 0; i < 2; i++) {
        images[i]->ops->finish(images[i]);
        free(images[i]);
    }
    own->ops->finish(own);
    free(own);
    memory_free(own_memory, true);
    memory_free(mem, true);
    memory_free(host, true);
}

static int open_device(void **state)
{
    static struct gi_device_info info;
    size_t count = 0;

    (void)state;
    if (givk_driver.enumerate(&givk_driver, &info, 1, &count) != GI_OK || count == 0)
        exit(EXIT_SKIPPED);
    device = calloc(1, givk_driver.device->size);
    device->driver = &givk_driver;
    device->info = info;
    return givk_driver.device->open(device) == GI_OK ? 0 : -1;
}

/** The last case: what fails behind a group fails no test. */
TEST_CASE(test_nothing_is_left)
{
    givk_driver.device->close(device);
    free(device);
    assert_int_equal(below.alive, 0);
}

int main(void)
{
    void *loader = dlopen("libvulkan.so.1", RTLD_NOW);
    void *symbol = loader != NULL ? dlsym(loader, "vkGetInstanceProcAddr") : NULL;

    if (symbol == NULL)
        return EXIT_SKIPPED;
    memcpy(&below.get, &symbol, sizeof(below.get));
    is_of_test = true;
    givk_loader_replace(get);
    return run_test_cases(open_device);
}
