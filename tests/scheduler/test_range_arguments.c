/* What calls on ranges and pages refuse, on a driver that checks what is placed and used. */
#include "range_steps.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ranges/range_call.h"

SCHED_CASE(bad_reservations)
{
    uint64_t address, range;

    sched_begin_plain();
    STATUS(GI_INVALID_VALUE, gi_range_reserve(0, 0, 0, &address));
    STATUS(GI_INVALID_VALUE, gi_range_reserve(STEP + 1, 0, 0, &address));
    STATUS(GI_INVALID_VALUE, gi_range_reserve(STEP, 3 * STEP, 0, &address));
    STATUS(GI_OUT_OF_MEMORY, gi_range_reserve(UINT64_C(1) << 62, 0, 0, &address));
    OK(gi_range_reserve(STEP, 1 << 21, 0, &range));
    REQUIRE(range % (1 << 21) == 0, "not aligned");
    OK(gi_range_free(range, STEP));
    OK(gi_range_reserve(STEP, 0, range, &address));
    REQUIRE(address == range, "the hint was ignored");
    STATUS(GI_INVALID_VALUE, gi_range_free(address, 2 * STEP));
    STATUS(GI_INVALID_VALUE, gi_range_free(address + 1, STEP));
    STATUS(GI_INVALID_VALUE, gi_range_free(0, STEP));
    OK(gi_range_free(address, STEP));
    STATUS(GI_INVALID_VALUE, gi_range_free(address, STEP));
    sched_expect_nothing_left();
}

