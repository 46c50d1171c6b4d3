/** The core's calls of drivers. No other part of the core calls the slots of their tables.
 *
 *  Each call is inside the driver (base/in_driver.h), so the exit waits for it. Once the exit has
 *  closed the drivers, a call fails with GI_DEVICE_LOST, as if each device were lost, and a call
 *  that returns nothing does nothing. So a thread of the program that is in a call of the library
 *  leaves it with an error, and holds no lock at the end.
 *
 *  A call for a device that was given up fails with that loss, but for gi_call_wake.
 *
 *  The calls that end an object of the driver return whether the driver was told. If it was not, it
 *  may still use the object's struct, so the owner keeps the struct for good. It frees or reuses
 *  the struct only if the call returns true.
 *
 *  driver.h says what the slots do. Threads, owners and errors are as there. */
#ifndef GI_CALLS_H
#define GI_CALLS_H

#include "driver.h"

gi_status gi_call_enumerate(const struct gi_driver *driver, struct gi_device_info *out_infos,
                            size_t capacity, size_t *out_count);
void gi_call_list_unfit(const struct gi_driver *driver, struct gi_unfit_device *out_devices,
                        size_t capacity, size_t *out_count);

GI_MUST_CHECK gi_status gi_call_open(struct gi_device_base *base);
GI_MUST_CHECK bool gi_call_close(struct gi_device_base *base);
GI_MUST_CHECK gi_status gi_call_memory_budget(struct gi_device_base *base, uint64_t *out_free_bytes,
                                              uint64_t *out_total_bytes);
GI_MUST_CHECK gi_status gi_call_calibrate(struct gi_device_base *base, uint64_t *out_ticks,
                                          int64_t *out_ns);
/** The loss of a device that was given up, with its sentence; else GI_OK. Calls no driver. */
GI_MUST_CHECK gi_status gi_call_given_up(const struct gi_device_base *base);
/** Gives the driver's knowledge of the access that has lost the device; GI_FAULT_UNKNOWN if it has
 *  none. */
void gi_call_tell_fault(struct gi_device_base *base, struct gi_fault *out_fault);

GI_MUST_CHECK gi_status gi_call_waiter_init(struct gi_waiter *waiter);
/** A long wait of GI_WAITER_CALLERS is several calls of the driver, because nobody can wake it. */
GI_MUST_CHECK gi_status gi_call_wait(struct gi_waiter *waiter, const struct gi_wait *waits,
                                     size_t count, int64_t abs_timeout_ns);
void gi_call_wake(struct gi_waiter *waiter);
GI_MUST_CHECK bool gi_call_waiter_finish(struct gi_waiter *waiter);

GI_MUST_CHECK gi_status gi_call_allocate(struct gi_memory *memory, uint64_t size_bytes,
                                         enum gi_memory_kind kind);
GI_MUST_CHECK gi_status gi_call_import(struct gi_memory *memory,
                                       const struct gi_os_handle *borrowed, uint64_t size_bytes,
                                       bool dedicated);
GI_MUST_CHECK gi_status gi_call_allocate_exportable(struct gi_memory *memory, uint64_t size_bytes,
                                                    enum gi_os_handle_kind kind);
GI_MUST_CHECK gi_status gi_call_export(struct gi_memory *memory, enum gi_os_handle_kind kind,
                                       struct gi_os_handle *out_owned);
GI_MUST_CHECK gi_status gi_call_wrap_host(struct gi_memory *memory, void *host,
                                          uint64_t size_bytes);
GI_MUST_CHECK gi_status gi_call_reserve(struct gi_memory *range, uint64_t size_bytes,
                                        uint64_t alignment_bytes, uint64_t wanted_address);
GI_MUST_CHECK gi_status gi_call_place(struct gi_memory *range, const struct gi_range_place *places,
                                      size_t count);
GI_MUST_CHECK bool gi_call_memory_finish(struct gi_memory *memory);

GI_MUST_CHECK gi_status gi_call_image_init(struct gi_image *image);
GI_MUST_CHECK gi_status gi_call_image_bind(struct gi_image *image, struct gi_memory *memory,
                                           uint64_t offset_bytes);
GI_MUST_CHECK bool gi_call_image_finish(struct gi_image *image);

GI_MUST_CHECK gi_status gi_call_texture_init(struct gi_texture *texture);
GI_MUST_CHECK bool gi_call_texture_finish(struct gi_texture *texture);

GI_MUST_CHECK gi_status gi_call_kernel_init(struct gi_kernel *kernel,
                                            const struct gi_kernel_code *code);
GI_MUST_CHECK bool gi_call_kernel_finish(struct gi_kernel *kernel);

GI_MUST_CHECK gi_status gi_call_semaphore_import(struct gi_semaphore *semaphore,
                                                 const struct gi_os_handle *borrowed);
GI_MUST_CHECK gi_status gi_call_semaphore_query(struct gi_semaphore *semaphore,
                                                uint64_t *out_value);
GI_MUST_CHECK gi_status gi_call_query_submitted(struct gi_semaphore *semaphore,
                                                uint64_t *out_value);
GI_MUST_CHECK gi_status gi_call_try_consume(struct gi_semaphore *semaphore);
GI_MUST_CHECK gi_status gi_call_capture(struct gi_semaphore *semaphore,
                                        struct gi_semaphore *captured);
GI_MUST_CHECK gi_status gi_call_signal(struct gi_semaphore *semaphore, uint64_t value);
GI_MUST_CHECK bool gi_call_semaphore_finish(struct gi_semaphore *semaphore);

GI_MUST_CHECK gi_status gi_call_queue_open(struct gi_queue *queue);
GI_MUST_CHECK gi_status gi_call_submit(struct gi_queue *queue, const struct gi_batch *batch);
GI_MUST_CHECK gi_status gi_call_queue_query(struct gi_queue *queue, uint64_t *out_value);
GI_MUST_CHECK bool gi_call_queue_close(struct gi_queue *queue);

GI_MUST_CHECK gi_status gi_call_recording_init(struct gi_recording *recording,
                                               const struct gi_recorded *recorded);
GI_MUST_CHECK bool gi_call_recording_finish(struct gi_recording *recording);

#endif
