/* The first and last stage of the demo: an ordinary Vulkan program, which knows nothing of CUDA or
 * HIP. It draws frames into a buffer that it shares. A timeline semaphore hands each frame on, and
 * another one says that it may be shown. The last frame is written as a picture. With each frame
 * goes a texture: this program draws its level 0 and shows all levels. A picture of OpenGL comes at
 * the end and is shown, too.
 *
 * usage: demo-renderer SOCKET SOCKET SOCKET SOCKET PICTURE FRAMES [FRAME]    with FRAME it dies
 * there */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "label.h"
#include "pass_fds.h"
#include "picture.h"
#include "scene.h"
#include "sky.spv.h"
#include "stage.h"
#include "vulkan_setup.h"
#include "vulkan_texture.h"

const char stage_name[] = "vulkan renderer";

enum { SIGN_WIDTH = 264, SIGN_HEIGHT = 22 };

/** As in sky.comp. */
struct sky_constants {
    uint32_t frame_offset, stamp_offset, width, height, horizon, number;
    float progress;
};

static struct gpu gpu;
static uint32_t frames;
static struct buffer shared;                     /* FRAMES_IN_FLIGHT frames; the others' too */
static struct buffer screen;                     /* what is shown: a frame, and all stamps */
static struct buffer sign;
static VkSemaphore drawn;                        /* timeline: we signal, the CUDA stage waits */
static VkSemaphore mirrored;                     /* timeline between the other two */
static VkSemaphore cut;                          /* timeline: the HIP stage signals, we wait */
static struct texture textures[FRAMES_IN_FLIGHT];
static VkSemaphore painted;                      /* timeline: we signal, the texture stage waits */
static VkSemaphore levelled;                     /* timeline: it signals, we wait */
static VkDescriptorSetLayout set_layout;
static VkDescriptorPool descriptors;
static VkDescriptorSet set;
static VkPipelineLayout layout;
static VkPipeline sky;
static VkCommandPool pool;
static VkCommandBuffer commands[FRAMES_IN_FLIGHT];
static VkFence finished[FRAMES_IN_FLIGHT];

/* ---- what is made once ---------------------------------------------------------------------- */

static void make_resources(void)
{
    gpu_open(&gpu);
    buffer_create_shared(&gpu, (uint64_t)FRAMES_IN_FLIGHT * FRAME_BYTES, &shared);
    buffer_create_mapped(&gpu, STAMP + (uint64_t)(frames + 1) * 12, &screen);
    buffer_create_mapped(&gpu, SIGN_WIDTH * SIGN_HEIGHT * 4, &sign);
    struct picture picture = { sign.mapped, SIGN_WIDTH, SIGN_HEIGHT };
    label_fill(&picture, 0xff4a2a18u);
    label_write(&picture, 8, 4, 2, 0xffffd8a0u, "VULKAN DRAWS THE SKY");
    for (int i = 0; i < FRAMES_IN_FLIGHT; i++)
        texture_create_shared(&gpu, TEXTURE_SIZE, TEXTURE_LEVELS, &textures[i]);
    drawn = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    painted = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    levelled = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    mirrored = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    cut = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
}

static void make_descriptors(void)
{
    VkDescriptorSetLayoutBinding binding = {
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1,
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
    };
    VkDescriptorSetLayoutCreateInfo layout_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 1, .pBindings = &binding,
    };
    VkDescriptorPoolSize size = { VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1 };
    VkDescriptorPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size,
    };
    VkDescriptorSetAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorSetCount = 1, .pSetLayouts = &set_layout,
    };
    VkDescriptorBufferInfo range = { .buffer = shared.buffer, .range = VK_WHOLE_SIZE };
    VkWriteDescriptorSet write = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &range,
    };

    vulkan_check(vkCreateDescriptorSetLayout(gpu.device, &layout_info, NULL, &set_layout),
                 "creating a descriptor set layout");
    vulkan_check(vkCreateDescriptorPool(gpu.device, &pool_info, NULL, &descriptors),
                 "creating a descriptor pool");
    allocate.descriptorPool = descriptors;
    vulkan_check(vkAllocateDescriptorSets(gpu.device, &allocate, &set),
                 "allocating a descriptor set");
    write.dstSet = set;
    vkUpdateDescriptorSets(gpu.device, 1, &write, 0, NULL);
}

