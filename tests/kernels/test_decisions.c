/* Conditional nodes of kernels, on a device: what numbers choose, and who decides.
 *
 *      test-kernels-decisions          where the device decides where it can
 *      test-kernels-decisions host     where the host always does (+host-decides)
 *
 * Every case gives the same results in both ways; the counters tell the ways apart. */
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../unit/random.h"

#include "base/counters.h"
#include "code/code.h"
#include "device/device.h"
#include "graph/exec/conditional.h"
#include "graph/exec/exec.h"
#include "graph/exec/exec_change.h"
#include "graph/exec/exec_launch.h"
#include "graph/exec/exec_update.h"
#include "graph/graph.h"
#include "module/function.h"
#include "module/module.h"
#include "ops/copy.h"
#include "ops/host_function.h"
#include "pools/memory.h"
#include "queue/device_state.h"
#include "stream/stream.h"

#define OK(call) assert_int_equal((call), GI_OK)
#define TEST(name) cmocka_unit_test(name)

/* put: *p = v. add: *p += v. step: *p = *p * 3 + v. next: *p = q[1 + q[0]++]. fail: a trap if
 * *p = v. */
#define ENTRY(name) \
    ".visible .entry " name "(.param .u64 a, .param .u64 b)\n{\n" \
    ".reg .b64 %p, %q, %a; .reg .b32 %v, %w; .reg .pred %c;\n" \
    "ld.param.u64 %p, [a]; ld.param.u64 %q, [b]; cvt.u32.u64 %v, %q;\n"

static const char text[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ENTRY("put") "st.global.u32 [%p], %v; ret;\n}\n"
    ENTRY("add") "ld.global.u32 %w, [%p]; add.u32 %w, %w, %v; st.global.u32 [%p], %w; ret;\n}\n"
    ENTRY("step") "ld.global.u32 %w, [%p]; mad.lo.u32 %w, %w, 3, %v; st.global.u32 [%p], %w; "
                  "ret;\n}\n"
    ENTRY("next") "ld.global.u32 %w, [%q]; add.u32 %v, %w, 1; st.global.u32 [%q], %v;\n"
                  "mul.wide.u32 %a, %v, 4; add.u64 %q, %q, %a; ld.global.u32 %w, [%q];\n"
                  "st.global.u32 [%p], %w; ret;\n}\n"
    ENTRY("fail") "ld.global.u32 %w, [%p]; setp.ne.u32 %c, %w, %v; @%c bra end; trap;\n"
                  "end: ret;\n}\n";

enum { PUT, ADD, STEP, NEXT, FAIL, KERNELS };
enum { WORDS = 256, WIDE = 1 << 17 };       /* groups of a grid: more than 65535 */

static bool by_host, one_dispatch_is_wide;
static struct gi_function *kernels[KERNELS];
static gi_handle module, stream;
static uint64_t memory;

static void begin(void **state)
{
    static const char *const names[] = { "put", "add", "step", "next", "fail" };
    struct gi_device *device;
    struct gi_code *read;

    (void)state;
    OK(gi_device_current(&device));
    assert_int_equal(device->base->info.choices, !by_host);
    one_dispatch_is_wide = device->base->info.max_group_count[0] >= WIDE;
    OK(gi_code_read(text, sizeof text, &read));
    OK(gi_module_load(read, device, &module));
    gi_code_unref(read);
    for (int i = 0; i < KERNELS; i++) {
        gi_handle handle;

        OK(gi_module_function(module, names[i], &handle));
        OK(gi_function_acquire(handle, &kernels[i]));
    }
    OK(gi_memory_alloc(WORDS * 4, &memory));
    OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &stream));
}

static void end(void **state)
{
    (void)state;
    for (int i = 0; i < KERNELS; i++)
        gi_object_unref(&kernels[i]->object);
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
    OK(gi_module_unload(module));
}

/* ---- making graphs --------------------------------------------------------------------------- */

