#include "host_event.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host_page.h"

struct place {
    _Atomic uint64_t done;              /* the newest record here that is done */
    _Atomic uint32_t process;           /* who made the newest here */
    _Atomic uint32_t process_space;     /* where that number means something; 0: unknown */
};

struct gi_host_event_page {
    struct gi_host_semaphore_page base;
    _Atomic uint64_t newest;
    struct place places[GI_HOST_EVENT_PLACES];
};

_Static_assert(sizeof(struct gi_host_event_page) <= GI_HOST_PAGE_BYTES, "the page holds it all");

static struct place *place_of(const struct gi_host_event *event, uint64_t number)
{
    return &event->page->places[number % GI_HOST_EVENT_PLACES];
}

/* Process ids mean something within a namespace, which this tells from others; 0: unknown. */
static uint32_t process_space(void)
{
    struct stat st;

    return stat("/proc/self/ns/pid", &st) == 0 ? (uint32_t)st.st_ino : 0;
}

int gi_host_event_create(struct gi_host_event *out)
{
    struct gi_host_semaphore_page *page;
    int error = gi_host_page_create("gpuinterop-event", GI_HOST_PAGE_EVENT, &page, &out->fd);

    out->page = (struct gi_host_event_page *)page;
    return error;
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
    out->page = (struct gi_host_event_page *)page;
    return error;
}

void gi_host_event_finish(struct gi_host_event *event)
{
    if (event->page == NULL)
        return;
    gi_host_page_unmap(&event->page->base);
    if (event->fd >= 0)
        close(event->fd);
    *event = (struct gi_host_event){ .fd = -1 };
}

uint64_t gi_host_event_newest(const struct gi_host_event *event)
{
    return atomic_load(&event->page->newest);
}

bool gi_host_event_take(struct gi_host_event *event, uint64_t newest)
{
    struct place *place = place_of(event, newest + 1);

    if (!atomic_compare_exchange_strong(&event->page->newest, &newest, newest + 1))
        return false;
    /* For people who look at a hang: it need not be there with the number. */
    atomic_store(&place->process_space, process_space());
    atomic_store(&place->process, (uint32_t)getpid());
    return true;
}

struct gi_host_semaphore gi_host_event_place(const struct gi_host_event *event, uint64_t number)
{
    return (struct gi_host_semaphore){
        .page = &event->page->base,
        .value = &place_of(event, number)->done,
        .fd = -1,
        .timeline = true,
    };
}

int gi_host_event_recorder(const struct gi_host_event *event, uint64_t number, bool *out_has_ended)
{
    const struct place *place = place_of(event, number);
    uint32_t process = atomic_load(&place->process);
    uint32_t space = atomic_load(&place->process_space);

    *out_has_ended = process != 0 && process <= INT32_MAX && space != 0 &&
                     space == process_space() && kill((pid_t)process, 0) != 0 && errno == ESRCH;
    return (int)process;
}
