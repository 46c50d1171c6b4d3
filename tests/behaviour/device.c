/* Questions about devices, the last error and forked children. */
#include "behaviour.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void ask_machine(int arg)
{
    (void)arg;
    struct cudaDeviceProp properties;
    int driver = 0;
    int runtime = 0;
    int pageable = -1;
    answer("driver_version", cudaDriverGetVersion(&driver));
    answer("runtime_version", cudaRuntimeGetVersion(&runtime));
    memset(&properties, 0, sizeof(properties));
    answer("properties", cudaGetDeviceProperties(&properties, 0));
    answer("pageable_attribute",
           cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, 0));
    note("is", "%s driver=%d runtime=%d pageable_access=%d", properties.name, driver, runtime,
         pageable);
}

static void ask_choice(int arg)
{
    (void)arg;
    int count = -7;
    int device = -7;
    answer("get_before_set", cudaGetDevice(&device));
    note("device_before_set", "%d", device);
    answer("count", cudaGetDeviceCount(&count));
    answer("set_minus_1", cudaSetDevice(-1));
    answer("set_count", cudaSetDevice(count));
    answer("set_1000", cudaSetDevice(1000));
    answer("get_null", cudaGetDevice(NULL));
    answer("count_null", cudaGetDeviceCount(NULL));
    cudaError_t code = cudaGetDevice(&device);
    answer_with("get_after_bad_set", code, "device=%d", device);
    answer("set_0", cudaSetDevice(0));
    answer("driver_version_null", cudaDriverGetVersion(NULL));
    answer("runtime_version_null", cudaRuntimeGetVersion(NULL));
}

static void ask_properties(int arg)
{
    (void)arg;
    struct cudaDeviceProp properties;
    char text[64];
    int value = -7;
    start_device();
    answer("null_out", cudaGetDeviceProperties(NULL, 0));
    answer("minus_1", cudaGetDeviceProperties(&properties, -1));
    answer("device_1000", cudaGetDeviceProperties(&properties, 1000));
    static const int attributes[] = {-1, 0, 1, 93, 9999};
    for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
        snprintf(text, sizeof(text), "attribute_%d", attributes[i]);
        answer(text, cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)attributes[i], 0));
    }
    answer("attribute_null", cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0));
    answer("attribute_device_minus_1", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, -1));
    answer("attribute_device_1000", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1000));
    static const int lengths[] = {-1, 0, 1, 5, 12, 13, 64};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        char name[32];
        memset(text, 'Z', sizeof(text));
        cudaError_t code = cudaDeviceGetPCIBusId(text, lengths[i], 0);
        text[63] = '\0';
        snprintf(name, sizeof(name), "pci_length_%d", lengths[i]);
        answer_with(name, code, "terminated_at=%zd", text[0] == 'Z' ? (ssize_t)-1
                                                                    : (ssize_t)strlen(text));
    }
    answer("pci_null", cudaDeviceGetPCIBusId(NULL, 13, 0));
    answer("pci_device_1000", cudaDeviceGetPCIBusId(text, 13, 1000));
    answer("by_pci_null_out", cudaDeviceGetByPCIBusId(NULL, "0000:00:00.0"));
    answer("by_pci_null", cudaDeviceGetByPCIBusId(&value, NULL));
    answer("by_pci_garbage", cudaDeviceGetByPCIBusId(&value, "garbage"));
    answer("by_pci_absent", cudaDeviceGetByPCIBusId(&value, "ffff:ff:1f.0"));
}

static void *peek_elsewhere(void *out_code)
{
    *(cudaError_t *)out_code = cudaPeekAtLastError();
    return NULL;
}

static void ask_last_error(int arg)
{
    (void)arg;
    cudaError_t elsewhere = cudaSuccess;
    pthread_t thread;
    start_device();
    note("fresh", "peek=%s", cudaGetErrorName(cudaPeekAtLastError()));
    (void)cudaSetDevice(-1);
    note("after_failure", "peek=%s", cudaGetErrorName(cudaPeekAtLastError()));
    pthread_create(&thread, NULL, peek_elsewhere, &elsewhere);
    pthread_join(thread, NULL);
    note("in_another_thread", "peek=%s", cudaGetErrorName(elsewhere));
    (void)cudaSetDevice(0);
    note("after_success", "peek=%s", cudaGetErrorName(cudaPeekAtLastError()));
    (void)cudaMalloc(NULL, 4);
    note("second_failure", "peek=%s", cudaGetErrorName(cudaPeekAtLastError()));
    cudaError_t got = cudaGetLastError();
    note("get", "%s", cudaGetErrorName(got));
    note("get_again", "%s", cudaGetErrorName(cudaGetLastError()));
}

static void ask_texts(int arg)
{
    (void)arg;
    static const int codes[] = {-1, 4, 5, 12345, 999, 10000};
    char name[32];
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        const char *text = cudaGetErrorName((cudaError_t)codes[i]);
        snprintf(name, sizeof(name), "name_%d", codes[i]);
        note(name, "%s", text == NULL ? "NULL" : text);
        text = cudaGetErrorString((cudaError_t)codes[i]);
        snprintf(name, sizeof(name), "string_%d", codes[i]);
        note(name, "%s", text == NULL ? "NULL" : text);
    }
}

static void child_calls(void *device, cudaStream_t stream)
{
    int count = 0;
    void *fresh = NULL;
    char host[16];
    answer("get_device", cudaGetDevice(&count));
    answer("device_count", cudaGetDeviceCount(&count));
    answer("set_device", cudaSetDevice(0));
    answer("malloc", cudaMalloc(&fresh, 64));
    answer("stream_query", cudaStreamQuery(stream));
    answer("stream_synchronize", cudaStreamSynchronize(stream));
    answer("memcpy", cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost));
    answer("free", cudaFree(device));
    answer("stream_destroy", cudaStreamDestroy(stream));
    answer("device_synchronize", cudaDeviceSynchronize());
}

static void ask_fork(int arg)
{
    (void)arg;
    void *device = NULL;
    cudaStream_t stream = NULL;
    int status = 0;
    start_device();
    answer("malloc_in_parent", cudaMalloc(&device, 64));
    answer("stream_in_parent", cudaStreamCreate(&stream));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        child_calls(device, stream);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        note("child", "signal %d", WTERMSIG(status));
    answer("parent_still", cudaMemset(device, 0, 64));
}

const struct question device_questions[] = {
    {"device.machine", ask_machine, 0},
    {"device.choice", ask_choice, 0},
    {"device.properties", ask_properties, 0},
    {"device.last_error", ask_last_error, 0},
    {"device.error_texts", ask_texts, 0},
    {"device.forked_child", ask_fork, 0},
    {NULL, NULL, 0},
};