static gi_handle new_graph(void)
{
    gi_handle graph;

    OK(gi_graph_create(&graph));
    return graph;
}

static uint64_t new_condition(gi_handle graph, uint32_t value)
{
    uint64_t handle;

    OK(gi_graph_make_condition(graph, value, true, &handle));
    return handle;
}

static struct gi_asked *ask_grid(int kernel, uint64_t first, uint64_t second, uint32_t groups)
{
    void *arguments[] = { &first, &second };
    const struct gi_launch launch = { .grid = { groups, 1, 1 }, .block = { 1, 1, 1 },
                                      .arguments = arguments };
    struct gi_asked *asked;

    OK(gi_ask_kernel(kernels[kernel], 0, &launch, NULL, 0, &asked));
    return asked;
}

static struct gi_asked *ask(int kernel, uint64_t first, uint64_t second)
{
    return ask_grid(kernel, first, second, 1);
}

static gi_handle add_asked(gi_handle graph, gi_handle before, struct gi_asked *asked)
{
    gi_handle node;

    OK(gi_graph_add(graph, &before, NULL, before != 0, asked, 0, &node));
    return node;
}

static gi_handle add(gi_handle graph, gi_handle before, int kernel, uint64_t first,
                     uint64_t second)
{
    return add_asked(graph, before, ask(kernel, first, second));
}

static gi_handle add_condition(gi_handle graph, gi_handle before, uint64_t handle, int type,
                               uint32_t size, gi_handle *out_bodies)
{
    struct gi_asked *asked;
    gi_handle node, *bodies;
    size_t count;

    OK(gi_ask_condition(graph, handle, type, size, &asked));
    node = add_asked(graph, before, asked);
    OK(gi_node_bodies(node, &bodies, &count));
    assert_int_equal(count, size);
    memcpy(out_bodies, bodies, count * sizeof *bodies);
    return node;
}

static gi_handle add_fill(gi_handle graph, gi_handle before, uint64_t pointer, uint32_t value)
{
    const struct gi_asked_fill like = { .pointer = pointer, .width = 1, .height = 1,
                                        .value = value, .element_bytes = 4 };
    struct gi_asked *asked;

    OK(gi_ask_fill(&like, &asked));
    return add_asked(graph, before, asked);
}

static gi_handle instantiate(gi_handle graph)
{
    struct gi_exec_request request = { .flags = 0 };
    gi_handle exec;

    OK(gi_exec_create(graph, &request, &exec));
    return exec;
}

/* The graph ends. */
static gi_handle make_exec(gi_handle graph)
{
    gi_handle exec = instantiate(graph);

    OK(gi_graph_destroy(graph));
    return exec;
}

/* ---- running them ---------------------------------------------------------------------------- */

static uint64_t word(size_t i)
{
    return memory + 4 * i;
}

static void write_words(const uint32_t *words, size_t at, size_t count)
{
    OK(gi_copy_linear(word(at), (uint64_t)(uintptr_t)words, count * 4, GI_COPY_HOST_TO_DEVICE,
                      gi_in_legacy()));
}

static void write_word(size_t i, uint32_t value)
{
    write_words(&value, i, 1);
}

static uint32_t read_word(size_t i)
{
    uint32_t value;

    OK(gi_copy_linear((uint64_t)(uintptr_t)&value, word(i), 4, GI_COPY_DEVICE_TO_HOST,
                      gi_in_legacy()));
    return value;
}

static void launch(gi_handle exec)
{
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
}

/* Launches once, and counts the decisions of the host: none where the device decides. Then all is
 * one batch, for which no thread of the library wakes between the nodes. */
