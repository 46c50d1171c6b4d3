/** Parameters of functions whose address is taken. PTX says that they are copied onto the stack
 *  then, so that the address is one of local memory. Clang makes such addresses for structs that a
 *  function indexes. */
#ifndef GI_PTX_STACK_H
#define GI_PTX_STACK_H

#include "kernel/translate/ptx/ptx.h"

/** Gives each parameter of a function whose address is taken a local variable. Instructions at the
 *  start of the body copy the parameter there. Loads from parameters by an address in a register
 *  become loads of local memory. A kernel's own parameters have addresses, so kernels stay as they
 *  are.
 *  Errors:  GI_NOT_SUPPORTED where a parameter is larger than any may be, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_ptx_stack_parameters(struct gi_arena *arena,
                                                const struct gi_ptx_function *function,
                                                struct gi_ptx_body *body);

/** Reads the body of a function as gi_ptx_parse_body does, for the emission. Parameters whose
 *  address is taken, and alloca, have become local variables in it.
 *  Errors:  as gi_ptx_parse_body, gi_ptx_stack_parameters and gi_ptx_expand_alloca. */
GI_MUST_CHECK gi_status gi_ptx_parse_lowered(struct gi_arena *arena,
                                             const struct gi_ptx_module *module,
                                             const struct gi_ptx_function *function,
                                             struct gi_ptx_body **out_body);

#endif
