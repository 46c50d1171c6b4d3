#include "status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "log.h"

static _Thread_local char last_detail[512], published_detail[512];
static _Thread_local gi_status unreported;   /* the last failure's code until it is in the log */

gi_status gi_fail(gi_status code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(last_detail, sizeof last_detail, format, args);
    va_end(args);
    unreported = code;
    gi_log(GI_LOG_DEBUG, "a step failed: %s: %s", gi_status_name(code), last_detail);
    return code;
}

void gi_report_failure(void)
{
    if (unreported == GI_OK)
        return;
    gi_log(GI_LOG_ERROR, "%s: %s", gi_status_name(unreported), last_detail);
    unreported = GI_OK;
}

void gi_append(char *text, size_t room, const char *format, ...)
{
    size_t length = strlen(text);
    va_list args;

    va_start(args, format);
    vsnprintf(text + length, room - length, format, args);
    va_end(args);
}

const char *gi_last_error_detail(void)
{
    return last_detail;
}

void gi_publish_detail(void)
{
    memcpy(published_detail, last_detail, sizeof published_detail);
}

const char *gi_published_detail(void)
{
    return published_detail;
}

/* Each status once; the compiler says where one is missing. */
#define STATUSES(N) \
    N(GI_OK) N(GI_NOT_READY) N(GI_TIMEOUT) N(GI_INVALID_VALUE) N(GI_INVALID_HANDLE) \
    N(GI_STALE_HANDLE) N(GI_INVALID_DEVICE) N(GI_INVALID_PITCH) N(GI_INVALID_CHANNELS) \
    N(GI_INVALID_FILTER) N(GI_INVALID_NORM) N(GI_INVALID_COPY_DIRECTION) N(GI_OUT_OF_MEMORY) \
    N(GI_NOT_INITIALIZED) N(GI_INVALID_CONTEXT) N(GI_CONTEXT_DESTROYED) N(GI_PRIMARY_ACTIVE) \
    N(GI_NO_DRIVER) N(GI_NO_DEVICE) N(GI_MAP_FAILED) N(GI_OS_ERROR) N(GI_IMPORT_FAILED) \
    N(GI_NOT_SUPPORTED) N(GI_NOT_PERMITTED) N(GI_ALREADY_REGISTERED) N(GI_ENDING) \
    N(GI_NOT_REGISTERED) N(GI_LIMIT_UNSUPPORTED) N(GI_PEER_UNSUPPORTED) N(GI_PEER_NOT_ENABLED) \
    N(GI_WRONG_PROCESS) N(GI_NO_LAUNCH) N(GI_INVALID_CONFIGURATION) N(GI_INVALID_FUNCTION) \
    N(GI_INVALID_SYMBOL) N(GI_NOT_FOUND) N(GI_NO_FILE) N(GI_OUT_OF_RESOURCES) \
    N(GI_TOO_LARGE_COOPERATIVE) N(GI_LAUNCH_ASSERTED) N(GI_LAUNCH_TRAPPED) N(GI_ILLEGAL_ADDRESS) \
    N(GI_INVALID_PTX) N(GI_INVALID_SOURCE) N(GI_INVALID_IMAGE) N(GI_NO_BINARY) N(GI_DEVICE_LOST) \
    N(GI_DEVICE_FAULTED) N(GI_LAUNCH_TIMEOUT) N(GI_AWAITED_FAILED) N(GI_CAPTURE_STATE) \
    N(GI_CAPTURE_UNSUPPORTED) N(GI_CAPTURE_INVALIDATED) N(GI_CAPTURE_MERGE) \
    N(GI_CAPTURE_UNMATCHED) N(GI_CAPTURE_UNJOINED) N(GI_CAPTURE_ISOLATION) \
    N(GI_CAPTURE_IMPLICIT) N(GI_CAPTURED_EVENT) N(GI_CAPTURE_WRONG_THREAD) N(GI_LOSSY_QUERY) \
    N(GI_INVALID_GRAPHICS_CONTEXT) N(GI_ALREADY_MAPPED) N(GI_NOT_MAPPED) \
    N(GI_NOT_MAPPED_AS_ARRAY) N(GI_NOT_MAPPED_AS_POINTER) N(GI_INTERNAL)

const char *gi_status_name(gi_status status)
{
#define NAME(name) case name: return #name;
    switch (status) {
    STATUSES(NAME)
    }
#undef NAME
    return "an unknown status";
}
