/** The end of the process: enqueued work is finished, or named in the log. */
#ifndef GI_LEAVE_H
#define GI_LEAVE_H

/** Registers an exit handler that runs before the library's threads stop. It waits at most two
 *  seconds for all enqueued work, and logs each stream that still has work. The caller has
 *  opened a device, so the handler runs before those of the device's driver.
 *  Threads: any. */
void gi_leave_prepare(void);

#endif
