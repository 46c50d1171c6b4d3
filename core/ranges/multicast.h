/** Multicast objects: a team of devices, each with memory of its own bound to the same bytes of the
 *  object. A program maps the object into a range (range.h). No device here has a switch that makes
 *  the copies. So this is software multicast: copies and fills to such an address are made once for
 *  each member (carry/multicast_copy.h); nothing else reaches the members.
 *
 *  An object is a kind of pages: it has such a handle, with the same counts. Devices are added for
 *  good. Binding (multicast_bind.h) and mapping wait until all of them were added, by other threads
 *  or processes.
 *  Threads: any that holds no lock, unless a line says otherwise.
 *  Errors:  GI_INVALID_VALUE for a handle that names no multicast object. */
#ifndef GI_MULTICAST_H
#define GI_MULTICAST_H

#include <pthread.h>

#include "pages.h"
#include "queue/team_page.h"

struct gi_allocation;

/** Sizes and offsets of objects and bindings are multiples of this, the least and the best. */
#define GI_MULTICAST_STEP (UINT64_C(2) << 20)

/** The value of GPUINTEROP_MULTICAST. */
enum gi_multicast_mode {
    GI_MULTICAST_OFF,            /* there are no objects */
    GI_MULTICAST_SOFTWARE,
    GI_MULTICAST_ANNOUNCE        /* as GI_MULTICAST_SOFTWARE, and the device attribute says that
                                    there are objects */
};

enum gi_multicast_mode gi_multicast_mode(void);

/** Whether objects can have this device as a member.
 *  Errors: GI_NOT_SUPPORTED, GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_multicast_check_device(int ordinal);

/** A program's request for a new object. Any values; they are checked. */
struct gi_multicast_properties {
    uint64_t device_count;
    uint64_t visible_count;      /* the devices that the program sees */
    uint64_t size_bytes;
    uint64_t handle_types;       /* GI_PAGES_ bits; 0: not shareable */
    uint64_t flags;              /* 0 */
};

/** Errors: GI_INVALID_VALUE; GI_NOT_SUPPORTED without multicast, and for other types of handles. */
GI_MUST_CHECK gi_status gi_multicast_check(const struct gi_multicast_properties *properties);

/** Makes an object without devices.
 *  Errors: those of gi_multicast_check; GI_OUT_OF_MEMORY, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_multicast_create(const struct gi_multicast_properties *properties,
                                            gi_handle *out_object);

/** Adds a device of this process to the team.
 *  Errors: GI_INVALID_VALUE for a device that this process has added, and for one too many;
 *          GI_NOT_SUPPORTED, GI_INVALID_DEVICE. */
GI_MUST_CHECK gi_status gi_multicast_add_device(gi_handle object, int ordinal);

/** Imports what gi_pages_export has exported: pages or a multicast object. An object that this
 *  process has already keeps its handle, which gets one user more.
 *  Owner:  the fd stays the caller's, always.
 *  Errors: those of gi_pages_import. */
GI_MUST_CHECK gi_status gi_multicast_import(int handle_type, int fd, gi_handle *out_object);

/** With a handle of a multicast object: sleeps until all devices were added. With any other:
 *  returns at once. The watchdog names who waits. call is for messages.
 *  Errors: those of gi_pages_find. */
GI_MUST_CHECK gi_status gi_multicast_await_team(gi_handle handle, const char *call);

/* ---- inside the core: the caller holds the lock of ranges ----------------------------------- */

/** Memory of a member that is bound. One call may make several of them, side by side. */
struct gi_binding {
    struct gi_binding *next;
    uint32_t member;             /* number in the team */
    uint64_t offset_bytes, size_bytes;   /* in the object */
    uint64_t call_offset_bytes, call_size_bytes;         /* of the call that made it */
    struct gi_allocation *memory;        /* referenced */
    uint64_t memory_offset_bytes;        /* in the allocation */
    int number;                  /* in the page of a shared object; else -1 */
};

struct gi_multicast {
    struct gi_pages pages;       /* first */
    struct gi_team_page team;
    uint8_t members[GI_TEAM_MOST_DEVICES];       /* by ordinal: the number of a device that this
                                                    process has added, plus 1; 0: none */
    bool was_complete;           /* all devices were added */
    struct gi_binding *bindings; /* of this process */
    pthread_mutex_t opening;     /* taken before the lock of ranges; guards the next three fields,
                                    of which others is changed under both */
    struct gi_binding *others;   /* of other processes; their memory is imported */
    uint32_t others_generation;  /* the page's when others was made */
    bool has_others;             /* it was made, and is complete */
    struct gi_multicast *next;   /* of the shared ones */
};

/** The multicast object that these pages are; NULL: they are none. */
struct gi_multicast *gi_multicast_of(struct gi_pages *pages);

/** The multicast object of a handle that has users.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_multicast_find(gi_handle handle, const char *call,
                                          struct gi_multicast **out_object);

/** Whether this process has added the device to the object, which is one of pages.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_multicast_check_member(const struct gi_pages *object, int ordinal);

/** A member's device, for messages. */
void gi_multicast_name_member(const struct gi_multicast *object, uint32_t member, char *out_text,
                              size_t size);

/** Frees a binding that is in no list. No lock is held. */
void gi_binding_free(struct gi_binding *binding);

#endif
