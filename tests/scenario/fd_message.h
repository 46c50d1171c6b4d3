/** Messages of a fixed size between two processes, with fds. */
#ifndef SCENARIO_FD_MESSAGE_H
#define SCENARIO_FD_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

enum { FD_MESSAGE_FDS = 4 };     /* in one message at most */

/** Sends size bytes and copies of fd_count fds.
 *  Owner: the fds stay the caller's. */
bool fd_message_send(int socket, const void *data, size_t size, const int *fds, size_t fd_count);

/** Waits for a message of so many bytes and fds; false if it is another one, or if the other side
 *  has gone. */
bool fd_message_receive(int socket, void *data, size_t size, int *out_fds, size_t fd_count);

#endif
