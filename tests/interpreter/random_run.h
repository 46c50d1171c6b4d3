/* Runs a random kernel by the interpreter and by the translator, and compares. */
#ifndef INTERPRETER_RANDOM_RUN_H
#define INTERPRETER_RANDOM_RUN_H

#include "random_case.h"

/* What was refused, by opcode. */
struct refusals {
    uint32_t opcodes[GI_PTX_OP_COUNT];
    uint32_t kernels;           /* that did not run at all */
    char last[400];
};

/* Whether both agree. If not, it has printed seed, PTX made smaller, and the first difference.
 * tools: SPIRV-Tools look at each module. */
bool run_case(struct random_case *one, struct refusals *refusals, bool tools);

#endif
