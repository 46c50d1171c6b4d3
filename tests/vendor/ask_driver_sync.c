/* Questions about CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: what it is by default, what sets it, and which
 * operations then end before their call returns. */
#include "ask_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An operation takes a millisecond or more, and the question after it some microseconds. */
enum { ATTRIBUTE = 6, REPEATS = 5 };
#define BYTES ((size_t)2 << 30)

static int value_of(uint64_t pointer, int *out_code)
{
    bool value[8] = { false };

    *out_code = driver.cuPointerGetAttribute_(value, ATTRIBUTE, pointer);
    return value[0];
}

static int set(uint64_t pointer, unsigned int value)
{
    return driver.cuPointerSetAttribute_(&value, ATTRIBUTE, pointer);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Sets the attribute; the value that is told is the one before that. */
static void ask_value_and_set(const char *name, const char *what, uint64_t pointer, uint64_t set_at,
                              unsigned int value)
{
    int code, before = value_of(pointer, &code);

    say("sync.%s%s: %d %d", name, what, set(set_at, value), before);
}

/* The value by default, and after each of a row of values was set. */
static void ask_values(const char *name, uint64_t pointer, size_t bytes)
{
    static const unsigned int values[] = { 0, 1, 0, 2, 0, 256, 1 };
    int code, before, inside;

    before = value_of(pointer, &code);
    say("sync.%s.default: %d %d", name, code, before);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        int answer = set(pointer, values[i]), after = value_of(pointer, &code);

        inside = value_of(pointer + bytes / 2, &code);
        say("sync.%s.set_%zu_to_%u: %d %d %d", name, i, values[i], answer, after, inside);
    }
    ask_value_and_set(name, ".set_inside", pointer, pointer + bytes / 2, 0);
    ask_value_and_set(name, ".set_last", pointer, pointer + bytes - 1, 1);
    ask_value_and_set(name, ".set_no_more", pointer, pointer, 0);
    say("sync.%s.set_behind: %d", name, set(pointer + bytes + (64 << 20), 0));
    say("sync.%s.set_null: %d", name, driver.cuPointerSetAttribute_(NULL, ATTRIBUTE, pointer));
    for (int attribute = 0; attribute < 24; attribute++) {
        unsigned long long value = 0;

        if (attribute != ATTRIBUTE)
            say("sync.%s.set_attribute_%d: %d", name, attribute,
                driver.cuPointerSetAttribute_(&value, attribute, pointer));
    }
}

/* Memory that is mapped to reserved addresses, and whether tokens change the value. */
static void ask_other_values(void)
{
    CUmemAllocationProp wanted = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                   .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE } };
    CUmemAccessDesc access = { .location = wanted.location,
                               .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    unsigned long long handle, tokens[2];
    size_t size = 2 << 20;
    uint64_t pointer;
    int code, answer;

    if (driver.cuMemAlloc_v2_(&pointer, size) == 0) {
        answer = driver.cuPointerGetAttribute_(tokens, CU_POINTER_ATTRIBUTE_P2P_TOKENS, pointer);
        say("sync.tokens: %d %d", answer, value_of(pointer, &code));
        (void)driver.cuMemFree_v2_(pointer);
    }
    if (driver.cuMemAddressReserve_(&pointer, size, 0, 0, 0) == 0 &&
        driver.cuMemCreate_(&handle, size, &wanted, 0) == 0 &&
        driver.cuMemMap_(pointer, size, 0, handle, 0) == 0 &&
        driver.cuMemSetAccess_(pointer, size, &access, 1) == 0) {
        ask_values("mapped", pointer, size);
        (void)driver.cuMemUnmap_(pointer, size);
        (void)driver.cuMemRelease_(handle);
        (void)driver.cuMemAddressFree_(pointer, size);
    }
}

