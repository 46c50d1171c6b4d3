#include "random_graph.h"

#include <string.h>

static const char code[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry plain(.param .u32 n)\n{ ret; }\n";

static uint64_t below(struct random_graph *graph, uint64_t limit)
{
    return test_random_below(&graph->random, limit);
}

static uint64_t piece_of(const struct random_graph *graph, size_t node)
{
    return graph->memory + node * RANDOM_PIECE;
}

static bool is_gate(const struct random_node *node)
{
    return node->kind >= RANDOM_WAIT && node->kind <= RANDOM_EVENT_WAIT;
}

/* ---- the shape ------------------------------------------------------------------------------- */

static enum random_kind choose_kind(struct random_graph *graph, size_t depth)
{
    enum random_kind kind = (enum random_kind)below(graph, RANDOM_KINDS);

    if (kind == RANDOM_CHILD && (depth == RANDOM_DEPTH || graph->part_count == RANDOM_PARTS))
        return RANDOM_FILL;
    if (kind >= RANDOM_WAIT && kind <= RANDOM_EVENT_WAIT && graph->gate_count == RANDOM_GATES)
        return RANDOM_COPY;
    return kind;
}

/* Those with bytes of a set. */
static uint64_t with_bytes(const struct random_graph *graph, uint64_t set)
{
    uint64_t found = 0;

    for (size_t i = 0; i < graph->node_count; i++)
        found |= random_node_has_bytes(graph, i) ? set & UINT64_C(1) << i : 0;
    return found;
}

static size_t member_of(struct random_graph *graph, uint64_t set)
{
    size_t count = (size_t)__builtin_popcountll(set);

    for (uint64_t skip = below(graph, count); skip > 0; skip--)
        set &= set - 1;
    return (size_t)__builtin_ctzll(set);
}

/* Adds a part whose nodes come after others. Returns all nodes in it, as bits. */
static uint64_t add_part(struct random_graph *graph, uint64_t before, size_t depth)
{
    size_t number = graph->part_count++;
    struct random_part *part = &graph->parts[number];
    uint64_t within[RANDOM_PER_PART], all = 0;
    unsigned sparse = 2 + (unsigned)below(graph, 4);

    part->count = 1 + below(graph, RANDOM_PER_PART);
    for (size_t i = 0; i < part->count; i++) {
        if (graph->node_count == RANDOM_NODES) {
            part->count = i;
            break;
        }
        size_t place = graph->node_count++;
        struct random_node *node = &graph->nodes[place];

        part->nodes[i] = place;
        part->edges[i] = 0;
        node->before = before;
        for (size_t j = 0; j < i; j++) {
            if (below(graph, sparse) != 0)
                continue;
            part->edges[i] |= 1u << j;
            node->before |= within[j] | graph->nodes[part->nodes[j]].before;
        }
        node->kind = choose_kind(graph, depth);
        node->value = (uint8_t)(1 + below(graph, 200));
        node->copies_from = with_bytes(graph, node->before);
        if (node->kind == RANDOM_COPY && node->copies_from == 0)
            node->kind = RANDOM_FILL;
        if (node->kind == RANDOM_COPY)
            node->from = member_of(graph, node->copies_from);
        if (is_gate(node))
            graph->gates[graph->gate_count++] = place;
        within[i] = UINT64_C(1) << place;
        if (node->kind == RANDOM_CHILD) {
            node->part = graph->part_count;
            within[i] |= add_part(graph, node->before, depth + 1);
        }
        all |= within[i];
    }
    return all;
}

static void begin_node(struct random_graph *graph, size_t place)
{
    struct random_node *node = &graph->nodes[place];

    for (int i = 0; i < 2; i++)
        node->calls[i] = (struct random_call){ graph, place, node->value };
    node->word = graph->words + 8 * place;
    if (node->kind == RANDOM_SIGNAL || node->kind == RANDOM_WAIT || node->kind == RANDOM_EVENT_WAIT)
        sched_semaphore_make(&node->semaphore,
                             place % 2 == 0 ? SCHED_HOST_SEMAPHORE : SCHED_NATIVE_SEMAPHORE,
                             true, 0);
    if (node->kind == RANDOM_RECORD || node->kind == RANDOM_EVENT_WAIT)
        node->event = sched_event();
}

void random_graph_begin(struct random_graph *graph)
{
    struct test_random random = graph->random;

    memset(graph, 0, sizeof *graph);
    graph->random = random;
    graph->memory = sched_memory(RANDOM_NODES * RANDOM_PIECE);
    graph->words = sched_host_memory(8 * RANDOM_NODES);
    memset((void *)(uintptr_t)graph->words, 0, (size_t)8 * RANDOM_NODES);
    graph->module = sched_module(code, sizeof code);
    graph->side = sched_stream();
    (void)add_part(graph, 0, 0);
    for (size_t i = 0; i < graph->node_count; i++)
        begin_node(graph, i);
}

void random_graph_end(struct random_graph *graph)
{
    OK(gi_stream_synchronize(graph->side));
    for (size_t i = 0; i < graph->node_count; i++) {
        struct random_node *node = &graph->nodes[i];

        if (node->semaphore.handle != 0)
            sched_semaphore_end(&node->semaphore);
        if (node->event != 0)
            OK(gi_event_destroy(node->event));
    }
    OK(gi_stream_destroy(graph->side));
    OK(gi_module_unload(graph->module));
    OK(gi_memory_free(graph->memory));
    OK(gi_memory_host_free(graph->words));
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void call(void *argument)
{
    const struct random_call *made = argument;
    struct random_graph *graph = made->graph;
    struct random_node *node = &graph->nodes[made->node];

    for (size_t i = 0; i < graph->node_count; i++) {
        if ((node->before & UINT64_C(1) << i) != 0 && random_node_has_bytes(graph, i))
            sched_expect_bytes(piece_of(graph, i), RANDOM_PIECE, random_node_result(graph, i));
    }
    memset((void *)(uintptr_t)piece_of(graph, made->node), made->value, RANDOM_PIECE);
    atomic_store(&node->launches, graph->launch);
}

static struct gi_asked *ask_kernel(struct random_graph *graph, uint32_t number)
{
    void *arguments[] = { &number };

    return sched_ask_kernel(graph->module, "plain", 1, arguments);
}

static struct gi_asked *ask_words(const struct gi_value_op *ops, size_t count)
{
    struct gi_asked *asked;

    OK(gi_ask_words(0, 0, &(struct gi_word_list){ .ops = ops, .count = count, .parameters = ops,
                                                  .parameter_bytes = sizeof *ops }, &asked));
    return asked;
}

static struct gi_asked *ask_writes(uint64_t at, uint8_t value)
{
    struct gi_value_op ops[RANDOM_PIECE / 4];

    for (size_t i = 0; i < RANDOM_PIECE / 4; i++)
        ops[i] = (struct gi_value_op){ .kind = GI_VALUE_OP_WRITE, .pointer = at + 4 * i,
                                       .size_bytes = 4, .value = value * UINT64_C(0x1010101) };
    return ask_words(ops, RANDOM_PIECE / 4);
}

static struct gi_asked *ask_wait_for_word(uint64_t at, unsigned launch)
{
    const struct gi_value_op op = { .kind = GI_VALUE_OP_WAIT, .pointer = at, .size_bytes = 4,
                                    .value = launch, .mask = UINT64_MAX,
                                    .condition = GI_VALUE_REACHED };

    return ask_words(&op, 1);
}

struct gi_asked *random_node_ask(struct random_graph *graph, size_t place)
{
    struct random_node *node = &graph->nodes[place];
    uint64_t at = piece_of(graph, place);
    struct gi_asked *asked;

    switch (node->kind) {
    case RANDOM_FILL: return sched_ask_fill(at, RANDOM_PIECE, node->value);
    case RANDOM_COPY: return sched_ask_copy(at, piece_of(graph, node->from), RANDOM_PIECE);
    case RANDOM_WORDS: return ask_writes(at, node->value);
    case RANDOM_HOST: return sched_ask_host(call, &node->calls[node->second_call]);
    case RANDOM_KERNEL: return ask_kernel(graph, node->value);
    case RANDOM_RECORD: return sched_ask_event(&gi_node_event_record, node->event);
    case RANDOM_SIGNAL: return sched_ask_semaphore(true, &node->semaphore, graph->launch);
    case RANDOM_WAIT: return sched_ask_semaphore(false, &node->semaphore, graph->launch);
    case RANDOM_WORD_WAIT: return ask_wait_for_word(node->word, graph->launch);
    case RANDOM_EVENT_WAIT: return sched_ask_event(&gi_node_event_wait, node->event);
    case RANDOM_CHILD:
        OK(gi_ask_nothing(&gi_node_child_graph, &asked));
        return asked;
    case RANDOM_EMPTY: case RANDOM_KINDS: break;
    }
    return sched_ask_empty();
}

bool random_node_change(struct random_graph *graph, size_t place)
{
    struct random_node *node = &graph->nodes[place];

    node->value = (uint8_t)(1 + (node->value + below(graph, 199)) % 200);
    if (node->kind == RANDOM_COPY)
        node->from = member_of(graph, node->copies_from);
    if (node->kind == RANDOM_HOST) {
        node->second_call = !node->second_call;
        node->calls[node->second_call].value = node->value;
    }
    return node->kind <= RANDOM_KERNEL;
}

uint8_t random_node_result(const struct random_graph *graph, size_t place)
{
    while (graph->nodes[place].kind == RANDOM_COPY)
        place = graph->nodes[place].from;
    return graph->nodes[place].value;
}

gi_handle random_graph_build(struct random_graph *graph, size_t number)
{
    const struct random_part *part = &graph->parts[number];
    gi_handle handle = sched_graph(), nodes[RANDOM_PER_PART];

    for (size_t i = 0; i < part->count; i++) {
        const struct random_node *node = &graph->nodes[part->nodes[i]];
        gi_handle before[RANDOM_PER_PART];
        size_t count = 0;

        for (size_t j = 0; j < i; j++) {
            if ((part->edges[i] & 1u << j) != 0)
                before[count++] = nodes[j];
        }
        gi_handle child = node->kind == RANDOM_CHILD ? random_graph_build(graph, node->part) : 0;
        OK(gi_graph_add(handle, before, NULL, count, random_node_ask(graph, part->nodes[i]), child,
                        &nodes[i]));
        if (child != 0)
            OK(gi_graph_destroy(child));
    }
    return handle;
}

void random_graph_bind(struct random_graph *graph, size_t number, gi_handle handle)
{
    const struct random_part *part = &graph->parts[number];
    struct gi_graph_list list;
    gi_handle within;

    OK(gi_graph_list(handle, GI_GRAPH_NODES, &list));
    REQUIRE(list.count == part->count, "%zu nodes instead of %zu", list.count, part->count);
    for (size_t i = 0; i < part->count; i++) {
        struct random_node *node = &graph->nodes[part->nodes[i]];

        node->handle = list.nodes[i];
        if (node->kind == RANDOM_CHILD) {
            OK(gi_node_child(node->handle, &within));
            random_graph_bind(graph, node->part, within);
        }
    }
    gi_graph_list_free(&list);
}

/* ---- launches -------------------------------------------------------------------------------- */

/* The values of this launch, and the events that its waits are to find. */
static void set_values(struct random_graph *graph, gi_handle exec)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        struct random_node *node = &graph->nodes[i];

        if (node->kind == RANDOM_EVENT_WAIT) {
            sched_wait(graph->side, &node->semaphore, graph->launch);
            OK(gi_event_record(node->event, graph->side));
            OK(gi_stream_destroy(graph->side));      /* the next one waits for another event */
            graph->side = sched_stream();
        } else if (node->kind == RANDOM_SIGNAL || node->kind == RANDOM_WAIT ||
                   node->kind == RANDOM_WORD_WAIT) {
            OK(gi_exec_ask(exec, node->handle, random_node_ask(graph, i)));
        }
    }
}

