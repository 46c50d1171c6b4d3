#include "copy_order.h"

gi_status gi_copy_arrays_in_order(const struct gi_array_end *dst, const struct gi_array_end *src,
                                  const struct gi_texel_box *box, int kind,
                                  const struct gi_copy_order *order)
{
    switch (order->call) {
    case GI_CALL_LEGACY:     return gi_array_copy(dst, src, box, kind);
    case GI_CALL_PER_THREAD: return gi_array_copy_per_thread(dst, src, box, kind);
    case GI_CALL_ASYNC:      return gi_array_copy_async(dst, src, box, kind, order->stream);
    }
    return gi_fail(GI_INTERNAL, "copy: called for in no way");
}

gi_status gi_copy_memory_in_order(const struct gi_box_end *dst, const struct gi_box_end *src,
                                  const struct gi_box *box, int kind,
                                  const struct gi_copy_order *order)
{
    switch (order->call) {
    case GI_CALL_LEGACY:     return gi_copy_box(dst, src, box, kind);
    case GI_CALL_PER_THREAD: return gi_copy_box_per_thread(dst, src, box, kind);
    case GI_CALL_ASYNC:      return gi_copy_box_async(dst, src, box, kind, order->stream);
    }
    return gi_fail(GI_INTERNAL, "copy: called for in no way");
}
