/* Memory runs out: the error is the vendor's, what there is goes on working, nothing is lost. */
#include "stress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <gpuinterop.h>

#define MIB ((size_t)1 << 20)

enum { MOST = 4096 };

/* One way to get memory, and to give it back. */
struct way {
    const char *name;
    size_t piece_bytes;
    bool from_heap;                  /* of the device: runs out with it */
    cudaError_t (*get)(void **pointer, size_t size_bytes);
    cudaError_t (*give_back)(void *pointer);
};

static cudaError_t get_in_order(void **pointer, size_t size_bytes)
{
    return cudaMallocAsync(pointer, size_bytes, NULL);
}

static cudaError_t give_back_in_order(void *pointer)
{
    return cudaFreeAsync(pointer, NULL);
}

static cudaError_t get_pinned(void **pointer, size_t size_bytes)
{
    return cudaHostAlloc(pointer, size_bytes, cudaHostAllocDefault);
}

static cudaError_t get_managed(void **pointer, size_t size_bytes)
{
    return cudaMallocManaged(pointer, size_bytes, cudaMemAttachGlobal);
}

static cudaError_t get_rows(void **pointer, size_t size_bytes)
{
    size_t pitch;

    return cudaMallocPitch(pointer, &pitch, 4096, size_bytes / 4096);
}

static const struct way ways[] = {
    { "cudaMalloc", 48 * MIB, true, cudaMalloc, cudaFree },
    { "cudaMalloc of small pieces", MIB / 2, true, cudaMalloc, cudaFree },
    { "cudaMallocPitch", 3 * MIB, true, get_rows, cudaFree },
    { "cudaMallocAsync", 16 * MIB, true, get_in_order, give_back_in_order },
    { "cudaMallocManaged", 32 * MIB, true, get_managed, cudaFree },
    { "cudaHostAlloc", 48 * MIB, false, get_pinned, cudaFreeHost },
};

static void give_all_back(const struct way *way, void **pieces, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        OK(way->give_back(pieces[i]));
    OK(cudaDeviceSynchronize());
}

/* Takes until there is no more; returns how many, MOST if there was no end. */
static size_t take_all(const struct way *way, void **pieces, size_t already)
{
    size_t count = already;
    void *none = &none;

    while (count < MOST && way->get(&pieces[count], way->piece_bytes) == cudaSuccess)
        count++;
    if (count == MOST)
        return count;
    EXPECT(cudaErrorMemoryAllocation, cudaGetLastError());
    EXPECT(cudaErrorMemoryAllocation, way->get(&none, way->piece_bytes));
    REQUIRE(gpuinterop_last_error_detail()[0] != '\0', "%s: no sentence", way->name);
    OK((cudaGetLastError(), cudaGetLastError()));
    return count;
}

/* Moves the process's limit, if it has one, so that the driver has room for its own work. */
static void move_limit(rlim_t by_bytes)
{
    struct rlimit limit;

    REQUIRE(getrlimit(RLIMIT_AS, &limit) == 0, "no limits can be read");
    if (limit.rlim_cur == RLIM_INFINITY)
        return;
    limit.rlim_cur += by_bytes;
    REQUIRE(setrlimit(RLIMIT_AS, &limit) == 0, "no limits can be set");
}

/* With nothing left, work on what there is. */
static void expect_work(const struct way *way, void **pieces, size_t count)
{
    const rlim_t room_bytes = 64 * MIB;
    uint8_t byte = 0;

    move_limit(room_bytes);
    for (size_t i = 0; i < count; i += count / 4 + 1) {
        OK(cudaMemsetAsync(pieces[i], (int)(i + 1), 4096, NULL));
        OK(cudaMemcpyAsync((uint8_t *)pieces[i] + 4096, pieces[i], 4096, cudaMemcpyDefault,
                           NULL));
        OK(cudaMemcpy(&byte, (uint8_t *)pieces[i] + 8191, 1, cudaMemcpyDefault));
        REQUIRE(byte == (uint8_t)(i + 1), "%s: piece %zu holds 0x%02x", way->name, i, byte);
    }
    move_limit(-room_bytes);
}

static void exhaust(const struct way *way, void **pieces, bool ends)
{
    size_t count = take_all(way, pieces, 0);

    REQUIRE(count < MOST || !ends, "%s: there is no end of memory", way->name);
    if (count == MOST) {
        give_all_back(way, pieces, 0, count);
        printf("  %s: no end within %d pieces: what there is was not used up\n", way->name,
               MOST);
        return;
    }
    REQUIRE(count >= 4, "%s: only %zu pieces", way->name, count);
    expect_work(way, pieces, count);
    size_t kept = count / 2;
    give_all_back(way, pieces, kept, count);
    size_t again = take_all(way, pieces, kept);
    /* Where a limit of the process stands for the end, other mappings have their share of it. */
    REQUIRE(ends ? again >= count - 1 : again > kept,
            "%s: %zu pieces, and %zu once half of them had been given back", way->name, count,
            again);
    expect_work(way, pieces, again);
    give_all_back(way, pieces, 0, again);
    printf("  %s: %zu pieces of %zu KiB\n", way->name, count, way->piece_bytes / 1024);
}

/* Leaves the process room for so many bytes more than it has mapped. */
static struct rlimit limit_mappings(uint64_t more_bytes)
{
    struct rlimit before, now;
    unsigned long long pages;
    FILE *file = fopen("/proc/self/statm", "r");

    REQUIRE(file != NULL && fscanf(file, "%llu", &pages) == 1, "/proc/self/statm cannot be read");
    fclose(file);
    REQUIRE(getrlimit(RLIMIT_AS, &before) == 0, "no limits can be read");
    now = before;
    now.rlim_cur = pages * 4096 + more_bytes;
    REQUIRE(setrlimit(RLIMIT_AS, &now) == 0, "no limits can be set");
    return before;
}

/* NVIDIA's driver crashes when it finds no room for a mapping; there the device's own memory, which
 * is not the host's, has an end. */
static bool needs_limit(bool has_heap)
{
    struct cudaDeviceProp properties;

    OK(cudaGetDeviceProperties(&properties, 0));
    return !has_heap && strstr(properties.name, "NVIDIA") == NULL;
}

void stress_exhaustion(size_t count)
{
    void **pieces = stress_new(MOST, sizeof *pieces);
    bool has_heap = stress_world_heap_bytes() != 0, is_limited = needs_limit(has_heap);

    OK(cudaDeviceSynchronize());
    for (size_t i = 0; i < sizeof ways / sizeof ways[0] && i < count; i++) {
        struct rlimit before;
        if (!is_limited && !ways[i].from_heap)
            continue;
        if (is_limited)
            before = limit_mappings(512 * MIB);
        exhaust(&ways[i], pieces, has_heap);
        if (is_limited)
            REQUIRE(setrlimit(RLIMIT_AS, &before) == 0, "the limit cannot be taken back");
    }
    free(pieces);
}
