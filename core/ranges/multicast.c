#include "multicast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../include/gpuinterop.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/log_listen.h"
#include "base/process.h"
#include "base/uncancelled.h"
#include "memory/allocation.h"
#include "queue/device_state.h"
#include "queue/other_process.h"
#include "stream/watchdog.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static enum gi_multicast_mode mode = GI_MULTICAST_SOFTWARE;
static struct gi_multicast *first_shared;        /* the lock of ranges guards it */

/* ---- mode and checks ------------------------------------------------------------------------ */

static void read_mode(void)
{
    static const char *const names[] = { "off", "software", "announce" };
    const char *text = getenv("GPUINTEROP_MULTICAST");

    if (text == NULL || text[0] == '\0')
        return;
    for (int i = GI_MULTICAST_OFF; i <= GI_MULTICAST_ANNOUNCE; i++) {
        if (strcmp(text, names[i]) == 0) {
            mode = (enum gi_multicast_mode)i;
            return;
        }
    }
    gi_log(GI_LOG_ALWAYS, "GPUINTEROP_MULTICAST is \"%s\"; off, software and announce exist", text);
}

enum gi_multicast_mode gi_multicast_mode(void)
{
    pthread_once(&once, read_mode);
    return mode;
}

static gi_status check_mode(void)
{
    if (gi_multicast_mode() != GI_MULTICAST_OFF)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "multicast: no device has a switch for it, and "
                   "GPUINTEROP_MULTICAST=off forbids multicast by software");
}

gi_status gi_multicast_check_device(int ordinal)
{
    const struct gi_device_info *info;
    gi_status status = check_mode();

    if (status == GI_OK)
        status = gi_device_info(ordinal, &info);
    if (status != GI_OK)
        return status;
    if (info->range_granularity_bytes == 0)
        return gi_fail(GI_NOT_SUPPORTED, "multicast: %s has no virtual memory management%s%s",
                       info->name, info->why_no_ranges[0] != '\0' ? ": " : "",
                       info->why_no_ranges);
    if (ordinal >= GI_TEAM_MOST_DEVICES || GI_MULTICAST_STEP % info->range_granularity_bytes != 0)
        return gi_fail(GI_NOT_SUPPORTED, "multicast: device %d, with a granularity of %llu bytes: "
                       "the first %d devices with 2 MiB or a part of it can be members", ordinal,
                       (unsigned long long)info->range_granularity_bytes, GI_TEAM_MOST_DEVICES);
    return GI_OK;
}

int gpuinterop_multicast_kind(int device)
{
    if (gi_multicast_check_device(device) == GI_OK)
        return GPUINTEROP_MULTICAST_SOFTWARE;
    gi_log_failed_call();
    return GPUINTEROP_MULTICAST_NONE;
}

static gi_status check_handle_types(uint64_t handle_types)
{
    if (handle_types == 0 || handle_types == GI_PAGES_FD)
        return GI_OK;
    return gi_fail(handle_types < 16 ? GI_NOT_SUPPORTED : GI_INVALID_VALUE,
                   "multicast: handleTypes is 0x%llx; 1 (a file descriptor) and 0 (none) are what "
                   "there is", (unsigned long long)handle_types);
}

/* Without a handle for other processes, only devices of this one can be added. */
static gi_status check_device_count(const struct gi_multicast_properties *properties)
{
    uint64_t most = properties->handle_types != 0 ||
                    properties->visible_count > GI_TEAM_MOST_DEVICES ? GI_TEAM_MOST_DEVICES
                                                                     : properties->visible_count;

    if (properties->device_count != 0 && properties->device_count <= most)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "multicast: numDevices is %llu; 1 to %llu would be right",
                   (unsigned long long)properties->device_count, (unsigned long long)most);
}

