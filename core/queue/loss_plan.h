/** The reason of a device's loss, in a sentence for the program, from the facts. Pure. */
#ifndef GI_LOSS_PLAN_H
#define GI_LOSS_PLAN_H

#include "contract/driver.h"

struct gi_loss_facts {
    int ordinal;
    const char *device_name;
    struct gi_fault fault;       /* as far as the driver knows */
    const char *near;            /* where the fault's address lies, in words; of a read, a write or
                                    an execution */
    size_t launch_count;         /* launches in the batches that the queues were at */
    const char *launches;        /* some of them, in words; "" if there are none */
};

/** Chooses the status and writes the sentence. An access that the driver tells, or an instruction
 *  of a kernel, is GI_DEVICE_FAULTED. Else it is GI_DEVICE_LOST; then a kernel that ran may be the
 *  reason or not. */
void gi_loss_choose(const struct gi_loss_facts *facts, struct gi_loss *out_loss);

#endif
