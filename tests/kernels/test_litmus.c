/* Order and progress: results that the memory model forbids never appear, and those that it allows
 * are counted. Each round has its own words. Threads of two blocks, of two warps of a block, and
 * of one warp play the two sides.
 *
 * A side that waits for another block does so for a bounded number of rounds, because only some
 * devices promise that both run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver_primary.h"
#include "test_cases.h"

enum { ROUNDS = 2000, WORDS = 64 };

/* Every kernel: (u32 *words, u32 *results, u32 apart, u32 sides). Each block is a side of a round,
 * or with apart != 0 a whole round, whose sides are threads so far apart. %p2 is true in side 0;
 * %w are the words of the round, %o its results. No loop is long: some devices end long ones. */
#define KERNEL(name, body) \
    ".visible .entry " name "(.param .u64 words, .param .u64 results, .param .u32 apart,\n" \
    ".param .u32 sides)\n{\n.reg .pred %p<8>;\n.reg .b32 %r<24>;\n" \
    ".reg .b64 %w, %o, %rd<3>;\n" \
    "ld.param.u64 %w, [words];\nld.param.u64 %o, [results];\nld.param.u32 %r3, [apart];\n" \
    "ld.param.u32 %r4, [sides];\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\n" \
    "setp.eq.u32 %p1, %r3, 0;\n@%p1 bra BLOCKS;\nrem.u32 %r5, %r2, %r3;\n" \
    "div.u32 %r2, %r2, %r3;\nbra SIDE;\nBLOCKS:\nmov.u32 %r5, %r2;\nrem.u32 %r2, %r1, %r4;\n" \
    "div.u32 %r1, %r1, %r4;\n" \
    "SIDE:\nsetp.ne.u32 %p1, %r5, 0;\n@%p1 bra DONE;\nsetp.eq.u32 %p2, %r2, 0;\n" \
    "mul.wide.u32 %rd1, %r1, 256;\nadd.u64 %w, %w, %rd1;\n" \
    "mul.wide.u32 %rd2, %r1, 8;\nadd.u64 %o, %o, %rd2;\n" body "DONE:\nret;\n}\n"

/* Where the sides of a round meet, if both run; so that they come at about the same time. */
#define MEET \
    "atom.relaxed.gpu.global.add.u32 %r20, [%w+128], 1;\nmov.u32 %r21, 2000;\nAGAIN:\n" \
    "ld.relaxed.gpu.global.u32 %r20, [%w+128];\nsetp.ge.u32 %p3, %r20, 2;\n@%p3 bra MET;\n" \
    "sub.u32 %r21, %r21, 1;\nsetp.ne.u32 %p3, %r21, 0;\n@%p3 bra AGAIN;\nMET:\n"

#define PAIR(name, register, type) \
    KERNEL(name, MEET \
           ".reg .b64 %q<8>;\nselp.u32 %r22, 0, 2, %p3;\n@%p2 bra WRITE;\nmov.u32 %r21, 2000;\n" \
           "READ:\nld.relaxed.gpu.global.v2." type " {" register "5, " register "6}, [%w];\n" \
           "setp.ne." type " %p3, " register "5, 0;\n@%p3 bra SEEN;\nsub.u32 %r21, %r21, 1;\n" \
           "setp.ne.u32 %p3, %r21, 0;\n@%p3 bra READ;\nst.global.v2.u32 [%o], {%r22, 0};\n" \
           "bra DONE;\nSEEN:\nst.global.u32 [%o], 1;\n" \
           "st.global.b32 [%o+4], 0;\nsetp.ne." type " %p3, " register "6, 1;\n@%p3 bra DONE;\n" \
           "st.global.b32 [%o+4], 1;\nbra DONE;\n" \
           "WRITE:\nmov." type " " register "5, 1;\n" \
           "st.relaxed.gpu.global.v2." type " [%w], {" register "5, " register "5};\n")