gi_status gi_multicast_check(const struct gi_multicast_properties *properties)
{
    gi_status status = check_mode();

    if (status == GI_OK)
        status = check_handle_types(properties->handle_types);
    if (status == GI_OK)
        status = check_device_count(properties);
    if (status == GI_OK && properties->flags != 0)
        status = gi_fail(GI_INVALID_VALUE, "multicast: flags is 0x%llx; it must be 0",
                         (unsigned long long)properties->flags);
    return status;
}

/* ---- objects -------------------------------------------------------------------------------- */

static const struct gi_pages_hooks hooks = {
    .step_bytes = GI_MULTICAST_STEP,
    .await = gi_multicast_await_team,
    .check_access = gi_multicast_check_member,
};

struct gi_multicast *gi_multicast_of(struct gi_pages *pages)
{
    return pages->hooks == &hooks ? (struct gi_multicast *)pages : NULL;
}

void gi_binding_free(struct gi_binding *binding)
{
    gi_allocation_unref(binding->memory);
    free(binding);
}

static void leave_list(const struct gi_multicast *object)
{
    struct gi_multicast **link = &first_shared;

    gi_pages_lock();
    while (*link != NULL && *link != object)
        link = &(*link)->next;
    if (*link != NULL)
        *link = object->next;
    gi_pages_unlock();
}

static void finish_multicast(struct gi_object *base)
{
    struct gi_multicast *object = (struct gi_multicast *)base;

    leave_list(object);
    while (object->bindings != NULL) {
        struct gi_binding *binding = object->bindings;

        object->bindings = binding->next;
        if (binding->number >= 0)
            gi_team_page_unbind(&object->team, binding->number);
        gi_binding_free(binding);
    }
    while (object->others != NULL) {
        struct gi_binding *binding = object->others;

        object->others = binding->next;
        gi_binding_free(binding);
    }
    pthread_mutex_destroy(&object->opening);
    gi_team_page_finish(&object->team);
    if (object->pages.fd >= 0)
        close(object->pages.fd);
    free(object);
}

static void say_what_it_is(void)
{
    static atomic_bool is_said;

    if (!atomic_exchange(&is_said, true))
        gi_log(GI_LOG_INFO, "software multicast: each copy to a multicast address is made once for "
               "each device of the team; kernels cannot use the address");
}

/* Takes over the page and the fd, which is -1 for an object of this process alone. */
static gi_status give_out(struct gi_team_page *team, int fd, gi_handle *out_object)
{
    struct gi_multicast *object = calloc(1, sizeof *object);
    gi_status status;

    if (object == NULL) {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of a multicast object");
        goto finish_team;
    }
    object->team = *team;
    pthread_mutex_init(&object->opening, NULL);
    object->pages.hooks = &hooks;
    object->pages.size_bytes = team->properties.size_bytes;
    object->pages.fd = fd;
    object->pages.properties = (struct gi_pages_properties){
        .type = 1, .handle_types = team->properties.handle_types,
        .location_type = GI_LOCATION_DEVICE,
    };
    status = gi_pages_give_out(&object->pages, finish_multicast, out_object);
    if (status != GI_OK)
        goto free_object;
    if (fd >= 0) {
        gi_pages_lock();
        object->next = first_shared;
        first_shared = object;
        gi_pages_unlock();
    }
    say_what_it_is();
    return GI_OK;

free_object:
    pthread_mutex_destroy(&object->opening);
    free(object);
finish_team:
    gi_team_page_finish(team);
    if (fd >= 0)
        close(fd);
    return status;
}

