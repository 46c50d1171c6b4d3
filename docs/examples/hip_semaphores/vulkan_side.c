/* A Vulkan program that sends frames to a HIP program in another process and takes back answers. It
 * knows nothing of HIP: it exports memory and semaphores as opaque fds. It starts the other
 * program, and fails when a byte of any answer is wrong or the other program fails.
 *
 * usage: hip-semaphores [--sync-files] [--spoil FRAME] [--kill FRAME] [FRAMES]    so many in each
 * direction with each kind of semaphore (50). A byte of a frame is sent wrong, or the other program
 * ended there, to show that it is noticed. */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frames.h"
#include "pass_fds.h"
#include "vulkan_setup.h"

static struct gpu gpu;
static uint32_t frames = 50, rounds = SYNC_FILES;
static uint32_t spoiled, die_at;                 /* frames; 0: none */
static int peer;                                 /* the socket to the HIP program */
static struct buffer shared;                     /* frames and answers, in device memory */
static struct buffer screen;                     /* what is sent, and what came: as in shared */
static VkSemaphore sent[ROUNDS][FRAMES_IN_FLIGHT], answered[ROUNDS][FRAMES_IN_FLIGHT];
static VkCommandPool pool;
static VkCommandBuffer commands[FRAMES_IN_FLIGHT];
static VkFence finished[FRAMES_IN_FLIGHT];

static void need(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "vulkan renderer: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* ---- what is made once ---------------------------------------------------------------------- */

/** Starts the HIP program beside this one, before there is a Vulkan device: its open files
 *  are no other program's matter.
 *  Returns: its id. */
static pid_t start_peer(void)
{
    char self[PATH_MAX], path[PATH_MAX + 32], number[16], dies[16];
    int sockets[2];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    need(length >= 0, "finding the other program");
    self[length] = '\0';
    need(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0, "making a socket");
    fflush(stdout);
    pid_t pid = fork();
    need(pid >= 0, "starting the hip program");
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        snprintf(path, sizeof path, "%s/hip-semaphores-hip", dirname(self));
        snprintf(number, sizeof number, "%d", dup(sockets[1]));
        snprintf(dies, sizeof dies, "%u", die_at);
        execl(path, path, number, dies, (char *)NULL);
        need(false, path);
    }
    close(sockets[1]);
    peer = sockets[0];
    return pid;
}

/** A binary semaphore whose signals can be exported, each as a sync file. */
static VkSemaphore make_file_source(void)
{
    VkPhysicalDeviceExternalSemaphoreInfo kind = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT,
    };
    VkExternalSemaphoreProperties answer = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES,
    };
    VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT,
    };
    VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &export,
    };
    VkSemaphore semaphore;

    vkGetPhysicalDeviceExternalSemaphoreProperties(gpu.physical, &kind, &answer);
    if ((answer.externalSemaphoreFeatures & VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT) == 0)
        vulkan_check(VK_ERROR_FEATURE_NOT_PRESENT, "looking for sync files");
    vulkan_check(vkCreateSemaphore(gpu.device, &info, NULL, &semaphore), "creating a semaphore");
    return semaphore;
}

static void make_semaphores(void)
{
    VkSemaphore counts_sent = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    VkSemaphore counts_answered = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    VkSemaphore answered_files = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);

    for (int i = 0; i < FRAMES_IN_FLIGHT; i++) {
        sent[TIMELINES][i] = counts_sent;        /* one for all places */
        answered[TIMELINES][i] = counts_answered;
        sent[BINARIES][i] = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_BINARY);
        answered[BINARIES][i] = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_BINARY);
        answered[SYNC_FILES][i] = answered_files;
        if (rounds > SYNC_FILES)
            sent[SYNC_FILES][i] = make_file_source();
    }
}

/** Exports all to the HIP program, and closes the fds: the other side got duplicates. */
static void share_all(void)
{
    struct share share = { .memory_bytes = shared.memory_bytes, .frames = frames,
                           .rounds = rounds };
    int fds[FDS];

    memcpy(share.uuid, gpu.uuid, sizeof share.uuid);
    fds[MEMORY_FD] = buffer_export(&gpu, &shared);
    fds[SENT_FD] = semaphore_export(&gpu, sent[TIMELINES][0]);
    fds[ANSWERED_FD] = semaphore_export(&gpu, answered[TIMELINES][0]);
    fds[ANSWERED_FILES_FD] = semaphore_export(&gpu, answered[SYNC_FILES][0]);
    for (int i = 0; i < FRAMES_IN_FLIGHT; i++) {
        fds[SENT_BINARY_FD + i] = semaphore_export(&gpu, sent[BINARIES][i]);
        fds[ANSWERED_BINARY_FD + i] = semaphore_export(&gpu, answered[BINARIES][i]);
    }
    need(pass_fds_send(peer, &share, sizeof share, fds, FDS), "sending to the hip program");
    for (int i = 0; i < FDS; i++)
        close(fds[i]);
}

/* ---- frames --------------------------------------------------------------------------------- */

