/* Host memory of the program's own, and managed memory: what is legal, and who waits for whom. */
#include "harness.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "memory/allocation.h"
#include "ops/copy_batch.h"
#include "pools/managed.h"
#include "pools/register.h"
#include "ops/stream_memory.h"

enum { PAGE = 4096, SIZE = 3 * PAGE };

static uint64_t address_of(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static uint64_t new_pages(size_t count)
{
    void *pages = mmap(NULL, count * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                       0);

    REQUIRE(pages != MAP_FAILED, "no pages");
    return address_of(pages);
}

static struct gi_pointer_info query(uint64_t pointer)
{
    struct gi_pointer_info info;

    OK(gi_pointer_query(pointer, &info));
    return info;
}

SCHED_CASE(registered_ranges)
{
    sched_begin_plain();
    uint64_t pages = new_pages(4), odd = pages + 100;

    STATUS(GI_INVALID_VALUE, gi_memory_host_register(0, SIZE, 0));
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(pages, 0, 0));
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(pages, UINT64_MAX, 0));
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(UINT64_MAX - 1, 1, 0));
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(pages, SIZE, 16));
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(pages, SIZE, GI_REGISTER_IO));
    OK(gi_memory_host_register(odd, PAGE, GI_REGISTER_PORTABLE));
    STATUS(GI_ALREADY_REGISTERED, gi_memory_host_register(odd, PAGE, 0));
    STATUS(GI_ALREADY_REGISTERED, gi_memory_host_register(pages, 101, 0));
    STATUS(GI_ALREADY_REGISTERED, gi_memory_host_register(odd + PAGE - 1, 1, 0));
    OK(gi_memory_host_register(pages, 100, 0));  /* the same page, other bytes */
    OK(gi_memory_host_register(odd + PAGE, 10, 0));
    REQUIRE(query(odd).kind == GI_POINTER_REGISTERED && query(odd).range_base == odd &&
            query(odd).range_bytes == PAGE && query(odd + 7).host_pointer == odd + 7 &&
            query(odd).host_flags == GI_REGISTER_PORTABLE,
            "what is known of a registered pointer");
    REQUIRE(query(odd + PAGE + 10).kind == GI_POINTER_UNKNOWN, "a byte past the last range");
    STATUS(GI_INVALID_VALUE, gi_memory_host_unregister(odd + 1));
    STATUS(GI_INVALID_VALUE, gi_memory_host_unregister(0));
    STATUS(GI_NOT_REGISTERED, gi_memory_host_unregister(odd + PAGE + 10));
    STATUS(GI_INVALID_VALUE, gi_memory_host_free(odd));
    STATUS(GI_INVALID_VALUE, gi_memory_free(odd));
    OK(gi_memory_host_unregister(pages));
    OK(gi_memory_host_unregister(odd));
    OK(gi_memory_host_unregister(odd + PAGE));
    STATUS(GI_NOT_REGISTERED, gi_memory_host_unregister(odd));
    sched_expect_nothing_left();
}

SCHED_CASE(memory_that_is_not_the_programs)
{
    sched_begin_plain();
    uint64_t pages = new_pages(4), host = sched_host_memory(SIZE), device = sched_memory(SIZE);

    STATUS(GI_INVALID_VALUE, gi_memory_host_register(host, SIZE, 0));
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(host + 1, 1, 0));
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(device, SIZE, 0));
    STATUS(GI_INVALID_VALUE, gi_memory_host_unregister(host));
    STATUS(GI_INVALID_VALUE, gi_memory_host_unregister(device));
    munmap((void *)(uintptr_t)(pages + PAGE), PAGE);
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(pages, SIZE, 0));
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(pages + PAGE, 1, 0));
    mprotect((void *)(uintptr_t)(pages + 2 * PAGE), PAGE, PROT_READ);
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(pages + 2 * PAGE, PAGE, 0));
    OK(gi_memory_host_register(pages, PAGE, 0));
    munmap((void *)(uintptr_t)pages, PAGE);      /* while it is registered */
    OK(gi_memory_host_unregister(pages));
    OK(gi_memory_host_free(host));
    OK(gi_memory_free(device));
    sched_expect_nothing_left();
}

