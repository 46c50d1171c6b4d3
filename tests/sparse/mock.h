/** A Vulkan that has sparse buffers as NVIDIA's has them, above a CPU driver: any size, bound to
 *  exportable and imported memory too, by a queue. The buffer is a reserved part of the process's
 *  addresses, which the driver below imports; pages are shared mappings that are mapped there once
 *  more. It ends the process where a call breaks Vulkan's rules about sparse buffers.
 *
 *  As a library for GPUINTEROP_VULKAN_LOADER it stands between this project and the loader. A
 *  program that is linked to it can let calls fail. */
#ifndef SPARSE_MOCK_H
#define SPARSE_MOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

/** Settings, with their values in the library. A test changes them before the driver's first call,
 *  but the last three at any time. */
struct sparse_mock {
    uint64_t alignment_bytes;    /* of binds: 65536 */
    uint64_t skew_bytes;         /* addresses of buffers are this, beyond a multiple of 2 MiB:
                                    65536 */
    uint64_t most_buffer_bytes;  /* of a sparse buffer: 2^47 */
    uint64_t address_bytes;      /* of all sparse buffers together: 2^47 */
    uint64_t good_bytes;         /* of all sparse buffers together: 2^47; beyond it a buffer gets
                                    address 0, although the driver said more. Changed at any time */
    bool binds_alone;            /* the queues of the driver bind nothing; a family of its own does,
                                    which does nothing else */
    bool breaks;                 /* after an import fails, its device allocates nothing new, */
    bool breaks_all;             /* nor does any other. GPUINTEROP_MOCK_BREAKS sets both */
    atomic_int fail_imports;     /* so many of the next imports of fds fail */
    atomic_int fail_binds;       /* so many of the next binds fail, */
    _Atomic VkResult failure;    /* with this */
    atomic_ulong binds, parts;   /* calls that bound something, and parts of buffers in them */
};

extern struct sparse_mock sparse_mock;

/** The functions, by name. */
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL sparse_mock_get(VkInstance instance, const char *name);

#endif
