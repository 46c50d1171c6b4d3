#include "semaphore.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "device.h"
#include "base/log.h"

/* How long a signal is waited for to be taken, and between two looks at it. */
enum { GIAMD_TAKEN_PATIENCE_NS = 1000000000, GIAMD_TAKEN_PAUSE_NS = 50000 };

struct giamd_semaphore *giamd_semaphore_from(struct gi_semaphore *base)
{
    assert(base->ops == &giamd_semaphore_ops);
    return (struct giamd_semaphore *)base;
}

static bool giamd_is_timeline(const struct gi_semaphore *base)
{
    return base->kind == GI_SEMAPHORE_TIMELINE;
}

static const char *giamd_kind_word(const struct gi_semaphore *base)
{
    return giamd_is_timeline(base) ? "timeline" : "binary";
}

/** The same for both kinds. A queue takes the fence that is there when it is given a wait: one that
 *  is not yet there it cannot wait for, but the kernel tells when it is. A captured one has its
 *  fence. */
static const uint32_t giamd_caps = GI_SEMAPHORE_HOST_WAIT | GI_SEMAPHORE_HOST_SIGNAL |
                                   GI_SEMAPHORE_QUEUE_WAIT | GI_SEMAPHORE_QUEUE_SIGNAL |
                                   GI_SEMAPHORE_TELLS_SUBMITTED;

/* ---- making and sharing -------------------------------------------------------------------- */

static gi_status giamd_create_handle(struct giamd_device *dev, uint32_t flags, const char *what,
                                     uint32_t *out_handle)
{
    int answer = dev->calls->cs_create_syncobj2(dev->handle, flags, out_handle);

    return answer == 0 ? GI_OK : giamd_device_fail(dev, giamd_error(answer), what);
}

static gi_status giamd_create(struct gi_semaphore *base, uint64_t value)
{
    struct giamd_semaphore *sem = giamd_semaphore_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);
    int answer = 0;
    gi_status st;

    if (!giamd_is_timeline(base) && value > 1)
        return gi_fail(GI_INVALID_VALUE, "semaphore: a binary one starts at 0 or 1, not %" PRIu64,
                       value);
    st = giamd_create_handle(dev, !giamd_is_timeline(base) && value == 1 ?
                             DRM_SYNCOBJ_CREATE_SIGNALED : 0, "semaphore", &sem->handle);
    if (st != GI_OK)
        return st;
    if (giamd_is_timeline(base) && value != 0)
        answer = dev->calls->cs_syncobj_timeline_signal(dev->handle, &sem->handle, &value, 1);
    if (answer != 0) {
        st = giamd_device_fail(dev, giamd_error(answer), "semaphore: its first value");
        dev->calls->cs_destroy_syncobj(dev->handle, sem->handle);
        return st;
    }
    base->caps = giamd_caps;
    return GI_OK;
}

static gi_status giamd_refused(const struct gi_semaphore *base, int fd, int error)
{
    if (giamd_status(error) == GI_OUT_OF_MEMORY || giamd_status(error) == GI_DEVICE_LOST)
        return giamd_device_fail(giamd_device_from(base->device), error, "semaphore import");
    return gi_fail(GI_IMPORT_FAILED, "semaphore import: the kernel does not take fd %d as a %s "
                   "semaphore (%s); one that a driver of this machine exported would be right", fd,
                   giamd_kind_word(base), strerror(error));
}

/** A sync file is a fence, which makes a binary semaphore that is signalled once; -1 is one that
 *  has been. */
static gi_status giamd_import_sync_file(struct giamd_semaphore *sem, int fd)
{
    struct giamd_device *dev = giamd_device_from(sem->base.device);
    int answer = 0, error;
    gi_status st;

    if (giamd_is_timeline(&sem->base))
        return gi_fail(GI_NOT_SUPPORTED, "semaphore import: a sync file is a binary semaphore, not "
                       "a timeline");
    st = giamd_create_handle(dev, fd == -1 ? DRM_SYNCOBJ_CREATE_SIGNALED : 0, "semaphore import",
                             &sem->handle);
    if (st == GI_OK && fd != -1)
        answer = dev->calls->cs_syncobj_import_sync_file(dev->handle, sem->handle, fd);
    if (answer == 0)
        return st;
    error = giamd_error(answer);
    dev->calls->cs_destroy_syncobj(dev->handle, sem->handle);
    return giamd_refused(&sem->base, fd, error);
}

/** Programs have no other name for a sync file than opaque fd. The kernel tells the two apart: what
 *  is no sync object is invalid. -1 is no sync file here. */
static gi_status giamd_import_opaque(struct giamd_semaphore *sem, int fd)
{
    struct giamd_device *dev = giamd_device_from(sem->base.device);
    int answer = dev->calls->cs_import_syncobj(dev->handle, fd, &sem->handle);
    int error = giamd_error(answer);

    if (answer == 0)
        return GI_OK;
    if (error == EINVAL && fd >= 0 && !giamd_is_timeline(&sem->base))
        return giamd_import_sync_file(sem, fd);
    return giamd_refused(&sem->base, fd, error);
}

