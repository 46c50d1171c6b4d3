/** Prints what CUDA's libraries answer to calls during a stream capture.
 *
 *      ask_capture RUNTIME_LIBRARY DRIVER_LIBRARY [PART PARTS]
 *
 *  Both may be one HIP library, which is asked by HIP's names (as_hip.h).
 *
 *  A line is "capture.CALL.STREAM.MODE.WHO: ANSWER ANSWER ANSWER": the stream that the call takes,
 *  the mode of the capture, whether the calling thread began it, and an answer for each mode of the
 *  calling thread: global, thread-local, relaxed. An answer is CODE/STATUS/END/NODES: the call's
 *  code; the status of the captured stream after it; the code of the capture's end; the graph's
 *  nodes.
 *
 *  Each part runs in a process; if a call ends it, the next process goes on behind that call.
 *  Exit status: 77 if there is no library or no device. */
#include "ask_capture.h"
#include "as_hip.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void *runtime_library, *driver_library;

/* In the place of a function that the library has not. */
static int missing(void)
{
    return 801;
}

void *ask_find(bool is_runtime, const char *name)
{
    void *library_of = is_runtime ? runtime_library : driver_library, *symbol;

    if (is_hip_library(library_of))
        return find_in_hip(library_of, name);
    symbol = dlsym(library_of, name);
    if (symbol == NULL)
        fprintf(stderr, "the library has no %s\n", name);
    return symbol != NULL ? symbol : (void *)(uintptr_t)missing;
}

/* ---- what the calls use ---------------------------------------------------------------------- */

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n"
                          ".visible .global .align 4 .u32 word;\n"
                          ".visible .entry nothing(.param .u64 p)\n{\n    ret;\n}\n";

static void *device, *device2, *pinned, *page, *page2, *managed, *made, *arguments[1], *kernel;
static CUdeviceptr d, pointer;
static enum cudaFuncCache cache;
static size_t size, size2, bytes64 = 64, zero_size;
static unsigned int flags;
static int number;
static unsigned long long number64, zero64;
static float milliseconds;
static dim3 one = { 1, 1, 1 };
static struct cudaPitchedPtr pitched, device3;
static struct cudaChannelFormatDesc channel = { 8, 0, 0, 0, cudaChannelFormatKindUnsigned },
                                    channel_out;
static struct cudaExtent extent_out;
static struct cudaPointerAttributes attributes;
static struct cudaMemcpy3DParms box;
static struct cudaMemcpy3DPeerParms peer_box;
static struct cudaMemcpyAttributes copy_attributes = { .srcAccessOrder = 3 };
static cudaArray_t array, array2, array_made;
static cudaMipmappedArray_t mip_made;
static cudaStream_t captured, other, stream_made, s;
static cudaEvent_t event, event2, event_fresh, event_ipc, event_made;
static cudaMemPool_t pool, pool_made;
static struct cudaMemPoolProps pool_props = { .allocType = 1, .location = { 1, 0 } };
static struct cudaMemLocation location = { 1, 0 };
static enum cudaMemAccessFlags pool_access;
static enum cudaStreamCaptureStatus capture_status;
static enum cudaStreamCaptureMode mode;
static union cudaLaunchAttributeValue stream_value = { .syncPolicy = 1 };
static struct cudaFuncAttributes function_attributes;
static cudaLibrary_t library, library_made;
static cudaKernel_t kernel_made;
static struct cudaResourceDesc resource, surface_resource;
static struct cudaTextureDesc texture_description;
static cudaTextureObject_t texture;
static cudaIpcMemHandle_t ipc_memory;
static cudaIpcEventHandle_t ipc_event;
static cudaExternalSemaphore_t semaphore_made;
static cudaExternalMemory_t memory_made;
static struct cudaExternalSemaphoreHandleDesc no_semaphore = { .type = 1, .handle.fd = -1 };
static struct cudaExternalMemoryHandleDesc no_memory = { .type = 1, .handle.fd = -1, .size = 64 };
static cudaGraph_t graph, graph_made, captured_graph;
static cudaGraphExec_t exec, exec_made;
static cudaGraphNode_t node_made;
static cudaUserObject_t user_made;
static CUmodule module, module_made;
static CUfunction function, function_made;
static CUcontext context;
static CUlinkState link_made;
static CUarray driver_array;
static CUDA_ARRAY_DESCRIPTOR driver_array_description = { 16, 4, CU_AD_FORMAT_UNSIGNED_INT8, 1 };
static CUDA_RESOURCE_DESC driver_resource;
static CUmemAllocationProp page_props = { .type = 1, .location = { 1, 0 } };
static CUmemAccessDesc page_access = { { 1, 0 }, 3 };
static CUstreamBatchMemOpParams word_operation;
static struct cudaMemAccessDesc pool_description = { { 1, 0 }, 3 };
static struct cudaDeviceProp properties;
static CUlibrary driver_library_made;

