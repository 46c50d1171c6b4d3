#include "matrix_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FORMS = 160, MOST_ROWS = 16, MOST_DEPTH = 256, COLUMNS = 8 };

static const uint32_t bits_of[] = {
    [OF_F16] = 16, [OF_BF16] = 16, [OF_TF32] = 32, [OF_F64] = 64, [OF_S8] = 8, [OF_U8] = 8,
    [OF_S4] = 4, [OF_U4] = 4, [OF_B1] = 1, [OF_F32] = 32, [OF_S32] = 32,
};
static const char *const names[] = {
    [OF_F16] = "f16", [OF_BF16] = "bf16", [OF_TF32] = "tf32", [OF_F64] = "f64", [OF_S8] = "s8",
    [OF_U8] = "u8", [OF_S4] = "s4", [OF_U4] = "u4", [OF_B1] = "b1", [OF_F32] = "f32",
    [OF_S32] = "s32",
};

/* ---- the forms ---- */

static struct matrix_form all[MOST_FORMS];
static size_t form_count;

static void add_mixed(uint32_t rows, uint32_t depth, enum matrix_elements a, enum matrix_elements b,
                enum matrix_elements sum, enum matrix_elements c, const char *layouts,
                const char *behind)
{
    struct matrix_form *form = &all[form_count++];

    *form = (struct matrix_form){ .rows = rows, .depth = depth, .a = a, .b = b, .c = c, .sum = sum,
                                  .saturates = strstr(behind, "satfinite") != NULL,
                                  .is_and = strstr(behind, "and") != NULL };
    form->quads = a == OF_F16 && depth == 4;
    form->a_columns = strncmp(layouts, "col", 3) == 0;
    form->b_columns = strstr(layouts, ".col") != NULL;
    snprintf(form->spelling, sizeof(form->spelling), "mma.sync.aligned.m%un8k%u.%s%s.%s.%s.%s.%s%s",
             rows, depth, layouts, form->saturates ? ".satfinite" : "", names[sum], names[a],
             names[b], names[c], a == OF_B1 ? behind : "");
}

static void add(uint32_t rows, uint32_t depth, enum matrix_elements a, enum matrix_elements b,
                enum matrix_elements sum, const char *layouts, const char *behind)
{
    add_mixed(rows, depth, a, b, sum, sum, layouts, behind);
}

static void add_integers(uint32_t rows, uint32_t depth, enum matrix_elements with_sign)
{
    for (int i = 0; i < 8; i++)
        add(rows, depth, (enum matrix_elements)(with_sign + i % 2),
            (enum matrix_elements)(with_sign + i / 2 % 2), OF_S32, "row.col",
            i / 4 ? "satfinite" : "");
}

static void add_bits(uint32_t rows, uint32_t depth)
{
    add(rows, depth, OF_B1, OF_B1, OF_S32, "row.col", ".xor.popc");
    add(rows, depth, OF_B1, OF_B1, OF_S32, "row.col", ".and.popc");
}

static void add_sparse(uint32_t depth, enum matrix_elements a, enum matrix_elements b,
                       enum matrix_elements sum, bool saturates, uint32_t selector)
{
    struct matrix_form *form = &all[form_count];
    bool ordered = (form_count++ + selector) % 2;

    *form = (struct matrix_form){ .rows = 16, .depth = depth, .a = a, .b = b, .c = sum,
                                  .sum = sum, .saturates = saturates, .sparse = true,
                                  .ordered = ordered };
    form->selector = selector % matrix_selectors(form);
    snprintf(form->spelling, sizeof(form->spelling),
             "mma.sp%s.sync.aligned.m16n8k%u.row.col%s.%s.%s.%s.%s",
             ordered ? "::ordered_metadata" : "", depth, saturates ? ".satfinite" : "",
             names[sum], names[a], names[b], names[sum]);
}

static void make_sparse_forms(void)
{
    for (uint32_t depth = 16; depth <= 32; depth += 16) {
        for (uint32_t selector = 0; selector < 64 / depth; selector++) {
            add_sparse(depth, OF_F16, OF_F16, OF_F16, false, selector);
            add_sparse(depth, OF_F16, OF_F16, OF_F32, false, selector);
            add_sparse(depth, OF_BF16, OF_BF16, OF_F32, false, selector);
            add_sparse(depth / 2, OF_TF32, OF_TF32, OF_F32, false, selector);
        }
        for (uint32_t i = 0; i < 8; i++) {
            add_sparse(2 * depth, OF_S8 + i % 2, OF_S8 + i / 2 % 2, OF_S32, i / 4, i % 3);
            add_sparse(4 * depth, OF_S4 + i % 2, OF_S4 + i / 2 % 2, OF_S32, i / 4, i % 3);
        }
    }
}