gi_status gi_multicast_create(const struct gi_multicast_properties *properties,
                              gi_handle *out_object)
{
    GI_UNCANCELLED;
    struct gi_team_properties of_team = {
        .device_count = (uint32_t)properties->device_count, .size_bytes = properties->size_bytes,
        .handle_types = (int)properties->handle_types,
    };
    struct gi_team_page team;
    int fd = -1, error;
    gi_status status = gi_process_check();

    *out_object = 0;
    if (status == GI_OK)
        status = gi_multicast_check(properties);
    if (status != GI_OK)
        return status;
    if (properties->size_bytes == 0 || properties->size_bytes % GI_MULTICAST_STEP != 0)
        return gi_fail(GI_INVALID_VALUE, "multicast: size is %llu; a multiple of %llu would be "
                       "right", (unsigned long long)properties->size_bytes,
                       (unsigned long long)GI_MULTICAST_STEP);
    error = gi_team_page_create(&of_team, &team, properties->handle_types != 0 ? &fd : NULL);
    if (error != 0)
        return gi_fail(GI_OS_ERROR, "multicast: no page for the object: %s", strerror(-error));
    return give_out(&team, fd, out_object);
}

gi_status gi_multicast_find(gi_handle handle, const char *call, struct gi_multicast **out_object)
{
    struct gi_pages *pages;
    gi_status status = gi_pages_find(handle, &pages);

    *out_object = NULL;
    if (status != GI_OK)
        return status;
    *out_object = gi_multicast_of(pages);
    if (*out_object == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: the handle 0x%llx is of memory pages, not of a "
                       "multicast object", call, (unsigned long long)handle);
    return GI_OK;
}

/* ---- importing ------------------------------------------------------------------------------ */

static bool is_same_file(const struct stat *one, int fd)
{
    struct stat other;

    return fstat(fd, &other) == 0 && other.st_dev == one->st_dev && other.st_ino == one->st_ino;
}

/* Counts one user more of an object that this process has already. */
static bool take_known(int fd, gi_handle *out_object)
{
    struct gi_multicast *object;
    struct stat st;

    if (fstat(fd, &st) != 0)
        return false;
    gi_pages_lock();
    object = first_shared;
    while (object != NULL && !(is_same_file(&st, object->pages.fd) &&
                               gi_handle_is_live(object->pages.handle)))
        object = object->next;
    if (object != NULL) {
        object->pages.users++;
        *out_object = object->pages.handle;
    }
    gi_pages_unlock();
    return object != NULL;
}

static gi_status check_imported(int fd, const struct gi_team_properties *properties)
{
    const struct gi_multicast_properties all = {
        .device_count = properties->device_count, .size_bytes = properties->size_bytes,
        .handle_types = (uint64_t)properties->handle_types,
    };

    if (properties->handle_types == GI_PAGES_FD && properties->size_bytes != 0 &&
        properties->size_bytes % GI_MULTICAST_STEP == 0)
        return gi_multicast_check(&all);
    return gi_fail(GI_INVALID_VALUE, "multicast: import: fd %d says impossible properties", fd);
}

gi_status gi_multicast_import(int handle_type, int fd, gi_handle *out_object)
{
    GI_UNCANCELLED;
    struct gi_team_page team;
    int own_fd = -1;
    gi_status status = gi_process_check();

    *out_object = 0;
    if (status != GI_OK)
        return status;
    if (handle_type != GI_PAGES_FD || fd < 0 || gi_team_page_import(fd, &team) != 0)
        return gi_pages_import(handle_type, fd, out_object);
    status = check_imported(fd, &team.properties);
    if (status == GI_OK && !take_known(fd, out_object))
        status = gi_pages_duplicate_fd(fd, &own_fd);
    if (own_fd >= 0)
        return give_out(&team, own_fd, out_object);
    gi_team_page_finish(&team);
    return status;
}

/* ---- the team ------------------------------------------------------------------------------- */

static gi_status add_device(struct gi_multicast *object, struct gi_device *device)
{
    uint32_t member;

    if (object->members[device->ordinal] != 0)
        return gi_fail(GI_INVALID_VALUE, "multicast: device %d was added before", device->ordinal);
    if (gi_team_page_add(&object->team, (uint32_t)device->ordinal, &member) != 0)
        return gi_fail(GI_INVALID_VALUE, "multicast: device %d is one too many; the object is for "
                       "%u", device->ordinal, object->team.properties.device_count);
    object->members[device->ordinal] = (uint8_t)(member + 1);
    if (object->pages.device == NULL) {
        object->pages.device = device;
        object->pages.properties.location_id = device->ordinal;
    }
    return GI_OK;
}

