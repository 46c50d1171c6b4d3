#include "pipeline_file.h"

#include <stdio.h>
#include <string.h>

void givk_pipeline_file_name(const struct givk_facts *facts,
                             char out_name[static GIVK_PIPELINE_FILE_NAME])
{
    int length = snprintf(out_name, GIVK_PIPELINE_FILE_NAME, "vulkan-%08x-%08x-%08x-",
                          (unsigned)facts->info.vendor_id, (unsigned)facts->info.device_id,
                          (unsigned)facts->driver_version);

    for (size_t i = 0; i < VK_UUID_SIZE; i++)
        length += snprintf(out_name + length, GIVK_PIPELINE_FILE_NAME - (size_t)length, "%02x",
                           facts->pipeline_cache_uuid[i]);
}

bool givk_pipeline_file_fits(const struct givk_facts *facts, const void *data, size_t size_bytes)
{
    VkPipelineCacheHeaderVersionOne header;

    if (size_bytes < sizeof(header))
        return false;
    memcpy(&header, data, sizeof(header));
    return header.headerSize >= sizeof(header) && header.headerSize <= size_bytes &&
           header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE &&
           header.vendorID == facts->info.vendor_id && header.deviceID == facts->info.device_id &&
           memcmp(header.pipelineCacheUUID, facts->pipeline_cache_uuid, VK_UUID_SIZE) == 0;
}