static void launch_counted(gi_handle exec, uint64_t decisions)
{
    uint64_t decided = gi_counter_value(GI_COUNT_HOST_DECISIONS);
    uint64_t batches = gi_counter_value(GI_COUNT_BATCHES);

    launch(exec);
    decided = gi_counter_value(GI_COUNT_HOST_DECISIONS) - decided;
    batches = gi_counter_value(GI_COUNT_BATCHES) - batches;
    assert_int_equal(decided, by_host ? decisions : 0);
    if (!by_host)
        assert_int_equal(batches, 1);
}

/* ---- what numbers choose --------------------------------------------------------------------- */

/* Graph i of the node adds 10 to the power of i to word 0; its number comes from word 2 on. */
static gi_handle make_choice(int type, uint32_t size)
{
    gi_handle graph = new_graph(), bodies[8], node;
    uint64_t handle = new_condition(graph, 77);
    uint32_t value = 1;

    node = add(graph, 0, NEXT, handle, word(1));
    node = add_condition(graph, node, handle, type, size, bodies);
    for (uint32_t i = 0; i < size; i++, value *= 10)
        add(bodies[i], 0, ADD, word(0), value);
    add(graph, node, STEP, word(0), 1);
    return make_exec(graph);
}

static void numbers_choose(void **state)
{
    static const struct { int type; uint32_t size, number, added; } rows[] = {
        { GI_CONDITION_IF, 1, 0, 0 },     { GI_CONDITION_IF, 1, 1, 1 },
        { GI_CONDITION_IF, 1, 1u << 31, 1 }, { GI_CONDITION_IF, 1, UINT32_MAX, 1 },
        { GI_CONDITION_IF, 2, 0, 10 },    { GI_CONDITION_IF, 2, 7, 1 },
        { GI_CONDITION_SWITCH, 1, 0, 1 }, { GI_CONDITION_SWITCH, 1, 1, 0 },
        { GI_CONDITION_SWITCH, 4, 0, 1 }, { GI_CONDITION_SWITCH, 4, 3, 1000 },
        { GI_CONDITION_SWITCH, 4, 4, 0 }, { GI_CONDITION_SWITCH, 4, UINT32_MAX, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gi_handle exec = make_choice(rows[i].type, rows[i].size);

        for (int round = 0; round < 3; round++) {
            write_words((const uint32_t[]){ 5, 0, rows[i].number }, 0, 3);
            launch_counted(exec, 1);
            assert_int_equal(read_word(0), (5 + rows[i].added) * 3 + 1);
        }
        OK(gi_exec_destroy(exec));
    }
}

/* A number begins with its value, or is the one that the launch before has left. */
static void numbers_last_or_begin_anew(void **state)
{
    gi_handle graph = new_graph(), bodies[2], exec, node;
    uint64_t anew = new_condition(graph, 1), lasting;

    (void)state;
    OK(gi_graph_make_condition(graph, 1, false, &lasting));
    node = add_condition(graph, 0, anew, GI_CONDITION_IF, 2, bodies);
    add(bodies[0], 0, ADD, word(0), 1);
    add(bodies[1], 0, ADD, word(0), 10);
    node = add(graph, node, PUT, anew, 0);
    node = add_condition(graph, node, lasting, GI_CONDITION_IF, 2, bodies);
    add(bodies[0], 0, ADD, word(0), 100);
    add(bodies[1], 0, ADD, word(0), 1000);
    add(graph, node, PUT, lasting, 1);
    exec = make_exec(graph);
    for (int round = 0; round < 3; round++) {
        write_word(0, 0);
        launch_counted(exec, 2);
        assert_int_equal(read_word(0), round == 0 ? 1001 : 101);
    }
    OK(gi_exec_destroy(exec));
}

/* A graph decides about a later node; and what it makes of its own number changes nothing. */
static void bodies_set_numbers(void **state)
{
    gi_handle graph = new_graph(), bodies[3], later[2], exec, node, set;
    uint64_t first = new_condition(graph, 0), second = new_condition(graph, 0);

    (void)state;
    node = add(graph, 0, NEXT, first, word(1));
    node = add_condition(graph, node, first, GI_CONDITION_SWITCH, 3, bodies);
    for (uint32_t i = 0; i < 3; i++) {
        set = add(bodies[i], add(bodies[i], 0, ADD, word(0), i + 1), PUT, first, (i + 1) % 3);
        add(bodies[i], set, PUT, second, i == 1);
    }
    add_condition(graph, node, second, GI_CONDITION_IF, 2, later);
    add(later[0], 0, ADD, word(0), 10);
    set = add(later[1], 0, PUT, second, 1);
    add(later[1], set, ADD, word(0), 20);
    exec = make_exec(graph);
    for (uint32_t number = 0; number < 4; number++) {
        write_words((const uint32_t[]){ 0, 0, number }, 0, 3);
        launch_counted(exec, 2);
        assert_int_equal(read_word(0), (number < 3 ? number + 1 : 0) + (number == 1 ? 10 : 20));
    }
    OK(gi_exec_destroy(exec));
}

/* A switch in an else in an if, each also as the first node of its graph. */
static gi_handle make_nested(bool is_first)
{
    gi_handle graph = new_graph(), outer[1], middle[2], inner[2];
    uint64_t one = new_condition(graph, 9), two = new_condition(graph, 9);
    uint64_t three = new_condition(graph, 9);
    gi_handle node = add(graph, 0, NEXT, one, word(1)), second = 0, third = 0;

    node = add(graph, node, NEXT, two, word(1));
    node = add(graph, node, NEXT, three, word(1));
    add_condition(graph, node, one, GI_CONDITION_IF, 1, outer);
    if (!is_first)
        second = add(outer[0], 0, ADD, word(0), 1000);
    second = add_condition(outer[0], second, two, GI_CONDITION_IF, 2, middle);
    add(middle[0], 0, ADD, word(0), 1);
    if (!is_first)
        third = add(middle[1], 0, ADD, word(0), 10000);
    third = add_condition(middle[1], third, three, GI_CONDITION_SWITCH, 2, inner);
    add(inner[0], 0, ADD, word(0), 10);
    add(inner[1], 0, ADD, word(0), 20);
    add(middle[1], third, ADD, word(0), 5);
    add(outer[0], second, ADD, word(0), 100);
    return make_exec(graph);
}

static void nodes_within_nodes(void **state)
{
    (void)state;
    for (int is_first = 0; is_first < 2; is_first++) {
        gi_handle exec = make_nested(is_first);

        for (uint32_t i = 0; i < 24; i++) {          /* each behind those that run, and do not */
            uint32_t one = i * 5 % 2, two = i * 5 / 2 % 2, three = i * 7 % 3, sum = 0;

            if (one != 0)
                sum += 100 + (is_first ? 0 : 1000) + (two != 0 ? 1 : 5 + (is_first ? 0 : 10000) +
                                                      (three < 2 ? 10 + 10 * three : 0));
            write_words((const uint32_t[]){ 0, 0, one, two, three }, 0, 5);
            launch_counted(exec, one == 0 ? 1 : two != 0 ? 2 : 3);
            assert_int_equal(read_word(0), sum);
        }
        OK(gi_exec_destroy(exec));
    }
}

/* Many launches side by side in one graph, and one behind the other in the other one, with an inner
 * node in the middle of them. */
static void bodies_keep_their_order(void **state)
{
    enum { MANY = 12 };
    gi_handle graph = new_graph(), bodies[2], inner[1], exec, node, at = 0;
    uint64_t handle = new_condition(graph, 0), again = new_condition(graph, 1);
    uint32_t wanted = 7, words[WORDS] = { 7 };

    (void)state;
    node = add(graph, 0, NEXT, handle, word(1));
    add_condition(graph, node, handle, GI_CONDITION_IF, 2, bodies);
    for (uint32_t i = 0; i < MANY; i++) {
        add(bodies[1], 0, PUT, word(100 + i), i + 1);
        at = add(bodies[0], at, STEP, word(0), i);
        wanted = wanted * 3 + i;
        if (i != MANY / 2)
            continue;
        at = add_condition(bodies[0], at, again, GI_CONDITION_IF, 1, inner);
        add(inner[0], add(inner[0], 0, STEP, word(0), 50), STEP, word(0), 51);
        wanted = (wanted * 3 + 50) * 3 + 51;
    }
    exec = make_exec(graph);
    for (uint32_t number = 0; number < 2; number++) {
        words[2] = number;
        write_words(words, 0, WORDS);
        launch_counted(exec, 1 + number);
        assert_int_equal(read_word(0), number != 0 ? wanted : 7);
        for (uint32_t i = 0; i < MANY; i++)
            assert_int_equal(read_word(100 + i), number != 0 ? 0 : i + 1);
    }
    OK(gi_exec_destroy(exec));
}

/* Empty graphs, with nodes that do nothing. */
static void bodies_without_work(void **state)
{
    gi_handle graph = new_graph(), bodies[2], inner[2], exec, node;
    uint64_t one = new_condition(graph, 1), two = new_condition(graph, 0);
    struct gi_asked *asked;

    (void)state;
    node = add_condition(graph, 0, one, GI_CONDITION_IF, 2, bodies);
    OK(gi_ask_nothing(&gi_node_empty, &asked));
    add_asked(bodies[0], 0, asked);
    add_condition(bodies[0], 0, two, GI_CONDITION_SWITCH, 2, inner);
    add(graph, node, ADD, word(0), 3);
    exec = make_exec(graph);
    write_word(0, 4);
    launch_counted(exec, 2);
    assert_int_equal(read_word(0), 7);
    OK(gi_exec_destroy(exec));
}

/* ---- random graphs --------------------------------------------------------------------------- */

enum { MOST_ITEMS = 24, MOST_CONDITIONS = 6 };

/* A node of a random graph. In a graph one follows the other. */
struct item {
    int kind;                            /* ADD and STEP of word 0, PUT of a condition's number, or
                                            KERNELS: a conditional node */
    uint32_t value;
    size_t condition;                    /* of PUT and of a conditional node */
    int type;
    uint32_t size;
    struct items {
        size_t count;
        const struct item *items[4];
    } bodies[3];
};

/* All of one graph. A PUT may be of a condition that no node has: its word is 99 words on. */
struct program {
    struct test_random *random;
    struct item items[MOST_ITEMS];
    size_t item_count, condition_count;
    uint32_t starts[MOST_CONDITIONS], numbers[MOST_CONDITIONS], sum;
    uint64_t handles[MOST_CONDITIONS];
};

static uint32_t below(const struct program *program, uint32_t limit)
{
    return (uint32_t)test_random_below(program->random, limit);
}

static void draw(struct program *program, struct items *out, int depth)
{
    size_t count = 1 + below(program, 4);

    for (size_t i = 0; i < count && program->item_count < MOST_ITEMS; i++) {
        struct item *item = &program->items[program->item_count++];
        bool decides = depth < 3 && program->condition_count < MOST_CONDITIONS &&
                       below(program, 2) == 0;

        out->items[out->count++] = item;
        item->value = below(program, 4);
        item->kind = (const int[]){ ADD, STEP, PUT }[below(program, 3)];
        item->condition = below(program, MOST_CONDITIONS);
        if (!decides)
            continue;
        item->kind = KERNELS;
        item->condition = program->condition_count++;
        item->type = below(program, 2) == 0 ? GI_CONDITION_IF : GI_CONDITION_SWITCH;
        item->size = 1 + below(program, item->type == GI_CONDITION_IF ? 2 : 3);
        for (uint32_t k = 0; k < item->size; k++) {
            if (below(program, 5) != 0)
                draw(program, &item->bodies[k], depth + 1);
        }
    }
}

static void build(const struct program *program, const struct items *items, gi_handle graph)
{
    gi_handle node = 0, bodies[3];

    for (size_t i = 0; i < items->count; i++) {
        const struct item *item = items->items[i];

        if (item->kind == PUT) {
            node = add(graph, node, PUT, item->condition < program->condition_count
                                             ? program->handles[item->condition] : word(99),
                       item->value);
        } else if (item->kind != KERNELS) {
            node = add(graph, node, item->kind, word(0), item->value);
        } else {
            node = add_condition(graph, node, program->handles[item->condition], item->type,
                                 item->size, bodies);
            for (uint32_t k = 0; k < item->size; k++)
                build(program, &item->bodies[k], bodies[k]);
        }
    }
}

/* What the host makes of it, without graphs. */
static void follow(struct program *program, const struct items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        const struct item *item = items->items[i];

        if (item->kind == PUT) {
            program->numbers[item->condition] = item->value;
        } else if (item->kind == ADD) {
            program->sum += item->value;
        } else if (item->kind == STEP) {
            program->sum = program->sum * 3 + item->value;
        } else {
            size_t chosen = gi_condition_choose((enum gi_condition_type)item->type, item->size,
                                                program->numbers[item->condition]);

            if (chosen != SIZE_MAX)
                follow(program, &item->bodies[chosen]);
        }
    }
}

