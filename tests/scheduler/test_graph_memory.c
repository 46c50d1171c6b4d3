/* Nodes that allocate and free memory: which addresses they give out, who may use the memory and
 * when, frees by the program and by other graphs, launches that wait for frees, captures. */
#include "graph_blocks.h"

#include <string.h>

#include "graph/capture/capture_call.h"
#include "graph/exec/exec_update.h"
#include "ops/pool_call.h"
#include "ops/stream_memory.h"

static uint8_t seen;

static void look(void *argument)
{
    seen = *(volatile uint8_t *)argument;
}

/* ---- addresses ------------------------------------------------------------------------------- */

SCHED_CASE(memory_is_used_again_behind_its_free)
{
    gi_handle graph, a, b, c, node;

    begin();
    graph = sched_graph();
    uint64_t first = alloc(graph, 0, 4 * SIZE, &a);
    gi_handle freed = free_node(graph, a, first);
    REQUIRE(alloc(graph, 0, SIZE, &node) != first, "beside the free");
    REQUIRE(alloc(graph, a, SIZE, &node) != first, "before the free");
    REQUIRE(alloc(graph, freed, 4 * SIZE + 1, &node) != first, "for more than there is");
    gi_handle far = sched_node(graph, sched_node(graph, freed, sched_ask_empty()),
                               sched_ask_empty());
    REQUIRE(alloc(graph, far, SIZE, &b) == first, "far behind the free");
    REQUIRE(alloc(graph, freed, SIZE, &node) != first, "what is in use");
    gi_handle other = free_node(graph, b, first);
    REQUIRE(alloc(graph, freed, SIZE, &node) != first, "before the second free");
    uint64_t small = alloc(graph, other, SIZE, &c);
    REQUIRE(small == first, "behind the second free");
    OK(gi_graph_destroy(graph));
    end(0);
}

/* Of free blocks the smallest that is large enough is taken. */
SCHED_CASE(the_best_block_is_taken)
{
    gi_handle graph, nodes[4], frees[4], node;
    uint64_t pointers[4];

    begin();
    graph = sched_graph();
    for (size_t i = 0; i < 4; i++) {
        pointers[i] = alloc(graph, 0, (4 - i) * SIZE, &nodes[i]);
        frees[i] = free_node(graph, nodes[i], pointers[i]);
    }
    REQUIRE(alloc_behind(graph, frees, 4, 2 * SIZE, &node) == pointers[2], "of its size");
    REQUIRE(alloc_behind(graph, frees, 4, 2 * SIZE, &node) == pointers[1], "the next larger");
    REQUIRE(alloc_behind(graph, frees, 1, SIZE, &node) == pointers[0], "the only one behind");
    REQUIRE(alloc_behind(graph, frees, 4, 1, &node) == pointers[3], "the smallest");
    OK(gi_graph_destroy(graph));
    end(0);
}

/* A node that is not added leaves what was there. */
SCHED_CASE(a_node_that_fails_takes_nothing)
{
    gi_handle graph, other, a, node, foreign;

    begin();
    graph = sched_graph();
    other = sched_graph();
    foreign = sched_node(other, 0, sched_ask_empty());
    uint64_t first = alloc(graph, 0, SIZE, &a);
    STATUS(GI_INVALID_VALUE, try_free(graph, foreign, first, &node));
    gi_handle freed = free_node(graph, a, first);
    uint64_t used = amount(GI_GRAPH_USED);
    gi_handle both[] = { freed, foreign };
    STATUS(GI_INVALID_VALUE, gi_node_add(graph, both, NULL, 2, ask_alloc(SIZE), 0, &node));
    STATUS(GI_INVALID_VALUE, gi_node_add(graph, both, NULL, 2, ask_alloc(2 * SIZE), 0, &node));
    STATUS(GI_OUT_OF_MEMORY,
           gi_node_add(graph, &freed, NULL, 1, ask_alloc(UINT64_MAX / 2), 0, &node));
    STATUS(GI_INVALID_VALUE, gi_node_add(77, NULL, NULL, 0, ask_alloc(SIZE), 0, &node));
    REQUIRE(amount(GI_GRAPH_USED) == used, "%llu bytes instead of %llu",
            (unsigned long long)amount(GI_GRAPH_USED), (unsigned long long)used);
    REQUIRE(alloc(graph, freed, SIZE, &node) == first, "the block is lost");
    OK(gi_graph_destroy(graph));
    OK(gi_graph_destroy(other));
    end(0);
}

