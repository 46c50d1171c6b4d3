/* What kernels report: printf, assertions, traps; and calls by address, which can fail. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "kernel/print/print.h"
#include "kernel/translate/ptx/ptx.h"
#include "../skip_case.h"
#include "program.h"

enum { ROOM = 8192 };

static const char *folder;
static struct program program;
static struct gi_kernel_report *report;

static void open_with(const char *file, uint32_t room)
{
    struct host_memory memory;

    program_open(&program, folder, file);
    memory = host_alloc(sizeof(*report) + ROOM);
    report = (struct gi_kernel_report *)memory.bytes;
    report->record_room = room;
    host_report(memory.address);
}

static void open_report(uint32_t room)
{
    open_with("report.nvcc.ptx", room);
}

static int32_t *numbers(struct host_memory memory)
{
    return (int32_t *)memory.bytes;
}

static const char *text_at(uint64_t address)
{
    struct gi_kernel_texts texts = { program.image.bytes, program.variables.bytes,
                                     program.image.address };
    size_t length;
    const char *text = gi_kernel_text_at(&texts, address, &length);

    assert_non_null(text);
    return text;
}

/* All that was printed, each line once: threads print in any order. */
static uint32_t lines(char out[][100], uint32_t most)
{
    struct gi_kernel_texts texts = { program.image.bytes, program.variables.bytes,
                                     program.image.address };
    uint64_t used = report->record_bytes < report->record_room ? report->record_bytes
                                                               : report->record_room;
    const struct gi_kernel_record *record;
    uint32_t count = 0;

    for (uint64_t at = 0; (record = gi_kernel_record_at((uint8_t *)(report + 1), used, at));
         at += record->bytes) {
        assert_true(count < most);
        gi_kernel_print(&texts, record, out[count++], 100);
    }
    return count;
}

static bool has_line(char all[][100], uint32_t count, const char *line)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(all[i], line) == 0)
            return true;
    }
    return false;
}

TEST_CASE(test_print)
{
    char all[100][100];
    char expected[100];

    open_report(ROOM);
    program_launch_row(&program, "say", (uint64_t[]){ 5 }, 2, 32);
    assert_int_equal(lines(all, 100), 12);
    for (int i = 0; i < 5; i++) {
        snprintf(expected, sizeof(expected), "thread %d of block: %f x 1099511627776\n", i,
                 1.5 * i);
        assert_true(has_line(all, 12, expected));
    }
    assert_true(has_line(all, 12, "plain\n"));
    assert_int_equal(report->failure, GI_KERNEL_RUNS);
    program_close(&program);
}

TEST_CASE(test_print_unknown_format)
{
    struct host_memory counts;
    char all[100][100];
    char expected[100];

    open_report(ROOM);
    counts = host_alloc(32 * 4);
    program_launch_row(&program, "say_either", (uint64_t[]){ 1000, counts.address }, 1, 32);
    assert_int_equal(lines(all, 100), 32);
    for (int i = 0; i < 32; i++) {
        snprintf(expected, sizeof(expected), "%s %d end\n", i & 1 ? "odd" : "even", 1000 + i);
        assert_true(has_line(all, 32, expected));
        assert_true(numbers(counts)[i] >= 0);
    }
    program_close(&program);
}

/* Records that do not fit are dropped; those before them are whole. */
TEST_CASE(test_print_full)
{
    char all[300][100];
    uint32_t count;

    open_report(1024);
    memset((uint8_t *)(report + 1) + 1024, 0xab, 64);
    program_launch_row(&program, "say", (uint64_t[]){ 32 }, 4, 32);
    count = lines(all, 300);
    assert_in_range(count, 1024 / 56 - 1, 1024 / 56 + 4);
    assert_true(report->record_bytes > 1024);
    for (uint32_t i = 0; i < count; i++)
        assert_true(strncmp(all[i], "thread ", 7) == 0 || strcmp(all[i], "plain\n") == 0);
    for (int i = 0; i < 64; i++)
        assert_int_equal(((uint8_t *)(report + 1))[1024 + i], 0xab);
    program_close(&program);
}

