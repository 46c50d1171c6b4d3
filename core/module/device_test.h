/** Runs of a kernel of the library's own on a device, to find out something of it.
 *
 *  Threads: any that holds no lock of streams, allocations or compiled kernels. */
#ifndef GI_DEVICE_TEST_H
#define GI_DEVICE_TEST_H

#include <stddef.h>

#include "base/status.h"

struct gi_code;
struct gi_device;
struct gi_launch;

/** A test that runs. */
struct gi_device_test {
    struct gi_device *device;
    struct gi_function *function;        /* translated */
    struct gi_stream *stream;
    struct gi_allocation *memory;        /* of the host, zeros at first; kernels reach it */
};

/** A test: its kernel, its memory, and the function that launches it. */
struct gi_device_test_plan {
    const char *text;                    /* PTX */
    const char *entry;
    size_t bytes;
    void (*prepare)(struct gi_code *code, void *context);    /* says what the code is translated
                                                                for; or NULL */
    gi_status (*run)(const struct gi_device_test *test, void *context);
    void *context;
};

/** Loads the kernel, calls run, and unloads it. The memory check does not look at the kernel.
 *  Errors:  of loading, translating and run. */
GI_MUST_CHECK gi_status gi_device_test(struct gi_device *device,
                                       const struct gi_device_test_plan *plan);

/** Copies bytes into the memory, launches the kernel, waits, and copies them back. */
GI_MUST_CHECK gi_status gi_device_test_launch(const struct gi_device_test *test,
                                              const struct gi_launch *launch, void *bytes,
                                              size_t count);

#endif
