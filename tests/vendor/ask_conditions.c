/** The questions of ask_graphs about conditional nodes. Each line has a number, so that the same
 *  words of two lines are two answers. */
#include "ask_graphs.h"

#include <string.h>

/* add(p, v): *p += v. down(p, h): *p -= 1, and that is the number. */
static const char ptx[] =
    ".version 7.0\n.target sm_52\n.address_size 64\n"
    ".extern .func cudaGraphSetConditional (.param .b64 h, .param .b32 v);\n"
    ".visible .entry add(.param .u64 p, .param .u32 v)\n{\n .reg .b64 %p; .reg .b32 %v, %w;\n"
    " ld.param.u64 %p, [p]; cvta.to.global.u64 %p, %p; ld.param.u32 %v, [v];\n"
    " ld.global.u32 %w, [%p]; add.u32 %w, %w, %v; st.global.u32 [%p], %w; ret;\n}\n"
    ".visible .entry down(.param .u64 p, .param .u64 h)\n{\n .reg .b64 %p, %h; .reg .b32 %w;\n"
    " ld.param.u64 %p, [p]; cvta.to.global.u64 %p, %p; ld.param.u64 %h, [h];\n"
    " ld.global.u32 %w, [%p]; add.u32 %w, %w, -1; st.global.u32 [%p], %w;\n"
    " { .param .b64 a; st.param.b64 [a], %h; .param .b32 b; st.param.b32 [b], %w;\n"
    " call.uni cudaGraphSetConditional, (a, b); }\n ret;\n}\n";

static CUcontext context;
static CUfunction adds, counts_down;
static CUdeviceptr word;
static unsigned int line;

static void say(const char *text, int answer)
{
    printf("%02u %s: %d\n", line++, text, answer);
    fflush(stdout);
}

static void begin_conditions(void)
{
    CUmodule module;

    CALL(cuCtxGetCurrent, (CUcontext *), &context);
    say("module", CALL(cuModuleLoadData, (CUmodule *, const void *), &module, ptx));
    CALL(cuModuleGetFunction, (CUfunction *, CUmodule, const char *), &adds, module, "add");
    CALL(cuModuleGetFunction, (CUfunction *, CUmodule, const char *), &counts_down, module,
         "down");
    CALL(cuMemAlloc_v2, (CUdeviceptr *, size_t), &word, 4096);
}

static int make_handle(CUgraph graph, CUcontext of, unsigned int value, unsigned int flags,
                       CUgraphConditionalHandle *out)
{
    return CALL(cuGraphConditionalHandleCreate,
                (CUgraphConditionalHandle *, CUgraph, CUcontext, unsigned int, unsigned int), out,
                graph, of, value, flags);
}

static CUgraphConditionalHandle handle(CUgraph graph, unsigned int value, unsigned int flags)
{
    CUgraphConditionalHandle made = 0;

    (void)make_handle(graph, context, value, flags, &made);
    return made;
}

static int add_any(CUgraph graph, CUgraphNode *node, CUgraphNodeParams *params)
{
    return CALL(cuGraphAddNode_v2, (CUgraphNode *, CUgraph, const CUgraphNode *, const void *,
                                    size_t, CUgraphNodeParams *), node, graph, NULL, NULL, 0,
                params);
}

static int condition(CUgraph graph, CUgraphConditionalHandle value, int type, unsigned int size,
                     CUgraph *bodies)
{
    CUgraphNodeParams params;
    CUgraphNode node;
    int code;

    memset(&params, 0, sizeof params);
    params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    params.conditional.handle = value;
    params.conditional.type = (CUgraphConditionalNodeType)type;
    params.conditional.size = size;
    params.conditional.ctx = context;
    code = add_any(graph, &node, &params);
    if (code == 0)
        memcpy(bodies, params.conditional.phGraph_out, size * sizeof *bodies);
    return code;
}

static void kernel(CUgraph graph, CUfunction function, uint64_t second)
{
    void *arguments[] = { &word, &second };
    CUDA_KERNEL_NODE_PARAMS params;
    CUgraphNode node;

    memset(&params, 0, sizeof params);
    params.func = function;
    params.gridDimX = params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments;
    CALL(cuGraphAddKernelNode_v2, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
                                   const void *), &node, graph, NULL, 0, &params);
}

static CUgraphExec instantiate(CUgraph graph)
{
    CUDA_GRAPH_INSTANTIATE_PARAMS params;
    CUgraphExec exec = NULL;

    memset(&params, 0, sizeof params);
    say("instantiate", CALL(cuGraphInstantiateWithParams, (CUgraphExec *, CUgraph, void *), &exec,
                            graph, &params));
    say("result", (int)params.result_out);
    return exec;
}

static void run(CUgraphExec exec, unsigned int start)
{
    unsigned int value = 0;

    CALL(cuMemsetD32_v2, (CUdeviceptr, unsigned int, size_t), word, start, 1);
    say("launch", CALL(cuGraphLaunch, (CUgraphExec, CUstream), exec, NULL));
    say("synchronize", CALL(cuStreamSynchronize, (CUstream), NULL));
    CALL(cuMemcpyDtoH_v2, (void *, CUdeviceptr, size_t), &value, word, sizeof value);
    say("word", (int)value);
}

