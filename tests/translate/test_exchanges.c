/* Atomics of many threads on few words: what each thread got back has to be what it gets in some
 * order of all of them. Each operation is a step from the word that it found to the one that it
 * left. An order exists if a walk from the first word to the last one makes every step once, and
 * else there is none. The words and the operands come from the host; lanes of one warp bring equal
 * and different ones, and make different numbers of turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host.h"
#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/spirv/words.h"
#include "spirv_tools.h"

static bool tools;              /* SPIRV-Tools are installed */

enum { THREADS = 128, BLOCKS = 3, TURNS = 3, WORDS = 64, STEPS = THREADS * BLOCKS * TURNS };

/* What a thread brings to a turn; word WORDS: nothing. */
struct turn {
    uint32_t word;
    uint32_t operand, second;
    uint32_t unused;
};

struct operation {
    const char *spelling;
    uint32_t bits;
    uint64_t (*step)(uint64_t old, const struct turn *turn);
    uint32_t operands;          /* the operand of a turn is below this; 0: it is fixed */
    uint32_t fixed;
    uint64_t first;             /* what words hold at first */
    const char *as;             /* what the operand becomes; NULL: it stays */
};

/* ---- the operations ---- */

static uint64_t step_inc(uint64_t old, const struct turn *turn)
{
    return old >= turn->operand ? 0 : old + 1;
}

static uint64_t step_dec(uint64_t old, const struct turn *turn)
{
    return old == 0 || old > turn->operand ? turn->operand : old - 1;
}

static uint64_t step_add32(uint64_t old, const struct turn *turn)
{
    return (uint32_t)(old + turn->operand);
}

static uint64_t step_add64(uint64_t old, const struct turn *turn)
{
    return old + turn->operand;
}

