/** One interface above the core, as its front ends describe it. The core keeps the process's state
 *  of each interface, by the interface's number. So several libraries of one interface agree on the
 *  visible devices and the last error. */
#ifndef GI_INTERFACE_H
#define GI_INTERFACE_H

#include <stdbool.h>
#include <stdint.h>

/** How many interfaces there are; each vendor's has one number. */
#define GI_INTERFACES 2

struct gi_interface {
    unsigned int number;             /* below GI_INTERFACES; equal in all its libraries */
    const char *visible_variable;    /* the environment variable that selects devices */
    bool is_explicit;                /* programs must initialise it and make a context current */

    /* Rules of its virtual memory management. */
    uint64_t range_step_bytes;       /* sizes and addresses are multiples of it, also where the
                                        device's step is smaller; 0: the device's alone counts */
    bool unmaps_over_holes;          /* one call unmaps a range with holes */
};

#endif
