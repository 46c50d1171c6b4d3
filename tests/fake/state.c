/* The fake's lock, its configuration, and what tests steer and count. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <time.h>

#include "../open_fds.h"
#include "base/clock.h"
#include "internal.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static struct gifake_site sites[GIFAKE_MAX_DEVICES];
static size_t site_count;
static unsigned long call_count, fail_at;        /* fail_at: a value of call_count; 0: none */
static gi_status fail_status;
static const char *failed_slot;
static const char *slot_to_fail;                 /* NULL: none */
static void (*violation_told)(const char *text);

struct gifake_live gifake_alive;

static void set_sites(const struct gifake_device_config *configs, size_t count)
{
    memset(sites, 0, sizeof sites);
    for (size_t i = 0; i < count; i++) {
        sites[i].config = configs[i];
        sites[i].config.info.index = (uint32_t)i;
        sites[i].config.info.wrapped_keeps_address =
            configs[i].addresses == GIFAKE_ADDRESSES_SHARED;
        sites[i].config.info.ranges_at_host_address =
            configs[i].addresses == GIFAKE_ADDRESSES_SHARED;
        if (configs[i].addresses == GIFAKE_ADDRESSES_UNMAPPED)
            sites[i].config.info.host_visible_device_memory = false;
        sites[i].next_address = (uint64_t)(i + 1) << 44;
    }
    site_count = count;
    call_count = 0;
    fail_at = 0;
    failed_slot = slot_to_fail = NULL;
}

static void prepare(void)
{
    pthread_condattr_t attributes;
    struct gifake_device_config config;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&change, &attributes);
    pthread_condattr_destroy(&attributes);
    gifake_default_config(&config, 0);
    set_sites(&config, 1);
}

void gifake_lock(void)
{
    pthread_once(&once, prepare);
    pthread_mutex_lock(&lock);
}

void gifake_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

void gifake_changed(void)
{
    pthread_cond_broadcast(&change);
}

bool gifake_sleep(int64_t abs_timeout_ns)
{
    if (abs_timeout_ns == GI_FOREVER) {
        pthread_cond_wait(&change, &lock);
        return true;
    }
    if (gi_now_ns() >= abs_timeout_ns)
        return false;

    struct timespec until = { .tv_sec = abs_timeout_ns / 1000000000,
                              .tv_nsec = abs_timeout_ns % 1000000000 };
    pthread_cond_timedwait(&change, &lock, &until);
    return true;
}

void gifake_sleep_for(pthread_cond_t *condition)
{
    pthread_cond_wait(condition, &lock);
}

/* ---- the end of the process --------------------------------------------------------------- */

static atomic_bool ends_at_exit, has_ended;
static atomic_int sticks_at_exit;

static void end(void)
{
    atomic_store(&has_ended, true);
}

static void stick(void)
{
    for (;;)
        pause();
}

void gifake_stick_at_exit(int handlers)
{
    atomic_store(&sticks_at_exit, handlers);
}

void gifake_end_at_exit(void)
{
    atomic_store(&ends_at_exit, true);
}

void gifake_note_listing(void)
{
    if (atomic_exchange(&ends_at_exit, false))
        atexit(end);
    for (int handlers = atomic_exchange(&sticks_at_exit, 0); handlers > 0; handlers--)
        atexit(stick);
}

/* ---- configuration ------------------------------------------------------------------------ */

