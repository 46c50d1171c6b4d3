/** Launches of no threads, which the interfaces answer differently.
 *
 *  Threads: any. */
#ifndef GI_FRONT_EMPTY_LAUNCH_H
#define GI_FRONT_EMPTY_LAUNCH_H

#include "front.h"

#include "module/launch.h"

/** Each interface has its own status for a launch of no threads. The core checks every other
 *  launch.
 *  Errors: FRONT_EMPTY_LAUNCH. */
GI_MUST_CHECK static inline gi_status front_check_launch(const struct gi_launch *described)
{
    bool is_empty = false;

    for (int i = 0; i < 3; i++)
        is_empty |= described->grid[i] == 0 || described->block[i] == 0;
    if (!is_empty || FRONT_EMPTY_LAUNCH == GI_INVALID_CONFIGURATION)
        return GI_OK;
    return gi_fail(FRONT_EMPTY_LAUNCH, "launch: the grid is %u x %u x %u blocks of %u x %u x %u "
                   "threads; none may be 0", described->grid[0], described->grid[1],
                   described->grid[2], described->block[0], described->block[1],
                   described->block[2]);
}

#endif
