/* Ten thousand graphs at once, a graph of ten thousand nodes, ten thousand launches, captures. */
#include "stress.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 16, FEW = 4, SHUFFLE = 7919 };    /* SHUFFLE: a prime, for an order that is none */

static struct cudaMemsetParams fill_of(uint8_t *at, uint8_t value)
{
    return (struct cudaMemsetParams){ .dst = at, .value = value, .elementSize = 1, .width = PIECE,
                                      .height = 1 };
}

static uint8_t value_of(size_t i)
{
    return (uint8_t)(i * 3 + 1);
}

static void expect_pieces(const uint8_t *device, size_t count, uint8_t more)
{
    uint8_t *host = stress_new(count, PIECE);

    OK(cudaMemcpy(host, device, count * PIECE, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < count * PIECE; i++)
        REQUIRE(host[i] == (uint8_t)(value_of(i / PIECE) + more), "piece %zu holds 0x%02x",
                i / PIECE, host[i]);
    free(host);
}

static void CUDART_CB end_object(void *argument)
{
    atomic_fetch_add((atomic_size_t *)argument, 1);
}

/* A fill, a copy behind it, and an object that lives as long as the graph. */
static cudaGraphExec_t make_small(uint8_t *from, uint8_t *to, size_t i,
                                  atomic_size_t *ended)
{
    struct cudaMemsetParams fill = fill_of(from + i * PIECE, value_of(i));
    cudaUserObject_t object;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    cudaGraph_t graph;

    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &fill));
    OK(cudaGraphAddMemcpyNode1D(&node, graph, &node, 1, to + i * PIECE, from + i * PIECE, PIECE,
                                cudaMemcpyDeviceToDevice));
    OK(cudaUserObjectCreate(&object, ended, end_object, 1, cudaUserObjectNoDestructorSync));
    OK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphDestroy(graph));
    return exec;
}

static void many_graphs(size_t count, uint8_t *from, uint8_t *to)
{
    cudaGraphExec_t *execs = stress_new(count, sizeof *execs);
    cudaStream_t streams[FEW];
    atomic_size_t ended = 0;

    for (int i = 0; i < FEW; i++)
        OK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    for (size_t i = 0; i < count; i++)
        execs[i] = make_small(from, to, i, &ended);
    for (size_t i = 0; i < count; i++)
        OK(cudaGraphLaunch(execs[i], streams[i % FEW]));
    OK(cudaDeviceSynchronize());
    expect_pieces(to, count, 0);
    REQUIRE(atomic_load(&ended) == 0, "objects ended before their graphs");
    for (size_t i = 0; i < count; i++)
        OK(cudaGraphExecDestroy(execs[count % SHUFFLE == 0 ? i : i * SHUFFLE % count]));
    while (atomic_load(&ended) < count)          /* some end in threads of the library */
        sched_yield();
    for (int i = 0; i < FEW; i++)
        OK(cudaStreamDestroy(streams[i]));
    free(execs);
}

static cudaGraph_t make_large(size_t count, uint8_t *from, uint8_t *to, uint8_t more)
{
    cudaGraphNode_t first, node, *nodes = stress_new(count, sizeof *nodes);
    cudaGraph_t graph;

    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddEmptyNode(&first, graph, NULL, 0));
    for (size_t i = 0; i < count / 2; i++) {     /* a row, from which copies branch off */
        struct cudaMemsetParams fill = fill_of(from + i * PIECE, (uint8_t)(value_of(i) + more));

        OK(cudaGraphAddMemsetNode(&nodes[i], graph, i == 0 ? &first : &nodes[i - 1], 1, &fill));
        OK(cudaGraphAddMemcpyNode1D(&node, graph, &nodes[i], 1, to + i * PIECE, from + i * PIECE,
                                    PIECE, cudaMemcpyDeviceToDevice));
    }
    free(nodes);
    return graph;
}

/* Made twice, launched, and changed as a whole. */
static void many_nodes(size_t count, uint8_t *from, uint8_t *to)
{
    cudaGraph_t graph = make_large(count, from, to, 0), clone;
    cudaGraphExecUpdateResultInfo info;
    cudaGraphExec_t exec;

    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, NULL));
    OK(cudaDeviceSynchronize());
    expect_pieces(to, count / 2, 0);
    OK(cudaGraphDestroy(graph));
    graph = make_large(count, from, to, 1);
    OK(cudaGraphClone(&clone, graph));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphExecUpdate(exec, clone, &info));
    OK(cudaGraphLaunch(exec, NULL));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaDeviceSynchronize());
    expect_pieces(to, count / 2, 1);
    OK(cudaGraphDestroy(clone));
}

/* One executable, in streams in turn, with another value for each launch. */
static void many_launches(size_t count, uint8_t *from, uint8_t *to)
{
    struct cudaMemsetParams fill = fill_of(from, 0);
    cudaGraphNode_t filled, node;
    cudaStream_t streams[FEW];
    cudaGraphExec_t exec;
    cudaGraph_t graph;

    for (int i = 0; i < FEW; i++)
        OK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddMemsetNode(&filled, graph, NULL, 0, &fill));
    OK(cudaGraphAddMemcpyNode1D(&node, graph, &filled, 1, to, from, PIECE,
                                cudaMemcpyDeviceToDevice));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    for (size_t i = 0; i < count; i++) {
        if (i % 64 == 63 || i == count - 1) {
            fill = fill_of(from, value_of(i));
            OK(cudaGraphExecMemsetNodeSetParams(exec, filled, &fill));
        }
        OK(cudaGraphLaunch(exec, streams[i / 100 % FEW]));
    }
    OK(cudaDeviceSynchronize());
    expect_pieces(to, 1, (uint8_t)(value_of(count - 1) - value_of(0)));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    for (int i = 0; i < FEW; i++)
        OK(cudaStreamDestroy(streams[i]));
}

/* Captures, of which each is launched once: one executable takes them over. */
static void many_captures(size_t count, uint8_t *from, uint8_t *to)
{
    cudaGraphExecUpdateResultInfo info;
    cudaGraphExec_t exec = NULL;
    cudaStream_t stream;
    cudaGraph_t graph;

    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (size_t i = 0; i < count; i++) {
        OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
        OK(cudaMemsetAsync(from + i * PIECE, value_of(i), PIECE, stream));
        OK(cudaMemcpyAsync(to + i * PIECE, from + i * PIECE, PIECE, cudaMemcpyDeviceToDevice,
                           stream));
        OK(cudaStreamEndCapture(stream, &graph));
        if (exec == NULL)
            OK(cudaGraphInstantiate(&exec, graph, 0));
        else
            OK(cudaGraphExecUpdate(exec, graph, &info));
        OK(cudaGraphDestroy(graph));
        OK(cudaGraphLaunch(exec, stream));
    }
    OK(cudaStreamSynchronize(stream));
    expect_pieces(to, count, 0);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaStreamDestroy(stream));
}

void stress_graphs(size_t count)
{
    uint8_t *from, *to;

    OK(cudaMalloc((void **)&from, count * PIECE));
    OK(cudaMalloc((void **)&to, count * PIECE));
    many_graphs(count, from, to);
    many_nodes(count, from, to);
    OK(cudaFree(from));
    OK(cudaFree(to));
}

void stress_launches(size_t count)
{
    uint8_t *from, *to;

    OK(cudaMalloc((void **)&from, count * PIECE));
    OK(cudaMalloc((void **)&to, count * PIECE));
    many_launches(count, from, to);
    many_captures(count / 4, from, to);
    OK(cudaFree(from));
    OK(cudaFree(to));
}
