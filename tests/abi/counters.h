/** What the files of abi_counters share: they differ in what they know of the header and of the
 *  library. */
#ifndef ABI_COUNTERS_H
#define ABI_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

/** The value that a counter has, by the number of its member. In the program with the library's
 *  code each counter has one of its own (counters_counted.c); in the one that is linked with the
 *  shared library all are 0 (counters_idle.c). */
uint64_t expected_counter(size_t member);

/** Checks the calls of a program that is built with the header; the number of failures. */
int check_new_counters(void);

#endif
