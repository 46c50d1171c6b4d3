/* Questions about memory that is allocated and freed in a stream's order. */
#include "behaviour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ask_malloc(int arg)
{
    (void)arg;
    static const size_t sizes[] = {0, 1, 255, 257, 65536, (size_t)2 << 20, SIZE_MAX};
    cudaStream_t stream = NULL;
    start_device();
    answer("stream", cudaStreamCreate(&stream));
    answer("null_out", cudaMallocAsync(NULL, 64, stream));
    answer("null_out_size_0", cudaMallocAsync(NULL, 0, stream));
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        void *memory = OUT_MARKER;
        cudaError_t code = cudaMallocAsync(&memory, sizes[i], stream);
        answer_with(label("size_%zu", sizes[i]), code, "out=%s aligned=%s", out_state(memory),
                    (uintptr_t)memory % 256 == 0 ? "yes" : "no");
        if (code == cudaSuccess)
            answer(label("free_%zu", sizes[i]), cudaFreeAsync(memory, stream));
    }
    for (unsigned int number = 0; number < 3; number++) {
        void *memory = OUT_MARKER;
        answer(label("stream_%u", number), cudaMallocAsync(&memory, 64, numbered_stream(number)));
        answer(label("free_stream_%u", number), cudaFreeAsync(memory, numbered_stream(number)));
    }
    answer("synchronize", cudaDeviceSynchronize());
}

enum {
    FREE_NULL, FREE_TWICE, FREE_INTERIOR, FREE_SYNC_BY_ASYNC, FREE_ASYNC_BY_SYNC,
    FREE_SYNC_AFTER_ASYNC, FREE_ASYNC_AFTER_SYNC, FREE_PINNED, FREE_PAGEABLE, FREE_GARBAGE,
    FREE_MANAGED, FREE_OTHER_STREAM, FREE_SYNC_INTERIOR, FREE_HOST_OF_ASYNC, FREE_PITCHED,
    FREE_PAST, USE_AFTER_FREE, ATTRIBUTES_AFTER_FREE, ATTRIBUTES
};

static void print_attributes(const void *memory)
{
    struct cudaPointerAttributes got;
    memset(&got, 0, sizeof(got));
    cudaError_t code = cudaPointerGetAttributes(&got, memory);
    answer_with("attributes", code, "type=%d device=%d", (int)got.type, got.device);
}

static void free_foreign(int what, cudaStream_t stream)
{
    void *memory = NULL;
    size_t pitch = 0;
    switch (what) {
    case FREE_PINNED: answer("host_alloc", cudaHostAlloc(&memory, 64, 0)); break;
    case FREE_PAGEABLE: memory = malloc(64); break;
    case FREE_GARBAGE: memory = GARBAGE; break;
    case FREE_MANAGED: answer("managed", cudaMallocManaged(&memory, 64, 1)); break;
    case FREE_PITCHED: answer("pitch", cudaMallocPitch(&memory, &pitch, 64, 4)); break;
    case FREE_SYNC_BY_ASYNC:
    case FREE_SYNC_INTERIOR:
    case FREE_ASYNC_AFTER_SYNC:
    case FREE_SYNC_AFTER_ASYNC: answer("malloc", cudaMalloc(&memory, 4096)); break;
    default: break;
    }
    if (what == FREE_ASYNC_AFTER_SYNC)
        answer("free_first", cudaFree(memory));
    if (what == FREE_SYNC_INTERIOR)
        memory = (char *)memory + 256;
    answer("free_async", cudaFreeAsync(memory, stream));
    answer("synchronize", cudaDeviceSynchronize());
    if (what == FREE_SYNC_AFTER_ASYNC)
        answer("free_then", cudaFree(memory));
}

static void free_own(int what, cudaStream_t stream)
{
    char *memory = NULL;
    cudaStream_t other = NULL;
    answer("malloc_async", cudaMallocAsync((void **)&memory, 4096, stream));
    switch (what) {
    case FREE_TWICE: answer("free_first", cudaFreeAsync(memory, stream)); break;
    case FREE_ASYNC_BY_SYNC: answer("free", cudaFree(memory)); break;
    case FREE_HOST_OF_ASYNC: answer("free_host", cudaFreeHost(memory)); break;
    case FREE_INTERIOR: answer("free_interior", cudaFreeAsync(memory + 256, stream)); break;
    case FREE_PAST: answer("free_past", cudaFreeAsync(memory + 4096, stream)); break;
    case FREE_OTHER_STREAM:
        answer("other", cudaStreamCreate(&other));
        answer("free_other", cudaFreeAsync(memory, other));
        break;
    case USE_AFTER_FREE:
        answer("free_first", cudaFreeAsync(memory, stream));
        answer("use", cudaMemsetAsync(memory, 0, 4096, stream));
        break;
    case ATTRIBUTES_AFTER_FREE:
        answer("free_first", cudaFreeAsync(memory, stream));
        answer("synchronize_first", cudaDeviceSynchronize());
        print_attributes(memory);
        break;
    default: print_attributes(memory); break;
    }
    answer("free_again", cudaFreeAsync(memory, stream));
    answer("synchronize", cudaDeviceSynchronize());
}

