/** The rules of stream captures. Pure: choices from facts.
 *
 *  A capture has a mode, and so has each thread. Calls that are unsafe during a capture are refused
 *  by both. Threads: any. */
#ifndef GI_CAPTURE_RULES_H
#define GI_CAPTURE_RULES_H

#include "base/status.h"

/** Modes, with the front ends' numbers. */
enum gi_capture_mode {
    GI_CAPTURE_GLOBAL = 0,
    GI_CAPTURE_THREAD_LOCAL = 1,
    GI_CAPTURE_RELAXED = 2
};

/** Facts of a capture and of the thread that calls. */
struct gi_capture_facts {
    enum gi_capture_mode mode;
    enum gi_capture_mode thread_mode;
    bool is_own;                         /* the calling thread began it */
};

/** Whether the capture, broken or not, refuses an unsafe call of the thread. */
bool gi_capture_refuses_unsafe(const struct gi_capture_facts *facts);

/** Whether a thread may end the capture.
 *  Returns: GI_OK or GI_CAPTURE_WRONG_THREAD. */
gi_status gi_capture_may_end(const struct gi_capture_facts *facts);

/** Facts of a stream that waits for a captured event, and of the event's capture. */
struct gi_capture_join_facts {
    bool is_over;                        /* the event's capture has ended */
    bool is_broken;                      /* the event's capture is broken */
    bool is_legacy;                      /* the stream is a legacy stream */
    bool captures;                       /* the stream captures */
    bool is_same;                        /* the event's capture is the stream's */
};

/** Whether the stream joins the capture, or why not.
 *  Returns: GI_OK, or the error of the wait. */
gi_status gi_capture_may_join(const struct gi_capture_join_facts *facts);

/** The mode of a thread that has set this number: relaxed if it is none, as NVIDIA's library takes
 *  any number. */
enum gi_capture_mode gi_capture_mode_of(int mode);

/** A name of a mode, for sentences. */
const char *gi_capture_mode_name(int mode);

#endif
