/* What the parts of the interpreter share. */
#ifndef INTERPRETER_STATE_H
#define INTERPRETER_STATE_H

#include "interpreter.h"

enum { LANES = 32, BARRIERS = 16, MOST_DEPTH = 60 };

/* Windows of generic addresses. What lies below is global. */
#define SHARED_WINDOW 0x0100000000000000ull
#define PRIVATE_WINDOW 0x0200000000000000ull
#define CODE_WINDOW 0x0300000000000000ull

/* A function with a body, and where its variables lie. */
struct code {
    const struct gi_ptx_function *function;
    const struct gi_ptx_body *body;
    uint64_t *variables;        /* [body variable]: from the frame's start, or in shared memory */
    uint64_t *parameters;       /* [parameter]: from the frame's start */
    uint64_t *results;          /* [result]: from the frame's start */
    uint64_t frame_bytes;
};

struct frame {
    const struct code *code;
    uint32_t at;                /* instruction */
    uint64_t *registers;
    uint64_t start;             /* of its variables in the thread's memory */
    const struct gi_ptx_instruction *call;      /* of the caller */
};

enum thread_state {
    RUNNING,
    AT_BARRIER,
    AT_WARP,                    /* at an operation that waits for named lanes */
    AT_MASK,                    /* at activemask, which waits for all that can still come */
    LEFT
};

struct thread {
    struct block *block;
    uint32_t number;            /* in the block */
    uint32_t tid[3];
    enum thread_state state;
    struct frame frames[MOST_DEPTH];
    uint32_t depth;             /* frames in use */
    uint8_t *memory;            /* local and parameters */
    uint64_t memory_bytes;
    bool carry;
    const struct gi_ptx_instruction *waits;     /* what it waits at */
    uint32_t barrier;
    uint32_t mask;              /* named lanes */
    uint64_t sent[3];           /* what it gave to the operation */
    uint32_t words[17];         /* the same to one of matrices: of A from 0 on, of B from 4, of C
                                   from 8, and metadata; or a row */
    bool came;                  /* while an operation is carried out: it takes part */
};

struct barrier {
    uint32_t expected;          /* threads; 0: all that are there */
    uint32_t *arrived;          /* [warp]: arrivals in this phase */
    uint32_t trues, voters;     /* of bar.red */
};

struct block {
    struct machine *machine;
    uint32_t ctaid[3];
    struct thread *threads;
    uint32_t thread_count, warp_count;
    uint8_t *shared;
    struct barrier barriers[BARRIERS];
};

struct machine {
    const struct interpreter_launch *launch;
    struct gi_arena arena;
    struct code *codes;         /* [function] */
    uint64_t *variables;        /* [module's variable]: address in its space */
    struct interpreter_memory image;            /* of the module's variables */
    uint64_t shared_bytes;
    uint64_t dynamic_start;     /* of dynamic shared memory */
    uint64_t steps;
    enum interpreter_outcome outcome;
    char *why;
    size_t why_room;
};

enum step {
    NEXT,
    JUMPED,                     /* the frame stands where it goes on */
    STAYS,                      /* the thread waits, or has left */
};

typedef enum step operation(struct thread *thread, const struct gi_ptx_instruction *in);

/* ---- launch.c ---- */

/* Ends the run, once, with a sentence. cmocka 2 has a macro of this name. */
#undef stop
GI_PRINTF(3, 4) void stop(struct thread *thread, enum interpreter_outcome outcome,
                          const char *format, ...);

static inline struct frame *top(struct thread *thread)
{
    return &thread->frames[thread->depth - 1];
}

static inline const struct interpreter_launch *launch_of(const struct thread *thread)
{
    return thread->block->machine->launch;
}

/* Calls a function: a frame of its own, its parameters still to be written. */
bool enter(struct thread *thread, const struct code *code, const struct gi_ptx_instruction *call);

/* ---- operand.c ---- */

uint64_t type_mask(enum gi_ptx_type type);
enum gi_ptx_type type_of(const struct gi_ptx_instruction *in, uint32_t index);
bool is_signed(enum gi_ptx_type type);
bool is_float(enum gi_ptx_type type);

/* The value as a signed number of the type's width. */
int64_t signed_value(uint64_t value, enum gi_ptx_type type);

/* Reads an operand as a value of a type: its low bits, all others zero. */
uint64_t value_of(struct thread *thread, const struct gi_ptx_operand *operand,
                  enum gi_ptx_type type);
uint64_t value_at(struct thread *thread, const struct gi_ptx_instruction *in, uint32_t index,
                  enum gi_ptx_type type);

/* Writes a value of a type into a register, extended to the register's width. */
void set_value(struct thread *thread, const struct gi_ptx_operand *operand,
               enum gi_ptx_type type, uint64_t value);
void set_result(struct thread *thread, const struct gi_ptx_instruction *in,
                enum gi_ptx_type type, uint64_t value);

/* ---- memory.c ---- */

/* The address of a variable in its space. */
uint64_t variable_address(struct thread *thread, const struct gi_ptx_variable *variable);

/* Where an access lands: NULL, and the run has ended, where nothing lies there. */
uint8_t *place_of(struct thread *thread, const struct gi_ptx_instruction *in,
                  const struct gi_ptx_operand *address, uint32_t bytes);
uint8_t *place_at(struct thread *thread, enum gi_ptx_space space, uint64_t address,
                  uint32_t bytes);

/* ---- barriers and warps ---- */

/* Lets threads go on that a barrier or an operation of a warp holds; true where one went on. */
bool release_barriers(struct block *block);
bool release_warps(struct block *block);
bool release_masks(struct block *block);

/* Writes what a lane of a warp gets from a matrix instruction, when all have come. */
void finish_matrix(struct thread *thread, struct thread *const *lanes);

/* ---- table.c ---- */

operation *operation_of(const struct gi_ptx_instruction *in);

operation op_add, op_mul, op_madc, op_mul24, op_div, op_minmax, op_negate, op_sad, op_dot;
operation op_logic, op_not, op_shift, op_shf, op_lop3, op_bfe, op_bfi, op_bmsk, op_szext, op_brev,
    op_popc, op_clz, op_bfind, op_fns, op_prmt;
operation op_float_add, op_fma, op_float_div, op_float_minmax, op_float_sign, op_root,
    op_approximate, op_copysign, op_testp;
operation op_setp, op_set, op_selp, op_slct, op_cvt;
operation op_mov, op_ld, op_st, op_cvta, op_isspacep, op_atom, op_nothing;
operation op_bra, op_brx, op_call, op_ret, op_exit, op_trap, op_bar;
operation op_warp, op_activemask, op_matrix;
operation op_mbarrier, op_cp;

#endif
