/* Multicast objects on the fake driver: what copies and fills reach, counts and lives, and threads
 * that wait for the team. */
#include "graph_nodes.h"

#include <string.h>
#include <unistd.h>

#include "gpuinterop.h"

#include "launches.h"
#include "ranges/multicast_bind.h"
#include "ranges/pages.h"
#include "ops/pool_call.h"
#include "ranges/range.h"
#include "ops/stream_memory.h"

#define STEP GI_MULTICAST_STEP

enum { TEAM = 2 };

static gi_handle make_object(uint64_t steps, uint64_t devices)
{
    const struct gi_multicast_properties properties = {
        .device_count = devices, .visible_count = TEAM, .size_bytes = steps * STEP
    };
    gi_handle object;

    OK(gi_multicast_create(&properties, &object));
    return object;
}

static gi_handle make_pages(int device, uint64_t steps)
{
    const struct gi_pages_properties properties = { .type = 1, .location_type = 1,
                                                    .location_id = device };
    gi_handle pages;

    OK(gi_pages_create(&properties, steps * STEP, &pages));
    return pages;
}

static void give_access(uint64_t address, uint64_t steps, int device)
{
    struct gi_range_location location = { .type = 1, .id = device, .access = GI_ACCESS_READ_WRITE };

    OK(gi_range_set_access(address, steps * STEP, &location, 1));
}

static uint64_t map_at_new_addresses(gi_handle pages, uint64_t steps, int device)
{
    uint64_t address;

    OK(gi_range_reserve(steps * STEP, 0, 0, &address));
    OK(gi_range_map(address, steps * STEP, 0, pages));
    give_access(address, steps, device);
    return address;
}

static void end_addresses(uint64_t address, uint64_t steps)
{
    OK(gi_range_unmap(address, steps * STEP));
    OK(gi_range_free(address, steps * STEP));
}

/* An object with a member on each of two devices, whose memory has addresses of its own. */
struct team {
    uint64_t steps;
    gi_handle object, pages[TEAM], stream;
    uint64_t all, own[TEAM];     /* addresses */
};

static void begin_team(struct team *team, uint64_t steps, bool maps_first)
{
    static bool has_begun;

    *team = (struct team){ .steps = steps };
    if (!has_begun)              /* a case may have several teams */
        sched_begin_plain();
    has_begun = true;
    team->stream = sched_stream();
    team->object = make_object(steps, TEAM);
    for (int i = 0; i < TEAM; i++) {
        OK(gi_multicast_add_device(team->object, i));
        team->pages[i] = make_pages(i, steps);
        team->own[i] = map_at_new_addresses(team->pages[i], steps, i);
    }
    if (maps_first)
        team->all = map_at_new_addresses(team->object, steps, 0);
    for (int i = 0; i < TEAM; i++)
        OK(gi_multicast_bind_pages(team->object, -1, 0, team->pages[i], 0, steps * STEP));
    if (!maps_first)
        team->all = map_at_new_addresses(team->object, steps, 0);
}

static void end_team(struct team *team)
{
    OK(gi_stream_destroy(team->stream));
    end_addresses(team->all, team->steps);
    OK(gi_pages_release(team->object));
    for (int i = 0; i < TEAM; i++) {
        end_addresses(team->own[i], team->steps);
        OK(gi_pages_release(team->pages[i]));
    }
    sched_expect_nothing_left();
}

static void expect_in_all(const struct team *team, uint64_t offset, uint64_t size, uint8_t value)
{
    for (int i = 0; i < TEAM; i++)
        sched_expect_bytes(team->own[i] + offset, size, value);
}

/* ---- copies and fills ----------------------------------------------------------------------- */

