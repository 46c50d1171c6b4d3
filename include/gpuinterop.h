/** What both front ends share and neither vendor has: the sentence behind an error, and a way from
 *  the identity of a device to its number. */
#ifndef GPUINTEROP_H
#define GPUINTEROP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the sentence that explains the calling thread's last failed call of either front end. It
 *  names the argument, its value and what would have been right.
 *  Owner:   the library; valid until the thread's next failing call.
 *  Threads: any; each thread has its own.
 *  Returns: the sentence, "" before the first failure; never NULL. */
const char *gpuinterop_last_error_detail(void);

/** Finds the device with a UUID, a PCI address or a DRM render node.
 *  Parameter uuid: as VkPhysicalDeviceIDProperties.deviceUUID.
 *  Parameter domain: as in 0000:01:00.0, the first number.
 *  Parameter bus: the second number of the address.
 *  Parameter device: the third number of the address.
 *  Parameter function: the last number of the address.
 *  Parameter major: the major number of the node's file.
 *  Parameter minor: the minor number of the node's file.
 *  Threads: any.
 *  Returns: the ordinal, before CUDA_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES is applied; -1 if there
 *      is none, and then gpuinterop_last_error_detail lists what there is. */
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

/** Tells how often since the process started the library took a slower way than the best one.
 *
 *  The counters of slower ways are held_waits, waits that the host kept until they were reached;
 *  host_signals, signals that the host made after the device was done; staged_copies, copies
 *  through pinned memory; and blocking_enqueues, asynchronous calls that waited for the device. All
 *  work is counted by batches, commands and barriers.
 *  Parameter out_counters: gets the counters as they are now; NULL is accepted.
 *  Threads: any. */
void gpuinterop_get_counters(struct gpuinterop_counters *out_counters);

#ifdef __cplusplus
}
#endif

#endif