static void make_pipeline(void)
{
    VkPushConstantRange constants = {
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = sizeof(struct sky_constants),
    };
    VkPipelineLayoutCreateInfo layout_info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1, .pSetLayouts = &set_layout,
        .pushConstantRangeCount = 1, .pPushConstantRanges = &constants,
    };
    VkShaderModuleCreateInfo module_info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = sizeof sky_spv, .pCode = sky_spv,
    };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_COMPUTE_BIT, .pName = "main",
        },
    };

    vulkan_check(vkCreatePipelineLayout(gpu.device, &layout_info, NULL, &layout),
                 "creating a pipeline layout");
    vulkan_check(vkCreateShaderModule(gpu.device, &module_info, NULL, &info.stage.module),
                 "creating a shader module");
    info.layout = layout;
    vulkan_check(vkCreateComputePipelines(gpu.device, VK_NULL_HANDLE, 1, &info, NULL, &sky),
                 "creating a pipeline");
    vkDestroyShaderModule(gpu.device, info.stage.module, NULL);
}

/* ---- frames --------------------------------------------------------------------------------- */

/** Takes a frame's range back from the other programs, or gives it to them. */
static void pass_ownership(VkCommandBuffer buffer, uint32_t frame, uint32_t from, uint32_t to)
{
    const bool ours = to == gpu.family;
    VkBufferMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
        .srcAccessMask = ours ? 0 : VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = ours ? VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT : 0,
        .srcQueueFamilyIndex = from, .dstQueueFamilyIndex = to,
        .buffer = shared.buffer, .offset = frame_offset(frame), .size = FRAME_BYTES,
    };

    vkCmdPipelineBarrier(buffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 1, &barrier, 0, NULL);
}

static void barrier_between(VkCommandBuffer buffer, VkPipelineStageFlags from,
                            VkAccessFlags from_access, VkPipelineStageFlags to,
                            VkAccessFlags to_access)
{
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = from_access, .dstAccessMask = to_access,
    };

    vkCmdPipelineBarrier(buffer, from, to, 0, 1, &barrier, 0, NULL, 0, NULL);
}

/** Shows all levels of a texture that came back, side by side on top of its frame. */
static void record_showing_texture(VkCommandBuffer buffer, struct texture *texture)
{
    VkBufferImageCopy levels[TEXTURE_LEVELS];
    uint32_t left = TEXTURE_LEFT;

    for (uint32_t level = 0; level < TEXTURE_LEVELS; level++) {
        uint32_t size = TEXTURE_SIZE >> level;

        levels[level] = (VkBufferImageCopy){
            .bufferOffset = TEXTURE_TOP * ROW_BYTES + left * 4, .bufferRowLength = WIDTH,
            .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1 },
            .imageExtent = { size, size, 1 },
        };
        left += size + TEXTURE_GAP;
    }
    texture_take_back(&gpu, buffer, texture);
    texture_use(buffer, texture, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    vkCmdCopyImageToBuffer(buffer, texture->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                           screen.buffer, TEXTURE_LEVELS, levels);
}

