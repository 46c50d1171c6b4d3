/* Sequences of calls during a capture: begin, end, forks, joins, events, the legacy stream. */
#include "ask_capture.h"

#include <pthread.h>
#include <string.h>

static const char *sequence;
static cudaStream_t a, b, c, free_stream;
static cudaEvent_t e, f, g;
static cudaGraph_t graph;
static char *memory;
static unsigned long long id;
static enum cudaStreamCaptureStatus status;

#define SAY(name, ...) (printf("capture_steps.%s.%s: ", sequence, name), printf(__VA_ARGS__), \
                        printf("\n"), fflush(stdout))
#define ASK(name, call) SAY(name, "%d", (int)(call))
#define FILL(stream) R(cudaMemsetAsync)(memory, 1, 64, stream)
#define BEGIN(stream, mode) R(cudaStreamBeginCapture)(stream, mode)
#define END(stream) R(cudaStreamEndCapture)(stream, &graph)

static void end(const char *name, cudaStream_t stream)
{
    size_t nodes = 0, edges = 0, roots = 0;
    int code;

    graph = (cudaGraph_t)(uintptr_t)8;
    code = R(cudaStreamEndCapture)(stream, &graph);
    if (code == 0 && graph != NULL) {
        R(cudaGraphGetNodes)(graph, NULL, &nodes);
        R(cudaGraphGetEdges)(graph, NULL, NULL, NULL, &edges);
        R(cudaGraphGetRootNodes)(graph, NULL, &roots);
    }
    SAY(name, "%d graph=%s nodes=%zu edges=%zu roots=%zu", code,
        graph == NULL ? "null" : graph == (cudaGraph_t)(uintptr_t)8 ? "unchanged" : "set", nodes,
        edges, roots);
    if (code == 0 && graph != NULL)
        R(cudaGraphDestroy)(graph);
}

static void state(const char *name, cudaStream_t stream)
{
    int code;

    status = 7;
    code = R(cudaStreamIsCapturing)(stream, &status);
    SAY(name, "%d status=%d", code, status);
}

static void info(const char *name, cudaStream_t stream)
{
    const cudaGraphNode_t *nodes = NULL;
    const cudaGraphEdgeData *data = NULL;
    cudaGraph_t in = NULL;
    size_t count = 77;
    int code;

    status = 7, id = 77;
    code = R(cudaStreamGetCaptureInfo)(stream, &status, &id, &in, &nodes, &data, &count);
    SAY(name, "%d status=%d id=%s graph=%s count=%zu nodes=%s data=%s", code, status,
        id == 77 ? "unchanged" : id == 0 ? "0" : "set", in == NULL ? "null" : "set", count,
        nodes == NULL ? "null" : "set", data == NULL ? "null" : "set");
}

static void begin_end(void)
{
    ASK("begin_null", BEGIN(NULL, 0));
    ASK("begin_legacy", BEGIN((cudaStream_t)1, 2));
    ASK("begin_bad_mode", BEGIN(a, 3));
    ASK("begin_negative_mode", BEGIN(a, -1));
    state("after_bad", a);
    ASK("end_none", END(a));
    end("end_none_graph", a);
    ASK("end_null_stream", END(NULL));
    ASK("begin", BEGIN(a, 0));
    ASK("begin_twice", BEGIN(a, 0));
    state("after_twice", a);
    ASK("end_null_graph", R(cudaStreamEndCapture)(a, NULL));
    state("after_end_null", a);
    end("end", a);
    end("end_twice", a);
    ASK("begin_per_thread", BEGIN((cudaStream_t)2, 0));
    state("per_thread", (cudaStream_t)2);
    end("end_per_thread", (cudaStream_t)2);
    ASK("is_null", R(cudaStreamIsCapturing)(a, NULL));
    ASK("info_null", R(cudaStreamGetCaptureInfo)(a, NULL, NULL, NULL, NULL, NULL, NULL));
    info("info_none", a);
    info("info_legacy", NULL);
}

static void *end_there(void *argument)
{
    end("end_there", a);
    state("after_there", a);
    (void)argument;
    return NULL;
}

static void other_thread(void)
{
    for (int mode = 0; mode < 3; mode++) {
        pthread_t thread;

        SAY("mode", "%d", mode);
        BEGIN(a, mode);
        FILL(a);
        if (pthread_create(&thread, NULL, end_there, NULL) == 0)
            pthread_join(thread, NULL);
        state("state_here", a);
        end("end_here", a);
        sequence = mode == 0 ? "other_thread_local" : "other_thread_relaxed";
    }
}