/* Work that uses the memory is waited for, and all other work too, as by any free. */
SCHED_CASE(unregister_waits_for_all_work)
{
    struct sched_semaphore go, later;
    struct sched_freeing freeing;

    sched_begin_plain();
    sched_semaphore_make(&go, SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&later, SCHED_HOST_SEMAPHORE, true, 0);
    uint64_t used = new_pages(1), device = sched_memory(PAGE);
    gi_handle stream = sched_stream(), other = sched_stream();

    OK(gi_memory_host_register(used, PAGE, 0));
    sched_wait(stream, &go, 1);
    OK(gi_fill_async(used, 7, 1, PAGE, stream));
    sched_wait(other, &later, 1);
    OK(gi_fill_async(device, 9, 1, PAGE, other));
    STATUS(GI_INVALID_VALUE, gi_memory_host_unregister(used + 1));   /* that needs no wait */
    sched_free_begin(&freeing, gi_memory_host_unregister, used);
    REQUIRE(query(used).kind == GI_POINTER_UNKNOWN, "new work would find it");
    sched_peer_signal(&go, 1);
    OK(gi_stream_synchronize(stream));
    REQUIRE(!atomic_load(&freeing.is_over), "it did not wait for the other stream");
    sched_peer_signal(&later, 1);
    OK(sched_free_end(&freeing));
    for (size_t i = 0; i < PAGE; i++)
        REQUIRE(((uint8_t *)(uintptr_t)used)[i] == 7, "byte %zu", i);
    sched_expect_bytes(device, PAGE, 9);
    munmap((void *)(uintptr_t)used, PAGE);
    OK(gi_stream_destroy(other));
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(device));
    sched_semaphore_end(&go);
    sched_semaphore_end(&later);
    sched_expect_nothing_left();
}

