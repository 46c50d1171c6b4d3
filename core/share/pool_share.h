/** Pools of one process used in others: an fd stands for the pool, and data for its pointers.
 *  Threads: any. */
#ifndef GI_POOL_SHARE_H
#define GI_POOL_SHARE_H

#include "ipc.h"

/** Makes an fd that stands for a shareable pool. Other processes import it (type 1, flags 0).
 *  Owner:  the fd is the caller's.
 *  Errors: GI_INVALID_VALUE, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_pool_export(gi_handle pool, int type, uint32_t flags, int *out_fd);

/** Imports a pool of another process on the current device. The pool cannot allocate.
 *  Owner:  borrows the fd.
 *  Errors: GI_INVALID_VALUE; GI_IMPORT_FAILED if the fd is no pool's; GI_INVALID_DEVICE if it
 *          belongs to another device. */
GI_MUST_CHECK gi_status gi_pool_import(int borrowed_fd, int type, uint32_t flags,
                                       gi_handle *out_pool);

/** Describes an allocation of a shareable pool. The data are valid until it is freed.
 *  Errors: GI_INVALID_VALUE, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_pool_export_pointer(uint64_t pointer, struct gi_ipc_handle *out_data);

/** Maps an allocation of an imported pool. It is freed as other memory is, and then still belongs
 *  to its process.
 *  Errors: GI_INVALID_VALUE for data of another pool; GI_INVALID_HANDLE if its process has ended or
 *          has freed it. */
GI_MUST_CHECK gi_status gi_pool_import_pointer(gi_handle pool, const struct gi_ipc_handle *data,
                                               uint64_t *out_pointer);

#endif
