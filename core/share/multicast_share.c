#include "multicast_share.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "ipc_ask.h"
#include "ipc_time.h"
#include "memory/allocation.h"
#include "memory/memory_object.h"
#include "ranges/multicast.h"
#include "queue/device_state.h"
#include "queue/other_process.h"

_Static_assert(sizeof(struct gi_ipc_words) == GI_TEAM_WORDS, "the page has room for them");

/* ---- telling -------------------------------------------------------------------------------- */

gi_status gi_multicast_tell(struct gi_multicast *object, struct gi_binding *binding)
{
    struct gi_team_binding place = { .member = binding->member,
                                     .offset_bytes = binding->offset_bytes,
                                     .size_bytes = binding->size_bytes };
    struct gi_ipc_words words;
    gi_status status = gi_ipc_server_start(&words);

    if (status == GI_OK)
        status = gi_secret_of(&binding->memory->rest->secret, &words.secret);
    if (status != GI_OK)
        return status;
    words.kind = GI_IPC_BINDING;
    words.address = binding->offset_bytes;
    words.id = object->pages.handle;
    memcpy(place.words, &words, sizeof words);
    binding->number = gi_team_page_bind(&object->team, &place);
    if (binding->number >= 0)
        return GI_OK;
    return gi_fail(GI_OUT_OF_MEMORY, "binding: a multicast object that processes share has room "
                   "for %d bindings", GI_TEAM_MOST_BINDINGS);
}

/* ---- memory of other processes -------------------------------------------------------------- */

struct opened {
    struct gi_allocation_rest rest;      /* first */
    uint8_t words[GI_TEAM_WORDS];        /* the words that it was asked by */
};

static struct opened *opened_of(const struct gi_allocation *memory)
{
    return (struct opened *)memory->rest;
}

static const struct gi_allocation_type opened_type = {
    .size = sizeof(struct opened),
    .kind = GI_POINTER_DEVICE,
    .words = "memory of a multicast object's member in another process",
    .release = gi_allocation_release_memory,
};

static gi_status check_answer(const struct gi_device *device, const struct gi_ipc_answer *answer,
                              const struct gi_team_binding *place)
{
    const struct gi_device_info *info = &device->base->info;

    if (memcmp(info->uuid, answer->device_uuid, sizeof info->uuid) != 0 ||
        memcmp(info->driver_uuid, answer->driver_uuid, sizeof info->driver_uuid) != 0)
        return gi_fail(GI_NOT_SUPPORTED, "multicast: a member in another process has its memory on "
                       "another device than %s, which cannot reach it", info->name);
    if (answer->size_bytes < place->size_bytes || answer->offset_bytes > answer->object_bytes ||
        answer->size_bytes > answer->object_bytes - answer->offset_bytes)
        return gi_fail(GI_INVALID_VALUE, "multicast: another process sent an invalid answer");
    return GI_OK;
}

static gi_status import(struct gi_device *device, const struct gi_ipc_answer *answer, int fd,
                        struct gi_allocation **out_memory)
{
    const struct gi_os_handle borrowed = { .kind = GI_OS_HANDLE_OPAQUE_FD, .fd = fd };
    struct gi_memory *memory;
    gi_status status = gi_memory_object_import(device->base, &borrowed, answer->object_bytes, false,
                                               &memory);

    if (status == GI_OUT_OF_MEMORY || gi_status_is_lost(status))
        return status;
    if (status != GI_OK)
        return gi_fail(GI_NOT_SUPPORTED, "multicast: %s cannot import the memory that a member has "
                       "bound in another process", device->base->info.name);
    if (memory->size_is_known && (answer->offset_bytes > memory->size_bytes ||
        answer->size_bytes > memory->size_bytes - answer->offset_bytes))
        status = gi_fail(GI_INVALID_VALUE, "multicast: another process sent less memory than it "
                         "says");
    if (status == GI_OK)
        status = gi_allocation_make(&opened_type, device, out_memory);
    if (status != GI_OK) {
        gi_memory_object_unref(memory);
        return status;
    }
    gi_allocation_place(*out_memory, memory, answer->offset_bytes, answer->size_bytes);
    return GI_OK;
}

/* Asks for the memory of a binding. *out_memory stays NULL if it is gone, with its process or
 * without it. */
static gi_status ask_for_memory(struct gi_device *device, const struct gi_team_binding *place,
                                struct gi_allocation **out_memory)
{
    struct gi_ipc_answer answer;
    struct gi_ipc_words words;
    gi_status status;
    int fd;

    *out_memory = NULL;
    memcpy(&words, place->words, sizeof words);
    if (words.magic != GI_IPC_MAGIC || words.kind != GI_IPC_BINDING ||
        gi_ipc_server_is_own(&words) || gi_ipc_ask(&words, &answer, &fd) != GI_OK)
        return GI_OK;
    status = check_answer(device, &answer, place);
    if (status == GI_OK)
        status = import(device, &answer, fd, out_memory);
    close(fd);
    if (status == GI_OK)
        memcpy(opened_of(*out_memory)->words, place->words, sizeof place->words);
    return status;
}

