/** What the scenarios of the fault sweep share. */
#ifndef FAKE_SWEEP_H
#define FAKE_SWEEP_H

#include <stdio.h>

#include "base/status.h"

enum {
    SWEEP_DEVICE = 0,            /* the core's */
    SWEEP_PEER_DEVICE = 1,       /* of the program that shares its objects with the core */
    SWEEP_FAR_DEVICE = 2         /* another one of the core's */
};

/** A check failed in this process. */
extern bool sweep_went_wrong;

#define EXPECT(condition, ...)                                                                   \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            fprintf(stderr, "  " __VA_ARGS__);                                                   \
            fputc('\n', stderr);                                                                 \
            sweep_went_wrong = true;                                                             \
        }                                                                                        \
    } while (0)

/** A scenario: makes its calls while the call fail_nth fails, destroys what it made, and returns
 *  the first error. out_slot may be NULL. */
typedef gi_status sweep_scenario(unsigned long fail_nth, gi_status fail_status,
                                 const char **out_slot);

/** Arrays of the library, of another program and of another device. */
sweep_scenario sweep_arrays;

/** Boxes, pageable memory, copies between devices, pools, batches, words and times. It ends by
 *  destroying each object, or by resets of the devices. */
sweep_scenario sweep_memory, sweep_memory_reset;

/** Ranges, pages and what is mapped. */
sweep_scenario sweep_ranges;

/** Buffers and images of OpenGL, by each way. */
sweep_scenario sweep_graphics;

/** A multicast object with a member on each of two devices. */
sweep_scenario sweep_multicast;

/** Graphs with conditional nodes that the device decides about. */
sweep_scenario sweep_decisions;

/** Memory, a pool and an event that two processes share. The failures are in the exporting or in
 *  the importing process. */
sweep_scenario sweep_offering, sweep_opening;

/** Files, the standard output and shared pages: the system fails alone, as no driver is asked. */
sweep_scenario sweep_files;

/** Begins the part of a scenario in which the call fail_nth fails; 0: none. */
void sweep_begin_work(unsigned long fail_nth, gi_status fail_status);

/** Ends the part of a scenario in which calls fail: an error has a sentence. out_slot gets what
 *  failed, and may be NULL. */
void sweep_after_work(gi_status status, const char **out_slot);

/** Files of the test, which no failure is meant for. */
int sweep_close(int fd);
int sweep_duplicate(int fd);
bool sweep_is_open(int fd);

/** Checks that destroying an object succeeds; on a lost device it may report the loss. */
void sweep_expect_destroyed(gi_status status, const char *what);

#endif
