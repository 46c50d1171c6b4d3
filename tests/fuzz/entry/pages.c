/* What other processes share, changed by libFuzzer: pages of semaphores, events and teams, tickets
 * of pools, handles of memory and events, and answers of the process that is asked. The first byte
 * says which; on the fake driver. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../stress/stress.h"
#include "base/sealed_file.h"
#include "entry.h"
#include "fake.h"
#include "pools/memory.h"
#include "pools/pool.h"
#include "queue/device_state.h"
#include "queue/device_table.h"
#include "queue/host_page.h"
#include "queue/team_page.h"
#include "share/ipc_ask.h"
#include "share/ipc_event.h"
#include "share/pool_share.h"
#include "stream/wait/shared_event.h"

enum { TEAM_BYTES = 1 << 17, MEMORY_BYTES = 1 << 16 };

static struct gi_device *device;
static int honest_memory;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!stress_world_begin() || gi_device_current(&device) != GI_OK)
        exit(1);
    honest_memory = stress_peer_memory(MEMORY_BYTES);
    return 0;
}

/* A sealed file that begins with the bytes. */
static int page_of(struct entry_bytes *bytes, size_t size, int seals)
{
    size_t count = bytes->left < size ? bytes->left : size;
    int fd;

    if (gi_sealed_file_create("fuzz", size, bytes->at, count, seals, &fd) != 0)
        abort();
    return fd;
}

static void take_semaphore(struct entry_bytes *bytes)
{
    struct gi_host_semaphore semaphore, *one = &semaphore;
    uint64_t value = (uint64_t)entry_byte(bytes) << entry_byte(bytes) % 64;
    int fd = page_of(bytes, GI_HOST_PAGE_BYTES, GI_SEALS_SIZE);

    if (gi_host_semaphore_import_keep_fd(&semaphore, fd) == 0) {
        (void)gi_host_semaphore_wait_many(&one, &value, 1, true, 0);
        (void)gi_host_semaphore_signal(&semaphore, value);
        (void)gi_host_semaphore_try_wait(&semaphore, gi_host_semaphore_value(&semaphore));
        (void)gi_host_semaphore_wait(&semaphore, value, 0);
        (void)gi_host_semaphore_last_signaller(&semaphore);
        gi_host_semaphore_finish(&semaphore);
    }
    close(fd);
}

static void take_event(struct entry_bytes *bytes)
{
    struct gi_shared_event *event;
    int fd = page_of(bytes, GI_HOST_PAGE_BYTES, GI_SEALS_SIZE);

    if (gi_shared_event_import(fd, &event) == GI_OK) {
        uint64_t newest = gi_shared_event_newest(event);

        for (uint64_t number = newest < 3 ? 0 : newest - 3; number < newest; number++)
            (void)!gi_shared_event_poll(event, number + 1);
        (void)!gi_shared_event_failure(event, newest);
        gi_shared_event_unref(event);
    }
    close(fd);
}

static void take_team(struct entry_bytes *bytes)
{
    struct gi_team_page page;
    struct gi_team_member member;
    uint32_t number;
    int fd = page_of(bytes, TEAM_BYTES, GI_SEALS_SIZE);

    if (gi_team_page_import(fd, &page) == 0) {
        for (uint32_t i = 0; i < page.properties.device_count; i++)
            (void)gi_team_page_member(&page, i, &member);
        (void)gi_team_page_add(&page, 0, &number);
        gi_team_page_sleep(&page, 0);
        gi_team_page_finish(&page);
    }
    close(fd);
}

static void take_ticket(struct entry_bytes *bytes)
{
    struct gi_ipc_handle data;
    uint64_t pointer;
    gi_handle pool;
    size_t size = bytes->left > 0 ? bytes->left : 1;
    int fd;

    entry_take(bytes, &data, sizeof data);
    fd = page_of(bytes, size, GI_SEALS_SIZE | F_SEAL_WRITE);
    if (gi_pool_import(fd, 1, 0, &pool) == GI_OK) {
        if (gi_pool_import_pointer(pool, &data, &pointer) == GI_OK)
            abort();                             /* nobody answers */
        (void)!gi_pool_destroy(pool);
    }
    close(fd);
}

/* Nobody listens at the number of a handle, or somebody who has not made it. */
static void take_handle(struct entry_bytes *bytes)
{
    struct gi_ipc_handle handle;
    gi_handle event;
    uint64_t pointer;
    uint8_t flags = entry_byte(bytes);

    entry_take(bytes, &handle, sizeof handle);
    if (gi_ipc_memory_open(&handle, flags, &pointer) == GI_OK ||
        gi_ipc_event_open(&handle, &event) == GI_OK)
        abort();
}

static void take_answer(struct entry_bytes *bytes)
{
    uint8_t bits = entry_byte(bytes);
    int fd = fcntl(honest_memory, F_DUPFD_CLOEXEC, 3);
    struct gi_ipc_answer answer;
    uint64_t pointer;

    entry_take(bytes, &answer, sizeof answer);
    if (bits & 1) {
        const struct gi_device_info *info = &device->base->info;

        memcpy(answer.device_uuid, info->uuid, sizeof answer.device_uuid);
        memcpy(answer.driver_uuid, info->driver_uuid, sizeof answer.driver_uuid);
    }
    if (gi_ipc_map(device, &answer, fd, &pointer) == GI_OK && gi_memory_free(pointer) != GI_OK)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static void (*const kinds[])(struct entry_bytes *bytes) = {
        take_semaphore, take_event, take_team, take_ticket, take_handle, take_answer
    };
    struct entry_bytes rest = { bytes, size };
    int fds = gifake_open_fds();

    kinds[entry_byte(&rest) % (sizeof kinds / sizeof kinds[0])](&rest);
    if (gifake_open_fds() != fds) {
        fprintf(stderr, "%d fds instead of %d\n", gifake_open_fds(), fds);
        abort();
    }
    return 0;
}
