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

const char *gi_status_name(gi_status status)
{
    switch (status) {
    case GI_OK: return "GI_OK";
    case GI_NOT_READY: return "GI_NOT_READY";
    case GI_TIMEOUT: return "GI_TIMEOUT";
    case GI_INVALID_VALUE: return "GI_INVALID_VALUE";
    case GI_INVALID_HANDLE: return "GI_INVALID_HANDLE";
    case GI_STALE_HANDLE: return "GI_STALE_HANDLE";
    case GI_INVALID_DEVICE: return "GI_INVALID_DEVICE";
    case GI_INVALID_PITCH: return "GI_INVALID_PITCH";
    case GI_INVALID_CHANNELS: return "GI_INVALID_CHANNELS";
    case GI_INVALID_FILTER: return "GI_INVALID_FILTER";
    case GI_INVALID_NORM: return "GI_INVALID_NORM";
    case GI_INVALID_COPY_DIRECTION: return "GI_INVALID_COPY_DIRECTION";
    case GI_OUT_OF_MEMORY: return "GI_OUT_OF_MEMORY";
    case GI_NOT_INITIALIZED: return "GI_NOT_INITIALIZED";
    case GI_INVALID_CONTEXT: return "GI_INVALID_CONTEXT";
    case GI_CONTEXT_DESTROYED: return "GI_CONTEXT_DESTROYED";
    case GI_PRIMARY_ACTIVE: return "GI_PRIMARY_ACTIVE";
    case GI_NO_DRIVER: return "GI_NO_DRIVER";
    case GI_NO_DEVICE: return "GI_NO_DEVICE";
    case GI_MAP_FAILED: return "GI_MAP_FAILED";
    case GI_OS_ERROR: return "GI_OS_ERROR";
    case GI_IMPORT_FAILED: return "GI_IMPORT_FAILED";
    case GI_NOT_SUPPORTED: return "GI_NOT_SUPPORTED";
    case GI_NOT_PERMITTED: return "GI_NOT_PERMITTED";
    case GI_ALREADY_REGISTERED: return "GI_ALREADY_REGISTERED";
    case GI_ENDING: return "GI_ENDING";
    case GI_NOT_REGISTERED: return "GI_NOT_REGISTERED";
    case GI_LIMIT_UNSUPPORTED: return "GI_LIMIT_UNSUPPORTED";
    case GI_PEER_UNSUPPORTED: return "GI_PEER_UNSUPPORTED";
    case GI_PEER_NOT_ENABLED: return "GI_PEER_NOT_ENABLED";
    case GI_WRONG_PROCESS: return "GI_WRONG_PROCESS";
    case GI_NO_LAUNCH: return "GI_NO_LAUNCH";
    case GI_INVALID_CONFIGURATION: return "GI_INVALID_CONFIGURATION";
    case GI_INVALID_FUNCTION: return "GI_INVALID_FUNCTION";
    case GI_INVALID_SYMBOL: return "GI_INVALID_SYMBOL";
    case GI_NOT_FOUND: return "GI_NOT_FOUND";
    case GI_NO_FILE: return "GI_NO_FILE";
    case GI_OUT_OF_RESOURCES: return "GI_OUT_OF_RESOURCES";
    case GI_TOO_LARGE_COOPERATIVE: return "GI_TOO_LARGE_COOPERATIVE";
    case GI_LAUNCH_ASSERTED: return "GI_LAUNCH_ASSERTED";
    case GI_LAUNCH_TRAPPED: return "GI_LAUNCH_TRAPPED";
    case GI_ILLEGAL_ADDRESS: return "GI_ILLEGAL_ADDRESS";
    case GI_INVALID_PTX: return "GI_INVALID_PTX";
    case GI_INVALID_SOURCE: return "GI_INVALID_SOURCE";
    case GI_INVALID_IMAGE: return "GI_INVALID_IMAGE";
    case GI_NO_BINARY: return "GI_NO_BINARY";
    case GI_DEVICE_LOST: return "GI_DEVICE_LOST";
    case GI_DEVICE_FAULTED: return "GI_DEVICE_FAULTED";
    case GI_LAUNCH_TIMEOUT: return "GI_LAUNCH_TIMEOUT";
    case GI_AWAITED_FAILED: return "GI_AWAITED_FAILED";
    case GI_CAPTURE_STATE: return "GI_CAPTURE_STATE";
    case GI_CAPTURE_UNSUPPORTED: return "GI_CAPTURE_UNSUPPORTED";
    case GI_CAPTURE_INVALIDATED: return "GI_CAPTURE_INVALIDATED";
    case GI_CAPTURE_MERGE: return "GI_CAPTURE_MERGE";
    case GI_CAPTURE_UNMATCHED: return "GI_CAPTURE_UNMATCHED";
    case GI_CAPTURE_UNJOINED: return "GI_CAPTURE_UNJOINED";
    case GI_CAPTURE_ISOLATION: return "GI_CAPTURE_ISOLATION";
    case GI_CAPTURE_IMPLICIT: return "GI_CAPTURE_IMPLICIT";
    case GI_CAPTURED_EVENT: return "GI_CAPTURED_EVENT";
    case GI_CAPTURE_WRONG_THREAD: return "GI_CAPTURE_WRONG_THREAD";
    case GI_LOSSY_QUERY: return "GI_LOSSY_QUERY";
    case GI_INTERNAL: return "GI_INTERNAL";
    }
    return "an unknown status";
}
