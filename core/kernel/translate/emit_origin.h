/** Where the objects of texture instructions come from. */
#ifndef GI_EMIT_ORIGIN_H
#define GI_EMIT_ORIGIN_H

#include "kernel/translate/emit.h"

/** Whether a register of the current function holds nothing but values of the kernel's parameters.
 *  It says no where it does not see that. A failure goes to the builder. */
bool gi_emit_is_of_parameters(struct gi_emit *emit, uint32_t reg);

#endif
