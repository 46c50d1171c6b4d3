/* Virtual memory management: what reserving, creating, mapping, access, unmapping and releasing
 * cost, also with 10,000 live mappings, and the rate of copies over mapped memory. Beside the
 * vendor's library the same in turn. */
#include <stdio.h>
#include <stdlib.h>

#include <cuda.h>

#include "vendor.h"

#define MIB ((size_t)1 << 20)
#define STEP (2 * MIB)
#define LIVE 10000
#define ROUND_TRIPS 50
#define COPIES 4
#define CPU_RATE_BYTES (64 * MIB)
#define RATE_BYTES (256 * MIB)
#define MOST_PIECES (2 * RATE_BYTES / STEP)
/* Map, access and unmap of 2 MiB on a CPU device: more than this is too much. */
#define MOST_US 10.0

#define RANGE_CALLS(X) \
    X(cuMemAddressFree) \
    X(cuMemAddressReserve) \
    X(cuMemCreate) \
    X(cuMemMap) \
    X(cuMemRelease) \
    X(cuMemSetAccess) \
    X(cuMemUnmap)

#define DECLARE(name) __typeof__(name) *name;

/* One library, by its driver interface. */
struct library {
    const struct cuda_calls *runtime;
    int device;
    RANGE_CALLS(DECLARE)
};

/* The calls of one life of a mapping, in order. */
enum part { CREATE, MAP, ACCESS, UNMAP, RELEASE, PARTS };
static const char *const part_names[PARTS] = { "cuMemCreate", "cuMemMap", "cuMemSetAccess",
                                               "cuMemUnmap", "cuMemRelease" };

static void check(const struct library *library, CUresult result, const char *call, int line)
{
    if (result == CUDA_SUCCESS)
        return;
    fprintf(stderr, "bench: ranges.c:%d: %s of %s: %d\n", line, call, library->runtime->library,
            (int)result);
    exit(1);
}

#define CU(library, call) check((library), (library)->call, #call, __LINE__)

static void run_check(const struct library *library, cudaError_t error, int line)
{
    check(library, (CUresult)error, "the runtime", line);
}

#define RUN(library, call) run_check((library), (library)->runtime->call, __LINE__)

static void *entry_point(const struct cuda_calls *runtime, const char *name)
{
    enum cudaDriverEntryPointQueryResult status;
    void *found = NULL;

    if (runtime->cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault,
                                                  &status) != cudaSuccess)
        found = NULL;
    BENCH_REQUIRE(found != NULL);
    return found;
}

static void open_library(struct library *library, const struct cuda_calls *runtime, int device)
{
    *library = (struct library){ .runtime = runtime, .device = device };
    RUN(library, cudaSetDevice(device));
    RUN(library, cudaFree(NULL));                /* makes the context current */
#define FIND(name) *(void **)&library->name = entry_point(runtime, #name);
    RANGE_CALLS(FIND)
}

static CUmemAllocationProp properties(const struct library *library)
{
    return (CUmemAllocationProp){ .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .location = { CU_MEM_LOCATION_TYPE_DEVICE, library->device } };
}

