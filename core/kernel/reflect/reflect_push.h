/** Inside reflect: two numbers behind the push constants of a module that a builder adopts. */
#ifndef GI_REFLECT_PUSH_H
#define GI_REFLECT_PUSH_H

#include "kernel/reflect/reflect_ids.h"
#include "kernel/translate/spirv/spirv.h"

struct gi_reflect_push {
    uint32_t bits;                  /* of each number, which is unsigned */
    uint32_t offsets[2];            /* in bytes */

    uint32_t variable, block;       /* the push constants and their struct; 0: none */
    uint32_t members;               /* of the struct, before two are added */
    const uint32_t *number;         /* the type of the numbers; NULL: the module has none */
    bool has_types;
};

/** Takes in a declaration of the module, before any is adopted. */
void gi_reflect_push_note(struct gi_reflect_push *push, const uint32_t *at);

/** Finds the struct, when all are noted.
 *  Errors:  GI_INVALID_VALUE for push constants that are no block. */
GI_MUST_CHECK gi_status gi_reflect_push_find(struct gi_reflect_push *push,
                                             const struct gi_reflect_ids *ids);

/** Adopts the type of the numbers in front of all types, and the struct with two members more.
 *  \return  whether it has taken the instruction; else the caller does. */
bool gi_reflect_push_adopt(struct gi_reflect_push *push, struct gi_spirv *spirv,
                           const uint32_t *at);

/** Behind all that the module declares: makes the block if the module has none. Then variable is
 *  set. */
void gi_reflect_push_finish(struct gi_reflect_push *push, struct gi_spirv *spirv);

/** Loads one of the two numbers, in the open function. */
gi_id gi_reflect_push_load(const struct gi_reflect_push *push, struct gi_spirv *spirv,
                           uint32_t which);

#endif
