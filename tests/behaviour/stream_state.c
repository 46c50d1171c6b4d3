/* Questions about what a stream is: number, priority, device, attributes, capture, memory. */
#include "behaviour.h"

#include <stdio.h>
#include <string.h>

static void ask_ids(int arg)
{
    (void)arg;
    unsigned long long ids[6] = {0, 0, 0, 0, 0, 0};
    cudaStream_t streams[2] = {NULL, NULL};
    start_device();
    answer("create", cudaStreamCreate(&streams[0]));
    answer("create_2", cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking));
    answer("of_null", cudaStreamGetId(NULL, &ids[0]));
    answer("of_legacy", cudaStreamGetId(numbered_stream(1), &ids[1]));
    answer("of_per_thread", cudaStreamGetId(numbered_stream(2), &ids[2]));
    answer("of_created", cudaStreamGetId(streams[0], &ids[3]));
    answer("of_created_2", cudaStreamGetId(streams[1], &ids[4]));
    answer("again", cudaStreamGetId(streams[0], &ids[5]));
    note("same", "null_legacy=%s null_per_thread=%s null_created=%s created=%s again=%s",
         ids[0] == ids[1] ? "yes" : "no", ids[0] == ids[2] ? "yes" : "no",
         ids[0] == ids[3] ? "yes" : "no", ids[3] == ids[4] ? "yes" : "no",
         ids[3] == ids[5] ? "yes" : "no");
    answer("null_stream_null_out", cudaStreamGetId(NULL, NULL));
    answer("destroy", cudaStreamDestroy(streams[0]));
    answer("create_3", cudaStreamCreate(&streams[0]));
    answer("of_created_3", cudaStreamGetId(streams[0], &ids[5]));
    note("number_used_again", "%s", ids[3] == ids[5] ? "yes" : "no");
}

static void ask_devices(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    for (unsigned int number = 0; number < 3; number++) {
        int device = -7;
        cudaError_t code = cudaStreamGetDevice(numbered_stream(number), &device);
        answer_with(label("of_%u", number), code, "device=%d", device);
    }
    int device = -7;
    answer_with("of_created", cudaStreamGetDevice(stream, &device), "device=%d", device);
}

static void ask_create(int arg)
{
    (void)arg;
    static const unsigned int flags[] = {0, 1, 2, 3, 4, 8, 0x10, 0xffffffff};
    start_device();
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        cudaStream_t stream = OUT_MARKER;
        unsigned int got = 77;
        int priority = 77;
        cudaError_t code = cudaStreamCreateWithPriority(&stream, flags[i], -1);
        answer_with(label("with_priority_flags_%#x", flags[i]), code, "out=%s", out_state(stream));
        if (code != cudaSuccess)
            continue;
        answer_with("then_flags", cudaStreamGetFlags(stream, &got), "flags=%#x", got);
        answer_with("then_priority", cudaStreamGetPriority(stream, &priority), "priority=%d",
                    priority);
        answer("then_destroy", cudaStreamDestroy(stream));
    }
    cudaStream_t plain = NULL;
    int priority = 77;
    answer("plain", cudaStreamCreate(&plain));
    answer_with("plain_priority", cudaStreamGetPriority(plain, &priority), "priority=%d", priority);
}

#ifndef AS_HIP
/* Prints the first words of an attribute's value, which no machine has its part in. */
static void get_attribute(const char *name, cudaStream_t stream, int id)
{
    cudaLaunchAttributeValue value;
    memset(&value, 0x5a, sizeof(value));
    cudaError_t code = cudaStreamGetAttribute(stream, (cudaLaunchAttributeID)id, &value);
    const unsigned char *bytes = (const unsigned char *)&value;
    unsigned int words[2];
    memcpy(words, bytes, sizeof(words));
    if (code == cudaSuccess)
        answer_with(label("%s_%d", name, id), code, "words=%x,%x", words[0], words[1]);
    else
        answer_with(label("%s_%d", name, id), code, "out=%s",
                    words[0] == 0x5a5a5a5au ? "unchanged" : "changed");
}