static const char text[] =
    ".version 6.4\n.target sm_70\n.address_size 64\n"
    /* message passing: side 0 writes data, then a flag; side 1 reads the flag, then the data */
    KERNEL("message_fences", MEET
           "@%p2 bra WRITE;\nld.relaxed.gpu.global.u32 %r5, [%w+64];\nmembar.gl;\n"
           "ld.relaxed.gpu.global.u32 %r6, [%w];\nst.global.v2.u32 [%o], {%r5, %r6};\nbra DONE;\n"
           "WRITE:\nst.relaxed.gpu.global.u32 [%w], 1;\nmembar.gl;\n"
           "st.relaxed.gpu.global.u32 [%w+64], 1;\n")
    KERNEL("message_ordered", MEET
           "@%p2 bra WRITE;\nld.acquire.gpu.global.u32 %r5, [%w+64];\n"
           "ld.global.u32 %r6, [%w];\nst.global.v2.u32 [%o], {%r5, %r6};\nbra DONE;\n"
           "WRITE:\nst.global.u32 [%w], 1;\nst.release.gpu.global.u32 [%w+64], 1;\n")
    KERNEL("message_volatile", MEET
           "@%p2 bra WRITE;\nld.volatile.global.u32 %r5, [%w+64];\nmembar.sys;\n"
           "ld.volatile.global.u32 %r6, [%w];\nst.global.v2.u32 [%o], {%r5, %r6};\nbra DONE;\n"
           "WRITE:\nst.volatile.global.u32 [%w], 1;\nmembar.sys;\n"
           "st.volatile.global.u32 [%w+64], 1;\n")
    /* a state and its value, side by side: side 1 reads until it has seen the state, for so many
     * times. A state of 2 says that the sides did not meet */
    PAIR("pair", "%r", "u32")
    PAIR("pair_of_64_bits", "%q", "u64")
    /* store buffering: each side writes its word, then reads the other's */
    KERNEL("buffering", MEET
           "@%p2 bra FIRST;\nst.relaxed.gpu.global.u32 [%w+64], 1;\nfence.sc.gpu;\n"
           "ld.relaxed.gpu.global.u32 %r5, [%w];\nst.global.u32 [%o], %r5;\nbra DONE;\n"
           "FIRST:\nst.relaxed.gpu.global.u32 [%w], 1;\nfence.sc.gpu;\n"
           "ld.relaxed.gpu.global.u32 %r5, [%w+64];\nst.global.u32 [%o+4], %r5;\n")
    /* load buffering: each side reads the other's word, then writes its own */
    KERNEL("loads", MEET
           "@%p2 bra FIRST;\nld.relaxed.gpu.global.u32 %r5, [%w];\nmembar.gl;\n"
           "st.relaxed.gpu.global.u32 [%w+64], 1;\nst.global.u32 [%o], %r5;\nbra DONE;\n"
           "FIRST:\nld.relaxed.gpu.global.u32 %r5, [%w+64];\nmembar.gl;\n"
           "st.relaxed.gpu.global.u32 [%w], 1;\nst.global.u32 [%o+4], %r5;\n")
    /* coherence: side 0 writes 1, then 2 into one word; side 1 reads it twice */
    KERNEL("coherence", MEET
           "@%p2 bra WRITE;\nld.relaxed.gpu.global.u32 %r5, [%w];\n"
           "ld.relaxed.gpu.global.u32 %r6, [%w];\nst.global.v2.u32 [%o], {%r5, %r6};\nbra DONE;\n"
           "WRITE:\nst.relaxed.gpu.global.u32 [%w], 1;\nst.relaxed.gpu.global.u32 [%w], 2;\n")
    /* a lock: each side adds 1 to a plain word while it holds it, or gives up */
    KERNEL("lock",
           "mov.u32 %r5, 2000;\nTRY:\natom.acquire.gpu.global.cas.b32 %r6, [%w+64], 0, 1;\n"
           "setp.eq.u32 %p3, %r6, 0;\n@%p3 bra HELD;\nsub.u32 %r5, %r5, 1;\n"
           "setp.ne.u32 %p3, %r5, 0;\n@%p3 bra TRY;\nbra DONE;\n"
           "HELD:\nld.global.u32 %r7, [%w];\nadd.u32 %r7, %r7, 1;\nst.global.u32 [%w], %r7;\n"
           "atom.release.gpu.global.exch.b32 %r6, [%w+64], 0;\n"
           "atom.relaxed.gpu.global.add.u32 %r8, [%o], 1;\n");

static CUmodule module;
static CUdeviceptr words, results;

static int begin(void **state)
{
    (void)state;
    push_primary();
    OK(cuModuleLoadData(&module, text));
    OK(cuMemAlloc(&words, ROUNDS * WORDS * 4));
    OK(cuMemAlloc(&results, ROUNDS * 8));
    return 0;
}

TEST_CASE_LAST(the_context_ends)
{
    OK(cuMemFree(words));
    OK(cuMemFree(results));
    OK(cuModuleUnload(module));
    pop_primary();
}

