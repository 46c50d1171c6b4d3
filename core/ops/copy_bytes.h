/** Copies of boxes of bytes to, from and between arrays. A box may begin or end within a texel,
 *  and two arrays may have texels of different sizes. Devices copy whole texels. So the library
 *  copies the texels around the box to its own memory, and the bytes from there.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_COPY_BYTES_H
#define GI_COPY_BYTES_H

#include "copy_call.h"

/** Copies a box that is not empty and may cut texels. Other texels keep their values. If other
 *  streams write at the same time to other bytes of a texel that the box cuts, their writes are
 *  lost.
 *  Errors: those of gi_copy. After an argument error nothing was copied. */
GI_MUST_CHECK gi_status gi_copy_bytes(struct gi_copy_call *call, const struct gi_copy_operand *dst,
                                      const struct gi_copy_operand *src, const struct gi_box *box,
                                      int kind);

#endif
