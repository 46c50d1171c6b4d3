/* Questions about memory nodes: physical memory that graphs share, or do not. */
#include "ask_memory_nodes.h"

#include <pthread.h>

#define BYTES ((size_t)64 << 20)

enum { GRAPHS = 4 };

static cudaGraphExec_t execs[GRAPHS];
static char *pointers[GRAPHS];

/* ---- streams that wait ----------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_open;

static void pass(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    while (!is_open)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void hold(cudaStream_t stream)
{
    R(cudaLaunchHostFunc)(stream, pass, NULL);
}

static void let_go(void)
{
    pthread_mutex_lock(&lock);
    is_open = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    R(cudaDeviceSynchronize)();
    is_open = false;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

static void make(int number, bool frees)
{
    cudaGraph_t graph = ask_graph();
    cudaGraphNode_t node, other;

    pointers[number] = ask_alloc(graph, &node, NULL, 0, BYTES);
    ask_fill(graph, &other, node, pointers[number]);
    if (frees)
        ask_free(graph, &node, other, pointers[number]);
    execs[number] = NULL;
    R(cudaGraphInstantiate)(&execs[number], graph, 0);
    R(cudaGraphDestroy)(graph);
}

static void make_all(bool free)
{
    for (int i = 0; i < GRAPHS; i++)
        make(i, free);
}

static void launch(const char *name, int number, cudaStream_t stream)
{
    char of[64];

    snprintf(of, sizeof of, "%s_%d", name, number);
    ASK(of, R(cudaGraphLaunch)(execs[number], stream));
    snprintf(of, sizeof of, "%s_%d_amounts", name, number);
    ask_amounts(of);
}

static void trim(const char *name)
{
    R(cudaDeviceGraphMemTrim)(0);
    ask_amounts(name);
}

static void end(void)
{
    for (int i = 0; i < GRAPHS; i++)
        if (execs[i] != NULL)
            R(cudaGraphExecDestroy)(execs[i]);
    trim("end");
}

/* ---- questions ------------------------------------------------------------------------------- */

static void shared_stream(void)
{
    make_all(true);
    ask_amounts("made");
    hold(ask_a);
    for (int i = 0; i < GRAPHS; i++)
        launch("launch", i, ask_a);
    trim("trim_under_way");
    let_go();
    ask_amounts("waited");
    trim("trimmed");
    launch("again", 2, ask_a);
    let_go();
    end();
}

static void own_streams(void)
{
    cudaStream_t streams[GRAPHS];

    make_all(true);
    for (int i = 0; i < GRAPHS; i++) {
        R(cudaStreamCreateWithFlags)(&streams[i], 1);
        hold(streams[i]);
        launch("launch", i, streams[i]);
    }
    trim("trim_under_way");
    let_go();
    ask_amounts("waited");
    for (int i = 0; i < GRAPHS; i++)
        launch("one_stream", i, streams[0]);
    let_go();
    trim("trimmed");
    end();
}

static void left_to_the_program(void)
{
    make_all(false);
    for (int i = 0; i < GRAPHS; i++)
        launch("launch", i, ask_a);
    let_go();
    trim("trim_live");
    ASK("free", R(cudaFree)(pointers[0]));
    for (int i = 1; i < GRAPHS; i++)
        R(cudaFreeAsync)(pointers[i], ask_a);
    let_go();
    ask_amounts("freed");
    make(0, true);
    launch("other", 0, ask_a);
    let_go();
    trim("trimmed");
    end();
}

/* Two graphs that share go to two streams. */
static void move(bool is_under_way)
{
    make_all(true);
    launch("both", 0, ask_a);
    launch("both", 1, ask_a);
    let_go();
    hold(ask_a);
    if (is_under_way)
        launch("held", 1, ask_a);
    launch("held", 0, ask_a);
    launch("moved", 1, ask_b);
    let_go();
    trim("trimmed");
    end();
}

static void moved(void)
{
    move(false);
}

/* NVIDIA's library may wait in the call for ever; an alarm ends that. */
static void moved_under_way(void)
{
    move(true);
}

/* Memory that was shared is kept by a launch, while the other graph's is under way. */
static void kept_of_shared(void)
{
    make(0, true);
    make(1, false);
    launch("first", 0, ask_a);
    let_go();
    hold(ask_a);
    launch("held", 0, ask_a);
    launch("kept", 1, ask_a);
    launch("again", 0, ask_a);
    let_go();
    R(cudaFree)(pointers[1]);
    launch("freed", 0, ask_a);
    let_go();
    trim("trimmed");
    end();
}

const struct ask_section ask_footprint_sections[] = {
    { "shared_stream", shared_stream }, { "own_streams", own_streams },
    { "left_to_the_program", left_to_the_program }, { "moved", moved },
    { "moved_under_way", moved_under_way }, { "kept_of_shared", kept_of_shared },
};
const int ask_footprint_section_count =
    sizeof ask_footprint_sections / sizeof ask_footprint_sections[0];
