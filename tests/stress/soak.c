/* Rounds of the soak. GPUINTEROP_TEST_SEED is the seed of the first round; a failure says the seed
 * of its own, so that it is repeated without those before. Each step has random numbers of its own:
 * with --without, or fewer operations, the other steps stay what they were. */
#include "soak.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    ROUND_STEPS = 2500, DEFAULT_STEPS = 5000, LOG_LINES = 50, LOG_BYTES = 160,
    PATIENCE_SECONDS = 300           /* a round that takes longer hangs */
};

static char log_lines[LOG_LINES][LOG_BYTES];
static uint64_t log_count, round_seed, current_step;

void soak_log(struct soak *soak, const char *format, ...)
{
    char *line = log_lines[log_count++ % LOG_LINES];
    va_list arguments;

    int length = snprintf(line, LOG_BYTES, "%llu: ", (unsigned long long)soak->step);
    va_start(arguments, format);
    vsnprintf(line + length, LOG_BYTES - (size_t)length, format, arguments);
    va_end(arguments);
}

static void print_log(void)
{
    uint64_t first = log_count > LOG_LINES ? log_count - LOG_LINES : 0;

    for (uint64_t i = first; i < log_count; i++)
        fprintf(stderr, "    %s\n", log_lines[i % LOG_LINES]);
    fprintf(stderr, "repeat with GPUINTEROP_TEST_SEED=0x%" PRIx64 " and soak --operations %llu\n",
            round_seed, (unsigned long long)current_step + 1);
}

static void tell_that_it_hangs(int signal_number)
{
    (void)signal_number;
    stress_fail(__FILE__, __LINE__, "a round takes longer than %d s", PATIENCE_SECONDS);
}

/* ---- operations ------------------------------------------------------------------------------ */

static void change_buffer(struct soak *soak, int stream)
{
    struct soak_buffer *buffer = &soak->buffers[soak_below(soak, SOAK_BUFFERS)];

    if (buffer->pointer != NULL)
        soak_buffer_end(soak, buffer, stream);
    else
        soak_buffer_make(soak, buffer, stream);
}

static void ask(struct soak *soak, int stream)
{
    cudaEvent_t event = soak->events[soak_below(soak, SOAK_EVENTS)];

    soak_log(soak, "ask about %d", stream);
    cudaError_t result = cudaStreamQuery(soak->streams[stream]);
    REQUIRE(result == cudaSuccess || result == cudaErrorNotReady, "a stream answers %s",
            cudaGetErrorName(result));
    result = cudaEventQuery(event);
    REQUIRE(result == cudaSuccess || result == cudaErrorNotReady, "an event answers %s",
            cudaGetErrorName(result));
    (void)cudaGetLastError();
}

static void wait_for(struct soak *soak, int stream)
{
    soak_log(soak, "wait for %d", stream);
    if (soak_below(soak, 8) == 0)
        OK(cudaDeviceSynchronize());
    else if (soak_below(soak, 4) == 0)
        OK(cudaEventSynchronize(soak->events[soak_below(soak, SOAK_EVENTS)]));
    else
        OK(cudaStreamSynchronize(soak->streams[stream]));
}

static void order_two(struct soak *soak, int stream)
{
    int other = (int)soak_below(soak, SOAK_STREAMS);

    soak_log(soak, "%d after %d", stream, other);
    soak_come_after(soak, stream, other);
}

static void replace(struct soak *soak, int stream)
{
    soak_log(soak, "replace %d", stream);
    soak_replace_stream(soak, stream);
}

static void trim(struct soak *soak, int stream)
{
    (void)stream;
    soak_log(soak, "trim");
    OK(cudaMemPoolTrimTo(soak->pool, soak_below(soak, 2) * 65536));
}

static const struct operation {
    const char *name;
    size_t weight;
    void (*run)(struct soak *soak, int stream);
} operations[] = {
    { "buffers", 10, change_buffer },
    { "fill", 12, soak_fill },
    { "fill_box", 8, soak_fill_box },
    { "copy", 16, soak_copy },
    { "copy_box", 12, soak_copy_box },
    { "batch", 4, soak_copy_batch },
    { "read", 4, soak_read },
    { "check", 6, soak_check_later },
    { "touch", 4, soak_touch },
    { "ask", 3, ask },
    { "wait", 3, wait_for },
    { "order", 4, order_two },
    { "replace", 3, replace },
    { "trim", 1, trim },
};

static bool is_left_out(const char *name)
{
    for (int i = 0; i < stress_options.without_count; i++) {
        if (strcmp(stress_options.without[i], name) == 0)
            return true;
    }
    return false;
}

static void do_step(struct soak *soak)
{
    size_t sum = 0;

    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        sum += operations[i].weight;
    soak->random.state = round_seed + (soak->step + 1) * UINT64_C(0xd1342543de82ef95);
    size_t drawn = soak_below(soak, sum);
    int stream = (int)soak_below(soak, SOAK_STREAMS);
    const struct operation *operation = operations;
    while (drawn >= operation->weight)
        drawn -= operation++->weight;
    if (!is_left_out(operation->name))
        operation->run(soak, stream);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static void run_round(uint64_t steps)
{
    struct soak *soak = stress_new(1, sizeof *soak);

    log_count = 0;
    current_step = 0;
    soak->random.state = round_seed;
    alarm(PATIENCE_SECONDS);
    soak_streams_begin(soak);
    soak_memory_begin(soak);
    for (soak->step = 0; soak->step < steps; soak->step++) {
        current_step = soak->step;
        do_step(soak);
    }
    soak_memory_end(soak);
    soak_streams_end(soak);
    alarm(0);
    free(soak);
}

void stress_soak(size_t count)
{
    static struct test_random random;
    static bool has_begun;
    uint64_t steps = stress_options.operations != 0 ? stress_options.operations : DEFAULT_STEPS;
    uint64_t done = 0, rounds = 0;
    int64_t end = gi_now_ns() + stress_options.seconds / 2 * INT64_C(1000000000);

    (void)count;
    if (!has_begun)
        test_random_begin(&random, "soak");
    has_begun = true;
    stress_on_failure(print_log);
    signal(SIGALRM, tell_that_it_hangs);
    while (stress_options.seconds > 0 ? gi_now_ns() < end : done < steps) {
        uint64_t left = stress_options.seconds > 0 ? ROUND_STEPS : steps - done;
        round_seed = random.state;
        run_round(left < ROUND_STEPS ? left : ROUND_STEPS);
        done += left < ROUND_STEPS ? left : ROUND_STEPS;
        rounds++;
        (void)test_random_next(&random);
    }
    printf("  %llu rounds, %llu operations\n", (unsigned long long)rounds,
           (unsigned long long)done);
    stress_on_failure(NULL);
}
