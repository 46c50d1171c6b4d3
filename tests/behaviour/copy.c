/* Questions about cudaMemcpy: every kind with every sort of pointer, and bad ranges. */
#include "behaviour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 4096u
#define MIB (1u << 20)

/* The argument is ((kind + 1) * 3 + destination) * 3 + source, and 1000 more for asynchronous. */
static void ask_kind(int arg)
{
    bool async = arg >= 1000;
    int kind = arg % 1000 / 9 - 1;
    enum place to = (enum place)(arg % 1000 / 3 % 3);
    enum place from = (enum place)(arg % 1000 % 3);
    start_device();
    unsigned char *source = obtain(from, BYTES);
    unsigned char *target = obtain(to, BYTES);
    put_value(from, source, BYTES, 0x3c);
    put_value(to, target, BYTES, 0);
    cudaError_t code;
    if (async)
        code = cudaMemcpyAsync(target, source, BYTES, (enum cudaMemcpyKind)kind, NULL);
    else
        code = cudaMemcpy(target, source, BYTES, (enum cudaMemcpyKind)kind);
    answer_with(async ? "async" : "copy", code, "kind=%d to=%s from=%s", kind, place_names[to],
                place_names[from]);
    cudaError_t end = cudaDeviceSynchronize();
    answer_with("then_synchronize", end, "copied=%s",
                end != cudaSuccess                         ? "unknown"
                : holds_value(to, target, BYTES, 0x3c) ? "yes" : "no");
}

enum {
    NULL_TO, NULL_FROM, NULL_BOTH_EMPTY, NULL_TO_EMPTY, EMPTY, EMPTY_BAD_KIND, GARBAGE_EMPTY,
    DEVICE_ONE_PAST, LARGE_ONE_PAST, FAR_PAST, STARTS_PAST, PINNED_PAST, INTERIOR, OVERLAP,
    SELF, FREED, GARBAGE_DEVICE, NULL_HOST_TO_DEVICE, OVERFLOW
};

struct buffers {
    unsigned char *device, *large, *pinned, *host;
};

static cudaError_t do_copy(int what, const struct buffers *b)
{
    unsigned char *garbage = (unsigned char *)(uintptr_t)0x1230;
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice;
    const enum cudaMemcpyKind down = cudaMemcpyDeviceToHost;
    switch (what) {
    case NULL_TO: return cudaMemcpy(NULL, b->host, 16, up);
    case NULL_FROM: return cudaMemcpy(b->host, NULL, 16, down);
    case NULL_HOST_TO_DEVICE: return cudaMemcpy(b->device, NULL, 16, up);
    case NULL_BOTH_EMPTY: return cudaMemcpy(NULL, NULL, 0, cudaMemcpyDefault);
    case NULL_TO_EMPTY: return cudaMemcpy(NULL, b->host, 0, up);
    case EMPTY: return cudaMemcpy(b->device, b->host, 0, up);
    case EMPTY_BAD_KIND: return cudaMemcpy(b->device, b->host, 0, (enum cudaMemcpyKind)9);
    case GARBAGE_EMPTY: return cudaMemcpy(garbage, garbage, 0, cudaMemcpyDeviceToDevice);
    case DEVICE_ONE_PAST: return cudaMemcpy(b->host, b->device, BYTES + 1, down);
    case LARGE_ONE_PAST: return cudaMemcpy(b->host, b->large, 4 * MIB + 1, down);
    case FAR_PAST: return cudaMemcpy(b->large, b->device, (size_t)1 << 36, cudaMemcpyDefault);
    case STARTS_PAST: return cudaMemcpy(b->host, b->large + 4 * MIB, 16, down);
    case PINNED_PAST: return cudaMemcpy(b->large, b->pinned, BYTES + 1, up);
    case INTERIOR: return cudaMemcpy(b->host + 3, b->device + 5, 7, down);
    case OVERLAP: return cudaMemcpy(b->large + 16, b->large, MIB, cudaMemcpyDeviceToDevice);
    case SELF: return cudaMemcpy(b->large, b->large, MIB, cudaMemcpyDeviceToDevice);
    case OVERFLOW: return cudaMemcpy(b->device, b->large, SIZE_MAX, cudaMemcpyDeviceToDevice);
    case GARBAGE_DEVICE: return cudaMemcpy(garbage, b->device, 16, cudaMemcpyDeviceToDevice);
    default: return cudaMemcpy(b->host, b->large, 16, down);
    }
}

