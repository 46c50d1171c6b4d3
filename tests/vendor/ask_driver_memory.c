/* Questions about memory: attributes of pointers of every kind, and copies of every shape. */
#include "ask_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 20, ATTRIBUTES = 23, RESERVED = 4 << 20 };

static void *context;

/* ---- attributes ------------------------------------------------------------------------------ */

/* A value as something that is the same in each run. */
static void tell(char *out, size_t room, int attribute, uint64_t value, uint64_t base)
{
    switch (attribute) {
    case 1: snprintf(out, room, "%s", value == 0 ? "none" : value == (uint64_t)(uintptr_t)context
                                                 ? "current" : "other");
        break;
    case 3: case 4: case 11: case 19:            /* addresses */
        if (value == 0)
            snprintf(out, room, "0");
        else if (value - base < BYTES || base - value < RESERVED)
            snprintf(out, room, "base%+lld", (long long)(value - base));
        else
            snprintf(out, room, "elsewhere");
        break;
    case 5: case 7: case 17: case 20:            /* tokens, numbers and handles */
        snprintf(out, room, "%s", value == 0 ? "0" : "set");
        break;
    default: snprintf(out, room, "%lld", (long long)value);
    }
}

static void ask_pointer(const char *name, uint64_t base, int64_t offset)
{
    uint64_t pointer = base + (uint64_t)offset, values[ATTRIBUTES + 1], range = 7;
    int kinds[ATTRIBUTES], code;
    void *places[ATTRIBUTES];
    unsigned int flags = 77;
    size_t size = 7;

    for (int attribute = 0; attribute <= ATTRIBUTES; attribute++) {
        uint64_t value[4] = { 0 };
        char told[64];

        code = driver.cuPointerGetAttribute_(value, attribute, pointer);
        tell(told, sizeof told, attribute, value[0], base);
        say("pointers.%s.%d: %d %s", name, attribute, code, code == 0 ? told : "");
    }
    for (int i = 0; i < 4; i++) {
        static const int asked[] = { 2, 8, 9, 13 };

        kinds[i] = asked[i];
        values[i] = 0;
        places[i] = &values[i];
    }
    code = driver.cuPointerGetAttributes_(4, kinds, places, pointer);
    say("pointers.%s.several: %d %d %d %d %d", name, code, (int)values[0], (int)values[1],
        (int)values[2], (int)values[3]);
    code = driver.cuMemGetAddressRange_v2_(&range, &size, pointer);
    say("pointers.%s.range: %d %lld %zu", name, code, code == 0 ? (long long)(range - base) : 0,
        code == 0 ? size : 0);
    code = driver.cuMemHostGetFlags_(&flags, (void *)(uintptr_t)pointer);
    say("pointers.%s.flags: %d %u", name, code, flags);
    code = driver.cuMemHostGetDevicePointer_v2_(&range, (void *)(uintptr_t)pointer, 0);
    say("pointers.%s.device: %d %lld", name, code, code == 0 ? (long long)(range - base) : 0);
    flags = 1;
    say("pointers.%s.set: %d", name, driver.cuPointerSetAttribute_(&flags, 6, pointer));
}

static void ask_range(void)
{
    CUmemAllocationProp wanted = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                   .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE } };
    CUmemAccessDesc access = { .location = wanted.location,
                               .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    unsigned long long handle;
    uint64_t range = 0;

    say("pointers.reserve: %d", driver.cuMemAddressReserve_(&range, RESERVED, 0, 0, 0));
    ask_pointer("reserved", range, 0);
    say("pointers.physical: %d", driver.cuMemCreate_(&handle, RESERVED / 2, &wanted, 0));
    say("pointers.map: %d", driver.cuMemMap_(range, RESERVED / 2, 0, handle, 0));
    ask_pointer("mapped_no_access", range, 0);
    say("pointers.access: %d", driver.cuMemSetAccess_(range, RESERVED / 2, &access, 1));
    ask_pointer("mapped", range, 0);
    ask_pointer("mapped_inside", range, 4096);
    ask_pointer("mapped_behind", range, RESERVED / 2);
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
    say("pointers.access_read: %d", driver.cuMemSetAccess_(range, RESERVED / 2, &access, 1));
    ask_pointer("read_only", range, 0);
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    say("pointers.access_none: %d", driver.cuMemSetAccess_(range, RESERVED / 2, &access, 1));
    ask_pointer("none_again", range, 0);
    say("pointers.unmap: %d", driver.cuMemUnmap_(range, RESERVED / 2));
    say("pointers.release: %d", driver.cuMemRelease_(handle));
    say("pointers.address_free: %d", driver.cuMemAddressFree_(range, RESERVED));
    ask_pointer("reserved_freed", range, 0);
}

