#include "semaphore_object.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/clock.h"
#include "shared_event.h"
#include "signal_line.h"
#include "base/uncancelled.h"
#include "trace/trace.h"
#include "contract/calls.h"

enum { SPARE_CAPTURES = 16 };

/* How long a record waits for another process's record that occupies its slot. */
#define SOON_NS INT64_C(1000000000)

struct host_backed {
    struct gi_semaphore base;
    struct gi_host_semaphore page;
    struct gi_shared_event *event;       /* referenced, if the page is the event's; NULL: the
                                            page is its own */
    uint64_t number;                     /* of the record */
    bool must_succeed;
    int64_t gives_up_ns;                 /* it counts as failed from then on */
};

/* Makes a zeroed semaphore with one reference and the fields that the driver needs. used: a
 * semaphore of the same ops whose memory is reused, or NULL. Returns NULL without memory. */
static struct gi_semaphore *make_semaphore(struct gi_device_base *base,
                                           const struct gi_semaphore_ops *ops,
                                           enum gi_semaphore_kind kind,
                                           struct gi_semaphore_object *used)
{
    size_t size = offsetof(struct gi_semaphore_object, semaphore) + ops->size;
    struct gi_semaphore_object *object = used != NULL ? used : malloc(size);

    if (object == NULL)
        return NULL;
    memset(object, 0, size);
    atomic_init(&object->refs, 1);
    object->semaphore.device = base;
    object->semaphore.ops = ops;
    object->semaphore.kind = kind;
    return &object->semaphore;
}

static struct host_backed *host_from(struct gi_semaphore *semaphore)
{
    return (struct host_backed *)semaphore;
}

static gi_status host_import(struct gi_semaphore *semaphore, const struct gi_os_handle *borrowed)
{
    struct host_backed *host = host_from(semaphore);
    int error = gi_host_semaphore_import(&host->page, borrowed->fd);

    if (error != 0)
        return gi_fail(GI_IMPORT_FAILED, "semaphore import: the host semaphore of fd %d cannot be "
                       "mapped: %s", borrowed->fd, strerror(-error));
    if (host->page.timeline != (semaphore->kind == GI_SEMAPHORE_TIMELINE)) {
        gi_host_semaphore_finish(&host->page);
        if (semaphore->kind == GI_SEMAPHORE_TIMELINE)
            return gi_fail(GI_IMPORT_FAILED, "semaphore import: fd %d is a binary semaphore, not a "
                           "timeline; its handle type is 1", borrowed->fd);
        return gi_fail(GI_IMPORT_FAILED, "semaphore import: fd %d is a timeline, not a binary "
                       "semaphore; its handle type is 9", borrowed->fd);
    }
    semaphore->caps = GI_SEMAPHORE_HOST_WAIT | GI_SEMAPHORE_HOST_SIGNAL;
    gi_semaphore_object_of(semaphore)->page = &host->page;
    return GI_OK;
}

static gi_status record_query(const struct host_backed *host, uint64_t *out_value)
{
    enum gi_host_event_state state = gi_host_event_state(&host->event->host, host->number);

    if (state == GI_HOST_EVENT_PENDING && host->gives_up_ns != GI_FOREVER &&
        host->gives_up_ns <= gi_now_ns()) {
        gi_host_event_give_up(&host->event->host, host->number);
        state = GI_HOST_EVENT_FAILED;
    }
    *out_value = state == GI_HOST_EVENT_PENDING ? 0 : host->number;
    return state == GI_HOST_EVENT_FAILED && host->must_succeed
               ? gi_shared_event_failure(host->event, host->number)
               : GI_OK;
}

static gi_status host_query(struct gi_semaphore *semaphore, uint64_t *out_value)
{
    const struct host_backed *host = host_from(semaphore);

    if (host->event != NULL)
        return record_query(host, out_value);
    *out_value = gi_host_semaphore_value(&host->page);
    return GI_OK;
}

