/** The last error of the calling thread, one for each interface above the core. All libraries of an
 *  interface share it. Codes are the interface's own; 0 means no error.
 *  Threads: any; each has its own. */
#ifndef GI_LAST_ERROR_H
#define GI_LAST_ERROR_H

#include <stdbool.h>

#include "interface.h"

/** Ends a failed call: logs the reason and makes code the last error. With is_lost, the error of a
 *  lost device, it stays until gi_last_error_reset. The calling thread holds no lock. */
void gi_last_error_set(const struct gi_interface *interface, int code, bool is_lost);

/** Returns the last error and keeps it. */
int gi_last_error_peek(const struct gi_interface *interface);

/** Returns the last error and clears it, unless it is that of a lost device. */
int gi_last_error_take(const struct gi_interface *interface);

/** Clears the error of a lost device, because the device is being reset. Other errors stay. */
void gi_last_error_reset(const struct gi_interface *interface);

#endif