static void random_graphs(void **state)
{
    struct test_random random;

    (void)state;
    test_random_begin(&random, "random conditional nodes");
    for (int i = 0; i < 60; i++) {
        struct program program = { .random = &random, .sum = 1 };
        struct items items = { .count = 0 };
        gi_handle graph = new_graph(), exec;
        uint64_t decided = gi_counter_value(GI_COUNT_HOST_DECISIONS);

        draw(&program, &items, 0);
        for (size_t k = 0; k < MOST_CONDITIONS; k++) {
            program.starts[k] = below(&program, 4);
            if (k < program.condition_count)
                program.handles[k] = new_condition(graph, program.starts[k]);
        }
        build(&program, &items, graph);
        exec = make_exec(graph);
        write_word(0, 1);
        for (int round = 0; round < 2; round++) {
            memcpy(program.numbers, program.starts, sizeof program.numbers);
            follow(&program, &items);
            launch(exec);
            assert_int_equal(read_word(0), program.sum);
        }
        if (!by_host)
            assert_int_equal(gi_counter_value(GI_COUNT_HOST_DECISIONS), decided);
        OK(gi_exec_destroy(exec));
    }
}

/* ---- many launches --------------------------------------------------------------------------- */

/* Launches that are under way together, in two streams in turn, each with a number of its own. */
static void launches_in_flight(void **state)
{
    enum { LAUNCHES = 60 };
    uint32_t words[2 + LAUNCHES] = { 0 }, wanted = 0;
    gi_handle exec = make_choice(GI_CONDITION_SWITCH, 3), other;

    (void)state;
    for (uint32_t i = 0; i < LAUNCHES; i++) {
        words[2 + i] = i * 7 % 4;
        wanted = (wanted + (i * 7 % 4 == 0 ? 1 : i * 7 % 4 == 1 ? 10 : i * 7 % 4 == 2 ? 100 : 0)) *
                 3 + 1;
    }
    write_words(words, 0, 2 + LAUNCHES);
    OK(gi_stream_create(GI_STREAM_NON_BLOCKING, 0, &other));
    for (uint32_t i = 0; i < LAUNCHES; i++)
        OK(gi_exec_launch(exec, i / 3 % 2 == 0 ? stream : other));
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_synchronize(other));
    assert_int_equal(read_word(0), wanted);
    OK(gi_stream_destroy(other));
    OK(gi_exec_destroy(exec));
}

