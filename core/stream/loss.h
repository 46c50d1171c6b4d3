/** Marks devices as lost, with the reason that programs are told. scheduler.h has what the rest of
 *  the core calls. */
#ifndef GI_LOSS_H
#define GI_LOSS_H

#include <stdbool.h>

struct gi_device;

/** Finds out why the driver calls the device lost, and marks it. True if it was not marked before.
 *  Threads: any that holds no stream's lock. */
bool gi_loss_mark(struct gi_device *device);

/** Gives the device up, with the sentence, and marks it as lost: GI_LAUNCH_TIMEOUT. From then on no
 *  driver is called for it. True if it was not marked before.
 *  Threads: any. */
bool gi_loss_give_up(struct gi_device *device, const char *why);

#endif
