/** The file that keeps a device's pipelines from one process to the next: its name, and whether its
 *  contents are for that device. Pure. */
#ifndef GIVK_PIPELINE_FILE_H
#define GIVK_PIPELINE_FILE_H

#include "facts.h"

enum { GIVK_PIPELINE_FILE_NAME = 80 };

/** One name for each device and version of its driver. */
void givk_pipeline_file_name(const struct givk_facts *facts,
                             char out_name[static GIVK_PIPELINE_FILE_NAME]);

/** Whether data begins as Vulkan says that a cache of the device's driver does. A driver should
 *  look at this too; not all did. */
bool givk_pipeline_file_fits(const struct givk_facts *facts, const void *data, size_t size_bytes);

#endif
