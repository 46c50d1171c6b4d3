/** Declarations of registers, variables and parameters. */
#ifndef GI_PTX_DECLARE_H
#define GI_PTX_DECLARE_H

#include "kernel/translate/ptx/parse.h"

/** The linkage of a declaration of a module: .visible, .extern, .weak, .common. */
struct gi_ptx_linkage {
    bool is_named;              /* one of them */
    bool is_extern;
    bool is_weak;               /* .weak or .common */
};

/** Declares names at a space's word: registers go to the body, variables to the array; ends behind
 *  the semicolon. linkage: NULL inside of a body. */
void gi_ptx_declare(struct gi_ptx_parser *parser, struct gi_ptx_array *into,
                    const struct gi_ptx_linkage *linkage);

/** Adds a register of the body, or the parts of a vector, one behind the other.
 *  \return  the index of the first. */
uint32_t gi_ptx_add_register(struct gi_ptx_parser *parser, struct gi_ptx_text text,
                             enum gi_ptx_type type, uint32_t parts);

/** Reads (.param .b32 a, ...) into pointers to variables. */
void gi_ptx_parameters(struct gi_ptx_parser *parser, struct gi_ptx_array *into);

#endif