SCHED_CASE(frees_name_what_is_theirs)
{
    gi_handle graph, others[2], a, node;

    begin();
    graph = sched_graph();
    others[0] = sched_graph(), others[1] = sched_graph();
    uint64_t plain = sched_memory(SIZE), first = alloc(graph, 0, SIZE, &a);
    STATUS(GI_INVALID_VALUE, try_free(graph, 0, 0, &node));
    STATUS(GI_INVALID_VALUE, try_free(graph, 0, plain, &node));
    STATUS(GI_INVALID_VALUE, try_free(graph, a, first + 8, &node));
    free_node(others[0], 0, first);
    STATUS(GI_INVALID_VALUE, try_free(others[0], 0, first, &node));
    STATUS(GI_INVALID_VALUE, try_free(graph, a, first, &node));
    free_node(others[1], 0, first);      /* several graphs may */
    OK(gi_graph_destroy(others[0]));
    OK(gi_graph_destroy(others[1]));
    free_node(graph, a, first);
    STATUS(GI_INVALID_VALUE, try_free(graph, a, first, &node));
    others[0] = sched_graph();
    STATUS(GI_INVALID_VALUE, try_free(others[0], 0, first, &node));
    OK(gi_graph_destroy(others[0]));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(plain));
    end(0);
}

/* ---- life ------------------------------------------------------------------------------------ */

SCHED_CASE(memory_is_there_from_a_launch_to_a_free)
{
    gi_handle graph, a, stream;
    struct gi_pointer_info info;

    stream = begin_with(&graph);
    uint64_t pointer = alloc(graph, 0, SIZE, &a);
    sched_node(graph, a, sched_ask_fill(pointer, SIZE, 7));
    gi_handle exec = exec_of(graph, 0);
    for (int round = 0; round < 2; round++) {
        OK(gi_pointer_query(pointer, &info));
        REQUIRE(info.kind == GI_POINTER_UNKNOWN, "a pointer before the launch");
        STATUS(GI_INVALID_VALUE, gi_fill_async(pointer, 1, 1, SIZE, stream));
        STATUS(GI_INVALID_VALUE, gi_memory_free(pointer));
        STATUS(GI_INVALID_VALUE, gi_memory_free_async(pointer, stream));
        OK(gi_exec_launch(exec, stream));
        OK(gi_pointer_query(pointer, &info));
        REQUIRE(info.kind == GI_POINTER_DEVICE && info.range_base == pointer &&
                info.range_bytes == SIZE, "it is not told");
        STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
        REQUIRE(strstr(gi_last_error_detail(), "not freed") != NULL, "not said: %s",
                gi_last_error_detail());
        OK(gi_stream_synchronize(stream));
        sched_expect_bytes(pointer, SIZE, 7);
        OK(gi_fill_async(pointer, 1, 1, SIZE, stream));
        if (round == 0)
            OK(gi_memory_free(pointer));
        else
            OK(gi_memory_free_async(pointer, stream));
    }
    STATUS(GI_INVALID_VALUE, gi_memory_free(pointer));
    end_with(exec, graph, stream);
}

