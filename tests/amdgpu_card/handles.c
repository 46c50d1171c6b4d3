/* Small numbers for pointers. */
#include "handles.h"

#include <stdlib.h>
#include <string.h>

uint32_t gicard_handles_add(struct gicard_handles *handles, void *pointer)
{
    uint32_t handle = 1;

    while (handle < handles->size && handles->slots[handle] != NULL)
        handle++;
    if (handle >= handles->size) {
        uint32_t size = handles->size == 0 ? 64 : handles->size * 2;
        void **slots = realloc(handles->slots, size * sizeof(*slots));
        if (slots == NULL)
            return 0;
        memset(slots + handles->size, 0, (size - handles->size) * sizeof(*slots));
        if (handles->size == 0)
            handle = 1;
        handles->slots = slots;
        handles->size = size;
    }
    handles->slots[handle] = pointer;
    handles->used++;
    return handle;
}

void *gicard_handles_get(const struct gicard_handles *handles, uint32_t handle)
{
    return handle < handles->size && handle != 0 ? handles->slots[handle] : NULL;
}

void *gicard_handles_remove(struct gicard_handles *handles, uint32_t handle)
{
    void *pointer = gicard_handles_get(handles, handle);

    if (pointer != NULL) {
        handles->slots[handle] = NULL;
        handles->used--;
    }
    return pointer;
}

uint32_t gicard_handles_find(const struct gicard_handles *handles, const void *pointer)
{
    for (uint32_t i = 1; i < handles->size; i++)
        if (handles->slots[i] == pointer)
            return i;
    return 0;
}

void gicard_handles_finish(struct gicard_handles *handles)
{
    free(handles->slots);
    *handles = (struct gicard_handles){ .slots = NULL };
}
