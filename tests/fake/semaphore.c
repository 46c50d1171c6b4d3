/* Semaphores of the fake: the state lies in a memfd that every import maps. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"

#define FD_NAME "gifake-semaphore"

static const char magic[16] = "gifake semaphor";

struct gifake_semaphore *gifake_semaphore_from(struct gi_semaphore *sem)
{
    if (sem->ops != &gifake_semaphore_ops)
        gifake_violation("semaphore: it belongs to another driver");
    return (struct gifake_semaphore *)sem;
}

static const char *kind_name(uint32_t kind)
{
    return kind == GI_SEMAPHORE_BINARY ? "binary" : "timeline";
}

static bool kind_is_shared(const struct gi_semaphore *base)
{
    const struct gi_device_info *info = &base->device->info;

    return base->kind == GI_SEMAPHORE_BINARY ? info->binary_opaque_fd : info->timeline_opaque_fd;
}

static gi_status map_payload(struct gifake_semaphore *sem, int fd)
{
    void *page = mmap(NULL, sizeof *sem->payload, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (page == MAP_FAILED)
        return gi_fail(GI_OUT_OF_MEMORY, "semaphore: mapping its page: %s", strerror(errno));
    sem->payload = page;
    return GI_OK;
}

/** The last step of create and import. */
static void join(struct gifake_semaphore *sem)
{
    gifake_lock();
    const struct gifake_device_config *config = &gifake_site_of(sem->base.device)->config;
    sem->base.caps = sem->base.kind == GI_SEMAPHORE_BINARY ? config->binary_caps
                                                           : config->timeline_caps;
    gifake_device_from(sem->base.device)->children++;
    gifake_alive.semaphores++;
    gifake_unlock();
}

