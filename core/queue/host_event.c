#include "host_event.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "host_page.h"
#include "other_process.h"

struct place {
    _Atomic uint64_t done;              /* the newest record of this place that is done */
    _Atomic uint32_t process;           /* the process of the newest record of this place */
    _Atomic uint32_t process_space;     /* the pid namespace of that id; 0: unknown */
};

/* The fields behind the places are newer. In pages of processes that do not know them they stay
 * zero, and those processes do not read them. */
struct gi_host_event_page {
    struct gi_host_semaphore_page base;
    _Atomic uint64_t newest;
    struct place places[GI_HOST_EVENT_PLACES];
    _Atomic uint64_t failed[GI_HOST_EVENT_PLACES];   /* by place: the newest failed record */
    _Atomic uint32_t named[GI_HOST_EVENT_PLACES];    /* by place: the low bits of the record that
                                                        the process id is of; written last */
};

_Static_assert(sizeof(struct gi_host_event_page) <= GI_HOST_PAGE_BYTES, "the page holds it all");

/* Numbers by place: the newest record that was taken through this view, and the newest of those
 * that is done or failed. */
struct gi_host_event_view {
    _Atomic uint64_t newest;             /* of any process, as far as it is plausible */
    _Atomic uint64_t taken[GI_HOST_EVENT_PLACES];
    _Atomic uint64_t done[GI_HOST_EVENT_PLACES];
    _Atomic uint64_t failed[GI_HOST_EVENT_PLACES];
};

/* Far from where the numbers would wrap around. */
#define LAST_NUMBER (UINT64_MAX / 4)

static _Atomic uint64_t *failed_at(const struct gi_host_event *event, uint64_t number)
{
    return &event->page->failed[number % GI_HOST_EVENT_PLACES];
}

static _Atomic uint32_t *named_at(const struct gi_host_event *event, uint64_t number)
{
    return &event->page->named[number % GI_HOST_EVENT_PLACES];
}

static struct place *event_place(const struct gi_host_event *event, uint64_t number)
{
    return &event->page->places[number % GI_HOST_EVENT_PLACES];
}

static void raise_number(_Atomic uint64_t *number, uint64_t to)
{
    uint64_t now = atomic_load(number);

    while (now < to && !atomic_compare_exchange_weak(number, &now, to))
        ;
}

/* Takes over the page. */
static int make_view(struct gi_host_event *out, struct gi_host_semaphore_page *page)
{
    struct gi_host_event_view *view = calloc(1, sizeof *view);

    out->page = (struct gi_host_event_page *)page;
    out->view = view;
    if (view != NULL)
        view->newest = atomic_load(&out->page->newest);
    if (view != NULL && view->newest <= LAST_NUMBER)
        return 0;
    gi_host_event_finish(out);
    return view == NULL ? -ENOMEM : -EINVAL;
}

int gi_host_event_create(struct gi_host_event *out)
{
    struct gi_host_semaphore_page *page;
    int error;

    *out = (struct gi_host_event){ .fd = -1 };
    error = gi_host_page_create("gpuinterop-event", GI_HOST_PAGE_EVENT, &page, &out->fd);
    return error == 0 ? make_view(out, page) : error;
}

int gi_host_event_import(struct gi_host_event *out, int borrowed_fd)
{
    struct gi_host_semaphore_page *page;
    enum gi_host_page_kind kind;
    int error;

    *out = (struct gi_host_event){ .fd = -1 };
    if (!gi_host_page_read_kind(borrowed_fd, &kind) || kind != GI_HOST_PAGE_EVENT)
        return -EINVAL;
    error = gi_host_page_map(borrowed_fd, &page);
    return error == 0 ? make_view(out, page) : error;
}

void gi_host_event_finish(struct gi_host_event *event)
{
    if (event->page == NULL)
        return;
    gi_host_page_unmap(&event->page->base);
    free(event->view);
    if (event->fd >= 0)
        close(event->fd);
    *event = (struct gi_host_event){ .fd = -1 };
}

uint64_t gi_host_event_newest(const struct gi_host_event *event)
{
    uint64_t known = atomic_load(&event->view->newest);
    uint64_t now = atomic_load(&event->page->newest);

    if (now <= known || now - known >= GI_HOST_EVENT_REACH || now > LAST_NUMBER)
        return known;
    raise_number(&event->view->newest, now);
    return now;
}

bool gi_host_event_is_believed(const struct gi_host_event *event)
{
    uint64_t known = atomic_load(&event->view->newest);
    uint64_t now = atomic_load(&event->page->newest);

    return now >= known && now - known < GI_HOST_EVENT_REACH && now < LAST_NUMBER;
}

bool gi_host_event_take(struct gi_host_event *event, uint64_t newest)
{
    struct place *place = event_place(event, newest + 1);

    if (!atomic_compare_exchange_strong(&event->page->newest, &newest, newest + 1))
        return false;
    raise_number(&event->view->newest, newest + 1);
    raise_number(&event->view->taken[(newest + 1) % GI_HOST_EVENT_PLACES], newest + 1);
    /* Written just after the number. If the process dies in between, nobody can detect that. */
    atomic_store(&place->process_space, gi_other_process_space());
    atomic_store(&place->process, (uint32_t)getpid());
    atomic_store(named_at(event, newest + 1), (uint32_t)(newest + 1));
    return true;
}