static gi_status host_try_consume(struct gi_semaphore *semaphore)
{
    return gi_host_semaphore_try_wait(&host_from(semaphore)->page, 0) ? GI_OK : GI_NOT_READY;
}

/* Logged as the line of signals logs it for drivers' semaphores, since no call of the program may
 * be there to tell it. */
static gi_status not_past(const struct host_backed *host, uint64_t value)
{
    uint64_t now = gi_host_semaphore_value(&host->page);

    gi_log(GI_LOG_ERROR, "semaphore signal: value %llu is not past what the timeline has reached, "
           "%llu; it is left out", (unsigned long long)value, (unsigned long long)now);
    return gi_fail(GI_INVALID_VALUE, "semaphore signal: value %llu is not past the current one, "
                   "%llu; the timeline stays where it is", (unsigned long long)value,
                   (unsigned long long)now);
}

static gi_status host_signal(struct gi_semaphore *semaphore, uint64_t value)
{
    const struct host_backed *host = host_from(semaphore);

    if (host->event != NULL) {
        gi_host_event_done(&host->event->host, host->number);
        return GI_OK;
    }
    if (gi_host_semaphore_signal(&host_from(semaphore)->page, value) != 0)
        return not_past(host, value);
    return GI_OK;
}

static void host_finish(struct gi_semaphore *semaphore)
{
    struct host_backed *host = host_from(semaphore);

    if (host->event != NULL)
        gi_shared_event_unref(host->event);
    else
        gi_host_semaphore_finish(&host->page);
}

static const struct gi_semaphore_ops host_ops = {
    .size = sizeof(struct host_backed),
    .import = host_import,
    .query = host_query,
    .try_consume = host_try_consume,
    .signal = host_signal,
    .finish = host_finish,
};

gi_status gi_semaphore_object_import(struct gi_device_base *base, enum gi_semaphore_kind kind,
                                     const struct gi_os_handle *borrowed,
                                     struct gi_semaphore **out_semaphore)
{
    GI_UNCANCELLED;
    const struct gi_semaphore_ops *ops =
        gi_host_semaphore_is_fd(borrowed->fd) ? &host_ops : base->driver->semaphore;
    struct gi_semaphore *semaphore = make_semaphore(base, ops, kind, NULL);
    gi_status status;

    *out_semaphore = NULL;
    if (semaphore == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a semaphore");
    status = gi_call_semaphore_import(semaphore, borrowed);
    if (status == GI_NOT_SUPPORTED)
        status = gi_fail(GI_IMPORT_FAILED, "semaphore import: fd %d is no host semaphore, and "
                         "driver %s of %s imports no other kind", borrowed->fd,
                         base->info.driver_name, base->info.name);
    if (status != GI_OK) {
        free(gi_semaphore_object_of(semaphore));
        return status;
    }
    gi_semaphore_object_of(semaphore)->identity = gi_trace_identity_of(borrowed->fd);
    *out_semaphore = semaphore;
    return GI_OK;
}

/* Memory of finished captures, for reuse: each wait makes one. */
static struct {
    pthread_mutex_t lock;                /* a leaf */
    struct gi_semaphore_object *list[SPARE_CAPTURES];
    unsigned count;
} spare = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct gi_semaphore_object *take_spare(const struct gi_semaphore_ops *ops)
{
    struct gi_semaphore_object *found = NULL;

    pthread_mutex_lock(&spare.lock);
    for (unsigned i = 0; i < spare.count && found == NULL; i++) {
        if (spare.list[i]->semaphore.ops != ops)
            continue;
        found = spare.list[i];
        spare.list[i] = spare.list[--spare.count];
    }
    pthread_mutex_unlock(&spare.lock);
    return found;
}

static void give_spare(struct gi_semaphore_object *object)
{
    bool is_kept = false;

    pthread_mutex_lock(&spare.lock);
    if (spare.count < SPARE_CAPTURES) {
        spare.list[spare.count++] = object;
        is_kept = true;
    }
    pthread_mutex_unlock(&spare.lock);
    if (!is_kept)
        free(object);
}

gi_status gi_semaphore_object_capture(struct gi_semaphore *semaphore,
                                      struct gi_semaphore **out_captured)
{
    GI_UNCANCELLED;
    struct gi_semaphore *captured;
    gi_status status;

