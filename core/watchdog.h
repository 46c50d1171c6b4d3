/** GPUINTEROP_WATCHDOG=seconds: says of every stream that is stuck longer what it waits for. */
#ifndef GI_WATCHDOG_H
#define GI_WATCHDOG_H

/** Starts the watchdog if the environment asks for it and it does not run yet.
 *  Threads: any. */
void gi_watchdog_begin(void);

#endif
