/** Loads a kernel of SPIR-V, and moves bytes to and from the device. */
#ifndef SHADER_RUNNING_H
#define SHADER_RUNNING_H

#include "device/device.h"
#include "module/launch.h"
#include "module/module.h"
#include "ops/copy.h"
#include "pools/memory.h"
#include "queue/device_table.h"
#include "stream/stream.h"

struct loaded {
    struct gi_code *code;
    gi_handle module, function;
};

static inline void load(struct loaded *loaded, const uint32_t *words, size_t count,
                        const char *name)
{
    struct gi_device *device;

    assert_int_equal(gi_device_current(&device), GI_OK);
    if (gi_code_read(words, count * 4, &loaded->code) != GI_OK)
        fail_msg("%s", gi_last_error_detail());
    assert_int_equal(gi_module_load(loaded->code, device, &loaded->module), GI_OK);
    assert_int_equal(gi_module_function(loaded->module, name, &loaded->function), GI_OK);
}

static inline void unload(struct loaded *loaded)
{
    assert_int_equal(gi_module_unload(loaded->module), GI_OK);
    gi_code_unref(loaded->code);
}

static inline uint64_t device_bytes(const void *bytes, size_t size)
{
    uint64_t pointer;

    assert_int_equal(gi_memory_alloc(size, &pointer), GI_OK);
    assert_int_equal(gi_copy_linear(pointer, (uint64_t)(uintptr_t)bytes, size,
                                    GI_COPY_HOST_TO_DEVICE, gi_in_legacy()), GI_OK);
    return pointer;
}

static inline void read_back(void *out, uint64_t pointer, size_t size)
{
    assert_int_equal(gi_copy_linear((uint64_t)(uintptr_t)out, pointer, size,
                                    GI_COPY_DEVICE_TO_HOST, gi_in_legacy()), GI_OK);
    assert_int_equal(gi_memory_free(pointer), GI_OK);
}

/** The arguments of kernels that add a product to each number, and what they compute. */
struct axpy {
    float numbers[2][1000], factor;
    int count;
    uint64_t to, from;
};

static inline void axpy_begin(struct axpy *axpy)
{
    axpy->factor = 3;
    axpy->count = sizeof axpy->numbers[0] / sizeof axpy->numbers[0][0];
    for (int i = 0; i < axpy->count; i++) {
        axpy->numbers[0][i] = 1;
        axpy->numbers[1][i] = (float)i;
    }
    axpy->to = device_bytes(axpy->numbers[0], sizeof axpy->numbers[0]);
    axpy->from = device_bytes(axpy->numbers[1], sizeof axpy->numbers[1]);
}

static inline void axpy_end(struct axpy *axpy)
{
    read_back(axpy->numbers[0], axpy->to, sizeof axpy->numbers[0]);
    assert_int_equal(gi_memory_free(axpy->from), GI_OK);
    for (int i = 0; i < axpy->count; i++)
        assert_true(axpy->numbers[0][i] == 3 * (float)i + 1);
}

#endif
