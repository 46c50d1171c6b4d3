#include "pool_share.h"

#include <string.h>
#include <unistd.h>

#include "ipc_ask.h"
#include "pools/pool_allocation.h"
#include "base/process.h"
#include "base/sealed_file.h"
#include "base/uncancelled.h"

/* The fd of a pool is a sealed page that names the process to ask for the memory of its pointers.
 * The data of a pointer are such a request (ipc_server.h). */
#define SEALS (GI_SEALS_SIZE | F_SEAL_WRITE)

enum { HANDLE_FD = 1 };

/* The content of a pool's fd. */
struct ticket {
    struct gi_ipc_words words;           /* id is the pool's handle in its process */
    uint8_t device_uuid[16], driver_uuid[16];
};

static gi_status check_type(int type, uint32_t flags)
{
    if (type != HANDLE_FD)
        return gi_fail(GI_INVALID_VALUE, "memory pool: handle type is %d; only 1 (a file "
                       "descriptor) can be shared", type);
    if (flags != 0)
        return gi_fail(GI_INVALID_VALUE, "memory pool: flags is 0x%x; it must be 0", flags);
    return GI_OK;
}

/* ---- pools ---------------------------------------------------------------------------------- */

static gi_status make_fd(const struct ticket *ticket, int *out_fd)
{
    int error = gi_sealed_file_create("gpuinterop-pool", sizeof *ticket, ticket, sizeof *ticket,
                                      SEALS, out_fd);

    if (error == 0)
        return GI_OK;
    return gi_fail(GI_OS_ERROR, "memory pool: an fd to share it by: %s", strerror(-error));
}

gi_status gi_pool_export(gi_handle handle, int type, uint32_t flags, int *out_fd)
{
    GI_UNCANCELLED;
    struct gi_pool *pool;
    struct ticket ticket;
    gi_status status = check_type(type, flags);

    *out_fd = -1;
    if (status == GI_OK)
        status = gi_pool_acquire_named(handle, &pool);
    if (status != GI_OK)
        return status;
    if (!pool->is_shareable)
        status = gi_fail(GI_INVALID_VALUE, "memory pool: it was not made to be shared by handles "
                         "of type 1");
    if (status == GI_OK)
        status = gi_ipc_server_start(&ticket.words);
    if (status == GI_OK) {
        const struct gi_device_info *info = &pool->device->base->info;

        ticket.words.kind = GI_IPC_POOL;
        ticket.words.id = handle;
        memcpy(ticket.device_uuid, info->uuid, sizeof ticket.device_uuid);
        memcpy(ticket.driver_uuid, info->driver_uuid, sizeof ticket.driver_uuid);
        status = make_fd(&ticket, out_fd);
    }
    gi_pool_release(pool);
    return status;
}

static gi_status read_ticket(int fd, struct ticket *ticket)
{
    static const struct gi_secret no_secret;

    if (!gi_sealed_file_read(fd, SEALS, sizeof *ticket, ticket, sizeof *ticket) ||
        !gi_ipc_read_handle(&ticket->words, GI_IPC_POOL, &ticket->words) ||
        ticket->words.address != 0 ||
        memcmp(&ticket->words.secret, &no_secret, sizeof no_secret) != 0)
        return gi_fail(GI_IMPORT_FAILED, "memory pool: fd %d is no memory pool's", fd);
    return GI_OK;
}

gi_status gi_pool_import(int borrowed_fd, int type, uint32_t flags, gi_handle *out_pool)
{
    GI_UNCANCELLED;
    const struct gi_device_info *info;
    struct gi_device *device;
    struct ticket ticket;
    gi_status status = gi_process_check();

    *out_pool = 0;
    if (status == GI_OK)
        status = check_type(type, flags);
    if (status == GI_OK)
        status = read_ticket(borrowed_fd, &ticket);
    if (status == GI_OK)
        status = gi_device_current(&device);
    if (status != GI_OK)
        return status;
    info = &device->base->info;
    if (memcmp(ticket.device_uuid, info->uuid, sizeof ticket.device_uuid) != 0 ||
        memcmp(ticket.driver_uuid, info->driver_uuid, sizeof ticket.driver_uuid) != 0)
        return gi_fail(GI_INVALID_DEVICE, "memory pool: it belongs to another device than %s, or "
                       "to another version of its driver; make its device current",
                       info->name);
    return gi_pool_new_imported(device, &ticket.words, out_pool);
}

/* ---- pointers ------------------------------------------------------------------------------- */

static gi_status check_shared(const struct gi_allocation *allocation, uint64_t pointer)
{
    const struct gi_pool *pool = gi_pool_of(allocation);

    if (pool == NULL || !pool->is_shareable)
        return gi_fail(GI_INVALID_VALUE, "memory pool: 0x%llx is of no pool that can be shared",
                       (unsigned long long)pointer);
    if (pointer != allocation->device_address)
        return gi_fail(GI_INVALID_VALUE, "memory pool: 0x%llx is inside an allocation that begins "
                       "at 0x%llx", (unsigned long long)pointer,
                       (unsigned long long)allocation->device_address);
    return GI_OK;
}

gi_status gi_pool_export_pointer(uint64_t pointer, struct gi_ipc_handle *out_data)
{
    struct gi_allocation *allocation;
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = gi_allocation_find("memory pool", pointer, &allocation);
    if (status != GI_OK)
        return status;
    status = check_shared(allocation, pointer);
    if (status == GI_OK)
        status = gi_ipc_name_allocation(allocation, GI_IPC_POOL_POINTER, out_data);
    gi_allocation_unref(allocation);
    return status;
}

/* Asks for the memory, and maps it if it belongs to this pool. */
static gi_status import_from(const struct gi_pool *pool, const struct gi_ipc_handle *data,
                             uint64_t *out_pointer)
{
    struct gi_ipc_answer answer;
    struct gi_ipc_words words;
    gi_status status;
    int fd;

    if (!pool->is_imported)
        return gi_fail(GI_INVALID_VALUE, "memory pool: pointers are imported into pools of other "
                       "processes, and this one is no import");
    if (!gi_ipc_read_handle(data->bytes, GI_IPC_POOL_POINTER, &words) ||
        words.socket != pool->exporter.socket)
        return gi_fail(GI_INVALID_VALUE, "memory pool: the data are not of a pointer of this "
                       "pool's process");
    status = gi_ipc_ask(&words, &answer, &fd);
    if (status != GI_OK)
        return status;
    if (answer.pool != pool->exporter.id) {
        close(fd);
        return gi_fail(GI_INVALID_VALUE, "memory pool: the pointer is of another pool");
    }
    return gi_ipc_map(pool->device, &answer, fd, out_pointer);
}

gi_status gi_pool_import_pointer(gi_handle handle, const struct gi_ipc_handle *data,
                                 uint64_t *out_pointer)
{
    GI_UNCANCELLED;
    struct gi_pool *pool;
    gi_status status = gi_pool_acquire_named(handle, &pool);

    *out_pointer = 0;
    if (status != GI_OK)
        return status;
    status = import_from(pool, data, out_pointer);
    gi_pool_release(pool);
    return status;
}
