/** A product of matrices by cooperative matrices of a subgroup: D = A * B + C of 16 rows and 8
 *  columns. The elements that a lane has are given and taken as words of 32 bits, in the device's
 *  order.
 *
 *  Threads: one at a time for one builder, for all functions here. */
#ifndef GI_SPIRV_TILE_H
#define GI_SPIRV_TILE_H

#include "kernel/translate/spirv/spirv.h"

enum { GI_SPIRV_TILE_ROWS = 16, GI_SPIRV_TILE_COLUMNS = 8 };

/** One of the matrices: a variable of the open function. */
struct gi_spirv_tile_matrix {
    gi_type type, component;
    gi_type of_word;                /* the components of a word: one, or a vector */
    uint32_t in_word;
    gi_id variable;
};

struct gi_spirv_tile {
    struct gi_spirv_tile_matrix a, b, sums;
    bool is_signed;
};

/** The kinds of the elements; the integers have a sign or not. */
struct gi_spirv_tile_form {
    uint32_t depth;
    enum gi_kind factors, sums;
    bool is_signed;
};

/** Makes the variables of a product, which may be used again and again. */
struct gi_spirv_tile gi_spirv_tile_begin(struct gi_spirv *builder,
                                         const struct gi_spirv_tile_form *form);

/** Stores words of a lane into a matrix, from its first element on, and below reads them. */
void gi_spirv_tile_put(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix,
                       const gi_id *words, uint32_t count);
void gi_spirv_tile_take(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix,
                        gi_id *out_words, uint32_t count);

/** Adds A * B to the sums. */
void gi_spirv_tile_multiply(struct gi_spirv *builder, const struct gi_spirv_tile *tile);

#endif
