#include "active.h"

#include <stdlib.h>

#include "vector.h"

void gi_active_list_make(struct gi_device *device, struct gi_active_list *out_list)
{
    *out_list = (struct gi_active_list){ .complete = true };
    pthread_mutex_lock(&device->active_lock);
    for (struct gi_stream *stream = device->active; stream != NULL; stream = stream->active_next) {
        if (!gi_grow((void **)&out_list->streams, &out_list->capacity, out_list->count + 1,
                     sizeof(struct gi_stream *))) {
            out_list->complete = false;
            break;
        }
        gi_object_ref(&stream->object);
        out_list->streams[out_list->count++] = stream;
    }
    pthread_mutex_unlock(&device->active_lock);
}

void gi_active_list_finish(struct gi_active_list *list)
{
    while (list->count > 0)
        gi_stream_release(list->streams[--list->count]);
    free(list->streams);
    *list = (struct gi_active_list){ 0 };
}
