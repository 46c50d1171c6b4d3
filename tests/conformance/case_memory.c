/* Memory of the driver's own. */
#include <stdlib.h>

#include "conformance.h"

enum { PAGE = 4096 };

static const enum gi_memory_kind kinds[] = { GI_MEMORY_DEVICE, GI_MEMORY_HOST };

/** The first and the last bytes hold what is written, and the device reads them. */
static void check_ends(struct conf_rig *rig, struct gi_memory *mem, uint64_t size_bytes)
{
    size_t part = size_bytes < PAGE ? (size_t)size_bytes : PAGE;
    uint8_t head[PAGE] = { 0 }, tail[PAGE] = { 0 }, got[PAGE];

    for (size_t i = 0; i < part; i++) {
        head[i] = conf_byte(i);
        tail[i] = conf_byte(i + 12345);
    }
    conf_write(rig, mem, 0, head, part);
    if (size_bytes >= 2 * PAGE)
        conf_write(rig, mem, size_bytes - part, tail, part);
    struct gi_memory *out = conf_memory(rig->base, 2 * PAGE, GI_MEMORY_HOST);
    struct gi_command copies[2] = {
        conf_copy(out, 0, mem, 0, part),
        conf_copy(out, PAGE, mem, size_bytes - part, part),
    };
    conf_run(rig, copies, 2);
    memcpy(got, out->host_address, part);
    conf_same("the first bytes", got, head, part);
    memcpy(got, (uint8_t *)out->host_address + PAGE, part);
    conf_same("the last bytes", got, size_bytes >= 2 * PAGE ? tail : got, part);
    conf_memory_free(out);
}

static void sizes(void **state)
{
    static const uint64_t wanted[] = { 1, 2, 3, 16, 255, 4095, 4096, 65537, (1 << 20) + 1,
                                       16 << 20, 256 << 20 };
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
            if (wanted[i] > conf_info.max_allocation_bytes)
                continue;
            struct gi_memory *mem = conf_memory(rig.base, wanted[i], kinds[k]);
            CONF_THAT(mem->size_bytes >= wanted[i], "%" PRIu64 " bytes asked, %" PRIu64 " got",
                      wanted[i], mem->size_bytes);
            CONF_THAT(mem->device_address != 0, "device address 0");
            CONF_THAT(mem->device_address % 16 == 0, "device address 0x%" PRIx64
                      " is not a multiple of 16", mem->device_address);
            check_ends(&rig, mem, wanted[i]);
            conf_memory_free(mem);
        }
    }
    conf_close(&rig);
}

static void host_memory_is_mapped(void **state)
{
    struct conf_rig rig;
    enum { SIZE = 100001 };
    uint8_t *bytes = conf_alloc(SIZE);

    (void)state;
    conf_open(&rig);
    struct gi_memory *one = conf_memory(rig.base, SIZE, GI_MEMORY_HOST);
    struct gi_memory *two = conf_memory(rig.base, SIZE, GI_MEMORY_HOST);
    CONF_THAT(one->host_address != NULL && two->host_address != NULL, "host memory unmapped");
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = conf_byte(i);
    memcpy(one->host_address, bytes, SIZE);
    memset(two->host_address, 0, SIZE);
    struct gi_command copy = conf_copy(two, 0, one, 0, SIZE);
    conf_run(&rig, &copy, 1);
    conf_same("what the device wrote", two->host_address, bytes, SIZE);
    conf_memory_free(two);
    conf_memory_free(one);
    free(bytes);
    conf_close(&rig);
}

static void mapped_device_memory_is_coherent(void **state)
{
    struct conf_rig rig;
    enum { SIZE = 5000 };
    uint8_t bytes[SIZE], filled[SIZE];

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, SIZE, GI_MEMORY_DEVICE);
    if (mem->host_address == NULL) {
        conf_memory_free(mem);
        conf_close(&rig);
        conf_skip("device memory is not mapped");
    }
    struct gi_memory *out = conf_memory(rig.base, SIZE, GI_MEMORY_HOST);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = conf_byte(i + 77);
    memset(filled, 0x5a, SIZE);
    memcpy(mem->host_address, bytes, SIZE);
    struct gi_command commands[2] = {
        conf_copy(out, 0, mem, 0, SIZE),
        conf_after(conf_fill(mem, 0, SIZE, 0x5a, 1)),
    };
    conf_run(&rig, commands, 2);
    conf_same("what the host wrote", out->host_address, bytes, SIZE);
    conf_same("what the device wrote", mem->host_address, filled, SIZE);
    conf_memory_free(out);
    conf_memory_free(mem);
    conf_close(&rig);
}

