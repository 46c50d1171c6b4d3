/* Conditional nodes: what numbers choose, loops, whom they hold back, changes while launches are
 * under way, and how loops without an end are ended. Fills and copies, and the host, write the
 * numbers as kernels do. */
#include "graph_nodes.h"

#include <string.h>
#include <unistd.h>

#include "context/context.h"
#include "graph/exec/conditional.h"
#include "graph/exec/exec_update.h"

enum { SIZE = 4096 };

/* ---- making graphs --------------------------------------------------------------------------- */

static uint64_t condition(gi_handle graph, uint32_t value)
{
    uint64_t handle;

    OK(gi_graph_make_condition(graph, value, true, &handle));
    REQUIRE(handle != 0, "a handle is 0");
    return handle;
}

/* Adds a node, and gives its graphs. */
static gi_handle add(gi_handle graph, gi_handle before, uint64_t handle, int type, uint32_t size,
                     gi_handle *out_bodies)
{
    struct gi_asked *asked;
    gi_handle node, *bodies;
    size_t count;

    OK(gi_ask_condition(graph, handle, type, size, &asked));
    node = sched_node(graph, before, asked);
    OK(gi_node_bodies(node, &bodies, &count));
    REQUIRE(count == size, "%zu graphs instead of %u", count, size);
    memcpy(out_bodies, bodies, count * sizeof *bodies);
    return node;
}

static gi_handle add_fill(gi_handle graph, gi_handle before, uint64_t pointer, uint8_t value)
{
    return sched_node(graph, before, sched_ask_fill(pointer, 1, value));
}

/* Sets a condition as a kernel does. */
static gi_handle add_set(gi_handle graph, gi_handle before, uint64_t handle, uint32_t number)
{
    const struct gi_asked_fill like = { .pointer = handle, .width = 1, .height = 1,
                                        .value = number, .element_bytes = 4 };
    struct gi_asked *asked;

    OK(gi_ask_fill(&like, &asked));
    return sched_node(graph, before, asked);
}

static _Atomic uint32_t *word_at(uint64_t handle)
{
    struct gi_pointer_info info;

    OK(gi_pointer_query(handle, &info));
    return (_Atomic uint32_t *)(uintptr_t)info.host_pointer;
}

static uint8_t byte_at(uint64_t pointer)
{
    return *(volatile uint8_t *)(uintptr_t)pointer;
}

static void launch(gi_handle exec, gi_handle stream)
{
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
}

static void end(gi_handle stream)
{
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- what numbers choose --------------------------------------------------------------------- */

/* A graph with one node, whose graph number i writes i + 1, and what it writes for a number. */
static uint8_t choice_of(gi_handle stream, int type, uint32_t size, uint32_t number)
{
    gi_handle graph = sched_graph(), bodies[8], exec;
    uint64_t handle = condition(graph, 99), memory = sched_memory(SIZE);
    uint8_t chosen;

    add(graph, add_set(graph, 0, handle, number), handle, type, size, bodies);
    for (uint32_t i = 0; i < size; i++) {
        gi_handle ends = add_fill(bodies[i], 0, memory, (uint8_t)(i + 1));

        if (type == GI_CONDITION_WHILE)
            add_set(bodies[i], ends, handle, 0);
    }
    exec = sched_exec(graph);
    OK(gi_graph_destroy(graph));
    memset((void *)(uintptr_t)memory, 0, SIZE);
    launch(exec, stream);
    chosen = byte_at(memory);
    OK(gi_exec_destroy(exec));
    OK(gi_memory_free(memory));
    return chosen;
}

static void numbers_choose(void)
{
    static const struct { int type; uint32_t size, number; uint8_t chosen; } rows[] = {
        { GI_CONDITION_IF, 1, 0, 0 },     { GI_CONDITION_IF, 1, 1, 1 },
        { GI_CONDITION_IF, 1, 1u << 31, 1 },
        { GI_CONDITION_IF, 2, 0, 2 },     { GI_CONDITION_IF, 2, 7, 1 },
        { GI_CONDITION_WHILE, 1, 0, 0 },  { GI_CONDITION_WHILE, 1, 5, 1 },
        { GI_CONDITION_SWITCH, 4, 0, 1 }, { GI_CONDITION_SWITCH, 4, 3, 4 },
        { GI_CONDITION_SWITCH, 4, 4, 0 }, { GI_CONDITION_SWITCH, 4, UINT32_MAX, 0 },
        { GI_CONDITION_SWITCH, 1, 0, 1 },
    };

    sched_begin_plain();
    gi_handle stream = sched_stream();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t chosen = choice_of(stream, rows[i].type, rows[i].size, rows[i].number);

        REQUIRE(chosen == rows[i].chosen, "type %d size %u number %u: graph %u instead of %u",
                rows[i].type, rows[i].size, rows[i].number, chosen, rows[i].chosen);
    }
    end(stream);
}