/* It outlives its graph and its executable. */
SCHED_CASE(what_is_not_freed_stays)
{
    gi_handle graph, a, stream;

    stream = begin_with(&graph);
    uint64_t pointer = alloc(graph, 0, SIZE, &a);
    gi_handle exec = exec_of(graph, 0);
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    exec = exec_of(graph, 0);
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_fill_async(pointer, 5, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(pointer, SIZE, 5);
    OK(gi_memory_free_async(pointer, stream));
    OK(gi_stream_synchronize(stream));
    STATUS(GI_INVALID_VALUE, gi_fill_async(pointer, 5, 1, SIZE, stream));
    end(stream);
}

SCHED_CASE(auto_free_frees_before_a_launch)
{
    gi_handle graph, a, stream;

    stream = begin_with(&graph);
    uint64_t pointer = alloc(graph, 0, SIZE, &a);
    sched_node(graph, a, sched_ask_fill(pointer, SIZE, 3));
    gi_handle exec = exec_of(graph, GI_EXEC_AUTO_FREE);
    for (int i = 0; i < 3; i++)
        OK(gi_exec_launch(exec, stream));
    OK(gi_memory_free(pointer));
    STATUS(GI_INVALID_VALUE, gi_memory_free(pointer));
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(pointer));
    end(stream);
}

SCHED_CASE(an_executable_is_alone)
{
    struct gi_exec_request request = { .flags = 0 };
    gi_handle graph, parent, a, node, exec, clone;

    begin();
    graph = sched_graph();
    parent = sched_graph();
    uint64_t pointer = alloc(graph, 0, SIZE, &a);
    gi_handle freed = free_node(graph, a, pointer);
    struct gi_asked *child;
    OK(gi_ask_nothing(&gi_node_child_graph, &child));
    gi_handle empty = sched_node(graph, freed, sched_ask_empty());
    STATUS(GI_NOT_SUPPORTED, gi_graph_clone(graph, &clone));
    STATUS(GI_NOT_SUPPORTED, gi_graph_add(parent, NULL, NULL, 0, child, graph, &node));
    STATUS(GI_NOT_SUPPORTED, gi_graph_remove(empty));
    STATUS(GI_NOT_SUPPORTED, gi_graph_disconnect(graph, &(struct gi_edges){ &freed, &empty, NULL,
                                                                            1 }));
    exec = exec_of(graph, 0);
    STATUS(GI_NOT_SUPPORTED, gi_exec_create(graph, &request, &node));
    STATUS(GI_NOT_SUPPORTED, gi_node_ask(a, ask_alloc(SIZE)));
    STATUS(GI_NOT_SUPPORTED, gi_exec_ask(exec, a, ask_alloc(SIZE)));
    STATUS(GI_INVALID_VALUE, gi_exec_enable(exec, a, false));
    OK(gi_exec_destroy(exec));
    OK(gi_exec_create(graph, &request, &exec));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_graph_destroy(parent));
    end(0);
}

/* A graph with an allocation, and a fill of some memory. */
static gi_handle graph_of(uint64_t bytes, uint64_t to, uint8_t value, uint64_t *out_pointer)
{
    gi_handle graph = sched_graph(), a;

    *out_pointer = alloc(graph, 0, bytes, &a);
    sched_node(graph, a, sched_ask_fill(to != 0 ? to : *out_pointer, SIZE, value));
    return graph;
}

static void update(gi_handle exec, gi_handle graph, enum gi_update_result result)
{
    struct gi_exec_update told;
    gi_status status = gi_exec_update(exec, graph, &told);

    REQUIRE((status == GI_OK) == (result == GI_UPDATED) && told.result == result,
            "the update ends with %d, result %d", (int)status, (int)told.result);
}

/* An update brings the other graph's memory. The former graph's stays with whom it was left to. */
SCHED_CASE(an_update_brings_other_memory)
{
    struct gi_exec_request request = { .flags = 0 };
    gi_handle graph, other, larger, stream, exec, second;
    uint64_t first, next, unused;

    stream = begin_with(&graph);
    OK(gi_graph_destroy(graph));
    graph = graph_of(SIZE, 0, 3, &first);
    other = graph_of(SIZE, 0, 5, &next);
    larger = graph_of(2 * SIZE, 0, 7, &unused);
    exec = exec_of(graph, 0);
    OK(gi_exec_launch(exec, stream));
    update(exec, graph, GI_UPDATED);
    STATUS(GI_NOT_SUPPORTED, gi_exec_create(graph, &request, &second));
    update(exec, larger, GI_UPDATE_PARAMETERS);
    update(exec, other, GI_UPDATED);
    STATUS(GI_NOT_SUPPORTED, gi_exec_create(other, &request, &second));
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(first, SIZE, 3);
    sched_expect_bytes(next, SIZE, 5);
    OK(gi_memory_free(first));
    OK(gi_memory_free(next));
    OK(gi_exec_create(graph, &request, &second));
    OK(gi_exec_destroy(second));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(larger));
    OK(gi_graph_destroy(other));
    OK(gi_graph_destroy(graph));
    end(stream);
}

