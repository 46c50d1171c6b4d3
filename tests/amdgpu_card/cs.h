/* Submissions, and waiting for them. */
#ifndef GICARD_CS_H
#define GICARD_CS_H

#include "device.h"

/** The ioctls of that name.
 *  Threads: any; those that wait hold no lock.
 *  Errors:  the kernel's, negative. */
int gicard_cs_ioctl(struct gicard_file *file, void *arg);
int gicard_wait_cs_ioctl(struct gicard_file *file, void *arg);
int gicard_wait_fences_ioctl(struct gicard_file *file, void *arg);
int gicard_fence_to_handle_ioctl(struct gicard_file *file, void *arg);
int gicard_bo_list_ioctl(struct gicard_file *file, void *arg);

#endif
