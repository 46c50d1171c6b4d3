/* Physical memory of graphs: who shares it, who gets his own, what a trim takes, and what happens
 * where there is none. The device has ranges, and the fake refuses work on a part without pages,
 * and takes no pages away under work. */
#include "graph_blocks.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "ops/event.h"
#include "ops/pool_call.h"

enum { GRAPHS = 4, LOOKS = 1000 };

/* A graph that allocates, fills, copies to out, and frees if it is to. */
struct one {
    gi_handle graph, exec;
    uint64_t pointer, bytes, out;
    uint8_t value;
};

static void make(struct one *one, uint64_t bytes, uint8_t value, bool frees)
{
    gi_handle node;

    *one = (struct one){ .graph = sched_graph(), .bytes = bytes, .out = sched_memory(SIZE),
                         .value = value };
    one->pointer = alloc(one->graph, 0, bytes, &node);
    node = sched_node(one->graph, node, sched_ask_fill(one->pointer + bytes - SIZE, SIZE, value));
    node = sched_node(one->graph, node,
                      sched_ask_copy(one->out, one->pointer + bytes - SIZE, SIZE));
    if (frees)
        free_node(one->graph, node, one->pointer);
    one->exec = exec_of(one->graph, 0);
}

static void make_all(struct one ones[GRAPHS], bool free)
{
    for (uint8_t i = 0; i < GRAPHS; i++)
        make(&ones[i], 2 * CHUNK, 10 + i, free);
}

/* What the newest launch has written is right. */
static void check(const struct one *one)
{
    sched_expect_bytes(one->out, SIZE, one->value);
    memset((void *)(uintptr_t)one->out, 0, SIZE);
}

static void drop(const struct one *one)
{
    OK(gi_exec_destroy(one->exec));
    OK(gi_graph_destroy(one->graph));
    OK(gi_memory_free(one->out));
}

static void drop_all(const struct one ones[GRAPHS])
{
    for (size_t i = 0; i < GRAPHS; i++)
        drop(&ones[i]);
}

static void trim(uint64_t left)
{
    OK(gi_graph_memory_trim(0));
    expect_used(left);
    REQUIRE(amount(GI_GRAPH_RESERVED) == left, "%llu bytes are reserved",
            (unsigned long long)amount(GI_GRAPH_RESERVED));
}

static void launch(const struct one *one, gi_handle stream)
{
    OK(gi_exec_launch(one->exec, stream));
}

/* ---- sharing --------------------------------------------------------------------------------- */

/* Graphs in one stream share one memory. They do so before the first launch begins, too. */
static void share_in_one_stream(void)
{
    struct sched_gate gate;
    struct one ones[GRAPHS];
    gi_handle stream;

    stream = sched_stream();
    make_all(ones, true);
    expect_used(0);
    for (int round = 0; round < 3; round++) {
        sched_gate_hold(&gate, stream);
        for (int i = 0; i < GRAPHS; i++) {
            launch(&ones[i], stream);
            expect_used(2 * CHUNK);
        }
        trim(2 * CHUNK);                 /* all of it is used */
        sched_gate_open(&gate);
        OK(gi_stream_synchronize(stream));
        for (int i = 0; i < GRAPHS; i++)
            check(&ones[i]);
    }
    for (int i = 1; i < GRAPHS; i++)
        REQUIRE(ones[i].pointer != ones[0].pointer, "one address");
    trim(0);
    drop_all(ones);
    end(stream);
}

SCHED_CASE(one_stream_has_the_memory_of_one_graph)
{
    begin();
    share_in_one_stream();
}

/* Commands of several graphs are in one batch, and the fake looks for barriers between those on one
 * chunk. */
SCHED_CASE(commands_at_two_addresses_are_in_order)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 0);
    config.info.recordings = false;
    sched_begin_config(&config);
    share_in_one_stream();
}

