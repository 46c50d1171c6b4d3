/** Volatile accesses to shared memory. On NVIDIA's hardware the lanes of a warp that go one way
 *  make them one behind the other, all lanes together. Programs of before 2017 rely on this where
 *  they reduce within a warp without __syncwarp(). */
#ifndef GI_PTX_VOLATILE_H
#define GI_PTX_VOLATILE_H

#include "kernel/translate/ptx/ptx.h"

/** Puts a meeting of the lanes before volatile accesses to shared memory: bar.warp without .sync,
 *  where those lanes meet that come at one time. A load behind another load needs none, nor does an
 *  access behind another meeting. Bodies that would have too many of these stay as they are, and
 *  those that exchange by atomics, as locks do: these order their accesses.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_ptx_order_volatile(struct gi_arena *arena, struct gi_ptx_body *body);

#endif
