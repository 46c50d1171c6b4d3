/** Temporary folders, for the compiler drivers and for the library.
 *  Threads: any. */
#ifndef GI_CLANG_TEMPORARY_H
#define GI_CLANG_TEMPORARY_H

/** The folder that temporary folders are made in: $TMPDIR if that is a whole path, or /tmp.
 *  Owner: the environment's; the text is valid until the environment changes. */
const char *gi_temporary_parent(void);

/** Makes a folder in it that only this user can open. Its name is this one with a few characters
 *  behind it.
 *  Owner:   the caller frees the path.
 *  Returns: NULL with errno; ENOMEM where memory has ended. */
char *gi_temporary_folder(const char *name);

/** Removes a folder with all that is in it. Links are removed, and not followed. */
void gi_temporary_remove(const char *path);

#endif