static uint64_t step_float(uint64_t old, const struct turn *turn)
{
    uint32_t bits = (uint32_t)old;
    float value;

    memcpy(&value, &bits, sizeof value);
    value += (float)turn->operand;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t step_double(uint64_t old, const struct turn *turn)
{
    double value;

    memcpy(&value, &old, sizeof value);
    value += turn->operand;
    memcpy(&old, &value, sizeof old);
    return old;
}

/* Sums of halves that are small whole numbers. */
static uint32_t half_of(uint32_t whole)
{
    uint32_t power = 0;

    if (whole == 0)
        return 0;
    while (whole >> (power + 1))
        power++;
    return (power + 15) << 10 | ((whole << 10 >> power) & 0x3ff);
}

static uint32_t whole_of(uint32_t half)
{
    if (half == 0)
        return 0;
    return (0x400 | (half & 0x3ff)) << ((half >> 10) - 15) >> 10;
}

static uint64_t step_half(uint64_t old, const struct turn *turn)
{
    return half_of(whole_of((uint32_t)old) + turn->operand);
}

static uint64_t step_pair(uint64_t old, const struct turn *turn)
{
    return step_half(old & 0xffff, turn) | step_half(old >> 16, turn) << 16;
}

static uint64_t step_cas(uint64_t old, const struct turn *turn)
{
    return old == turn->operand ? turn->second : old;
}

#define TO_FLOAT "cvt.rn.f32.u32 %f1, %r1;"
#define TO_DOUBLE "cvt.rn.f64.u32 %g1, %r1;"
#define TO_HALF "cvt.rn.f16.u32 %h1, %r1;"
#define TO_PAIR TO_HALF "mov.b32 %r1, {%h1, %h1};"
#define TO_SHORT "cvt.u16.u32 %h1, %r1; cvt.u16.u32 %h2, %r2;"

static const struct operation operations[] = {
    { "inc.u32 %r3, [%A], %r1", 32, step_inc, 1u << 31, 0, 0, NULL },
    { "inc.u32 %r3, [%A], %r1", 32, step_inc, 7, 0, 40, NULL },
    { "inc.u32 %r3, [%A], %r1", 32, step_inc, 2, 0, 0, NULL },
    { "inc.u32 %r3, [%A], 4294967295", 32, step_inc, 0, UINT32_MAX, 0xfffffff0, NULL },
    { "dec.u32 %r3, [%A], %r1", 32, step_dec, 1u << 31, 0, 5, NULL },
    { "dec.u32 %r3, [%A], %r1", 32, step_dec, 7, 0, 40, NULL },
    { "dec.u32 %r3, [%A], 60", 32, step_dec, 0, 60, 0xfffffff0, NULL },
    { "add.u32 %r3, [%A], %r1", 32, step_add32, 1u << 31, 0, 3, NULL },
    { "add.u32 %r3, [%A], %r1", 32, step_add32, 2, 0, 0, NULL },
    { "add.u32 %r3, [%A], 5", 32, step_add32, 0, 5, 3, NULL },
    { "add.u64 %w3, [%A], %w1", 64, step_add64, 1u << 31, 0, 0xfffffffful, NULL },
    { "add.f32 %f3, [%A], %f1", 32, step_float, 5, 0, 0, TO_FLOAT },
    { "add.f64 %g3, [%A], %g1", 64, step_double, 5, 0, 0, TO_DOUBLE },
    { "add.noftz.f16x2 %r3, [%A], %r1", 32, step_pair, 2, 0, 0, TO_PAIR },
    { "add.noftz.f16 %h3, [%A], %h1", 16, step_half, 2, 0, 0, TO_HALF },
    { "cas.b16 %h3, [%A], %h1, %h2", 16, step_cas, 4, 0, 1, TO_SHORT },
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* ---- what threads bring ---- */

enum { NAMED = 5 };             /* a word */

enum { EQUAL, TWO, LANES, DISTINCT, ANYHOW, PATTERNS };

static const char *const pattern_names[PATTERNS] = {
    "one word", "two words", "words by lane", "a word each", "words anyhow",
};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

static void bring(struct turn *turns, const struct operation *one, int pattern, uint32_t seed)
{
    for (uint32_t thread = 0; thread < THREADS * BLOCKS; thread++) {
        for (uint32_t i = 0; i < TURNS; i++) {
            struct turn *turn = &turns[thread * TURNS + i];
            uint32_t random = next_random(&seed);

            turn->word = pattern == EQUAL ? NAMED : pattern == TWO ? 3 + (thread + i) % 2
                : pattern == LANES ? thread % 8 : pattern == DISTINCT ? (thread + 7 * i) % WORDS
                : random % (i ? 3 : WORDS);
            if (pattern != EQUAL && next_random(&seed) % 5 == 0)
                turn->word = WORDS;
            /* mostly one operand for all */
            turn->operand = !one->operands ? one->fixed
                : (random % 3 ? one->operands - 1 : next_random(&seed)) % one->operands;
            turn->second = next_random(&seed) % 4;
        }
    }
}

static void keep_named(struct turn *turns)
{
    for (uint32_t i = 0; i < STEPS; i++) {
        if (turns[i].word != NAMED)
            turns[i].word = WORDS;
    }
}

/* ---- the kernel ---- */

/* Each instruction of NAMED_SHARED names word NAMED. */
enum space { GLOBAL, SHARED, GENERIC_SHARED, WIDE_SHARED, NAMED_SHARED, SPACES };

static const char *const space_names[SPACES] = {
    "global", "shared", "generic shared", "shared with words of 64 bits", "a named word of shared",
};

/* %A in a spelling is the register with the address. */
static void put_operation(char *text, size_t room, const struct operation *one, enum space space)
{
    const char *at = strstr(one->spelling, "[%A]");
    char address[16] = "%a2";

    if (space == NAMED_SHARED)
        snprintf(address, sizeof address, "sm+%u", NAMED * one->bits / 8);
    else if (space == SHARED || space == WIDE_SHARED)
        snprintf(address, sizeof address, "%%s2");
    snprintf(text, room, "atom%s.%.*s[%s]%s;\n",
             space == GLOBAL ? ".global" : space == GENERIC_SHARED ? "" : ".shared",
             (int)(at - one->spelling), one->spelling, address, at + 4);
}

static const char head[] =
    ".version 7.8\n.target sm_90\n.address_size 64\n"
    ".shared .align 16 .b8 sm[%u];\n"
    ".visible .entry k(.param .u64 turns, .param .u64 words, .param .u64 out) {\n"
    ".reg .b64 %%turns, %%words, %%out, %%a<4>, %%w<4>; .reg .b32 %%r<8>, %%s<3>, %%t, %%i;\n"
    ".reg .b16 %%h<4>; .reg .f32 %%f<4>; .reg .f64 %%g<4>; .reg .pred %%p<3>;\n"
    "ld.param.u64 %%turns, [turns]; ld.param.u64 %%words, [words]; ld.param.u64 %%out, [out];\n"
    "mov.u32 %%r1, %%tid.x; mov.u32 %%r2, %%ntid.x; mov.u32 %%r3, %%ctaid.x;\n"
    "mad.lo.u32 %%t, %%r3, %%r2, %%r1; mul.lo.u32 %%t, %%t, %u;\n"
    "mad.wide.u32 %%turns, %%t, 16, %%turns; mad.wide.u32 %%out, %%t, 8, %%out;\n"
    /* a thread for each word of 64 bits of shared memory */
    "mov.u32 %%s1, sm; setp.lt.u32 %%p2, %%r1, %u;\n"
    "mad.lo.u32 %%s2, %%r1, 8, %%s1; mad.wide.u32 %%a1, %%r1, 8, %%words;\n"
    "@%%p2 ld.global.u64 %%w1, [%%a1]; @%%p2 st.shared.u64 [%%s2], %%w1;\n"
    "bar.sync 0; mov.u32 %%i, 0;\n"
    "L: ld.global.v2.u32 {%%r4, %%r1}, [%%turns]; ld.global.u32 %%r2, [%%turns+8];\n"
    "setp.ge.u32 %%p1, %%r4, %u; @%%p1 bra N;\n"
    "mov.b64 %%w1, {%%r1, 0}; mad.wide.u32 %%a2, %%r4, %u, %%words;\n"
    "mad.lo.u32 %%s2, %%r4, %u, %%s1;\n";

static const char tail[] =
    "st.global.%s [%%out], %s;\n"
    "N: add.u64 %%turns, %%turns, 16; add.u64 %%out, %%out, 8;\n"
    "add.u32 %%i, %%i, 1; setp.lt.u32 %%p1, %%i, %u; @%%p1 bra L;\n"
    "bar.sync 0;\n%s"
    "ret; }\n";

static const char copy_back[] =
    "mov.u32 %r1, %tid.x; mad.lo.u32 %s2, %r1, 8, %s1;\n"
    "@%p2 ld.shared.u64 %w1, [%s2]; @%p2 st.global.u64 [%a1], %w1;\n";

static void write_kernel(char *text, size_t room, const struct operation *one, enum space space)
{
    uint32_t bytes = one->bits / 8;
    const char *type = bytes == 2 ? "b16" : bytes == 4 ? "b32" : "b64";
    char operation[200], name[8];
    int count;

    put_operation(operation, sizeof operation, one, space);
    snprintf(name, sizeof name, "%.3s", strchr(one->spelling, '%'));
    count = snprintf(text, room, head, WORDS * 8, TURNS, WORDS, WORDS, bytes, bytes);
    if (space == GENERIC_SHARED)
        count += snprintf(text + count, room - (size_t)count,
                          "cvt.u64.u32 %%a2, %%s2; cvta.shared.u64 %%a2, %%a2;\n");
    if (space == WIDE_SHARED)        /* on a word that nothing else changes */
        count += snprintf(text + count, room - (size_t)count,
                          "red.shared.add.u64 [%%s1+%u], 1;\n", WORDS * 8 - 8);
    count += snprintf(text + count, room - (size_t)count, "%s\n%s", one->as ? one->as : "",
                      operation);
    snprintf(text + count, room - (size_t)count, tail, type, name, TURNS,
             space == GLOBAL ? "" : copy_back);
}

/* ---- whether there is an order ---- */

struct walk {
    uint64_t from, to;
};

static int order(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;

    return (one > other) - (one < other);
}

static uint32_t number_of(const uint64_t *values, uint32_t count, uint64_t value)
{
    const uint64_t *found = bsearch(&value, values, count, sizeof value, order);

    assert_non_null(found);
    return (uint32_t)(found - values);
}

static uint32_t root_of(uint32_t *roots, uint32_t at)
{
    while (roots[at] != at)
        at = roots[at] = roots[roots[at]];
    return at;
}

/* Whether one walk from the first word to the last one makes all steps. */
static bool is_walk(const struct walk *steps, uint32_t count, uint64_t first, uint64_t last)
{
    static uint64_t values[2 * STEPS + 2];
    static uint32_t roots[2 * STEPS + 2];
    static int32_t leaves[2 * STEPS + 2];
    uint32_t all = 0, kept = 0, start;

    for (uint32_t i = 0; i < count; i++) {
        values[all++] = steps[i].from;
        values[all++] = steps[i].to;
    }
    values[all++] = first;
    values[all++] = last;
    qsort(values, all, sizeof *values, order);
    for (uint32_t i = 0; i < all; i++) {
        if (i == 0 || values[i] != values[i - 1])
            values[kept++] = values[i];
    }
    for (uint32_t i = 0; i < kept; i++) {
        roots[i] = i;
        leaves[i] = 0;
    }
    leaves[number_of(values, kept, last)]++;
    leaves[number_of(values, kept, first)]--;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = number_of(values, kept, steps[i].from);
        uint32_t to = number_of(values, kept, steps[i].to);

        leaves[from]++;
        leaves[to]--;
        roots[root_of(roots, from)] = root_of(roots, to);
    }
    start = root_of(roots, number_of(values, kept, first));
    for (uint32_t i = 0; i < kept; i++) {
        if (leaves[i] != 0 || root_of(roots, i) != start)
            return false;
    }
    return true;
}

static uint64_t word_at(const uint8_t *bytes, uint32_t bits, uint32_t at)
{
    uint64_t value = 0;

    memcpy(&value, bytes + at * (bits / 8), bits / 8);
    return value;
}

static uint32_t collect(const struct operation *one, const struct turn *turns,
                        const uint8_t *out, uint32_t count, uint32_t word, struct walk *steps)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (turns[i].word != word)
            continue;
        steps[found].from = word_at(out + i * 8, one->bits, 0);
        steps[found].to = one->step(steps[found].from, &turns[i]);
        found++;
    }
    return found;
}