static void *fill_there(void *argument)
{
    ASK("fill", FILL(a));
    ASK("malloc", R(cudaMalloc)(argument, 64));
    ASK("record", R(cudaEventRecord)(e, a));
    ASK("query_other", R(cudaStreamQuery)(free_stream));
    return NULL;
}

static void work_of_other_thread(void)
{
    pthread_t thread;
    void *made = NULL;

    BEGIN(a, 1);
    if (pthread_create(&thread, NULL, fill_there, &made) == 0)
        pthread_join(thread, NULL);
    end("end", a);
}

static void forks(void)
{
    BEGIN(a, 0);
    FILL(a);
    ASK("record", R(cudaEventRecord)(e, a));
    ASK("wait", R(cudaStreamWaitEvent)(b, e, 0));
    state("forked", b);
    info("forked_info", b);
    ASK("fill", FILL(b));
    ASK("record_b", R(cudaEventRecord)(f, b));
    ASK("end_forked", END(b));
    state("after_end_forked", a);
    ASK("join", R(cudaStreamWaitEvent)(a, f, 0));
    info("joined_info", a);
    end("end", a);
    state("b_after", b);
    ASK("event_after", R(cudaEventQuery)(e));
    ASK("wait_after", R(cudaStreamWaitEvent)(b, e, 0));
    ASK("sync_after", R(cudaEventSynchronize)(e));
    ASK("record_again", R(cudaEventRecord)(e, b));
    ASK("query_again", R(cudaEventSynchronize)(e));
}

static void unmatched(void)
{
    BEGIN(a, 0);
    R(cudaEventRecord)(e, a);
    R(cudaStreamWaitEvent)(b, e, 0);
    end("end_forked", b);
    state("a", a);
    state("b", b);
    end("end", a);
    state("b_after", b);
}

static void unjoined(void)
{
    BEGIN(a, 0);
    FILL(a);
    R(cudaEventRecord)(e, a);
    R(cudaStreamWaitEvent)(b, e, 0);
    FILL(b);
    end("with_work", a);
    state("a", a);
    state("b", b);
    ASK("fill_b", FILL(b));
    BEGIN(a, 0);
    R(cudaEventRecord)(e, a);
    R(cudaStreamWaitEvent)(b, e, 0);
    end("without_work", a);
    BEGIN(a, 0);
    R(cudaEventRecord)(e, a);
    R(cudaStreamWaitEvent)(b, e, 0);
    FILL(b);
    R(cudaEventRecord)(f, b);
    R(cudaStreamWaitEvent)(a, f, 0);
    FILL(b);
    end("work_after_join", a);
    BEGIN(a, 0);
    R(cudaEventRecord)(e, a);
    R(cudaStreamWaitEvent)(b, e, 0);
    FILL(b);
    R(cudaEventRecord)(f, b);
    R(cudaStreamWaitEvent)(c, f, 0);
    R(cudaEventRecord)(g, c);
    R(cudaStreamWaitEvent)(a, g, 0);
    end("joined_by_c", a);
    BEGIN(a, 0);
    R(cudaEventRecord)(e, a);
    R(cudaStreamWaitEvent)(b, e, 0);
    FILL(b);
    ASK("cut", R(cudaStreamUpdateCaptureDependencies)(b, NULL, NULL, 0, 1));
    end("after_cut", a);
}

static void merge(void)
{
    BEGIN(a, 0);
    BEGIN(b, 0);
    R(cudaEventRecord)(e, a);
    ASK("wait", R(cudaStreamWaitEvent)(b, e, 0));
    state("a", a);
    state("b", b);
    end("end_a", a);
    end("end_b", b);
}

static void isolation(void)
{
    R(cudaEventRecord)(e, free_stream);
    BEGIN(a, 0);
    ASK("wait", R(cudaStreamWaitEvent)(a, e, 0));
    state("a", a);
    ASK("fill", FILL(a));
    end("end", a);
    BEGIN(a, 0);
    ASK("wait_fresh", R(cudaStreamWaitEvent)(a, g, 0));
    end("end_fresh", a);
    BEGIN(a, 2);
    ASK("wait_relaxed", R(cudaStreamWaitEvent)(a, e, 0));
    end("end_relaxed", a);
}

