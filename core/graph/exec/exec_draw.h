/** The picture of how an executable runs.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_EXEC_DRAW_H
#define GI_EXEC_DRAW_H

#include "base/handle.h"

/** Writes the picture to a file (plan_picture.h, and gi_picture_write of picture.h).
 *  Errors: also GI_INVALID_VALUE for a handle that names no executable: then the file is as it
 *          was. */
GI_MUST_CHECK gi_status gi_exec_draw(gi_handle exec, const char *path);

#endif
