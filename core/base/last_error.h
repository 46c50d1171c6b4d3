/** The last error of the calling thread, one for each interface above the core. All libraries of an
 *  interface share it. Codes are the interface's own; 0 is none.
 *  Threads: any; each has its own. */
#ifndef GI_LAST_ERROR_H
#define GI_LAST_ERROR_H

#include <stdbool.h>

#include "interface.h"

/** A call that fails ends with this: logs why, and makes code the last error. After the error of a
 *  lost device (is_lost) it stays until gi_last_error_reset. The calling thread holds no lock. */
void gi_last_error_set(const struct gi_interface *interface, int code, bool is_lost);

/** The last error, which stays. */
int gi_last_error_peek(const struct gi_interface *interface);

/** The last error, which is taken away unless it is that of a lost device. */
int gi_last_error_take(const struct gi_interface *interface);

/** Takes the error of a lost device away, because the device is being reset. Others stay. */
void gi_last_error_reset(const struct gi_interface *interface);

#endif
