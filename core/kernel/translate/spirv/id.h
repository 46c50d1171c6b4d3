/** Ids of a SPIR-V module, as types of their own. To the compiler a number is no id, an id is no
 *  word of an instruction, and a type is no value.
 *
 *  An id has the number that stands in the module's words (`n`), and a kind: of the value that it
 *  names, or, for a type, of the type's values. The builder compares the kinds of operands with
 *  those that an instruction takes (kinds.h). An id that another compiler made has no kind that is
 *  known, and fits everywhere.
 *
 *  Calls of the builder that make an instruction of ids take ids (gi_spirv_value1 to 3,
 *  gi_spirv_store, gi_spirv_branch_if). Where ids and literals stand side by side in one run of
 *  words, the caller writes the number: GI_SPIRV_WORDS(scope.n, pointer.n, 8).
 *
 *  Threads: any. */
#ifndef GI_SPIRV_ID_H
#define GI_SPIRV_ID_H

#include <stdbool.h>
#include <stdint.h>

/** The kind of a register or a value that is one number. Integers have no sign: operations have. */
enum gi_kind {
    GI_KIND_PRED,
    GI_KIND_U8,
    GI_KIND_U16,
    GI_KIND_U32,
    GI_KIND_U64,
    GI_KIND_F16,
    GI_KIND_F32,
    GI_KIND_F64,
    GI_KINDS
};

/** Kinds of ids that are no number. */
enum {
    GI_KIND_UNKNOWN = GI_KINDS,     /* of a module that another compiler made: never compared */
    GI_KIND_OTHER,                  /* a structure, an array, an image, nothing */
    GI_KIND_LABEL,
    GI_KIND_FUNCTION,
    GI_KIND_VECTOR = 16,            /* with the kind of its parts */
    GI_KIND_POINTER = 32            /* with the kind of its target; pointers to pointers: OTHER */
};

/** A value, a constant, a variable, a function or a label. */
typedef struct gi_id {
    uint32_t n;                     /* 0: none */
    uint32_t kind;                  /* enum gi_kind, or what is listed behind it */
} gi_id;

/** A type. */
typedef struct gi_type {
    uint32_t n;                     /* 0: none */
    uint32_t kind;                  /* of its values */
} gi_type;

#define GI_NO_ID ((gi_id){ 0, GI_KIND_UNKNOWN })
#define GI_NO_TYPE ((gi_type){ 0, GI_KIND_UNKNOWN })

/** An id and a type of a module that another compiler made, by its word. */
static inline gi_id gi_foreign_id(uint32_t n)
{
    return (gi_id){ n, GI_KIND_UNKNOWN };
}

static inline gi_type gi_foreign_type(uint32_t n)
{
    return (gi_type){ n, GI_KIND_UNKNOWN };
}

#endif
