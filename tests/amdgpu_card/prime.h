/* dma-bufs: buffers leave a file and come into another, by descriptor or by name. */
#ifndef GICARD_PRIME_H
#define GICARD_PRIME_H

#include "device.h"

/** The ioctls of that name.
 *  Threads: any.
 *  Errors:  the kernel's, negative. */
int gicard_prime_export(struct gicard_file *file, void *arg);
int gicard_prime_import(struct gicard_file *file, void *arg);
int gicard_prime_flink(struct gicard_file *file, void *arg);
int gicard_prime_open_name(struct gicard_file *file, void *arg);

/** The ioctls of a dma-buf's descriptor.
 *  Errors:  the kernel's, negative. */
int gicard_prime_ioctl(int fd, unsigned number, void *arg);

#endif
