/* Barriers that warps come to apart: kernels whose warps are the device's own there, and facts of
 * numbers that follow from a thread's place. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "test_cases.h"
#include "kernel/translate/ptx/lane_number.h"
#include "kernel/translate/translate.h"

/* ---- kernels --------------------------------------------------------------------------------- */

static const struct gi_translate_target counting = {
    .push_bytes = 128, .int8 = true, .int16 = true, .float16 = true, .float64 = true,
    .int64_atomics = true, .fused_fma = true, .subgroup_can_be_required = true,
    .subgroup_operations = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE, .reconverges = true,
    .subgroup_least = 32, .subgroup_most = 32, .threads_progress = true,
    .ended_at_barriers = GI_TRANSLATE_ENDED_SKIPPED, .barriers_count_warps = true,
};

/* Lines that set %p, by which a thread takes one of two barriers, which stand behind them. */
#define BARRIER "bar.sync 0;\n"
#define TID "mov.u32 %r0, %tid.x;\n"
#define ODD(reg) "and.b32 %r8, " reg ", 1;\nsetp.ne.u32 %p, %r8, 0;\n"
#define OF_WARP TID "shr.u32 %r1, %r0, 5;\n" ODD("%r1")
/* %r5: the number of the thread in the block, as compilers compute it */
#define LINEAR \
    "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %tid.y;\nmov.u32 %r2, %tid.z;\n" \
    "mov.u32 %r3, %ntid.x;\nmov.u32 %r4, %ntid.y;\nmad.lo.s32 %r6, %r2, %r4, %r1;\n" \
    "mad.lo.s32 %r5, %r6, %r3, %r0;\n"
/* a quotient with a sign: below zero it is rounded upwards */
#define QUOTIENT(of) \
    "shr.s32 %r9, " of ", 31;\nshr.u32 %r10, %r9, 27;\nadd.s32 %r11, " of ", %r10;\n" \
    "shr.s32 %r12, %r11, 5;\n"

