#include "runtime/occupancy.h"

#include "base/handle.h"
#include "module/function.h"
#include "module/lookup.h"

hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *function,
                                             size_t dynamic_bytes, int limit)
{
    struct gi_function *found;
    gi_status status;

    FRONT_NOT_NULL(grid);
    FRONT_NOT_NULL(block);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_lookup_function(function, &found));
    status = front_potential_block(__func__, found, dynamic_bytes, limit, 0, grid, block);
    gi_object_unref(&found->object);
    return front_error(status);
}
