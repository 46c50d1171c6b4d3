/** Allocations, and the map from any address to its allocation.
 *  Threads: any, unless a line says otherwise. */
#ifndef GI_ALLOCATION_H
#define GI_ALLOCATION_H

#include "contract/driver.h"
#include "base/handle.h"
#include "base/lines.h"
#include "mappings.h"
#include "pointer_info.h"
#include "base/secret.h"

struct gi_allocation;
struct gi_context;
struct gi_device;

enum gi_free_call { GI_FREED_BY_NEITHER, GI_FREED_BY_DEVICE_FREE, GI_FREED_BY_HOST_FREE };

/** Whose work a free by the program waits for. */
enum gi_free_wait { GI_FREE_WAITS_FOR_NONE, GI_FREE_WAITS_FOR_DEVICE, GI_FREE_WAITS_FOR_ALL };

/** How a program shares it with other processes. */
enum gi_allocation_share { GI_NOT_SHARED, GI_SHARED_BY_HANDLE, GI_SHARED_BY_POOL };

/** A kind of allocation: one const table each, beside the code that makes that kind. */
struct gi_allocation_type {
    size_t size;                         /* of the kind's struct, which begins with struct
                                            gi_allocation_rest */
    enum gi_pointer_kind kind;           /* the kind that programs read; never unknown */
    const char *words;                   /* for messages: its name, and the call that frees it */
    enum gi_free_call freed_by;
    enum gi_free_wait free_waits;
    enum gi_allocation_share shared_by;
    bool has_host_pointer;               /* the program's pointer is the host address instead of the
                                            device address */
    bool outlives_reset;                 /* a reset of the device leaves it alone */
    bool has_no_choices;                 /* programs cannot set ends_calls */
    bool outlives_context;               /* so does the end of a created context: it belongs to the
                                            device */
    /** The last reference is gone: frees what the kind's struct owns, but not the struct.
     *  Threads: any; no lock of a stream or heap is held. */
    void (*release)(struct gi_allocation *allocation);
    /** May be NULL. The allocation was removed from the map. Called once. */
    void (*unpublished)(struct gi_allocation *allocation);
    /** May be NULL. The program frees the memory, which stays on the map. False: it is free. */
    bool (*freed)(struct gi_allocation *allocation);
    /** With parts: count of them were removed. Drops the reference of each to the whole; the last
     *  one may free the allocation. */
    void (*parts_removed)(struct gi_allocation *allocation, size_t count);
    /** May be NULL. The memory is about to be exported to other processes. */
    void (*exposed)(struct gi_allocation *allocation);
    /** May be NULL. Corrects what programs are told of the byte at an offset. */
    void (*describe)(const struct gi_allocation *allocation, uint64_t offset,
                     struct gi_pointer_info *info);
    /** Whether a part of an allocation with read-only parts may be written. May be NULL: then no
     *  part may. */
    bool (*may_write)(const struct gi_allocation *allocation, uint64_t offset,
                      uint64_t size_bytes);
    /** Gives the read-only parts in the order of their addresses, as device addresses. NULL where
     *  may_write is. */
    void (*each_read_only)(const struct gi_allocation *allocation,
                           void (*visit)(void *context, uint64_t begin, uint64_t end),
                           void *context);
};

/** The fields of an allocation that no copy reads; the first member of a kind's struct. */
struct gi_allocation_rest {
    const struct gi_allocation_type *type;
    struct gi_allocation *allocation;
    struct gi_mappings *parts;           /* the parts that pointers may point into; NULL: all of
                                            it */
    uint32_t host_flags;
    atomic_bool ends_calls;              /* a synchronous copy from or to it, and a synchronous
                                            fill of it, is done when its call returns */
    atomic_bool is_recorded;             /* recordings of graphs name it */
    atomic_bool is_opened;               /* imported from another process; only a close frees it */
    atomic_uint viewers;                 /* references of texture and surface objects, for which an
                                            unmapping does not wait */
    uint64_t id;                         /* set when it is put on the map */
    gi_handle context;                   /* the one that was current then, for programs that ask;
                                            0: a primary one */
    gi_handle ends_with;                 /* the created context that it ends with; 0: it ends with a
                                            reset of the device */
    gi_secret_place secret;              /* a process that has it may ask for the memory (ipc.h) */
    struct gi_allocation_rest *next, *previous;      /* the list of allocations on the map; the
                                                        map's lock guards these and the next four */
    struct gi_allocation_rest *next_of_context, **link_of_context;   /* the link that leads to it;
                                                                        NULL: no context lists it */
    struct gi_allocation_rest *next_withdrawn;
    size_t withdrawn_parts;
};