/* On a device with addresses of its own a registered pointer has two, and both work. */
SCHED_CASE(two_addresses)
{
    struct sched_setup setup = { 4, CAPS_ALL, CAPS_ALL, GIFAKE_ADDRESSES_UNMAPPED };

    sched_begin(&setup);
    if (!sched_has_room_for_addresses())
        return;
    uint64_t pages = new_pages(2), mine = pages + 500, device = sched_memory(PAGE);
    gi_handle stream = sched_stream();

    OK(gi_memory_host_register(mine, PAGE, 0));
    uint64_t other = query(mine).device_pointer;
    REQUIRE(other != mine && query(other).host_pointer == mine &&
            query(other + 3).device_pointer == other + 3, "the two addresses");
    OK(gi_fill_async(other, 1, 1, 10, stream));
    OK(gi_fill_async(mine + 10, 2, 1, PAGE - 10, stream));
    OK(gi_copy_async(device, mine, PAGE, GI_COPY_HOST_TO_DEVICE, stream));
    OK(gi_fill_async(mine, 3, 1, PAGE, stream));
    OK(gi_copy_async(other, device, 20, GI_COPY_DEVICE_TO_HOST, stream));
    OK(gi_stream_synchronize(stream));
    const uint8_t *bytes = (const uint8_t *)(uintptr_t)mine;
    REQUIRE(bytes[9] == 1 && bytes[10] == 2 && bytes[19] == 2 && bytes[20] == 3, "the bytes");
    REQUIRE(bytes[-1] == 0 && bytes[PAGE] == 0, "bytes beside the range");
    STATUS(GI_INVALID_VALUE, gi_fill_async(mine + 1, 3, 1, PAGE, stream));
    OK(gi_memory_host_unregister(mine));
    OK(gi_memory_free(device));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Memory that a driver calls made, at an address that cannot be. */
SCHED_CASE(no_address_is_no_memory)
{
    enum { LARGE = 200 << 20 };          /* a block of its own */
    struct gi_external_memory_request import = { .type = 1, .size_bytes = PAGE };
    uint64_t before, pointer = 1;
    gi_handle memory = 1;

    sched_begin_plain();
    before = sched_memory(PAGE);
    import.fd = sched_peer_memory(PAGE);
    gifake_withhold_addresses(0, true);
    STATUS(GI_OUT_OF_MEMORY, gi_memory_alloc(LARGE, &pointer));
    REQUIRE(pointer == 0, "a pointer is given out: 0x%llx", (unsigned long long)pointer);
    STATUS(GI_OUT_OF_MEMORY, gi_external_memory_import(&import, &memory));
    gifake_withhold_addresses(0, false);
    OK(gi_fill_now(before, 1, 1, PAGE));             /* what there was is found on the map */
    OK(gi_external_memory_import(&import, &memory));
    OK(gi_external_memory_destroy(memory));
    OK(gi_memory_free(before));
    sched_expect_nothing_left();
}

/* Where the device's addresses are not the host's, and something of the process lies at some of
 * them. */
static gi_handle import_pages(uint64_t count)
{
    struct gi_external_memory_request import = { .type = 1, .fd = sched_peer_memory(count * PAGE),
                                                 .size_bytes = count * PAGE };
    gi_handle memory;

    OK(gi_external_memory_import(&import, &memory));
    return memory;
}

static gi_handle import_page(void)
{
    return import_pages(1);
}

static uint64_t device_address_of(gi_handle memory)
{
    struct gi_allocation *allocation;
    bool is_dedicated;
    uint64_t address;

    OK(gi_external_memory_acquire(memory, &allocation, &is_dedicated));
    address = allocation->device_address;
    gi_allocation_unref(allocation);
    return address;
}

/* Imports that the driver was asked for. */
static unsigned long imports_of_one(void)
{
    unsigned long before = gifake_call_count();
    gi_handle memory = import_page();
    unsigned long peers = 2;             /* what sched_peer_memory asks for */

    OK(gi_external_memory_destroy(memory));
    return gifake_call_count() - before - peers;
}

enum { TAKEN = 5, STEP = 2 * 65536 };

static void begin_with_own_addresses(void)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 0);
    config.addresses = GIFAKE_ADDRESSES_MAPPED;
    config.reuses_addresses = true;
    config.wraps_at_host_address = true;
    sched_begin_config(&config);
}

/* The driver offers its lowest free address first, again for each import: without more it would
 * offer those that are taken each time. */
SCHED_CASE(addresses_that_are_taken_cost_once)
{
    gi_handle first, second;
    uint64_t address;

    if (!sched_has_room_for_addresses())
        return;
    begin_with_own_addresses();
    first = import_page();
    address = device_address_of(first);
    for (uint64_t i = 1; i <= TAKEN; i++) {
        void *place = (void *)(uintptr_t)(address + i * STEP);
        REQUIRE(mmap(place, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
                     0) == place, "%p is taken already", place);
    }
    second = import_page();
    REQUIRE(device_address_of(second) == address + (TAKEN + 1) * STEP, "0x%llx instead of 0x%llx",
            (unsigned long long)device_address_of(second),
            (unsigned long long)(address + (TAKEN + 1) * STEP));
    for (int i = 0; i < 3; i++) {
        unsigned long imports = imports_of_one();
        REQUIRE(imports == 1, "%lu imports for one", imports);
    }
    OK(gi_external_memory_destroy(first));
    OK(gi_external_memory_destroy(second));
    sched_expect_nothing_left();
}

enum { ALONE = 64 << 20 };       /* bytes: no block of a heap is shared */

