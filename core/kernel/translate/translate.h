/** The front door: PTX in, a compute module and what a launch has to know out. */
#ifndef GI_TRANSLATE_H
#define GI_TRANSLATE_H

#include "base/arena.h"
#include "base/status.h"
#include "kernel/target/target.h"

struct gi_ptx_function;
struct gi_ptx_module;
struct gi_ptx_variable;

/** Tells whether a variable of a module has a place in device memory. */
bool gi_translate_has_place(const struct gi_ptx_variable *variable);

/** Places a module's variables.
 *  Owner:   the arena.
 *  Errors:  GI_OUT_OF_MEMORY.
 *  Threads: any, each with an arena of its own. */
GI_MUST_CHECK gi_status gi_translate_variables(struct gi_arena *arena,
                                               const struct gi_ptx_module *module,
                                               struct gi_translate_variables *out_variables);

/** Writes the first contents of variables that will lie at an address into bytes of host memory.
 *  Errors:  GI_NOT_SUPPORTED where one holds the address of what has none there. */
GI_MUST_CHECK gi_status gi_translate_image(const struct gi_ptx_module *module,
                                           const struct gi_translate_variables *variables,
                                           uint64_t address, uint8_t *out_image);

/** Translates one entry with all that it calls.
 *  Owner:   the arena, which may be finished when the words are no longer needed.
 *  Errors:  GI_NOT_SUPPORTED where an instruction is not built or the device lacks what it needs,
 *           with a sentence that names instruction and line; GI_INVALID_VALUE where PTX is wrong;
 *           GI_OUT_OF_MEMORY.
 *  Threads: any, each with an arena of its own. */
GI_MUST_CHECK gi_status gi_translate(struct gi_arena *arena, const struct gi_ptx_module *module,
                                     const struct gi_ptx_function *entry,
                                     const struct gi_translate_target *target,
                                     struct gi_translate_kernel *out_kernel);

/** The rate of %clock and %clock64 in kHz; 0: not known. */
uint32_t gi_translate_clock_khz(const struct gi_translate_target *target);

struct gi_emit;

/** The name of a pass of each translation, in their order; NULL behind the last. */
const char *gi_translate_pass_name(uint32_t number);

/** Sees the state of a translation behind each pass. If after returns false, the translation ends
 *  there, without words. */
struct gi_translate_watch {
    bool (*after)(void *context, const char *pass, const struct gi_emit *emit);
    void *context;
};

/** gi_translate with a watch, for tools; NULL: none. */
GI_MUST_CHECK gi_status gi_translate_watched(struct gi_arena *arena,
                                             const struct gi_ptx_module *module,
                                             const struct gi_ptx_function *entry,
                                             const struct gi_translate_target *target,
                                             const struct gi_translate_watch *watch,
                                             struct gi_translate_kernel *out_kernel);

#endif
