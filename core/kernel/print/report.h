/** What a kernel reports to the host: a failure, and what it prints. One piece of device memory
 *  for each launch or for several. Translated kernels write it, the host reads it when they are
 *  done. */
#ifndef GI_KERNEL_REPORT_H
#define GI_KERNEL_REPORT_H

#include <stdint.h>

/** How a thread failed. */
enum gi_kernel_failure {
    GI_KERNEL_RUNS,
    GI_KERNEL_TRAPPED,              /* trap, or a breakpoint without a debugger */
    GI_KERNEL_ASSERTED,
    GI_KERNEL_CALLED_NOTHING,       /* a call by an address that no function has */
    GI_KERNEL_FREED                 /* free of what no kernel allocated */
};

/** The report. The host clears it, sets record_room and clears the records; the first thread that
 *  fails fills the first part. Records follow the struct. */
struct gi_kernel_report {
    uint32_t failure;               /* enum gi_kernel_failure */
    uint32_t kernel;                /* index of the entry among the functions of its module */
    uint32_t block[3];
    uint32_t thread[3];
    uint32_t line;                  /* of an assertion, as the rest of this part */
    uint32_t record_room;           /* bytes behind the struct, a multiple of 8 below 2^31 */
    uint32_t record_bytes;          /* that were asked for; more than room: some were dropped */
    uint32_t loops_ended;           /* not 0: the device may have ended loops of some thread */
    uint64_t message;               /* device addresses of texts in the module's variables */
    uint64_t file;
    uint64_t function;
    uint64_t more_unused[3];
    uint32_t scratch[8];            /* what threads access that failed and run on */
};

/** One printf. Its arguments follow: each at a multiple of its size, 4 or 8 bytes. */
struct gi_kernel_record {
    uint32_t bytes;                 /* with this header, a multiple of 8; 0: no record is here */
    uint32_t kernel;
    uint64_t format;                /* device address */
};

#endif
