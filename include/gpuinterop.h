/** Functions that both front ends share and neither vendor has: the sentence behind an error, and
 *  the device with a given identity.
 *  Threads: any.
 *  Errors: none.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_H
#define GPUINTEROP_H

#include <stddef.h>
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
 *  Returns: the ordinal, before CUDA_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES is applied; -1 if no
 *      device matches.
 *  Errors: none are returned; after -1 gpuinterop_last_error_detail says why, and lists the devices
 *      that exist. */
int gpuinterop_device_by_uuid(const uint8_t uuid[16]);
int gpuinterop_device_by_pci(uint32_t domain, uint32_t bus, uint32_t device, uint32_t function);
int gpuinterop_device_by_render_node(uint32_t major, uint32_t minor);

/** How often since the process started the library used a slower method than the device's best. A
 *  program that wants to know why it is slow reads them. GPUINTEROP_LOG=info logs where each one
 *  counts. Later versions add members at the end, and programs that were built before stay safe. */
struct gpuinterop_counters {
    uint64_t held_waits;         /* waits that the host made instead of the device */
    uint64_t host_signals;       /* semaphore signals that the host made instead of the device */
    uint64_t staged_copies;      /* copies through pinned memory, because the host memory was
                                    pageable */
    uint64_t blocking_enqueues;  /* asynchronous calls that waited for the device */
    uint64_t batches;            /* submissions to a device queue */
    uint64_t commands;           /* copies and fills in those submissions */
    uint64_t barriers;           /* commands that wait for an earlier one of their batch */
    uint64_t multicast_copies;   /* copies and fills for members of multicast objects: one for each
                                    member, instead of one by a switch */
    uint64_t host_decisions;     /* about conditional nodes of graphs, by the host instead of the
                                    device; a loop has one each round */
    uint64_t maps_in_place;      /* maps of a resource of OpenGL whose own storage streams use */
    uint64_t maps_on_device;     /* likewise, with copies by OpenGL on the device */
    uint64_t maps_by_pixels;     /* likewise, with copies through a buffer of the device */
    uint64_t maps_by_host;       /* likewise, with copies by the host */
};

/** Gets how often since the process started the library used a slower method than the best one.
 *
 *  held_waits counts waits that the host made instead of the device. host_signals counts semaphore
 *  signals that the host made instead of the device. staged_copies counts copies through pinned
 *  memory, because the host memory was pageable. blocking_enqueues counts asynchronous calls that
 *  waited for the device. multicast_copies counts copies and fills for members of multicast
 *  objects. host_decisions counts decisions about conditional nodes of graphs that the host made
 *  instead of the device, in a loop each round. All work is counted by batches, commands and
 *  barriers. Each map of a resource of OpenGL counts as one of maps_in_place, maps_on_device,
 *  maps_by_pixels and maps_by_host, by the way of its bytes (docs/opengl.md).
 *
 *  A program that is built with this header gets all members of its struct: the name stands for a
 *  call of gpuinterop_get_counters_sized. The symbol of this name serves programs that were built
 *  before there was host_decisions, and writes the members up to multicast_copies. A program that
 *  looks a function up by dlsym takes gpuinterop_get_counters_sized, with the size of its struct.
 *  With GPUINTEROP_OWN_SYMBOLS defined before the header is included, the name stays that of the
 *  symbol; the library itself is built so.
 *  Parameter out_counters: gets the current counters; NULL is accepted. */
void gpuinterop_get_counters(struct gpuinterop_counters *out_counters);

/** Gets the counters that fit into a struct of a known size.
 *  Parameter out_counters: gets the current counters. Bytes behind those that the library knows
 *      become zero. NULL is accepted.
 *  Parameter size_bytes: the size of the caller's struct; nothing behind it is written. */
void gpuinterop_get_counters_sized(struct gpuinterop_counters *out_counters, size_t size_bytes);

#ifndef GPUINTEROP_OWN_SYMBOLS
static __inline void gpuinterop_get_own_counters(struct gpuinterop_counters *out_counters)
{
    gpuinterop_get_counters_sized(out_counters, sizeof(struct gpuinterop_counters));
}

#define gpuinterop_get_counters gpuinterop_get_own_counters
#endif

/** How multicast objects work on a device. */
enum gpuinterop_multicast_kind {
    GPUINTEROP_MULTICAST_NONE = 0,       /* there are no objects */
    GPUINTEROP_MULTICAST_SOFTWARE = 1    /* each copy is made once for each member */
};

/** Says how multicast objects work on a device: without one, or as software multicast. The device
 *  attribute cannot say that: it is 0 unless the environment has GPUINTEROP_MULTICAST=announce.
 *  Parameter device: the ordinal, before CUDA_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES is applied.
 *  Returns: GPUINTEROP_MULTICAST_SOFTWARE or GPUINTEROP_MULTICAST_NONE.
 *  Errors: none are returned; after GPUINTEROP_MULTICAST_NONE gpuinterop_last_error_detail says
 *      why. */
int gpuinterop_multicast_kind(int device);

/** Writes a picture of how the library runs an executable, for graphviz. It shows which nodes are
 *  submitted together, which of their commands the driver keeps as a recording, and in which
 *  streams and queues. Nodes have their numbers in the order of creation, as in the pictures of
 *  graphs.
 *  Parameter exec: a cudaGraphExec_t, a CUgraphExec or a hipGraphExec_t. Queues are shown once it
 *      was launched.
 *  Parameter path: a file, which is made, or cut and written anew.
 *  Returns: 0; -1 if the picture could not be written.
 *  Errors: none are returned; after -1 gpuinterop_last_error_detail says why. */
int gpuinterop_draw_graph_plan(const void *exec, const char *path);

/** Begins a timeline of the library's work: JSON trace events, one a line, which the viewers of
 *  Perfetto and Chrome read. docs/trace.md describes them. GPUINTEROP_TRACE=FILE begins one when
 *  the program first asks for devices. One timeline is on at a time, for the whole process.
 *  Parameter path: a file, which is made, or emptied. %p in it stands for the number of the
 *      process. While another process writes a timeline into the file, the name of this one gets a
 *      point and that number at its end, and the log says so.
 *  Returns: 0; -1 if no timeline was begun.
 *  Errors: none are returned; after -1 gpuinterop_last_error_detail says why. */
int gpuinterop_trace_start(const char *path);

/** Gives an imported semaphore a name in timelines. A Vulkan program names its semaphores by
 *  vkSetDebugUtilsObjectNameEXT. On drivers whose fds have no identity, signals and waits of
 *  several processes match by the name that both sides gave (docs/trace.md).
 *  Parameter semaphore: a cudaExternalSemaphore_t, a CUexternalSemaphore or a
 *      hipExternalSemaphore_t.
 *  Parameter name: is copied, and cut behind 127 bytes; NULL or "" takes the name away.
 *  Returns: 0; -1 if the handle is none of a semaphore.
 *  Errors: none are returned; after -1 gpuinterop_last_error_detail says why. */
int gpuinterop_name_semaphore(const void *semaphore, const char *name);

/** Ends the timeline. Work that is not done then is missing from it. The end of the process ends
 *  it, too.
 *  Returns: 0; -1 if none is on, or if the file could not be written whole.
 *  Errors: none are returned; after -1 gpuinterop_last_error_detail says why. */
int gpuinterop_trace_stop(void);

#ifdef __cplusplus
}
#endif

#endif
