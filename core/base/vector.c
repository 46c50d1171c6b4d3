#include "vector.h"

#include <stdlib.h>

bool gi_grow_more(void **items, size_t *capacity, size_t need, size_t element_bytes)
{
    size_t target = *capacity < 8 ? 8 : *capacity;
    void *grown;

    if (need > SIZE_MAX / 2 / element_bytes)
        return false;
    while (target < need)
        target *= 2;
    grown = realloc(*items, target * element_bytes);
    if (grown == NULL)
        return false;
    *items = grown;
    *capacity = target;
    return true;
}