/* ---- running ---- */

/* The device as it is; without subgroups; as one whose lanes come together again; the same with
 * subgroups that guess the word. Modules of the last two do not say so where the device cannot read
 * it: they are for devices that compute with all lanes of a subgroup at once. */
enum variant { AS_IS, ALONE, TOGETHER, GUESSED, VARIANTS };

/* The type of a constant; 0: there is none of this number. */
static uint32_t type_of(const uint32_t *words, uint32_t count, uint32_t id)
{
    for (uint32_t i = 5; i < count; i += words[i] >> 16) {
        if ((words[i] & 0xffff) == GiOpConstant && words[i + 2] == id)
            return words[i + 1];
    }
    return 0;
}

/* A kernel that sees 0 in each word of 32 bits before it exchanges it: as if others had changed the
 * word since. So words are guessed that are ahead of it, and some are right. */
static void see_old_words(uint32_t *words, uint32_t count)
{
    for (uint32_t i = 5; i < count; i += words[i] >> 16) {
        uint32_t scope = words[i + 4];

        if (words[i] != (6u << 16 | GiOpAtomicLoad)
            || type_of(words, count, scope) != words[i + 1])
            continue;
        words[i] = 5u << 16 | GiOpISub;
        words[i + 3] = scope;
        words[i + 5] = 1u << 16 | GiOpNop;
    }
}

