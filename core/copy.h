/** Copies and fills of linear memory and of boxes in it, by pointers. */
#ifndef GI_COPY_H
#define GI_COPY_H

#include "box.h"
#include "handle.h"

enum gi_copy_kind {
    GI_COPY_HOST_TO_HOST,
    GI_COPY_HOST_TO_DEVICE,
    GI_COPY_DEVICE_TO_HOST,
    GI_COPY_DEVICE_TO_DEVICE,
    GI_COPY_INFER                /* from the pointers */
};

/** What a program says that one side of a copy is. */
enum gi_said {
    GI_SAID_NOTHING,             /* the pointer tells: default, unified */
    GI_SAID_HOST,                /* host memory; memory of the library passes too, because host and
                                    devices share one address space */
    GI_SAID_DEVICE,              /* memory that a device reaches: the library's, or registered */
    GI_SAID_ARRAY
};

/** Copies on the legacy default stream and, unless both ends are device memory, waits for it.
 *  kind is taken as int so that a value out of range can be told.
 *  Errors: GI_INVALID_COPY_DIRECTION for a kind that is none; GI_INVALID_VALUE for a range that
 *          leaves its allocation, a null pointer, or a pointer that does not fit the kind. */
GI_MUST_CHECK gi_status gi_copy(uint64_t dst, uint64_t src, uint64_t size_bytes, int kind);

/** The same, enqueued on stream; returns before it is done, except that a copy to pageable host
 *  memory, or between host memories, is done when it returns, and a source in pageable host memory
 *  may be changed once it returns. */
GI_MUST_CHECK gi_status gi_copy_async(uint64_t dst, uint64_t src, uint64_t size_bytes, int kind,
                                      gi_handle stream);

/** Fills count elements of pattern_bytes (1, 2 or 4) on the legacy default stream; waits for it
 *  only if the memory is host memory. */
GI_MUST_CHECK gi_status gi_fill(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes,
                                uint64_t count);
GI_MUST_CHECK gi_status gi_fill_async(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes,
                                      uint64_t count, gi_handle stream);

/** A box in memory of a program: it begins skip_bytes behind the pointer. row_bytes and slice_bytes
 *  are the distances of rows and slices, and mean nothing where there is only one. */
struct gi_box_end {
    uint64_t pointer, row_bytes, slice_bytes;
    uint64_t skip_bytes;
    enum gi_said said;           /* it is device memory if this or the copy's kind says so */
};

/** The same for boxes: as gi_copy and gi_copy_async. Nothing happens if any size of the box is 0.
 *  The two ends may overlap as in memmove if their strides are the same.
 *  Errors: those of gi_copy; GI_INVALID_PITCH for rows wider than they are apart; GI_INVALID_VALUE
 *          for slices nearer than their rows take, for numbers that overflow, and for a box that is
 *          not all in the allocation that its pointer is in. */
GI_MUST_CHECK gi_status gi_copy_box(const struct gi_box_end *dst, const struct gi_box_end *src,
                                    const struct gi_box *box, int kind);
GI_MUST_CHECK gi_status gi_copy_box_async(const struct gi_box_end *dst,
                                          const struct gi_box_end *src, const struct gi_box *box,
                                          int kind, gi_handle stream);

/** As gi_copy_box in the calling thread's default stream, the only one that it waits for. */
GI_MUST_CHECK gi_status gi_copy_box_per_thread(const struct gi_box_end *dst,
                                               const struct gi_box_end *src,
                                               const struct gi_box *box, int kind);

/** As gi_fill and gi_fill_async; the pointer, the width and strides that mean something are
 *  multiples of pattern_bytes. */
GI_MUST_CHECK gi_status gi_fill_box(const struct gi_box_end *dst, uint32_t pattern,
                                    uint32_t pattern_bytes, const struct gi_box *box);
GI_MUST_CHECK gi_status gi_fill_box_async(const struct gi_box_end *dst, uint32_t pattern,
                                          uint32_t pattern_bytes, const struct gi_box *box,
                                          gi_handle stream);

/** As gi_fill_box in the calling thread's default stream. */
GI_MUST_CHECK gi_status gi_fill_box_per_thread(const struct gi_box_end *dst, uint32_t pattern,
                                               uint32_t pattern_bytes, const struct gi_box *box);

#endif
