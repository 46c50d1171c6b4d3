/** Translates a copy as programs describe it into boxes between operands.
 *
 *  Threads: any. */
#ifndef GI_COPY_FORM_H
#define GI_COPY_FORM_H

#include "copy_call.h"

/** A copy of one box. */
struct gi_copy_places {
    bool has_array;
    struct gi_array_operand dst, src;
    struct gi_box box;
    struct gi_texel_box texels;  /* if there is an array */
};

/** Translates a copy of one box of texels or of linear memory, but not of rows or runs of bytes.
 *  An empty box is valid at any position.
 *  Errors: GI_STALE_HANDLE for a handle that is no array; GI_INVALID_VALUE for arrays with
 *          texels of different sizes; those of gi_pitched_end. */
GI_MUST_CHECK gi_status gi_copy_form_places(const struct gi_copy *form,
                                            struct gi_copy_places *out_places);

/** Carries out a translated copy.
 *  Errors: those of gi_copy. */
GI_MUST_CHECK gi_status gi_copy_places(struct gi_copy_call *call,
                                       const struct gi_copy_places *places, int kind);

/** Translates and carries out a copy in any unit. An empty copy of bytes does nothing, whatever
 *  its operands are.
 *  Errors: those of gi_copy. */
GI_MUST_CHECK gi_status gi_copy_form(struct gi_copy_call *call, const struct gi_copy *form);

#endif
