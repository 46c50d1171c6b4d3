#include "burst.h"

#define BURSTS 3                     /* of a sample */

static double run_burst(const struct bench_operation *operation)
{
    if (operation->before)
        operation->before();
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < BENCH_BURST; i++)
        operation->run(i);
    int64_t end = bench_now_ns();
    if (operation->after)
        operation->after();
    return (double)(end - start) / 1000 / BENCH_BURST;
}

static double best_burst(const struct bench_operation *operation)
{
    double best = run_burst(operation);
    for (int again = 1; again < BURSTS; again++) {
        double time = run_burst(operation);
        best = time < best ? time : best;
    }
    return best;
}

void bench_bursts(const struct bench_operation *operations, size_t count,
                  struct bench_samples *out_samples)
{
    for (size_t k = 0; k < count; k++)
        (void)run_burst(&operations[k]);         /* to warm up */
    for (int repeat = 0; repeat < bench_setting.repeats; repeat++) {
        for (size_t k = 0; k < count; k++)
            bench_sample(&out_samples[k], best_burst(&operations[k]));
    }
}
