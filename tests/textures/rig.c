#include "rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan/device/device.h"
#include "vulkan/image/image_commands.h"
#include "arrays/array_state.h"
#include "device/device.h"
#include "queue/device_state.h"
#include "arrays/image.h"
#include "pools/memory.h"
#include "arrays/texture.h"
#include "rig_code.h"


struct parameters {
    uint64_t header[2];                  /* of translated kernels */
    uint64_t object, places, texels;
    uint32_t count;
};

/* What a kernel is told to do is a constant of its pipeline: compilers take their time with it. */
enum { MOST = 10 << 8 };               /* of gathers, and of bodies that a test brings */

static struct {
    const struct rig_language *language;
    struct givk_device *dev;
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkPipeline pipelines[RIG_KERNELS][MOST];
    uint64_t places, texels;             /* pinned memory, as the host sees it */
    uint64_t device_places, device_texels;
    size_t used;                         /* places and texels of the batch so far */
    struct givk_image_work work;         /* images of others that the batch uses */
    PFN_vkQueueWaitIdle wait_idle;
    PFN_vkCmdBindDescriptorSets bind_sets;
} rig;

#define MUST(call) \
    do { \
        int must_result_ = (int)(call); \
        if (must_result_ != 0) { \
            fprintf(stderr, "%s:%d: %s: %d %s\n", __FILE__, __LINE__, #call, must_result_, \
                    gi_last_error_detail()); \
            exit(1); \
        } \
    } while (0)

static uint64_t pinned(size_t bytes, uint64_t *out_device)
{
    struct gi_pointer_info info;
    uint64_t pointer;

    MUST(gi_memory_host_alloc(bytes, 0, &pointer));
    MUST(gi_pointer_query(pointer, &info));
    *out_device = info.device_pointer;
    return pointer;
}

/** A texture of linear memory makes the tables that kernels are laid out by. */
static void make_tables(void)
{
    struct gi_resource resource = {
        .kind = GI_RESOURCE_LINEAR, .channels = { { 8, 0, 0, 0 }, GI_CHANNEL_UNSIGNED },
        .size_bytes = 16,
    };
    const struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    uint64_t texture;

    MUST(gi_memory_alloc(16, &resource.pointer));
    MUST(gi_texture_create(&resource, &sampling, NULL, &texture));
    MUST(gi_texture_destroy(texture));
    MUST(gi_memory_free(resource.pointer));
}

static void make_pipeline(enum rig_kernel kernel, uint32_t what)
{
    uint32_t values[4] = { what };
    VkSpecializationMapEntry entries[4];
    VkSpecializationInfo constants = { 4, entries, sizeof values, values };
    struct rig_code code = rig.language->code(rig.dev->plan->textures, kernel, what);
    VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = code.bytes,
        .pCode = code.words,
    };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = { .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                   .stage = VK_SHADER_STAGE_COMPUTE_BIT, .pName = "main",
                   .pSpecializationInfo = &constants },
        .layout = rig.dev->textures.layout,
    };

    for (uint32_t i = 0; i < 4; i++)
        entries[i] = (VkSpecializationMapEntry){ i, 4 * i, 4 };
    rig.language->constants(what, values);
    MUST(rig.dev->vk.CreateShaderModule(rig.dev->handle, &module, NULL, &info.stage.module));
    MUST(rig.dev->vk.CreateComputePipelines(rig.dev->handle, VK_NULL_HANDLE, 1, &info, NULL,
                                            &rig.pipelines[kernel][what]));
    rig.dev->vk.DestroyShaderModule(rig.dev->handle, info.stage.module, NULL);
}

static PFN_vkVoidFunction call_of(const char *name)
{
    return rig.dev->instance_calls.GetDeviceProcAddr(rig.dev->handle, name);
}

const char *rig_name(const struct rig_language *language)
{
    return language->name;
}

bool rig_open(const struct rig_language *language, const char **out_why)
{
    static char why[160];
    struct gi_device *device;
    VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
    };
    VkCommandBufferAllocateInfo buffer = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandBufferCount = 1,
    };

    *out_why = gi_last_error_detail();
    if (gi_device_current(&device) != GI_OK)
        return false;
    snprintf(why, sizeof why, "%s", device->base->info.why_no_textures);
    *out_why = why;
    if (device->base->info.max_textures == 0)
        return false;
    memset(&rig, 0, sizeof rig);
    rig.language = language;
    rig.dev = givk_device_from(device->base);
    make_tables();
    pool.queueFamilyIndex = rig.dev->plan->families[0].family;
    rig.dev->vk.GetDeviceQueue(rig.dev->handle, pool.queueFamilyIndex, 0, &rig.queue);
    MUST(rig.dev->vk.CreateCommandPool(rig.dev->handle, &pool, NULL, &rig.pool));
    buffer.commandPool = rig.pool;
    MUST(rig.dev->vk.AllocateCommandBuffers(rig.dev->handle, &buffer, &rig.commands));
    rig.wait_idle = (PFN_vkQueueWaitIdle)call_of("vkQueueWaitIdle");
    rig.bind_sets = (PFN_vkCmdBindDescriptorSets)call_of("vkCmdBindDescriptorSets");
    rig.places = pinned(RIG_MAX_PLACES * sizeof(struct rig_place), &rig.device_places);
    rig.texels = pinned(RIG_MAX_PLACES * sizeof(union rig_texel), &rig.device_texels);
    printf("%s, textures %s, kernels in %s\n", device->base->info.name,
           rig_is_bindless() ? "by descriptors" : "in memory", language->name);
    return true;
}

