/** Memory objects of the driver, with the core's reference count. The host uses none of their
 *  addresses for anything else.
 *  Threads: any. */
#ifndef GI_MEMORY_OBJECT_H
#define GI_MEMORY_OBJECT_H

#include "contract/driver.h"

/** Makes an object with one reference. If its device addresses are not its host addresses, the
 *  host's address range is reserved. So any pointer identifies what it points to.
 *  Errors: GI_OUT_OF_MEMORY and the driver's. */
GI_MUST_CHECK gi_status gi_memory_object_allocate(struct gi_device_base *base, uint64_t size_bytes,
                                                  enum gi_memory_kind kind,
                                                  struct gi_memory **out_memory);

/** As gi_memory_object_allocate, for device memory that can be exported as an opaque fd.
 *  Errors: also GI_NOT_SUPPORTED if the driver cannot. */
GI_MUST_CHECK gi_status gi_memory_object_allocate_exportable(struct gi_device_base *base,
                                                             uint64_t size_bytes,
                                                             struct gi_memory **out_memory);

/** As gi_memory_object_allocate_exportable, for an image that others make in it, too. Its addresses
 *  are not used. */
GI_MUST_CHECK gi_status gi_memory_object_allocate_for_image(struct gi_device_base *base,
                                                            uint64_t size_bytes,
                                                            struct gi_memory **out_memory);

/** As gi_memory_object_allocate, for imported memory.
 *  Owner: borrows the handle. */
GI_MUST_CHECK gi_status gi_memory_object_import(struct gi_device_base *base,
                                                const struct gi_os_handle *borrowed,
                                                uint64_t size_bytes, bool dedicated,
                                                struct gi_memory **out_memory);

/** As gi_memory_object_import, at this size or not at all.
 *  Errors: GI_IMPORT_FAILED also for memory with fewer bytes. */
GI_MUST_CHECK gi_status gi_memory_object_import_exactly(struct gi_device_base *base,
                                                        const struct gi_os_handle *borrowed,
                                                        uint64_t size_bytes,
                                                        struct gi_memory **out_memory);

/** As gi_memory_object_allocate, for host memory of the program, aligned as the device requires.
 *  The bytes are not touched.
 *  Errors: GI_NOT_SUPPORTED if the device cannot, and the driver's. */
GI_MUST_CHECK gi_status gi_memory_object_wrap(struct gi_device_base *base, void *host,
                                              uint64_t size_bytes, struct gi_memory **out_memory);

/** Makes a range (driver.h): addresses without pages.
 *  Errors: GI_NOT_SUPPORTED if the device has no ranges, and the driver's. */
GI_MUST_CHECK gi_status gi_memory_object_reserve(struct gi_device_base *base, uint64_t size_bytes,
                                                 uint64_t alignment_bytes, uint64_t wanted_address,
                                                 struct gi_memory **out_range);

/** The next two tell that other memory may be the same as this object, or that bytes of a range may
 *  be the same as others of it. That stays so until the object ends. */
void gi_memory_object_note_alias(struct gi_memory *memory);
void gi_memory_object_note_places(struct gi_memory *range);

/** Whether two addresses of the object may be the same bytes. */
bool gi_memory_object_may_repeat(const struct gi_memory *memory);

/** Exports an object as an opaque fd. Afterwards another object may be the same memory, as with
 *  imported and wrapped ones.
 *  Owner:  *out_owned is the caller's.
 *  Errors: the driver's; GI_NOT_SUPPORTED if it cannot. */
GI_MUST_CHECK gi_status gi_memory_object_export(struct gi_memory *memory,
                                                struct gi_os_handle *out_owned);

/** How often an object has got an alias so far. When the count has changed, earlier notes about
 *  objects without an alias may be wrong. A thread that has an alias also sees the new count. */
uint64_t gi_memory_object_exported_count(void);

/** Whether another object may be the same memory, because it was imported, wrapped or exported. */
bool gi_memory_object_may_have_alias(const struct gi_memory *memory);

void gi_memory_object_ref(struct gi_memory *memory);
void gi_memory_object_unref(struct gi_memory *memory);

#endif