static void wait_for_post(void *argument)
{
    while (sem_wait(argument) != 0)
        ;
}

/* Everything of the program ends before the launch runs. */
static void destroyed_while_pending(void **state)
{
    gi_handle exec = make_choice(GI_CONDITION_IF, 2);
    sem_t go;

    (void)state;
    assert_int_equal(sem_init(&go, 0, 0), 0);
    write_words((const uint32_t[]){ 5, 0, 1, 0 }, 0, 4);
    OK(gi_stream_host_function(stream, wait_for_post, &go));
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    assert_int_equal(sem_post(&go), 0);
    OK(gi_stream_synchronize(stream));
    assert_int_equal(read_word(0), ((5 + 1) * 3 + 1 + 10) * 3 + 1);
    (void)sem_destroy(&go);
}

/* ---- changes --------------------------------------------------------------------------------- */

/* A graph that adds a value if its number is not 0, else 1000; the number begins with 1. */
static gi_handle make_if(uint32_t value, gi_handle *out_inside)
{
    gi_handle graph = new_graph(), bodies[2], outer[1];

    add_condition(graph, 0, new_condition(graph, 1), GI_CONDITION_IF, 1, outer);
    add_condition(outer[0], 0, new_condition(graph, 1), GI_CONDITION_IF, 2, bodies);
    *out_inside = add(bodies[0], 0, ADD, word(0), value);
    add(bodies[1], 0, ADD, word(0), 1000);
    return graph;
}

