/* Asks a Vulkan driver whether a timeline that two threads signal in turn ever goes back. In plain
 * Vulkan: each thread waits for its value, signals the next one and waits for that signal. Run by
 * hand. It takes the device that GPUINTEROP_ASK_DEVICE numbers, else the first.
 *
 *      hop_vulkan [RUNS [HOPS [WORD]]]         WORD: only rows that have it
 *
 * It prints a row for each way of doing it:
 *
 *      signals  host: vkSignalSemaphore; device: a submit without commands; mixed: one thread
 *               each; library: the host if the wait was over at once, else the device
 *      lock     none; signals: one lock around vkSignalSemaphore; submits: the same around submits;
 *               reads: the same around reads of the counter
 *      imports  own: the exporter's semaphore; one: an import that both use; two: one each; far:
 *               an import from another VkInstance and VkDevice, as from another program
 *      beside   nobody; reader: a third thread reads the counter all the time; sleeper: a third
 *               thread sleeps in vkWaitSemaphores for each value
 *
 * A row counts two things. A stall is a run that stood still for a second. A read went back if its
 * value is below one that the thread had signalled or read before.
 *
 * Exit: 0 if no run stood still, 1 if one did, 77 without a device. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask_vulkan.h"

enum { MOST_STALLS = 5 };
#define STALL_US 1e6

enum signals { BY_HOST, BY_DEVICE, MIXED, AS_LIBRARY, SIGNAL_WAYS };
enum lock_way { NO_LOCK, LOCKS_SIGNALS, LOCKS_SUBMITS, LOCKS_READS, LOCK_WAYS };
enum imports { OWN, ONE_IMPORT, TWO_IMPORTS, FAR_IMPORT, IMPORT_WAYS };
enum beside { NOBODY, READER, SLEEPER, BESIDE_WAYS };

static const char *const signal_words[] = { "host", "device", "mixed", "library" };
static const char *const lock_words[] = { "none", "signals", "submits", "reads" };
static const char *const import_words[] = { "own", "one", "two", "far" };
static const char *const beside_words[] = { "nobody", "reader", "sleeper" };

struct way {
    enum signals signals;
    enum lock_way lock;
    enum imports imports;
    enum beside beside;
};

struct hopper {
    pthread_t thread;
    VkSemaphore semaphore;
    unsigned number;             /* 0 or 1 */
    uint64_t waits_for, signalled;
    unsigned long back;          /* reads of a value that it knew to be passed */
};

static struct {
    struct way way;
    unsigned hops;
    pthread_mutex_t queue_lock, signal_lock;
    VkQueue queue;
    VkSemaphore done;            /* the queue's own timeline */
    uint64_t done_value;
    PFN_vkGetSemaphoreFdKHR get_fd;
    PFN_vkImportSemaphoreFdKHR import_fd;
    VkDevice far;                /* the other program's */
    atomic_bool stalled, over;
} hop = { .queue_lock = PTHREAD_MUTEX_INITIALIZER, .signal_lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- the device and its semaphores ---------------------------------------------------------- */

static bool can_export(void)
{
    const VkSemaphoreTypeCreateInfo timeline = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE };
    const VkPhysicalDeviceExternalSemaphoreInfo ask = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO, .pNext = &timeline,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT };
    VkExternalSemaphoreProperties answer = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES };

    vkGetPhysicalDeviceExternalSemaphoreProperties(vk.physical, &ask, &answer);
    return (answer.externalSemaphoreFeatures &
            VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT) != 0;
}

static VkSemaphore make_timeline(VkDevice device, bool exports)
{
    const VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkSemaphoreTypeCreateInfo timeline = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .pNext = exports ? &export : NULL,
        .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE };
    const VkSemaphoreCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                         .pNext = &timeline };
    VkSemaphore made;

    must(vkCreateSemaphore(device, &info, NULL, &made), "vkCreateSemaphore");
    return made;
}

static VkSemaphore import_of(VkDevice exporter, VkSemaphore exported)
{
    const VkSemaphoreGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR, .semaphore = exported,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT };
    VkImportSemaphoreFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
        .semaphore = make_timeline(vk.device, false),
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT };

    must(hop.get_fd(exporter, &get, &import.fd), "vkGetSemaphoreFdKHR");
    must(hop.import_fd(vk.device, &import), "vkImportSemaphoreFdKHR");
    return import.semaphore;
}

static uint32_t queue_family(void)
{
    for (uint32_t i = 0; i < vk.family_count; i++)
        if ((vk.families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0 &&
            (vk.families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0)
            return i;
    return 0;
}

static void make_hop_device(bool exports, VkDevice *out)
{
    static const char *const extensions[] = { VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME };
    const float priority = 1;
    const VkPhysicalDeviceVulkan12Features vulkan12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .timelineSemaphore = VK_TRUE };
    const VkDeviceQueueCreateInfo queue = { .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                            .queueFamilyIndex = queue_family(), .queueCount = 1,
                                            .pQueuePriorities = &priority };
    const VkDeviceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                      .pNext = &vulkan12, .queueCreateInfoCount = 1,
                                      .pQueueCreateInfos = &queue,
                                      .enabledExtensionCount = exports,
                                      .ppEnabledExtensionNames = extensions };

    must(vkCreateDevice(vk.physical, &info, NULL, out), "vkCreateDevice");
}