static void ask_range(int what)
{
    start_device();
    struct buffers b = {obtain(DEVICE, BYTES), obtain(DEVICE, 4 * MIB), obtain(PINNED, BYTES),
                        malloc(8 * MIB)};
    if (what == FREED)
        answer("free", cudaFree(b.large));
    answer("copy", do_copy(what, &b));
    answer("synchronize", cudaDeviceSynchronize());
    answer("good_afterwards", cudaMemcpy(b.host, b.device, 16, cudaMemcpyDeviceToHost));
    free(b.host);
}

#define KIND(k, to, from) \
    {"copy.kind_" #k "_" #to "_from_" #from, ask_kind, ((k + 1) * 3 + to) * 3 + from}
#define KIND_ROWS(k)                                                                         \
    KIND(k, PAGEABLE, PAGEABLE), KIND(k, PAGEABLE, PINNED), KIND(k, PAGEABLE, DEVICE),       \
        KIND(k, PINNED, PAGEABLE), KIND(k, PINNED, PINNED), KIND(k, PINNED, DEVICE),         \
        KIND(k, DEVICE, PAGEABLE), KIND(k, DEVICE, PINNED), KIND(k, DEVICE, DEVICE)

const struct question copy_questions[] = {
    KIND_ROWS(-1),
    KIND_ROWS(0),
    KIND_ROWS(1),
    KIND_ROWS(2),
    KIND_ROWS(3),
    KIND_ROWS(4),
    KIND_ROWS(5),
    {"copy.async_bad_kind", ask_kind, 1000 + (6 * 3 + DEVICE) * 3 + PINNED},
    {"copy.async_wrong_kind", ask_kind, 1000 + (2 * 3 + PINNED) * 3 + DEVICE},
    {"copy.async_default", ask_kind, 1000 + (5 * 3 + PINNED) * 3 + DEVICE},
    {"copy.async_pageable", ask_kind, 1000 + (2 * 3 + DEVICE) * 3 + PAGEABLE},
    {"copy.null_to", ask_range, NULL_TO},
    {"copy.null_from", ask_range, NULL_FROM},
    {"copy.null_host_to_device", ask_range, NULL_HOST_TO_DEVICE},
    {"copy.null_both_size_0", ask_range, NULL_BOTH_EMPTY},
    {"copy.null_to_size_0", ask_range, NULL_TO_EMPTY},
    {"copy.size_0", ask_range, EMPTY},
    {"copy.size_0_bad_kind", ask_range, EMPTY_BAD_KIND},
    {"copy.garbage_size_0", ask_range, GARBAGE_EMPTY},
    {"copy.one_past_4096", ask_range, DEVICE_ONE_PAST},
    {"copy.one_past_4_mib", ask_range, LARGE_ONE_PAST},
    {"copy.far_past", ask_range, FAR_PAST},
    {"copy.starts_past", ask_range, STARTS_PAST},
    {"copy.pinned_past", ask_range, PINNED_PAST},
    {"copy.interior", ask_range, INTERIOR},
    {"copy.overlap", ask_range, OVERLAP},
    {"copy.onto_itself", ask_range, SELF},
    {"copy.size_max", ask_range, OVERFLOW},
    {"copy.garbage_device", ask_range, GARBAGE_DEVICE},
    {"copy.freed", ask_range, FREED},
    {NULL, NULL, 0},
};
