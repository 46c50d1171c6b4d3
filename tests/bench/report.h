/** What was measured: samples, and the table they end in. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BENCH_SAMPLES 64
#define BENCH_NAME_BYTES 64

/** Repeats of one measurement; zeroed memory is an empty one. What is too much is dropped. */
struct bench_samples {
    double values[BENCH_SAMPLES];
    size_t count;
};

/** What the numbers of a row are. */
enum bench_unit {
    BENCH_MICROSECONDS,
    BENCH_MILLISECONDS,
    BENCH_GIGABYTES_PER_SECOND,      /* 10^9 bytes moved or written */
    BENCH_TIMES,                     /* a ratio of times */
};

/** What a row's target is held against. */
enum bench_rule {
    BENCH_FOR_INFORMATION,           /* there is no target */
    BENCH_OURS_AT_MOST,
    BENCH_RATIO_AT_MOST,
    BENCH_RATIO_AT_LEAST,
};

/** Which table a row stands in. */
enum bench_table {
    BENCH_BESIDE_HAND,               /* the ratio is ours / reference, as the numbers are */
    BENCH_BESIDE_VENDOR,             /* the ratio is of speeds: past 1 ours is the faster */
};

/** One row of a table. The ratio is one of medians. */
struct bench_row {
    enum bench_table table;
    const char *what;                            /* up to BENCH_NAME_BYTES */
    enum bench_unit unit;
    const struct bench_samples *ours;
    const struct bench_samples *reference;       /* may be NULL */
    const char *reference_name;                  /* if there is a reference */
    enum bench_rule rule;
    double target;
};

/** Now.
 *  Units:   nanoseconds on CLOCK_MONOTONIC. */
int64_t bench_now_ns(void);

/** The processor time of all threads of the process so far, in user and kernel mode.
 *  Units:   nanoseconds. */
int64_t bench_cpu_ns(void);

void bench_sample(struct bench_samples *samples, double value);
double bench_median(const struct bench_samples *samples);

/** Takes a row's medians.
 *  Owner:   copies what it needs but reference_name, which must be a literal. */
void bench_add_row(const struct bench_row *row);

/** Says on the error stream what is being measured; silent if it is no terminal. */
void bench_progress(const char *what);

/** What stands above the tables. */
struct bench_heading {
    const char *device_name;
    bool is_cpu;
    int repeats;
    const char *vendor;              /* the vendor's library, or why there is none; NULL if it was
                                        not asked for */
};

/** Prints all rows, as tables or as JSON. */
void bench_print(bool as_json, const struct bench_heading *heading);

#endif
