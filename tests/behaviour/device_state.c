/* Questions about the state of a device: flags, limits, configurations, peers, initialisation. */
#include "behaviour.h"

#include <stdio.h>
#include <string.h>

static void ask_choose(int arg)
{
    (void)arg;
    struct cudaDeviceProp wanted;
    int device = -7;
    memset(&wanted, 0, sizeof(wanted));
    answer_with("zeros", cudaChooseDevice(&device, &wanted), "device=%d", device);
    answer("null_out", cudaChooseDevice(NULL, &wanted));
    device = -7;
    answer_with("null_properties", cudaChooseDevice(&device, NULL), "device=%d", device);
    answer("null_both", cudaChooseDevice(NULL, NULL));
    wanted.major = 99;
    answer_with("major_99", cudaChooseDevice(&device, &wanted), "device=%d", device);
    wanted.major = -1;
    answer_with("major_minus_1", cudaChooseDevice(&device, &wanted), "device=%d", device);
    memset(&wanted, 0xff, sizeof(wanted));
    answer_with("all_ones", cudaChooseDevice(&device, &wanted), "device=%d", device);
    answer("own_properties", cudaGetDeviceProperties(&wanted, 0));
    answer_with("of_own_properties", cudaChooseDevice(&device, &wanted), "device=%d", device);
}

/* The argument says whether the device is started first. */
static void ask_flags(int started)
{
    static const unsigned int flags[] = {0,    1,    2,    3,    4,    5,    6,    7,     8,    9,
                                         0xc,  0x10, 0x18, 0x20, 0x40, 0x80, 0x88, 0x100, 0xff,
                                         0xffffffff};
    unsigned int got = 77;
    if (started)
        start_device();
    cudaError_t code = cudaGetDeviceFlags(&got);
    answer_with("get", code, "flags=%#x", got);
    answer("get_null", cudaGetDeviceFlags(NULL));
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        answer(label("set_%#x", flags[i]), cudaSetDeviceFlags(flags[i]));
        got = 77;
        code = cudaGetDeviceFlags(&got);
        answer_with(label("get_after_%#x", flags[i]), code, "flags=%#x", got);
    }
}

static const struct {
    int device;
    unsigned int device_flags, flags;
} init_calls[] = {
    {0, 0, 0},    {-1, 0, 0}, {1000, 0, 0}, {0, 0, 1},  {0, 4, 1},          {0, 4, 0},
    {0, 8, 1},    {0, 3, 1},  {0, 0xff, 1}, {0, 0xff, 0}, {0, 0, 2},        {0, 0x100, 1},
    {1000, 0, 1}, {0, 0, 3},  {0, 0, 0xff}, {-1, 0xff, 0xff},
};

static void ask_init(int index)
{
    int device = -7;
    unsigned int flags = 77;
    answer("init", cudaInitDevice(init_calls[index].device, init_calls[index].device_flags,
                                  init_calls[index].flags));
    answer_with("get_device", cudaGetDevice(&device), "device=%d", device);
    answer_with("get_flags", cudaGetDeviceFlags(&flags), "flags=%#x", flags);
    answer("again", cudaInitDevice(init_calls[index].device, 4, 1));
    answer_with("get_flags_again", cudaGetDeviceFlags(&flags), "flags=%#x", flags);
    start_device();
    answer_with("get_flags_started", cudaGetDeviceFlags(&flags), "flags=%#x", flags);
}

static void ask_valid_devices(int arg)
{
    (void)arg;
    int list[4] = {0, 0, 0, 0};
    answer("null_1", cudaSetValidDevices(NULL, 1));
    answer("null_0", cudaSetValidDevices(NULL, 0));
    answer("list_0", cudaSetValidDevices(list, 0));
    answer("list_1", cudaSetValidDevices(list, 1));
    answer("same_twice", cudaSetValidDevices(list, 2));
    answer("minus_1", cudaSetValidDevices(list, -1));
    answer("too_many", cudaSetValidDevices(list, 1000));
    list[0] = 1000;
    answer("device_1000", cudaSetValidDevices(list, 1));
    list[0] = -1;
    answer("device_minus_1", cudaSetValidDevices(list, 1));
    start_device();
    list[0] = 0;
    answer("started", cudaSetValidDevices(list, 1));
    answer("started_null", cudaSetValidDevices(NULL, 0));
}

