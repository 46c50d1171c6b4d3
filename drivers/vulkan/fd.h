/** File descriptors: what one is, and handing one to a call that may or may not take it. */
#ifndef GIVK_FD_H
#define GIVK_FD_H

#include "status.h"

enum { GIVK_FD_WORDS = 160 };

/** Says what a descriptor is, as in "a pipe" or "closed".
 *  Owner: writes into text, which has GIVK_FD_WORDS bytes, and returns it. */
const char *givk_fd_describe(int fd, char text[static GIVK_FD_WORDS]);

/** True if the descriptor is open and may be an object of a driver: no pipe, socket, directory or
 *  terminal. Some drivers read from what they are given, and a pipe would hold them for ever. */
bool givk_fd_may_be_object(int fd);

/** True if the descriptor is a file with content, on disk or in memory. */
bool givk_fd_is_file(int fd);

/** True if the descriptor is a dma-buf. */
bool givk_fd_is_dma_buf(int fd);

/** The bytes of the file or dma-buf that the descriptor stands for, 0 if it does not say. */
uint64_t givk_fd_size(int fd);

/** Duplicates a borrowed descriptor for a call that takes it on success.
 *  Owner:  the caller of this owns *out_fd.
 *  Errors: GI_IMPORT_FAILED if fd is closed, GI_OS_ERROR if the process may open no more; what is
 *          the noun of the sentence, as in "memory import". */
GI_MUST_CHECK gi_status givk_fd_duplicate(int fd, const char *what, int *out_fd);

/** Closes the duplicate after the call failed, unless the call has closed it already: some drivers
 *  do, and by then the number may belong to another thread. fd is the borrowed original. */
void givk_fd_close_duplicate(int fd, int duplicate);

#endif
