/** A question about occupancy that the runtime and the driver interface have.
 *
 *  Threads: any. */
#ifndef GICUDA_AVAILABLE_BYTES_H
#define GICUDA_AVAILABLE_BYTES_H

#include "front.h"

struct gi_function;

/** The dynamic shared memory that each of so many blocks of one multiprocessor can have.
 *  Errors: GI_INVALID_VALUE if so many do not run at once; those of gi_function_translate. */
GI_MUST_CHECK gi_status gicuda_available_bytes(const char *caller, struct gi_function *function,
                                               int blocks, int block_threads, size_t *out_size);

#endif
