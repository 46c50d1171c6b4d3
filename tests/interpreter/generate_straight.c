/* Straight code: each instruction writes a register of its own, and each register is a result. So
 * the first result that differs is that of a wrong instruction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floats.h"
#include "forms.h"

enum { INPUTS = 4, NEVER_SMALL = 2, RESULTS = 40, THREADS = 32 };

/* Kinds of registers. Floats have some of their own, since bits of NaN are left open. */
struct kind {
    char letter;                /* of its registers */
    const char *declared, *stored;
    enum gi_ptx_type type;      /* of its values */
};

enum { H, R, L, F, G, X, Y, Z, V, M, P, KINDS };

static const struct kind kinds[KINDS] = {
    [H] = { 'h', "b16", "b16", GI_PTX_T_B16 }, [R] = { 'r', "b32", "b32", GI_PTX_T_B32 },
    [L] = { 'l', "b64", "b64", GI_PTX_T_B64 }, [F] = { 'f', "f32", "f32", GI_PTX_T_F32 },
    [G] = { 'g', "f64", "f64", GI_PTX_T_F64 }, [X] = { 'x', "b16", "b16", GI_PTX_T_F16 },
    [Y] = { 'y', "b32", "b32", GI_PTX_T_F16X2 }, [Z] = { 'z', "b16", "b16", GI_PTX_T_BF16 },
    [V] = { 'v', "b32", "b32", GI_PTX_T_BF16X2 }, [M] = { 'm', "f32", "f32", GI_PTX_T_F32 },
    [P] = { 'p', "pred", "u32", GI_PTX_T_U32 },
};

/* Registers with a result that later instructions may read. */
struct straight {
    struct random_case *one;
    uint32_t readable[KINDS][RESULTS * 2];
    uint32_t readable_count[KINDS];
    uint32_t result;            /* the next one */
    bool no_small;              /* the instruction must not read a small f32 */
    bool used[KINDS];
};

static int kind_of(enum gi_ptx_type type, bool twice)
{
    uint32_t bytes = gi_ptx_type_bytes(type) * (twice ? 2 : 1);

    if (type == GI_PTX_T_PRED)
        return P;
    for (int kind = F; kind <= V; kind++) {
        if (kinds[kind].type == type)
            return kind;
    }
    return bytes == 8 ? L : bytes == 2 ? H : R;     /* 8 bits live in registers of 32 */
}

/* ---- input ---- */

static uint64_t float_value(struct random_case *one, int exponent_bits, int fraction_bits)
{
    uint64_t exponents = (1ull << exponent_bits) - 1, bias = exponents / 2;
    uint64_t sign = next_random(one) & 1, fraction = next_random(one) << 20 ^ next_random(one);
    uint64_t exponent;

    switch (below(one, 8)) {
    case 0:
        exponent = 0;
        break;
    case 1:
        exponent = exponents - below(one, 2);
        break;
    case 2:
        exponent = next_random(one) % (exponents + 1);
        break;
    default:
        exponent = bias - 3 + below(one, 8);
    }
    switch (below(one, 4)) {
    case 0:
        fraction = 0;
        break;
    case 1:
        fraction = UINT64_MAX << below(one, (uint32_t)fraction_bits);
        break;
    case 2:
        fraction = 1ull << below(one, (uint32_t)fraction_bits);
        break;
    default:
        break;
    }
    return (sign << exponent_bits | exponent) << fraction_bits
        | (fraction & ((1ull << fraction_bits) - 1));
}

/* For constants: llvmpipe folds what has a zero, or what .ftz makes one, without its sign. */
static uint64_t normal_value(struct random_case *one, int exponent_bits, int fraction_bits)
{
    return float_value(one, exponent_bits, fraction_bits) | 1ull << fraction_bits;
}

static uint64_t moderate(struct random_case *one)
{
    uint64_t bits = 0;
    float value = (float)((int)below(one, 6001) - 3000) / 1000;

    if (one_in(one, 8))
        value = 0;
    memcpy(&bits, &value, sizeof(value));
    return bits;
}

