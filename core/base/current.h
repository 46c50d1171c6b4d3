/** The current contexts of the calling thread: a stack, each of a device. A context is known here
 *  by its device's ordinal and its handle alone. The device of the top is the thread's current
 *  device.
 *  Threads: any; each thread has its own stack. */
#ifndef GI_CURRENT_H
#define GI_CURRENT_H

#include "handle.h"

struct gi_current {
    gi_handle context;           /* 0: the primary context of the device */
    int ordinal;                 /* of the device */
};

/** The state of a thread that each call reads. It lies in one place, as finding thread-local memory
 *  takes time. */
struct gi_current_thread {
    struct gi_current top;       /* zeros if the stack is empty */
    uint32_t depth;              /* of the stack, with the top */
    const void *begun;           /* for the caller; NULL at first */
};

/** The calling thread's. Owner: the library's; the caller may only change begun. */
struct gi_current_thread *gi_current_thread(void);

/** The top of the stack. False and zeros if the stack is empty. */
bool gi_current_top(struct gi_current *out_top);

/** The device of the top; 0 if the stack is empty. */
int gi_current_ordinal(void);

/** The handle of the top; 0 for a primary context, and if the stack is empty. */
gi_handle gi_current_context(void);

/** Makes this the top in the place of the present one; an empty stack gets its first. */
void gi_current_replace(struct gi_current top);

/** Puts this above the present top.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_current_push(struct gi_current top);

/** Takes the top away. False if the stack is empty. */
bool gi_current_pop(struct gi_current *out_top);

#endif