static void expect_added(gi_handle exec, uint32_t added)
{
    write_word(0, 0);
    launch_counted(exec, 2);
    assert_int_equal(read_word(0), added);
}

static void bodies_are_changed(void **state)
{
    struct gi_exec_update update;
    gi_handle inside, other, exec, graph = make_if(1, &inside), next;

    (void)state;
    exec = instantiate(graph);
    expect_added(exec, 1);
    for (uint32_t value = 2; value < 6; value++) {
        OK(gi_exec_ask(exec, inside, ask(ADD, word(0), value)));
        expect_added(exec, value);
    }
    OK(gi_exec_enable(exec, inside, false));
    expect_added(exec, 0);
    OK(gi_exec_enable(exec, inside, true));
    expect_added(exec, 5);
    next = make_if(6, &other);
    OK(gi_exec_update(exec, next, &update));
    OK(gi_graph_destroy(next));
    expect_added(exec, 6);
    OK(gi_exec_update(exec, graph, &update));
    expect_added(exec, 1);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
}

/* A launch under way keeps what it was launched with. */
static void changes_are_for_later_launches(void **state)
{
    gi_handle inside, exec, graph = make_if(1, &inside);
    sem_t go;

    (void)state;
    assert_int_equal(sem_init(&go, 0, 0), 0);
    exec = instantiate(graph);
    write_word(0, 0);
    OK(gi_stream_host_function(stream, wait_for_post, &go));
    for (uint32_t value = 1; value < 2000; value *= 10) {
        OK(gi_exec_ask(exec, inside, ask(ADD, word(0), value)));
        OK(gi_exec_launch(exec, stream));
    }
    assert_int_equal(sem_post(&go), 0);
    OK(gi_stream_synchronize(stream));
    assert_int_equal(read_word(0), 1111);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    (void)sem_destroy(&go);
}