/* The argument is 0, 1 or 2 for a special stream, 3 for a created one. */
static void ask_attributes(int which)
{
    cudaStream_t stream = numbered_stream((unsigned int)which);
    cudaLaunchAttributeValue value;
    start_device();
    if (which == 3)
        answer("create", cudaStreamCreate(&stream));
    for (int id = -1; id < 19; id++)
        get_attribute("get", stream, id);
    memset(&value, 0, sizeof(value));
    for (int id = -1; id < 19; id++) {
        cudaError_t code = cudaStreamSetAttribute(stream, (cudaLaunchAttributeID)id, &value);
        answer(label("set_zeros_%d", id), code);
        if (code == cudaSuccess)
            get_attribute("then_get", stream, id);
    }
}

static void ask_attribute_nulls(int set)
{
    cudaStream_t stream = NULL;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    if (set)
        answer("set_null", cudaStreamSetAttribute(stream, (cudaLaunchAttributeID)3, NULL));
    else
        answer("get_null", cudaStreamGetAttribute(stream, (cudaLaunchAttributeID)3, NULL));
}

static void ask_policy(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    cudaLaunchAttributeValue value;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    for (int policy = -1; policy < 7; policy++) {
        memset(&value, 0, sizeof(value));
        value.syncPolicy = (enum cudaSynchronizationPolicy)policy;
        answer(label("policy_%d", policy),
               cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
        get_attribute("then_get", stream, 3);
    }
    static const int priorities[] = {-99, -5, -1, 0, 1, 99};
    for (size_t i = 0; i < sizeof(priorities) / sizeof(priorities[0]); i++) {
        memset(&value, 0, sizeof(value));
        value.priority = priorities[i];
        answer(label("priority_%d", priorities[i]),
               cudaStreamSetAttribute(stream, cudaLaunchAttributePriority, &value));
        get_attribute("then_get", stream, 8);
    }
    for (int domain = -1; domain < 4; domain++) {
        memset(&value, 0, sizeof(value));
        value.memSyncDomain = (cudaLaunchMemSyncDomain)domain;
        answer(label("domain_%d", domain),
               cudaStreamSetAttribute(stream, cudaLaunchAttributeMemSyncDomain, &value));
        get_attribute("then_get", stream, 10);
    }
}

static void ask_window(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    void *memory = NULL;
    cudaLaunchAttributeValue value;
    const cudaLaunchAttributeID id = cudaLaunchAttributeAccessPolicyWindow;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    answer("malloc", cudaMalloc(&memory, 65536));
    memset(&value, 0, sizeof(value));
    value.accessPolicyWindow.base_ptr = memory;
    value.accessPolicyWindow.num_bytes = 4096;
    value.accessPolicyWindow.hitRatio = 0.5f;
    answer("normal", cudaStreamSetAttribute(stream, id, &value));
    value.accessPolicyWindow.hitProp = (enum cudaAccessProperty)2;
    answer("persisting", cudaStreamSetAttribute(stream, id, &value));
    value.accessPolicyWindow.missProp = (enum cudaAccessProperty)2;
    answer("miss_persisting", cudaStreamSetAttribute(stream, id, &value));
    value.accessPolicyWindow.missProp = (enum cudaAccessProperty)1;
    answer("miss_streaming", cudaStreamSetAttribute(stream, id, &value));
    value.accessPolicyWindow.hitProp = (enum cudaAccessProperty)9;
    answer("hit_9", cudaStreamSetAttribute(stream, id, &value));
    value.accessPolicyWindow.hitProp = (enum cudaAccessProperty)0;
    value.accessPolicyWindow.hitRatio = 1.5f;
    answer("ratio_above_1", cudaStreamSetAttribute(stream, id, &value));
    value.accessPolicyWindow.hitRatio = -0.5f;
    answer("ratio_below_0", cudaStreamSetAttribute(stream, id, &value));
    value.accessPolicyWindow.hitRatio = 1.0f;
    value.accessPolicyWindow.num_bytes = SIZE_MAX;
    answer("bytes_max", cudaStreamSetAttribute(stream, id, &value));
    value.accessPolicyWindow.num_bytes = 4096;
    value.accessPolicyWindow.base_ptr = GARBAGE;
    answer("garbage_base", cudaStreamSetAttribute(stream, id, &value));
    answer("reset_l2", cudaCtxResetPersistingL2Cache());
}

static void ask_copy_attributes(int arg)
{
    (void)arg;
    cudaStream_t from = NULL;
    cudaStream_t to = NULL;
    cudaLaunchAttributeValue value;
    start_device();
    answer("create", cudaStreamCreate(&from));
    answer("create_2", cudaStreamCreate(&to));
    memset(&value, 0, sizeof(value));
    value.syncPolicy = (enum cudaSynchronizationPolicy)4;
    answer("set", cudaStreamSetAttribute(from, cudaLaunchAttributeSynchronizationPolicy, &value));
    value.priority = -2;
    answer("set_priority", cudaStreamSetAttribute(from, cudaLaunchAttributePriority, &value));
    answer("copy", cudaStreamCopyAttributes(to, from));
    get_attribute("then_get", to, 3);
    get_attribute("then_get", to, 8);
    answer("itself", cudaStreamCopyAttributes(to, to));
    answer("null_to", cudaStreamCopyAttributes(NULL, from));
    get_attribute("null_then_get", NULL, 3);
    answer("null_from", cudaStreamCopyAttributes(to, NULL));
    answer("null_both", cudaStreamCopyAttributes(NULL, NULL));
    answer("legacy_to_per_thread",
           cudaStreamCopyAttributes(numbered_stream(2), numbered_stream(1)));
}

enum { STALE_GET, STALE_SET, STALE_COPY_TO, STALE_COPY_FROM };

static void ask_stale_attributes(int what)
{
    cudaStream_t stream = NULL;
    cudaLaunchAttributeValue value;
    memset(&value, 0, sizeof(value));
    value.syncPolicy = (enum cudaSynchronizationPolicy)1;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    answer("destroy", cudaStreamDestroy(stream));
    if (what == STALE_GET)
        answer("get", cudaStreamGetAttribute(stream, (cudaLaunchAttributeID)3, &value));
    else if (what == STALE_SET)
        answer("set", cudaStreamSetAttribute(stream, (cudaLaunchAttributeID)3, &value));
    else if (what == STALE_COPY_TO)
        answer("copy", cudaStreamCopyAttributes(stream, NULL));
    else
        answer("copy", cudaStreamCopyAttributes(NULL, stream));
}
#endif

static void ask_attach(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    unsigned char *managed = NULL;
    unsigned char *device = obtain(DEVICE, 4096);
    unsigned char *pinned = obtain(PINNED, 4096);
    unsigned char *pageable = obtain(PAGEABLE, 4096);
    start_device();
    answer("create", cudaStreamCreate(&stream));
    answer("managed", cudaMallocManaged((void **)&managed, 65536, cudaMemAttachGlobal));
    static const unsigned int flags[] = {0, 1, 2, 3, 4, 5, 7, 8, 0xffffffff};
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        answer(label("stream_flags_%#x", flags[i]),
               cudaStreamAttachMemAsync(stream, managed, 0, flags[i]));
        answer(label("null_stream_flags_%#x", flags[i]),
               cudaStreamAttachMemAsync(NULL, managed, 0, flags[i]));
    }
    answer("whole_length", cudaStreamAttachMemAsync(stream, managed, 65536, 1));
    answer("half_length", cudaStreamAttachMemAsync(stream, managed, 32768, 1));
    answer("too_long", cudaStreamAttachMemAsync(stream, managed, 65537, 1));
    answer("interior", cudaStreamAttachMemAsync(stream, managed + 4096, 0, 1));
    answer("null_pointer", cudaStreamAttachMemAsync(stream, NULL, 0, 1));
    answer("device", cudaStreamAttachMemAsync(stream, device, 0, 1));
    answer("pinned", cudaStreamAttachMemAsync(stream, pinned, 0, 1));
    answer("pageable", cudaStreamAttachMemAsync(stream, pageable, 4096, 1));
    answer("garbage", cudaStreamAttachMemAsync(stream, GARBAGE, 0, 1));
    answer("synchronize", cudaDeviceSynchronize());
}

