/** Pools of one process in another: this program again, which inherits the pool's fd. */
#include "scenario.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test_cases.h"

#define VARIABLE "SCENARIO_IPC_POOL"

enum { BEFORE = 5000, SIZE = 70000 };

static const gpuMemPoolProps shareable = {
    .allocType = gpuMemAllocationTypePinned,
    .handleTypes = gpuMemHandleTypePosixFileDescriptor,
    .location = { .type = gpuMemLocationTypeDevice },
};

/** A pool of the first device that can be shared; skips where there is none. */
static gpuMemPool_t make_pool(void)
{
    gpuMemPool_t pool;
    gpuError_t code = gpuMemPoolCreate(&pool, &shareable);

    if (code == gpuErrorNotSupported)
        skip();
    OK(code);
    return pool;
}

static int export_pool(gpuMemPool_t pool)
{
    int fd = -1;

    OK(gpuMemPoolExportToShareableHandle(&fd, pool, gpuMemHandleTypePosixFileDescriptor, 0));
    assert_true(fd >= 0);
    return fd;
}

static gpuError_t import_pool(gpuMemPool_t *pool, int fd)
{
    return gpuMemPoolImportFromShareableHandle(pool, (void *)(intptr_t)fd,
                                               gpuMemHandleTypePosixFileDescriptor, 0);
}

/** The words that the child is given: the fd, whether it is to succeed, and the data. */
static void to_text(char *text, size_t room, int fd, bool succeeds,
                    const gpuMemPoolPtrExportData *data)
{
    int used = snprintf(text, room, "%d %d ", fd, succeeds);

    for (size_t i = 0; i < sizeof *data; i++)
        used += snprintf(text + used, room - (size_t)used, "%02x", data->reserved[i]);
}

static void from_text(const char *text, int *fd, int *succeeds, gpuMemPoolPtrExportData *data)
{
    int used = 0;

    sscanf(text, "%d %d %n", fd, succeeds, &used);
    for (size_t i = 0; i < sizeof *data; i++) {
        unsigned int byte = 0;

        sscanf(text + used + 2 * i, "%2x", &byte);
        data->reserved[i] = (unsigned char)byte;
    }
}

static int use_pointer(gpuMemPool_t pool, gpuMemPoolPtrExportData *data)
{
    static uint8_t wanted[SIZE], seen[SIZE];
    unsigned char *first, *second;
    void *none;

    fill_pattern(wanted, SIZE, 9);
    if (gpuMemPoolImportPointer((void **)&first, pool, data) != gpuSuccess)
        return 10;
    if (gpuMemcpy(seen, first, SIZE, gpuMemcpyDeviceToHost) != gpuSuccess
        || memcmp(seen, wanted, 50) != 0 || memcmp(seen + 150, wanted + 150, SIZE - 150) != 0)
        return 11;                       /* what is between, an earlier round has set */
    if (gpuMemcpy(seen, first, SIZE + 1, gpuMemcpyDeviceToHost) != gpuErrorInvalidValue)
        return 12;                       /* what lies beside it in the pool is not shared so */
    if (gpuMemset(first + 50, 0x3c, 100) != gpuSuccess || gpuDeviceSynchronize() != gpuSuccess)
        return 13;
    if (gpuMallocFromPoolAsync(&none, 64, pool, NULL) != gpuErrorInvalidValue
        || gpuDeviceSetMemPool(0, pool) != gpuErrorInvalidValue)
        return 14;
    if (gpuMemPoolExportPointer(data, first) != gpuErrorInvalidValue)
        return 15;
    if (gpuMemPoolImportPointer((void **)&second, pool, data) != gpuSuccess
        || gpuMemcpy(seen, second + 50, 100, gpuMemcpyDeviceToHost) != gpuSuccess
        || seen[0] != 0x3c || seen[99] != 0x3c)
        return 16;
    if (gpuFree(first) != gpuSuccess || gpuFreeAsync(second, NULL) != gpuSuccess)
        return 17;
    return gpuFree(second) == gpuErrorInvalidValue && gpuFree(first) == gpuErrorInvalidValue ? 0
                                                                                            : 18;
}

static int use_pool(int fd, gpuMemPoolPtrExportData *data)
{
    gpuMemPool_t pool;
    int result;

    if (import_pool(&pool, fd) != gpuSuccess || fcntl(fd, F_GETFD) < 0)
        return 20;
    result = use_pointer(pool, data);
    if (result == 0 && gpuMemPoolDestroy(pool) != gpuSuccess)
        result = 21;
    if (result == 0 && gpuMemPoolDestroy(pool) == gpuSuccess)
        result = 22;
    return result;
}

