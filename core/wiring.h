/** Functions of higher rooms of the core that lower rooms call. Everything else is called
 *  downwards: a test reads the calls between the built objects (tests/rules/calls.py). */
#ifndef GI_WIRING_H
#define GI_WIRING_H

#include "base/handle.h"

struct gi_binding;
struct gi_device;
struct gi_matrix_units;
struct gi_multicast;
struct gi_operation;
struct gi_stream;
struct gi_word_copy;

struct gi_wiring {
    /** Opens a device that is not open; the table of open devices keeps it.
     *  Threads: the caller holds the table's lock, so one thread at a time.
     *  Errors:  what the driver's opening can answer. */
    gi_status (*open_device)(int ordinal, struct gi_device **out_device);

    /** A device was opened: the code that is registered may be compiled for it (module/ahead.h).
     *  Threads: as open_device. */
    void (*device_is_open)(struct gi_device *device);

    /** Whether synchronous copies and fills of the calling thread are done when their call returns:
     *  its current context has GI_DEVICE_SYNCHRONOUS_MEMORY. */
    bool (*context_ends_calls)(void);

    /** Reading a word that the host cannot reach: carry/word_copy.h. keep_word takes a reference,
     *  which fetch_word gets. */
    void (*keep_word)(struct gi_word_copy *copy);
    void (*fetch_word)(struct gi_word_copy *copy);
    void (*release_word)(struct gi_word_copy *copy);

    /** A captured stream's operation becomes a node: graph/capture/captured.h. False if the stream
     *  is captured no more. end_graph ends the use of a graph by a capture that nobody can end. */
    bool (*capture)(struct gi_stream *stream, struct gi_operation *operation,
                    gi_status *out_status);
    void (*end_graph)(gi_handle graph, bool owned);

    /** Tests a device's units for matrices before a kernel is translated: module/matrix_test.h. */
    gi_status (*test_matrices)(struct gi_device *device, struct gi_matrix_units *out_found);

    /** Tests whether a device's barriers count warps: module/barrier_test.h. */
    gi_status (*test_barriers)(struct gi_device *device, bool *out_counts);

    /** A multicast object's exchange with other processes: share/multicast_share.h. */
    gi_status (*tell_binding)(struct gi_multicast *object, struct gi_binding *binding);
    gi_status (*open_bindings)(struct gi_multicast *object);
};

/** Filled in by wiring.c, once for the library. */
extern const struct gi_wiring gi_wiring;

#endif