static void ask_all_values(void)
{
    enum { SMALL = 1 << 20 };
    void *mine = aligned_alloc(4096, SMALL), *host, *popped;
    uint64_t device, other;
    int code;

    if (mine == NULL)
        return;
    if (driver.cuMemAlloc_v2_(&device, SMALL) == 0) {
        ask_values("device", device, SMALL);
        (void)set(device, 0);
        (void)driver.cuMemFree_v2_(device);
    }
    if (driver.cuMemAlloc_v2_(&device, SMALL) == 0 && driver.cuMemAlloc_v2_(&other, SMALL) == 0) {
        say("sync.fresh: %d", value_of(device, &code));
        (void)set(device, 0);
        say("sync.neighbour: %d", value_of(other, &code));
        (void)driver.cuCtxPopCurrent_v2_(&popped);
        ask_value_and_set("no_context", "", device, device, 1);
        (void)driver.cuCtxPushCurrent_v2_(popped);
        (void)driver.cuMemFree_v2_(other);
        (void)driver.cuMemFree_v2_(device);
        say("sync.freed: %d", set(device, 1));
    }
    if (driver.cuMemAllocHost_v2_(&host, SMALL) == 0) {
        ask_values("host", (uint64_t)(uintptr_t)host, SMALL);
        (void)driver.cuMemFreeHost_(host);
    }
    if (driver.cuMemHostRegister_v2_(mine, SMALL, 0) == 0) {
        ask_values("registered", (uint64_t)(uintptr_t)mine, SMALL);
        (void)driver.cuMemHostUnregister_(mine);
    }
    if (driver.cuMemAllocManaged_(&device, SMALL, 1) == 0) {
        ask_values("managed", device, SMALL);
        (void)driver.cuMemFree_v2_(device);
    }
    if (driver.cuMemAllocAsync_(&device, SMALL, NULL) == 0) {
        (void)driver.cuCtxSynchronize_();
        ask_values("pool", device, SMALL);
        (void)driver.cuMemFree_v2_(device);
    }
    free(mine);
    ask_other_values();
}

/* ---- what it does ---------------------------------------------------------------------------- */

static const char *const operations[] = {
    "copy", "copy_device", "copy_async", "fill", "fill_async", "copy_2d",
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static int operate(int operation, uint64_t to, uint64_t from)
{
    CUDA_MEMCPY2D box = { .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = from,
                          .srcPitch = 1 << 20, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = to, .dstPitch = 1 << 20, .WidthInBytes = (1 << 20) - 64,
                          .Height = BYTES >> 20 };

    switch (operation) {
    case 0: return driver.cuMemcpy_(to, from, BYTES);
    case 1: return driver.cuMemcpyDtoD_v2_(to, from, BYTES);
    case 2: return driver.cuMemcpyDtoDAsync_v2_(to, from, BYTES, NULL);
    case 3: return driver.cuMemsetD8_v2_(to, 1, BYTES);
    case 4: return driver.cuMemsetD8Async_(to, 1, BYTES, NULL);
    default: return driver.cuMemcpy2D_v2_(&box);
    }
}

/* How often of REPEATS the default stream has nothing left to do when the call returns: all or
 * nothing, if the operation takes longer than the question. */
static void ask_ends(const char *name, uint64_t to, uint64_t from)
{
    for (int operation = 0; operation < OPERATIONS; operation++) {
        int ended = 0, code = 0;

        for (int i = 0; i < REPEATS && code == 0; i++) {
            (void)driver.cuCtxSynchronize_();
            code = operate(operation, to, from);
            ended += driver.cuStreamQuery_(NULL) == 0;
        }
        (void)driver.cuCtxSynchronize_();
        say("sync.%s.%s: %d %s", name, operations[operation], code,
            ended == 0 ? "goes on" : ended == REPEATS ? "ended" : "either");
    }
}

void ask_sync_values(void)
{
    void *context = need_context();

    ask_all_values();
    (void)driver.cuCtxDestroy_v2_(context);
}

void ask_sync_ends(void)
{
    static const char *const names[] = { "neither", "source", "destination", "both" };
    void *context = need_context();
    uint64_t to, from;

    if (driver.cuMemAlloc_v2_(&to, BYTES) != 0 || driver.cuMemAlloc_v2_(&from, BYTES) != 0) {
        fprintf(stderr, "no memory for copies that take long\n");
        exit(77);
    }
    ask_ends("by_default", to, from);
    for (unsigned int i = 0; i < 4; i++) {
        (void)set(from, i & 1);
        (void)set(to, i >> 1);
        ask_ends(names[i], to, from);
    }
    (void)driver.cuMemFree_v2_(to);
    if (driver.cuMemAllocManaged_(&to, BYTES, CU_MEM_ATTACH_GLOBAL) == 0) {
        (void)set(from, 0);
        ask_ends("to_managed", to, from);
        ask_ends("from_managed", from, to);
        (void)set(to, 0);
        ask_ends("to_managed_without", to, from);
        (void)driver.cuMemFree_v2_(to);
    }
    (void)driver.cuMemFree_v2_(from);
    (void)driver.cuCtxDestroy_v2_(context);
    if (driver.cuCtxCreate_v2_(&context, CU_CTX_SYNC_MEMOPS, 0) != 0)
        return;
    if (driver.cuMemAlloc_v2_(&to, BYTES) == 0 && driver.cuMemAlloc_v2_(&from, BYTES) == 0)
        ask_ends("context_flag", to, from);
    (void)set(from, 0);
    (void)set(to, 0);
    ask_ends("context_flag_alone", to, from);
    (void)driver.cuCtxDestroy_v2_(context);
}