int child_with_pool(void)
{
    gpuMemPoolPtrExportData data;
    gpuMemPool_t pool;
    int fd, succeeds, before, result;
    void *pointer = &data;

    from_text(getenv(VARIABLE), &fd, &succeeds, &data);
    if (!succeeds) {                     /* what was freed is not there any more */
        if (import_pool(&pool, fd) != gpuSuccess)
            return 30;
        return gpuMemPoolImportPointer(&pointer, pool, &data) == gpuErrorInvalidHandle
                   && pointer == LEFT_BY_ALLOCATION(&data) ? 0 : 31;
    }
    result = use_pool(fd, &data);
    before = open_fds();
    for (int round = 0; result == 0 && round < 16; round++)
        result = use_pool(fd, &data);
    return result != 0 ? result : no_more_fds(before) ? 0 : 32;
}

TEST_CASE(another_process_uses_memory_of_a_pool)
{
    static uint8_t bytes[SIZE], seen[SIZE];
    gpuMemPool_t pool = make_pool();
    gpuMemPoolPtrExportData data;
    char text[200];
    void *before, *memory;
    int fd;

    fd = export_pool(pool);
    assert_int_equal(fcntl(fd, F_SETFD, 0), 0);          /* the child inherits it */
    OK(gpuMallocFromPoolAsync(&before, BEFORE, pool, NULL));
    OK(gpuMallocFromPoolAsync(&memory, SIZE, pool, NULL));
    for (int round = 0; round < 2; round++) {
        fill_pattern(bytes, SIZE, 9);
        OK(gpuMemcpy(memory, bytes, SIZE, gpuMemcpyHostToDevice));
        OK(gpuMemPoolExportPointer(&data, memory));
        to_text(text, sizeof text, fd, true, &data);
        assert_int_equal(run_again("--pool", VARIABLE, text), 0);
        memset(bytes + 50, 0x3c, 100);
        OK(gpuMemcpy(seen, memory, SIZE, gpuMemcpyDeviceToHost));
        assert_memory_equal(seen, bytes, SIZE);
    }
    OK(gpuFreeAsync(memory, NULL));
    OK(gpuStreamSynchronize(NULL));
    to_text(text, sizeof text, fd, false, &data);
    assert_int_equal(run_again("--pool", VARIABLE, text), 0);
    OK(gpuFreeAsync(before, NULL));
    OK(gpuMemPoolDestroy(pool));
    close(fd);
}

/** As the vendor has it, the process may import its own pool, too. */
TEST_CASE(a_pool_in_its_own_process)
{
    gpuMemPool_t pool = make_pool(), imported, other = make_pool(), imported_other;
    gpuMemPoolPtrExportData data;
    unsigned char *memory, *alias;
    uint8_t byte = 0;
    int fd, fd_other;

    fd = export_pool(pool);
    fd_other = export_pool(other);
    OK(gpuMallocFromPoolAsync((void **)&memory, SIZE, pool, NULL));
    OK(gpuMemPoolExportPointer(&data, memory));
    OK(import_pool(&imported, fd));
    OK(import_pool(&imported_other, fd_other));
    OK(gpuMemPoolImportPointer((void **)&alias, imported, &data));
    assert_ptr_not_equal(alias, memory);
    OK(gpuMemset(alias, 0x42, SIZE));
    OK(gpuMemcpy(&byte, memory + SIZE - 1, 1, gpuMemcpyDeviceToHost));
    assert_int_equal(byte, 0x42);
    BAD_VALUE(gpuMemPoolImportPointer((void **)&alias, imported_other, &data), "another pool");
    BAD_VALUE(gpuMemPoolImportPointer((void **)&alias, pool, &data), "no import");
    OK(gpuMemPoolImportPointer((void **)&alias, imported, &data));
    OK(gpuMemPoolDestroy(imported));             /* the mappings stay */
    OK(gpuFree(alias));
    OK(gpuMemPoolDestroy(imported_other));
    OK(gpuFreeAsync(memory, NULL));
    OK(gpuMemPoolDestroy(pool));
    OK(gpuMemPoolDestroy(other));
    close(fd);
    close(fd_other);
}

