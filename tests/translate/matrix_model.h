/* The products of mma and mma.sp as the manual of PTX defines them, in C: all forms, and where
 * their elements lie. The tests of the translator, the interpreter and the program that asks CUDA
 * share it. */
#ifndef MATRIX_MODEL_H
#define MATRIX_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MATRIX_LANES = 32, MATRIX_FACTOR_WORDS = 4, MATRIX_SUM_WORDS = 8 };

enum matrix_elements { OF_F16, OF_BF16, OF_TF32, OF_F64, OF_S8, OF_U8, OF_S4, OF_U4, OF_B1, OF_F32,
                       OF_S32 };

struct matrix_form {
    char spelling[80];
    uint32_t rows, depth;               /* 8 columns */
    enum matrix_elements a, b, c, sum;  /* sum: of D; C has others only with quads */
    bool saturates, is_and;
    bool quads, a_columns, b_columns;   /* m8n8k4 of f16: four products, kept by columns */
    bool sparse, ordered;               /* mma.sp; its indices ascend */
    uint32_t selector;                  /* of sparse ones */
};

/* All forms up to compute capability 8.0. */
const struct matrix_form *matrix_forms(size_t *out_count);

/* How many selectors a sparse form may have. */
uint32_t matrix_selectors(const struct matrix_form *form);

/* The dense form of a spelling; NULL: there is none. */
const struct matrix_form *matrix_form_of(const char *spelling, size_t length);

/* The sparse form of a spelling, with a selector; false: there is none. */
bool matrix_sparse_form_of(const char *spelling, size_t length, uint64_t selector,
                           struct matrix_form *out_form);

/* Words of 32 bits that a lane has of A, B, C and D. */
uint32_t matrix_a_words(const struct matrix_form *form);
uint32_t matrix_b_words(const struct matrix_form *form);
uint32_t matrix_c_words(const struct matrix_form *form);
uint32_t matrix_sum_words(const struct matrix_form *form);

/* The fragments of all lanes. */
struct matrix_fragments {
    uint32_t a[MATRIX_LANES][MATRIX_FACTOR_WORDS], b[MATRIX_LANES][MATRIX_FACTOR_WORDS];
    uint32_t c[MATRIX_LANES][MATRIX_SUM_WORDS];
    uint32_t metadata[MATRIX_LANES];    /* of a sparse form */
};

/* Whether PTX says what a sparse form does with this metadata. */
bool matrix_is_defined(const struct matrix_form *form, const uint32_t metadata[MATRIX_LANES]);

/* Random ones, the same for the same seed. Numbers are near 1, so that no sum is infinite. */
void matrix_fill(const struct matrix_form *form, uint64_t seed, struct matrix_fragments *out);

/* How many elements of D a lane has, and the words of all of them. */
uint32_t matrix_sums(const struct matrix_form *form);
void matrix_product(const struct matrix_form *form, const struct matrix_fragments *fragments,
                    uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS]);

/* NULL, or a text about the first element of D that is wrong, in a buffer of its own. Whole numbers
 * have to be exact, others within a bound of as many steps as there are products. */
const char *matrix_compare(const struct matrix_form *form,
                           const struct matrix_fragments *fragments,
                           uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS]);

/* The number that an f16 or f32 has, and the nearest f16 of a number. */
double matrix_half(uint16_t bits);
uint16_t matrix_to_half(double value);

#endif
