/* Questions about managed memory, advice, prefetches and what is known of a range. No allocation
 * here is larger than 1 MiB. */
#include "behaviour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 65536u

static void ask_malloc(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {0, 1, 2, 3, 4, 8, 0xffffffff};
    void *memory = OUT_MARKER;
    start_device();
    answer("null_out", cudaMallocManaged(NULL, 64, 1));
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        memory = OUT_MARKER;
        cudaError_t code = cudaMallocManaged(&memory, 4096, flags[i]);
        answer_with(label("flags_%#x", flags[i]), code, "out=%s", out_state(memory));
        if (code == cudaSuccess)
            answer("then_free", cudaFree(memory));
    }
    memory = OUT_MARKER;
    cudaError_t got = cudaMallocManaged(&memory, 0, 1);
    answer_with("size_0", got, "out=%s", out_state(memory));
    memory = OUT_MARKER;
    got = cudaMallocManaged(&memory, 0, 8);
    answer_with("size_0_flags_0x8", got, "out=%s", out_state(memory));
    memory = OUT_MARKER;
    got = cudaMallocManaged(&memory, SIZE_MAX, 1);
    answer_with("size_max", got, "out=%s", out_state(memory));
    answer("good", cudaMallocManaged(&memory, BYTES, 1));
    answer("free_host", cudaFreeHost(memory));
    answer("free_interior", cudaFree((char *)memory + 256));
    answer("free", cudaFree(memory));
    answer("free_twice", cudaFree(memory));
}

static void ask_use(int arg)
{
    (void)arg;
    unsigned char *managed = NULL;
    unsigned char host[256];
    struct cudaPointerAttributes got;
    unsigned int flags = 77;
    void *alias = NULL;
    start_device();
    answer("malloc", cudaMallocManaged((void **)&managed, BYTES, 1));
    if (managed == NULL)
        return;
    memset(&got, 0, sizeof(got));
    cudaError_t code = cudaPointerGetAttributes(&got, managed + 100);
    answer_with("attributes", code, "type=%d device=%d device_pointer=%s host_pointer=%s",
                (int)got.type, got.device,
                got.devicePointer == managed + 100 ? "same" : out_state(got.devicePointer),
                got.hostPointer == managed + 100 ? "same" : out_state(got.hostPointer));
    memset(managed, 0x21, BYTES);
    answer("set", cudaMemset(managed, 0x22, BYTES / 2));
    answer("synchronize", cudaDeviceSynchronize());
    note("content", "%08x", hash_of(PAGEABLE, managed, BYTES));
    answer("set_one_more", cudaMemset(managed, 0x23, BYTES + 1));
    for (int kind = 0; kind < 5; kind++) {
        enum cudaMemcpyKind way = (enum cudaMemcpyKind)kind;
        answer(label("copy_from_kind_%d", kind), cudaMemcpy(host, managed, sizeof(host), way));
        answer(label("copy_to_kind_%d", kind), cudaMemcpy(managed, host, sizeof(host), way));
    }
    answer("host_flags", cudaHostGetFlags(&flags, managed));
    answer("device_pointer", cudaHostGetDevicePointer(&alias, managed, 0));
    answer("register", cudaHostRegister(managed, 4096, 0));
    answer("free", cudaFree(managed));
}

enum { MANAGED, PLAIN, HOST, PAGES, NOTHING, WRONG, SUBJECT_COUNT };

static const char *const subject_names[SUBJECT_COUNT] = {"managed", "device", "pinned", "pageable",
                                                         "null", "garbage"};

static void *subject(int which)
{
    void *memory = NULL;
    switch (which) {
    case MANAGED: answer("managed", cudaMallocManaged(&memory, BYTES, 1)); return memory;
    case PLAIN: return obtain(DEVICE, BYTES);
    case HOST: return obtain(PINNED, BYTES);
    case PAGES: return aligned_alloc(4096, BYTES);
    case NOTHING: return NULL;
    default: return GARBAGE;
    }
}

static const struct {
    int type, id;
} locations[] = {{0, 0}, {1, 0}, {1, 1000}, {1, -1}, {2, 0}, {2, 7}, {3, 0}, {3, 1000}, {4, 0},
                {9, 0}};

#define LOCATIONS (sizeof(locations) / sizeof(locations[0]))

static struct cudaMemLocation location_of(size_t index)
{
    struct cudaMemLocation location;
    memset(&location, 0, sizeof(location));
    location.type = (enum cudaMemLocationType)locations[index].type;
    location.id = locations[index].id;
    return location;
}

static void ask_advise(int which)
{
    start_device();
    char *memory = subject(which);
    for (int advice = 0; advice < 8; advice++) {
        for (size_t i = 0; i < LOCATIONS; i++)
            answer(label("advice_%d_location_%d_%d", advice, locations[i].type, locations[i].id),
                   cudaMemAdvise(memory, 4096, (enum cudaMemoryAdvise)advice, location_of(i)));
    }
    const enum cudaMemoryAdvise read = cudaMemAdviseSetReadMostly;
    answer("size_0", cudaMemAdvise(memory, 0, read, location_of(1)));
    answer("interior", cudaMemAdvise(memory + 100, 100, read, location_of(1)));
    answer("whole", cudaMemAdvise(memory, BYTES, read, location_of(1)));
    answer("too_long", cudaMemAdvise(memory, BYTES * 64, read, location_of(1)));
    answer("size_max", cudaMemAdvise(memory, SIZE_MAX, read, location_of(1)));
}

