/** The operations of captured streams as nodes.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_CAPTURED_H
#define GI_CAPTURED_H

#include "stream/operation.h"

/** Makes a node of an operation, behind what the stream's last operation left. Records of events
 *  and waits for them change what the next node follows. False if the stream is captured no more;
 *  then the operation is the stream's own.
 *  Errors (*out_status): what the operation of an explicit node can answer; GI_CAPTURE_UNSUPPORTED
 *          for operations that no node stands for; GI_CAPTURE_ISOLATION; GI_CAPTURE_IMPLICIT for a
 *          legacy stream; GI_CAPTURE_INVALIDATED. */
bool gi_captured_operation(struct gi_stream *stream, struct gi_operation *operation,
                           gi_status *out_status);

#endif
