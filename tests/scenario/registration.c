/** Device code that compilers register before main: what is wrong is taken without a crash, and the
 *  configuration of a launch comes back. */
#include "scenario.h"

#include <string.h>

#include "test_cases.h"

#if API_IS_CUDA
#define ENTRY(name) __cuda##name
extern void **__cudaRegisterFatBinary(void *segment);
extern void __cudaRegisterFatBinaryEnd(void **module);
extern unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                                cudaStream_t stream);
extern cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes,
                                              void *stream);
#define MAGIC 0x466243b1u
#define ERROR_NOT_CONFIGURED cudaErrorMissingConfiguration
#else
#define ENTRY(name) __hip##name
extern void **__hipRegisterFatBinary(const void *segment);
extern void __hipRegisterManagedVar(void *module, void **variable, void *initial,
                                    const char *name, size_t size, unsigned int alignment);
#define MAGIC 0x48495046u
#define ERROR_NOT_CONFIGURED hipErrorMissingConfiguration
#endif
extern void ENTRY(UnregisterFatBinary)(void **module);

struct segment {
    unsigned int magic, version;
    const void *image;
    void *unused;
};

TEST_CASE(images_of_every_kind_are_taken)
{
    struct segment segments[] = { { MAGIC, 1, NULL, NULL }, { MAGIC, 1, "image", NULL },
                                  { 0, 1, "image", NULL }, { MAGIC, 77, NULL, NULL } };
    void **module;

    (void)gpuGetLastError();
    for (size_t i = 0; i < sizeof segments / sizeof segments[0]; i++) {
        module = ENTRY(RegisterFatBinary)(&segments[i]);
        assert_true(module != NULL || (!API_IS_CUDA && i > 1));
#if API_IS_CUDA
        __cudaRegisterFatBinaryEnd(module);
#endif
        ENTRY(UnregisterFatBinary)(module);
    }
    module = ENTRY(RegisterFatBinary)(NULL);
    assert_true(API_IS_CUDA == (module != NULL));
    ENTRY(UnregisterFatBinary)(module);
    ENTRY(UnregisterFatBinary)(NULL);
    ENTRY(UnregisterFatBinary)((void **)(void *)&module);        /* was never one */
    assert_int_equal(gpuPeekAtLastError(), gpuSuccess);
}

TEST_CASE(the_configuration_of_a_launch_comes_back)
{
    const dim3 one = { 1, 2, 3 }, two = { 4, 5, 6 };
    dim3 grid = { 7, 7, 7 }, block = { 7, 7, 7 };
    gpuStream_t stream = AS_STREAM(7);
    size_t shared_bytes = 7;

    EXPECT(ENTRY(PopCallConfiguration)(&grid, &block, &shared_bytes, &stream),
           ERROR_NOT_CONFIGURED, "");
    assert_true(grid.x == 7 && block.z == 7 && shared_bytes == 7 && stream == AS_STREAM(7));
    assert_int_equal(ENTRY(PushCallConfiguration)(one, two, 8, NULL), 0);
    assert_int_equal(ENTRY(PushCallConfiguration)(two, one, 9, AS_STREAM(2)), 0);
    BAD_VALUE(ENTRY(PopCallConfiguration)(NULL, &block, &shared_bytes, &stream), "grid");
    OK(ENTRY(PopCallConfiguration)(&grid, &block, &shared_bytes, &stream));
    assert_true(grid.x == 4 && grid.y == 5 && grid.z == 6 && block.x == 1 && block.z == 3);
    assert_true(shared_bytes == 9 && stream == AS_STREAM(2));
    OK(ENTRY(PopCallConfiguration)(&grid, &block, &shared_bytes, &stream));
    assert_true(grid.x == 1 && block.x == 4 && shared_bytes == 8 && stream == NULL);
    EXPECT(ENTRY(PopCallConfiguration)(&grid, &block, &shared_bytes, &stream),
           ERROR_NOT_CONFIGURED, "");
}

#if !API_IS_CUDA
TEST_CASE(managed_variables_have_memory)
{
    struct segment segment = { MAGIC, 1, NULL, NULL };
    void **module = __hipRegisterFatBinary(&segment);
    int initial[4] = { 1, 2, 3, 4 }, got[4];
    hipPointerAttribute_t attributes;
    int *variable = NULL, *of_none = NULL;

    __hipRegisterManagedVar(module, (void **)(void *)&variable, initial, "variable",
                            sizeof initial, 16);
    assert_memory_equal(variable, initial, sizeof initial);
    if (variable != initial) {           /* which it is where there is no managed memory */
        OK(hipPointerGetAttributes(&attributes, variable));
        assert_int_equal(attributes.type, hipMemoryTypeManaged);
        OK(hipMemset(variable, 0, sizeof(int)));
        OK(hipMemcpy(got, variable, sizeof got, hipMemcpyDefault));
        assert_true(got[0] == 0 && got[3] == 4);
    }
    __hipRegisterManagedVar(NULL, (void **)(void *)&of_none, initial, "of none", 4, 4);
    assert_ptr_equal(of_none, initial);
    __hipUnregisterFatBinary(module);
}
#endif

int run_registration(void)
{
    return run_test_cases(NULL);
}
