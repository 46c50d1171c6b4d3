/** Secrets of what a process exports: random bytes that stand in its handles, so that a handle
 *  opens what it was made of and nothing else. */
#ifndef GI_SECRET_H
#define GI_SECRET_H

#include <stdatomic.h>

#include "status.h"

struct gi_secret {
    uint8_t bytes[16];
};

/** Where an object has its secret; NULL: it was never exported. */
typedef _Atomic(struct gi_secret *) gi_secret_place;

/** The secret of an object, made at its first export.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_secret_of(gi_secret_place *place, struct gi_secret *out_secret);

/** Whether the object was exported with this secret. Takes the same time for each wrong one.
 *  Threads: any. */
bool gi_secret_is(gi_secret_place *place, const struct gi_secret *secret);

/** Nobody exports the object any more. */
void gi_secret_forget(gi_secret_place *place);

#endif
