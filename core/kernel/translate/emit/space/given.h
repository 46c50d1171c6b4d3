/** The memory check in a module that another compiler made (spirv/adopt.h). It uses the functions
 *  of translated kernels. The caller calls them in front of the module's own accesses. */
#ifndef GI_EMIT_GIVEN_H
#define GI_EMIT_GIVEN_H

#include "kernel/translate/analyse/emit.h"
#include "kernel/translate/emit/space/check.h"
#include "kernel/translate/emit/value/push.h"

struct gi_emit_given {
    struct gi_translate_kernel *kernel;     /* its layout of push constants is known */
    const struct gi_translate_target *target;
    uint32_t number;                        /* of the kernel, for its report */
};

/** Makes the emission of the check; its builder is begun by the caller.
 *  Owner:   the arena.
 *  \return  NULL without memory. */
struct gi_emit *gi_emit_given_new(struct gi_arena *arena, const struct gi_emit_given *given);

/** Makes the variables of the check, behind all that the module declares. */
void gi_emit_given_declare(struct gi_emit *emit, bool is_explicit);

/** A truth: the thread has failed. */
gi_id gi_emit_given_failed(struct gi_emit *emit);

/** Emits the functions that were used, and one around the entry.
 *  \return  that one, which is the entry point. */
gi_id gi_emit_given_finish(struct gi_emit *emit, gi_id entry);

#endif
