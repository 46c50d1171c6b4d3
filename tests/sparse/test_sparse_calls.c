/* What the driver does with sparse buffers, above a driver made for tests (mock.h).
 *
 *      test-sparse-calls [alone | small]
 *
 * alone: a family that does nothing else binds. small: no buffer is larger than 64 MiB,
 * and all together have 96. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <pthread.h>

#include "test_cases.h"
#include "mock.h"
#include "queue/waiter.h"
#include "vulkan/device/driver_state.h"

#define MIB (UINT64_C(1) << 20)

enum { PARTS = 4, BESIDE = 50 };

static bool is_small;

/* An open device with a queue. */
static struct {
    struct gi_device_info info;
    struct gi_device_base *device;
    struct gi_queue *queue;
    struct gi_waiter *waiter;
    struct gi_memory *host;      /* PARTS steps */
    uint64_t step;
} rig;

static void *make(size_t size)
{
    void *made = calloc(1, size);

    assert_non_null(made);
    return made;
}

static struct gi_memory *blank(void)
{
    struct gi_memory *mem = make(givk_driver.memory->size);

    mem->device = rig.device;
    mem->ops = givk_driver.memory;
    return mem;
}

static struct gi_memory *allocate(uint64_t size_bytes, enum gi_memory_kind kind)
{
    struct gi_memory *mem = blank();

    assert_int_equal(mem->ops->allocate(mem, size_bytes, kind), GI_OK);
    return mem;
}

static struct gi_memory *exported(uint64_t size_bytes, struct gi_os_handle *out_handle)
{
    struct gi_memory *mem = blank();

    assert_int_equal(mem->ops->allocate_exportable(mem, size_bytes, GI_OS_HANDLE_OPAQUE_FD), GI_OK);
    assert_int_equal(mem->ops->export(mem, GI_OS_HANDLE_OPAQUE_FD, out_handle), GI_OK);
    return mem;
}

static void finish(struct gi_memory *mem)
{
    mem->ops->finish(mem);
    free(mem);
}

static void open_rig(void)
{
    size_t count;

    assert_int_equal(givk_driver.enumerate(&givk_driver, &rig.info, 1, &count), GI_OK);
    rig.step = rig.info.range_granularity_bytes;
    rig.device = make(givk_driver.device->size);
    rig.device->driver = &givk_driver;
    rig.device->info = rig.info;
    assert_int_equal(givk_driver.device->open(rig.device), GI_OK);
    rig.queue = make(givk_driver.queue->size);
    rig.queue->device = rig.device;
    assert_int_equal(givk_driver.queue->open(rig.queue), GI_OK);
    rig.waiter = make(givk_driver.waiter->size);
    rig.waiter->device = rig.device;
    rig.waiter->ops = givk_driver.waiter;
    assert_int_equal(givk_driver.waiter->init(rig.waiter), GI_OK);
    rig.host = allocate(PARTS * rig.step, GI_MEMORY_HOST);
}

static void close_rig(void)
{
    finish(rig.host);
    givk_driver.waiter->finish(rig.waiter);
    givk_driver.queue->close(rig.queue);
    givk_driver.device->close(rig.device);
    free(rig.waiter);
    free(rig.queue);
    free(rig.device);
}

/* ---- work ------------------------------------------------------------------------------------ */

static void run(const struct gi_command *command)
{
    static uint64_t value;
    const struct gi_batch batch = { .commands = command, .command_count = 1, .value = ++value };
    const struct gi_wait wait = { .queue = rig.queue, .value = value };

    assert_int_equal(givk_driver.queue->submit(rig.queue, &batch), GI_OK);
    assert_int_equal(rig.waiter->ops->wait(rig.waiter, &wait, 1, INT64_MAX), GI_OK);
}

static void fill(struct gi_memory *range, uint64_t at, uint64_t size_bytes, uint8_t value)
{
    run(&(struct gi_command){ .kind = GI_COMMAND_FILL, .dst = { range, at, { 0 } },
                              .box = { size_bytes, 1, 1 }, .pattern = value,
                              .pattern_bytes = 1 });
}

static void expect(struct gi_memory *range, uint64_t at, uint64_t size_bytes, uint8_t value)
{
    const uint8_t *bytes = rig.host->host_address;

    run(&(struct gi_command){ .kind = GI_COMMAND_COPY, .dst = { rig.host, 0, { 0 } },
                              .src = { range, at, { 0 } }, .box = { size_bytes, 1, 1 } });
    for (uint64_t i = 0; i < size_bytes; i++)
        assert_int_equal(bytes[i], value);
}