static void host_alloc(uint64_t *out_pointer)
{
    OK(gi_memory_host_alloc(ALONE, 0, out_pointer));
}

static void managed_alloc(uint64_t *out_pointer)
{
    OK(gi_memory_managed_alloc(ALONE, GI_MANAGED_GLOBAL, out_pointer));
}

/* Such memory is handed out at the device's address or not at all. */
static void make_elsewhere(void (*make)(uint64_t *), gi_status (*free_it)(uint64_t))
{
    struct gifake_device_config config;
    unsigned long before;
    uint64_t pointer;

    gifake_default_config(&config, 0);
    config.addresses = GIFAKE_ADDRESSES_UNMAPPED;
    config.info.host_memory_keeps_address = true;
    sched_begin_config(&config);
    make(&pointer);                              /* the device is open, and has its own blocks */
    OK(free_it(pointer));
    gifake_take_host_addresses(TAKEN);
    before = gifake_call_count();
    make(&pointer);
    REQUIRE(gifake_call_count() - before >= TAKEN + 1, "no object was made again");
    REQUIRE(query(pointer).host_pointer == pointer && query(pointer).device_pointer == pointer,
            "0x%llx is 0x%llx for the host and 0x%llx for the device", (unsigned long long)pointer,
            (unsigned long long)query(pointer).host_pointer,
            (unsigned long long)query(pointer).device_pointer);
    memset((void *)(uintptr_t)pointer, 3, SIZE);
    sched_expect_bytes(pointer, SIZE, 3);
    OK(free_it(pointer));
    sched_expect_nothing_left();
}

SCHED_CASE(pinned_memory_is_made_again_elsewhere)
{
    make_elsewhere(host_alloc, gi_memory_host_free);
}

SCHED_CASE(managed_memory_is_made_again_elsewhere)
{
    make_elsewhere(managed_alloc, gi_memory_free);
}

/* What keeps the driver from offering an address again must not keep the program's memory there
 * from being registered. */
SCHED_CASE(memory_at_taken_addresses_is_registered)
{
    gi_handle first, second;
    void *place;

    if (!sched_has_room_for_addresses())
        return;
    begin_with_own_addresses();
    first = import_page();
    place = (void *)(uintptr_t)(device_address_of(first) + STEP);
    REQUIRE(mmap(place, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS |
                 MAP_FIXED_NOREPLACE, -1, 0) == place, "%p is taken already", place);
    second = import_page();
    OK(gi_memory_host_register((uint64_t)(uintptr_t)place, PAGE, GI_REGISTER_PORTABLE));
    OK(gi_fill_linear((uint64_t)(uintptr_t)place, 5, 1, PAGE, gi_in_legacy()));
    REQUIRE(((uint8_t *)place)[PAGE - 1] == 5, "it was not filled");
    OK(gi_memory_host_unregister((uint64_t)(uintptr_t)place));
    OK(gi_external_memory_destroy(first));
    OK(gi_external_memory_destroy(second));
    munmap(place, PAGE);
    sched_expect_nothing_left();
}

/* Maps pages of the program where the driver will put an object. */
static void *map_at(uint64_t address, size_t bytes)
{
    void *place = (void *)(uintptr_t)address;
    void *got = mmap(place, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

    REQUIRE(got == place, "%p is taken already", place);
    return place;
}

struct registering {
    pthread_t thread;
    uint64_t pointer;
    gi_status status;
};

static void *register_page(void *argument)
{
    struct registering *r = argument;

    r->status = gi_memory_host_register(r->pointer, PAGE, GI_REGISTER_PORTABLE);
    return NULL;
}

static void start_registering(struct registering *r, const void *page)
{
    r->pointer = address_of(page);
    REQUIRE(pthread_create(&r->thread, NULL, register_page, r) == 0, "no thread");
}

static void expect_registered(struct registering *r)
{
    pthread_join(r->thread, NULL);
    REQUIRE(r->status == GI_OK, "registering 0x%llx: %d", (unsigned long long)r->pointer,
            (int)r->status);
    OK(gi_memory_host_unregister(r->pointer));
}

static void *import_in_a_thread(void *out_memory)
{
    *(gi_handle *)out_memory = import_page();
    return NULL;
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ 0, ms * 1000000 }, NULL);
}

