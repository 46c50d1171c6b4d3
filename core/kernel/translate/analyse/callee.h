/** The parts of a call instruction, and the functions that it may reach. Pure. */
#ifndef GI_EMIT_CALLEE_H
#define GI_EMIT_CALLEE_H

#include "kernel/translate/ptx/ptx.h"

/** Functions without a body that are known by their names. */
enum gi_emit_builtin { GI_EMIT_NO_BUILTIN, GI_EMIT_PRINTS, GI_EMIT_ASSERTS, GI_EMIT_FREES };

/** The parts of a call. A missing part is NULL. */
struct gi_emit_call_parts {
    const struct gi_ptx_operand *results;       /* a list */
    const struct gi_ptx_operand *target;        /* a function, or what has its address */
    const struct gi_ptx_operand *arguments;     /* a list */
    const struct gi_ptx_operand *label;         /* of the prototype or the list of targets */
};

struct gi_emit_call_parts gi_emit_parts_of(const struct gi_ptx_instruction *instruction);

enum gi_emit_builtin gi_emit_builtin_of(const struct gi_ptx_instruction *instruction);
bool gi_emit_is_indirect(const struct gi_ptx_instruction *instruction);

/** Whether a call by address in a body may reach a function whose address is taken: it has the
 *  prototype that the call's label says, or is in its list. */
bool gi_emit_may_reach(const struct gi_ptx_body *body, const struct gi_ptx_instruction *call,
                       const struct gi_ptx_function *function);

/** Finds all functions of a module whose address is taken anywhere, as another kernel may have
 *  stored it. taken: by their index; NULL: not found yet. */
GI_MUST_CHECK gi_status gi_emit_find_taken(struct gi_arena *arena,
                                           const struct gi_ptx_module *module, bool **taken);

/** The address of a function: a number that is not 0. */
uint64_t gi_emit_function_address(const struct gi_ptx_function *function);

#endif
