/* Random graphs, with and without recordings, changed at random between launches: the memory is
 * what a model says. */
#include <string.h>

#include "graph_nodes.h"
#include "../unit/random.h"

enum { MOST = 40, PIECE = 64 };

/* Each node writes a piece of its own: a value, or the piece of a node before it. */
struct model {
    size_t count, from[MOST];            /* MOST: a fill */
    gi_handle nodes[MOST];               /* 0: a host function or a join */
    uint8_t values[MOST], fills[MOST];
    bool is_off[MOST];
    uint64_t memory;
    gi_handle exec;
};

static void do_nothing(void *argument)
{
    (void)argument;
}

static struct gi_asked *ask_piece(const struct model *model, size_t i)
{
    uint64_t dst = model->memory + i * PIECE;

    return model->from[i] == MOST ? sched_ask_fill(dst, PIECE, model->fills[i])
                                  : sched_ask_copy(dst, model->memory + model->from[i] * PIECE,
                                                   PIECE);
}

static gi_handle make_random(struct model *model, struct test_random *random)
{
    gi_handle graph = sched_graph(), all[MOST];
    unsigned edges = 2 + (unsigned)test_random_below(random, 8);

    model->count = 1 + test_random_below(random, MOST);
    for (size_t i = 0; i < model->count; i++) {
        uint64_t kind = test_random_below(random, 8);
        size_t from = i > 0 ? test_random_below(random, i) : MOST;
        bool copies = kind > 2 && from != MOST && model->nodes[from] != 0;

        model->from[i] = copies ? from : MOST;
        model->fills[i] = (uint8_t)i;
        model->is_off[i] = false;
        model->values[i] = 0;
        all[i] = sched_node(graph, copies ? all[from] : 0,
                            kind == 0 ? sched_ask_host(do_nothing, NULL)
                            : kind == 1 ? sched_ask_empty() : ask_piece(model, i));
        model->nodes[i] = kind > 1 ? all[i] : 0;
        for (size_t j = 0; j < i; j++) {
            if ((!copies || j != from) && test_random_below(random, edges) == 0)
                sched_edge(graph, all[j], all[i]);
        }
    }
    return graph;
}

static void change_at_random(struct model *model, struct test_random *random)
{
    size_t i = test_random_below(random, model->count);

    if (model->nodes[i] == 0)
        return;
    if (test_random_below(random, 3) == 0) {
        model->is_off[i] = !model->is_off[i];
        OK(gi_exec_enable(model->exec, model->nodes[i], !model->is_off[i]));
        return;
    }
    model->fills[i] = (uint8_t)test_random_next(random);
    if (model->from[i] == MOST)
        OK(gi_exec_ask(model->exec, model->nodes[i], ask_piece(model, i)));
}

static void launch_and_compare(struct model *model, gi_handle stream)
{
    OK(gi_exec_launch(model->exec, stream));
    OK(gi_stream_synchronize(stream));
    for (size_t i = 0; i < model->count; i++) {
        if (model->nodes[i] == 0)
            continue;
        if (!model->is_off[i])
            model->values[i] = model->from[i] == MOST ? model->fills[i]
                                                      : model->values[model->from[i]];
        sched_expect_bytes(model->memory + i * PIECE, PIECE, model->values[i]);
    }
}

static void run_random(bool recordings_exist)
{
    struct gifake_device_config config;
    struct gifake_counts counts;
    struct test_random random;
    struct model model;

    gifake_default_config(&config, 0);
    config.info.recordings = recordings_exist;
    sched_begin_config(&config);
    test_random_begin(&random, "graphs");
    gi_handle stream = sched_stream();
    for (int round = 0; round < 60; round++) {
        model.memory = sched_memory(MOST * PIECE);
        memset((void *)(uintptr_t)model.memory, 0, (size_t)MOST * PIECE);
        gi_handle graph = make_random(&model, &random);
        model.exec = sched_exec(graph);
        for (int i = 0; i < 8; i++) {
            launch_and_compare(&model, stream);
            for (uint64_t j = test_random_below(&random, 4); j > 0; j--)
                change_at_random(&model, &random);
            memset((void *)(uintptr_t)model.memory, 0xee, (size_t)MOST * PIECE);
            memset(model.values, 0xee, sizeof model.values);
        }
        OK(gi_exec_destroy(model.exec));
        OK(gi_graph_destroy(graph));
        OK(gi_memory_free(model.memory));
    }
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE((counts.recordings > 0) == recordings_exist, "%lu recordings", counts.recordings);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

static void random_graphs_with_recordings(void)
{
    run_random(true);
}

static void random_graphs_without_recordings(void)
{
    run_random(false);
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
#define CASE(name) { #name, name, 0 }
        CASE(random_graphs_with_recordings),
        CASE(random_graphs_without_recordings),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
