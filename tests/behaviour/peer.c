/* Questions about copies that name devices: one to itself, and devices that are none. */
#include "behaviour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 4096u

static void ask_peer(int arg)
{
    (void)arg;
    static const int devices[] = {-1, 0, 1000};
    start_device();
    unsigned char *to = obtain(DEVICE, BYTES);
    unsigned char *from = obtain(DEVICE, BYTES);
    unsigned char *pinned = obtain(PINNED, BYTES);
    unsigned char *pageable = obtain(PAGEABLE, BYTES);
    put_value(DEVICE, from, BYTES, 0x3c);
    put_value(DEVICE, to, BYTES, 0x11);
    memset(pageable, 0x22, BYTES);
    memset(pinned, 0x33, BYTES);
    for (int i = 0; i < 9; i++) {
        int target = devices[i / 3];
        int source = devices[i % 3];
        answer(label("to_%d_from_%d", target, source),
               cudaMemcpyPeer(to, target, from, source, BYTES));
        answer(label("to_%d_from_%d_size_0", target, source),
               cudaMemcpyPeer(to, target, from, source, 0));
        answer(label("to_%d_from_%d_async", target, source),
               cudaMemcpyPeerAsync(to, target, from, source, BYTES, NULL));
    }
    note("copied", "%s", holds_value(DEVICE, to, BYTES, 0x3c) ? "yes" : "no");
    answer("null_to", cudaMemcpyPeer(NULL, 0, from, 0, BYTES));
    answer("null_from", cudaMemcpyPeer(to, 0, NULL, 0, BYTES));
    answer("nulls_size_0", cudaMemcpyPeer(NULL, 0, NULL, 0, 0));
    answer("one_more", cudaMemcpyPeer(to, 0, from, 0, BYTES + 1));
    answer("pinned_to", cudaMemcpyPeer(pinned, 0, from, 0, BYTES));
    answer("pinned_from", cudaMemcpyPeer(to, 0, pinned, 0, BYTES));
    answer("pageable_to", cudaMemcpyPeer(pageable, 0, from, 0, BYTES));
    answer("pageable_from", cudaMemcpyPeer(to, 0, pageable, 0, BYTES));
    answer("garbage", cudaMemcpyPeer(GARBAGE, 0, from, 0, BYTES));
    answer("itself", cudaMemcpyPeer(to, 0, to, 0, BYTES));
    answer("size_max", cudaMemcpyPeer(to, 0, from, 0, SIZE_MAX));
    answer("synchronize", cudaDeviceSynchronize());
}

#ifndef AS_HIP
static void peer_3d(const char *name, const struct cudaMemcpy3DPeerParms *copy)
{
    answer(name, cudaMemcpy3DPeer(copy));
    answer(label("%s_async", name), cudaMemcpy3DPeerAsync(copy, NULL));
}

static void ask_peer_3d(int arg)
{
    (void)arg;
    struct cudaMemcpy3DPeerParms copy;
    start_device();
    unsigned char *to = obtain(DEVICE, BYTES);
    unsigned char *from = obtain(DEVICE, BYTES);
    put_pattern(DEVICE, from, BYTES);
    put_value(DEVICE, to, BYTES, 0x11);
    memset(&copy, 0, sizeof(copy));
    peer_3d("null", NULL);
    peer_3d("zeros", &copy);
    copy.dstPtr.ptr = to;
    copy.srcPtr.ptr = from;
    copy.dstPtr.pitch = copy.srcPtr.pitch = 64;
    copy.dstPtr.xsize = copy.srcPtr.xsize = 64;
    copy.dstPtr.ysize = copy.srcPtr.ysize = 8;
    copy.extent.width = 50;
    copy.extent.height = 7;
    copy.extent.depth = 3;
    copy.srcPos.x = 2;
    copy.dstPos.y = 1;
    peer_3d("good", &copy);
    note("content", "%08x", hash_of(DEVICE, to, BYTES));
    copy.dstDevice = 1000;
    peer_3d("to_1000", &copy);
    copy.dstDevice = 0;
    copy.srcDevice = -1;
    peer_3d("from_minus_1", &copy);
    copy.srcDevice = 0;
    copy.dstPtr.pitch = 40;
    peer_3d("pitch_small", &copy);
    copy.dstPtr.pitch = 64;
    copy.extent.depth = 100;
    peer_3d("beyond", &copy);
    copy.extent.depth = 0;
    peer_3d("depth_0", &copy);
    copy.extent.depth = 1;
    copy.dstPtr.ptr = NULL;
    peer_3d("null_to", &copy);
    copy.dstPtr.ptr = malloc(BYTES);
    peer_3d("pageable_to", &copy);
    answer("synchronize", cudaDeviceSynchronize());
}
#endif

const struct question peer_questions[] = {
    {"peer.copy", ask_peer, 0},
#ifndef AS_HIP
    {"peer.copy_3d", ask_peer_3d, 0},
#endif
    {NULL, NULL, 0},
};
