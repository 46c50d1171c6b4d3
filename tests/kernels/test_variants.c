/* A function keeps a bounded number of compiled variants, and launches with any size of block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "device/device.h"
#include "module/function.h"
#include "module/launch.h"
#include "module/module.h"
#include "ops/copy.h"
#include "ops/memory.h"
#include "queue/device_table.h"
#include "stream/stream.h"

static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry fill(.param .u64 fill_0)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [fill_0];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\n"
    "add.u32 %r3, %r1, %r2;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd1, %rd1, %rd2;\n"
    "st.global.u32 [%rd1], %r3;\nret;\n}\n";

enum { SIZES = 70 };

static void launch_all(gi_handle function, uint64_t pointer)
{
    void *arguments[] = { &pointer };
    uint32_t got[SIZES];

    for (uint32_t size = 1; size <= SIZES; size++) {
        const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { size, 1, 1 },
                                          .arguments = arguments };

        assert_int_equal(gi_launch(function, &launch), GI_OK);
        assert_int_equal(gi_copy_linear((uint64_t)(uintptr_t)got, pointer, size * sizeof *got,
                                        GI_COPY_DEVICE_TO_HOST, gi_in_legacy()), GI_OK);
        for (uint32_t i = 0; i < size; i++)
            assert_int_equal(got[i], size + i);
    }
}

static uint32_t listed(const struct gi_function *function)
{
    uint32_t count = 0;

    for (struct gi_variant *at = atomic_load(&function->variants); at != NULL; at = at->next)
        count++;
    return count;
}

static void variants_are_bounded(void **state)
{
    struct gi_function *function;
    struct gi_device *device;
    struct gi_code *read;
    gi_handle module, handle;
    uint64_t pointer;

    (void)state;
    assert_int_equal(gi_device_current(&device), GI_OK);
    assert_int_equal(gi_code_read(code, sizeof code, &read), GI_OK);
    assert_int_equal(gi_module_load(read, device, &module), GI_OK);
    gi_code_unref(read);
    assert_int_equal(gi_module_function(module, "fill", &handle), GI_OK);
    assert_int_equal(gi_memory_alloc(SIZES * 4, &pointer), GI_OK);
    assert_int_equal(gi_function_acquire(handle, &function), GI_OK);
    for (int turn = 0; turn < 2; turn++) {
        launch_all(handle, pointer);
        assert_int_equal(listed(function), GI_FUNCTION_VARIANTS);
        for (uint32_t i = 0; i < GI_FUNCTION_LATE_VARIANTS; i++) {
            assert_non_null(function->late[i]);
            assert_true(function->late[i]->block[0] > SIZES - GI_FUNCTION_LATE_VARIANTS);
        }
    }
    gi_object_unref(&function->object);
    assert_int_equal(gi_memory_free(pointer), GI_OK);
    assert_int_equal(gi_module_unload(module), GI_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(variants_are_bounded) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
