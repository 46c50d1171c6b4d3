#include "driver/pointer_attribute.h"

#include "context/context.h"

gi_status front_pointer_context(const struct gi_pointer_info *info, uint64_t *out_context)
{
    gi_handle context;
    gi_status status;

    *out_context = 0;
    if (info->kind == GI_POINTER_UNKNOWN || !info->has_context)
        return GI_OK;
    status = gi_context_of_owner(info->context, info->device, &context);
    if (status == GI_OK)
        *out_context = context;
    return status;
}

bool front_pointer_is_array(uint64_t pointer)
{
    (void)pointer;
    return false;
}

/* Memory is mapped as a whole. */
gi_status front_own_pointer_attribute(const struct gi_pointer_info *info, int attribute,
                                      uint64_t *out_number, size_t *out_bytes)
{
    *out_bytes = sizeof *out_number;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
        *out_number = info->range_bytes;
        return GI_OK;
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
        *out_number = info->range_base;
        return GI_OK;
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        *out_number = info->allocation_id;
        return GI_OK;
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
        *out_number = 0;
        *out_bytes = sizeof(uint32_t);
        return GI_OK;
    default:
        return gi_fail(GI_INVALID_VALUE, "pointer attribute %d: 1 to 21 exist", attribute);
    }
}