/* A loop over a list of numbers: each round takes the next one, and a byte of the output. */
static gi_handle add_loop(gi_handle graph, gi_handle before, uint64_t handle, uint64_t list,
                          uint64_t out)
{
    gi_handle bodies[1], node = add(graph, before, handle, GI_CONDITION_WHILE, 1, bodies);
    gi_handle first = sched_node(bodies[0], 0, sched_ask_copy(handle, list, 4));
    gi_handle second = sched_node(bodies[0], first, sched_ask_copy(list + 512, list + 4, 256));
    gi_handle third = sched_node(bodies[0], second, sched_ask_copy(list, list + 512, 256));
    gi_handle fourth = sched_node(bodies[0], 0, sched_ask_copy(out + 512, out, 256));

    sched_node(bodies[0], fourth, sched_ask_copy(out + 1, out + 512, 256));
    (void)third;
    return node;
}

static void write_list(uint64_t list, uint32_t rounds)
{
    uint32_t *numbers = (uint32_t *)(uintptr_t)list;

    memset(numbers, 0, 1024);
    for (uint32_t i = 0; i + 1 < rounds; i++)
        numbers[i] = rounds - 1 - i;
}

static void expect_rounds(uint64_t out, uint32_t rounds)
{
    for (uint32_t i = 1; i < rounds; i++)
        REQUIRE(byte_at(out + i) == 1, "only %u rounds of %u", i, rounds);
    REQUIRE(byte_at(out + rounds + 1) == 0, "more than %u rounds", rounds);
}

/* Two loops one behind the other, between nodes that must not run beside them. */
static void loops_run_until_zero(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t list = sched_memory(SIZE), out = sched_memory(SIZE), second = sched_memory(SIZE);
    uint64_t one = condition(graph, 1), two = condition(graph, 1);
    gi_handle begin = add_fill(graph, 0, out, 1), loop = add_loop(graph, begin, one, list, out);
    gi_handle copy = sched_node(graph, loop, sched_ask_copy(second, out, 200));
    gi_handle reload = sched_node(graph, copy, sched_ask_copy(list, out + 2048, 256));
    add_loop(graph, reload, two, list, out);
    gi_handle exec = sched_exec(graph);
    for (uint32_t rounds = 1; rounds < 60; rounds += 19) {
        memset((void *)(uintptr_t)out, 0, SIZE);
        write_list(list, rounds);
        write_list(out + 2048, 3);
        launch(exec, stream);
        expect_rounds(second, rounds);
        expect_rounds(out, rounds + 3);
    }
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(list));
    OK(gi_memory_free(out));
    OK(gi_memory_free(second));
    end(stream);
}

static void numbers_last_or_begin_anew(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), bodies[1];
    uint64_t memory = sched_memory(SIZE), lasting, anew = condition(graph, 1);
    OK(gi_graph_make_condition(graph, 1, false, &lasting));
    memset((void *)(uintptr_t)memory, 0, SIZE);
    gi_handle node = add(graph, 0, lasting, GI_CONDITION_IF, 1, bodies);
    add_fill(bodies[0], 0, memory, 1);
    add_set(graph, node, lasting, 1);
    node = add(graph, 0, anew, GI_CONDITION_IF, 1, bodies);
    add_fill(bodies[0], 0, memory + 1, 1);
    add_set(graph, node, anew, 0);
    gi_handle exec = sched_exec(graph);
    launch(exec, stream);
    REQUIRE(byte_at(memory) == 0, "a number without a flag begins with its value");
    REQUIRE(byte_at(memory + 1) == 1, "a number does not begin with its value");
    memset((void *)(uintptr_t)memory, 0, SIZE);
    launch(exec, stream);
    REQUIRE(byte_at(memory) == 1, "a number did not last");
    REQUIRE(byte_at(memory + 1) == 1, "a number does not begin anew");
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    end(stream);
}