void rig_close(void)
{
    for (int i = 0; i < RIG_KERNELS; i++)
        for (int k = 0; k < MOST; k++)
            rig.dev->vk.DestroyPipeline(rig.dev->handle, rig.pipelines[i][k], NULL);
    rig.dev->vk.DestroyCommandPool(rig.dev->handle, rig.pool, NULL);
    MUST(gi_memory_host_free(rig.places));
    MUST(gi_memory_host_free(rig.texels));
}

bool rig_is_bindless(void)
{
    return rig.dev->plan->textures == GIVK_TEXTURES_BINDLESS;
}

bool rig_compiles_formats(void)
{
    return rig_is_bindless() && rig.dev->base.info.kind == GI_DEVICE_CPU;
}

static void record_barrier(VkPipelineStageFlags before, VkPipelineStageFlags after)
{
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
    };

    rig.dev->vk.CmdPipelineBarrier(rig.commands, before, after, 0, 1, &barrier, 0, NULL, 0, NULL);
}

/* The image of an array, as one that a batch of the driver's visits. */
static void visit(gi_handle handle)
{
    struct gi_array *array;
    struct gi_image *image;

    rig.work = (struct givk_image_work){ .visited = rig.work.local };
    if (handle == 0)
        return;
    MUST(gi_array_acquire(handle, &array));
    image = gi_image_of(array->texels);
    if ((image->shape.flags & GI_IMAGE_EXTERNAL) != 0)
        rig.work.visited[rig.work.visited_count++] = givk_image_from(image);
    gi_object_unref(&array->object);
}

void rig_begin(gi_handle array)
{
    const VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
    };

    MUST(gi_device_synchronize());       /* the queue is the library's own */
    rig.used = 0;
    visit(array);
    MUST(rig.dev->vk.BeginCommandBuffer(rig.commands, &begin));
    givk_image_work_acquire(rig.dev, rig.commands, &rig.work);
    record_barrier(VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    rig.bind_sets(rig.commands, VK_PIPELINE_BIND_POINT_COMPUTE, rig.dev->textures.layout, 0, 1,
                  &rig.dev->textures.set, 0, NULL);
}

union rig_texel *rig_add(enum rig_kernel kernel, uint32_t what, uint64_t object,
                         const struct rig_place *places, size_t count)
{
    struct parameters parameters = {
        { 0 }, object, rig.device_places + rig.used * sizeof *places,
        rig.device_texels + rig.used * sizeof(union rig_texel), (uint32_t)count,
    };
    union rig_texel *texels = (union rig_texel *)(uintptr_t)rig.texels + rig.used;

    MUST(count > RIG_MAX_PLACES - rig.used || what >= MOST);
    if (rig.pipelines[kernel][what] == VK_NULL_HANDLE)
        make_pipeline(kernel, what);
    memcpy((struct rig_place *)(uintptr_t)rig.places + rig.used, places, count * sizeof *places);
    rig.used += count;
    rig.dev->vk.CmdBindPipeline(rig.commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                                rig.pipelines[kernel][what]);
    rig.dev->vk.CmdPushConstants(rig.commands, rig.dev->textures.layout,
                                 VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                 (uint32_t)sizeof parameters - rig.language->skips,
                                 (const uint8_t *)&parameters + rig.language->skips);
    rig.dev->vk.CmdDispatch(rig.commands, ((uint32_t)count + 63) / 64, 1, 1);
    return texels;
}

void rig_barrier(void)
{
    record_barrier(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
}

void rig_end(void)
{
    const VkSubmitInfo submit = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
                                  .pCommandBuffers = &rig.commands };

    record_barrier(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                   VK_PIPELINE_STAGE_HOST_BIT | VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    givk_image_work_release(rig.dev, rig.commands, &rig.work);
    MUST(rig.dev->vk.EndCommandBuffer(rig.commands));
    MUST(rig.dev->vk.QueueSubmit(rig.queue, 1, &submit, VK_NULL_HANDLE));
    MUST(rig.wait_idle(rig.queue));
}

void rig_run(enum rig_kernel kernel, uint32_t what, uint64_t object, const struct rig_place *places,
             size_t count, union rig_texel *texels)
{
    union rig_texel *seen;

    rig_begin(0);
    seen = rig_add(kernel, what, object, places, count);
    memcpy(seen, texels, count * sizeof *texels);
    rig_end();
    memcpy(texels, seen, count * sizeof *texels);
}
