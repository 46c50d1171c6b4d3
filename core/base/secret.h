/** Secrets of exported objects: random bytes in a handle. So a handle opens only the object that it
 *  was made of.
 *  Threads: any. */
#ifndef GI_SECRET_H
#define GI_SECRET_H

#include <stdatomic.h>

#include "status.h"

/** Fills with random bytes that nobody can guess, at most 256. A signal does not end it.
 *  Returns: false with errno. */
bool gi_random_bytes(void *out_bytes, size_t size_bytes);

struct gi_secret {
    uint8_t bytes[12];
};

/** Where an object keeps its secret; NULL if it was never exported. */
typedef _Atomic(struct gi_secret *) gi_secret_place;

/** Returns the secret of an object; the first export makes it.
 *  Errors: GI_OUT_OF_MEMORY, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_secret_of(gi_secret_place *place, struct gi_secret *out_secret);

/** Whether the object was exported with this secret. Takes the same time for every wrong secret. */
bool gi_secret_is(gi_secret_place *place, const struct gi_secret *secret);

/** Frees the secret. No other thread uses the object any more. */
void gi_secret_forget(gi_secret_place *place);

#endif