/** A range of memory that pointers point into. Commands that use it hold a reference. So freed
 *  memory is not reused before they are done. A copy reads only this struct, which is one cache
 *  line. Programs use thousands of allocations in turn, so the line is seldom in the processor's
 *  cache. */
struct gi_allocation {
    _Alignas(GI_LINE_BYTES) atomic_uint refs;
    enum gi_pointer_kind kind : 8;       /* the kind of its type */
    bool is_read_only;                   /* the program made it so, or parts of it (may_write) */
    atomic_bool has_holes;               /* its parts do not cover all of it, so each pointer is
                                            looked up in them; without parts: only nodes of graphs
                                            may name it (unlaunched.h) */
    bool is_carried;                     /* of no memory: copies and fills carry what is written
                                            there, and nothing is read (ranges/pages.h) */
    struct gi_device *device;
    struct gi_memory *memory;
    uint64_t offset_bytes;               /* offset of the allocation in memory */
    uint64_t size_bytes;
    uint64_t device_address;
    uint64_t host_address;               /* 0: the host cannot access it */
    struct gi_allocation_rest *rest;
};

_Static_assert(sizeof(struct gi_allocation) == GI_LINE_BYTES, "a copy reads one line");

/** Whether a program has ever set ends_calls, or GI_DEVICE_SYNCHRONOUS_MEMORY for a context. Else
 *  copies look at neither. */
extern atomic_bool gi_some_end_calls;

/** Makes an allocation of a type with one reference. The caller sets its location, and fills the
 *  type's struct, which is zero after the rest.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_allocation_make(const struct gi_allocation_type *type,
                                           struct gi_device *device,
                                           struct gi_allocation **out_allocation);

/** Sets the location of the allocation: offset_bytes into memory.
 *  Owner: memory becomes the allocation's. */
void gi_allocation_place(struct gi_allocation *allocation, struct gi_memory *memory,
                         uint64_t offset_bytes, uint64_t size_bytes);

/** The release of types whose allocations own nothing but their memory. */
void gi_allocation_release_memory(struct gi_allocation *allocation);

/** The offset in the allocation of an address that it contains. */
uint64_t gi_allocation_offset(const struct gi_allocation *allocation, uint64_t address);

/** Puts an allocation on the map, under its device addresses and its host addresses. It belongs to
 *  the calling thread's current context from now on.
 *  Errors: GI_INTERNAL if these addresses are taken; GI_CONTEXT_DESTROYED if that context has
 *          ended. */
GI_MUST_CHECK gi_status gi_allocation_publish(struct gi_allocation *allocation);

/** gi_allocation_publish for an allocation that the caller keeps: the map has a reference of its
 *  own, which a reset may end at once. A failure ends the caller's reference, too. */
GI_MUST_CHECK gi_status gi_allocation_publish_kept(struct gi_allocation *allocation);

/** Replaces allocations on the map by others; no lookup sees the map between the two. Work that may
 *  touch anything does not keep the old ones.
 *  Errors: GI_OUT_OF_MEMORY; then nothing has changed. */
GI_MUST_CHECK gi_status gi_allocation_swap(struct gi_allocation *const *olds, size_t old_count,
                                           struct gi_allocation *const *news, size_t new_count);

/** Removes it from the map. Holders of references go on using it, and so does work that may touch
 *  anything (gi_allocation_outlive). False if it was not on the map, as another thread was first.
 *  Threads: any that holds no lock of a stream. */
bool gi_allocation_unpublish(struct gi_allocation *allocation);

/** Work that may touch anything cannot find the allocation from now on. Work of that sort in flight
 *  keeps it until the work is done: on its device, or on all devices if it is host memory. Costs
 *  one load for each device if there is none. If host memory is short, the call sleeps instead.
 *  Owner:   the caller has a reference.
 *  Threads: any that holds no lock of a stream. */
void gi_allocation_outlive(struct gi_allocation *allocation);

/** The program's pointer to the whole allocation. */
uint64_t gi_allocation_pointer(const struct gi_allocation *allocation);

/** Whether the program received this pointer: for the whole allocation, or for one of its parts. */
bool gi_allocation_gave_out(const struct gi_allocation *allocation, uint64_t pointer);

/** Frees what the program received this pointer for, the allocation or a part, with the program's
 *  reference. False if another thread was first.
 *  Owner: the caller has a reference of its own. */
bool gi_allocation_take_away(struct gi_allocation *allocation, uint64_t pointer);