/** Takes a part of the shared memory back from the other program, or gives it to it. */
static void pass_ownership(VkCommandBuffer buffer, uint64_t offset_bytes, uint32_t from,
                           uint32_t to)
{
    const bool ours = to == gpu.family;
    VkBufferMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
        .srcAccessMask = ours ? 0 : VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = ours ? VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT : 0,
        .srcQueueFamilyIndex = from, .dstQueueFamilyIndex = to,
        .buffer = shared.buffer, .offset = offset_bytes, .size = FRAME_BYTES,
    };

    vkCmdPipelineBarrier(buffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 1, &barrier, 0, NULL);
}

/** Brings an answer to where the host reads it. */
static void record_taking(VkCommandBuffer buffer, uint32_t frame)
{
    const uint64_t offset = answer_offset(frame);
    VkBufferCopy region = { .srcOffset = offset, .dstOffset = offset, .size = FRAME_BYTES };
    VkMemoryBarrier read = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT, .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };

    pass_ownership(buffer, offset, VK_QUEUE_FAMILY_EXTERNAL, gpu.family);
    vkCmdCopyBuffer(buffer, shared.buffer, screen.buffer, 1, &region);
    vkCmdPipelineBarrier(buffer, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &read, 0, NULL, 0, NULL);
}

/** Writes a frame into the shared memory. It replaces all that was there, so that need not be
 *  taken back first; that the other program has read it is what "answered" says. */
static void record_sending(VkCommandBuffer buffer, uint32_t frame)
{
    const uint64_t offset = frame_offset(frame);
    VkBufferCopy region = { .srcOffset = offset, .dstOffset = offset, .size = FRAME_BYTES };

    vkCmdCopyBuffer(buffer, screen.buffer, shared.buffer, 1, &region);
    pass_ownership(buffer, offset, gpu.family, VK_QUEUE_FAMILY_EXTERNAL);
}

/** Submits a step: take the answer to the frame whose place it is, send the next frame. Either may
 *  be absent. Only the device waits for the other program. */
static void submit(enum round round, uint32_t place, uint32_t taken, uint32_t sending)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const uint64_t wanted = taken, reached = sending;
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = taken > 0, .pWaitSemaphoreValues = &wanted,
        .signalSemaphoreValueCount = sending > 0, .pSignalSemaphoreValues = &reached,
    };
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = round == BINARIES ? NULL : &values,
        .waitSemaphoreCount = taken > 0, .pWaitSemaphores = &answered[round][place],
        .pWaitDstStageMask = &stage,
        .commandBufferCount = 1, .pCommandBuffers = &commands[place],
        .signalSemaphoreCount = sending > 0, .pSignalSemaphores = &sent[round][place],
    };

    vulkan_check(vkResetFences(gpu.device, 1, &finished[place]), "resetting a fence");
    vulkan_check(vkBeginCommandBuffer(commands[place], &begin), "beginning a command buffer");
    if (taken > 0)
        record_taking(commands[place], taken);
    if (sending > 0)
        record_sending(commands[place], sending);
    vulkan_check(vkEndCommandBuffer(commands[place]), "ending a command buffer");
    vulkan_check(vkQueueSubmit(gpu.queue, 1, &info, finished[place]), "submitting");
}

static void draw(enum round round, uint32_t frame)
{
    uint8_t *bytes = (uint8_t *)screen.mapped + frame_offset(frame);

    for (uint32_t i = 0; i < FRAME_BYTES; i++)
        bytes[i] = frame_byte(round, frame, i);
    if (frame == spoiled)
        bytes[FRAME_BYTES - 1] ^= 1;
}

static void compare(enum round round, uint32_t frame)
{
    const uint8_t *bytes = (const uint8_t *)screen.mapped + answer_offset(frame);

    for (uint32_t i = 0; i < FRAME_BYTES; i++)
        if (bytes[i] != answer_byte(round, frame, i)) {
            fprintf(stderr, "vulkan renderer: the answer to frame %u: byte %u is %02x, not %02x\n",
                    frame, i, bytes[i], answer_byte(round, frame, i));
            exit(1);
        }
}

/** Sends a frame's sync file, which stands for the signal that has just been submitted. Vulkan
 *  gives none for a signal that is done. */
static void send_file(uint32_t frame)
{
    VkSemaphoreGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .semaphore = sent[SYNC_FILES][frame_place(frame)],
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT,
    };
    int fd;

    vulkan_check(gpu.get_semaphore_fd(gpu.device, &info, &fd), "exporting a sync file");
    struct frame_sent told = { frame, fd >= 0 };
    need(pass_fds_send(peer, &told, sizeof told, NULL, 0), "sending to the hip program");
    if (fd < 0)
        return;
    need(pass_fds_send(peer, &told, sizeof told, &fd, 1), "sending a sync file");
    close(fd);
}

/** Vulkan wants the signal of a binary semaphore submitted before the wait, and all that a sync
 *  file depends on submitted before it is made: the other program says that its part is. With
 *  timelines alone no such message is needed. */
static void hear_of_answer(uint32_t frame)
{
    uint32_t heard;

    need(pass_fds_receive(peer, &heard, sizeof heard, NULL, 0, PATIENCE_MS),
         "waiting for the hip program");
    errno = EPROTO;
    need(heard == frame, "the hip program told of another frame");
}

