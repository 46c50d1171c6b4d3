#include "visible.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device_list.h"
#include "device_match.h"
#include "base/current.h"
#include "base/failed_context.h"
#include "base/print_queue.h"
#include "base/process.h"

struct gi_visible_list {
    int total;                   /* devices of the core */
    int count;                   /* devices of the program */
    int ordinals[];              /* the core's ordinal of each of the program's numbers */
};

/* The devices that each interface shows, by its number. All libraries of the interface share it. */
static struct gi_visible {
    _Atomic(struct gi_visible_list *) list;      /* read once, at first use; never freed */
    atomic_int first;                            /* the program's number of a new thread's device */
} shown[GI_INTERFACES];

static struct gi_visible *visible_of(const struct gi_interface *interface)
{
    return &shown[interface->number];
}

/* Copies the facts of all devices into one array. The caller frees *out_infos. */
static gi_status gather_infos(int count, struct gi_device_info **out_infos)
{
    struct gi_device_info *infos = calloc((size_t)count, sizeof *infos);

    *out_infos = NULL;
    if (infos == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the facts of %d devices", count);
    for (int i = 0; i < count; i++) {
        const struct gi_device_info *info;
        gi_status status = gi_device_info(i, &info);

        if (status != GI_OK) {
            free(infos);
            return status;
        }
        infos[i] = *info;
    }
    *out_infos = infos;
    return GI_OK;
}

static gi_status read_list(const struct gi_interface *interface, struct gi_visible_list **out_list)
{
    struct gi_visible_list *none = NULL, *list;
    struct gi_device_info *infos;
    int count;
    gi_status status = gi_device_count(&count);

    *out_list = NULL;
    if (status == GI_OK)
        status = gather_infos(count, &infos);
    if (status != GI_OK)
        return status;
    list = malloc(sizeof *list + (size_t)count * sizeof list->ordinals[0]);
    if (list == NULL) {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for a list of %d devices", count);
        goto free_infos;
    }
    list->total = count;
    list->count = gi_device_parse_visible(getenv(interface->visible_variable), infos, count,
                                          list->ordinals);
    if (!atomic_compare_exchange_strong(&visible_of(interface)->list, &none, list)) {
        free(list);              /* another thread was first, and read the same */
        list = none;
    }
    *out_list = list;
free_infos:
    free(infos);
    return status;
}

static gi_status get_list(const struct gi_interface *interface, struct gi_visible_list **out_list)
{
    struct gi_visible_list *list = atomic_load_explicit(&visible_of(interface)->list,
                                                        memory_order_acquire);
    gi_status status = GI_OK;

    if (list == NULL)
        status = read_list(interface, &list);
    if (status == GI_OK && list->count == 0) {
        const char *text = getenv(interface->visible_variable);

        status = gi_fail(GI_NO_DEVICE, "%s is \"%s\", which names none of the %d devices",
                         interface->visible_variable, text != NULL ? text : "", list->total);
    }
    *out_list = list;
    return status;
}

gi_status gi_visible_check(const struct gi_interface *interface)
{
    gi_status status = gi_process_check();

    if (status == GI_OK && interface->is_explicit &&
        atomic_load_explicit(&visible_of(interface)->list, memory_order_acquire) == NULL)
        status = gi_fail(GI_NOT_INITIALIZED, "the interface was not initialised");
    return status;
}

/* Leaves the thread's contexts alone. */
static gi_status find_list(const struct gi_interface *interface, struct gi_visible_list **out_list)
{
    gi_status status = gi_visible_check(interface);

    return status == GI_OK ? get_list(interface, out_list) : status;
}

static gi_status begin_call(const struct gi_interface *interface, struct gi_visible_list **out_list)
{
    gi_status status = find_list(interface, out_list);

    if (status == GI_OK && !interface->is_explicit)
        gi_device_begin_thread((*out_list)->ordinals[atomic_load_explicit(
            &visible_of(interface)->first, memory_order_relaxed)]);
    return status;
}

gi_status gi_visible_initialise(const struct gi_interface *interface)
{
    struct gi_visible_list *list;
    gi_status status = gi_process_check();

    return status == GI_OK ? get_list(interface, &list) : status;
}

/* A thread has begun with the interface of its last call. The interface's list then exists and is
 * not empty, and the thread had a current device. */
static inline gi_status begin_any_in(struct gi_current_thread *thread,
                                     const struct gi_interface *interface)
{
    struct gi_visible_list *list;
    gi_status status;

    if (thread->begun == interface && (interface->is_explicit || thread->depth > 0)) {
        status = gi_process_check();
    } else {
        status = begin_call(interface, &list);
        if (status == GI_OK)
            thread->begun = interface;
    }
    if (status != GI_OK)
        return status;
    if (interface->is_explicit && thread->depth == 0)
        return gi_fail(GI_INVALID_CONTEXT, "the calling thread has no current context");
    if (thread->top.context != 0)
        return gi_handle_check_current();
    if (!interface->is_explicit)
        gi_device_hold(thread->top.ordinal);
    return GI_OK;
}

static inline gi_status begin_in(struct gi_current_thread *thread,
                                 const struct gi_interface *interface)
{
    gi_status status = begin_any_in(thread, interface);

    if (status == GI_OK)
        status = gi_failed_context_current();
    if (status != GI_OK)
        gi_print_queue_flush();  /* the text that a kernel has printed before it failed */
    return status;
}

gi_status gi_visible_begin_any(const struct gi_interface *interface)
{
    return begin_any_in(gi_current_thread(), interface);
}

gi_status gi_visible_begin(const struct gi_interface *interface)
{
    return begin_in(gi_current_thread(), interface);
}

gi_status gi_visible_begin_look(const struct gi_interface *interface)
{
    struct gi_current_thread *thread = gi_current_thread();
    struct gi_visible_list *list;
    gi_status status;

    if (interface->is_explicit)
        return begin_any_in(thread, interface);
    status = find_list(interface, &list);
    return status == GI_OK && thread->top.context != 0 ? gi_handle_check_current() : status;
}

gi_status gi_visible_borrow(const struct gi_interface *interface, bool *out_borrowed)
{
    struct gi_current_thread *thread = gi_current_thread();
    struct gi_visible_list *list;
    gi_status status;

    *out_borrowed = false;
    if (!interface->is_explicit)
        return begin_in(thread, interface);
    if (thread->depth != 0)
        return begin_any_in(thread, interface);
    status = find_list(interface, &list);
    if (status == GI_OK)
        status = gi_current_push((struct gi_current){ .ordinal = list->ordinals[0] });
    *out_borrowed = status == GI_OK;
    return status;
}

void gi_visible_give_back(bool borrowed)
{
    struct gi_current top;

    if (borrowed)
        gi_current_pop(&top);
}

gi_status gi_visible_begin_object(const struct gi_interface *interface)
{
    struct gi_current_thread *thread = gi_current_thread();

    return interface->is_explicit && thread->depth == 0 ? gi_visible_check(interface)
                                                        : begin_in(thread, interface);
}

gi_status gi_visible_begin_lasting(const struct gi_interface *interface)
{
    struct gi_current_thread *thread = gi_current_thread();

    return interface->is_explicit && thread->depth == 0 ? gi_visible_check(interface)
                                                        : begin_any_in(thread, interface);
}

gi_status gi_visible_count(const struct gi_interface *interface, int *out_count)
{
    struct gi_visible_list *list;
    gi_status status = gi_device_count(out_count);

    if (status == GI_OK)
        status = get_list(interface, &list);
    *out_count = status == GI_OK ? list->count : 0;
    return status;
}

static gi_status find_ordinal(const struct gi_visible_list *list, int device, int *out_ordinal)
{
    *out_ordinal = 0;
    if (device < 0 || device >= list->count)
        return gi_fail(GI_INVALID_DEVICE, "device is %d, there are %d, from 0 on", device,
                       list->count);
    *out_ordinal = list->ordinals[device];
    return GI_OK;
}

gi_status gi_visible_to_core(const struct gi_interface *interface, int device, int *out_ordinal)
{
    struct gi_visible_list *list;
    gi_status status = begin_call(interface, &list);

    *out_ordinal = 0;
    return status == GI_OK ? find_ordinal(list, device, out_ordinal) : status;
}

gi_status gi_visible_find(const struct gi_interface *interface, int device, int *out_ordinal)
{
    struct gi_visible_list *list;
    gi_status status = find_list(interface, &list);

    *out_ordinal = 0;
    return status == GI_OK ? find_ordinal(list, device, out_ordinal) : status;
}

gi_status gi_visible_info(const struct gi_interface *interface, int device,
                          const struct gi_device_info **out_info)
{
    int ordinal;
    gi_status status = gi_visible_to_core(interface, device, &ordinal);

    *out_info = NULL;
    return status == GI_OK ? gi_device_info(ordinal, out_info) : status;
}

static gi_status check_preferred(const struct gi_visible_list *list, const int *devices, int count)
{
    if (count < 0 || count > list->count || (count > 0 && devices == NULL))
        return gi_fail(GI_INVALID_VALUE, "valid devices: %d of them%s; there are %d devices", count,
                       devices == NULL ? " in a NULL list" : "", list->count);
    for (int i = 0; i < count; i++) {
        if (devices[i] < 0 || devices[i] >= list->count)
            return gi_fail(GI_INVALID_DEVICE, "valid devices: the one at %d is %d, there are %d, "
                           "from 0 on", i, devices[i], list->count);
        for (int j = 0; j < i; j++)
            if (devices[j] == devices[i])
                return gi_fail(GI_INVALID_VALUE, "valid devices: %d stands at %d and at %d",
                               devices[i], j, i);
    }
    return GI_OK;
}

gi_status gi_visible_prefer(const struct gi_interface *interface, const int *devices, int count)
{
    struct gi_visible_list *list;
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = get_list(interface, &list);
    if (status == GI_OK)
        status = check_preferred(list, devices, count);
    if (status == GI_OK)
        atomic_store_explicit(&visible_of(interface)->first, count > 0 ? devices[0] : 0,
                              memory_order_relaxed);
    return status;
}

gi_status gi_visible_location(const struct gi_interface *interface, int device, int *out_ordinal)
{
    gi_status status = gi_visible_find(interface, device, out_ordinal);

    return status != GI_INVALID_DEVICE ? status :
           gi_fail(GI_INVALID_VALUE, "the location names device %d, which does not exist", device);
}

static gi_status number_of_current(const struct gi_interface *interface, int *out_device)
{
    int ordinal, device;
    gi_status status = gi_device_get_current(&ordinal);

    *out_device = 0;
    if (status != GI_OK)
        return status;
    device = gi_visible_from_core(interface, ordinal);
    if (device < 0)
        return gi_fail(GI_INVALID_DEVICE, "the current device was set by another interface and is "
                       "not among those of %s", interface->visible_variable);
    *out_device = device;
    return GI_OK;
}

gi_status gi_visible_current(const struct gi_interface *interface, int *out_device)
{
    gi_status status = gi_visible_begin_any(interface);

    *out_device = 0;
    return status == GI_OK ? number_of_current(interface, out_device) : status;
}

gi_status gi_visible_look(const struct gi_interface *interface, int *out_device)
{
    gi_status status = gi_visible_begin_look(interface);

    *out_device = 0;
    if (status != GI_OK || gi_current_thread()->depth != 0)
        return status == GI_OK ? number_of_current(interface, out_device) : status;
    *out_device = atomic_load_explicit(&visible_of(interface)->first, memory_order_relaxed);
    return GI_OK;
}

int gi_visible_from_core(const struct gi_interface *interface, int ordinal)
{
    const struct gi_visible_list *list = atomic_load_explicit(&visible_of(interface)->list,
                                                              memory_order_acquire);

    for (int i = 0; list != NULL && i < list->count; i++)
        if (list->ordinals[i] == ordinal)
            return i;
    return -1;
}

/* ---- bus addresses -------------------------------------------------------------------------- */

struct bus_address {
    unsigned int domain, bus, slot, function;
};

static gi_status bus_address_of(int ordinal, struct bus_address *out)
{
    const struct gi_device_info *info;
    gi_status status = gi_device_info(ordinal, &info);

    *out = (struct bus_address){ 0 };
    if (status == GI_OK && info->has_pci)
        *out = (struct bus_address){ info->pci_domain, info->pci_bus, info->pci_device,
                                     info->pci_function };
    return status;
}

gi_status gi_visible_bus_address(const struct gi_interface *interface, int device, char *text,
                                 int room_bytes)
{
    struct bus_address at;
    int ordinal;
    gi_status status = gi_visible_find(interface, device, &ordinal);

    if (status == GI_OK)
        status = bus_address_of(ordinal, &at);
    if (status != GI_OK)
        return status;
    if (room_bytes > 0)
        snprintf(text, (size_t)room_bytes, "%04x:%02x:%02x.%x", at.domain & 0xffffu,
                 at.bus & 0xffu, at.slot & 0xffu, at.function & 0xfu);
    if (room_bytes < GI_BUS_ADDRESS_BYTES)
        return gi_fail(GI_INVALID_VALUE, "the room in bus_id is %d bytes, %d are needed",
                       room_bytes, GI_BUS_ADDRESS_BYTES);
    return GI_OK;
}

static bool read_address(const char *text, struct bus_address *out)
{
    int end = -1;

    *out = (struct bus_address){ 0 };
    if (sscanf(text, "%4x:%2x:%2x.%1x%n", &out->domain, &out->bus, &out->slot, &out->function,
               &end) == 4 && end >= 0 && text[end] == '\0')
        return true;
    *out = (struct bus_address){ 0 };
    end = -1;
    if (sscanf(text, "%4x:%2x:%2x%n", &out->domain, &out->bus, &out->slot, &end) == 3 &&
        end >= 0 && text[end] == '\0')
        return true;
    *out = (struct bus_address){ 0 };
    end = -1;
    return sscanf(text, "%2x:%2x.%1x%n", &out->bus, &out->slot, &out->function, &end) == 3 &&
           end >= 0 && text[end] == '\0';
}

gi_status gi_visible_by_bus_address(const struct gi_interface *interface, const char *text,
                                    int *out_device)
{
    struct gi_visible_list *list;
    struct bus_address wanted, at;
    gi_status status = find_list(interface, &list);

    *out_device = 0;
    if (status != GI_OK)
        return status;
    if (!read_address(text, &wanted))
        return gi_fail(GI_INVALID_VALUE, "bus_id is \"%.32s\", not an address as 0000:01:00.0",
                       text);
    for (int i = 0; i < list->count; i++) {
        status = bus_address_of(list->ordinals[i], &at);
        if (status != GI_OK)
            return status;
        if ((at.domain & 0xffffu) == wanted.domain && at.bus == wanted.bus &&
            at.slot == wanted.slot && at.function == wanted.function) {
            *out_device = i;
            return GI_OK;
        }
    }
    return gi_fail(GI_INVALID_DEVICE, "bus_id is %.32s: none of the %d devices is there", text,
                   list->count);
}