static void ask_capture_status(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    for (unsigned int number = 0; number < 4; number++) {
        enum cudaStreamCaptureStatus status = (enum cudaStreamCaptureStatus)77;
        cudaStream_t asked = number == 3 ? stream : numbered_stream(number);
        cudaError_t code = cudaStreamIsCapturing(asked, &status);
        answer_with(label("is_capturing_%u", number), code, "status=%d", (int)status);
        answer(label("is_capturing_null_%u", number), cudaStreamIsCapturing(asked, NULL));
        unsigned long long id = 77;
        code = cudaStreamGetCaptureInfo(asked, &status, &id, NULL, NULL, NULL, NULL);
        answer_with(label("info_%u", number), code, "status=%d id=%llu", (int)status, id);
        answer(label("info_null_%u", number),
               cudaStreamGetCaptureInfo(asked, NULL, &id, NULL, NULL, NULL, NULL));
        answer(label("info_status_only_%u", number),
               cudaStreamGetCaptureInfo(asked, &status, NULL, NULL, NULL, NULL, NULL));
    }
    for (int mode = -1; mode < 5; mode++) {
        enum cudaStreamCaptureMode exchanged = (enum cudaStreamCaptureMode)mode;
        cudaError_t code = cudaThreadExchangeStreamCaptureMode(&exchanged);
        answer_with(label("exchange_mode_%d", mode), code, "was=%d", (int)exchanged);
    }
    answer("exchange_null", cudaThreadExchangeStreamCaptureMode(NULL));
}

