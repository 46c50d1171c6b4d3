#include "device_list.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/current.h"
#include "device_match.h"
#include "base/log.h"
#include "base/process.h"
#include "base/uncancelled.h"
#include "trace/trace.h"

static struct {
    pthread_mutex_t lock;                /* guards writes of all below */
    bool is_listed;
    atomic_bool is_usable;               /* the list was made with success, for good */
    gi_status status;                    /* the result of making the list */
    char detail[512];
    struct gi_driver_survey survey;
    int *selected;                       /* after GPUINTEROP_DEVICES: the numbers that the devices
                                            had before it */
    struct gi_driver_choice *devices;    /* the device of each number */
    atomic_bool *held;                   /* by number: a runtime interface uses it */
    int count;
} list = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Collects the choices that are devices, by number. Returns how many there are. */
static int gather(const struct gi_driver_survey *survey, struct gi_driver_choice *devices)
{
    int count = 0;

    for (size_t i = 0; i < survey->choice_count; i++) {
        if (survey->choices[i].verdict != GI_DRIVER_TAKEN)
            continue;
        devices[survey->choices[i].ordinal] = survey->choices[i];
        count++;
    }
    return count;
}

/* Applies GPUINTEROP_DEVICES to the choices; devices has room for all of them. */
static gi_status select_devices(struct gi_driver_survey *survey, struct gi_driver_choice *devices)
{
    int count = gather(survey, devices);
    struct gi_device_info *infos = calloc((size_t)count + 1, sizeof *infos);
    int *selected = calloc((size_t)count + 1, sizeof *selected);
    atomic_bool *held = calloc((size_t)count + 1, sizeof *held);

    if (infos == NULL || selected == NULL || held == NULL) {
        free(infos);
        free(selected);
        free(held);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to list devices");
    }
    for (int i = 0; i < count; i++)
        infos[i] = *devices[i].info;
    list.count = gi_device_parse_visible(getenv("GPUINTEROP_DEVICES"), infos, count, selected);
    gi_driver_plan_select(survey->choices, survey->choice_count, selected, (size_t)list.count);
    gather(survey, devices);
    free(infos);
    list.selected = selected;
    list.held = held;
    list.devices = devices;
    return GI_OK;
}

static void log_choices(const struct gi_driver_survey *survey)
{
    for (size_t i = 0; i < survey->choice_count; i++) {
        const struct gi_driver_choice *choice = &survey->choices[i];
        char why[400];

        if (choice->verdict == GI_DRIVER_TAKEN || !gi_log_enabled(GI_LOG_INFO))
            continue;
        gi_driver_choice_explain(choice, survey->order, why, sizeof why);
        gi_log(GI_LOG_INFO, "driver %s: %s is left out: %s", choice->driver->name,
               choice->info->name, why);
    }
}

static gi_status list_all(void)
{
    GI_UNCANCELLED;
    struct gi_driver_survey *survey = &list.survey;
    struct gi_driver_choice *devices = NULL;
    gi_status status = gi_driver_survey_begin(survey);

    if (status == GI_OK) {
        devices = calloc(survey->choice_count + 1, sizeof *devices);
        status = devices == NULL ? gi_fail(GI_OUT_OF_MEMORY, "no host memory to list devices") :
                                   select_devices(survey, devices);
    }
    if (status != GI_OK) {
        free(devices);
        gi_driver_survey_finish(survey);
        return status;
    }
    log_choices(survey);
    return list.count > 0 ? GI_OK : gi_driver_survey_fail(survey);
}

static gi_status ensure_listed(void)
{
    gi_status status;

    if (atomic_load_explicit(&list.is_usable, memory_order_acquire))
        return GI_OK;
    pthread_mutex_lock(&list.lock);
    if (!list.is_listed) {
        gi_process_begin();
        gi_trace_begin_by_environment();
        list.status = list_all();
        if (list.status != GI_OK)
            strncpy(list.detail, gi_last_error_detail(), sizeof list.detail - 1);
        list.is_listed = list.status != GI_OUT_OF_MEMORY;
        atomic_store_explicit(&list.is_usable, list.status == GI_OK, memory_order_release);
        status = list.status;
    } else {
        status = list.status;
        if (status != GI_OK)
            status = gi_fail(status, "%s", list.detail);
    }
    pthread_mutex_unlock(&list.lock);
    return status;
}

gi_status gi_device_survey(struct gi_driver_survey *out_survey)
{
    gi_status status = gi_process_check();

    memset(out_survey, 0, sizeof *out_survey);
    if (status != GI_OK)
        return status;
    if (ensure_listed() == GI_OUT_OF_MEMORY)
        return GI_OUT_OF_MEMORY;
    pthread_mutex_lock(&list.lock);
    status = gi_driver_survey_complete(&list.survey);
    if (status == GI_OK) {
        gi_driver_plan_select(list.survey.choices, list.survey.choice_count, list.selected,
                              (size_t)list.count);
        *out_survey = list.survey;
    }
    pthread_mutex_unlock(&list.lock);
    return status;
}

gi_status gi_device_count(int *out_count)
{
    gi_status status;

    *out_count = 0;
    /* A forked child may still ask for the count, as the list is plain memory. */
    if (gi_process_is_forked() && list.is_listed && list.status == GI_OK) {
        *out_count = list.count;
        return GI_OK;
    }
    status = ensure_listed();
    if (status == GI_OK)
        *out_count = list.count;
    return status;
}

gi_status gi_device_check(int ordinal)
{
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = ensure_listed();
    if (status != GI_OK)
        return status;
    if (ordinal < 0 || ordinal >= list.count)
        return gi_fail(GI_INVALID_DEVICE, "device %d does not exist; there are %d, from 0 on",
                       ordinal, list.count);
    return GI_OK;
}

gi_status gi_device_info(int ordinal, const struct gi_device_info **out_info)
{
    gi_status status = gi_device_check(ordinal);

    *out_info = status == GI_OK ? list.devices[ordinal].info : NULL;
    return status;
}

gi_status gi_device_set_current(int ordinal)
{
    gi_status status = gi_device_check(ordinal);

    if (status != GI_OK)
        return status;
    gi_current_replace((struct gi_current){ .ordinal = ordinal });
    return GI_OK;
}

void gi_device_begin_thread(int ordinal)
{
    struct gi_current top;

    if (!gi_current_top(&top))
        gi_current_replace((struct gi_current){ .ordinal = ordinal });
}

void gi_device_hold(int ordinal)
{
    if (!atomic_load_explicit(&list.held[ordinal], memory_order_relaxed))
        atomic_store(&list.held[ordinal], true);
}

void gi_device_let_go(int ordinal)
{
    atomic_store(&list.held[ordinal], false);
}

bool gi_device_is_held(int ordinal)
{
    return atomic_load(&list.held[ordinal]);
}

gi_status gi_device_get_current(int *out_ordinal)
{
    int ordinal = gi_current_ordinal();
    gi_status status = gi_device_check(ordinal);

    *out_ordinal = status == GI_OK ? ordinal : 0;
    return status;
}

const struct gi_driver *gi_device_list_driver(int ordinal)
{
    return list.devices[ordinal].driver;
}

int gi_device_list_count(void)
{
    return list.count;
}

int gi_device_current_ordinal(void)
{
    return gi_current_ordinal();
}
