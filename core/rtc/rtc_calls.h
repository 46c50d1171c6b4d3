/** Calls that both interfaces have. An interface's file defines the names below, includes this file
 *  once, and makes each function by a macro.
 *
 *    RTC(name)           a type of the interface
 *    RTC_CODE(name)      a result
 *    RTC_TEXTS           a list of texts, as the interface's functions take it
 *    VERSION_MAJOR, VERSION_MINOR
 *    interface           a struct gi_rtc_interface */
#ifndef GI_RTC_CALLS_H
#define GI_RTC_CALLS_H

#include "rtc/rtc.h"

/* The numbers of the core are those of the interface. */
_Static_assert((int)GI_RTC_NO_MEMORY == RTC_CODE(ERROR_OUT_OF_MEMORY)
               && (int)GI_RTC_INVALID_INPUT == RTC_CODE(ERROR_INVALID_INPUT)
               && (int)GI_RTC_INVALID_PROGRAM == RTC_CODE(ERROR_INVALID_PROGRAM)
               && (int)GI_RTC_INVALID_OPTION == RTC_CODE(ERROR_INVALID_OPTION)
               && (int)GI_RTC_NOT_COMPILED == RTC_CODE(ERROR_COMPILATION)
               && (int)GI_RTC_NO_COMPILER == RTC_CODE(ERROR_BUILTIN_OPERATION_FAILURE)
               && (int)GI_RTC_NAME_TOO_LATE
               == RTC_CODE(ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)
               && (int)GI_RTC_NAME_TOO_EARLY
               == RTC_CODE(ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION)
               && (int)GI_RTC_NAME_UNKNOWN == RTC_CODE(ERROR_NAME_EXPRESSION_NOT_VALID),
               "one list of numbers");

static RTC(Result) answer(enum gi_rtc_result result)
{
    return (RTC(Result))result;
}

static gi_handle from_program(RTC(Program) program)
{
    return (gi_handle)(uintptr_t)program;
}

static RTC(Result) refuse_null(const char *caller, const char *argument)
{
    return answer(gi_rtc_refuse(caller, GI_RTC_INVALID_INPUT, "%s is NULL", argument));
}

static RTC(Result) get_version(const char *caller, int *major, int *minor)
{
    if (major == NULL || minor == NULL)
        return refuse_null(caller, major == NULL ? "major" : "minor");
    *major = VERSION_MAJOR;
    *minor = VERSION_MINOR;
    return RTC_CODE(SUCCESS);
}

static RTC(Result) refuse_place(const char *caller)
{
    return answer(gi_rtc_refuse(caller, interface.without_place, "the place is NULL"));
}

static RTC(Result) create(const char *caller, RTC(Program) *program,
                          const struct gi_rtc_source *source)
{
    enum gi_rtc_result result;
    gi_handle handle;

    if (program == NULL)
        return refuse_place(caller);
    result = gi_rtc_create(caller, &interface, source, &handle);
    if (result == GI_RTC_DONE)
        *program = (RTC(Program))(uintptr_t)handle;
    return answer(result);
}

static RTC(Result) destroy(const char *caller, RTC(Program) *program)
{
    enum gi_rtc_result result;

    if (program == NULL)
        return refuse_place(caller);
    result = gi_rtc_destroy(caller, &interface, from_program(*program));
    if (result == GI_RTC_DONE)
        *program = NULL;
    return answer(result);
}

/* ---- public functions, by their names -------------------------------------------------------- */

#define RTC_VERSION(name) \
    RTC(Result) name(int *major, int *minor) \
    { \
        return get_version(__func__, major, minor); \
    }

#define RTC_CREATE(name) \
    RTC(Result) name(RTC(Program) *program, const char *text, const char *of_program, \
                     int header_count, RTC_TEXTS headers, RTC_TEXTS header_names) \
    { \
        return create(__func__, program, &(struct gi_rtc_source){ \
            text, of_program, header_count, headers, header_names }); \
    }

#define RTC_DESTROY(name) \
    RTC(Result) name(RTC(Program) *program) \
    { \
        return destroy(__func__, program); \
    }

#define RTC_COMPILE(name) \
    RTC(Result) name(RTC(Program) program, int option_count, RTC_TEXTS options) \
    { \
        return answer(gi_rtc_compile(__func__, &interface, from_program(program), option_count, \
                                     options)); \
    }

#define RTC_ADD_NAME(name) \
    RTC(Result) name(RTC(Program) program, const char *const expression) \
    { \
        return answer(gi_rtc_add_name(__func__, &interface, from_program(program), expression)); \
    }

#define RTC_LOWERED_NAME(name) \
    RTC(Result) name(RTC(Program) program, const char *const expression, const char **lowered) \
    { \
        return answer(gi_rtc_lowered_name(__func__, &interface, from_program(program), \
                                          expression, lowered)); \
    }

#define RTC_PART_SIZE(name, part) \
    RTC(Result) name(RTC(Program) program, size_t *size) \
    { \
        return answer(gi_rtc_part_size(__func__, &interface, from_program(program), part, size)); \
    }

#define RTC_PART(name, part) \
    RTC(Result) name(RTC(Program) program, char *bytes) \
    { \
        return answer(gi_rtc_part_copy(__func__, &interface, from_program(program), part, bytes)); \
    }

#endif
