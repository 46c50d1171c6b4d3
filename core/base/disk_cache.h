/** Files that the library keeps from one process to the next, in a folder of the user's.
 *
 *  Nothing depends on them. A file that is missing, damaged or not the user's own is not read, and
 *  what fails is a line of the log (debug). The folder is the first of these that is set:
 *  $GPUINTEROP_CACHE_DIR, $XDG_CACHE_HOME/gpuinterop, $HOME/.cache/gpuinterop. An empty
 *  GPUINTEROP_CACHE_DIR switches the cache off. A process that runs with another user's rights has
 *  none. */
#ifndef GI_DISK_CACHE_H
#define GI_DISK_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Larger contents are neither written nor read. */
#define GI_DISK_CACHE_MAX_BYTES ((size_t)64 << 20)

/** What the environment says of the folder; NULL: the variable is not set. */
struct gi_disk_cache_environment {
    const char *own;             /* GPUINTEROP_CACHE_DIR */
    const char *xdg;             /* XDG_CACHE_HOME, unless that is another user's folder */
    const char *home;            /* HOME, if that is a folder of the user's */
};

enum gi_disk_cache_choice {
    GI_DISK_CACHE_OFF,
    GI_DISK_CACHE_FOLDER,
    GI_DISK_CACHE_WRONG          /* off: GPUINTEROP_CACHE_DIR is not an absolute path */
};

/** All zero: the cache is off. */
struct gi_disk_cache {
    char *folder;                /* NULL: off */
    bool makes_parent;           /* the folder above may have to be made too */
};

/** Chooses the folder; pure.
 *  Owner: gi_disk_cache_finish takes what *out_cache has. */
enum gi_disk_cache_choice
gi_disk_cache_choose(const struct gi_disk_cache_environment *environment,
                     struct gi_disk_cache *out_cache);

/** Chooses the folder by the process's environment; a wrong GPUINTEROP_CACHE_DIR is told of once.
 *  Neither looks for the folder nor makes it.
 *  Owner:   gi_disk_cache_finish takes what *out_cache has.
 *  Threads: any; reads the environment, so a thread of the program's calls it. */
void gi_disk_cache_init(struct gi_disk_cache *out_cache);
void gi_disk_cache_finish(struct gi_disk_cache *cache);

/** What a file begins with, before its contents. */
struct gi_disk_cache_header {
    uint64_t magic;
    uint32_t version, header_bytes;
    uint64_t size_bytes, checksum;       /* of the contents */
};

/** A checksum that finds damage; who can write the user's files can make it fit. */
uint64_t gi_disk_cache_checksum(const void *contents, size_t size_bytes);

/** The header of contents, and whether a header is the one of these contents; pure. */
struct gi_disk_cache_header gi_disk_cache_header_of(const void *contents, size_t size_bytes);
bool gi_disk_cache_header_fits(const struct gi_disk_cache_header *header, const void *contents,
                               size_t size_bytes);

/** Reads the contents of the file of that name; false if there are none to be had.
 *  Owner:   *out_contents is the caller's, for free(); NULL with false.
 *  Threads: any. */
bool gi_disk_cache_read(const struct gi_disk_cache *cache, const char *name, void **out_contents,
                        size_t *out_size_bytes);

/** Puts a file with the contents in the place of the one of that name, whole or not at all. Makes
 *  the folder, for the user alone. False if that fails, or if the contents are too large.
 *  Threads: any, and any number of processes. */
bool gi_disk_cache_write(const struct gi_disk_cache *cache, const char *name, const void *contents,
                         size_t size_bytes);

#endif