struct gi_host_semaphore gi_host_event_place(const struct gi_host_event *event, uint64_t number)
{
    return (struct gi_host_semaphore){
        .page = &event->page->base,
        .value = &event_place(event, number)->done,
        .fd = -1,
        .timeline = true,
    };
}

/* ---- how a record is ------------------------------------------------------------------------ */

/* A later record of a place is done or failed only once the record before it there is not
 * pending. */
static enum gi_host_event_state judge(uint64_t done, uint64_t failed, uint64_t number)
{
    if (failed == number)
        return GI_HOST_EVENT_FAILED;
    if (done >= number)
        return GI_HOST_EVENT_DONE;
    return failed > number ? GI_HOST_EVENT_FAILED : GI_HOST_EVENT_PENDING;
}

/* The view's own knowledge comes before the page's content. */
enum gi_host_event_state gi_host_event_state(const struct gi_host_event *event, uint64_t number)
{
    size_t place = number % GI_HOST_EVENT_PLACES;
    uint64_t failed = atomic_load(&event->view->failed[place]);
    enum gi_host_event_state state = judge(atomic_load(&event->view->done[place]), failed, number);

    if (state != GI_HOST_EVENT_PENDING)
        return state;
    failed = atomic_load(failed_at(event, number));
    return judge(atomic_load(&event_place(event, number)->done), failed, number);
}

void gi_host_event_fail(const struct gi_host_event *event, uint64_t number)
{
    size_t place = number % GI_HOST_EVENT_PLACES;

    if (gi_host_event_state(event, number) != GI_HOST_EVENT_PENDING)
        return;
    if (atomic_load(&event->view->taken[place]) == number)
        raise_number(&event->view->failed[place], number);
    raise_number(failed_at(event, number), number);
    gi_host_semaphore_bump((uint32_t *)&event->page->base.wake);
}

void gi_host_event_give_up(const struct gi_host_event *event, uint64_t number)
{
    gi_host_event_fail(event, number);
    raise_number(&event->view->failed[number % GI_HOST_EVENT_PLACES], number);
}

void gi_host_event_done(const struct gi_host_event *event, uint64_t number)
{
    struct gi_host_semaphore place = gi_host_event_place(event, number);

    raise_number(&event->view->done[number % GI_HOST_EVENT_PLACES], number);
    (void)gi_host_semaphore_signal(&place, number);
}

/* Whether the process of the record is known and has ended. A reused process id counts as the old
 * process. */
static bool recorder_has_ended(const struct gi_host_event *event, uint64_t number)
{
    const struct place *place = event_place(event, number);

    if (atomic_load(named_at(event, number)) != (uint32_t)number)
        return false;
    return gi_other_process_has_ended(atomic_load(&place->process),
                                      atomic_load(&place->process_space));
}

enum gi_host_event_state gi_host_event_look(const struct gi_host_event *event, uint64_t number)
{
    enum gi_host_event_state state = gi_host_event_state(event, number);
    int saved_errno = errno;

    /* A process that has ended makes no more changes, so a record that is still pending has
     * failed. */
    if (state == GI_HOST_EVENT_PENDING && recorder_has_ended(event, number)) {
        gi_host_event_fail(event, number);
        state = gi_host_event_state(event, number);
    }
    errno = saved_errno;
    return state;
}

enum gi_host_event_room gi_host_event_room(const struct gi_host_event *event, uint64_t number)
{
    uint64_t before = number - GI_HOST_EVENT_PLACES;

    if (number <= GI_HOST_EVENT_PLACES ||
        gi_host_event_look(event, before) != GI_HOST_EVENT_PENDING)
        return GI_HOST_EVENT_FREE;
    return atomic_load(&event->view->taken[number % GI_HOST_EVENT_PLACES]) == before
               ? GI_HOST_EVENT_OURS : GI_HOST_EVENT_THEIRS;
}

int gi_host_event_wait(const struct gi_host_event *event, uint64_t number, int64_t abs_timeout_ns)
{
    struct gi_host_semaphore place = gi_host_event_place(event, number);
    struct gi_host_semaphore_word word = { .address = gi_host_semaphore_wake_address(&place) };

    for (;;) {
        word.seen = gi_host_semaphore_wake_word(&place);
        if (gi_host_event_look(event, number) != GI_HOST_EVENT_PENDING)
            return 0;
        if (gi_host_semaphore_sleep(&word, 1, abs_timeout_ns) == -ETIMEDOUT)
            return gi_host_event_state(event, number) != GI_HOST_EVENT_PENDING ? 0 : -ETIMEDOUT;
    }
}

int gi_host_event_recorder(const struct gi_host_event *event, uint64_t number)
{
    return (int)atomic_load(&event_place(event, number)->process);
}
