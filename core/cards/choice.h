/** Choice of the device that best fits a program's wishes. The wishes are a struct of the program's
 *  interface that describes a device. A number that is not 0 asks for at least that much, and a
 *  text that is not empty for the same text.
 *  Threads: any. */
#ifndef GI_CHOICE_H
#define GI_CHOICE_H

#include "visible.h"

enum gi_wish_kind { GI_WISH_INT, GI_WISH_SIZE, GI_WISH_TEXT };

struct gi_wish {
    size_t offset_bytes;         /* of the field in the struct */
    enum gi_wish_kind kind;
    size_t size_bytes;           /* of a text's field */
};

/** The fields of an interface's struct that can be wishes. */
struct gi_choice {
    const struct gi_wish *wishes;
    size_t wish_count;
    size_t struct_bytes;
    gi_status (*describe)(int ordinal, void *out_struct);        /* describes a device in the same
                                                                    struct */
};

/** Counts the wishes of wanted that the description there satisfies. Pure. */
int gi_choice_fulfilled(const struct gi_choice *choice, const void *wanted, const void *there);

/** Finds the device that satisfies the most wishes, in the program's numbering. The first one wins
 *  a tie.
 *  Errors: GI_OUT_OF_MEMORY, those of gi_visible_begin and of describe. */
GI_MUST_CHECK gi_status gi_choice_best(const struct gi_interface *interface,
                                       const struct gi_choice *choice, const void *wanted,
                                       int *out_device);

#endif