/* The argument is the number of the limit. */
static void ask_limit(int number)
{
    enum cudaLimit limit = (enum cudaLimit)number;
    size_t first = 77;
    size_t got = 77;
    start_device();
    cudaError_t code = cudaDeviceGetLimit(&first, limit);
    answer_with("get", code, "out=%s", first == 77 ? "unchanged" : first == 0 ? "zero" : "set");
    answer("get_null", cudaDeviceGetLimit(NULL, limit));
    answer("set_same", cudaDeviceSetLimit(limit, first));
    (void)cudaDeviceGetLimit(&got, limit);
    note("after_same", "%s", got == first ? "same" : "other");
    static const size_t values[] = {0, 1, 2, 3, 64, 128, 1000, 1024, 4096, SIZE_MAX};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        size_t before = got;
        answer(label("set_%zu", values[i]), cudaDeviceSetLimit(limit, values[i]));
        code = cudaDeviceGetLimit(&got, limit);
        note(label("after_%zu", values[i]), "%s",
             code != cudaSuccess ? "unknown" : got == values[i] ? "that"
             : got == before ? "as before" : "other");
    }
}

static void ask_limit_values(int arg)
{
    (void)arg;
    start_device();
    for (int limit = 0; limit < 7; limit++) {
        size_t got = 77;
        cudaError_t code = cudaDeviceGetLimit(&got, (enum cudaLimit)limit);
        answer_with(label("limit_%d", limit), code, "value=%zu", got);
    }
}

static void ask_cache_config(int arg)
{
    (void)arg;
    enum cudaFuncCache got = (enum cudaFuncCache)77;
    answer_with("get_first", cudaDeviceGetCacheConfig(&got), "config=%d", (int)got);
    answer("get_null", cudaDeviceGetCacheConfig(NULL));
    for (int config = -1; config < 6; config++) {
        answer(label("set_%d", config), cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
        cudaError_t code = cudaDeviceGetCacheConfig(&got);
        answer_with(label("get_after_%d", config), code, "config=%d", (int)got);
    }
    answer("set_99", cudaDeviceSetCacheConfig((enum cudaFuncCache)99));
}

static void ask_shared_config(int arg)
{
    (void)arg;
    enum cudaSharedMemConfig got = (enum cudaSharedMemConfig)77;
    answer_with("get_first", cudaDeviceGetSharedMemConfig(&got), "config=%d", (int)got);
    answer("get_null", cudaDeviceGetSharedMemConfig(NULL));
    for (int config = -1; config < 5; config++) {
        answer(label("set_%d", config),
               cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config));
        cudaError_t code = cudaDeviceGetSharedMemConfig(&got);
        answer_with(label("get_after_%d", config), code, "config=%d", (int)got);
    }
}

static void ask_peers(int arg)
{
    (void)arg;
    int can = -7;
    start_device();
    answer("can_null_out", cudaDeviceCanAccessPeer(NULL, 0, 0));
    answer_with("can_itself", cudaDeviceCanAccessPeer(&can, 0, 0), "can=%d", can);
    can = -7;
    answer_with("can_device_minus_1", cudaDeviceCanAccessPeer(&can, -1, 0), "can=%d", can);
    answer_with("can_peer_minus_1", cudaDeviceCanAccessPeer(&can, 0, -1), "can=%d", can);
    answer_with("can_device_1000", cudaDeviceCanAccessPeer(&can, 1000, 0), "can=%d", can);
    answer_with("can_peer_1000", cudaDeviceCanAccessPeer(&can, 0, 1000), "can=%d", can);
    answer("can_null_1000", cudaDeviceCanAccessPeer(NULL, 1000, 1000));
    answer("enable_itself", cudaDeviceEnablePeerAccess(0, 0));
    answer("enable_itself_again", cudaDeviceEnablePeerAccess(0, 0));
    answer("enable_flags_1", cudaDeviceEnablePeerAccess(0, 1));
    answer("enable_minus_1", cudaDeviceEnablePeerAccess(-1, 0));
    answer("enable_1000", cudaDeviceEnablePeerAccess(1000, 0));
    answer("enable_1000_flags_1", cudaDeviceEnablePeerAccess(1000, 1));
    answer("disable_itself", cudaDeviceDisablePeerAccess(0));
    answer("disable_minus_1", cudaDeviceDisablePeerAccess(-1));
    answer("disable_1000", cudaDeviceDisablePeerAccess(1000));
}

static void ask_peer_attributes(int arg)
{
    (void)arg;
    int value = -7;
    start_device();
    for (int number = -1; number < 9; number++) {
        enum cudaDeviceP2PAttr attribute = (enum cudaDeviceP2PAttr)number;
        value = -7;
        cudaError_t code = cudaDeviceGetP2PAttribute(&value, attribute, 0, 0);
        answer_with(label("itself_%d", number), code, "value=%d", value);
        answer(label("null_%d", number), cudaDeviceGetP2PAttribute(NULL, attribute, 0, 0));
        answer(label("peer_1000_%d", number),
               cudaDeviceGetP2PAttribute(&value, attribute, 0, 1000));
        answer(label("device_minus_1_%d", number),
               cudaDeviceGetP2PAttribute(&value, attribute, -1, 0));
    }
}