/* If in while in switch in if, with a child graph between. */
static void nodes_within_nodes(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), child = sched_graph(), bodies[3];
    uint64_t list = sched_memory(SIZE), out = sched_memory(SIZE), other = sched_memory(SIZE);
    uint64_t if_one = condition(graph, 1), chosen = condition(graph, 2), loop, if_two;
    add(graph, 0, if_one, GI_CONDITION_IF, 1, bodies);
    add(bodies[0], 0, chosen, GI_CONDITION_SWITCH, 3, bodies);
    loop = condition(bodies[2], 1);
    if_two = condition(graph, 1);
    gi_handle inner = bodies[2];
    gi_handle node = add(inner, add_loop(inner, 0, loop, list, out), if_two, GI_CONDITION_IF, 2,
                         bodies);
    add_fill(bodies[0], 0, other, 5);
    gi_handle within = sched_graph(), made;
    add_fill(within, 0, other + 1, 6);
    struct gi_asked *asked;
    OK(gi_ask_nothing(&gi_node_child_graph, &asked));
    OK(gi_graph_add(inner, &node, NULL, 1, asked, within, &made));
    OK(gi_graph_destroy(within));
    gi_handle exec = sched_exec(graph);
    memset((void *)(uintptr_t)other, 0, SIZE);
    memset((void *)(uintptr_t)out, 0, SIZE);
    memset((void *)(uintptr_t)out, 1, 1);
    write_list(list, 7);
    launch(exec, stream);
    expect_rounds(out, 7);
    REQUIRE(byte_at(other) == 5 && byte_at(other + 1) == 6, "an inner graph did not run");
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_graph_destroy(child));
    OK(gi_memory_free(list));
    OK(gi_memory_free(out));
    OK(gi_memory_free(other));
    end(stream);
}

/* ---- whom a loop holds ----------------------------------------------------------------------- */

static void count(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

/* A loop without an end. */
static gi_handle make_endless(gi_handle graph, uint64_t memory, uint64_t *out_handle)
{
    gi_handle bodies[1], node;

    *out_handle = condition(graph, 1);
    node = add(graph, 0, *out_handle, GI_CONDITION_WHILE, 1, bodies);
    add_fill(bodies[0], 0, memory, 1);
    return node;
}

static unsigned long batches(void)
{
    struct gifake_counts now;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &now);
    return now.batches;
}

/* Waits for more rounds of the only loop that runs: each is a batch, and its number may be one. */
static void await_rounds(void)
{
    unsigned long until = batches() + 4;

    while (batches() < until)
        sched_yield();
}

static void a_loop_holds_what_follows_alone(void)
{
    atomic_int calls = 0;
    uint64_t handle;

    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), graph = sched_graph();
    uint64_t memory = sched_memory(SIZE);
    memset((void *)(uintptr_t)memory, 0, SIZE);
    make_endless(graph, memory, &handle);
    sched_node(graph, 0, sched_ask_host(count, &calls));
    gi_handle exec = sched_exec(graph);
    OK(gi_exec_launch(exec, stream));
    OK(gi_fill_async(memory + 1, 1, 1, 1, stream));
    await_rounds();
    while (atomic_load(&calls) == 0)             /* the other branch */
        sched_yield();
    OK(gi_fill_async(memory + 2, 1, 1, 1, other));
    OK(gi_stream_synchronize(other));
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    REQUIRE(byte_at(memory + 1) == 0, "work behind the loop has run");
    atomic_store(word_at(handle), 0);
    OK(gi_stream_synchronize(stream));
    REQUIRE(byte_at(memory + 1) == 1, "work behind the loop has not run");
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(other));
    end(stream);
}

