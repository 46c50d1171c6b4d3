/** Allocations, and the map from any address to the one that holds it. */
#ifndef GI_ALLOCATION_H
#define GI_ALLOCATION_H

#include "advice.h"
#include "handle.h"
#include "heap.h"
#include "mappings.h"
#include "memory.h"
#include "range_map.h"
#include "secret.h"

struct gi_device;
struct gi_pooled;

/** A range that pointers point into. Commands that use it hold a reference, so that what is freed
 *  while they run is not given out again before they are done. What each command reads comes first:
 *  programs use thousands of allocations in turn, and the processor has none of them at hand. */
struct gi_allocation {
    atomic_uint refs;
    enum gi_pointer_kind kind;           /* never unknown; of an image: device */
    struct gi_device *device;
    struct gi_memory *memory;
    uint64_t offset_bytes;               /* of the allocation in memory */
    uint64_t size_bytes;
    uint64_t device_address;
    uint64_t host_address;               /* 0: the host cannot reach it */
    struct gi_object *importer;          /* imported memory: each mapping refers to it; else NULL */
    struct gi_mappings mappings;         /* imported memory: the parts that pointers may point
                                            into */
    uint32_t host_flags;
    bool is_read_only;                   /* registered so */
    struct gi_heap *heap;                /* where range goes back to; NULL if external */
    struct gi_heap_range *range;
    struct gi_pooled *pooled;            /* memory of a pool: what goes back to it; else NULL */
    struct gi_image *image;              /* what lies there instead of bytes (image.h); else NULL */
    struct gi_allocation *within;        /* image in imported memory: that, referenced; else NULL */
    uint64_t id;                         /* set when it is published */
    gi_secret_place secret;              /* who has it may ask for the memory (ipc.h) */
    atomic_bool is_opened;               /* imported: of another process; only closing frees it */
    struct gi_advice advice;             /* managed memory; guarded by managed.c's lock */
    struct gi_allocation *next, *previous;       /* of those on the map; the map's, as the next two */
    struct gi_allocation *next_withdrawn;
    size_t withdrawn_mappings;
};

/** Takes memory of a device's own, not on the map yet, with one reference. When there is none it
 *  looks for what finished work still holds, and tries again.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_allocation_new(struct gi_device *device, enum gi_memory_kind kind,
                                          uint64_t size_bytes,
                                          struct gi_allocation **out_allocation);

/** Looks for memory that finished work still holds, and gives the driver back what nothing needs.
 *  No lock is held. */
void gi_allocation_look_for_memory(struct gi_device *device);

/** Where an address that the allocation holds lies in it. */
uint64_t gi_allocation_offset(const struct gi_allocation *allocation, uint64_t address);

/** Puts an allocation on the map, under its device addresses and its host addresses.
 *  Errors: GI_INTERNAL if something is at these addresses already. */
GI_MUST_CHECK gi_status gi_allocation_publish(struct gi_allocation *allocation);

/** Takes it off the map; what holds references goes on using it.
 *  Threads: any; false if it was not on the map (another thread was first). */
bool gi_allocation_unpublish(struct gi_allocation *allocation);

/** Takes all allocations and mapped buffers of a device off the map.
 *  Threads: any. */
void gi_allocation_withdraw_all(const struct gi_device *device);

/** The allocation that address lies in, with a reference, or NULL; interior addresses are legal.
 *  Threads: any. */
struct gi_allocation *gi_allocation_at(uint64_t address);

/** Any allocation of which a byte lies in [begin, begin + size_bytes), with a reference, or NULL.
 *  Threads: any. */
struct gi_allocation *gi_allocation_in(uint64_t begin, uint64_t size_bytes);

void gi_allocation_ref(struct gi_allocation *allocation);

/** The last reference gives the memory back.
 *  Threads: any; no lock of a stream or heap is held. */
void gi_allocation_unref(struct gi_allocation *allocation);

/** One end of a copy: a pointer of a caller, resolved, or a place in an image. */
struct gi_end {
    struct gi_allocation *allocation;    /* referenced; NULL: pageable host memory */
    uint64_t pointer;                    /* of an image: 0, as the next two */
    uint64_t offset_bytes;               /* in allocation->memory */
    struct gi_strides strides;           /* of the box that begins there */
    void *host;                          /* where the host sees it, NULL if nowhere */
    struct gi_image_place texels;        /* in allocation->image; its image is NULL for memory */
};

/** Resolves [pointer, pointer + size_bytes). what names the argument in sentences. A pointer that
 *  is not on the map is taken for pageable host memory.
 *  Errors: GI_INVALID_VALUE for NULL, for an address in the first pages, which no process has, for
 *          a range that leaves its allocation or mapping, and for one that begins in none but
 *          overlaps a memory object of the library (own_addresses.h). */
GI_MUST_CHECK gi_status gi_end_resolve(struct gi_end *out_end, uint64_t pointer,
                                       uint64_t size_bytes, const char *what);
void gi_end_release(struct gi_end *end);

/** The same of a range that is to be written.
 *  Errors: GI_INVALID_VALUE also for memory that was registered as read-only. */
GI_MUST_CHECK gi_status gi_end_resolve_target(struct gi_end *out_end, uint64_t pointer,
                                              uint64_t size_bytes, const char *what);

#endif
