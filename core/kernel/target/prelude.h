/** A prelude: a module of SPIR-V with functions that translated kernels call.
 *
 *  A driver gives it. It is trusted, for it was compiled with the library. */
#ifndef GI_PRELUDE_H
#define GI_PRELUDE_H

#include <stdatomic.h>
#include <stdint.h>

struct gi_spirv_prelude_index;

/** The words of a module with the names of its functions. A driver leaves the other fields 0; they
 *  keep facts of the words for the next kernels. */
struct gi_spirv_prelude {
    const uint32_t *words;
    uint32_t count;
    _Atomic(struct gi_spirv_prelude_index *) index;      /* spirv_prelude.h; NULL: not read yet */
    _Atomic uint64_t checksum;                           /* of the words; 0: not computed yet */
};

#endif
