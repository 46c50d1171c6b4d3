/** The private folder of one compilation: the source, the headers of the program, and what the
 *  compiler writes.
 *  Threads: any that is not cancelled meanwhile; one for each folder. */
#ifndef GI_RTC_FOLDER_H
#define GI_RTC_FOLDER_H

#include "base/status.h"

struct gi_rtc_folder {
    char *path;                 /* only this user can open it; NULL: there is none */
    char *sources;              /* in it: the source, and headers by their names */
    char *standard;             /* in it: headers that are named like those of C and C++ */
    char *own;                  /* in it: files of ours */
};

/** Whether a header of this name would lie in the folder: the name is no whole path, and has no
 *  more ".." than lead to it. Pure. */
bool gi_rtc_folder_has(const char *header_name);

/** Makes a folder in $TMPDIR, or in /tmp. The first call of a process removes folders there that
 *  killed processes of this user left more than a day ago.
 *  Owner:  the caller ends it by gi_rtc_folder_end, also after a failure.
 *  Errors: GI_OS_ERROR, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_rtc_folder_begin(struct gi_rtc_folder *out_folder);

/** Writes a header by the name that the source includes it by. Of several with one name the first
 *  stays.
 *  Errors: GI_OS_ERROR, GI_OUT_OF_MEMORY, GI_INVALID_VALUE if no file can have the name. */
GI_MUST_CHECK gi_status gi_rtc_folder_add(const struct gi_rtc_folder *folder, const char *name,
                                          const char *text);

/** Writes the source, and names its file. Written before the headers: a header of this name is left
 *  out.
 *  Owner:  the caller frees the path.
 *  Errors: GI_OS_ERROR, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_rtc_folder_add_source(const struct gi_rtc_folder *folder,
                                                 const char *text, size_t bytes, char **out_path);

/** Reads a file that the compiler has written.
 *  Owner:  the caller frees the bytes, behind which stands a zero.
 *  Errors: GI_NO_FILE if there is none; GI_OS_ERROR, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_rtc_folder_read(const char *path, char **out_bytes, size_t *out_count);

/** Removes the folder with all that is in it. */
void gi_rtc_folder_end(struct gi_rtc_folder *folder);

#endif
