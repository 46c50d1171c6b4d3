/** More symbols for programs whose default stream is the calling thread's own. */
#include "runtime/chosen_stream.h"

hipError_t hipStreamGetCaptureInfo_spt(hipStream_t stream, hipStreamCaptureStatus *status,
                                       unsigned long long *id)
{
    return hipStreamGetCaptureInfo(front_chosen(stream), status, id);
}

hipError_t hipStreamGetCaptureInfo_v2_spt(hipStream_t stream, hipStreamCaptureStatus *status,
                                          unsigned long long *id, hipGraph_t *graph,
                                          const hipGraphNode_t **dependencies,
                                          size_t *dependency_count)
{
    return hipStreamGetCaptureInfo_v2(front_chosen(stream), status, id, graph, dependencies,
                                      dependency_count);
}
