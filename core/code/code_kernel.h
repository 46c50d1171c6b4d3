/** A kernel of device code, described alike for PTX and SPIR-V: all that launches, and the objects
 *  that programs name, know of it before it is made for a device. struct gi_translate_kernel is the
 *  same kernel as a device takes it.
 *
 *  Threads: any. */
#ifndef GI_CODE_KERNEL_H
#define GI_CODE_KERNEL_H

#include "base/arena.h"
#include "base/status.h"
#include "kernel/target/target.h"

struct gi_code;
struct gi_ptx_function;
struct gi_reflect_kernel;

struct gi_code_kernel {
    const char *name;
    uint32_t number;                         /* among the kernels of its code */
    const struct gi_ptx_function *ptx;       /* NULL: the code is SPIR-V, and */
    const struct gi_reflect_kernel *shader;  /* this describes it; else NULL */
};

/** Makes the SPIR-V of a kernel for a device. PTX is translated, unless an earlier process has kept
 *  the words (kept_words.h).
 *  Owner:   the arena; the words of a module of SPIR-V may stay the code's.
 *  Errors:  those of gi_translate and gi_shader_describe. */
GI_MUST_CHECK gi_status gi_code_translate(struct gi_arena *arena, struct gi_code *code,
                                          const struct gi_code_kernel *kernel,
                                          const struct gi_translate_target *target,
                                          struct gi_translate_kernel *out_kernel);

/** The name of the entry point of its SPIR-V. */
const char *gi_code_entry_point(const struct gi_code_kernel *kernel);

/** The number that constant 3 of its SPIR-V has for so many bytes of dynamic shared memory. */
uint32_t gi_code_shared_units(const struct gi_code_kernel *kernel, uint32_t dynamic_bytes);

/** How many dimensions of its threads it is likely to ask for: 1, 2 or 3. */
unsigned gi_code_dimensions(const struct gi_code_kernel *kernel);

#endif
