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
    .without_place = GI_RTC_INVALID_INPUT, .is_clang = true
};

#define RTC(name) hiprtc##name
#define RTC_CODE(name) HIPRTC_##name
#define RTC_TEXTS const char **
#include "rtc/rtc_calls.h"

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

RTC_VERSION(hiprtcVersion)
RTC_CREATE(hiprtcCreateProgram)
RTC_DESTROY(hiprtcDestroyProgram)
RTC_COMPILE(hiprtcCompileProgram)
RTC_ADD_NAME(hiprtcAddNameExpression)
RTC_LOWERED_NAME(hiprtcGetLoweredName)
RTC_PART_SIZE(hiprtcGetProgramLogSize, GI_RTC_LOG)
RTC_PART(hiprtcGetProgramLog, GI_RTC_LOG)
RTC_PART_SIZE(hiprtcGetCodeSize, GI_RTC_MACHINE_CODE)
RTC_PART(hiprtcGetCode, GI_RTC_MACHINE_CODE)
RTC_PART_SIZE(hiprtcGetBitcodeSize, GI_RTC_PTX)
RTC_PART(hiprtcGetBitcode, GI_RTC_PTX)

/* ---- linkers --------------------------------------------------------------------------------- */

#define NOT_NULL(argument) \
    do { \
        if ((argument) == NULL) \
            return refuse_null(__func__, #argument); \
    } while (0)

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
