/* The forms of instructions that straight random code is made of. */
#ifndef INTERPRETER_FORMS_H
#define INTERPRETER_FORMS_H

#include "random_case.h"

/* In spelling, {a|b|c} is one of them. Operands, one letter each:
 *   d  result of the last type      D  result of twice its width    s  result of the first type
 *   w  result of 32 bits            p  predicate                    P  p|q
 *   a  source of the last type      A  source of twice its width    f  source of the first type
 *   u  source of 32 bits            k  32 bits, often small         i  number below 256
 *   q  source predicate, may be negated                             m  moderate f32
 *   o  input of the last type: the sign of a NaN that was computed is left open */
struct form {
    const char *spelling, *operands;
    enum slot_check check;
};

extern const struct form forms[];
extern const uint32_t form_count;

#endif