static void expect_kernel(const char *name)
{
    struct gi_ptx_text text = { name, (uint32_t)strlen(name) };

    assert_int_equal(report->kernel, gi_ptx_find_function(program.module, text)->index);
}

TEST_CASE(test_assert)
{
    struct host_memory out;

    open_report(ROOM);
    out = host_alloc(64 * 4);
    program_launch_row(&program, "check", (uint64_t[]){ out.address, 60 }, 1, 64);
    for (int i = 0; i < 64; i++)
        assert_int_equal(numbers(out)[i], i < 60 ? i + 1 : 0);
    assert_int_equal(report->failure, GI_KERNEL_ASSERTED);
    expect_kernel("check");
    assert_in_range(report->thread[0], 60, 63);
    assert_int_equal(report->block[0], 0);
    assert_string_equal(text_at(report->message), "i < n");
    assert_string_equal(text_at(report->function), "void check(int *, int)");
    assert_non_null(strstr(text_at(report->file), "report.cu"));
    assert_true(report->line > 10 && report->line < 60);
    program_close(&program);
}

/* The thread that failed runs on to the barrier, and touches nothing. */
TEST_CASE(test_assert_barrier)
{
    struct host_memory out;

    open_report(ROOM);
    out = host_alloc(64 * 4);
    program_launch_row(&program, "check_barrier", (uint64_t[]){ out.address, 63, 0x10 }, 1, 64);
    for (int i = 0; i < 62; i++)
        assert_int_equal(numbers(out)[i], (i ^ 1) + 1);
    assert_int_equal(numbers(out)[63], 0);
    assert_int_equal(report->failure, GI_KERNEL_ASSERTED);
    assert_int_equal(report->thread[0], 63);
    program_close(&program);
}

TEST_CASE(test_trap)
{
    struct host_memory out;

    open_report(ROOM);
    out = host_alloc(64 * 4);
    program_launch_row(&program, "trap_some", (uint64_t[]){ out.address, 20 }, 3, 64);
    for (int i = 0; i < 64; i++)
        assert_int_equal(numbers(out)[i], i == 20 || i == 21 ? 0 : i + 1);
    assert_int_equal(report->failure, GI_KERNEL_TRAPPED);
    expect_kernel("trap_some");
    assert_in_range(report->thread[0], 20, 21);
    assert_in_range(report->block[0], 0, 2);
    assert_int_equal(report->message, 0);
    program_close(&program);
}