/** Waits until the device is done with a place; ends the program if the other one is gone or stuck,
 *  since what waits for its signal would wait for ever. */
static void wait_for_place(uint32_t place)
{
    VkResult result = VK_TIMEOUT;

    for (int waited_ms = 0; result == VK_TIMEOUT && waited_ms < PATIENCE_MS; waited_ms += 50) {
        struct pollfd hung_up = { .fd = peer };

        result = vkWaitForFences(gpu.device, 1, &finished[place], VK_TRUE, UINT64_C(50000000));
        if (result == VK_TIMEOUT && poll(&hung_up, 1, 0) > 0) {
            errno = EPIPE;
            need(false, "the hip program is gone");
        }
    }
    vulkan_check(result, "waiting for the hip program's answer");
}

/** One round, by steps: step s sends frame s into the place from which it takes the answer to the
 *  frame before that one there, and compares the answer before that. */
static void exchange(enum round round)
{
    char word[5];

    need(pass_fds_receive(peer, word, sizeof word, NULL, 0, PATIENCE_MS),
         "waiting for the hip program to start");
    for (uint32_t step = 1; step <= frames + 2 * FRAMES_IN_FLIGHT; step++) {
        const uint32_t place = frame_place(step);
        const uint32_t sending = step <= frames ? step : 0;
        const bool takes = step > FRAMES_IN_FLIGHT && step - FRAMES_IN_FLIGHT <= frames;
        const uint32_t taken = takes ? step - FRAMES_IN_FLIGHT : 0;

        wait_for_place(place);
        if (step > 2 * FRAMES_IN_FLIGHT)
            compare(round, step - 2 * FRAMES_IN_FLIGHT);
        if (sending > 0)
            draw(round, sending);
        if (takes && round != TIMELINES)
            hear_of_answer(taken);
        if (sending > 0 || takes)
            submit(round, place, taken, sending);
        if (sending > 0 && round == SYNC_FILES)
            send_file(sending);
    }
    printf("  %-16s %u answers received by %s semaphores, every byte right\n", "", frames,
           round == BINARIES ? "binary" : "timeline");
}

/* ---- the program ---------------------------------------------------------------------------- */

static void destroy_all(void)
{
    for (int i = 0; i < FRAMES_IN_FLIGHT; i++) {
        vkDestroyFence(gpu.device, finished[i], NULL);
        vkDestroySemaphore(gpu.device, sent[BINARIES][i], NULL);
        vkDestroySemaphore(gpu.device, answered[BINARIES][i], NULL);
        vkDestroySemaphore(gpu.device, sent[SYNC_FILES][i], NULL);
    }
    vkDestroySemaphore(gpu.device, answered[SYNC_FILES][0], NULL);
    vkDestroySemaphore(gpu.device, sent[TIMELINES][0], NULL);
    vkDestroySemaphore(gpu.device, answered[TIMELINES][0], NULL);
    vkDestroyCommandPool(gpu.device, pool, NULL);
    buffer_destroy(&gpu, &shared);
    buffer_destroy(&gpu, &screen);
    gpu_close(&gpu);
}

static void parse(int argc, char **argv)
{
    int next = 1;

    for (; next < argc && argv[next][0] == '-'; next++) {
        if (strcmp(argv[next], "--sync-files") == 0)
            rounds = ROUNDS;
        else if (strcmp(argv[next], "--spoil") == 0 && next + 1 < argc)
            spoiled = (uint32_t)atoi(argv[++next]);
        else if (strcmp(argv[next], "--kill") == 0 && next + 1 < argc)
            die_at = (uint32_t)atoi(argv[++next]);
        else
            break;
    }
    if (next < argc)
        frames = (uint32_t)atoi(argv[next++]);
    if (next == argc && frames >= 1 && frames <= 100000)
        return;
    fprintf(stderr, "usage: hip-semaphores [--sync-files] [--spoil FRAME] [--kill FRAME] [FRAMES]\n"
            "1 to 100000 frames, 50 unless told, by timeline and binary semaphores, and by sync\n"
            "files for those HIP devices that take them\n");
    exit(2);
}

int main(int argc, char **argv)
{
    const uint64_t size_bytes = UINT64_C(2) * FRAMES_IN_FLIGHT * FRAME_BYTES;
    int status;

    parse(argc, argv);
    pid_t pid = start_peer();
    gpu_open(&gpu);
    printf("  %-16s %s\n", "vulkan renderer", gpu.properties.deviceName);
    buffer_create_shared(&gpu, size_bytes, &shared);
    buffer_create_mapped(&gpu, size_bytes, &screen);
    make_semaphores();
    pool = commands_create(&gpu, FRAMES_IN_FLIGHT, commands, finished);
    share_all();
    for (enum round round = 0; round < rounds; round++)
        exchange(round);
    need(waitpid(pid, &status, 0) == pid, "waiting for the hip program to end");
    destroy_all();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "vulkan renderer: the hip program failed\n");
        return 1;
    }
    return 0;
}