static const struct {
    const char *what;
    bool native;
    const char *lines, *barrier;
} cases[] = {
    { "a row of the block", true, "mov.u32 %r0, %tid.y;\n" ODD("%r0"), BARRIER },
    { "a column", false, TID ODD("%r0"), BARRIER },
    { "a warp of a row", true, OF_WARP, BARRIER },
    { "half a warp", false, TID "shr.u32 %r1, %r0, 4;\n" ODD("%r1"), BARRIER },
    { "a bit of the thread's number", true, TID "and.b32 %r1, %r0, 32;\n"
      "setp.ne.u32 %p, %r1, 0;\n", BARRIER },
    { "a bit of the lane", false, TID "and.b32 %r1, %r0, 16;\nsetp.ne.u32 %p, %r1, 0;\n", BARRIER },
    { "a division", true, TID "div.u32 %r1, %r0, 64;\n" ODD("%r1"), BARRIER },
    { "a division by another number", false, TID "div.u32 %r1, %r0, 48;\n" ODD("%r1"), BARRIER },
    { "a division with a sign", true, TID QUOTIENT("%r0") ODD("%r12"), BARRIER },
    { "of the thread's number in the block", true, LINEAR "shr.u32 %r7, %r5, 5;\n" ODD("%r7"),
      BARRIER },
    { "the same with a sign", true, LINEAR QUOTIENT("%r5") ODD("%r12"), BARRIER },
    { "the same by columns", false, LINEAR "mad.lo.u32 %r7, %r0, %r4, %r1;\n"
      "shr.u32 %r9, %r7, 5;\n" ODD("%r9"), BARRIER },
    { "the same by 64 bits", true, LINEAR "cvt.u64.u32 %d1, %r5;\nshr.u64 %d2, %d1, 5;\n"
      "cvt.u32.u64 %r7, %d2;\n" ODD("%r7"), BARRIER },
    { "a field of bits", true, TID "bfe.u32 %r1, %r0, 5, 3;\n" ODD("%r1"), BARRIER },
    { "a field with a bit of the lane", false, TID "bfe.u32 %r1, %r0, 4, 3;\n" ODD("%r1"),
      BARRIER },
    { "the warp's number", true, "mov.u32 %r1, %warpid;\n" ODD("%r1"), BARRIER },
    { "a sum that is not whole", false, TID "mov.u32 %r1, %ctaid.x;\nadd.u32 %r2, %r0, %r1;\n"
      "shr.u32 %r3, %r2, 5;\n" ODD("%r3"), BARRIER },
    { "a register that is written twice", false, TID "shr.u32 %r1, %r0, 5;\n"
      "setp.ne.u32 %q, %r0, 7;\n@%q bra ON;\nmov.u32 %r1, 1;\nON:\n" ODD("%r1"), BARRIER },
    { "a register that is written under a guard", false, TID "setp.ne.u32 %q, %r0, 7;\n"
      "@%q shr.u32 %r1, %r0, 5;\n" ODD("%r1"), BARRIER },
    { "the first lane's word", true, TID "shfl.sync.idx.b32 %r1|%q, %r0, 0, 31, -1;\n" ODD("%r1"),
      BARRIER },
    { "the same with numbers in registers", true, TID "mov.u32 %r2, 0;\nmov.u32 %r3, 31;\n"
      "mov.u32 %r4, -1;\nshfl.sync.idx.b32 %r1|%q, %r0, %r2, %r3, %r4;\n" ODD("%r1"), BARRIER },
    { "a word of a segment", false, TID "shfl.sync.idx.b32 %r1, %r0, 0, 4127, -1;\n" ODD("%r1"),
      BARRIER },
    { "a lane behind the last", false, TID "shfl.sync.idx.b32 %r1, %r0, 9, 7, -1;\n" ODD("%r1"),
      BARRIER },
    { "a neighbour's word", false, TID "shfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;\n" ODD("%r1"),
      BARRIER },
    { "a word of a lane that each names", false, TID "shfl.sync.idx.b32 %r1, %r0, %r0, 31, -1;\n"
      ODD("%r1"), BARRIER },
    { "a word for some lanes", false, TID "shfl.sync.idx.b32 %r1, %r0, 0, 31, 65535;\n" ODD("%r1"),
      BARRIER },
    { "a vote", true, TID "setp.lt.u32 %q, %r0, 7;\nvote.sync.any.pred %p, %q, -1;\n", BARRIER },
    { "a ballot", true, TID "setp.lt.u32 %q, %r0, 7;\nvote.sync.ballot.b32 %r1, %q, -1;\n"
      ODD("%r1"), BARRIER },
    { "a vote of some lanes", false, TID "setp.lt.u32 %q, %r0, 7;\n"
      "vote.sync.any.pred %p, %q, 65535;\n", BARRIER },
    { "a sum of a warp", true, TID "redux.sync.add.u32 %r1, %r0, -1;\n" ODD("%r1"), BARRIER },
    { "a vote behind flow that lanes take apart", false, TID "setp.lt.u32 %q, %r0, 7;\n"
      "@%q bra ON;\nvote.sync.any.pred %p, %q, -1;\nON:\n", BARRIER },

    { "a barrier with a sum", true, OF_WARP,
      "bar.red.popc.u32 %r13, 0, %p;\nst.global.u32 [%d0], %r13;\n" },
    { "a barrier with a vote", true, OF_WARP, "bar.red.and.pred %q, 0, %p;\n" },
    { "the aligned spelling", true, OF_WARP, "barrier.red.aligned.or.pred %q, 0, %p;\n" },
    { "a barrier that lanes may come to apart", false, OF_WARP,
      "barrier.red.or.pred %q, 0, %p;\n" },
    { "a barrier with a number", false, OF_WARP, "bar.sync 1;\n" },
    { "a sum at a barrier with a number", false, OF_WARP, "bar.red.popc.u32 %r13, 1, %p;\n" },
    { "a barrier of some threads", false, OF_WARP, "bar.sync 0, 64;\n" },
};

static void translate(struct gi_arena *arena, size_t i, struct gi_translate_kernel *out_kernel)
{
    char *text = gi_arena_alloc(arena, 4000, 1);
    struct gi_ptx_module *module;

    assert_non_null(text);
    snprintf(text, 4000, ".version 8.0\n.target sm_80\n.address_size 64\n"
             ".visible .entry apart(.param .u64 out)\n{\n.reg .pred %%p, %%q;\n"
             ".reg .b32 %%r<16>;\n.reg .b64 %%d<4>;\nld.param.u64 %%d0, [out];\n%s"
             "@%%p bra OTHER;\n%sbra END;\nOTHER:\n%sEND:\nst.global.u32 [%%d0], 1;\nret;\n}\n",
             cases[i].lines, cases[i].barrier, cases[i].barrier);
    if (gi_ptx_parse(arena, text, strlen(text), &module) != GI_OK
        || gi_translate(arena, module, module->functions[0], &counting, out_kernel) != GI_OK)
        fail_msg("%s: %s", cases[i].what, gi_last_error_detail());
}