static void CUDA_CB driver_callback(CUstream stream, CUresult status, void *data)
{
    (void)stream, (void)status, (void)data;
}

static void CUDART_CB callback(cudaStream_t stream, cudaError_t status, void *data)
{
    (void)stream, (void)status, (void)data;
}

static void CUDART_CB host_function(void *data)
{
    (void)data;
}

static const cudaLaunchConfig_t *launch_in(cudaStream_t stream)
{
    static cudaLaunchConfig_t configuration;

    configuration = (cudaLaunchConfig_t){ .gridDim = one, .blockDim = one, .stream = stream };
    return &configuration;
}

static void make_range(void)
{
    D(cuMemAddressReserve)(&pointer, 2 << 20, 0, 0, 0);
    D(cuMemCreate)(&number64, 2 << 20, &page_props, 0);
}

static void drop_range(void)
{
    D(cuMemUnmap)(pointer, 2 << 20);
    D(cuMemRelease)(number64);
    D(cuMemAddressFree)(pointer, 2 << 20);
}

static void must(int code, const char *what)
{
    if (code == 0)
        return;
    fprintf(stderr, "%s: %d\n", what, code);
    exit(code == 100 || code == 35 ? 77 : 3);
}
#define MUST(call) must(call, #call)

static void prepare(void)
{
    static struct cudaPitchedPtr p;

    MUST(R(cudaSetDevice)(0));
    MUST(R(cudaMalloc)(&device, 65536));
    MUST(R(cudaMalloc)(&device2, 65536));
    d = (CUdeviceptr)(uintptr_t)device;
    MUST(R(cudaMallocHost)(&pinned, 65536));
    MUST(R(cudaMallocManaged)(&managed, 65536, 1));
    page = aligned_alloc(4096, 65536);
    page2 = aligned_alloc(4096, 65536);
    MUST(R(cudaMalloc3D)(&p, (struct cudaExtent){ 16, 2, 1 }));
    device3 = p;
    MUST(R(cudaMallocArray)(&array, &channel, 16, 4, 2));
    MUST(R(cudaMallocArray)(&array2, &channel, 16, 4, 0));
    MUST(R(cudaStreamCreateWithFlags)(&other, 1));
    MUST(R(cudaEventCreate)(&event));
    MUST(R(cudaEventCreate)(&event2));
    MUST(R(cudaEventCreate)(&event_fresh));
    MUST(R(cudaEventCreateWithFlags)(&event_ipc, 6));
    MUST(R(cudaDeviceGetDefaultMemPool)(&pool, 0));
    MUST(R(cudaLibraryLoadData)(&library, ptx, NULL, NULL, 0, NULL, NULL, 0));
    MUST(R(cudaLibraryGetKernel)(&kernel_made, library, "nothing"));
    kernel = (void *)kernel_made;
    arguments[0] = &d;
    MUST(R(cudaLaunchKernel)(kernel, one, one, arguments, 0, other));
    MUST(D(cuModuleLoadData)(&module, ptx));
    MUST(D(cuModuleGetFunction)(&function, module, "nothing"));
    MUST(R(cudaGraphCreate)(&graph, 0));
    MUST(R(cudaGraphAddMemsetNode)(&node_made, graph, NULL, 0, &(struct cudaMemsetParams){
        .dst = device, .elementSize = 1, .width = 64, .height = 1 }));
    MUST(R(cudaGraphInstantiate)(&exec, graph, 0));
    resource = (struct cudaResourceDesc){ .resType = cudaResourceTypeArray,
                                          .res.array.array = array2 };
    surface_resource = (struct cudaResourceDesc){ .resType = cudaResourceTypeArray,
                                                  .res.array.array = array };
    MUST(R(cudaCreateTextureObject)(&texture, &resource, &texture_description, NULL));
    box.srcPtr = (struct cudaPitchedPtr){ device2, 64, 16, 2 };
    box.dstPtr = (struct cudaPitchedPtr){ device, 64, 16, 2 };
    box.extent = (struct cudaExtent){ 16, 2, 1 };
    box.kind = 3;
    peer_box.srcPtr = box.srcPtr, peer_box.dstPtr = box.dstPtr, peer_box.extent = box.extent;
    word_operation.writeValue.operation = 2;
    word_operation.writeValue.address = d;
    MUST(R(cudaEventRecord)(event, other));
    MUST(R(cudaDeviceSynchronize)());
}

/* ---- the calls ------------------------------------------------------------------------------- */

enum step { BEFORE, DURING, BEHIND };