static void make_forms(void)
{
    static const char *const layouts[] = { "row.col", "row.row", "col.col", "col.row" };

    for (int i = 0; i < 4; i++) {
        add(8, 4, OF_F16, OF_F16, OF_F16, layouts[i], "");
        add(8, 4, OF_F16, OF_F16, OF_F32, layouts[i], "");
    }
    for (uint32_t depth = 8; depth <= 16; depth += 8) {
        add(16, depth, OF_F16, OF_F16, OF_F16, "row.col", "");
        add(16, depth, OF_F16, OF_F16, OF_F32, "row.col", "");
        add(16, depth, OF_BF16, OF_BF16, OF_F32, "row.col", "");
        add(16, depth / 2, OF_TF32, OF_TF32, OF_F32, "row.col", "");
    }
    add(8, 4, OF_F64, OF_F64, OF_F64, "row.col", "");
    add_integers(8, 16, OF_S8);
    add_integers(16, 16, OF_S8);
    add_integers(16, 32, OF_S8);
    add_integers(8, 32, OF_S4);
    add_integers(16, 32, OF_S4);
    add_integers(16, 64, OF_S4);
    add_bits(8, 128);
    add_bits(16, 128);
    add_bits(16, 256);
    make_sparse_forms();
    for (int i = 0; i < 4; i++)
        add_mixed(8, 4, OF_F16, OF_F16, OF_F32, OF_F16, layouts[i], "");
}

const struct matrix_form *matrix_forms(size_t *out_count)
{
    if (!form_count)
        make_forms();
    *out_count = form_count;
    return all;
}

const struct matrix_form *matrix_form_of(const char *spelling, size_t length)
{
    size_t count;
    const struct matrix_form *forms = matrix_forms(&count);

    for (size_t i = 0; i < count; i++) {
        if (!forms[i].sparse && strlen(forms[i].spelling) == length
            && memcmp(forms[i].spelling, spelling, length) == 0)
            return &forms[i];
    }
    return NULL;
}

uint32_t matrix_a_words(const struct matrix_form *form)
{
    uint32_t depth = form->sparse ? form->depth / 2 : form->depth;

    return form->quads ? 2 : form->rows * depth * bits_of[form->a] / 32 / MATRIX_LANES;
}

uint32_t matrix_b_words(const struct matrix_form *form)
{
    return form->quads ? 2 : COLUMNS * form->depth * bits_of[form->b] / 32 / MATRIX_LANES;
}

uint32_t matrix_sums(const struct matrix_form *form)
{
    return form->quads ? 8 : form->rows * COLUMNS / MATRIX_LANES;
}

uint32_t matrix_c_words(const struct matrix_form *form)
{
    return matrix_sums(form) * bits_of[form->c] / 32;
}

uint32_t matrix_sum_words(const struct matrix_form *form)
{
    return matrix_sums(form) * bits_of[form->sum] / 32;
}

/* ---- numbers ---- */

double matrix_half(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    double value = exponent ? ldexp(1024 + (bits & 1023), exponent - 25) : ldexp(bits & 1023, -24);

    if (exponent == 31)
        value = bits & 1023 ? NAN : INFINITY;
    return bits >> 15 ? -value : value;
}

uint16_t matrix_to_half(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0, best = 0x7c00;
    double least = fabs(fabs(value) - 65536);

    if (isnan(value))
        return 0x7fff;
    for (uint32_t i = 0; i < 0x7c00; i++) {
        double apart = fabs(fabs(value) - matrix_half((uint16_t)i));

        if (apart < least || (apart == least && i % 2 == 0)) {
            least = apart;
            best = (uint16_t)i;
        }
    }
    return sign | best;
}

