/** One compilation of a program.
 *  Threads: any that is not cancelled meanwhile and has the program's lock. */
#ifndef GI_RTC_COMPILE_H
#define GI_RTC_COMPILE_H

#include "rtc/rtc_program.h"

/** Compiles, and leaves PTX, log and lowered names in the program.
 *  Errors: those of gi_rtc_compile. A sentence stands in the log, or is the calling thread's. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_compile_program(struct gi_rtc_program *program, int count,
                                                        const char *const *options);

#endif