/* Where the sides are: in blocks, in warps of a block, in threads of a warp. */
static const struct place {
    const char *name;
    uint32_t apart;
} places[] = { { "blocks", 0 }, { "warps", 32 }, { "threads", 1 } };
enum { PLACES = sizeof places / sizeof places[0] };

/* Runs a kernel with so many sides; got is what each round wrote. */
static void run(const char *name, const struct place *place, uint32_t sides,
                uint32_t got[ROUNDS][2])
{
    uint32_t apart = place->apart;
    void *arguments[] = { &words, &results, &apart, &sides };
    CUfunction function;

    OK(cuModuleGetFunction(&function, module, name));
    OK(cuMemsetD32(words, 0, ROUNDS * WORDS));
    OK(cuMemsetD32(results, strcmp(name, "lock") == 0 ? 0 : 9, ROUNDS * 2));
    OK(cuLaunchKernel(function, apart ? ROUNDS : ROUNDS * sides, 1, 1, apart ? apart * sides : 32,
                      1, 1, 0, NULL, arguments, NULL));
    OK(cuMemcpyDtoH(got, results, ROUNDS * 8));
}

/* Counts the rounds by what they wrote, and fails for a forbidden pair. */
static void check(const char *name, const struct place *place, uint32_t first, uint32_t second)
{
    static uint32_t got[ROUNDS][2];
    uint32_t counts[10][10] = { { 0 } };

    run(name, place, 2, got);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        assert_true(got[i][0] < 3 && got[i][1] < 3);
        counts[got[i][0]][got[i][1]]++;
    }
    printf("  %s, %s:", name, place->name);
    for (uint32_t i = 0; i < 9; i++) {
        if (counts[i / 3][i % 3] != 0)
            printf(" %u,%u %u", i / 3, i % 3, counts[i / 3][i % 3]);
    }
    printf("\n");
    if (counts[first][second] != 0)
        fail_msg("%s, %s: %u of %d rounds saw %u and %u", name, place->name, counts[first][second],
                 ROUNDS, first, second);
}

/* Of the blocks that met, some have seen the store. */
static void is_seen(const char *name)
{
    static uint32_t got[ROUNDS][2];
    uint32_t met = 0, seen = 0;

    run(name, &places[0], 2, got);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        met += got[i][0] < 2;
        seen += got[i][0] == 1;
    }
    if (seen == 0 && met >= 100)
        fail_msg("%s: %u rounds met, none saw the store", name, met);
}

TEST_CASE(a_message_comes_behind_its_data)
{
    for (int i = 0; i < PLACES; i++) {
        check("message_fences", &places[i], 1, 0);
        check("message_ordered", &places[i], 1, 0);
        check("message_volatile", &places[i], 1, 0);
    }
}

/* A state of 32 bits comes with its value; 128 bits come in one only where the device has such
 * accesses. Where sides meet, a store of the one is seen by the other that reads
 * again and again: no device may give it what a cache has. */
TEST_CASE(a_state_comes_with_its_value)
{
    for (int i = 0; i < PLACES; i++)
        check("pair", &places[i], 1, 0);
    is_seen("pair");
    is_seen("pair_of_64_bits");
}

TEST_CASE(one_of_two_stores_is_seen)
{
    for (int i = 0; i < PLACES; i++)
        check("buffering", &places[i], 0, 0);
}

TEST_CASE(no_load_sees_a_later_store)
{
    for (int i = 0; i < PLACES; i++)
        check("loads", &places[i], 1, 1);
}

TEST_CASE(a_word_does_not_go_back)
{
    for (int i = 0; i < PLACES; i++) {
        check("coherence", &places[i], 2, 1);
        check("coherence", &places[i], 1, 0);
        check("coherence", &places[i], 2, 0);
    }
}

/* As many blocks as took the lock have added 1. Where a block that waits holds up the one with the
 * lock, some give up. */
TEST_CASE(a_lock_lets_one_block_in)
{
    enum { SIDES = 8 };
    static uint32_t got[ROUNDS][2], sums[ROUNDS][WORDS];
    uint32_t taken = 0;

    run("lock", &places[0], SIDES, got);
    OK(cuMemcpyDtoH(sums, words, sizeof sums));
    for (uint32_t round = 0; round < ROUNDS; round++) {
        assert_int_equal(sums[round][0], got[round][0]);
        assert_in_range(got[round][0], 1, SIDES);
        taken += got[round][0];
    }
    printf("  lock: %u of %d\n", taken, ROUNDS * SIDES);
}

int main(void)
{
    return run_test_cases(begin);
}
