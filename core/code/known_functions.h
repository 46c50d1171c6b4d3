/** Functions that kernels may call though no text of the program defines them: an interface has
 *  them, as PTX. malloc and free of kernels are the library's own (kernel/heap).
 *
 *  Threads: any that holds no lock. */
#ifndef GI_KNOWN_FUNCTIONS_H
#define GI_KNOWN_FUNCTIONS_H

#include "base/status.h"

struct gi_ptx_module;

/** Makes a function known, for the rest of the process. Texts that are read later and declare it
 *  without a body get this definition. A name that is known stays as it is, and without memory
 *  nothing is made known. Both are copied. */
void gi_known_function_add(const char *name, const char *definition);

/** The definitions that a module needs, one behind the other, each with a line feed before it.
 *  NULL: it needs none.
 *  Owner:  the caller frees the text.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_known_functions_for(const struct gi_ptx_module *ptx, char **out_text);

#endif
