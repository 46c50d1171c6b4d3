/** File descriptors: what one is, and handing one to a call that may or may not take it. */
#ifndef GIVK_FD_H
#define GIVK_FD_H

#include <sys/types.h>

#include "base/status.h"

enum { GIVK_FD_WORDS = 160 };

/** Says what a descriptor is, as in "a pipe" or "closed".
 *  Owner: writes into text, which has GIVK_FD_WORDS bytes, and returns it. */
const char *givk_fd_describe(int fd, char text[static GIVK_FD_WORDS]);

/** What is known of a descriptor. Descriptors of one kind have the sort of file in common and the
 *  device it is or, for others, lies on. */
struct givk_fd_kind {
    bool known;
    mode_t format;
    dev_t device;
    bool is_dma_buf;
    uint64_t size_bytes;         /* of the file or dma-buf; 0 if it does not say */
};

/** Reads what is known of a descriptor; nothing if it is closed. One look for most: it is on the
 *  way of every import. */
void givk_fd_kind_of(int fd, struct givk_fd_kind *out_kind);

/** The seals of a file in memory; 0 for any other descriptor. Half the price of the look above. */
int givk_fd_seals(int fd);

/** True if fd, of which `is` was read, is open and of that kind; of an unknown kind it is enough
 *  to be no pipe, socket, directory or terminal. */
bool givk_fd_is_kind(int fd, const struct givk_fd_kind *is, const struct givk_fd_kind *kind);

/** Duplicates a borrowed descriptor for a call that takes it on success.
 *  Owner:  the caller of this owns *out_fd.
 *  Errors: GI_IMPORT_FAILED if fd is closed, GI_OS_ERROR if the process may open no more; what is
 *          the noun of the sentence, as in "memory import". */
GI_MUST_CHECK gi_status givk_fd_duplicate(int fd, const char *what, int *out_fd);

/** Whether two descriptors are of one open file; false if one is closed. */
bool givk_fd_is_same(int fd, int other);

/** Closes the duplicate after the call failed, unless the call has closed it already: some drivers
 *  do, and by then the number may belong to another thread. fd is the borrowed original. */
void givk_fd_close_duplicate(int fd, int duplicate);

#endif
