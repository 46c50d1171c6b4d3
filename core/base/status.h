/** The one result type of the core and its drivers, and the sentence that belongs to a failure.
 *  Threads: any; each thread has its own sentences. */
#ifndef GI_STATUS_H
#define GI_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The result of a call inside the library. A front end translates it once, in a full switch. */
typedef enum gi_status {
    GI_OK = 0,
    GI_NOT_READY,               /* work is still pending; an answer, not a failure: no sentence */
    GI_TIMEOUT,                 /* a deadline passed; an answer, not a failure: no sentence */
    GI_INVALID_VALUE,           /* an argument is wrong */
    GI_INVALID_HANDLE,          /* a handle is NULL, or its object is not one for this call */
    GI_STALE_HANDLE,            /* the handle of a stream, event or array is not NULL and names no
                                   live object */
    GI_INVALID_DEVICE,          /* a device ordinal is out of range */
    GI_INVALID_PITCH,           /* the rows of a box are wider than their pitch */
    GI_INVALID_CHANNELS,        /* no format has these channels */
    GI_INVALID_FILTER,          /* a linear filter on texels that are not read as floats */
    GI_INVALID_NORM,            /* a normalized read of integers that have no normalized format */
    GI_INVALID_COPY_DIRECTION,  /* a copy kind is not in the enum */
    GI_OUT_OF_MEMORY,           /* host or device memory is exhausted */
    GI_NOT_INITIALIZED,         /* the process is a forked child of one that used the library, or
                                   has not made the call that must come first */
    GI_INVALID_CONTEXT,         /* a context is needed, and none is current or named */
    GI_CONTEXT_DESTROYED,       /* the thread's current context was destroyed */
    GI_PRIMARY_ACTIVE,          /* a primary context is in use already */
    GI_NO_DRIVER,               /* no driver could be loaded at all */
    GI_NO_DEVICE,               /* drivers are there, but no usable device */
    GI_MAP_FAILED,              /* memory could not be mapped */
    GI_OS_ERROR,                /* the operating system refused */
    GI_IMPORT_FAILED,           /* an OS handle does not match its type, or the driver refused it */
    GI_NOT_SUPPORTED,           /* this device, driver or platform cannot do it */
    GI_NOT_PERMITTED,           /* allowed elsewhere, but not in this state or place */
    GI_ALREADY_REGISTERED,      /* host memory, or a part of it, belongs to the library or is
                                   registered already */
    GI_ENDING,                  /* the process ends, and its drivers are closed */
    GI_NOT_REGISTERED,          /* host memory that should be registered is not */
    GI_LIMIT_UNSUPPORTED,       /* no device has the limit */
    GI_PEER_UNSUPPORTED,        /* a device cannot access the memory of another */
    GI_PEER_NOT_ENABLED,        /* access to another device's memory was not enabled */
    GI_WRONG_PROCESS,           /* a handle for other processes was opened in the process that made
                                   it */
    GI_NO_LAUNCH,               /* a launch without a configuration */
    GI_INVALID_CONFIGURATION,   /* a launch's grid or block is empty or too large */
    GI_INVALID_FUNCTION,        /* a launch of something that is no kernel of the program */
    GI_INVALID_SYMBOL,          /* a name of something that is no variable of device code */
    GI_NOT_FOUND,               /* a module has nothing of that name */
    GI_NO_FILE,                 /* a file cannot be opened */
    GI_OUT_OF_RESOURCES,        /* a launch needs more of a block than its kernel allows */
    GI_TOO_LARGE_COOPERATIVE,   /* not all blocks of a cooperative launch can run at once */
    GI_LAUNCH_ASSERTED,         /* an assertion of a kernel has failed */
    GI_LAUNCH_TRAPPED,          /* a kernel has stopped itself */
    GI_ILLEGAL_ADDRESS,         /* a kernel has used an address that is nobody's */
    GI_INVALID_PTX,             /* PTX that cannot be read */
    GI_INVALID_SOURCE,          /* texts that cannot be joined: none defines a name that one uses */
    GI_INVALID_IMAGE,           /* device code is damaged, or in no known container */
    GI_NO_BINARY,               /* device code has no form that runs on the device */
    GI_DEVICE_LOST,             /* the device is gone; stays until the process ends */
    GI_DEVICE_FAULTED,          /* the device is lost: a kernel used an address that is nobody's */
    GI_LAUNCH_TIMEOUT,          /* the device is given up: a kernel runs longer than it may */
    GI_AWAITED_FAILED,          /* work that this work waited for has failed, in another stream or
                                   process */
    GI_CAPTURE_STATE,           /* the stream captures already, or does not capture */
    GI_CAPTURE_UNSUPPORTED,     /* not possible while a stream captures */
    GI_CAPTURE_INVALIDATED,     /* the capture was broken before */
    GI_CAPTURE_MERGE,           /* two captures would become one */
    GI_CAPTURE_UNMATCHED,       /* the capture began in another stream */
    GI_CAPTURE_UNJOINED,        /* the capture's first stream does not follow all of its nodes */
    GI_CAPTURE_ISOLATION,       /* captured work would follow work outside of the capture */
    GI_CAPTURE_IMPLICIT,        /* the legacy stream would order with a stream that captures */
    GI_CAPTURED_EVENT,          /* the event's newest record is a part of a capture */
    GI_CAPTURE_WRONG_THREAD,    /* the capture began in another thread */
    GI_LOSSY_QUERY,             /* a question leaves no room for a part of the answer */
    GI_INVALID_GRAPHICS_CONTEXT,    /* the thread's context of a graphics interface is none, or not
                                       the right one */
    GI_ALREADY_MAPPED,          /* a graphics resource is mapped */
    GI_NOT_MAPPED,              /* a graphics resource is not mapped */
    GI_NOT_MAPPED_AS_ARRAY,     /* a graphics resource is a buffer */
    GI_NOT_MAPPED_AS_POINTER,   /* a graphics resource is an image */
    GI_INTERNAL                 /* a bug in the library or in the driver */
} gi_status;