static double single(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* Element i of the words of a lane. */
static double element(const uint32_t *words, enum matrix_elements of, uint32_t i)
{
    uint32_t bits = bits_of[of];
    uint32_t word = bits < 32 ? words[i * bits / 32] >> i * bits % 32 : words[i];
    uint64_t both;
    double value;

    switch (of) {
    case OF_F16:
        return matrix_half((uint16_t)word);
    case OF_BF16:
        return single(word << 16);
    case OF_TF32:
        return single(word & 0xffffe000);
    case OF_F32:
        return single(word);
    case OF_F64:
        both = words[2 * i] | (uint64_t)words[2 * i + 1] << 32;
        memcpy(&value, &both, sizeof(value));
        return value;
    case OF_S8:
        return (int8_t)word;
    case OF_U8:
        return (uint8_t)word;
    case OF_S4:
        return (int)(word & 15) - (int)((word & 8) << 1);
    case OF_U4:
        return word & 15;
    case OF_B1:
        return word & 1;
    case OF_S32:
        return (int32_t)word;
    }
    return 0;
}

/* ---- places ---- */

struct place {
    uint32_t row, column, product;
};

/* Of A and C, and of B with rows and columns changed: the elements of a word stand side by side. */
static struct place place_in(uint32_t lane, uint32_t i, uint32_t bits, uint32_t rows)
{
    uint32_t in_word = bits < 32 ? 32 / bits : 1;
    uint32_t word = i / in_word, groups = rows / 8;

    return (struct place){ lane / 4 + 8 * (word % groups),
                           lane % 4 * in_word + i % in_word + 4 * in_word * (word / groups), 0 };
}

static struct place place_in_a(const struct matrix_form *form, uint32_t lane, uint32_t i)
{
    uint32_t high = lane < 16 ? 0 : 4;

    if (!form->quads)
        return place_in(lane, i, bits_of[form->a], form->rows);
    if (form->a_columns)
        return (struct place){ i % 4 + high, lane % 4, lane % 16 / 4 };
    return (struct place){ lane % 4 + high, i, lane % 16 / 4 };
}

static struct place place_in_b(const struct matrix_form *form, uint32_t lane, uint32_t i)
{
    uint32_t high = lane < 16 ? 0 : 4;
    struct place place;

    if (form->quads && form->b_columns)
        return (struct place){ i, lane % 4 + high, lane % 16 / 4 };
    if (form->quads)
        return (struct place){ lane % 4, i + high, lane % 16 / 4 };
    place = place_in(lane, i, bits_of[form->b], 8);
    return (struct place){ place.column, place.row, 0 };
}

/* of: what the sums or addends are. */
static struct place place_in_sum(const struct matrix_form *form, enum matrix_elements of,
                                 uint32_t lane, uint32_t i)
{
    uint32_t high = lane < 16 ? 0 : 4;

    if (!form->quads)
        return (struct place){ lane / 4 + 8 * (i / 2), lane % 4 * 2 + i % 2, 0 };
    if (of == OF_F16)
        return (struct place){ lane % 4 + high, i, lane % 16 / 4 };
    return (struct place){ (lane & 1) + (i & 2) + high, (i & 4) + (lane & 2) + (i & 1),
                           lane % 16 / 4 };
}

/* ---- sparse places ---- */

/* Each chunk of a row has four bits: 2 of 4 elements, 1 of 2 tf32, or 2 pairs of 4. */
static uint32_t chunk_of(const struct matrix_form *form)
{
    return form->a == OF_TF32 ? 2 : bits_of[form->a] == 4 ? 8 : 4;
}

/* Whether two spellings are equal but for the word that says how indices lie. */
static bool is_like(const char *form, const char *spelling, size_t length)
{
    static const char word[] = "::ordered_metadata";
    const size_t start = strlen("mma.sp"), bytes = sizeof(word) - 1;

    if (length < start || strncmp(form, spelling, start) != 0)
        return false;
    form += start;
    form += strncmp(form, word, bytes) == 0 ? bytes : 0;
    spelling += start;
    length -= start;
    if (length >= bytes && memcmp(spelling, word, bytes) == 0) {
        spelling += bytes;
        length -= bytes;
    }
    return strlen(form) == length && memcmp(form, spelling, length) == 0;
}

bool matrix_sparse_form_of(const char *spelling, size_t length, uint64_t selector,
                           struct matrix_form *out_form)
{
    size_t count;
    const struct matrix_form *forms = matrix_forms(&count);

    for (size_t i = 0; i < count; i++) {
        if (!forms[i].sparse || !is_like(forms[i].spelling, spelling, length)
            || selector >= matrix_selectors(&forms[i]))
            continue;
        *out_form = forms[i];
        out_form->selector = (uint32_t)selector;
        out_form->ordered = memchr(spelling, ':', length) != NULL;
        return true;
    }
    return false;
}

uint32_t matrix_selectors(const struct matrix_form *form)
{
    return 16 / (form->depth / chunk_of(form));
}

/* The bits of a chunk of a row. The lanes of a group that have metadata are one, two or four. */
static uint32_t indices_of(const struct matrix_form *form, const uint32_t *metadata, uint32_t row,
                           uint32_t chunk)
{
    uint32_t lane = row % 8 * 4 + form->selector * (4 / matrix_selectors(form));

    if (bits_of[form->a] >= 16)     /* two rows of 16 bits in a lane */
        return metadata[lane + chunk / 4] >> (row / 8 * 16 + chunk % 4 * 4) & 15;
    return metadata[lane + chunk / 8 * 2 + row / 8] >> chunk % 8 * 4 & 15;
}

bool matrix_is_defined(const struct matrix_form *form, const uint32_t metadata[MATRIX_LANES])
{
    uint32_t width = chunk_of(form);

    for (uint32_t i = 0; i < form->rows * (form->depth / width); i++) {
        uint32_t indices = indices_of(form, metadata, i % form->rows, i / form->rows);
        uint32_t first = indices & 3, second = indices >> 2;

        if (width == 2 ? indices != 4 && indices != 14
                       : first == second || (form->ordered && first > second))
            return false;
    }
    return true;
}

/* The column of a given element, which is one of the row's first half. */
static uint32_t column_of(const struct matrix_form *form, const uint32_t *metadata, uint32_t row,
                          uint32_t given)
{
    uint32_t width = chunk_of(form), chunk = given / (width / 2), i = given % (width / 2);
    uint32_t indices = indices_of(form, metadata, row, chunk);

    if (width == 2)
        return chunk * 2 + (indices == 14);
    if (width == 8)
        return chunk * 8 + 2 * (indices >> i / 2 * 2 & 3) + i % 2;
    return chunk * 4 + (indices >> i * 2 & 3);
}

/* ---- the product ---- */

/* A zero of A that is not given is NaN here: no element of B counts for it. */
struct matrices {
    double a[4][MOST_ROWS][MOST_DEPTH], b[4][MOST_DEPTH][COLUMNS], c[4][MOST_ROWS][COLUMNS];
};

static void gather(const struct matrix_form *form, const struct matrix_fragments *fragments,
                   struct matrices *matrices)
{
    uint32_t a = matrix_a_words(form) * 32 / bits_of[form->a];
    uint32_t b = matrix_b_words(form) * 32 / bits_of[form->b];

    for (uint32_t i = 0; form->sparse && i < MOST_ROWS * MOST_DEPTH; i++)
        matrices->a[0][i / MOST_DEPTH][i % MOST_DEPTH] = NAN;
    for (uint32_t lane = 0; lane < MATRIX_LANES; lane++) {
        for (uint32_t i = 0; i < a; i++) {
            struct place at = place_in_a(form, lane, i);

            if (form->sparse)
                at.column = column_of(form, fragments->metadata, at.row, at.column);
            matrices->a[at.product][at.row][at.column] = element(fragments->a[lane], form->a, i);
        }
        for (uint32_t i = 0; i < b; i++) {
            struct place at = place_in_b(form, lane, i);

            matrices->b[at.product][at.row][at.column] = element(fragments->b[lane], form->b, i);
        }
        for (uint32_t i = 0; i < matrix_sums(form); i++) {
            struct place at = place_in_sum(form, form->c, lane, i);

            matrices->c[at.product][at.row][at.column] = element(fragments->c[lane], form->c, i);
        }
    }
}

/* The sum of all products, and of their magnitudes with that of the addend. */
static double sum_of(const struct matrix_form *form, const struct matrices *matrices,
                     struct place at, double addend, double *out_magnitude)
{
    double sum = 0;

    *out_magnitude = fabs(addend);
    for (uint32_t k = 0; k < form->depth; k++) {
        double a = matrices->a[at.product][at.row][k], b = matrices->b[at.product][k][at.column];
        double product = form->a != OF_B1 ? a * b : form->is_and ? (double)(a && b) : (a != b);

        if (isnan(a))
            continue;
        sum += product;
        *out_magnitude += fabs(product);
    }
    return sum;
}

static uint32_t whole(const struct matrix_form *form, double sum, double addend)
{
    double value = sum + addend;        /* exact */

    if (form->saturates)
        return (uint32_t)(int32_t)fmin(fmax(value, INT32_MIN), INT32_MAX);
    return (uint32_t)(int64_t)value;
}

static void put(enum matrix_elements of, double value, uint32_t *words, uint32_t i)
{
    float narrow = (float)value;
    uint32_t half;

    if (of == OF_F64) {
        memcpy(&words[2 * i], &value, sizeof(value));
    } else if (of == OF_F32) {
        memcpy(&words[i], &narrow, sizeof(narrow));
    } else {
        half = matrix_to_half(value);
        words[i / 2] = i % 2 ? words[i / 2] | half << 16 : half;
    }
}

void matrix_product(const struct matrix_form *form, const struct matrix_fragments *fragments,
                    uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS])
{
    static struct matrices matrices;

    gather(form, fragments, &matrices);
    for (uint32_t lane = 0; lane < MATRIX_LANES; lane++) {
        for (uint32_t i = 0; i < matrix_sums(form); i++) {
            struct place at = place_in_sum(form, form->sum, lane, i);
            double addend = matrices.c[at.product][at.row][at.column], magnitude;
            double sum = sum_of(form, &matrices, at, addend, &magnitude);

            if (form->sum == OF_S32)
                d[lane][i] = whole(form, sum, addend);
            else
                put(form->sum, sum + addend, d[lane], i);
        }
    }
}