static uint64_t input_value(struct random_case *one, int kind)
{
    switch (kind) {
    case F:
        return float_value(one, 8, 23);
    case G:
        return float_value(one, 11, 52);
    case X:
        return float_value(one, 5, 10);
    case Y:
        return float_value(one, 5, 10) << 16 | float_value(one, 5, 10);
    case Z:
        return float_value(one, 8, 7);
    case V:
        return float_value(one, 8, 7) << 16 | float_value(one, 8, 7);
    case M:
        return moderate(one);
    default:
        return edge_integer(one);
    }
}

/* A small number becomes a normal one. */
static uint64_t without_small(struct format format, uint64_t bits)
{
    return is_small(format, bits) ? bits | 1ull << format.fraction_bits : bits;
}

/* Where small numbers are flushed: those of bf16 may be or not, as it has no .ftz. Two inputs of
 * f32 are for instructions that have none. */
static uint64_t defined_value(int kind, uint32_t input, uint64_t value)
{
    if (kind == F && input < NEVER_SMALL)
        return without_small(format_f32, value);
    if (kind == Z)
        return without_small(format_bf16, value);
    if (kind == V)
        return without_small(format_bf16, value & 0xffff)
            | without_small(format_bf16, value >> 16) << 16;
    return value;
}

static void make_input(struct random_case *one)
{
    uint64_t count = (uint64_t)THREADS * KINDS * INPUTS;

    one->in_bytes = count * 8;
    one->in = malloc(one->in_bytes);
    if (!one->in)
        abort();
    for (uint64_t i = 0; i < count; i++) {
        int kind = (int)(i / INPUTS % KINDS);
        uint64_t value = input_value(one, kind);

        if (one->flushed)
            value = defined_value(kind, (uint32_t)(i % INPUTS), value);
        memcpy(one->in + i * 8, &value, 8);
    }
}

/* ---- code ---- */

/* Writes a spelling with one of each group of alternatives. */
static void choose(struct random_case *one, const char *spelling, char *out)
{
    while (*spelling) {
        const char *end = strchr(spelling, '}'), *from;
        uint32_t count = 1, chosen;

        if (*spelling != '{' || !end) {
            *out++ = *spelling++;
            continue;
        }
        for (const char *at = spelling; at < end; at++)
            count += *at == '|';
        chosen = below(one, count);
        for (from = spelling + 1; chosen; from++)
            chosen -= *from == '|';
        while (*from != '|' && *from != '}')
            *out++ = *from++;
        spelling = end + 1;
    }
    *out = 0;
}

static void types_of(const char *spelling, enum gi_ptx_type *out_first, enum gi_ptx_type *out_last)
{
    *out_first = *out_last = GI_PTX_T_NONE;
    for (const char *at = strchr(spelling, '.'); at; at = strchr(at + 1, '.')) {
        struct gi_ptx_text word = { at + 1, (uint32_t)strcspn(at + 1, ".") };
        enum gi_ptx_type type = gi_ptx_type_of(word);

        if (type)
            *out_last = type;
        if (type && !*out_first)
            *out_first = type;
    }
}

/* Whether an instruction computes with f32 or makes one that may be small. */
static bool is_single(const struct form *form, const char *spelling, enum gi_ptx_type first,
                      enum gi_ptx_type last)
{
    static const char *const of_bits[] = { "mov.", "selp.", "copysign.", "testp." };

    for (size_t i = 0; i < sizeof(of_bits) / sizeof(of_bits[0]); i++) {
        if (strncmp(spelling, of_bits[i], strlen(of_bits[i])) == 0)
            return false;
    }
    if (form->check == NEAR || form->check == NEAR_SINE)        /* of moderate numbers */
        return false;
    return last == GI_PTX_T_F32 || (strncmp(spelling, "cvt.", 4) == 0 && first == GI_PTX_T_F32
                                    && last == GI_PTX_T_F64);
}

static bool is_brain(enum gi_ptx_type type)
{
    return type == GI_PTX_T_BF16 || type == GI_PTX_T_BF16X2;
}

