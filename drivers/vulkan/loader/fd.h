/** File descriptors: the kind of their files, and passing one to a call that may or may not take
 *  it. */
#ifndef GIVK_FD_H
#define GIVK_FD_H

#include <sys/types.h>

#include "base/status.h"

enum { GIVK_FD_WORDS = 160 };

/** Describes in words what a descriptor refers to, as in "a pipe" or "closed".
 *  Owner:   writes into text, which has GIVK_FD_WORDS bytes, and returns it.
 *  Threads: any. */
const char *givk_fd_describe(int fd, char text[static GIVK_FD_WORDS]);

/** The kind of a descriptor. Two descriptors are of one kind if they have the same file type
 *  and the same device: st_rdev for device files, else st_dev. */
struct givk_fd_kind {
    bool known;
    mode_t format;
    dev_t device;
    bool is_dma_buf;
    uint64_t size_bytes;         /* of the file or dma-buf; 0: unknown */
};

/** Reads what is known of a descriptor; known is false if it is closed. It is on the path of every
 *  import, and needs one fstat for most.
 *  Threads: any. */
void givk_fd_kind_of(int fd, struct givk_fd_kind *out_kind);

/** Returns the seals of a file in memory; 0 for any other descriptor. It costs half of
 *  givk_fd_kind_of.
 *  Threads: any. */
int givk_fd_seals(int fd);

/** Tells whether fd is open and of a kind; `is` was read from fd. If the kind is unknown,
 *  everything fits but pipes, sockets, directories and terminals.
 *  Threads: any. */
bool givk_fd_is_kind(int fd, const struct givk_fd_kind *is, const struct givk_fd_kind *kind);

/** Duplicates a borrowed descriptor for a call that takes it on success. what begins the sentence,
 *  as in "memory import".
 *  Owner:   the caller owns *out_fd.
 *  Threads: any.
 *  Errors:  GI_IMPORT_FAILED if fd is closed; GI_OS_ERROR if the process can open no more. */
GI_MUST_CHECK gi_status givk_fd_duplicate(int fd, const char *what, int *out_fd);

/** Tells whether two descriptors refer to one open file; false if one is closed.
 *  Threads: any. */
bool givk_fd_is_same(int fd, int other);

/** Closes the duplicate after a call that failed, unless the call has closed it already. Some
 *  drivers do, and another thread may have reused the number since. fd is the borrowed original.
 *  Threads: any. */
void givk_fd_close_duplicate(int fd, int duplicate);

#endif