#define GI_MUST_CHECK __attribute__((warn_unused_result))
/* Seldom called: the compiler keeps the code that leads to it apart from the usual path. */
#define GI_COLD __attribute__((cold))
#define GI_PRINTF(format_index, first_index) \
    __attribute__((format(printf, format_index, first_index)))

/** Whether the status says that a device is lost. */
static inline bool gi_status_is_lost(gi_status status)
{
    return status == GI_DEVICE_LOST || status == GI_DEVICE_FAULTED || status == GI_LAUNCH_TIMEOUT;
}

/** Stores a sentence for the calling thread and returns code. The caller may still have a fallback,
 *  so only gi_report_failure makes it an error of the log. */
GI_COLD GI_PRINTF(2, 3) gi_status gi_fail(gi_status code, const char *format, ...);

/** Logs the calling thread's last failure at level error, once. It has reached the program or the
 *  program's work. */
GI_COLD void gi_report_failure(void);

/** Appends to the text in a buffer. Text that does not fit is cut.
 *  Units: room is the size of the buffer in bytes. */
GI_PRINTF(3, 4) void gi_append(char *text, size_t room, const char *format, ...);

/** Returns the sentence of the calling thread's last failure, also if a fallback then succeeded. ""
 *  before the first failure; never NULL.
 *  Owner: the library; valid until the thread's next failure. */
const char *gi_last_error_detail(void);

/** Makes that sentence the one of a failed call of the program. */
GI_COLD void gi_publish_detail(void);

/** Returns the sentence of the calling thread's last failed call. "" before the first; never NULL.
 *  Owner: the library; valid until the thread's next failed call. */
const char *gi_published_detail(void);

/** The name of a status, as in "GI_OK". */
const char *gi_status_name(gi_status status);

#endif
