/* Questions about allocation, freeing, pointer attributes and memset. */
#include "behaviour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIB (1u << 20)

static void ask_malloc(int arg)
{
    (void)arg;
    static const size_t sizes[] = {0, 1, 255, 257, 4096, 2 * MIB, (size_t)1 << 46, SIZE_MAX};
    start_device();
    answer("null_out", cudaMalloc(NULL, 64));
    answer("null_out_size_0", cudaMalloc(NULL, 0));
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        char name[40];
        void *pointer = OUT_MARKER;
        cudaError_t code = cudaMalloc(&pointer, sizes[i]);
        snprintf(name, sizeof(name), "size_%zu", sizes[i]);
        uintptr_t bits = (uintptr_t)pointer;
        answer_with(name, code, "out=%s alignment=%llu", out_state(pointer),
                    (unsigned long long)(bits & (~bits + 1)));
    }
    void *after = NULL;
    answer("good_after_failure", cudaMalloc(&after, 64));
    answer("free", cudaFree(after));
}

static void ask_free(int arg)
{
    (void)arg;
    static char host[64];
    char stack[64];
    char *pointer = NULL;
    void *pinned = NULL;
    start_device();
    answer("null", cudaFree(NULL));
    answer("malloc", cudaMalloc((void **)&pointer, 4096));
    answer("host_alloc", cudaHostAlloc(&pinned, 4096, 0));
    answer("interior", cudaFree(pointer + 256));
    answer("one_past", cudaFree(pointer + 4096));
    answer("host_static", cudaFree(host));
    answer("host_stack", cudaFree(stack));
    answer("pinned", cudaFree(pinned));
    answer("garbage", cudaFree((void *)(uintptr_t)0x1230));
    answer("good", cudaFree(pointer));
    answer("twice", cudaFree(pointer));
    answer("pinned_properly", cudaFreeHost(pinned));
}

static void ask_host(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {0, 1, 2, 4, 7, 8, 0x10, 0xff};
    void *pointer = NULL;
    char name[32];
    start_device();
    answer("null_out", cudaHostAlloc(NULL, 64, 0));
    answer("malloc_host_null_out", cudaMallocHost(NULL, 64));
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        unsigned int got = 77;
        pointer = OUT_MARKER;
        cudaError_t code = cudaHostAlloc(&pointer, 4096, flags[i]);
        snprintf(name, sizeof(name), "flags_%#x", flags[i]);
        answer_with(name, code, "out=%s", out_state(pointer));
        if (code == cudaSuccess) {
            code = cudaHostGetFlags(&got, pointer);
            answer_with("then_get_flags", code, "flags=%#x", got);
            answer("then_free", cudaFreeHost(pointer));
        }
    }
    pointer = OUT_MARKER;
    cudaError_t code = cudaHostAlloc(&pointer, 0, 0);
    answer_with("size_0", code, "out=%s", out_state(pointer));
    pointer = OUT_MARKER;
    code = cudaHostAlloc(&pointer, 0, 0x80);
    answer_with("size_0_flags_0x80", code, "out=%s", out_state(pointer));
    pointer = OUT_MARKER;
    code = cudaMallocHost(&pointer, 0);
    answer_with("malloc_host_size_0", code, "out=%s", out_state(pointer));
    pointer = OUT_MARKER;
    code = cudaHostAlloc(&pointer, SIZE_MAX / 2, 0);
    answer_with("huge", code, "out=%s", out_state(pointer));
}

static void ask_free_host(int arg)
{
    (void)arg;
    char *pinned = NULL;
    void *device = NULL;
    void *plain = malloc(4096);
    start_device();
    answer("null", cudaFreeHost(NULL));
    answer("host_alloc", cudaHostAlloc((void **)&pinned, 4096, 0));
    answer("malloc", cudaMalloc(&device, 4096));
    answer("device_pointer", cudaFreeHost(device));
    answer("malloc_pointer", cudaFreeHost(plain));
    answer("interior", cudaFreeHost(pinned + 64));
    answer("good", cudaFreeHost(pinned));
    answer("twice", cudaFreeHost(pinned));
    answer("device_still", cudaFree(device));
    free(plain);
}