void gifake_default_config(struct gifake_device_config *config, uint32_t number)
{
    struct gi_device_info *info = &config->info;

    memset(config, 0, sizeof *config);
    snprintf(info->name, sizeof info->name, "Fake device %u", number);
    snprintf(info->driver_name, sizeof info->driver_name, "fake");
    snprintf(info->driver_version, sizeof info->driver_version, "1.0");
    info->kind = GI_DEVICE_INTEGRATED;
    info->vendor_id = 0xfa4e;
    info->device_id = number;
    memcpy(info->uuid, "gpuinterop-fake", 15);
    info->uuid[15] = (uint8_t)number;
    memcpy(info->driver_uuid, "gpuinterop-drvr", 15);
    info->has_pci = true;
    info->pci_bus = number + 1;
    info->has_render_node = true;
    info->render_major = 226;
    info->render_minor = 128 + number;
    info->memory_bytes = 4ull << 30;
    info->max_allocation_bytes = 2ull << 30;
    info->queue_count = 4;
    info->batches_ahead = true;
    info->compute_units = 8;
    info->subgroup_size = 32;
    info->max_group_threads = 1024;
    for (int i = 0; i < 3; i++) {
        info->max_group_size[i] = i < 2 ? 1024 : 64;
        info->max_group_count[i] = 65535;
    }
    info->max_shared_bytes = 48 * 1024;
    info->max_textures = GIFAKE_TEXTURES;
    info->max_image_1d = info->max_image_2d = 16384;
    info->max_image_3d = info->max_image_layers = 2048;
    info->max_image_cube = 8192;
    info->launches = info->recordings = true;
    info->kernels = (struct gi_translate_target){ .push_bytes = GI_KERNEL_PUSH_BYTES,
                                                  .constant_bytes = 65536 };
    info->images = true;
    info->timestamp_period_fs = 1000000;
    info->timestamp_bits = 64;
    info->timestamp_calibration = true;
    info->host_visible_device_memory = true;
    info->managed_memory = true;
    info->wrap_alignment_bytes = 4096;
    info->wraps_read_only = true;
    info->range_granularity_bytes = 65536;
    info->tells_import_size = true;
    info->memory_opaque_fd = info->memory_dma_buf = true;
    info->binary_opaque_fd = info->timeline_opaque_fd = true;
    config->addresses = GIFAKE_ADDRESSES_SHARED;
    config->image_alignment_bytes = 4096;
    config->binary_caps = GI_SEMAPHORE_QUEUE_WAIT | GI_SEMAPHORE_QUEUE_SIGNAL;
    config->timeline_caps = GI_SEMAPHORE_HOST_WAIT | GI_SEMAPHORE_HOST_SIGNAL
                          | GI_SEMAPHORE_QUEUE_WAIT | GI_SEMAPHORE_QUEUE_SIGNAL
                          | GI_SEMAPHORE_WAIT_AHEAD;
    config->size_is_known = true;
}

void gifake_configure(const struct gifake_device_config *configs, size_t count)
{
    gifake_lock();
    if (count > GIFAKE_MAX_DEVICES)
        gifake_violation("configure: %zu devices, at most %d", count, GIFAKE_MAX_DEVICES);
    else if (gifake_alive.devices != 0)
        gifake_violation("configure: %u devices are open", gifake_alive.devices);
    else
        set_sites(configs, count);
    gifake_unlock();
}

size_t gifake_site_count(void)
{
    return site_count;
}

struct gifake_site *gifake_site(uint32_t index)
{
    if (index >= site_count) {
        fprintf(stderr, "fake: device %u of %zu\n", index, site_count);
        abort();
    }
    return &sites[index];
}

struct gifake_site *gifake_site_of(const struct gi_device_base *base)
{
    return gifake_site(base->info.index);
}

/* ---- failing calls ------------------------------------------------------------------------ */

void gifake_fail_call(unsigned long nth, gi_status status)
{
    gifake_lock();
    fail_at = nth != 0 ? call_count + nth : 0;
    fail_status = status;
    failed_slot = NULL;
    gifake_unlock();
}

void gifake_fail_slot(const char *slot, gi_status status)
{
    gifake_lock();
    slot_to_fail = slot;
    fail_status = status;
    failed_slot = NULL;
    gifake_unlock();
}

const char *gifake_failed_slot(void)
{
    gifake_lock();
    const char *slot = failed_slot;
    gifake_unlock();
    return slot;
}

unsigned long gifake_call_count(void)
{
    gifake_lock();
    unsigned long count = call_count;
    gifake_unlock();
    return count;
}

/* ---- stopping calls ----------------------------------------------------------------------- */

