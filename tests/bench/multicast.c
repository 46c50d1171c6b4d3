/* What a copy to a multicast address costs, beside one plain copy to each of its members. Several
 * devices: tests/scenario/with_devices.py COUNT bench_interop multicast. These are the functions of
 * the core: no cuMulticast* is called, so none of another library can be. */
#include <stdio.h>
#include <stdlib.h>

#include "../copies.h"
#include "bench.h"
#include "device/device.h"
#include "pools/memory.h"
#include "ranges/multicast_bind.h"
#include "ranges/range_call.h"

#define MIB ((uint64_t)1 << 20)
#define MOST_BYTES (16 * MIB)
#define AT_MOST_TIMES 1.1

enum { MOST_MEMBERS = 4, COPIES = 4 };

/* One without rules of its own. */
static const struct gi_interface interface = {.visible_variable = "CUDA_VISIBLE_DEVICES"};

#define CORE(call) BENCH_REQUIRE((call) == GI_OK)

static struct {
    gi_handle object, pages[MOST_MEMBERS];
    uint64_t all, own[MOST_MEMBERS];     /* addresses: of the object, and of the members' memory */
    uint64_t source;                     /* plain memory of the first device */
    int count;
} team;

static uint64_t map(gi_handle handle, int device)
{
    struct gi_range_location location = {.type = 1, .id = device, .access = GI_ACCESS_READ_WRITE};
    uint64_t address;

    CORE(gi_range_call_reserve(&interface, MOST_BYTES, 0, 0, &address));
    CORE(gi_range_call_map(&interface, address, MOST_BYTES, 0, handle));
    CORE(gi_range_call_set_access(&interface, address, MOST_BYTES, &location, 1));
    return address;
}

static void make_member(int device)
{
    const struct gi_pages_properties properties = {.type = 1, .location_type = 1,
                                                   .location_id = device};

    CORE(gi_device_set_current(device));
    CORE(gi_multicast_add_device(team.object, device));
    CORE(gi_range_call_create(&interface, properties, MOST_BYTES, &team.pages[device]));
    team.own[device] = map(team.pages[device], device);
}

static bool make_team(void)
{
    struct gi_multicast_properties properties = {.size_bytes = MOST_BYTES};

    CORE(gi_device_count(&team.count));
    if (team.count > MOST_MEMBERS)
        team.count = MOST_MEMBERS;
    for (int i = 0; i < team.count; i++) {
        if (gi_multicast_check_device(i) != GI_OK)
            return false;
    }
    properties.device_count = properties.visible_count = (uint64_t)team.count;
    CORE(gi_multicast_create(&properties, &team.object));
    for (int i = team.count - 1; i >= 0; i--)
        make_member(i);
    for (int i = 0; i < team.count; i++)
        CORE(gi_multicast_bind_pages(team.object, i, 0, team.pages[i], 0, MOST_BYTES));
    team.all = map(team.object, 0);
    CORE(gi_memory_alloc(MOST_BYTES, &team.source));
    return true;
}

static void unmap(uint64_t address)
{
    CORE(gi_range_call_unmap(&interface, address, MOST_BYTES));
    CORE(gi_range_free(address, MOST_BYTES));
}

static void end_team(void)
{
    CORE(gi_memory_free(team.source));
    unmap(team.all);
    CORE(gi_pages_release(team.object));
    for (int i = 0; i < team.count; i++) {
        unmap(team.own[i]);
        CORE(gi_pages_release(team.pages[i]));
    }
}

static void copy_to_all(uint64_t size)
{
    CORE(gi_copy_async(team.all, team.source, size, GI_COPY_INFER, 0));
}

static void copy_to_each(uint64_t size)
{
    for (int i = 0; i < team.count; i++)
        CORE(gi_copy_async(team.own[i], team.source, size, GI_COPY_INFER, 0));
}

/* Microseconds of one. */
static double time_of(void (*copy)(uint64_t size), uint64_t size)
{
    int64_t begin = bench_now_ns();

    for (int i = 0; i < COPIES; i++)
        copy(size);
    CORE(gi_device_synchronize());
    return (double)(bench_now_ns() - begin) / 1e3 / COPIES;
}

static void measure(uint64_t size)
{
    struct bench_samples all = {.count = 0}, each = {.count = 0};
    char what[BENCH_NAME_BYTES];
    struct bench_row row = {.table = BENCH_BESIDE_HAND, .what = what, .unit = BENCH_MICROSECONDS,
                            .ours = &all, .reference = &each,
                            .reference_name = "ours, plain copies", .target = AT_MOST_TIMES,
                            .rule = bench_setting.is_cpu ? BENCH_RATIO_AT_MOST
                                                         : BENCH_FOR_INFORMATION};

    snprintf(what, sizeof what, "multicast copy of %llu MiB to %d devices",
             (unsigned long long)(size / MIB), team.count);
    bench_progress(what);
    (void)time_of(copy_to_all, size);
    (void)time_of(copy_to_each, size);
    for (int i = 0; i < bench_setting.repeats; i++) {
        bench_sample(&all, time_of(copy_to_all, size));
        bench_sample(&each, time_of(copy_to_each, size));
    }
    bench_add_row(&row);
}

void bench_multicast(void)
{
    if (!make_team())
        return;
    for (uint64_t size = MIB; size <= MOST_BYTES; size *= 4)
        measure(size);
    end_team();
}
