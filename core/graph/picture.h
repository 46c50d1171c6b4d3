/** Pictures of graphs: a text in the language of graphviz (DOT).
 *
 *  Each graph is a cluster, and each node has a label.
 *  Threads: any that holds no lock. */
#ifndef GI_PICTURE_H
#define GI_PICTURE_H

#include "flat.h"
#include "picture_text.h"

/** The content of a picture, as bits with the front ends' numbers. Other bits have no effect. */
enum gi_picture_flag {
    GI_PICTURE_VERBOSE = 0x1,            /* all of it */
    GI_PICTURE_KERNELS = 0x4,
    GI_PICTURE_COPIES = 0x8,
    GI_PICTURE_FILLS = 0x10,
    GI_PICTURE_HOST_FUNCTIONS = 0x20,
    GI_PICTURE_EVENTS = 0x40,
    GI_PICTURE_SIGNALS = 0x80,
    GI_PICTURE_WAITS = 0x100,
    GI_PICTURE_KERNEL_ATTRIBUTES = 0x200,
    GI_PICTURE_HANDLES = 0x400,
    GI_PICTURE_ALLOCATIONS = 0x800,
    GI_PICTURE_FREES = 0x1000,
    GI_PICTURE_ORDER = 0x4000            /* numbers in an order of launches; ports of edges */
};

/** How nodes of a kind look. */
struct gi_node_look {
    const char *title, *shape, *style;
    bool names_itself;                   /* describe says more than the title, unless in a table */
    uint32_t tables;                     /* for these flags the node is a table */
    /** Adds lines or rows. NULL: there are none. */
    void (*describe)(const struct gi_asked *asked, struct gi_picture *picture);
};

/** Makes the text. It reads nothing but the list and what its nodes ask for.
 *  Owner:  the caller frees it.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_picture_make(const struct gi_flat *flat, uint32_t flags,
                                        char **out_text, size_t *out_length);

/** Writes a picture to a file, which is made, or cut and written anew. The file is no pipe and no
 *  socket, so the call does not wait for another program.
 *  Errors: GI_OS_ERROR if the file cannot be opened or written. */
GI_MUST_CHECK gi_status gi_picture_write(const char *path, const char *text, size_t length);

/** Writes a graph's picture to a file.
 *  Errors: also GI_INVALID_VALUE for a handle that names no graph: then the file is as it was;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_draw(gi_handle graph, const char *path, uint32_t flags);

#endif
