/* Questions about the time between events: codes in every state, the sign of the result. */
#include "behaviour.h"

#include <stdio.h>

static const char *sign_of(float ms)
{
    return ms > 0 ? "positive" : ms < 0 ? "negative" : "zero";
}

static void elapsed(const char *name, cudaEvent_t start, cudaEvent_t end)
{
    float ms = -77.0f;
    cudaError_t code = cudaEventElapsedTime(&ms, start, end);
    answer_with(name, code, "%s", ms == -77.0f ? "unchanged" : sign_of(ms));
}

static void ask_signs(int arg)
{
    (void)arg;
    cudaEvent_t first = NULL;
    cudaEvent_t second = NULL;
    cudaStream_t stream = NULL;
    unsigned char *memory = obtain(DEVICE, 16u << 20);
    start_device();
    answer("first", cudaEventCreate(&first));
    answer("second", cudaEventCreateWithFlags(&second, cudaEventBlockingSync));
    answer("stream", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    answer("record_first", cudaEventRecord(first, stream));
    for (int i = 0; i < 8; i++)
        (void)cudaMemsetAsync(memory, i, 16u << 20, stream);
    answer("record_second", cudaEventRecord(second, stream));
    answer("synchronize", cudaEventSynchronize(second));
    elapsed("forward", first, second);
    elapsed("backward", second, first);
    elapsed("itself", first, first);
    float once = 0;
    float again = 1;
    (void)cudaEventElapsedTime(&once, first, second);
    (void)cudaEventElapsedTime(&again, first, second);
    note("asked_twice", "%s", once == again ? "same" : "other");
    answer("record_first_again", cudaEventRecord(first, NULL));
    answer("synchronize_again", cudaDeviceSynchronize());
    elapsed("after_recording_again", second, first);
    answer("null_out", cudaEventElapsedTime(NULL, first, second));
    elapsed("null_start", NULL, second);
    elapsed("null_end", first, NULL);
}

static void ask_states(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {0, 1, 2, 6};
    cudaEvent_t events[4];
    cudaEvent_t never = NULL;
    start_device();
    answer("never", cudaEventCreate(&never));
    for (int i = 0; i < 4; i++) {
        answer(label("create_%#x", flags[i]), cudaEventCreateWithFlags(&events[i], flags[i]));
        answer("record", cudaEventRecord(events[i], NULL));
    }
    answer("synchronize", cudaDeviceSynchronize());
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            float ms = -77.0f;
            cudaError_t code = cudaEventElapsedTime(&ms, events[i], events[k]);
            answer_with(label("from_%#x_to_%#x", flags[i], flags[k]), code, "out=%s",
                        ms == -77.0f ? "unchanged" : "set");
        }
        elapsed(label("from_%#x_to_never", flags[i]), events[i], never);
        elapsed(label("from_never_to_%#x", flags[i]), never, events[i]);
    }
}

static void ask_pending(int arg)
{
    (void)arg;
    struct hold hold;
    cudaEvent_t done = NULL;
    cudaEvent_t pending = NULL;
    cudaEvent_t untimed = NULL;
    cudaEvent_t never = NULL;
    cudaStream_t stream = NULL;
    start_device();
    answer("done", cudaEventCreate(&done));
    answer("pending", cudaEventCreate(&pending));
    answer("untimed", cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    answer("never", cudaEventCreate(&never));
    answer("stream", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    answer("record_done", cudaEventRecord(done, stream));
    answer("synchronize", cudaEventSynchronize(done));
    note("held", "%s", hold_stream(&hold, stream) ? "yes" : "no");
    answer("record_pending", cudaEventRecord(pending, stream));
    answer("record_untimed", cudaEventRecord(untimed, stream));
    elapsed("done_to_pending", done, pending);
    elapsed("pending_to_done", pending, done);
    elapsed("pending_to_itself", pending, pending);
    elapsed("pending_to_untimed", pending, untimed);
    elapsed("untimed_to_done", untimed, done);
    elapsed("pending_to_never", pending, never);
    elapsed("never_to_pending", never, pending);
    answer("record_done_again", cudaEventRecord(done, stream));
    elapsed("recorded_again_to_itself", done, done);
    let_go(&hold);
    answer("synchronize_2", cudaStreamSynchronize(stream));
    elapsed("done_later", pending, done);
}

static void ask_record_flags(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {0, 1, 2, 3, 4, 0x10, 0xffffffff};
    cudaEvent_t event = NULL;
    cudaStream_t stream = NULL;
    start_device();
    answer("event", cudaEventCreate(&event));
    answer("stream", cudaStreamCreate(&stream));
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        answer(label("null_event_%#x", flags[i]), cudaEventRecordWithFlags(NULL, stream, flags[i]));
        for (unsigned int number = 0; number < 3; number++)
            answer(label("stream_%u_flags_%#x", number, flags[i]),
                   cudaEventRecordWithFlags(event, numbered_stream(number), flags[i]));
        answer(label("wait_null_event_%#x", flags[i]),
               cudaStreamWaitEvent(stream, NULL, flags[i]));
    }
    answer("synchronize", cudaDeviceSynchronize());
}

static void ask_create_flags(int arg)
{
    (void)arg;
    start_device();
    for (unsigned int flags = 0; flags < 34; flags++) {
        cudaEvent_t event = OUT_MARKER;
        cudaError_t code = cudaEventCreateWithFlags(&event, flags);
        answer_with(label("flags_%#x", flags), code, "out=%s", out_state(event));
    }
}

const struct question elapsed_questions[] = {
    {"elapsed.signs", ask_signs, 0},
    {"elapsed.states", ask_states, 0},
    {"elapsed.pending", ask_pending, 0},
    {"elapsed.record_flags", ask_record_flags, 0},
    {"elapsed.create_flags", ask_create_flags, 0},
    {NULL, NULL, 0},
};
