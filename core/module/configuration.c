#include "configuration.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NESTED 16

static _Thread_local struct gi_configuration pushed[MOST_NESTED];
static _Thread_local unsigned int count;

/* Of each configuration. */
static _Thread_local struct arguments {
    uint8_t *bytes;
    size_t count;
} arguments[MOST_NESTED];

/* Its value is not NULL in a thread that has arguments. */
static pthread_key_t key;
static bool has_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* A thread ends before its launches. */
static void drop_arguments(void *unused)
{
    (void)unused;
    for (int i = 0; i < MOST_NESTED; i++) {
        free(arguments[i].bytes);
        arguments[i] = (struct arguments){ 0 };
    }
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, drop_arguments) == 0;
}

gi_status gi_configuration_push(const struct gi_configuration *launch)
{
    if (count == MOST_NESTED)
        return gi_fail(GI_OUT_OF_MEMORY, "launch: %d launches are configured and not made",
                       MOST_NESTED);
    pushed[count++] = *launch;
    return GI_OK;
}

gi_status gi_configuration_pop(struct gi_configuration *out_launch)
{
    if (count == 0)
        return gi_fail(GI_NO_LAUNCH, "launch: none was configured");
    *out_launch = pushed[--count];
    free(arguments[count].bytes);
    arguments[count] = (struct arguments){ 0 };
    return GI_OK;
}

gi_status gi_configuration_pop_arguments(struct gi_configuration *out_launch, void **out_arguments,
                                         size_t *out_size_bytes)
{
    if (count != 0) {
        *out_arguments = arguments[count - 1].bytes;
        *out_size_bytes = arguments[count - 1].count;
        arguments[count - 1] = (struct arguments){ 0 };
    }
    return gi_configuration_pop(out_launch);
}

gi_status gi_configuration_argument(const void *argument, uint64_t size_bytes,
                                    uint64_t offset_bytes)
{
    struct arguments *own;
    uint8_t *bytes;
    size_t end;

    if (count == 0)
        return gi_fail(GI_NO_LAUNCH, "launch: an argument, and none was configured");
    if (offset_bytes > GI_ARGUMENTS_MOST || size_bytes > GI_ARGUMENTS_MOST - offset_bytes)
        return gi_fail(GI_INVALID_VALUE, "launch: an argument of %llu bytes at %llu; all have %d "
                       "at most", (unsigned long long)size_bytes, (unsigned long long)offset_bytes,
                       GI_ARGUMENTS_MOST);
    own = &arguments[count - 1];
    end = (size_t)(offset_bytes + size_bytes);
    if (end > own->count) {
        bytes = realloc(own->bytes, end);
        if (bytes == NULL)
            return gi_fail(GI_OUT_OF_MEMORY, "launch: no host memory for arguments");
        (void)pthread_once(&once, make_key);
        if (has_key)
            (void)pthread_setspecific(key, arguments);
        memset(bytes + own->count, 0, end - own->count);
        *own = (struct arguments){ bytes, end };
    }
    if (size_bytes != 0)
        memcpy(own->bytes + offset_bytes, argument, (size_t)size_bytes);
    return GI_OK;
}
