/** A kernel's report to the host: a failure, and the text that it prints. One piece of device
 *  memory for each launch or for several. Translated kernels write it, the host reads it when they
 *  are done. */
#ifndef GI_KERNEL_REPORT_H
#define GI_KERNEL_REPORT_H

#include <stdint.h>

/** How a thread failed. */
enum gi_kernel_failure {
    GI_KERNEL_RUNS,
    GI_KERNEL_TRAPPED,              /* trap, or a breakpoint without a debugger */
    GI_KERNEL_ASSERTED,
    GI_KERNEL_CALLED_NOTHING,       /* a call by an address that no function has */
    GI_KERNEL_FREED,                /* free of what no kernel has allocated, or of what is free */
    GI_KERNEL_ACCESSED,             /* the memory check found a wrong access */
    GI_KERNEL_PARTED,               /* it found that threads had ended before a barrier */
    GI_KERNEL_STUCK,                /* it found that no thread of a block can go on */
    GI_KERNEL_FULL                  /* alloca of more than there is */
};

/** How an access was made, and to which memory. */
enum gi_kernel_access { GI_KERNEL_READS, GI_KERNEL_WRITES, GI_KERNEL_CHANGES };
enum gi_kernel_space {
    GI_KERNEL_DEVICE_MEMORY, GI_KERNEL_SHARED_MEMORY, GI_KERNEL_LOCAL_MEMORY,
    GI_KERNEL_SHARED_ARRAY, GI_KERNEL_LOCAL_ARRAY   /* an index of an array is wrong */
};

struct gi_kernel_accessed {
    uint16_t bytes;
    uint8_t how;                    /* enum gi_kernel_access */
    uint8_t space;                  /* enum gi_kernel_space */
};

static inline uint32_t gi_kernel_pack(const struct gi_kernel_accessed *access)
{
    return access->bytes | (uint32_t)access->how << 16 | (uint32_t)access->space << 20;
}

static inline struct gi_kernel_accessed gi_kernel_unpack(uint64_t packed)
{
    return (struct gi_kernel_accessed){ (uint16_t)packed, packed >> 16 & 0xf, packed >> 20 & 0xf };
}

/** A range of the table that the memory check looks addresses up in. The table is sorted, and
 *  begins with an empty range at 0. It is filled up to a power of two with ranges that begin at the
 *  last address. */
struct gi_kernel_range {
    uint64_t begin;
    uint64_t end;                   /* with GI_KERNEL_READ_ONLY if kernels may not write it */
};
#define GI_KERNEL_READ_ONLY (UINT64_C(1) << 63)

/** The report. The host clears it, sets record_room and clears the records; the first thread that
 *  fails fills the first part. Records follow the struct. */
struct gi_kernel_report {
    uint32_t failure;               /* enum gi_kernel_failure */
    uint32_t kernel;                /* index of the entry among the functions of its module; the
                                       host knows the kernel by its launch */
    uint32_t block[3];
    uint32_t thread[3];
    uint32_t line;                  /* of an assertion, as the rest of this part. The memory check
                                       gives the line of the PTX, or the place in the SPIR-V
                                       (reflect_place.h) */
    uint32_t record_room;           /* bytes behind the struct, a multiple of 8 below 2^31 */
    uint32_t record_bytes;          /* that were asked for; more than room: some were dropped */
    uint32_t loops_ended;           /* not 0: the device may have ended loops of some thread */
    uint64_t message;               /* device addresses of texts in the module's variables. The
                                       check: the address; of an array, the index and above 32
                                       bits the bound; of GI_KERNEL_PARTED, the threads that had
                                       ended; */
    uint64_t file;                  /* the access (gi_kernel_pack); */
    uint64_t function;              /* bytes of shared memory, and above 32 bits of local memory */
    uint64_t more_unused[3];
    uint32_t scratch[8];            /* the target of accesses of threads that failed and run on */
};

/** One printf. Its arguments follow: each at a multiple of its size, 4 or 8 bytes. */
struct gi_kernel_record {
    uint32_t bytes;                 /* with this header, a multiple of 8; 0: no record is here */
    uint32_t kernel;
    uint64_t format;                /* device address */
};

#endif
