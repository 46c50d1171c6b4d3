/** Pages of virtual memory management: physical memory without an address, which a program maps
 *  into ranges (range.h). They belong to no context, and a reset leaves them alone.
 *
 *  Creating, importing and retaining a handle count one user each; a release takes one. Pages live
 *  while they have users, are mapped, or are exported. A handle stays the same value while anything
 *  is mapped from it, but without users only gi_range_retain accepts it.
 *  Threads: any, unless a line says otherwise.
 *  Errors:  GI_INVALID_VALUE for a handle that names no pages. */
#ifndef GI_PAGES_H
#define GI_PAGES_H

#include "base/handle.h"

struct gi_device;
struct gi_memory;

/** Kinds of location, with the front ends' numbers. */
enum gi_location_kind {
    GI_LOCATION_DEVICE = 1,
    GI_LOCATION_HOST = 2,
    GI_LOCATION_HOST_NUMA = 3,
    GI_LOCATION_HOST_NUMA_CURRENT = 4
};

/** Kinds of shareable handles, as bits. */
enum { GI_PAGES_FD = 1 };

/** A program's request for new pages. Any values; they are checked. */
struct gi_pages_properties {
    int type;                    /* 1: pinned */
    int handle_types;            /* GI_PAGES_ bits; 0: not shareable */
    int location_type;           /* enum gi_location_kind */
    int location_id;             /* of a device: its ordinal */
    bool compressed;             /* wanted; no driver here has it */
    bool rdma;
    unsigned usage;              /* 0 */
};

/** The properties and sizes that fit the location.
 *  Errors: GI_NOT_SUPPORTED for what the device lacks; GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_pages_check(const struct gi_pages_properties *properties);

/** The driver's granularity of a device's ranges. */
GI_MUST_CHECK gi_status gi_pages_granularity(const struct gi_pages_properties *properties,
                                             uint64_t *out_bytes);

/** Makes pages of zeros. size_bytes is a multiple of the granularity.
 *  Errors: those of gi_pages_check; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pages_create(const struct gi_pages_properties *properties,
                                        uint64_t size_bytes, gi_handle *out_pages);

/** Takes one user. */
GI_MUST_CHECK gi_status gi_pages_release(gi_handle pages);

GI_MUST_CHECK gi_status gi_pages_properties(gi_handle pages,
                                            struct gi_pages_properties *out_properties);

/** Exports pages that were created with this type, or imported.
 *  Owner:  *out_fd is the caller's.
 *  Errors: GI_INVALID_VALUE also for a type that was not asked for. */
GI_MUST_CHECK gi_status gi_pages_export(gi_handle pages, int handle_type, int *out_fd);

/** Imports pages on the current device, of any program that exports such fds.
 *  Owner:  the fd stays the caller's, always.
 *  Errors: GI_INVALID_VALUE for an fd that is no memory of the driver; GI_NOT_SUPPORTED,
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pages_import(int handle_type, int fd, gi_handle *out_pages);

/* ---- for ranges: the caller holds the lock ------------------------------------------------- */

/** An earlier, smaller import of pages whose size is open. */
struct gi_old_import {
    struct gi_old_import *next;
    struct gi_memory *memory;    /* referenced */
    unsigned maps;               /* never 0 */
};

struct gi_pages;

/** Functions that ranges call for pages without memory of their own. The driver places nothing at
 *  their addresses. Copies carry the bytes that are written there (carry/multicast_copy.h). */
struct gi_pages_hooks {
    uint64_t step_bytes;         /* mappings begin and end at its multiples */
    /** Sleeps until the pages of a handle can be mapped. call is for messages. No lock is held.
     *  Errors: those of gi_pages_find. */
    gi_status (*await)(gi_handle handle, const char *call);
    /** Whether a device can get access.
     *  Errors: GI_INVALID_VALUE. */
    gi_status (*check_access)(const struct gi_pages *pages, int ordinal);
};

struct gi_pages {
    struct gi_object object;     /* referenced by its handle */
    const struct gi_pages_hooks *hooks;  /* NULL: they are memory of a device */
    struct gi_device *device;
    struct gi_memory *memory;    /* NULL of pages with hooks */
    uint64_t size_bytes;         /* if the size is open: the imported bytes */
    struct gi_pages_properties properties;
    gi_handle handle;
    int fd;                      /* an export duplicates it: of imported pages, and of multicast
                                    objects; else -1 */
    /* The lock guards these. */
    unsigned users, maps;        /* maps: of memory, and of olds */
    struct gi_memory *place;     /* the range of its only map; NULL if is_aliased */
    bool is_aliased;             /* exported or imported, or mapped at two places */
    bool size_is_open;           /* imported from a driver that finds no sizes */
    uint64_t refused_bytes;      /* an import of so many has failed; 0: none has */
    struct gi_old_import *olds;  /* owned */
    struct gi_pages *next_ended;
};

/** The lock of ranges and counts. It is not held while a call sleeps for work. Pages and old
 *  imports that have ended under it are freed when it is released. */
void gi_pages_lock(void);
void gi_pages_unlock(void);

/** Gives pages their handle, with one user. finish frees them after their last reference; no lock
 *  is held then.
 *  Errors: GI_OUT_OF_MEMORY; the pages stay the caller's. */
GI_MUST_CHECK gi_status gi_pages_give_out(struct gi_pages *pages,
                                          void (*finish)(struct gi_object *object),
                                          gi_handle *out_handle);

/** As gi_pages_export, for pages that the caller keeps; they need no users. The caller holds no
 *  lock. */
GI_MUST_CHECK gi_status gi_pages_export_kept(struct gi_pages *pages, int *out_fd);

/** Duplicates an fd; *out_fd is the caller's.
 *  Errors: GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_pages_duplicate_fd(int fd, int *out_fd);

/** The pages of a handle that has users. They stay while the lock is held. */
GI_MUST_CHECK gi_status gi_pages_find(gi_handle handle, struct gi_pages **out_pages);

/** Imports more of pages whose size is open, if their memory ends before a part. Memory of before
 *  stays until its last map ends. Pages that have fewer bytes are left as they are, and the caller
 *  looks at size_bytes.
 *  Errors: GI_OUT_OF_MEMORY, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_pages_reach(struct gi_pages *pages, uint64_t offset_bytes,
                                       uint64_t size_bytes);

/** One mapping more, in a range. Pages that get a second address, or may have one, are noted with
 *  all their ranges (gi_memory_object_note_places). */
void gi_pages_add_map(struct gi_pages *pages, struct gi_memory *range);

/** One less, of the memory that the pages had when they were mapped. The last map of an old import
 *  ends it; the last user or map ends the pages. */
void gi_pages_drop_map(struct gi_pages *pages, const struct gi_memory *memory);
void gi_pages_drop_user(struct gi_pages *pages);

#endif
