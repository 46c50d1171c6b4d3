/* An interpreter of parsed PTX: slow and plain, the reference that translated kernels are compared
 * with. It follows the PTX manual and knows nothing of the emitter. */
#ifndef INTERPRETER_H
#define INTERPRETER_H

#include <stddef.h>

#include "kernel/translate/ptx/ptx.h"

/* Which blocks have touched a byte: 0: none; a block's number + 1; INTERPRETER_SEVERAL. */
struct interpreter_touched {
    uint16_t readers, writers, atomics;
};

enum { INTERPRETER_SEVERAL = UINT16_MAX };

/* Global memory: bytes of the host that lie at an address of the device. */
struct interpreter_memory {
    uint8_t *bytes;
    uint64_t address;
    uint64_t length;
    struct interpreter_touched *touched;    /* NULL, or zeros for each byte: then a race between
                                             * blocks is undefined */
};

enum interpreter_outcome {
    INTERPRETER_DONE,
    INTERPRETER_UNDEFINED,      /* the manual does not define what the kernel did */
    INTERPRETER_DEADLOCK,
    INTERPRETER_TOO_LONG,       /* more steps than most_steps */
    INTERPRETER_NOT_BUILT       /* an instruction that is not interpreted */
};

struct interpreter_launch {
    const struct gi_ptx_module *module;
    const struct gi_ptx_function *entry;
    const void *const *arguments;   /* the place of each parameter's bytes */
    uint32_t grid[3], block[3];
    uint32_t dynamic_bytes;         /* of dynamic shared memory */
    const struct interpreter_memory *memories;
    uint32_t memory_count;
    const uint64_t *variables;      /* addresses of the module's variables by index; NULL: chosen.
                                     * Those in memories have to be filled by the caller. */
    uint64_t most_steps;            /* of all threads; 0: 100 million */
    bool backwards;                 /* threads and blocks have their turns in another order, and
                                     * what is not written holds something else */
};

/* Runs a kernel. out_why says why it did not end well, or is empty. */
enum interpreter_outcome interpret(const struct interpreter_launch *launch, char *out_why,
                                   size_t room);

#endif