/* ---- sections -------------------------------------------------------------------------------- */

void section_condition_handles(void)
{
    CUgraph graph = new_graph();
    CUgraphConditionalHandle made;

    begin_conditions();
    say("handle", make_handle(graph, context, 1, 1, &made));
    say("default without the flag", make_handle(graph, context, 7, 0, &made));
    say("flags 2", make_handle(graph, context, 0, 2, &made));
    say("flags 3", make_handle(graph, context, 0, 3, &made));
    say("out NULL", make_handle(graph, context, 0, 0, NULL));
    say("graph NULL", make_handle(NULL, context, 0, 0, &made));
    say("context NULL", make_handle(graph, NULL, 0, 0, &made));
    CALL(cuCtxSetCurrent, (CUcontext), NULL);
    say("context NULL, none current", make_handle(graph, NULL, 0, 0, &made));
    say("none current", make_handle(graph, context, 0, 0, &made));
}

void section_condition_sizes(void)
{
    static const unsigned int sizes[] = { 0, 1, 2, 3, 5 };

    begin_conditions();
    for (int type = -1; type < 4; type++) {
        for (int i = 0; i < 5; i++) {
            CUgraph graph = new_graph(), bodies[8];

            say("type and size", condition(graph, handle(graph, 0, 0), type, sizes[i], bodies));
        }
    }
}

void section_condition_uses(void)
{
    CUgraph graph = new_graph(), other = new_graph(), body[8], second[8];
    CUgraphConditionalHandle value, nested, free_one;

    begin_conditions();
    value = handle(graph, 0, 0);
    free_one = handle(graph, 0, 0);
    say("handle 0", condition(graph, 0, 0, 1, body));
    say("handle 12345", condition(graph, 12345, 0, 1, body));
    say("handle of another graph", condition(other, value, 0, 1, body));
    instantiate(graph);
    say("node", condition(graph, value, 0, 1, body));
    say("again", condition(graph, value, 0, 1, second));
    say("handle of the root in a body", condition(body[0], free_one, 0, 1, second));
    say("handle for a body", make_handle(body[0], context, 0, 0, &nested));
    say("handle of a body in the root", condition(graph, nested, 0, 1, second));
    say("handle of a body in it", condition(body[0], nested, 0, 1, second));
    instantiate(graph);
}

static CUgraph sample(int type, unsigned int size, unsigned int value, int more,
                      unsigned int preset)
{
    CUgraph graph = new_graph(), bodies[8];
    CUgraphConditionalHandle made = handle(graph, preset, 1);

    condition(graph, made, type, size, bodies);
    if (type == CU_GRAPH_COND_TYPE_WHILE)
        kernel(bodies[0], counts_down, made);
    else
        kernel(bodies[0], adds, value);
    for (int i = 0; i < more; i++)
        kernel(bodies[0], adds, 100);
    return graph;
}

static void update(CUgraphExec exec, const char *text, CUgraph graph)
{
    CUgraphExecUpdateResultInfo info;

    memset(&info, 0, sizeof info);
    say(text, CALL(cuGraphExecUpdate_v2, (CUgraphExec, CUgraph, void *), exec, graph, &info));
    say("result", (int)info.result);
    say("names a node", info.errorNode != NULL);
}

void section_condition_updates(void)
{
    CUgraphExec exec;

    begin_conditions();
    exec = instantiate(sample(0, 1, 1, 0, 1));
    run(exec, 5);
    update(exec, "same", sample(0, 1, 1, 0, 1));
    run(exec, 5);
    update(exec, "other value in the body", sample(0, 1, 3, 0, 1));
    run(exec, 5);
    update(exec, "default 0", sample(0, 1, 3, 0, 0));
    run(exec, 5);
    update(exec, "default 1", sample(0, 1, 3, 0, 1));
    run(exec, 5);
    update(exec, "while", sample(1, 1, 1, 0, 1));
    update(exec, "switch", sample(2, 1, 1, 0, 1));
    update(exec, "size 2", sample(0, 2, 1, 0, 1));
    update(exec, "more nodes in the body", sample(0, 1, 1, 1, 1));
    run(exec, 5);
}

void section_condition_runs(void)
{
    CUgraph graph, bodies[8];
    CUgraphExec exec;

    begin_conditions();
    exec = instantiate(sample(1, 1, 0, 0, 1));
    run(exec, 5);
    run(exec, 3);
    graph = new_graph();                         /* a number without the flag is 0 */
    condition(graph, handle(graph, 1, 0), 0, 1, bodies);
    kernel(bodies[0], adds, 1);
    run(instantiate(graph), 5);
    for (unsigned int value = 0; value < 4; value++) {
        graph = new_graph();
        condition(graph, handle(graph, value, 1), 2, 3, bodies);
        for (unsigned int i = 0; i < 3; i++)
            kernel(bodies[i], adds, 10 * (i + 1));
        run(instantiate(graph), 0);
        graph = new_graph();
        condition(graph, handle(graph, value, 1), 0, 2, bodies);
        for (unsigned int i = 0; i < 2; i++)
            kernel(bodies[i], adds, 1 + i);
        run(instantiate(graph), 0);
    }
}
