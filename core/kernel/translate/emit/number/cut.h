/** Conversions between floats by integers, for devices whose own conversions differ from PTX: some
 *  make small numbers (denormals) of f32 zero, some leave out the step by f16. */
#ifndef GI_EMIT_CUT_H
#define GI_EMIT_CUT_H

#include "kernel/translate/emit/value/value.h"

/** Whether numbers of f32 have to be converted here: the device flushes them, and has f64. */
bool gi_emit_cuts(const struct gi_emit *emit);

/** An f32 as f64; exact, also where the device flushes small numbers. */
gi_id gi_emit_wide(struct gi_emit *emit, gi_id value);

/** An f64 as f32 or f16, rounded as GI_PTX_M_RZ, RM or RP say. */
gi_id gi_emit_cut(struct gi_emit *emit, enum gi_kind to, gi_id value,
                  enum gi_ptx_modifier rounding);

/** An f64 as f32, rounded to odd. */
gi_id gi_emit_cut_odd(struct gi_emit *emit, gi_id value);

/** The nearest f16, in a way that a device's compiler does not undo. */
gi_id gi_emit_half(struct gi_emit *emit, enum gi_kind from, gi_id value);

#endif
