/** Opening, reading and writing files. A signal does not end it, and a file that would become too
 *  large ends no program (size_signal.h).
 *
 *  Threads: any that is not cancelled meanwhile. */
#ifndef GI_FILE_BYTES_H
#define GI_FILE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>

/** Opens a file, as openat does: folder may be AT_FDCWD, and mode is for new files.
 *  Owner:   the caller closes the fd.
 *  Returns: -1 with errno. */
int gi_file_open(int folder, const char *path, int flags, mode_t mode);

/** Opens a folder that belongs to the user and is no symbolic link.
 *  Owner:   the caller closes the fd.
 *  Returns: -1 with errno. */
int gi_file_open_own_folder(const char *path);

/** Reads up to so many bytes; fewer at the end of the file.
 *  Returns: false with errno if the file cannot be read. */
bool gi_file_read(int fd, void *out_bytes, size_t size_bytes, size_t *out_count);

/** Reads up to so many bytes into new memory, and puts a zero behind them.
 *  Owner:   the caller, by free.
 *  Returns: NULL with errno if the file cannot be read, or ENOMEM. */
char *gi_file_read_all(int fd, size_t size_bytes, size_t *out_count);

/** Writes all bytes. A signal handler may call it.
 *  Returns: false with errno if they cannot be written; some of them may be. */
bool gi_file_write(int fd, const void *bytes, size_t size_bytes);

/** The ending of the names that gi_file_replace writes under. If the process is killed meanwhile, a
 *  file of this ending stays. */
#define GI_FILE_UNFINISHED ".unfinished"

/** Replaces the file called name in an open folder by one of these parts, one behind the other,
 *  completely or not at all. Only the user may read it.
 *  Returns: false with errno if it cannot be written; a full disk is among the reasons. */
bool gi_file_replace(int folder, const char *name, const struct iovec *parts, int count);

#endif
