/* Small numbers for pointers, as the kernel gives them out: the lowest that is free, from 1 on. */
#ifndef GICARD_HANDLES_H
#define GICARD_HANDLES_H

#include <stdbool.h>
#include <stdint.h>

struct gicard_handles {
    void **slots;                        /* slots[0] is never used */
    uint32_t size, used;
};

/** Gives a pointer, not NULL, a handle; 0 when memory is short. */
uint32_t gicard_handles_add(struct gicard_handles *handles, void *pointer);

/** The pointer behind a handle, or NULL. */
void *gicard_handles_get(const struct gicard_handles *handles, uint32_t handle);

/** Takes a handle back; returns its pointer, or NULL. */
void *gicard_handles_remove(struct gicard_handles *handles, uint32_t handle);

/** The handle of a pointer, or 0. */
uint32_t gicard_handles_find(const struct gicard_handles *handles, const void *pointer);

/** Frees the table, not what is in it. */
void gicard_handles_finish(struct gicard_handles *handles);

#endif