static void ask_host_pointers(void)
{
    void *host;

    for (unsigned int flags = 0; flags < 8; flags++) {
        char name[32];

        if (driver.cuMemHostAlloc_(&host, BYTES, flags) != 0)
            continue;
        snprintf(name, sizeof name, "host_%u", flags);
        ask_pointer(name, (uint64_t)(uintptr_t)host, 0);
        (void)driver.cuMemFreeHost_(host);
    }
}

static void ask_registered_pointers(void *mine)
{
    for (unsigned int flags = 0; flags < 4; flags++) {
        char name[32];
        int code = driver.cuMemHostRegister_v2_(mine, BYTES, flags);

        say("pointers.register_%u: %d", flags, code);
        if (code != 0)
            continue;
        snprintf(name, sizeof name, "registered_%u", flags);
        ask_pointer(name, (uint64_t)(uintptr_t)mine, 64);
        (void)driver.cuMemHostUnregister_(mine);
    }
}

void ask_pointers(void)
{
    void *host = NULL, *popped, *mine = aligned_alloc(4096, BYTES);
    uint64_t device = 0;
    size_t pitch;

    if (mine == NULL)
        return;
    memset(mine, 0, BYTES);
    context = need_context();
    ask_pointer("null", 0, 0);
    ask_pointer("one", 1, 0);
    ask_pointer("plain", (uint64_t)(uintptr_t)mine, 0);
    (void)driver.cuMemAlloc_v2_(&device, BYTES);
    ask_pointer("device", device, 0);
    ask_pointer("device_inside", device, 4097);
    ask_pointer("device_last", device, BYTES - 1);
    (void)driver.cuCtxPopCurrent_v2_(&popped);
    ask_pointer("device_no_context", device, 0);
    (void)driver.cuCtxPushCurrent_v2_(popped);
    (void)driver.cuMemFree_v2_(device);
    ask_pointer("device_freed", device, 0);
    (void)driver.cuMemAllocPitch_v2_(&device, &pitch, 100, 16, 4);
    ask_pointer("pitch", device, 0);
    (void)driver.cuMemFree_v2_(device);
    (void)driver.cuMemAllocHost_v2_(&host, BYTES);
    ask_pointer("host", (uint64_t)(uintptr_t)host, 0);
    ask_pointer("host_inside", (uint64_t)(uintptr_t)host, 100);
    (void)driver.cuMemFreeHost_(host);
    ask_host_pointers();
    ask_registered_pointers(mine);
    ask_pointer("unregistered", (uint64_t)(uintptr_t)mine, 0);
    for (unsigned int flags = 1; flags < 3; flags++) {
        if (driver.cuMemAllocManaged_(&device, BYTES, flags) != 0)
            continue;
        ask_pointer(flags == 1 ? "managed_global" : "managed_host", device, 0);
        (void)driver.cuMemFree_v2_(device);
    }
    if (driver.cuMemAllocAsync_(&device, BYTES, NULL) == 0) {
        (void)driver.cuCtxSynchronize_();
        ask_pointer("pool", device, 0);
        ask_pointer("pool_inside", device, 512);
        (void)driver.cuMemFree_v2_(device);
    }
    ask_range();
    free(mine);
    (void)driver.cuCtxDestroy_v2_(context);
}

/* ---- copies ---------------------------------------------------------------------------------- */

enum { SIDE = 16384, ARRAY_WIDTH = 32, ARRAY_HEIGHT = 16, ARRAY_DEPTH = 4, FIRST_KIND = 1,
       LAST_KIND = 4 };

struct side {
    uint8_t *host;
    uint64_t device;
    void *array, *volume;        /* of bytes */
};

static struct side sides[2];     /* destination, source */

