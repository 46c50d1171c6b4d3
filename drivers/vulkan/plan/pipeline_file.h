/** The file that keeps a device's pipelines between processes: its name, and whether its contents
 *  fit the device. Pure functions.
 *  Threads: any, for all functions here. */
#ifndef GIVK_PIPELINE_FILE_H
#define GIVK_PIPELINE_FILE_H

#include "facts.h"

enum { GIVK_PIPELINE_FILE_NAME = 80 };

/** Writes the file's name, one for each device and driver version. */
void givk_pipeline_file_name(const struct givk_facts *facts,
                             char out_name[static GIVK_PIPELINE_FILE_NAME]);

/** Tells whether data begins with the header that Vulkan defines for a cache of this device's
 *  driver. Drivers should check it too; some did not. */
bool givk_pipeline_file_fits(const struct givk_facts *facts, const void *data, size_t size_bytes);

#endif
