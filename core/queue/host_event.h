/* An event that processes share: one page of memory in which each record has a number.
 *
 * A record takes the next number when it is enqueued, and marks it done when the work before it
 * is. Records of several processes overtake each other, so each has a place of its own; a place is
 * used again after GI_HOST_EVENT_PLACES records. As of host semaphores' pages, no lock lives in it,
 * and a hostile process can give a wrong value but never a crash. Of its own records a process
 * believes nothing that stands in the page.
 *
 * Errors are negative errno values. */
#ifndef GI_HOST_EVENT_H
#define GI_HOST_EVENT_H

#include "host_semaphore.h"

#define GI_HOST_EVENT_PLACES 128u

/** How a record is. Who knows of no failures, as earlier versions of the library, finds a failed
 *  one pending. */
enum gi_host_event_state {
    GI_HOST_EVENT_PENDING,
    GI_HOST_EVENT_DONE,
    GI_HOST_EVENT_FAILED        /* its work never will be done */
};

struct gi_host_event_page;
struct gi_host_event_view;

/** One process's view of it; zeroed memory is a finished one. */
struct gi_host_event {
    struct gi_host_event_page *page;
    struct gi_host_event_view *view;     /* what it knows by itself */
    int fd;                     /* of the maker's, to be exported; else -1 */
};

/** Makes one that was never recorded.
 *  Owner:   the caller finishes it. */
int gi_host_event_create(struct gi_host_event *out);

/** Maps what the fd is; -EINVAL if it is no event.
 *  Owner:   borrows the fd; the caller finishes *out. */
int gi_host_event_import(struct gi_host_event *out, int borrowed_fd);
void gi_host_event_finish(struct gi_host_event *event);

/** The number of the newest record; 0: never recorded. A number in the page that cannot be right is
 *  not believed: it never goes back, and grows by less than GI_HOST_EVENT_REACH between two looks.
 *  Threads: any. */
uint64_t gi_host_event_newest(const struct gi_host_event *event);
#define GI_HOST_EVENT_REACH (UINT64_C(1) << 40)

/** Whether the number in the page is believed.
 *  Threads: any. */
bool gi_host_event_is_believed(const struct gi_host_event *event);

/** Takes the number after newest for the calling process; false if newest is not that any more.
 *  Threads: any. */
bool gi_host_event_take(struct gi_host_event *event, uint64_t newest);

enum gi_host_event_room {
    GI_HOST_EVENT_FREE,
    GI_HOST_EVENT_OURS,         /* a record that was taken through this view is pending there */
    GI_HOST_EVENT_THEIRS        /* a record of another process is, or nobody knows what */
};

/** Whether a record of this number would find its place free.
 *  Threads: any. */
enum gi_host_event_room gi_host_event_room(const struct gi_host_event *event, uint64_t number);

/** Marks a record as done that was taken through this view, and wakes all who wait for it.
 *  Threads: any. */
void gi_host_event_done(const struct gi_host_event *event, uint64_t number);

/** The place of a record, as a timeline that reaches number when it is done.
 *  Owner:   valid until the event is finished; it is never finished itself. */
struct gi_host_semaphore gi_host_event_place(const struct gi_host_event *event, uint64_t number);

/** Threads: any. */
enum gi_host_event_state gi_host_event_state(const struct gi_host_event *event, uint64_t number);

/** Marks a record as failed, unless it is done, and wakes all who wait for it.
 *  Threads: any. */
void gi_host_event_fail(const struct gi_host_event *event, uint64_t number);

/** The same for a record of any process, as far as this view goes: it has been waited for long
 *  enough.
 *  Threads: any. */
void gi_host_event_give_up(const struct gi_host_event *event, uint64_t number);

/** The same as gi_host_event_state, but a pending record of a process that is surely gone is marked
 *  as failed first. Some system calls for a pending one.
 *  Threads: any. */
enum gi_host_event_state gi_host_event_look(const struct gi_host_event *event, uint64_t number);

/** Sleeps until a record is not pending any more; whoever recorded it may end meanwhile.
 *  Units:   as gi_host_semaphore_wait.
 *  Threads: any.
 *  Errors:  -ETIMEDOUT. */
int gi_host_event_wait(const struct gi_host_event *event, uint64_t number, int64_t abs_timeout_ns);

/** Who made the record that has the place of this one now, as it says itself; 0: nobody is known.
 *  Threads: any. */
int gi_host_event_recorder(const struct gi_host_event *event, uint64_t number);

#endif
