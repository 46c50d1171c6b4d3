/** Captures inside the core: for stream/capture.c and the room graph/capture.
 *
 *  Threads: all but the first two need the captures' lock. */
#ifndef GI_CAPTURE_STATE_H
#define GI_CAPTURE_STATE_H

#include "capture.h"

#define GI_CAPTURE_WHY_BYTES 400

/** A stream in a capture. */
struct gi_captured_stream {
    struct gi_capture *capture;          /* NULL: the stream is a legacy one, which is refused */
    struct gi_stream *stream;            /* referenced; NULL: it was destroyed */
    struct gi_frontier frontier;
    struct gi_frontier shown;            /* the program's copy, until it asks again */
    struct gi_captured_stream *next;
};

struct gi_capture {
    atomic_uint references;              /* of the list, and of marks */
    uint64_t id;                         /* no other capture of the process ever has it */
    enum gi_capture_mode mode;
    uint64_t thread;                     /* that began it */
    struct gi_stream *origin;            /* where it began; one of the streams */
    gi_handle graph;
    bool owns_graph;                     /* the graph is made for the capture */
    bool is_over;
    bool is_broken;
    size_t node_count;                   /* that it added */
    char why[GI_CAPTURE_WHY_BYTES];      /* the cause that broke it */
    struct gi_captured_stream *streams;
    struct gi_capture *next;
};

void gi_captures_lock(void);
void gi_captures_unlock(void);

/** The part of a capture that is a stream's; NULL for none, and for a legacy stream. */
struct gi_captured_stream *gi_captured_of(struct gi_stream *stream);

/** Begins a capture in a stream that has none and is no legacy one. Takes the graph on success.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_capture_open(struct gi_stream *stream, enum gi_capture_mode mode,
                                        gi_handle graph, bool owns_graph,
                                        const struct gi_frontier *frontier);

/** Ends a capture. The caller drops the streams that it returns, without the lock. The caller has a
 *  reference to the capture. */
struct gi_captured_stream *gi_capture_close(struct gi_capture *capture);
void gi_captured_drop(struct gi_captured_stream *streams);

void gi_capture_ref(struct gi_capture *capture);
void gi_capture_unref(struct gi_capture *capture);

/** Says what broke a capture, unless it is broken. The sentence gets its place. */
void gi_capture_say_broken(struct gi_capture *capture, const char *sentence);

/** The failure of a call in a broken capture. */
GI_MUST_CHECK gi_status gi_capture_broken_failure(const struct gi_capture *capture);

/** The facts of a capture and the calling thread, for the rules. */
struct gi_capture_facts gi_capture_facts_of(const struct gi_capture *capture);

/** Adds nodes that are not there.
 *  Errors: GI_OUT_OF_MEMORY; then it is as it was. */
GI_MUST_CHECK gi_status gi_frontier_add(struct gi_frontier *frontier, const gi_handle *nodes,
                                        const struct gi_edge_data *data, size_t count);
void gi_frontier_drop(struct gi_frontier *frontier);

/** The calling thread, as a number that no other thread ever has. */
uint64_t gi_capture_thread(void);

#endif
