/* What a test may ask of the card that it runs on. The library is preloaded, not linked: find both
 * functions with dlsym(RTLD_DEFAULT, ...), and take their absence for "this is no emulated card".
 * */
#ifndef GICARD_CARD_H
#define GICARD_CARD_H

#include <stdint.h>

/** What this process has done on the card so far. */
struct gicard_counters {
    uint64_t ioctls;                 /* all of them */
    uint64_t ioctl_by_number[256];   /* by the request's number: 0x44 is a submission */
    uint64_t jobs;                   /* submissions whose work was done */
    uint64_t ibs;
    uint64_t packets;                /* SDMA packets other than NOP */
    uint64_t packet_by_op[16];       /* by SDMA opcode; 0 is NOP */
    uint64_t packet_dwords;          /* dwords of SDMA IBs */
    uint64_t copied_bytes, filled_bytes, written_bytes;
    uint64_t violations;             /* rules broken; each was printed to stderr */
    uint64_t leaks;                  /* objects left open in files that were closed */
};

/** The counters as they are now.
 *  Owner:   fills the caller's struct, of which it is told the size.
 *  Threads: any. */
typedef void gicard_read_counters_fn(struct gicard_counters *out, uint64_t size_bytes);
gicard_read_counters_fn gicard_read_counters;

/** Takes settings in GPUINTEROP_CARD's syntax that can change while the card runs (delays and
 *  faults; numbers of jobs and allocations count from now on), "violations=0" to set their counter
 *  back, or "unplug" to pull all cards out, "unplug 1" the second.
 *  Threads: any.
 *  Errors:  -EINVAL. */
typedef int gicard_configure_fn(const char *settings);
gicard_configure_fn gicard_configure;

#endif
