/** One of the interfaces above the core, as its front ends describe it. What the process keeps for
 *  an interface lies in the core, by the number of the interface. So several libraries of one
 *  interface in a process agree on the devices they show and on the last error. */
#ifndef GI_INTERFACE_H
#define GI_INTERFACE_H

/** How many interfaces there are; each vendor's has one number. */
#define GI_INTERFACES 2

struct gi_interface {
    unsigned int number;             /* below GI_INTERFACES; the same in all its libraries */
    const char *visible_variable;    /* of the environment: which devices are shown */
};

#endif