/* Results of f32 that PTX has without .ftz. */
static bool has_no_flush(enum gi_ptx_type type)
{
    return is_brain(type) || type == GI_PTX_T_F16X2 || type == GI_PTX_T_E4M3X2
        || type == GI_PTX_T_E5M2X2;
}

/* Writes .ftz where PTX has it: before .sat, .NaN and the first type. */
static void write_flush(char *spelling)
{
    char *at = strchr(spelling, '.');

    for (; at; at = strchr(at + 1, '.')) {
        struct gi_ptx_text word = { at + 1, (uint32_t)strcspn(at + 1, ".") };

        if (strncmp(at, ".ftz", 4) == 0)
            return;
        if (gi_ptx_type_of(word) || strncmp(at, ".sat", 4) == 0 || strncmp(at, ".NaN", 4) == 0)
            break;
    }
    if (!at)
        abort();
    memmove(at + 4, at, strlen(at) + 1);
    memcpy(at, ".ftz", 4);
}

/* Makes the result of an instruction one that does not depend on what the device flushes. */
static enum slot_check make_defined(struct straight *state, const struct form *form,
                                    char *spelling, enum gi_ptx_type first, enum gi_ptx_type last)
{
    bool single = state->one->flushed && is_single(form, spelling, first, last);

    state->no_small = single && has_no_flush(first);
    if (single && !state->no_small)
        write_flush(spelling);
    return state->one->flushed && is_brain(last) && first == last && form->check == EXACT
        ? ANY_SMALL : form->check;
}

static void source(struct straight *state, int kind, char *out)
{
    struct random_case *one = state->one;
    uint32_t number = state->readable[kind][below(one, INPUTS)];

    if (kind == F && state->no_small)
        number = state->readable[kind][below(one, NEVER_SMALL)];
    else if (state->readable_count[kind] > INPUTS && one_in(one, 3))
        number = state->readable[kind][below(one, state->readable_count[kind])];
    state->used[kind] = true;
    if (kind <= L && one_in(one, 8))
        sprintf(out, "%lld", (long long)(int)below(one, 70000) - 35000);
    else if (kind == F && one_in(one, 12))
        sprintf(out, "0f%08llx", (unsigned long long)normal_value(one, 8, 23));
    else if (kind == G && one_in(one, 12))
        sprintf(out, "0d%016llx", (unsigned long long)normal_value(one, 11, 52));
    else
        sprintf(out, "%%%c%u", kinds[kind].letter, number);
}

/* A new register, which is a result of the kernel. */
static void result(struct straight *state, int kind, enum slot_check check, char *out)
{
    struct random_case *one = state->one;
    uint32_t number = INPUTS + state->result++;

    one->slots[one->slot_count++] = (struct slot){ kinds[kind].type, check };
    sprintf(out, "%%%c%u", kinds[kind].letter, number);
    if (check == EXACT)
        state->readable[kind][state->readable_count[kind]++] = number;
}

static void operand(struct straight *state, char code, enum gi_ptx_type first,
                    enum gi_ptx_type last, char *out)
{
    struct random_case *one = state->one;

    switch (code) {
    case 'a':
        source(state, kind_of(last, false), out);
        break;
    case 'o':
        sprintf(out, "%%%c%u", kinds[kind_of(last, false)].letter, below(one, INPUTS));
        break;
    case 'A':
        source(state, kind_of(last, true), out);
        break;
    case 'f':
        source(state, kind_of(first, false), out);
        break;
    case 'u':
        source(state, R, out);
        break;
    case 'm':
        source(state, M, out);
        break;
    case 'q':
        out += sprintf(out, one_in(one, 3) ? "!" : "");
        source(state, P, out);
        break;
    case 'i':
        sprintf(out, "%u", below(one, 256));
        break;
    default:                    /* k */
        if (one_in(one, 2))
            sprintf(out, "%u", below(one, 70));
        else
            source(state, R, out);
    }
}

static int result_kind(char code, enum gi_ptx_type first, enum gi_ptx_type last)
{
    switch (code) {
    case 's':
        return kind_of(first, false);
    case 'D':
        return kind_of(last, true);
    case 'w':
        return R;
    case 'p':
    case 'P':
        return P;
    default:
        return kind_of(last, false);
    }
}

