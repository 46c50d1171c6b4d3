/** The one result type of the core and its drivers, and the sentence that goes with a failure. */
#ifndef GI_STATUS_H
#define GI_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a call inside the library answers; the front ends translate it once, by a full switch. */
typedef enum gi_status {
    GI_OK = 0,
    GI_NOT_READY,               /* work is still pending; an answer, not a failure: no sentence */
    GI_TIMEOUT,                 /* a deadline passed; an answer, not a failure: no sentence */
    GI_INVALID_VALUE,           /* an argument is wrong */
    GI_INVALID_HANDLE,          /* a handle is NULL, or its object is not one for this call */
    GI_STALE_HANDLE,            /* the handle of a stream, event or array is not NULL and names
                                   none that lives */
    GI_INVALID_DEVICE,          /* a device ordinal is out of range */
    GI_INVALID_PITCH,           /* rows of a box are wider than they are apart */
    GI_INVALID_CHANNELS,        /* channels of texels that no format has */
    GI_INVALID_FILTER,          /* a texture would filter what it does not read as floats */
    GI_INVALID_NORM,            /* a texture would read integers as parts of 1 that have none */
    GI_INVALID_COPY_DIRECTION,  /* a copy kind is not one of the enum's */
    GI_OUT_OF_MEMORY,           /* host or device memory is exhausted */
    GI_NOT_INITIALIZED,         /* the process is a forked child of one that used the library */
    GI_NO_DRIVER,               /* no driver could be loaded at all */
    GI_NO_DEVICE,               /* drivers are there, but no usable device */
    GI_MAP_FAILED,              /* memory could not be mapped */
    GI_OS_ERROR,                /* the operating system refused */
    GI_IMPORT_FAILED,           /* an OS handle is not what its type says, or the driver refused
                                   it */
    GI_NOT_SUPPORTED,           /* this device, driver or platform cannot do it */
    GI_NOT_PERMITTED,           /* allowed elsewhere, but not in this state or place */
    GI_ALREADY_REGISTERED,      /* host memory is the library's already, or part of it is */
    GI_NOT_REGISTERED,          /* host memory that should be registered is not */
    GI_LIMIT_UNSUPPORTED,       /* no device here has the limit that is asked about */
    GI_PEER_UNSUPPORTED,        /* a device does not reach the memory of another */
    GI_PEER_NOT_ENABLED,        /* access to another device's memory was not enabled */
    GI_WRONG_PROCESS,           /* a handle for other processes was opened in its own */
    GI_NO_LAUNCH,               /* a launch is to be made that was not configured */
    GI_INVALID_IMAGE,           /* device code is no container that is known, or is damaged */
    GI_NO_BINARY,               /* device code has no form in it that runs here */
    GI_DEVICE_LOST,             /* the device is gone; stays until the process ends */
    GI_AWAITED_FAILED,          /* work that other work waited for has failed: of another stream, or
                                   of another process */
    GI_INTERNAL                 /* a defect of the library or of the driver below it */
} gi_status;

#define GI_MUST_CHECK __attribute__((warn_unused_result))
/* Seldom called: what leads to it is kept apart from what a call usually runs through. */
#define GI_COLD __attribute__((cold))
#define GI_PRINTF(format_index, first_index) \
    __attribute__((format(printf, format_index, first_index)))

/** Keeps a sentence for the calling thread and returns code. The caller may still have another way:
 *  only gi_report_failure makes it an error of the log.
 *  Threads: any. */
GI_COLD GI_PRINTF(2, 3) gi_status gi_fail(gi_status code, const char *format, ...);

/** Logs the calling thread's last failure at level error, once: it has reached the program, or
 *  work of the program.
 *  Threads: any. */
GI_COLD void gi_report_failure(void);

/** Appends to a sentence that is being put together in text, which has room for so many bytes; what
 *  does not fit is cut.
 *  Threads: any. */
GI_PRINTF(3, 4) void gi_append(char *text, size_t room, const char *format, ...);

/** The sentence of the calling thread's last failure, also of one that was dealt with; "" before
 *  the first. Never NULL.
 *  Owner:   the library; valid until the thread's next failing call.
 *  Threads: any; each thread has its own. */
const char *gi_last_error_detail(void);

/** Makes that sentence the one of a failed call of the program.
 *  Threads: any. */
GI_COLD void gi_publish_detail(void);

/** The sentence of the calling thread's last failed call; "" before the first. Never NULL.
 *  Owner:   the library; valid until the thread's next failing call.
 *  Threads: any; each thread has its own. */
const char *gi_published_detail(void);

/** The name of a status, as in "GI_OK". */
const char *gi_status_name(gi_status status);

#endif
