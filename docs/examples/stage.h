/** How the programs of an example end when something fails. */
#ifndef EXAMPLES_STAGE_H
#define EXAMPLES_STAGE_H

#include <stdbool.h>

/** How a stage ends that has lost the one it talked to: that one is the failure to tell of. */
enum { PEER_GONE = 3 };

/** The name that the program gives itself in its messages. Each program defines it. */
extern const char stage_name[];

/** Ends the program unless a system call went well; errno says why it did not. */
void need(bool good, const char *what);

#endif
