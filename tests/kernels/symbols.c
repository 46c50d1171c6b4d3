/** Variables of device code by what stands for them. */
#include "kernels.h"

#include <string.h>

#include "test_cases.h"

TEST_CASE(addresses_and_sizes_are_told)
{
    uint32_t got[8];
    void *pointer = NULL;
    size_t size = 0;

    OK(gpuGetSymbolAddress(&pointer, variable_table));
    OK(gpuGetSymbolSize(&size, variable_table));
    assert_int_equal(size, 32);
    OK(gpuMemcpy(got, pointer, size, gpuMemcpyDeviceToHost));
    assert_true(got[0] == 1 && got[7] == 34);
    OK(gpuGetSymbolSize(&size, &variable_counter));
    assert_int_equal(size, 4);
    BAD_VALUE(gpuGetSymbolAddress(NULL, variable_table), "pointer");
    BAD_VALUE(gpuGetSymbolSize(NULL, variable_table), "size");
    EXPECT(gpuGetSymbolAddress(&pointer, NULL), gpuErrorInvalidSymbol, "no variable");
    EXPECT(gpuGetSymbolSize(&size, &stubs[STUB_FILL]), gpuErrorInvalidSymbol, "no variable");
}

TEST_CASE(constants_change_between_launches)
{
    uint32_t values[2] = { 1000, 2000 }, got[8];
    void *out;
    void *arguments[] = { &out };
    gpuStream_t stream;

    OK(gpuMalloc(&out, sizeof got));
    OK(gpuStreamCreate(&stream));
    OK(gpuMemcpyToSymbolAsync(variable_table, values, sizeof values, 8, gpuMemcpyHostToDevice,
                              stream));
    OK(launch(STUB_TABLE, GRID(1, 1, 1), GRID(8, 1, 1), arguments, 0, stream));
    OK(gpuMemcpyAsync(got, out, sizeof got, gpuMemcpyDeviceToHost, stream));
    OK(gpuStreamSynchronize(stream));
    assert_true(got[1] == 102 && got[2] == 1100 && got[3] == 2100 && got[4] == 108);
    OK(gpuMemcpyFromSymbolAsync(got, variable_table, 12, 4, gpuMemcpyDefault, stream));
    OK(gpuStreamSynchronize(stream));
    assert_true(got[0] == 2 && got[1] == 1000 && got[2] == 2000);
    OK(gpuStreamDestroy(stream));
    OK(gpuFree(out));
}

TEST_CASE(device_memory_is_copied_as_well)
{
    uint32_t value = 77, got = 0;
    void *memory;

    OK(gpuMalloc(&memory, 4));
    OK(gpuMemcpy(memory, &value, 4, gpuMemcpyHostToDevice));
    OK(gpuMemcpyToSymbol(&variable_offset, memory, 4, 0, gpuMemcpyDeviceToDevice));
    OK(gpuMemcpyFromSymbol(&got, &variable_offset, 4, 0, gpuMemcpyDeviceToHost));
    assert_int_equal(got, 77);
    OK(gpuFree(memory));
}

TEST_CASE(ranges_and_kinds_are_checked)
{
    uint32_t words[16] = { 0 };

    OK(gpuMemcpyToSymbol(variable_table, words, 0, 32, gpuMemcpyHostToDevice));
    OK(gpuMemcpyToSymbol(NULL, words, 0, 0, gpuMemcpyHostToDevice));     /* as the vendor's does */
    EXPECT(gpuGetSymbolAddress(NULL, words), gpuErrorInvalidSymbol, "no variable");
    BAD_VALUE(gpuMemcpyToSymbol(variable_table, words, 33, 0, gpuMemcpyHostToDevice), "outside");
    BAD_VALUE(gpuMemcpyToSymbol(variable_table, words, 4, 29, gpuMemcpyHostToDevice), "outside");
    BAD_VALUE(gpuMemcpyToSymbol(variable_table, words, 4, SIZE_MAX, gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpyFromSymbol(words, variable_table, SIZE_MAX, 4, gpuMemcpyDeviceToHost), "");
    BAD_VALUE(gpuMemcpyFromSymbol(NULL, variable_table, 4, 0, gpuMemcpyDeviceToHost), "");
    EXPECT(gpuMemcpyToSymbol(variable_table, words, 4, 0, gpuMemcpyDeviceToHost),
           gpuErrorInvalidMemcpyDirection, "kind");
    EXPECT(gpuMemcpyFromSymbol(words, variable_table, 4, 0, gpuMemcpyHostToDevice),
           gpuErrorInvalidMemcpyDirection, "kind");
    EXPECT(gpuMemcpyToSymbol(words, words, 4, 0, gpuMemcpyHostToDevice), gpuErrorInvalidSymbol, "");
}

static int set_up(void **state)
{
    *state = code_main_register();
    return *state == NULL;
}

TEST_CASE(everything_ends)
{
    code_end(*state);
}

int run_symbols(void)
{
    return run_test_cases(set_up);
}