/* A driver that forgets what lanes read in loops is wrong here: no loop of groups is around. It has
 * no device that the last two variants are for. */
static bool is_tried(enum space space, enum variant variant)
{
    return space != NAMED_SHARED || variant < TOGETHER || !host_target()->forgets_in_loops;
}

/* Translates for a variant; false where it is no other kernel. */
static bool translate(struct gi_arena *arena, const char *text, enum variant variant,
                      struct gi_translate_kernel *kernel)
{
    struct gi_translate_target target = *host_target();
    struct gi_ptx_module *module;
    uint32_t *words;
    bool apart;

    if (variant != AS_IS)
        target.float32_shared_add = false;
    if (variant == ALONE)
        target.subgroup_operations = 0;
    if (variant == TOGETHER && target.reconverges)
        return false;
    if (variant == GUESSED)
        target.exchange_words = 8;
    apart = variant >= TOGETHER && !target.reconverges;
    if (variant >= TOGETHER)
        target.reconverges = true;
    if (gi_ptx_parse(arena, text, strlen(text), &module) != GI_OK
        || gi_translate(arena, module, module->functions[0], &target, kernel) != GI_OK)
        fail_msg("%s\n%s", text, gi_last_error_detail());
    assert_true(!tools || spirv_is_valid(kernel->words, kernel->word_count));
    words = gi_arena_alloc(arena, kernel->word_count * 4, 4);
    assert_non_null(words);
    memcpy(words, kernel->words, kernel->word_count * 4);
    if (apart)
        kernel->word_count = spirv_without_reconvergence(kernel->words, kernel->word_count,
                                                         words);
    if (variant == GUESSED)
        see_old_words(words, kernel->word_count);
    kernel->words = words;
    return true;
}