static void ask_free(int what)
{
    cudaStream_t stream = NULL;
    void *fresh = NULL;
    start_device();
    answer("stream", cudaStreamCreate(&stream));
    if (what == FREE_NULL || (what >= FREE_PINNED && what <= FREE_MANAGED) ||
        what == FREE_SYNC_BY_ASYNC || what == FREE_SYNC_INTERIOR || what == FREE_PITCHED ||
        what == FREE_ASYNC_AFTER_SYNC || what == FREE_SYNC_AFTER_ASYNC)
        free_foreign(what, stream);
    else
        free_own(what, stream);
    answer("good_afterwards", cudaMallocAsync(&fresh, 64, stream));
    answer("good_free", cudaFreeAsync(fresh, stream));
    answer("good_synchronize", cudaStreamSynchronize(stream));
}

static void ask_content(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    unsigned char *memory = NULL;
    unsigned char *pinned = obtain(PINNED, 65536);
    start_device();
    answer("stream", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    answer("malloc_async", cudaMallocAsync((void **)&memory, 65536, stream));
    answer("set", cudaMemsetAsync(memory, 0x6d, 65536, stream));
    answer("copy", cudaMemcpyAsync(pinned, memory, 65536, cudaMemcpyDeviceToHost, stream));
    answer("free_async", cudaFreeAsync(memory, stream));
    answer("synchronize", cudaStreamSynchronize(stream));
    note("content", "%s", holds_value(PINNED, pinned, 65536, 0x6d) ? "good" : "bad");
    answer("past", cudaMallocAsync((void **)&memory, 4096, stream));
    answer("set_whole", cudaMemsetAsync(memory, 1, 4096, stream));
    answer("free_past", cudaFreeAsync(memory, stream));
    answer("synchronize_2", cudaStreamSynchronize(stream));
}

/* Memory that is freed in the order of a held stream: is it used again there, and elsewhere? */
static void ask_reuse(int arg)
{
    (void)arg;
    struct hold hold;
    cudaStream_t stream = NULL;
    cudaStream_t other = NULL;
    void *first = NULL;
    void *same = NULL;
    void *elsewhere = NULL;
    start_device();
    answer("stream", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    answer("other", cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    answer("malloc", cudaMallocAsync(&first, 1u << 20, stream));
    note("held", "%s", hold_stream(&hold, stream) ? "yes" : "no");
    answer("free", cudaFreeAsync(first, stream));
    answer("malloc_elsewhere", cudaMallocAsync(&elsewhere, 1u << 20, other));
    note("elsewhere", "%s", elsewhere == first ? "same address" : "another address");
    answer("malloc_same_stream", cudaMallocAsync(&same, 1u << 20, stream));
    note("same_stream", "%s", same == first ? "same address" : "another address");
    let_go(&hold);
    answer("synchronize", cudaDeviceSynchronize());
}

const struct question async_memory_questions[] = {
    {"async_memory.malloc", ask_malloc, 0},
    {"async_memory.content", ask_content, 0},
    {"async_memory.reuse", ask_reuse, 0},
    {"async_memory.free_null", ask_free, FREE_NULL},
    {"async_memory.free_twice", ask_free, FREE_TWICE},
    {"async_memory.free_interior", ask_free, FREE_INTERIOR},
    {"async_memory.free_past", ask_free, FREE_PAST},
    {"async_memory.free_async_of_malloc", ask_free, FREE_SYNC_BY_ASYNC},
    {"async_memory.free_async_of_malloc_interior", ask_free, FREE_SYNC_INTERIOR},
    {"async_memory.free_of_malloc_async", ask_free, FREE_ASYNC_BY_SYNC},
    {"async_memory.free_then_free_async", ask_free, FREE_ASYNC_AFTER_SYNC},
    {"async_memory.free_async_then_free", ask_free, FREE_SYNC_AFTER_ASYNC},
    {"async_memory.free_pinned", ask_free, FREE_PINNED},
    {"async_memory.free_pageable", ask_free, FREE_PAGEABLE},
    {"async_memory.free_garbage", ask_free, FREE_GARBAGE},
    {"async_memory.free_managed", ask_free, FREE_MANAGED},
    {"async_memory.free_pitched", ask_free, FREE_PITCHED},
    {"async_memory.free_host_of_malloc_async", ask_free, FREE_HOST_OF_ASYNC},
    {"async_memory.free_in_other_stream", ask_free, FREE_OTHER_STREAM},
    {"async_memory.use_after_free", ask_free, USE_AFTER_FREE},
    {"async_memory.attributes_after_free", ask_free, ATTRIBUTES_AFTER_FREE},
    {"async_memory.attributes", ask_free, ATTRIBUTES},
    {NULL, NULL, 0},
};
