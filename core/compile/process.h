/** Runs commands, and keeps the temporary files of one run of the driver.
 *  Threads: one. */
#ifndef GI_COMPILE_PROCESS_H
#define GI_COMPILE_PROCESS_H

#include "clang/words.h"
#include "compile/options.h"

/** Makes the folder of temporary files, and readies the signals that end the program: they are
 *  passed on to the command that runs, the files are removed, then the program ends by the signal.
 *  Returns: true; false after a sentence on standard error. */
bool gi_process_begin(const char *program);

/** Removes the temporary files. Ends the program by the signal that it received, if any. */
void gi_process_end(void);

/** The name of a temporary file.
 *  Owner: the caller, by free. */
char *gi_process_file(const char *name);

/** Runs a command and waits.
 *  Parameter errors: a file for the command's standard error; NULL: it is this program's.
 *  Returns: its exit status; 128 and the signal's number if a signal ended it, or this program. */
int gi_process_run(const struct gi_words *command, const char *errors);

/** Prints a command if the options ask for that, and runs it unless they ask for a dry run.
 *  Returns: as gi_process_run; 0 for a dry run. */
int gi_process_run_or_print(const struct gi_compile_options *options,
                            const struct gi_words *command, const char *errors);

/** Whether a status is that of a compiler that crashed. */
bool gi_process_crashed(int status);

/** Whether a line of a file has some words. */
bool gi_process_says(const char *path, const char *words);

/** Copies a file to standard error. */
void gi_process_show(const char *path);

/** Prints a command on standard error, quoted for a shell. */
void gi_process_print(const struct gi_words *command);

#endif
