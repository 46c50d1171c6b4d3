/** Allocations, and the map from any address to the one that holds it. */
#ifndef GI_ALLOCATION_H
#define GI_ALLOCATION_H

#include "contract/driver.h"
#include "base/handle.h"
#include "base/lines.h"
#include "mappings.h"
#include "ops/memory.h"
#include "base/secret.h"

struct gi_allocation;
struct gi_device;

enum gi_free_call { GI_FREED_BY_NEITHER, GI_FREED_BY_DEVICE_FREE, GI_FREED_BY_HOST_FREE };

/** Whose work a free of the program sleeps for. */
enum gi_free_wait { GI_FREE_WAITS_FOR_NONE, GI_FREE_WAITS_FOR_DEVICE, GI_FREE_WAITS_FOR_ALL };

/** How a program shares it with other processes. */
enum gi_allocation_share { GI_NOT_SHARED, GI_SHARED_BY_HANDLE, GI_SHARED_BY_POOL };

/** A kind of allocations: one const table for each, beside the code that makes them. */
struct gi_allocation_type {
    size_t size;                         /* of the kind's struct, which begins with the rest */
    enum gi_pointer_kind kind;           /* what programs are told it is; never unknown */
    const char *words;                   /* for sentences: what it is, and what frees it */
    enum gi_free_call freed_by;
    enum gi_free_wait free_waits;
    enum gi_allocation_share shared_by;
    bool has_host_pointer;               /* the pointer given out is the host's address, not the
                                            device's */
    /** The last reference is gone: gives back what the kind's struct holds, but not the struct.
     *  Threads: any; no lock of a stream or heap is held. */
    void (*release)(struct gi_allocation *allocation);
    /** May be NULL. The allocation was taken off the map, once. */
    void (*unpublished)(struct gi_allocation *allocation);
    /** With parts. So many were removed: the reference of each to what it is a part of goes, and
     *  the last one may end the allocation. */
    void (*parts_removed)(struct gi_allocation *allocation, size_t count);
    /** May be NULL. Other processes are about to reach the memory. */
    void (*exposed)(struct gi_allocation *allocation);
};

/** What no copy reads; the first member of a kind's struct. */
struct gi_allocation_rest {
    const struct gi_allocation_type *type;
    struct gi_allocation *allocation;
    struct gi_mappings *parts;           /* that pointers may point into; NULL: all of it is */
    uint32_t host_flags;
    atomic_bool is_opened;               /* imported: of another process; only closing frees it */
    uint64_t id;                         /* set when it is published */
    gi_secret_place secret;              /* who has it may ask for the memory (ipc.h) */
    struct gi_allocation_rest *next, *previous;      /* of those on the map; the map's, as the next
                                                        two */
    struct gi_allocation_rest *next_withdrawn;
    size_t withdrawn_parts;
};

/** A range that pointers point into. Commands that use it hold a reference, so that what is freed
 *  while they run is not given out again before they are done. It is what each copy reads, and one
 *  line of memory: programs use thousands of allocations in turn, and the processor has none of
 *  them at hand. */
struct gi_allocation {
    _Alignas(GI_LINE_BYTES) atomic_uint refs;
    enum gi_pointer_kind kind : 8;       /* its type's */
    bool is_read_only;                   /* registered so */
    atomic_bool has_holes;               /* its parts are not all of it: each pointer is looked for
                                            among them */
    struct gi_device *device;
    struct gi_memory *memory;
    uint64_t offset_bytes;               /* of the allocation in memory */
    uint64_t size_bytes;
    uint64_t device_address;
    uint64_t host_address;               /* 0: the host cannot reach it */
    struct gi_allocation_rest *rest;
};

_Static_assert(sizeof(struct gi_allocation) == GI_LINE_BYTES, "a copy reads one line");

/** Makes an allocation of a type with one reference; the caller fills in where it is, and the
 *  type's struct, which is all zero but for the rest.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_allocation_make(const struct gi_allocation_type *type,
                                           struct gi_device *device,
                                           struct gi_allocation **out_allocation);

/** Says where the allocation is: offset_bytes into memory, which becomes the allocation's. */
void gi_allocation_place(struct gi_allocation *allocation, struct gi_memory *memory,
                         uint64_t offset_bytes, uint64_t size_bytes);

/** Where an address that the allocation holds lies in it. */
uint64_t gi_allocation_offset(const struct gi_allocation *allocation, uint64_t address);

/** Puts an allocation on the map, under its device addresses and its host addresses.
 *  Errors: GI_INTERNAL if something is at these addresses already. */
GI_MUST_CHECK gi_status gi_allocation_publish(struct gi_allocation *allocation);

/** Takes it off the map; what holds references goes on using it, and so does work that may touch
 *  anything (gi_allocation_outlive).
 *  Threads: any that holds no lock of a stream; false if it was not on the map (another thread was
 *           first). */
bool gi_allocation_unpublish(struct gi_allocation *allocation);

/** Work that may touch anything cannot find the allocation from now on. What is in flight of that
 *  work keeps it until it is done: on its device, or on all devices if it is host memory. Costs one
 *  load for each device if there is none. If host memory is short, the call sleeps instead.
 *  Owner:   the caller has a reference.
 *  Threads: any that holds no lock of a stream. */
void gi_allocation_outlive(struct gi_allocation *allocation);

/** Where a pointer that was given out for the whole allocation points. */
uint64_t gi_allocation_pointer(const struct gi_allocation *allocation);

/** Whether a pointer was given out: for the whole allocation or, where it has parts, for one of
 *  them.
 *  Threads: any. */
bool gi_allocation_gave_out(const struct gi_allocation *allocation, uint64_t pointer);

/** Takes away what a pointer was given out for, the allocation or a part of it, with the reference
 *  that was the program's.
 *  Owner:   the caller has a reference of its own.
 *  Threads: any; false if it was gone (another thread was first). */
bool gi_allocation_take_away(struct gi_allocation *allocation, uint64_t pointer);

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
struct gi_operand {
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
GI_MUST_CHECK gi_status gi_operand_resolve(struct gi_operand *out_end, uint64_t pointer,
                                           uint64_t size_bytes, const char *what);
void gi_operand_release(struct gi_operand *end);

/** The same of a range that is to be written.
 *  Errors: GI_INVALID_VALUE also for memory that was registered as read-only. */
GI_MUST_CHECK gi_status gi_operand_resolve_target(struct gi_operand *out_end, uint64_t pointer,
                                                  uint64_t size_bytes, const char *what);

#endif