static const char *slot_to_stop;
static unsigned long calls_to_stop;      /* 1: the next call of the slot */
static bool is_stopped;

void gifake_stop_in(const char *slot, unsigned long nth)
{
    gifake_lock();
    slot_to_stop = slot;
    calls_to_stop = nth;
    is_stopped = false;
    gifake_unlock();
}

bool gifake_wait_stopped(void)
{
    int64_t deadline = gi_deadline_ns(20ull * 1000000000);

    gifake_lock();
    while (!is_stopped && gifake_sleep(deadline))
        ;
    bool stopped = is_stopped;
    gifake_unlock();
    return stopped;
}

void gifake_go_on(void)
{
    gifake_lock();
    slot_to_stop = NULL;
    gifake_changed();
    gifake_unlock();
}

void gifake_stop_if_ordered(const char *slot)
{
    gifake_lock();
    if (slot_to_stop != NULL && strcmp(slot_to_stop, slot) == 0 && calls_to_stop > 0 &&
        --calls_to_stop == 0) {
        is_stopped = true;
        gifake_changed();
        while (slot_to_stop != NULL && gifake_sleep(INT64_MAX))
            ;
    }
    gifake_unlock();
}

/* ---- entering ----------------------------------------------------------------------------- */

gi_status gifake_enter(const struct gi_device_base *base, const char *slot, gi_status usual)
{
    if (atomic_load(&has_ended))
        return gifake_violation("%s: a call after the exit handlers of the driver", slot);
    gifake_stop_if_ordered(slot);
    gifake_lock();
    unsigned long call = ++call_count;
    bool is_slot = slot_to_fail != NULL && strcmp(slot_to_fail, slot) == 0;
    bool fails = call == fail_at || is_slot;
    gi_status status = fail_status != GI_OK ? fail_status : usual;
    if (fails)
        failed_slot = slot;
    if (is_slot)
        slot_to_fail = NULL;
    if (fails && status == GI_DEVICE_LOST && base != NULL) {
        gifake_site_of(base)->lost = true;
        gifake_changed();
    }
    bool lost = base != NULL && gifake_site_of(base)->lost;
    gifake_unlock();

    if (fails)
        return gi_fail(status, "%s: the fake was told to fail call %lu", slot, call);
    if (lost)
        return gi_fail(GI_DEVICE_LOST, "%s: the fake was told to lose the device", slot);
    return GI_OK;
}

/* ---- queues ------------------------------------------------------------------------------- */

static void set_paused(uint32_t device, uint32_t queue, bool paused)
{
    gifake_lock();
    if (queue >= GIFAKE_MAX_QUEUES)
        gifake_violation("pause: queue %u of %d", queue, GIFAKE_MAX_QUEUES);
    else
        gifake_site(device)->paused[queue] = paused;
    gifake_changed();
    gifake_unlock();
}

void gifake_pause_queue(uint32_t device, uint32_t queue)
{
    set_paused(device, queue, true);
}

void gifake_resume_queue(uint32_t device, uint32_t queue)
{
    set_paused(device, queue, false);
}

void gifake_lose_device(uint32_t device)
{
    gifake_lock();
    gifake_site(device)->lost = true;
    gifake_changed();
    gifake_unlock();
}

void gifake_lose_device_by(uint32_t device, const struct gi_fault *fault)
{
    gifake_lock();
    gifake_site(device)->fault = *fault;
    gifake_unlock();
    gifake_lose_device(device);
}

void gifake_return_device(uint32_t device)
{
    gifake_lock();
    gifake_site(device)->lost = false;
    gifake_site(device)->fault = (struct gi_fault){ .kind = GI_FAULT_UNKNOWN };
    gifake_unlock();
}

/* ---- counts ------------------------------------------------------------------------------- */

