/** A kernel of a module, as programs name it. Its compiled variants are in compiled.h.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_FUNCTION_H
#define GI_FUNCTION_H

#include <stdatomic.h>

#include "compiled.h"
#include "module.h"
#include "queue/device_state.h"

struct gi_kept_launch;

struct gi_function {
    struct gi_object object;
    struct gi_module *module;            /* referenced */
    const char *name;                    /* the code has it */
    struct gi_compiled *compiled;        /* the module's code has it */
    const struct gi_translate_kernel *kernel;    /* once it was translated */
    atomic_bool is_translated;           /* since the program wanted it */
    _Atomic uint32_t most_dynamic_bytes; /* that the program allows a launch; UINT32_MAX: it never
                                            said */
    atomic_int carveout;                 /* percent of the cache; -1: the program never said */
    struct gi_kept_launch *kept;         /* owned; NULL: the program set nothing one by one */
};

/** The facts of the function's device. */
static inline const struct gi_device_info *gi_function_info(const struct gi_function *function)
{
    return &function->module->device->base->info;
}

/** Makes the function of an entry, and the reference of its handle.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_function_make(struct gi_module *module,
                                         const struct gi_code_kernel *entry,
                                         gi_handle *out_function);

/** Finds a function by its handle.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_function_acquire(gi_handle handle, struct gi_function **out_function);

/** Translates the function, unless it is translated.
 *  Errors: GI_NO_BINARY, GI_INVALID_PTX, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_function_translate(struct gi_function *function);

/** Gives the function compiled for a use, and for the textures that live now. It was translated.
 *  Owner:  the caller gives the reference back with gi_kernel_object_unref.
 *  Errors: those of compiling. */
GI_MUST_CHECK gi_status gi_function_variant(struct gi_function *function,
                                            const struct gi_use *use,
                                            struct gi_kernel **out_kernel);

/** The most threads of a block that the device has, or fewer, as the function itself says. It was
 *  translated. */
uint32_t gi_function_bound_threads(const struct gi_function *function);

/** The most threads of a block that the function can be launched with: as bound_threads, or fewer
 *  where the device has too little shared memory for its warps and barriers. */
uint32_t gi_function_most_threads(const struct gi_function *function);

#endif