gi_status gi_multicast_add_device(gi_handle handle, int ordinal)
{
    GI_UNCANCELLED;
    struct gi_multicast *object;
    struct gi_device *device;
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = gi_multicast_check_device(ordinal);
    if (status == GI_OK)
        status = gi_device_at(ordinal, &device);
    if (status != GI_OK)
        return status;
    gi_pages_lock();
    status = gi_multicast_find(handle, "multicast", &object);
    if (status == GI_OK)
        status = add_device(object, device);
    gi_pages_unlock();
    return status;
}

gi_status gi_multicast_check_member(const struct gi_pages *pages, int ordinal)
{
    const struct gi_multicast *object = (const struct gi_multicast *)pages;

    if (ordinal >= 0 && ordinal < GI_TEAM_MOST_DEVICES && object->members[ordinal] != 0)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "multicast: device %d was not added to the object by this "
                   "process", ordinal);
}

void gi_multicast_name_member(const struct gi_multicast *object, uint32_t member, char *out_text,
                              size_t size)
{
    struct gi_team_member team_member = { 0 };

    for (int i = 0; i < GI_TEAM_MOST_DEVICES; i++) {
        if (object->members[i] == member + 1) {
            snprintf(out_text, size, "device %d", i);
            return;
        }
    }
    (void)gi_team_page_member(&object->team, member, &team_member);
    snprintf(out_text, size, "device %u of process %u%s", team_member.ordinal, team_member.process,
             gi_other_process_has_ended(team_member.process, team_member.process_space)
                 ? ", which has ended," : "");
}

/* ---- waiting for the team ------------------------------------------------------------------- */

/* A team that was complete stays so, whatever another process writes. The lock is held. */
static bool is_complete(struct gi_multicast *object)
{
    if (!object->was_complete)
        object->was_complete = gi_team_page_count(&object->team) ==
                               object->team.properties.device_count;
    return object->was_complete;
}

/* The handle, for a call that sleeps: with a reference. NULL: there is nothing to wait for. */
static gi_status begin_waiting(gi_handle handle, struct gi_multicast **out_object)
{
    struct gi_multicast *object = NULL;
    struct gi_pages *pages;
    gi_status status;

    *out_object = NULL;
    gi_pages_lock();
    status = gi_pages_find(handle, &pages);
    if (status == GI_OK)
        object = gi_multicast_of(pages);
    if (object != NULL && !is_complete(object)) {
        gi_object_ref(&pages->object);
        *out_object = object;
    }
    gi_pages_unlock();
    return status;
}

static void say_slow(const struct gi_multicast *object, const char *call, int64_t since_ns)
{
    char text[160];

    snprintf(text, sizeof text, "%s of the multicast object 0x%llx waits for devices: %u of %u "
             "were added", call, (unsigned long long)object->pages.handle,
             gi_team_page_count(&object->team), object->team.properties.device_count);
    gi_watchdog_say_call(text, since_ns);
}

gi_status gi_multicast_await_team(gi_handle handle, const char *call)
{
    struct gi_multicast *object;
    int64_t since_ns, next_ns;
    gi_status status = begin_waiting(handle, &object);

    if (object == NULL)
        return status;
    since_ns = gi_now_ns();
    next_ns = gi_watchdog_next(since_ns);
    while (gi_team_page_count(&object->team) < object->team.properties.device_count &&
           !gi_process_is_leaving()) {
        gi_team_page_sleep(&object->team, next_ns);
        if (gi_now_ns() < next_ns)
            continue;
        say_slow(object, call, since_ns);
        next_ns = gi_watchdog_next(since_ns);
    }
    gi_object_unref(&object->pages.object);
    return GI_OK;
}