static void bad_exports(gpuMemPool_t pool, gpuMemPool_t plain)
{
    gpuMemPoolPtrExportData data;
    void *memory, *device;
    int fd = -1;

    for (int type = 0; type < 9; type++) {
        if (type != 1)
            BAD_VALUE(gpuMemPoolExportToShareableHandle(&fd, pool,
                                                        (gpuMemAllocationHandleType)type, 0),
                      "type");
    }
    BAD_VALUE(gpuMemPoolExportToShareableHandle(&fd, pool, gpuMemHandleTypePosixFileDescriptor, 1),
              "flags");
    BAD_VALUE(gpuMemPoolExportToShareableHandle(NULL, pool, gpuMemHandleTypePosixFileDescriptor, 0),
              "handle");
    BAD_VALUE(gpuMemPoolExportToShareableHandle(&fd, NULL, gpuMemHandleTypePosixFileDescriptor, 0),
              "NULL");
    BAD_VALUE(gpuMemPoolExportToShareableHandle(&fd, plain, gpuMemHandleTypePosixFileDescriptor, 0),
              "shared");
    assert_int_equal(fd, -1);
    OK(gpuMallocFromPoolAsync(&memory, SIZE, plain, NULL));
    BAD_VALUE(gpuMemPoolExportPointer(&data, memory), "pool");
    OK(gpuFreeAsync(memory, NULL));
    OK(gpuMalloc(&device, 64));
    BAD_VALUE(gpuMemPoolExportPointer(&data, device), "pool");
    OK(gpuFree(device));
    OK(gpuMallocFromPoolAsync(&memory, SIZE, pool, NULL));
    BAD_VALUE(gpuMemPoolExportPointer(NULL, memory), "data");
    BAD_VALUE(gpuMemPoolExportPointer(&data, NULL), "pointer");
    BAD_VALUE(gpuMemPoolExportPointer(&data, (char *)memory + 1), "inside");
    OK(gpuFreeAsync(memory, NULL));
}

TEST_CASE(bad_arguments)
{
    gpuMemPoolProps properties = shareable;
    gpuMemPool_t pool = make_pool(), plain, imported;
    gpuMemPoolPtrExportData data, nonsense;
    void *memory, *pointer = &data;
    int fd, ends[2];

    properties.handleTypes = gpuMemHandleTypeNone;
    OK(gpuMemPoolCreate(&plain, &properties));
    bad_exports(pool, plain);
    fd = export_pool(pool);
    assert_int_equal(pipe(ends), 0);
    EXPECT(import_pool(&imported, ends[0]), gpuErrorUnknown, "fd");
    EXPECT(import_pool(&imported, 999), gpuErrorUnknown, "fd 999");
    EXPECT(import_pool(&imported, -1), gpuErrorUnknown, "fd -1");
    BAD_VALUE(import_pool(NULL, fd), "pool");
    BAD_VALUE(gpuMemPoolImportFromShareableHandle(&imported, (void *)(intptr_t)fd,
                                                  gpuMemHandleTypeNone, 0), "type");
    BAD_VALUE(gpuMemPoolImportFromShareableHandle(&imported, (void *)(intptr_t)fd,
                                                  gpuMemHandleTypePosixFileDescriptor, 4), "flags");
    OK(import_pool(&imported, fd));
    OK(gpuMallocFromPoolAsync(&memory, SIZE, pool, NULL));
    OK(gpuMemPoolExportPointer(&data, memory));
    BAD_VALUE(gpuMemPoolImportPointer(NULL, imported, &data), "pointer");
    BAD_VALUE(gpuMemPoolImportPointer(&pointer, imported, NULL), "data");
    BAD_VALUE(gpuMemPoolImportPointer(&pointer, NULL, &data), "NULL");
    memset(&nonsense, 0, sizeof nonsense);
    BAD_VALUE(gpuMemPoolImportPointer(&pointer, imported, &nonsense), "data");
    memset(&nonsense, 0xff, sizeof nonsense);
    BAD_VALUE(gpuMemPoolImportPointer(&pointer, imported, &nonsense), "data");
    assert_ptr_equal(pointer, LEFT_BY_ALLOCATION(&data));
    OK(gpuFreeAsync(memory, NULL));
    EXPECT(gpuMemPoolImportPointer(&pointer, imported, &data), gpuErrorInvalidHandle, "there");
    OK(gpuMemPoolDestroy(imported));
    OK(gpuMemPoolDestroy(plain));
    OK(gpuMemPoolDestroy(pool));
    close(fd);
    close(ends[0]);
    close(ends[1]);
}

int run_ipc_pools(void)
{
    return run_test_cases(NULL);
}
