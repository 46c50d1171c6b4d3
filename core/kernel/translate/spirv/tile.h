/** A product of matrices by cooperative matrices of a subgroup: D = A * B + C of 16 rows and 8
 *  columns. The elements that a lane has are given and taken as words of 32 bits, in the device's
 *  order.
 *
 *  Threads: one at a time for one builder, for all functions here. */
#ifndef GI_SPIRV_TILE_H
#define GI_SPIRV_TILE_H

#include "kernel/translate/spirv/spirv.h"

enum { GI_SPIRV_TILE_ROWS = 16, GI_SPIRV_TILE_COLUMNS = 8 };

/** The type of one of the matrices. */
struct gi_spirv_tile_matrix {
    gi_type type, component;
    gi_type of_word;                /* the components of a word: one, or a vector */
    uint32_t in_word;
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

/** The types of a product, and what a module needs for it. */
struct gi_spirv_tile gi_spirv_tile_begin(struct gi_spirv *builder,
                                         const struct gi_spirv_tile_form *form);

/** A matrix of all words that a lane has of it, and below the first words of one. */
gi_id gi_spirv_tile_make(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix,
                         const gi_id *words, uint32_t count);
void gi_spirv_tile_take(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix,
                        gi_id value, gi_id *out_words, uint32_t count);

/** A * B + C. */
gi_id gi_spirv_tile_multiply(struct gi_spirv *builder, const struct gi_spirv_tile *tile, gi_id a,
                             gi_id b, gi_id c);

#endif
