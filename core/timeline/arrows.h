/** Which signal has ended which wait. */
#ifndef GI_ARROWS_H
#define GI_ARROWS_H

#include "event_reader.h"

/** A signal or a wait, also of a record of an event. */
struct gi_arrow_end {
    uint64_t identity;           /* of the semaphore or the stream: a hash */
    uint64_t value, process, track;
    int64_t begin_ns, end_ns;
    bool is_local;               /* the identity is one of its process alone */
    bool is_point;
    size_t signal;               /* of a wait: the index of the signal that ended it; SIZE_MAX:
                                    there is none */
    bool is_guessed;             /* by value and time alone */
    bool is_named;               /* the program gave the semaphore its name */
    char name[64];               /* of the semaphore; else its identity */
};

struct gi_arrows {
    struct gi_arrow_end *signals, *waits;
    size_t signal_count, signal_capacity, wait_count, wait_capacity;
};

/** Notes a slice, if it is a signal or a wait. False if there is no memory, or if there are too
 *  many of them. */
bool gi_arrows_add(struct gi_arrows *arrows, const struct gi_event_line *event);

/** Finds the signal of each wait. */
void gi_arrows_match(struct gi_arrows *arrows);
void gi_arrows_finish(struct gi_arrows *arrows);

#endif