SCHED_CASE(writes_reach_all)
{
    uint64_t copies = gi_counter_value(GI_COUNT_MULTICAST_COPIES), host, device;
    struct team team;

    begin_team(&team, 2, false);
    host = sched_host_memory(STEP);
    device = sched_memory(STEP);
    memset((void *)(uintptr_t)host, 7, STEP);
    OK(gi_fill_async(device, 8, 1, STEP, team.stream));
    OK(gi_fill_async(team.all, 5, 1, 2 * STEP, team.stream));
    OK(gi_copy_async(team.all + 100, host, 1000, GI_COPY_HOST_TO_DEVICE, team.stream));
    OK(gi_copy_async(team.all + STEP, device, STEP, GI_COPY_DEVICE_TO_DEVICE, team.stream));
    OK(gi_stream_synchronize(team.stream));
    expect_in_all(&team, 0, 100, 5);
    expect_in_all(&team, 100, 1000, 7);
    expect_in_all(&team, 1100, STEP - 1100, 5);
    expect_in_all(&team, STEP, STEP, 8);
    REQUIRE(gi_counter_value(GI_COUNT_MULTICAST_COPIES) - copies == 3 * TEAM, "not counted");
    OK(gi_memory_host_free(host));
    OK(gi_memory_free(device));
    end_team(&team);
}

SCHED_CASE(synchronous_and_pageable)
{
    static uint8_t bytes[4096];
    struct team team;

    begin_team(&team, 1, true);
    memset(bytes, 3, sizeof bytes);
    OK(gi_copy_now(team.all, (uint64_t)(uintptr_t)bytes, sizeof bytes, GI_COPY_HOST_TO_DEVICE));
    memset(bytes, 0, sizeof bytes);
    expect_in_all(&team, 0, sizeof bytes, 3);
    memset(bytes, 4, sizeof bytes);
    OK(gi_copy_async(team.all + 4096, (uint64_t)(uintptr_t)bytes, sizeof bytes, GI_COPY_INFER,
                     team.stream));
    memset(bytes, 0, sizeof bytes);
    OK(gi_stream_synchronize(team.stream));
    expect_in_all(&team, 4096, sizeof bytes, 4);
    OK(gi_fill_now(team.all, 0x0102, 2, 2048));
    OK(gi_device_synchronize());
    for (int i = 0; i < TEAM; i++)
        REQUIRE(*(const uint8_t *)(uintptr_t)(team.own[i] + 4095) == 1, "no fill by two bytes");
    end_team(&team);
}

/* Writes to the multicast address and to a member's own one are in order, also in one batch. */
SCHED_CASE(order_with_own_addresses)
{
    struct team team;

    begin_team(&team, 1, false);
    sched_pause_all();
    for (int i = 0; i < 3; i++) {
        OK(gi_fill_async(team.own[0], 1, 1, STEP, team.stream));
        OK(gi_fill_async(team.all, 2, 1, STEP, team.stream));
        OK(gi_copy_async(team.own[0] + STEP / 2, team.own[0], 64, GI_COPY_DEVICE_TO_DEVICE,
                         team.stream));
        OK(gi_fill_async(team.all, 3, 1, 64, team.stream));
    }
    sched_resume_all();
    OK(gi_stream_synchronize(team.stream));
    expect_in_all(&team, 0, 64, 3);
    expect_in_all(&team, 64, STEP / 2 - 64, 2);
    sched_expect_bytes(team.own[0] + STEP / 2, 64, 2);
    end_team(&team);
}

/* Boxes that cross bindings, which lie at other places of the members' pages. */
SCHED_CASE(boxes_cross_bindings)
{
    const struct gi_box box = { 1000, 700, 5 };
    struct gi_copy_side dst = { .pitch = 3000, .slice_bytes = 2200000 };
    struct team team;

    begin_team(&team, 6, false);
    OK(gi_multicast_unbind(team.object, 1, 0, 6 * STEP));
    for (uint64_t i = 0; i < 6; i++)     /* backwards */
        OK(gi_multicast_bind_pages(team.object, 1, i * STEP, team.pages[1], (5 - i) * STEP, STEP));
    dst.pointer = team.all + 77;
    OK(gi_fill_box_async(&dst, 9, 1, &box, team.stream));
    OK(gi_stream_synchronize(team.stream));
    for (uint64_t at = 0; at < 6 * STEP; at++) {
        uint64_t in = at - 77, slice = in % 2200000;
        uint8_t value = at >= 77 && in / 2200000 < 5 && slice / 3000 < 700 && slice % 3000 < 1000
                            ? 9 : 0;
        uint64_t other = (5 - at / STEP) * STEP + at % STEP;

        REQUIRE(*(const uint8_t *)(uintptr_t)(team.own[0] + at) == value &&
                *(const uint8_t *)(uintptr_t)(team.own[1] + other) == value, "byte %llu",
                (unsigned long long)at);
    }
    end_team(&team);
}

