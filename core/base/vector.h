/** Growing arrays. */
#ifndef GI_VECTOR_H
#define GI_VECTOR_H

#include "status.h"

/** gi_grow if there is no room yet. */
bool gi_grow_more(void **items, size_t *capacity, size_t need, size_t element_bytes);

/** Makes room for need elements of element_bytes; the old elements stay. False if memory is short,
 *  and then nothing has changed.
 *  Owner: *items is the caller's, from the heap. */
static inline bool gi_grow(void **items, size_t *capacity, size_t need, size_t element_bytes)
{
    return need <= *capacity || gi_grow_more(items, capacity, need, element_bytes);
}

#endif
