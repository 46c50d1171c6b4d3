/** Words of memory that the host sees, and a thread of the library that looks at them until they
 *  satisfy a condition. Nothing tells when the device or the program writes to memory, so it looks
 *  again after a sixteenth of the time that it has waited already, at most every 20 us and at
 *  least every 5 ms; and at once when the library itself has written such a word. */
#ifndef GI_VALUE_WAIT_H
#define GI_VALUE_WAIT_H

#include "memory/allocation.h"

enum gi_value_condition {         /* of word & mask */
    GI_VALUE_REACHED,             /* is at least value, both unsigned */
    GI_VALUE_EQUAL,
    GI_VALUE_AND,                 /* has a bit of value */
    GI_VALUE_NOR                  /* of the bits in mask there is one that neither it nor value
                                    has */
};

struct gi_value_wait {
    struct gi_allocation *allocation;    /* referenced: it keeps the address valid */
    const void *address;                 /* as the host sees it; aligned */
    uint32_t size_bytes;                 /* 4 or 8 */
    enum gi_value_condition condition;
    uint64_t value, mask;
};

/** Gives back a word from malloc and its reference to the allocation. */
void gi_value_wait_free(struct gi_value_wait *word);

/** Whether the condition holds now.
 *  Threads: any. */
bool gi_value_wait_holds(const struct gi_value_wait *word);

/** A word to be watched, once; embedded in whoever wants to know. */
struct gi_value_waiter {
    const struct gi_value_wait *word;
    void (*fire)(struct gi_value_waiter *watch);   /* on a thread of the library, no lock held */
    bool is_listed;                      /* the watcher's own from here on */
    int64_t since_ns;
    struct gi_value_waiter *next, *previous;
};

/** Fires once the condition was seen to hold.
 *  Owner:   watch and its word stay valid until it has fired or was cancelled.
 *  Threads: any.
 *  Errors:  GI_OS_ERROR if the thread cannot be started. */
GI_MUST_CHECK gi_status gi_value_waiter_add(struct gi_value_waiter *watch);

/** Takes it back; false if it has fired or is about to. On return nobody looks at the word.
 *  Threads: any. */
bool gi_value_waiter_cancel(struct gi_value_waiter *watch);

/** How long after one look comes the next at a word that has been waited for so long. Pure.
 *  Units: nanoseconds. */
int64_t gi_value_wait_pause_ns(int64_t waited_ns);

/** Some word was written: those that are watched are looked at now. Cheap if there are none.
 *  Threads: any. */
void gi_value_wait_written(void);

#endif
