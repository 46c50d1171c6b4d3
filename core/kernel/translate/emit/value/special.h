/** Special registers, push constants and addresses of variables. */
#ifndef GI_EMIT_SPECIAL_H
#define GI_EMIT_SPECIAL_H

#include "kernel/translate/emit/value/push.h"
#include "kernel/translate/emit/value/value.h"

/** Whose a variable is. */
enum gi_emit_owner {
    GI_EMIT_OF_MODULE,
    GI_EMIT_OF_BODY,
    GI_EMIT_OF_ENTRY,           /* a parameter of the entry */
    GI_EMIT_OF_FUNCTION         /* a parameter or result of another function */
};

enum gi_emit_owner gi_emit_owner_of(const struct gi_emit *emit,
                                    const struct gi_ptx_variable *variable);

gi_id gi_emit_special(struct gi_emit *emit, const struct gi_ptx_operand *operand,
                      enum gi_kind kind);

/** The address of a variable in its own space, in 64 bits. */
gi_id gi_emit_address_of(struct gi_emit *emit, const struct gi_ptx_variable *variable,
                         uint64_t offset);

/** Whether a warp is a subgroup, or half of one. */
bool gi_emit_is_native(const struct gi_emit *emit);

/** The value of a builtin of 32 bits. */
gi_id gi_emit_builtin(struct gi_emit *emit, enum gi_spirv_builtin which);

/** An address, or a number of 32 bits that becomes one: each thread has one of its own, as far as a
 *  compiler can know. Where the device reads for nobody it then looks who is there. */
gi_id gi_emit_own_address(struct gi_emit *emit, gi_id address, enum gi_kind kind);

/** The number of a thread in its block, as one number, and a part of %tid. */
gi_id gi_emit_flat_thread(struct gi_emit *emit);
gi_id gi_emit_thread_part(struct gi_emit *emit, uint32_t part);

/** The number of threads of a block: the id of a constant. */
gi_id gi_emit_block_threads(struct gi_emit *emit);

#endif
