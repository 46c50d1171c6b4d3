/** The heap of kernels that call malloc, before they run. */
#ifndef GI_HEAP_READY_H
#define GI_HEAP_READY_H

#include "base/status.h"

struct gi_module;

/** Makes the heap of the module's context, unless it has one, and writes into the module's variable
 *  where it is.
 *  Threads: any that holds no lock of a stream or heap.
 *  Errors:  GI_OUT_OF_MEMORY; GI_CONTEXT_DESTROYED; those of work on the device. */
GI_MUST_CHECK gi_status gi_heap_ready(struct gi_module *module);

#endif