/* Graphs in streams that run at the same time have their own. */
SCHED_CASE(each_stream_has_its_own)
{
    struct sched_gate gates[GRAPHS];
    gi_handle streams[GRAPHS];
    struct one ones[GRAPHS];

    begin();
    make_all(ones, true);
    for (uint64_t i = 0; i < GRAPHS; i++) {
        streams[i] = sched_stream();
        sched_gate_hold(&gates[i], streams[i]);
        launch(&ones[i], streams[i]);
        expect_used((i + 1) * 2 * CHUNK);
    }
    trim(GRAPHS * 2 * CHUNK);
    for (int i = 0; i < GRAPHS; i++) {
        sched_gate_open(&gates[i]);
        OK(gi_stream_synchronize(streams[i]));
        check(&ones[i]);
    }
    for (int i = 0; i < GRAPHS; i++)     /* the work before is over: no more is needed */
        launch(&ones[i], streams[0]);
    expect_used(GRAPHS * 2 * CHUNK);
    OK(gi_stream_synchronize(streams[0]));
    for (int i = 0; i < GRAPHS; i++)
        check(&ones[i]);
    drop_all(ones);
    for (int i = 1; i < GRAPHS; i++)
        OK(gi_stream_destroy(streams[i]));
    end(streams[0]);
}

/* Two graphs that share go to two streams: the second one's launch gets other memory, or, as its
 * own earlier launch is under way, waits for the first one's stream. */
static void a_graph_moves_to_another_stream(bool is_under_way)
{
    struct sched_gate gate, between;
    gi_handle first, second, event;
    struct one a, b;

    begin();
    event = sched_event();
    first = sched_stream();
    second = sched_stream();
    make(&a, CHUNK, 3, true);
    make(&b, CHUNK, 4, true);
    launch(&a, first);
    launch(&b, first);
    OK(gi_stream_synchronize(first));
    expect_used(CHUNK);
    sched_gate_hold(&gate, first);
    if (is_under_way) {
        launch(&b, first);
        OK(gi_event_record(event, first));
        sched_gate_init(&between);
        sched_gate_enqueue(&between, first);
    }
    launch(&a, first);
    launch(&b, second);
    expect_used(is_under_way ? CHUNK : 2 * CHUNK);
    if (is_under_way) {                  /* it waits for the other graph's launch */
        sched_gate_open(&gate);
        OK(gi_event_synchronize(event));
        for (int look = 0; look < LOOKS; look++) {
            STATUS(GI_NOT_READY, gi_stream_query(second));
            sched_yield();
        }
        sched_gate_open(&between);
    } else {
        OK(gi_stream_synchronize(second));       /* it does not wait for the first stream */
        check(&b);
        sched_gate_open(&gate);
    }
    OK(gi_stream_synchronize(first));
    OK(gi_stream_synchronize(second));
    check(&a);
    if (is_under_way)
        check(&b);
    drop(&a);
    drop(&b);
    OK(gi_event_destroy(event));
    OK(gi_stream_destroy(second));
    end(first);
}

SCHED_CASE(a_graph_that_is_over_moves)
{
    a_graph_moves_to_another_stream(false);
}

SCHED_CASE(a_graph_that_is_under_way_waits)
{
    a_graph_moves_to_another_stream(true);
}

/* What a launch leaves to the program is shared by nobody, until it is free. */
SCHED_CASE(memory_that_is_left_is_not_shared)
{
    struct one ones[GRAPHS], other;
    gi_handle stream;

    begin();
    stream = sched_stream();
    make_all(ones, false);
    make(&other, 2 * CHUNK, 99, true);
    for (uint64_t i = 0; i < GRAPHS; i++) {
        launch(&ones[i], stream);
        expect_used((i + 1) * 2 * CHUNK);
    }
    launch(&other, stream);
    expect_used((GRAPHS + 1) * 2 * CHUNK);
    OK(gi_stream_synchronize(stream));
    for (int i = 0; i < GRAPHS; i++)
        sched_expect_bytes(ones[i].pointer + 2 * CHUNK - SIZE, SIZE, ones[i].value);
    trim(GRAPHS * 2 * CHUNK);            /* all that is left stays */
    for (int i = 0; i < GRAPHS; i++)
        sched_expect_bytes(ones[i].pointer + 2 * CHUNK - SIZE, SIZE, ones[i].value);
    OK(gi_memory_free(ones[0].pointer));
    for (int i = 1; i < GRAPHS; i++)
        OK(gi_memory_free_async(ones[i].pointer, stream));
    expect_used(GRAPHS * 2 * CHUNK);     /* a free gives nothing back */
    launch(&other, stream);              /* into what is free */
    OK(gi_stream_synchronize(stream));
    expect_used(GRAPHS * 2 * CHUNK);
    check(&other);
    trim(0);
    drop_all(ones);
    drop(&other);
    end(stream);
}