/* Two executables of one graph have one number. */
static void executables_of_one_condition_follow_each_other(void)
{
    uint64_t handle;

    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), graph = sched_graph();
    uint64_t memory = sched_memory(SIZE);
    memset((void *)(uintptr_t)memory, 0, SIZE);
    gi_handle loop = make_endless(graph, memory, &handle);
    add_fill(graph, loop, memory + 1, 1);
    gi_handle one = sched_exec(graph), two = sched_exec(graph);
    OK(gi_exec_launch(one, stream));
    OK(gi_exec_launch(two, other));
    await_rounds();
    STATUS(GI_NOT_READY, gi_stream_query(other));
    atomic_store(word_at(handle), 0);            /* ends the first: the second begins anew with 1 */
    OK(gi_stream_synchronize(stream));
    REQUIRE(byte_at(memory + 1) == 1, "the first launch has not ended");
    memset((void *)(uintptr_t)(memory + 1), 0, 1);
    await_rounds();
    REQUIRE(byte_at(memory + 1) == 0, "the second launch has ended by itself");
    atomic_store(word_at(handle), 0);
    OK(gi_stream_synchronize(other));
    REQUIRE(byte_at(memory + 1) == 1, "the second launch has not ended");
    OK(gi_exec_destroy(one));
    OK(gi_exec_destroy(two));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(other));
    end(stream);
}

/* ---- changes --------------------------------------------------------------------------------- */

static void changes_count_for_later_launches(void)
{
    struct sched_gate gate;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), bodies[1], inner[1];
    uint64_t memory = sched_memory(SIZE), out = sched_memory(SIZE);
    add(graph, 0, condition(graph, 1), GI_CONDITION_IF, 1, bodies);
    add(bodies[0], 0, condition(graph, 1), GI_CONDITION_IF, 1, inner);
    gi_handle node = add_fill(inner[0], 0, memory, 1);
    gi_handle second = add_fill(inner[0], 0, memory + 1, 1);
    gi_handle exec = sched_exec(graph);
    memset((void *)(uintptr_t)memory, 0, SIZE);
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, stream);
    OK(gi_exec_launch(exec, stream));
    OK(gi_copy_async(out, memory, 2, GI_COPY_INFER, stream));
    OK(gi_exec_ask(exec, node, sched_ask_fill(memory, 1, 2)));
    OK(gi_exec_enable(exec, second, false));
    OK(gi_exec_launch(exec, stream));
    OK(gi_copy_async(out + 2, memory, 2, GI_COPY_INFER, stream));
    OK(gi_exec_ask(exec, node, sched_ask_fill(memory, 1, 3)));   /* the copy is switched off, too */
    OK(gi_fill_async(memory, 0, 1, SIZE, stream));
    OK(gi_exec_launch(exec, stream));
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(stream));
    REQUIRE(byte_at(out) == 1 && byte_at(out + 1) == 1, "the first launch did not keep its values");
    REQUIRE(byte_at(out + 2) == 2, "the second launch did not keep its values");
    REQUIRE(byte_at(memory) == 3 && byte_at(memory + 1) == 0, "the third launch has others");
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    OK(gi_memory_free(out));
    end(stream);
}

/* An if whose graph writes a value, in a graph of its own. */
static gi_handle make_if(int type, uint32_t size, uint32_t number, uint64_t memory, uint8_t value)
{
    gi_handle graph = sched_graph(), bodies[2], inner[1];
    uint64_t handle = condition(graph, number);

    add(graph, add_fill(graph, 0, memory + 1, value), handle, type, size, bodies);
    add(bodies[0], 0, condition(graph, 1), GI_CONDITION_IF, 1, inner);
    add_fill(inner[0], 0, memory, value);
    return graph;
}

static void update(gi_handle exec, gi_handle graph, enum gi_update_result result)
{
    struct gi_exec_update told;
    gi_status status = gi_exec_update(exec, graph, &told);

    REQUIRE((status == GI_OK) == (result == GI_UPDATED) && told.result == result,
            "an update gave %d instead of %d (%s)", told.result, result, gi_last_error_detail());
    OK(gi_graph_destroy(graph));
}

static void expect_launch(gi_handle exec, gi_handle stream, uint64_t memory, uint8_t inside,
                          uint8_t beside)
{
    memset((void *)(uintptr_t)memory, 0, 2);
    launch(exec, stream);
    REQUIRE(byte_at(memory) == inside && byte_at(memory + 1) == beside,
            "%u and %u instead of %u and %u", byte_at(memory), byte_at(memory + 1), inside, beside);
}