SCHED_CASE(what_is_refused)
{
    const struct gi_value_op word = { .kind = GI_VALUE_OP_WRITE, .size_bytes = 4 };
    struct gi_value_op to_all = word;
    uint64_t other;
    struct team team;

    begin_team(&team, 2, false);
    other = sched_memory(2 * STEP);
    STATUS(GI_INVALID_VALUE, gi_copy_now(other, team.all, 4, GI_COPY_DEVICE_TO_DEVICE));
    REQUIRE(strstr(gi_last_error_detail(), "member's own address") != NULL, "%s",
            gi_last_error_detail());
    to_all.pointer = team.all;
    STATUS(GI_NOT_SUPPORTED, gi_stream_word_ops(team.stream, &to_all, 1));
    STATUS(GI_INVALID_VALUE, gi_fill_now(team.all + STEP, 0, 1, STEP + 1));
    STATUS(GI_INVALID_VALUE, gi_memory_free(team.all));
    OK(gi_multicast_unbind(team.object, 1, 0, 2 * STEP));
    OK(gi_multicast_bind_pages(team.object, -1, 0, team.pages[1], 0, STEP));
    OK(gi_fill_now(team.all, 1, 1, STEP));
    STATUS(GI_INVALID_VALUE, gi_fill_now(team.all, 2, 1, STEP + 1));
    REQUIRE(strstr(gi_last_error_detail(), "device 1") != NULL, "%s", gi_last_error_detail());
    OK(gi_device_synchronize());
    sched_expect_bytes(team.own[0], STEP, 1);    /* nothing of it was done */
    OK(gi_memory_free(other));
    end_team(&team);
}

/* A copy by the host that a launch begins late fails its stream, not the device. */
SCHED_CASE(a_late_copy_is_refused)
{
    static uint8_t from[16];
    gi_handle graph, exec, other;
    struct team team;

    begin_team(&team, 2, false);
    other = sched_stream();
    graph = sched_graph();
    (void)sched_node(graph, 0, sched_ask_copy(team.all, (uintptr_t)from, sizeof from));
    exec = sched_exec(graph);
    OK(gi_multicast_unbind(team.object, 1, 0, 2 * STEP));
    OK(gi_exec_launch(exec, team.stream));
    STATUS(GI_INVALID_VALUE, gi_stream_synchronize(team.stream));
    REQUIRE(strstr(gi_last_error_detail(), "device 1") != NULL, "%s", gi_last_error_detail());
    OK(gi_fill_async(team.own[0], 1, 1, STEP, other));
    OK(gi_stream_synchronize(other));
    OK(gi_stream_destroy(other));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end_team(&team);
}

/* ---- lives ---------------------------------------------------------------------------------- */

SCHED_CASE(members_freed_while_bound)
{
    struct team team;

    begin_team(&team, 1, false);
    for (int i = 0; i < TEAM; i++) {
        end_addresses(team.own[i], 1);
        OK(gi_pages_release(team.pages[i]));
        STATUS(GI_INVALID_VALUE, gi_pages_release(team.pages[i]));
    }
    OK(gi_fill_async(team.all, 6, 1, STEP, team.stream));
    OK(gi_stream_synchronize(team.stream));
    OK(gi_stream_destroy(team.stream));
    end_addresses(team.all, 1);
    OK(gi_pages_release(team.object));
    sched_expect_nothing_left();
}

/* The object's handle goes first, then the members; the mapping keeps all of it. */
SCHED_CASE(released_in_any_order)
{
    for (int order = 0; order < 6; order++) {
        struct team team;
        gi_handle again;

        begin_team(&team, 1, order % 2 == 0);
        OK(gi_pages_release(team.object));
        STATUS(GI_INVALID_VALUE, gi_pages_release(team.object));
        STATUS(GI_INVALID_VALUE, gi_multicast_unbind(team.object, 0, 0, STEP));
        OK(gi_fill_async(team.all, 1, 1, STEP, team.stream));
        OK(gi_range_retain(team.all, &again));
        REQUIRE(again == team.object, "another handle");
        if (order == 0)
            OK(gi_multicast_unbind(again, 0, 0, STEP));      /* under work */
        if (order < 3)
            end_addresses(team.all, 1);
        for (int i = 0; i < TEAM; i++) {
            end_addresses(team.own[i], 1);
            OK(gi_pages_release(team.pages[i]));
        }
        OK(gi_pages_release(again));
        if (order >= 3)
            end_addresses(team.all, 1);
        OK(gi_stream_synchronize(team.stream));
        OK(gi_stream_destroy(team.stream));
        sched_expect_nothing_left();
    }
}