/* ---- opening -------------------------------------------------------------------------------- */

/* One look at the page. Processes that do not answer cannot draw it out: when the time is over,
 * what was not opened yet counts as unbound, until the next look. */
struct look {
    const struct gi_multicast *object;
    struct gi_device *device;
    int64_t until_ns;
    bool is_cut;
    struct gi_binding *list;
};

static bool is_own_member(const struct gi_multicast *object, uint32_t member)
{
    for (int i = 0; i < GI_TEAM_MOST_DEVICES; i++) {
        if (object->members[i] == member + 1)
            return true;
    }
    return false;
}

static bool member_has_ended(const struct gi_multicast *object, uint32_t member)
{
    struct gi_team_member who;

    return !gi_team_page_member(&object->team, member, &who) ||
           gi_other_process_has_ended(who.process, who.process_space);
}

static struct gi_binding *make_binding(const struct gi_team_binding *place,
                                       struct gi_allocation *memory, int number)
{
    struct gi_binding *binding = malloc(sizeof *binding);

    if (binding != NULL)
        *binding = (struct gi_binding){
            .member = place->member, .offset_bytes = place->offset_bytes,
            .size_bytes = place->size_bytes, .memory = memory, .number = number,
        };
    return binding;
}

/* The memory that was opened for this binding before, with a reference; or NULL. */
static struct gi_allocation *known(const struct gi_multicast *object, int number,
                                   const struct gi_team_binding *place)
{
    const struct gi_binding *each = object->others;

    while (each != NULL && (each->number != number || each->member != place->member ||
                            each->offset_bytes != place->offset_bytes ||
                            each->size_bytes != place->size_bytes ||
                            memcmp(opened_of(each->memory)->words, place->words,
                                   sizeof place->words) != 0))
        each = each->next;
    if (each == NULL)
        return NULL;
    gi_allocation_ref(each->memory);
    return each->memory;
}

/* Asks for memory if there is time. */
static gi_status ask_in_time(struct look *look, const struct gi_team_binding *place,
                             struct gi_allocation **out_memory)
{
    gi_status status = look->is_cut ? GI_OK : ask_for_memory(look->device, place, out_memory);

    look->is_cut |= gi_now_ns() >= look->until_ns;
    return status;
}

/* Adds the binding with this number to the list, if it is another process's and that one lives. */
static gi_status open_one(struct look *look, int number)
{
    const struct gi_multicast *object = look->object;
    struct gi_team_binding place;
    struct gi_allocation *memory;
    struct gi_binding *binding;
    gi_status status = GI_OK;

    if (!gi_team_page_binding(&object->team, number, &place) ||
        is_own_member(object, place.member) || member_has_ended(object, place.member))
        return GI_OK;
    memory = known(object, number, &place);
    if (memory == NULL)
        status = ask_in_time(look, &place, &memory);
    if (memory == NULL)
        return status;
    binding = make_binding(&place, memory, number);
    if (binding == NULL) {
        gi_allocation_unref(memory);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to open a member of another process");
    }
    binding->next = look->list;
    look->list = binding;
    return GI_OK;
}

static void free_list(struct gi_binding *list)
{
    while (list != NULL) {
        struct gi_binding *next = list->next;

        gi_binding_free(list);
        list = next;
    }
}

/* Whether the list is what the page says, and all its processes live. */
static bool is_current(const struct gi_multicast *object)
{
    const struct gi_binding *each = object->others;

    if (!object->has_others ||
        object->others_generation != gi_team_page_generation(&object->team))
        return false;
    while (each != NULL && !member_has_ended(object, each->member))
        each = each->next;
    return each == NULL;
}

static gi_status open_all(struct gi_multicast *object)
{
    struct look look = { .object = object, .device = object->pages.device,
                         .until_ns = gi_deadline_ns(GI_IPC_ASK_NS) };
    uint32_t generation = gi_team_page_generation(&object->team);
    struct gi_binding *old;
    gi_status status = GI_OK;

    if (look.device == NULL)
        status = gi_device_current(&look.device);
    for (int i = 0; i < GI_TEAM_MOST_BINDINGS && status == GI_OK; i++)
        status = open_one(&look, i);
    if (status != GI_OK) {
        free_list(look.list);
        return status;
    }
    gi_pages_lock();
    old = object->others;
    object->others = look.list;
    gi_pages_unlock();
    object->others_generation = generation;
    object->has_others = !look.is_cut;
    free_list(old);
    return GI_OK;
}

gi_status gi_multicast_open_bindings(struct gi_multicast *object)
{
    gi_status status = GI_OK;

    if (!object->team.is_shared)
        return GI_OK;
    pthread_mutex_lock(&object->opening);
    if (!is_current(object))
        status = open_all(object);
    pthread_mutex_unlock(&object->opening);
    return status;
}
