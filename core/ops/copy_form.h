/** What a copy that a program describes comes to: boxes between places in memory and in arrays. */
#ifndef GI_COPY_FORM_H
#define GI_COPY_FORM_H

#include "copy_call.h"

/** A copy of one box. */
struct gi_copy_places {
    bool has_array;
    struct gi_array_operand dst, src;
    struct gi_box box;
    struct gi_texel_box texels;  /* where there is an array */
};

/** Translates a copy of one box of texels or of linear memory: not of rows or runs of bytes. An
 *  empty box lies anywhere.
 *  Errors: GI_STALE_HANDLE for what is no array; GI_INVALID_VALUE for arrays whose texels differ
 *          in size; those of gi_pitched_end. */
GI_MUST_CHECK gi_status gi_copy_form_places(const struct gi_copy *form,
                                            struct gi_copy_places *out_places);

/** Does what was translated.
 *  Errors: those of gi_copy. */
GI_MUST_CHECK gi_status gi_copy_places(struct gi_copy_call *call,
                                       const struct gi_copy_places *places, int kind);

/** Translates and does a copy of any measure. One of bytes that is empty does nothing, whatever its
 *  sides are.
 *  Errors: those of gi_copy. */
GI_MUST_CHECK gi_status gi_copy_form(struct gi_copy_call *call, const struct gi_copy *form);

#endif
