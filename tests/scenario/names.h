/** The neutral names in which the scenarios are written; one of the two interfaces stands behind
 *  them, as the build says by SCENARIO_CUDA or SCENARIO_HIP. */
#ifndef SCENARIO_NAMES_H
#define SCENARIO_NAMES_H

#if defined(SCENARIO_CUDA)
#include "names_cuda.h"
#elif defined(SCENARIO_HIP)
#include "names_hip.h"
#else
#error "define SCENARIO_CUDA or SCENARIO_HIP"
#endif

#endif
