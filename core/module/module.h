/** Code that is loaded on a device: its variables have memory there, and its functions can be
 *  launched.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_MODULE_H
#define GI_MODULE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/handle.h"
#include "code/code.h"

struct gi_allocation;
struct gi_device;

struct gi_module {
    struct gi_object object;
    struct gi_device *device;
    struct gi_code *code;                /* referenced */
    gi_handle owner;                     /* the context that it ends with; 0: a reset ends it */
    struct gi_allocation *variables;     /* referenced; NULL: the code has none */
    uint64_t variables_address;
    atomic_bool has_heap;                /* the variable that says where it is was written */
    pthread_mutex_t lock;                /* guards functions */
    gi_handle *functions;                /* by the number of the kernel in the code; 0: not asked
                                            for yet */
};

/** Loads code on a device: its variables get their first values.
 *  Owner:  the handle is live until gi_module_unload, a reset of the device, or the end of the
 *          context that is current now.
 *  Errors: GI_NOT_SUPPORTED if the device runs no kernels or has no managed memory for the managed
 *          variables; GI_NO_BINARY; GI_OUT_OF_MEMORY; GI_CONTEXT_DESTROYED. */
GI_MUST_CHECK gi_status gi_module_load(struct gi_code *code, struct gi_device *device,
                                       gi_handle *out_module);

/** As gi_module_load, for a module that all contexts of the device use. Only a reset ends it. */
GI_MUST_CHECK gi_status gi_module_load_shared(struct gi_code *code, struct gi_device *device,
                                              gi_handle *out_module);

/** Ends a module with its functions and variables. Launches that were enqueued go on.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_module_unload(gi_handle module);

/** The handle of an entry. Equal calls give one handle, which ends with the module.
 *  Errors: GI_INVALID_HANDLE, GI_NOT_FOUND, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_module_function(gi_handle module, const char *name,
                                           gi_handle *out_function);

/** How many kernels a module has.
 *  Errors: GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_module_function_count(gi_handle module, uint32_t *out_count);

/** The handles of the first kernels, in the order of the code.
 *  Units:  room is how many fit into out_functions. Entries behind the last kernel stay as they
 *          are.
 *  Errors: GI_INVALID_HANDLE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_module_functions(gi_handle module, gi_handle *out_functions,
                                            uint32_t room);

/** Where a variable lies, and its size.
 *  Errors: GI_INVALID_HANDLE, GI_NOT_FOUND. */
GI_MUST_CHECK gi_status gi_module_variable(gi_handle module, const char *name,
                                           uint64_t *out_pointer, uint64_t *out_size_bytes);

#endif