static struct gi_range_place place_of(uint64_t at, uint64_t steps, struct gi_memory *pages,
                                      uint64_t from)
{
    return (struct gi_range_place){ .offset_bytes = at * rig.step, .size_bytes = steps * rig.step,
                                    .pages = pages, .pages_offset_bytes = from * rig.step };
}

static gi_status place(struct gi_memory *range, struct gi_range_place what)
{
    return range->ops->place(range, &what, 1);
}

static struct gi_memory *reserve(uint64_t size_bytes, uint64_t alignment_bytes)
{
    struct gi_memory *range = blank();

    assert_int_equal(range->ops->reserve(range, size_bytes, alignment_bytes, 0), GI_OK);
    return range;
}

static void end_range(struct gi_memory *range)
{
    assert_int_equal(place(range, place_of(0, range->size_bytes / rig.step, NULL, 0)), GI_OK);
    finish(range);
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* The driver gives out addresses that are not aligned to what is asked for. */
TEST_CASE(alignments_are_kept)
{
    for (uint64_t alignment = rig.step; alignment <= (is_small ? 8 * MIB : 1024 * MIB);
         alignment *= 4) {
        struct gi_memory *range = reserve(3 * rig.step, alignment);
        struct gi_memory *pages = allocate(rig.step, GI_MEMORY_PAGES);

        assert_int_equal(range->device_address % alignment, 0);
        assert_int_equal(place(range, place_of(2, 1, pages, 0)), GI_OK);
        expect(range, 2 * rig.step, rig.step, 0);
        fill(range, 2 * rig.step, rig.step, 5);
        expect(range, 2 * rig.step, rig.step, 5);
        end_range(range);
        finish(pages);
    }
}

TEST_CASE(one_call_is_one_bind)
{
    struct gi_memory *range = reserve(PARTS * rig.step, rig.step);
    struct gi_memory *one = allocate(2 * rig.step, GI_MEMORY_PAGES);
    struct gi_memory *two = allocate(2 * rig.step, GI_MEMORY_PAGES);
    const struct gi_range_place places[] = {
        place_of(0, 1, one, 0), place_of(1, 1, one, 1), place_of(2, 1, two, 1),
        place_of(3, 1, two, 0),
    };
    const struct gi_range_place away[] = { place_of(0, 1, NULL, 0), place_of(1, 2, NULL, 0),
                                           place_of(3, 1, NULL, 0) };
    unsigned long binds = atomic_load(&sparse_mock.binds);
    unsigned long parts = atomic_load(&sparse_mock.parts);

    assert_int_equal(range->ops->place(range, places, 4), GI_OK);
    assert_int_equal(atomic_load(&sparse_mock.binds) - binds, 1);
    assert_int_equal(atomic_load(&sparse_mock.parts) - parts, 3);        /* the first two adjoin */
    fill(range, 0, PARTS * rig.step, 3);
    fill(range, 3 * rig.step, rig.step, 4);
    expect(range, rig.step, 2 * rig.step, 3);
    expect(range, 3 * rig.step, rig.step, 4);
    binds = atomic_load(&sparse_mock.binds);
    parts = atomic_load(&sparse_mock.parts);
    assert_int_equal(range->ops->place(range, away, 3), GI_OK);
    assert_int_equal(atomic_load(&sparse_mock.binds) - binds, 1);
    assert_int_equal(atomic_load(&sparse_mock.parts) - parts, 1);
    finish(range);
    finish(one);
    finish(two);
}

/* Many parts at once: more than fit on the stack. */
TEST_CASE(many_parts)
{
    enum { MANY = 300 };
    struct gi_memory *range, *pages;
    struct gi_range_place places[MANY];

    if (is_small && MANY * rig.step > 64 * MIB)
        skip();
    pages = allocate(rig.step, GI_MEMORY_PAGES);
    range = reserve(MANY * rig.step, rig.step);
    for (uint64_t i = 0; i < MANY; i++)
        places[i] = place_of(i, 1, pages, 0);
    assert_int_equal(range->ops->place(range, places, MANY), GI_OK);
    fill(range, 123 * rig.step, rig.step, 77);
    expect(range, 299 * rig.step, rig.step, 77);
    end_range(range);
    finish(pages);
}

TEST_CASE(binds_that_fail)
{
    struct gi_memory *range = reserve(PARTS * rig.step, rig.step);
    struct gi_memory *pages = allocate(2 * rig.step, GI_MEMORY_PAGES);
    unsigned long binds;

    assert_int_equal(place(range, place_of(0, 2, pages, 0)), GI_OK);
    fill(range, 0, 2 * rig.step, 6);
    binds = atomic_load(&sparse_mock.binds);
    sparse_mock.fail_binds = 1;
    assert_int_equal(place(range, place_of(2, 2, pages, 0)), GI_OUT_OF_MEMORY);
    assert_non_null(strstr(gi_last_error_detail(), "VK_ERROR_OUT_OF_DEVICE_MEMORY"));
    assert_int_equal(atomic_load(&sparse_mock.binds) - binds, 1);        /* they were taken away */
    expect(range, 0, rig.step, 6);       /* other parts stay */
    sparse_mock.fail_binds = 3;          /* nor can they be taken away, together or alone */
    assert_int_equal(place(range, place_of(2, 2, pages, 0)), GI_OUT_OF_MEMORY);
    assert_int_equal(sparse_mock.fail_binds, 0);
    assert_int_equal(place(range, place_of(2, 2, pages, 0)), GI_OK);
    expect(range, 2 * rig.step, 2 * rig.step, 6);
    sparse_mock.fail_binds = 1;          /* the second attempt takes them away */
    assert_int_equal(place(range, place_of(0, PARTS, NULL, 0)), GI_OK);
    assert_int_equal(sparse_mock.fail_binds, 0);
    end_range(range);
    finish(pages);
}

/* Another thread's work on the same queue. */
static void *work_on(void *memory)
{
    for (int i = 0; i < BESIDE; i++)
        fill(memory, 0, rig.step, (uint8_t)i);
    return NULL;
}

TEST_CASE(binds_beside_work)
{
    struct gi_memory *range = reserve(PARTS * rig.step, rig.step);
    struct gi_memory *plain = allocate(rig.step, GI_MEMORY_DEVICE);
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, work_on, plain), 0);
    for (uint64_t i = 0; i < BESIDE; i++) {
        struct gi_memory *pages = allocate(rig.step, GI_MEMORY_PAGES);

        assert_int_equal(place(range, place_of(i % PARTS, 1, pages, 0)), GI_OK);
        assert_int_equal(place(range, place_of(i % PARTS, 1, NULL, 0)), GI_OK);
        finish(pages);
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
    expect(plain, 0, rig.step, BESIDE - 1);
    end_range(range);
    finish(plain);
}

