/** The compiler's process.
 *  Threads: any that is not cancelled meanwhile. */
#ifndef GI_RTC_CHILD_H
#define GI_RTC_CHILD_H

#include "clang/words.h"
#include "rtc/rtc_exit.h"
#include "rtc/rtc_text.h"

/** How a run has ended. */
enum gi_rtc_end {
    GI_RTC_END_GOOD,
    GI_RTC_END_BAD,             /* it ended with a failure of its own */
    GI_RTC_END_KILLED,          /* by a signal, or it could not start */
    GI_RTC_END_SLOW,            /* it was stopped, after its time */
    GI_RTC_END_CANCELLED        /* the watcher has stopped it */
};

/** A function that is called while the compiler runs; 1 stops it. */
struct gi_rtc_watch {
    int (*watcher)(void *argument, void *unused);       /* NULL: none */
    void *argument;
};

/** Runs a command and waits for it. It has no input, and its signals are as in a new program. It
 *  gets none of the program's open files; with a C library older than glibc 2.34 it gets those that
 *  an exec leaves open. Of the environment it does not get variables of the loader, but for
 *  LD_LIBRARY_PATH, and those that change what compilers do. It leads a group of processes, which
 *  ends with it. Its text, and that of its children, is appended to the log, with a sentence if it
 *  did not end by itself. Where memory has ended, the log is short, and the end is bad.
 *  If the program takes the compiler's status itself (it waits for all children, or ignores
 *  SIGCHLD), a run counts as good when the output is there.
 *  Parameter output: the file that a good run leaves.
 *  Parameter run: the compilation, whose process the exit of the program ends. */
enum gi_rtc_end gi_rtc_child_run(const struct gi_words *command, const char *output,
                                 const struct gi_rtc_watch *watch, struct gi_rtc_exit *run,
                                 struct gi_rtc_text *log);

#endif
