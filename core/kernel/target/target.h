/** The facts of a device that kernels are made for, and a kernel with all that a launch has to know
 *  of it. Nothing here knows PTX. */
#ifndef GI_TARGET_H
#define GI_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/target/prelude.h"

/** Widths of floats, as bits of a set. */
enum {
    GI_TRANSLATE_F16 = 1,
    GI_TRANSLATE_F32 = 2,
    GI_TRANSLATE_F64 = 4
};

/** Operations between the lanes of a subgroup, as bits of a set: bit n is that of SPIR-V's
 *  capability GroupNonUniform + n. Translated kernels need two of them. */
enum {
    GI_TRANSLATE_BALLOT = 8,
    GI_TRANSLATE_SHUFFLE = 16
};

/** Whether a barrier of the block goes on without threads that have ended. Vulkan does not say. */
enum gi_translate_ended {
    GI_TRANSLATE_ENDED_AWAITED,     /* it waits for them, or goes wrong */
    GI_TRANSLATE_ENDED_FOLLOW,      /* it does outside of loops: they follow, without effect */
    GI_TRANSLATE_ENDED_SKIPPED      /* it does */
};

/** Products of matrices that a device makes as cooperative matrices of a subgroup of 32, with the
 *  elements in the lanes where mma has them, as bits of a set. A name has the factors' elements,
 *  the depth, and the sums' elements. */
enum {
    GI_TRANSLATE_F16_K8_F32 = 1,    /* m16n8k8 */
    GI_TRANSLATE_F16_K8_F16 = 2,
    GI_TRANSLATE_F16_K16_F32 = 4,   /* m16n8k16 */
    GI_TRANSLATE_F16_K16_F16 = 8,
    GI_TRANSLATE_S8_K32_S32 = 16,   /* m16n8k32 */
    GI_TRANSLATE_U8_K32_U32 = 32,
    GI_TRANSLATE_MATRICES = 6
};

/** Push constants that a device has for each kernel at least, in bytes. */
enum { GI_TRANSLATE_LEAST_PUSH = 112 };

/** Facts of a device. A kept translation is found by all bytes of them (code/kept_words.h), so
 *  there are none that belong to no fact: bytes that no fact needs have a name, and are 0. */
