/** Compiling HIP sources while a program runs. Nothing is compiled yet: no program and no linker
 *  exists, so each handle is refused. */
#include <hip/hiprtc.h>

#include "base/log.h"

enum { VERSION_MAJOR = 9, VERSION_MINOR = 0 };     /* as in HIP 6.4 */

/* Returns a code, which the log names with the reason. */
static hiprtcResult refuse(const char *caller, hiprtcResult code, const char *reason)
{
    gi_log(GI_LOG_ERROR, "%s: %s (%s)", caller, reason, hiprtcGetErrorString(code));
    return code;
}

static hiprtcResult refuse_null(const char *caller, const char *argument)
{
    gi_log(GI_LOG_ERROR, "%s: %s is NULL (%s)", caller, argument,
           hiprtcGetErrorString(HIPRTC_ERROR_INVALID_INPUT));
    return HIPRTC_ERROR_INVALID_INPUT;
}

static hiprtcResult refuse_program(const char *caller)
{
    return refuse(caller, HIPRTC_ERROR_INVALID_PROGRAM, "there is no such program: this library "
                  "compiles none yet");
}

static hiprtcResult refuse_linker(const char *caller)
{
    return refuse(caller, HIPRTC_ERROR_INVALID_INPUT, "state is no linker: this library makes none "
                  "yet");
}

#define NOT_NULL(argument) \
    do { \
        if ((argument) == NULL) \
            return refuse_null(__func__, #argument); \
    } while (0)

const char *hiprtcGetErrorString(hiprtcResult result)
{
    static const struct {
        hiprtcResult code;
        const char *name;
    } rows[] = {
#define ROW(code) { code, #code }
        ROW(HIPRTC_SUCCESS),
        ROW(HIPRTC_ERROR_OUT_OF_MEMORY),
        ROW(HIPRTC_ERROR_PROGRAM_CREATION_FAILURE),
        ROW(HIPRTC_ERROR_INVALID_INPUT),
        ROW(HIPRTC_ERROR_INVALID_PROGRAM),
        ROW(HIPRTC_ERROR_INVALID_OPTION),
        ROW(HIPRTC_ERROR_COMPILATION),
        ROW(HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE),
        ROW(HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION),
        ROW(HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION),
        ROW(HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID),
        ROW(HIPRTC_ERROR_INTERNAL_ERROR),
        ROW(HIPRTC_ERROR_LINKING),
#undef ROW
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == result)
            return rows[i].name;
    return NULL;
}

hiprtcResult hiprtcVersion(int *major, int *minor)
{
    NOT_NULL(major);
    NOT_NULL(minor);
    *major = VERSION_MAJOR;
    *minor = VERSION_MINOR;
    return HIPRTC_SUCCESS;
}

/* ---- programs -------------------------------------------------------------------------------- */

hiprtcResult hiprtcCreateProgram(hiprtcProgram *program, const char *source, const char *name,
                                 int header_count, const char **headers,
                                 const char **include_names)
{
    (void)name;
    NOT_NULL(program);
    NOT_NULL(source);
    if (header_count < 0)
        return refuse(__func__, HIPRTC_ERROR_INVALID_INPUT, "header_count is negative");
    if (header_count > 0) {
        NOT_NULL(headers);
        NOT_NULL(include_names);
    }
    return refuse(__func__, HIPRTC_ERROR_PROGRAM_CREATION_FAILURE, "this library compiles no "
                  "source yet. Compile ahead with hipinterop-cc");
}

hiprtcResult hiprtcDestroyProgram(hiprtcProgram *program)
{
    NOT_NULL(program);
    return refuse_program(__func__);
}

hiprtcResult hiprtcAddNameExpression(hiprtcProgram program, const char *name_expression)
{
    (void)program;
    NOT_NULL(name_expression);
    return refuse_program(__func__);
}

hiprtcResult hiprtcCompileProgram(hiprtcProgram program, int option_count, const char **options)
{
    (void)program;
    if (option_count < 0)
        return refuse(__func__, HIPRTC_ERROR_INVALID_INPUT, "option_count is negative");
    if (option_count > 0)
        NOT_NULL(options);
    return refuse_program(__func__);
}

hiprtcResult hiprtcGetLoweredName(hiprtcProgram program, const char *name_expression,
                                  const char **lowered_name)
{
    (void)program;
    NOT_NULL(name_expression);
    NOT_NULL(lowered_name);
    return refuse_program(__func__);
}

/* ---- linkers --------------------------------------------------------------------------------- */

hiprtcResult hiprtcLinkCreate(unsigned int option_count, hiprtcJIT_option *options, void **values,
                              hiprtcLinkState *state)
{
    NOT_NULL(state);
    if (option_count > 0) {
        NOT_NULL(options);
        NOT_NULL(values);
    }
    return refuse(__func__, HIPRTC_ERROR_LINKING, "this library makes no linker of this interface "
                  "yet. hipLinkCreate links PTX");
}

hiprtcResult hiprtcLinkAddFile(hiprtcLinkState state, hiprtcJITInputType type, const char *path,
                               unsigned int option_count, hiprtcJIT_option *options, void **values)
{
    (void)state, (void)type, (void)path, (void)option_count, (void)options, (void)values;
    return refuse_linker(__func__);
}

hiprtcResult hiprtcLinkAddData(hiprtcLinkState state, hiprtcJITInputType type, void *image,
                               size_t size, const char *name, unsigned int option_count,
                               hiprtcJIT_option *options, void **values)
{
    (void)state, (void)type, (void)image, (void)size, (void)name;
    (void)option_count, (void)options, (void)values;
    return refuse_linker(__func__);
}

hiprtcResult hiprtcLinkComplete(hiprtcLinkState state, void **code, size_t *size)
{
    (void)state, (void)code, (void)size;
    return refuse_linker(__func__);
}

hiprtcResult hiprtcLinkDestroy(hiprtcLinkState state)
{
    (void)state;
    return refuse_linker(__func__);
}

/* ---- answers of programs --------------------------------------------------------------------- */

/* Questions for a part of a program, or for its size. */
#define FROM_PROGRAM(name, type, argument) \
    hiprtcResult name(hiprtcProgram program, type *argument) \
    { \
        (void)program; \
        NOT_NULL(argument); \
        return refuse_program(__func__); \
    }
FROM_PROGRAM(hiprtcGetProgramLog, char, log)
FROM_PROGRAM(hiprtcGetProgramLogSize, size_t, size)
FROM_PROGRAM(hiprtcGetCode, char, code)
FROM_PROGRAM(hiprtcGetCodeSize, size_t, size)
FROM_PROGRAM(hiprtcGetBitcode, char, bitcode)
FROM_PROGRAM(hiprtcGetBitcodeSize, size_t, size)
