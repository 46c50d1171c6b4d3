/** Semaphores of other programs and interfaces, imported from handles of the operating system. */
#ifndef GI_EXTERNAL_SEMAPHORE_H
#define GI_EXTERNAL_SEMAPHORE_H

#include "base/handle.h"

/** Handle types; the numbers are those of both front ends. */
enum gi_external_semaphore_type {
    GI_EXTERNAL_SEMAPHORE_OPAQUE_FD = 1,
    GI_EXTERNAL_SEMAPHORE_OPAQUE_WIN32 = 2,
    GI_EXTERNAL_SEMAPHORE_OPAQUE_WIN32_KMT = 3,
    GI_EXTERNAL_SEMAPHORE_D3D12_FENCE = 4,
    GI_EXTERNAL_SEMAPHORE_D3D11_FENCE = 5,
    GI_EXTERNAL_SEMAPHORE_NVSCISYNC = 6,
    GI_EXTERNAL_SEMAPHORE_KEYED_MUTEX = 7,
    GI_EXTERNAL_SEMAPHORE_KEYED_MUTEX_KMT = 8,
    GI_EXTERNAL_SEMAPHORE_TIMELINE_FD = 9,
    GI_EXTERNAL_SEMAPHORE_TIMELINE_WIN32 = 10
};

struct gi_external_semaphore_request {
    int type;                    /* any value: checked */
    int fd;
    uint32_t flags;
};

/** One signal or wait of a call. */
struct gi_external_semaphore_item {
    gi_handle semaphore;
    uint64_t value;              /* ignored for a binary semaphore */
    uint32_t flags;
    bool reserved_is_zero;
};

/** Imports a semaphore on the current device.
 *  Owner:  on success the fd is the library's and closed by it; on failure it is open and
 *          unchanged.
 *  Errors: as gi_external_memory_import. */
GI_MUST_CHECK gi_status gi_external_semaphore_import(
    const struct gi_external_semaphore_request *request, gi_handle *out_semaphore);

/** Ends the handle; signals and waits already enqueued go on. */
GI_MUST_CHECK gi_status gi_external_semaphore_destroy(gi_handle semaphore);

/** Enqueues signals, or waits, in stream; all of them or, on failure, none. count 0 is as the
 *  vendors have it: nothing to do. */
GI_MUST_CHECK gi_status gi_external_semaphores_signal(
    const struct gi_external_semaphore_item *items, size_t count, gi_handle stream);
GI_MUST_CHECK gi_status gi_external_semaphores_wait(
    const struct gi_external_semaphore_item *items, size_t count, gi_handle stream);

#endif