#ifndef __clang__        /* clang 14 goes on to apply it to structs of other headers */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
#endif
struct gi_translate_target {
    uint32_t push_bytes;            /* of push constants, at least GI_TRANSLATE_LEAST_PUSH */
    uint32_t subgroup_least, subgroup_most;     /* lanes; 0: not known */
    uint32_t loop_rounds;           /* all loops of a thread end after so many; 0: they do not */
    uint32_t private_bytes;         /* of local memory that its compiler takes for a thread. That of
                                       a kernel with more lies in device memory; 0: it takes all */
    uint32_t constant_bytes;        /* the most of a module's constants that a kernel reads by a
                                       binding; 0: it reads all by their addresses */
    enum gi_translate_ended ended_at_barriers;
    bool int8;
    bool int16;
    bool float16;
    bool float64;
    bool int64_atomics;
    bool float32_atomic_add, float64_atomic_add;    /* on buffers */
    bool float32_shared_add;        /* as float32_atomic_add, on shared memory */
    uint8_t keeps_specials;         /* floats whose -0, infinities, NaNs it can be told to keep */
    uint8_t keeps_denormals;        /* floats whose small numbers it can be told to keep */
    uint8_t flushes_denormals;      /* floats whose small numbers it can be told to make zero */
    bool flushes_small;             /* it makes small f32 zero, and cannot be told to keep them */
    bool folds_halves;              /* takes f32 as f16, and that as f32, for the first number */
    bool subgroup_clock;            /* for %clock */
    bool device_clock;              /* for %globaltimer; it counts nanoseconds */
    bool host_stores_unseen;        /* a running kernel does not see what the host stores, neither
                                       in managed memory nor in other */
    bool short_clock;               /* both clocks are the lower 32 bits of the time that a launch
                                       has in a word (uses_clock) */
    bool good_exp2;                 /* 2^x within 2 units of the last place */
    bool saturates;                 /* f32 to an integer of 32 bits: a value that does not fit
                                       becomes the nearest limit, and NaN 0 */
    bool exact_division;            /* f32: its quotients and roots are rounded right */
    bool fused_fma;                 /* its fma rounds once; if not, that of f32 is made of f64 */
    bool near_approximations;       /* f32: its 1 / x and 1 / sqrt(x) are so near that a step of fma
                                       rounds a quotient, a root right */
    bool drops_zeros;               /* takes x + 0 for x and x * 0 for 0 where the 0 is written */
    bool subgroup_can_be_required;  /* a pipeline can require a size, with full subgroups */
    uint8_t subgroup_operations;
    bool reconverges;               /* maximal reconvergence */
    bool threads_progress;          /* one that waits in a loop holds up no other of its block */
    bool fence_is_barrier;          /* OpMemoryBarrier gives way to other threads as a barrier of
                                       the block does, so threads may not reach it apart */
    bool widens_wrongly;            /* a number of 64 bits that was one of 32 with a sign is
                                       compared wrongly with a constant */
    bool forgets_in_loops;          /* a value that a thread read in a round of a loop is lost
                                       behind it, if others of its subgroup go round once more */
    bool merges_wrongly;            /* a number made of bits of two others is wrong where a
                                       condition chooses between it and one of these */
    bool reads_for_nobody;          /* it reads an address that all threads share even where no
                                       thread meets the condition before the read */
    bool joins_comparisons;         /* its compiler looks for one comparison in the place of two:
                                       minutes where each access has some (checks_memory) */
    bool always_machine;            /* for tests: as if threads reached everything apart */
    bool checks_memory;             /* no fact: kernels look at each address before they use it */
    uint8_t exchange_words;         /* subgroups that exchange one word at once guess it, at first
                                       among so many words; 0: none guesses */
    bool constants_take_turns;      /* threads that read different constants by a binding wait for
                                       each other, so only those that an instruction names go by
                                       it */
    bool shared_in_memory;          /* no fact: all shared memory of the kernel lies in device
                                       memory, for launches with more than the device has */
    uint8_t matrices;               /* found by a test of the device, for kernels that have some */
    uint8_t matrices_turned;        /* those of them whose second and third word of A change
                                       places */
    bool sums_flush;                /* f32: its sums, products and fma take small operands and
                                       results for zero, as .ftz asks */
    bool dots_bytes;                /* has an instruction for the sum of four products of bytes of
                                       two words, whatever their signs */
    bool barriers_count_warps;      /* found by a test of the device: a barrier waits until each
                                       warp has come to one, wherever that stands */
    uint8_t nothing[1];             /* 0 */
    const char *rounds_remedy;      /* with loop_rounds: a sentence on drivers without, or NULL. It
                                       changes no translation */
    struct gi_spirv_prelude *prelude;   /* the functions for textures; NULL: has none. A driver may
                                           have a lean one for most textures */
};
#ifndef __clang__
#pragma GCC diagnostic pop
#endif

/** A grid barrier: two words of 32 bits in device memory, where kernels of cooperative launches
 *  count the blocks that have come. A cooperative launch gives the address of one whose words are
 *  0; any other launch gives the address 0, which says that the kernel cannot wait for its grid.
 *  Kernels read the address in %envreg1 (upper half) and %envreg2 (lower half). Two launches that
 *  may run at one time need two barriers. A launch may take the one of a launch that has ended:
 *  only the top bit of the second word changes from round to round. */
enum { GI_TRANSLATE_GRID_BARRIER_BYTES = 8 };