SCHED_CASE(attributes)
{
    struct gi_pointer_info info;
    struct gi_pages_properties properties;
    struct team team;

    begin_team(&team, 2, false);
    OK(gi_pointer_query(team.all + STEP, &info));
    REQUIRE(info.kind == GI_POINTER_DEVICE && info.device == 0 && info.host_pointer == 0 &&
            info.device_pointer == team.all + STEP && info.range_base == team.all &&
            info.range_bytes == 2 * STEP, "not the object's");
    OK(gi_pages_properties(team.object, &properties));
    REQUIRE(properties.type == 1 && properties.handle_types == 0 && properties.location_id == 0,
            "not the object's");
    OK(gi_device_reset());                       /* leaves it alone, as it does pages */
    OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &team.stream));
    OK(gi_fill_now(team.all, 4, 1, 16));
    OK(gi_device_synchronize());
    expect_in_all(&team, 0, 16, 4);
    end_team(&team);
}

/* ---- by address ----------------------------------------------------------------------------- */

SCHED_CASE(addresses_of_several_handles)
{
    gi_handle more;
    struct team team;

    begin_team(&team, 2, true);
    OK(gi_multicast_unbind(team.object, 0, 0, 2 * STEP));
    end_addresses(team.own[0], 2);
    OK(gi_range_reserve(2 * STEP, 0, 0, &team.own[0]));
    OK(gi_range_map(team.own[0], STEP, STEP, team.pages[0]));
    more = make_pages(0, 1);
    OK(gi_range_map(team.own[0] + STEP, STEP, 0, more));
    OK(gi_pages_release(more));
    give_access(team.own[0], 2, 0);
    OK(gi_multicast_bind_address(team.object, -1, 0, team.own[0], 2 * STEP));
    OK(gi_fill_async(team.all + STEP - 10, 3, 1, 20, team.stream));
    OK(gi_stream_synchronize(team.stream));
    expect_in_all(&team, STEP - 10, 20, 3);
    STATUS(GI_INVALID_VALUE, gi_multicast_unbind(team.object, 0, 0, STEP));
    OK(gi_multicast_unbind(team.object, 0, 0, 2 * STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_address(team.object, -1, 0, team.own[0] + STEP,
                                                       2 * STEP));
    end_team(&team);
}

SCHED_CASE(memory_of_pools)
{
    uint64_t memory, plain;
    struct team team;

    begin_team(&team, 1, true);
    plain = sched_memory(2 * STEP);
    OK(gi_multicast_unbind(team.object, 0, 0, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_address(team.object, -1, 0, plain, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_address(team.object, -1, 0, 4096, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_address(team.object, -1, 0, team.all, STEP));
    OK(gi_memory_alloc_async(2 * STEP, 0, team.stream, &memory));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_address(team.object, -1, 0, memory + STEP + 1,
                                                       STEP));
    OK(gi_multicast_bind_address(team.object, 0, 0, memory + 512, STEP));
    OK(gi_fill_async(team.all, 3, 1, STEP, team.stream));
    OK(gi_stream_synchronize(team.stream));
    sched_expect_bytes(memory + 512, STEP, 3);
    sched_expect_bytes(team.own[1], STEP, 3);
    OK(gi_multicast_unbind(team.object, 0, 0, STEP));
    OK(gi_memory_free(memory));
    OK(gi_memory_free(plain));
    end_team(&team);
}

/* The memory of a binding stays what the pages had then, though more of them is imported later. It
 * ends with the binding. */
SCHED_CASE(bindings_of_an_old_import)
{
    const struct gi_pages_properties shared = { .type = 1, .handle_types = 1, .location_type = 1 };
    struct gifake_device_config config;
    gi_handle object, pages, imported;
    uint64_t own, all;
    unsigned others;
    int fd;

    gifake_default_config(&config, 0);
    config.size_is_known = false;
    sched_begin_config(&config);
    object = make_object(1, 1);
    OK(gi_multicast_add_device(object, 0));
    OK(gi_pages_create(&shared, 2 * STEP, &pages));
    OK(gi_pages_export(pages, 1, &fd));
    OK(gi_pages_import(1, fd, &imported));
    close(fd);
    all = map_at_new_addresses(object, 1, 0);
    OK(gi_multicast_bind_pages(object, -1, 0, imported, 0, STEP));
    others = sched_live_memories();
    own = map_at_new_addresses(imported, 2, 0);
    REQUIRE(sched_live_memories() == others + 2, "it has %u memories and not %u",
            sched_live_memories(), others + 2);          /* the addresses are one */
    OK(gi_fill_now(all, 6, 1, STEP));
    OK(gi_device_synchronize());
    sched_expect_bytes(own, STEP, 6);
    OK(gi_multicast_unbind(object, 0, 0, STEP));
    REQUIRE(sched_live_memories() == others, "it has %u memories and not %u",
            sched_live_memories(), others);              /* nor the addresses of the binding */
    end_addresses(own, 2);
    end_addresses(all, 1);
    OK(gi_pages_release(imported));
    OK(gi_pages_release(pages));
    OK(gi_pages_release(object));
    sched_expect_nothing_left();
}

/* ---- waiting for the team ------------------------------------------------------------------- */

struct waiter {
    gi_handle object, pages;
    uint64_t address;
    atomic_bool is_over;
};

/* The linker sends gi_team_page_sleep here. */
void __real_gi_team_page_sleep(const struct gi_team_page *page, int64_t abs_timeout_ns);
void __wrap_gi_team_page_sleep(const struct gi_team_page *page, int64_t abs_timeout_ns);

static atomic_uint sleeps;

void __wrap_gi_team_page_sleep(const struct gi_team_page *page, int64_t abs_timeout_ns)
{
    atomic_fetch_add(&sleeps, 1);
    __real_gi_team_page_sleep(page, abs_timeout_ns);
}

static void *wait_and_bind(void *argument)
{
    struct waiter *waiter = argument;

    OK(gi_multicast_bind_pages(waiter->object, -1, 0, waiter->pages, 0, STEP));
    OK(gi_range_map(waiter->address, STEP, 0, waiter->object));
    atomic_store(&waiter->is_over, true);
    return NULL;
}

SCHED_CASE(binding_waits_for_the_team)
{
    struct waiter waiter = { .address = 0 };
    pthread_t thread;

    sched_begin_plain();
    waiter.object = make_object(1, TEAM);
    OK(gi_multicast_add_device(waiter.object, 0));
    waiter.pages = make_pages(0, 1);
    OK(gi_range_reserve(STEP, 0, 0, &waiter.address));
    REQUIRE(pthread_create(&thread, NULL, wait_and_bind, &waiter) == 0, "no thread");
    while (atomic_load(&sleeps) == 0 && !atomic_load(&waiter.is_over))
        sched_yield();
    REQUIRE(!atomic_load(&waiter.is_over), "it did not wait");
    OK(gi_pages_release(make_pages(1, 1)));      /* other calls go on */
    OK(gi_multicast_add_device(waiter.object, 1));
    REQUIRE(pthread_join(thread, NULL) == 0, "no end");
    OK(gi_pages_release(waiter.pages));
    end_addresses(waiter.address, 1);
    OK(gi_pages_release(waiter.object));
    sched_expect_nothing_left();
}

/* The team is not complete, so a call that began to wait would never end. */
SCHED_CASE(wrong_arguments_do_not_wait)
{
    gi_handle object, pages;
    uint64_t address;

    sched_begin_plain();
    object = make_object(1, TEAM);
    pages = make_pages(0, 1);
    OK(gi_range_reserve(2 * STEP, 0, 0, &address));
    STATUS(GI_INVALID_VALUE, gi_range_map(address + 1, STEP, 0, object));
    STATUS(GI_INVALID_VALUE, gi_range_map(address, 2 * STEP, 0, object));
    STATUS(GI_INVALID_VALUE, gi_range_map(address, STEP, STEP, object));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, STEP, pages, 0, STEP));
    OK(gi_range_map(address, STEP, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(address, STEP, 0, object));
    OK(gi_range_unmap(address, STEP));
    OK(gi_range_free(address, 2 * STEP));
    OK(gi_pages_release(pages));
    OK(gi_pages_release(object));
    sched_expect_nothing_left();
}

SCHED_CASE(the_watchdog_names_who_waits)
{
    struct waiter waiter = { .address = 0 };
    char line[400] = "";
    pthread_t thread;
    FILE *lines;
    int ends[2];

    setenv("GPUINTEROP_WATCHDOG", "0.1", 1);
    REQUIRE(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0, "no pipe");
    lines = fdopen(ends[0], "r");
    REQUIRE(lines != NULL, "no stream for the pipe");
    sched_begin_plain();
    waiter.object = make_object(1, TEAM);
    OK(gi_multicast_add_device(waiter.object, 0));
    waiter.pages = make_pages(0, 1);
    OK(gi_range_reserve(STEP, 0, 0, &waiter.address));
    REQUIRE(pthread_create(&thread, NULL, wait_and_bind, &waiter) == 0, "no thread");
    while (strstr(line, "binding of the multicast object") == NULL)
        REQUIRE(fgets(line, sizeof line, lines) != NULL, "no line");
    REQUIRE(strstr(line, "1 of 2 were added") != NULL, "%s", line);
    OK(gi_multicast_add_device(waiter.object, 1));
    REQUIRE(pthread_join(thread, NULL) == 0, "no end");
    OK(gi_pages_release(waiter.pages));
    end_addresses(waiter.address, 1);
    OK(gi_pages_release(waiter.object));
    fclose(lines);
}

SCHED_CASE(forbidden_by_the_environment)
{
    const struct gi_multicast_properties properties = { .device_count = 1, .visible_count = 2,
                                                        .size_bytes = STEP };
    gi_handle object;

    setenv("GPUINTEROP_MULTICAST", "off", 1);
    sched_begin_plain();
    STATUS(GI_NOT_SUPPORTED, gi_multicast_check(&properties));
    STATUS(GI_NOT_SUPPORTED, gi_multicast_create(&properties, &object));
    REQUIRE(strstr(gi_last_error_detail(), "GPUINTEROP_MULTICAST=off") != NULL, "%s",
            gi_last_error_detail());
    REQUIRE(gpuinterop_multicast_kind(0) == GPUINTEROP_MULTICAST_NONE, "there is a kind");
    sched_expect_nothing_left();
}

SCHED_CASE(a_wrong_word_in_the_environment)
{
    setenv("GPUINTEROP_MULTICAST", "hardware", 1);
    sched_begin_plain();
    REQUIRE(gi_multicast_mode() == GI_MULTICAST_SOFTWARE, "another mode");
    REQUIRE(gpuinterop_multicast_kind(0) == GPUINTEROP_MULTICAST_SOFTWARE, "no kind");
}

/* An import in the same process is the same object, which each of the two handles can end. */
SCHED_CASE(imported_in_the_same_process)
{
    const struct gi_multicast_properties shared = { .device_count = 1, .visible_count = 2,
                                                    .size_bytes = STEP, .handle_types = 1 };
    gi_handle object, again, pages, shareable;
    const struct gi_pages_properties of_fd = { .type = 1, .location_type = 1, .handle_types = 1 };
    uint64_t all, own;
    int fd;

    sched_begin_plain();
    OK(gi_multicast_create(&shared, &object));
    OK(gi_pages_export(object, 1, &fd));
    OK(gi_multicast_import(1, fd, &again));
    REQUIRE(again == object, "a second object");
    OK(gi_multicast_add_device(object, 0));
    STATUS(GI_INVALID_VALUE, gi_multicast_add_device(again, 0));
    OK(gi_pages_release(object));
    pages = make_pages(0, 1);
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(again, -1, 0, pages, 0, STEP));
    OK(gi_pages_create(&of_fd, STEP, &shareable));
    OK(gi_multicast_bind_pages(again, -1, 0, shareable, 0, STEP));
    all = map_at_new_addresses(again, 1, 0);
    own = map_at_new_addresses(shareable, 1, 0);
    OK(gi_fill_now(all, 6, 1, STEP));
    OK(gi_device_synchronize());
    OK(gi_device_synchronize());
    sched_expect_bytes(own, STEP, 6);
    end_addresses(own, 1);
    end_addresses(all, 1);
    OK(gi_pages_release(pages));
    OK(gi_pages_release(shareable));
    OK(gi_pages_release(again));
    STATUS(GI_INVALID_VALUE, gi_pages_release(again));
    close(fd);
    sched_expect_nothing_left();
}

/* ---- bad input ------------------------------------------------------------------------------ */

SCHED_CASE(bad_objects)
{
    const struct gi_multicast_properties good = { .device_count = 2, .visible_count = 2,
                                                  .size_bytes = STEP };
    struct gi_multicast_properties bad[6];
    gi_handle object = 5, pages;

    sched_begin_plain();
    for (size_t i = 0; i < 6; i++)
        bad[i] = good;
    bad[0].device_count = 0;
    bad[1].device_count = 3;                     /* more than there are, without handles */
    bad[2].size_bytes = 0;
    bad[3].size_bytes = STEP + 1;
    bad[4].flags = 1;
    bad[5].handle_types = 1 << 20;
    for (size_t i = 0; i < 6; i++) {
        STATUS(GI_INVALID_VALUE, gi_multicast_create(&bad[i], &object));
        REQUIRE(object == 0 && gi_last_error_detail()[0] != '\0', "no sentence");
    }
    bad[1].handle_types = 8;
    STATUS(GI_NOT_SUPPORTED, gi_multicast_create(&bad[1], &object));
    bad[1].handle_types = 1;                     /* the third may be another process's */
    OK(gi_multicast_create(&bad[1], &object));
    STATUS(GI_INVALID_DEVICE, gi_multicast_add_device(object, 9));
    STATUS(GI_INVALID_DEVICE, gi_multicast_add_device(object, -1));
    OK(gi_multicast_add_device(object, 1));
    STATUS(GI_INVALID_VALUE, gi_multicast_add_device(object, 1));
    STATUS(GI_INVALID_VALUE, gi_multicast_add_device(0, 1));
    OK(gi_pages_release(object));
    STATUS(GI_INVALID_VALUE, gi_multicast_add_device(object, 0));
    pages = make_pages(0, 1);
    STATUS(GI_INVALID_VALUE, gi_multicast_add_device(pages, 0));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(pages, -1, 0, pages, 0, STEP));
    object = make_object(1, 1);
    OK(gi_multicast_add_device(object, 0));
    STATUS(GI_INVALID_VALUE, gi_multicast_add_device(object, 1));        /* one too many */
    OK(gi_pages_release(object));
    OK(gi_pages_release(pages));
    sched_expect_nothing_left();
}

