/** Files that the library keeps from one process to the next, in a folder of the user.
 *
 *  Nothing depends on these files. The library does not read a file that is missing, damaged or
 *  owned by another user. A failure only adds a debug line to the log.
 *
 *  The folder is the first of these that can be used:
 *  - $GPUINTEROP_CACHE_DIR. If the variable is set and no absolute path, the cache is off. The
 *    folder itself is no symbolic link.
 *  - $XDG_CACHE_HOME/gpuinterop, if the user owns $XDG_CACHE_HOME. If $XDG_CACHE_HOME is missing,
 *    the user must own the folder above it, or that folder is for all users, as /tmp is.
 *  - $HOME/.cache/gpuinterop, if the user owns $HOME.
 *
 *  The cache is also off in a process that runs with another user's rights. */
#ifndef GI_DISK_CACHE_H
#define GI_DISK_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Larger contents are not written and not read. */
#define GI_DISK_CACHE_MAX_BYTES ((size_t)64 << 20)

/** The environment variables that choose the folder; NULL if a variable is not set. */
struct gi_disk_cache_environment {
    const char *own;             /* GPUINTEROP_CACHE_DIR */
    const char *xdg;             /* XDG_CACHE_HOME, if the user owns it or may make it */
    const char *home;            /* HOME, if the user owns that folder */
};

enum gi_disk_cache_choice {
    GI_DISK_CACHE_OFF,
    GI_DISK_CACHE_FOLDER,
    GI_DISK_CACHE_WRONG          /* off: GPUINTEROP_CACHE_DIR is not an absolute path */
};

/** All zero: the cache is off. */
struct gi_disk_cache {
    char *folder;                /* NULL: off */
    bool makes_parent;           /* the parent folder may have to be made too */
};

/** Chooses the folder. Pure.
 *  Owner: the caller gives *out_cache to gi_disk_cache_finish. */
enum gi_disk_cache_choice
gi_disk_cache_choose(const struct gi_disk_cache_environment *environment,
                     struct gi_disk_cache *out_cache);

/** Chooses the folder from the process's environment. Logs an invalid GPUINTEROP_CACHE_DIR once.
 *  Neither checks that the folder exists nor makes it.
 *  Owner:   the caller gives *out_cache to gi_disk_cache_finish.
 *  Threads: any thread of the program: it reads the environment. */
void gi_disk_cache_init(struct gi_disk_cache *out_cache);
void gi_disk_cache_finish(struct gi_disk_cache *cache);

/** The cache of this process, chosen when it is first asked for; NULL: it is off.
 *  Threads: any. */
const struct gi_disk_cache *gi_disk_cache_shared(void);

/** The header of a file, in front of its contents. */
struct gi_disk_cache_header {
    uint64_t magic;
    uint32_t version, header_bytes;
    uint64_t size_bytes, checksum;       /* of the contents */
};

/** A checksum against damage. It does not protect against somebody who can write the user's
 *  files. */
uint64_t gi_disk_cache_checksum(const void *contents, size_t size_bytes);

/** Makes the header of contents, or checks that a header matches these contents. Pure. */
struct gi_disk_cache_header gi_disk_cache_header_of(const void *contents, size_t size_bytes);
bool gi_disk_cache_header_fits(const struct gi_disk_cache_header *header, const void *contents,
                               size_t size_bytes);

/** Reads the contents of the file called name. False if there is no valid file.
 *  Owner:   *out_contents is the caller's, for free(); NULL with false.
 *  Threads: any. */
bool gi_disk_cache_read(const struct gi_disk_cache *cache, const char *name, void **out_contents,
                        size_t *out_size_bytes);

/** Replaces the file called name, completely or not at all. Makes the folder if needed, with access
 *  for the user only. Removes files that killed processes left half written. False on
 *  failure, and if the contents are too large.
 *  Threads: any, and any number of processes. */
bool gi_disk_cache_write(const struct gi_disk_cache *cache, const char *name, const void *contents,
                         size_t size_bytes);

#endif
