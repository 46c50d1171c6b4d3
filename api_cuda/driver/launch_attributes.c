/** The runtime interface has the same attributes, with the same numbers and layouts. */
#include "launch_attributes.h"

#include <string.h>

#include "launch_attribute.h"

_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute) &&
               (int)CU_LAUNCH_ATTRIBUTE_COOPERATIVE == (int)cudaLaunchAttributeCooperative &&
               (int)CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE ==
               (int)cudaLaunchAttributeDeviceUpdatableKernelNode, "attributes are passed on");

gi_status gicu_launch_attributes(const char *caller, const CUlaunchConfig *config,
                                 struct gi_launch *described, gi_handle *out_event)
{
    gi_status status = GI_OK;

    if (config->numAttrs != 0 && config->attrs == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: numAttrs is %u, and attrs is NULL", caller,
                       config->numAttrs);
    for (unsigned int i = 0; status == GI_OK && i < config->numAttrs; i++) {
        cudaLaunchAttribute same;

        memcpy(&same, &config->attrs[i], sizeof same);
        status = gicuda_launch_attribute(caller, &same, described, out_event);
    }
    return status;
}
