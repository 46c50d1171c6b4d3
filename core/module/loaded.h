/** On which devices a piece of code is loaded, as which modules. A reset of a device ends its
 *  module; the next use loads the code again.
 *
 *  Threads: the owner's lock guards a set. */
#ifndef GI_LOADED_H
#define GI_LOADED_H

#include "base/handle.h"
#include "code/code.h"

struct gi_loaded {
    const struct gi_device *device;
    gi_handle module;
};

/** Zeroes are an empty set. */
struct gi_loaded_set {
    struct gi_loaded *items;
    size_t count, capacity;
};

/** Whether a module has not ended; 0 is none. */
bool gi_loaded_is_live(gi_handle module);

/** The module of a device if the code is loaded there, else 0. */
gi_handle gi_loaded_on(const struct gi_loaded_set *set, const struct gi_device *device);

/** Loads code on a device where it is not loaded.
 *  Errors: GI_OUT_OF_MEMORY, and those of gi_module_load_shared. */
GI_MUST_CHECK gi_status gi_loaded_add(struct gi_loaded_set *set, struct gi_code *code,
                                      struct gi_device *device, gi_handle *out_module);

/** Unloads the code from all devices, and empties the set. */
void gi_loaded_finish(struct gi_loaded_set *set);

#endif
