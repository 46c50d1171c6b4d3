/* Graphs while host memory runs short: each request for memory fails once, from the first node to
 * the end of the last capture. The call says so, what was made can be destroyed, nothing is left,
 * and all of it works afterwards. */
#include "graph_nodes.h"

#include <sched.h>
#include <string.h>

#include "decisions.h"
#include "graph/capture/capture_call.h"
#include "graph/exec/exec_update.h"
#include "graph/exec/memory_nodes.h"
#include "graph/user_object.h"
#include "ops/pool_call.h"
#include "pools/memory.h"
#include "try.h"

enum { SIZE = 256, ROW = 70, PATIENCE = 1000000 };      /* ROW: of more than one chunk */

static const char code[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry plain(.param .u32 n)\n{ ret; }\n";

/* ---- host memory that runs short ------------------------------------------------------------- */

void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);

static _Thread_local unsigned long until_short;      /* this thread's requests until one fails; 0:
                                                        none does */

static bool fails(void)
{
    return until_short > 0 && --until_short == 0;
}

/* The linker sends what the library asks for here. */
void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *old, size_t bytes)
{
    return fails() ? NULL : __real_realloc(old, bytes);
}

/* ---- what is there for all runs -------------------------------------------------------------- */

static struct {
    gi_handle stream, other, event, module, function;
    struct sched_semaphore semaphore;
    uint64_t memory, words, signalled;
    atomic_int ended, calls;
} world;

static void count(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

static void begin_world(void)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 0);
    config.info.choices = true;
    sched_begin_config(&config);
    world.stream = sched_stream();
    world.other = sched_stream();
    world.event = sched_event();
    world.module = sched_module(code, sizeof code);
    OK(gi_module_function(world.module, "plain", &world.function));
    sched_semaphore_make(&world.semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    world.memory = sched_memory(ROW * SIZE);
    world.words = sched_host_memory(SIZE);
}

static void end_world(void)
{
    OK(gi_memory_free(world.memory));
    OK(gi_memory_host_free(world.words));
    sched_semaphore_end(&world.semaphore);
    OK(gi_module_unload(world.module));
    OK(gi_event_destroy(world.event));
    OK(gi_stream_destroy(world.other));
    OK(gi_stream_destroy(world.stream));
    sched_expect_nothing_left();
}

/* ---- one run --------------------------------------------------------------------------------- */

struct made {
    gi_handle user, inner, graph, clone, exec, captured;
    gi_handle fill, signal;              /* nodes of the graph */
    gi_handle owners[2], owner_execs[2]; /* with memory of their own */
    uint64_t owned[2];
    size_t objects;                      /* that were given to the graph */
    struct decisions decisions;          /* of the device */
};

static gi_status ask_fill(size_t at, uint8_t value, struct gi_asked **out)
{
    const struct gi_asked_fill like = { .pointer = world.memory + at * SIZE, .width = SIZE,
                                        .height = 1, .value = value, .element_bytes = 1 };

    return gi_ask_fill(&like, out);
}

static gi_status ask_copy(size_t to, size_t from, struct gi_asked **out)
{
    const struct gi_asked_copy like = {
        .copy = { .measure = GI_COPY_LINEAR, .width = SIZE, .height = 1, .depth = 1,
                  .dst.pointer = world.memory + to * SIZE,
                  .src.pointer = world.memory + from * SIZE, .kind = GI_COPY_INFER },
        .is_line = true,
    };

    return gi_ask_copy(&like, out);
}

static gi_status ask_signal(struct gi_asked **out)
{
    const struct gi_external_semaphore_item item = { world.semaphore.handle, ++world.signalled, 0,
                                                     true };

    return gi_ask_semaphores(&gi_node_semaphore_signal, &item, &item, sizeof item, &item,
                             sizeof item, 1, out);
}

static gi_status ask_words(struct gi_asked **out)
{
    const struct gi_value_op op = { .kind = GI_VALUE_OP_WRITE, .pointer = world.words,
                                    .size_bytes = 4, .value = 7 };

    return gi_ask_words(0, 0, &(struct gi_word_list){ .ops = &op, .count = 1, .parameters = &op,
                                                      .parameter_bytes = sizeof op }, out);
}