static void external(void)
{
    R(cudaEventRecord)(e, free_stream);
    R(cudaStreamSynchronize)(free_stream);
    ASK("record_outside", R(cudaEventRecordWithFlags)(f, free_stream, 1));
    ASK("wait_outside", R(cudaStreamWaitEvent)(free_stream, e, 1));
    BEGIN(a, 0);
    ASK("wait", R(cudaStreamWaitEvent)(a, e, 1));
    ASK("record", R(cudaEventRecordWithFlags)(f, a, 1));
    info("info", a);
    ASK("flags", R(cudaEventRecordWithFlags)(f, a, 2));
    ASK("wait_flags", R(cudaStreamWaitEvent)(a, e, 2));
    state("after_flags", a);
    R(cudaEventRecord)(g, a);
    ASK("wait_captured_external", R(cudaStreamWaitEvent)(a, g, 1));
    ASK("other_waits_external", R(cudaStreamWaitEvent)(b, g, 1));
    state("b", b);
    end("end", a);
    ASK("query_external", R(cudaEventQuery)(f));
}

static void captured_event(void)
{
    float ms;

    for (int mode = 0; mode < 3; mode += 2) {
        BEGIN(a, mode);
        ASK("record", R(cudaEventRecord)(e, a));
        ASK("query", R(cudaEventQuery)(e));
        state("after_query", a);
        end("end_1", a);
        BEGIN(a, mode);
        R(cudaEventRecord)(e, a);
        ASK("sync", R(cudaEventSynchronize)(e));
        state("after_sync", a);
        end("end_2", a);
        BEGIN(a, mode);
        R(cudaEventRecord)(e, a);
        ASK("elapsed", R(cudaEventElapsedTime)(&ms, e, e));
        state("after_elapsed", a);
        end("end_3", a);
        BEGIN(a, mode);
        R(cudaEventRecord)(e, a);
        ASK("record_elsewhere", R(cudaEventRecord)(e, free_stream));
        ASK("query_elsewhere", R(cudaEventQuery)(g));
        end("end_4", a);
        sequence = "captured_event_relaxed";
    }
}

static void legacy(void)
{
    cudaEvent_t fresh;

    R(cudaEventCreate)(&fresh);
    for (int mode = 0; mode < 3; mode += 2) {
        BEGIN(a, mode);
        state("is", NULL);
        info("info", NULL);
        state("after_questions", a);
        ASK("query", R(cudaStreamQuery)(NULL));
        state("after_query", a);
        end("end_query", a);
        BEGIN(a, mode);
        ASK("fill", FILL(NULL));
        end("end_fill", a);
        BEGIN(a, mode);
        ASK("record", R(cudaEventRecord)(fresh, NULL));
        end("end_record", a);
        BEGIN(a, mode);
        ASK("wait", R(cudaStreamWaitEvent)(NULL, fresh, 0));
        end("end_wait", a);
        BEGIN(a, mode);
        ASK("free", R(cudaFree)(NULL));
        end("end_free", a);
        BEGIN(free_stream, mode);
        state("non_blocking_is", NULL);
        ASK("non_blocking_fill", FILL(NULL));
        ASK("non_blocking_memset", R(cudaMemset)(memory, 0, 64));
        end("end_non_blocking", free_stream);
        BEGIN(a, mode);
        ASK("other_blocking_fill", FILL(b));
        end("end_other_blocking", a);
        sequence = "legacy_relaxed";
    }
}

static void destroyed(void)
{
    cudaStream_t made;

    R(cudaStreamCreate)(&made);
    BEGIN(made, 0);
    FILL(made);
    ASK("destroy", R(cudaStreamDestroy)(made));
    void *p = NULL;
    ASK("malloc", R(cudaMalloc)(&p, 64));
    R(cudaStreamCreate)(&made);
    BEGIN(a, 0);
    R(cudaEventRecord)(e, a);
    R(cudaStreamWaitEvent)(made, e, 0);
    FILL(made);
    ASK("destroy_forked", R(cudaStreamDestroy)(made));
    state("a", a);
    end("end", a);
    BEGIN(a, 0);
    FILL(a);
    R(cudaEventRecord)(g, a);
    ASK("destroy_event", R(cudaEventDestroy)(g));
    R(cudaEventCreate)(&g);
    end("end_event", a);
}