static void addresses_are_disjoint(void **state)
{
    enum { COUNT = 32, SIZE = 5000 };
    struct conf_rig rig;
    struct gi_memory *mems[COUNT];

    (void)state;
    conf_open(&rig);
    for (int i = 0; i < COUNT; i++)
        mems[i] = conf_memory(rig.base, SIZE, kinds[i % 2]);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < i; k++) {
            uint64_t a = mems[i]->device_address, b = mems[k]->device_address;
            CONF_THAT(a + SIZE <= b || b + SIZE <= a, "objects %d and %d overlap", i, k);
        }
    }
    for (int i = 0; i < COUNT; i++)
        conf_memory_free(mems[i]);
    conf_close(&rig);
}

static void too_large_fails(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    for (size_t k = 0; k < 2; k++) {
        struct gi_memory *mem = conf_memory_blank(rig.base);
        CONF_STATUS(GI_OUT_OF_MEMORY, mem->ops->allocate(mem, UINT64_C(1) << 50, kinds[k]));
        CONF_THAT(gi_last_error_detail()[0] != 0, "no sentence");
        conf_memory_drop(mem);
    }
    conf_run(&rig, NULL, 0);
    conf_close(&rig);
}

/** Memory of the test's own, which the device reaches and the driver leaves alone. */
static void wrapped_memory_is_the_programs(void **state)
{
    uint64_t alignment = conf_info.wrap_alignment_bytes, size = 4 * alignment;
    struct conf_rig rig;
    uint8_t *host;

    (void)state;
    if (alignment == 0)
        conf_skip("the device does not reach memory of the program's");
    conf_open(&rig);
    host = aligned_alloc(alignment, size);
    CONF_THAT(host != NULL, "no memory");
    for (size_t i = 0; i < size; i++)
        host[i] = conf_byte(i);
    struct gi_memory *mem = conf_memory_blank(rig.base);
    CONF_OK(mem->ops->wrap_host(mem, host, size));
    CONF_THAT(mem->host_address == host && mem->size_bytes == size, "it is somewhere else");
    CONF_THAT(!conf_info.wrapped_keeps_address ||
              mem->device_address == (uint64_t)(uintptr_t)host, "its address has changed");
    struct gi_memory *out = conf_memory(rig.base, size, GI_MEMORY_HOST);
    struct gi_command commands[] = {
        conf_copy(out, 0, mem, 0, size),
        conf_after(conf_fill(mem, alignment, alignment, 0x5a, 1)),
    };
    conf_run(&rig, commands, 2);
    for (size_t i = 0; i < size; i++)
        CONF_THAT(((uint8_t *)out->host_address)[i] == conf_byte(i), "byte %zu read", i);
    conf_memory_free(mem);
    for (size_t i = 0; i < size; i++)
        CONF_THAT(host[i] == (i / alignment == 1 ? 0x5a : conf_byte(i)), "byte %zu written", i);
    conf_memory_free(out);
    free(host);
    conf_close(&rig);
}

static void check_one_address(enum gi_memory_kind kind)
{
    enum { SIZE = 100000 };
    struct conf_rig rig;

    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, SIZE, kind);
    uint8_t *host = (uint8_t *)(uintptr_t)mem->device_address;
    CONF_THAT(mem->host_address == host, "host and device have two addresses");
    memset(host, 1, SIZE);
    struct gi_command command = conf_fill(mem, 0, SIZE / 2, 2, 1);
    conf_run(&rig, &command, 1);
    for (size_t i = 0; i < SIZE; i++)
        CONF_THAT(host[i] == (i < SIZE / 2 ? 2 : 1), "byte %zu", i);
    conf_memory_free(mem);
    conf_close(&rig);
}

static void managed_memory_has_one_address(void **state)
{
    (void)state;
    if (!conf_info.managed_memory)
        conf_skip("the device has no managed memory");
    check_one_address(GI_MEMORY_MANAGED);
}

static void host_memory_keeps_its_address(void **state)
{
    (void)state;
    if (!conf_info.host_memory_keeps_address)
        conf_skip("host memory has two addresses on this device");
    check_one_address(GI_MEMORY_HOST);
}

const struct conf_case conf_memory_cases[] = {
    { "memory.sizes", sizes },
    { "memory.host_memory_is_mapped", host_memory_is_mapped },
    { "memory.mapped_device_memory_is_coherent", mapped_device_memory_is_coherent },
    { "memory.addresses_are_disjoint", addresses_are_disjoint },
    { "memory.too_large_fails", too_large_fails },
    { "memory.wrapped_memory_is_the_programs", wrapped_memory_is_the_programs },
    { "memory.managed_memory_has_one_address", managed_memory_has_one_address },
    { "memory.host_memory_keeps_its_address", host_memory_keeps_its_address },
    { NULL, NULL },
};
