/** The memory check in kernels that are SPIR-V already: each access looks at its address first, as
 *  in translated kernels. Pure.
 *
 *  Threads: any, each with an arena of its own. */
#ifndef GI_REFLECT_CHECK_H
#define GI_REFLECT_CHECK_H

#include "base/arena.h"
#include "kernel/target/target.h"

struct gi_reflect_checked {
    const char *name;               /* of the kernel; the module loses all others */
    uint32_t number;                /* of the kernel, for its report */
    uint32_t own_bound;             /* functions of the program have ids below it */
    const struct gi_translate_target *target;
};

/** Rewrites a kernel whose words gi_reflect_read has read, or what the other rewritings made of
 *  them. Its push constants, as it says their size, get the addresses of the report and the table
 *  behind them. A kernel that makes no access stays as it is. The caller has to validate the
 *  result.
 *  Owner:   the arena.
 *  Errors:  GI_INVALID_VALUE, GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_check(struct gi_arena *arena,
                                         const struct gi_reflect_checked *checked,
                                         struct gi_translate_kernel *kernel);

#endif
