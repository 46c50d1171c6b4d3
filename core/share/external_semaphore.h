/** Semaphores of other programs and interfaces, imported from handles of the operating system.
 *  Threads: any. */
#ifndef GI_EXTERNAL_SEMAPHORE_H
#define GI_EXTERNAL_SEMAPHORE_H

#include "base/handle.h"

/** Handle types, with the front ends' numbers. */
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
    int type;                    /* any value; it is checked */
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

/** The program's lists of one call, for a captured stream, whose node gives them back. */
struct gi_external_semaphore_lists {
    const struct gi_external_semaphore_item *items;
    const void *handles, *parameters;    /* count elements each */
    size_t handle_bytes, parameter_bytes, count;
};

/** Imports a semaphore on the current device.
 *  Owner:  on success the fd is the library's, which closes it; on failure it is open and
 *          unchanged.
 *  Errors: as gi_external_memory_import. */
GI_MUST_CHECK gi_status gi_external_semaphore_import(
    const struct gi_external_semaphore_request *request, gi_handle *out_semaphore);

/** Ends the handle. Enqueued signals and waits still happen.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_external_semaphore_destroy(gi_handle semaphore);

/** Enqueues signals or waits in a stream: all of them, or on failure not one.
 *  Errors: GI_INVALID_VALUE, also for count 0; GI_INVALID_HANDLE; GI_STALE_HANDLE for the stream;
 *          GI_OUT_OF_MEMORY; and those of gi_stream_enqueue. */
GI_MUST_CHECK gi_status gi_external_semaphores_signal(
    const struct gi_external_semaphore_item *items, size_t count, gi_handle stream);
GI_MUST_CHECK gi_status gi_external_semaphores_wait(
    const struct gi_external_semaphore_item *items, size_t count, gi_handle stream);

/** As gi_external_semaphores_signal or _wait, with the program's lists, so that a captured stream
 *  makes a node of the call. */
GI_MUST_CHECK gi_status gi_external_semaphores_enqueue(
    const struct gi_external_semaphore_lists *lists, bool signals, gi_handle stream);

struct gi_device;
struct gi_operation;

/** Makes the operation of signals or waits, without a stream. It keeps the semaphores. *out_device
 *  is the device that they work on; NULL: they work on all.
 *  Owner:  the caller ends it with gi_operation_drop.
 *  Errors: GI_INVALID_VALUE for count 0; GI_INVALID_HANDLE, also for semaphores of two devices;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_external_semaphores_prepare(
    const struct gi_external_semaphore_item *items, size_t count, bool signals,
    struct gi_operation *out_operation, struct gi_device **out_device);

#endif
