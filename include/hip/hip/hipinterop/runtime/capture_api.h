/** Captures: streams whose work becomes the nodes of a graph; a part of hip_runtime_api.h.
 *
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_CAPTURE_API_H
#define GPUINTEROP_HIP_CAPTURE_API_H

#include <stddef.h>

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Begins the capture of a stream into a new graph. Until hipStreamEndCapture, work in the stream
 *  becomes nodes of the graph and nothing runs. A stream that waits for an event of a captured
 *  stream joins the capture. A call that breaks the capture returns an error, and
 *  hipStreamEndCapture returns one, too.
 *  Parameter mode: which calls are refused meanwhile, because they are unsafe in a capture: with
 *      hipStreamCaptureModeGlobal those of all threads, with hipStreamCaptureModeThreadLocal those
 *      of this thread, with hipStreamCaptureModeRelaxed none.
 *  Errors: hipErrorInvalidValue for another mode; hipErrorStreamCaptureUnsupported for the
 *      legacy default stream; hipErrorIllegalState if the stream is captured already;
 *      hipErrorContextIsDestroyed if stream is stale; hipErrorOutOfMemory.
 *  Mirrors: hipStreamBeginCapture of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamBeginCapture(
    hipStream_t stream, hipStreamCaptureMode mode);

/** Begins the capture of a stream into a graph that exists.
 *  Parameter graph: the graph, which stays the program's.
 *  Parameter dependencies: nodes of the graph that the first captured node follows.
 *  Parameter edges: the ports and the types of the edges from these nodes; NULL: all 0.
 *  Parameter count: the number of nodes.
 *  Parameter mode: as for hipStreamBeginCapture.
 *  Errors: those of hipStreamBeginCapture; hipErrorIllegalState if another stream is captured into
 *      the graph; hipErrorInvalidValue if graph is NULL or stale, a list
 *      is NULL and count is not 0, or a node is of another graph.
 *  Mirrors: hipStreamBeginCaptureToGraph of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamBeginCaptureToGraph(
    hipStream_t stream, hipGraph_t graph, const hipGraphNode_t *dependencies,
    const hipGraphEdgeData *edges, size_t count, hipStreamCaptureMode mode);

/** Ends the capture that began in a stream, for all streams that joined it.
 *  Parameter graph: gets the graph, or NULL after an error; with NULL a new graph is destroyed.
 *  Owner: the caller, until hipGraphDestroy.
 *  Errors: hipErrorIllegalState if the stream is not captured; hipErrorStreamCaptureUnmatched if
 *      the capture began in another stream; hipErrorStreamCaptureWrongThread if another thread
 *      began it, unless its mode is relaxed; hipErrorStreamCaptureUnjoined if the stream does not
 *      wait for the work of one that joined; hipErrorStreamCaptureInvalidated if the capture was
 *      broken; hipErrorContextIsDestroyed if stream is
 *      stale.
 *  Beyond: the sentence of an error says which call, in which stream, broke the capture.
 *  Mirrors: hipStreamEndCapture of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *graph);

/** Changes which nodes the next node of a captured stream follows.
 *  Parameter dependencies: nodes of the graph of the capture.
 *  Parameter count: the number of nodes.
 *  Parameter flags: hipStreamAddCaptureDependencies or hipStreamSetCaptureDependencies.
 *  Errors: hipErrorIllegalState if the stream is not captured; hipErrorStreamCaptureInvalidated if
 *      the capture is broken; hipErrorInvalidValue for other flags, a list that is NULL, and a node
 *      of another graph; hipErrorContextIsDestroyed if stream is stale;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipStreamUpdateCaptureDependencies of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamUpdateCaptureDependencies(
    hipStream_t stream, hipGraphNode_t *dependencies, size_t count,
    unsigned int flags GPUINTEROP_DEFAULT(0));

#ifdef __cplusplus
}
#endif

#endif
