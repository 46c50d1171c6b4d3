/** Initial bytes of variables. */
#ifndef GI_PTX_INITIAL_H
#define GI_PTX_INITIAL_H

#include "kernel/translate/ptx/parse.h"

/** Reads what stands behind "=" into the variable, whose dimensions the caller knows; the first may
 *  be 0, then the values give it. */
void gi_ptx_initialise(struct gi_ptx_parser *parser, struct gi_ptx_variable *variable,
                       uint64_t *dimensions, uint32_t dimension_count);

/** Whether the module declares what its variables hold the addresses of.
 *  Errors:  GI_INVALID_VALUE, with the words of NVIDIA's assembler. */
GI_MUST_CHECK gi_status gi_ptx_check_initials(const struct gi_ptx_module *module);

#endif
