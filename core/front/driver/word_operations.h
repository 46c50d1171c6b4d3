/** Operations on words of memory, from programs' structs to the core's.
 *
 *  Threads: any.
 *  Errors:  of all: GI_INVALID_VALUE. */
#ifndef GI_FRONT_WORD_OPERATIONS_H
#define GI_FRONT_WORD_OPERATIONS_H

#include "front.h"
#include "front_driver_names.h"
#include "stream/operation.h"

enum { FRONT_MOST_WORD_OPERATIONS = 256 };       /* of a batch */

/** A wait, whose flags are its condition.
 *  Units: size_bytes is 4 or 8. */
GI_MUST_CHECK gi_status front_take_wait(const char *caller, uint64_t pointer, uint32_t size_bytes,
                                        uint64_t value, uint64_t mask, unsigned int flags,
                                        struct gi_value_op *out_operation);

/** A write.
 *  Units: size_bytes is 4 or 8. */
GI_MUST_CHECK gi_status front_take_write(const char *caller, uint64_t pointer, uint32_t size_bytes,
                                         uint64_t value, unsigned int flags,
                                         struct gi_value_op *out_operation);

/** An operation of a batch, where it has a number.
 *  Errors: also GI_NOT_SUPPORTED for flushes and barriers. */
GI_MUST_CHECK gi_status front_take_word(const char *caller, size_t index,
                                        const gpuStreamBatchMemOpParams *from,
                                        struct gi_value_op *out_operation);

#endif
