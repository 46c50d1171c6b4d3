/** Arrays that are nearly always small: on the stack if they fit, else on the heap. */
#ifndef GI_SCRATCH_H
#define GI_SCRATCH_H

#include <stdint.h>
#include <stdlib.h>

/** Returns room for count elements of size bytes: local if they fit in local_bytes, else heap
 *  memory. NULL if memory is short or the product overflows.
 *  Owner: the caller frees it with gi_scratch_free. */
static inline void *gi_scratch(void *local, size_t local_bytes, size_t count, size_t size)
{
    if (count <= local_bytes / size)
        return local;
    return count <= SIZE_MAX / size ? malloc(count * size) : NULL;
}

static inline void gi_scratch_free(void *scratch, const void *local)
{
    if (scratch != local)
        free(scratch);
}

#endif
