/** Copies of boxes of bytes to, from and between arrays. A box may begin or end within a texel,
 *  and two arrays may have texels of different sizes. Devices copy whole texels. So the library
 *  copies the texels around the box to its own memory, and the bytes from there.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_COPY_BYTES_H
#define GI_COPY_BYTES_H

#include "copy_call.h"

/** Copies a box (GI_COPY_BOX) that is not empty and may cut texels. The layouts are those of the
 *  arrays; of memory texel_bytes is 0. Other texels keep their values. If other
 *  streams write at the same time to other bytes of a texel that the box cuts, their writes are
 *  lost.
 *  Errors: those of gi_copy. After an argument error nothing was copied. */
GI_MUST_CHECK gi_status gi_copy_bytes(struct gi_copy_call *call, const struct gi_copy *box,
                                      const struct gi_array_layout *dst,
                                      const struct gi_array_layout *src);

#endif