static void fill_side(struct side *side, unsigned int seed)
{
    uint8_t bytes[SIDE];

    for (size_t i = 0; i < SIDE; i++)
        bytes[i] = (uint8_t)((i * 7 + i / 256) * seed + seed);
    memcpy(side->host, bytes, SIDE);
    (void)driver.cuMemcpyHtoD_v2_(side->device, bytes, SIDE);
    for (int which = 0; which < 2; which++) {
        CUDA_MEMCPY3D copy = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = bytes,
                               .srcPitch = ARRAY_WIDTH, .srcHeight = ARRAY_HEIGHT,
                               .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                               .dstArray = which == 0 ? side->array : side->volume,
                               .WidthInBytes = ARRAY_WIDTH, .Height = ARRAY_HEIGHT,
                               .Depth = which == 0 ? 1 : ARRAY_DEPTH };

        (void)driver.cuMemcpy3D_v2_(&copy);
    }
}

/* A number of all bytes of the destination, of each kind of memory. */
static uint32_t sum_of(const struct side *side)
{
    uint8_t bytes[3 * SIDE + ARRAY_WIDTH * ARRAY_HEIGHT * (ARRAY_DEPTH + 1)] = { 0 };
    size_t at = 2 * SIDE;
    uint32_t sum = 2166136261u;

    memcpy(bytes, side->host, SIDE);
    (void)driver.cuMemcpyDtoH_v2_(bytes + SIDE, side->device, SIDE);
    for (int which = 0; which < 2; which++) {
        size_t depth = which == 0 ? 1 : ARRAY_DEPTH;
        CUDA_MEMCPY3D copy = { .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = bytes + at,
                               .dstPitch = ARRAY_WIDTH, .dstHeight = ARRAY_HEIGHT,
                               .srcMemoryType = CU_MEMORYTYPE_ARRAY,
                               .srcArray = which == 0 ? side->array : side->volume,
                               .WidthInBytes = ARRAY_WIDTH, .Height = ARRAY_HEIGHT,
                               .Depth = depth };

        (void)driver.cuMemcpy3D_v2_(&copy);
        at += ARRAY_WIDTH * ARRAY_HEIGHT * depth;
    }
    for (size_t i = 0; i < at; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}

/* Where a row begins, how long rows are, and how large the box is. */
static const struct shape {
    size_t dst_x, dst_y, dst_pitch, src_x, src_y, src_pitch, width, height;
} shapes[] = {
    { 0, 0, 32, 0, 0, 32, 32, 16 }, { 0, 0, 64, 0, 0, 48, 32, 16 }, { 3, 2, 64, 5, 1, 48, 20, 9 },
    { 0, 0, 0, 0, 0, 0, 16, 1 }, { 0, 0, 0, 0, 0, 0, 16, 4 }, { 1, 0, 0, 0, 0, 32, 16, 1 },
    { 0, 0, 15, 0, 0, 32, 16, 4 }, { 0, 0, 32, 0, 0, 15, 16, 4 }, { 20, 0, 32, 0, 0, 32, 16, 4 },
    { 0, 0, 32, 20, 0, 32, 16, 4 }, { 0, 14, 32, 0, 0, 32, 16, 4 }, { 0, 0, 32, 0, 14, 32, 16, 4 },
    { 0, 0, 32, 0, 0, 32, 0, 4 }, { 0, 0, 32, 0, 0, 32, 16, 0 }, { 0, 0, 32, 0, 0, 32, 0, 0 },
    { 0, 0, 33, 0, 0, 31, 7, 3 }, { 31, 15, 64, 31, 15, 64, 1, 1 }, { 32, 0, 64, 0, 0, 64, 1, 1 },
    { 0, 0, 32, 0, 0, 32, 33, 1 }, { 0, 0, 64, 0, 0, 64, 33, 1 }, { 0, 1, 16, 0, 0, 16, 16, 17 },
};

static void set_end_2d(CUDA_MEMCPY2D *copy, bool is_source, int kind, const struct shape *shape)
{
    const struct side *side = &sides[is_source];
    uint64_t device = kind == 4 ? side->device : kind == 2 ? side->device : 0;

    if (is_source) {
        copy->srcMemoryType = (CUmemorytype)kind;
        copy->srcHost = side->host;
        copy->srcDevice = device;
        copy->srcArray = side->array;
        copy->srcXInBytes = shape->src_x;
        copy->srcY = shape->src_y;
        copy->srcPitch = shape->src_pitch;
    } else {
        copy->dstMemoryType = (CUmemorytype)kind;
        copy->dstHost = side->host;
        copy->dstDevice = device;
        copy->dstArray = side->array;
        copy->dstXInBytes = shape->dst_x;
        copy->dstY = shape->dst_y;
        copy->dstPitch = shape->dst_pitch;
    }
}

static void copy_2d(int to, int from, size_t number)
{
    CUDA_MEMCPY2D copy = { .WidthInBytes = shapes[number].width,
                           .Height = shapes[number].height };
    int code;

    set_end_2d(&copy, false, to, &shapes[number]);
    set_end_2d(&copy, true, from, &shapes[number]);
    for (int unaligned = 0; unaligned < 2; unaligned++) {
        fill_side(&sides[0], 3);
        code = unaligned ? driver.cuMemcpy2DUnaligned_v2_(&copy) : driver.cuMemcpy2D_v2_(&copy);
        say("copies.2d%s.%d_from_%d.%zu: %d %08x", unaligned ? "_unaligned" : "", to, from, number,
            code, sum_of(&sides[0]));
    }
}

static void copy_3d(int to, int from, size_t number, size_t depth)
{
    const struct shape *shape = &shapes[number];
    CUDA_MEMCPY3D copy = {
        .dstMemoryType = (CUmemorytype)to, .srcMemoryType = (CUmemorytype)from,
        .dstHost = sides[0].host, .srcHost = sides[1].host, .dstDevice = sides[0].device,
        .srcDevice = sides[1].device, .dstArray = sides[0].volume, .srcArray = sides[1].volume,
        .dstXInBytes = shape->dst_x, .dstY = shape->dst_y, .dstPitch = shape->dst_pitch,
        .srcXInBytes = shape->src_x, .srcY = shape->src_y, .srcPitch = shape->src_pitch,
        .dstZ = depth == 2 ? 1 : 0, .srcZ = depth == 3 ? 1 : 0,
        .dstHeight = number % 3 == 0 ? 17 : number % 3 == 1 ? 0 : shape->height,
        .srcHeight = number % 3 == 0 ? 18 : number % 3 == 1 ? 0 : shape->height,
        .WidthInBytes = shape->width, .Height = shape->height, .Depth = depth };
    int code;

    fill_side(&sides[0], 3);
    code = driver.cuMemcpy3D_v2_(&copy);
    say("copies.3d.%d_from_%d.%zu.%zu: %d %08x", to, from, number, depth, code,
        sum_of(&sides[0]));
}

void ask_copies(void)
{
    CUDA_ARRAY_DESCRIPTOR flat = { .Width = ARRAY_WIDTH, .Height = ARRAY_HEIGHT,
                                   .Format = CU_AD_FORMAT_UNSIGNED_INT8, .NumChannels = 1 };
    CUDA_ARRAY3D_DESCRIPTOR deep = { .Width = ARRAY_WIDTH, .Height = ARRAY_HEIGHT,
                                     .Depth = ARRAY_DEPTH, .Format = CU_AD_FORMAT_UNSIGNED_INT8,
                                     .NumChannels = 1 };

    context = need_context();
    for (int i = 0; i < 2; i++) {
        sides[i].host = calloc(1, 4 * SIDE);
        if (sides[i].host == NULL || driver.cuMemAlloc_v2_(&sides[i].device, 4 * SIDE) != 0 ||
            driver.cuArrayCreate_v2_(&sides[i].array, &flat) != 0 ||
            driver.cuArray3DCreate_v2_(&sides[i].volume, &deep) != 0)
            exit(1);
        fill_side(&sides[i], i == 0 ? 3 : 5);
    }
    for (int to = FIRST_KIND; to <= LAST_KIND; to++) {
        for (int from = FIRST_KIND; from <= LAST_KIND; from++) {
            for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
                copy_2d(to, from, i);
                for (size_t depth = 0; depth < 4; depth++)
                    copy_3d(to, from, i, depth);
            }
        }
    }
    (void)driver.cuCtxDestroy_v2_(context);
}
