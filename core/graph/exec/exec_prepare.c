#include "exec_prepare.h"

#include <stdio.h>

#include "device/device.h"
#include "exec_memory.h"
#include "memory/unlaunched.h"

gi_status gi_exec_prepare(gi_handle node, struct gi_asked *asked, struct gi_node_run *run)
{
    char why[512];
    gi_status status;

    run->asked = asked;
    run->branches = NULL;
    run->operation.kind = NULL;
    run->held = NULL;
    run->device = NULL;
    run->waits = false;
    if (asked->kind->prepare == NULL)
        return GI_OK;
    gi_naming_begin();
    status = asked->kind->prepare(asked, run);
    gi_naming_end();
    if (status == GI_OK)
        return GI_OK;
    (void)snprintf(why, sizeof why, "%s", gi_last_error_detail());
    return gi_fail(status, "%s node 0x%llx: %s", asked->kind->name, (unsigned long long)node, why);
}

gi_status gi_exec_prepare_node(struct gi_exec *exec, size_t number, struct gi_node_run *run)
{
    const struct gi_flat_node *node = &exec->flat.nodes[number];
    gi_status status = gi_exec_prepare(node->node, node->asked, run);

    run->branches = exec->branches != NULL ? exec->branches[number] : NULL;
    if (status == GI_OK)
        gi_exec_memory_note(exec, number, run);
    if (status != GI_OK || run->device == NULL ||
        (uint32_t)run->device->ordinal == exec->nodes[number].place)
        return status;
    status = gi_fail(GI_INVALID_VALUE, "%s node 0x%llx: what it names was of device %u, and is now "
                     "of device %d", node->asked->kind->name, (unsigned long long)node->node,
                     exec->nodes[number].place, run->device->ordinal);
    gi_exec_drop_run(run);
    return status;
}
