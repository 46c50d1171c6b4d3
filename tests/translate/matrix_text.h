/* Kernels in PTX with one form of mma or mma.sp. */
#ifndef MATRIX_TEXT_H
#define MATRIX_TEXT_H

#include "matrix_model.h"

/* The words of a thread: of A, B, C and metadata, and one for alignment. It stores MATRIX_SUM_WORDS
 * words. */
enum { MATRIX_TEXT_IN = 2 * MATRIX_FACTOR_WORDS + MATRIX_SUM_WORDS + 2 };

enum matrix_flow {
    MATRIX_PLAIN,
    MATRIX_LOOP,                /* warp w adds w + 1 products */
    MATRIX_BRANCH,              /* odd warps come to another instruction than even ones */
    MATRIX_SELECTORS            /* a second product is added, by another selector */
};

/* A module with the entry k, whose parameters are the addresses of what it reads and writes. */
void matrix_text(const struct matrix_form *form, enum matrix_flow flow, char *text, size_t room);

/* A form with another selector. */
struct matrix_form matrix_other_selector(const struct matrix_form *form);

/* The words of the threads of a warp. */
void matrix_text_input(const struct matrix_fragments *fragments,
                       uint32_t in[MATRIX_LANES][MATRIX_TEXT_IN]);

#endif
