/** Translates a copy as programs describe it into copies of boxes (GI_COPY_BOX).
 *
 *  Threads: any. */
#ifndef GI_COPY_FORM_H
#define GI_COPY_FORM_H

#include "copy_call.h"

/** Translates into one box a copy of one box of texels or of linear memory, but not of rows or runs
 *  of bytes. An empty box is valid at any position.
 *  Errors: GI_STALE_HANDLE for a handle that is no array; GI_INVALID_VALUE for arrays with
 *          texels of different sizes; those of gi_pitched_end. */
GI_MUST_CHECK gi_status gi_copy_form_box(const struct gi_copy *form, struct gi_copy *out_box);

/** Translates and carries out a copy in any unit. An empty copy of bytes does nothing, whatever
 *  its operands are.
 *  Errors: those of gi_copy. */
GI_MUST_CHECK gi_status gi_copy_form(struct gi_copy_call *call, const struct gi_copy *form);

#endif
