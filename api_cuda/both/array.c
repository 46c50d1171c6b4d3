#include "arrays/array.h"

#include "both_names.h"
#include "front.h"
#include "handles.h"

gpuError_t gpuArrayGetPlane(gpuArray_t *plane, gpuArray_t array, unsigned int index)
{
    struct gi_array_info info;

    FRONT_NOT_NULL(plane);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_array_query(front_from_array(array), &info));
    return front_error(gi_fail(GI_INVALID_VALUE, "%s: plane %u of an array of format %s, which "
                               "has no planes", __func__, index,
                               gi_format_info(info.format)->name));
}