static void open_gate(struct random_graph *graph, size_t place)
{
    struct random_node *node = &graph->nodes[place];

    if (node->kind == RANDOM_WORD_WAIT)
        __atomic_store_n((uint32_t *)(uintptr_t)node->word, graph->launch, __ATOMIC_RELEASE);
    else
        sched_peer_signal(&node->semaphore, graph->launch);
}

static void await_node(struct random_graph *graph, size_t place)
{
    struct random_node *node = &graph->nodes[place];

    if (node->kind == RANDOM_SIGNAL)
        sched_peer_await(&node->semaphore, graph->launch);
    if (node->kind == RANDOM_RECORD)
        OK(gi_event_synchronize(node->event));
    while (node->kind == RANDOM_HOST && atomic_load(&node->launches) != graph->launch)
        sched_yield();
}

/* ThreadSanitizer does not see that a gate orders this look before the node: semaphores and words
 * are memory at two addresses. */
static void expect_untouched(struct random_graph *graph, size_t place)
{
    struct random_node *node = &graph->nodes[place];

#ifndef __SANITIZE_THREAD__
    if (random_node_has_bytes(graph, place))
        sched_expect_bytes(piece_of(graph, place), RANDOM_PIECE, RANDOM_UNTOUCHED);
#endif
    if (node->kind == RANDOM_HOST)
        REQUIRE(atomic_load(&node->launches) != graph->launch, "node %zu ran early", place);
    if (node->kind == RANDOM_SIGNAL)
        REQUIRE(sched_peer_value(&node->semaphore) < graph->launch, "node %zu ran early", place);
    if (node->kind == RANDOM_RECORD)
        STATUS(GI_NOT_READY, gi_event_query(node->event));
}

