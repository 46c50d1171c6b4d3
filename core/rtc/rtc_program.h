/** A program that is compiled while another one runs: its source, and what was made of it. */
#ifndef GI_RTC_PROGRAM_H
#define GI_RTC_PROGRAM_H

#include <pthread.h>

#include "clang/words.h"
#include "rtc/rtc.h"
#include "rtc/rtc_text.h"

struct gi_rtc_program {
    struct gi_object object;
    pthread_mutex_t lock;               /* guards what follows; refuses a thread that has it */
    const struct gi_rtc_interface *interface;
    char *source, *name;
    struct gi_words headers, header_names;      /* as many of each */
    struct gi_words names;              /* expressions of the program */
    struct gi_words lowered;            /* the name in the code for each; empty before success */
    int (*watcher)(void *argument, void *unused);
    void *watcher_argument;
    struct gi_rtc_text log;
    char *ptx;                          /* NULL: the last compilation has failed, or was none */
    size_t ptx_bytes;                   /* with the zero at its end */
    bool was_compiled;                  /* ever, with success or without */
    bool is_machine;                    /* the options named a real architecture */
};

#endif
