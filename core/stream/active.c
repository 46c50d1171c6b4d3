#include "active.h"

#include <stdlib.h>
#include <string.h>

#include "scheduler.h"

#define FEW (sizeof(((struct gi_active_list *)NULL)->few) / sizeof(struct gi_active))

bool gi_active_none(struct gi_device *device)
{
    return atomic_load_explicit(&device->active, memory_order_acquire) == NULL;
}

static bool grow(struct gi_active_list *list)
{
    bool few = list->items == list->few;
    size_t capacity = list->capacity * 2;
    struct gi_active *items = realloc(few ? NULL : list->items, capacity * sizeof *items);

    if (items == NULL)
        return false;
    if (few)
        memcpy(items, list->few, sizeof list->few);
    list->items = items;
    list->capacity = capacity;
    return true;
}

static bool add_stream(struct gi_active_list *list, struct gi_stream *stream)
{
    if (list->count == list->capacity && !grow(list))
        return false;
    gi_object_ref(&stream->object);
    list->items[list->count++] = (struct gi_active){ stream, gi_stream_newest(stream) };
    return true;
}

void gi_active_list_make(struct gi_device *device, const struct gi_stream *legacy,
                         struct gi_active_list *out_list)
{
    struct gi_stream *stream;

    out_list->items = out_list->few;
    out_list->count = 0;
    out_list->capacity = FEW;
    pthread_mutex_lock(&device->active_lock);
    stream = atomic_load_explicit(&device->active, memory_order_relaxed);
    while (stream != NULL &&
           ((legacy != NULL && stream->legacy != legacy) || add_stream(out_list, stream)))
        stream = stream->active_next;
    pthread_mutex_unlock(&device->active_lock);
    out_list->complete = stream == NULL;
}

void gi_active_list_finish(struct gi_active_list *list)
{
    while (list->count > 0)
        gi_stream_release(list->items[--list->count].stream);
    if (list->items != list->few)
        free(list->items);
}
