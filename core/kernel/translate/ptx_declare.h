/** Declarations of registers, variables and parameters. */
#ifndef GI_PTX_DECLARE_H
#define GI_PTX_DECLARE_H

#include "kernel/translate/ptx_parse.h"

/** Declares names at a space's word: registers go to the body, variables to the array; ends behind
 *  the semicolon. */
void gi_ptx_declare(struct gi_ptx_parser *parser, struct gi_ptx_array *into, bool is_extern);

/** Reads (.param .b32 a, ...) into pointers to variables. */
void gi_ptx_parameters(struct gi_ptx_parser *parser, struct gi_ptx_array *into);

#endif
