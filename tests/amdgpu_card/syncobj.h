/* Syncobjs: one pointer to a fence, which may be none, binary, or a chain of points. */
#ifndef GICARD_SYNCOBJ_H
#define GICARD_SYNCOBJ_H

#include "device.h"

/** The syncobj ioctls that `number` stands for.
 *  Threads: any; those that wait hold no lock.
 *  Errors:  the kernel's, negative. */
int gicard_syncobj_ioctl(struct gicard_file *file, unsigned number, void *arg);

/** The syncobj behind a handle, or 0.
 *  Owner:   it comes with a hold; give it back with gicard_syncobj_put, which takes 0.
 *  Threads: any. */
uint32_t gicard_syncobj_get(struct gicard_file *file, uint32_t handle);

/** What must end for a point of a syncobj, as a submission takes it: at once, or with
 *  DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT after up to five seconds.
 *  Threads: any, holding no lock.
 *  Errors:  -ENOENT, -EINVAL when there is no such fence, -ETIME. */
int gicard_syncobj_find(struct gicard_file *file, uint32_t handle, uint64_t point, uint32_t flags,
                        struct gicard_fence_set *out);

/** Adds a point, or replaces the fence when it is 0.
 *  Threads: under the arena's lock.
 *  Errors:  -ENOMEM. */
int gicard_syncobj_add(uint32_t syncobj, uint64_t point, const struct gicard_fence_set *set);

/** Makes a syncobj with that fence and a handle of it.
 *  Errors:  -ENOMEM. */
int gicard_syncobj_create(struct gicard_file *file, const struct gicard_fence_set *set,
                          uint32_t *out_handle);

/** Drops a handle's hold, or a call's.
 *  Threads: any. */
void gicard_syncobj_put(uint32_t syncobj);

/** A file of the syncobj behind a handle: the opaque kind.
 *  Owner:   the caller closes it.
 *  Errors:  -EINVAL, -EMFILE. */
int gicard_syncobj_export(struct gicard_file *file, uint32_t handle, int *out_fd);

#endif
