/** One program for the two interfaces that compile at run time: their names, and their driver
 *  interfaces. */
#ifndef TEST_RTC_H
#define TEST_RTC_H

#include <stdio.h>
#include <stdlib.h>

#ifdef TEST_HIP
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#define RTC(name) hiprtc##name
#define CODE(name) HIPRTC_##name
#define RTC_TEXTS const char **
#else
#include <cuda.h>
#include <nvrtc.h>
#define RTC(name) nvrtc##name
#define CODE(name) NVRTC_##name
#define RTC_TEXTS const char *const *
#endif

typedef RTC(Program) rtc_program;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

/** The test's own folder. */
extern char folder[];

rtc_program make(const char *text, const char *name);
void destroy(rtc_program program);
int compile(rtc_program program, int count, const char *const *options);

/** The log; valid until the thread's next call. */
const char *log_of(rtc_program program);

/** What programs load, and the PTX in it. The caller frees them. */
char *code_of(rtc_program program, size_t *out_bytes);
char *ptx_of(rtc_program program);

/** How one text ends. */
int result_of(const char *text, const char *const *options, int count);

int entries_of(const char *path);
void write_program(const char *path, const char *text);

/** Sets a script as the compiler. A NULL sets a path where there is no program. use_clang ends
 *  that, and the count of runs. */
void use_compiler(const char *script);
void use_clang(void);

/** A compiler that is a script: it counts its runs, says "noise", and makes of a source a text with
 *  the source in it, which has read one file, as clang lists it. A source with the word "managed"
 *  has a managed variable, and is compiled twice. One with the word "late" is refused for the place
 *  of an alignas, unless the command has the word for that. */
extern const char copying_compiler[];
int runs_of_compiler(void);

/** The file that it says it has read. */
void write_read_file(const char *text);

/* processes.c: the compiler's process, as scripts in its place see it */
void check_fork(void);
void check_compilers(void);
void check_group(void);
void check_environment(void);
void check_signals(void);
void check_threads(void);
void check_exit(void);
void check_late(void);

/** The part of check_signals that a compiler plays. */
int write_signals(char **words);

/** The parts of check_exit and of check_late that a program of its own plays. */
int exit_while_compiling(const char *fifo);
int compile_late(void);

/* kept.c */
void check_kept(void);
void check_kept_keys(void);
void check_kept_sets(void);
void check_kept_of_clang(void);

#endif