SCHED_CASE(bad_mappings)
{
    uint64_t range, next;
    gi_handle pages, stream;

    sched_begin_plain();
    range = reserve(4);
    next = reserve(4);
    pages = create(2);
    stream = sched_stream();
    STATUS(GI_INVALID_VALUE, gi_range_map(range, STEP, 0, 0));
    STATUS(GI_INVALID_VALUE, gi_range_map(range, STEP, 0, 12345));
    STATUS(GI_INVALID_VALUE, gi_range_map(range, STEP, 0, stream));
    STATUS(GI_INVALID_VALUE, gi_range_map(range, 0, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(range + 1, STEP, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(range, STEP + 1, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(range, 3 * STEP, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(range, 2 * STEP, STEP, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(range, STEP, 1, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(range, STEP, UINT64_MAX - STEP + 1, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(range + 3 * STEP, 2 * STEP, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(0, STEP, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(UINT64_MAX, STEP, 0, pages));
    OK(gi_range_map(range, 2 * STEP, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_map(range + STEP, STEP, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_unmap(range, STEP));
    STATUS(GI_INVALID_VALUE, gi_range_unmap(range, 3 * STEP));
    STATUS(GI_INVALID_VALUE, gi_range_unmap(range, 0));
    STATUS(GI_INVALID_VALUE, gi_range_unmap(range, UINT64_MAX));
    STATUS(GI_INVALID_VALUE, gi_range_unmap(next, STEP));
    STATUS(GI_INVALID_VALUE, set_access(range, 3, 3));
    STATUS(GI_INVALID_VALUE, set_access(range + 2 * STEP, 1, 3));
    STATUS(GI_INVALID_VALUE, set_access(range, 5, 3));
    STATUS(GI_INVALID_VALUE, gi_range_free(range, 4 * STEP));
    OK(gi_pages_release(pages));
    OK(gi_stream_destroy(stream));
    OK(gi_range_free(next, 4 * STEP));
    end_range(range, 2, 4);
}

SCHED_CASE(bad_pages)
{
    struct gi_pages_properties odd[] = {
        { .type = 0, .location_type = 1 }, { .type = 2, .location_type = 1 },
        { .type = 1, .location_type = 0 }, { .type = 1, .location_type = 3 },
        { .type = 1, .location_type = 1, .location_id = 77 },
        { .type = 1, .location_type = 1, .handle_types = 8 },
        { .type = 1, .location_type = 1, .handle_types = 99 },
        { .type = 1, .location_type = 1, .usage = 1 },
    };
    static const gi_status expected[] = {
        GI_INVALID_VALUE, GI_NOT_SUPPORTED, GI_INVALID_VALUE, GI_NOT_SUPPORTED, GI_INVALID_DEVICE,
        GI_NOT_SUPPORTED, GI_INVALID_VALUE, GI_NOT_SUPPORTED
    };
    gi_handle pages;

    sched_begin_plain();
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        STATUS(expected[i], gi_pages_create(&odd[i], STEP, &pages));
    STATUS(GI_INVALID_VALUE, gi_pages_create(&plain, 0, &pages));
    STATUS(GI_INVALID_VALUE, gi_pages_create(&plain, STEP - 1, &pages));
    STATUS(GI_OUT_OF_MEMORY, gi_pages_create(&plain, UINT64_C(1) << 50, &pages));
    STATUS(GI_INVALID_VALUE, gi_pages_release(0));
    sched_expect_nothing_left();
}

static void expect_refused(int fd)
{
    gi_handle pages = 5;

    STATUS(GI_INVALID_VALUE, gi_pages_import(1, fd, &pages));
    REQUIRE(pages == 0, "a handle came");
    REQUIRE(fcntl(fd, F_GETFD) >= 0, "fd %d was closed", fd);
    close(fd);
}

SCHED_CASE(bad_shares)
{
    gi_handle pages, own;
    int ends[2], fd, before;

    sched_begin_plain();
    OK(gi_pages_create(&shared, STEP, &pages));
    own = create(1);
    before = gifake_open_fds();
    STATUS(GI_INVALID_VALUE, gi_pages_export(own, 1, &fd));      /* created without a type */
    STATUS(GI_INVALID_VALUE, gi_pages_export(pages, 8, &fd));
    STATUS(GI_INVALID_VALUE, gi_pages_export(pages, 0, &fd));
    STATUS(GI_INVALID_VALUE, gi_pages_import(1, -1, &own));
    STATUS(GI_INVALID_VALUE, gi_pages_import(1, 987, &own));
    STATUS(GI_NOT_SUPPORTED, gi_pages_import(8, 0, &own));
    expect_refused(open("/dev/null", O_RDWR));
    REQUIRE(pipe(ends) == 0, "no pipe");
    expect_refused(ends[0]);
    expect_refused(ends[1]);
    fd = memfd_create("gifake-memory", MFD_CLOEXEC);
    expect_refused(fd);        /* empty */
    fd = memfd_create("gifake-memory", MFD_CLOEXEC);
    REQUIRE(ftruncate(fd, STEP - 1) == 0, "no file");
    expect_refused(fd);        /* less than a page of the device */
    REQUIRE(gifake_open_fds() == before, "fds were left");
    OK(gi_pages_release(pages));
}

SCHED_CASE(no_ranges)
{
    struct gifake_device_config config;
    uint64_t address;
    gi_handle pages;

    gifake_default_config(&config, 0);
    config.info.range_granularity_bytes = 0;
    strcpy(config.info.why_no_ranges, "for a test");
    sched_begin_config(&config);
    STATUS(GI_NOT_SUPPORTED, gi_range_reserve(STEP, 0, 0, &address));
    REQUIRE(strstr(gi_last_error_detail(), "for a test") != NULL, "%s", gi_last_error_detail());
    STATUS(GI_NOT_SUPPORTED, gi_pages_create(&plain, STEP, &pages));
    STATUS(GI_NOT_SUPPORTED, gi_pages_import(1, 0, &pages));
}

/* Pages without fds. */
SCHED_CASE(nothing_shared)
{
    struct gifake_device_config config;
    gi_handle pages;

    gifake_default_config(&config, 0);
    config.info.tells_import_size = false;
    sched_begin_config(&config);
    STATUS(GI_NOT_SUPPORTED, gi_pages_create(&shared, STEP, &pages));
    REQUIRE(strstr(gi_last_error_detail(), "cannot share pages") != NULL, "%s",
            gi_last_error_detail());
    STATUS(GI_NOT_SUPPORTED, gi_pages_import(1, 0, &pages));
    pages = create(1);
    OK(gi_pages_release(pages));
}

/* ---- the rules of interfaces ----------------------------------------------------------------- */

static const struct gi_interface plain_rules = { .visible_variable = "TEST_DEVICES" };
static const struct gi_interface coarse_rules = { .visible_variable = "TEST_DEVICES",
                                                  .range_step_bytes = 2 * STEP,
                                                  .unmaps_over_holes = true };

/* Whether the last sentence is about an offset, which only a mapping has. */
static bool names_offset(void)
{
    return strstr(gi_last_error_detail(), "offset") != NULL;
}

/* Sizes and addresses are multiples of the device's step and of the interface's. */
SCHED_CASE(steps_of_interfaces)
{
    uint64_t range, bytes;
    gi_handle pages;

    sched_begin_plain();
    OK(gi_range_call_granularity(&plain_rules, plain, false, &bytes));
    REQUIRE(bytes == STEP, "%llu bytes", (unsigned long long)bytes);
    OK(gi_range_call_granularity(&coarse_rules, plain, false, &bytes));
    REQUIRE(bytes == 2 * STEP, "%llu bytes", (unsigned long long)bytes);
    STATUS(GI_INVALID_VALUE, gi_range_call_create(&coarse_rules, plain, STEP, &pages));
    STATUS(GI_INVALID_VALUE, gi_range_call_reserve(&coarse_rules, 3 * STEP, 0, 0, &range));
    STATUS(GI_INVALID_VALUE, gi_range_call_reserve(&coarse_rules, 4 * STEP, 0, STEP, &range));
    OK(gi_range_call_create(&coarse_rules, plain, 4 * STEP, &pages));
    OK(gi_range_call_reserve(&coarse_rules, 4 * STEP, 0, 0, &range));
    REQUIRE(range % (2 * STEP) == 0, "0x%llx", (unsigned long long)range);
    STATUS(GI_INVALID_VALUE, gi_range_call_map(&coarse_rules, range + STEP, 2 * STEP, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_call_map(&coarse_rules, range, STEP, 0, pages));
    STATUS(GI_INVALID_VALUE, gi_range_call_map(&coarse_rules, range, 2 * STEP, STEP, pages));
    REQUIRE(names_offset(), "%s", gi_last_error_detail());
    OK(gi_range_call_map(&coarse_rules, range, 2 * STEP, 2 * STEP, pages));
    STATUS(GI_INVALID_VALUE, gi_range_call_unmap(&coarse_rules, range, 3 * STEP));
    REQUIRE(!names_offset(), "%s", gi_last_error_detail());
    OK(gi_range_call_unmap(&coarse_rules, range, 4 * STEP));
    OK(gi_range_call_map(&plain_rules, range + STEP, STEP, STEP, pages));
    STATUS(GI_INVALID_VALUE, gi_range_call_unmap(&plain_rules, range, 2 * STEP));
    OK(gi_range_call_unmap(&plain_rules, range + STEP, STEP));
    OK(gi_pages_release(pages));
    OK(gi_range_free(range, 4 * STEP));
    sched_expect_nothing_left();
}

/* A device that does not exist is a wrong device, but a wrong value where access is set. */
SCHED_CASE(devices_of_interfaces)
{
    struct gi_pages_properties nowhere = { .type = 1, .location_type = 1, .location_id = 7 };
    struct gi_range_location location = { .type = 1, .id = 7, .access = GI_ACCESS_READ_WRITE };
    uint64_t range, bytes;
    gi_handle pages;

    sched_begin_plain();
    range = reserve(1);
    map_new(range, 1);
    STATUS(GI_INVALID_DEVICE, gi_range_call_granularity(&plain_rules, nowhere, true, &bytes));
    STATUS(GI_INVALID_DEVICE, gi_range_call_create(&plain_rules, nowhere, STEP, &pages));
    STATUS(GI_INVALID_VALUE, gi_range_call_set_access(&plain_rules, range, STEP, &location, 1));
    location.id = 7;
    STATUS(GI_INVALID_DEVICE, gi_range_call_get_access(&plain_rules, range, &location));
    location.id = 0;
    OK(gi_range_call_get_access(&plain_rules, range, &location));
    REQUIRE(location.access == GI_ACCESS_READ_WRITE, "access %d", location.access);
    STATUS(GI_INVALID_VALUE, gi_range_call_set_access(&coarse_rules, range, STEP, &location, 1));
    REQUIRE(!names_offset(), "%s", gi_last_error_detail());
    end_range(range, 1, 1);
}
