/** Names in texts that are joined. */
#ifndef GI_LINK_NAMES_H
#define GI_LINK_NAMES_H

#include "kernel/translate/ptx/ptx.h"

/** A text of PTX on its way into a joined one. */
struct gi_link_part {
    char *text;                  /* ends with a zero */
    size_t byte_count;           /* without the zero */
};

/** Gives functions and variables that only their own text may name other names, where another text
 *  has the name, too. Weak functions of one name stay: the parser takes one of them.
 *  Owner:   texts are replaced; the caller frees them as before.
 *  Errors:  GI_INVALID_SOURCE where two define one visible function; those of the parser;
 *           GI_OUT_OF_MEMORY.
 *  Threads: one at a time for the same parts. */
GI_MUST_CHECK gi_status gi_link_part_names(struct gi_link_part *parts, size_t count);

/** Checks that what kernels and visible functions name is defined.
 *  Errors:  GI_INVALID_SOURCE, with the name and who uses it; those of the parser.
 *  Threads: any. */
GI_MUST_CHECK gi_status gi_link_check_names(const struct gi_ptx_module *module);

#endif