/* Results are known by the order of their registers; what is dropped copies an input. */
static void instruction(struct straight *state, const struct form *form)
{
    struct random_case *one = state->one;
    char spelling[100], text[LINE_ROOM], written[2][20] = { "", "" }, instead[LINE_ROOM];
    char sources[4][40] = { "", "", "", "" };
    enum gi_ptx_type first, last;
    enum slot_check check;
    bool pair = form->operands[0] == 'P';
    int kind;
    size_t at;

    choose(one, form->spelling, spelling);
    types_of(spelling, &first, &last);
    check = make_defined(state, form, spelling, first, last);
    for (uint32_t i = 1; form->operands[i]; i++)
        operand(state, form->operands[i], first, last, sources[i - 1]);
    kind = result_kind(form->operands[0], first, last);
    result(state, kind, check, written[0]);
    if (pair)
        result(state, kind, check, written[1]);
    snprintf(instead, sizeof(instead), "mov.%s %s, %%%c0;%s%s%s", kinds[kind].declared,
             written[0], kinds[kind].letter, pair ? " mov.pred " : "", written[1],
             pair ? ", %p0;" : "");
    at = (size_t)snprintf(text, sizeof(text), "%s %s%s%s", spelling, written[0],
                          pair ? "|" : "", written[1]);
    for (uint32_t i = 1; form->operands[i]; i++)
        at += (size_t)snprintf(text + at, sizeof(text) - at, ", %s", sources[i - 1]);
    loose_line(one, instead, "%s;", text);
}

static void load_inputs(struct straight *state)
{
    struct random_case *one = state->one;

    for (int kind = 0; kind < KINDS; kind++) {
        fixed_line(one, ".reg .%s %%%c<%u>;", kinds[kind].declared, kinds[kind].letter,
                   INPUTS + RESULTS + 4);
        for (uint32_t i = 0; i < INPUTS; i++) {
            state->readable[kind][i] = i;
            if (kind == P)
                fixed_line(one, "setp.gt.s32 %%p%u, %%r%u, 0;", i, i);
            else
                fixed_line(one, "ld.global.%s %%%c%u, [%%in+%u];", kinds[kind].stored,
                           kinds[kind].letter, i, (kind * INPUTS + i) * 8);
        }
        state->readable_count[kind] = INPUTS;
    }
}

static void store_results(struct straight *state)
{
    struct random_case *one = state->one;

    for (uint32_t i = 0; i < one->slot_count; i++) {
        int kind = 0;

        while (kinds[kind].type != one->slots[i].type)
            kind++;
        if (kind == P) {
            fixed_line(one, "selp.u32 %%t, 1, 0, %%p%u;", INPUTS + i);
            fixed_line(one, "st.global.u32 [%%out+%u], %%t;", i * 8);
        } else {
            fixed_line(one, "st.global.%s [%%out+%u], %%%c%u;", kinds[kind].stored, i * 8,
                       kinds[kind].letter, INPUTS + i);
        }
    }
}

/* The seed chooses the forms in turn, so that all come. */
void generate_straight(struct random_case *one)
{
    struct straight state = { .one = one };
    uint32_t form = (uint32_t)(one->seed * (RESULTS * 3 / 4)) % form_count;

    one->grid = 1;
    one->block = THREADS;
    make_input(one);
    module_lines(one);
    entry_lines(one);
    fixed_line(one, "mad.wide.u32 %%in, %%t, %u, %%in;", KINDS * INPUTS * 8);
    load_inputs(&state);
    for (uint32_t i = 0; i < RESULTS * 3 / 4; i++) {
        instruction(&state, &forms[form]);
        form = (form + 1) % form_count;
    }
    fixed_line(one, "mad.wide.u32 %%out, %%t, %u, %%out;", one->slot_count * 8);
    store_results(&state);
    fixed_line(one, "ret;");
    fixed_line(one, "}");
    one->out_bytes = (uint64_t)THREADS * one->slot_count * 8;
}

/* The same with .ftz, on all devices. */
void generate_flushed(struct random_case *one)
{
    one->flushed = true;
    generate_straight(one);
}
