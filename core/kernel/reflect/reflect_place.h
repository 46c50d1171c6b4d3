/** Places in a module of SPIR-V, for sentences of the memory check. A place is a number that stays
 *  the same when a module is rewritten: the pointer that an instruction uses, and how many before
 *  it use the same. Pure.
 *
 *  Threads: any. */
#ifndef GI_REFLECT_PLACE_H
#define GI_REFLECT_PLACE_H

#include <stddef.h>
#include <stdint.h>

/** Which operand of an instruction is the pointer that it reads or writes through, the first word
 *  being 0; which is 0 for the first one, 1 for the second.
 *  \return  0: it has no such. */
uint32_t gi_reflect_pointer_at(const uint32_t *at, uint32_t which);

/** The number of a place. */
uint32_t gi_reflect_place(uint32_t pointer, uint32_t uses_before);

/** Describes a place of a module that was read, as in "OpLoad of %57, axpy.comp:12". The line is
 *  there if the module has OpLine.
 *  Owner:   out_text has room bytes, at least 1. */
void gi_reflect_say_place(const uint32_t *words, size_t word_count, uint32_t place, char *out_text,
                          size_t room);

#endif
