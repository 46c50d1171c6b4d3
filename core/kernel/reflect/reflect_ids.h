/** Inside reflect: the meanings of the ids of a module, as far as its kernels' interfaces need
 *  them. */
#ifndef GI_REFLECT_IDS_H
#define GI_REFLECT_IDS_H

#include "base/arena.h"
#include "kernel/translate/spirv/words.h"

enum gi_reflect_kind {
    GI_REFLECT_OTHER,
    GI_REFLECT_ENTRY,               /* a function; value: which kernel */
    GI_REFLECT_SCALAR,              /* a type; value: enum gi_reflect_number */
    GI_REFLECT_VECTOR,              /* of value parts of type */
    GI_REFLECT_MATRIX,              /* of value columns of type */
    GI_REFLECT_ARRAY,               /* of parts[0] (an id) parts of type */
    GI_REFLECT_ENDLESS,             /* an array without a length, of type */
    GI_REFLECT_STRUCT,
    GI_REFLECT_POINTER,             /* into storage, to type */
    GI_REFLECT_CONSTANT,            /* value, or the default of a specialization constant */
    GI_REFLECT_TRIPLE,              /* a constant of three parts (ids) */
    GI_REFLECT_VARIABLE             /* in storage, of a pointer type */
};

enum gi_reflect_number { GI_REFLECT_UNSIGNED, GI_REFLECT_SIGNED, GI_REFLECT_FLOAT };

/** How the matrices in a member of a struct lie in memory. */
struct gi_reflect_matrices {
    uint32_t stride;                /* between columns, or rows; 0: not said */
    bool by_rows;
};

struct gi_reflect_struct {
    uint32_t count;
    uint32_t *members;              /* types */
    uint32_t *offsets;
    struct gi_reflect_matrices *matrices;
};

struct gi_reflect_id {
    enum gi_reflect_kind kind;
    uint32_t type;                  /* an id */
    uint32_t storage;
    uint32_t value;
    uint32_t bytes;                 /* of a value of this type; 0: not known */
    uint32_t stride;                /* of an array, or of a matrix; 0: not said */
    uint32_t parts[3];
    uint32_t spec_id;               /* UINT32_MAX: none */
    uint32_t set, binding;          /* UINT32_MAX: none */
    bool is_buffer_block;           /* a struct: a storage buffer's, in Uniform */
    bool is_coherent, is_volatile;  /* a variable as a whole */
    struct gi_reflect_struct *members;
};

struct gi_reflect_ids {
    struct gi_arena *arena;
    struct gi_reflect_id *ids;
    uint32_t count;
};

GI_MUST_CHECK gi_status gi_reflect_ids_init(struct gi_reflect_ids *ids, struct gi_arena *arena,
                                            uint32_t count);

/** Takes in one instruction of count words.
 *  Errors:  GI_INVALID_VALUE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_ids_read(struct gi_reflect_ids *ids, const uint32_t *at,
                                            uint32_t count);

/** Takes in all declarations of a module, up to its first function.
 *  Errors:  GI_INVALID_VALUE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_ids_read_all(struct gi_reflect_ids *ids,
                                                struct gi_arena *arena, const uint32_t *words,
                                                size_t word_count);

/** An id; of one that is out of range, that of nothing. */
const struct gi_reflect_id *gi_reflect_id(const struct gi_reflect_ids *ids, uint32_t id);

/** False if the id is out of range. */
bool gi_reflect_set_entry(struct gi_reflect_ids *ids, uint32_t id, uint32_t kernel);

/** The struct that a variable points to; NULL: none. */
const struct gi_reflect_struct *gi_reflect_block_of(const struct gi_reflect_ids *ids,
                                                    uint32_t variable);

/** The size of a value of a type; false if it is not known. */
bool gi_reflect_size(const struct gi_reflect_ids *ids, uint32_t type, uint64_t *out_bytes);

/** The size of the target of a pointer into shared memory; false if it is not known. out_step has
 *  the bytes that each unit of specialization constant 3 adds, where that is the length of an
 *  array. */
bool gi_reflect_shared_size(const struct gi_reflect_ids *ids, uint32_t pointer_type,
                            uint64_t *out_bytes, uint64_t *out_step);

#endif
