/** A graph with conditional nodes that the device decides about, from its first node to its end:
 *  the work of tests that let each call or each request for memory fail once. */
#ifndef FAKE_DECISIONS_H
#define FAKE_DECISIONS_H

#include <stdbool.h>

#include "base/handle.h"
#include "base/status.h"

struct gi_asked;

/** What the work has made; all zero before. */
struct decisions {
    gi_handle stream, module, function, graphs[2], exec;
    gi_handle kernels[2];        /* the first kernel of each graph's first body */
    bool are_done;               /* and each answer was right */
};

/** Asks for a kernel of one parameter, a number, in blocks of 32 threads. */
gi_status decisions_ask_kernel(gi_handle function, uint32_t blocks, uint32_t number,
                               struct gi_asked **out);

/** Makes a graph and its executable. Of five kernels a launch leaves two out. */
gi_status decisions_make(struct decisions *made);

/** Makes, launches, changes, updates and launches again; at last a kernel that no one dispatch can
 *  do gives the node to the host. The current device of the fake has choices.
 *  Returns the first failure; what was made until then is in made. */
gi_status decisions_work(struct decisions *made);

/** Gets how the end of an object went, and what it was. */
typedef void (*decisions_ended_fn)(gi_status status, const char *what);

/** Ends an object, if there is one. */
void decisions_destroy(gi_status (*call)(gi_handle handle), gi_handle handle, const char *what,
                       decisions_ended_fn ended);

/** Ends what was made. */
void decisions_end(const struct decisions *made, decisions_ended_fn ended);

#endif
