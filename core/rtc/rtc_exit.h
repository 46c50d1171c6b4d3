/** Compilations that run while the program exits: their processes end, and their folders are
 *  removed. A folder that is being filled then is removed by the next process, a day later.
 *  Threads: any that is not cancelled meanwhile. */
#ifndef GI_RTC_EXIT_H
#define GI_RTC_EXIT_H

#include <stdbool.h>
#include <sys/types.h>

/** A compilation, as the exit sees it. One of zeros is none. */
struct gi_rtc_exit {
    struct gi_rtc_exit *next;
    const char *folder;                 /* NULL: the exit does not know of it */
    pid_t group;                        /* of the compiler's processes; 0: there are none */
};

/** Lets the exit know of a compilation.
 *  Parameter folder: borrowed until gi_rtc_exit_end. */
void gi_rtc_exit_begin(struct gi_rtc_exit *run, const char *folder);

/** Takes it off the list. */
void gi_rtc_exit_end(struct gi_rtc_exit *run);

/** Brackets the start of a process: the exit waits meanwhile.
 *  Parameter group: what was started, a process that leads a group; 0: nothing.
 *  Returns: false once the exit has begun: no process is started then. */
bool gi_rtc_exit_lock(void);
void gi_rtc_exit_unlock(struct gi_rtc_exit *run, pid_t group);

/** Ends what is left of the group, whose leader nobody has waited for. If the program has taken its
 *  status, nothing is ended: the number may be another's. */
void gi_rtc_exit_end_group(struct gi_rtc_exit *run);

enum gi_rtc_exit_state { GI_RTC_EXIT_RUNS, GI_RTC_EXIT_ENDED, GI_RTC_EXIT_TAKEN };

/** Looks at a child and takes nothing.
 *  Returns: whether it runs, has ended, or is no child any more. */
enum gi_rtc_exit_state gi_rtc_exit_look(pid_t child);

#endif