/* What no shut gate holds runs to its end, and nothing else has begun. */
static void look(struct random_graph *graph, uint64_t shut)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        if ((graph->nodes[i].before & shut) == 0 && (shut & UINT64_C(1) << i) == 0)
            await_node(graph, i);
    }
    for (size_t i = 0; i < graph->node_count; i++) {
        if ((graph->nodes[i].before & shut) != 0)
            expect_untouched(graph, i);
    }
}

void random_graph_launch(struct random_graph *graph, gi_handle exec, gi_handle stream,
                         uint64_t order)
{
    size_t left[RANDOM_GATES], count = graph->gate_count;
    uint64_t shut = 0;

    graph->launch++;
    memset((void *)(uintptr_t)graph->memory, RANDOM_UNTOUCHED,
           (size_t)RANDOM_NODES * RANDOM_PIECE);
    set_values(graph, exec);
    OK(gi_exec_launch(exec, stream));
    for (size_t i = 0; i < count; i++) {
        left[i] = graph->gates[i];
        shut |= UINT64_C(1) << left[i];
    }
    look(graph, shut);
    while (count > 0) {
        size_t at = (size_t)(order % count);

        order /= count;
        open_gate(graph, left[at]);
        shut &= ~(UINT64_C(1) << left[at]);
        left[at] = left[--count];
        look(graph, shut);
    }
    OK(gi_stream_synchronize(stream));
    for (size_t i = 0; i < graph->node_count; i++) {
        if (random_node_has_bytes(graph, i))
            sched_expect_bytes(piece_of(graph, i), RANDOM_PIECE, random_node_result(graph, i));
    }
}
