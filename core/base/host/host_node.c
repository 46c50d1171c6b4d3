#include "host_node.h"

#include <stdio.h>
#include <unistd.h>

bool gi_host_node_exists(int node)
{
    char path[64];

    if (node <= 0)
        return node == 0;
    snprintf(path, sizeof path, "/sys/devices/system/node/node%d", node);
    return access(path, F_OK) == 0;
}
