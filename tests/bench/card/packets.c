/* Packets of copies, beside those that RADV makes for the same ones on its transfer queue. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <gpuinterop.h>
#include <hip/hip_runtime_api.h>

#include "../../amdgpu_card/test_vulkan.h"
#include "card.h"

enum { COPY_PACKETS = 1, ROOM = 12 << 20 };

/* Not among them: a copy between words of which the last packet would have 1 to 3 bytes, for which
 * RADV 25.0 sends one of "no" bytes more (docs/amdgpu.md). */
static const struct copy {
    uint32_t to, from, size_bytes;
} copies[] = {
    { 0, 0, 1 }, { 0, 0, 4 }, { 2, 0, 7 }, { 4, 8, 4096 }, { 4, 8, 4099 }, { 1, 0, 4096 },
    { 3, 5, 1000001 }, { 0, 0, 1 << 20 }, { 256, 0, 0x3fff00 }, { 0, 4, 0x3fff04 },
    { 2, 2, 0x3fff05 }, { 0, 64, (10 << 20) + 1 }, { 1, 3, 10 << 20 }, { 0, 0, 11 << 20 },
};

enum { COPIES = sizeof copies / sizeof copies[0] };

/** How many packets copied something since the last call. */
static uint64_t new_packets(void)
{
    static uint64_t before;
    uint64_t now = card_counters().packet_by_op[COPY_PACKETS], packets = now - before;

    before = now;
    return packets;
}

/* ---- RADV ---------------------------------------------------------------------------------- */

void card_radv_copies(int socket)
{
    struct radv radv;
    struct shared from = { .size_bytes = ROOM }, to = from;
    uint32_t family;

    if (!radv_find(&radv))
        return;
    family = radv_transfer_family(radv.physical);
    vkDestroyInstance(radv.instance, NULL);
    if (family == UINT32_MAX)
        return;
    radv_open(&radv, family);
    shared_create(&radv, &from, -1);
    shared_create(&radv, &to, -1);
    for (int i = 0; i < COPIES; i++) {
        const VkBufferCopy region = { .srcOffset = copies[i].from,
                                      .dstOffset = copies[i].to,
                                      .size = copies[i].size_bytes };
        VkCommandBuffer commands = radv_begin(&radv);
        uint64_t packets;

        vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &region);
        works(vkEndCommandBuffer(commands));
        (void)new_packets();
        submit_radv(&radv, commands, VK_NULL_HANDLE, 0, NULL, NULL, 0);
        works(vkQueueWaitIdle(radv.queue));
        packets = new_packets();
        if (write(socket, &packets, sizeof packets) != sizeof packets)
            _exit(1);
    }
    shared_destroy(&radv, &to);
    shared_destroy(&radv, &from);
    radv_close(&radv);
}

/* ---- ours, and both ------------------------------------------------------------------------ */

static void works_here(hipError_t error, const char *what)
{
    if (error == hipSuccess)
        return;
    fprintf(stderr, "bench_card: %s: %s: %s\n", what, hipGetErrorName(error),
            gpuinterop_last_error_detail());
    exit(1);
}

/** Prints one and RADV's; false if they differ. */
static bool compare(const struct copy *copy, uint64_t ours, const uint64_t *radvs)
{
    double mib = (double)copy->size_bytes / (1 << 20);

    printf("%10u bytes, %3u to %3u %23" PRIu64 " %11.2f", copy->size_bytes, copy->from, copy->to,
           ours, (double)ours / mib);
    if (radvs == NULL)
        printf(" %10s\n", "-");
    else
        printf(" %10" PRIu64 "%s\n", *radvs, ours == *radvs ? "" : "  not the same");
    return radvs == NULL || ours == *radvs;
}

bool card_packets(int socket)
{
    bool is_good = true, has_radv = true;
    char *from, *to;

    works_here(hipMalloc((void **)&from, ROOM), "memory");
    works_here(hipMalloc((void **)&to, ROOM), "memory");
    printf("\n%-44s %8s %11s %10s\n", "a copy", "packets", "for a MiB", "RADV's");
    for (int i = 0; i < COPIES; i++) {
        const struct copy *copy = &copies[i];
        uint64_t radvs;

        has_radv = has_radv && read(socket, &radvs, sizeof radvs) == sizeof radvs;
        (void)new_packets();
        works_here(hipMemcpyAsync(to + copy->to, from + copy->from, copy->size_bytes,
                                  hipMemcpyDeviceToDevice, NULL), "a copy");
        works_here(hipStreamSynchronize(NULL), "synchronizing");
        is_good &= compare(copy, new_packets(), has_radv ? &radvs : NULL);
    }
    if (!has_radv)
        printf("RADV has no transfer queue here: Mesa 25 has, with "
               "RADV_PERFTEST=transfer_queue\n");
    works_here(hipFree(to), "memory");
    works_here(hipFree(from), "memory");
    return is_good;
}