    *out_captured = NULL;
    captured = make_semaphore(semaphore->device, semaphore->ops, semaphore->kind,
                              take_spare(semaphore->ops));
    if (captured == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a semaphore's signal");
    gi_semaphore_object_of(captured)->is_capture = true;
    status = gi_call_capture(semaphore, captured);
    if (status != GI_OK) {
        give_spare(gi_semaphore_object_of(captured));
        return status;
    }
    *out_captured = captured;
    return GI_OK;
}

gi_status gi_semaphore_object_of_record(struct gi_device_base *base, struct gi_shared_event *event,
                                        uint64_t number, enum gi_record_wait wait,
                                        struct gi_semaphore **out_semaphore)
{
    struct gi_semaphore *semaphore = make_semaphore(base, &host_ops, GI_SEMAPHORE_TIMELINE, NULL);
    struct host_backed *host;

    *out_semaphore = NULL;
    if (semaphore == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a record of an event");
    semaphore->caps = GI_SEMAPHORE_HOST_WAIT | GI_SEMAPHORE_HOST_SIGNAL;
    host = host_from(semaphore);
    host->page = gi_host_event_place(&event->host, number);
    host->event = event;
    host->number = number;
    host->must_succeed = wait == GI_RECORD_DONE;
    host->gives_up_ns = wait == GI_RECORD_OVER_SOON ? gi_now_ns() + SOON_NS : GI_FOREVER;
    gi_shared_event_ref(event);
    gi_semaphore_object_of(semaphore)->page = &host->page;
    gi_semaphore_object_of(semaphore)->event = event;
    *out_semaphore = semaphore;
    return GI_OK;
}

gi_status gi_semaphore_object_signal(struct gi_semaphore *semaphore, uint64_t value)
{
    GI_UNCANCELLED;
    const struct gi_signal signal = { semaphore, value };
    gi_status status = GI_INVALID_VALUE;

    if (semaphore->ops == &host_ops)
        return gi_call_signal(semaphore, value);
    gi_signal_line_enter();
    if (gi_signal_line_may_signal(&signal))
        status = gi_call_signal(semaphore, value);
    gi_signal_line_leave();
    return status;
}

void gi_semaphore_object_give_up(struct gi_semaphore *semaphore)
{
    const struct host_backed *host = host_from(semaphore);

    if (semaphore->ops == &host_ops && host->event != NULL)
        gi_host_event_fail(&host->event->host, host->number);
}

static void finish(struct gi_semaphore *semaphore)
{
    GI_UNCANCELLED;
    struct gi_semaphore_object *object = gi_semaphore_object_of(semaphore);

    gi_signal_line_forget(semaphore);
    if (!gi_call_semaphore_finish(semaphore))
        return;
    if (object->is_capture)
        give_spare(object);
    else
        free(object);
}

void gi_semaphore_object_unref(struct gi_semaphore *semaphore)
{
    if (atomic_fetch_sub_explicit(&gi_semaphore_object_of(semaphore)->refs, 1,
                                  memory_order_acq_rel) == 1)
        finish(semaphore);
}

int64_t gi_semaphore_gives_up_ns(struct gi_semaphore *semaphore)
{
    return gi_semaphore_event(semaphore) != NULL ? host_from(semaphore)->gives_up_ns : GI_FOREVER;
}

gi_status gi_semaphore_try_wait(struct gi_semaphore *semaphore, uint64_t value)
{
    uint64_t now;
    gi_status status;

    if (semaphore->kind == GI_SEMAPHORE_BINARY)
        return gi_call_try_consume(semaphore);
    status = gi_call_semaphore_query(semaphore, &now);
    if (status != GI_OK)
        return status;
    return now >= value ? GI_OK : GI_NOT_READY;
}
