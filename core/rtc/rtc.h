/** Compiling sources of device code while a program runs: the objects of both interfaces'
 *  compilers. clang compiles, in a process of its own (rtc_child.h), to PTX.
 *
 *  Each function takes the name of the call that the program has made. A failure has a sentence,
 *  which begins with that name and is an error of the log. Numbers of failures are those of both
 *  interfaces.
 *  Threads: any; calls for one program wait for each other. */
#ifndef GI_RTC_H
#define GI_RTC_H

#include "base/handle.h"
#include "clang/language.h"

enum gi_rtc_result {
    GI_RTC_DONE = 0,
    GI_RTC_NO_MEMORY = 1,
    GI_RTC_INVALID_INPUT = 3,
    GI_RTC_INVALID_PROGRAM = 4,
    GI_RTC_INVALID_OPTION = 5,
    GI_RTC_NOT_COMPILED = 6,            /* the source is wrong; the log says where */
    GI_RTC_NO_COMPILER = 7,             /* clang is not there, or failed by itself */
    GI_RTC_NAME_TOO_LATE = 8,           /* a name was added after a compilation */
    GI_RTC_NAME_TOO_EARLY = 9,          /* a name was asked for before one that succeeded */
    GI_RTC_NAME_UNKNOWN = 10,           /* a name that was not added */
    GI_RTC_CANCELLED = 16               /* by the program's function */
};

/** An interface, as its front end describes it. */
struct gi_rtc_interface {
    const char *name;                   /* in the log; tells the interfaces' programs apart */
    const struct gi_language *language;
    const char *const *words;           /* more words for clang; NULL ends them */
    enum gi_rtc_result without_place;   /* where the pointer to a program is NULL */
    bool is_clang;                      /* the vendor's compiler is a clang: -f, -W and others go to
                                           ours, and machine code is PTX in an offload bundle, for
                                           the one kind of device. Else machine code is PTX, where
                                           the options name a real architecture */
};

/** A source as programs bring it. */
struct gi_rtc_source {
    const char *text;
    const char *name;                   /* NULL: a usual one */
    int header_count;
    const char *const *headers;         /* texts */
    const char *const *header_names;    /* as the source includes them */
};

/** Begins a call that uses no program. Calls that use one check the process by its handle
 *  (base/process.h).
 *  Errors: GI_RTC_INVALID_PROGRAM in a child that was forked after the first call. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_begin(const char *caller);

/** Makes a program.
 *  Owner:  the handle is live until gi_rtc_destroy; all texts are copied.
 *  Errors: GI_RTC_INVALID_PROGRAM in a forked child; GI_RTC_INVALID_INPUT for a NULL, a negative
 *          number, or the name of a header that is a whole path or leaves the folder;
 *          GI_RTC_NO_MEMORY. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_create(const char *caller,
                                               const struct gi_rtc_interface *interface,
                                               const struct gi_rtc_source *source,
                                               gi_handle *out_program);

/** Ends a program. Calls that other threads are in are still carried out.
 *  Errors: GI_RTC_INVALID_PROGRAM. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_destroy(const char *caller,
                                                const struct gi_rtc_interface *interface,
                                                gi_handle program);

/** Adds the name of a kernel or variable in C++, whose name in the code will be asked for.
 *  Errors: GI_RTC_INVALID_PROGRAM; GI_RTC_INVALID_INPUT; GI_RTC_NAME_TOO_LATE; GI_RTC_NO_MEMORY. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_add_name(const char *caller,
                                                 const struct gi_rtc_interface *interface,
                                                 gi_handle program, const char *name);

/** Compiles. The result of an earlier compilation ends. The new one is taken from the disk cache if
 *  it is there.
 *  Errors: GI_RTC_INVALID_PROGRAM, GI_RTC_INVALID_INPUT, GI_RTC_INVALID_OPTION,
 *          GI_RTC_NOT_COMPILED, GI_RTC_NO_COMPILER, GI_RTC_CANCELLED, GI_RTC_NO_MEMORY. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_compile(const char *caller,
                                                const struct gi_rtc_interface *interface,
                                                gi_handle program, int option_count,
                                                const char *const *options);

/** Finds the name in the code.
 *  Owner:  the text is the program's, until the next compilation or the end.
 *  Errors: GI_RTC_INVALID_PROGRAM, GI_RTC_INVALID_INPUT, GI_RTC_NAME_TOO_EARLY,
 *          GI_RTC_NAME_UNKNOWN. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_lowered_name(const char *caller,
                                                     const struct gi_rtc_interface *interface,
                                                     gi_handle program, const char *name,
                                                     const char **out_lowered);

/** The parts of a program that can be asked for. */
enum gi_rtc_part {
    GI_RTC_LOG,                         /* a text with a zero at the end */
    GI_RTC_PTX,                         /* a text with a zero at the end */
    GI_RTC_MACHINE_CODE,                /* in whose place there is PTX; nothing if the options
                                           name no real architecture */
    GI_RTC_NOTHING                      /* a form that this compiler never makes */
};

/** Gets how many bytes a part has, or copies it.
 *  Errors: GI_RTC_INVALID_PROGRAM; GI_RTC_INVALID_INPUT for a NULL. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_part_size(const char *caller,
                                                  const struct gi_rtc_interface *interface,
                                                  gi_handle program, enum gi_rtc_part part,
                                                  size_t *out_bytes);
GI_MUST_CHECK enum gi_rtc_result gi_rtc_part_copy(const char *caller,
                                                  const struct gi_rtc_interface *interface,
                                                  gi_handle program, enum gi_rtc_part part,
                                                  char *out);

/** Sets a function of the program that is called, by the thread that compiles, while the compiler
 *  runs. It answers 1 to stop the compiler.
 *  Errors: GI_RTC_INVALID_PROGRAM; GI_RTC_INVALID_INPUT for a NULL. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_set_watcher(const char *caller,
                                                    const struct gi_rtc_interface *interface,
                                                    gi_handle program,
                                                    int (*watcher)(void *argument, void *unused),
                                                    void *argument);

/** A number that is stored and returned: the room for precompiled headers, of which there are none.
 *  Units: bytes, rounded up to a page. */
size_t gi_rtc_heap_bytes(void);
void gi_rtc_set_heap_bytes(size_t bytes);

/** Checks that a program is there.
 *  Errors: GI_RTC_INVALID_PROGRAM. */
GI_MUST_CHECK enum gi_rtc_result gi_rtc_check(const char *caller,
                                              const struct gi_rtc_interface *interface,
                                              gi_handle program);

/** Makes a failure of a call that the front end finds itself: a sentence behind the caller's name.
 *  Returns: result. */
GI_COLD GI_PRINTF(3, 4) enum gi_rtc_result gi_rtc_refuse(const char *caller,
                                                         enum gi_rtc_result result,
                                                         const char *format, ...);

#endif