static void dependencies(void)
{
    const cudaGraphNode_t *nodes;
    cudaGraphNode_t kept, added, foreign;
    cudaGraph_t in, elsewhere;
    size_t count;

    R(cudaGraphCreate)(&elsewhere, 0);
    R(cudaGraphAddEmptyNode)(&foreign, elsewhere, NULL, 0);
    ASK("none", R(cudaStreamUpdateCaptureDependencies)(a, NULL, NULL, 0, 0));
    BEGIN(a, 0);
    info("empty", a);
    FILL(a);
    R(cudaStreamGetCaptureInfo)(a, &status, &id, &in, &nodes, NULL, &count);
    kept = nodes[0];
    ASK("add_node", R(cudaGraphAddEmptyNode)(&added, in, &kept, 1));
    ASK("add", R(cudaStreamUpdateCaptureDependencies)(a, &added, NULL, 1, 0));
    info("added", a);
    ASK("add_again", R(cudaStreamUpdateCaptureDependencies)(a, &added, NULL, 1, 0));
    info("added_again", a);
    ASK("set", R(cudaStreamUpdateCaptureDependencies)(a, &kept, NULL, 1, 1));
    info("set", a);
    ASK("bad_flags", R(cudaStreamUpdateCaptureDependencies)(a, &kept, NULL, 1, 2));
    ASK("foreign", R(cudaStreamUpdateCaptureDependencies)(a, &foreign, NULL, 1, 0));
    ASK("null_list", R(cudaStreamUpdateCaptureDependencies)(a, NULL, NULL, 1, 0));
    state("still", a);
    ASK("cut", R(cudaStreamUpdateCaptureDependencies)(a, NULL, NULL, 0, 1));
    info("cut", a);
    FILL(a);
    ASK("destroy_graph", R(cudaGraphDestroy)(elsewhere));
    end("end", a);
}

static void to_graph(void)
{
    cudaGraph_t mine, second;
    cudaGraphNode_t root, foreign;
    size_t nodes = 0, edges = 0;

    R(cudaGraphCreate)(&mine, 0);
    R(cudaGraphCreate)(&second, 0);
    R(cudaGraphAddEmptyNode)(&root, mine, NULL, 0);
    R(cudaGraphAddEmptyNode)(&foreign, second, NULL, 0);
    ASK("null", R(cudaStreamBeginCaptureToGraph)(a, NULL, NULL, NULL, 0, 0));
    ASK("null_list", R(cudaStreamBeginCaptureToGraph)(a, mine, NULL, NULL, 1, 0));
    ASK("foreign", R(cudaStreamBeginCaptureToGraph)(a, mine, &foreign, NULL, 1, 0));
    state("after_foreign", a);
    ASK("bad_mode", R(cudaStreamBeginCaptureToGraph)(a, mine, &root, NULL, 1, 3));
    ASK("begin", R(cudaStreamBeginCaptureToGraph)(a, mine, &root, NULL, 1, 0));
    info("info", a);
    FILL(a);
    ASK("begin_same_graph", R(cudaStreamBeginCaptureToGraph)(b, mine, NULL, NULL, 0, 0));
    if (R(cudaStreamIsCapturing)(b, &status) == 0 && status != 0)
        ASK("end_same_graph", R(cudaStreamEndCapture)(b, NULL));
    ASK("end_null", R(cudaStreamEndCapture)(a, NULL));
    state("after", a);
    R(cudaGraphGetNodes)(mine, NULL, &nodes);
    R(cudaGraphGetEdges)(mine, NULL, NULL, NULL, &edges);
    SAY("nodes", "%zu edges=%zu", nodes, edges);
    ASK("begin_again", R(cudaStreamBeginCaptureToGraph)(a, mine, &root, NULL, 1, 0));
    FILL(a);
    graph = NULL;
    ASK("end_graph", END(a));
    SAY("same", "%d", graph == mine);
    ASK("begin_broken", R(cudaStreamBeginCaptureToGraph)(a, mine, &root, NULL, 1, 0));
    FILL(a);
    ASK("break", R(cudaStreamSynchronize)(a));
    graph = mine;
    ASK("end_broken", END(a));
    SAY("broken_graph", "%s", graph == NULL ? "null" : graph == mine ? "same" : "other");
    R(cudaGraphGetNodes)(mine, NULL, &nodes);
    SAY("broken_nodes", "%zu", nodes);
    ASK("begin_destroyed", R(cudaStreamBeginCaptureToGraph)(a, second, NULL, NULL, 0, 0));
    ASK("destroy", R(cudaGraphDestroy)(second));
}