/* Small graphs share a chunk each, and blocks of one graph lie side by side. */
SCHED_CASE(blocks_of_a_graph_lie_in_one_chunk)
{
    gi_handle graph, stream, a, b;

    stream = begin_with(&graph);
    uint64_t first = alloc(graph, 0, 3 * CHUNK / 4, &a);
    uint64_t second = alloc(graph, 0, 3 * CHUNK / 4, &b);
    REQUIRE(second == first + 3 * CHUNK / 4, "a gap");
    sched_node(graph, b, sched_ask_fill(second, 3 * CHUNK / 4, 8));
    free_node(graph, a, first);
    gi_handle exec = exec_of(graph, 0);
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(second, 3 * CHUNK / 4, 8);
    expect_used(2 * CHUNK);
    trim(2 * CHUNK);                     /* the second block lies in both */
    OK(gi_memory_free(second));
    trim(0);
    end_with(exec, graph, stream);
}

/* ---- life ------------------------------------------------------------------------------------ */

/* A graph that ends leaves its addresses, with their memory, to the next one. */
SCHED_CASE(a_graph_follows_another)
{
    gi_handle stream;
    uint64_t pointer = 0;
    struct one one;

    begin();
    stream = sched_stream();
    for (uint8_t i = 0; i < 20; i++) {
        make(&one, SIZE, i + 1, true);
        REQUIRE(pointer == 0 || one.pointer == pointer, "other addresses");
        pointer = one.pointer;
        launch(&one, stream);
        OK(gi_stream_synchronize(stream));
        check(&one);
        expect_used(CHUNK);
        drop(&one);
    }
    end(stream);
}

/* The memory of a graph is live behind a launch in a stream, and another stream is held. */
static void begin_live(struct one *one, gi_handle *out_stream, struct sched_gate *gate,
                       gi_handle *out_held)
{
    begin();
    *out_stream = sched_stream();
    *out_held = sched_stream();
    make(one, SIZE, 5, false);
    launch(one, *out_stream);
    OK(gi_stream_synchronize(*out_stream));
    sched_gate_hold(gate, *out_held);
}

/* Commands of the program that are not in order with the free keep the memory. */
SCHED_CASE(a_trim_takes_nothing_under_work)
{
    struct sched_gate gate;
    gi_handle stream, other;
    struct one one;

    begin_live(&one, &stream, &gate, &other);
    OK(gi_fill_async(one.pointer, 77, 1, SIZE, other));
    OK(gi_memory_free_async(one.pointer, stream));
    OK(gi_stream_synchronize(stream));
    trim(CHUNK);
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(other));
    trim(0);
    drop(&one);
    OK(gi_stream_destroy(other));
    end(stream);
}

/* A kernel may have the address from anywhere. */
SCHED_CASE(a_trim_takes_nothing_under_kernels)
{
    static const char code[] =
        ".version 6.0\n.target sm_50\n.address_size 64\n"
        ".visible .entry plain(.param .u32 n)\n{ ret; }\n";
    uint32_t number = 1;
    void *arguments[] = { &number };
    struct sched_gate gate;
    gi_handle stream, other, graph, module, exec;
    struct one one;

    begin();
    stream = sched_stream();
    other = sched_stream();
    module = sched_module(code, sizeof code);
    graph = sched_graph();
    sched_node(graph, 0, sched_ask_kernel(module, "plain", 1, arguments));
    exec = exec_of(graph, 0);
    make(&one, SIZE, 5, false);
    launch(&one, stream);
    OK(gi_stream_synchronize(stream));
    sched_gate_hold(&gate, other);
    OK(gi_exec_launch(exec, other));
    OK(gi_memory_free_async(one.pointer, stream));
    OK(gi_stream_synchronize(stream));
    trim(CHUNK);
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(other));
    trim(0);
    drop(&one);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_module_unload(module));
    OK(gi_stream_destroy(other));
    end(stream);
}

