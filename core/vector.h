/** Growing arrays. */
#ifndef GI_VECTOR_H
#define GI_VECTOR_H

#include "status.h"

/** Makes room for need elements of element_bytes; what is there stays. False if memory is short,
 *  and then nothing has changed.
 *  Owner: *items is the caller's, from the heap. */
bool gi_grow(void **items, size_t *capacity, size_t need, size_t element_bytes);

#endif