/* Adds behind a node, which becomes the new one. */
static gi_status add(gi_handle graph, gi_handle *node, struct gi_asked *asked)
{
    gi_handle before = *node;

    return gi_graph_add(graph, &before, NULL, before != 0, asked, 0, node);
}

/* A row of copies, and behind it one node of each other kind. */
static gi_status fill_graph(struct made *made, gi_handle graph, uint8_t value)
{
    struct gi_asked *asked;
    gi_handle node = 0, child;

    TRY(ask_fill(0, value, &asked));
    TRY(add(graph, &node, asked));
    made->fill = made->fill == 0 ? node : made->fill;
    for (size_t i = 1; i < ROW; i++) {
        TRY(ask_copy(i, i - 1, &asked));
        TRY(add(graph, &node, asked));
    }
    TRY(decisions_ask_kernel(world.function, 1, 3, &asked));
    TRY(add(graph, &node, asked));
    TRY(gi_ask_host(count, &world.calls, &asked));
    TRY(add(graph, &node, asked));
    TRY(gi_ask_event(&gi_node_event_record, world.event, &asked));
    TRY(add(graph, &node, asked));
    TRY(gi_ask_event(&gi_node_event_wait, world.event, &asked));
    TRY(add(graph, &node, asked));
    TRY(ask_words(&asked));
    TRY(add(graph, &node, asked));
    TRY(gi_ask_nothing(&gi_node_child_graph, &asked));
    TRY(gi_graph_add(graph, &node, NULL, 1, asked, made->inner, &child));
    TRY(gi_ask_nothing(&gi_node_empty, &asked));
    TRY(add(graph, &child, asked));
    TRY(ask_signal(&asked));
    TRY(add(graph, &child, asked));
    made->signal = made->signal == 0 ? child : made->signal;
    return GI_OK;
}

static gi_status make_graphs(struct made *made)
{
    struct gi_asked *asked;
    gi_handle node = 0, found;

    TRY(gi_user_object_create(&world.ended, count, 1, &made->user));
    TRY(gi_graph_create(&made->inner));
    TRY(ask_fill(1, 9, &asked));
    TRY(add(made->inner, &node, asked));
    TRY(gi_graph_create(&made->graph));
    TRY(gi_graph_retain_user(made->graph, made->user, 1, true));
    made->objects = 1;
    TRY(fill_graph(made, made->graph, 1));
    TRY(gi_graph_clone(made->graph, &made->clone));
    return gi_graph_find_in_clone(made->fill, made->clone, &found);
}

static gi_status launch_and_change(struct made *made)
{
    struct gi_exec_request request = { .flags = 0 };
    struct gi_exec_update update;
    struct gi_asked *asked;
    gi_handle other = 0;
    gi_status status;

    TRY(gi_exec_create(made->graph, &request, &made->exec));
    TRY(gi_exec_launch(made->exec, world.stream));
    TRY(ask_fill(0, 4, &asked));
    TRY(gi_exec_ask(made->exec, made->fill, asked));
    TRY(ask_signal(&asked));
    TRY(gi_exec_ask(made->exec, made->signal, asked));
    TRY(gi_exec_launch(made->exec, world.stream));
    TRY(gi_exec_enable(made->exec, made->fill, false));
    TRY(ask_signal(&asked));
    TRY(gi_exec_ask(made->exec, made->signal, asked));
    TRY(gi_exec_launch(made->exec, world.other));
    TRY(gi_graph_create(&other));
    status = fill_graph(made, other, 5);
    if (status == GI_OK)
        status = gi_exec_update(made->exec, other, &update);
    if (status == GI_OK)
        status = gi_exec_launch(made->exec, world.stream);
    if (status != GI_OK)
        (void)!gi_graph_destroy(other);
    return status != GI_OK ? status : gi_graph_destroy(other);
}

static gi_status capture(struct made *made)
{
    const struct gi_capture_nodes none = { .count = 0 };
    struct gi_capture_info info;

    TRY(gi_capture_begin(world.stream, 0, 0, &none));
    TRY(gi_fill_async(world.memory, 1, 1, SIZE, world.stream));
    TRY(gi_event_record(world.event, world.stream));
    TRY(gi_stream_wait_event(world.other, world.event));
    TRY(gi_copy_async(world.memory + SIZE, world.memory, SIZE, GI_COPY_INFER, world.other));
    TRY(gi_stream_host_function(world.other, count, &world.calls));
    TRY(gi_event_record(world.event, world.other));
    TRY(gi_stream_wait_event(world.stream, world.event));
    TRY(gi_capture_ask(world.stream, &info));
    return gi_capture_end(world.stream, &made->captured);
}

