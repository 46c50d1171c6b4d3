/** Graphs on the fake with nodes that allocate and free memory. */
#ifndef SCHEDULER_GRAPH_BLOCKS_H
#define SCHEDULER_GRAPH_BLOCKS_H

#include "graph/exec/memory_nodes.h"
#include "graph_nodes.h"

enum { SIZE = 4096 };

/* test_graph_memory_heap.c runs cases on a device without ranges. */
#ifndef HAS_RANGES
#define HAS_RANGES true
#endif

#define CHUNK (UINT64_C(32) << 20)

static inline void begin(void)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 0);
    config.info.queue_count = 4;
    if (!HAS_RANGES)
        config.info.range_granularity_bytes = 0;
    sched_begin_config(&config);
}

/* ---- making graphs --------------------------------------------------------------------------- */

static inline struct gi_asked *ask_alloc(uint64_t bytes)
{
    const struct gi_graph_properties properties = gi_graph_properties_of(0);
    const struct gi_alloc_request request = {
        .allocation_type = 1, .location_type = 1, .size_bytes = bytes,
        .properties = &properties, .property_bytes = sizeof properties,
    };
    struct gi_asked *asked;

    OK(gi_ask_alloc(&request, &asked));
    return asked;
}

/* Adds an allocation behind some nodes, and gives its address. */
static inline uint64_t alloc_behind(gi_handle graph, const gi_handle *before, size_t count,
                                    uint64_t bytes, gi_handle *out_node)
{
    struct gi_asked *asked = ask_alloc(bytes);
    uint64_t pointer;

    gi_asked_ref(asked);
    OK(gi_node_add(graph, before, NULL, count, asked, 0, out_node));
    pointer = ((const struct gi_asked_memory *)asked)->pointer;
    gi_asked_unref(asked);
    REQUIRE(pointer != 0, "an allocation without an address");
    return pointer;
}

static inline uint64_t alloc(gi_handle graph, gi_handle before, uint64_t bytes,
                             gi_handle *out_node)
{
    return alloc_behind(graph, &before, before != 0, bytes, out_node);
}

static inline gi_status try_free(gi_handle graph, gi_handle before, uint64_t pointer,
                                 gi_handle *out_node)
{
    struct gi_asked *asked;

    OK(gi_ask_free(pointer, &asked));
    return gi_node_add(graph, &before, NULL, before != 0, asked, 0, out_node);
}

static inline gi_handle free_node(gi_handle graph, gi_handle before, uint64_t pointer)
{
    gi_handle node;

    OK(try_free(graph, before, pointer, &node));
    return node;
}

static inline gi_handle exec_of(gi_handle graph, uint64_t flags)
{
    struct gi_exec_request request = { .flags = flags };
    gi_handle exec;

    OK(gi_exec_create(graph, &request, &exec));
    return exec;
}

static inline uint64_t amount(enum gi_graph_amount which)
{
    uint64_t bytes = 77;

    OK(gi_graph_memory_amount(0, which, &bytes));
    return bytes;
}

static inline void expect_used(uint64_t bytes)
{
    REQUIRE(amount(GI_GRAPH_USED) == bytes, "%llu bytes are used instead of %llu",
            (unsigned long long)amount(GI_GRAPH_USED), (unsigned long long)bytes);
}

/* Nobody has memory of graphs, and a trim gives all of it back. */
static inline void end(gi_handle stream)
{
    if (stream != 0)
        OK(gi_stream_destroy(stream));
    if (!HAS_RANGES)
        expect_used(0);
    OK(gi_graph_memory_trim(0));
    sched_expect_nothing_left();
    expect_used(0);
    REQUIRE(amount(GI_GRAPH_RESERVED) == 0, "%llu bytes are reserved after a trim",
            (unsigned long long)amount(GI_GRAPH_RESERVED));
}

/* Begins with a graph; the stream. */
static inline gi_handle begin_with(gi_handle *out_graph)
{
    begin();
    *out_graph = sched_graph();
    return sched_stream();
}

static inline void end_with(gi_handle exec, gi_handle graph, gi_handle stream)
{
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end(stream);
}

#endif