/* Native warps need blocks whose warps are rows; other kernels go step by step on each block. */
TEST_CASE(warps_are_native_where_their_lanes_come_together)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct gi_translate_kernel kernel;
        struct gi_arena arena;

        gi_arena_init(&arena, 64 << 20);
        translate(&arena, i, &kernel);
        if ((kernel.subgroup_size == 32) != cases[i].native
            || kernel.needs_rows != cases[i].native)
            fail_msg("%s: subgroups of %u, rows %d", cases[i].what, kernel.subgroup_size,
                     kernel.needs_rows);
        gi_arena_finish(&arena);
    }
}

/* ---- numbers --------------------------------------------------------------------------------- */

enum { STEPS = 24, LANES = 32, MOST_TEXT = 8192 };

/* A step makes one register of two others, or of one and a number: %r of 32 bits or %d of 64. */
struct step {
    const char *form;                   /* of PTX: result, first, second operand */
    bool wide;                          /* the result has 64 bits */
    bool from_wide;                     /* and so have the operands */
    bool names_number;                  /* the second one is a number */
    uint64_t (*make)(uint64_t a, uint64_t b);
};

#define MAKE(name, expression) \
    static uint64_t make_##name(uint64_t a, uint64_t b) { (void)b; return (uint64_t)(expression); }

MAKE(add, a + b)
MAKE(sub, a - b)
MAKE(mul, a * b)
MAKE(and, a & b)
MAKE(or, a | b)
MAKE(xor, a ^ b)
MAKE(twice, a * b + a)
MAKE(shl, b < 32 ? a << b : 0)
MAKE(shr, b < 32 ? a >> b : 0)
MAKE(shr_sign, (int32_t)a >> (b < 32 ? b : 31))
MAKE(div, (uint32_t)a / (uint32_t)b)
MAKE(div_sign, (int32_t)a / (int32_t)b)
MAKE(field, b < 32 ? a >> b & 7 : 0)
MAKE(wide, a)
MAKE(wide_sign, (int64_t)(int32_t)a)
MAKE(mul_sign, (int64_t)(int32_t)a * (int32_t)b)
MAKE(shl64, b < 64 ? a << b : 0)
MAKE(shr64, b < 64 ? a >> b : 0)
MAKE(div64, a / b)

static const struct step steps[] = {
    { "add.u32 %s, %s, %s;", false, false, false, make_add },
    { "add.s32 %s, %s, %s;", false, false, true, make_add },
    { "sub.s32 %s, %s, %s;", false, false, false, make_sub },
    { "mul.lo.u32 %s, %s, %s;", false, false, false, make_mul },
    { "mul.lo.s32 %s, %s, %s;", false, false, true, make_mul },
    { "mad.lo.u32 %1$s, %2$s, %3$s, %2$s;", false, false, false, make_twice },
    { "and.b32 %s, %s, %s;", false, false, false, make_and },
    { "and.b32 %s, %s, %s;", false, false, true, make_and },
    { "or.b32 %s, %s, %s;", false, false, false, make_or },
    { "xor.b32 %s, %s, %s;", false, false, true, make_xor },
    { "shl.b32 %s, %s, %s;", false, false, true, make_shl },
    { "shr.u32 %s, %s, %s;", false, false, true, make_shr },
    { "shr.s32 %s, %s, %s;", false, false, true, make_shr_sign },
    { "div.u32 %s, %s, %s;", false, false, true, make_div },
    { "div.s32 %s, %s, %s;", false, false, true, make_div_sign },
    { "bfe.u32 %s, %s, %s, 3;", false, false, true, make_field },
    { "cvt.u64.u32 %1$s, %2$s;", true, false, false, make_wide },
    { "cvt.s64.s32 %1$s, %2$s;", true, false, false, make_wide_sign },
    { "mul.wide.u32 %s, %s, %s;", true, false, false, make_mul },
    { "mul.wide.s32 %s, %s, %s;", true, false, false, make_mul_sign },
    { "add.u64 %s, %s, %s;", true, true, false, make_add },
    { "mul.lo.u64 %s, %s, %s;", true, true, false, make_mul },
    { "shl.b64 %s, %s, %s;", true, true, true, make_shl64 },
    { "shr.u64 %s, %s, %s;", true, true, true, make_shr64 },
    { "div.u64 %s, %s, %s;", true, true, true, make_div64 },
    { "cvt.u32.u64 %1$s, %2$s;", false, true, false, make_wide },
};
enum { KINDS = sizeof steps / sizeof steps[0] };

