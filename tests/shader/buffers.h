/** What buffers.comp computes. */
#ifndef SHADER_BUFFERS_H
#define SHADER_BUFFERS_H

#include "running.h"

struct item { uint32_t pair[2]; float value; uint32_t unused; };
struct total { uint32_t sum, unused[3]; float last[2][4]; struct item items[4]; };
struct rows { uint32_t count, unused[3]; float at[100][4]; };

static inline void assert_total(const struct total *total, uint32_t count, const float *last)
{
    assert_int_equal(total->sum, count * (count - 1) / 2);
    assert_memory_equal(total->last[1], last, sizeof total->last[1]);
    for (int i = 2; i < 4; i++) {
        assert_int_equal(total->items[i].pair[0], count - 1);
        assert_int_equal(total->items[i].pair[1], 7);
        assert_true(total->items[i].value == 0.5f);
    }
}

/** Runs the kernel that takes its buffers as pointers, by set and binding. */
static inline void run_buffers(const struct loaded *loaded)
{
    enum { N = 100 };
    static struct rows rows;
    struct total total = { 0 };
    float numbers[N];
    uint64_t prows, ptotal, pnumbers;
    void *arguments[] = { &ptotal, &pnumbers, &prows };
    struct gi_launch launch = { .grid = { 4, 1, 1 }, .block = { 32, 1, 1 },
                                .arguments = arguments };

    rows = (struct rows){ .count = N };
    for (int i = 0; i < N; i++)
        numbers[i] = (float)i + 0.5f;
    prows = device_bytes(&rows, sizeof rows);
    ptotal = device_bytes(&total, sizeof total);
    pnumbers = device_bytes(numbers, sizeof numbers);
    assert_int_equal(gi_launch(loaded->function, &launch), GI_OK);
    read_back(&rows, prows, sizeof rows);
    read_back(&total, ptotal, sizeof total);
    assert_int_equal(gi_memory_free(pnumbers), GI_OK);
    for (int i = 0; i < N; i++) {
        float expected[4] = { numbers[i], (float)i, 32, -1 };

        assert_memory_equal(rows.at[i], expected, sizeof expected);
    }
    assert_total(&total, N, rows.at[N - 1]);
}

#endif
