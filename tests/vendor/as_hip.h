/** The questions to CUDA's libraries, asked of a HIP library: each function by HIP's name and in
 *  HIP's form. The codes that are asked for here have the same numbers in both. */
#ifndef VENDOR_AS_HIP_H
#define VENDOR_AS_HIP_H

#include <stdbool.h>

/** What a function that HIP has not answers: no code of either interface. */
#define NOT_IN_HIP (-8)

/** What stands for a node that HIP's form of a call does not name. */
#define NODE_NOT_IN_HIP ((void *)(uintptr_t)NOT_IN_HIP)

/** Whether this is a HIP library. */
bool is_hip_library(void *library);

/** The function of a HIP library for the name of one of CUDA's runtime or driver interface, with a
 *  version or without; for one that HIP has not, a function that answers NOT_IN_HIP. */
void *find_in_hip(void *library, const char *name);

#endif