/* A node that is as before may name memory that was the executable's, and is no more. */
SCHED_CASE(an_update_leaves_memory_that_nodes_name)
{
    gi_handle graph, other, stream, exec;
    uint64_t first, next;

    stream = begin_with(&graph);
    OK(gi_graph_destroy(graph));
    graph = graph_of(SIZE, 0, 3, &first);
    other = graph_of(SIZE, first, 3, &next);
    exec = exec_of(graph, 0);
    OK(gi_exec_launch(exec, stream));
    OK(gi_memory_free_async(first, stream));
    update(exec, other, GI_UPDATED);
    OK(gi_stream_synchronize(stream));
    OK(gi_graph_memory_trim(0));
    if (HAS_RANGES)
        STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    gi_handle former = exec_of(graph, 0);
    OK(gi_exec_launch(former, stream));
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(first, SIZE, 3);
    OK(gi_memory_free(first));
    OK(gi_memory_free(next));
    OK(gi_exec_destroy(former));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(other));
    OK(gi_graph_destroy(graph));
    end(stream);
}

/* What is destroyed while a launch is under way ends with it. */
SCHED_CASE(all_ends_while_a_launch_is_under_way)
{
    struct sched_gate gate;
    gi_handle graph, a, stream;

    stream = begin_with(&graph);
    uint64_t out = sched_memory(SIZE), pointer = alloc(graph, 0, SIZE, &a);
    gi_handle filled = sched_node(graph, a, sched_ask_fill(pointer, SIZE, 9));
    gi_handle copied = sched_node(graph, filled, sched_ask_copy(out, pointer, SIZE));
    free_node(graph, copied, pointer);
    gi_handle exec = exec_of(graph, 0);
    sched_gate_hold(&gate, stream);
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_graph_memory_trim(0));
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(out, SIZE, 9);
    OK(gi_memory_free(out));
    end(stream);
}

SCHED_CASE(a_reset_ends_the_memory)
{
    gi_handle graph, a, stream;

    stream = begin_with(&graph);
    uint64_t pointer = alloc(graph, 0, SIZE, &a);
    gi_handle exec = exec_of(graph, 0);
    OK(gi_exec_launch(exec, stream));
    OK(gi_device_reset());
    stream = sched_stream();
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    REQUIRE(strstr(gi_last_error_detail(), "reset") != NULL, "not said: %s",
            gi_last_error_detail());
    STATUS(GI_INVALID_VALUE, gi_memory_free(pointer));
    end_with(exec, graph, stream);
}

/* ---- order ----------------------------------------------------------------------------------- */

/* A kernel's use, a free and a new use of one block are one behind the other. */
SCHED_CASE(uses_of_one_block_follow_each_other)
{
    gi_handle graph, a, b, stream;

    stream = begin_with(&graph);
    uint64_t out = sched_memory(2 * SIZE), pointer = alloc(graph, 0, SIZE, &a);
    gi_handle filled = sched_node(graph, a, sched_ask_fill(pointer, SIZE, 1));
    gi_handle copied = sched_node(graph, filled, sched_ask_copy(out, pointer, SIZE));
    gi_handle freed = free_node(graph, copied, pointer);
    REQUIRE(alloc(graph, freed, SIZE, &b) == pointer, "it is another block");
    filled = sched_node(graph, b, sched_ask_fill(pointer, SIZE, 2));
    copied = sched_node(graph, filled, sched_ask_copy(out + SIZE, pointer, SIZE));
    free_node(graph, copied, pointer);
    gi_handle exec = exec_of(graph, 0);
    for (int i = 0; i < 3; i++)
        OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(out, SIZE, 1);
    sched_expect_bytes(out + SIZE, SIZE, 2);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(out));
    end(stream);
}