static void ask_device_pointer(int arg)
{
    (void)arg;
    char *pinned = NULL;
    static char host[64];
    void *device = OUT_MARKER;
    unsigned int flags = 77;
    start_device();
    answer("host_alloc", cudaHostAlloc((void **)&pinned, 4096, 0));
    cudaError_t code = cudaHostGetDevicePointer(&device, pinned, 0);
    answer_with("good", code, "same=%s", device == (void *)pinned ? "yes" : "no");
    code = cudaHostGetDevicePointer(&device, pinned + 100, 0);
    answer_with("interior", code, "same=%s", device == (void *)(pinned + 100) ? "yes" : "no");
    device = OUT_MARKER;
    code = cudaHostGetDevicePointer(&device, pinned, 1);
    answer_with("flags_1", code, "out=%s", out_state(device));
    answer("null_out", cudaHostGetDevicePointer(NULL, pinned, 0));
    device = OUT_MARKER;
    code = cudaHostGetDevicePointer(&device, NULL, 0);
    answer_with("null_host", code, "out=%s", out_state(device));
    device = OUT_MARKER;
    code = cudaHostGetDevicePointer(&device, host, 0);
    answer_with("pageable", code, "out=%s", out_state(device));
    device = OUT_MARKER;
    code = cudaHostGetDevicePointer(&device, pinned + 4096, 0);
    answer_with("one_past", code, "out=%s", out_state(device));
    answer("get_flags_null_out", cudaHostGetFlags(NULL, pinned));
    answer("get_flags_pageable", cudaHostGetFlags(&flags, host));
    code = cudaHostGetFlags(&flags, pinned + 8);
    answer_with("get_flags_interior", code, "flags=%#x", flags);
}

static const char *compared(const void *got, const void *asked)
{
    if (got == NULL)
        return "null";
    return got == asked ? "same" : "other";
}

static void attributes_of(const char *name, const void *pointer)
{
    struct cudaPointerAttributes got;
    memset(&got, 0xee, sizeof(got));
    cudaError_t code = cudaPointerGetAttributes(&got, pointer);
    answer_with(name, code, "type=%d device=%d device_pointer=%s host_pointer=%s", (int)got.type,
                got.device,
                compared(got.devicePointer, pointer), compared(got.hostPointer, pointer));
}

static void ask_attributes(int arg)
{
    (void)arg;
    char stack[16];
    char *device = NULL;
    char *large = NULL;
    char *pinned = NULL;
    void *plain = malloc(64);
    start_device();
    answer("malloc", cudaMalloc((void **)&device, 4096));
    answer("malloc_large", cudaMalloc((void **)&large, 4 * MIB));
    answer("host_alloc", cudaHostAlloc((void **)&pinned, 4096, 0));
    attributes_of("device", device);
    attributes_of("device_interior", device + 100);
    attributes_of("device_one_past", device + 4096);
    attributes_of("large_one_past", large + 4 * MIB);
    attributes_of("pinned", pinned);
    attributes_of("pinned_interior", pinned + 100);
    attributes_of("pinned_one_past", pinned + 4096);
    attributes_of("pageable", plain);
    attributes_of("stack", stack);
    attributes_of("null", NULL);
    attributes_of("garbage", (void *)(uintptr_t)0x1230);
    answer("null_out", cudaPointerGetAttributes(NULL, device));
    answer("free", cudaFree(large));
    attributes_of("freed_device", large);
    answer("free_host", cudaFreeHost(pinned));
    attributes_of("freed_pinned", pinned);
    free(plain);
}

