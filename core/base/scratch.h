/** Arrays that are small nearly always: on the stack then, on the heap when they are not. */
#ifndef GI_SCRATCH_H
#define GI_SCRATCH_H

#include <stdint.h>
#include <stdlib.h>

/** Room for count elements of size bytes: local if they fit in local_bytes, else from the heap;
 *  NULL if there is none or the product overflows. Give it back with gi_scratch_free. */
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
