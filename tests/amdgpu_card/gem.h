/* Buffers: memory files that are their own dma-bufs, and user memory. */
#ifndef GICARD_GEM_H
#define GICARD_GEM_H

#include "device.h"

/** Holds and drops a reference; the last one closes the memory. put takes NULL.
 *  Threads: any. */
struct gicard_buffer *gicard_buffer_get(struct gicard_buffer *buffer);
void gicard_buffer_put(struct gicard_buffer *buffer);

/** The buffer behind a handle with a reference, or NULL.
 *  Threads: any, not under the file's lock. */
struct gicard_buffer *gicard_buffer_of(struct gicard_file *file, uint32_t handle);

/** The ioctls of buffers. Each is the kernel's of that name.
 *  Threads: any.
 *  Errors:  the kernel's, negative. */
int gicard_gem_create(struct gicard_file *file, void *arg);
int gicard_gem_close(struct gicard_file *file, void *arg);
int gicard_gem_mmap(struct gicard_file *file, void *arg);
int gicard_gem_metadata(struct gicard_file *file, void *arg);
int gicard_gem_op(struct gicard_file *file, void *arg);
int gicard_gem_userptr(struct gicard_file *file, void *arg);
int gicard_gem_wait_idle(struct gicard_file *file, void *arg);

/** Lets a handle go: its mappings too.
 *  Threads: under the file's lock. */
void gicard_gem_release(struct gicard_file *file, uint32_t handle);

/** mmap of a node: the buffer that GEM_MMAP's offset stands for.
 *  Errors:  MAP_FAILED and errno. */
void *gicard_gem_map(struct gicard_file *file, void *at, size_t size, int protection, int flags,
                     uint64_t offset);

/** The buffer of an inode: this process's, or one that is opened now.
 *  Owner:   comes with a reference.
 *  Errors:  NULL and a negative errno. */
struct gicard_buffer *gicard_buffer_open(int fd, const struct gicard_inode *inode, int *out_error);

/** Fills VRAM of this process with garbage: the card has lost it.
 *  Threads: any. */
void gicard_buffers_lose(unsigned card);

/** Forgets which buffers there are, without closing them.
 *  Threads: the child of a fork. */
void gicard_buffers_before_fork(void);
void gicard_buffers_after_fork(bool in_child);

#endif
