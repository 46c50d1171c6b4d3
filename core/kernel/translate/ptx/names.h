/** The meanings of names of a module or of a body; inner scopes hide outer ones. */
#ifndef GI_PTX_NAMES_H
#define GI_PTX_NAMES_H

#include "kernel/translate/ptx/ptx.h"

enum gi_ptx_name_kind {
    GI_PTX_NAME_REGISTER,       /* item.index: register of the body */
    GI_PTX_NAME_RANGE,          /* item.range */
    GI_PTX_NAME_VARIABLE,       /* item.variable */
    GI_PTX_NAME_FUNCTION        /* item.function */
};

/** Registers %r<count>, numbered when they are first used. */
struct gi_ptx_range {
    struct gi_ptx_text prefix;
    enum gi_ptx_type type;
    uint32_t parts;             /* of a vector; 1: it is none */
    uint32_t count;
    uint32_t *numbers;          /* register of the body + 1 */
    uint32_t room;
};

struct gi_ptx_name {
    struct gi_ptx_text text;
    uint32_t hash;
    uint32_t next;              /* in its bucket, + 1 */
    enum gi_ptx_name_kind kind;
    union {
        uint32_t index;
        struct gi_ptx_range *range;
        struct gi_ptx_variable *variable;
        struct gi_ptx_function *function;
    } item;
};

struct gi_ptx_names {
    struct gi_arena *arena;
    struct gi_ptx_name *items;  /* the innermost last */
    uint32_t count;
    uint32_t room;
    uint32_t *buckets;          /* item + 1 */
    uint32_t bucket_count;      /* a power of two */
    uint32_t changes;           /* how often a name was added or names were forgotten */
    uint32_t numbered;          /* names but ranges that a register of a range may be spelled as */
};

GI_MUST_CHECK gi_status gi_ptx_names_init(struct gi_ptx_names *names, struct gi_arena *arena,
                                          size_t expected);

/** Adds a name, which hides what has the same text so far; the caller fills its item. */
GI_MUST_CHECK gi_status gi_ptx_names_add(struct gi_ptx_names *names, struct gi_ptx_text text,
                                         enum gi_ptx_name_kind kind, struct gi_ptx_name **out_name);

/** The innermost of a name, or of a name of one kind; NULL where there is none. */
struct gi_ptx_name *gi_ptx_names_find(const struct gi_ptx_names *names, struct gi_ptx_text text);
struct gi_ptx_name *gi_ptx_names_find_kind(const struct gi_ptx_names *names,
                                           struct gi_ptx_text text, enum gi_ptx_name_kind kind);

/** Forgets all but the first count names. */
void gi_ptx_names_cut(struct gi_ptx_names *names, uint32_t count);

#endif