static void check(const struct operation *one, enum space space, enum variant variant,
                  int pattern, const struct gi_translate_kernel *kernel)
{
    static struct walk steps[STEPS];
    uint32_t blocks = space == GLOBAL ? BLOCKS : 1, turn_count = blocks * THREADS * TURNS;
    struct host_memory turns, words, out;
    uint64_t first = one->first;

    host_reset();
    turns = host_alloc(sizeof(struct turn) * STEPS);
    words = host_alloc(WORDS * 8);
    out = host_alloc(STEPS * 8);
    bring((struct turn *)turns.bytes, one, pattern, (uint32_t)(pattern + 1));
    if (space == NAMED_SHARED)
        keep_named((struct turn *)turns.bytes);
    for (uint32_t i = 0; i < WORDS; i++)
        memcpy(words.bytes + i * (one->bits / 8), &first, one->bits / 8);
    host_run(kernel, 0, (const void *[]){ &turns.address, &words.address, &out.address },
             (uint32_t[]){ blocks, 1, 1 }, (uint32_t[]){ THREADS, 1, 1 }, 0);
    for (uint32_t word = 0; word < WORDS; word++) {
        uint32_t count = collect(one, (struct turn *)turns.bytes, out.bytes, turn_count, word,
                                 steps);
        uint64_t last = word_at(words.bytes, one->bits, word);

        if (!is_walk(steps, count, first, last))
            fail_msg("%s, %s, variant %d, %s: word %u went from %llx to %llx, but what %u "
                     "threads got is in no order", one->spelling, space_names[space], variant,
                     pattern_names[pattern], word, (unsigned long long)first,
                     (unsigned long long)last, count);
    }
}

static void test_operation(void **state)
{
    const struct operation *one = *state;
    char text[6000];

    for (int space = 0; space < SPACES; space++) {
        if (space == WIDE_SHARED && one->bits == 64)
            continue;
        write_kernel(text, sizeof text, one, (enum space)space);
        for (int variant = 0; variant < VARIANTS; variant++) {
            struct gi_translate_kernel kernel;
            struct gi_arena arena;

            gi_arena_init(&arena, 16 << 20);
            if (is_tried((enum space)space, (enum variant)variant)
                && translate(&arena, text, (enum variant)variant, &kernel)) {
                for (int pattern = 0; pattern < PATTERNS; pattern++)
                    check(one, (enum space)space, (enum variant)variant, pattern, &kernel);
            }
            gi_arena_finish(&arena);
        }
    }
}

/* Walks that are none are found. */
static void test_walks(void **state)
{
    static const struct walk round[] = { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 0, 1 } };
    static const struct walk apart[] = { { 0, 1 }, { 3, 4 }, { 4, 3 } };
    static const struct walk twice[] = { { 0, 1 }, { 0, 1 } };

    (void)state;
    assert_true(is_walk(round, 4, 0, 1));
    assert_false(is_walk(round, 4, 0, 2));
    assert_true(is_walk(round, 3, 2, 2));
    assert_false(is_walk(apart, 3, 0, 1));
    assert_false(is_walk(twice, 2, 0, 1));
    assert_true(is_walk(NULL, 0, 7, 7));
    assert_false(is_walk(NULL, 0, 7, 8));
}

int main(void)
{
    struct CMUnitTest tests[OPERATIONS + 1] = { cmocka_unit_test(test_walks) };
    const char *why = host_open();
    int failed;

    if (why) {
        printf("skipped: %s\n", why);
        return 77;
    }
    tools = spirv_tools_installed();
    for (size_t i = 0; i < OPERATIONS; i++)
        tests[i + 1] = (struct CMUnitTest){ operations[i].spelling, test_operation, NULL, NULL,
                                            (void *)&operations[i] };
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    host_close();
    return failed;
}
