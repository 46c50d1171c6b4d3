/** Kernels: compute code that a driver compiles, and its launches. */
#ifndef GI_CONTRACT_KERNEL_H
#define GI_CONTRACT_KERNEL_H

#include <stddef.h>

#include "base/status.h"
#include "kernel/target/target.h"

struct gi_device_base;
struct gi_kernel_ops;
struct gi_memory;

/** Upper limits: bytes of a launch's push data, and specialization constants of a kernel. */
enum { GI_KERNEL_PUSH_BYTES = 256, GI_KERNEL_CONSTANTS = 8 };

/** The code that a kernel is compiled from. */
struct gi_kernel_code {
    const uint32_t *words;       /* a SPIR-V module */
    size_t word_count;
    const char *entry;           /* the name of its entry point */
    uint32_t push_bytes;         /* of each launch; a multiple of 4, up to GI_KERNEL_PUSH_BYTES */
    uint32_t constant_count;     /* values of the specialization constants, from 0 on */
    uint32_t constants[GI_KERNEL_CONSTANTS];
    uint32_t subgroup_size;      /* 0: any; else that is required, with full subgroups */
    bool uses_textures;          /* it reads the device's tables of textures and surfaces */
    bool binds_constants;        /* only with info.kernels.constant_bytes: it reads a uniform
                                    buffer of each launch, binding 0 of set
                                    GI_TRANSLATE_CONSTANT_SET */
};

/** A compiled kernel with all its constants, as a launch names it. */
struct gi_kernel {
    struct gi_device_base *device;       /* core */
    const struct gi_kernel_ops *ops;     /* core */
};

struct gi_kernel_ops {
    size_t size;
    /** Compiles the code, which may take seconds. It borrows the code.
     *  Threads: any number at once.
     *  Errors:  GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY, GI_DEVICE_LOST. Then finish is not called. */
    gi_status (*init)(struct gi_kernel *kernel, const struct gi_kernel_code *code);
    /** No pending launch uses the kernel. */
    void (*finish)(struct gi_kernel *kernel);
};

/** One launch of a batch. */
struct gi_kernel_launch {
    struct gi_kernel *kernel;
    uint32_t groups[3];          /* the grid, at least 1 each; it may be larger than one dispatch of
                                    the device can be. A group's number is its place in the grid */
    bool is_wide;                /* groups[0] is larger than info.max_group_count[0]; only with
                                    info.wide_push_bytes. The driver numbers the groups of each
                                    dispatch in x from 0 on. It writes how many are in front of it,
                                    and groups[0], into the words there */
    uint32_t piece[3];           /* 0, 0, 0, or the grid goes in pieces of so many groups, each
                                    begun when the one before has ended. Only where
                                    info.kernels.private_bytes is set, or info.own_shared_bytes is
                                    less than max_shared_bytes */
    uint32_t piece_push_bytes;   /* then the driver writes the number of a piece's first group, x
                                    first and without what 32 bits do not hold, into this word of
                                    the push data */
    struct gi_memory *constants; /* with binds_constants: the memory of the uniform buffer, the
                                    multiple of 256 bytes where it begins, and its bytes; else
                                    NULL. Earlier writes of the queue are seen there */
    uint64_t constants_offset_bytes;
    uint32_t constants_bytes;
    uint32_t push_bytes;         /* as the kernel's code says */
    uint32_t push[GI_KERNEL_PUSH_BYTES / 4];
};

#endif
