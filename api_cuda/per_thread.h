/** The symbols for programs whose default stream is the calling thread's own. The public header
 *  maps names to them by macros, so it does not declare them. Each has the type of its first
 *  symbol. */
#ifndef GICUDA_PER_THREAD_H
#define GICUDA_PER_THREAD_H

#include "cuda_runtime_api.h"

#include "cuda_twins.h"

#endif
