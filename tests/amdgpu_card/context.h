/* Contexts: queues of jobs, and what resets have done to them. */
#ifndef GICARD_CONTEXT_H
#define GICARD_CONTEXT_H

#include "device.h"

/** The CTX ioctl.
 *  Threads: any.
 *  Errors:  the kernel's, negative. */
int gicard_context_ioctl(struct gicard_file *file, void *arg);

/** Lets a context's handle go; its jobs are still done.
 *  Threads: under the file's lock. */
void gicard_context_release(struct gicard_file *file, uint32_t handle);

#endif