/** Draws on level 0 of a texture: a piece of the frame's sky. */
static void record_painting(VkCommandBuffer buffer, uint32_t frame, struct texture *texture)
{
    VkBufferImageCopy region = {
        .bufferOffset = frame_offset(frame) + TEXTURE_FROM_TOP * ROW_BYTES + TEXTURE_FROM_LEFT * 4,
        .bufferRowLength = WIDTH,
        .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 },
        .imageExtent = { TEXTURE_SIZE, TEXTURE_SIZE, 1 },
    };

    barrier_between(buffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                    VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT);
    texture_use(buffer, texture, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(buffer, shared.buffer, texture->image,
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    texture_hand_over(&gpu, buffer, texture);
}

/** Shows a frame that came back: copies it to the screen, and its stamps to a place of its own. */
static void record_showing(VkCommandBuffer buffer, uint32_t frame)
{
    VkBufferCopy regions[2] = {
        { .srcOffset = frame_offset(frame), .size = STAMP },
        { .srcOffset = frame_offset(frame) + STAMP, .dstOffset = STAMP + frame * 12, .size = 12 },
    };

    pass_ownership(buffer, frame, VK_QUEUE_FAMILY_EXTERNAL, gpu.family);
    vkCmdCopyBuffer(buffer, shared.buffer, screen.buffer, 2, regions);
    barrier_between(buffer, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                    VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    record_showing_texture(buffer, &textures[(frame - 1) % FRAMES_IN_FLIGHT]);
    barrier_between(buffer, VK_PIPELINE_STAGE_TRANSFER_BIT,
                    VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT,
                    VK_PIPELINE_STAGE_HOST_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT
                        | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                    VK_ACCESS_HOST_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT
                        | VK_ACCESS_SHADER_WRITE_BIT);
}

static void record_drawing(VkCommandBuffer buffer, uint32_t frame)
{
    struct sky_constants constants = {
        .frame_offset = (uint32_t)(frame_offset(frame) / 4), .stamp_offset = STAMP / 4,
        .width = WIDTH, .height = HEIGHT, .horizon = HORIZON, .number = frame,
        .progress = (float)frame / (float)frames,
    };
    VkBufferCopy rows[SIGN_HEIGHT];

    for (uint32_t row = 0; row < SIGN_HEIGHT; row++)
        rows[row] = (VkBufferCopy){
            .srcOffset = row * SIGN_WIDTH * 4, .size = SIGN_WIDTH * 4,
            .dstOffset = frame_offset(frame) + (10 + row) * ROW_BYTES + 8 * 4,
        };
    vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, sky);
    vkCmdBindDescriptorSets(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    vkCmdPushConstants(buffer, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof constants,
                       &constants);
    vkCmdDispatch(buffer, (WIDTH + 15) / 16, (HEIGHT + 7) / 8, 1);
    barrier_between(buffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                    VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkCmdCopyBuffer(buffer, sign.buffer, shared.buffer, SIGN_HEIGHT, rows);
    record_painting(buffer, frame, &textures[(frame - 1) % FRAMES_IN_FLIGHT]);
    pass_ownership(buffer, frame, gpu.family, VK_QUEUE_FAMILY_EXTERNAL);
}

/** Submits one step: show the frame that lies where the new one goes, if there is one, and draw the
 *  new one, if there are more. Only the device waits for the other programs, not this call. */
static void submit(uint32_t frame)
{
    const uint32_t place = (frame - 1) % FRAMES_IN_FLIGHT;
    const bool shows = frame > FRAMES_IN_FLIGHT, draws = frame <= frames;
    const VkPipelineStageFlags stages[2] = { VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT };
    const uint64_t shown = shows ? frame - FRAMES_IN_FLIGHT : 0;
    const VkSemaphore waits[2] = { cut, levelled }, signals[2] = { drawn, painted };
    const uint64_t wanted[2] = { shown, shown }, reached[2] = { frame, frame };
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = shows ? 2 : 0, .pWaitSemaphoreValues = wanted,
        .signalSemaphoreValueCount = draws ? 2 : 0, .pSignalSemaphoreValues = reached,
    };
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values,
        .waitSemaphoreCount = shows ? 2 : 0, .pWaitSemaphores = waits,
        .pWaitDstStageMask = stages,
        .commandBufferCount = 1, .pCommandBuffers = &commands[place],
        .signalSemaphoreCount = draws ? 2 : 0, .pSignalSemaphores = signals,
    };

    vulkan_check(vkWaitForFences(gpu.device, 1, &finished[place], VK_TRUE,
                                 PATIENCE_MS * UINT64_C(1000000)), "waiting for the other stages");
    vulkan_check(vkResetFences(gpu.device, 1, &finished[place]), "resetting a fence");
    vulkan_check(vkBeginCommandBuffer(commands[place], &begin), "beginning a command buffer");
    if (shows)
        record_showing(commands[place], frame - FRAMES_IN_FLIGHT);
    if (draws)
        record_drawing(commands[place], frame);
    vulkan_check(vkEndCommandBuffer(commands[place]), "ending a command buffer");
    vulkan_check(vkQueueSubmit(gpu.queue, 1, &info, finished[place]), "submitting");
}

/* ---- the program ---------------------------------------------------------------------------- */

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/** Sends a stage what it needs, and closes the fds: the other side got duplicates. */
static void send_to(int socket, const struct share *share, const int *fds, int count,
                    const char *what)
{
    need(pass_fds_send(socket, share, sizeof *share, fds, count), what);
    for (int i = 0; i < count; i++)
        close(fds[i]);
}

/** Exports memory and semaphores to all stages. */
static void share_all(int cuda, int hip, int texture, int gl)
{
    struct share share = { .memory_bytes = shared.memory_bytes, .frames = frames,
                           .texture_bytes = textures[0].memory_bytes };
    int for_cuda[CUDA_FDS], for_hip[HIP_FDS], for_texture[TEXTURE_FDS];

    memcpy(share.uuid, gpu.uuid, sizeof share.uuid);
    for_cuda[CUDA_MEMORY] = buffer_export(&gpu, &shared);
    for_cuda[CUDA_MIRRORED] = semaphore_export(&gpu, mirrored);
    for_cuda[CUDA_DRAWN] = semaphore_export(&gpu, drawn);
    for_hip[HIP_MEMORY] = buffer_export(&gpu, &shared);
    for_hip[HIP_MIRRORED] = semaphore_export(&gpu, mirrored);
    for_hip[HIP_CUT] = semaphore_export(&gpu, cut);
    for_texture[TEXTURE_PAINTED] = semaphore_export(&gpu, painted);
    for_texture[TEXTURE_LEVELLED] = semaphore_export(&gpu, levelled);
    for (int i = 0; i < FRAMES_IN_FLIGHT; i++)
        for_texture[TEXTURE_MEMORY + i] = texture_export(&gpu, &textures[i]);
    send_to(cuda, &share, for_cuda, CUDA_FDS, "sending to the cuda stage");
    send_to(hip, &share, for_hip, HIP_FDS, "sending to the hip stage");
    send_to(texture, &share, for_texture, TEXTURE_FDS, "sending to the texture stage");
    send_to(gl, &share, NULL, 0, "sending to the gl stage");
}

static void draw_all(uint32_t die_at)
{
    for (uint32_t frame = 1; frame <= frames + FRAMES_IN_FLIGHT; frame++) {
        if (frame == die_at)
            raise(SIGKILL);
        if (frame <= frames || frame > FRAMES_IN_FLIGHT)
            submit(frame);
    }
    vulkan_check(vkWaitForFences(gpu.device, FRAMES_IN_FLIGHT, finished, VK_TRUE,
                                 PATIENCE_MS * UINT64_C(1000000)), "waiting for the last frames");
}

/** Frames that came back with the stamps of all stages, as they have to be. */
static uint32_t count_stamped(void)
{
    const uint32_t (*stamps)[3] = (const void *)((const char *)screen.mapped + STAMP);
    uint32_t good = 0;

    for (uint32_t frame = 1; frame <= frames; frame++)
        if (stamps[frame][0] == frame && stamps[frame][1] == frame && stamps[frame][2] == frame)
            good++;
    return good;
}

static void destroy_all(void)
{
    for (int i = 0; i < FRAMES_IN_FLIGHT; i++) {
        vkDestroyFence(gpu.device, finished[i], NULL);
        texture_destroy(&gpu, &textures[i]);
    }
    vkDestroySemaphore(gpu.device, drawn, NULL);
    vkDestroySemaphore(gpu.device, painted, NULL);
    vkDestroySemaphore(gpu.device, levelled, NULL);
    vkDestroySemaphore(gpu.device, mirrored, NULL);
    vkDestroySemaphore(gpu.device, cut, NULL);
    vkDestroyCommandPool(gpu.device, pool, NULL);
    vkDestroyPipeline(gpu.device, sky, NULL);
    vkDestroyPipelineLayout(gpu.device, layout, NULL);
    vkDestroyDescriptorPool(gpu.device, descriptors, NULL);
    vkDestroyDescriptorSetLayout(gpu.device, set_layout, NULL);
    buffer_destroy(&gpu, &shared);
    buffer_destroy(&gpu, &screen);
    buffer_destroy(&gpu, &sign);
    gpu_close(&gpu);
}

static void expect_word(int socket, const char *word, const char *what)
{
    char got[8] = "";

    need(pass_fds_receive(socket, got, strlen(word), NULL, 0, PATIENCE_MS), what);
}

/** Puts OpenGL's picture into ours, if there is one. */
static void show_gl(int gl)
{
    static uint32_t pixels[DRAWN_HEIGHT][DRAWN_WIDTH];
    char word[3] = "";

    need(pass_fds_receive(gl, word, 2, NULL, 0, PATIENCE_MS), "waiting for the gl stage to end");
    if (strcmp(word, "gl") != 0)
        return;
    need(pass_fds_receive(gl, pixels, sizeof pixels, NULL, 0, PATIENCE_MS),
         "receiving from the gl stage");
    for (uint32_t row = 0; row < DRAWN_HEIGHT; row++)
        memcpy((char *)screen.mapped + (DRAWN_TOP + row) * ROW_BYTES + DRAWN_LEFT * 4, pixels[row],
               sizeof pixels[row]);
}

int main(int argc, char **argv)
{
    if (argc < 7) {
        fprintf(stderr, "usage: demo-renderer SOCKET SOCKET SOCKET SOCKET PICTURE FRAMES\n");
        return 2;
    }
    const int cuda = atoi(argv[1]), hip = atoi(argv[2]), texture = atoi(argv[3]);
    const int gl = atoi(argv[4]);
    frames = (uint32_t)atoi(argv[6]);
    make_resources();
    make_descriptors();
    make_pipeline();
    pool = commands_create(&gpu, FRAMES_IN_FLIGHT, commands, finished);
    share_all(cuda, hip, texture, gl);
    expect_word(cuda, "ready", "waiting for the cuda stage to start");
    expect_word(hip, "ready", "waiting for the hip stage to start");
    expect_word(texture, "ready", "waiting for the texture stage to start");

    double start = now_s();
    draw_all(argc > 7 ? (uint32_t)atoi(argv[7]) : 0);
    double took = now_s() - start;
    expect_word(cuda, "done", "waiting for the cuda stage to end");
    expect_word(hip, "done", "waiting for the hip stage to end");
    expect_word(texture, "done", "waiting for the texture stage to end");
    show_gl(gl);

    uint32_t good = count_stamped();
    printf("  %-16s %s\n", "vulkan renderer", gpu.properties.deviceName);
    printf("  %-16s shares %.1f MB by fd: %d frames in flight, 5 timeline semaphores,\n"
           "  %-16s and %d textures of %d x %d texels with %d levels\n", "",
           (double)(shared.memory_bytes + FRAMES_IN_FLIGHT * textures[0].memory_bytes) / 1e6,
           FRAMES_IN_FLIGHT, "", FRAMES_IN_FLIGHT, TEXTURE_SIZE, TEXTURE_SIZE, TEXTURE_LEVELS);
    printf("  %-16s %u of %u frames went vulkan -> cuda -> hip -> vulkan in order\n", "", good,
           frames);
    printf("  %-16s %.3f s, %.1f frames a second, of %d x %d pixels\n", "", took, frames / took,
           WIDTH, HEIGHT);
    fflush(stdout);
    if (good != frames) {
        fprintf(stderr, "vulkan renderer: %u frames came back without the stamp of every stage\n",
                frames - good);
        return 1;
    }
    if (!picture_write(argv[5], screen.mapped, WIDTH, HEIGHT))
        return 1;
    printf("  %-16s wrote the last frame to %s\n", "", argv[5]);
    destroy_all();
    return 0;
}
