/** The device code of a program, as its compiler registers it before main. No kernel runs yet.
 *  The library only answers the registration, and provides managed variables, which the host
 *  uses too.
 *
 *  Registration cannot report errors to the program. Unsupported input is logged and ignored.
 *
 *  Threads: any. */
#ifndef GI_MODULE_H
#define GI_MODULE_H

#include "base/status.h"

struct gi_module;

/** Registers an image of device code, which may be NULL and is not examined. Initialises no
 *  device. Returns NULL without memory.
 *  Owner: the image stays the program's; gi_module_unregister ends the module. */
struct gi_module *gi_module_register(const void *image);

/** Ends a module and frees its managed variables; NULL is accepted. */
void gi_module_unregister(struct gi_module *module);

/** A kernel of the module. */
void gi_module_add_kernel(struct gi_module *module, const char *name);

/** Adds a managed variable to the module: managed memory of the current device with the bytes of
 *  initial.
 *  Owner:  the module.
 *  Errors: GI_INVALID_VALUE if module is no module; those of gi_memory_managed_alloc. */
GI_MUST_CHECK gi_status gi_module_add_managed(struct gi_module *module, const char *name,
                                              const void *initial, size_t size_bytes,
                                              uint64_t *out_pointer);

#endif
