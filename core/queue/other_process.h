/** Whether another process still runs.
 *  Threads: any. */
#ifndef GI_OTHER_PROCESS_H
#define GI_OTHER_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

/** Identifies the pid namespace of this process, within which process ids are valid; 0:
 *  unknown. */
uint32_t gi_other_process_space(void);

/** Whether a process of a pid namespace is known to have ended; a zombie has, too. False for this
 *  process, and for what is no process id. A reused process id counts as the old process. */
bool gi_other_process_has_ended(uint32_t process, uint32_t space);

#endif