/* Threads that wait for one that failed go on. */
TEST_CASE(test_trap_waits)
{
    struct host_memory out;

    open_with("waits.ptx", ROOM);
    out = host_alloc(32 * 4);
    program_launch_row(&program, "fails_before", (uint64_t[]){ out.address }, 1, 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(numbers(out)[i], i == 3 ? 0 : i + 1);
    assert_int_equal(report->failure, GI_KERNEL_TRAPPED);
    assert_int_equal(report->thread[0], 3);
    program_close(&program);
}

/* A thread that has failed changes no shared memory. */
TEST_CASE(test_trap_changes_nothing)
{
    struct host_memory out;

    open_with("waits.ptx", ROOM);
    out = host_alloc(32 * 4);
    program_launch_row(&program, "adds_after", (uint64_t[]){ out.address }, 1, 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(numbers(out)[i], i == 3 ? 0 : 31);
    assert_int_equal(report->failure, GI_KERNEL_TRAPPED);
    program_close(&program);
}

/* NULL is no failure; anything else ends the thread. */
TEST_CASE(test_bad_free)
{
    struct host_memory out;

    open_with("frees.ptx", ROOM);
    out = host_alloc(32 * 4);
    program_launch_row(&program, "frees", (uint64_t[]){ 0, out.address }, 1, 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(numbers(out)[i], i + 1);
    assert_int_equal(report->failure, GI_KERNEL_RUNS);

    memset(out.bytes, 0, 32 * 4);
    program_launch_row(&program, "frees", (uint64_t[]){ out.address, out.address }, 1, 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(numbers(out)[i], i == 3 ? 0 : i + 1);
    assert_int_equal(report->failure, GI_KERNEL_FREED);
    assert_int_equal(report->thread[0], 3);
    program_close(&program);
}

/* ---- memory of alloca ---- */

/* Launches a kernel of alloca.ptx with a row of threads. Its report is read by the caller. */
static const int32_t *run_alloca(const char *kernel, uint64_t more, uint32_t threads)
{
    static struct host_memory out;

    open_with("alloca.ptx", ROOM);
    out = host_alloc(threads * 4);
    program_launch_row(&program, kernel, (uint64_t[]){ out.address, more }, 1, threads);
    return numbers(out);
}

TEST_CASE(test_alloca)
{
    const int32_t *got = run_alloca("sums", 0, 64);

    for (int i = 0; i < 64; i++)
        assert_int_equal(got[i], i * (i + 1) * (2 * i + 1) / 6);
    program_close(&program);
    got = run_alloca("rounds", 0, 40);
    for (int i = 0; i < 40; i++)
        assert_int_equal(got[i], 4950 + i);
    program_close(&program);
    got = run_alloca("guarded", 0, 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(got[i], 10 * i + (i % 2 != 0 ? 5 : 0));
    program_close(&program);
    got = run_alloca("calls", 0, 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(got[i], 1800 + i + 1 + i);
    assert_int_equal(report->failure, GI_KERNEL_RUNS);
    program_close(&program);
}

/* A thread that takes too much fails, and the others go on. */
TEST_CASE(test_alloca_too_much)
{
    static const struct {
        uint64_t more;
        bool fits;
    } rows[] = { { 0, true }, { 1, false }, { UINT64_MAX - 4096, false }, { 1ull << 32, false } };
    const int32_t *got = run_alloca("takes_more", 0, 8);

    for (int i = 0; i < 8; i++)
        assert_int_equal(got[i], i == 7 ? 0 : i + 1);
    assert_int_equal(report->failure, GI_KERNEL_FULL);
    assert_int_equal(report->thread[0], 7);
    program_close(&program);
    for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        got = run_alloca("takes_all", rows[k].more, 4);
        for (int i = 0; i < 4; i++)
            assert_int_equal(got[i], i == 2 && !rows[k].fits ? 0 : i + 1);
        assert_int_equal(report->failure, rows[k].fits ? GI_KERNEL_RUNS : GI_KERNEL_FULL);
        program_close(&program);
    }
}

TEST_CASE(test_trap_deep)
{
    struct host_memory out;

    open_report(ROOM);
    out = host_alloc(32 * 4);
    program_launch_row(&program, "trap_deep", (uint64_t[]){ out.address }, 1, 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(numbers(out)[i], i == 3 || i == 4 ? 0 : 2 + 200 * i + 1000);
    assert_int_equal(report->failure, GI_KERNEL_TRAPPED);
    assert_int_equal(report->thread[0], 3);
    program_close(&program);
}

TEST_CASE(test_virtual)
{
    struct host_memory out;

    open_report(ROOM);
    out = host_alloc(32 * 4);
    program_launch_row(&program, "virtually", (uint64_t[]){ out.address, 7 }, 1, 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(numbers(out)[i], (i & 1 ? 10 : 35) + 100);
    assert_int_equal(report->failure, GI_KERNEL_RUNS);
    program_close(&program);
}

TEST_CASE(test_table)
{
    struct host_memory out;

    open_report(ROOM);
    out = host_alloc(32 * 4);
    program_launch_row(&program, "by_table", (uint64_t[]){ out.address, 7, 3 }, 1, 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(numbers(out)[i], i % 3 == 0 ? 7 + i : i % 3 == 1 ? 7 * i : 7 - i);
    assert_int_equal(report->failure, GI_KERNEL_RUNS);
    memset(out.bytes, 0xff, 32 * 4);
    program_launch_row(&program, "by_table", (uint64_t[]){ out.address, 7, 4 }, 1, 32);
    for (int i = 0; i < 32; i++)
        assert_int_equal(numbers(out)[i], i % 4 == 0 ? 7 + i : i % 4 == 1 ? 7 * i
                         : i % 4 == 2 ? 7 - i : -1);
    assert_int_equal(report->failure, GI_KERNEL_CALLED_NOTHING);
    assert_int_equal(report->thread[0] % 4, 3);
    program_close(&program);
}

TEST_CASE(test_struct)
{
    struct host_memory out;
    float f = 2.5f;
    uint64_t bits = 0;

    open_report(ROOM);
    out = host_alloc(32 * 12);
    for (int i = 0; i < 96; i++)
        numbers(out)[i] = i;
    memcpy(&bits, &f, 4);
    program_launch_row(&program, "by_struct", (uint64_t[]){ out.address, bits }, 1, 32);
    for (int i = 0; i < 32; i++) {
        assert_int_equal(numbers(out)[3 * i], 3 * i + (i & 1));
        assert_int_equal(numbers(out)[3 * i + 1], 3 * i + 1 + (i & 1 ? 2 : -2));
        assert_int_equal(numbers(out)[3 * i + 2], 3 * i + 2 + !(i & 1));
    }
    program_close(&program);
}

/* Functions whose parameters are registers. */
TEST_CASE(test_registers)
{
    struct host_memory out;
    int64_t *all;

    open_with("calls.ptx", ROOM);
    out = host_alloc(32 * 8);
    all = (int64_t *)out.bytes;
    program_launch_row(&program, "direct", (uint64_t[]){ out.address }, 1, 32);
    for (int64_t i = 0; i < 32; i++)

        assert_true(all[i] == 3 * (5000000000 + (i < 2 ? 2 - i : i - 2)));
    program_launch_row(&program, "listed", (uint64_t[]){ out.address }, 1, 32);
    for (int64_t i = 0; i < 32; i++)
        assert_true(all[i] == (i > 1 ? 7000000000 * i : 7000000000 + i));
    program_close(&program);
}

/* ---- loops that the device ends ---- */

static uint32_t after_rounds(uint32_t thread, uint32_t rounds)
{
    uint32_t x = thread;

    for (uint32_t i = 0; i < rounds; i++)
        x = x * 1664525u + 1013904223u;
    return x;
}

/* A kernel with so many rounds. It is right, or it says that loops were ended. */
static bool is_right(const char *name, struct host_memory out, uint32_t rounds)
{
    bool right = true;

    memset(out.bytes, 0, 32 * 4);
    report->loops_ended = 0;
    program_launch_row(&program, name, (uint64_t[]){ out.address, rounds }, 1, 32);
    for (uint32_t i = 0; i < 32; i++)
        right &= ((uint32_t *)out.bytes)[i]
            == (strcmp(name, "sums") == 0 ? 32 * rounds : after_rounds(i, rounds));
    assert_int_equal(report->failure, GI_KERNEL_RUNS);
    if (!report->loops_ended && !right)
        fail_msg("%s of %u rounds is wrong and says nothing", name, rounds);
    return !report->loops_ended;
}

struct loops {
    const char *name;
    uint32_t right;                 /* rounds that each device carries out */
    uint32_t ends;                  /* rounds that one with a limit does not */
};

/* Rounds on both sides of the limit that a device may have, one by one where it lies. */
static void look_for_limit(const struct loops *loops, const struct gi_translate_target *target)
{
    bool has_limit = target->loop_rounds != 0;
    uint32_t low = loops->right, high = loops->ends;
    struct host_memory out;

    open_with("loops.ptx", ROOM);
    program.target = target;
    out = host_alloc(32 * 4);
    if (!is_right(loops->name, out, low) || is_right(loops->name, out, high) == has_limit)
        fail_msg("%s of %u or %u rounds", loops->name, low, high);
    while (has_limit && high - low > 8) {
        uint32_t middle = (low + high) / 2;

        *(is_right(loops->name, out, middle) ? &low : &high) = middle;
    }
    for (uint32_t at = low; at <= high; at++)
        (void)is_right(loops->name, out, at);
    program_close(&program);
}

TEST_CASE(test_loops)
{
    static const struct loops loops[] = {
        { "plain", 6 * 65500, 6 * 65540 }, { "halves", 6 * 32740, 6 * 32780 },
        { "turned", 8 * 65500, 8 * 65540 }, { "nested", 180000, 500000 },
        { "breaks", 100000, 300000 }, { "barriers", 60000, 65540 },
        { "votes", 500, 33000 }, { "sums", 1000, 65540 },
    };
    static const struct loops in_machine[] = { { "barriers", 10000, 65540 },
                                               { "votes", 500, 33000 } };
    struct gi_translate_target target = *host_target();

    if (!target.loop_rounds)
        SKIP_CASE("the device has no limit of loops");
    assert_int_equal(target.loop_rounds, 65535);
    for (size_t i = 0; i < sizeof(loops) / sizeof(loops[0]); i++)
        look_for_limit(&loops[i], &target);
    target.always_machine = true;
    for (size_t i = 0; i < sizeof(in_machine) / sizeof(in_machine[0]); i++)
        look_for_limit(&in_machine[i], &target);
}

/* Small loops do several rounds in one, so a device's limit of 65,535 is not theirs. */
TEST_CASE(test_rounds_above_a_limit)
{
    static const char *const names[] = { "plain", "turned", "nested", "breaks" };
    static const uint32_t rounds[] = { 0, 1, 2, 5, 6, 7, 299, 300, 301, 65534, 65535, 65536, 65537,
                                       70001, 100000 };
    static const uint32_t more[] = { 200000, 300000, 390000 };
    struct host_memory out;

    open_with("loops.ptx", ROOM);
    out = host_alloc(32 * 4);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        for (size_t k = 0; k < sizeof(rounds) / sizeof(rounds[0]); k++) {
            if (!is_right(names[i], out, rounds[k]))
                fail_msg("%s of %u rounds was ended", names[i], rounds[k]);
        }
    }
    for (size_t k = 0; k < sizeof(more) / sizeof(more[0]); k++)
        assert_true(is_right("plain", out, more[k]) && is_right("turned", out, more[k]));
    program_close(&program);
}

/* Lanes of a subgroup that a block does not fill use up no rounds. */
TEST_CASE(test_loops_of_few)
{
    static const uint32_t threads[] = { 1, 3, 7, 8, 20, 32 };

    for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
        struct host_memory out;

        open_with("loops.ptx", ROOM);
        out = host_alloc(32 * 4);
        for (uint32_t k = 0; k < threads[i]; k++)
            numbers(out)[k] = (int32_t)k + 1;
        program_launch_row(&program, "awaits", (uint64_t[]){ out.address, 100 }, 1, threads[i]);
        assert_int_equal(report->loops_ended, 0);
        for (uint32_t k = 0; k < threads[i]; k++)
            assert_int_equal(numbers(out)[k], (int32_t)after_rounds(k + 1, 100));
        program_close(&program);
    }
}

int main(int argc, char **argv)
{
    const char *why = host_open();
    int failed;

    if (why || argc != 2) {
        printf("skipped: %s\n", why ? why : "no folder is given");
        return 77;
    }
    folder = argv[1];
    failed = run_test_cases(NULL);
    host_close();
    return failed;
}