static void ask_atomics(int arg)
{
    (void)arg;
    enum cudaAtomicOperation operations[2] = {(enum cudaAtomicOperation)0,
                                              (enum cudaAtomicOperation)8};
    unsigned int got[2] = {77, 77};
    start_device();
    answer("host", cudaDeviceGetHostAtomicCapabilities(got, operations, 2, 0));
    answer("host_null_out", cudaDeviceGetHostAtomicCapabilities(NULL, operations, 2, 0));
    answer("host_null_operations", cudaDeviceGetHostAtomicCapabilities(got, NULL, 2, 0));
    answer("host_count_0", cudaDeviceGetHostAtomicCapabilities(got, operations, 0, 0));
    answer("host_nulls_count_0", cudaDeviceGetHostAtomicCapabilities(NULL, NULL, 0, 0));
    answer("host_device_1000", cudaDeviceGetHostAtomicCapabilities(got, operations, 2, 1000));
    answer("peer_itself", cudaDeviceGetP2PAtomicCapabilities(got, operations, 2, 0, 0));
    answer("peer_null_out", cudaDeviceGetP2PAtomicCapabilities(NULL, operations, 2, 0, 0));
    answer("peer_1000", cudaDeviceGetP2PAtomicCapabilities(got, operations, 2, 0, 1000));
    for (int number = -1; number < 15; number++) {
        operations[0] = (enum cudaAtomicOperation)number;
        answer(label("host_operation_%d", number),
               cudaDeviceGetHostAtomicCapabilities(got, operations, 1, 0));
    }
}

static void ask_memory_info(int arg)
{
    (void)arg;
    size_t before = 0;
    size_t during = 0;
    size_t after = 0;
    size_t total = 0;
    size_t total_again = 0;
    void *memory = NULL;
    start_device();
    answer("before", cudaMemGetInfo(&before, &total));
    answer("malloc", cudaMalloc(&memory, 64u << 20));
    answer("during", cudaMemGetInfo(&during, &total_again));
    answer("free", cudaFree(memory));
    answer("after", cudaMemGetInfo(&after, &total_again));
    note("what_changed", "total=%s less_by_it=%s given_back=%s",
         total == total_again ? "same" : "other", before - during >= 64u << 20 ? "yes" : "no",
         after > during ? "yes" : "no");
}

#define INIT(index, name) {"device_state.init_" name, ask_init, index}

const struct question device_state_questions[] = {
    {"device_state.choose", ask_choose, 0},
    {"device_state.flags", ask_flags, 0},
    {"device_state.flags_started", ask_flags, 1},
    INIT(0, "plain"), INIT(1, "minus_1"), INIT(2, "1000"), INIT(3, "flags_valid"),
    INIT(4, "blocking"), INIT(5, "blocking_not_valid"), INIT(6, "map_host"),
    INIT(7, "two_schedules"),
    INIT(8, "bad_flags"), INIT(9, "bad_flags_not_valid"), INIT(10, "second_flags_2"),
    INIT(11, "flags_0x100"), INIT(12, "1000_valid"), INIT(13, "second_flags_3"),
    INIT(14, "second_flags_0xff"), INIT(15, "all_bad"),
    {"device_state.valid_devices", ask_valid_devices, 0},
    {"device_state.limit_minus_1", ask_limit, -1},
    {"device_state.limit_0", ask_limit, 0},
    {"device_state.limit_1", ask_limit, 1},
    {"device_state.limit_2", ask_limit, 2},
    {"device_state.limit_3", ask_limit, 3},
    {"device_state.limit_4", ask_limit, 4},
    {"device_state.limit_5", ask_limit, 5},
    {"device_state.limit_6", ask_limit, 6},
    {"device_state.limit_7", ask_limit, 7},
    {"device_state.limit_99", ask_limit, 99},
    {"device_state.limit_values", ask_limit_values, 0},
    {"device_state.cache_config", ask_cache_config, 0},
    {"device_state.shared_config", ask_shared_config, 0},
    {"device_state.peers", ask_peers, 0},
    {"device_state.peer_attributes", ask_peer_attributes, 0},
    {"device_state.atomics", ask_atomics, 0},
    {"device_state.memory_info", ask_memory_info, 0},
    {NULL, NULL, 0},
};
