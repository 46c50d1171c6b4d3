/** What both front ends share and neither vendor has: the sentence behind an error, and a way from
 *  the identity of a device to its number. */
#ifndef GPUINTEROP_H
#define GPUINTEROP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The sentence that explains the calling thread's last failed call of either front end; "" before
 *  the first. It names the argument, its value and what would have been right.
 *  Owner:   the library; valid until the thread's next failing call.
 *  Threads: any; each thread has its own. */
const char *gpuinterop_last_error_detail(void);

/** The ordinal, before CUDA_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES is applied, of the device with
 *  this UUID (VkPhysicalDeviceIDProperties.deviceUUID), PCI address or DRM render node; -1 if
 *  there is none, and then gpuinterop_last_error_detail lists what there is.
 *  Threads: any. */
int gpuinterop_device_by_uuid(const uint8_t uuid[16]);
int gpuinterop_device_by_pci(uint32_t domain, uint32_t bus, uint32_t device, uint32_t function);
int gpuinterop_device_by_render_node(uint32_t major, uint32_t minor);

/** How often since the process started the library took a slower way than the device's best. A
 *  program that wants to know why it is slow reads them; GPUINTEROP_LOG=info says each one's
 *  place. */
struct gpuinterop_counters {
    uint64_t held_waits;         /* waits the host kept until they were reached */
    uint64_t host_signals;       /* semaphore signals made by the host after the device was done */
    uint64_t staged_copies;      /* copies through pinned memory, since the host side was
                                    pageable */
    uint64_t blocking_enqueues;  /* asynchronous calls that had to wait for the device */
    uint64_t batches;            /* submissions to a device queue */
    uint64_t commands;           /* copies and fills in them */
    uint64_t barriers;           /* commands that had to wait for an earlier one of their batch */
};

/** Copies the counters as they are now.
 *  Threads: any. */
void gpuinterop_get_counters(struct gpuinterop_counters *out_counters);

#ifdef __cplusplus
}
#endif

#endif