/* frees: by the program in another stream, or by another graph there. */
static void launches_wait_for(bool by_graph)
{
    struct sched_gate gate;
    gi_handle graph, freer, a, stream, other;

    begin();
    stream = sched_stream();
    other = sched_stream();
    graph = sched_graph();
    freer = sched_graph();
    uint64_t pointer = alloc(graph, 0, SIZE, &a);
    sched_node(graph, a, sched_ask_host(look, (void *)(uintptr_t)pointer));
    free_node(freer, 0, pointer);
    gi_handle exec = exec_of(graph, 0), freeing = exec_of(freer, 0);
    STATUS(GI_INVALID_VALUE, gi_exec_launch(freeing, other));
    OK(gi_exec_launch(exec, stream));
    OK(gi_fill_async(pointer, 1, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    sched_gate_hold(&gate, other);
    OK(gi_fill_async(pointer, 6, 1, SIZE, other));
    if (by_graph)
        OK(gi_exec_launch(freeing, other));
    else
        OK(gi_memory_free_async(pointer, other));
    STATUS(GI_INVALID_VALUE, gi_exec_launch(freeing, other));
    OK(gi_exec_launch(exec, stream));
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(stream));
    REQUIRE(seen == 6, "the launch saw %u: it did not wait for the free", seen);
    OK(gi_stream_synchronize(other));
    OK(gi_memory_free(pointer));
    OK(gi_exec_destroy(exec));
    OK(gi_exec_destroy(freeing));
    OK(gi_graph_destroy(graph));
    OK(gi_graph_destroy(freer));
    OK(gi_stream_destroy(other));
    end(stream);
}

SCHED_CASE(launches_wait_for_frees_of_the_program)
{
    launches_wait_for(false);
}

SCHED_CASE(launches_wait_for_frees_of_graphs)
{
    launches_wait_for(true);
}

/* A launch that fails allocates nothing. */
SCHED_CASE(a_launch_that_fails_changes_nothing)
{
    gi_handle graph, a, stream;

    stream = begin_with(&graph);
    uint64_t plain = sched_memory(SIZE), pointer = alloc(graph, 0, SIZE, &a);
    sched_node(graph, a, sched_ask_fill(plain, SIZE, 3));
    gi_handle exec = exec_of(graph, 0);
    OK(gi_memory_free(plain));
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    STATUS(GI_INVALID_VALUE, gi_memory_free(pointer));
    end_with(exec, graph, stream);
}

/* ---- captures -------------------------------------------------------------------------------- */

static void begin_capture(gi_handle stream)
{
    OK(gi_capture_begin(stream, 0, 0, &(struct gi_capture_nodes){ .count = 0 }));
}

SCHED_CASE(captured_calls_are_nodes)
{
    gi_handle stream, graph, freer;
    uint64_t first, second, again, nothing = 7, kept;
    size_t count;

    begin();
    stream = sched_stream();
    uint64_t plain = sched_memory(SIZE), out = sched_memory(SIZE);
    begin_capture(stream);
    OK(gi_memory_alloc_async(SIZE, 0, stream, &first));
    OK(gi_fill_async(first, 4, 1, SIZE, stream));
    OK(gi_copy_async(out, first, SIZE, GI_COPY_INFER, stream));
    OK(gi_memory_alloc_async(SIZE, 0, stream, &second));
    REQUIRE(second != first, "two allocations have one address");
    OK(gi_memory_free_async(first, stream));
    STATUS(GI_INVALID_VALUE, gi_memory_free_async(first, stream));
    STATUS(GI_INVALID_VALUE, gi_memory_free_async(plain, stream));
    STATUS(GI_OUT_OF_MEMORY, gi_memory_alloc_async(UINT64_MAX / 2, 0, stream, &nothing));
    OK(gi_memory_alloc_async(0, 0, stream, &nothing));
    REQUIRE(nothing == 0, "an allocation of nothing");
    OK(gi_memory_alloc_async(SIZE, 0, stream, &again));
    REQUIRE(again == first, "the memory is not used again");
    OK(gi_fill_async(second, 5, 1, SIZE, stream));
    OK(gi_memory_free_async(again, stream));
    OK(gi_capture_end(stream, &graph));
    OK(gi_graph_node_count(graph, &count));
    REQUIRE(count == 8, "%zu nodes", count);
    STATUS(GI_INVALID_VALUE, gi_fill_async(second, 4, 1, SIZE, stream));
    gi_handle exec = exec_of(graph, 0);
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(out, SIZE, 4);
    sched_expect_bytes(second, SIZE, 5);
    begin_capture(stream);               /* of a free alone */
    OK(gi_memory_free_async(second, stream));
    OK(gi_capture_end(stream, &freer));
    gi_handle freeing = exec_of(freer, 0);
    OK(gi_exec_launch(freeing, stream));
    OK(gi_memory_alloc_async(SIZE, 0, stream, &kept));
    REQUIRE(kept != second && kept != first, "a pool has memory of a graph");
    OK(gi_memory_free_async(kept, stream));
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_launch(freeing, stream));
    OK(gi_exec_destroy(exec));
    OK(gi_exec_destroy(freeing));
    OK(gi_graph_destroy(graph));
    OK(gi_graph_destroy(freer));
    OK(gi_memory_free(plain));
    OK(gi_memory_free(out));
    end(stream);
}

