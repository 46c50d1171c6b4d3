#include "decisions.h"

#include <string.h>

#include "base/counters.h"
#include "code/code.h"
#include "device/device.h"
#include "fake.h"
#include "graph/exec/conditional.h"
#include "graph/exec/exec.h"
#include "graph/exec/exec_change.h"
#include "graph/exec/exec_launch.h"
#include "graph/exec/exec_update.h"
#include "graph/exec/node_kinds.h"
#include "graph/graph.h"
#include "graph/graph_questions.h"
#include "module/function.h"
#include "module/module.h"
#include "queue/device_state.h"
#include "stream/stream.h"
#include "try.h"

static const char code[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry plain(.param .u32 n)\n{ ret; }\n";

enum { BODIES = 2, TOO_MANY = 70000 };   /* blocks: more than one dispatch of the fake has */

/* ---- nodes ----------------------------------------------------------------------------------- */

static gi_status load(struct decisions *made)
{
    struct gi_device *device;
    struct gi_code *read;
    gi_status status;

    TRY(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &made->stream));
    TRY(gi_device_current(&device));
    TRY(gi_code_read(code, sizeof code, &read));
    status = gi_module_load(read, device, &made->module);
    gi_code_unref(read);
    TRY(status);
    return gi_module_function(made->module, "plain", &made->function);
}

gi_status decisions_ask_kernel(gi_handle function, uint32_t blocks, uint32_t number,
                               struct gi_asked **out)
{
    void *arguments[] = { &number };
    const struct gi_launch launch = { .grid = { blocks, 1, 1 }, .block = { 32, 1, 1 },
                                      .arguments = arguments };
    struct gi_function *of;
    gi_status status;

    TRY(gi_function_acquire(function, &of));
    status = gi_ask_kernel(of, 0, &launch, NULL, 0, out);
    gi_object_unref(&of->object);
    return status;
}

static gi_status add_kernel(const struct decisions *made, gi_handle graph, gi_handle before,
                            uint32_t number, gi_handle *out)
{
    struct gi_asked *asked;

    TRY(decisions_ask_kernel(made->function, 1, number, &asked));
    return gi_graph_add(graph, &before, NULL, before != 0, asked, 0, out);
}

/* Writes the condition's word as a kernel does. */
static gi_status add_number(gi_handle graph, uint64_t condition, uint32_t number, gi_handle *out)
{
    const struct gi_asked_fill like = { .pointer = condition, .width = 1, .height = 1,
                                        .value = number, .element_bytes = 4 };
    struct gi_asked *asked;

    TRY(gi_ask_fill(&like, &asked));
    return gi_graph_add(graph, NULL, NULL, 0, asked, 0, out);
}

static gi_status add_condition(gi_handle graph, gi_handle before, uint64_t condition, int type,
                               uint32_t size, gi_handle *out_bodies)
{
    struct gi_asked *asked;
    gi_handle node, *bodies;
    size_t count;

    TRY(gi_ask_condition(graph, condition, type, size, &asked));
    TRY(gi_graph_add(graph, &before, NULL, before != 0, asked, 0, &node));
    TRY(gi_node_bodies(node, &bodies, &count));
    memcpy(out_bodies, bodies, count * sizeof *bodies);
    return GI_OK;
}

/* A number, and behind it an if with an else, and a kernel. The first body is a kernel and a switch
 * of two, the second one a kernel. */
static gi_status make_graph(struct decisions *made, size_t which, uint32_t number)
{
    gi_handle bodies[BODIES], cases[BODIES], node, first;
    uint64_t condition, inner;
    gi_handle graph;

    TRY(gi_graph_create(&made->graphs[which]));
    graph = made->graphs[which];
    TRY(gi_graph_make_condition(graph, 0, false, &condition));
    TRY(gi_graph_make_condition(graph, 1, true, &inner));
    TRY(add_number(graph, condition, number, &first));
    TRY(add_condition(graph, first, condition, GI_CONDITION_IF, BODIES, bodies));
    TRY(add_kernel(made, bodies[0], 0, 1, &made->kernels[which]));
    TRY(add_condition(bodies[0], made->kernels[which], inner, GI_CONDITION_SWITCH, BODIES, cases));
    TRY(add_kernel(made, bodies[1], 0, 2, &node));
    for (uint32_t i = 0; i < BODIES; i++)
        TRY(add_kernel(made, cases[i], 0, 3 + i, &node));
    return add_kernel(made, graph, first, 9, &node);
}

/* ---- launches -------------------------------------------------------------------------------- */

/* Launches, and looks at how many kernels were left out, and whether the host decided. */
static gi_status launch(struct decisions *made, unsigned long left_out, bool by_host)
{
    struct gifake_counts before, now;
    uint64_t decisions = gi_counter_value(GI_COUNT_HOST_DECISIONS);

    gifake_counts(0, GIFAKE_ALL_QUEUES, &before);
    TRY(gi_exec_launch(made->exec, made->stream));
    TRY(gi_stream_synchronize(made->stream));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &now);
    made->are_done = made->are_done && now.left_out - before.left_out == left_out &&
                     (gi_counter_value(GI_COUNT_HOST_DECISIONS) > decisions) == by_host;
    return GI_OK;
}

gi_status decisions_make(struct decisions *made)
{
    struct gi_exec_request request = { .flags = 0 };

    TRY(load(made));
    TRY(make_graph(made, 0, 1));
    return gi_exec_create(made->graphs[0], &request, &made->exec);
}

gi_status decisions_work(struct decisions *made)
{
    struct gi_exec_update update;
    struct gi_asked *asked;

    made->are_done = true;
    TRY(decisions_make(made));
    TRY(launch(made, 2, false));                 /* not the else's, nor the first case's */
    TRY(launch(made, 2, false));
    TRY(decisions_ask_kernel(made->function, 2, 7, &asked));
    TRY(gi_exec_ask(made->exec, made->kernels[0], asked));
    TRY(launch(made, 2, false));
    TRY(make_graph(made, 1, 0));
    TRY(gi_exec_update(made->exec, made->graphs[1], &update));
    TRY(launch(made, 3, false));                 /* all but the else's */
    TRY(decisions_ask_kernel(made->function, TOO_MANY, 7, &asked));
    TRY(gi_exec_ask(made->exec, made->kernels[0], asked));
    TRY(launch(made, 0, true));
    return launch(made, 0, true);
}

void decisions_destroy(gi_status (*call)(gi_handle handle), gi_handle handle, const char *what,
                       decisions_ended_fn ended)
{
    if (handle != 0)
        ended(call(handle), what);
}

void decisions_end(const struct decisions *made, decisions_ended_fn ended)
{
    decisions_destroy(gi_exec_destroy, made->exec, "an executable", ended);
    for (int i = 0; i < 2; i++)
        decisions_destroy(gi_graph_destroy, made->graphs[i], "a graph", ended);
    decisions_destroy(gi_module_unload, made->module, "a module", ended);
    if (made->stream != 0)
        (void)!gi_stream_synchronize(made->stream);      /* how it ends is its own */
    decisions_destroy(gi_stream_destroy, made->stream, "a stream", ended);
}