/* A free in another stream is not over before that stream is there. */
SCHED_CASE(a_trim_takes_nothing_before_a_free)
{
    struct sched_gate gate;
    gi_handle stream, other;
    struct one one;

    begin_live(&one, &stream, &gate, &other);
    OK(gi_memory_free_async(one.pointer, other));
    trim(CHUNK);
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(other));
    trim(0);
    drop(&one);
    OK(gi_stream_destroy(other));
    end(stream);
}

/* ---- graphs that grow ------------------------------------------------------------------------ */

/* The memory of one launch is not shared within it. */
SCHED_CASE(new_blocks_get_their_own)
{
    gi_handle stream, node;
    struct one one;
    uint64_t out;

    begin();
    stream = sched_stream();
    out = sched_memory(SIZE);
    make(&one, CHUNK, 5, true);
    launch(&one, stream);
    OK(gi_exec_destroy(one.exec));
    uint64_t second = alloc(one.graph, 0, CHUNK, &node);
    node = sched_node(one.graph, node, sched_ask_fill(second, CHUNK, 6));
    gi_handle copied = sched_node(one.graph, node, sched_ask_copy(out, second + CHUNK - SIZE,
                                                                  SIZE));
    free_node(one.graph, copied, second);
    one.exec = exec_of(one.graph, 0);
    launch(&one, stream);
    expect_used(2 * CHUNK);
    OK(gi_stream_synchronize(stream));
    check(&one);
    sched_expect_bytes(out, SIZE, 6);
    OK(gi_memory_free(out));
    drop(&one);
    end(stream);
}

static gi_handle launched, launched_in;

static gi_status launch_it(uint64_t unused)
{
    (void)unused;
    return gi_exec_launch(launched, launched_in);
}

/* A graph that shares is to leave memory to the program from now on. It gets another chunk, or, as
 * its own earlier launch is under way, waits for that first. */
static void a_graph_begins_to_leave_memory(bool is_under_way)
{
    struct sched_freeing launching;
    struct sched_gate gate;
    gi_handle stream, node;
    struct one grows, other;

    begin();
    stream = sched_stream();
    make(&grows, SIZE, 5, true);
    make(&other, SIZE, 6, true);
    launch(&grows, stream);
    launch(&other, stream);
    OK(gi_stream_synchronize(stream));
    sched_gate_hold(&gate, stream);
    launch(&other, stream);
    if (is_under_way)
        launch(&grows, stream);
    OK(gi_exec_destroy(grows.exec));
    uint64_t kept = alloc(grows.graph, 0, SIZE, &node);  /* beside the first block */
    grows.exec = exec_of(grows.graph, 0);
    launched = grows.exec, launched_in = stream;
    sched_free_begin(&launching, launch_it, 0);
    if (is_under_way)
        REQUIRE(!atomic_load(&launching.is_over), "the launch does not wait");
    else
        OK(sched_free_end(&launching));
    sched_gate_open(&gate);
    if (is_under_way)
        OK(sched_free_end(&launching));
    expect_used(is_under_way ? CHUNK : 2 * CHUNK);       /* the wait was for the other, too */
    OK(gi_stream_synchronize(stream));
    check(&grows);
    check(&other);
    launch(&other, stream);
    expect_used(2 * CHUNK);
    OK(gi_memory_free(kept));
    drop(&grows);
    drop(&other);
    end(stream);
}

SCHED_CASE(a_graph_that_is_over_leaves)
{
    a_graph_begins_to_leave_memory(false);
}