static gi_status giamd_import(struct gi_semaphore *base, const struct gi_os_handle *borrowed)
{
    struct giamd_semaphore *sem = giamd_semaphore_from(base);
    gi_status st = GI_OK;

    switch (borrowed->kind) {
    case GI_OS_HANDLE_OPAQUE_FD:
        st = giamd_import_opaque(sem, borrowed->fd);
        break;
    case GI_OS_HANDLE_SYNC_FILE_FD:
        st = giamd_import_sync_file(sem, borrowed->fd);
        break;
    case GI_OS_HANDLE_DMA_BUF_FD:
        return gi_fail(GI_NOT_SUPPORTED, "semaphore import: a dma-buf is memory, no semaphore");
    }
    if (st == GI_OK)
        base->caps = giamd_caps;
    return st;
}

static gi_status giamd_export(struct gi_semaphore *base, enum gi_os_handle_kind kind,
                              struct gi_os_handle *out_owned)
{
    struct giamd_semaphore *sem = giamd_semaphore_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);
    int answer = 0;

    *out_owned = (struct gi_os_handle){ .kind = kind, .fd = -1 };
    if (kind == GI_OS_HANDLE_OPAQUE_FD)
        answer = dev->calls->cs_export_syncobj(dev->handle, sem->handle, &out_owned->fd);
    else if (kind == GI_OS_HANDLE_SYNC_FILE_FD && !giamd_is_timeline(base))
        answer = dev->calls->cs_syncobj_export_sync_file(dev->handle, sem->handle,
                                                         &out_owned->fd);
    else
        return gi_fail(GI_NOT_SUPPORTED, "semaphore export: a %s one gives no such handle",
                       giamd_kind_word(base));
    if (answer == 0)
        return GI_OK;
    out_owned->fd = -1;
    return giamd_device_fail(dev, giamd_error(answer), "semaphore export");
}

/** Destroys the object of a capture, or keeps it: the next one replaces the fence in it. */
static void giamd_give_spare(struct giamd_device *dev, uint32_t handle)
{
    bool is_kept = false;

    pthread_mutex_lock(&dev->taking);
    if (dev->spare_count < GIAMD_SPARE_SYNCOBJS) {
        dev->spare_syncobjs[dev->spare_count++] = handle;
        is_kept = true;
    }
    pthread_mutex_unlock(&dev->taking);
    if (!is_kept)
        dev->calls->cs_destroy_syncobj(dev->handle, handle);
}

static bool giamd_take_spare(struct giamd_device *dev, uint32_t *out_handle)
{
    bool found;

    pthread_mutex_lock(&dev->taking);
    found = dev->spare_count > 0;
    if (found)
        *out_handle = dev->spare_syncobjs[--dev->spare_count];
    pthread_mutex_unlock(&dev->taking);
    return found;
}

static void giamd_finish(struct gi_semaphore *base)
{
    struct giamd_semaphore *sem = giamd_semaphore_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);

    if (sem->is_captured)
        giamd_give_spare(dev, sem->handle);
    else
        dev->calls->cs_destroy_syncobj(dev->handle, sem->handle);
}

/* ---- values -------------------------------------------------------------------------------- */

/** Whether a binary one is signalled now; with WAIT_AVAILABLE in flags, whether a signal is
 *  submitted. */
static gi_status giamd_is_signalled(struct giamd_semaphore *sem, uint32_t flags,
                                    bool *out_signalled)
{
    struct giamd_device *dev = giamd_device_from(sem->base.device);
    uint64_t point = 0;
    int answer = dev->calls->cs_syncobj_timeline_wait(
        dev->handle, &sem->handle, &point, 1, 0, DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT | flags,
        NULL);
    int error = giamd_error(answer);

    *out_signalled = answer == 0;
    return answer == 0 || error == ETIME ? GI_OK : giamd_device_fail(dev, error, "semaphore query");
}

/** Where a timeline is; flags choose what is reached or what is submitted. */
static gi_status giamd_read_value(struct giamd_semaphore *sem, uint32_t flags, uint64_t *out_value)
{
    struct giamd_device *dev = giamd_device_from(sem->base.device);
    int answer = dev->calls->cs_syncobj_query2(dev->handle, &sem->handle, out_value, 1, flags);

    return answer == 0 ? GI_OK : giamd_device_fail(dev, giamd_error(answer), "semaphore query");
}

static gi_status giamd_query(struct gi_semaphore *base, uint64_t *out_value)
{
    bool signalled;
    gi_status st;

    *out_value = 0;
    if (giamd_is_timeline(base))
        return giamd_read_value(giamd_semaphore_from(base), 0, out_value);
    st = giamd_is_signalled(giamd_semaphore_from(base), 0, &signalled);
    *out_value = signalled;
    return st;
}

static gi_status giamd_query_submitted(struct gi_semaphore *base, uint64_t *out_value)
{
    bool submitted;
    gi_status st;

    *out_value = 0;
    if (giamd_is_timeline(base))
        return giamd_read_value(giamd_semaphore_from(base),
                                DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED, out_value);
    st = giamd_is_signalled(giamd_semaphore_from(base), DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE,
                            &submitted);
    *out_value = submitted;
    return st;
}