static void ask_capture(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    cudaGraph_t graph = NULL;
    enum cudaStreamCaptureStatus status = (enum cudaStreamCaptureStatus)77;
    start_device();
    answer("create", cudaStreamCreate(&stream));
    answer("end_without_begin", cudaStreamEndCapture(stream, &graph));
    answer("end_null_stream", cudaStreamEndCapture(NULL, &graph));
    answer("begin_null", cudaStreamBeginCapture(NULL, (enum cudaStreamCaptureMode)0));
    answer("begin_legacy",
           cudaStreamBeginCapture(numbered_stream(1), (enum cudaStreamCaptureMode)0));
    answer("begin_bad_mode", cudaStreamBeginCapture(stream, (enum cudaStreamCaptureMode)9));
    answer("begin", cudaStreamBeginCapture(stream, (enum cudaStreamCaptureMode)2));
    answer_with("status", cudaStreamIsCapturing(stream, &status), "status=%d", (int)status);
    answer("end", cudaStreamEndCapture(stream, &graph));
    answer_with("status_after", cudaStreamIsCapturing(stream, &status), "status=%d", (int)status);
    answer("synchronize", cudaStreamSynchronize(stream));
}

const struct question stream_state_questions[] = {
    {"stream_state.ids", ask_ids, 0},
    {"stream_state.devices", ask_devices, 0},
    {"stream_state.create", ask_create, 0},
#ifndef AS_HIP
    {"stream_state.attributes_null", ask_attributes, 0},
    {"stream_state.attributes_legacy", ask_attributes, 1},
    {"stream_state.attributes_per_thread", ask_attributes, 2},
    {"stream_state.attributes_created", ask_attributes, 3},
    {"stream_state.get_attribute_null", ask_attribute_nulls, 0},
    {"stream_state.set_attribute_null", ask_attribute_nulls, 1},
    {"stream_state.policy", ask_policy, 0},
    {"stream_state.window", ask_window, 0},
    {"stream_state.copy_attributes", ask_copy_attributes, 0},
    {"stream_state.destroyed_get_attribute", ask_stale_attributes, STALE_GET},
    {"stream_state.destroyed_set_attribute", ask_stale_attributes, STALE_SET},
    {"stream_state.destroyed_copy_to", ask_stale_attributes, STALE_COPY_TO},
    {"stream_state.destroyed_copy_from", ask_stale_attributes, STALE_COPY_FROM},
#endif
    {"stream_state.attach", ask_attach, 0},
    {"stream_state.capture_status", ask_capture_status, 0},
    {"stream_state.capture", ask_capture, 0},
    {NULL, NULL, 0},
};
