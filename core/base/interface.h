/** One interface above the core (CUDA's or HIP's), as its front ends describe it. The core keeps
 *  the process's state of each interface, by the interface's number. So several libraries of one
 *  interface agree on the visible devices and the last error. */
#ifndef GI_INTERFACE_H
#define GI_INTERFACE_H

#include <stdbool.h>

/** How many interfaces there are; each vendor's has one number. */
#define GI_INTERFACES 2

struct gi_interface {
    unsigned int number;             /* below GI_INTERFACES; the same in all its libraries */
    const char *visible_variable;    /* the environment variable that selects devices */
    bool is_explicit;                /* programs must initialise it and make a context current */
};

#endif
