/** Managed variables: clang has them for the host code of HIP alone. The header marks them in
 *  device code by an alignment; here the PTX gets PTX's own word for them. */
#ifndef GI_COMPILE_MANAGED_H
#define GI_COMPILE_MANAGED_H

#include <stdbool.h>

/** Rewrites a file of PTX, so that marked variables are managed.
 *  Parameter out_has_managed: whether there was one.
 *  Returns: true; false after a sentence on standard error. */
bool gi_managed_mark(const char *program, const char *ptx_path, bool *out_has_managed);

#endif