static void ask_info(int arg)
{
    (void)arg;
    size_t available = 0;
    size_t total = 0;
    start_device();
    cudaError_t code = cudaMemGetInfo(&available, &total);
    answer_with("good", code, "free_below_total=%s", available < total ? "yes" : "no");
    answer("null_free", cudaMemGetInfo(NULL, &total));
    answer("null_total", cudaMemGetInfo(&available, NULL));
    answer("null_both", cudaMemGetInfo(NULL, NULL));
}

enum {
    SET_NULL, SET_NULL_EMPTY, SET_EMPTY, SET_PAGEABLE, SET_PINNED, SET_ONE_PAST, SET_LARGE_PAST,
    SET_FAR_PAST, SET_FREED, SET_GARBAGE, SET_GARBAGE_EMPTY, SET_PINNED_PAST, SET_VALUE_WIDE
};

static void ask_memset(int what)
{
    static unsigned char host[64];
    unsigned char *device = NULL;
    unsigned char *large = NULL;
    unsigned char *pinned = NULL;
    start_device();
    answer("malloc", cudaMalloc((void **)&device, 4096));
    answer("malloc_large", cudaMalloc((void **)&large, 4 * MIB));
    answer("host_alloc", cudaHostAlloc((void **)&pinned, 4096, 0));
    if (what == SET_FREED)
        answer("free", cudaFree(large));
    const struct {
        void *pointer;
        size_t size;
    } calls[] = {
        [SET_NULL] = {NULL, 16},           [SET_NULL_EMPTY] = {NULL, 0},
        [SET_EMPTY] = {device, 0},         [SET_PAGEABLE] = {host, 16},
        [SET_PINNED] = {pinned, 16},       [SET_ONE_PAST] = {device, 4097},
        [SET_LARGE_PAST] = {large, 4 * MIB + 1},
        [SET_FAR_PAST] = {device, (size_t)1 << 36},
        [SET_FREED] = {large, 16},         [SET_GARBAGE] = {(void *)(uintptr_t)0x1230, 16},
        [SET_GARBAGE_EMPTY] = {(void *)(uintptr_t)0x1230, 0},
        [SET_PINNED_PAST] = {pinned, 4097}, [SET_VALUE_WIDE] = {pinned, 16},
    };
    answer("memset", cudaMemset(calls[what].pointer, 0x1a5, calls[what].size));
    answer("synchronize", cudaDeviceSynchronize());
    if (what == SET_PINNED || what == SET_VALUE_WIDE)
        note("content", "%#x %#x", pinned[0], pinned[15]);
    if (what == SET_PAGEABLE)
        note("content", "%#x", host[0]);
    answer("async", cudaMemsetAsync(calls[what].pointer, 0x11, calls[what].size, NULL));
    answer("synchronize_2", cudaDeviceSynchronize());
}

const struct question memory_questions[] = {
    {"memory.malloc", ask_malloc, 0},
    {"memory.free", ask_free, 0},
    {"memory.host", ask_host, 0},
    {"memory.free_host", ask_free_host, 0},
    {"memory.device_pointer", ask_device_pointer, 0},
    {"memory.attributes", ask_attributes, 0},
    {"memory.info", ask_info, 0},
    {"memory.set_null", ask_memset, SET_NULL},
    {"memory.set_null_size_0", ask_memset, SET_NULL_EMPTY},
    {"memory.set_size_0", ask_memset, SET_EMPTY},
    {"memory.set_pageable", ask_memset, SET_PAGEABLE},
    {"memory.set_pinned", ask_memset, SET_PINNED},
    {"memory.set_one_past_4096", ask_memset, SET_ONE_PAST},
    {"memory.set_one_past_4_mib", ask_memset, SET_LARGE_PAST},
    {"memory.set_64_gib_past", ask_memset, SET_FAR_PAST},
    {"memory.set_freed", ask_memset, SET_FREED},
    {"memory.set_garbage", ask_memset, SET_GARBAGE},
    {"memory.set_garbage_size_0", ask_memset, SET_GARBAGE_EMPTY},
    {"memory.set_pinned_past", ask_memset, SET_PINNED_PAST},
    {NULL, NULL, 0},
};
