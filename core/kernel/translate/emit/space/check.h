/** The memory check: a kernel looks at each address before it uses it. A thread keeps its first
 *  wrong access, and tells the report of it at its end. From that access on it changes nothing:
 *  report.h redirects what it does. */
#ifndef GI_EMIT_CHECK_H
#define GI_EMIT_CHECK_H

#include "kernel/print/report.h"
#include "kernel/translate/emit/value/value.h"

/** Makes the variables of the check, if the target asks for it. */
void gi_emit_check_declare(struct gi_emit *emit);

/** Looks at an access to device memory at a 64-bit address, or to shared or local memory at a
 *  32-bit one. Emits nothing if no check is asked for. */
void gi_emit_check_device(struct gi_emit *emit, gi_id address, uint32_t bytes,
                          enum gi_kernel_access how);
void gi_emit_check_words(struct gi_emit *emit, const struct gi_emit_words *words, gi_id address,
                         uint32_t bytes, enum gi_kernel_access how);

/** Looks at an index of an array, a value of 32 bits, and its bound. */
void gi_emit_check_index(struct gi_emit *emit, gi_id index, gi_id bound,
                         const struct gi_kernel_accessed *access);

/** Keeps a failure of a meeting if a condition holds. The line is a value of 32 bits, told one of
 *  64 that goes into the report. */
void gi_emit_check_meeting(struct gi_emit *emit, gi_id condition, enum gi_kernel_failure code,
                           gi_id line, gi_id told);

/** Lets a thread end behind a block with accesses. */
void gi_emit_check_block(struct gi_emit *emit);

/** Emits the functions that were used, and the entry point around the entry. */
void gi_emit_check_functions(struct gi_emit *emit);

#endif
