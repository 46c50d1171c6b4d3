/** Whether a device's barriers count the warps that come, wherever these stand. Vulkan does not
 *  say. So a test of the device finds out, before the first kernel is made whose warps come to
 *  barriers apart. It runs once for each open device, and only where the driver allows it; its
 *  result is kept on disk.
 *
 *  Threads: any; need for those that hold no lock. */
#ifndef GI_BARRIER_WARPS_H
#define GI_BARRIER_WARPS_H

#include <stdbool.h>

struct gi_code;
struct gi_device;
struct gi_translate_kernel;
struct gi_translate_target;

/** Whether another translation of the kernel would be better after the test. */
bool gi_barrier_warps_are_wanted(struct gi_device *device, const struct gi_code *code,
                                 const struct gi_translate_kernel *kernel);

/** Tests the device, if it was not tested. If the test fails, barriers do not count warps. */
void gi_barrier_warps_need(struct gi_device *device);

/** Adds the result to the facts that the code is translated for. */
void gi_barrier_warps_add(struct gi_device *device, const struct gi_code *code,
                          struct gi_translate_target *target);

#endif
