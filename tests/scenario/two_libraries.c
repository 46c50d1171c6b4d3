/** Several libraries of one interface in one process: a program that links libcudainterop and loads
 *  a plugin that was built for libcudart.so.13 or libcudart.so.12. They have to agree on what the
 *  vendor keeps once: devices, the current one, the last error. On devices of the fake driver, and
 *  as they are installed on what the machine has.
 *
 *      scenario_two_libraries CUDA CUDA-13 CUDA-12 HIP
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <pthread.h>

#include "test_cases.h"

#ifdef ON_FAKE_DRIVER
#include "fake.h"
#endif

enum { DEVICES = 3, FIRST = 0, SECOND = 1, OLDER = 2, LIBRARIES = 3 };

/** The functions of one library. */
static struct library {
    cudaError_t (*get_device_count)(int *count);
    cudaError_t (*get_device)(int *device);
    cudaError_t (*set_device)(int device);
    cudaError_t (*set_valid_devices)(int *devices, int count);
    cudaError_t (*set_device_flags)(unsigned int flags);
    cudaError_t (*get_device_flags)(unsigned int *flags);
    cudaError_t (*get_bus_id)(char *bus_id, int size_bytes, int device);
    cudaError_t (*malloc)(void **pointer, size_t size);
    cudaError_t (*free)(void *pointer);
    cudaError_t (*get_last_error)(void);
    cudaError_t (*peek_at_last_error)(void);
} libraries[LIBRARIES];

static int (*hip_peek_at_last_error)(void);

/** How many devices the first library shows. */
static int device_count;

