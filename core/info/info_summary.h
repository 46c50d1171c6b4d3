/** The last lines of gpuinterop-info: what this machine can do, and what to install for more. */
#ifndef INFO_SUMMARY_H
#define INFO_SUMMARY_H

/** Prints them for the devices that are listed, the first `count`. */
void info_print_summary(int count);

#endif
