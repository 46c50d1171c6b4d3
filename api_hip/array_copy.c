/** Copies of rows and of runs of bytes to, from and between arrays. */
#include "array_copy.h"

#include "copy.h"
#include "front.h"
#include "handles.h"

static struct gi_copy_side in_array(const char *name, hipArray_const_t array, size_t x, size_t y)
{
    return (struct gi_copy_side){ .name = name, .said = GI_SAID_ARRAY,
                                  .array = gihip_from_array(array), .x = x, .y = y };
}

static struct gi_copy_side in_memory(const char *name, const void *pointer, size_t pitch)
{
    return (struct gi_copy_side){ .name = name, .pointer = gihip_from_pointer(pointer),
                                  .pitch = pitch };
}

static struct gi_copy rows_of(struct gi_copy_side to, struct gi_copy_side from, size_t width,
                                   size_t height, hipMemcpyKind kind)
{
    return (struct gi_copy){ .measure = GI_COPY_BYTES, .dst = to, .src = from, .width = width,
                                  .height = height, .depth = 1, .kind = gihip_from_kind(kind) };
}

static struct gi_copy run_of(struct gi_copy_side to, struct gi_copy_side from, size_t size,
                                  hipMemcpyKind kind)
{
    return (struct gi_copy){ .measure = GI_COPY_RUN, .dst = to, .src = from, .width = size,
                                  .height = 1, .depth = 1, .kind = gihip_from_kind(kind) };
}

static hipError_t copy(struct gi_copy form)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_copy(&form, gi_in_legacy()));
}

static hipError_t copy_per_thread(struct gi_copy form)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_copy(&form, gi_in_thread()));
}

static hipError_t copy_async(struct gi_copy form, hipStream_t stream)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_copy(&form, gi_in_stream(gihip_from_stream(stream))));
}

/* ---- rows ----------------------------------------------------------------------------------- */

hipError_t hipMemcpy2DToArray(hipArray_t destination, size_t x, size_t y, const void *source,
                              size_t source_pitch, size_t width, size_t height,
                              hipMemcpyKind kind)
{
    return copy(rows_of(in_array("destination", destination, x, y),
                        in_memory("source", source, source_pitch), width, height, kind));
}

hipError_t hipMemcpy2DToArray_spt(hipArray_t destination, size_t x, size_t y,
                                  const void *source, size_t source_pitch, size_t width,
                                  size_t height, hipMemcpyKind kind)
{
    return copy_per_thread(rows_of(in_array("destination", destination, x, y),
                                   in_memory("source", source, source_pitch), width, height,
                                   kind));
}

hipError_t hipMemcpy2DToArrayAsync(hipArray_t destination, size_t x, size_t y,
                                   const void *source, size_t source_pitch, size_t width,
                                   size_t height, hipMemcpyKind kind, hipStream_t stream)
{
    return copy_async(rows_of(in_array("destination", destination, x, y),
                              in_memory("source", source, source_pitch), width, height, kind),
                      stream);
}

hipError_t hipMemcpy2DFromArray(void *destination, size_t destination_pitch,
                                hipArray_const_t source, size_t x, size_t y, size_t width,
                                size_t height, hipMemcpyKind kind)
{
    return copy(rows_of(in_memory("destination", destination, destination_pitch),
                        in_array("source", source, x, y), width, height, kind));
}

hipError_t hipMemcpy2DFromArray_spt(void *destination, size_t destination_pitch,
                                    hipArray_const_t source, size_t x, size_t y, size_t width,
                                    size_t height, hipMemcpyKind kind)
{
    return copy_per_thread(rows_of(in_memory("destination", destination, destination_pitch),
                                   in_array("source", source, x, y), width, height, kind));
}

hipError_t hipMemcpy2DFromArrayAsync(void *destination, size_t destination_pitch,
                                     hipArray_const_t source, size_t x, size_t y, size_t width,
                                     size_t height, hipMemcpyKind kind,
                                     hipStream_t stream)
{
    return copy_async(rows_of(in_memory("destination", destination, destination_pitch),
                              in_array("source", source, x, y), width, height, kind),
                      stream);
}