static void ask_prefetch(int which)
{
    cudaStream_t stream = NULL;
    start_device();
    char *memory = subject(which);
    answer("stream", cudaStreamCreate(&stream));
    for (size_t i = 0; i < LOCATIONS; i++)
        answer(label("location_%d_%d", locations[i].type, locations[i].id),
               cudaMemPrefetchAsync(memory, 4096, location_of(i), 0, stream));
    answer("null_stream", cudaMemPrefetchAsync(memory, 4096, location_of(1), 0, NULL));
    answer("flags_1", cudaMemPrefetchAsync(memory, 4096, location_of(1), 1, stream));
    answer("flags_max", cudaMemPrefetchAsync(memory, 4096, location_of(1), 0xffffffff, stream));
    answer("size_0", cudaMemPrefetchAsync(memory, 0, location_of(1), 0, stream));
    answer("interior", cudaMemPrefetchAsync(memory + 100, 100, location_of(1), 0, stream));
    answer("whole", cudaMemPrefetchAsync(memory, BYTES, location_of(1), 0, stream));
    answer("too_long", cudaMemPrefetchAsync(memory, BYTES * 64, location_of(1), 0, stream));
    answer("size_max", cudaMemPrefetchAsync(memory, SIZE_MAX, location_of(1), 0, stream));
    answer("synchronize", cudaDeviceSynchronize());
}

#ifndef AS_HIP
static void ask_prefetch_batch(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    void *memory[2] = {NULL, NULL};
    size_t sizes[2] = {4096, 8192};
    size_t indices[2] = {0, 1};
    struct cudaMemLocation at[2] = {location_of(1), location_of(4)};
    start_device();
    answer("stream", cudaStreamCreate(&stream));
    memory[0] = subject(MANAGED);
    memory[1] = subject(MANAGED);
    answer("good", cudaMemPrefetchBatchAsync(memory, sizes, 2, at, indices, 2, 0, stream));
    answer("one_location", cudaMemPrefetchBatchAsync(memory, sizes, 2, at, indices, 1, 0, stream));
    answer("count_0", cudaMemPrefetchBatchAsync(memory, sizes, 0, at, indices, 1, 0, stream));
    answer("flags_1", cudaMemPrefetchBatchAsync(memory, sizes, 2, at, indices, 2, 1, stream));
    answer("null_stream", cudaMemPrefetchBatchAsync(memory, sizes, 2, at, indices, 2, 0, NULL));
    answer("null_pointers", cudaMemPrefetchBatchAsync(NULL, sizes, 2, at, indices, 2, 0, stream));
    answer("null_sizes", cudaMemPrefetchBatchAsync(memory, NULL, 2, at, indices, 2, 0, stream));
    answer("discard", cudaMemDiscardBatchAsync(memory, sizes, 2, 0, stream));
    answer("discard_count_0", cudaMemDiscardBatchAsync(memory, sizes, 0, 0, stream));
    answer("discard_flags_1", cudaMemDiscardBatchAsync(memory, sizes, 2, 1, stream));
    answer("discard_null", cudaMemDiscardBatchAsync(NULL, sizes, 2, 0, stream));
    answer("discard_and_prefetch",
           cudaMemDiscardAndPrefetchBatchAsync(memory, sizes, 2, at, indices, 2, 0, stream));
    memory[1] = subject(PLAIN);
    answer("device_memory", cudaMemPrefetchBatchAsync(memory, sizes, 2, at, indices, 2, 0, stream));
    answer("discard_device_memory", cudaMemDiscardBatchAsync(memory, sizes, 2, 0, stream));
    answer("synchronize", cudaDeviceSynchronize());
}
#endif

static void ask_range(int which)
{
    start_device();
    char *memory = subject(which);
    for (int number = -1; number < 11; number++) {
        enum cudaMemRangeAttribute attribute = (enum cudaMemRangeAttribute)number;
        int value[4] = {-77, -77, -77, -77};
        cudaError_t code = cudaMemRangeGetAttribute(value, 4, attribute, memory, 4096);
        answer_with(label("get_%d", number), code, "value=%d", value[0]);
    }
    const enum cudaMemRangeAttribute read = cudaMemRangeAttributeReadMostly;
    const enum cudaMemRangeAttribute by = cudaMemRangeAttributeAccessedBy;
    int value[4] = {-77, -77, -77, -77};
    answer("null_out", cudaMemRangeGetAttribute(NULL, 4, read, memory, 4096));
    answer("data_size_0", cudaMemRangeGetAttribute(value, 0, read, memory, 4096));
    answer("data_size_3", cudaMemRangeGetAttribute(value, 3, read, memory, 4096));
    answer("data_size_8", cudaMemRangeGetAttribute(value, 8, read, memory, 4096));
    answer("accessed_by_16", cudaMemRangeGetAttribute(value, 16, by, memory, 4096));
    note("accessed_by", "%d %d %d %d", value[0], value[1], value[2], value[3]);
    answer("size_0", cudaMemRangeGetAttribute(value, 4, read, memory, 0));
    answer("interior", cudaMemRangeGetAttribute(value, 4, read, memory + 100, 100));
    answer("too_long", cudaMemRangeGetAttribute(value, 4, read, memory, BYTES * 64));
}