/** Removes the allocations and mapped buffers of a device from the map that end with its reset. */
void gi_allocation_withdraw_all(const struct gi_device *device);

/** Removes from the map all that a program allocated, mapped, registered or imported in a created
 *  context that ends. Memory that outlives contexts stays, and so does memory that other processes
 *  gave a handle for. The context's handle was retired, so no thread publishes further ones in it.
 *  False: there was nothing.
 *  Owner: the caller has a reference to the context. */
bool gi_allocation_withdraw_context(struct gi_context *context);

/** The allocation that contains address, with a reference, or NULL. Interior addresses are
 *  legal. */
struct gi_allocation *gi_allocation_at(uint64_t address);

/** As gi_allocation_at, for a call, which the sentence names.
 *  Errors: GI_INVALID_VALUE: there is none. */
GI_MUST_CHECK gi_status gi_allocation_find(const char *call, uint64_t pointer,
                                           struct gi_allocation **out_allocation);

/** Returns GI_INVALID_VALUE with the sentence of that. */
gi_status gi_allocation_none(const char *call, uint64_t pointer);

/** Describes the allocation that contains address; GI_POINTER_UNKNOWN if there is none. Returns it,
 *  with a reference, if its parts or its type know more of the address; else NULL. */
struct gi_allocation *gi_allocation_describe(uint64_t address, struct gi_pointer_info *out_info);

/** Any allocation with a byte in [begin, begin + size_bytes), with a reference, or NULL. */
struct gi_allocation *gi_allocation_in(uint64_t begin, uint64_t size_bytes);

/** A recording names the allocation: from now on the epoch of recordings rises when pointers do not
 *  find it any more, or a part of it. False: they do not now.
 *  Owner: the caller has a reference. */
GI_MUST_CHECK bool gi_allocation_note_recorded(struct gi_allocation *allocation);

void gi_allocation_ref(struct gi_allocation *allocation);

/** Drops a reference. The last one frees the memory.
 *  Threads: any; no lock of a stream or heap is held. */
void gi_allocation_unref(struct gi_allocation *allocation);

/** Visits all allocations on the map, in no order. The map does not change meanwhile: visit takes
 *  no lock but those of mappings. */
void gi_allocation_each(void (*visit)(struct gi_allocation *allocation, void *context),
                        void *context);

/** An operand of a copy: a caller's pointer, resolved, or a place in an image. */
struct gi_operand {
    struct gi_allocation *allocation;    /* referenced; NULL: pageable host memory */
    uint64_t pointer;                    /* 0 for an image, as are the next two */
    uint64_t offset_bytes;               /* offset in allocation->memory */
    struct gi_strides strides;           /* strides of the box that begins there */
    void *host;                          /* its host address, NULL if the host cannot access it */
    struct gi_image_place texels;        /* place in the allocation's image; texels.image is NULL
                                            for memory */
    bool is_unlaunched;                  /* named by the right that captures give (unlaunched.h):
                                            only a captured stream takes it */
};

/** Resolves [pointer, pointer + size_bytes). Messages name the argument by what. A pointer that is
 *  not on the map is pageable host memory.
 *  Owner:  the caller releases *out_operand.
 *  Errors: GI_INVALID_VALUE for a multicast address, which is not read; for NULL and for an address
 *          in the first pages, which no process has;
 *          for a range that leaves its allocation or part; for a range outside allocations that
 *          overlaps a memory object of the library (own_addresses.h). */
GI_MUST_CHECK gi_status gi_operand_resolve(struct gi_operand *out_operand, uint64_t pointer,
                                           uint64_t size_bytes, const char *what);
void gi_operand_release(struct gi_operand *operand);

/** Returns GI_INVALID_VALUE with the sentence of memory of a graph that is not allocated now. */
GI_COLD gi_status gi_operand_unlaunched(uint64_t pointer, const char *what);

/** Refuses memory of a graph that no launch has allocated, for an operation that runs now instead
 *  of becoming a node.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK static inline gi_status gi_operand_check_launched(const struct gi_operand *operand)
{
    return operand->is_unlaunched ? gi_operand_unlaunched(operand->pointer, "pointer") : GI_OK;
}

/** As gi_operand_resolve, for a range that is written. It may be of a multicast object.
 *  Errors: GI_INVALID_VALUE also for memory that the program made read-only. */
GI_MUST_CHECK gi_status gi_operand_resolve_target(struct gi_operand *out_operand, uint64_t pointer,
                                                  uint64_t size_bytes, const char *what);

#endif