SCHED_CASE(bad_bindings)
{
    gi_handle object, pages, far;
    uint64_t address;

    sched_begin_plain();
    object = make_object(2, 1);
    OK(gi_multicast_add_device(object, 0));
    pages = make_pages(0, 2);
    far = make_pages(1, 2);
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, 0, pages, 0, 0));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, 1, pages, 0, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, 0, pages, 1, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, 0, pages, 0, STEP / 2));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, 0, pages, STEP, 2 * STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, STEP, pages, 0, 2 * STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, UINT64_MAX - STEP + 1, pages, 0,
                                                     2 * STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, 0, far, 0, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, 1, 0, pages, 0, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, 0, object, 0, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, 0, 99, 0, STEP));
    OK(gi_multicast_bind_pages(object, 0, STEP, pages, 0, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_bind_pages(object, -1, 0, pages, 0, 2 * STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_unbind(object, 0, 0, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_unbind(object, 1, STEP, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_unbind(object, 0, STEP, 2 * STEP));
    OK(gi_multicast_unbind(object, 0, STEP, STEP));
    STATUS(GI_INVALID_VALUE, gi_multicast_unbind(object, 0, STEP, STEP));
    OK(gi_range_reserve(4 * STEP, 0, 0, &address));
    STATUS(GI_INVALID_VALUE, gi_range_map(address, STEP, STEP / 2, object));
    STATUS(GI_INVALID_VALUE, gi_range_map(address, STEP / 2, 0, object));
    STATUS(GI_INVALID_VALUE, gi_range_map(address, 3 * STEP, 0, object));
    OK(gi_range_map(address, STEP, STEP, object));
    STATUS(GI_INVALID_VALUE, gi_range_set_access(address, STEP, &(struct gi_range_location){
                                                     .type = 1, .id = 1, .access = 3 }, 1));
    STATUS(GI_INVALID_VALUE, gi_fill_now(address, 1, 1, 1));     /* no access yet */
    give_access(address, 1, 0);
    STATUS(GI_INVALID_VALUE, gi_fill_now(address, 1, 1, 1));     /* nothing is bound */
    OK(gi_range_unmap(address, STEP));
    OK(gi_range_free(address, 4 * STEP));
    OK(gi_pages_release(object));
    OK(gi_pages_release(pages));
    OK(gi_pages_release(far));
    sched_expect_nothing_left();
}

/* The page of an object that processes share has an end; other objects have none. */
SCHED_CASE(many_bindings)
{
    enum { MANY = GI_TEAM_MOST_BINDINGS };
    const struct gi_pages_properties of_fd = { .type = 1, .location_type = 1, .handle_types = 1 };
    struct gi_multicast_properties properties = { .device_count = 1, .visible_count = 2,
                                                  .size_bytes = (MANY + 1) * STEP };
    gi_handle object, pages;

    sched_begin_plain();
    OK(gi_pages_create(&of_fd, STEP, &pages));
    for (uint64_t handle_types = 0; handle_types < 2; handle_types++) {
        properties.handle_types = handle_types;
        OK(gi_multicast_create(&properties, &object));
        OK(gi_multicast_add_device(object, 0));
        for (uint64_t i = 0; i < MANY; i++)
            OK(gi_multicast_bind_pages(object, -1, i * STEP, pages, 0, STEP));
        STATUS(handle_types != 0 ? GI_OUT_OF_MEMORY : GI_OK,
               gi_multicast_bind_pages(object, -1, MANY * STEP, pages, 0, STEP));
        OK(gi_multicast_unbind(object, 0, 5 * STEP, STEP));
        OK(gi_multicast_bind_pages(object, -1, 5 * STEP, pages, 0, STEP));
        OK(gi_pages_release(object));
    }
    OK(gi_pages_release(pages));
    sched_expect_nothing_left();
}

/* ---- threads -------------------------------------------------------------------------------- */

enum { ROUNDS = 40 };

struct worker {
    const struct team *team;
    int device;
};

static void *bind_again(void *argument)
{
    const struct worker *worker = argument;
    const struct team *team = worker->team;

    for (int i = 0; i < ROUNDS; i++) {
        OK(gi_multicast_unbind(team->object, worker->device, 0, STEP));
        OK(gi_multicast_bind_pages(team->object, -1, 0, team->pages[worker->device], 0, STEP));
    }
    return NULL;
}

/* Nothing orders the fills of two threads, so each has bytes of its own. */
static void *fill_again(void *argument)
{
    const struct worker *worker = argument;
    uint64_t own = worker->team->all + (uint64_t)worker->device * (STEP / 4);
    gi_handle stream = sched_stream();

    for (int i = 0; i < 4 * ROUNDS; i++) {
        gi_status status = gi_fill_async(own, (uint8_t)i, 1, STEP / 4, stream);

        REQUIRE(status == GI_OK || status == GI_INVALID_VALUE, "%s", gi_status_name(status));
    }
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
    return NULL;
}

static void *map_again(void *argument)
{
    const struct worker *worker = argument;

    for (int i = 0; i < ROUNDS; i++) {
        uint64_t address = map_at_new_addresses(worker->team->object, 1, 0);
        gi_status status = gi_fill_now(address + STEP / 2, 1, 1, 64);

        REQUIRE(status == GI_OK || status == GI_INVALID_VALUE, "%s", gi_status_name(status));
        end_addresses(address, 1);
    }
    return NULL;
}

SCHED_CASE(several_threads)
{
    void *(*const runs[])(void *) = { bind_again, bind_again, fill_again, fill_again, map_again };
    struct worker workers[5];
    pthread_t threads[5];
    struct team team;

    begin_team(&team, 1, false);
    for (int i = 0; i < 5; i++) {
        workers[i] = (struct worker){ &team, i % 2 };
        REQUIRE(pthread_create(&threads[i], NULL, runs[i], &workers[i]) == 0, "no thread");
    }
    for (int i = 0; i < 5; i++)
        REQUIRE(pthread_join(threads[i], NULL) == 0, "no end");
    OK(gi_fill_async(team.all, 8, 1, STEP, team.stream));
    OK(gi_stream_synchronize(team.stream));
    expect_in_all(&team, 0, STEP, 8);
    end_team(&team);
}