static void add_counts(struct gifake_counts *sum, const struct gifake_counts *counts)
{
    sum->batches += counts->batches;
    sum->commands += counts->commands;
    sum->barriers += counts->barriers;
    sum->waits += counts->waits;
    sum->signals += counts->signals;
    sum->launches += counts->launches;
    sum->replays += counts->replays;
    sum->shown_images += counts->shown_images;
    sum->stale_signals += counts->stale_signals;
    if (sum->largest_batch < counts->largest_batch)
        sum->largest_batch = counts->largest_batch;
}

void gifake_counts(uint32_t device, uint32_t queue, struct gifake_counts *out_counts)
{
    memset(out_counts, 0, sizeof *out_counts);
    gifake_lock();
    const struct gifake_site *site = gifake_site(device);
    for (uint32_t i = 0; i < GIFAKE_MAX_QUEUES; i++) {
        if (queue == GIFAKE_ALL_QUEUES || queue == i)
            add_counts(out_counts, &site->counts[i]);
    }
    if (queue == GIFAKE_ALL_QUEUES) {
        out_counts->host_waits = site->host_waits;
        out_counts->overtaken_signals = site->overtaken_signals;
        out_counts->recordings = site->recordings;
        out_counts->left_out = atomic_load(&site->left_out);
    }
    gifake_unlock();
}

void gifake_reset_counts(uint32_t device)
{
    gifake_lock();
    struct gifake_site *site = gifake_site(device);
    memset(site->counts, 0, sizeof site->counts);
    site->host_waits = site->overtaken_signals = site->recordings = 0;
    atomic_store(&site->left_out, 0);
    site->finished_under_launches = 0;
    gifake_unlock();
}

void gifake_note_finish(const struct gi_device_base *base)
{
    struct gifake_site *site = gifake_site_of(base);

    site->finished_under_launches += site->launches_in_flight > 0;
}

void gifake_await_launches(uint32_t device)
{
    gifake_lock();
    while (gifake_site(device)->launches_in_flight > 0)
        gifake_sleep(GI_FOREVER);
    gifake_unlock();
}

unsigned long gifake_finished_under_launches(uint32_t device)
{
    unsigned long finished;

    gifake_lock();
    finished = gifake_site(device)->finished_under_launches;
    gifake_unlock();
    return finished;
}

bool gifake_wait_batches(uint32_t device, unsigned long batches)
{
    int64_t deadline = gi_deadline_ns(20ull * 1000000000);
    bool in_time = true;

    gifake_lock();
    const struct gifake_site *site = gifake_site(device);
    for (;;) {
        struct gifake_counts sum = { 0 };
        for (int i = 0; i < GIFAKE_MAX_QUEUES; i++)
            add_counts(&sum, &site->counts[i]);
        if (sum.batches >= batches || !in_time)
            break;
        in_time = gifake_sleep(deadline);
    }
    gifake_unlock();
    return in_time;
}

bool gifake_wait_callers(uint32_t device, unsigned callers)
{
    int64_t deadline = gi_deadline_ns(20ull * 1000000000);
    bool in_time = true;

    gifake_lock();
    while (gifake_site(device)->sleeping_callers < callers && in_time)
        in_time = gifake_sleep(deadline);
    gifake_unlock();
    return in_time;
}

/* ---- leaks -------------------------------------------------------------------------------- */

void gifake_live(struct gifake_live *out_live)
{
    gifake_lock();
    *out_live = gifake_alive;
    gifake_unlock();
}

unsigned gifake_live_count(void)
{
    struct gifake_live live;

    gifake_live(&live);
    return live.devices + live.memories + live.images + live.semaphores + live.queues +
           live.textures + live.kernels + live.recordings;
}

int gifake_open_fds(void)
{
    return count_open_fds();
}

/* ---- the contract ------------------------------------------------------------------------- */

void gifake_on_violation(void (*told)(const char *text))
{
    gifake_lock();
    violation_told = told;
    gifake_unlock();
}

gi_status gifake_violation(const char *format, ...)
{
    char text[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (violation_told == NULL) {
        fprintf(stderr, "fake: the contract was broken: %s\n", text);
        abort();
    }
    violation_told(text);
    return gi_fail(GI_INTERNAL, "fake: the contract was broken: %s", text);
}
