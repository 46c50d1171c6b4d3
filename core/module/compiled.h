/** An entry of device code on a device: translated when it is first asked about, and compiled for
 *  each size of block and of dynamic shared memory that it is launched with, or is likely to be
 *  (ahead.h). The functions that programs have of it use it together.
 *
 *  Owner:   the code, whose end ends it. So a reset of the device leaves it.
 *  Threads: any that holds no lock. */
#ifndef GI_COMPILED_H
#define GI_COMPILED_H

#include <pthread.h>
#include <stdatomic.h>

#include "code/code.h"
#include "contract/driver.h"

struct gi_device;

/** How many variants are kept as long as the code lives, and how many of the newest others. */
enum { GI_COMPILED_VARIANTS = 32, GI_COMPILED_LATE_VARIANTS = 16 };

/** The use that an entry is compiled for. */
struct gi_use {
    uint32_t block[3];
    uint32_t dynamic_bytes;
    uint32_t check_steps;                /* of a search in the memory check's table; 0: it does not
                                            look at addresses */
    bool is_wide;                        /* the grid is wider than a dispatch of the device */
    bool shared_in_memory;               /* its shared memory lies in device memory */
    bool by_steps;                       /* warps of the block are no rows, which the kernel
                                            needs_rows for: it goes step by step */
};

/** Translations of an entry beside the usual one, each made when a use needs it. */
enum { GI_IN_MEMORY, GI_BY_STEPS, GI_OTHER_TRANSLATIONS };

/** The entry compiled for one use. Never changes while it is kept. */
struct gi_variant {
    struct gi_variant *next;
    struct gi_use use;
    bool is_lean;                        /* with the lean prelude */
    atomic_bool is_launched;             /* a launch has taken it */
    struct gi_kernel *kernel;            /* referenced */
};

/** The result of a translation. */
struct gi_outcome {
    gi_status status;
    char *why;                           /* the sentence of a failure; owned */
};

/** A variant that a thread compiles now. */
struct gi_making {
    struct gi_making *next;
    const struct gi_use *use;
    bool is_lean;
};

struct gi_compiled {
    struct gi_code *code;
    struct gi_device *device;
    const struct gi_code_kernel *entry;      /* the code's */
    pthread_mutex_t lock;                /* held while it is translated, not while it is compiled */
    pthread_cond_t made;                 /* a thread has compiled a variant, or failed to */
    struct gi_making *making;            /* the lock guards it */
    atomic_bool is_launched;             /* a launch has asked for a variant */
    atomic_bool is_translated;           /* then translated and kernel are set */
    struct gi_outcome translated;
    struct gi_arena arena;
    struct gi_translate_kernel kernel;
    struct gi_translate_kernel lean;     /* with the lean prelude, which the lock guards. No words:
                                            not translated yet */
    struct gi_translate_kernel others[GI_OTHER_TRANSLATIONS];    /* no words: not translated yet.
                                            The lock guards one until a use that needs it was made
                                            ready */
    struct gi_outcome others_translated[GI_OTHER_TRANSLATIONS];      /* the lock guards them */
    _Atomic(struct gi_variant *) variants;       /* the variants that stay */
    uint32_t variant_count;              /* of them; the lock guards it and the next two */
    struct gi_variant *late[GI_COMPILED_LATE_VARIANTS];      /* or NULL */
    uint32_t next_late;                  /* the oldest one, which the next one replaces */
};

/** The compiled kernels of a piece of code on a device. */
struct gi_compiled_set {
    struct gi_compiled_set *next;        /* of another device */
    struct gi_device *device;
    bool is_begun;                       /* compiling ahead (ahead.h). The code's compiled_lock
                                            guards this and the rest */
    uint32_t newest_blocks[3][3];        /* with one, two and three dimensions: of gi_likely_first,
                                            then of variants that a launch was the first to take */
    uint32_t passes;                     /* over the kernels, that new sizes have begun */
    struct gi_kept_launches *launches;   /* owned (kept_launches.h); NULL: none yet */
    bool is_read;                        /* launches of earlier processes are there, too, and */
    uint32_t kept_count;                 /* are the first of them. It changes no more then */
    bool is_saving;                      /* the launches are about to be written */
    struct gi_compiled *entries[];       /* by the number of the kernel; NULL: not asked for
                                            yet */
};

/** The set of a piece of code on a device, made at the first call.
 *  Owner:  the code.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_compiled_set_of(struct gi_code *code, struct gi_device *device,
                                           struct gi_compiled_set **out_set);

/** An entry on a device, made at the first call.
 *  Owner:  the code.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_compiled_of(struct gi_code *code, const struct gi_code_kernel *entry,
                                       struct gi_device *device, struct gi_compiled **out_compiled);

/** Translates the entry, unless it is translated.
 *  Errors: GI_NO_BINARY, GI_INVALID_PTX, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_compiled_translate(struct gi_compiled *compiled);

/** gi_compiled_translate for a thread that tests no device. GI_NOT_READY if a test would have to be
 *  run (matrix_units.h, barrier_warps.h). */
GI_MUST_CHECK gi_status gi_compiled_translate_ahead(struct gi_compiled *compiled);

/** Shared memory that a block of the entry can have at most, in bytes. It was translated, as for
 *  the next four functions. That of modules in SPIR-V is the device's own. */
uint32_t gi_compiled_most_shared(const struct gi_compiled *compiled);

/** The most threads of a block for whose warps and barriers the device has shared memory. */
uint32_t gi_compiled_most_threads(const struct gi_compiled *compiled);

/** Sets shared_in_memory and by_steps of a use, from its other fields. Shared memory lies in device
 *  memory if the device has too little for the use. It does for a use by steps, too, whose warps
 *  and barriers take shared memory of their own: how much is known when it was translated. */
void gi_compiled_place(const struct gi_compiled *compiled, struct gi_use *use);

/** Translates the entry for a use by steps or with shared memory in device memory, unless it is.
 *  Checks for each use that the device has the shared memory for warps and barriers of a block.
 *  Errors: those of gi_compiled_translate; GI_OUT_OF_RESOURCES: the device has less. */
GI_MUST_CHECK gi_status gi_compiled_make_ready(struct gi_compiled *compiled,
                                               const struct gi_use *use);

/** The translation for a use that was made ready. */
const struct gi_translate_kernel *gi_compiled_kernel(const struct gi_compiled *compiled,
                                                     const struct gi_use *use);

/** Gives the entry compiled for a use, and for the textures that live now. It was translated. A
 *  thread that compiles the same variant is waited for; no other one is.
 *  Owner:  the caller gives the reference back with gi_kernel_object_unref.
 *  Errors: those of compiling. */
GI_MUST_CHECK gi_status gi_compiled_variant(struct gi_compiled *compiled, const struct gi_use *use,
                                            struct gi_kernel **out_kernel);

/** As gi_compiled_variant, for a use that no launch has asked for yet; gives nothing. A failure is
 *  no failure of the entry: a launch tries again. */
void gi_compiled_make_ahead(struct gi_compiled *compiled, const struct gi_use *use);

/** Shared memory that the warps and barriers of a kernel take, with this size of block. */
uint32_t gi_compiled_meeting_bytes(const struct gi_translate_kernel *kernel,
                                   const uint32_t block[static 3]);

#endif
