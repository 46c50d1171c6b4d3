/** Pages that are imported from other programs, on a driver whose sparse buffers are wrong for some
 *  of them (dedicated_exports of the plan).
 *
 *  An fd does not tell whether its memory is dedicated to a buffer. Memory that this library
 *  exports is dedicated. Its fd has a mark, which goes with it to other processes. */
#ifndef GIVK_FOREIGN_PAGES_H
#define GIVK_FOREIGN_PAGES_H

#include "vulkan/device/device.h"

/** Marks the fd of an export of this library's own memory. Without a mark the import only warns.
 *  Threads: any. */
void givk_foreign_pages_mark(const struct givk_device *dev, int fd);

/** Begins an import of pages: warns once in a process of pages without a mark, or refuses them, as
 *  GPUINTEROP_FOREIGN_PAGES says.
 *  Threads: any.
 *  Errors:  GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status givk_foreign_pages_check(const struct givk_device *dev, int fd);

#endif