static void updates_reach_bodies(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), bodies[1];
    uint64_t memory = sched_memory(SIZE);
    gi_handle graph = make_if(GI_CONDITION_IF, 1, 1, memory, 1), exec = sched_exec(graph);
    OK(gi_graph_destroy(graph));
    expect_launch(exec, stream, memory, 1, 1);
    update(exec, make_if(GI_CONDITION_IF, 1, 1, memory, 2), GI_UPDATED);
    expect_launch(exec, stream, memory, 2, 2);
    update(exec, make_if(GI_CONDITION_IF, 1, 0, memory, 3), GI_UPDATED);
    expect_launch(exec, stream, memory, 0, 3);
    update(exec, make_if(GI_CONDITION_IF, 1, 1, memory, 4), GI_UPDATED);
    update(exec, make_if(GI_CONDITION_WHILE, 1, 0, memory, 5), GI_UPDATE_NOT_SUPPORTED);
    update(exec, make_if(GI_CONDITION_IF, 2, 1, memory, 5), GI_UPDATE_NOT_SUPPORTED);
    graph = sched_graph();
    gi_handle first = add_fill(graph, 0, memory + 1, 6);
    add(graph, first, condition(graph, 1), GI_CONDITION_IF, 1, bodies);
    add_fill(bodies[0], 0, memory, 6);
    update(exec, graph, GI_UPDATE_TYPE);         /* of the node in the body */
    expect_launch(exec, stream, memory, 4, 4);
    OK(gi_exec_destroy(exec));
    OK(gi_memory_free(memory));
    end(stream);
}

