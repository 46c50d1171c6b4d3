#include "copy.h"

#include "copy_call.h"
#include "copy_form.h"

gi_status gi_copy(const struct gi_copy *copy, struct gi_copy_order order)
{
    struct gi_copy_call call = gi_copy_call_of(order);
    gi_status status = gi_copy_form(&call, copy);

    gi_copy_call_end(&call);
    return status;
}

gi_status gi_fill(const struct gi_fill *fill, struct gi_copy_order order)
{
    struct gi_copy_call call = gi_copy_call_of(order);
    gi_status status = gi_copy_call_fill(&call, fill);

    gi_copy_call_end(&call);
    return status;
}

gi_status gi_copy_prepare(const struct gi_copy *copy, struct gi_operation *out_operation)
{
    struct gi_copy_call call = gi_copy_call_to(out_operation);
    gi_status status = gi_copy_form(&call, copy);

    if (status != GI_OK && out_operation->kind != NULL) {    /* the first one of several copies */
        gi_operation_drop(out_operation);
        out_operation->kind = NULL;
    }
    return status;
}

gi_status gi_fill_prepare(const struct gi_fill *fill, struct gi_operation *out_operation)
{
    struct gi_copy_call call = gi_copy_call_to(out_operation);

    return gi_copy_call_fill(&call, fill);
}
