/** The operands of copies to, from and between arrays, and how copies are enqueued. */
#ifndef GI_FRONT_COPY_SIDES_H
#define GI_FRONT_COPY_SIDES_H

#include "ops/copy.h"
#include "front.h"
#include "handles.h"

static inline struct gi_copy_side in_array(const char *name, gpuArray_const_t array, size_t x,
                                           size_t y)
{
    return (struct gi_copy_side){ .name = name, .declared = GI_DECLARED_ARRAY,
                                  .array = front_from_array(array), .x = x, .y = y };
}

static inline struct gi_copy_side in_memory(const char *name, const void *pointer, size_t pitch)
{
    return (struct gi_copy_side){ .name = name, .pointer = front_from_pointer(pointer),
                                  .pitch = pitch };
}

static inline struct gi_copy rows_of(struct gi_copy_side to, struct gi_copy_side from,
                                     size_t width, size_t height, gpuMemcpyKind kind)
{
    return (struct gi_copy){ .measure = GI_COPY_BYTES, .dst = to, .src = from, .width = width,
                                  .height = height, .depth = 1, .kind = front_from_kind(kind) };
}

static inline struct gi_copy run_of(struct gi_copy_side to, struct gi_copy_side from,
                                    size_t size, gpuMemcpyKind kind)
{
    return (struct gi_copy){ .measure = GI_COPY_RUN, .dst = to, .src = from, .width = size,
                                  .height = 1, .depth = 1, .kind = front_from_kind(kind) };
}

static inline gpuError_t copy(struct gi_copy form)
{
    FRONT_TRY(front_begin());
    return front_error(gi_copy(&form, front_in_default()));
}

static inline gpuError_t copy_per_thread(struct gi_copy form)
{
    FRONT_TRY(front_begin());
    return front_error(gi_copy(&form, gi_in_thread()));
}

static inline gpuError_t copy_async(struct gi_copy form, gpuStream_t stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_copy(&form, gi_in_stream(front_from_stream(stream))));
}

#endif
