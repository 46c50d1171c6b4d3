#include "configuration.h"

#define MOST_NESTED 16

static _Thread_local struct gi_configuration pushed[MOST_NESTED];
static _Thread_local unsigned int count;

gi_status gi_configuration_push(const struct gi_configuration *launch)
{
    if (count == MOST_NESTED)
        return gi_fail(GI_OUT_OF_MEMORY, "launch: %d launches are configured and not made",
                       MOST_NESTED);
    pushed[count++] = *launch;
    return GI_OK;
}

gi_status gi_configuration_pop(struct gi_configuration *out_launch)
{
    if (count == 0)
        return gi_fail(GI_NO_LAUNCH, "launch: none was configured");
    *out_launch = pushed[--count];
    return GI_OK;
}