/* A capture gives its own streams alone the right to name what no launch has allocated. */
SCHED_CASE(a_capture_lets_no_other_stream_name_memory)
{
    const struct gi_value_op write = { .kind = GI_VALUE_OP_WRITE, .size_bytes = 4 };
    gi_handle stream, other, graph;
    uint64_t memory;
    uint8_t bytes[SIZE] = { 0 };

    begin();
    stream = sched_stream();
    other = sched_stream();
    uint64_t plain = sched_memory(SIZE), host = (uint64_t)(uintptr_t)bytes;
    begin_capture(stream);
    OK(gi_memory_alloc_async(SIZE, 0, stream, &memory));
    struct gi_value_op op = write;
    op.pointer = memory;
    STATUS(GI_INVALID_VALUE, gi_fill_async(memory, 4, 1, SIZE, other));
    STATUS(GI_INVALID_VALUE, gi_copy_async(memory, plain, SIZE, GI_COPY_INFER, other));
    STATUS(GI_INVALID_VALUE, gi_copy_async(plain, memory, SIZE, GI_COPY_INFER, other));
    STATUS(GI_INVALID_VALUE, gi_copy_async(memory, host, SIZE, GI_COPY_INFER, other));
    STATUS(GI_INVALID_VALUE, gi_copy_async(host, memory, SIZE, GI_COPY_INFER, other));
    STATUS(GI_INVALID_VALUE, gi_stream_words(other, &(struct gi_word_list){ &op, 1, NULL, 0 }));
    OK(gi_fill_async(memory, 4, 1, SIZE, stream));
    OK(gi_copy_async(plain, memory, SIZE, GI_COPY_INFER, stream));
    OK(gi_stream_words(stream, &(struct gi_word_list){ &op, 1, NULL, 0 }));
    OK(gi_memory_free_async(memory, stream));
    OK(gi_capture_end(stream, &graph));
    gi_handle exec = exec_of(graph, 0);
    OK(gi_exec_launch(exec, other));
    OK(gi_stream_synchronize(other));
    sched_expect_bytes(plain, SIZE, 4);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(plain));
    OK(gi_stream_destroy(other));
    end(stream);
}

/* ---- amounts --------------------------------------------------------------------------------- */