TEST_CASE(a_lost_device)
{
    struct gi_memory *range = reserve(PARTS * rig.step, rig.step);
    struct gi_memory *pages = allocate(rig.step, GI_MEMORY_PAGES);

    assert_int_equal(place(range, place_of(0, 1, pages, 0)), GI_OK);
    sparse_mock.failure = VK_ERROR_DEVICE_LOST;
    sparse_mock.fail_binds = 1000;
    assert_int_equal(place(range, place_of(1, 1, pages, 0)), GI_DEVICE_LOST);
    assert_int_equal(place(range, place_of(0, PARTS, NULL, 0)), GI_OK);  /* which cannot fail */
    sparse_mock.fail_binds = 0;
    sparse_mock.failure = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    end_range(range);
    finish(pages);
}

/* An import of unknown size has one step, and one of a known size has that. No import fails in
 * between: the device can still allocate, which it could not after an import that failed. */
TEST_CASE(sizes_stay_open)
{
    const uint64_t sizes[] = { 1, 2, 3, 4, 5, 8, 10, 17 };
    struct gi_os_handle handle;

    sparse_mock.breaks = true;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint64_t more = i % 2 != 0 ? 65536 : 0;      /* not whole steps */
        struct gi_memory *from = exported(sizes[i] * rig.step + more, &handle);
        struct gi_memory *imported = blank(), *range;

        assert_int_equal(imported->ops->import(imported, &handle, 0, false), GI_OK);
        assert_int_equal(imported->size_bytes, rig.step);
        assert_false(imported->size_is_known);
        finish(imported);
        imported = blank();
        imported->wants_exactly = true;
        assert_int_equal(imported->ops->import(imported, &handle, sizes[i] * rig.step, false),
                         GI_OK);
        assert_int_equal(imported->size_bytes, sizes[i] * rig.step);
        close(handle.fd);
        range = reserve(sizes[i] * rig.step, rig.step);
        assert_int_equal(place(range, place_of(0, sizes[i], imported, 0)), GI_OK);
        fill(range, (sizes[i] - 1) * rig.step, rig.step, 9);
        expect(from, (sizes[i] - 1) * rig.step, rig.step, 9);
        end_range(range);
        finish(imported);
        finish(from);
    }
    sparse_mock.breaks = false;
}

/* More than there is: one import is tried, and no other size. */
TEST_CASE(exactly_or_not)
{
    struct gi_os_handle handle;
    struct gi_memory *from = exported(3 * rig.step, &handle), *imported = blank();

    imported->wants_exactly = true;
    assert_int_equal(imported->ops->import(imported, &handle, 4 * rig.step, false),
                     GI_IMPORT_FAILED);
    assert_int_equal(imported->ops->import(imported, &handle, 3 * rig.step, false), GI_OK);
    assert_int_equal(close(handle.fd), 0);
    finish(imported);
    finish(from);
}