/* Another thread's import has got the address of the page, and tries the next one. */
SCHED_CASE(memory_at_an_address_being_tried_is_registered)
{
    struct registering registering;
    pthread_t importer;
    gi_handle first, second;
    void *place;

    if (!sched_has_room_for_addresses())
        return;
    begin_with_own_addresses();
    first = import_page();
    place = map_at(device_address_of(first) + STEP, PAGE);
    gifake_stop_in("memory.import", 2);
    REQUIRE(pthread_create(&importer, NULL, import_in_a_thread, &second) == 0, "no thread");
    REQUIRE(gifake_wait_stopped(), "the import was not tried twice");
    start_registering(&registering, place);
    sleep_ms(100);                               /* until it waits; without waiting it fails */
    gifake_go_on();
    pthread_join(importer, NULL);
    expect_registered(&registering);
    OK(gi_external_memory_destroy(first));
    OK(gi_external_memory_destroy(second));
    munmap(place, PAGE);
    sched_expect_nothing_left();
}

/* Two threads register pages where one object keeps the address from being offered. */
SCHED_CASE(pages_of_one_taken_address_are_registered_at_once)
{
    struct registering registering[2];
    gi_handle first, second;
    uint8_t *place;

    if (!sched_has_room_for_addresses())
        return;
    begin_with_own_addresses();
    first = import_pages(2);
    place = map_at(device_address_of(first) + STEP, 2 * PAGE);
    second = import_pages(2);
    gifake_stop_in("memory.finish", 1);
    start_registering(&registering[0], place);
    REQUIRE(gifake_wait_stopped(), "nothing was in the way");
    start_registering(&registering[1], place + PAGE);
    sleep_ms(100);
    gifake_go_on();
    expect_registered(&registering[0]);
    expect_registered(&registering[1]);
    OK(gi_external_memory_destroy(first));
    OK(gi_external_memory_destroy(second));
    munmap(place, 2 * PAGE);
    sched_expect_nothing_left();
}

/* Nothing has to be made to read memory into pageable memory: there may be no memory left. */
SCHED_CASE(reading_needs_no_new_memory)
{
    struct sched_setup setup = { 4, CAPS_ALL, CAPS_ALL, GIFAKE_ADDRESSES_UNMAPPED };
    static uint8_t bytes[PAGE];
    struct gifake_live before, after;

    sched_begin(&setup);
    if (!sched_has_room_for_addresses())
        return;
    uint64_t device = sched_memory(PAGE);

    OK(gi_fill_now(device, 7, 1, PAGE));
    gifake_live(&before);
    OK(gi_copy_now((uint64_t)(uintptr_t)bytes, device, PAGE, GI_COPY_DEVICE_TO_HOST));
    gifake_live(&after);
    REQUIRE(bytes[PAGE - 1] == 7, "the byte is %u", bytes[PAGE - 1]);
    REQUIRE(after.memories == before.memories, "%u objects of memory, %u before", after.memories,
            before.memories);
    OK(gi_memory_free(device));
    sched_expect_nothing_left();
}