static void invalid(void)
{
    void *p = NULL;

    BEGIN(a, 0);
    R(cudaEventRecord)(e, a);
    R(cudaStreamWaitEvent)(b, e, 0);
    ASK("malloc", R(cudaMalloc)(&p, 64));
    state("a", a);
    state("b", b);
    info("info", a);
    ASK("fill", FILL(a));
    ASK("fill_b", FILL(b));
    ASK("record", R(cudaEventRecord)(f, a));
    ASK("wait", R(cudaStreamWaitEvent)(c, e, 0));
    ASK("sync", R(cudaStreamSynchronize)(a));
    ASK("query", R(cudaStreamQuery)(a));
    ASK("begin", BEGIN(a, 0));
    ASK("update", R(cudaStreamUpdateCaptureDependencies)(a, NULL, NULL, 0, 1));
    ASK("last", R(cudaPeekAtLastError)());
    R(cudaGetLastError)();
    ASK("malloc_again", R(cudaMalloc)(&p, 64));
    R(cudaGetLastError)();
    end("end", a);
    ASK("last_after_end", R(cudaGetLastError)());
    state("b_after", b);
}

static void two(void)
{
    void *p = NULL;

    BEGIN(a, 0);
    BEGIN(b, 0);
    ASK("malloc", R(cudaMalloc)(&p, 64));
    state("a", a);
    state("b", b);
    end("end_a", a);
    end("end_b", b);
    BEGIN(a, 2);
    BEGIN(b, 0);
    ASK("malloc_mixed", R(cudaMalloc)(&p, 64));
    state("relaxed", a);
    state("global", b);
    end("end_relaxed", a);
    end("end_global", b);
    BEGIN(a, 1);
    BEGIN(b, 0);
    ASK("malloc_locals", R(cudaMalloc)(&p, 64));
    state("local", a);
    state("global_2", b);
    end("end_local", a);
    end("end_global_2", b);
    BEGIN(a, 2);
    BEGIN(free_stream, 2);
    ASK("device_sync", R(cudaDeviceSynchronize)());
    state("a_sync", a);
    state("free_sync", free_stream);
    end("end_a_sync", a);
    end("end_free_sync", free_stream);
    BEGIN(a, 2);
    BEGIN(b, 2);
    ASK("legacy_fill", FILL(NULL));
    state("a_legacy", a);
    state("b_legacy", b);
    end("end_a_legacy", a);
    end("end_b_legacy", b);
}

static void reset(void)
{
    BEGIN(a, 2);
    FILL(a);
    ASK("reset", R(cudaDeviceReset)());
    state("state", a);
    ASK("malloc", R(cudaMalloc)((void **)&memory, 64));
    ASK("end", END(a));
    ASK("create", R(cudaStreamCreate)(&a));
}

static void memory_nodes(void)
{
    void *p = NULL;

    BEGIN(a, 0);
    ASK("malloc_async", R(cudaMallocAsync)(&p, 64, a));
    ASK("free_async", R(cudaFreeAsync)(p, a));
    ASK("free_foreign", R(cudaFreeAsync)(memory, a));
    end("end", a);
}

static void prepare_all(void)
{
    R(cudaStreamCreate)(&a);
    R(cudaStreamCreate)(&b);
    R(cudaStreamCreate)(&c);
    R(cudaStreamCreateWithFlags)(&free_stream, 1);
    R(cudaEventCreate)(&e);
    R(cudaEventCreate)(&f);
    R(cudaEventCreate)(&g);
    R(cudaMalloc)((void **)&memory, 4096);
}

static const struct {
    const char *name;
    void (*ask)(void);
} sequences[] = {
    { "begin_end", begin_end }, { "other_thread", other_thread }, { "forks", forks },
    { "work_of_other_thread", work_of_other_thread }, { "unmatched", unmatched },
    { "unjoined", unjoined }, { "merge", merge }, { "isolation", isolation },
    { "external", external }, { "captured_event", captured_event }, { "legacy", legacy },
    { "destroyed", destroyed }, { "dependencies", dependencies }, { "to_graph", to_graph },
    { "invalid", invalid }, { "two", two }, { "memory_nodes", memory_nodes }, { "reset", reset },
};
const int ask_sequence_count = sizeof sequences / sizeof sequences[0];

void ask_sequence(int number)
{
    sequence = sequences[number].name;
    prepare_all();
    sequences[number].ask();
    R(cudaGetLastError)();
}
