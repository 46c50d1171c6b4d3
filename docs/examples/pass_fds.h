/** Passing fds between processes over a Unix socket, and waiting without hanging. */
#ifndef EXAMPLES_PASS_FDS_H
#define EXAMPLES_PASS_FDS_H

#include <stdbool.h>
#include <stddef.h>

enum { PASS_FDS_MAX = 16 };

/** Sends bytes and count fds as one message of a SOCK_SEQPACKET socket.
 *  Owner:  the fds stay the caller's; the receiver gets duplicates.
 *  Errors: false with errno set. */
bool pass_fds_send(int socket, const void *bytes, size_t size, const int *fds, int count);

/** Receives such a message, which must have exactly this size and number of fds.
 *  Owner:  the fds are the caller's; none on failure.
 *  Errors: false with errno set: ETIMEDOUT, EPIPE if the other side is gone, EPROTO if the message
 *          is another one. */
bool pass_fds_receive(int socket, void *bytes, size_t size, int *fds, int count, int timeout_ms);

/** Waits until fd can be read, and takes care that the peer at the socket is still there. fd and
 *  socket may be the same.
 *  Errors: false with errno set: ETIMEDOUT, EPIPE if the peer is gone. */
bool wait_with_peer(int fd, int socket, int timeout_ms);

#endif
