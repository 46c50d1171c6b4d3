#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MAX_ROWS 256

struct kept_row {
    struct bench_row row;            /* its samples are not looked at any more */
    char what[BENCH_NAME_BYTES];
    double ours, lowest, highest;
    double reference, ratio;         /* NAN if there is no reference */
    double quartiles[2], reference_quartiles[2];     /* lower and upper; NAN */
};

static struct kept_row rows[MAX_ROWS];
static size_t row_count;

int64_t bench_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t bench_cpu_ns(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return ((int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000
           + ((int64_t)usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

void bench_sample(struct bench_samples *samples, double value)
{
    if (samples->count < BENCH_SAMPLES)
        samples->values[samples->count++] = value;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static struct bench_samples sorted(const struct bench_samples *samples)
{
    struct bench_samples copy = *samples;
    qsort(copy.values, copy.count, sizeof(copy.values[0]), compare);
    return copy;
}

double bench_median(const struct bench_samples *samples)
{
    if (samples->count == 0)
        return NAN;
    struct bench_samples copy = sorted(samples);
    size_t middle = copy.count / 2;
    return copy.count % 2 ? copy.values[middle]
                          : (copy.values[middle - 1] + copy.values[middle]) / 2;
}

/* The samples at a quarter and at three quarters, or those beside them that are further out. */
static void find_quartiles(const struct bench_samples *samples, double out[2])
{
    out[0] = out[1] = NAN;
    if (samples == NULL || samples->count == 0)
        return;
    struct bench_samples all = sorted(samples);
    out[0] = all.values[(all.count - 1) / 4];
    out[1] = all.values[all.count - 1 - (all.count - 1) / 4];
}

static bool speeds_are_compared(const struct bench_row *row)
{
    return row->table == BENCH_BESIDE_VENDOR;
}

void bench_add_row(const struct bench_row *row)
{
    if (row_count == MAX_ROWS || row->ours->count == 0) {
        fprintf(stderr, "bench: no room or no samples for \"%s\"\n", row->what);
        exit(1);
    }
    struct bench_samples all = sorted(row->ours);
    struct kept_row *kept = &rows[row_count++];
    *kept = (struct kept_row){
        .row = *row,
        .ours = bench_median(row->ours),
        .lowest = all.values[0],
        .highest = all.values[all.count - 1],
        .reference = row->reference ? bench_median(row->reference) : NAN,
    };
    kept->ratio = speeds_are_compared(row) && row->unit != BENCH_GIGABYTES_PER_SECOND
                      ? kept->reference / kept->ours
                      : kept->ours / kept->reference;
    find_quartiles(row->ours, kept->quartiles);
    find_quartiles(row->reference, kept->reference_quartiles);
    snprintf(kept->what, sizeof(kept->what), "%s", row->what);
    kept->row.ours = kept->row.reference = NULL;
}

void bench_progress(const char *what)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "   %s\n", what);
}

static const char *unit_name(enum bench_unit unit)
{
    switch (unit) {
    case BENCH_MICROSECONDS:
        return "us";
    case BENCH_MILLISECONDS:
        return "ms";
    case BENCH_GIGABYTES_PER_SECOND:
        return "GB/s";
    case BENCH_TIMES:
        return "times";
    }
    return "";
}

/* "yes" or "no", or "" for a row without a target. */
static const char *met(const struct kept_row *kept)
{
    switch (kept->row.rule) {
    case BENCH_FOR_INFORMATION:
        return "";
    case BENCH_OURS_AT_MOST:
        return kept->ours <= kept->row.target ? "yes" : "no";
    case BENCH_RATIO_AT_MOST:
        return kept->ratio <= kept->row.target ? "yes" : "no";
    case BENCH_RATIO_AT_LEAST:
        return kept->ratio >= kept->row.target ? "yes" : "no";
    }
    return "";
}

static void describe_target(const struct bench_row *row, char *out, size_t size)
{
    const char *ratio = speeds_are_compared(row) ? "speed" : "ratio";
    out[0] = '\0';
    switch (row->rule) {
    case BENCH_FOR_INFORMATION:
        break;
    case BENCH_OURS_AT_MOST:
        snprintf(out, size, "<= %g %s", row->target, unit_name(row->unit));
        break;
    case BENCH_RATIO_AT_MOST:
        snprintf(out, size, "%s <= %g", ratio, row->target);
        break;
    case BENCH_RATIO_AT_LEAST:
        snprintf(out, size, "%s >= %g", ratio, row->target);
        break;
    }
}

static void print_row(const struct kept_row *kept)
{
    const char *unit = unit_name(kept->row.unit);
    char ours[32], reference[80] = "", ratio[16] = "", target[32];
    snprintf(ours, sizeof(ours), "%.3f %-4s", kept->ours, unit);
    if (!isnan(kept->reference)) {
        snprintf(reference, sizeof(reference), "%.3f %s %s", kept->reference, unit,
                 kept->row.reference_name);
        snprintf(ratio, sizeof(ratio), "%.3f", kept->ratio);
    }
    describe_target(&kept->row, target, sizeof(target));
    int width = speeds_are_compared(&kept->row) ? 14 : 37;
    printf("%-50s %15s  %-*s %7s  %-13s %-3s  %.4g..%.4g", kept->what, ours, width, reference,
           ratio, target, met(kept), kept->quartiles[0], kept->quartiles[1]);
    if (!isnan(kept->reference))
        printf(", %.4g..%.4g", kept->reference_quartiles[0], kept->reference_quartiles[1]);
    putchar('\n');
}

/* The rows of one table, and how many of their targets are met. */
static void print_rows(enum bench_table table)
{
    size_t targets = 0, reached = 0, count = 0;
    for (size_t i = 0; i < row_count; i++) {
        if (rows[i].row.table != table)
            continue;
        print_row(&rows[i]);
        count++;
        targets += rows[i].row.rule != BENCH_FOR_INFORMATION;
        reached += strcmp(met(&rows[i]), "yes") == 0;
    }
    if (count > 0)
        printf("%zu of %zu targets are met.\n", reached, targets);
}

static bool has_rows(enum bench_table table)
{
    for (size_t i = 0; i < row_count; i++) {
        if (rows[i].row.table == table)
            return true;
    }
    return false;
}

static void print_tables(const struct bench_heading *heading)
{
    printf("%s; medians of up to %d repeats.\n", heading->device_name, heading->repeats);
    if (has_rows(BENCH_BESIDE_HAND)) {
        printf("\nBeside the same by hand; ratio is ours / reference.%s\n\n",
               heading->is_cpu ? "" : " The targets are set for Mesa's CPU driver on 2 cores.");
        printf("%-50s %15s  %-37s %7s  %-13s %-3s  %s\n", "what", "ours", "reference", "ratio",
               "target", "met", "quartiles");
        print_rows(BENCH_BESIDE_HAND);
    }
    if (heading->vendor)
        printf("\nBeside the vendor's library: %s\n", heading->vendor);
    if (has_rows(BENCH_BESIDE_VENDOR)) {
        printf("Rounds in turn; speed is ours / the vendor's, past 1 ours is the faster.\n\n");
        printf("%-50s %15s  %-14s %7s  %-13s %-3s  %s\n", "what", "ours", "vendor's", "speed",
               "target", "met", "quartiles");
        print_rows(BENCH_BESIDE_VENDOR);
    }
}

static void print_json_string(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if ((unsigned char)*text < ' ')
            printf("\\u%04x", (unsigned)*text);
        else
            printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    putchar('"');
}

static void print_json_number(const char *name, double value)
{
    if (isnan(value) || isinf(value))
        printf(", \"%s\": null", name);
    else
        printf(", \"%s\": %.9g", name, value);
}

static void print_json(const struct bench_heading *heading)
{
    static const char *const rules[] = {"none", "ours at most", "ratio at most", "ratio at least"};
    printf("{\"device\": ");
    print_json_string(heading->device_name);
    printf(", \"cpu_device\": %s, \"repeats\": %d, \"vendor\": ",
           heading->is_cpu ? "true" : "false", heading->repeats);
    print_json_string(heading->vendor ? heading->vendor : "");
    printf(", \"rows\": [");
    for (size_t i = 0; i < row_count; i++) {
        const struct kept_row *kept = &rows[i];
        printf("%s\n  {\"beside\": \"%s\", \"what\": ", i ? "," : "",
               speeds_are_compared(&kept->row) ? "vendor" : "hand");
        print_json_string(kept->what);
        printf(", \"unit\": \"%s\"", unit_name(kept->row.unit));
        print_json_number("ours", kept->ours);
        print_json_number("lowest", kept->lowest);
        print_json_number("highest", kept->highest);
        print_json_number("lower_quartile", kept->quartiles[0]);
        print_json_number("upper_quartile", kept->quartiles[1]);
        print_json_number("reference", kept->reference);
        print_json_number("reference_lower_quartile", kept->reference_quartiles[0]);
        print_json_number("reference_upper_quartile", kept->reference_quartiles[1]);
        print_json_number("ratio", kept->ratio);
        printf(", \"reference_name\": ");
        print_json_string(isnan(kept->reference) ? "" : kept->row.reference_name);
        printf(", \"rule\": \"%s\"", rules[kept->row.rule]);
        bool has_target = kept->row.rule != BENCH_FOR_INFORMATION;
        print_json_number("target", has_target ? kept->row.target : NAN);
        printf(", \"met\": %s}",
               !has_target ? "null" : strcmp(met(kept), "yes") == 0 ? "true" : "false");
    }
    printf("\n]}\n");
}

void bench_print(bool as_json, const struct bench_heading *heading)
{
    if (as_json)
        print_json(heading);
    else
        print_tables(heading);
    fflush(stdout);
}
