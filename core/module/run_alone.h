/** Operations of the library's own that a launch needs first.
 *
 *  Threads: any that holds no lock of the scheduler. */
#ifndef GI_RUN_ALONE_H
#define GI_RUN_ALONE_H

#include "base/status.h"

struct gi_device;
struct gi_operation;

/** Carries an operation out by a stream of its own, and waits for it.
 *  Errors: those of gi_stream_enqueue, and of the work. */
GI_MUST_CHECK gi_status gi_run_alone(struct gi_device *device, struct gi_operation *operation);

#endif
