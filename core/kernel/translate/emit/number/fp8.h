/** Conversions between floats of 8 bits and those of 16 and 32. */
#ifndef GI_EMIT_FP8_H
#define GI_EMIT_FP8_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(cvt_to_fp8);        /* of two f32, or of a pair of f16 */
GI_EMIT_DECLARE(cvt_from_fp8);      /* to a pair of f16 */

#endif