/** The clock of a launch: a word of 64 bits with the host's monotonic time in nanoseconds, which a
 *  thread of the host writes at intervals while the kernel runs. Kernels see the writes. It may be
 *  3 seconds late where the device has a short_clock, else its interval is the clock's resolution
 *  (clock_is_word). */
enum { GI_TRANSLATE_CLOCK_BYTES = 8 };

/** The set of descriptors that has the constants of a module, as binding 0. Set 0 is for
 *  textures. */
enum { GI_TRANSLATE_CONSTANT_SET = 1 };

/** The threads of a warp, on every device: 2^GI_WARP_BITS. */
enum { GI_WARP_BITS = 5, GI_WARP_THREADS = 1 << GI_WARP_BITS };

/** The most blocks of a grid in direction 0, 1 or 2, on every device. A grid with more blocks than
 *  one dispatch of the device goes in pieces. */
static inline uint32_t gi_grid_most(int direction)
{
    return direction == 0 ? INT32_MAX : 65535;
}

/** Places in the push data of a launch, in bytes: the address of the parameters, that of the
 *  module's variables, and the first place behind both. */
enum {
    GI_TRANSLATE_PUSH_PARAMETERS = 0,
    GI_TRANSLATE_PUSH_VARIABLES = 8,
    GI_TRANSLATE_PUSH_REST = 16
};

/** The memory check: the number of the specialization constant that says how many steps a search
 *  in the table takes, and the most. 2^steps ranges are in the table. */
enum { GI_TRANSLATE_CHECK_CONSTANT = 4, GI_TRANSLATE_CHECK_STEPS = 20 };

/** Local memory: the most bytes of a thread, as with CUDA. If it lies in device memory, a block has
 *  local_thread_bytes for each of its threads, whose number is filled up to a multiple of
 *  GI_TRANSLATE_LOCAL_LANES. */
enum { GI_TRANSLATE_LOCAL_BYTES = 512 << 10, GI_TRANSLATE_LOCAL_LANES = 32 };

/** Shared memory of a block in device memory begins behind the local memory of the block. */
enum { GI_TRANSLATE_SHARED_STEP = 256 };

/** The device memory for so many static and dynamic bytes of it. It is more than them, so the
 *  address behind them is one of the block, too. */
static inline uint32_t gi_translate_shared_room(uint32_t bytes)
{
    return (bytes + GI_TRANSLATE_SHARED_STEP) / GI_TRANSLATE_SHARED_STEP * GI_TRANSLATE_SHARED_STEP;
}

/** Where a kernel parameter lies, from the first byte of the parameters. */
struct gi_translate_parameter {
    uint32_t offset_bytes;
    uint32_t bytes;
};

/** A kernel, translated. Its specialization constants: 0, 1, 2 are the block's size, 3 the bytes of
 *  dynamic shared memory: the launch's number for a kernel that asks_dynamic, for others rounded
 *  up.
 *
 *  Push constants begin with two addresses of 64 bits: that of the parameters (read only if
 *  parameters_in_memory) at GI_TRANSLATE_PUSH_PARAMETERS, and that of the module's variables at
 *  GI_TRANSLATE_PUSH_VARIABLES. If uses_report, the address of a struct
 *  gi_kernel_report follows at push_report_bytes. If uses_check, the address of a table of struct
 *  gi_kernel_range follows at push_check_bytes, and constant 4 is the number of its steps. If
 *  uses_grid, three words of 32 bits with the grid's size follow at push_grid_bytes. If
 *  uses_grid_barrier, the address of a grid barrier follows at push_grid_barrier_bytes; see
 *  GI_TRANSLATE_GRID_BARRIER_BYTES. If uses_clock, the address of a clock follows at
 *  push_clock_bytes; see GI_TRANSLATE_CLOCK_BYTES. If local_in_memory or shared_in_memory, the
 *  address of the blocks' memory follows at push_blocks_bytes; then a word of 32 bits with the
 *  number of the block that the memory begins with. The parameters stand at push_offset_bytes, or,
 *  with parameters_in_memory, in device memory. A workgroup's number is that in the whole grid:
 *  pieces of a large grid are dispatched with a base, or of one that is too wide for that, see
 *  kernel/reflect/reflect_wide.h.
 *
 *  The push constants of a module that a program brings, which has no variables, are its own
 *  parameters, or their address. The addresses of the report and the table follow. */
