/** The functions that a stream calls once a launch is done. */
#ifndef GI_LAUNCH_REPORT_H
#define GI_LAUNCH_REPORT_H

#include "base/status.h"

/** Embedded in its owner's struct. Both functions are called with the stream's lock held, and may
 *  take leaf locks alone. */
struct gi_launch_report {
    /** The launch is done. Called once at most, before release.
     *  Errors: how the kernel failed; the stream fails with it. */
    gi_status (*ended)(struct gi_launch_report *report);
    /** The stream needs the report no more. */
    void (*release)(struct gi_launch_report *report);
};

#endif
