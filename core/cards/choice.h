/** Choosing the device that fits a program's wishes best. The wishes are a struct of the program's
 *  interface that describes a device; every field that is not 0 or empty wishes for at least so
 *  much, or for that very text. */
#ifndef GI_CHOICE_H
#define GI_CHOICE_H

#include "visible.h"

enum gi_wish_kind { GI_WISH_INT, GI_WISH_SIZE, GI_WISH_TEXT };

struct gi_wish {
    size_t offset_bytes;         /* of the field in the struct */
    enum gi_wish_kind kind;
    size_t size_bytes;           /* of a text's field */
};

/** What a struct of an interface can wish for. */
struct gi_choice {
    const struct gi_wish *wishes;
    size_t wish_count;
    size_t struct_bytes;
    gi_status (*describe)(int ordinal, void *out_struct);        /* the same of a device */
};

/** How many of the wishes that the struct wanted has are fulfilled by the struct there. Pure. */
int gi_choice_fulfilled(const struct gi_choice *choice, const void *wanted, const void *there);

/** The program's number of the device that fulfils the most wishes, the first of equals.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, those of gi_visible_begin and of describe. */
GI_MUST_CHECK gi_status gi_choice_best(const struct gi_interface *interface,
                                       const struct gi_choice *choice, const void *wanted,
                                       int *out_device);

#endif