SCHED_CASE(a_graph_that_is_under_way_leaves)
{
    a_graph_begins_to_leave_memory(true);
}

/* ---- memory of other graphs ------------------------------------------------------------------ */

SCHED_CASE(memory_that_is_not_there_is_not_named)
{
    gi_handle graph, user, a, stream;

    stream = begin_with(&graph);
    user = sched_graph();
    uint64_t pointer = alloc(graph, 0, SIZE, &a);
    sched_node(user, 0, sched_ask_fill(pointer, SIZE, 6));
    gi_handle exec = exec_of(graph, 0), uses = exec_of(user, 0);
    STATUS(GI_INVALID_VALUE, gi_exec_launch(uses, stream));
    REQUIRE(strstr(gi_last_error_detail(), "fill node") != NULL &&
            strstr(gi_last_error_detail(), "no launch") != NULL, "not said: %s",
            gi_last_error_detail());
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_launch(uses, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(pointer, SIZE, 6);
    OK(gi_memory_free(pointer));
    OK(gi_exec_launch(uses, stream));    /* as the vendor's: the memory is still there */
    OK(gi_stream_synchronize(stream));
    trim(0);
    STATUS(GI_INVALID_VALUE, gi_exec_launch(uses, stream));
    OK(gi_exec_destroy(uses));
    OK(gi_graph_destroy(user));
    end_with(exec, graph, stream);
}

/* ---- failures -------------------------------------------------------------------------------- */

/* A launch that gets no memory leaves everything as it was, and the next one works. */
SCHED_CASE(a_launch_without_memory_fails)
{
    static const char *const slots[] = { "memory.allocate", "memory.place" };
    gi_handle stream;
    struct one one;

    begin();
    stream = sched_stream();
    make(&one, 3 * CHUNK, 5, false);
    for (size_t i = 0; i < 2; i++) {
        gifake_fail_slot(slots[i], GI_OUT_OF_MEMORY);
        if (i == 0)                      /* it is tried again */
            OK(gi_exec_upload(one.exec, stream));
        else
            STATUS(GI_OUT_OF_MEMORY, gi_exec_launch(one.exec, stream));
        gifake_fail_slot(NULL, GI_OK);
        STATUS(GI_INVALID_VALUE, gi_memory_free(one.pointer));
        trim(0);
    }
    launch(&one, stream);
    OK(gi_stream_synchronize(stream));
    check(&one);
    OK(gi_memory_free(one.pointer));
    drop(&one);
    end(stream);
}

/* Without addresses for it a block lies in the heap. */
SCHED_CASE(a_block_without_addresses_lies_in_the_heap)
{
    gi_handle stream;
    struct one one;

    begin();
    stream = sched_stream();
    gifake_fail_slot("memory.reserve", GI_OUT_OF_MEMORY);
    make(&one, SIZE, 5, true);           /* a smaller window is tried then */
    gifake_fail_slot(NULL, GI_OK);
    launch(&one, stream);
    OK(gi_stream_synchronize(stream));
    check(&one);
    drop(&one);
    trim(0);
    end(stream);
}

/* ---- threads --------------------------------------------------------------------------------- */

static void *launch_often(void *argument)
{
    gi_handle stream = sched_stream();
    struct one one;

    make(&one, SIZE, (uint8_t)(uintptr_t)argument, true);
    for (int i = 0; i < 50; i++) {
        launch(&one, stream);
        if (i % 8 == 0)
            OK(gi_graph_memory_trim(0));
        OK(gi_stream_synchronize(stream));
        check(&one);
    }
    drop(&one);
    OK(gi_stream_destroy(stream));
    return NULL;
}

SCHED_CASE(threads_launch_and_trim)
{
    pthread_t threads[GRAPHS];

    begin();
    for (uintptr_t i = 0; i < GRAPHS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, launch_often, (void *)(i + 1)) == 0, "thread");
    for (int i = 0; i < GRAPHS; i++)
        pthread_join(threads[i], NULL);
    end(0);
}
