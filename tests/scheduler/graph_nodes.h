/** Nodes of graphs on the fake, each in one call. */
#ifndef SCHEDULER_GRAPH_NODES_H
#define SCHEDULER_GRAPH_NODES_H

#include "code/code.h"
#include "graph/exec/exec.h"
#include "graph/exec/exec_change.h"
#include "graph/exec/exec_launch.h"
#include "graph/exec/node_kinds.h"
#include "graph/graph.h"
#include "harness.h"
#include "module/function.h"
#include "module/module.h"

static inline gi_handle sched_graph(void)
{
    gi_handle graph;

    OK(gi_graph_create(&graph));
    return graph;
}

/** Adds a node behind another; 0: behind none. */
static inline gi_handle sched_node(gi_handle graph, gi_handle before, struct gi_asked *asked)
{
    gi_handle node;

    OK(gi_graph_add(graph, &before, NULL, before != 0, asked, 0, &node));
    return node;
}

static inline void sched_edge(gi_handle graph, gi_handle from, gi_handle to)
{
    OK(gi_graph_connect(graph, &(struct gi_edges){ &from, &to, NULL, 1 }));
}

static inline struct gi_asked *sched_ask_fill(uint64_t pointer, uint64_t bytes, uint8_t value)
{
    const struct gi_asked_fill like = { .pointer = pointer, .width = bytes, .height = 1,
                                        .value = value, .element_bytes = 1 };
    struct gi_asked *asked;

    OK(gi_ask_fill(&like, &asked));
    return asked;
}

static inline struct gi_asked *sched_ask_copy(uint64_t dst, uint64_t src, uint64_t bytes)
{
    const struct gi_asked_copy like = {
        .copy = { .measure = GI_COPY_LINEAR, .width = bytes, .height = 1, .depth = 1,
                  .dst.pointer = dst, .src.pointer = src, .kind = GI_COPY_INFER },
        .is_line = true,
    };
    struct gi_asked *asked;

    OK(gi_ask_copy(&like, &asked));
    return asked;
}

static inline struct gi_asked *sched_ask_host(void (*fn)(void *), void *argument)
{
    struct gi_asked *asked;

    OK(gi_ask_host(fn, argument, &asked));
    return asked;
}

static inline struct gi_asked *sched_ask_semaphore(bool signals,
                                                   const struct sched_semaphore *of,
                                                   uint64_t value)
{
    const struct gi_external_semaphore_item item = { of->handle, value, 0, true };
    struct gi_asked *asked;

    OK(gi_ask_semaphores(signals ? &gi_node_semaphore_signal : &gi_node_semaphore_wait, &item,
                         &item, sizeof item, &item, sizeof item, 1, &asked));
    return asked;
}

static inline struct gi_asked *sched_ask_event(const struct gi_node_kind *kind, gi_handle of)
{
    struct gi_asked *asked;

    OK(gi_ask_event(kind, of, &asked));
    return asked;
}

static inline struct gi_asked *sched_ask_empty(void)
{
    struct gi_asked *asked;

    OK(gi_ask_nothing(&gi_node_empty, &asked));
    return asked;
}

/** Loads PTX on the current device. */
static inline gi_handle sched_module(const char *code, size_t bytes)
{
    struct gi_device *device;
    struct gi_code *read;
    gi_handle module;

    OK(gi_device_current(&device));
    OK(gi_code_read(code, bytes, &read));
    OK(gi_module_load(read, device, &module));
    gi_code_unref(read);
    return module;
}

/** A kernel of a module in blocks of 32 threads. */
static inline struct gi_asked *sched_ask_kernel(gi_handle module, const char *name,
                                                uint32_t blocks, void **arguments)
{
    const struct gi_launch launch = { .grid = { blocks, 1, 1 }, .block = { 32, 1, 1 },
                                      .arguments = arguments };
    struct gi_function *function;
    struct gi_asked *asked;
    gi_handle handle;

    OK(gi_module_function(module, name, &handle));
    OK(gi_function_acquire(handle, &function));
    OK(gi_ask_kernel(function, 0, &launch, NULL, 0, &asked));
    gi_object_unref(&function->object);
    return asked;
}

static inline gi_handle sched_exec(gi_handle graph)
{
    struct gi_exec_request request = { .flags = 0 };
    gi_handle exec;

    OK(gi_exec_create(graph, &request, &exec));
    REQUIRE(request.result == GI_EXEC_MADE && request.node == 0, "a failure without one");
    return exec;
}

#endif
