#include "ipc.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory/allocation.h"
#include "queue/device_state.h"
#include "ipc_ask.h"
#include "memory/own_memory.h"
#include "base/process.h"
#include "stream/settle.h"
#include "base/uncancelled.h"

/* Memory of another process that is open in this one. */
struct opened {
    struct opened *next;
    struct gi_ipc_words words;   /* the words of its handle, which identify the memory */
    int device;                  /* the device's ordinal */
    uint64_t pointer;
    uint64_t id;                 /* the id of its allocation here */
    uint64_t count;
};

static pthread_mutex_t opened_lock = PTHREAD_MUTEX_INITIALIZER;
static struct opened *opened_list;

/* ---- exporting ------------------------------------------------------------------------------ */

static gi_status check_shareable(const struct gi_allocation *allocation, uint64_t pointer)
{
    if (allocation->rest->type->shared_by != GI_SHARED_BY_HANDLE)
        return gi_fail(GI_INVALID_VALUE, "memory handle: 0x%llx is not of a plain allocation of "
                       "device memory", (unsigned long long)pointer);
    if (gi_own_memory_heap(allocation)->exportable)
        return GI_OK;
    if (!allocation->device->export_heap.exportable)
        return gi_fail(GI_NOT_SUPPORTED, "memory handle: 0x%llx is of memory that %s cannot share "
                       "with other processes", (unsigned long long)pointer,
                       allocation->device->base->info.name);
    return gi_fail(GI_NOT_SUPPORTED, "memory handle: 0x%llx was allocated when no exportable "
                   "memory was left: there are at most %u objects of it, and the driver may need a "
                   "file descriptor for each; free others and allocate it again",
                   (unsigned long long)pointer, allocation->device->export_heap.max_blocks);
}

gi_status gi_ipc_memory_export(uint64_t pointer, struct gi_ipc_handle *out_handle)
{
    struct gi_allocation *allocation;
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = gi_allocation_find("memory handle", pointer, &allocation);
    if (status != GI_OK)
        return status;
    status = check_shareable(allocation, pointer);
    if (status == GI_OK)
        status = gi_ipc_name_allocation(allocation, GI_IPC_MEMORY, out_handle);
    gi_allocation_unref(allocation);
    return status;
}

/* ---- opening -------------------------------------------------------------------------------- */

/* Marks the allocation so that only gi_ipc_memory_close frees it. Returns its id, or 0 if a reset
 * has taken it already. */
static uint64_t mark_opened(uint64_t pointer)
{
    struct gi_allocation *allocation = gi_allocation_at(pointer);
    uint64_t id;

    if (allocation == NULL)
        return 0;
    atomic_store(&allocation->rest->is_opened, true);
    id = allocation->rest->id;
    gi_allocation_unref(allocation);
    return id;
}

/* The allocation of opened memory, with a reference. NULL if a reset of its device has taken it
 * away. */
static struct gi_allocation *allocation_of(const struct opened *opened)
{
    struct gi_allocation *allocation = gi_allocation_at(opened->pointer);

    if (allocation == NULL || allocation->rest->id == opened->id)
        return allocation;
    gi_allocation_unref(allocation);
    return NULL;
}

static bool is_still_open(const struct opened *opened)
{
    struct gi_allocation *allocation = allocation_of(opened);

    if (allocation == NULL)
        return false;
    gi_allocation_unref(allocation);
    return true;
}

static void unmap(const struct opened *opened)
{
    struct gi_allocation *allocation = allocation_of(opened);

    if (allocation == NULL)
        return;
    (void)gi_allocation_take_away(allocation, opened->pointer);  /* a reset may have been first */
    gi_allocation_unref(allocation);
}

/* Removes the entries that resets have taken away. */
static void drop_withdrawn(void)
{
    struct opened **link = &opened_list;

    while (*link != NULL) {
        struct opened *opened = *link;

        if (is_still_open(opened)) {
            link = &opened->next;
            continue;
        }
        *link = opened->next;
        free(opened);
    }
}

/* The lock is held. */
static struct opened *find_opened(const struct gi_device *device, const struct gi_ipc_words *words)
{
    struct opened *opened = opened_list;

    while (opened != NULL && (opened->device != device->ordinal ||
                              memcmp(&opened->words, words, sizeof *words) != 0))
        opened = opened->next;
    return opened;
}