struct gi_translate_kernel {
    const uint32_t *words;
    uint32_t word_count;
    const struct gi_translate_parameter *parameters;
    uint32_t parameter_count;
    uint32_t parameter_bytes;
    bool parameters_in_memory;
    bool pushes_variables;          /* the push data has the address of the module's variables */
    bool uses_grid;
    bool uses_report;               /* it prints, or its threads can fail */
    bool prints;
    bool uses_check;                /* it looks at addresses before it uses them */
    bool uses_grid_barrier;         /* it may wait for the whole grid: it reads %envreg1, 2 */
    bool uses_clock;                /* it reads the clock of its launch */
    bool uses_heap;                 /* it takes memory or gives it back (kernel/heap) */
    bool clock_is_word;             /* which has no other resolution than the host's writes */
    bool local_in_memory;           /* its local memory lies in device memory of the launch, */
    bool shared_in_memory;          /* and so does its shared memory */
    uint32_t push_report_bytes;
    uint32_t push_check_bytes;
    uint32_t push_grid_bytes;
    uint32_t push_grid_barrier_bytes;
    uint32_t push_clock_bytes;
    uint32_t push_blocks_bytes;
    uint32_t push_offset_bytes;
    uint32_t push_bytes;            /* of all, a multiple of 4 */
    uint32_t shared_bytes;          /* static ones */
    bool dynamic_shared;
    bool asks_dynamic;              /* reads how many bytes of dynamic shared memory there are */
    uint32_t local_bytes;           /* of a thread */
    uint32_t local_thread_bytes;    /* as local_bytes, in device memory, filled up to whole
                                       elements */
    uint32_t registers;             /* of the entry, as PTX counts them */
    uint32_t max_threads[3];        /* 0: not said */
    uint32_t required_threads[3];   /* 0: not said */
    bool needs_int8, needs_int16, needs_float16, needs_float64, needs_int64_atomics;
    bool needs_float32_atomic_add, needs_float64_atomic_add;
    bool wants_counting;            /* it goes step by step, and would not with
                                       barriers_count_warps */
    bool needs_rows;                /* its launches need blocks whose warps are rows or parts of
                                       rows; for others it is translated without
                                       barriers_count_warps */
    uint32_t subgroup_size;         /* 0: any; else the pipeline has to require it, with full
                                       subgroups. The module pads its workgroup to whole ones */
    uint32_t meeting_bytes;         /* of shared memory on top of shared_bytes, and */
    uint32_t meeting_thread_bytes;  /* for each thread of a block filled up to warps */
    bool uses_textures;             /* or surfaces: set 0 is the device's texture tables */
    bool gathers;                   /* it reads single texels of textures that have samplers */
    bool finds_textures;            /* it may have the objects from elsewhere than its parameters,
                                       so also those that are made after its launch */
    uint32_t bound_constant_bytes;  /* it reads the module's constants by a binding: of set
                                       GI_TRANSLATE_CONSTANT_SET, a uniform buffer of so many
                                       bytes; 0: it has none */
    bool needs_subgroup_clock, needs_device_clock;
};

/** Where the variables of a module lie: one piece of device memory for .global and .const. It
 *  begins with those of .const. */
struct gi_translate_variables {
    uint64_t bytes;
    uint64_t constant_bytes;        /* of .const, filled up to a multiple of 16 */
    uint64_t align;
    const uint64_t *offsets;        /* of each variable of the module, by its index */
};

#endif
