/** CUDA's compiler for sources at run time. */
#include <nvrtc.h>

#include <string.h>

#include "cc/cuda_language.h"
#include "clang/pass.h"
#include "rtc/rtc.h"

#ifdef GINVRTC_12
enum { VERSION_MAJOR = 12, VERSION_MINOR = 9 };
nvrtcResult nvrtcGetNVVMSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetNVVM(nvrtcProgram program, char *nvvm);
#else
enum { VERSION_MAJOR = 13, VERSION_MINOR = 0 };
#endif

static const char *const words[] = { "-D__CUDACC_RTC__=1", "-D__NVCC__=1", NULL };

static const struct gi_rtc_interface interface = {
    .name = "nvrtc", .language = &gicuda_language, .words = words
};

/* The numbers of the core are those of this interface. */
_Static_assert((int)GI_RTC_NO_MEMORY == NVRTC_ERROR_OUT_OF_MEMORY
               && (int)GI_RTC_INVALID_INPUT == NVRTC_ERROR_INVALID_INPUT
               && (int)GI_RTC_INVALID_PROGRAM == NVRTC_ERROR_INVALID_PROGRAM
               && (int)GI_RTC_INVALID_OPTION == NVRTC_ERROR_INVALID_OPTION
               && (int)GI_RTC_NOT_COMPILED == NVRTC_ERROR_COMPILATION
               && (int)GI_RTC_NO_COMPILER == NVRTC_ERROR_BUILTIN_OPERATION_FAILURE
               && (int)GI_RTC_NAME_TOO_LATE == NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
               && (int)GI_RTC_NAME_TOO_EARLY == NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
               && (int)GI_RTC_NAME_UNKNOWN == NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID
               && (int)GI_RTC_CANCELLED == NVRTC_ERROR_CANCELLED, "one list of numbers");

static nvrtcResult answer(enum gi_rtc_result result)
{
    return (nvrtcResult)result;
}

static gi_handle from_program(nvrtcProgram program)
{
    return (gi_handle)(uintptr_t)program;
}

static nvrtcResult refuse_null(const char *caller, const char *what)
{
    return answer(gi_rtc_refuse(caller, GI_RTC_INVALID_INPUT, "%s is NULL", what));
}

const char *nvrtcGetErrorString(nvrtcResult result)
{
    static const char *const names[] = {
#define ROW(code) [code] = #code
        ROW(NVRTC_SUCCESS),
        ROW(NVRTC_ERROR_OUT_OF_MEMORY),
        ROW(NVRTC_ERROR_PROGRAM_CREATION_FAILURE),
        ROW(NVRTC_ERROR_INVALID_INPUT),
        ROW(NVRTC_ERROR_INVALID_PROGRAM),
        ROW(NVRTC_ERROR_INVALID_OPTION),
        ROW(NVRTC_ERROR_COMPILATION),
        ROW(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE),
        ROW(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION),
        ROW(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION),
        ROW(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID),
        ROW(NVRTC_ERROR_INTERNAL_ERROR),
        ROW(NVRTC_ERROR_TIME_FILE_WRITE_FAILED),
        ROW(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED),
        ROW(NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED),
        ROW(NVRTC_ERROR_PCH_CREATE),
        ROW(NVRTC_ERROR_CANCELLED),
        ROW(NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED),
#undef ROW
    };

    return (unsigned int)result < sizeof names / sizeof names[0] ? names[result]
        : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    if (major == NULL || minor == NULL)
        return refuse_null(__func__, major == NULL ? "major" : "minor");
    *major = VERSION_MAJOR;
    *minor = VERSION_MINOR;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
    if (count == NULL)
        return refuse_null(__func__, "numArchs");
    (void)gi_pass_capabilities(count);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *list)
{
    int count;
    const int *all = gi_pass_capabilities(&count);

    if (list == NULL)
        return refuse_null(__func__, "supportedArchs");
    memcpy(list, all, (size_t)count * sizeof *list);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *text, const char *name,
                               int header_count, const char *const *headers,
                               const char *const *header_names)
{
    const struct gi_rtc_source source = { text, name, header_count, headers, header_names };
    enum gi_rtc_result result;
    gi_handle handle;

    if (program == NULL)
        return answer(gi_rtc_refuse(__func__, GI_RTC_INVALID_PROGRAM, "prog is NULL"));
    result = gi_rtc_create(__func__, &interface, &source, &handle);
    if (result == GI_RTC_DONE)
        *program = (nvrtcProgram)(uintptr_t)handle;
    return answer(result);
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    enum gi_rtc_result result;

    if (program == NULL)
        return answer(gi_rtc_refuse(__func__, GI_RTC_INVALID_PROGRAM, "prog is NULL"));
    result = gi_rtc_destroy(__func__, &interface, from_program(*program));
    if (result == GI_RTC_DONE)
        *program = NULL;
    return answer(result);
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char *const *options)
{
    return answer(gi_rtc_compile(__func__, &interface, from_program(program), option_count,
                                 options));
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *const name)
{
    return answer(gi_rtc_add_name(__func__, &interface, from_program(program), name));
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *const name, const char **lowered)
{
    return answer(gi_rtc_lowered_name(__func__, &interface, from_program(program), name, lowered));
}

/* A part of a program, and its size. */
#define PART(name, part) \
    nvrtcResult name##Size(nvrtcProgram program, size_t *size) \
    { \
        return answer(gi_rtc_part_size(__func__, &interface, from_program(program), part, size)); \
    } \
    \
    nvrtcResult name(nvrtcProgram program, char *bytes) \
    { \
        return answer(gi_rtc_part_copy(__func__, &interface, from_program(program), part, bytes)); \
    }
PART(nvrtcGetPTX, GI_RTC_PTX)
PART(nvrtcGetCUBIN, GI_RTC_MACHINE_CODE)
PART(nvrtcGetLTOIR, GI_RTC_NOTHING)
PART(nvrtcGetOptiXIR, GI_RTC_NOTHING)
PART(nvrtcGetProgramLog, GI_RTC_LOG)
#ifdef GINVRTC_12
PART(nvrtcGetNVVM, GI_RTC_NOTHING)
#endif

nvrtcResult nvrtcGetPCHHeapSize(size_t *size)
{
    if (size == NULL)
        return refuse_null(__func__, "ret");
    *size = gi_rtc_heap_bytes();
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcSetPCHHeapSize(size_t size)
{
    gi_rtc_set_heap_bytes(size);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program)
{
    enum gi_rtc_result result = gi_rtc_check(__func__, &interface, from_program(program));

    return result == GI_RTC_DONE ? NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED : answer(result);
}

nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t *size)
{
    return answer(gi_rtc_part_size(__func__, &interface, from_program(program), GI_RTC_NOTHING,
                                   size));
}

nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program, nvrtcFlowCallback callback, void *payload)
{
    return answer(gi_rtc_set_watcher(__func__, &interface, from_program(program), callback,
                                     payload));
}
