/* An event that processes share: one page of memory in which each record has a number.
 *
 * An enqueued record takes the next number, and marks that number done when the work before it is
 * done. Records of several processes overtake each other, so each has a place of its own. A place
 * is used again after GI_HOST_EVENT_PLACES records. As in host semaphores' pages, there is no lock.
 * A hostile process can cause a wrong value but never a crash. A process never trusts the page
 * about its own records.
 *
 * Threads: any, except create, import and finish of one view.
 * Errors:  negative errno values. */
#ifndef GI_HOST_EVENT_H
#define GI_HOST_EVENT_H

#include "host_semaphore.h"

#define GI_HOST_EVENT_PLACES 128u

/** The state of a record. Earlier versions of the library know no failures, and see a failed record
 *  as pending. */
enum gi_host_event_state {
    GI_HOST_EVENT_PENDING,
    GI_HOST_EVENT_DONE,
    GI_HOST_EVENT_FAILED        /* its work will never be done */
};

struct gi_host_event_page;
struct gi_host_event_view;

/** One process's view of a shared event. Zeroed memory is a finished view. */
struct gi_host_event {
    struct gi_host_event_page *page;
    struct gi_host_event_view *view;     /* the process's private knowledge */
    int fd;                     /* of the process that made it, for exports; else -1 */
};

/** Makes an event without a record.
 *  Owner: the caller finishes it. */
int gi_host_event_create(struct gi_host_event *out);

/** Maps the event behind an fd; -EINVAL if it is no event.
 *  Owner: borrows the fd; the caller finishes *out. */
int gi_host_event_import(struct gi_host_event *out, int borrowed_fd);
void gi_host_event_finish(struct gi_host_event *event);

/** The number of the newest record; 0: never recorded. An impossible number in the page is ignored.
 *  The number never decreases, and grows by less than GI_HOST_EVENT_REACH between two reads. */
uint64_t gi_host_event_newest(const struct gi_host_event *event);
#define GI_HOST_EVENT_REACH (UINT64_C(1) << 40)

/** Whether the number in the page is plausible. */
bool gi_host_event_is_believed(const struct gi_host_event *event);

/** Takes the number after newest for a record of the calling process. False if newest is no longer
 *  the newest. */
bool gi_host_event_take(struct gi_host_event *event, uint64_t newest);

enum gi_host_event_room {
    GI_HOST_EVENT_FREE,
    GI_HOST_EVENT_OURS,         /* a record that was taken through this view is pending there */
    GI_HOST_EVENT_THEIRS        /* a record of another process is pending there, or of an unknown
                                   one */
};

/** Whether the place of a record with this number is free. */
enum gi_host_event_room gi_host_event_room(const struct gi_host_event *event, uint64_t number);

/** Marks a record of this view as done, and wakes all waiters. */
void gi_host_event_done(const struct gi_host_event *event, uint64_t number);

/** The place of a record, as a timeline semaphore that reaches number when the record is done.
 *  Owner: valid until the event is finished; it is never finished itself. */
struct gi_host_semaphore gi_host_event_place(const struct gi_host_event *event, uint64_t number);

/** The state of a record. */
enum gi_host_event_state gi_host_event_state(const struct gi_host_event *event, uint64_t number);

/** Marks a record as failed unless it is done, and wakes all waiters. */
void gi_host_event_fail(const struct gi_host_event *event, uint64_t number);

/** As gi_host_event_fail, for a record of any process that was waited for too long. This view then
 *  treats it as failed, whatever the page says. */
void gi_host_event_give_up(const struct gi_host_event *event, uint64_t number);

/** As gi_host_event_state, but first marks a pending record as failed if its process has ended.
 *  Makes some system calls for a pending record. */
enum gi_host_event_state gi_host_event_look(const struct gi_host_event *event, uint64_t number);

/** Sleeps until a record is no longer pending. The process that recorded it may end meanwhile.
 *  Units:  as gi_host_semaphore_wait.
 *  Errors: -ETIMEDOUT. */
int gi_host_event_wait(const struct gi_host_event *event, uint64_t number, int64_t abs_timeout_ns);

/** The process id of the newest record in this record's place, as that process wrote it; 0:
 *  unknown. */
int gi_host_event_recorder(const struct gi_host_event *event, uint64_t number);

#endif