/* A graph that allocates and fills; the second one frees, too. */
static gi_status make_owner(struct made *made, size_t number)
{
    const struct gi_graph_properties properties = gi_graph_properties_of(0);
    const struct gi_alloc_request request = {
        .allocation_type = 1, .location_type = 1, .size_bytes = SIZE, .properties = &properties,
        .property_bytes = sizeof properties,
    };
    struct gi_exec_request instantiate = { .flags = 0 };
    gi_handle graph, node = 0, last;
    struct gi_asked *asked;

    TRY(gi_graph_create(&made->owners[number]));
    graph = made->owners[number];
    TRY(gi_ask_alloc(&request, &asked));
    gi_asked_ref(asked);
    gi_status status = gi_node_add(graph, NULL, NULL, 0, asked, 0, &node);
    made->owned[number] = ((const struct gi_asked_memory *)asked)->pointer;
    gi_asked_unref(asked);
    if (status != GI_OK)
        made->owned[number] = 0;
    TRY(status);
    const struct gi_asked_fill like = { .pointer = made->owned[number], .width = SIZE, .height = 1,
                                        .value = 3, .element_bytes = 1 };
    TRY(gi_ask_fill(&like, &asked));
    last = node;
    TRY(add(graph, &last, asked));
    if (number == 1) {
        TRY(gi_ask_free(made->owned[number], &asked));
        TRY(add(graph, &last, asked));
    }
    return gi_exec_create(graph, &instantiate, &made->owner_execs[number]);
}

/* The two share memory, or one moves to another stream; a trim takes all of it. */
static gi_status use_memory(struct made *made)
{
    for (size_t i = 0; i < 2; i++)
        TRY(make_owner(made, i));
    TRY(gi_exec_launch(made->owner_execs[1], world.stream));
    TRY(gi_exec_launch(made->owner_execs[0], world.stream));
    TRY(gi_exec_launch(made->owner_execs[1], world.other));
    TRY(gi_memory_free_async(made->owned[0], world.other));
    TRY(gi_exec_launch(made->owner_execs[0], world.stream));
    TRY(gi_memory_free(made->owned[0]));
    TRY(gi_stream_synchronize(world.other));
    TRY(gi_graph_memory_trim(0));
    return gi_exec_launch(made->owner_execs[1], world.other);
}

static gi_status work(struct made *made)
{
    TRY(make_graphs(made));
    TRY(launch_and_change(made));
    TRY(use_memory(made));
    TRY(decisions_work(&made->decisions));
    REQUIRE(made->decisions.are_done, "other kernels ran");
    return capture(made);
}

/* ---- what is left ---------------------------------------------------------------------------- */

static void end_capture(struct made *made)
{
    enum gi_capture_status status;

    OK(gi_capture_status_of(world.stream, &status));
    if (status != GI_CAPTURE_NONE)
        (void)!gi_capture_end(world.stream, &made->captured);
}

/* Work that had no memory for its submit fails its stream, which tells that once. */
static bool is_short(gi_status status)
{
    return status == GI_OUT_OF_MEMORY || status == GI_AWAITED_FAILED;
}

static void settle(gi_handle stream)
{
    gi_status status = gi_stream_synchronize(stream);

    REQUIRE(status == GI_OK || is_short(status), "%s", gi_status_name(status));
}

/* Nothing of it is used any more. */
static void end_memory(struct made *made, unsigned long nth)
{
    uint64_t bytes;

    if (made->owned[0] != 0)
        (void)!gi_memory_free(made->owned[0]);   /* it may be the program's */
    for (size_t i = 0; i < 2; i++) {
        decisions_destroy(gi_exec_destroy, made->owner_execs[i], "an executable with memory",
                          sched_expect_ended);
        decisions_destroy(gi_graph_destroy, made->owners[i], "a graph with memory",
                          sched_expect_ended);
    }
    OK(gi_graph_memory_trim(0));
    for (int i = GI_GRAPH_USED; i <= GI_GRAPH_RESERVED; i += GI_GRAPH_RESERVED - GI_GRAPH_USED) {
        OK(gi_graph_memory_amount(0, i, &bytes));
        REQUIRE(bytes == 0, "request %lu leaves %llu bytes of amount %d", nth,
                (unsigned long long)bytes, i);
    }
}