static void ask_ranges(int arg)
{
    (void)arg;
    int first = -77;
    int second = -77;
    void *values[2] = {&first, &second};
    size_t sizes[2] = {4, 4};
    enum cudaMemRangeAttribute attributes[2] = {cudaMemRangeAttributeReadMostly,
                                                cudaMemRangeAttributePreferredLocation};
    start_device();
    void *memory = subject(MANAGED);
    cudaError_t code = cudaMemRangeGetAttributes(values, sizes, attributes, 2, memory, 4096);
    answer_with("good", code, "values=%d,%d", first, second);
    answer("null_values", cudaMemRangeGetAttributes(NULL, sizes, attributes, 2, memory, 4096));
    answer("null_sizes", cudaMemRangeGetAttributes(values, NULL, attributes, 2, memory, 4096));
    answer("null_attributes", cudaMemRangeGetAttributes(values, sizes, NULL, 2, memory, 4096));
    answer("count_0", cudaMemRangeGetAttributes(values, sizes, attributes, 0, memory, 4096));
    sizes[1] = 3;
    answer("second_size_3", cudaMemRangeGetAttributes(values, sizes, attributes, 2, memory, 4096));
    sizes[1] = 4;
    attributes[1] = (enum cudaMemRangeAttribute)99;
    answer("second_99", cudaMemRangeGetAttributes(values, sizes, attributes, 2, memory, 4096));
}

static void ask_remembered(int arg)
{
    (void)arg;
    start_device();
    void *memory = subject(MANAGED);
    int value = -77;
    answer("read_mostly",
           cudaMemAdvise(memory, BYTES, cudaMemAdviseSetReadMostly, location_of(1)));
    cudaError_t code =
        cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, memory, BYTES);
    answer_with("then_read_mostly", code, "value=%d", value);
    answer("preferred",
           cudaMemAdvise(memory, BYTES, cudaMemAdviseSetPreferredLocation, location_of(4)));
    code = cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, memory,
                                    BYTES);
    answer_with("then_preferred", code, "value=%d", value);
    answer("accessed_by", cudaMemAdvise(memory, BYTES, cudaMemAdviseSetAccessedBy, location_of(1)));
    code = cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeAccessedBy, memory, BYTES);
    answer_with("then_accessed_by", code, "value=%d", value);
    answer("prefetch", cudaMemPrefetchAsync(memory, BYTES, location_of(1), 0, NULL));
    answer("synchronize", cudaDeviceSynchronize());
    code = cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeLastPrefetchLocation, memory,
                                    BYTES);
    answer_with("then_prefetched", code, "value=%d", value);
    answer("unset",
           cudaMemAdvise(memory, BYTES, cudaMemAdviseUnsetReadMostly, location_of(1)));
    code = cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, memory, BYTES);
    answer_with("then_unset", code, "value=%d", value);
}
#define SUBJECTS(group, ask)                                                                     \
    {"managed." group "_managed", ask, MANAGED}, {"managed." group "_device", ask, PLAIN},       \
        {"managed." group "_pinned", ask, HOST}, {"managed." group "_pageable", ask, PAGES},     \
        {"managed." group "_null", ask, NOTHING}, {"managed." group "_garbage", ask, WRONG}

static void ask_kinds(int arg)
{
    (void)arg;
    start_device();
    for (int which = 0; which < SUBJECT_COUNT; which++) {
        struct cudaPointerAttributes got;
        memset(&got, 0, sizeof(got));
        void *memory = subject(which);
        cudaError_t code = cudaPointerGetAttributes(&got, memory);
        answer_with(subject_names[which], code, "type=%d device=%d", (int)got.type, got.device);
    }
}

const struct question managed_questions[] = {
    {"managed.malloc", ask_malloc, 0},
    {"managed.use", ask_use, 0},
    {"managed.pointer_kinds", ask_kinds, 0},
    {"managed.range_managed", ask_range, MANAGED},
    {"managed.range_device", ask_range, PLAIN},
    {"managed.range_pinned", ask_range, HOST},
    {"managed.range_pageable", ask_range, PAGES},
    {"managed.range_null", ask_range, NOTHING},
    {"managed.range_garbage", ask_range, WRONG},
    {"managed.ranges", ask_ranges, 0},
    SUBJECTS("advise", ask_advise),
    SUBJECTS("prefetch", ask_prefetch),
#ifndef AS_HIP
    {"managed.prefetch_batch", ask_prefetch_batch, 0},
#endif
    {"managed.remembered", ask_remembered, 0},
    {NULL, NULL, 0},
};
