#include "starts.h"

gi_status gicuda_check_start(const char *caller, const char *name, const size_t *starts,
                             size_t index, size_t count)
{
    size_t start = starts[index];

    if (start < count && (index == 0 ? start == 0 : start > starts[index - 1]))
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: %s[%zu] is %zu; they begin with 0, rise and stay below "
                   "%zu", caller, name, index, start, count);
}