/* How far a sum may be from the exact one: a step for each product, and f16's own step. */
static double bound_of(const struct matrix_form *form, double value, double magnitude)
{
    if (form->sum == OF_S32)
        return 0;
    if (form->sum == OF_F64)
        return magnitude * (form->depth + 1) * 0x1p-52;
    return magnitude * (form->depth + 1) * 0x1p-22
        + (form->sum == OF_F16 ? fabs(value) * 0x1p-10 + 0x1p-24 : 0);
}

const char *matrix_compare(const struct matrix_form *form,
                           const struct matrix_fragments *fragments,
                           uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS])
{
    static char text[300];
    static struct matrices matrices;

    gather(form, fragments, &matrices);
    for (uint32_t lane = 0; lane < MATRIX_LANES; lane++) {
        for (uint32_t i = 0; i < matrix_sums(form); i++) {
            struct place at = place_in_sum(form, form->sum, lane, i);
            double addend = matrices.c[at.product][at.row][at.column], magnitude, right, got;

            right = sum_of(form, &matrices, at, addend, &magnitude);
            right = form->sum == OF_S32 ? (int32_t)whole(form, right, addend) : right + addend;
            got = element(d[lane], form->sum, i);
            if (fabs(got - right) <= bound_of(form, right, magnitude))
                continue;
            snprintf(text, sizeof(text), "%s, selector %u: lane %u, element %u: %.17g, not %.17g",
                     form->spelling, form->selector, lane, i, got, right);
            return text;
        }
    }
    return NULL;
}

