/** HIP's compiler for sources at run time, and its linker. */
#include <hip/hiprtc.h>

#include "cc/hip_language.h"
#include "code/image_file.h"
#include "code/link.h"
#include "rtc/rtc.h"

enum { VERSION_MAJOR = 9, VERSION_MINOR = 0 };     /* as in HIP 6.4 */

static const char *const words[] = { "-D__HIPCC_RTC__=1", NULL };

static const struct gi_rtc_interface interface = {
    .name = "hiprtc", .language = &gihip_language, .words = words,
    .is_clang = true
};

/* The numbers of the core are those of this interface. */
_Static_assert((int)GI_RTC_NO_MEMORY == HIPRTC_ERROR_OUT_OF_MEMORY
               && (int)GI_RTC_INVALID_INPUT == HIPRTC_ERROR_INVALID_INPUT
               && (int)GI_RTC_INVALID_PROGRAM == HIPRTC_ERROR_INVALID_PROGRAM
               && (int)GI_RTC_INVALID_OPTION == HIPRTC_ERROR_INVALID_OPTION
               && (int)GI_RTC_NOT_COMPILED == HIPRTC_ERROR_COMPILATION
               && (int)GI_RTC_NO_COMPILER == HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE
               && (int)GI_RTC_NAME_TOO_LATE == HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
               && (int)GI_RTC_NAME_TOO_EARLY == HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
               && (int)GI_RTC_NAME_UNKNOWN == HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID,
               "one list of numbers");

static hiprtcResult answer(enum gi_rtc_result result)
{
    return (hiprtcResult)result;
}

static gi_handle from_program(hiprtcProgram program)
{
    return (gi_handle)(uintptr_t)program;
}

static hiprtcResult refuse_null(const char *caller, const char *argument)
{
    return answer(gi_rtc_refuse(caller, GI_RTC_INVALID_INPUT, "%s is NULL", argument));
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
    const struct gi_rtc_source all = { source, name, header_count, headers, include_names };
    enum gi_rtc_result result;
    gi_handle handle;

    NOT_NULL(program);
    result = gi_rtc_create(__func__, &interface, &all, &handle);
    if (result == GI_RTC_DONE)
        *program = (hiprtcProgram)(uintptr_t)handle;
    return answer(result);
}

hiprtcResult hiprtcDestroyProgram(hiprtcProgram *program)
{
    enum gi_rtc_result result;

    NOT_NULL(program);
    result = gi_rtc_destroy(__func__, &interface, from_program(*program));
    if (result == GI_RTC_DONE)
        *program = NULL;
    return answer(result);
}

hiprtcResult hiprtcAddNameExpression(hiprtcProgram program, const char *name_expression)
{
    return answer(gi_rtc_add_name(__func__, &interface, from_program(program), name_expression));
}

hiprtcResult hiprtcCompileProgram(hiprtcProgram program, int option_count, const char **options)
{
    return answer(gi_rtc_compile(__func__, &interface, from_program(program), option_count,
                                 options));
}

hiprtcResult hiprtcGetLoweredName(hiprtcProgram program, const char *name_expression,
                                  const char **lowered_name)
{
    return answer(gi_rtc_lowered_name(__func__, &interface, from_program(program),
                                      name_expression, lowered_name));
}

/* The size of a part of a program, and the part. */
#define PART_SIZE(name, part) \
    hiprtcResult name(hiprtcProgram program, size_t *size) \
    { \
        return answer(gi_rtc_part_size(__func__, &interface, from_program(program), part, size)); \
    }
#define PART(name, part) \
    hiprtcResult name(hiprtcProgram program, char *bytes) \
    { \
        return answer(gi_rtc_part_copy(__func__, &interface, from_program(program), part, bytes)); \
    }
PART_SIZE(hiprtcGetProgramLogSize, GI_RTC_LOG)
PART(hiprtcGetProgramLog, GI_RTC_LOG)
PART_SIZE(hiprtcGetCodeSize, GI_RTC_MACHINE_CODE)
PART(hiprtcGetCode, GI_RTC_MACHINE_CODE)
PART_SIZE(hiprtcGetBitcodeSize, GI_RTC_PTX)
PART(hiprtcGetBitcode, GI_RTC_PTX)

/* ---- linkers --------------------------------------------------------------------------------- */

#define BEGIN \
    do { \
        enum gi_rtc_result begun = gi_rtc_begin(__func__); \
        \
        if (begun != GI_RTC_DONE) \
            return answer(begun); \
    } while (0)

static gi_handle from_linker(hiprtcLinkState state)
{
    return (gi_handle)(uintptr_t)state;
}

/* The result of a call of a link. */
static hiprtcResult linked(const char *caller, gi_status status)
{
    if (status == GI_OK)
        return HIPRTC_SUCCESS;
    (void)gi_rtc_refuse(caller, GI_RTC_INVALID_INPUT, "%s", gi_last_error_detail());
    return status == GI_OUT_OF_MEMORY ? HIPRTC_ERROR_OUT_OF_MEMORY
        : status == GI_INVALID_HANDLE || status == GI_INVALID_VALUE ? HIPRTC_ERROR_INVALID_INPUT
        : HIPRTC_ERROR_LINKING;
}

hiprtcResult hiprtcLinkCreate(unsigned int option_count, hiprtcJIT_option *options, void **values,
                              hiprtcLinkState *state)
{
    gi_status status;
    gi_handle handle;

    BEGIN;
    NOT_NULL(state);
    if (option_count > 0) {
        NOT_NULL(options);
        NOT_NULL(values);
    }
    status = gi_link_begin("", 0, &handle);
    if (status == GI_OK)
        *state = (hiprtcLinkState)(uintptr_t)handle;
    return linked(__func__, status);
}

hiprtcResult hiprtcLinkAddFile(hiprtcLinkState state, hiprtcJITInputType type, const char *path,
                               unsigned int option_count, hiprtcJIT_option *options, void **values)
{
    char note[1];
    void *image;
    size_t size;
    gi_status status;

    (void)type, (void)option_count, (void)options, (void)values;
    BEGIN;
    NOT_NULL(path);
    status = gi_link_note(from_linker(state), note, sizeof note);
    if (status == GI_OK)
        status = gi_image_file_read(path, &image, &size);
    if (status == GI_OK) {
        status = gi_link_add(from_linker(state), image, size);
        free(image);
    }
    return linked(__func__, status);
}

hiprtcResult hiprtcLinkAddData(hiprtcLinkState state, hiprtcJITInputType type, void *image,
                               size_t size, const char *name, unsigned int option_count,
                               hiprtcJIT_option *options, void **values)
{
    (void)type, (void)name, (void)option_count, (void)options, (void)values;
    BEGIN;
    NOT_NULL(image);
    return linked(__func__, gi_link_add(from_linker(state), image, size));
}

hiprtcResult hiprtcLinkComplete(hiprtcLinkState state, void **code, size_t *size)
{
    const char *text;
    gi_status status;

    BEGIN;
    NOT_NULL(code);
    NOT_NULL(size);
    status = gi_link_complete(from_linker(state), &text, size);
    if (status == GI_OK)
        *code = (void *)(uintptr_t)text;
    return linked(__func__, status);
}

hiprtcResult hiprtcLinkDestroy(hiprtcLinkState state)
{
    BEGIN;
    return linked(__func__, gi_link_end(from_linker(state)));
}
