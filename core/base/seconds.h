/** Times in environment variables.
 *  Threads: any. */
#ifndef GI_SECONDS_H
#define GI_SECONDS_H

/** Reads a number of seconds, as in 5 or 0.5, whatever the program's locale. 0 if the variable is
 *  not set, is empty, or is no number of seconds; the last is logged always. */
double gi_seconds_from_environment(const char *variable);

#endif
