/** The answers to programs about a pointer. */
#ifndef GI_POINTER_INFO_H
#define GI_POINTER_INFO_H

#include <stdbool.h>
#include <stdint.h>

enum gi_pointer_kind {
    GI_POINTER_UNKNOWN,          /* not the library's: ordinary host memory, or nothing */
    GI_POINTER_HOST,             /* gi_memory_host_alloc */
    GI_POINTER_DEVICE,           /* gi_memory_alloc, or a mapped buffer */
    GI_POINTER_REGISTERED,       /* gi_memory_host_register */
    GI_POINTER_MANAGED           /* gi_memory_managed_alloc: one address for host and device */
};

struct gi_pointer_info {
    enum gi_pointer_kind kind;
    int device;                  /* ordinal */
    uint64_t device_pointer;     /* the device's address; 0: not accessible */
    uint64_t host_pointer;       /* the host's address; 0: not accessible */
    uint64_t range_base;         /* the allocation or mapping that contains it */
    uint64_t range_bytes;
    uint64_t reserved_base;      /* the reservation that pages are mapped into; or as above */
    uint64_t reserved_bytes;
    int handle_types;            /* GI_PAGES_ bits, of pages in a reservation */
    uint64_t allocation_id;      /* unique in the process; 0: unknown */
    uint64_t context;            /* a handle; 0: a primary one */
    uint64_t pool;               /* the handle of the pool that it is of; 0: none */
    bool has_context;            /* false: it ends with no context */
    bool has_ipc_handle;         /* other processes may open it by a handle */
    uint32_t host_flags;         /* GI_HOST_, GI_REGISTER_ or GI_MANAGED_, as requested */
    bool is_read_only;           /* the current device may only read it */
    bool ends_calls;             /* gi_pointer_set_ends_calls */
};

#endif
