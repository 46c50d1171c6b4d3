/** Captures: streams whose work becomes the nodes of a graph; a part of cuda_runtime_api.h.
 *
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_CAPTURE_API_H
#define GPUINTEROP_CUDA_CAPTURE_API_H

#include <stddef.h>

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Begins the capture of a stream into a new graph. Until cudaStreamEndCapture, work in the stream
 *  becomes nodes of the graph and nothing runs. A stream that waits for an event of a captured
 *  stream joins the capture. A call that breaks the capture returns an error, and
 *  cudaStreamEndCapture returns one, too.
 *  Parameter mode: which calls are refused meanwhile, because they are unsafe in a capture: with
 *      cudaStreamCaptureModeGlobal those of all threads, with cudaStreamCaptureModeThreadLocal
 *      those of this thread, with cudaStreamCaptureModeRelaxed none.
 *  Errors: cudaErrorInvalidValue for another mode; cudaErrorStreamCaptureUnsupported for the
 *      legacy default stream; cudaErrorIllegalState if the stream is captured already;
 *      cudaErrorInvalidResourceHandle if stream is stale; cudaErrorMemoryAllocation.
 *  Mirrors: cudaStreamBeginCapture of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamBeginCapture(
    cudaStream_t stream, enum cudaStreamCaptureMode mode);

/** Begins the capture of a stream into a graph that exists.
 *  Parameter graph: the graph, which stays the program's.
 *  Parameter dependencies: nodes of the graph that the first captured node follows.
 *  Parameter edges: the ports and the types of the edges from these nodes; NULL: all 0.
 *  Parameter count: the number of nodes.
 *  Parameter mode: as for cudaStreamBeginCapture.
 *  Errors: those of cudaStreamBeginCapture; cudaErrorIllegalState if another stream is captured
 *      into the graph; cudaErrorInvalidValue if graph is NULL or stale, a list is NULL and count is
 *      not 0, or a node is of another graph.
 *  Mirrors: cudaStreamBeginCaptureToGraph of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamBeginCaptureToGraph(
    cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
    const cudaGraphEdgeData *edges, size_t count, enum cudaStreamCaptureMode mode);

/** Ends the capture that began in a stream, for all streams that joined it.
 *  Parameter graph: gets the graph, or NULL after an error; with NULL a new graph is destroyed.
 *  Owner: the caller, until cudaGraphDestroy.
 *  Errors: cudaErrorIllegalState if the stream is not captured; cudaErrorStreamCaptureUnmatched if
 *      the capture began in another stream; cudaErrorStreamCaptureWrongThread if another thread
 *      began it, unless its mode is relaxed; cudaErrorStreamCaptureUnjoined if the stream does not
 *      wait for the work of one that joined; cudaErrorStreamCaptureInvalidated if the capture was
 *      broken; cudaErrorInvalidResourceHandle if stream is
 *      stale.
 *  Beyond: the sentence of an error says which call, in which stream, broke the capture.
 *  Mirrors: cudaStreamEndCapture of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);

/** Changes which nodes the next node of a captured stream follows.
 *  Parameter dependencies: nodes of the graph of the capture.
 *  Parameter edges: the ports and the types of later edges from these nodes; NULL: all 0.
 *  Parameter count: the number of nodes.
 *  Parameter flags: cudaStreamAddCaptureDependencies or cudaStreamSetCaptureDependencies.
 *  Errors: cudaErrorIllegalState if the stream is not captured; cudaErrorStreamCaptureInvalidated
 *      if the capture is broken; cudaErrorInvalidValue for other flags, a list that is NULL, and a
 *      node of another graph; cudaErrorInvalidResourceHandle if stream is stale;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaStreamUpdateCaptureDependencies of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamUpdateCaptureDependencies(
    cudaStream_t stream, cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges,
    size_t count, unsigned int flags GPUINTEROP_DEFAULT(0));

#ifdef __cplusplus
}
#endif

#endif
