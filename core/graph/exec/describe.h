/** How nodes look in pictures: each kind's title, shape and parameters.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_DESCRIBE_H
#define GI_DESCRIBE_H

#include "graph/picture.h"

extern const struct gi_node_look gi_node_look_kernel, gi_node_look_copy, gi_node_look_fill,
    gi_node_look_host, gi_node_look_child_graph, gi_node_look_empty, gi_node_look_event_record,
    gi_node_look_event_wait, gi_node_look_semaphore_signal, gi_node_look_semaphore_wait;

#endif
