/* Conditional nodes that the device decides about: launches in several streams, and ends under
 * launches. The fake refuses a recording with choices that two queues may run at once, and memory
 * or kernels of one that end under it. */
#include "graph_nodes.h"

#include "decisions.h"

enum { LEFT_OUT = 2 };                       /* of the kernels of a launch */

static struct decisions made;

static void begin(void)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 0);
    config.info.choices = true;
    config.info.queue_count = GIFAKE_MAX_QUEUES;
    sched_begin_config(&config);
    OK(decisions_make(&made));
}

static unsigned long left_out(void)
{
    struct gifake_counts counts;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    return counts.left_out;
}

/* One launch comes behind the other, whatever queues they have. The fake looks at that as it is
 * given a batch, so it is given the first ones while the queues stand still. */
static void launches_in_several_streams(void)
{
    enum { STREAMS = 3, LAUNCHES = 60 };
    gi_handle streams[STREAMS];

    begin();
    for (int i = 0; i < STREAMS; i++) {
        streams[i] = sched_stream();
        REQUIRE(sched_has_own_queue(streams[i]), "stream %d shares its queue", i);
    }
    gifake_reset_counts(0);
    sched_pause_all();
    for (int i = 0; i < LAUNCHES; i++) {
        OK(gi_exec_launch(made.exec, streams[i % STREAMS]));
        if (i != STREAMS - 1)
            continue;
        REQUIRE(gifake_wait_batches(0, STREAMS), "a launch was not submitted");
        sched_resume_all();
    }
    for (int i = 0; i < STREAMS; i++)
        OK(gi_stream_synchronize(streams[i]));
    REQUIRE(left_out() == LAUNCHES * LEFT_OUT, "%lu launches were left out", left_out());
    for (int i = 0; i < STREAMS; i++)
        OK(gi_stream_destroy(streams[i]));
    decisions_end(&made, sched_expect_ended);
    sched_expect_nothing_left();
}

/* The executable, its graph and the module of its kernels. */
static void all_ends_under_launches(void)
{
    begin();
    sched_pause_all();
    for (int i = 0; i < 3; i++)
        OK(gi_exec_launch(made.exec, made.stream));
    OK(gi_exec_destroy(made.exec));
    OK(gi_graph_destroy(made.graphs[0]));
    OK(gi_module_unload(made.module));
    sched_resume_all();
    OK(gi_stream_synchronize(made.stream));
    REQUIRE(left_out() == 3 * LEFT_OUT, "%lu launches were left out", left_out());
    OK(gi_stream_destroy(made.stream));
    sched_expect_nothing_left();
}

/* After the reset the executable names what is gone. */
static void the_device_is_lost_under_a_launch(void)
{
    struct gifake_live live;

    begin();
    sched_pause_all();
    OK(gi_exec_launch(made.exec, made.stream));
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(made.stream));
    sched_resume_all();
    OK(gi_device_reset());
    gifake_return_device(0);
    gi_handle stream = sched_stream();
    STATUS(GI_INVALID_VALUE, gi_exec_launch(made.exec, stream));
    OK(gi_exec_destroy(made.exec));
    OK(gi_graph_destroy(made.graphs[0]));
    OK(gi_stream_destroy(stream));
    gifake_live(&live);
    REQUIRE(live.recordings == 0 && live.kernels == 0, "%u recordings and %u kernels are left",
            live.recordings, live.kernels);
}

static void a_reset_comes_under_a_launch(void)
{
    begin();
    OK(gi_exec_launch(made.exec, made.stream));
    OK(gi_device_reset());
    OK(gi_exec_destroy(made.exec));
    OK(gi_graph_destroy(made.graphs[0]));
    sched_expect_nothing_left();
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
#define CASE(name) { #name, name, 0 }
        CASE(launches_in_several_streams),
        CASE(all_ends_under_launches),
        CASE(the_device_is_lost_under_a_launch),
        CASE(a_reset_comes_under_a_launch),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
