/** Compilations on disk: what was made, by all that it was made of.
 *  Threads: any. */
#ifndef GI_RTC_KEPT_H
#define GI_RTC_KEPT_H

#include "base/disk/digest.h"
#include "rtc/rtc_command.h"

/** The key of a compilation: the sources, the words of the command, clang and the folder that the
 *  program runs in.
 *  Returns: false if clang or the folder cannot be looked at, or memory has ended. */
bool gi_rtc_kept_key(const struct gi_rtc_command *command, struct gi_digest *out_key);

/** Reads what a compilation has made, if all files that it read are as they were.
 *  Returns: false if there is nothing, and then nothing changes. */
bool gi_rtc_kept_read(struct gi_rtc_program *program, const struct gi_digest *key);

/** Keeps what a compilation has made. There is room for a fixed number of compilations. A new one
 *  takes a free place of its few, or that of an older one.
 *  Parameter files: the list of files that clang has written, as for make; files in the folder
 *      of the compilation are left out.
 *  Parameter folder: that folder.
 *  Parameter begin_ns: when the compilation began; a file that is newer is not believed.
 *  Units:    nanoseconds of the system's clock. */
void gi_rtc_kept_write(const struct gi_rtc_program *program, const struct gi_digest *key,
                       const char *files, const char *folder, int64_t begin_ns);

#endif
