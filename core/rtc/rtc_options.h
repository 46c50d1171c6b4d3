/** The options of a compilation: words of the interfaces' compilers become words for clang.
 *  Pure; threads: any. */
#ifndef GI_RTC_OPTIONS_H
#define GI_RTC_OPTIONS_H

#include "clang/words.h"
#include "rtc/rtc.h"
#include "rtc/rtc_text.h"

/** One of zeros is empty. */
struct gi_rtc_options {
    struct gi_words words;              /* for clang, without folders and is_linked */
    struct gi_words folders;            /* in which headers are searched */
    const char *standard;               /* of C++; NULL: the usual one */
    int capability;                     /* times ten; 0: not said */
    bool is_machine;                    /* the last architecture is a real one, as sm_75 is */
    bool is_linked;                     /* the code is joined with that of others: the last word
                                           about it counts */
    bool is_default_device;             /* functions without a qualifier are of host and device */
    bool is_fast;                       /* shorter forms of float functions */
    bool is_uncached;
};

/** Reads the options. A mistake is said in the log.
 *  Owner:   the caller ends them by gi_rtc_options_finish, also after a mistake.
 *  Errors:  GI_RTC_INVALID_OPTION; GI_RTC_NOT_COMPILED for a macro that is none;
 *           GI_RTC_NO_MEMORY. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_options_read(const struct gi_rtc_interface *interface,
                                                     int count, const char *const *options,
                                                     struct gi_rtc_text *log,
                                                     struct gi_rtc_options *out_options);

void gi_rtc_options_finish(struct gi_rtc_options *options);

#endif
