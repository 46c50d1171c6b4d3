/** One command that carries an operation out, for a recording. */
#ifndef GI_MADE_COMMAND_H
#define GI_MADE_COMMAND_H

#include "memory/allocation.h"
#include "memory/kernel_object.h"

enum { GI_MADE_KEPT = 2, GI_MADE_NAMED = 2 };

struct gi_made_command {
    struct gi_command command;           /* without a number of its launch */
    struct gi_kernel_launch launch;      /* of GI_COMMAND_LAUNCH: its kernel is referenced */
    struct gi_allocation *kept[GI_MADE_KEPT];    /* memory of parameters, and the module's
                                            constants: referenced, or NULL */
    struct gi_allocation *named[GI_MADE_NAMED];  /* that the command names, or NULL; the operation
                                            has references */
};

static inline void gi_made_command_drop(struct gi_made_command *made)
{
    if (made->command.kind != GI_COMMAND_LAUNCH)
        return;
    gi_kernel_object_unref(made->launch.kernel);
    for (int i = 0; i < GI_MADE_KEPT; i++) {
        if (made->kept[i] != NULL)
            gi_allocation_unref(made->kept[i]);
    }
}

#endif
