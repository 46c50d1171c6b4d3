/* Chains: fences with points, each with the ones before it. A node never changes and has as many
 * users as point to it, so that syncobjs share chains as they do in the kernel. */
#ifndef GICARD_CHAIN_H
#define GICARD_CHAIN_H

#include "arena.h"

/** A node with fences of its own: binary, the first of its kind.
 *  Owner:   the caller has one hold of it.
 *  Threads: under the arena's lock, as all functions here.
 *  Errors:  0 when there is no room. */
uint32_t gicard_chain_binary(const struct gicard_fence_set *own);

/** A node with a point, after another one or after none (0). The hold of that one goes over to the
 *  new node.
 *  Owner:   the caller has one hold of the new one.
 *  Errors:  0 when there is no room; the hold stays with the caller. */
uint32_t gicard_chain_point(uint32_t before, uint64_t point, const struct gicard_fence_set *own);

/** The node whose end is a point's, in the chain that ends with `head`; 0 when it has ended.
 *  Errors:  -EINVAL when there is no such point yet. */
int gicard_chain_find(uint32_t head, uint64_t point, uint32_t *out_node);

/** The last point that has ended, or the last one of all. */
uint64_t gicard_chain_query(uint32_t head, bool last_submitted);

/** What must end before a node has; of node 0 nothing. */
struct gicard_fence_set gicard_chain_set(uint32_t node);

/** Takes and drops a hold; 0 is taken, too. */
void gicard_chain_hold(uint32_t node);
void gicard_chain_drop(uint32_t node);

/** Writes a chain to a file at that offset, and makes nodes of what was written; a chain of one
 *  binary node needs no more than its set, so nothing is written of it.
 *  Owner:   the caller has one hold of what was read.
 *  Errors:  -EIO, -ENOMEM; 0 in out_node when nothing was written. */
int gicard_chain_write(uint32_t head, int fd, int64_t offset);
int gicard_chain_read(int fd, int64_t offset, uint32_t *out_node);

#endif
