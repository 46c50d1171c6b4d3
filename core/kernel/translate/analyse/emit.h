/** The common state of all parts of the emission: one entry with its functions on the way to a
 *  module.
 *
 *  Failures stick in the builder: after one, every call is without effect. */
#ifndef GI_EMIT_H
#define GI_EMIT_H

#include "kernel/target/target.h"
#include "kernel/translate/analyse/warp_plan.h"
#include "kernel/translate/cfg/cfg.h"
#include "kernel/translate/cfg/liveness.h"
#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/spirv/spirv.h"

enum { GI_EMIT_SHARED_TAG = 0x7FFE0000, GI_EMIT_LOCAL_TAG = 0x7FFF0000 };

/** A register of the function that is being emitted. */
struct gi_emit_register {
    gi_id variable;             /* 0: not made yet */
    gi_id value;                /* in the block that is being emitted, if stamp is the block's */
    uint32_t stamp;
    uint8_t kind;               /* enum gi_kind */
    bool dirty;                 /* the value is newer than the variable */
    bool stays;                 /* has to outlive a step of the machine */
};

/** Instructions first up to end, without a jump between them. */
struct gi_emit_block {
    uint32_t first;
    uint32_t end;
    uint32_t decider;           /* register, GI_CFG_NONE: not by one */
    gi_id condition;            /* value of the decider, when the block was emitted */
    uint32_t meeting;           /* of the machine: the instruction that a thread stops at, behind
                                   this block; GI_CFG_NONE: none */
    uint32_t resumes;           /* and the number of the block that goes on, as the machine has */
    bool ends;                  /* of the machine: the thread ends behind it */
};

/** Registers that are live at the ends of blocks. */
struct gi_emit_live {
    uint32_t count;             /* registers that some block reads before it writes them */
    uint32_t *numbers;          /* [register]: its number + 1 among those, 0: it is none */
    uint32_t *registers;        /* [number] */
    struct gi_cfg_sets out;   /* of numbers, for each block */
};

/** Memory of words behind one address space: shared, or local. */
struct gi_emit_words {
    gi_id variable;             /* the array; of local memory that lies in device memory, the
                                   address of the thread's part; 0: there is none */
    enum gi_spirv_storage_class storage;
    enum gi_kind kind;          /* of an element, as it is read and written */
    uint32_t bytes;             /* of an element */
    bool is_float;              /* elements are f32 in memory, to which atomics add */
};

/** A parameter of a function or of a call: an array of 32-bit words of the function. */
struct gi_emit_parameter {
    const struct gi_ptx_variable *of;
    gi_id variable;
    gi_type type;               /* of the array */
};

/** A function with its body; the entry is one. */
struct gi_emit_function {
    const struct gi_ptx_function *function;
    struct gi_ptx_body *body;
    struct gi_emit_function *next;
    gi_id id;
    bool has_barrier;           /* or what it calls has one */
    bool has_operation;         /* of warps, the same */
    bool has_turn;              /* it waits for others in a loop, the same */
    struct gi_emit_block *blocks;           /* NULL: not made yet */
    struct gi_cfg graph;
    struct gi_emit_live live;               /* numbers is NULL: not made yet */
    struct gi_cfg_tree tree;
    bool may_end;               /* it ends threads: by failures, or by exit in no entry */
    bool is_searched;           /* for barriers */
    bool is_heap;               /* the library's own text of malloc and free */
    gi_type result_type;
    gi_type *parameter_types;
    uint64_t *places;           /* of the body's variables in their spaces */
};

/** The words that a lane brings to an operation of its warp, at most. */
enum { GI_EMIT_LANE_WORDS = 10 };

/** The meetings of the kernel's threads, and their method (way). See warp_plan.h. */
struct gi_emit_meetings {
    enum gi_warp_way way;
    bool operations;            /* of warps are there */
    uint32_t words;             /* that a lane brings to one of them, at most */
    bool reduces;               /* barriers with a result are there */
    bool comes_in_parts;        /* barriers to which threads of a warp may come apart are there */
    bool reconverges;           /* the module says that its lanes do */
    uint32_t barriers;          /* their numbers are below this */
    uint32_t points;            /* meetings in the PTX */
    gi_id threads;              /* ids of constants: of the block, */
    gi_id filled;               /* and filled up to whole warps */
    gi_id kinds, masks;         /* arrays in shared memory: a word for each thread */
    gi_id values;               /* the same: the first words of all threads, then the second ones */
    gi_id length;               /* a constant: how many there are of each */
    gi_id counts;               /* an array in shared memory */
    uint32_t count_words;       /* its words, for the machine */
    gi_id turn;                 /* a variable of each thread */
    gi_id half;                 /* of the exchange, a variable of each thread: where the half of
                                   the values begins that the next operation uses */
    gi_id here, bits, same;     /* variables of the machine: where a thread goes on, the lanes
                                   that met, whose word is not 0, that brought the same */
    struct gi_emit_machine *machine;
};

struct gi_spirv_linker;
struct gi_emit_matrix;

/** The memory check; ids. */
struct gi_emit_check {
    gi_id address, what;        /* variables of the thread: its first failure */
    gi_id device, words, index;     /* functions that look at an access; 0: not called */
    uint32_t place;             /* of the access, where the module is not made of PTX */
    gi_id tell;                 /* the function that tells the report */
    gi_id main;                 /* the entry point */
    bool is_due;                /* the block has looked at an access */
};

