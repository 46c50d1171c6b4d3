#include "shared_event.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/uncancelled.h"

/* ---- making --------------------------------------------------------------------------------- */

static gi_status new_event(struct gi_shared_event **out_event)
{
    *out_event = calloc(1, sizeof **out_event);
    if (*out_event == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for an event of several processes");
    atomic_init(&(*out_event)->refs, 1);
    return GI_OK;
}

gi_status gi_shared_event_create(struct gi_shared_event **out_event)
{
    GI_UNCANCELLED;
    gi_status status = new_event(out_event);
    int error;

    if (status != GI_OK)
        return status;
    error = gi_host_event_create(&(*out_event)->host);
    if (error == 0)
        return GI_OK;
    free(*out_event);
    *out_event = NULL;
    return gi_fail(GI_OS_ERROR, "event: memory to share with other processes: %s",
                   strerror(-error));
}

gi_status gi_shared_event_import(int borrowed_fd, struct gi_shared_event **out_event)
{
    GI_UNCANCELLED;
    gi_status status = new_event(out_event);
    int error;

    if (status != GI_OK)
        return status;
    error = gi_host_event_import(&(*out_event)->host, borrowed_fd);
    if (error == 0)
        return GI_OK;
    free(*out_event);
    *out_event = NULL;
    return gi_fail(GI_INVALID_HANDLE, "event: what its process sent cannot be mapped: %s",
                   strerror(-error));
}

void gi_shared_event_ref(struct gi_shared_event *event)
{
    atomic_fetch_add_explicit(&event->refs, 1, memory_order_relaxed);
}

static void finish_event(struct gi_shared_event *event)
{
    GI_UNCANCELLED;

    gi_host_event_finish(&event->host);
    gi_secret_forget(&event->secret);
    free(event);
}

void gi_shared_event_unref(struct gi_shared_event *event)
{
    if (atomic_fetch_sub_explicit(&event->refs, 1, memory_order_acq_rel) == 1)
        finish_event(event);
}

gi_status gi_shared_event_export(const struct gi_shared_event *event, int *out_fd)
{
    *out_fd = event->host.fd < 0 ? -1 : fcntl(event->host.fd, F_DUPFD_CLOEXEC, 0);
    if (*out_fd < 0)
        return gi_fail(GI_OS_ERROR, "event export: %s",
                       event->host.fd < 0 ? "it is another process's" : strerror(errno));
    return GI_OK;
}

uint64_t gi_shared_event_newest(const struct gi_shared_event *event)
{
    return gi_host_event_newest(&event->host);
}

/* ---- waiting -------------------------------------------------------------------------------- */

gi_status gi_shared_event_failure(const struct gi_shared_event *event, uint64_t number)
{
    return gi_fail(GI_AWAITED_FAILED, "record %llu of an event that processes share, by process "
                   "%d: its work has failed, or the process has ended before it was done",
                   (unsigned long long)number, gi_host_event_recorder(&event->host, number));
}

gi_status gi_shared_event_poll(const struct gi_shared_event *event, uint64_t number)
{
    switch (gi_host_event_look(&event->host, number)) {
    case GI_HOST_EVENT_PENDING: return GI_NOT_READY;
    case GI_HOST_EVENT_DONE: return GI_OK;
    case GI_HOST_EVENT_FAILED: break;
    }
    return gi_shared_event_failure(event, number);
}