/* ---- what is for the host -------------------------------------------------------------------- */

static void launch_by_host(gi_handle exec, uint64_t decisions)
{
    uint64_t before = gi_counter_value(GI_COUNT_HOST_DECISIONS);

    launch(exec);
    assert_int_equal(gi_counter_value(GI_COUNT_HOST_DECISIONS) - before, decisions);
}

/* Graphs with other nodes than kernels, and kernels that one dispatch does not do. */
static void other_bodies_are_for_the_host(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        gi_handle graph, bodies[2], exec;

        if (kind == 1 && one_dispatch_is_wide)
            continue;
        graph = new_graph();
        add_condition(graph, 0, new_condition(graph, 1), GI_CONDITION_IF, 2, bodies);
        add(bodies[0], 0, ADD, word(0), 1);
        if (kind == 0)
            add_fill(bodies[1], 0, word(1), 1);
        else if (kind == 1)
            add_asked(bodies[1], 0, ask_grid(PUT, word(1), 1, WIDE));
        else
            add(bodies[1], 0, FAIL, word(0), UINT32_MAX);
        exec = make_exec(graph);
        write_word(0, 0);
        launch_by_host(exec, 1);
        assert_int_equal(read_word(0), 1);
        OK(gi_exec_destroy(exec));
    }
}

