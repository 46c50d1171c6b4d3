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

/** A product D = A * B + C of one warp, by mma or wmma. Let g be lane / 4 and t be lane % 4.
 *  - A: the lane has rows g and g + 8. A row is cut into places; a place is a word of 32 bits, of
 *    f64 two. The lane has places t, t + 4, t + 8 and so on. For each place its words are those of
 *    row g, then of row g + 8.
 *  - B: the lane has column g, at these places.
 *  - C and D: the lane has columns 2t and 2t + 1 of rows g and g + 8.
 *
 *  A larger matrix has more groups of 8 rows or columns. A lists all its groups at one place, then
 *  at the next. B lists all places of one group, then of the next. C lists all rows of one group of
 *  columns, then of the next. PTX leaves the places of wmma open; wmma has those of mma.
 *
 *  A may be sparse: two of each four units of a row are given, the others are zeros. A unit is an
 *  element of 16 or 8 bits, half of a tf32, or two elements of 4 bits. The lanes have the given
 *  units as if A were a matrix of half the depth. Four bits say where the two units of a chunk of
 *  four stand: two for the first one, then two for the second. Words of these bits come from lanes
 *  of each group of four, from metadata_lane on. Units of 16 bits: lane n has chunks 4n to 4n + 3,
 *  of row g in its low half and of row g + 8 in its high half. Units of 8 bits: lanes 2n and
 *  2n + 1 have chunks 8n to 8n + 7, of row g and of row g + 8.
 *
 *  With quads, lanes n to n + 3 and n + 16 to n + 19 make one product (n is 0, 4, 8 or 12). It has
 *  8 rows, 8 columns and a depth of 4. */
struct gi_ptx_product {
    enum gi_ptx_elements elements;
    uint8_t rows, columns;          /* 8, 16 or 32; of mma 8 columns */
    uint8_t a, b, c, d;             /* words of 32 bits that a lane has */
    uint8_t a_registers, b_registers;   /* that PTX has for them: of wmma with f16 there are more,
                                       and the first ones are used */
    bool a_signed, b_signed;
    bool c_half, d_half;            /* f16, two in a word */
    bool quads;
    bool gathers_c;                 /* of quads: C has f16 and D f32, whose places differ, so lanes
                                       bring C for each other */
    bool saturates;
    bool is_and;                    /* of single bits: else exclusive or */
    bool a_columns, b_columns;      /* of quads: they are kept by columns */
    uint8_t metadata_lanes;         /* of each four; 0: A is not sparse */
    uint8_t metadata_lane;          /* the first of them, by the selector */
    uint8_t unit_bits;              /* of a sparse A: 16 or 8 */
};

/** A matrix of wmma in memory. */
struct gi_ptx_fragment {
    uint8_t matrix;                 /* GI_PTX_M_A, GI_PTX_M_B, or GI_PTX_M_C also for D */
    uint8_t rows, columns;
    uint8_t bits;                   /* of an element */
    uint8_t words, registers;       /* of a lane, as in a product */
    bool by_columns;                /* neighbours in memory are those of a column */
};

/** A row of a matrix of 8 by 8: words of 32 bits. */
enum { GI_PTX_ROW_WORDS = 4 };

/** The product of an mma.
 *  \return  NULL, or why there is none. */
const char *gi_ptx_product_of(const struct gi_ptx_instruction *instruction,
                              struct gi_ptx_product *out_product);

/** The fragment that wmma.load or wmma.store is about.
 *  \return  NULL, or why there is none. */
const char *gi_ptx_fragment_of(const struct gi_ptx_instruction *instruction,
                               struct gi_ptx_fragment *out_fragment);

/** The opcode of an instruction that begins with wmma: PTX tells three apart by a modifier. */
enum gi_ptx_opcode gi_ptx_opcode_of_wmma(const struct gi_ptx_instruction *instruction);

/** The matrices of 8 by 8 that ldmatrix, stmatrix or movmatrix names; 0: it has no such form. */
uint32_t gi_ptx_matrices_of(const struct gi_ptx_instruction *instruction);

/** The words of 32 bits that a lane brings to an instruction with ALL_LANES (facts.h), at least
 *  1. */
uint32_t gi_ptx_matrix_words(const struct gi_ptx_instruction *instruction);

#endif
