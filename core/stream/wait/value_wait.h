/** Waits for words of memory. A thread of the library polls them until they satisfy a condition,
 *  because a write to memory sends no notification. The pause between polls is a sixteenth of the
 *  time waited so far, at least 20 us and at most 5 ms. A write by the library itself ends the
 *  pause at once. A word that the host cannot read is copied to host memory for each poll
 *  (carry/word_copy.h).
 *
 *  Threads: any. */
#ifndef GI_VALUE_WAIT_H
#define GI_VALUE_WAIT_H

#include <stdatomic.h>

#include "memory/allocation.h"

enum gi_value_condition {         /* conditions on word & mask */
    GI_VALUE_REACHED,             /* >= value, both unsigned */
    GI_VALUE_EQUAL,
    GI_VALUE_AND,                 /* has a bit of value */
    GI_VALUE_NOR,                 /* mask has a bit that neither the word nor value has */
    GI_VALUE_NOT_BEHIND           /* >= value cyclically: word - value, in the word's size, is not
                                     negative; so a counter may wrap around */
};

/** The value of a word as it was last copied; begins a gi_word_copy. */
struct gi_word_value {
    atomic_bool is_known;
    _Atomic uint64_t value;
    atomic_bool is_under_way;            /* a copy was asked for and has not arrived */
    struct gi_word_copy *next;           /* in the list of copies that the thread starts */
};

struct gi_word_copy;

struct gi_value_wait {
    struct gi_allocation *allocation;    /* referenced, so that the address stays valid */
    const void *address;                 /* the host's address, aligned; with copy the word's
                                            device address */
    struct gi_word_copy *copy;           /* referenced; NULL: the host can read the word */
    uint32_t size_bytes;                 /* 4 or 8 */
    enum gi_value_condition condition;
    uint64_t value, mask;
};

/** Frees a value wait from malloc and drops its reference to the allocation. */
void gi_value_wait_free(struct gi_value_wait *word);

/** Whether the condition holds now. */
bool gi_value_wait_holds(const struct gi_value_wait *word);

/** Waits once for a word; embedded in its user. */
struct gi_value_waiter {
    const struct gi_value_wait *word;
    void (*notify)(struct gi_value_waiter *waiter);   /* on a thread of the library, no lock held */
    bool is_listed;                      /* from here on private to value_wait.c */
    int64_t since_ns, next_copy_ns;
    uint64_t seen_writes;
    struct gi_value_waiter *next, *previous;
};

/** Notifies once, after the condition was seen to hold.
 *  Owner:  the waiter and its word stay valid until it was notified or cancelled.
 *  Errors: GI_OS_ERROR if the thread cannot be started. */
GI_MUST_CHECK gi_status gi_value_waiter_add(struct gi_value_waiter *waiter);

/** Cancels the waiter; false if it was notified, or is about to be. Afterwards no thread reads
 *  the word. */
bool gi_value_waiter_cancel(struct gi_value_waiter *waiter);

/** The pause between two polls of a word, after this time of waiting. Pure.
 *  Units: nanoseconds. */
int64_t gi_value_wait_pause_ns(int64_t waited_ns);

/** The value of a word was copied. known: the copy has succeeded. */
void gi_value_wait_fetched(struct gi_word_value *word, uint64_t value, bool known);

/** The library has written a word: polls all words now. Cheap without waiters. */
void gi_value_wait_written(void);

#endif
