/* What a kernel wrote, and what it should have written. */
#ifndef INTERPRETER_RANDOM_COMPARE_H
#define INTERPRETER_RANDOM_COMPARE_H

#include "random_case.h"

struct outputs {
    uint8_t *got, *expected;
    uint32_t wrong;             /* the slot of the first difference */
};

void outputs_init(struct outputs *outputs, uint64_t bytes);
void outputs_finish(struct outputs *outputs);

/* False where they differ; out_why tells the first place. */
bool compare_outputs(const struct random_case *one, struct outputs *outputs, char *out_why,
                     size_t room);

#endif
