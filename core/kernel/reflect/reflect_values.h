/** Inside reflect: the pointers of a module, what they lead to, and which bytes an access through
 *  one uses. */
#ifndef GI_REFLECT_VALUES_H
#define GI_REFLECT_VALUES_H

#include "kernel/reflect/reflect_ids.h"

struct gi_reflect_values {
    struct gi_reflect_ids ids;
    const uint32_t *words;
    size_t word_count;
    uint32_t *types;                /* by id of a value: its type; 0: not known */
    uint32_t *makers;               /* by id of a pointer: the word where its instruction begins */
    uint64_t *struct_bytes;         /* by id of a struct, + 1; 0: not computed yet */
    bool has_rows;                  /* some matrices lie by rows */
};

/** The target of a pointer. */
struct gi_reflect_target {
    uint32_t storage;               /* the storage class; UINT32_MAX: it is no pointer */
    uint32_t type;
    struct gi_reflect_matrices matrices;    /* how matrices lie in it */
    bool is_column;                 /* it is a column of such a matrix */
};

/** Reads all values of a module.
 *  Owner:   the arena; the words are borrowed.
 *  Errors:  GI_INVALID_VALUE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_values_read(struct gi_reflect_values *values,
                                               struct gi_arena *arena, const uint32_t *words,
                                               size_t word_count);

/** The type of a value; 0: not known. */
uint32_t gi_reflect_type_of(const struct gi_reflect_values *values, uint32_t id);

struct gi_reflect_target gi_reflect_target_of(const struct gi_reflect_values *values,
                                              uint32_t pointer);

/** The instruction that makes a pointer from another one, its operand 3, by indices; NULL: another
 *  kind makes it. *out_first is the first index of a part. One before it is that of an element. */
const uint32_t *gi_reflect_chain(const struct gi_reflect_values *values, uint32_t pointer,
                                 uint32_t *out_first);

/** Goes to the part of a target that an index leads to.
 *  \return  the bytes between two parts, or, of a member of a struct, those before it. */
uint64_t gi_reflect_step(const struct gi_reflect_values *values, struct gi_reflect_target *target,
                         uint32_t index, bool *out_is_member);

/** The bytes from the first to the last that an access to a target uses, at least 1. */
uint64_t gi_reflect_extent(const struct gi_reflect_values *values,
                           const struct gi_reflect_target *target);

/** An index that may be out of bounds. */
struct gi_reflect_index {
    uint32_t id;
    uint32_t length;                /* the id of a constant; 0: */
    uint32_t count;                 /* this is the bound */
};

/** The indices that a pointer is made of, and whose bounds are known but not kept for certain.
 *  \return  how many there are; room of them are written. */
uint32_t gi_reflect_indices(const struct gi_reflect_values *values, uint32_t pointer,
                            struct gi_reflect_index *out_indices, uint32_t room);

#endif
