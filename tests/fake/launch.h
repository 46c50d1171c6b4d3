/** Launches of kernels that do nothing. */
#ifndef GIFAKE_LAUNCH_H
#define GIFAKE_LAUNCH_H

#include "stream/operation.h"

/** Makes a kernel and enqueues a launch of it.
 *  Errors: those of both. */
GI_MUST_CHECK gi_status gifake_launch(gi_handle stream);

/** The same of a cooperative launch of several blocks. */
GI_MUST_CHECK gi_status gifake_launch_together(gi_handle stream);

/** The same of a kernel that fails; the second for a stream that may have no handle any more. */
GI_MUST_CHECK gi_status gifake_launch_failing(gi_handle stream);
GI_MUST_CHECK gi_status gifake_launch_failing_in(struct gi_stream *stream);

#endif
