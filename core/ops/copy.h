/** Copies and fills as programs describe them: of memory, boxes in memory, and arrays.
 *
 *  Threads: any that holds no lock. */
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

/** A program's declaration of one operand of a copy. */
enum gi_declared {
    GI_DECLARED_NOTHING,         /* default, unified: the pointer is looked up */
    GI_DECLARED_HOST,            /* host memory; the library's memory is accepted too, because
                                    host and devices share one address space */
    GI_DECLARED_DEVICE,          /* memory that a device can access: the library's, or registered */
    GI_DECLARED_ARRAY
};

/* ---- in which stream ------------------------------------------------------------------------ */

enum gi_copy_where {
    GI_CALL_LEGACY,              /* in the legacy default stream of the memory's device; done
                                    when the call returns, unless all is device memory */
    GI_CALL_PER_THREAD,          /* as GI_CALL_LEGACY, in the calling thread's default stream; waits
                                    for no other stream */
    GI_CALL_ASYNC                /* in the given stream. A copy to pageable host memory, or
                                    between host memories, is done when the call returns. A
                                    pageable source may be changed after the call */
};

struct gi_copy_order {
    enum gi_copy_where where;
    gi_handle stream;            /* of GI_CALL_ASYNC */
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

/** The units of a copy's numbers. Positions in arrays have the unit of the width. */
enum gi_copy_measure {
    GI_COPY_LINEAR,              /* width bytes of memory from the pointers on; all other fields
                                    are ignored */
    GI_COPY_BYTES,               /* width in bytes, height in rows; for compressed arrays, in
                                    rows of blocks */
    GI_COPY_TEXELS,              /* extents and positions in texels of the arrays, in bytes
                                    without an array. With compressed arrays extents are rounded
                                    up to whole blocks, positions down. Positions in memory are
                                    in bytes and rows */
    GI_COPY_ELEMENTS,            /* as GI_COPY_TEXELS, but positions in memory have the unit of the
                                    width */
    GI_COPY_OPERANDS,            /* as GI_COPY_TEXELS, but pitch and rows are in texels, too;
                                    they must fit even a single row or slice */
    GI_COPY_RUN,                 /* width bytes, packed in memory, and row after row in arrays;
                                    height and depth are 1 */
    GI_COPY_ROW,                 /* as GI_COPY_RUN, within one row of the arrays */
    GI_COPY_BOX                  /* all others are translated into it: as GI_COPY_BYTES, but in
                                    memory the copy begins x bytes behind the pointer, y, z and rows
                                    are not used, and slices are slice_bytes apart */
};

/** One operand: an array, or memory. */
struct gi_copy_side {
    const char *name;            /* in error sentences */
    enum gi_declared declared;       /* memory: the program's declaration besides the kind */
    gi_handle array;             /* an array; any value: checked */
    uint64_t x, y, z;            /* where the copy begins in the array or the memory */
    uint64_t pointer;            /* memory: its first byte */
    uint64_t pitch;              /* from a row to the next; unused if there is one row */
    uint64_t rows;               /* of a slice; unused if there is one slice */
    uint64_t slice_bytes;        /* GI_COPY_BOX: from a slice to the next; unused if there is one */
};

struct gi_copy {
    enum gi_copy_measure measure;
    struct gi_copy_side dst, src;
    uint64_t width, height, depth;
    int kind;                    /* int, because programs may pass any value */
};

static inline bool gi_copy_is_of_array(const struct gi_copy_side *side)
{
    return side->declared == GI_DECLARED_ARRAY;
}

/** The box of a copy that counts bytes. */
static inline struct gi_box gi_copy_box_of(const struct gi_copy *copy)
{
    return (struct gi_box){ copy->width, copy->height, copy->depth };
}

/** Copies. Copies nothing if an extent is 0. Two ranges of memory may overlap, as in memmove;
 *  boxes may overlap if their strides are equal.
 *  Errors: GI_INVALID_COPY_DIRECTION for an unknown kind, and for a kind that declares an array
 *          as host memory (GI_INVALID_VALUE if the unit is texels). GI_INVALID_VALUE for a null
 *          pointer, or one that does not match the kind; for a box that leaves its allocation or
 *          array; for numbers that overflow; for slices that overlap; and for arrays with texels
 *          of different sizes. GI_INVALID_PITCH for rows wider than the pitch. GI_STALE_HANDLE,
 *          GI_OUT_OF_MEMORY, and a stream's failure. After an argument error nothing was copied. */
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

struct gi_operation;

/** Makes the operation of a copy, without a stream; its kind is NULL if an extent is 0.
 *  Owner:  the caller ends it with gi_operation_drop.
 *  Errors: those of gi_copy that are about its arguments; GI_NOT_SUPPORTED for rows of arrays. */
GI_MUST_CHECK gi_status gi_copy_prepare(const struct gi_copy *copy,
                                        struct gi_operation *out_operation);

/* ---- fills ---------------------------------------------------------------------------------- */

struct gi_fill {
    struct gi_copy_side dst;     /* memory, as of GI_COPY_BOX */
    struct gi_box box;
    uint32_t pattern;
    uint32_t pattern_bytes;      /* 1, 2 or 4; the pointer, the width and the used strides are
                                    multiples of it */
};

/** Fills. Fills nothing if an extent is 0.
 *  Errors: as gi_copy. */
GI_MUST_CHECK gi_status gi_fill(const struct gi_fill *fill, struct gi_copy_order order);

/** Makes the operation of a fill, as gi_copy_prepare does of a copy. */
GI_MUST_CHECK gi_status gi_fill_prepare(const struct gi_fill *fill,
                                        struct gi_operation *out_operation);

/** Fills count elements of pattern_bytes.
 *  Errors: also GI_INVALID_VALUE if the size in bytes overflows. */
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
