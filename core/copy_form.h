/** Copies as programs describe them, each side an array or pitched memory, translated for all front
 *  ends. Without arrays they are what copy.h does, with one what array_copy.h does. */
#ifndef GI_COPY_FORM_H
#define GI_COPY_FORM_H

#include "array_copy.h"
#include "pitched.h"

/** What the numbers of a copy count. Places in arrays count as the width does. */
enum gi_copy_measure {
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

struct gi_copy_side {
    const char *name;            /* in sentences */
    enum gi_said said;           /* of memory: what the program calls it beside the kind */
    gi_handle array;             /* of an array; any value: checked */
    uint64_t x, y, z;            /* where the copy begins in the array or the memory */
    uint64_t pointer, pitch, rows;       /* of memory, as gi_pitched's */
};

struct gi_copy_form {
    enum gi_copy_measure measure;
    struct gi_copy_side dst, src;
    uint64_t width, height, depth;
    int kind;                    /* any value: checked */
};

/** What such a copy comes to. */
struct gi_copy_places {
    bool has_array;
    struct gi_array_end dst, src;
    struct gi_box box;
    struct gi_texel_box texels;  /* where there is an array */
};

/** Translates a copy of one box of texels: not of bytes. An empty box lies anywhere.
 *  Errors: GI_STALE_HANDLE for what is no array; GI_INVALID_VALUE for arrays whose texels differ
 *          in size; those of gi_pitched_end. */
GI_MUST_CHECK gi_status gi_copy_form_places(const struct gi_copy_form *form,
                                            struct gi_copy_places *out_places);

/** Translates and does a copy, as gi_copy_box and gi_array_copy do it. One of bytes that is empty
 *  does nothing, whatever its sides are; so does one that is refused.
 *  Errors: those of gi_copy_form_places, gi_copy_bytes, gi_copy_box and gi_array_copy;
 *          GI_INVALID_VALUE for a run that leaves an array; GI_INVALID_COPY_DIRECTION and, of
 *          texels, GI_INVALID_VALUE for a kind that takes an array for host memory. */
GI_MUST_CHECK gi_status gi_copy_form(const struct gi_copy_form *form);
GI_MUST_CHECK gi_status gi_copy_form_async(const struct gi_copy_form *form, gi_handle stream);

/** In the calling thread's default stream. */
GI_MUST_CHECK gi_status gi_copy_form_per_thread(const struct gi_copy_form *form);

#endif
