/** The results of tests of devices, kept on disk from one process to the next
 *  (base/disk/disk_cache.h). The library takes a file only if it is complete, and of the same test,
 *  device, driver and version of this library. There is one file for each test and device.
 *
 *  Threads: any. */
#ifndef GI_KEPT_TRIAL_H
#define GI_KEPT_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

struct gi_device_info;

struct gi_kept_trial {
    const char *name;               /* of the file; that of the device follows */
    uint64_t number;                /* a change of the test needs a new one */
    uint64_t facts;                 /* of the device, on which the result depends */
};

enum { GI_KEPT_TRIAL_VALUES = 2 };

/** Reads the values of the result; false if nothing is kept. */
bool gi_kept_trial_read(const struct gi_kept_trial *trial, const struct gi_device_info *info,
                        uint64_t out_values[GI_KEPT_TRIAL_VALUES]);

/** Keeps them. */
void gi_kept_trial_write(const struct gi_kept_trial *trial, const struct gi_device_info *info,
                         const uint64_t values[GI_KEPT_TRIAL_VALUES]);

#endif
