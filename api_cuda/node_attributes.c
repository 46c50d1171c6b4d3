/** Attributes of kernel nodes, which both interfaces number alike. */
#include "graphs/nodes.h"
#include "launch_attribute.h"

bool gicuda_is_node_attribute(int id)
{
    switch (id) {
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeCooperative:
    case cudaLaunchAttributeClusterDimension:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
    case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        return true;
    default:
        return false;
    }
}

gi_status gicuda_apply_attribute(const char *caller, const struct gi_node_attribute *kept,
                                 struct gi_launch *described)
{
    cudaLaunchAttribute attribute = { .id = (cudaLaunchAttributeID)kept->id };
    gi_handle event = 0;

    memcpy(&attribute.val, kept->value, sizeof attribute.val);
    return gicuda_launch_attribute(caller, &attribute, described, &event);
}
