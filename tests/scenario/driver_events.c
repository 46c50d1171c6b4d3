/** Events of whole contexts and users of contexts, by CUDA's driver interface. */
#include <pthread.h>
#include <string.h>

#include "driver.h"
#include "test_cases.h"

enum { BYTES = 4096, STREAMS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int open_gates;

static void pass_gate(void *number)
{
    pthread_mutex_lock(&lock);
    while (open_gates < *(const int *)number)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void open_gate(int number)
{
    pthread_mutex_lock(&lock);
    open_gates = number;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

struct context {
    CUcontext context;
    CUstream streams[STREAMS];
    CUdeviceptr memory;
};

static void make(struct context *made)
{
    OK(cuCtxCreate(&made->context, NULL, 0, 0));
    OK(cuStreamCreate(&made->streams[0], CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&made->streams[1], CU_STREAM_DEFAULT));
    made->streams[2] = CU_STREAM_PER_THREAD;
    OK(cuMemAlloc(&made->memory, BYTES));
    OK(cuMemsetD8(made->memory, 0, BYTES));
}

static int begin(void **state)
{
    (void)state;
    open_gates = 0;
    return cuInit(0) == CUDA_SUCCESS && cuCtxSetCurrent(NULL) == CUDA_SUCCESS ? 0 : -1;
}

TEST_CASE_WITH(a_record_of_all_streams, begin, NULL)
{
    int gates[STREAMS];
    struct context one;
    uint8_t byte;
    CUevent event;

    make(&one);
    OK(cuEventCreate(&event, CU_EVENT_DEFAULT));
    OK(cuCtxRecordEvent(one.context, event));
    OK(cuEventSynchronize(event));
    for (int i = 0; i < STREAMS; i++) {
        gates[i] = i + 1;
        OK(cuLaunchHostFunc(one.streams[i], pass_gate, &gates[i]));
        OK(cuMemsetD8Async(one.memory + (CUdeviceptr)i, (unsigned char)(i + 1), 1,
                           one.streams[i]));
        OK(cuCtxRecordEvent(one.context, event));
        IS(cuEventQuery(event), CUDA_ERROR_NOT_READY);
        open_gate(i + 1);
        OK(cuEventSynchronize(event));
        OK(cuMemcpyDtoH(&byte, one.memory + (CUdeviceptr)i, 1));
        assert_int_equal(byte, i + 1);
    }
    OK(cuCtxDestroy(one.context));
}

TEST_CASE_WITH(a_wait_of_all_streams, begin, NULL)
{
    CUevent event, marks[STREAMS + 1];
    struct context worker, waiter;
    int gate = 1;
    uint8_t byte;

    make(&worker);
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuLaunchHostFunc(worker.streams[0], pass_gate, &gate));
    OK(cuMemsetD8Async(worker.memory, 9, 1, worker.streams[0]));
    OK(cuEventRecord(event, worker.streams[0]));
    make(&waiter);
    OK(cuCtxWaitEvent(waiter.context, event));
    for (int i = 0; i <= STREAMS; i++) {
        CUstream stream = i < STREAMS ? waiter.streams[i] : NULL;

        OK(cuMemcpyDtoDAsync(waiter.memory + (CUdeviceptr)i, worker.memory, 1, stream));
        OK(cuEventCreate(&marks[i], CU_EVENT_DISABLE_TIMING));
        OK(cuEventRecord(marks[i], stream));
        IS(cuEventQuery(marks[i]), CUDA_ERROR_NOT_READY);
    }
    open_gate(1);
    for (int i = 0; i <= STREAMS; i++) {
        OK(cuEventSynchronize(marks[i]));
        OK(cuMemcpyDtoH(&byte, waiter.memory + (CUdeviceptr)i, 1));
        assert_int_equal(byte, 9);
    }
    OK(cuCtxDestroy(waiter.context));
    OK(cuCtxDestroy(worker.context));
}

TEST_CASE_WITH(wrong_contexts_and_events, begin, NULL)
{
    struct context one, two;
    CUcontext none = NULL;
    CUevent event;

    make(&one);
    OK(cuEventCreate(&event, CU_EVENT_DEFAULT));
    make(&two);
    IS(cuCtxRecordEvent(two.context, event), CUDA_ERROR_INVALID_HANDLE);
    OK(cuCtxWaitEvent(two.context, event));      /* never recorded */
    IS(cuCtxRecordEvent(none, event), CUDA_ERROR_INVALID_CONTEXT);
    IS(cuCtxWaitEvent(none, event), CUDA_ERROR_INVALID_CONTEXT);
    IS(cuCtxRecordEvent(one.context, NULL), CUDA_ERROR_INVALID_HANDLE);
    IS(cuCtxWaitEvent(one.context, (CUevent)(void *)one.streams[0]), CUDA_ERROR_INVALID_HANDLE);
    OK(cuCtxDestroy(one.context));
    IS(cuCtxRecordEvent(one.context, event), CUDA_ERROR_INVALID_CONTEXT);
    IS(cuCtxWaitEvent(two.context, event), CUDA_ERROR_INVALID_HANDLE);
    OK(cuCtxDestroy(two.context));
}

TEST_CASE_WITH(users, begin, NULL)
{
    CUcontext context, same = NULL, now;

    IS(cuCtxAttach(&same, 0), CUDA_ERROR_INVALID_CONTEXT);
    OK(cuCtxCreate(&context, NULL, 0, 0));
    IS(cuCtxAttach(&same, 1), CUDA_ERROR_INVALID_VALUE);
    IS(cuCtxAttach(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    OK(cuCtxAttach(&same, 0));
    assert_ptr_equal(same, context);
    OK(cuCtxDetach(context));
    OK(cuCtxGetCurrent(&now));
    assert_ptr_equal(now, context);
    IS(cuCtxDetach(NULL), CUDA_ERROR_INVALID_CONTEXT);
    OK(cuCtxDetach(context));
    OK(cuCtxGetCurrent(&now));
    assert_null(now);
    IS(cuCtxSetCurrent(context), CUDA_ERROR_INVALID_CONTEXT);
}