/** Functions for the few numbers that steps from an approximation are not for
 *  (emit/number/quotient.h). */
enum gi_emit_other { GI_EMIT_QUOTIENT32, GI_EMIT_ROOT32, GI_EMIT_ROOT64, GI_EMIT_OTHERS };

/** A zero that compilers do not know, as ids of a block. */
struct gi_emit_hidden {
    gi_id function, block;      /* where it was read; 0: not yet */
    gi_id word, wide;           /* of 32 and of 64 bits */
};

struct gi_emit {
    struct gi_arena *arena;
    struct gi_spirv spirv;
    const struct gi_ptx_module *module;
    const struct gi_translate_target *target;
    struct gi_translate_variables variables;
    struct gi_translate_kernel *kernel;

    /* the survey */
    struct gi_emit_function *functions;     /* the entry first */
    struct gi_emit_function **by_index;     /* of the module's functions; NULL: not reached */
    bool *taken;                            /* of the module's functions: their address is */
    bool *inlined;                          /* of the module's functions: they stand in the entry */
    uint64_t *shared_places;                /* of the module's shared variables; by their index */
    uint64_t shared_bytes;
    uint64_t local_bytes;
    uint64_t *parameter_places;
    bool takes_shared, takes_local;         /* their addresses become generic ones */
    bool uses_shared;
    uint32_t widths[2];                     /* bytes of accesses: shared, local; a bit each */
    uint32_t atomic_widths;                 /* of atomics on shared memory */
    bool flushes;                           /* the device flushes small f32: all are .ftz */

    /* the module */
    gi_id shared_address;                   /* gives the address of the block's shared memory in
                                               device memory: a function */
    gi_id rounds_main;                      /* looks behind the entry whether the device has ended
                                               loops (emit/rounds.h); 0: there is none */
    struct gi_emit_hidden hidden;           /* for values; target->merges_wrongly */
    gi_id push;
    uint64_t push_address_bytes;            /* where it has an address; its top bit is 0 */
    struct gi_emit_push_place *push_places;     /* of each word of it */
    gi_id block_size[3];
    struct gi_emit_words shared, local;
    gi_id constants;                        /* the binding for constants; 0: not read yet */
    struct gi_warp_needs needs;
    struct gi_emit_meetings meetings;
    struct gi_spirv_linker *linker;         /* of the target's prelude; NULL: not used yet */
    const uint32_t *reloads;                /* of the entry's registers: the place of a parameter
                                               in the push constants, + 1; NULL: none */
    const bool *foreign;                    /* of the entry's registers; see origin.h */
    const bool *unordered;                  /* of the entry's instructions; see order.h. NULL:
                                               all barriers order all memory */
    gi_id fence_word;                       /* of shared memory, for fences by atomics; 0: none */
    gi_id ended;                            /* a variable of the thread: it has ended; 0: none */
    gi_id fail_function, print_function; /* they write the report; 0: not used yet */
    uint32_t report_access;                 /* memory operands of their stores */
    struct gi_emit_check check;
    gi_id fma64[4];                         /* functions, by rounding; 0: not called */
    gi_id others[GI_EMIT_OTHERS];           /* functions; 0: not called */
    struct gi_emit_matrix *matrices;        /* functions of emit/warp/matrix.h, the last one
                                               first */

    /* the function that is being emitted */
    struct gi_emit_function *current;
    struct gi_emit_register *registers;     /* the body's registers, then the carry */
    uint32_t register_count;
    uint32_t *dirty;                        /* registers written in this block */
    uint32_t dirty_count;
    uint32_t stamp;
    struct gi_emit_block *blocks;
    struct gi_cfg graph;
    struct gi_emit_live live;
    gi_id *graph_variables;
    struct gi_emit_parameter *parameters;
    uint32_t parameter_count, parameter_room;
    uint32_t *parameter_at;     /* place + 1 of each variable of the body */
    const struct gi_ptx_instruction *at;    /* the instruction, for sentences */
};

/** Refuses the instruction that is being emitted. why: words behind a colon. */
void gi_emit_refuse(struct gi_emit *emit, const char *why);

/** As gi_emit_refuse, where the instruction is none of PTX: GI_INVALID_VALUE. */
void gi_emit_wrong(struct gi_emit *emit, const char *why);

/** The emitted one of a function that the survey has found; NULL, and refused, without a body. */
struct gi_emit_function *gi_emit_function_of(struct gi_emit *emit,
                                             const struct gi_ptx_function *function);

/** The function that the module's entry point is; and the one below the check of loops. */
gi_id gi_emit_entry_point(const struct gi_emit *emit);
gi_id gi_emit_checked_entry(const struct gi_emit *emit);

/** One function for each group of opcodes, from a table in emit/table.c. */
typedef void gi_emit_handler(struct gi_emit *emit, const struct gi_ptx_instruction *instruction);

#define GI_EMIT_DECLARE(name) gi_emit_handler gi_emit_##name

/** The register of the carry flag: 0 or 1 in 32 bits. */
uint32_t gi_emit_carry_register(const struct gi_emit *emit);

#endif
