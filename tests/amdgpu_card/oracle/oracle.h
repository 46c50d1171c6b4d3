/* What the syncobj program has of its own: calls whose answer is 0 or an errno, and lines. */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include <drm.h>

#define ALL DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL
#define FOR_SUBMIT DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT
#define AVAILABLE DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE
#define LAST_SUBMITTED DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED
#define NO_HANDLE 4321u                  /* never given out here */

/** The render node with syncobjs and timelines that all calls go to. */
extern int oracle_node;

/** Opens the first render node that has timelines.
 *  Errors:  false when there is none. */
bool oracle_open(void);

/** An ioctl of the node; 0 or the errno. */
int oracle_call(unsigned long request, void *argument);

/** Prints a row: what was done, and 0 or the errno's name. */
void oracle_row(const char *action, int result);

/** Prints a row with a number. */
void oracle_number(const char *action, uint64_t number);

/** A moment that many nanoseconds from now, as the waits take it. */
int64_t oracle_in_ns(int64_t ns);

/* ---- the calls; each answers 0 or an errno -------------------------------------------------- */

uint32_t oracle_create(uint32_t flags);  /* a handle */
int oracle_destroy(uint32_t handle);
int oracle_reset(uint32_t handle);
int oracle_signal(uint32_t handle);
int oracle_signal_point(uint32_t handle, uint64_t point);
int oracle_query(uint32_t handle, uint32_t flags, uint64_t *out_point);
int oracle_wait(uint32_t handle, int64_t until, uint32_t flags);
int oracle_wait_point(uint32_t handle, uint64_t point, int64_t until, uint32_t flags);
int oracle_wait_many(const uint32_t *handles, uint32_t count, uint32_t flags, uint32_t *out_first);
int oracle_transfer(uint32_t to, uint64_t to_point, uint32_t from, uint64_t from_point,
                    uint32_t flags);

/** Exports a handle; flags 0: itself, 1: its fence as a sync_file. */
int oracle_export(uint32_t handle, uint32_t flags, int *out_fd);

/** Imports a descriptor as a new handle. */
int oracle_import(int fd, uint32_t *out_handle);

/** Puts a sync_file's fence into a handle. */
int oracle_import_fence(uint32_t handle, int fd);

/* ---- a fence that is pending: of vgem on a kernel, of a job that is held on the card --------- */

/** A sync_file whose fence signals when pending_signal is called. One at a time.
 *  Owner:   the caller closes it.
 *  Errors:  negative when there is nothing here that can make one. */
int pending_fence(void);
void pending_signal(void);

/* ---- the rows -------------------------------------------------------------------------------- */

void oracle_files(void);
void oracle_pending(void);
void oracle_walks(void);

#endif
