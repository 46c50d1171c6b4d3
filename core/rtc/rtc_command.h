/** The words of clang's command line for one compilation.
 *  Pure; threads: any. */
#ifndef GI_RTC_COMMAND_H
#define GI_RTC_COMMAND_H

#include "clang/places.h"
#include "rtc/rtc_folder.h"
#include "rtc/rtc_options.h"
#include "rtc/rtc_program.h"

/** Facts that the words are made of. */
struct gi_rtc_command {
    const struct gi_rtc_program *program;
    const struct gi_rtc_options *options;
    const struct gi_places *places;
};

/** The files of one compilation. */
struct gi_rtc_command_files {
    const struct gi_rtc_folder *folder;
    const char *source, *ptx;
    const char *files;                  /* gets the list of files that clang has read */
};

/** Adds the words that are the same for each compilation of a program by these options. */
void gi_rtc_command_add_common(const struct gi_rtc_command *command, struct gi_words *out_words);

/** Makes the whole command: these words, and the files.
 *  Parameter is_second: it makes the PTX with the second alignment of managed variables
 *      (clang/managed.h), and says nothing that the first has said. */
void gi_rtc_command_make(const struct gi_rtc_command *command,
                         const struct gi_rtc_command_files *files, bool is_second,
                         struct gi_words *out_words);

#endif
