/** Allocates and frees waiters of a driver.
 *  Threads: any. */
#ifndef GI_WAITER_H
#define GI_WAITER_H

#include "contract/driver.h"

/** Makes a waiter of the device's driver.
 *  Owner:  the caller destroys it.
 *  Errors: GI_OUT_OF_MEMORY, and what the driver's init answers. */
GI_MUST_CHECK gi_status gi_waiter_create(struct gi_device_base *base, enum gi_waiter_kind kind,
                                         struct gi_waiter **out_waiter);

/** Frees a waiter in which no thread sleeps. Takes NULL. */
void gi_waiter_destroy(struct gi_waiter *waiter);

#endif