hipError_t hipMemcpy2DArrayToArray(hipArray_t destination, size_t destination_x,
                                   size_t destination_y, hipArray_const_t source,
                                   size_t source_x, size_t source_y, size_t width,
                                   size_t height, hipMemcpyKind kind)
{
    return copy(rows_of(in_array("destination", destination, destination_x, destination_y),
                        in_array("source", source, source_x, source_y), width, height, kind));
}

/* ---- runs of bytes -------------------------------------------------------------------------- */

hipError_t hipMemcpyToArray(hipArray_t destination, size_t x, size_t y, const void *source,
                            size_t size, hipMemcpyKind kind)
{
    return copy(run_of(in_array("destination", destination, x, y), in_memory("source", source, 0),
                       size, kind));
}

hipError_t hipMemcpyFromArray(void *destination, hipArray_const_t source, size_t x, size_t y,
                              size_t size, hipMemcpyKind kind)
{
    return copy(run_of(in_memory("destination", destination, 0), in_array("source", source, x, y),
                       size, kind));
}

hipError_t hipMemcpyFromArray_spt(void *destination, hipArray_const_t source, size_t x,
                                  size_t y, size_t size, hipMemcpyKind kind)
{
    return copy_per_thread(run_of(in_memory("destination", destination, 0),
                                  in_array("source", source, x, y), size, kind));
}

/* ---- arrays of one row ---------------------------------------------------------------------- */

static struct gi_copy row_of(struct gi_copy_side to, struct gi_copy_side from, size_t size,
                                  hipMemcpyKind kind)
{
    struct gi_copy form = run_of(to, from, size, kind);

    form.measure = GI_COPY_ROW;
    return form;
}

hipError_t hipMemcpyHtoA(hipArray_t destination, size_t offset, const void *source, size_t size)
{
    return copy(row_of(in_array("destination", destination, offset, 0),
                       in_memory("source", source, 0), size, hipMemcpyHostToDevice));
}

hipError_t hipMemcpyHtoAAsync(hipArray_t destination, size_t offset, const void *source,
                              size_t size, hipStream_t stream)
{
    return copy_async(row_of(in_array("destination", destination, offset, 0),
                             in_memory("source", source, 0), size, hipMemcpyHostToDevice),
                      stream);
}

hipError_t hipMemcpyAtoH(void *destination, hipArray_t source, size_t offset, size_t size)
{
    return copy(row_of(in_memory("destination", destination, 0),
                       in_array("source", source, offset, 0), size, hipMemcpyDeviceToHost));
}

hipError_t hipMemcpyAtoHAsync(void *destination, hipArray_t source, size_t offset, size_t size,
                              hipStream_t stream)
{
    return copy_async(row_of(in_memory("destination", destination, 0),
                             in_array("source", source, offset, 0), size, hipMemcpyDeviceToHost),
                      stream);
}

hipError_t hipMemcpyDtoA(hipArray_t destination, size_t offset, hipDeviceptr_t source, size_t size)
{
    return copy(row_of(in_array("destination", destination, offset, 0),
                       in_memory("source", source, 0), size, hipMemcpyDeviceToDevice));
}

hipError_t hipMemcpyAtoD(hipDeviceptr_t destination, hipArray_t source, size_t offset, size_t size)
{
    return copy(row_of(in_memory("destination", destination, 0),
                       in_array("source", source, offset, 0), size, hipMemcpyDeviceToDevice));
}

hipError_t hipMemcpyAtoA(hipArray_t destination, size_t destination_offset, hipArray_t source,
                         size_t source_offset, size_t size)
{
    return copy(row_of(in_array("destination", destination, destination_offset, 0),
                       in_array("source", source, source_offset, 0), size,
                       hipMemcpyDeviceToDevice));
}