static gi_status semaphore_create(struct gi_semaphore *base, uint64_t value)
{
    struct gifake_semaphore *sem = gifake_semaphore_from(base);

    sem->fd = -1;
    gi_status status = gifake_enter(base->device, "semaphore.create", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (base->kind == GI_SEMAPHORE_BINARY && value > 1)
        return gifake_violation("semaphore.create: a binary one of value %llu",
                                (unsigned long long)value);
    if (!kind_is_shared(base))
        return gi_fail(GI_NOT_SUPPORTED, "semaphore create: the device shares no %s semaphores",
                       kind_name(base->kind));
    int fd = gifake_memfd(FD_NAME, sizeof *sem->payload);
    if (fd < 0)
        return gi_fail(GI_OUT_OF_MEMORY, "semaphore create: %s", strerror(errno));
    status = map_payload(sem, fd);
    if (status != GI_OK) {
        close(fd);
        return status;
    }
    memcpy(sem->payload->magic, magic, sizeof magic);
    sem->payload->kind = base->kind;
    sem->payload->value = sem->payload->submitted_value = value;
    sem->payload->balance = (int64_t)value;
    sem->fd = fd;
    join(sem);
    return GI_OK;
}

static gi_status semaphore_import(struct gi_semaphore *base, const struct gi_os_handle *borrowed)
{
    struct gifake_semaphore *sem = gifake_semaphore_from(base);

    sem->fd = -1;
    gi_status status = gifake_enter(base->device, "semaphore.import", GI_IMPORT_FAILED);
    if (status != GI_OK)
        return status;
    if (borrowed->kind != GI_OS_HANDLE_OPAQUE_FD || !kind_is_shared(base))
        return gi_fail(GI_NOT_SUPPORTED, "semaphore import: the device takes no %s fd of kind %d",
                       kind_name(base->kind), (int)borrowed->kind);
    status = gifake_check_memfd("semaphore", borrowed->fd, FD_NAME);
    if (status != GI_OK)
        return status;
    status = map_payload(sem, borrowed->fd);
    if (status != GI_OK)
        return status;
    const struct gifake_payload *payload = sem->payload;
    if (memcmp(payload->magic, magic, sizeof magic) != 0 || payload->kind != base->kind) {
        status = gi_fail(GI_IMPORT_FAILED, "semaphore import: fd %d is a %s semaphore, not %s",
                         borrowed->fd, kind_name(payload->kind), kind_name(base->kind));
        munmap(sem->payload, sizeof *sem->payload);
        return status;
    }
    join(sem);
    return GI_OK;
}

static gi_status semaphore_export(struct gi_semaphore *base, enum gi_os_handle_kind kind,
                                  struct gi_os_handle *out_owned)
{
    struct gifake_semaphore *sem = gifake_semaphore_from(base);

    gi_status status = gifake_enter(base->device, "semaphore.export", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (kind != GI_OS_HANDLE_OPAQUE_FD || sem->fd < 0)
        return gi_fail(GI_NOT_SUPPORTED, "semaphore export: it has no handle of kind %d",
                       (int)kind);
    int fd = fcntl(sem->fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0)
        return gi_fail(GI_OS_ERROR, "semaphore export: %s", strerror(errno));
    out_owned->kind = kind;
    out_owned->fd = fd;
    return GI_OK;
}

/* ---- values ------------------------------------------------------------------------------- */

static gi_status semaphore_query(struct gi_semaphore *base, uint64_t *out_value)
{
    struct gifake_semaphore *sem = gifake_semaphore_from(base);

    *out_value = 0;
    gi_status status = gifake_enter(base->device, "semaphore.query", GI_DEVICE_LOST);
    if (status != GI_OK)
        return status;
    if (!(base->caps & GI_SEMAPHORE_HOST_WAIT))
        return gifake_violation("semaphore.query: it has no HOST_WAIT");
    gifake_lock();
    *out_value = sem->payload->value;
    gifake_unlock();
    return GI_OK;
}

static gi_status semaphore_query_submitted(struct gi_semaphore *base, uint64_t *out_value)
{
    struct gifake_semaphore *sem = gifake_semaphore_from(base);

    *out_value = 0;
    gi_status status = gifake_enter(base->device, "semaphore.query_submitted", GI_DEVICE_LOST);
    if (status != GI_OK)
        return status;
    if (!(base->caps & GI_SEMAPHORE_TELLS_SUBMITTED))
        return gifake_violation("semaphore.query_submitted: it has no TELLS_SUBMITTED");
    gifake_lock();
    *out_value = base->kind == GI_SEMAPHORE_BINARY ? gifake_is_submitted(sem, 0)
                                                   : sem->payload->submitted_value;
    gifake_unlock();
    return GI_OK;
}

static gi_status semaphore_try_consume(struct gi_semaphore *base)
{
    struct gifake_semaphore *sem = gifake_semaphore_from(base);

    gi_status status = gifake_enter(base->device, "semaphore.try_consume", GI_DEVICE_LOST);
    if (status != GI_OK)
        return status;
    if (base->kind != GI_SEMAPHORE_BINARY || !(base->caps & GI_SEMAPHORE_HOST_WAIT))
        return gifake_violation("semaphore.try_consume: not a binary one with HOST_WAIT");
    gifake_lock();
    struct gifake_payload *payload = sem->payload;
    bool taken = payload->value != 0;
    payload->balance -= taken;
    payload->value = 0;
    gifake_unlock();
    return taken ? GI_OK : GI_NOT_READY;
}

void gifake_end_signal(const struct gifake_semaphore *sem, uint64_t value)
{
    if (sem->base.kind == GI_SEMAPHORE_TIMELINE && sem->payload->value > value)
        gifake_site_of(sem->base.device)->overtaken_signals++;
}

static gi_status semaphore_signal(struct gi_semaphore *base, uint64_t value)
{
    struct gifake_semaphore *sem = gifake_semaphore_from(base);

    gi_status status = gifake_enter(base->device, "semaphore.signal", GI_DEVICE_LOST);
    if (status != GI_OK)
        return status;
    if (!(base->caps & GI_SEMAPHORE_HOST_SIGNAL))
        return gifake_violation("semaphore.signal: it has no HOST_SIGNAL");

    gifake_lock();
    struct gifake_payload *payload = sem->payload;
    uint64_t before = payload->value;
    if (base->kind == GI_SEMAPHORE_BINARY) {
        payload->value = 1;
        payload->balance++;
    } else if (value > before) {
        payload->value = value;
        if (payload->submitted_value < value)
            payload->submitted_value = value;
    } else {
        status = GI_INVALID_VALUE;
    }
    gifake_changed();
    gifake_unlock();
    gifake_stop_if_ordered("semaphore.signalled");
    gifake_lock();
    if (status == GI_OK)
        gifake_end_signal(sem, value);
    gifake_unlock();
    if (status != GI_OK)
        return gi_fail(status, "semaphore signal: value %llu is not above %llu",
                       (unsigned long long)value, (unsigned long long)before);
    return GI_OK;
}

static void semaphore_finish(struct gi_semaphore *base)
{
    struct gifake_semaphore *sem = gifake_semaphore_from(base);

    gifake_lock();
    gifake_await_drop(base->device, &sem->uses);
    if (sem->uses != 0) {
        gifake_violation("semaphore.finish: %u batches or waits in flight use it", sem->uses);
        gifake_unlock();
        return;
    }
    gifake_device_from(base->device)->children--;
    gifake_alive.semaphores--;
    gifake_unlock();
    munmap(sem->payload, sizeof *sem->payload);
    if (sem->fd >= 0)
        close(sem->fd);
}

const struct gi_semaphore_ops gifake_semaphore_ops = {
    .size = sizeof(struct gifake_semaphore),
    .create = semaphore_create,
    .import = semaphore_import,
    .export = semaphore_export,
    .query = semaphore_query,
    .query_submitted = semaphore_query_submitted,
    .try_consume = semaphore_try_consume,
    .signal = semaphore_signal,
    .finish = semaphore_finish,
};
