/** Facts and attributes of a kernel, which programs query and set.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_FUNCTION_FACTS_H
#define GI_FUNCTION_FACTS_H

#include "base/status.h"

struct gi_function;

struct gi_function_facts {
    uint64_t shared_bytes;               /* static shared memory */
    uint64_t constant_bytes;             /* of the module's constants */
    uint64_t local_bytes;                /* of each thread */
    uint32_t most_threads;               /* of a block */
    uint32_t registers;                  /* as PTX counts them, at most 255 */
    uint32_t ptx_version, binary_version;        /* capabilities, times ten */
    uint32_t most_dynamic_bytes;         /* of dynamic shared memory */
    int carveout;
};

/** Numbers of attributes, which are all interfaces'. */
enum {
    GI_FUNCTION_MOST_DYNAMIC = 8,
    GI_FUNCTION_CARVEOUT = 9
};

/** Describes a function. It is translated if it was not.
 *  Errors: those of gi_function_translate. */
GI_MUST_CHECK gi_status gi_function_describe(struct gi_function *function,
                                             struct gi_function_facts *out_facts);

/** Sets an attribute on the function's device. The carveout has no effect.
 *  Errors: GI_INVALID_VALUE for an attribute that cannot be set, and a value out of range; those
 *          of gi_function_translate. */
GI_MUST_CHECK gi_status gi_function_set(struct gi_function *function, int attribute, int value);

/** Where a parameter lies among the function's arguments, and its size.
 *  Errors: GI_INVALID_VALUE if there is none of the number; those of gi_function_translate. */
GI_MUST_CHECK gi_status gi_function_parameter(struct gi_function *function, uint64_t index,
                                              uint32_t *out_offset_bytes, uint32_t *out_bytes);

/** The most dynamic shared memory of a launch: 48 KiB with the static memory, unless the program
 *  asked for more. The function was translated. */
uint32_t gi_function_most_dynamic(const struct gi_function *function);

#endif
