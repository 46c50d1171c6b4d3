/** Arrays that lie in imported memory. */
#include "share/external_memory.h"

#include "driver/array_request.h"
#include "front.h"
#include "handles.h"

CUresult cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *array, CUexternalMemory memory,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *descriptor)
{
    struct gi_array_request request;
    gi_handle handle;

    FRONT_NOT_NULL(array);
    FRONT_NOT_NULL(descriptor);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_array_request(__func__, &descriptor->arrayDesc, descriptor->numLevels,
                                  &request));
    FRONT_TRY(gi_external_memory_map_array(front_from_memory(memory), descriptor->offset, &request,
                                           &handle));
    *array = front_to_mipmapped(handle);
    return CUDA_SUCCESS;
}