static void *function(void *handle, const char *name)
{
    void *found = dlsym(handle, name);

    if (found == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return found;
}

static void *open_library(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (handle == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return handle;
}

#define LOAD(slot, name) (*(void **)(void *)&library->slot = function(handle, name))

static void load(struct library *library, const char *path)
{
    void *handle = open_library(path);

    LOAD(get_device_count, "cudaGetDeviceCount");
    LOAD(get_device, "cudaGetDevice");
    LOAD(set_device, "cudaSetDevice");
    LOAD(set_valid_devices, "cudaSetValidDevices");
    LOAD(set_device_flags, "cudaSetDeviceFlags");
    LOAD(get_device_flags, "cudaGetDeviceFlags");
    LOAD(get_bus_id, "cudaDeviceGetPCIBusId");
    LOAD(malloc, "cudaMalloc");
    LOAD(free, "cudaFree");
    LOAD(get_last_error, "cudaGetLastError");
    LOAD(peek_at_last_error, "cudaPeekAtLastError");
}

#define OK(call) assert_int_equal((call), cudaSuccess)

TEST_CASE(they_are_several_libraries)
{
    for (int i = 0; i < LIBRARIES; i++)
        for (int j = 0; j < i; j++)
            assert_true(libraries[i].malloc != libraries[j].malloc);
}

/** The variable is read once, by whichever library is asked first. */
TEST_CASE(they_show_the_same_devices)
{
    char first[32], other[32];
    int count;

    setenv("CUDA_VISIBLE_DEVICES", "-1", 1);     /* no device */
    for (int i = 0; i < LIBRARIES; i++) {
        OK(libraries[i].get_device_count(&count));
        assert_int_equal(count, device_count);
        for (int device = 0; device < count; device++) {
            OK(libraries[FIRST].get_bus_id(first, sizeof first, device));
            OK(libraries[i].get_bus_id(other, sizeof other, device));
            assert_string_equal(first, other);
        }
    }
}

TEST_CASE(they_have_one_current_device)
{
    int device;

    for (int i = 0; i < LIBRARIES; i++) {
        OK(libraries[i].set_device(i % device_count));
        for (int j = 0; j < LIBRARIES; j++) {
            OK(libraries[j].get_device(&device));
            assert_int_equal(device, i % device_count);
        }
    }
}

static void *ask_for_the_device(void *out_device)
{
    if (libraries[SECOND].get_device(out_device) != cudaSuccess)
        *(int *)out_device = -1;
    return NULL;
}

static int device_of_a_new_thread(void)
{
    pthread_t thread;
    int device = -1;

    assert_int_equal(pthread_create(&thread, NULL, ask_for_the_device, &device), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    return device;
}

TEST_CASE(they_have_one_list_of_valid_devices)
{
    int wanted = device_count - 1;

    assert_int_equal(device_of_a_new_thread(), 0);
    OK(libraries[FIRST].set_valid_devices(&wanted, 1));
    assert_int_equal(device_of_a_new_thread(), wanted);
    OK(libraries[OLDER].set_valid_devices(NULL, 0));
    assert_int_equal(device_of_a_new_thread(), 0);
}

TEST_CASE(they_have_one_set_of_flags)
{
    unsigned int flags;

    OK(libraries[FIRST].set_device_flags(cudaDeviceScheduleYield));
    for (int i = 0; i < LIBRARIES; i++) {
        OK(libraries[i].get_device_flags(&flags));
        assert_int_equal(flags & cudaDeviceScheduleMask, cudaDeviceScheduleYield);
    }
    OK(libraries[OLDER].set_device_flags(cudaDeviceScheduleAuto));
}

TEST_CASE(memory_of_one_is_freed_by_another)
{
    void *pointer;

    for (int i = 0; i < LIBRARIES; i++) {
        OK(libraries[i].malloc(&pointer, 256));
        OK(libraries[(i + 1) % LIBRARIES].free(pointer));
    }
}

static void *peek(void *out_error)
{
    *(cudaError_t *)out_error = libraries[SECOND].peek_at_last_error();
    return NULL;
}

TEST_CASE(they_have_one_last_error)
{
    cudaError_t elsewhere = cudaErrorUnknown;
    pthread_t thread;

    for (int i = 0; i < LIBRARIES; i++) {
        const struct library *next = &libraries[(i + 1) % LIBRARIES];

        assert_int_equal(libraries[i].malloc(NULL, 1), cudaErrorInvalidValue);
        for (int j = 0; j < LIBRARIES; j++)
            assert_int_equal(libraries[j].peek_at_last_error(), cudaErrorInvalidValue);
        assert_int_equal(pthread_create(&thread, NULL, peek, &elsewhere), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(elsewhere, cudaSuccess);
        assert_int_equal(hip_peek_at_last_error(), 0);
        assert_int_equal(next->get_last_error(), cudaErrorInvalidValue);
        for (int j = 0; j < LIBRARIES; j++)
            assert_int_equal(libraries[j].get_last_error(), cudaSuccess);
    }
}

int main(int argument_count, char **arguments)
{
#ifdef ON_FAKE_DRIVER
    static struct gifake_device_config configs[DEVICES];
#endif

    if (argument_count != LIBRARIES + 2) {
        fprintf(stderr, "usage: %s CUDA CUDA-13 CUDA-12 HIP\n", arguments[0]);
        return 2;
    }
#ifdef ON_FAKE_DRIVER
    for (uint32_t i = 0; i < DEVICES; i++)
        gifake_default_config(&configs[i], i);
    gifake_configure(configs, DEVICES);
    unsetenv("GPUINTEROP_DEVICES");
    setenv("CUDA_VISIBLE_DEVICES", "1,0", 1);
#endif
    for (int i = 0; i < LIBRARIES; i++)
        load(&libraries[i], arguments[i + 1]);
    *(void **)(void *)&hip_peek_at_last_error =
        function(open_library(arguments[LIBRARIES + 1]), "hipPeekAtLastError");
    if (libraries[FIRST].get_device_count(&device_count) != cudaSuccess) {
        printf("skipped: no device\n");
        return 77;
    }
#ifdef ON_FAKE_DRIVER
    if (device_count != 2)
        return 1;
#endif
    return run_test_cases(NULL);
}