static void clones_and_children_have_bodies(void)
{
    struct gi_asked *asked;

    sched_begin_plain();
    gi_handle stream = sched_stream(), outer = sched_graph(), clone, made;
    uint64_t memory = sched_memory(SIZE);
    gi_handle graph = make_if(GI_CONDITION_IF, 2, 1, memory, 1);
    OK(gi_graph_clone(graph, &clone));
    OK(gi_graph_destroy(graph));
    gi_handle exec = sched_exec(clone);
    expect_launch(exec, stream, memory, 1, 1);
    OK(gi_exec_destroy(exec));
    OK(gi_ask_nothing(&gi_node_child_graph, &asked));
    OK(gi_graph_add(outer, NULL, NULL, 0, asked, clone, &made));
    OK(gi_graph_destroy(clone));
    exec = sched_exec(outer);
    OK(gi_graph_destroy(outer));
    expect_launch(exec, stream, memory, 1, 1);
    OK(gi_exec_destroy(exec));
    OK(gi_memory_free(memory));
    end(stream);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void wrong_nodes_are_refused(void)
{
    struct gi_asked *asked;
    gi_handle node, *list, bodies[1];
    uint64_t made;
    size_t listed;

    sched_begin_plain();
    gi_handle graph = sched_graph(), other = sched_graph();
    uint64_t handle = condition(graph, 1), second;
    static const struct { int type; uint32_t size; } wrong[] = {
        { -1, 1 }, { 3, 1 }, { GI_CONDITION_IF, 0 }, { GI_CONDITION_IF, 3 },
        { GI_CONDITION_WHILE, 0 }, { GI_CONDITION_WHILE, 2 }, { GI_CONDITION_SWITCH, 0 },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        STATUS(GI_INVALID_VALUE, gi_ask_condition(graph, handle, wrong[i].type, wrong[i].size,
                                                  &asked));
    STATUS(GI_INVALID_VALUE, gi_ask_condition(graph, 0, GI_CONDITION_IF, 1, &asked));
    STATUS(GI_INVALID_VALUE, gi_ask_condition(graph, handle + 4, GI_CONDITION_IF, 1, &asked));
    STATUS(GI_INVALID_VALUE, gi_ask_condition(other, handle, GI_CONDITION_IF, 1, &asked));
    OK(gi_ask_condition(graph, handle, GI_CONDITION_IF, 1, &asked));
    STATUS(GI_INVALID_VALUE, gi_graph_add(other, NULL, NULL, 0, asked, 0, &node));
    OK(gi_ask_condition(graph, handle, GI_CONDITION_IF, 1, &asked));
    add(graph, 0, handle, GI_CONDITION_IF, 1, bodies);
    STATUS(GI_INVALID_VALUE, gi_graph_add(graph, NULL, NULL, 0, asked, 0, &node));
    STATUS(GI_INVALID_VALUE, gi_graph_destroy(bodies[0]));
    OK(gi_graph_make_condition(bodies[0], 0, true, &second));    /* for the graphs around it, too */
    node = add(graph, 0, second, GI_CONDITION_IF, 1, bodies);
    OK(gi_graph_remove(node));
    STATUS(GI_INVALID_VALUE, gi_graph_make_condition(bodies[0], 0, true, &made));
    add(graph, 0, second, GI_CONDITION_IF, 1, bodies);           /* it is free again */
    node = add_fill(graph, 0, second, 0);
    STATUS(GI_INVALID_VALUE, gi_node_bodies(node, &list, &listed));
    OK(gi_graph_destroy(graph));
    STATUS(GI_INVALID_VALUE, gi_graph_make_condition(graph, 0, true, &made));
    OK(gi_graph_destroy(other));
    sched_expect_nothing_left();
}

static void wrong_graphs_are_not_instantiated(void)
{
    struct gi_exec_request request = { .flags = 0 };
    gi_handle exec, bodies[1];

    sched_begin_plain();
    gi_handle graph = sched_graph(), event = sched_event();
    uint64_t handle = condition(graph, 1);
    STATUS(GI_INVALID_VALUE, gi_exec_create(graph, &request, &exec));
    REQUIRE(request.result == GI_EXEC_CONDITION_UNUSED && request.node == 0, "result %d",
            request.result);
    gi_handle node = add(graph, 0, handle, GI_CONDITION_IF, 1, bodies);
    gi_handle wrong = sched_node(bodies[0], 0, sched_ask_host(count, NULL));
    STATUS(GI_INVALID_VALUE, gi_exec_create(graph, &request, &exec));
    REQUIRE(request.result == GI_EXEC_NODE_NOT_SUPPORTED && request.node == wrong, "result %d",
            request.result);
    OK(gi_graph_remove(wrong));
    wrong = sched_node(bodies[0], 0, sched_ask_event(&gi_node_event_record, event));
    STATUS(GI_INVALID_VALUE, gi_exec_create(graph, &request, &exec));
    REQUIRE(request.result == GI_EXEC_NODE_NOT_SUPPORTED && request.node == wrong, "result %d",
            request.result);
    OK(gi_graph_remove(wrong));
    gi_handle one = sched_node(bodies[0], 0, sched_ask_empty());
    gi_handle two = sched_node(bodies[0], one, sched_ask_empty());
    sched_edge(bodies[0], two, one);
    STATUS(GI_INVALID_VALUE, gi_exec_create(graph, &request, &exec));
    REQUIRE(request.result == GI_EXEC_INVALID_STRUCTURE && (request.node == one ||
            request.node == two), "result %d", request.result);
    OK(gi_graph_disconnect(bodies[0], &(struct gi_edges){ &two, &one, NULL, 1 }));
    exec = sched_exec(graph);
    STATUS(GI_INVALID_VALUE, gi_exec_enable(exec, node, false));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_event_destroy(event));
    sched_expect_nothing_left();
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void what_is_destroyed_runs_on(void)
{
    uint64_t handle;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t memory = sched_memory(SIZE);
    memset((void *)(uintptr_t)memory, 0, SIZE);
    gi_handle loop = make_endless(graph, memory, &handle);
    add_fill(graph, loop, memory + 1, 1);
    gi_handle exec = sched_exec(graph);
    _Atomic uint32_t *word = word_at(handle);
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    await_rounds();
    atomic_store(word, 0);
    OK(gi_stream_synchronize(stream));
    REQUIRE(byte_at(memory + 1) == 1, "the launch did not end");
    OK(gi_memory_free(memory));
    end(stream);
}

/* Memory of a body that is freed before its round: the launch fails, and what follows is
 * dropped. */
static void a_body_that_fails_fails_its_stream(void)
{
    struct sched_gate gate;
    gi_handle bodies[1];

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t memory = sched_memory(SIZE), gone = sched_memory(SIZE);
    memset((void *)(uintptr_t)memory, 0, SIZE);
    add(graph, 0, condition(graph, 1), GI_CONDITION_IF, 1, bodies);
    add_fill(bodies[0], 0, gone, 1);
    gi_handle exec = sched_exec(graph);
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, stream);
    OK(gi_exec_launch(exec, stream));
    OK(gi_fill_async(memory, 1, 1, 1, stream));
    OK(gi_memory_free_unsettled(gone));
    sched_gate_open(&gate);
    STATUS(GI_INVALID_VALUE, gi_stream_synchronize(stream));
    REQUIRE(strstr(gi_last_error_detail(), "fill node 0x") != NULL, "no node is named: %s",
            gi_last_error_detail());
    REQUIRE(byte_at(memory) == 0, "work behind a failure has run");
    OK(gi_fill_async(memory, 2, 1, 1, stream));
    OK(gi_stream_synchronize(stream));
    REQUIRE(byte_at(memory) == 2, "the stream does not work any more");
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    end(stream);
}

/* Two loops one within the other, launched and begun. */
static gi_handle launch_endless(gi_handle stream, uint64_t memory)
{
    gi_handle graph = sched_graph(), bodies[1], inner[1], exec;

    memset((void *)(uintptr_t)memory, 0, SIZE);
    add(graph, 0, condition(graph, 1), GI_CONDITION_WHILE, 1, bodies);
    add(bodies[0], 0, condition(graph, 1), GI_CONDITION_WHILE, 1, inner);
    add_fill(inner[0], 0, memory, 1);
    exec = sched_exec(graph);
    OK(gi_exec_launch(exec, stream));
    OK(gi_fill_async(memory + 1, 1, 1, 1, stream));
    await_rounds();
    OK(gi_graph_destroy(graph));
    return exec;
}

static void a_reset_ends_loops(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    gi_handle exec = launch_endless(stream, memory);
    OK(gi_device_reset());
    OK(gi_exec_destroy(exec));
    stream = sched_stream();                     /* the device works on */
    memory = sched_memory(SIZE);
    OK(gi_fill_async(memory, 3, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 3);
    OK(gi_memory_free(memory));
    end(stream);
}

static void the_end_of_a_context_ends_loops(void)
{
    gi_handle context;

    sched_begin_plain();
    OK(gi_context_create(0, 0, &context));
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    gi_handle exec = launch_endless(stream, memory);
    (void)!gi_context_destroy(context);
    OK(gi_exec_destroy(exec));
    sched_expect_nothing_left();
}

static void a_lost_device_ends_loops(void)
{
    gi_status status;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    gi_handle exec = launch_endless(stream, memory);
    gifake_lose_device(0);
    status = gi_stream_synchronize(stream);
    REQUIRE(gi_status_is_lost(status), "a lost device gave %s", gi_status_name(status));
    OK(gi_exec_destroy(exec));
}

/* The case's alarm ends a vain exit. */
static void an_exit_ends_loops(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    (void)launch_endless(stream, memory);
    exit(5);
}

/* ---- the watchdog ---------------------------------------------------------------------------- */

static void the_watchdog_names_node_and_round(void)
{
    char name[64], line[1024];
    uint64_t handle;
    int ends[2];

    setenv("GPUINTEROP_WATCHDOG", "0.2", 1);
    REQUIRE(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0, "no pipe");
    FILE *lines = fdopen(ends[0], "r");
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t memory = sched_memory(SIZE);
    gi_handle node = make_endless(graph, memory, &handle), exec = sched_exec(graph);
    (void)snprintf(name, sizeof name, " of conditional node 0x%llx (while) of graph 0x%llx",
                   (unsigned long long)node, (unsigned long long)graph);
    OK(gi_exec_launch(exec, stream));
    do {
        REQUIRE(fgets(line, sizeof line, lines) != NULL, "no line");
    } while (strstr(line, "watchdog: stream ") == NULL || strstr(line, "runs round ") == NULL ||
             strstr(line, name) == NULL);
    await_rounds();
    atomic_store(word_at(handle), 0);
    OK(gi_stream_synchronize(stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    end(stream);
    fclose(lines);
}

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        CASE(numbers_choose),
        CASE(loops_run_until_zero),
        CASE(numbers_last_or_begin_anew),
        CASE(nodes_within_nodes),
        CASE(a_loop_holds_what_follows_alone),
        CASE(executables_of_one_condition_follow_each_other),
        CASE(changes_count_for_later_launches),
        CASE(updates_reach_bodies),
        CASE(clones_and_children_have_bodies),
        CASE(wrong_nodes_are_refused),
        CASE(wrong_graphs_are_not_instantiated),
        CASE(what_is_destroyed_runs_on),
        CASE(a_body_that_fails_fails_its_stream),
        CASE(a_reset_ends_loops),
        CASE(the_end_of_a_context_ends_loops),
        CASE(a_lost_device_ends_loops),
        { "an_exit_ends_loops", an_exit_ends_loops, 5 },
        CASE(the_watchdog_names_node_and_round),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
