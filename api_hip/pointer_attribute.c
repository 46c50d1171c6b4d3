#include "driver/pointer_attribute.h"

#include "arrays/array.h"

gi_status front_pointer_context(const struct gi_pointer_info *info, uint64_t *out_context)
{
    (void)info, (void)out_context;
    return gi_fail(GI_NOT_SUPPORTED, "pointer attribute %d: memory has no context here",
                   (int)HIP_POINTER_ATTRIBUTE_CONTEXT);
}

/* As AMD's runtime, which looks among its arrays for what is no memory. */
bool front_pointer_is_array(uint64_t pointer)
{
    struct gi_array_info info;

    return gi_array_query(pointer, &info) == GI_OK;
}

gi_status front_own_pointer_attribute(const struct gi_pointer_info *info, int attribute,
                                      uint64_t *out_number, size_t *out_bytes)
{
    (void)info, (void)out_number, (void)out_bytes;
    return gi_fail(GI_INVALID_VALUE, "pointer attribute %d: 1 to 17 exist", attribute);
}
