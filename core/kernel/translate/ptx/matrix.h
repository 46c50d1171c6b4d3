/** Matrix instructions: their shapes and types, and how many words a lane has of each matrix. */
#ifndef GI_PTX_MATRIX_H
#define GI_PTX_MATRIX_H

#include "kernel/translate/ptx/ptx.h"

/** The elements of the factors of a product. */
enum gi_ptx_elements {
    GI_PTX_OF_F16,
    GI_PTX_OF_BF16,
    GI_PTX_OF_TF32,
    GI_PTX_OF_F64,
    GI_PTX_OF_8,                    /* bits, with a sign or without */
    GI_PTX_OF_4,
    GI_PTX_OF_1
};

/** A product D = A * B + C of one warp: mma. A has rows, B and C have 8 columns.
 *
 *  With g = lane / 4 and t = lane % 4, a lane has elements of rows g and g + 8 of A, from place t
 *  of each group of four on, of column g of B at the same places, and of columns 2t and 2t + 1 of
 *  C and D in rows g and g + 8. A and B have a word of 32 bits in each place, or two of f64. Words
 *  of A stand in the order row g, row g + 8, then those of the next group.
 *
 *  Where quads, four lanes and the four 16 behind them make a product of 8 rows, 8 columns and a
 *  depth of 4 for themselves. */
struct gi_ptx_product {
    enum gi_ptx_elements elements;
    uint8_t rows;                   /* 8 or 16 */
    uint8_t a, b, c, d;             /* words of 32 bits that a lane has */
    bool a_signed, b_signed;
    bool c_half, d_half;            /* f16, two in a word */
    bool quads;
    bool saturates;
    bool is_and;                    /* of single bits: else exclusive or */
    bool a_columns, b_columns;      /* of quads: they are kept by columns */
};

/** A row of a matrix of 8 by 8: words of 32 bits. */
enum { GI_PTX_ROW_WORDS = 4 };

/** Whether it is an instruction of this file: it needs all lanes of a warp. */
bool gi_ptx_is_matrix(const struct gi_ptx_instruction *instruction);

/** The product of an mma.
 *  \return  NULL, or why there is none. */
const char *gi_ptx_product_of(const struct gi_ptx_instruction *instruction,
                              struct gi_ptx_product *out_product);

/** The matrices of 8 by 8 that ldmatrix or movmatrix names; 0: it has no such form. */
uint32_t gi_ptx_matrices_of(const struct gi_ptx_instruction *instruction);

/** The words of 32 bits that a lane brings to an operation of its warp, at least 1. */
uint32_t gi_ptx_words_brought(const struct gi_ptx_instruction *instruction);

#endif