/* A program: the first registers are the thread's place and the block's size. */
struct program {
    const struct step *steps[STEPS];
    uint32_t first[STEPS], second[STEPS];   /* registers of the operands */
    uint64_t number[STEPS];
    bool wide[6 + STEPS];               /* of each register */
    char text[MOST_TEXT];
};

static uint32_t drawn(uint64_t *state, uint32_t below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % below;
}

/* A register of a width; one of the latest more often, so that steps follow each other. */
static uint32_t pick(const struct program *program, uint64_t *state, uint32_t count, bool wide)
{
    for (int turn = 0; turn < 40; turn++) {
        uint32_t one = drawn(state, 2) && count > 8 ? count - 1 - drawn(state, 6)
                                                    : drawn(state, count);

        if (program->wide[one] == wide)
            return one;
    }
    return UINT32_MAX;
}

static void add_text(struct program *program, size_t *used, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    *used += (size_t)vsnprintf(program->text + *used, MOST_TEXT - *used, format, arguments);
    va_end(arguments);
}

static void add_step(struct program *program, uint64_t *state, uint32_t i, size_t *used)
{
    static const uint32_t numbers[] = { 1, 2, 3, 4, 5, 6, 7, 10, 27, 31, 32, 33, 64, 96, 1024 };
    char names[3][24], line[120];
    const struct step *step;
    uint32_t a, b;

    do {
        step = &steps[drawn(state, KINDS)];
        a = pick(program, state, 6 + i, step->from_wide);
        b = pick(program, state, 6 + i, step->from_wide);
    } while (a == UINT32_MAX || b == UINT32_MAX);
    program->steps[i] = step;
    program->first[i] = a;
    program->second[i] = b;
    program->number[i] = numbers[drawn(state, sizeof numbers / sizeof numbers[0])];
    program->wide[6 + i] = step->wide;
    snprintf(names[0], sizeof names[0], "%%%c%u", step->wide ? 'd' : 'r', 6 + i);
    snprintf(names[1], sizeof names[1], "%%%c%u", step->from_wide ? 'd' : 'r', a);
    snprintf(names[2], sizeof names[2], "%%%c%u", step->from_wide ? 'd' : 'r', b);
    if (step->names_number)
        snprintf(names[2], sizeof names[2], "%u", (uint32_t)program->number[i]);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(line, sizeof line, step->form, names[0], names[1], names[2]);
#pragma GCC diagnostic pop
    add_text(program, used, "%s\n", line);
}

static void make_program(struct program *program, uint64_t *state)
{
    size_t used = 0;

    memset(program, 0, sizeof *program);
    add_text(program, &used, ".version 8.0\n.target sm_80\n.address_size 64\n.entry k()\n{\n"
             ".reg .b32 %%r<40>;\n.reg .b64 %%d<40>;\nmov.u32 %%r0, %%tid.x;\n"
             "mov.u32 %%r1, %%tid.y;\nmov.u32 %%r2, %%tid.z;\nmov.u32 %%r3, %%ntid.x;\n"
             "mov.u32 %%r4, %%ntid.y;\nmov.u32 %%r5, %%ntid.z;\n");
    for (uint32_t i = 0; i < STEPS; i++)
        add_step(program, state, i, &used);
    add_text(program, &used, "ret;\n}\n");
    assert_true(used < MOST_TEXT);
}

/* The registers of one thread. */
static void run(const struct program *program, const uint32_t block[3], uint32_t thread,
                uint64_t *out)
{
    out[0] = thread % block[0];
    out[1] = thread / block[0] % block[1];
    out[2] = thread / block[0] / block[1];
    for (int i = 0; i < 3; i++)
        out[3 + i] = block[i];
    for (uint32_t i = 0; i < STEPS; i++) {
        const struct step *step = program->steps[i];
        uint64_t b = step->names_number ? program->number[i] : out[program->second[i]];

        out[6 + i] = step->make(out[program->first[i]], b);
        if (!step->wide)
            out[6 + i] = (uint32_t)out[6 + i];
    }
}