#define CALL(interface, name, variant, takes_stream, before, args, after) \
    static int call_##name##_##variant(enum step step, int code) \
    { \
        switch (step) { \
        case BEFORE: made = NULL; (void)code; before; return 0; \
        case DURING: return (int)interface(name) args; \
        case BEHIND: after; return 0; \
        } \
        return 0; \
    }
#include "ask_capture_calls.h"
#undef CALL

struct call {
    const char *name;
    bool takes_stream;
    int (*step)(enum step step, int code);
};

#define STRING(text) #text
#define CALL(interface, name, variant, takes_stream, before, args, after) \
    { #name "_" STRING(variant), takes_stream, call_##name##_##variant },
static const struct call calls[] = {
#include "ask_capture_calls.h"
};
#define CALL_COUNT ((int)(sizeof calls / sizeof calls[0]))

struct one_call {
    const struct call *call;
    int mode, code;
};

static void *call_it(void *argument)
{
    struct one_call *it = argument;

    mode = it->mode;
    R(cudaThreadExchangeStreamCaptureMode)(&mode);
    it->code = it->call->step(DURING, 0);
    mode = 0;
    R(cudaThreadExchangeStreamCaptureMode)(&mode);
    return NULL;
}

static void ask_once(const struct call *call, int which, int capture_mode, bool own,
                     int thread_mode)
{
    struct one_call it = { call, thread_mode, 0 };
    enum cudaStreamCaptureStatus status = 7;
    pthread_t thread;
    size_t nodes = 0;
    int end;

    MUST(R(cudaStreamCreate)(&captured));
    s = which == 0 ? captured : which == 1 ? other : NULL;
    call->step(BEFORE, 0);
    if (R(cudaStreamBeginCapture)(captured, capture_mode) != 0)
        printf(" no");
    if (own) {
        (void)call_it(&it);
    } else if (pthread_create(&thread, NULL, call_it, &it) == 0) {
        pthread_join(thread, NULL);
    }
    R(cudaStreamIsCapturing)(captured, &status);
    captured_graph = NULL;
    end = R(cudaStreamEndCapture)(captured, &captured_graph);
    if (captured_graph != NULL) {
        R(cudaGraphGetNodes)(captured_graph, NULL, &nodes);
        R(cudaGraphDestroy)(captured_graph);
    }
    printf(" %d/%d/%d/%zu", it.code, status, end, nodes);
    fflush(stdout);
    call->step(BEHIND, it.code);
    R(cudaStreamDestroy)(captured);
    R(cudaGetLastError)();
}

static void ask(const struct call *call)
{
    static const char *const streams[] = { "captured", "other", "legacy" };
    static const char *const modes[] = { "global", "local", "relaxed" };

    for (int which = 0; which < (call->takes_stream ? 3 : 1); which++) {
        for (int m = 0; m < 6; m++) {
            printf("capture.%s.%s.%s.%s:", call->name, call->takes_stream ? streams[which] : "none",
                   modes[m / 2], m % 2 == 0 ? "own" : "thread");
            for (int thread_mode = 0; thread_mode < 3; thread_mode++)
                ask_once(call, which, m / 2, m % 2 == 0, thread_mode);
            printf("\n");
        }
    }
}

/* Asks from *next on, in a process of its own. */
static int ask_from(volatile int *next, int part, int parts)
{
    int status;
    pid_t child = fork();

    if (child != 0)
        return waitpid(child, &status, 0) == child ? status : 0;
    prepare();
    for (; *next < CALL_COUNT + ask_sequence_count; ++*next) {
        if (*next % parts != part)
            continue;
        alarm(20);
        if (*next < CALL_COUNT)
            ask(&calls[*next]);
        else
            ask_sequence(*next - CALL_COUNT);
    }
    fflush(stdout);
    _exit(0);
}

static bool open_libraries(char **names)
{
    driver_library = dlopen(names[1], RTLD_NOW | RTLD_GLOBAL);
    runtime_library = driver_library != NULL ? dlopen(names[0], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (runtime_library == NULL)
        fprintf(stderr, "%s\n", dlerror());
    return runtime_library != NULL;
}

int main(int count, char **arguments_)
{
    int part = count > 4 ? atoi(arguments_[3]) : 0, parts = count > 4 ? atoi(arguments_[4]) : 1;
    volatile int *next = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                              0);

    if (count < 3 || next == MAP_FAILED || !open_libraries(arguments_ + 1))
        return 77;
    for (int status = 1; status != 0 && *next < CALL_COUNT + ask_sequence_count; ++*next) {
        status = ask_from(next, part, parts);
        if (WIFSIGNALED(status))
            printf(" signal %d\n", WTERMSIG(status));
        fflush(stdout);
        if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
            return WEXITSTATUS(status);
    }
    return 0;
}