static void open_devices(bool exports)
{
    make_hop_device(exports, &hop.far);
    find_device();               /* by an instance of its own */
    make_hop_device(exports, &vk.device);
    vkGetDeviceQueue(vk.device, queue_family(), 0, &hop.queue);
    hop.done = make_timeline(vk.device, false);
    hop.get_fd = (PFN_vkGetSemaphoreFdKHR)vkGetDeviceProcAddr(vk.device, "vkGetSemaphoreFdKHR");
    hop.import_fd = (PFN_vkImportSemaphoreFdKHR)vkGetDeviceProcAddr(vk.device,
                                                                    "vkImportSemaphoreFdKHR");
}

/* ---- one hop -------------------------------------------------------------------------------- */

static uint64_t counter(VkSemaphore semaphore)
{
    uint64_t value;

    must(vkGetSemaphoreCounterValue(vk.device, semaphore, &value), "vkGetSemaphoreCounterValue");
    return value;
}

static uint64_t look(struct hopper *hopper)
{
    uint64_t value;

    if (hop.way.lock == LOCKS_READS)
        pthread_mutex_lock(&hop.signal_lock);
    value = counter(hopper->semaphore);
    if (hop.way.lock == LOCKS_READS)
        pthread_mutex_unlock(&hop.signal_lock);
    hopper->back += value < hopper->signalled;
    return value;
}

/* Returns false if the value was not reached for a second. */
static bool wait_for(struct hopper *hopper, uint64_t value, bool *out_at_once)
{
    double begin = now_us();

    hopper->waits_for = value;
    *out_at_once = look(hopper) >= value;
    while (look(hopper) < value && !atomic_load(&hop.stalled)) {
        if (now_us() - begin > STALL_US)
            atomic_store(&hop.stalled, true);
    }
    return !atomic_load(&hop.stalled);
}

static void signal_by_host(const struct hopper *hopper, uint64_t value)
{
    const VkSemaphoreSignalInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
                                         .semaphore = hopper->semaphore, .value = value };

    if (hop.way.lock != NO_LOCK)
        pthread_mutex_lock(&hop.signal_lock);
    must(vkSignalSemaphore(vk.device, &info), "vkSignalSemaphore");
    if (hop.way.lock != NO_LOCK)
        pthread_mutex_unlock(&hop.signal_lock);
}

/* As the library does it: the queue's own timeline is signalled with it, and waited for. */
static void signal_by_device(const struct hopper *hopper, uint64_t value)
{
    const VkSemaphore semaphores[] = { hopper->semaphore, hop.done };
    uint64_t values[] = { value, 0 };
    const VkTimelineSemaphoreSubmitInfo timelines = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .signalSemaphoreValueCount = 2, .pSignalSemaphoreValues = values };
    const VkSubmitInfo info = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &timelines,
                                .signalSemaphoreCount = 2, .pSignalSemaphores = semaphores };

    if (hop.way.lock >= LOCKS_SUBMITS)
        pthread_mutex_lock(&hop.signal_lock);
    pthread_mutex_lock(&hop.queue_lock);
    values[1] = ++hop.done_value;
    must(vkQueueSubmit(hop.queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
    pthread_mutex_unlock(&hop.queue_lock);
    if (hop.way.lock >= LOCKS_SUBMITS)
        pthread_mutex_unlock(&hop.signal_lock);
    while (counter(hop.done) < values[1])
        continue;
}

static bool host_signals(const struct hopper *hopper, bool at_once)
{
    switch (hop.way.signals) {
    case BY_HOST: return true;
    case BY_DEVICE: return false;
    case MIXED: return hopper->number == 0;
    case AS_LIBRARY: return at_once;
    case SIGNAL_WAYS: break;
    }
    return true;
}

static void *run_hopper(void *argument)
{
    struct hopper *hopper = argument;
    bool at_once;

    for (uint64_t value = hopper->number; value < hop.hops; value += 2) {
        if (!wait_for(hopper, value, &at_once))
            return NULL;
        if (host_signals(hopper, at_once))
            signal_by_host(hopper, value + 1);
        else
            signal_by_device(hopper, value + 1);
        hopper->signalled = value + 1;
        (void)look(hopper);
    }
    hopper->waits_for = hop.hops;
    return NULL;
}

/* The third thread; the semaphore is the first thread's. */
static void *stand_beside(void *argument)
{
    struct hopper *hopper = argument;

    for (uint64_t value = 1; !atomic_load(&hop.over) && !atomic_load(&hop.stalled);) {
        const VkSemaphoreWaitInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                           .semaphoreCount = 1,
                                           .pSemaphores = &hopper->semaphore,
                                           .pValues = &value };

        if (hop.way.beside == SLEEPER)
            value += vkWaitSemaphores(vk.device, &info, 1000000) == VK_SUCCESS;
        else
            (void)look(hopper);
    }
    return NULL;
}

