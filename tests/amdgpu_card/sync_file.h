/* sync_files: a fence in a file of its own, that can be polled and merged. */
#ifndef GICARD_SYNC_FILE_H
#define GICARD_SYNC_FILE_H

#include <poll.h>
#include <stdbool.h>
#include <time.h>

#include "arena.h"

/** A new sync_file of a snapshot of fences.
 *  Owner:   the caller closes it.
 *  Errors:  a negative errno, else the descriptor. */
int gicard_sync_file_create(const struct gicard_fence_set *set);

/** The fences of a sync_file.
 *  Errors:  -EINVAL when it is none. */
int gicard_sync_file_read(int fd, struct gicard_fence_set *out);

/** The ioctls of a sync_file.
 *  Errors:  the kernel's, negative. */
int gicard_sync_file_ioctl(int fd, unsigned number, void *arg);

/** poll, for lists that may hold sync_files. False when there is none in it: the C library's own
 *  poll shall do.
 *  Units:   a timeout of -1 ns waits for ever. */
bool gicard_sync_file_poll(struct pollfd *fds, nfds_t count, int64_t timeout_ns, int *out_result);

#endif
