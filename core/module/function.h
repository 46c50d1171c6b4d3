/** A kernel of a module: translated when it is first asked about, and compiled for each size of
 *  block and of dynamic shared memory that it is launched with.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_FUNCTION_H
#define GI_FUNCTION_H

#include <pthread.h>
#include <stdatomic.h>

#include "contract/driver.h"
#include "module.h"

/** How many variants a function keeps as long as it lives, and how many of the newest others. */
enum { GI_FUNCTION_VARIANTS = 32, GI_FUNCTION_LATE_VARIANTS = 16 };

/** The function for one block size. Never changes while it is kept. */
struct gi_variant {
    struct gi_variant *next;
    uint32_t block[3];
    uint32_t dynamic_bytes;
    uint32_t check_steps;                /* of a search in the memory check's table */
    bool is_lean;                        /* with the lean prelude */
    struct gi_kernel *kernel;            /* referenced */
};

struct gi_function {
    struct gi_object object;
    struct gi_module *module;            /* referenced */
    const struct gi_ptx_function *entry;
    char *name;                          /* of the entry */
    pthread_mutex_t lock;                /* held while it is translated or compiled */
    atomic_bool is_translated;           /* then translation and kernel are set */
    gi_status translation;               /* the result */
    char *why;                           /* the sentence of a failure */
    struct gi_arena arena;
    struct gi_translate_kernel kernel;
    struct gi_translate_kernel lean;     /* with the lean prelude, which the lock guards. No words:
                                            not translated yet */
    _Atomic(struct gi_variant *) variants;       /* those that stay */
    uint32_t variant_count;              /* of them; the lock guards it and the next two */
    struct gi_variant *late[GI_FUNCTION_LATE_VARIANTS];      /* or NULL */
    uint32_t next_late;                  /* the oldest one, which the next one replaces */
    _Atomic uint32_t most_dynamic_bytes; /* that the program allows a launch; UINT32_MAX: it never
                                            said */
    atomic_int carveout;                 /* percent of the cache; -1: the program never said */
};

/** Makes the function of an entry, and the reference of its handle.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_function_make(struct gi_module *module,
                                         const struct gi_ptx_function *entry,
                                         gi_handle *out_function);

/** Finds a function by its handle.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_function_acquire(gi_handle handle, struct gi_function **out_function);

/** Translates the function, unless it is translated.
 *  Errors: GI_NO_BINARY, GI_INVALID_PTX, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_function_translate(struct gi_function *function);

/** What a function is compiled for. */
struct gi_function_use {
    const uint32_t *block;               /* three numbers */
    uint32_t dynamic_bytes;
    uint32_t check_steps;                /* 0: it does not look at addresses */
};

/** Gives the function compiled for a use, and for the textures that live now. It was translated.
 *  Owner:  the caller gives the reference back with gi_kernel_object_unref.
 *  Errors: those of compiling. */
GI_MUST_CHECK gi_status gi_function_variant(struct gi_function *function,
                                            const struct gi_function_use *use,
                                            struct gi_kernel **out_kernel);

/** The kernel as its module of SPIR-V says it; NULL: the code is PTX. */
const struct gi_reflect_kernel *gi_function_shader(const struct gi_function *function);

/** The most threads of a block that the function can be launched with. It was translated. */
uint32_t gi_function_most_threads(const struct gi_function *function);

#endif
