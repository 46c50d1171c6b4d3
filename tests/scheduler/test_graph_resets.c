/* A lost device is reset by another thread at chosen points of a launch. The device that a reset
 * opens anew has the old one's number. It gets nothing that was prepared or recorded for the old
 * one, and the old one's stream gets nothing of it. */
#include "graph_nodes.h"

#include <string.h>

#include "graph/exec/exec_prepare.h"
#include "pools/register.h"

enum { PAGE = 4096, FILLED = 256 };

/* Memory of the program: what is registered again after a reset has its old address. */
static _Alignas(PAGE) uint8_t pages[2][PAGE];

static void register_page(int number)
{
    OK(gi_memory_host_register((uintptr_t)pages[number], PAGE, 0));
}

/* ---- the other thread ------------------------------------------------------------------------ */

static _Thread_local unsigned until_reset;   /* nodes that this thread prepares before the reset; 0:
                                                there is none */

/* The device is lost with work in its queues, so the library notices. */
static void *lose_and_reset(void *none)
{
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(FILLED);

    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, FILLED, stream));
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
    sched_resume_all();
    OK(gi_device_reset());
    gifake_return_device(0);
    for (int i = 0; i < 2; i++)
        register_page(i);
    return none;
}

gi_status __real_gi_exec_prepare_node(struct gi_exec *exec, size_t number,
                                      struct gi_node_run *run);
gi_status __wrap_gi_exec_prepare_node(struct gi_exec *exec, size_t number,
                                      struct gi_node_run *run);

/* The linker sends the library's call here. */
gi_status __wrap_gi_exec_prepare_node(struct gi_exec *exec, size_t number, struct gi_node_run *run)
{
    pthread_t thread;

    if (until_reset > 0 && --until_reset == 0) {
        REQUIRE(pthread_create(&thread, NULL, lose_and_reset, NULL) == 0, "no thread");
        pthread_join(thread, NULL);
    }
    return __real_gi_exec_prepare_node(exec, number, run);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static char told[200];

static void note_violation(const char *text)
{
    (void)snprintf(told, sizeof told, "%s", text);
}

/* Two fills in a row, of one recording. The reset comes before a node is prepared, counted from 1
 * on. */
static void launch_with_reset_before(unsigned node, const char *sentence)
{
    gi_handle graph, exec, first, stream;

    sched_begin_plain();
    told[0] = '\0';
    for (int i = 0; i < 2; i++)
        register_page(i);
    stream = sched_stream();
    graph = sched_graph();
    first = sched_node(graph, 0, sched_ask_fill((uintptr_t)pages[0], FILLED, 1));
    (void)sched_node(graph, first, sched_ask_fill((uintptr_t)pages[1], FILLED, 1));
    exec = sched_exec(graph);
    OK(gi_memory_host_unregister((uintptr_t)pages[0]));      /* so all is recorded again */
    register_page(0);
    gifake_on_violation(note_violation);
    until_reset = node;
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    gifake_on_violation(NULL);
    REQUIRE(until_reset == 0, "nothing was reset");
    REQUIRE(strstr(gi_last_error_detail(), sentence) != NULL, "%s", gi_last_error_detail());
    REQUIRE(told[0] == '\0', "%s", told);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
}

/* The first command was prepared for the lost device, the second one for the new one. */
static void a_reset_comes_while_a_graph_is_recorded(void)
{
    launch_with_reset_before(2, "while the graph was recorded");
}

/* The stream was the lost device's, the recording is the new one's. */
static void a_reset_comes_while_a_graph_is_submitted(void)
{
    launch_with_reset_before(1, "since the graph was recorded");
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
#define CASE(name) { #name, name, 0 }
        CASE(a_reset_comes_while_a_graph_is_recorded),
        CASE(a_reset_comes_while_a_graph_is_submitted),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