static void clean_up(struct made *made, unsigned long nth)
{
    end_capture(made);
    settle(world.stream);
    settle(world.other);
    OK(gi_stream_synchronize(world.stream));
    OK(gi_stream_synchronize(world.other));
    end_memory(made, nth);
    decisions_end(&made->decisions, sched_expect_ended);
    decisions_destroy(gi_exec_destroy, made->exec, "the executable", sched_expect_ended);
    decisions_destroy(gi_graph_destroy, made->captured, "the captured graph", sched_expect_ended);
    decisions_destroy(gi_graph_destroy, made->clone, "the clone", sched_expect_ended);
    decisions_destroy(gi_graph_destroy, made->graph, "the graph", sched_expect_ended);
    decisions_destroy(gi_graph_destroy, made->inner, "the inner graph", sched_expect_ended);
    if (made->user != 0 && made->objects == 0)
        OK(gi_user_object_release(made->user, 1));
    for (int look = 0; made->user != 0 && atomic_load(&world.ended) == 0; look++) {
        REQUIRE(look < PATIENCE, "the user object is kept");
        sched_yield();                   /* a thread of the library ends it */
    }
    OK(gi_event_record(world.event, world.stream));      /* it stands for no capture any more */
    OK(gi_event_synchronize(world.event));
}

struct census {
    size_t objects[GI_OBJECT_KIND_COUNT];
    struct gifake_live live;
};

static void take_census(struct census *census)
{
    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++)
        census->objects[i] = gi_handle_live_count((enum gi_object_kind)i);
    gifake_live(&census->live);
}

static enum gi_object_kind find_more(const struct census *before, struct census *now)
{
    take_census(now);
    for (int i = 0; i < GI_OBJECT_KIND_COUNT; i++) {
        if (now->objects[i] > before->objects[i])
            return (enum gi_object_kind)i;
    }
    return GI_OBJECT_KIND_COUNT;
}

/* Threads of the library may still be dropping their last references. */
static void compare(const struct census *before, unsigned long nth)
{
    struct census now;
    enum gi_object_kind more = find_more(before, &now);

    for (int look = 0; more != GI_OBJECT_KIND_COUNT && look < PATIENCE; look++) {
        sched_yield();
        more = find_more(before, &now);
    }
    REQUIRE(more == GI_OBJECT_KIND_COUNT, "request %lu leaves %zu instead of %zu: %s", nth,
            now.objects[more], before->objects[more], gi_object_kind_name(more));
    REQUIRE(now.live.recordings <= before->live.recordings, "request %lu leaves recordings", nth);
}

/* nth 0: nothing fails. Returns whether the request came. */
static bool run(unsigned long nth)
{
    struct made made = { .user = 0 };
    gi_status status;

    atomic_store(&world.ended, 0);
    until_short = nth;
    status = work(&made);
    bool has_failed = nth > 0 && until_short == 0;
    until_short = 0;
    REQUIRE(status == GI_OK || (nth > 0 && is_short(status)), "request %lu: %s (%s)", nth,
            gi_status_name(status), gi_last_error_detail());
    REQUIRE(status == GI_OK || gi_last_error_detail()[0] != '\0', "request %lu: no sentence", nth);
    clean_up(&made, nth);
    return has_failed;
}

static void each_request_for_memory_fails_once(void)
{
    struct census before;

    begin_world();
    REQUIRE(!run(0), "nothing was to fail");
    take_census(&before);
    for (unsigned long nth = 1; run(nth); nth++) {
        compare(&before, nth);
        REQUIRE(nth < 5000, "requests without end");
    }
    REQUIRE(!run(0), "nothing was to fail");
    compare(&before, 0);
    end_world();
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
#define CASE(name) { #name, name, 0 }
        CASE(each_request_for_memory_fails_once),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
