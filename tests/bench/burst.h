/** What operations cost one by one, measured in bursts, as flat.c and growth.c do beside what is
 *  alive. */
#ifndef BENCH_BURST_H
#define BENCH_BURST_H

#include "bench.h"

#define BENCH_BURST 400              /* operations in a burst */

/** One operation; i is its number in the burst. */
struct bench_operation {
    const char *name;
    void (*run)(size_t i);
    void (*before)(void), (*after)(void);        /* a burst; not measured; may be NULL */
    bool is_for_information;         /* no target: not ours, or not expected to stay flat */
};

/** Runs bursts of each operation in turn, as often as the setting says, and once before to warm up.
 *  Units: out_samples has one for each operation, in microseconds an operation. A sample is the
 *         best of a few bursts: others use the machine too. */
void bench_bursts(const struct bench_operation *operations, size_t count,
                  struct bench_samples *out_samples);

#endif
