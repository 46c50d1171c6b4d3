/** Pools of one process used in others: an fd stands for the pool, data for its pointers. */
#ifndef GI_POOL_SHARE_H
#define GI_POOL_SHARE_H

#include "ipc.h"

/** An fd that stands for a pool made to be shared; other processes import it (type 1, flags 0).
 *  Owner:  the fd is the caller's.
 *  Errors: GI_INVALID_VALUE, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_pool_export(gi_handle pool, int type, uint32_t flags, int *out_fd);

/** A pool of another process, on the current device; nothing is allocated from it.
 *  Owner:  borrows the fd.
 *  Errors: GI_INVALID_VALUE; GI_IMPORT_FAILED if the fd is no pool's; GI_INVALID_DEVICE if it is
 *          another device's. */
GI_MUST_CHECK gi_status gi_pool_import(int borrowed_fd, int type, uint32_t flags,
                                       gi_handle *out_pool);

/** Describes an allocation of a pool made to be shared; worth something until it is freed.
 *  Errors: GI_INVALID_VALUE, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_pool_export_pointer(uint64_t pointer, struct gi_ipc_handle *out_data);

/** Maps an allocation of an imported pool; freed as any memory, which leaves it to its process.
 *  Errors: GI_INVALID_VALUE for what is not of this pool; GI_INVALID_HANDLE if its process has
 *          ended or has freed it. */
GI_MUST_CHECK gi_status gi_pool_import_pointer(gi_handle pool, const struct gi_ipc_handle *data,
                                               uint64_t *out_pointer);

#endif
