/** What the scenarios of the fault sweep share. */
#ifndef FAKE_SWEEP_H
#define FAKE_SWEEP_H

#include <stdio.h>

#include "base/status.h"

enum {
    SWEEP_DEVICE = 0,            /* the one the core uses */
    SWEEP_PEER_DEVICE = 1,       /* that of the program that shares its objects */
    SWEEP_FAR_DEVICE = 2         /* another one of the core's */
};

/** Something went wrong in this process. */
extern bool sweep_went_wrong;

#define EXPECT(condition, ...)                                                                   \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            fprintf(stderr, "  " __VA_ARGS__);                                                   \
            fputc('\n', stderr);                                                                 \
            sweep_went_wrong = true;                                                             \
        }                                                                                        \
    } while (0)

/** A scenario: does all it does with the call fail_nth failing, destroys what it made, and returns
 *  the first error. out_slot may be NULL. */
typedef gi_status sweep_scenario(unsigned long fail_nth, gi_status fail_status,
                                 const char **out_slot);

/** Arrays of the library's own, of another program's and of another device. */
sweep_scenario sweep_arrays;

/** Boxes, pageable memory, copies between devices, pools, batches, words and times; ended by
 *  destroying each object, or by resets of the devices. */
sweep_scenario sweep_memory, sweep_memory_reset;

/** Memory, a pool and an event that two processes share; the faults are in the one that offers
 *  them, or in the one that opens them. */
sweep_scenario sweep_offering, sweep_opening;

/** Destroying what was made succeeds, unless the device is lost, when it may say so. */
void sweep_expect_destroyed(gi_status status, const char *what);

#endif
