/* How long a process takes to its first result, and as a whole. Each sample is a process of its
 * own: ours, one of Vulkan calls by hand, and one of the vendor's library where there is one. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "cuda_calls.h"
#include "vulkan.h"

extern char **environ;

#define DEVICE_BYTES ((size_t)4 << 20)
#define HOST_BYTES ((size_t)64 << 10)
#define FILL_BYTE 0x5a

/* ---- the process that is timed -------------------------------------------------------------- */

static void say_that_it_is_there(void)
{
    int64_t now = bench_now_ns();
    BENCH_REQUIRE(write(STDOUT_FILENO, &now, sizeof(now)) == sizeof(now));
}

/* Copies up, fills, and copies back. */
static int first_result(const struct cuda_calls *calls, const uint8_t uuid[16])
{
    static unsigned char host[HOST_BYTES];
    void *memory = NULL;
    int device = cuda_calls_device(calls, uuid);
    if (device < 0 || calls->cudaSetDevice(device) != cudaSuccess
        || calls->cudaMalloc(&memory, DEVICE_BYTES) != cudaSuccess
        || calls->cudaMemcpy(memory, host, HOST_BYTES, cudaMemcpyHostToDevice) != cudaSuccess
        || calls->cudaMemset(memory, FILL_BYTE, DEVICE_BYTES) != cudaSuccess
        || calls->cudaMemcpy(host, memory, HOST_BYTES, cudaMemcpyDeviceToHost) != cudaSuccess
        || host[HOST_BYTES - 1] != FILL_BYTE)
        return 1;
    say_that_it_is_there();
    return calls->cudaFree(memory) == cudaSuccess ? 0 : 1;
}

static int first_result_by_hand(const uint8_t uuid[16])
{
    struct bench_vulkan_buffer buffer, host;
    struct bench_vulkan_device *on = bench_vulkan_importer();
    VkBufferCopy region = {.size = HOST_BYTES};
    void *mapped = NULL;
    bench_vulkan_start_one(uuid);
    bench_vulkan_buffer_create(on, &buffer, DEVICE_BYTES, false);
    bench_vulkan_host_buffer_create(on, &host, HOST_BYTES);
    BENCH_VK(vkMapMemory(on->device, host.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    memset(mapped, 0, HOST_BYTES);
    for (int step = 0; step < 3; step++) {
        bench_vulkan_begin(on);
        if (step == 0)
            vkCmdCopyBuffer(on->commands, host.buffer, buffer.buffer, 1, &region);
        else if (step == 1)
            vkCmdFillBuffer(on->commands, buffer.buffer, 0, DEVICE_BYTES,
                            FILL_BYTE * UINT32_C(0x01010101));
        else
            vkCmdCopyBuffer(on->commands, buffer.buffer, host.buffer, 1, &region);
        bench_vulkan_end(on);
        bench_vulkan_submit(on);
        bench_vulkan_finish(on);
    }
    BENCH_REQUIRE(((unsigned char *)mapped)[HOST_BYTES - 1] == FILL_BYTE);
    say_that_it_is_there();
    bench_vulkan_buffer_destroy(on, &host);
    bench_vulkan_buffer_destroy(on, &buffer);
    bench_vulkan_stop_one();
    return 0;
}

void bench_uuid_read(const char *words, uint8_t out_uuid[static 16])
{
    for (size_t i = 0; i < 16; i++) {
        unsigned byte = 0;
        BENCH_REQUIRE(sscanf(words + 2 * i, "%2x", &byte) == 1);
        out_uuid[i] = (uint8_t)byte;
    }
}

void bench_uuid_words(char words[static 33])
{
    const unsigned char *bytes = (const unsigned char *)bench_setting.properties.uuid.bytes;
    for (size_t i = 0; i < 16; i++)
        snprintf(words + 2 * i, 3, "%02x", bytes[i]);
}

int bench_start_child(const char *side, const char *uuid)
{
    const char *why_not = "";
    uint8_t bytes[16];
    bench_uuid_read(uuid, bytes);
    if (strcmp(side, "hand") == 0)
        return first_result_by_hand(bytes);
    const struct cuda_calls *calls = strcmp(side, "ours") == 0 ? cuda_calls_ours()
                                                               : cuda_calls_vendor(&why_not);
    return calls ? first_result(calls, bytes) : 77;
}

/* ---- the process that times it -------------------------------------------------------------- */

struct times {
    struct bench_samples first, whole;
};

/* Runs one process; false if it cannot, for want of a library. */
static bool time_one(const char *side, struct times *times)
{
    char uuid[33], name[8];
    int ends[2], status = -1;
    int64_t there = 0;
    pid_t child = -1;
    posix_spawn_file_actions_t actions;
    bench_uuid_words(uuid);
    snprintf(name, sizeof(name), "%s", side);
    char *arguments[] = {"bench_interop", "--start", name, uuid, NULL};
    BENCH_REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    BENCH_REQUIRE(posix_spawn_file_actions_init(&actions) == 0);
    BENCH_REQUIRE(posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0);
    int64_t begin = bench_now_ns();
    BENCH_REQUIRE(posix_spawn(&child, "/proc/self/exe", &actions, NULL, arguments, environ) == 0);
    close(ends[1]);
    bool has_result = read(ends[0], &there, sizeof(there)) == sizeof(there);
    BENCH_REQUIRE(waitpid(child, &status, 0) == child);
    int64_t end = bench_now_ns();
    close(ends[0]);
    posix_spawn_file_actions_destroy(&actions);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        return false;
    BENCH_REQUIRE(has_result && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    bench_sample(&times->first, (double)(there - begin) / 1e6);
    bench_sample(&times->whole, (double)(end - begin) / 1e6);
    return true;
}

static void add_rows(const struct times *ours, const struct times *other,
                     enum bench_table table, const char *name)
{
    struct bench_row row = {
        .table = table,
        .what = "process: from its start to the first result",
        .unit = BENCH_MILLISECONDS,
        .ours = &ours->first,
        .reference = &other->first,
        .reference_name = name,
        .rule = table == BENCH_BESIDE_HAND ? BENCH_RATIO_AT_MOST : BENCH_FOR_INFORMATION,
        .target = 1.05,
    };
    bench_add_row(&row);
    row.what = "process: from its start to its end";
    row.ours = &ours->whole;
    row.reference = &other->whole;
    bench_add_row(&row);
}

void bench_start(void)
{
    static struct times ours, hand, vendor;
    bool has_vendor = true;
    bench_progress("whole processes");
    for (int i = 0; i < bench_setting.slow_repeats * 2; i++) {
        BENCH_REQUIRE(time_one("ours", &ours) && time_one("hand", &hand));
        has_vendor = has_vendor && time_one("vendor", &vendor);
    }
    add_rows(&ours, &hand, BENCH_BESIDE_HAND, "one queue, by hand");
    if (has_vendor)
        add_rows(&ours, &vendor, BENCH_BESIDE_VENDOR, "");
}