/* ---- runs ----------------------------------------------------------------------------------- */

static void say_stall(const struct hopper *hoppers)
{
    printf("    stalled: thread 0 waits for %llu and has signalled %llu; thread 1 for %llu, and "
           "%llu; they read %llu and %llu\n",
           (unsigned long long)hoppers[0].waits_for, (unsigned long long)hoppers[0].signalled,
           (unsigned long long)hoppers[1].waits_for, (unsigned long long)hoppers[1].signalled,
           (unsigned long long)counter(hoppers[0].semaphore),
           (unsigned long long)counter(hoppers[1].semaphore));
}

/* Lets the threads hop; returns whether they stood still. */
static bool hop_all(struct hopper *hoppers)
{
    struct hopper beside = { .semaphore = hoppers[0].semaphore };

    atomic_store(&hop.stalled, false);
    atomic_store(&hop.over, false);
    if (hop.way.beside != NOBODY &&
        pthread_create(&beside.thread, NULL, stand_beside, &beside) != 0)
        exit(1);
    for (int i = 0; i < 2; i++)
        if (pthread_create(&hoppers[i].thread, NULL, run_hopper, &hoppers[i]) != 0)
            exit(1);
    for (int i = 0; i < 2; i++)
        pthread_join(hoppers[i].thread, NULL);
    atomic_store(&hop.over, true);
    if (hop.way.beside != NOBODY)
        pthread_join(beside.thread, NULL);
    return atomic_load(&hop.stalled);
}

/* One run; returns whether it stood still. */
static bool run_once(bool exports, unsigned long *back)
{
    VkDevice exporter = hop.way.imports == FAR_IMPORT ? hop.far : vk.device;
    VkSemaphore exported = make_timeline(exporter, exports);
    VkSemaphore first = hop.way.imports == OWN ? exported : import_of(exporter, exported);
    VkSemaphore second = hop.way.imports == TWO_IMPORTS ? import_of(exporter, exported) : first;
    struct hopper hoppers[] = { { .semaphore = first, .number = 0 },
                                { .semaphore = second, .number = 1 } };
    bool stalled = hop_all(hoppers);

    if (stalled)
        say_stall(hoppers);
    *back += hoppers[0].back + hoppers[1].back;
    must(vkDeviceWaitIdle(vk.device), "vkDeviceWaitIdle");
    if (second != first)
        vkDestroySemaphore(vk.device, second, NULL);
    if (first != exported)
        vkDestroySemaphore(vk.device, first, NULL);
    vkDestroySemaphore(exporter, exported, NULL);
    return stalled;
}

/* A lock around submits changes nothing where there are none, and one around host signals. */
static bool is_double(const struct way *way)
{
    return (way->signals == BY_HOST && way->lock == LOCKS_SUBMITS) ||
           (way->signals == BY_DEVICE && way->lock != NO_LOCK && way->lock != LOCKS_READS);
}

static bool is_wanted(const struct way *way, const char *word)
{
    return word == NULL || strcmp(word, signal_words[way->signals]) == 0 ||
           strcmp(word, lock_words[way->lock]) == 0 ||
           strcmp(word, import_words[way->imports]) == 0 ||
           strcmp(word, beside_words[way->beside]) == 0;
}

static unsigned run_way(const struct way *way, unsigned runs, bool exports)
{
    unsigned stalls = 0, done = 0;
    unsigned long back = 0;
    double begin = now_us();

    hop.way = *way;
    while (done < runs && stalls < MOST_STALLS) {
        stalls += run_once(exports, &back);
        done++;
    }
    printf("signals %-8s lock %-7s imports %-4s beside %-7s: %u runs, %u stalled, %lu reads went "
           "back, %.1f us a hop\n", signal_words[way->signals], lock_words[way->lock],
           import_words[way->imports], beside_words[way->beside], done, stalls, back,
           (now_us() - begin) / done / hop.hops);
    fflush(stdout);
    return stalls;
}

int main(int argc, char **argv)
{
    unsigned runs = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
    unsigned count = SIGNAL_WAYS * LOCK_WAYS * IMPORT_WAYS * BESIDE_WAYS, stalls = 0;
    bool exports;

    hop.hops = argc > 2 ? (unsigned)atoi(argv[2]) : 200;
    find_device();
    exports = can_export();
    open_devices(exports);
    if (!exports)
        printf("the device exports no timelines: only its own are tried\n");
    for (unsigned i = 0; i < count; i++) {
        const struct way way = { .signals = i % SIGNAL_WAYS,
                                 .lock = i / SIGNAL_WAYS % LOCK_WAYS,
                                 .imports = i / SIGNAL_WAYS / LOCK_WAYS % IMPORT_WAYS,
                                 .beside = i / SIGNAL_WAYS / LOCK_WAYS / IMPORT_WAYS };

        if (!is_double(&way) && (exports || way.imports == OWN) &&
            is_wanted(&way, argc > 3 ? argv[3] : NULL))
            stalls += run_way(&way, runs, exports);
    }
    printf("%u runs stood still\n", stalls);
    return stalls != 0;
}
