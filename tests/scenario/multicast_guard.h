/** Whose cuMulticast* a program of ours would call. The vendor's must never be called. */
#ifndef MULTICAST_GUARD_H
#define MULTICAST_GUARD_H

/** Ends the program with 77 unless each cuMulticast* of the process comes from a library of this
 *  project. To be called before any cu*. */
void multicast_guard(void);

#endif