SCHED_CASE(amounts_are_asked_for)
{
    uint64_t bytes;

    begin();
    STATUS(GI_INVALID_VALUE, gi_graph_memory_amount(0, 4, &bytes));
    STATUS(GI_INVALID_VALUE, gi_graph_memory_amount(0, -1, &bytes));
    STATUS(GI_INVALID_DEVICE, gi_graph_memory_amount(99, 0, &bytes));
    STATUS(GI_INVALID_DEVICE, gi_graph_memory_trim(99));
    for (int i = 0; i < 4; i++) {
        bool is_high = i == GI_GRAPH_USED_HIGH || i == GI_GRAPH_RESERVED_HIGH;

        STATUS(is_high ? GI_OK : GI_INVALID_VALUE, gi_graph_memory_set_amount(0, i, 0));
        STATUS(GI_INVALID_VALUE, gi_graph_memory_set_amount(0, i, 1));
    }
    end(0);
}

static void expect_amounts(const char *when, uint64_t used, uint64_t used_high, uint64_t reserved,
                           uint64_t reserved_high)
{
    REQUIRE(amount(GI_GRAPH_USED) == used && amount(GI_GRAPH_USED_HIGH) == used_high &&
            amount(GI_GRAPH_RESERVED) == reserved &&
            amount(GI_GRAPH_RESERVED_HIGH) == reserved_high, "%s: %llu %llu %llu %llu", when,
            (unsigned long long)amount(GI_GRAPH_USED),
            (unsigned long long)amount(GI_GRAPH_USED_HIGH),
            (unsigned long long)amount(GI_GRAPH_RESERVED),
            (unsigned long long)amount(GI_GRAPH_RESERVED_HIGH));
}

/* As the vendor's library answers: from the first launch on until a trim. */
static void amounts_are_of_physical_memory(void)
{
    gi_handle graph, a, stream;

    stream = begin_with(&graph);
    uint64_t pointer = alloc(graph, 0, SIZE, &a);
    free_node(graph, a, pointer);
    gi_handle exec = exec_of(graph, 0);
    expect_amounts("before a launch", 0, 0, 0, 0);
    OK(gi_exec_upload(exec, stream));
    expect_amounts("uploaded", CHUNK, CHUNK, CHUNK, CHUNK);
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    expect_amounts("launched", CHUNK, CHUNK, CHUNK, CHUNK);
    OK(gi_graph_memory_trim(0));
    expect_amounts("trimmed", 0, CHUNK, 0, CHUNK);
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    expect_amounts("destroyed", CHUNK, CHUNK, CHUNK, CHUNK);
    OK(gi_graph_memory_trim(0));
    OK(gi_graph_memory_set_amount(0, GI_GRAPH_USED_HIGH, 0));
    expect_amounts("one set anew", 0, 0, 0, CHUNK);
    OK(gi_graph_memory_set_amount(0, GI_GRAPH_RESERVED_HIGH, 0));
    expect_amounts("both", 0, 0, 0, 0);
    end(stream);
}

static void amounts_are_of_blocks(void)
{
    gi_handle graph, a;

    begin();
    graph = sched_graph();
    REQUIRE(amount(GI_GRAPH_RESERVED) == 0, "before the first node");
    alloc(graph, 0, SIZE, &a);
    REQUIRE(amount(GI_GRAPH_USED) == SIZE && amount(GI_GRAPH_RESERVED) >= SIZE, "of one node");
    OK(gi_graph_destroy(graph));
    REQUIRE(amount(GI_GRAPH_USED) == 0 && amount(GI_GRAPH_USED_HIGH) == SIZE &&
            amount(GI_GRAPH_RESERVED) >= SIZE, "of none");
    OK(gi_graph_memory_trim(0));
    REQUIRE(amount(GI_GRAPH_RESERVED) == 0 && amount(GI_GRAPH_RESERVED_HIGH) >= SIZE,
            "after a trim");
    OK(gi_graph_memory_set_amount(0, GI_GRAPH_USED_HIGH, 0));
    OK(gi_graph_memory_set_amount(0, GI_GRAPH_RESERVED_HIGH, 0));
    expect_amounts("set anew", 0, 0, 0, 0);
    end(0);
}

SCHED_CASE(amounts_are_told)
{
    if (HAS_RANGES)
        amounts_are_of_physical_memory();
    else
        amounts_are_of_blocks();
}
