/* What the card says about itself. */
#ifndef GICARD_INFO_H
#define GICARD_INFO_H

#include "device.h"

/** The INFO ioctl.
 *  Threads: any.
 *  Errors:  -EINVAL for queries that the card does not know. */
int gicard_info_ioctl(struct gicard_file *file, void *arg);

/** VERSION and GET_CAP of the drm core.
 *  Errors:  -EINVAL. */
int gicard_version_ioctl(void *arg);
int gicard_cap_ioctl(void *arg);

#endif