/* A device that has refused imports, and takes none then, is replaced. */
TEST_CASE(a_worn_device)
{
    struct gi_os_handle handle;
    struct gi_memory *from = exported(3 * rig.step, &handle), *imported = blank();

    sparse_mock.fail_imports = 1;
    assert_int_equal(imported->ops->import(imported, &handle, 0, false), GI_IMPORT_FAILED);
    sparse_mock.fail_imports = 1;        /* the device has refused one before */
    assert_int_equal(imported->ops->import(imported, &handle, 0, false), GI_OK);
    assert_int_equal(imported->size_bytes, rig.step);
    assert_int_equal(sparse_mock.fail_imports, 0);
    assert_int_equal(close(handle.fd), 0);
    finish(imported);
    finish(from);
}

/* What is smaller than a step is refused, and the fd left open. */
TEST_CASE(too_small)
{
    struct gi_memory *from, *imported = blank();
    struct gi_os_handle handle;

    sparse_mock.breaks = true;
    from = exported(65536, &handle);
    assert_int_equal(imported->ops->import(imported, &handle, 0, false), GI_IMPORT_FAILED);
    assert_int_equal(close(handle.fd), 0);
    free(imported);
    finish(from);
    finish(allocate(rig.step, GI_MEMORY_PAGES));
    sparse_mock.breaks = false;
}

TEST_CASE(too_large)
{
    struct gi_memory *range;

    if (!is_small)
        skip();
    range = blank();
    assert_int_equal(range->ops->reserve(range, 66 * MIB, rig.step, 0), GI_OUT_OF_MEMORY);
    assert_non_null(strstr(gi_last_error_detail(), "at most 67108864"));
    assert_int_equal(range->ops->reserve(range, 64 * MIB, rig.step, 0), GI_OUT_OF_MEMORY);
    free(range);                         /* with room in front it is too large */
}

/* All buffers together have 96 MiB of addresses. */
TEST_CASE(no_address)
{
    struct gi_memory *range, *first;

    if (!is_small)
        skip();
    range = blank();
    first = reserve(60 * MIB, rig.step);
    assert_int_equal(range->ops->reserve(range, 48 * MIB, rig.step, 0), GI_OUT_OF_MEMORY);
    assert_non_null(strstr(gi_last_error_detail(), "together have at most 100663296"));
    assert_int_equal(range->ops->reserve(range, 32 * MIB, rig.step, 0), GI_OK);
    end_range(range);
    end_range(first);
    end_range(reserve(60 * MIB, rig.step));      /* what was freed is there again */
}

/* The driver has fewer than it says, and gives a buffer without an address. */
TEST_CASE(fewer_addresses)
{
    struct gi_memory *range, *first;

    if (!is_small)
        skip();
    sparse_mock.good_bytes = 64 * MIB;
    range = blank();
    first = reserve(48 * MIB, rig.step);
    for (int i = 0; i < 4; i++)          /* none of them counts */
        assert_int_equal(range->ops->reserve(range, 32 * MIB, rig.step, 0), GI_OUT_OF_MEMORY);
    assert_non_null(strstr(gi_last_error_detail(), "the driver has none"));
    sparse_mock.good_bytes = UINT64_C(1) << 47;
    assert_int_equal(range->ops->reserve(range, 32 * MIB, rig.step, 0), GI_OK);
    end_range(range);
    end_range(first);
}

/* Binds are of more bytes than the granularity. */
TEST_CASE(coarse_binds)
{
    struct gi_memory *range = blank();

    close_rig();
    sparse_mock.alignment_bytes = 2 * rig.step;
    open_rig();
    range->device = rig.device;
    range->ops = givk_driver.memory;
    assert_int_equal(range->ops->reserve(range, 4 * rig.step, rig.step, 0), GI_NOT_SUPPORTED);
    assert_non_null(strstr(gi_last_error_detail(), "binds multiples of"));
    free(range);
    close_rig();
    sparse_mock.alignment_bytes = 65536;
    open_rig();
}

int main(int argc, char **argv)
{
    int failed;

    is_small = argc > 1 && strcmp(argv[1], "small") == 0;
    sparse_mock.binds_alone = argc > 1 && strcmp(argv[1], "alone") == 0;
    if (is_small) {
        sparse_mock.most_buffer_bytes = 64 * MIB;
        sparse_mock.address_bytes = 96 * MIB;
    }
    givk_loader_replace(sparse_mock_get);
    open_rig();
    failed = run_test_cases(NULL);
    close_rig();
    return failed;
}