static CUmemAccessDesc access_of(const struct library *library)
{
    return (CUmemAccessDesc){ .location = { CU_MEM_LOCATION_TYPE_DEVICE, library->device },
                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
}

static double microseconds(int64_t begin_ns, int64_t count)
{
    return (double)(bench_now_ns() - begin_ns) / 1e3 / (double)count;
}

/* ---- rounds --------------------------------------------------------------------------------- */

static double reserve_and_free(const struct library *library, size_t size)
{
    CUdeviceptr address;
    int64_t begin = bench_now_ns();

    CU(library, cuMemAddressReserve(&address, size, 0, 0, 0));
    CU(library, cuMemAddressFree(address, size));
    return microseconds(begin, 1);
}

static void one_life(const struct library *library, size_t size, double out_us[PARTS])
{
    const CUmemAllocationProp prop = properties(library);
    const CUmemAccessDesc access = access_of(library);
    CUmemGenericAllocationHandle handle;
    CUdeviceptr address;
    int64_t begin;

    CU(library, cuMemAddressReserve(&address, size, 0, 0, 0));
    begin = bench_now_ns();
    CU(library, cuMemCreate(&handle, size, &prop, 0));
    out_us[CREATE] = microseconds(begin, 1);
    begin = bench_now_ns();
    CU(library, cuMemMap(address, size, 0, handle, 0));
    out_us[MAP] = microseconds(begin, 1);
    begin = bench_now_ns();
    CU(library, cuMemSetAccess(address, size, &access, 1));
    out_us[ACCESS] = microseconds(begin, 1);
    begin = bench_now_ns();
    CU(library, cuMemUnmap(address, size));
    out_us[UNMAP] = microseconds(begin, 1);
    begin = bench_now_ns();
    CU(library, cuMemRelease(handle));
    out_us[RELEASE] = microseconds(begin, 1);
    CU(library, cuMemAddressFree(address, size));
}

/* A reservation in which one handle is mapped at live places; the place behind is free. */
struct crowd {
    CUmemGenericAllocationHandle handle;
    CUdeviceptr base;
    size_t live;
};

static struct crowd make_crowd(const struct library *library, size_t live)
{
    const CUmemAllocationProp prop = properties(library);
    const CUmemAccessDesc access = access_of(library);
    struct crowd crowd = { .live = live };

    CU(library, cuMemAddressReserve(&crowd.base, (live + 2) * STEP, 0, 0, 0));
    CU(library, cuMemCreate(&crowd.handle, STEP, &prop, 0));
    for (size_t i = 0; i < live; i++)
        CU(library, cuMemMap(crowd.base + i * STEP, STEP, 0, crowd.handle, 0));
    CU(library, cuMemSetAccess(crowd.base, live * STEP, &access, 1));
    return crowd;
}

static void end_crowd(const struct library *library, const struct crowd *crowd)
{
    CU(library, cuMemUnmap(crowd->base, crowd->live * STEP));
    CU(library, cuMemRelease(crowd->handle));
    CU(library, cuMemAddressFree(crowd->base, (crowd->live + 2) * STEP));
}

static double change_in(const struct library *library, const struct crowd *crowd)
{
    const CUmemAccessDesc access = access_of(library);
    CUdeviceptr place = crowd->base + (crowd->live + 1) * STEP;
    int64_t begin = bench_now_ns();

    for (int i = 0; i < ROUND_TRIPS; i++) {
        CU(library, cuMemMap(place, STEP, 0, crowd->handle, 0));
        CU(library, cuMemSetAccess(place, STEP, &access, 1));
        CU(library, cuMemUnmap(place, STEP));
    }
    return microseconds(begin, ROUND_TRIPS);
}

static size_t rate_bytes(void)
{
    return bench_setting.is_cpu ? CPU_RATE_BYTES : RATE_BYTES;
}

/* The rate of copies from the second half of memory to the first. */
static double copy_rate(const struct library *library, CUdeviceptr memory)
{
    void *dst = (void *)(uintptr_t)memory, *src = (char *)dst + rate_bytes();
    int64_t begin;

    RUN(library, cudaMemcpyAsync(dst, src, rate_bytes(), cudaMemcpyDeviceToDevice, NULL));
    RUN(library, cudaDeviceSynchronize());
    begin = bench_now_ns();
    for (int i = 0; i < COPIES; i++)
        RUN(library, cudaMemcpyAsync(dst, src, rate_bytes(), cudaMemcpyDeviceToDevice, NULL));
    RUN(library, cudaDeviceSynchronize());
    return COPIES * (double)rate_bytes() / (double)(bench_now_ns() - begin);
}

/* Mapped from handles of 2 MiB each. */
static double mapped_rate(const struct library *library)
{
    static CUmemGenericAllocationHandle handles[MOST_PIECES];
    const CUmemAllocationProp prop = properties(library);
    const CUmemAccessDesc access = access_of(library);
    size_t size = 2 * rate_bytes();
    CUdeviceptr base;
    double rate;

    CU(library, cuMemAddressReserve(&base, size, 0, 0, 0));
    for (size_t i = 0; i < size / STEP; i++) {
        CU(library, cuMemCreate(&handles[i], STEP, &prop, 0));
        CU(library, cuMemMap(base + i * STEP, STEP, 0, handles[i], 0));
    }
    CU(library, cuMemSetAccess(base, size, &access, 1));
    rate = copy_rate(library, base);
    CU(library, cuMemUnmap(base, size));
    for (size_t i = 0; i < size / STEP; i++)
        CU(library, cuMemRelease(handles[i]));
    CU(library, cuMemAddressFree(base, size));
    return rate;
}

static double plain_rate(const struct library *library)
{
    void *memory;
    double rate;

    RUN(library, cudaMalloc(&memory, 2 * rate_bytes()));
    rate = copy_rate(library, (CUdeviceptr)(uintptr_t)memory);
    RUN(library, cudaFree(memory));
    return rate;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* One library, or ours and the vendor's in turn. */
struct libraries {
    struct library list[2];
    int count;
};

static void add_row(const struct libraries *all, const char *what, enum bench_unit unit,
                    const struct bench_samples samples[2], double most)
{
    const struct bench_row row = {
        .table = all->count > 1 ? BENCH_BESIDE_VENDOR : BENCH_BESIDE_HAND,
        .what = what,
        .unit = unit,
        .ours = &samples[0],
        .reference = all->count > 1 ? &samples[1] : NULL,
        .reference_name = "",
        .rule = all->count > 1 ? BENCH_RATIO_AT_LEAST
                : most > 0     ? BENCH_OURS_AT_MOST
                               : BENCH_FOR_INFORMATION,
        .target = all->count > 1 ? 0.7 : most,
    };

    bench_add_row(&row);
}

static void measure_reserving(const struct libraries *all, size_t size)
{
    struct bench_samples samples[2] = {{.count = 0}, {.count = 0}};
    char what[BENCH_NAME_BYTES];

    snprintf(what, sizeof what, "reserve and free %zu MiB of addresses", size / MIB);
    bench_progress(what);
    for (int i = 0; i < bench_setting.repeats; i++)
        for (int k = 0; k < all->count; k++)
            bench_sample(&samples[k], reserve_and_free(&all->list[k], size));
    add_row(all, what, BENCH_MICROSECONDS, samples, 0);
}

static void measure_life(const struct libraries *all, size_t size)
{
    struct bench_samples samples[PARTS][2] = {{{.count = 0}}};
    char what[BENCH_NAME_BYTES];
    double us[PARTS];

    bench_progress("the life of a mapping");
    for (int i = 0; i < bench_setting.repeats; i++) {
        for (int k = 0; k < all->count; k++) {
            one_life(&all->list[k], size, us);
            for (int part = 0; part < PARTS; part++)
                bench_sample(&samples[part][k], us[part]);
        }
    }
    for (int part = 0; part < PARTS; part++) {
        snprintf(what, sizeof what, "%s of %zu MiB", part_names[part], size / MIB);
        add_row(all, what, BENCH_MICROSECONDS, samples[part], 0);
    }
}

static void measure_crowd(const struct libraries *all, size_t live)
{
    struct bench_samples samples[2] = {{.count = 0}, {.count = 0}};
    char what[BENCH_NAME_BYTES];

    snprintf(what, sizeof what, "map, access, unmap 2 MiB; %zu mapped", live);
    bench_progress(what);
    for (int k = 0; k < all->count; k++) {
        struct crowd crowd = make_crowd(&all->list[k], live);

        for (int i = 0; i < bench_setting.repeats; i++)
            bench_sample(&samples[k], change_in(&all->list[k], &crowd));
        end_crowd(&all->list[k], &crowd);
    }
    add_row(all, what, BENCH_MICROSECONDS, samples, bench_setting.is_cpu ? MOST_US : 0);
}

static void measure_rates(const struct libraries *all)
{
    struct bench_samples mapped[2] = {{.count = 0}, {.count = 0}};
    struct bench_samples plain[2] = {{.count = 0}, {.count = 0}};
    struct bench_row row = { .table = BENCH_BESIDE_HAND, .what = "copies over mapped memory",
                             .unit = BENCH_GIGABYTES_PER_SECOND, .ours = &mapped[0],
                             .reference = &plain[0], .reference_name = "ours, in plain memory" };

    bench_progress("copies over mapped memory");
    for (int i = 0; i < bench_setting.slow_repeats; i++) {
        for (int k = 0; k < all->count; k++) {
            bench_sample(&mapped[k], mapped_rate(&all->list[k]));
            bench_sample(&plain[k], plain_rate(&all->list[k]));
        }
    }
    if (all->count == 1)
        bench_add_row(&row);
    else
        add_row(all, "copies over mapped memory", BENCH_GIGABYTES_PER_SECOND, mapped, 0);
}

static void measure(const struct libraries *all)
{
    const size_t sizes[] = { STEP, 64 * MIB, 1024 * MIB };

    measure_reserving(all, STEP);
    measure_reserving(all, 32 * 1024 * MIB);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        measure_life(all, sizes[i]);
    measure_crowd(all, 1);
    measure_crowd(all, LIVE);
    measure_rates(all);
}

static bool has_ranges(void)
{
    int has = 0;

    return cudaDeviceGetAttribute(
        &has, (enum cudaDeviceAttr)CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0) ==
        cudaSuccess && has != 0;
}

void bench_ranges(void)
{
    struct libraries ours = { .count = 1 };

    if (!has_ranges())
        return;
    open_library(&ours.list[0], cuda_calls_ours(), 0);
    measure(&ours);
}

void bench_compare_ranges(struct bench_side sides[2])
{
    struct libraries both = { .count = 2 };

    if (!has_ranges())
        return;
    for (int k = 0; k < 2; k++)
        open_library(&both.list[k], sides[k].calls, sides[k].device);
    measure(&both);
}
