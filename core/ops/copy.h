/** Copies and fills, as programs describe them: of memory, boxes in it, and arrays. */
#ifndef GI_COPY_H
#define GI_COPY_H

#include "contract/box.h"
#include "base/handle.h"

enum gi_copy_kind {
    GI_COPY_HOST_TO_HOST,
    GI_COPY_HOST_TO_DEVICE,
    GI_COPY_DEVICE_TO_HOST,
    GI_COPY_DEVICE_TO_DEVICE,
    GI_COPY_INFER                /* from the pointers */
};

/** What a program says that one side of a copy is. */
enum gi_declared {
    GI_DECLARED_NOTHING,         /* default, unified: look the pointer up */
    GI_DECLARED_HOST,            /* host memory; memory of the library passes too, because host and
                                    devices share one address space */
    GI_DECLARED_DEVICE,          /* memory that a device reaches: the library's, or registered */
    GI_DECLARED_ARRAY
};

/* ---- in which stream ------------------------------------------------------------------------ */

enum gi_copy_where {
    GI_CALL_LEGACY,              /* in the legacy default stream of the device whose memory it is.
                                    Done when the call returns, unless all is device memory */
    GI_CALL_PER_THREAD,          /* the same in the calling thread's default stream, the only one
                                    that it waits for */
    GI_CALL_ASYNC                /* in the stream that is named. A copy to pageable host memory, or
                                    between host memories, is done when the call returns; a source
                                    in pageable host memory may be changed then */
};

struct gi_copy_order {
    enum gi_copy_where where;
    gi_handle stream;            /* where it is GI_CALL_ASYNC */
};

static inline struct gi_copy_order gi_in_legacy(void)
{
    return (struct gi_copy_order){ GI_CALL_LEGACY, 0 };
}

static inline struct gi_copy_order gi_in_thread(void)
{
    return (struct gi_copy_order){ GI_CALL_PER_THREAD, 0 };
}

static inline struct gi_copy_order gi_in_stream(gi_handle stream)
{
    return (struct gi_copy_order){ GI_CALL_ASYNC, stream };
}

/* ---- copies --------------------------------------------------------------------------------- */

/** What the numbers of a copy count. Places in arrays count as the width does. */
enum gi_copy_measure {
    GI_COPY_LINEAR,              /* width bytes of memory on both sides, from the pointers on.
                                    Nothing else of the sides is looked at, nor height and depth */
    GI_COPY_BYTES,               /* width is in bytes, height in rows; of compressed arrays, in rows
                                    of blocks */
    GI_COPY_TEXELS,              /* extent in texels of the arrays, also where they are compressed:
                                    it is rounded up to whole blocks, and places down; without an
                                    array in bytes. Places in memory are in bytes and its rows */
    GI_COPY_ELEMENTS,            /* the same, and places in memory count as the width does */
    GI_COPY_OPERANDS,            /* as GI_COPY_TEXELS, and pitch and rows too are in texels; rows
                                    and slices have to fit also where there is one */
    GI_COPY_RUN,                 /* width bytes, which lie packed in memory, and in arrays row after
                                    row; height and depth are 1 */
    GI_COPY_ROW                  /* the same, and arrays have one row */
};

/** One side: an array, or memory. */
struct gi_copy_side {
    const char *name;            /* in sentences */
    enum gi_declared said;           /* of memory: what the program calls it beside the kind */
    gi_handle array;             /* of an array; any value: checked */
    uint64_t x, y, z;            /* where the copy begins in the array or the memory */
    uint64_t pointer, pitch, rows;       /* of memory, as gi_pitched's */
};

struct gi_copy {
    enum gi_copy_measure measure;
    struct gi_copy_side dst, src;
    uint64_t width, height, depth;
    int kind;                    /* as int, so that a value out of range can be told */
};

/** Copies. Nothing is copied if a size is 0. Two ranges of memory may overlap as in memmove; boxes
 *  may if their strides are the same.
 *  Threads: any.
 *  Errors:  GI_INVALID_COPY_DIRECTION for a kind that is none, and for one that takes an array for
 *           host memory (of texels: GI_INVALID_VALUE). GI_INVALID_VALUE for a null pointer, for one
 *           that does not fit the kind, for a box that leaves its allocation or its array, for
 *           numbers that overflow, for slices nearer than their rows take, and for arrays whose
 *           texels differ in size. GI_INVALID_PITCH for rows wider than they are apart.
 *           GI_STALE_HANDLE, GI_OUT_OF_MEMORY, and why a stream failed. A copy that is refused has
 *           copied nothing. */
GI_MUST_CHECK gi_status gi_copy(const struct gi_copy *copy, struct gi_copy_order order);

static inline gi_status gi_copy_linear(uint64_t dst, uint64_t src, uint64_t size_bytes, int kind,
                                       struct gi_copy_order order)
{
    const struct gi_copy copy = {
        .measure = GI_COPY_LINEAR, .dst.pointer = dst, .src.pointer = src, .width = size_bytes,
        .kind = kind,
    };

    return gi_copy(&copy, order);
}

/* ---- fills ---------------------------------------------------------------------------------- */

/** A box in memory of a program: it begins skip_bytes behind the pointer. row_bytes and slice_bytes
 *  are the distances of rows and slices, and mean nothing where there is only one. */
struct gi_box_operand {
    uint64_t pointer, row_bytes, slice_bytes;
    uint64_t skip_bytes;
    enum gi_declared said;           /* it is device memory if this or the copy's kind says so */
};

struct gi_fill {
    struct gi_box_operand dst;
    struct gi_box box;
    uint32_t pattern;
    uint32_t pattern_bytes;      /* 1, 2 or 4. The pointer, the width and strides that mean
                                    something are multiples of it */
};

/** Fills. Nothing is filled if a size is 0.
 *  Threads: any.
 *  Errors:  as gi_copy. */
GI_MUST_CHECK gi_status gi_fill(const struct gi_fill *fill, struct gi_copy_order order);

/** Fills count elements of pattern_bytes.
 *  Errors: also GI_INVALID_VALUE if there are more bytes than numbers. */
static inline gi_status gi_fill_linear(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes,
                                       uint64_t count, struct gi_copy_order order)
{
    struct gi_fill fill = { .dst.pointer = dst, .box = { 0, 1, 1 }, .pattern = pattern,
                            .pattern_bytes = pattern_bytes };

    if (__builtin_mul_overflow(count, pattern_bytes, &fill.box.width_bytes))
        return gi_fail(GI_INVALID_VALUE, "fill: %llu elements of %u bytes",
                       (unsigned long long)count, pattern_bytes);
    return gi_fill(&fill, order);
}

#endif
