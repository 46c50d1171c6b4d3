/** What counters_old.c and counters_new.c share: they differ in what they know of the header. */
#ifndef ABI_COUNTERS_H
#define ABI_COUNTERS_H

/** Checks the calls of a program that is built with the header; the number of failures. */
int check_new_counters(void);

#endif
