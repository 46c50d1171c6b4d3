/* Memory that another process answers with: what it says of the file, and what the file is, may be
 * false. On devices that share memory as sealed files with a head; others are skipped. */
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test_cases.h"
#include "../copies.h"
#include "../open_fds.h"
#include "device/device.h"
#include "queue/device_state.h"
#include "share/ipc_ask.h"
#include "pools/memory.h"
#include "memory/memory_object.h"

enum { SIZE = 65536, SKIPPED = 77, SEALS = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW };

static struct gi_device *device;
static struct gi_memory *shared;

static int export_shared(void)
{
    struct gi_os_handle handle;

    assert_int_equal(gi_memory_object_export(shared, &handle), GI_OK);
    return handle.fd;
}

static struct gi_ipc_answer answer_of(uint64_t object_bytes, uint64_t offset_bytes)
{
    struct gi_ipc_answer answer = { .object_bytes = object_bytes, .offset_bytes = offset_bytes,
                                    .size_bytes = SIZE };

    memcpy(answer.device_uuid, device->base->info.uuid, sizeof answer.device_uuid);
    memcpy(answer.driver_uuid, device->base->info.driver_uuid, sizeof answer.driver_uuid);
    return answer;
}

/* A file with the first bytes of a real one, of another size and with other seals. */
static int forge(int seals, off_t file_bytes)
{
    int real = export_shared(), fd = memfd_create("forged", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    char head[4096];

    assert_true(fd >= 0);
    assert_int_equal(pread(real, head, sizeof head, 0), sizeof head);
    close(real);
    assert_int_equal(ftruncate(fd, file_bytes), 0);
    assert_int_equal(pwrite(fd, head, sizeof head, 0), sizeof head);
    assert_true(seals == 0 || fcntl(fd, F_ADD_SEALS, seals) == 0);
    return fd;
}

/* The fd is used up, whatever comes of it. */
static gi_status map(const struct gi_ipc_answer *answer, int fd, uint64_t *out_pointer)
{
    int fds = count_open_fds();
    gi_status status = gi_ipc_map(device, answer, fd, out_pointer);

    assert_int_equal(count_open_fds(), fds - 1);
    return status;
}

TEST_CASE(what_is_true_is_mapped)
{
    struct gi_ipc_answer answer = answer_of(SIZE, 0);
    uint64_t pointer;

    assert_int_equal(map(&answer, export_shared(), &pointer), GI_OK);
    assert_int_equal(gi_fill_now(pointer, 1, 1, SIZE), GI_OK);
    assert_int_equal(gi_memory_free(pointer), GI_OK);
}

TEST_CASE(more_than_the_object_has_is_refused)
{
    struct gi_ipc_answer large = answer_of(UINT64_C(1) << 40, UINT64_C(1) << 39);
    struct gi_ipc_answer next = answer_of(4 * SIZE, 2 * SIZE);
    struct gi_ipc_answer whole = answer_of(UINT64_C(1) << 40, 0);
    uint64_t pointer;

    assert_int_not_equal(map(&large, export_shared(), &pointer), GI_OK);
    assert_int_equal(pointer, 0);
    assert_int_not_equal(map(&next, export_shared(), &pointer), GI_OK);
    assert_int_equal(map(&whole, export_shared(), &pointer), GI_OK);     /* the part is there */
    assert_int_equal(gi_fill_now(pointer, 2, 1, SIZE), GI_OK);
    assert_int_equal(gi_memory_free(pointer), GI_OK);
}

TEST_CASE(false_files_are_refused)
{
    struct gi_ipc_answer answer = answer_of(SIZE, 0);
    uint64_t pointer;

    assert_int_equal(map(&answer, forge(SEALS, 4096), &pointer), GI_IMPORT_FAILED);
    assert_int_equal(map(&answer, forge(SEALS, 1 << 20), &pointer), GI_IMPORT_FAILED);
    assert_int_equal(map(&answer, forge(0, 1 << 20), &pointer), GI_IMPORT_FAILED);
    assert_int_equal(pointer, 0);
}

static bool shares_by_sealed_files(void)
{
    int fd, seals;

    if (gi_device_current(&device) != GI_OK || !device->base->info.memory_exports ||
        gi_memory_object_allocate_exportable(device->base, SIZE, &shared) != GI_OK)
        return false;
    fd = export_shared();
    seals = fcntl(fd, F_GET_SEALS);
    close(fd);
    return seals == SEALS;
}

int main(void)
{
    if (!shares_by_sealed_files()) {
        printf("skipped: no device here shares memory as sealed files\n");
        return SKIPPED;
    }
    return run_test_cases(NULL);
}
