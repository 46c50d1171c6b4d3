/** The device code that a program brings along, as its compiler registers it before main. None of
 *  it runs yet: what is kept here is what answers to registering, and managed variables, which the
 *  host uses too.
 *
 *  Registering answers nothing to the program. What is foreign is told in the log and changes
 *  nothing. */
#ifndef GI_MODULE_H
#define GI_MODULE_H

#include "base/status.h"

struct gi_module;

/** Registers an image of device code, which is not looked at and may be NULL. No device is started.
 *  Owner:   the image stays the program's; gi_module_unregister ends the module. NULL if there is
 *           no memory.
 *  Threads: any, as for all functions here. */
struct gi_module *gi_module_register(const void *image);

/** Ends a module and frees its managed variables; NULL is accepted. */
void gi_module_unregister(struct gi_module *module);

/** A kernel of the module. */
void gi_module_add_kernel(struct gi_module *module, const char *name);

/** A managed variable of the module: managed memory of the current device, with the bytes of
 *  initial.
 *  Owner:   the module.
 *  Errors:  GI_INVALID_VALUE for what is no module; those of gi_memory_managed_alloc. */
GI_MUST_CHECK gi_status gi_module_add_managed(struct gi_module *module, const char *name,
                                              const void *initial, size_t size_bytes,
                                              uint64_t *out_pointer);

#endif
