/** The data of an edge of a graph beside its ends. */
#ifndef GI_EDGE_DATA_H
#define GI_EDGE_DATA_H

#include <stdint.h>

/** Zeros: the second node follows the whole first one. */
struct gi_edge_data {
    uint8_t from_port, to_port, type, reserved[5];
};

#endif