/** Takes the signal away that is there; dev->taking is held. */
static gi_status giamd_reset(struct giamd_semaphore *sem)
{
    struct giamd_device *dev = giamd_device_from(sem->base.device);
    int answer = dev->calls->cs_syncobj_reset(dev->handle, &sem->handle, 1);

    return answer == 0 ? GI_OK : giamd_device_fail(dev, giamd_error(answer), "semaphore reset");
}

static gi_status giamd_try_consume(struct gi_semaphore *base)
{
    struct giamd_semaphore *sem = giamd_semaphore_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);
    bool signalled;
    gi_status st;

    pthread_mutex_lock(&dev->taking);
    st = giamd_is_signalled(sem, 0, &signalled);
    if (st == GI_OK)
        st = signalled ? giamd_reset(sem) : GI_NOT_READY;
    pthread_mutex_unlock(&dev->taking);
    return st;
}

/** Moves the fence that is there to another object; dev->taking is held. */
static gi_status giamd_move_fence(struct giamd_semaphore *sem, uint32_t to)
{
    struct giamd_device *dev = giamd_device_from(sem->base.device);
    int answer = dev->calls->cs_syncobj_transfer(dev->handle, to, 0, sem->handle, 0, 0);
    int error = giamd_error(answer);

    if (error == EINVAL)
        return GI_NOT_READY;             /* there is none */
    return error == 0 ? giamd_reset(sem) : giamd_device_fail(dev, error, "semaphore capture");
}

static gi_status giamd_capture(struct gi_semaphore *base, struct gi_semaphore *captured)
{
    struct giamd_semaphore *private = giamd_semaphore_from(captured);
    struct giamd_device *dev = giamd_device_from(base->device);
    gi_status st = GI_OK;

    if (!giamd_take_spare(dev, &private->handle))
        st = giamd_create_handle(dev, 0, "semaphore capture", &private->handle);
    if (st != GI_OK)
        return st;
    pthread_mutex_lock(&dev->taking);
    st = giamd_move_fence(giamd_semaphore_from(base), private->handle);
    pthread_mutex_unlock(&dev->taking);
    if (st != GI_OK) {
        giamd_give_spare(dev, private->handle);
        return st;
    }
    private->is_captured = true;
    captured->caps = giamd_caps | GI_SEMAPHORE_WAIT_AHEAD;
    return GI_OK;
}

/** The kernel takes a value that does not grow without a word, so it is refused here: also one that
 *  is not above what is submitted already, behind which it would be reached. */
static gi_status giamd_check_growth(struct giamd_semaphore *sem, uint64_t value)
{
    uint64_t submitted = 0;
    gi_status st = giamd_query_submitted(&sem->base, &submitted);

    if (st == GI_OK && value <= submitted)
        return gi_fail(GI_INVALID_VALUE, "semaphore signal: value %" PRIu64 " is not above %" PRIu64
                       ", which is reached or submitted", value, submitted);
    return st;
}

void giamd_semaphore_await_taken(struct giamd_semaphore *sem)
{
    const struct timespec pause = { .tv_nsec = GIAMD_TAKEN_PAUSE_NS };
    int64_t deadline = 0;
    bool is_there = false;

    while (giamd_is_signalled(sem, DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE, &is_there) == GI_OK &&
           is_there) {
        if (deadline == 0)
            deadline = gi_deadline_ns(GIAMD_TAKEN_PATIENCE_NS);
        if (gi_now_ns() >= deadline) {
            gi_log(GI_LOG_INFO, "amdgpu: a binary semaphore is signalled again, though nobody has "
                   "taken its signal");
            return;
        }
        nanosleep(&pause, NULL);
    }
}

static gi_status giamd_signal(struct gi_semaphore *base, uint64_t value)
{
    struct giamd_semaphore *sem = giamd_semaphore_from(base);
    struct giamd_device *dev = giamd_device_from(base->device);
    int answer;
    gi_status st;

    if (!giamd_is_timeline(base)) {
        giamd_semaphore_await_taken(sem);
        answer = dev->calls->cs_syncobj_signal(dev->handle, &sem->handle, 1);
    } else {
        st = giamd_check_growth(sem, value);
        if (st != GI_OK)
            return st;
        answer = dev->calls->cs_syncobj_timeline_signal(dev->handle, &sem->handle, &value, 1);
    }
    return answer == 0 ? GI_OK : giamd_device_fail(dev, giamd_error(answer), "semaphore signal");
}

const struct gi_semaphore_ops giamd_semaphore_ops = {
    .size = sizeof(struct giamd_semaphore),
    .create = giamd_create,
    .import = giamd_import,
    .export = giamd_export,
    .query = giamd_query,
    .query_submitted = giamd_query_submitted,
    .try_consume = giamd_try_consume,
    .capture = giamd_capture,
    .signal = giamd_signal,
    .finish = giamd_finish,
};
