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
    .name = "nvrtc", .language = &gicuda_language, .words = words,
    .without_place = GI_RTC_INVALID_PROGRAM
};

#define RTC(name) nvrtc##name
#define RTC_CODE(name) NVRTC_##name
#define RTC_TEXTS const char *const *
#include "rtc/rtc_calls.h"

_Static_assert((int)GI_RTC_CANCELLED == NVRTC_ERROR_CANCELLED, "one list of numbers");

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

RTC_VERSION(nvrtcVersion)
RTC_CREATE(nvrtcCreateProgram)
RTC_DESTROY(nvrtcDestroyProgram)
RTC_COMPILE(nvrtcCompileProgram)
RTC_ADD_NAME(nvrtcAddNameExpression)
RTC_LOWERED_NAME(nvrtcGetLoweredName)
RTC_PART_SIZE(nvrtcGetProgramLogSize, GI_RTC_LOG)
RTC_PART(nvrtcGetProgramLog, GI_RTC_LOG)

/* A part of a program, and its size. */
#define PART(name, part) RTC_PART_SIZE(name##Size, part) RTC_PART(name, part)
PART(nvrtcGetPTX, GI_RTC_PTX)
PART(nvrtcGetCUBIN, GI_RTC_MACHINE_CODE)
PART(nvrtcGetLTOIR, GI_RTC_NOTHING)
PART(nvrtcGetOptiXIR, GI_RTC_NOTHING)
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
