/** Compilations on disk: what was made, by all that it was made of.
 *  Threads: any. */
#ifndef GI_RTC_KEPT_H
#define GI_RTC_KEPT_H

#include "base/disk/digest.h"
#include "clang/places.h"
#include "rtc/rtc_options.h"
#include "rtc/rtc_program.h"

/** The name of the file for a compilation: by the sources, the options, clang and the folder that
 *  the program runs in.
 *  Returns: false if clang cannot be looked at. */
bool gi_rtc_kept_name(const struct gi_rtc_program *program, const struct gi_rtc_options *options,
                      const struct gi_places *places, char out_name[96]);

/** Reads what a compilation has made, if all files that it read are as they were.
 *  Returns: false if there is nothing, and then nothing changes. */
bool gi_rtc_kept_read(struct gi_rtc_program *program, const char *name);

/** Keeps what a compilation has made.
 *  Parameter files: the list of files that clang has written, as for make; files in the folder
 *      of the compilation are left out.
 *  Parameter folder: that folder.
 *  Parameter begin_ns: when the compilation began; a file that is newer is not believed.
 *  Units:    nanoseconds of the system's clock. */
void gi_rtc_kept_write(const struct gi_rtc_program *program, const char *name, const char *files,
                       const char *folder, int64_t begin_ns);

#endif
