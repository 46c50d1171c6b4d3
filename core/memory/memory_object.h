/** The driver's memory objects with the core's reference count, at addresses that are no one
 *  else's. */
#ifndef GI_MEMORY_OBJECT_H
#define GI_MEMORY_OBJECT_H

#include "contract/driver.h"

/** Makes an object with one reference. Where the device's addresses are not the host's, the host's
 *  address space is kept clear of them, so that any pointer says by itself what it is.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY and the driver's. */
GI_MUST_CHECK gi_status gi_memory_object_allocate(struct gi_device_base *base, uint64_t size_bytes,
                                                  enum gi_memory_kind kind,
                                                  struct gi_memory **out_memory);

/** The same for device memory that its table's export can be called on, as an opaque fd.
 *  Errors: also GI_NOT_SUPPORTED where the driver cannot. */
GI_MUST_CHECK gi_status gi_memory_object_allocate_exportable(struct gi_device_base *base,
                                                             uint64_t size_bytes,
                                                             struct gi_memory **out_memory);

/** The same for imported memory.
 *  Owner: borrows the handle. */
GI_MUST_CHECK gi_status gi_memory_object_import(struct gi_device_base *base,
                                                const struct gi_os_handle *borrowed,
                                                uint64_t size_bytes, bool dedicated,
                                                struct gi_memory **out_memory);

/** The same for host memory of the program; aligned as the device wants it. It is not touched.
 *  Errors: GI_NOT_SUPPORTED if the device cannot, and the driver's. */
GI_MUST_CHECK gi_status gi_memory_object_wrap(struct gi_device_base *base, void *host,
                                              uint64_t size_bytes, struct gi_memory **out_memory);

/** Exports an object as an opaque fd. From then on another object may be the same memory, as one
 *  that is imported or wrapped may be from the start.
 *  Owner:   *out_owned is the caller's.
 *  Threads: any.
 *  Errors:  the driver's; GI_NOT_SUPPORTED where it cannot. */
GI_MUST_CHECK gi_status gi_memory_object_export(struct gi_memory *memory,
                                                struct gi_os_handle *out_owned);

/** How many objects have been exported so far: what was noted of objects without an alias when
 *  there were fewer may be wrong. Whoever has an alias in hand sees the count with its export.
 *  Threads: any. */
uint64_t gi_memory_object_exported_count(void);

/** Whether another object may be the same memory: it was imported, wrapped or exported.
 *  Threads: any. */
bool gi_memory_object_may_have_alias(const struct gi_memory *memory);

void gi_memory_object_unref(struct gi_memory *memory);

#endif
