/* Memory that crosses by fds of the operating system. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "conformance.h"

enum { SIZE = 3 * 65536 };

/** What an import leaves untouched, on success and on failure. */
static struct gi_memory *import(struct gi_device_base *base, const struct gi_os_handle *handle,
                                uint64_t size_bytes, bool dedicated)
{
    struct gi_memory *mem = conf_memory_blank(base);
    struct conf_fd_state before = conf_fd_state(handle->fd);

    CONF_OK(mem->ops->import(mem, handle, size_bytes, dedicated));
    conf_fd_untouched("an import that succeeds", handle->fd, before);
    return mem;
}

/** Bytes written to one of the two are read from the other. */
static void check_shared(struct conf_rig *one_rig, struct gi_memory *one, struct conf_rig *two_rig,
                         struct gi_memory *two, uint64_t size_bytes)
{
    size_t count = (size_t)size_bytes;
    uint8_t *bytes = conf_alloc(count), *got = conf_alloc(count);

    for (size_t i = 0; i < count; i++)
        bytes[i] = conf_byte(i + 5);
    conf_write(one_rig, one, 0, bytes, count);
    conf_read(two_rig, two, 0, got, count);
    conf_same("from the exporter to the import", got, bytes, count);
    struct gi_command fill = conf_fill(two, 0, size_bytes, 0x77, 1);
    conf_run(two_rig, &fill, 1);
    memset(bytes, 0x77, count);
    conf_read(one_rig, one, 0, got, count);
    conf_same("from the import to the exporter", got, bytes, count);
    free(got);
    free(bytes);
}

static void share(bool second_device, uint64_t import_bytes, bool dedicated)
{
    struct conf_rig rig, second;
    struct gi_os_handle handle;

    conf_need_shared_memory();
    conf_open(&rig);
    struct gi_memory *mem = conf_memory_shared(rig.base, SIZE, &handle);
    struct conf_rig *other = &rig;
    if (second_device) {
        conf_open(&second);
        other = &second;
    }
    struct gi_memory *twin = import(other->base, &handle, import_bytes, dedicated);
    CONF_THAT(twin->size_bytes >= import_bytes, "%" PRIu64 " bytes asked, %" PRIu64 " got",
              import_bytes, twin->size_bytes);
    CONF_THAT(twin->device_address != 0, "device address 0");
    check_shared(&rig, mem, other, twin, import_bytes);
    conf_memory_free(twin);
    conf_memory_free(mem);
    assert_int_equal(close(handle.fd), 0);
    if (second_device)
        conf_close(&second);
    conf_close(&rig);
}

static void same_device(void **state)
{
    (void)state;
    share(false, SIZE, false);
}

static void second_device(void **state)
{
    (void)state;
    share(true, SIZE, false);
}

static void dedicated(void **state)
{
    (void)state;
    share(true, SIZE, true);
}

static void smaller(void **state)
{
    (void)state;
    share(true, SIZE - 65536 - 13, false);
}

static void larger(void **state)
{
    struct conf_rig rig;
    struct gi_os_handle handle;

    (void)state;
    conf_need_shared_memory();
    conf_open(&rig);
    struct gi_memory *mem = conf_memory_shared(rig.base, SIZE, &handle);
    struct gi_memory *twin = conf_memory_blank(rig.base);
    struct conf_fd_state before = conf_fd_state(handle.fd);
    uint64_t asked = 16 * SIZE;
    gi_status status = twin->ops->import(twin, &handle, asked, false);
    conf_fd_untouched("an import of more than there is", handle.fd, before);
    if (status == GI_OK) {
        CONF_THAT(twin->size_is_known && twin->size_bytes < asked,
                  "the import believes in %" PRIu64 " bytes of %d", twin->size_bytes, SIZE);
        check_shared(&rig, mem, &rig, twin, SIZE);
        conf_memory_free(twin);
    } else {
        CONF_THAT(status == GI_IMPORT_FAILED, "%s", gi_status_name(status));
        CONF_THAT(gi_last_error_detail()[0] != 0, "no sentence");
        conf_memory_drop(twin);
    }
    conf_memory_free(mem);
    close(handle.fd);
    conf_close(&rig);
}

static void outlives_exporter(void **state)
{
    struct conf_rig rig, second;
    struct gi_os_handle handle;
    static const uint8_t bytes[4] = { 1, 2, 3, 4 };
    uint8_t got[4];

    (void)state;
    conf_need_shared_memory();
    conf_open(&rig);
    struct gi_memory *mem = conf_memory_shared(rig.base, SIZE, &handle);
    conf_write(&rig, mem, SIZE - 4, bytes, 4);
    conf_memory_free(mem);
    conf_close(&rig);
    conf_open(&second);
    struct gi_memory *twin = import(second.base, &handle, SIZE, false);
    close(handle.fd);
    conf_read(&second, twin, SIZE - 4, got, 4);
    conf_same("what the exporter left", got, bytes, 4);
    conf_memory_free(twin);
    conf_close(&second);
}

static void twice(void **state)
{
    struct conf_rig rig;
    struct gi_os_handle handle;

    (void)state;
    conf_need_shared_memory();
    conf_open(&rig);
    struct gi_memory *mem = conf_memory_shared(rig.base, SIZE, &handle);
    struct gi_memory *one = import(rig.base, &handle, SIZE, false);
    struct gi_memory *two = import(rig.base, &handle, SIZE, false);
    check_shared(&rig, one, &rig, two, SIZE);
    conf_memory_free(one);
    check_shared(&rig, mem, &rig, two, SIZE);
    conf_memory_free(two);
    conf_memory_free(mem);
    close(handle.fd);
    conf_close(&rig);
}

