/** Says which kernels run when the process gets a signal of a wrong access. Where kernels run on
 *  the processor, a wrong pointer of theirs ends the process.
 *  Threads: any. */
#ifndef GI_FAULT_H
#define GI_FAULT_H

#include <stdbool.h>
#include <stdint.h>

/** Installs the handlers for SIGSEGV and SIGBUS, once. They write one line to standard error, and
 *  pass the signal on to the handler that was there before, or let it end the process as it would
 *  have. A handler that the program installs later takes their place. */
void gi_fault_begin(void);

enum { GI_FAULT_NONE = -1 };

/** Notes a kernel that runs, or waits to run. The name is cut if it is long.
 *  \return  a number for gi_fault_forget, or GI_FAULT_NONE if too many are noted. */
int gi_fault_note(const char *name);

/** Forgets a kernel; GI_FAULT_NONE is accepted. */
void gi_fault_forget(int number);

#endif
