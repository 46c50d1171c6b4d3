/* Floats of the types of PTX, for all parts that compute with them. */
#ifndef INTERPRETER_FLOATS_H
#define INTERPRETER_FLOATS_H

#include "real.h"
#include "state.h"

struct format format_of(enum gi_ptx_type type);

/* The type of the parts of a pair of floats, or the type itself; how many parts there are. */
enum gi_ptx_type part_type(enum gi_ptx_type type);
uint32_t part_count(enum gi_ptx_type type);

/* One part of a packed value. */
uint64_t part_of(uint64_t value, enum gi_ptx_type type, uint32_t part);

enum rounding rounding_of(const struct gi_ptx_instruction *in);

/* Small numbers become zeros of their sign, if the instruction says .ftz. */
uint64_t flushed(const struct gi_ptx_instruction *in, enum gi_ptx_type type, uint64_t bits);

/* Between 0 and 1; NaN becomes 0. */
uint64_t saturated_float(enum gi_ptx_type type, uint64_t bits);

#endif