static void wrong_fds_of(enum gi_os_handle_kind kind)
{
    struct conf_rig rig;
    struct conf_wrong_fd fds[CONF_WRONG_FDS];

    conf_open(&rig);
    conf_wrong_fds_open(fds);
    for (int i = 0; i < CONF_WRONG_FDS; i++) {
        struct gi_os_handle handle = { kind, fds[i].fd };
        struct gi_memory *mem = conf_memory_blank(rig.base);
        struct conf_fd_state before = conf_fd_state(fds[i].fd);
        gi_status status = mem->ops->import(mem, &handle, SIZE, false);
        conf_fd_untouched(fds[i].what, fds[i].fd, before);
        if (status == GI_OK && fds[i].may_be_taken) {
            conf_memory_free(mem);
            continue;
        }
        CONF_THAT(status == GI_IMPORT_FAILED, "%s: %s (%s)", fds[i].what, gi_status_name(status),
                  gi_last_error_detail());
        CONF_THAT(gi_last_error_detail()[0] != 0, "%s: no sentence", fds[i].what);
        conf_memory_drop(mem);
    }
    conf_wrong_fds_close(fds);
    conf_close(&rig);
}

static void wrong_opaque_fds(void **state)
{
    (void)state;
    if (!conf_info.memory_opaque_fd)
        conf_skip(conf_info.why_no_memory_opaque_fd);
    wrong_fds_of(GI_OS_HANDLE_OPAQUE_FD);
}

static void wrong_dma_bufs(void **state)
{
    (void)state;
    if (!conf_info.memory_dma_buf)
        conf_skip(conf_info.why_no_memory_dma_buf);
    wrong_fds_of(GI_OS_HANDLE_DMA_BUF_FD);
}

/** A kind that the device does not have is told so, and the fd is left alone. */
static void unsupported_kind(void **state)
{
    struct conf_rig rig;
    struct conf_wrong_fd fds[CONF_WRONG_FDS];

    (void)state;
    conf_open(&rig);
    conf_wrong_fds_open(fds);
    struct gi_os_handle handle = { conf_info.memory_dma_buf ? GI_OS_HANDLE_SYNC_FILE_FD
                                                            : GI_OS_HANDLE_DMA_BUF_FD,
                                   fds[5].fd };
    struct gi_memory *mem = conf_memory_blank(rig.base);
    struct conf_fd_state before = conf_fd_state(handle.fd);
    CONF_STATUS(GI_NOT_SUPPORTED, mem->ops->import(mem, &handle, SIZE, false));
    conf_fd_untouched("an import of a kind that is not supported", handle.fd, before);
    conf_memory_drop(mem);
    conf_wrong_fds_close(fds);
    conf_close(&rig);
}

static void no_fd_leaks(void **state)
{
    struct conf_rig rig;
    int fds = 0;

    (void)state;
    conf_need_shared_memory();
    conf_open(&rig);
    for (int round = 0; round < 200; round++) {
        struct gi_os_handle handle;
        struct gi_memory *mem = conf_memory_shared(rig.base, SIZE, &handle);
        struct gi_memory *twin = import(rig.base, &handle, SIZE, round % 2 != 0);
        conf_memory_free(twin);
        conf_memory_free(mem);
        close(handle.fd);
        if (round == 4)
            fds = conf_open_fds();
    }
    CONF_THAT(conf_open_fds() <= fds, "%d fds after 200 rounds, %d after 5", conf_open_fds(), fds);
    conf_close(&rig);
}

/** Drivers that share memory by sealed files keep in the first page what they read when they free
 *  the memory. Another process that has the fd writes over it. */
static void rewritten_by_others(void **state)
{
    struct conf_rig rig;
    struct gi_os_handle handle;
    uint8_t page[4096], got[2048];

    (void)state;
    conf_need_shared_memory();
    conf_open(&rig);
    struct gi_memory *mem = conf_memory_shared(rig.base, SIZE, &handle);
    struct gi_memory *twin = import(rig.base, &handle, SIZE, false);
    struct gi_memory *neighbour = conf_memory(rig.base, SIZE, GI_MEMORY_DEVICE);
    memset(page, 0x7f, sizeof page);
    conf_write(&rig, neighbour, 0, page, sizeof got);
    if (fcntl(handle.fd, F_GET_SEALS) > F_SEAL_SEAL)
        assert_int_equal(pwrite(handle.fd, page, sizeof page, 0), sizeof page);
    conf_memory_free(twin);
    conf_memory_free(mem);
    conf_read(&rig, neighbour, 0, got, sizeof got);
    conf_same("a neighbour of freed memory", got, page, sizeof got);
    conf_memory_free(neighbour);
    close(handle.fd);
    conf_close(&rig);
}

const struct conf_case conf_import_cases[] = {
    { "memory.import_same_device", same_device },
    { "memory.import_second_device", second_device },
    { "memory.import_dedicated", dedicated },
    { "memory.import_smaller", smaller },
    { "memory.import_larger", larger },
    { "memory.import_outlives_exporter", outlives_exporter },
    { "memory.import_twice", twice },
    { "memory.import_wrong_opaque_fds", wrong_opaque_fds },
    { "memory.import_wrong_dma_bufs", wrong_dma_bufs },
    { "memory.import_unsupported_kind", unsupported_kind },
    { "memory.import_no_fd_leaks", no_fd_leaks },
    { "memory.import_rewritten_by_others", rewritten_by_others },
    { NULL, NULL },
};