/* A loop is, and what is in it is not. */
static void loops_are_for_the_host(void **state)
{
    gi_handle graph = new_graph(), bodies[1], inner[2], exec, node;
    uint64_t loop = new_condition(graph, 1), choice = new_condition(graph, 0);

    (void)state;
    add_condition(graph, 0, loop, GI_CONDITION_WHILE, 1, bodies);
    node = add(bodies[0], 0, NEXT, choice, word(1));
    node = add_condition(bodies[0], node, choice, GI_CONDITION_IF, 2, inner);
    add(inner[0], 0, ADD, word(0), 1);
    add(inner[1], 0, ADD, word(0), 10);
    add(bodies[0], node, NEXT, loop, word(1));
    exec = make_exec(graph);
    write_words((const uint32_t[]){ 0, 0, 1, 1, 0, 1, 1, 1, 1, 0 }, 0, 10);
    launch_by_host(exec, by_host ? 9 : 5);
    assert_int_equal(read_word(0), 13);
    OK(gi_exec_destroy(exec));
}

/* A change makes it the host's, and the results stay right. */
static void a_change_gives_it_to_the_host(void **state)
{
    gi_handle inside, exec, graph = make_if(1, &inside);

    (void)state;
    exec = instantiate(graph);
    expect_added(exec, 1);
    OK(gi_exec_ask(exec, inside, ask(FAIL, word(0), 5)));
    for (int round = 0; round < 2; round++) {
        write_word(0, 3);
        launch_by_host(exec, 2);
        assert_int_equal(read_word(0), 3);
    }
    OK(gi_exec_ask(exec, inside, ask_grid(PUT, word(0), 9, WIDE)));
    launch_by_host(exec, 2);
    assert_int_equal(read_word(0), 9);
    OK(gi_exec_ask(exec, inside, ask(ADD, word(0), 2)));
    launch(exec);
    assert_int_equal(read_word(0), 11);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
}

/* The last case: the context ends with the kernel. */
static void a_kernel_fails_in_a_body(void **state)
{
    gi_handle graph = new_graph(), bodies[1], exec;
    uint64_t handle = new_condition(graph, 0);

    (void)state;
    add_condition(graph, add(graph, 0, NEXT, handle, word(1)), handle, GI_CONDITION_IF, 1, bodies);
    add(bodies[0], 0, FAIL, word(0), 5);
    exec = make_exec(graph);
    write_words((const uint32_t[]){ 5, 0, 0, 1 }, 0, 4);
    launch(exec);
    OK(gi_exec_launch(exec, stream));
    assert_int_not_equal(gi_stream_synchronize(stream), GI_OK);
    OK(gi_exec_destroy(exec));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(begin), TEST(numbers_choose), TEST(numbers_last_or_begin_anew),
        TEST(bodies_set_numbers), TEST(nodes_within_nodes), TEST(bodies_keep_their_order),
        TEST(bodies_without_work), TEST(random_graphs), TEST(launches_in_flight),
        TEST(destroyed_while_pending), TEST(bodies_are_changed),
        TEST(changes_are_for_later_launches), TEST(other_bodies_are_for_the_host),
        TEST(loops_are_for_the_host), TEST(a_change_gives_it_to_the_host), TEST(end),
        TEST(begin), TEST(a_kernel_fails_in_a_body),
    };

    by_host = argc > 1 && strcmp(argv[1], "host") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
