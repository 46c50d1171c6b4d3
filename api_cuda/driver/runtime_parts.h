/** Parts of calls of the runtime interface that the driver interface has alike. Its structs and
 *  numbers are the same, so they are passed as numbers and as untyped pointers.
 *
 *  Threads: any. */
#ifndef GICUDA_DRIVER_RUNTIME_PARTS_H
#define GICUDA_DRIVER_RUNTIME_PARTS_H

#include "base/handle.h"

/** Attributes of a stream; a value is a union of 64 bytes.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gicuda_get_stream_attribute(const char *caller, gi_handle stream,
                                                    int attribute, void *out_value);
GI_MUST_CHECK gi_status gicuda_set_stream_attribute(const char *caller, gi_handle stream,
                                                    int attribute, const void *wanted_value);

/** Advice for managed memory, and moves of it. A location is a type and a number.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_DEVICE; those of the core's calls. */
GI_MUST_CHECK gi_status gicuda_advise(const char *caller, uint64_t pointer, size_t size, int advice,
                                      int location_type, int location_id);
GI_MUST_CHECK gi_status gicuda_prefetch(const char *caller, uint64_t pointer, size_t size,
                                        int location_type, int location_id, gi_handle stream);
GI_MUST_CHECK gi_status gicuda_prefetch_batch(const char *caller, void *const *pointers,
                                              const size_t *sizes, size_t count,
                                              const void *locations, const size_t *starts,
                                              size_t location_count, unsigned long long flags,
                                              gi_handle stream);
GI_MUST_CHECK gi_status gicuda_discard_batch(const char *caller, void *const *pointers,
                                             const size_t *sizes, size_t count,
                                             unsigned long long flags, gi_handle stream);

/** Copies in batches.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_DEVICE; those of gi_copy_batch. */
GI_MUST_CHECK gi_status gicuda_copy_batch(const char *caller, void *const *destinations,
                                          const void *const *sources, const size_t *sizes,
                                          size_t count, const void *attributes,
                                          const size_t *attribute_starts, size_t attribute_count,
                                          gi_handle stream);
GI_MUST_CHECK gi_status gicuda_copy_boxes(const char *caller, size_t count, const void *operations,
                                          gi_handle stream);

/** An attribute of managed memory that only these interfaces have; false if there is none of the
 *  number. */
struct gi_advised;
bool gicuda_range_attribute(int attribute, const struct gi_advised *advised, int *out_value);

#endif
