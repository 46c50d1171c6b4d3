/** The end of the process: what was enqueued is finished, or named in the log. */
#ifndef GI_LEAVE_H
#define GI_LEAVE_H

/** Has the process finish its work at exit, before the library's threads are stopped: it waits two
 *  seconds at most for what is enqueued by then, and logs each stream whose work is not done.
 *  Called once a device is open, so that it comes before what the device's driver does at exit.
 *  Threads: any. */
void gi_leave_prepare(void);

#endif