/* Opens the memory of an answer. The lock is held; fd is used up. */
static gi_status open_new(struct gi_device *device, const struct gi_ipc_words *words,
                          const struct gi_ipc_answer *answer, int fd, struct opened **out_opened)
{
    struct opened *opened = calloc(1, sizeof *opened);
    gi_status status;

    if (opened == NULL) {
        close(fd);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of opened memory");
    }
    opened->words = *words;
    opened->device = device->ordinal;
    status = gi_ipc_map(device, answer, fd, &opened->pointer);
    if (status != GI_OK) {
        free(opened);
        return status;
    }
    opened->id = mark_opened(opened->pointer);
    opened->next = opened_list;
    opened_list = opened;
    *out_opened = opened;
    return GI_OK;
}

/* Counts one more use of memory that is open already. False if it is not open. */
static bool open_again(const struct gi_device *device, const struct gi_ipc_words *words,
                       uint64_t *out_pointer)
{
    struct opened *opened;

    pthread_mutex_lock(&opened_lock);
    drop_withdrawn();
    opened = find_opened(device, words);
    if (opened != NULL) {
        opened->count++;
        *out_pointer = opened->pointer;
    }
    pthread_mutex_unlock(&opened_lock);
    return opened != NULL;
}

/* Opens the memory of an answer, unless another thread has opened it meanwhile. fd is used up. */
static gi_status open_answered(struct gi_device *device, const struct gi_ipc_words *words,
                               const struct gi_ipc_answer *answer, int fd, uint64_t *out_pointer)
{
    struct opened *opened;
    gi_status status = GI_OK;

    pthread_mutex_lock(&opened_lock);
    drop_withdrawn();
    opened = find_opened(device, words);
    if (opened != NULL)
        close(fd);
    else
        status = open_new(device, words, answer, fd, &opened);
    if (status == GI_OK) {
        opened->count++;
        *out_pointer = opened->pointer;
    }
    pthread_mutex_unlock(&opened_lock);
    return status;
}

gi_status gi_ipc_memory_open(const struct gi_ipc_handle *handle, uint32_t flags,
                             uint64_t *out_pointer)
{
    GI_UNCANCELLED;
    struct gi_ipc_words words;
    struct gi_ipc_answer answer;
    struct gi_device *device;
    gi_status status = gi_process_check();
    int fd;

    *out_pointer = 0;
    if (status != GI_OK)
        return status;
    if (flags != 1)
        return gi_fail(GI_INVALID_VALUE, "opening memory: flags is 0x%x; only 1 (peer access when "
                       "it is needed) exists", flags);
    status = gi_ipc_check_handle(handle, GI_IPC_MEMORY, &words);
    if (status == GI_OK)
        status = gi_device_current(&device);
    if (status != GI_OK || open_again(device, &words, out_pointer))
        return status;
    status = gi_ipc_ask(&words, &answer, &fd);   /* may take long, so no lock is held */
    if (status != GI_OK)
        return status;
    return open_answered(device, &words, &answer, fd, out_pointer);
}

/* The link to the entry of pointer, or to the end of the list. The lock is held. */
static struct opened **find_open(uint64_t pointer)
{
    struct opened **link = &opened_list;

    drop_withdrawn();
    while (*link != NULL && (*link)->pointer != pointer)
        link = &(*link)->next;
    return link;
}

/* If the memory is open, waits for work as a free does. */
static void settle_opened(uint64_t pointer)
{
    struct gi_allocation *allocation = NULL;
    struct opened *opened;

    pthread_mutex_lock(&opened_lock);
    opened = *find_open(pointer);
    if (opened != NULL)
        allocation = allocation_of(opened);
    pthread_mutex_unlock(&opened_lock);
    if (allocation == NULL)
        return;
    gi_settle(allocation->device, "closing of memory at", pointer);
    gi_allocation_unref(allocation);
}

gi_status gi_ipc_memory_close(uint64_t pointer)
{
    struct opened **link, *opened;
    gi_status status = gi_process_check();

    if (status != GI_OK)
        return status;
    settle_opened(pointer);
    pthread_mutex_lock(&opened_lock);
    link = find_open(pointer);
    opened = *link;
    if (opened == NULL) {
        status = gi_fail(GI_INVALID_VALUE, "closing memory: 0x%llx is no open memory of another "
                         "process", (unsigned long long)pointer);
    } else if (--opened->count == 0) {
        *link = opened->next;
        unmap(opened);
        free(opened);
    }
    pthread_mutex_unlock(&opened_lock);
    return status;
}