/* ---- random fragments ---- */

static uint32_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)((*seed * 2685821657736338717ull) >> 32);
}

/* A word with elements whose exponents are those of 1/16 to 4; of integers, any bits. */
static uint32_t random_word(enum matrix_elements of, uint64_t *seed, uint32_t place)
{
    uint32_t word = next(seed), exponent = next(seed);

    if (of == OF_F16)
        return (word & 0x83ff83ff) | (11 + exponent % 6) << 10 | (11 + exponent / 8 % 6) << 26;
    if (of == OF_BF16)
        return (word & 0x807f807f) | (123 + exponent % 6) << 7 | (123 + exponent / 8 % 6) << 23;
    if (of == OF_TF32 || of == OF_F32)
        return (word & 0x807fffff) | (123 + exponent % 6) << 23;
    if (of == OF_F64 && place % 2)
        return (word & 0x800fffff) | (1019 + exponent % 6) << 20;
    return word;
}

/* Metadata of eight chunks. Indices ascend, or some of them descend. */
static uint32_t random_metadata(const struct matrix_form *form, uint64_t *seed)
{
    static const uint32_t codes[] = { 4, 8, 9, 12, 13, 14, 1, 2, 6, 3, 7, 11 };
    uint32_t word = 0;

    for (uint32_t i = 0; i < 8; i++) {
        uint32_t chosen = next(seed);

        word = word << 4 | (form->a == OF_TF32 ? chosen % 2 ? 4 : 14
                                               : codes[chosen % (form->ordered ? 6 : 12)]);
    }
    return word;
}

void matrix_fill(const struct matrix_form *form, uint64_t seed, struct matrix_fragments *out)
{
    seed = seed * 6364136223846793005ull + 88172645463325252ull;
    for (uint32_t lane = 0; lane < MATRIX_LANES; lane++) {
        for (uint32_t i = 0; i < MATRIX_FACTOR_WORDS; i++) {
            out->a[lane][i] = random_word(form->a, &seed, i);
            out->b[lane][i] = random_word(form->b, &seed, i);
        }
        for (uint32_t i = 0; i < MATRIX_SUM_WORDS; i++) {
            out->c[lane][i] = random_word(form->c, &seed, i);
            if (form->saturates && lane % 2)    /* near a limit */
                out->c[lane][i] = (lane % 4 == 1 ? INT32_MAX : 0x80000000u)
                    ^ (out->c[lane][i] & 0x3ff);
        }
    }
    for (uint32_t lane = 0; lane < MATRIX_LANES; lane++)
        out->metadata[lane] = form->sparse ? random_metadata(form, &seed) : 0;
}
