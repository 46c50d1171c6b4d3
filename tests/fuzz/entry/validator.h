/** The check of SPIR-V that the library itself has, for the modules that a driver would see. */
#ifndef FUZZ_VALIDATOR_H
#define FUZZ_VALIDATOR_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract/spirv_check.h"

static gi_spirv_check_fn *validator;     /* NULL: SPIRV-Tools are not installed */

static inline void validator_open(void)
{
    void *library = dlopen(GI_SPIRV_CHECK_LIBRARY, RTLD_NOW | RTLD_LOCAL);

    if (library != NULL)
        validator = (gi_spirv_check_fn *)(uintptr_t)dlsym(library, GI_SPIRV_CHECK_NAME);
}

/** Ends the program if a module is wrong. SPIRV-Tools before 2024 do not know the mode of maximal
 *  reconvergence, 6023. */
static inline void expect_valid(const uint32_t *words, size_t count)
{
    char why[512];

    if (validator == NULL || validator(words, count, why, sizeof why) == 0
        || strstr(why, "execution mode operand: 6023") != NULL)
        return;
    fprintf(stderr, "a driver would see a wrong module: %s\n", why);
    abort();
}

#endif
