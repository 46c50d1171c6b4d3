/** Launches of kernels.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_LAUNCH_H
#define GI_LAUNCH_H

#include "base/handle.h"

struct gi_function;
struct gi_made_command;
struct gi_operation;
struct gi_operation_kind;
struct gi_stream;

/** Launches as operations of a stream (stream/operation.h). */
extern const struct gi_operation_kind gi_kind_launch;

/** An attribute of a launch, with the front ends' numbers and values. */
struct gi_node_attribute {
    int id;
    unsigned char value[64];
};

/** A launch as a program describes it. */
struct gi_launch {
    uint32_t grid[3], block[3];
    uint64_t shared_bytes;               /* dynamic shared memory */
    gi_handle stream;
    bool is_cooperative;                 /* all blocks run at once */
    void *const *arguments;              /* a pointer to each argument, in order; or NULL */
    const void *packed;                  /* without arguments: all of them as one struct */
    size_t packed_bytes;
    uint64_t name;                       /* the program's name of the kernel; 0: its handle */
    const struct gi_node_attribute *attributes;      /* that a captured launch keeps */
    size_t attribute_count;
};

/** Enqueues a launch of a kernel. A function is compiled at its first launch with a block size.
 *  Errors: GI_INVALID_HANDLE, GI_STALE_HANDLE; GI_INVALID_CONFIGURATION for a grid or block that is
 *          empty or too large; GI_INVALID_VALUE for too much shared memory, and for arguments that
 *          are missing or of another size; GI_OUT_OF_RESOURCES for a block above the kernel's own
 *          bound; GI_NOT_SUPPORTED, GI_TOO_LARGE_COOPERATIVE; those of translation and compiling;
 *          GI_OUT_OF_MEMORY, and a stream's failure. */
GI_MUST_CHECK gi_status gi_launch(gi_handle function, const struct gi_launch *launch);

/** As gi_launch, for a function that the caller has a reference to. */
GI_MUST_CHECK gi_status gi_launch_function(struct gi_function *function,
                                           const struct gi_launch *launch);

/** Makes the operation of a launch, without a stream. It borrows both.
 *  Errors: those of gi_launch that are about its arguments, and of translation. */
GI_MUST_CHECK gi_status gi_launch_prepare(struct gi_function *function,
                                          const struct gi_launch *launch,
                                          struct gi_operation *out_operation);

/** Compiles the kernel of a prepared launch, if it is not compiled.
 *  Errors: those of compiling. */
GI_MUST_CHECK gi_status gi_launch_compile(const struct gi_operation *operation);

/** Whether a prepared launch is one command, with nothing that each run of it needs anew. */
bool gi_launch_can_be_recorded(const struct gi_operation *operation);

/** Makes the command of a launch that can be recorded, and compiles its kernel if need be.
 *  Owner:  the caller drops it.
 *  Errors: those of compiling; GI_OUT_OF_MEMORY. Then there is nothing to drop. */
GI_MUST_CHECK gi_status gi_launch_make(const struct gi_operation *operation,
                                       struct gi_made_command *out_made);

/** gi_launch_function in a stream of the function's device that the caller has a reference to. */
GI_MUST_CHECK gi_status gi_launch_in(struct gi_function *function, const struct gi_launch *launch,
                                     struct gi_stream *stream);

#endif