SCHED_CASE(memory_that_is_only_read)
{
    struct gi_batch_copy batch = { .copy.width = PAGE, .order = GI_SOURCE_ANY };
    struct gi_value_op word = { .kind = GI_VALUE_OP_WRITE, .size_bytes = 4 };

    sched_begin_plain();
    uint64_t pages = new_pages(2), device = sched_memory(SIZE);
    gi_handle stream = sched_stream();
    memset((void *)(uintptr_t)pages, 9, 2 * PAGE);
    mprotect((void *)(uintptr_t)pages, 2 * PAGE, PROT_READ);
    STATUS(GI_INVALID_VALUE, gi_memory_host_register(pages, PAGE, GI_REGISTER_PORTABLE));
    OK(gi_memory_host_register(pages, PAGE, GI_REGISTER_READ_ONLY | GI_REGISTER_PORTABLE));
    REQUIRE(query(pages).host_flags == (GI_REGISTER_READ_ONLY | GI_REGISTER_PORTABLE), "its flags");
    OK(gi_copy_async(device, pages, PAGE, GI_COPY_HOST_TO_DEVICE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(device, PAGE, 9);
    STATUS(GI_INVALID_VALUE, gi_copy_now(pages, device, PAGE, GI_COPY_INFER));
    STATUS(GI_INVALID_VALUE, gi_copy_async(pages, device, 1, GI_COPY_INFER, stream));
    STATUS(GI_INVALID_VALUE, gi_fill_now(pages, 1, 1, PAGE));
    STATUS(GI_INVALID_VALUE, gi_fill_async(pages + 8, 1, 1, 8, stream));
    batch.copy.dst.pointer = pages;
    batch.copy.src.pointer = device;
    STATUS(GI_INVALID_VALUE, gi_copy_batch(&batch, 1, stream));
    word.pointer = pages;
    STATUS(GI_INVALID_VALUE, gi_stream_word_ops(stream, &word, 1));
    OK(gi_memory_host_unregister(pages));
    OK(gi_memory_free(device));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

SCHED_CASE(memory_that_a_device_cannot_only_read)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 0);
    config.info.wraps_read_only = false;
    gifake_configure(&config, 1);
    uint64_t pages = new_pages(2);
    OK(gi_memory_host_register(pages, PAGE, GI_REGISTER_READ_ONLY));
    OK(gi_memory_host_unregister(pages));
    mprotect((void *)(uintptr_t)pages, 2 * PAGE, PROT_READ);
    STATUS(GI_NOT_SUPPORTED, gi_memory_host_register(pages, PAGE, GI_REGISTER_READ_ONLY));
    sched_expect_nothing_left();
}

SCHED_CASE(managed_memory)
{
    uint64_t a, b;

    sched_begin_plain();
    OK(gi_memory_managed_alloc(0, GI_MANAGED_GLOBAL, &a));
    REQUIRE(a == 0, "no bytes have a pointer");
    STATUS(GI_INVALID_VALUE, gi_memory_managed_alloc(SIZE, 0, &a));
    STATUS(GI_INVALID_VALUE, gi_memory_managed_alloc(SIZE, 3, &a));
    STATUS(GI_INVALID_VALUE, gi_memory_managed_alloc(SIZE, 4, &a));
    STATUS(GI_OUT_OF_MEMORY, gi_memory_managed_alloc(UINT64_MAX / 2, GI_MANAGED_HOST, &a));
    REQUIRE(a == 0, "a failure gives no pointer");
    OK(gi_memory_managed_alloc(SIZE, GI_MANAGED_GLOBAL, &a));
    OK(gi_memory_managed_alloc(SIZE, GI_MANAGED_HOST, &b));
    REQUIRE(query(a).kind == GI_POINTER_MANAGED && query(a + 1).host_pointer == a + 1 &&
            query(a).device_pointer == a && query(b).host_flags == GI_MANAGED_HOST &&
            query(a).allocation_id != query(b).allocation_id, "what is known of it");
    gi_handle stream = sched_stream();
    struct sched_gate gate;
    sched_gate_init(&gate);
    memset((void *)(uintptr_t)a, 5, SIZE);
    sched_gate_enqueue(&gate, stream);
    OK(gi_copy_async(b, a, SIZE, GI_COPY_INFER, stream));    /* does not wait for the gate */
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(b, SIZE, 5);
    OK(gi_fill_now(b, 6, 1, SIZE));
    sched_expect_bytes(b, SIZE, 6);              /* as for host memory, it is done */
    OK(gi_copy_now(a, b, SIZE, GI_COPY_DEVICE_TO_DEVICE));
    sched_expect_bytes(a, SIZE, 6);
    STATUS(GI_INVALID_VALUE, gi_memory_host_free(a));
    STATUS(GI_INVALID_VALUE, gi_memory_free(a + 1));
    OK(gi_memory_free(a));
    OK(gi_memory_free(b));
    STATUS(GI_INVALID_VALUE, gi_memory_free(a));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

SCHED_CASE(advice_is_given_back)
{
    struct gi_advised advised;
    uint64_t a, device;

    sched_begin_plain();
    device = sched_memory(SIZE);
    gi_handle stream = sched_stream();
    OK(gi_memory_managed_alloc(SIZE, GI_MANAGED_GLOBAL, &a));
    STATUS(GI_INVALID_VALUE, gi_managed_advise(0, 1, GI_ADVICE_READ_MOSTLY, 1));
    STATUS(GI_INVALID_VALUE, gi_managed_advise(a, 0, GI_ADVICE_READ_MOSTLY, 1));
    STATUS(GI_INVALID_VALUE, gi_managed_advise(a, SIZE + 1, GI_ADVICE_READ_MOSTLY, 1));
    STATUS(GI_INVALID_VALUE, gi_managed_advise(device, SIZE, GI_ADVICE_READ_MOSTLY, 1));
    STATUS(GI_INVALID_VALUE, gi_managed_advise(new_pages(1), 1, GI_ADVICE_READ_MOSTLY, 1));
    STATUS(GI_INVALID_DEVICE, gi_managed_advise(a, SIZE, GI_ADVICE_PREFERRED, 99));
    STATUS(GI_INVALID_DEVICE, gi_managed_advise(a, SIZE, GI_ADVICE_ACCESSED, GI_LOCATION_NONE));
    OK(gi_managed_advise(a, SIZE, GI_ADVICE_READ_MOSTLY, 1));
    OK(gi_managed_advise(a, SIZE, GI_ADVICE_PREFERRED, GI_LOCATION_HOST));
    OK(gi_managed_advise(a, SIZE, GI_ADVICE_ACCESSED, 0));
    OK(gi_managed_advise(a, PAGE, GI_ADVICE_ACCESSED, GI_LOCATION_HOST));
    OK(gi_managed_prefetch(a + PAGE, PAGE, 0, stream));
    STATUS(GI_INVALID_DEVICE, gi_managed_prefetch(a, PAGE, GI_LOCATION_NONE, stream));
    OK(gi_managed_advised(a, SIZE, &advised));
    REQUIRE(advised.read_mostly && advised.preferred == GI_LOCATION_HOST &&
            advised.prefetched == GI_LOCATION_NONE && advised.accessed_by == 1, "of all");
    OK(gi_managed_advised(a, PAGE, &advised));
    REQUIRE(advised.accessed_by == (GI_ADVICE_HOST_BIT | 1), "of the first page");
    OK(gi_managed_advised(a + PAGE, PAGE, &advised));
    REQUIRE(advised.prefetched == 0, "of the second page");
    OK(gi_managed_discard(a, SIZE, stream));
    STATUS(GI_INVALID_VALUE, gi_managed_discard(device, SIZE, stream));
    OK(gi_stream_destroy(stream));
    STATUS(GI_STALE_HANDLE, gi_managed_prefetch(a, PAGE, 0, stream));
    STATUS(GI_STALE_HANDLE, gi_managed_discard(a, PAGE, stream));
    OK(gi_memory_free(a));
    STATUS(GI_INVALID_VALUE, gi_managed_advised(a, PAGE, &advised));
    OK(gi_memory_free(device));
    sched_expect_nothing_left();
}
