/* The end of what a graph names, and of the graph, while launches are under way: in each order, and
 * by a reset, the end of a context and a lost device. Destructors of user objects make calls. */
#include "graph_nodes.h"

#include <sched.h>
#include <string.h>

#include "context/context.h"
#include "graph/exec/conditional.h"
#include "graph/exec/exec_update.h"
#include "graph/user_object.h"
#include "ops/pool_call.h"
#include "pools/memory.h"
#include "pools/register.h"

enum { SIZE = 256, LAUNCHES = 2 };

static const char code[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry plain(.param .u32 n)\n{ ret; }\n";

/* ---- a graph with all that a graph can name -------------------------------------------------- */

enum part { GRAPH, EXEC, STREAM, EVENTS, SEMAPHORES, MEMORY_AND_MODULE, PARTS };

struct scene {
    gi_handle graph, exec, stream, recorded, waited, module;
    struct sched_semaphore gate, done;
    uint64_t memory;
    atomic_int calls, ended;
};

static void count(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

/* A destructor that uses the library. A thread of the library may not: its calls are refused. */
static void end_by_calls(void *argument)
{
    gi_handle stream;
    gi_status status = gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &stream);

    if (status == GI_OK) {
        gi_handle graph = sched_graph();

        (void)sched_node(graph, 0, sched_ask_empty());
        gi_handle exec = sched_exec(graph);
        OK(gi_exec_launch(exec, stream));
        OK(gi_stream_synchronize(stream));
        OK(gi_exec_destroy(exec));
        OK(gi_graph_destroy(graph));
        OK(gi_stream_destroy(stream));
    }
    REQUIRE(status == GI_OK || status == GI_NOT_PERMITTED || status == GI_DEVICE_LOST, "%s",
            gi_status_name(status));
    REQUIRE(status != GI_NOT_PERMITTED || strstr(gi_last_error_detail(), "user object") != NULL,
            "'%s' does not say who may not call", gi_last_error_detail());
    atomic_fetch_add((atomic_int *)argument, 1);
}

static void give_object(struct scene *scene, gi_handle graph)
{
    gi_handle user;

    OK(gi_user_object_create(&scene->ended, end_by_calls, 1, &user));
    OK(gi_graph_retain_user(graph, user, 1, true));
}

/* wait - fill - copy - kernel - host - record - wait for an event - signal. */
static void begin_scene(struct scene *scene)
{
    uint32_t number = 1;
    void *arguments[] = { &number };
    gi_handle node;

    memset(scene, 0, sizeof *scene);
    scene->stream = sched_stream();
    scene->recorded = sched_event();
    scene->waited = sched_event();
    scene->module = sched_module(code, sizeof code);
    scene->memory = sched_memory(2 * SIZE);
    sched_semaphore_make(&scene->gate, SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&scene->done, SCHED_HOST_SEMAPHORE, true, 0);
    scene->graph = sched_graph();
    node = sched_node(scene->graph, 0, sched_ask_semaphore(false, &scene->gate, 1));
    node = sched_node(scene->graph, node, sched_ask_fill(scene->memory, SIZE, 1));
    node = sched_node(scene->graph, node, sched_ask_copy(scene->memory + SIZE, scene->memory,
                                                         SIZE));
    node = sched_node(scene->graph, node, sched_ask_kernel(scene->module, "plain", 1, arguments));
    node = sched_node(scene->graph, node, sched_ask_host(count, &scene->calls));
    node = sched_node(scene->graph, node, sched_ask_event(&gi_node_event_record,
                                                          scene->recorded));
    node = sched_node(scene->graph, node, sched_ask_event(&gi_node_event_wait, scene->waited));
    (void)sched_node(scene->graph, node, sched_ask_semaphore(true, &scene->done, 1));
    give_object(scene, scene->graph);
    OK(gi_event_record(scene->waited, scene->stream));
    scene->exec = sched_exec(scene->graph);
}

static void end_part(struct scene *scene, enum part part, gi_handle other)
{
    switch (part) {
    case GRAPH:
        OK(gi_graph_destroy(scene->graph));
        break;
    case EXEC:
        OK(gi_exec_destroy(scene->exec));
        break;
    case STREAM:
        OK(gi_stream_destroy(scene->stream));
        break;
    case EVENTS:
        OK(gi_event_destroy(scene->recorded));
        OK(gi_event_destroy(scene->waited));
        break;
    case SEMAPHORES:
        OK(gi_external_semaphore_destroy(scene->gate.handle));
        OK(gi_external_semaphore_destroy(scene->done.handle));
        scene->gate.handle = scene->done.handle = 0;
        break;
    case MEMORY_AND_MODULE:
        OK(gi_memory_free_async(scene->memory, other));
        OK(gi_module_unload(scene->module));
        break;
    case PARTS:
        break;
    }
}

static void await(const atomic_int *number, int value)
{
    while (atomic_load(number) != value)
        sched_yield();
}

/* The number-th order of the parts. */
static void end_in_order(struct scene *scene, unsigned number, gi_handle other)
{
    enum part left[PARTS];

    for (int i = 0; i < PARTS; i++)
        left[i] = (enum part)i;
    for (unsigned count_left = PARTS; count_left > 0; count_left--) {
        unsigned at = number % count_left;

        number /= count_left;
        end_part(scene, left[at], other);
        left[at] = left[count_left - 1];
    }
}

static void everything_ends_in_each_order(void)
{
    enum { ORDERS = 720 };
    struct scene scene;

    sched_begin_plain();
    gi_handle other = sched_stream();
    for (unsigned number = 0; number < ORDERS; number++) {
        begin_scene(&scene);
        for (int i = 0; i < LAUNCHES; i++)
            OK(gi_exec_launch(scene.exec, scene.stream));
        end_in_order(&scene, number, other);
        REQUIRE(atomic_load(&scene.calls) == 0 && atomic_load(&scene.ended) == 0,
                "a launch did not wait");
        sched_peer_signal(&scene.gate, 1);
        sched_peer_await(&scene.done, 1);
        await(&scene.calls, LAUNCHES);
        await(&scene.ended, 1);
        sched_semaphore_end(&scene.gate);
        sched_semaphore_end(&scene.done);
    }
    OK(gi_stream_synchronize(other));
    OK(gi_stream_destroy(other));
    sched_expect_nothing_left();
}

/* ---- user objects ---------------------------------------------------------------------------- */

/* Where no launch is under way, the objects end in the call that gives them back. */
static void objects_end_in_the_call_where_nothing_runs(void)
{
    struct gi_exec_update update;
    struct scene scene = { .ended = 0 };

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    (void)sched_node(graph, 0, sched_ask_empty());
    give_object(&scene, graph);
    gi_handle exec = sched_exec(graph);
    OK(gi_graph_destroy(graph));
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    graph = sched_graph();
    (void)sched_node(graph, 0, sched_ask_empty());
    give_object(&scene, graph);
    OK(gi_exec_update(exec, graph, &update));
    REQUIRE(atomic_load(&scene.ended) == 1, "an update left the former object");
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    OK(gi_graph_destroy(graph));
    REQUIRE(atomic_load(&scene.ended) == 1, "the executable has no object");
    OK(gi_exec_destroy(exec));
    REQUIRE(atomic_load(&scene.ended) == 2, "the end left an object");
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- contexts and devices -------------------------------------------------------------------- */

static gi_status reset(uint64_t unused)
{
    (void)unused;
    return gi_device_reset();
}

static void expect_no_launch(gi_handle exec)
{
    gi_handle stream = sched_stream();

    REQUIRE(gi_exec_launch(exec, stream) != GI_OK && gi_last_error_detail()[0] != '\0',
            "a launch of what is gone succeeded, or failed without a sentence");
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
}

/* A reset and the end of a context wait for the launch. Afterwards the executable cannot be
 * launched, and can be destroyed. */
static void end_under_a_launch(gi_status (*call)(uint64_t what), uint64_t what)
{
    static struct sched_freeing freeing;
    struct scene scene;

    begin_scene(&scene);
    OK(gi_exec_launch(scene.exec, scene.stream));
    sched_free_start(&freeing, call, what);
    REQUIRE(!atomic_load(&freeing.is_over), "it did not wait");
    sched_peer_signal(&scene.gate, 1);
    sched_peer_await(&scene.done, 1);
    OK(sched_free_end(&freeing));
    scene.gate.handle = scene.done.handle = 0;
    if (what != 0)
        OK(gi_context_set_current(0));
    expect_no_launch(scene.exec);
    OK(gi_exec_destroy(scene.exec));
    OK(gi_graph_destroy(scene.graph));
    await(&scene.ended, 1);
    sched_semaphore_end(&scene.gate);
    sched_semaphore_end(&scene.done);
}

static void a_reset_comes_while_a_launch_is_under_way(void)
{
    sched_begin_plain();
    end_under_a_launch(reset, 0);
    end_under_a_launch(reset, 0);
}

static void a_context_ends_while_a_launch_is_under_way(void)
{
    gi_handle context;

    sched_begin_plain();
    OK(gi_context_create(0, 0, &context));
    end_under_a_launch(gi_context_destroy, context);
}

/* Nothing of a launch happens any more, and all can be destroyed. */
static void a_device_is_lost_while_a_launch_is_under_way(void)
{
    struct scene scene;

    sched_begin_plain();
    begin_scene(&scene);
    OK(gi_exec_launch(scene.exec, scene.stream));
    gifake_lose_device(0);
    sched_peer_signal(&scene.gate, 1);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(scene.stream));
    STATUS(GI_DEVICE_LOST, gi_exec_launch(scene.exec, scene.stream));
    REQUIRE(sched_peer_value(&scene.done) == 0, "a launch on a lost device signalled");
    OK(gi_exec_destroy(scene.exec));
    OK(gi_graph_destroy(scene.graph));
    OK(gi_event_destroy(scene.recorded));
    OK(gi_event_destroy(scene.waited));
    sched_semaphore_end(&scene.gate);
    sched_semaphore_end(&scene.done);
}

/* The device that a reset opens anew has nothing to do with recordings of the lost one. */
static void a_lost_device_is_reset_before_a_launch(void)
{
    gi_handle graph, exec, module, stream;
    uint32_t number = 1;
    void *arguments[] = { &number };

    sched_begin_plain();
    stream = sched_stream();
    module = sched_module(code, sizeof code);
    graph = sched_graph();
    (void)sched_node(graph, 0, sched_ask_kernel(module, "plain", 1, arguments));
    exec = sched_exec(graph);
    gifake_lose_device(0);
    (void)!gi_exec_launch(exec, stream);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
    gifake_return_device(0);
    OK(gi_device_reset());
    expect_no_launch(exec);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
}

/* ---- memory that another thread frees -------------------------------------------------------- */

struct launching {
    gi_handle exec, stream;
    gi_status status;
};

static void *launch_one(void *data)
{
    struct launching *launching = data;

    launching->status = gi_exec_launch(launching->exec, launching->stream);
    return NULL;
}

/* An executable of a fill, which is recorded. */
static gi_handle exec_with_fill(uint64_t pointer, gi_handle *out_graph)
{
    *out_graph = sched_graph();
    (void)sched_node(*out_graph, 0, sched_ask_fill(pointer, SIZE, 1));
    return sched_exec(*out_graph);
}

static void end_exec(gi_handle exec, gi_handle graph)
{
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
}

/* The driver reads what it records. Each piece of registered memory is an object of the driver. */
static void memory_is_freed_while_it_is_recorded(void)
{
    static _Alignas(4096) uint8_t pages[2][4096];
    struct launching launching = { .exec = 0 };
    gi_handle graphs[2], other;
    struct gifake_live live;
    pthread_t thread;

    sched_begin_plain();
    for (int i = 0; i < 2; i++)
        OK(gi_memory_host_register((uintptr_t)pages[i], sizeof pages[i], 0));
    launching.stream = sched_stream();
    launching.exec = exec_with_fill((uintptr_t)pages[0], &graphs[0]);
    other = exec_with_fill((uintptr_t)pages[1], &graphs[1]);
    OK(gi_memory_host_unregister((uintptr_t)pages[1]));      /* so all is recorded again */
    gifake_stop_in("recording.init", 1);
    REQUIRE(pthread_create(&thread, NULL, launch_one, &launching) == 0, "no thread");
    REQUIRE(gifake_wait_stopped(), "nothing is recorded");
    OK(gi_memory_host_unregister((uintptr_t)pages[0]));
    gifake_live(&live);
    REQUIRE(live.memories == 1, "the driver records memory that it has finished");
    gifake_go_on();
    pthread_join(thread, NULL);
    STATUS(GI_INVALID_VALUE, launching.status);
    OK(gi_stream_synchronize(launching.stream));
    end_exec(launching.exec, graphs[0]);
    end_exec(other, graphs[1]);
    OK(gi_stream_destroy(launching.stream));
}

/* ---- memory of the host ---------------------------------------------------------------------- */

static struct {
    uint8_t from[SIZE], to[SIZE];
} plain;

/* A copy from or to what is about to end, and an executable of it. */
static gi_handle exec_with_copy(uint64_t dst, uint64_t src, gi_handle *out_graph)
{
    *out_graph = sched_graph();
    (void)sched_node(*out_graph, 0, sched_ask_copy(dst, src, SIZE));
    return sched_exec(*out_graph);
}

/* The library's memory is gone, and nothing may follow its address. */
static void a_copy_by_the_host_finds_that_its_memory_was_freed(void)
{
    struct gi_exec_request request = { .flags = 0 };
    gi_handle graphs[3], execs[3], other;
    uint64_t memory[3];

    sched_begin_plain();
    for (int i = 0; i < 3; i++)
        memory[i] = sched_host_memory(SIZE);
    execs[0] = exec_with_copy((uintptr_t)plain.to, memory[0], &graphs[0]);
    execs[1] = exec_with_copy(memory[1], (uintptr_t)plain.from, &graphs[1]);
    execs[2] = exec_with_copy(memory[0], memory[2], &graphs[2]);
    OK(gi_memory_host_free(memory[0]));
    OK(gi_memory_host_free(memory[1]));
    for (int i = 0; i < 3; i++)
        expect_no_launch(execs[i]);
    STATUS(GI_INVALID_VALUE, gi_exec_create(graphs[0], &request, &other));
    OK(gi_device_reset());
    for (int i = 0; i < 3; i++) {
        expect_no_launch(execs[i]);
        end_exec(execs[i], graphs[i]);
    }
}

/* Registered memory stays the program's when it is unregistered. */
static void a_copy_goes_on_with_memory_that_was_unregistered(void)
{
    static _Alignas(4096) uint8_t page[4096];
    gi_handle stream, graph, exec;

    sched_begin_plain();
    stream = sched_stream();
    OK(gi_memory_host_register((uintptr_t)page, sizeof page, 0));
    exec = exec_with_copy((uintptr_t)plain.to, (uintptr_t)page, &graph);
    OK(gi_memory_host_unregister((uintptr_t)page));
    memset(page, 7, sizeof page);
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    REQUIRE(plain.to[0] == 7 && plain.to[SIZE - 1] == 7, "the copy did not run");
    end_exec(exec, graph);
    OK(gi_stream_destroy(stream));
}

/* ---- a context that waits for a launch ------------------------------------------------------- */

/* Has the current context wait for a launch that waits itself, and then lets it go on. */
static void let_context_wait(gi_handle context, gi_handle graph, struct sched_semaphore *gate)
{
    gi_handle exec = sched_exec(graph), stream = sched_stream(), event = sched_event();

    OK(gi_exec_launch(exec, stream));
    OK(gi_event_record(event, stream));
    OK(gi_context_wait(context, event));
    sched_peer_signal(gate, 1);
    OK(gi_stream_synchronize(stream));
    OK(gi_device_synchronize());
    end_exec(exec, graph);
    OK(gi_event_destroy(event));
    OK(gi_stream_destroy(stream));
}

/* What a launch begins late is no later work of the context. */
static void a_copy_by_the_host_does_not_wait_for_what_waits_for_it(void)
{
    struct sched_semaphore gate;
    gi_handle context, graph, node;
    uint64_t memory;

    sched_begin_plain();
    OK(gi_context_create(0, 0, &context));
    sched_semaphore_make(&gate, SCHED_HOST_SEMAPHORE, true, 0);
    memory = sched_memory(SIZE);
    memset(plain.from, 9, sizeof plain.from);
    graph = sched_graph();
    node = sched_node(graph, 0, sched_ask_semaphore(false, &gate, 1));
    (void)sched_node(graph, node, sched_ask_copy(memory, (uintptr_t)plain.from, SIZE));
    let_context_wait(context, graph, &gate);
    sched_expect_bytes(memory, SIZE, 9);
    sched_semaphore_end(&gate);
    OK(gi_context_destroy(context));
}

/* The graph of the condition has two branches, each in a stream of its own. */
static void a_condition_does_not_wait_for_what_waits_for_it(void)
{
    struct sched_semaphore gate;
    gi_handle context, graph, node, *bodies;
    struct gi_asked *asked;
    uint64_t memory, condition;
    size_t count;

    sched_begin_plain();
    OK(gi_context_create(0, 0, &context));
    sched_semaphore_make(&gate, SCHED_HOST_SEMAPHORE, true, 0);
    memory = sched_memory(2 * SIZE);
    graph = sched_graph();
    node = sched_node(graph, 0, sched_ask_semaphore(false, &gate, 1));
    OK(gi_graph_make_condition(graph, 1, true, &condition));
    OK(gi_ask_condition(graph, condition, GI_CONDITION_IF, 1, &asked));
    node = sched_node(graph, node, asked);
    OK(gi_node_bodies(node, &bodies, &count));
    (void)sched_node(bodies[0], 0, sched_ask_fill(memory, SIZE, 5));
    (void)sched_node(bodies[0], 0, sched_ask_copy(memory + SIZE, (uintptr_t)plain.from, SIZE));
    memset(plain.from, 5, sizeof plain.from);
    let_context_wait(context, graph, &gate);
    sched_expect_bytes(memory, 2 * SIZE, 5);
    sched_semaphore_end(&gate);
    OK(gi_context_destroy(context));
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
#define CASE(name) { #name, name, 0 }
        CASE(everything_ends_in_each_order),
        CASE(objects_end_in_the_call_where_nothing_runs),
        CASE(a_reset_comes_while_a_launch_is_under_way),
        CASE(a_context_ends_while_a_launch_is_under_way),
        CASE(a_device_is_lost_while_a_launch_is_under_way),
        CASE(a_lost_device_is_reset_before_a_launch),
        CASE(memory_is_freed_while_it_is_recorded),
        CASE(a_copy_by_the_host_finds_that_its_memory_was_freed),
        CASE(a_copy_goes_on_with_memory_that_was_unregistered),
        CASE(a_copy_by_the_host_does_not_wait_for_what_waits_for_it),
        CASE(a_condition_does_not_wait_for_what_waits_for_it),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
