/* The rules that the card is strict about, and the counters of what was done. */
#ifndef GICARD_RULES_H
#define GICARD_RULES_H

#include <stdint.h>

#include "card.h"

/* Each rule's name on stderr stands in rules.c. */
enum gicard_rule {
    GICARD_RULE_IB_MISSING, GICARD_RULE_IB_ALIGNMENT, GICARD_RULE_IB_SIZE, GICARD_RULE_IB_RING,
    GICARD_RULE_CHUNK, GICARD_RULE_TWO_SIGNALS, GICARD_RULE_WAIT_EMPTY, GICARD_RULE_USER_FENCE,
    GICARD_RULE_GEM_FLAGS, GICARD_RULE_GEM_EXPORT, GICARD_RULE_GEM_MAP, GICARD_RULE_USERPTR,
    GICARD_RULE_VA_ALIGNMENT, GICARD_RULE_VA_RANGE, GICARD_RULE_VA_OVERLAP, GICARD_RULE_VA_FLAGS,
    GICARD_RULE_IN_USE,
    GICARD_RULE_BO_LIST, GICARD_RULE_VA_ACCESS, GICARD_RULE_VM_FAULT,
    GICARD_RULE_PACKET_UNKNOWN, GICARD_RULE_PACKET_FIELD, GICARD_RULE_PACKET_LIMIT,
    GICARD_RULE_PACKET_ALIGNMENT, GICARD_RULE_PACKET_OVERLAP, GICARD_RULE_PACKET_HAZARD,
    GICARD_RULE_IOCTL_UNKNOWN,
    GICARD_RULES
};

/** Counts a broken rule and prints a line that names it; returns the code, for the caller to
 * return. Threads: any. */
int gicard_violation(enum gicard_rule rule, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Sets the counter of violations back.
 *  Threads: any. */
void gicard_rules_forget(void);

/** Makes the counters usable in a child, whatever the parent's threads were doing.
 *  Threads: the child of a fork. */
void gicard_rules_after_fork(void);

/** Counts one ioctl of that number.
 *  Threads: any. */
void gicard_count_ioctl(unsigned number);

/** Counts a job, its IBs, SDMA packets and bytes: adds what the struct holds, but for ioctls.
 *  Threads: any. */
void gicard_count_work(const struct gicard_counters *add);

/** Counts what a file was closed with.
 *  Threads: any. */
void gicard_count_leaks(uint64_t count);

/** Appends the counters to the file that the settings name, when they name one.
 *  Threads: the process's exit. */
void gicard_counters_dump(void);

#endif