/* Looks at a register of the lanes of a warp. */
static void check_number(const struct program *program, const uint32_t block[3], uint32_t reg,
                         struct gi_ptx_lane_number known, uint64_t values[LANES][6 + STEPS],
                         uint32_t lanes)
{
    bool one_row = block[1] == 1 && block[2] == 1, right = true;
    uint64_t mask = program->wide[reg] ? UINT64_MAX : UINT32_MAX;

    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint64_t value = values[lane][reg];

        right &= value <= known.most;
        if (known.facts & GI_PTX_LANES_SHARE)
            right &= value == values[0][reg];
        if (known.facts & GI_PTX_IS_WHOLE)
            right &= value % LANES == 0 && (known.facts & GI_PTX_LANES_SHARE);
        if (known.facts & GI_PTX_IS_ROW && one_row)
            right &= value == 0;
        if (known.facts & GI_PTX_IS_WIDTH && !one_row)
            right &= value % LANES == 0;
        if (known.facts & GI_PTX_COUNTS_LANES)
            right &= ((value - lane) & mask) == values[0][reg] && values[0][reg] % LANES == 0;
        if (known.facts & GI_PTX_IS_CONSTANT)
            right &= value == known.most;
    }
    if (!right)
        fail_msg("%sblock %u %u %u: register %u has facts %x, most %llx", program->text, block[0],
                 block[1], block[2], reg, known.facts, (unsigned long long)known.most);
}

/* Blocks whose warps are rows or parts of rows. */
static void check_program(const struct program *program, const struct gi_ptx_lane_number *numbers)
{
    static const uint32_t blocks[][3] = {
        { 32, 4, 1 }, { 64, 2, 3 }, { 96, 1, 2 }, { 40, 1, 1 }, { 7, 1, 1 }, { 256, 1, 1 },
        { 32, 1, 32 }, { 1024, 1, 1 },
    };
    uint64_t values[LANES][6 + STEPS];

    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
        uint32_t threads = blocks[i][0] * blocks[i][1] * blocks[i][2];

        for (uint32_t first = 0; first < threads; first += LANES * (1 + threads / 256)) {
            uint32_t lanes = threads - first < LANES ? threads - first : LANES;

            for (uint32_t lane = 0; lane < lanes; lane++)
                run(program, blocks[i], first + lane, values[lane]);
            for (uint32_t reg = 0; reg < 6 + STEPS; reg++)
                check_number(program, blocks[i], reg, numbers[reg], values, lanes);
        }
    }
}

/* What is known of registers, in the order in which they are written. Returns how many are shared
 * that read the thread's place in its row. */
static uint32_t find_numbers(struct gi_arena *arena, const struct program *program,
                             struct gi_ptx_lane_number numbers[6 + STEPS])
{
    struct gi_ptx_lane_number known[6 + STEPS + 1];
    struct gi_ptx_module *module;
    struct gi_ptx_body *body = NULL;
    bool reads_lane[6 + STEPS] = { true };
    uint32_t found = 0;

    if (gi_ptx_parse(arena, program->text, strlen(program->text), &module) != GI_OK
        || gi_ptx_parse_body(arena, module, module->functions[0], &body) != GI_OK)
        fail_msg("%s%s", program->text, gi_last_error_detail());
    assert_true(body->register_count <= 6 + STEPS);
    for (uint32_t i = 0; i <= 6 + STEPS; i++)
        known[i] = gi_ptx_lanes_unknown();
    for (uint32_t i = 0; i < 6 + STEPS; i++) {
        const struct gi_ptx_instruction *at = &body->instructions[i];

        numbers[i] = known[at->operands[0].index] = gi_ptx_lane_number_of(at, known);
        if (i < 6)
            continue;
        reads_lane[i] = reads_lane[program->first[i - 6]]
            || (!program->steps[i - 6]->names_number && reads_lane[program->second[i - 6]]);
        found += reads_lane[i] && (numbers[i].facts & GI_PTX_LANES_SHARE)
            && !(numbers[i].facts & GI_PTX_IS_CONSTANT);
    }
    return found;
}

/* Each fact holds in each warp of each block, and facts are found. */
TEST_CASE(facts_of_numbers_hold_in_each_warp)
{
    enum { PROGRAMS = 1500 };
    static struct program program;
    uint64_t seed = 1;
    uint32_t found = 0;

    for (uint32_t i = 0; i < PROGRAMS; i++) {
        struct gi_ptx_lane_number numbers[6 + STEPS];
        struct gi_arena arena;

        make_program(&program, &seed);
        gi_arena_init(&arena, 16 << 20);
        found += find_numbers(&arena, &program, numbers);
        check_program(&program, numbers);
        gi_arena_finish(&arena);
    }
    printf("# %u registers that read a lane's place are shared\n", found);
    assert_true(found > PROGRAMS / 2);
}

int main(void)
{
    return run_test_cases(NULL);
}
