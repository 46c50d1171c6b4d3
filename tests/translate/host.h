/* A small host that runs translated kernels on the first Vulkan device with buffer addresses. */
#ifndef TRANSLATE_HOST_H
#define TRANSLATE_HOST_H

#include "kernel/translate/translate.h"

struct host_memory {
    uint8_t *bytes;             /* mapped, zero at first */
    uint64_t address;
};

/* NULL, or why there is no device to run on. */
const char *host_open(void);
void host_close(void);

/* The same of a device that compiles and runs nothing; only host_compile may follow. */
const char *host_open_compiler(void);

const struct gi_translate_target *host_target(void);

/* Finds which products of matrices the device makes as cooperative ones, for the target. Takes all
 * memory back. */
void host_find_matrices(void);

/* From one piece of memory; host_reset takes all back and makes it zero. */
struct host_memory host_alloc(uint64_t bytes);
void host_reset(void);

/* Whether the device keeps small numbers of f32. Where it does not, an instruction without .ftz may
 * take zeros of their sign for them. The first call takes all memory back.
 * GPUINTEROP_TEST_SMALL=0 expects as little as on a device that keeps none. */
bool host_keeps_small(void);

/* The address of a report for the runs to come of kernels that use one, until the next reset.
 * Without one a kernel that fails ends the test. */
void host_report(uint64_t address);

/* The same of a grid barrier; 0, as at first: the launches are not cooperative. */
void host_grid_barrier(uint64_t address);

/* Has the device's compiler read a kernel, and no more. */
void host_compile(const struct gi_translate_kernel *kernel, const uint32_t block[3],
                  uint32_t dynamic_bytes);

/* Runs a kernel: the place of each argument's bytes, the address of its module's variables. */
void host_run(const struct gi_translate_kernel *kernel, uint64_t variables,
              const void *const *arguments, const uint32_t grid[3], const uint32_t block[3],
              uint32_t dynamic_bytes);

#endif
